//! What the reply of a launcher says of a run.

use std::io;
use std::path::Path;
use std::time::Duration;

use super::{Error, Execution, Output, STDERR_KEPT};
use crate::launcher::{Ended, Reply, Status, Stopped};
use crate::model::{Command, Ending, Stop, Stream, Usage};
use crate::sys::{self, MemoryFile};

/// Outputs up to this size are copied; larger ones are mapped.
const COPIED: u64 = 64 << 10;

/// The reply about a run that wrote to a pipe.
pub(super) struct Piped {
    pub(super) reply: io::Result<Reply>,
    /// The limit for which the judge let go of its leash.
    pub(super) released_for: Option<Stop>,
    /// What it said, in bytes.
    pub(super) said: u64,
    pub(super) stderr: MemoryFile,
}

impl Piped {
    /// Whether another launcher is needed.
    pub(super) const fn is_launcher_lost(&self) -> bool {
        matches!(self.reply, Ok(Reply::Overrun { .. }) | Err(_))
    }

    /// What came of a run of `command`.
    ///
    /// # Errors
    /// When it could not be started or watched.
    pub(super) fn execution(self, command: &Command) -> Result<Execution, Error> {
        let Self { said, stderr, .. } = self;
        let reply = self.reply.map_err(unheard)?;
        let was_released = matches!(
            &reply,
            Reply::Ended(ended) if ended.stopped_by == Some(Stopped::Released)
        );
        let mut execution = answer(reply, &command.program, Printed::Elsewhere(said), stderr)?;
        if was_released {
            execution.stopped_by = self.released_for;
        }
        Ok(execution)
    }
}

/// Where the output of a run is.
pub(super) enum Printed {
    /// In a file.
    File(MemoryFile),
    /// So many bytes went to somebody else.
    Elsewhere(u64),
}

/// What came of a run of `program`.
///
/// # Errors
/// When it could not be started, or what it printed cannot be read.
pub(super) fn answer(
    reply: Reply,
    program: &Path,
    stdout: Printed,
    stderr: MemoryFile,
) -> Result<Execution, Error> {
    match reply {
        Reply::NotStarted(reason) => Err(Error::Start {
            program: program.to_owned(),
            reason,
        }),
        Reply::Ended(ended) => execution(&ended, stdout, &stderr).map_err(unreadable),
        Reply::Overrun { wall } => overrun(wall, &stdout, &stderr).map_err(unreadable),
    }
}

/// The error that a launcher which has gone amounts to.
pub(super) fn unheard(source: io::Error) -> Error {
    Error::System {
        what: "hear from the launcher",
        source,
    }
}

fn unreadable(source: io::Error) -> Error {
    Error::System {
        what: "read what the program printed",
        source,
    }
}

/// What is known of a run of which the launcher did not live to tell: its CPU time is lost.
fn overrun(wall: Duration, stdout: &Printed, stderr: &MemoryFile) -> io::Result<Execution> {
    Ok(Execution {
        ending: Ending::Signaled(sys::out_of_memory()),
        stopped_by: None,
        usage: Usage {
            cpu: Duration::ZERO,
            wall,
            memory: None,
            output: stdout.length()?,
            stderr: stderr.length()?,
        },
        left_over: 0,
        backstop: true,
        feedback: None,
        stdout: Vec::new().into(),
        stderr: Vec::new(),
    })
}

fn execution(ended: &Ended, stdout: Printed, stderr: &MemoryFile) -> io::Result<Execution> {
    let usage = Usage {
        cpu: ended.cpu,
        wall: ended.wall,
        memory: Some(ended.memory),
        output: stdout.length()?,
        stderr: stderr.length()?,
    };
    Ok(Execution {
        ending: match ended.status {
            Status::Code(code) => Ending::Exited(code),
            Status::Signal(number) => Ending::Signaled(sys::signal(number)),
        },
        stopped_by: ended.stopped_by.and_then(stop),
        usage,
        left_over: ended.left_over,
        backstop: ended.backstop,
        feedback: ended.feedback.clone(),
        stdout: stdout.into_output(usage.output)?,
        stderr: match usage.stderr {
            0 => Vec::new(),
            length => stderr.ends(length, STDERR_KEPT as u64)?,
        },
    })
}

impl Printed {
    fn length(&self) -> io::Result<u64> {
        match self {
            Self::File(file) => file.length(),
            Self::Elsewhere(length) => Ok(*length),
        }
    }

    /// The output as bytes that change no more: all that could write to it is dead.
    fn into_output(self, length: u64) -> io::Result<Output> {
        Ok(match (self, length) {
            (Self::Elsewhere(_), _) | (_, 0) => Vec::new().into(),
            (Self::File(file), 1..=COPIED) => file.part(0, length)?.into(),
            (Self::File(file), _) => file.seal()?.into(),
        })
    }
}

const fn stop(stopped: Stopped) -> Option<Stop> {
    match stopped {
        Stopped::Time => Some(Stop::Time),
        Stopped::Wall => Some(Stop::Wall),
        Stopped::Memory => Some(Stop::Memory),
        Stopped::Output => Some(Stop::Output(Stream::Stdout)),
        Stopped::Stderr => Some(Stop::Output(Stream::Stderr)),
        Stopped::Released => None,
    }
}
