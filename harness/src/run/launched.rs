use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::interaction::Talked;
use super::reply::{Printed, answer, unheard};
use super::talk::talk;
use super::{Error, Execution, Input, Interaction, Pair, Request, Runner};
use crate::launcher::{self, Cancel, CheckerWords, Confinement, Launcher, Reply, Walls};
use crate::model::{Command, Limits};
use crate::sys::{self, MemoryFile};

/// Runs real programs through a launcher of its own.
#[derive(Debug)]
pub struct Launched {
    launcher: Option<Launcher>,
    confinement: Arc<Confinement>,
    cancel: Cancel,
    /// What was asked for, the first one first.
    runs: VecDeque<Run>,
    /// The one for checkers, which see more.
    checkers: Option<Box<Self>>,
}

/// A run that was asked for.
#[derive(Debug)]
struct Run {
    message: launcher::Request,
    program: PathBuf,
    stdin: OwnedFd,
    stdout: MemoryFile,
    stderr: MemoryFile,
    /// Whether the launcher knows of it.
    is_sent: bool,
}

impl Launched {
    /// One whose launcher starts with its first run.
    pub fn new(confinement: &Arc<Confinement>, cancel: &Cancel) -> Self {
        Self {
            launcher: None,
            confinement: Arc::clone(confinement),
            cancel: cancel.clone(),
            runs: VecDeque::new(),
            checkers: None,
        }
    }

    /// The same with another launcher for checkers, which starts with the first of their runs.
    #[must_use]
    pub fn with_checkers(self, confinement: &Arc<Confinement>) -> Self {
        let checkers = Some(Box::new(Self::new(confinement, &self.cancel)));
        Self { checkers, ..self }
    }

    /// What shuts in the programs that it runs: found out by starting its launcher.
    ///
    /// # Errors
    /// When that cannot be started.
    pub fn walls(&mut self) -> Result<&Walls, Error> {
        self.launcher().map(|launcher| launcher.walls())
    }

    /// The launcher; a new one for the first run, and after one that was lost.
    fn launcher(&mut self) -> Result<&mut Launcher, Error> {
        let launcher = match self.launcher.take() {
            Some(launcher) => launcher,
            None => start(&self.confinement, &self.cancel)?,
        };
        Ok(self.launcher.insert(launcher))
    }

    /// Sends the first run without a result, if that was not done yet.
    fn send_first(&mut self) -> Result<(), Error> {
        if self.runs.front().is_some_and(|run| !run.is_sent) {
            self.launcher()?;
            if let (Some(launcher), Some(run)) = (&mut self.launcher, self.runs.front_mut()) {
                run.send(launcher).map_err(unheard)?;
            }
        }
        Ok(())
    }

    /// The reply to the first run, which was sent. A launcher that is lost goes now, and all
    /// that it started, before what they printed is read.
    fn reply(&mut self) -> Result<Reply, Error> {
        let reply = self.launcher()?.reply();
        if matches!(reply, Ok(Reply::Overrun { .. }) | Err(_)) {
            self.launcher = None;
            for run in &mut self.runs {
                run.is_sent = false;
            }
        }
        reply.map_err(unheard)
    }

    /// Has both run to their ends. A launcher that is lost meanwhile goes, with all that it
    /// started.
    fn talk(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error> {
        if !self.runs.is_empty() {
            return Err(untalked(io::Error::other("another run was asked for")));
        }
        let (submission, interactor) = requests(pair);
        self.launcher()?;
        let checkers = self.checkers.as_mut().ok_or_else(unprepared)?;
        checkers.launcher()?;
        let (Some(launcher), Some(other)) = (&mut self.launcher, &mut checkers.launcher) else {
            return Err(Error::Nothing);
        };
        let talked = talk(pair, (launcher, &submission), (other, &interactor));
        let [submission, interactor] = talked.as_ref().map_or([true; 2], Talked::launchers_lost);
        if submission {
            self.launcher = None;
        }
        if interactor {
            checkers.launcher = None;
        }
        talked.map_err(untalked)?.interaction(pair)
    }

    /// `Cancelled` in place of what follows from that.
    fn unless_cancelled<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        match result {
            Err(Error::System { .. } | Error::Launcher { .. }) if self.cancel.is_cancelled() => {
                Err(Error::Cancelled)
            }
            result => result,
        }
    }
}

