use super::answers::{Answer, answers};
use super::space::Space;
use crate::model::Limits;
use crate::run::{self, Execution};

/// What one run gave.
pub(super) struct Reply {
    /// Its answers that can be told whose they are, unless there are too many.
    pub(super) answers: Vec<Answer>,
    /// Why the answers are not one for each board, or the run not a good one.
    pub(super) fault: Option<String>,
    /// Whether it ended by itself and within its limits.
    pub(super) ended_well: bool,
    /// Whether there are more answers than boards, so that none can be told whose it is.
    pub(super) too_many: bool,
}

/// What a run of so many boards gave.
pub(super) fn reply(
    space: &dyn Space,
    execution: &Execution,
    limits: &Limits,
    boards: u64,
) -> Reply {
    let mut answers = answers(space, &execution.stdout);
    let printed = answers.len() as u64;
    let bad_end = run::classify(execution, limits).map(|decision| decision.reason);
    let ended_well = bad_end.is_none();
    let cut_off = execution.stdout.last().is_some_and(|&byte| byte != b'\n');
    if !ended_well && cut_off {
        // It ended within a line: who knows how that goes on.
        answers.pop();
    }
    if !ended_well || boards > 1 {
        answers.pop_if(|last| !last.complete);
    }
    let found = answers.iter().filter(|answer| answer.complete).count() as u64;
    let fault = bad_end.or_else(|| miscount(printed, found, boards));
    Reply {
        // A bad end after the last answer blames the run: no answer of it counts.
        too_many: printed > boards || (!ended_well && found == boards),
        answers,
        fault,
        ended_well,
    }
}

fn miscount(printed: u64, found: u64, boards: u64) -> Option<String> {
    if printed > boards {
        Some(format!(
            "ended well with {printed} answers to {boards} boards"
        ))
    } else if found < boards {
        Some(format!("ended well after {found} of {boards} answers"))
    } else {
        None
    }
}
