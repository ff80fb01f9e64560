use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Error, Execution, Input, Output, Request, Runner, STDERR_KEPT};
use crate::launcher::{self, Cancel, Confinement, Ended, Launcher, Reply, Status, Stopped, Walls};
use crate::model::{Ending, Stop, Stream, Usage};
use crate::sys::{self, MemoryFile};

/// Outputs up to this size are copied; larger ones are mapped.
const COPIED: u64 = 64 << 10;

/// Runs real programs through a launcher of its own.
#[derive(Debug)]
pub struct Launched {
    launcher: Option<Launcher>,
    confinement: Arc<Confinement>,
    cancel: Cancel,
}

impl Launched {
    /// One whose launcher starts with its first run.
    pub fn new(confinement: &Arc<Confinement>, cancel: &Cancel) -> Self {
        Self {
            launcher: None,
            confinement: Arc::clone(confinement),
            cancel: cancel.clone(),
        }
    }
}

impl Launched {
    /// What shuts in the programs that it runs: found out by starting its launcher.
    ///
    /// # Errors
    /// When that cannot be started.
    pub fn walls(&mut self) -> Result<&Walls, Error> {
        let launcher = match self.launcher.take() {
            Some(launcher) => launcher,
            None => start(&self.confinement, &self.cancel)?,
        };
        Ok(self.launcher.insert(launcher).walls())
    }
}

fn start(confinement: &Confinement, cancel: &Cancel) -> Result<Launcher, Error> {
    let temporary = std::env::temp_dir();
    Launcher::start(confinement, &temporary, cancel)
        .map_err(|source| Error::Launcher { temporary, source })
}

impl Runner for Launched {
    fn run(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let stdin = input_file(request.input)?;
        let stdout = memory_file()?;
        let stderr = memory_file()?;
        let message = message(request);
        let mut launcher = match self.launcher.take() {
            Some(launcher) => launcher,
            // This is the first run, or the launcher was lost in the one before.
            None => start(&self.confinement, &self.cancel)?,
        };
        let reply = launcher.run(&message, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()]);
        match reply {
            Ok(reply) => {
                // One that is lost goes now, and all that it started, before what they
                // printed is read.
                let is_lost = matches!(reply, Reply::Overrun { .. });
                self.launcher = (!is_lost).then_some(launcher);
                answer(reply, request, stdout, stderr)
            }
            Err(_) if self.cancel.is_cancelled() => Err(Error::Cancelled),
            Err(source) => Err(Error::System {
                what: "hear from the launcher",
                source,
            }),
        }
    }
}

fn message(request: &Request<'_>) -> launcher::Request {
    let bytes = |text: &OsStr| text.as_bytes().to_vec();
    let (command, limits) = (request.command, request.limits);
    let stops = limits.time_stops();
    // The launcher is in another directory.
    let program = std::path::absolute(&command.program);
    let program = program.as_ref().unwrap_or(&command.program);
    launcher::Request {
        program: bytes(program.as_os_str()),
        words: command.words.iter().map(|word| bytes(word)).collect(),
        env: command
            .env
            .iter()
            .map(|(name, value)| (name.clone().into_bytes(), value.clone().into_bytes()))
            .collect(),
        time: stops.cpu,
        wall: stops.wall,
        memory: limits.memory.value,
        output: limits.output.value,
        stderr: limits.stderr.value,
        stack: limits.stack.value,
    }
}

fn input_file(input: Input<'_>) -> Result<OwnedFd, Error> {
    let made = match input {
        Input::Bytes(bytes) => MemoryFile::of_bytes(bytes),
        Input::File(path) => {
            let mut file = open_input(path)?;
            MemoryFile::of_file(&mut file)
        }
    };
    made.map_err(|source| Error::System {
        what: "make a memory file of the input",
        source,
    })
}

fn open_input(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|source| Error::Input {
        path: path.to_owned(),
        source,
    })
}

fn memory_file() -> Result<MemoryFile, Error> {
    MemoryFile::new().map_err(|source| Error::System {
        what: "make a memory file",
        source,
    })
}

fn answer(
    reply: Reply,
    request: &Request<'_>,
    stdout: MemoryFile,
    stderr: MemoryFile,
) -> Result<Execution, Error> {
    match reply {
        Reply::NotStarted(reason) => Err(Error::Start {
            program: request.command.program.clone(),
            reason,
        }),
        Reply::Ended(ended) => execution(&ended, stdout, stderr).map_err(unreadable),
        Reply::Overrun { wall } => overrun(wall, &stdout, &stderr).map_err(unreadable),
    }
}

fn unreadable(source: io::Error) -> Error {
    Error::System {
        what: "read what the program printed",
        source,
    }
}

/// What is known of a run of which the launcher did not live to tell: its CPU time is lost.
fn overrun(wall: Duration, stdout: &MemoryFile, stderr: &MemoryFile) -> io::Result<Execution> {
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
        stdout: Vec::new().into(),
        stderr: Vec::new(),
    })
}

fn execution(ended: &Ended, stdout: MemoryFile, mut stderr: MemoryFile) -> io::Result<Execution> {
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
        stopped_by: ended.stopped_by.map(stop),
        usage,
        left_over: ended.left_over,
        backstop: ended.backstop,
        stdout: printed(stdout, usage.output)?,
        stderr: match usage.stderr {
            0 => Vec::new(),
            length => stderr.ends(length, STDERR_KEPT as u64)?,
        },
    })
}

/// The output as bytes that change no more: all that could write to it is dead.
fn printed(mut file: MemoryFile, length: u64) -> io::Result<Output> {
    Ok(match length {
        0 => Vec::new().into(),
        1..=COPIED => file.head(COPIED)?.into(),
        _ => file.seal()?.into(),
    })
}

const fn stop(stopped: Stopped) -> Stop {
    match stopped {
        Stopped::Time => Stop::Time,
        Stopped::Wall => Stop::Wall,
        Stopped::Memory => Stop::Memory,
        Stopped::Output => Stop::Output(Stream::Stdout),
        Stopped::Stderr => Stop::Output(Stream::Stderr),
    }
}
