use std::fmt;
use std::time::Duration;

/// How the process of a submission ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this code.
    Exited(i32),
    /// A signal ended it.
    Signaled(Signal),
}

/// A signal by number and name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its number on this system.
    pub number: i32,
    /// Its name, as in `SIGSEGV`.
    pub name: &'static str,
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The limit for which the judge stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// CPU time.
    Time,
    /// The wall guard.
    Wall,
    /// Resident memory.
    Memory,
    /// Bytes on a stream.
    Output(Stream),
}

impl Stop {
    /// The word of the JSON report: `time`, `wall`, `memory` or `output`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Wall => "wall",
            Self::Memory => "memory",
            Self::Output(_) => "output",
        }
    }
}

/// One of the two streams that a run writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// What a run used, all of its processes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time, user and system.
    pub cpu: Duration,
    /// Time on the wall clock from start to end.
    pub wall: Duration,
    /// Peak resident memory in bytes; `None` where it was not measured.
    pub memory: Option<u64>,
    /// Bytes written to standard output.
    pub output: u64,
    /// Bytes written to standard error.
    pub stderr: u64,
}
