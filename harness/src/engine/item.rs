use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::check::{self, Answer};
use crate::model::{CaseFiles, Difference, Finding, Judgement, Verdict};
use crate::plan::Item;
use crate::run::{self, Execution, Input, Request, Runner, classify};
use crate::untrusted;

/// How much of a failing case's input is kept for people to see, in bytes.
const INPUT_KEPT: u64 = 4096;

/// Runs one item and gives its verdict; `None` when the whole run was cancelled meanwhile.
pub fn judge_item(item: &Item, runner: &mut impl Runner) -> Option<Judgement> {
    let mut judgement = blank(item);
    match (&item.submission_fault, &item.case.files) {
        (Some(fault), _) => fault_of_the_judge(&mut judgement, fault.to_string()),
        (None, Err(fault)) => fault_of_the_judge(&mut judgement, fault.to_string()),
        (None, Ok(files)) => {
            let request = Request {
                command: &item.submission.command,
                input: Input::File(&files.input),
                limits: &item.case.limits,
            };
            match runner.run(&request) {
                Err(run::Error::Cancelled) => return None,
                Err(error) => fault_of_the_judge(&mut judgement, error.to_string()),
                Ok(execution) => decide(item, files, &execution, &mut judgement),
            }
            if judgement.is_failure() {
                judgement.input = head(&files.input);
            }
        }
    }
    judgement.as_expected =
        Judgement::is_as_expected(judgement.verdict, judgement.expected_verdict);
    Some(judgement)
}

/// A judgement of `item` before anything is known.
fn blank(item: &Item) -> Judgement {
    Judgement {
        index: item.index,
        problem: item.problem.clone(),
        submission: item.submission.name.as_str().into(),
        case: item.case.name.clone(),
        verdict: None,
        expected_verdict: item.submission.expect,
        as_expected: false,
        reason: String::new(),
        usage: None,
        ending: None,
        stopped_by: None,
        limits: item.case.limits,
        compare: item.compare,
        difference: None,
        input: Vec::new(),
        stderr: Vec::new(),
        left_over: 0,
        attempts: 0,
    }
}

fn fault_of_the_judge(judgement: &mut Judgement, reason: String) {
    judgement.verdict = Some(Verdict::JudgeError);
    judgement.reason = reason;
}

fn decide(item: &Item, files: &CaseFiles, execution: &Execution, judgement: &mut Judgement) {
    judgement.attempts = 1;
    judgement.usage = Some(execution.usage);
    judgement.ending = Some(execution.ending);
    judgement.stopped_by = execution.stopped_by;
    judgement.left_over = execution.left_over;
    match classify(execution, &item.case.limits) {
        Some(decision) => {
            judgement.verdict = Some(decision.verdict);
            judgement.reason = decision.reason;
        }
        None => compare(item, files, execution, judgement),
    }
    if judgement.is_failure() {
        judgement.stderr.clone_from(&execution.stderr);
    }
}

/// Compares what was printed with what is expected, where both are to be had.
fn compare(item: &Item, files: &CaseFiles, execution: &Execution, judgement: &mut Judgement) {
    let (Some(rule), Some(path)) = (&item.compare, &files.expected) else {
        return;
    };
    let expected = match expected_output(path) {
        Ok(expected) => expected,
        Err(reason) => return fault_of_the_judge(judgement, reason),
    };
    let answer = Answer {
        expected: &expected,
    };
    let finding = check::checker(rule).check(&answer, &execution.stdout);
    let (verdict, difference) = match finding {
        Finding::Right => (Verdict::Accepted, None),
        Finding::Format(difference) => (Verdict::PresentationError, Some(difference)),
        Finding::Wrong(difference) => (Verdict::WrongAnswer, Some(difference)),
    };
    judgement.verdict = Some(verdict);
    judgement.reason = difference.as_ref().map(place).unwrap_or_default();
    judgement.difference = difference;
}

fn expected_output(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error: io::Error| {
        let path = untrusted::escape(path.as_os_str().as_encoded_bytes());
        format!("cannot read the expected output `{path}`: {error}")
    })
}

/// Where two outputs part, in one line.
fn place(difference: &Difference) -> String {
    let Difference { line, column, .. } = difference;
    let quoted = |bytes: &Option<Vec<u8>>| {
        let bytes = bytes.as_ref()?;
        Some(format!("`{}`", untrusted::escape(bytes)))
    };
    match (quoted(&difference.expected), quoted(&difference.actual)) {
        (Some(expected), Some(actual)) => {
            format!("line {line}, column {column}: expected {expected}, printed {actual}")
        }
        (Some(expected), None) => {
            format!("output ended early at line {line}, column {column}: expected {expected}")
        }
        (None, Some(actual)) => {
            format!("line {line}, column {column}: expected the end, printed {actual}")
        }
        (None, None) => format!("line {line}, column {column} differs"),
    }
}

/// The beginning of a file for people to see; nothing where it cannot be read.
fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = fs::File::open(path) {
        // An input that became unreadable has been said already.
        let _ = file.take(INPUT_KEPT).read_to_end(&mut bytes);
    }
    bytes
}
