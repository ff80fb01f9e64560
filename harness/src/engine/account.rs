//! What a judgement tells of a run beside its verdict.

use std::io::Read;
use std::path::Path;

use crate::model::{Judgement, Verdict};
use crate::plan::Item;
use crate::run::Execution;
use crate::sys::open_ordinary;

/// How much of a failing case's input and output is kept for people to see, in bytes.
const KEPT: usize = 4096;

/// A judgement of `item` before anything is known.
pub(super) fn blank(item: &Item) -> Judgement {
    Judgement {
        index: item.index,
        problem: item.problem.clone(),
        submission: item.submission.name.as_str().into(),
        case: item.case.name.clone(),
        verdict: None,
        expected_verdict: item.expected,
        group: item.group,
        as_expected: false,
        reason: String::new(),
        faulty_case: false,
        usage: None,
        ending: None,
        stopped_by: None,
        limits: item.case.limits,
        compare: item.compare,
        compare_origin: item.compare_origin,
        checker: item.checker.clone(),
        remarks: Vec::new(),
        explanation: None,
        difference: None,
        transcript: None,
        input: Vec::new(),
        output: Vec::new(),
        stderr: Vec::new(),
        left_over: 0,
        attempts: 0,
    }
}

/// Puts down what is known of the run before it is judged.
pub(super) fn note(execution: &Execution, judgement: &mut Judgement) {
    judgement.attempts = 1;
    judgement.usage = Some(execution.usage);
    judgement.ending = Some(execution.ending);
    judgement.stopped_by = execution.stopped_by;
    judgement.left_over = execution.left_over;
}

/// Puts down what is of interest with this verdict.
pub(super) fn add_to_verdict(execution: &Execution, judgement: &mut Judgement) {
    if judgement.is_near_limit() {
        let limits = &judgement.limits;
        let used = limits.time_used(&execution.usage);
        let share = 100.0 * used.as_secs_f64() / limits.time.value.as_secs_f64();
        judgement.reason = format!("near the time limit: {share:.0} % of it");
    }
    if judgement.verdict != Some(Verdict::Accepted) && judgement.difference.is_none() {
        let length = execution.stdout.len().min(KEPT);
        judgement.output = execution.stdout[..length].to_vec();
    }
    if judgement.verdict != Some(Verdict::Accepted) {
        judgement.stderr.clone_from(&execution.stderr);
    }
}

/// The beginning of a file for people to see; nothing where it cannot be read.
pub(super) fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = open_ordinary(path) {
        // An input that became unreadable has been said already.
        let _ = file.take(KEPT as u64).read_to_end(&mut bytes);
    }
    bytes
}
