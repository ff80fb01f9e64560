use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions};

use super::signal;
use crate::model::Ending;

/// How a child ended and what it and the children that it had waited for used.
#[derive(Clone, Copy, Debug)]
pub struct Fate {
    /// How it ended.
    pub ending: Ending,
    /// CPU time, user and system, exact.
    pub cpu: Duration,
    /// The largest resident size of any one of them, in bytes.
    pub peak_bytes: u64,
}

/// Takes a dead child away, waiting for its death if need be. `None` when `pid` is no child
/// of this process (any more).
pub fn reap(pid: u32) -> Option<Fate> {
    take_away(pid, 0)
}

/// Takes a child away if it is dead. `None` when it lives, or is no child of this process.
pub fn reap_if_dead(pid: u32) -> Option<Fate> {
    take_away(pid, libc::WNOHANG)
}

fn take_away(pid: u32, options: i32) -> Option<Fate> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let pid = libc::pid_t::try_from(pid).ok()?;
    loop {
        // SAFETY: both pointers are to live, writable variables of the right types.
        let reaped = unsafe { libc::wait4(pid, &raw mut status, options, usage.as_mut_ptr()) };
        if reaped == pid {
            break;
        }
        if reaped == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
    // SAFETY: all-zero bytes are a valid `rusage`, and `wait4` has filled it.
    let usage = unsafe { usage.assume_init() };
    Some(Fate {
        ending: ending(status),
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        // Linux gives it in KiB.
        peak_bytes: u64::try_from(usage.ru_maxrss).unwrap_or(0) << 10,
    })
}

fn ending(status: i32) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(signal(libc::WTERMSIG(status)))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

/// Whether this process has any child, alive or dead.
pub fn has_children() -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(
        rustix::process::waitid(WaitId::All, options),
        Err(Errno::CHILD)
    )
}

/// The CPU time that all threads of a process have used until now; `None` when there is no
/// such process.
pub fn cpu_clock(pid: u32) -> Option<Duration> {
    let pid = libc::pid_t::try_from(pid).ok()?;
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: both pointers are to live, writable variables of the right types.
    let known = unsafe {
        libc::clock_getcpuclockid(pid, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    known.then(|| Duration::new(seconds, nanos))
}

/// Waits until a child has ended, and leaves it to be reaped. True when the wait was cut short
/// and the child may be running still.
///
/// # Errors
/// When `pid` is no child of this process.
pub fn is_running(pid: u32) -> io::Result<bool> {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or(io::ErrorKind::InvalidInput)?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    match rustix::process::waitid(WaitId::Pid(pid), options) {
        Ok(_) => Ok(false),
        Err(Errno::INTR) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Watches one child for its end, without taking it away.
#[derive(Debug)]
pub struct Watch {
    pidfd: OwnedFd,
}

impl From<OwnedFd> for Watch {
    /// The descriptor is that of a process.
    fn from(pidfd: OwnedFd) -> Self {
        Self { pidfd }
    }
}

/// What a [`Watch`] saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The child, with all of its threads, has ended.
    End,
    /// Nobody holds the other end of its leash any more.
    Release,
    /// Neither, in the time that was given.
    Nothing,
}

impl Watch {
    /// Waits until there is something to see, or `most` has passed. The `leash` is the reading
    /// end of a pipe. An error when the other end of `line` has gone.
    ///
    /// # Errors
    /// [`io::ErrorKind::ConnectionAborted`] when `line` was closed; what the system says
    /// otherwise.
    pub fn wait(
        &self,
        most: Duration,
        line: BorrowedFd<'_>,
        leash: Option<BorrowedFd<'_>>,
    ) -> io::Result<Seen> {
        let n_fds = if leash.is_some() { 3 } else { 2 };
        let mut fds = [
            PollFd::new(&self.pidfd, PollFlags::IN),
            PollFd::from_borrowed_fd(line, PollFlags::RDHUP),
            // The end of a pipe is always told.
            PollFd::from_borrowed_fd(leash.unwrap_or(line), PollFlags::empty()),
        ];
        let fds = &mut fds[..n_fds];
        let timeout = Timespec::try_from(most).unwrap_or(Timespec {
            tv_sec: i64::MAX,
            tv_nsec: 0,
        });
        match rustix::event::poll(fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        if !fds[1].revents().is_empty() {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let is_seen = |place: usize| fds.get(place).is_some_and(|fd| !fd.revents().is_empty());
        Ok(match (is_seen(0), is_seen(2)) {
            (true, _) => Seen::End,
            (false, true) => Seen::Release,
            (false, false) => Seen::Nothing,
        })
    }
}

/// Makes this process the parent of every orphan below it.
///
/// # Errors
/// When the system does not know how.
pub fn become_keeper_of_orphans() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(
        rustix::process::getpid(),
    ))?)
}

/// Begins a session without a terminal, so that Ctrl-C does not reach this process and what
/// it starts cannot open `/dev/tty`.
pub fn leave_terminal() {
    // It fails only for the leader of a group, which has left already.
    let _ = rustix::process::setsid();
}

/// Closes every descriptor above standard error: they are somebody else's.
pub fn close_inherited_files() {
    // SAFETY: nothing in this process owns a descriptor above 2 yet: it is called first.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32);
    }
}