impl Run {
    fn new(request: &Request<'_>) -> Result<Self, Error> {
        Ok(Self {
            message: message(request.command, request.limits, request.checker),
            program: request.command.program.clone(),
            stdin: input_file(request.input)?,
            stdout: memory_file()?,
            stderr: memory_file()?,
            is_sent: false,
        })
    }

    fn send(&mut self, launcher: &mut Launcher) -> io::Result<()> {
        let files = [self.stdin.as_fd(), self.stdout.as_fd(), self.stderr.as_fd()];
        launcher.send(&self.message, &files)?;
        self.is_sent = true;
        Ok(())
    }
}

impl Runner for Launched {
    fn ask(&mut self, request: &Request<'_>) -> Result<(), Error> {
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let mut run = Run::new(request)?;
        if let Some(launcher) = &mut self.launcher
            && launcher.can_queue(&run.message)
        {
            // One that has gone is found out by whoever waits for its reply.
            let _ = run.send(launcher);
        }
        self.runs.push_back(run);
        if self.runs.len() == 1 {
            let sent = self.send_first();
            if sent.is_err() {
                self.runs.clear();
            }
            return self.unless_cancelled(sent);
        }
        Ok(())
    }

    fn wait(&mut self) -> Result<Execution, Error> {
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        if self.runs.is_empty() {
            return Err(Error::Nothing);
        }
        let sent = self.send_first();
        let reply = sent.and_then(|()| self.reply());
        let run = self.runs.pop_front().ok_or(Error::Nothing)?;
        let reply = self.unless_cancelled(reply)?;
        if !self.runs.is_empty() && self.launcher.is_some() {
            // It goes on meanwhile; a fault is that of the run which is waited for.
            let _ = self.send_first();
        }
        answer(reply, &run.program, Printed::File(run.stdout), run.stderr)
    }

    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        match &mut self.checkers {
            Some(checkers) => checkers.run(request),
            None => Err(unprepared()),
        }
    }

    fn interact(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error> {
        if self.cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let interaction = self.talk(pair);
        self.unless_cancelled(interaction)
    }
}

/// There are no checkers, or nobody said what they may see.
fn unprepared() -> Error {
    Error::System {
        what: "run a checker",
        source: io::Error::other("nothing is known of what it may see"),
    }
}

fn untalked(source: io::Error) -> Error {
    Error::System {
        what: "have two programs talk to each other",
        source,
    }
}

/// What is asked of the two launchers. The wall guard of the interactor begins when the
/// submission has ended: its launcher, which does not know of that, waits longer.
fn requests(pair: &Pair<'_>) -> (launcher::Request, launcher::Request) {
    let (submission, interactor) = (pair.submission, pair.interactor);
    let asked = message(submission.command, submission.limits, None);
    let mut asked_of_interactor = message(interactor.command, interactor.limits, Some(pair.words));
    // On a busy machine a guard counts a tenth of the time.
    let longest = asked.wall.saturating_mul(10);
    asked_of_interactor.wall = asked_of_interactor.wall.saturating_add(longest);
    (asked, asked_of_interactor)
}

fn start(confinement: &Confinement, cancel: &Cancel) -> Result<Launcher, Error> {
    let temporary = std::env::temp_dir();
    Launcher::start(confinement, &temporary, cancel)
        .map_err(|source| Error::Launcher { temporary, source })
}

fn message(command: &Command, limits: &Limits, checker: Option<CheckerWords>) -> launcher::Request {
    let bytes = |text: &OsStr| text.as_bytes().to_vec();
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
        checker,
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
    sys::open_ordinary(path).map_err(|source| Error::Input {
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
