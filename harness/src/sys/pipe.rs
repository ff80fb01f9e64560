use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, fchmod, fcntl_getfl, fcntl_setfl};
use rustix::pipe::{PipeFlags, pipe_with};

/// The two ends of a pipe; neither is inherited by started programs.
#[derive(Debug)]
pub struct Pipe {
    /// Where to read.
    pub reader: OwnedFd,
    /// Where to write.
    pub writer: OwnedFd,
}

impl Pipe {
    /// A new one. A program that is given one end, and runs as another user, can open it once
    /// more by its name, as in `/dev/stdin`.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        fchmod(&reader, Mode::from_raw_mode(0o666))?;
        Ok(Self { reader, writer })
    }
}

/// Has reading from or writing to this end of a pipe fail where it would have to wait. The
/// other end is not concerned.
///
/// # Errors
/// When the system refuses.
pub fn never_wait(end: &OwnedFd) -> io::Result<()> {
    let flags = fcntl_getfl(end)?;
    Ok(fcntl_setfl(end, flags | OFlags::NONBLOCK)?)
}
