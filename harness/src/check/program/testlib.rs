use std::ffi::OsString;

use super::{Files, Ruling, word};
use crate::launcher::CheckerWords;

/// The exit code for what is right.
pub(super) const RIGHT: i32 = 0;

/// `input output answer`, where the output is standard input by its name: so it is in no
/// file that could be confused with another run's.
///
/// Source: the help text of checkers that are written with testlib.
pub(super) fn words(files: Files<'_>, first: u32) -> (Vec<OsString>, CheckerWords) {
    let words = vec![word(files.input), "/dev/stdin".into(), word(files.answer)];
    let checker = CheckerWords {
        files: [first, first.saturating_add(2)],
        feedback: None,
    };
    (words, checker)
}

/// `input output answer` for an interactor, which may write to the output what it likes: a
/// file of this name in its working directory.
///
/// Source: the help text of interactors that are written with testlib.
pub(super) fn words_of_interactor(files: Files<'_>, first: u32) -> (Vec<OsString>, CheckerWords) {
    let (mut words, checker) = words(files, first);
    words[1] = "interactor-output".into();
    (words, checker)
}

/// What an exit code means, or why it means nothing. There are no points here: an output that
/// earns some of them is neither right nor wrong.
///
/// Source: the exit codes of `testlib.h`. "Dirt" behind the answer (4) and an early end (8)
/// are told there as a wrong format, as is a presentation error (2).
pub(super) fn ruling(code: i32) -> Result<Ruling, String> {
    match code {
        RIGHT => Ok(Ruling::Right),
        1 => Ok(Ruling::Wrong),
        2 | 4 | 8 => Ok(Ruling::Format),
        3 => Err("exit code 3: the fault is in the case or in itself".to_owned()),
        7 => Err("exit code 7: it gives points, which are not counted here".to_owned()),
        _ => Err(format!(
            "exit code {code}, which is none of testlib's \
             (0 right, 1 wrong, 2, 4 and 8 format, 3 failed, 7 points)"
        )),
    }
}
