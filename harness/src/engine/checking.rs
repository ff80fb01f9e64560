//! Whether the output of a run that ended well answers the input: by comparison, by the
//! harness's own knowledge of the problem, or by a checker that is a program.

use std::io::{self, Read};
use std::path::Path;

use super::expected;
use crate::check::{problem, program};
use crate::model::{
    BuiltIn, CaseFiles, Checker, CheckerProgram, Compare, Difference, Finding, Hint, Judgement,
    Verdict,
};
use crate::plan::Item;
use crate::run::{self, Execution, Runner};
use crate::sys::open_ordinary;
use crate::untrusted;

/// Puts verdict and reason into `judgement`, where there is something to hold the output
/// against. `None` when the whole run was cancelled meanwhile.
pub(super) fn check(
    item: &Item,
    files: &CaseFiles,
    execution: &Execution,
    runner: &mut impl Runner,
    judgement: &mut Judgement,
) -> Option<()> {
    let Some(expected) = &files.expected else {
        return Some(());
    };
    let faulty_case = match (item.checker.as_deref(), &item.compare) {
        (Some(Checker::Program(program)), _) => {
            return ask(
                program,
                &files.input,
                expected,
                execution,
                runner,
                judgement,
            );
        }
        (Some(Checker::BuiltIn(problem)), _) => {
            confirm_and_compare(*problem, files, expected, execution, judgement)
        }
        // That has been asked already.
        (Some(Checker::Interactor(_)), _) => Ok(()),
        (None, Some(rule)) => compare(item, rule, files, expected, execution, judgement),
        (None, None) => Ok(()),
    };
    if let Err(fault) = faulty_case {
        fault_of_the_case(judgement, fault);
    }
    Some(())
}

pub(super) fn fault_of_the_case(judgement: &mut Judgement, reason: String) {
    judgement.faulty_case = true;
    judgement.verdict = Some(Verdict::JudgeError);
    judgement.reason = reason;
}

/// Asks a program, which sees the files themselves.
fn ask(
    program: &CheckerProgram,
    input: &Path,
    answer: &Path,
    execution: &Execution,
    runner: &mut impl Runner,
    judgement: &mut Judgement,
) -> Option<()> {
    // Without it a checker might go on and blame the submission.
    if let Err(error) = open_ordinary(answer) {
        fault_of_the_case(judgement, unreadable("expected output", answer, &error));
        return Some(());
    }
    let files = program::Files { input, answer };
    match program::ask(program, files, &execution.stdout, runner) {
        Err(run::Error::Cancelled) => return None,
        Err(error) => {
            judgement.verdict = Some(Verdict::JudgeError);
            judgement.reason = format!("the checker could not be asked: {error}");
        }
        Ok(opinion) => {
            judgement.verdict = Some(verdict(opinion.ruling));
            judgement.reason = opinion.reason;
            judgement.remarks = opinion.remarks;
        }
    }
    Some(())
}

pub(super) const fn verdict(ruling: program::Ruling) -> Verdict {
    match ruling {
        program::Ruling::Right => Verdict::Accepted,
        program::Ruling::Format => Verdict::PresentationError,
        program::Ruling::Wrong => Verdict::WrongAnswer,
        program::Ruling::Failed => Verdict::JudgeError,
    }
}

/// Compares with what is expected after making sure that this is right; the reason is what
/// the harness knows about the answer.
fn confirm_and_compare(
    problem: BuiltIn,
    files: &CaseFiles,
    expected: &Path,
    execution: &Execution,
    judgement: &mut Judgement,
) -> Result<(), String> {
    let input = read("input", &files.input)?;
    problem::confirm(problem, &input, &read("expected output", expected)?)?;
    let finding = expected::finding(&Compare::default(), expected, &execution.stdout)?;
    settle(finding, problem.name(), files, judgement);
    if judgement.verdict == Some(Verdict::WrongAnswer)
        && let Some(sentence) = problem::explain(problem, &input, &execution.stdout)
    {
        judgement.reason = sentence;
    }
    Ok(())
}

/// Compares with what is expected. Of a problem that the harness knows, it adds what a wrong
/// output comes to, unless a hint says that already.
fn compare(
    item: &Item,
    rule: &Compare,
    files: &CaseFiles,
    expected: &Path,
    execution: &Execution,
    judgement: &mut Judgement,
) -> Result<(), String> {
    let finding = expected::finding(rule, expected, &execution.stdout)?;
    settle(finding, &item.problem, files, judgement);
    let difference = judgement.difference.as_ref();
    if judgement.verdict == Some(Verdict::WrongAnswer)
        && difference.is_some_and(|difference| difference.hints.is_empty())
        && let Some(problem) = BuiltIn::of_name(&item.problem)
        && let Ok(input) = read("input", &files.input)
    {
        judgement.explanation = problem::explain(problem, &input, &execution.stdout);
    }
    Ok(())
}

