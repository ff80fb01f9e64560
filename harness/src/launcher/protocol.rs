use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::feedback::{CheckerWords, Feedback};
use super::grants::Confinement;
use super::layers::Walls;

/// The first message: how to shut in what will be run. It travels as a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) confinement: Confinement,
    temporary: Vec<u8>,
}

impl Start {
    pub(super) fn new(confinement: &Confinement, temporary: &Path) -> Self {
        Self {
            confinement: confinement.clone(),
            temporary: temporary.as_os_str().as_bytes().to_vec(),
        }
    }

    /// Where a launcher without namespaces makes its scratch directory.
    pub(super) fn temporary(&self) -> PathBuf {
        OsString::from_vec(self.temporary.clone()).into()
    }
}

/// The answer to it: how far the launcher is shut in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Welcome {
    pub(super) walls: Walls,
    scratch: Option<Vec<u8>>,
}

impl Welcome {
    pub(super) fn new(walls: Walls, scratch: &Path, is_of_host: bool) -> Self {
        let bytes = || scratch.as_os_str().as_bytes().to_vec();
        Self {
            walls,
            scratch: is_of_host.then(bytes),
        }
    }

    /// The scratch directory, where it is one of the host.
    pub(super) fn scratch(&self) -> Option<PathBuf> {
        let bytes = self.scratch.clone()?;
        Some(OsString::from_vec(bytes).into())
    }
}

/// What the judge says after the first message; `R` is a [`Request`], or refers to one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Message<R> {
    /// Run this. One request may wait while the one before it runs.
    Run(R),
    /// Go on after a run that was not quick: see [`Reply::was_quick`].
    GoOn,
}

/// What to start, and the ceilings that stop it. The files for standard input, output and
/// error travel beside it, in this order, and maybe a fourth, its leash: the reading end of a
/// pipe. With that, standard output is a pipe that somebody else reads and counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The path of the program.
    pub program: Vec<u8>,
    /// Its arguments, its own name first.
    pub words: Vec<Vec<u8>>,
    /// Its whole environment.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// CPU time of all processes.
    pub time: Duration,
    /// Time on the wall clock.
    pub wall: Duration,
    /// Resident bytes.
    pub memory: u64,
    /// Bytes on standard output.
    pub output: u64,
    /// Bytes on standard error.
    pub stderr: u64,
    /// Bytes of the main thread's stack.
    pub stack: u64,
    /// For a checker: what its words are.
    pub checker: Option<CheckerWords>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// It ran, and has ended.
    Ended(Ended),
    /// The system would not start it: why.
    NotStarted(String),
    /// The limit of the control group killed the launcher, too: a program that hides its
    /// memory is smaller than that. Said by the judge's end; another launcher is needed.
    Overrun {
        /// From the request to that end.
        wall: Duration,
    },
}

impl Reply {
    /// Whether a request that waits may run without a word of the judge, who has nothing to
    /// ask or to set right: no control group can have been full.
    pub(super) fn was_quick(&self) -> bool {
        match self {
            Self::Ended(ended) => ended.was_quick(),
            Self::NotStarted(_) => true,
            Self::Overrun { .. } => false,
        }
    }
}

/// No program can fill a control group in this time.
pub(super) const TO_FILL: Duration = Duration::from_millis(5);

/// How a run ended and what all of its processes used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// The exit code, or the number of the signal that ended it.
    pub status: Status,
    /// The limit for which it was stopped.
    pub stopped_by: Option<Stopped>,
    /// CPU time of all processes.
    pub cpu: Duration,
    /// From the start to the end of the first process.
    pub wall: Duration,
    /// Peak resident bytes.
    pub memory: u64,
    /// Processes that had to be killed after the end of the first.
    pub left_over: u32,
    /// Whether the limit of the control group killed any of its processes. The judge's end
    /// fills it in: from inside the group cannot be seen.
    pub backstop: bool,
    /// What is in the feedback directory, where one was wanted.
    pub feedback: Option<Feedback>,
}

impl Ended {
    /// Whether it ended well, and too soon to have filled its control group.
    pub(super) fn was_quick(&self) -> bool {
        self.stopped_by.is_none() && self.status == Status::Code(0) && self.wall < TO_FILL
    }
}

/// How the first process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It exited with this code.
    Code(i32),
    /// The signal of this number ended it.
    Signal(i32),
}

/// Why a run was stopped: the limit that it exceeded, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stopped {
    /// CPU time.
    Time,
    /// The wall guard.
    Wall,
    /// Resident memory.
    Memory,
    /// Bytes on standard output.
    Output,
    /// Bytes on standard error.
    Stderr,
    /// None: the judge let go of its leash.
    Released,
}

/// A message as bytes.
///
/// # Errors
/// Never with the messages of this module; the error is that of the format.
pub(super) fn encode(message: &impl Serialize) -> io::Result<Vec<u8>> {
    postcard::to_allocvec(message).map_err(io::Error::other)
}

/// The message in `bytes`.
///
/// # Errors
/// When they hold none: the two ends are not of the same version.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(io::Error::other)
}
