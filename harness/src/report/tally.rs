use std::time::Duration;

use crate::event::{Event, RunEnd};
use crate::model::{Exit, Judgement, Slowest, Stop, SubmissionCounts, Summary, Verdict};

/// Counts what happens, so that every report and the exit code tell the same numbers.
#[derive(Debug)]
pub struct Tally {
    submissions: Vec<SubmissionCounts>,
    planned: usize,
    rechecked: usize,
    near_limit: usize,
    /// What is known of the exit code before anything runs.
    beforehand: Exit,
    end: RunEnd,
}

impl Tally {
    /// Of a run of `planned` items by `submissions`, whose counts are 0 as yet. `beforehand`
    /// is how `judge` will end at best: a problem without cases is no success.
    pub fn new(planned: usize, submissions: Vec<SubmissionCounts>, beforehand: Exit) -> Self {
        Self {
            submissions,
            planned,
            rechecked: 0,
            near_limit: 0,
            beforehand,
            end: RunEnd {
                elapsed: Duration::ZERO,
                interrupted_by: None,
            },
        }
    }

    /// Takes notice of one event.
    pub fn on(&mut self, event: &Event) {
        match event {
            Event::CaseFinished(judgement) => self.count(judgement),
            Event::RunFinished(end) => self.end = *end,
            Event::RunStarted(_) | Event::CaseStarted(_) | Event::Warning(_) => {}
        }
    }

    fn count(&mut self, judgement: &Judgement) {
        self.rechecked += usize::from(judgement.attempts > 1);
        self.near_limit += usize::from(judgement.is_near_limit());
        let Some(counts) = self.submissions.iter_mut().find(|counts| {
            counts.submission == judgement.submission && counts.problem == judgement.problem
        }) else {
            return;
        };
        let places = Verdict::ALL.iter().zip(&mut counts.verdicts);
        for (_, count) in places.filter(|(verdict, _)| Some(**verdict) == judgement.verdict) {
            *count += 1;
        }
        counts.as_expected += usize::from(judgement.as_expected);
        let Some(usage) = &judgement.usage else {
            return;
        };
        let limit = judgement.limits.time.value;
        let cpu = match judgement.stopped_by {
            Some(Stop::Wall) => limit,
            _ => usage.cpu,
        };
        if counts
            .slowest
            .as_ref()
            .is_none_or(|slowest| cpu > slowest.cpu)
        {
            counts.slowest = Some(Slowest {
                case: judgement.case.clone(),
                cpu,
                limit,
                stopped_by: judgement.stopped_by,
            });
        }
    }

    /// What it all comes to.
    pub fn summary(self) -> Summary {
        let judged = self.submissions.iter().map(SubmissionCounts::judged).sum();
        let as_expected = self
            .submissions
            .iter()
            .map(|counts| counts.as_expected)
            .sum();
        let mut summary = Summary {
            submissions: self.submissions,
            planned: self.planned,
            judged,
            as_expected,
            rechecked: self.rechecked,
            near_limit: self.near_limit,
            elapsed: self.end.elapsed,
            exit: Exit::AsExpected,
        };
        summary.exit = exit(&summary, self.end.interrupted_by).or(self.beforehand);
        summary
    }
}

/// The exit code of a run that took place.
fn exit(summary: &Summary, interrupted_by: Option<u8>) -> Exit {
    let mut exit = Exit::AsExpected;
    if summary.as_expected < summary.judged
        || summary
            .submissions
            .iter()
            .any(SubmissionCounts::never_failed_as_told)
    {
        exit = exit.or(Exit::NotAsExpected);
    }
    if summary.count(Verdict::JudgeError) > 0 || summary.judged < summary.planned {
        exit = exit.or(Exit::JudgeError);
    }
    match interrupted_by {
        Some(signal) => exit.or(Exit::Interrupted(signal)),
        None => exit,
    }
}
