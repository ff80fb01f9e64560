//! Checkers and interactors that are programs: how one is asked, and what its end means.
//!
//! Only the exit codes that its protocol agrees on decide. Whatever else becomes of it is no
//! opinion about the output, and is told with its own words.

mod icpc;
mod interactor;
mod testlib;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::model::{CheckerProgram, Ending, Protocol, Remark};
use crate::run::{Error, Execution, Input, Request, Runner, classify, stopped};
use crate::untrusted;

pub use interactor::{Talked, talk};

/// What a checker makes of an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// What it decides.
    pub ruling: Ruling,
    /// Why, in one line of safe text; empty for what is right.
    pub reason: String,
    /// All that it said, for what is not right.
    pub remarks: Vec<Remark>,
}

/// What a checker decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The output answers the input.
    Right,
    /// It has not the form that it should have.
    Format,
    /// It does not answer the input.
    Wrong,
    /// Nothing: the checker failed, or found fault with its own data.
    Failed,
}

/// The two files of a case.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The input.
    pub input: &'a Path,
    /// The expected output, which the checker is told as the answer.
    pub answer: &'a Path,
}

/// Has a checker judge `output`.
///
/// # Errors
/// When it cannot be run at all.
pub fn ask(
    program: &CheckerProgram,
    files: Files<'_>,
    output: &[u8],
    runner: &mut impl Runner,
) -> Result<Opinion, Error> {
    let mut command = program.command.clone();
    let first = u32::try_from(command.words.len()).unwrap_or(u32::MAX);
    let (words, checker) = match program.protocol {
        Protocol::Icpc => icpc::words(files, first),
        Protocol::Testlib => testlib::words(files, first),
    };
    command.words.extend(words);
    command.words.extend_from_slice(&program.arguments);
    let execution = runner.check(&Request {
        command: &command,
        input: Input::Bytes(output),
        limits: &program.limits,
        checker: Some(checker),
    })?;
    Ok(opinion("checker", program, &execution))
}

/// Where a file really is: the checker is told that path, since it does not see every link
/// that leads there.
pub fn place(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

fn word(file: &Path) -> OsString {
    place(file).into()
}

/// What the end of a program means, which is called its `role` here.
fn opinion(role: &str, program: &CheckerProgram, execution: &Execution) -> Opinion {
    let ruled = match execution.ending {
        Ending::Exited(code) => match stopped(execution, &program.limits) {
            Some(decision) => Err(decision.reason),
            None => match program.protocol {
                Protocol::Icpc => icpc::ruling(code),
                Protocol::Testlib => testlib::ruling(code),
            },
        },
        Ending::Signaled(_) => {
            // It decides something for every signal.
            let decision = classify(execution, &program.limits);
            Err(decision.map(|decision| decision.reason).unwrap_or_default())
        }
    };
    let remarks = remarks(execution);
    let said = first_line(&remarks);
    let (ruling, reason) = match ruled {
        Ok(Ruling::Right) => {
            return Opinion {
                ruling: Ruling::Right,
                reason: String::new(),
                remarks: Vec::new(),
            };
        }
        Ok(ruling) => (ruling, said.map(|said| format!("the {role} says: {said}"))),
        Err(why) => {
            let said = said.map(|said| format!(", and says: {said}"));
            let why = format!("the {role} failed: {why}{}", said.unwrap_or_default());
            (Ruling::Failed, Some(why))
        }
    };
    Opinion {
        ruling,
        reason: reason.unwrap_or_else(|| format!("the {role} does not say why")),
        remarks,
    }
}

/// What it said, what matters most first.
fn remarks(execution: &Execution) -> Vec<Remark> {
    let feedback = execution.feedback.clone().unwrap_or_default();
    let all = [
        ("judgeerror.txt", feedback.judge_error),
        ("judgemessage.txt", feedback.judge_message),
        ("teammessage.txt", feedback.team_message),
        ("stderr", execution.stderr.clone()),
    ];
    let remarks = all.map(|(from, text)| Remark { from, text });
    let is_said = |remark: &Remark| !remark.text.trim_ascii().is_empty();
    remarks.into_iter().filter(is_said).collect()
}

/// How many characters of a remark stand in a reason.
const QUOTED: usize = 200;

/// The first line of the first remark.
fn first_line(remarks: &[Remark]) -> Option<String> {
    let text = remarks.first()?.text.trim_ascii();
    let line = text.split(|&byte| byte == b'\n').next()?;
    let shown = untrusted::escape(line.trim_ascii_end());
    Some(match shown.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    })
}

#[cfg(test)]
mod tests;
