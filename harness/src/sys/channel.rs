use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags,
    SendAncillaryBuffer, SendAncillaryMessage, SendFlags, Shutdown, SocketFlags, SocketType,
};

/// One end of a line between two processes: whole messages, each with up to `MOST_FILES`
/// open files.
#[derive(Debug)]
pub struct Channel(OwnedFd);

/// How many open files a message can carry.
const MOST_FILES: usize = 4;

/// The longest message in bytes: a command line of this size is refused with a clear error.
const LONGEST: usize = 128 << 10;

/// Where messages are received, of the longest size. Memory that no message has reached yet
/// takes none: a launcher must stay small.
#[derive(Debug)]
pub struct Buffer {
    bytes: Vec<u8>,
    /// Of the message that is in it.
    length: usize,
}

impl Default for Buffer {
    fn default() -> Self {
        Self {
            bytes: vec![0; LONGEST],
            length: 0,
        }
    }
}

impl Buffer {
    /// The last message.
    pub fn message(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// The two ends of a new channel, neither inherited by started programs.
///
/// # Errors
/// When the system has no descriptor left.
pub fn channel() -> io::Result<(Channel, Channel)> {
    let (one, other) = rustix::net::socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?;
    Ok((Channel(one), Channel(other)))
}

impl From<OwnedFd> for Channel {
    fn from(socket: OwnedFd) -> Self {
        Self(socket)
    }
}

impl From<Channel> for OwnedFd {
    fn from(channel: Channel) -> Self {
        channel.0
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl Channel {
    /// Another handle of the same end.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(Self(self.0.try_clone()?))
    }

    /// Sends one message with `files`.
    ///
    /// # Errors
    /// When the message is longer than 128 KiB or the other end is gone.
    pub fn send(&self, message: &[u8], files: &[BorrowedFd<'_>]) -> io::Result<()> {
        if message.len() > LONGEST {
            return Err(io::Error::new(
                io::ErrorKind::ArgumentListTooLong,
                "the command line and its environment are longer than 128 KiB",
            ));
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if !files.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(files)) {
            return Err(io::Error::other("too many files for one message"));
        }
        loop {
            match rustix::net::sendmsg(
                &self.0,
                &[IoSlice::new(message)],
                &mut ancillary,
                SendFlags::NOSIGNAL,
            ) {
                Err(rustix::io::Errno::INTR) => {}
                sent => return sent.map(drop).map_err(io::Error::from),
            }
        }
    }

    /// Waits for one message and puts it into `buffer`; gives the files that came with it,
    /// or `None` when the other end is gone.
    ///
    /// # Errors
    /// When the system fails, or the message was cut short.
    pub fn receive(&self, buffer: &mut Buffer) -> io::Result<Option<Vec<OwnedFd>>> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let received = loop {
            match rustix::net::recvmsg(
                &self.0,
                &mut [IoSliceMut::new(&mut buffer.bytes)],
                &mut ancillary,
                RecvFlags::CMSG_CLOEXEC,
            ) {
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::CONNRESET) => return Ok(None),
                received => break received?,
            }
        };
        if received.bytes == 0 {
            return Ok(None);
        }
        if received.flags.contains(ReturnFlags::TRUNC) {
            return Err(io::Error::other("a message was cut short"));
        }
        buffer.length = received.bytes;
        let files = ancillary
            .drain()
            .filter_map(|part| match part {
                RecvAncillaryMessage::ScmRights(files) => Some(files),
                _ => None,
            })
            .flatten()
            .collect();
        Ok(Some(files))
    }

    /// Whether nothing comes from the other end for this long. Its end is heard, too.
    ///
    /// # Errors
    /// When the system fails.
    pub fn is_silent_for(&self, time: Duration) -> io::Result<bool> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        let most = Timespec::try_from(time).map_err(io::Error::other)?;
        match rustix::event::poll(&mut fds, Some(&most)) {
            Ok(heard) => Ok(heard == 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends the conversation in both directions, for every copy of this end.
    pub fn shut_down(&self) {
        // The other end may be gone already, which is what is wanted.
        let _ = rustix::net::shutdown(&self.0, Shutdown::Both);
    }
}
