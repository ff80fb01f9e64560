use std::io;

use rustix::process::{Pid, PidfdFlags, Signal as Named};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::model::Signal;

/// A signal with its name.
pub const fn signal(number: i32) -> Signal {
    let name = match number {
        SIGHUP => "SIGHUP",
        SIGINT => "SIGINT",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGALRM => "SIGALRM",
        SIGTERM => "SIGTERM",
        libc::SIGSTKFLT => "SIGSTKFLT",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        libc::SIGVTALRM => "SIGVTALRM",
        libc::SIGPROF => "SIGPROF",
        libc::SIGIO => "SIGIO",
        libc::SIGPWR => "SIGPWR",
        libc::SIGSYS => "SIGSYS",
        _ => "a real-time signal",
    };
    Signal { number, name }
}

/// Gives every signal its default disposition and unblocks all: an inherited "ignore"
/// (`nohup`, a shell's background job, a parent that does not wait) would be handed on to
/// every program that is started, and an ignored SIGCHLD makes waiting fail.
///
/// True when a hang-up was ignored before, which is how `nohup` asks a program to go on.
pub fn reset_signals() -> bool {
    let last = libc::SIGRTMAX();
    let mut hangup_ignored = false;
    // SAFETY: setting a disposition to the default installs no code of ours; the set is a
    // live variable, initialised by `sigemptyset` before it is used.
    unsafe {
        for number in 1..=last {
            // It fails for SIGKILL and SIGSTOP, which always have their default.
            let before = libc::signal(number, libc::SIG_DFL);
            hangup_ignored |= number == SIGHUP && before == libc::SIG_IGN;
        }
        let mut none = std::mem::zeroed::<libc::sigset_t>();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
    hangup_ignored
}

/// Goes on when the terminal is closed, as `nohup` wants it.
pub fn ignore_hangup() {
    // SAFETY: ignoring a signal installs no code of ours.
    unsafe {
        libc::signal(SIGHUP, libc::SIG_IGN);
    }
}

/// Makes writing to a closed pipe an error that can be handled. What is started from here
/// gets the default back: the standard library sees to that.
pub fn survive_closed_pipes() {
    // SAFETY: ignoring a signal installs no code of ours.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// The signals by which people and systems end a program: INT, TERM, HUP.
#[derive(Debug)]
pub struct Interrupts(Signals);

impl Interrupts {
    /// From now on these signals are kept for [`Interrupts::wait`] and do nothing else. A
    /// HUP that was ignored on entry (`nohup`) stays so.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn catch(hangup_too: bool) -> io::Result<Self> {
        let all = [SIGINT, SIGTERM, SIGHUP];
        let wanted = if hangup_too { &all[..] } else { &all[..2] };
        Ok(Self(Signals::new(wanted)?))
    }

    /// Waits for the next one and gives its number.
    pub fn wait(&mut self) -> Option<u8> {
        self.0
            .forever()
            .next()
            .and_then(|number| u8::try_from(number).ok())
    }
}

/// Kills a process, stopped or not, if it is still the one that started at `start`, which
/// `started` tells of the process that has the number now.
pub fn kill(pid: u32, started: impl FnOnce() -> bool) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
        return;
    };
    // The descriptor holds on to the process; the number may go to another one meanwhile.
    if let Ok(process) = rustix::process::pidfd_open(pid, PidfdFlags::empty())
        && started()
    {
        let _ = rustix::process::pidfd_send_signal(process, Named::KILL);
    }
}

/// Kills the process group that the child `pid` leads. The child must not be reaped yet:
/// until then nobody else can have its number.
pub fn kill_group(pid: u32) {
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = rustix::process::kill_process_group(pid, Named::KILL);
    }
}

/// Kills every process of this namespace but this one, which is process 1 there.
pub fn kill_all() {
    // SAFETY: sending a signal touches no memory of this process.
    unsafe {
        // It fails when there is nobody, which is what is wanted.
        libc::kill(-1, libc::SIGKILL);
    }
}
