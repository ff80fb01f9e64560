//! One execution of a program under limits: what is asked for ([`Request`]), what came of it
//! ([`Execution`]), and what a limit makes of that ([`classify()`]). Of two programs that talk
//! to each other these are a [`Pair`] and an [`Interaction`].
//!
//! Who runs it stands behind [`Runner`]: the launcher for real programs, [`Scripted`] for
//! tests of everything above.

mod classify;
mod interaction;
mod launched;
mod output;
mod relay;
mod reply;
mod scripted;
mod talk;

use std::io;
use std::path::{Path, PathBuf};

use crate::launcher::{CheckerWords, Feedback};
use crate::model::{Command, Ending, Limits, Stop, Usage};

pub use classify::{Decision, classify, stopped};
pub use interaction::{Interaction, Pair, Talker};
pub use launched::Launched;
pub use output::Output;
pub use scripted::Scripted;

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The program and its arguments.
    pub command: &'a Command,
    /// What it finds on standard input.
    pub input: Input<'a>,
    /// The ceilings that stop it.
    pub limits: &'a Limits,
    /// For a checker: what the words of its command are.
    pub checker: Option<CheckerWords>,
}

/// Where standard input comes from. The program gets a copy: it cannot reach the file.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// The contents of a file.
    File(&'a Path),
    /// These bytes.
    Bytes(&'a [u8]),
}

/// What came of a run.
#[derive(Debug)]
pub struct Execution {
    /// How its first process ended.
    pub ending: Ending,
    /// The limit for which the judge stopped it, if it did.
    pub stopped_by: Option<Stop>,
    /// What it used.
    pub usage: Usage,
    /// How many processes it left behind that had to be ended.
    pub left_over: u32,
    /// Whether the limit of its control group killed any of its processes.
    pub backstop: bool,
    /// What is in the feedback directory, where one was wanted.
    pub feedback: Option<Feedback>,
    /// What it printed: the first bytes up to the output limit where it was stopped for that.
    pub stdout: Output,
    /// The beginning and the end of standard error, together at most [`STDERR_KEPT`] bytes and
    /// a line that says how many were left out.
    pub stderr: Vec<u8>,
}

/// How much of standard error is kept, in bytes.
pub const STDERR_KEPT: usize = 4096;

/// Runs programs, one at a time. The next one may be asked for while one runs, so that no
/// time passes between them.
pub trait Runner {
    /// Asks for a run, which begins when those before it have ended.
    ///
    /// # Errors
    /// When it cannot be asked for: then there is no result to wait for.
    fn ask(&mut self, request: &Request<'_>) -> Result<(), Error>;

    /// Waits for the result of the first run without one. It ends by itself, or a limit stops
    /// it; when this returns, nothing that it started is left.
    ///
    /// # Errors
    /// When nothing can be said of the program because it could not be started or watched, or
    /// when no run was asked for.
    fn wait(&mut self) -> Result<Execution, Error>;

    /// Runs a program while nothing else is asked for.
    ///
    /// # Errors
    /// Those of both steps.
    fn run(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        self.ask(request)?;
        self.wait()
    }

    /// Runs a checker, apart from submissions: it may see cases, which they must not.
    ///
    /// # Errors
    /// As for [`Runner::run`].
    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error>;

    /// Runs a submission and an interactor that talk to each other, while nothing else is
    /// asked for. When this returns, nothing that either started is left.
    ///
    /// # Errors
    /// As for [`Runner::run`], of either.
    fn interact(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error>;
}

/// Why a run gives no execution. Never the submission's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program could not be started.
    #[error("cannot start `{}`: {reason}", crate::untrusted::path(program))]
    Start {
        /// The file of the program.
        program: PathBuf,
        /// Why, in a line.
        reason: String,
    },
    /// The input could not be read.
    #[error("cannot read the input `{}`: {source}", crate::untrusted::path(path))]
    Input {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The launcher could not be started, or its scratch directory not be made.
    #[error(
        "cannot start a launcher with a scratch directory in the temporary directory `{}`: {source}",
        crate::untrusted::path(temporary)
    )]
    Launcher {
        /// The directory for temporary files, as `TMPDIR` says.
        temporary: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The judge's own means failed: memory files, the launcher.
    #[error("cannot {what}: {source}")]
    System {
        /// What was tried, as in `make a memory file`.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// There is no result to wait for.
    #[error("nothing was asked for")]
    Nothing,
    /// The whole run was cancelled while this program was running.
    #[error("interrupted")]
    Cancelled,
}
