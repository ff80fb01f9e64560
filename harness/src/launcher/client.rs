use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::backstop::Backstop;
use super::confine::wanted;
use super::grants::Confinement;
use super::layers::{Layer, Walls};
use super::protocol::{Message, Reply, Request, Start, TO_FILL, Welcome, decode, encode};
use super::server::MODE;
use crate::sys::{self, Buffer, Channel, MemoryFile};

/// The judge's end of one launcher.
#[derive(Debug)]
pub struct Launcher {
    process: Child,
    line: Channel,
    buffer: Buffer,
    walls: Walls,
    /// The scratch directory, where it is one of the host.
    scratch: Option<PathBuf>,
    /// The control group around it, which can be removed after it has gone.
    backstop: Option<Backstop>,
    /// Requests without a reply yet.
    n_sent: usize,
    /// When the first of them could begin.
    since: Instant,
}

impl Launcher {
    /// Starts one that is shut in as told, or as far as this host allows: see
    /// [`Launcher::walls`]. Where it cannot have a scratch directory of its own in memory, it
    /// makes one below `temporary`.
    ///
    /// # Errors
    /// When the process cannot be started, or not do its work.
    pub fn start(confinement: &Confinement, temporary: &Path, cancel: &Cancel) -> io::Result<Self> {
        let (line, other) = sys::channel()?;
        let mut command = Command::new("/proc/self/exe");
        command
            .arg(MODE)
            .current_dir("/")
            .env_clear()
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let (process, backstop) = start_in_group(&mut command, confinement)?;
        // The command holds the launcher's end of the line.
        drop(command);
        let (backstop, in_group) = match backstop {
            Ok(backstop) => (Some(backstop), Ok(())),
            Err(reason) => (None, Err(reason)),
        };
        let mut launcher = Self {
            process,
            line,
            buffer: Buffer::default(),
            walls: Walls::default(),
            scratch: None,
            backstop,
            n_sent: 0,
            since: Instant::now(),
        };
        cancel.watch_over(launcher.line.try_clone()?);
        launcher.begin(&Start::new(confinement, temporary))?;
        launcher.walls.enter(Layer::ControlGroup, in_group);
        launcher.settle_group();
        Ok(launcher)
    }

    fn begin(&mut self, start: &Start) -> io::Result<()> {
        let start = MemoryFile::of_bytes(&encode(start)?)?;
        self.line.send(b"start", &[start.as_fd()])?;
        let answer: Result<Welcome, String> = self.receive()?;
        let welcome = answer.map_err(io::Error::other)?;
        self.scratch = welcome.scratch();
        self.walls = welcome.walls;
        if !self.walls.has(Layer::Namespaces) {
            // Programs could see this process, and may have its user.
            sys::forbid_inspection();
        }
        Ok(())
    }

    fn settle_group(&mut self) {
        if let Some(backstop) = &mut self.backstop {
            self.walls.backing = Some(backstop.backing());
            // In namespaces the launcher is a child of the process that was started.
            let is_stub = self.walls.has(Layer::Namespaces);
            backstop.settle(is_stub.then(|| self.process.id()));
        }
    }

    /// What shuts in the programs that it runs.
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Whether a request may be sent while the one before it runs: it waits in the launcher
    /// then, so that nobody has to be woken between the two.
    pub fn can_queue(&self, request: &Request) -> bool {
        self.n_sent == 1 && self.backstop.as_ref().is_none_or(|one| one.fits(request))
    }

