//! A submission and an interactor at work, each in a launcher of its own.
//!
//! One thread waits for all that may happen: words of either, the reply of either launcher,
//! the end of a guard. The launchers keep the limits, but for two that only this side can see:
//! how much was said, and how long the interactor goes on alone. Each run is held by a leash,
//! a pipe that its launcher watches: letting go of it ends the run.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

use super::interaction::{Pair, Talked};
use super::relay::{Ends, Relay};
use super::reply::Piped;
use crate::launcher::{Launcher, Reply, Request, Status};
use crate::model::{Party, Stop, Stream};
use crate::sys::{MemoryFile, Pipe};

/// A launcher with what it is to run.
pub(super) type Asked<'l> = (&'l mut Launcher, &'l Request);

/// Has both run to their ends.
///
/// # Errors
/// When files cannot be made, or passing on fails: nothing is known of either launcher then.
pub(super) fn talk(
    pair: &Pair<'_>,
    submission: Asked<'_>,
    interactor: Asked<'_>,
) -> io::Result<Talked> {
    let (relay, ends, ends_of_interactor) = Relay::new()?;
    // The interactor first: its start is not the submission's time.
    let interactor = Side::start(interactor, ends_of_interactor)?;
    let talk = Talk {
        submission: Side::start(submission, ends)?,
        interactor,
        relay,
        accepts: pair.accepts,
        patience: pair.interactor.limits.wall.value,
        started: Instant::now(),
        is_long: false,
        first: None,
        unread: 0,
        alone_since: None,
    };
    talk.run()
}

/// One of the two.
struct Side<'l> {
    launcher: &'l mut Launcher,
    /// The writing end; none when it was let go.
    leash: Option<OwnedFd>,
    /// The most that it may say, in bytes.
    most: u64,
    /// The limit for which it was let go.
    released_for: Option<Stop>,
    reply: Option<io::Result<Reply>>,
    stderr: MemoryFile,
}

impl<'l> Side<'l> {
    /// Asks for the run. Where that fails, this is the reply.
    fn start((launcher, request): Asked<'l>, ends: Ends) -> io::Result<Self> {
        let (leash, stderr) = (Pipe::new()?, MemoryFile::new()?);
        let (stdin, stdout) = (ends.stdin.as_fd(), ends.stdout.as_fd());
        let files = [stdin, stdout, stderr.as_fd(), leash.reader.as_fd()];
        let sent = launcher.send(request, &files);
        Ok(Self {
            launcher,
            leash: Some(leash.writer),
            most: request.output,
            released_for: None,
            reply: sent.err().map(Err),
            stderr,
        })
    }

    /// Ends the run, if it has not ended.
    fn release(&mut self, limit: Option<Stop>) {
        if self.leash.take().is_some() {
            self.released_for = limit;
        }
    }

    /// What is left of it when both have ended.
    fn done(self, said: u64) -> Piped {
        Piped {
            // Nobody asks before there is one.
            reply: self.reply.unwrap_or(Err(io::ErrorKind::Other.into())),
            released_for: self.released_for,
            said,
            stderr: self.stderr,
        }
    }
}

/// Both at work.
struct Talk<'l> {
    submission: Side<'l>,
    interactor: Side<'l>,
    relay: Relay,
    accepts: i32,
    /// How long the interactor may go on alone.
    patience: Duration,
    started: Instant,
    is_long: bool,
    first: Option<Party>,
    unread: u64,
    /// When the submission ended.
    alone_since: Option<Instant>,
}

/// Of two ends that are seen at once, the interactor's counts as the first: it knows more.
const BOTH: [Party; 2] = [Party::Interactor, Party::Submission];

