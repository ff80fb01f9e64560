use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::protocol::{Reply, Request, decode, encode};
use super::server::MODE;
use crate::sys::{self, Channel};

/// The judge's end of one launcher.
#[derive(Debug)]
pub struct Launcher {
    process: Child,
    line: Channel,
    message: Vec<u8>,
}

impl Launcher {
    /// Starts one, with a scratch directory of its own below `temporary`.
    ///
    /// # Errors
    /// When the directory cannot be made or the process not be started.
    pub fn start(temporary: &Path, cancel: &Cancel) -> io::Result<Self> {
        let scratch = tempfile::Builder::new()
            .prefix("judge-")
            .tempdir_in(temporary)?;
        let (line, other) = sys::channel()?;
        let process = Command::new("/proc/self/exe")
            .arg(MODE)
            .current_dir(scratch.path())
            .env_clear()
            .stdin(OwnedFd::from(other))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // From here on it is the launcher's, which removes it however the judge may end.
        let _ = scratch.keep();
        cancel.watch_over(line.try_clone()?);
        Ok(Self {
            process,
            line,
            message: Vec::new(),
        })
    }

    /// Has a program run to its end. `files` are its standard input, output and error.
    ///
    /// # Errors
    /// When the launcher is gone: killed, or cancelled.
    pub fn run(&mut self, request: &Request, files: [BorrowedFd<'_>; 3]) -> io::Result<Reply> {
        self.line.send(&encode(request)?, &files)?;
        match self.line.receive(&mut self.message)? {
            Some(_) => decode(&self.message),
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Launcher {
    /// Ends the launcher and waits until it has gone, with all that it started.
    fn drop(&mut self) {
        self.line.shut_down();
        let _ = self.process.wait();
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