/// Puts what a comparison has found into the judgement.
fn settle(finding: Finding, problem: &str, files: &CaseFiles, judgement: &mut Judgement) {
    let (verdict, mut difference) = match finding {
        Finding::Right => (Verdict::Accepted, None),
        Finding::Format(difference) => (Verdict::PresentationError, Some(difference)),
        Finding::Wrong(difference) => (Verdict::WrongAnswer, Some(difference)),
    };
    judgement.verdict = Some(verdict);
    if let Some(difference) = &mut difference {
        difference.drawing = expected::drawing(problem, files, difference.line);
    }
    judgement.reason = difference.as_ref().map(place).unwrap_or_default();
    judgement.difference = difference;
}

fn read(what: &str, path: &Path) -> Result<Vec<u8>, String> {
    let read = || {
        let mut bytes = Vec::new();
        open_ordinary(path)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| unreadable(what, path, &error))
}

pub(super) fn unreadable(what: &str, path: &Path, error: &io::Error) -> String {
    let path = untrusted::path(path);
    format!("cannot read the {what} `{path}`: {error}")
}

/// Whether lines were looked for wherever they stand.
fn is_unordered(difference: &Difference) -> bool {
    let is_of_lines = |hint: &Hint| matches!(hint, Hint::MissingLines(_) | Hint::ExtraLines(_));
    difference.hints.iter().any(is_of_lines)
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
        (Some(expected), None) if is_unordered(difference) => {
            format!("a line is missing: {expected}")
        }
        (None, Some(actual)) if is_unordered(difference) => {
            format!("line {line}: one too many, {actual}")
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::judge_item;
    use crate::engine::testing::{accepted, item, stopped};
    use crate::model::{Ending, Protocol, Stop};
    use crate::run::{Request, Scripted};

    /// An item with a checker that is a program.
    fn checked() -> Item {
        let item = item(0);
        let program = CheckerProgram {
            command: item.submission.command.clone(),
            arguments: Vec::new(),
            protocol: Protocol::Icpc,
            limits: item.case.limits,
        };
        Item {
            checker: Some(Arc::new(Checker::Program(Box::new(program)))),
            ..item
        }
    }

    /// What comes of an item whose submission is accepted by nobody yet, and its checker ends
    /// as told.
    fn judged(asked: fn() -> Result<Execution, run::Error>) -> Option<Judgement> {
        let mut runner = Scripted::new(|request: &Request<'_>| match request.checker {
            Some(_) => asked(),
            None => Ok(accepted()),
        });
        judge_item(&checked(), &mut runner)
    }

    fn exits(code: i32) -> Result<Execution, run::Error> {
        let ending = Ending::Exited(code);
        Ok(Execution {
            ending,
            ..accepted()
        })
    }

    #[test]
    fn what_the_checker_rules_is_the_verdict() {
        let verdict = |asked| judged(asked).and_then(|judgement| judgement.verdict);
        assert_eq!(verdict(|| exits(42)), Some(Verdict::Accepted));
        assert_eq!(verdict(|| exits(43)), Some(Verdict::WrongAnswer));
        assert_eq!(verdict(|| exits(0)), Some(Verdict::JudgeError));
        let stopped_checker = || Ok(stopped(Stop::Time));
        assert_eq!(verdict(stopped_checker), Some(Verdict::JudgeError));
    }

    #[test]
    fn a_checker_that_cannot_be_run_is_no_fault_of_the_submission() {
        let judgement = judged(|| {
            Err(run::Error::Start {
                program: "c".into(),
                reason: "it is gone".to_owned(),
            })
        });
        let judgement = judgement.unwrap();
        assert_eq!(judgement.verdict, Some(Verdict::JudgeError));
        let reason = "the checker could not be asked: cannot start `c`: it is gone";
        assert_eq!(judgement.reason, reason);
        assert!(!judgement.as_expected);
    }

    #[test]
    fn an_interruption_while_the_checker_runs_leaves_the_item_without_a_verdict() {
        assert!(judged(|| Err(run::Error::Cancelled)).is_none());
    }

    #[test]
    fn a_checker_is_asked_only_about_runs_that_ended_well() {
        for execution in [exits(3), Ok(stopped(Stop::Wall))] {
            let mut execution = Some(execution);
            let mut runner = Scripted::new(|request: &Request<'_>| {
                assert_eq!(request.checker, None);
                execution.take().unwrap()
            });
            let judgement = judge_item(&checked(), &mut runner).unwrap();
            assert_ne!(judgement.verdict, Some(Verdict::Accepted));
        }
    }
}