impl<'l> Talk<'l> {
    fn run(mut self) -> io::Result<Talked> {
        for party in BOTH {
            if !self.is_awaited(party) {
                self.side(party.other()).release(None);
            }
        }
        while BOTH.into_iter().any(|party| self.is_awaited(party)) {
            let replied = self.wait()?;
            self.relay.pass_on()?;
            for party in replied {
                self.hear_of_end(party)?;
            }
            self.keep_limits();
        }
        self.relay.hear_out()?;
        let said = BOTH.map(|party| self.relay.said(party));
        Ok(Talked {
            interactor: self.interactor.done(said[0]),
            submission: self.submission.done(said[1]),
            first: self.first.unwrap_or(Party::Interactor),
            unread: self.unread,
            transcript: self.relay.into_transcript(),
        })
    }

    /// Waits until something happens; gives those whose launcher has replied.
    fn wait(&mut self) -> io::Result<Vec<Party>> {
        self.prepare_for_long();
        let awaited: Vec<Party> = BOTH
            .into_iter()
            .filter(|&party| self.is_awaited(party))
            .collect();
        let line = |party| match party {
            Party::Submission => self.submission.launcher.line(),
            Party::Interactor => self.interactor.launcher.line(),
        };
        let lines = awaited.iter().map(|&party| line(party));
        let lines = lines.map(|line| PollFd::from_borrowed_fd(line, PollFlags::IN));
        let mut fds: Vec<PollFd<'_>> = lines.chain(self.relay.fds()).collect();
        match rustix::event::poll(&mut fds, self.until_next_look().as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let replied = awaited.iter().zip(&fds);
        let replied = replied.filter(|(_, fd)| !fd.revents().is_empty());
        Ok(replied.map(|(&party, _)| party).collect())
    }

    /// How long nothing has to be done unless something happens.
    fn until_next_look(&self) -> Option<Timespec> {
        let long = (!self.is_long).then(|| self.started + Launcher::LONG);
        let guard = self
            .alone_since
            .and_then(|since| since.checked_add(self.patience));
        let next = [long, guard, self.relay.next_look()]
            .into_iter()
            .flatten()
            .min()?;
        Timespec::try_from(next.saturating_duration_since(Instant::now())).ok()
    }

    fn prepare_for_long(&mut self) {
        if !self.is_long && self.started.elapsed() >= Launcher::LONG {
            self.is_long = true;
            for party in BOTH {
                if self.is_awaited(party) {
                    self.side(party).launcher.prepare_for_long();
                }
            }
        }
    }

    /// Takes the reply that is there. The other may have nothing to live for then.
    fn hear_of_end(&mut self, party: Party) -> io::Result<()> {
        let reply = self.side(party).launcher.reply();
        let other_goes_on = match (&reply, party) {
            (Ok(Reply::Ended(_) | Reply::Overrun { .. }), Party::Submission) => true,
            (Ok(Reply::Ended(ended)), Party::Interactor) => {
                ended.status == Status::Code(self.accepts) && ended.stopped_by.is_none()
            }
            _ => false,
        };
        if !other_goes_on {
            self.side(party.other()).release(None);
        }
        if party == Party::Submission {
            self.unread = self.relay.unread(party);
            self.alone_since = Some(Instant::now());
        }
        self.side(party).reply = Some(reply);
        self.first.get_or_insert(party);
        self.relay.end_of(party)
    }

    /// Keeps the limits that no launcher sees.
    fn keep_limits(&mut self) {
        for party in BOTH {
            if self.relay.said(party) > self.side(party).most {
                self.side(party).release(Some(Stop::Output(Stream::Stdout)));
            }
        }
        if self
            .alone_since
            .is_some_and(|since| since.elapsed() >= self.patience)
        {
            self.interactor.release(Some(Stop::Wall));
        }
    }

    const fn is_awaited(&self, party: Party) -> bool {
        match party {
            Party::Submission => self.submission.reply.is_none(),
            Party::Interactor => self.interactor.reply.is_none(),
        }
    }

    const fn side(&mut self, party: Party) -> &mut Side<'l> {
        match party {
            Party::Submission => &mut self.submission,
            Party::Interactor => &mut self.interactor,
        }
    }
}
