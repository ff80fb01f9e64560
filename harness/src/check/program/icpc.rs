use std::ffi::OsString;

use super::{Files, Ruling, word};
use crate::launcher::CheckerWords;

/// The exit code for what is right.
pub(super) const RIGHT: i32 = 42;

/// `input answer feedback-directory`; the output is on standard input. An interactor is told
/// the same, and speaks on standard output.
///
/// Source: ICPC and Kattis problem package format, output validators.
pub(super) fn words(files: Files<'_>, first: u32) -> (Vec<OsString>, CheckerWords) {
    // The launcher knows where the directory is.
    let words = vec![word(files.input), word(files.answer), OsString::new()];
    let checker = CheckerWords {
        files: [first, first.saturating_add(1)],
        feedback: Some(first.saturating_add(2)),
    };
    (words, checker)
}

/// What an exit code means, or why it means nothing.
pub(super) fn ruling(code: i32) -> Result<Ruling, String> {
    match code {
        RIGHT => Ok(Ruling::Right),
        43 => Ok(Ruling::Wrong),
        _ => Err(format!(
            "exit code {code}, which is neither 42 (right) nor 43 (wrong)"
        )),
    }
}
