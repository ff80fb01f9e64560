use std::time::Duration;

use super::batch::Batch;
use super::record::Record;
use super::reply::Reply;
use crate::model::{Limits, Stop};
use crate::run::Execution;

/// The most failed runs of a submission for one batch. Boards still open then are unanswered,
/// and the submission is given up.
const MOST_FAILURES: u32 = 64;

/// For how many failures a run counts that was stopped for its time, since it took long.
const STOPPED_RUN: u32 = 16;

/// CPU time that each board after the first adds to the time limit of a run; the wall guard
/// gets twice as much.
const TIME_PER_BOARD: Duration = Duration::from_millis(10);

/// How many more failed runs of a submission are borne.
#[derive(Debug)]
pub(super) struct Patience {
    failures_left: u32,
}

impl Patience {
    pub(super) const fn new() -> Self {
        Self {
            failures_left: MOST_FAILURES,
        }
    }

    /// Takes note of a run.
    pub(super) fn see(&mut self, execution: &Execution, reply: &Reply) {
        let cost = match execution.stopped_by {
            Some(Stop::Time | Stop::Wall) => STOPPED_RUN,
            Some(Stop::Memory | Stop::Output(_)) | None => u32::from(reply.fault.is_some()),
        };
        self.failures_left = self.failures_left.saturating_sub(cost);
    }

    pub(super) const fn is_at_an_end(&self) -> bool {
        self.failures_left == 0
    }

    /// Gives the submission up; these boards were still open.
    pub(super) fn give_up(&self, record: &mut Record<'_>, open: &[u64]) {
        record.outcome.given_up = true;
        record.unanswered(open, "not tried again after many failed runs");
    }
}

/// The limits of a run of many boards: 10 ms more of CPU time for each board after the first,
/// and room for four times as many bytes of output as the input has, which every answer is
/// shorter than.
pub(super) fn wider(limits: &Limits, batch: &Batch) -> Limits {
    let further = u32::try_from(batch.numbers.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let extra = TIME_PER_BOARD.saturating_mul(further);
    let output = (batch.input.len() as u64).saturating_mul(4);
    let mut wider = *limits;
    wider.time.value = limits.time.value.saturating_add(extra);
    wider.wall.value = limits.wall.value.saturating_add(extra.saturating_mul(2));
    wider.output.value = limits.output.value.max(output);
    wider
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::testing::limits;

    #[test]
    fn the_limits_of_a_run_grow_with_its_boards() {
        let limits = limits();
        let mut batch = Batch {
            numbers: vec![7; 101],
            input: vec![0; 50 << 20],
            ..Batch::default()
        };
        let wide = wider(&limits, &batch);
        assert_eq!(wide.time.value, limits.time.value + Duration::from_secs(1));
        assert_eq!(wide.wall.value, limits.wall.value + Duration::from_secs(2));
        assert_eq!(wide.output.value, 200 << 20);
        assert_eq!(wide.memory, limits.memory);
        batch.numbers.truncate(1);
        assert_eq!(wider(&limits, &batch).time, limits.time);
    }
}
