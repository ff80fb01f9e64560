use std::io;
use std::process::ExitCode;

use super::error::Error;
use super::out;
use crate::model::Exit;

/// How the process ends. An error is said first.
pub(super) fn code(done: Result<Exit, Error>) -> ExitCode {
    let exit = done.unwrap_or_else(|error| said(&error));
    ExitCode::from(exit.code())
}

/// Says an error and what to do about it, and gives what it means for the exit code.
pub(super) fn said(error: &Error) -> Exit {
    out::say(&format!("error: {error}"));
    if let Some(help) = error.help() {
        out::say(&format!("help: {help}"));
    }
    error.exit()
}

/// How a launcher ends; only its judge sees it.
pub(super) fn of_launcher(served: &io::Result<()>) -> ExitCode {
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
