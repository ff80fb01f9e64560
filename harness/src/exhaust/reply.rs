use super::answers::{Answer, answers};
use super::batch::Batch;
use super::space::Space;
use crate::model::Limits;
use crate::run::{self, Execution};

/// What one run gave.
pub(super) struct Reply {
    /// Whether it is the expected output byte for byte, from a run that ended well: then it
    /// is not taken apart.
    pub(super) is_as_expected: bool,
    /// Its answers, as far as they are whole.
    pub(super) answers: Vec<Answer>,
    /// Why the answers are not one for each board, or the run not a good one.
    pub(super) fault: Option<String>,
    /// Whether it ended by itself and within its limits.
    pub(super) ended_well: bool,
    /// Whether it cannot be told whose the answers are: there are too many, or too few
    /// though it went on to the end, so that one is missing anywhere.
    pub(super) untold: bool,
}

impl Reply {
    const fn as_expected() -> Self {
        Self {
            is_as_expected: true,
            answers: Vec::new(),
            fault: None,
            ended_well: true,
            untold: false,
        }
    }
}

/// What a run of a batch gave. The output is compared where it lies.
pub(super) fn reply(
    space: &dyn Space,
    execution: &Execution,
    limits: &Limits,
    batch: &Batch,
) -> Reply {
    let bad_end = run::classify(execution, limits).map(|decision| decision.reason);
    if bad_end.is_none() && *execution.stdout == *batch.expected {
        return Reply::as_expected();
    }
    let boards = batch.numbers.len() as u64;
    let mut answers = answers(space, &execution.stdout);
    let printed = answers.len() as u64;
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
        is_as_expected: false,
        // A bad end after the last answer blames the run: no answer of it counts.
        untold: match ended_well {
            true => printed > boards || found < boards,
            false => found >= boards,
        },
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
