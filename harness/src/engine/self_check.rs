//! Whether the judge would accept its own expected output.

use std::fs;

use super::judge_item;
use crate::check::problem;
use crate::model::{BuiltIn, Ending, Judgement, Usage, Verdict};
use crate::plan::Item;
use crate::run::{Error, Execution, Input, Interaction, Pair, Request, Runner};

/// Judges the expected output of a case as if a submission had printed it; of a problem that
/// the harness knows, it also asks the harness's own method. Anything but AC accuses the case
/// or the checker, and is JE. `None` when the whole run was cancelled meanwhile.
pub fn self_check(item: &Item, runner: &mut impl Runner) -> Option<Judgement> {
    let output = item.case.files.as_ref().ok().and_then(|files| {
        // Where it cannot be read, that is found again by what compares with it.
        fs::read(files.expected.as_ref()?).ok()
    });
    let mut author = Author {
        output: output.unwrap_or_default(),
        runner,
    };
    let mut judgement = judge_item(item, &mut author)?;
    judgement.submission = "expected output".into();
    judgement.usage = None;
    let fault = match judgement.verdict {
        Some(Verdict::Accepted) => confirmed(item, &author.output).and_then(Result::err),
        Some(Verdict::JudgeError) | None => None,
        Some(_) => {
            let reason = &judgement.reason;
            Some(format!("the case or its checker is at fault: {reason}"))
        }
    };
    if let Some(fault) = fault {
        judgement.faulty_case = true;
        judgement.reason = fault;
        judgement.verdict = Some(Verdict::JudgeError);
    }
    Some(judgement)
}

/// What the harness's own method says of it, where it knows the problem.
fn confirmed(item: &Item, expected: &[u8]) -> Option<Result<(), String>> {
    let problem = BuiltIn::of_name(&item.problem)?;
    let files = item.case.files.as_ref().ok()?;
    let input = fs::read(&files.input).ok()?;
    Some(problem::confirm(problem, &input, expected))
}

/// A runner whose submission is whoever wrote the expected output; its checkers are real.
struct Author<'r, R> {
    output: Vec<u8>,
    runner: &'r mut R,
}

impl<R: Runner> Runner for Author<'_, R> {
    fn ask(&mut self, request: &Request<'_>) -> Result<(), Error> {
        if let Input::File(path) = request.input {
            // As a real run, it needs the input.
            fs::File::open(path).map_err(|source| Error::Input {
                path: path.to_owned(),
                source,
            })?;
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<Execution, Error> {
        Ok(Execution {
            ending: Ending::Exited(0),
            stopped_by: None,
            usage: Usage::default(),
            left_over: 0,
            backstop: false,
            feedback: None,
            stdout: self.output.clone().into(),
            stderr: Vec::new(),
        })
    }

    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        self.runner.check(request)
    }

    /// Who wrote it is not there to talk.
    fn interact(&mut self, _pair: &Pair<'_>) -> Result<Interaction, Error> {
        Err(Error::Nothing)
    }
}