    /// Has a program run. `files` are its standard input, output and error, and maybe a leash:
    /// see [`Request`]. It is for the caller to take the reply to each request, in order, and to
    /// send one while another runs only where that [can queue](Launcher::can_queue).
    ///
    /// # Errors
    /// When the launcher is gone: killed, or cancelled.
    pub fn send(&mut self, request: &Request, files: &[BorrowedFd<'_>]) -> io::Result<()> {
        if self.n_sent == 0 {
            if let Some(backstop) = &mut self.backstop {
                backstop.fit(request);
            }
            self.since = Instant::now();
        }
        self.say(Message::Run(request), files)?;
        self.n_sent += 1;
        Ok(())
    }

    /// Waits for the end of the first run that was asked for.
    ///
    /// # Errors
    /// When the launcher is gone: killed, or cancelled.
    pub fn reply(&mut self) -> io::Result<Reply> {
        if self.backstop.is_some() && self.line.is_silent_for(Self::LONG)? {
            self.prepare_for_long();
        }
        let reply = self.receive();
        let reply = match &mut self.backstop {
            Some(backstop) => with_backstop(reply, backstop, self.since),
            None => reply,
        }?;
        (self.n_sent, self.since) = (self.n_sent.saturating_sub(1), Instant::now());
        if !reply.was_quick() && !matches!(reply, Reply::Overrun { .. }) {
            if let Some(backstop) = &mut self.backstop {
                backstop.treat_all_alike();
            }
            self.say(Message::GoOn, &[])?;
        }
        Ok(reply)
    }

    /// A run that takes longer is long: see [`Launcher::prepare_for_long`].
    pub const LONG: Duration = TO_FILL;

    /// Makes ready for a run that takes long: it may fill the control group, which must not
    /// end the launcher then. [`Launcher::reply`] does so by itself while it waits; who waits
    /// by [`Launcher::line`] has to.
    pub fn prepare_for_long(&mut self) {
        if let Some(backstop) = &mut self.backstop {
            backstop.protect_launcher();
        }
    }

    /// What can be read from when there is a reply, or the launcher has gone.
    pub fn line(&self) -> BorrowedFd<'_> {
        self.line.as_fd()
    }

    fn say(&self, message: Message<&Request>, files: &[BorrowedFd<'_>]) -> io::Result<()> {
        self.line.send(&encode(&message)?, files)
    }

    fn receive<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        match self.line.receive(&mut self.buffer)? {
            Some(_) => decode(self.buffer.message()),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Launcher {
    /// Ends the launcher and waits until it has gone, with all that it started.
    fn drop(&mut self) {
        self.line.shut_down();
        let _ = self.process.wait();
        if let Some(scratch) = &self.scratch {
            // The launcher has emptied it, and could remove it unless it changed its user.
            let _ = std::fs::remove_dir(scratch);
        }
    }
}

/// Adds what the backstop did to what the launcher said, if it lived to say anything.
fn with_backstop(
    reply: io::Result<Reply>,
    backstop: &mut Backstop,
    started: Instant,
) -> io::Result<Reply> {
    match reply {
        Ok(Reply::Ended(mut ended)) => {
            ended.backstop = backstop.has_stopped(&ended);
            Ok(Reply::Ended(ended))
        }
        Err(error) if !backstop.has_killed() => Err(error),
        Err(_) => Ok(Reply::Overrun {
            wall: started.elapsed(),
        }),
        Ok(reply) => Ok(reply),
    }
}

/// Starts the process in a control group of its own, or says why there is none.
fn start_in_group(
    command: &mut Command,
    confinement: &Confinement,
) -> io::Result<(Child, Result<Backstop, String>)> {
    match wanted(confinement, Layer::ControlGroup).and_then(|()| Backstop::new()) {
        Ok(backstop) => {
            let (process, entered) = backstop.start(command)?;
            Ok((process, entered.map(|()| backstop)))
        }
        Err(reason) => Ok((command.spawn()?, Err(reason))),
    }
}

/// Stops everything that runs, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    lines: Mutex<Vec<Channel>>,
}

impl Cancel {
    /// Ends every launcher, with what it runs, and keeps new runs from starting.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        for line in self.lines().iter() {
            line.shut_down();
        }
    }

    /// Whether everything was told to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    fn watch_over(&self, line: Channel) {
        let mut lines = self.lines();
        lines.push(line);
        // Between the last look at the flag and this push it may have been set.
        if self.is_cancelled() {
            lines.iter().for_each(Channel::shut_down);
        }
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Vec<Channel>> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
