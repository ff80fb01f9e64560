//! What passes between two programs that talk to each other: each writes into a pipe of its
//! own, and what comes out is heard, counted and passed on.
//!
//! Nothing here waits, so that neither program can hold up the other but by what it says. At
//! most one piece is under way in each direction: who does not read makes the other wait, as
//! with a pipe between the two. Who has stopped reading for good makes nobody fail: what is
//! said to it is heard and dropped, so that a program does not die of a reader that has gone.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use crate::model::{Party, Transcript};
use crate::sys::{Pipe, never_wait};

/// How much is read at once, in bytes: what a pipe holds.
const PIECE: usize = 64 << 10;

/// How long the end of what one said is kept from the other, when nothing says whether the
/// speaker has ended or goes on in silence. A program dies of the end of its input in no time,
/// and who ended first decides; so the other is not told before it is known.
const GRACE: Duration = Duration::from_millis(100);

/// Passes on what two programs say to each other.
#[derive(Debug)]
pub(super) struct Relay {
    from_submission: Flow,
    from_interactor: Flow,
    transcript: Transcript,
    /// Where a piece is read.
    piece: Vec<u8>,
}

/// The ends of the pipes that a program has.
#[derive(Debug)]
pub(super) struct Ends {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
}

/// One direction.
#[derive(Debug)]
struct Flow {
    /// Where the speaker is heard; none after its end.
    from: Option<OwnedFd>,
    /// Where the listener reads; none after its end.
    to: Option<OwnedFd>,
    /// What was heard and not passed on yet.
    under_way: Vec<u8>,
    /// All that was heard, in bytes.
    said: u64,
    /// When the end was heard.
    silent_since: Option<Instant>,
    /// Whether the speaker is known to have ended.
    is_over: bool,
}

impl Relay {
    /// One with the ends for the submission and those for the interactor.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub(super) fn new() -> io::Result<(Self, Ends, Ends)> {
        let (from_submission, stdout, stdin_of_interactor) = Flow::new()?;
        let (from_interactor, stdout_of_interactor, stdin) = Flow::new()?;
        let relay = Self {
            from_submission,
            from_interactor,
            transcript: Transcript::default(),
            piece: vec![0; PIECE],
        };
        let interactor = Ends {
            stdin: stdin_of_interactor,
            stdout: stdout_of_interactor,
        };
        Ok((relay, Ends { stdin, stdout }, interactor))
    }

    /// What has to be waited for.
    pub(super) fn fds(&self) -> impl Iterator<Item = PollFd<'_>> {
        let fds = [self.from_submission.fd(), self.from_interactor.fd()];
        fds.into_iter().flatten()
    }

    /// When there is something to do though nobody says anything.
    pub(super) fn next_look(&self) -> Option<Instant> {
        let flows = [&self.from_submission, &self.from_interactor];
        flows.into_iter().filter_map(Flow::next_look).min()
    }

    /// Passes on what can be passed on without waiting.
    ///
    /// # Errors
    /// When a pipe fails.
    pub(super) fn pass_on(&mut self) -> io::Result<()> {
        for by in [Party::Submission, Party::Interactor] {
            self.step(by)?;
        }
        Ok(())
    }

    /// The speaker has ended: what is left of its words is heard, the end is passed on.
    ///
    /// # Errors
    /// When a pipe fails.
    pub(super) fn end_of(&mut self, by: Party) -> io::Result<()> {
        self.flow_mut(by).is_over = true;
        self.step(by)
    }

    /// Hears what is left in the pipes of two programs that have both ended.
    ///
    /// # Errors
    /// When a pipe fails.
    pub(super) fn hear_out(&mut self) -> io::Result<()> {
        for by in [Party::Submission, Party::Interactor] {
            let flow = self.flow_mut(by);
            (flow.to, flow.under_way) = (None, Vec::new());
            // Nobody writes any more, so there is an end.
            while self.hear(by)? {}
        }
        Ok(())
    }

    /// How much one has said, in bytes.
    pub(super) fn said(&self, by: Party) -> u64 {
        self.flow(by).said
    }

    /// How much of it the other has not read, in bytes.
    pub(super) fn unread(&self, by: Party) -> u64 {
        self.flow(by).unread()
    }

    /// All that was heard.
    pub(super) fn into_transcript(self) -> Transcript {
        self.transcript
    }

    fn step(&mut self, by: Party) -> io::Result<()> {
        self.flow_mut(by).pass_on()?;
        if self.flow(by).under_way.is_empty() {
            self.hear(by)?;
            self.flow_mut(by).pass_on()?;
        }
        self.flow_mut(by).end_if_over();
        Ok(())
    }

    /// Hears one piece; whether there was any.
    fn hear(&mut self, by: Party) -> io::Result<bool> {
        let flow = match by {
            Party::Submission => &mut self.from_submission,
            Party::Interactor => &mut self.from_interactor,
        };
        let length = flow.hear(&mut self.piece)?;
        self.transcript.hear(by, &self.piece[..length]);
        Ok(length > 0)
    }

    const fn flow(&self, by: Party) -> &Flow {
        match by {
            Party::Submission => &self.from_submission,
            Party::Interactor => &self.from_interactor,
        }
    }

    const fn flow_mut(&mut self, by: Party) -> &mut Flow {
        match by {
            Party::Submission => &mut self.from_submission,
            Party::Interactor => &mut self.from_interactor,
        }
    }
}

impl Flow {
    /// One with the end where the speaker writes and that where the listener reads.
    fn new() -> io::Result<(Self, OwnedFd, OwnedFd)> {
        let (spoken, heard) = (Pipe::new()?, Pipe::new()?);
        never_wait(&spoken.reader)?;
        never_wait(&heard.writer)?;
        let flow = Self {
            from: Some(spoken.reader),
            to: Some(heard.writer),
            under_way: Vec::new(),
            said: 0,
            silent_since: None,
            is_over: false,
        };
        Ok((flow, spoken.writer, heard.reader))
    }

    fn fd(&self) -> Option<PollFd<'_>> {
        match (&self.to, &self.from) {
            (Some(to), _) if !self.under_way.is_empty() => Some(PollFd::new(to, PollFlags::OUT)),
            (_, Some(from)) => Some(PollFd::new(from, PollFlags::IN)),
            (_, None) => None,
        }
    }

    fn next_look(&self) -> Option<Instant> {
        let has_told_all = self.to.is_some() && self.under_way.is_empty();
        self.silent_since
            .filter(|_| has_told_all)
            .map(|since| since + GRACE)
    }

    /// Reads one piece, all of which is under way then; its length, 0 when there is none.
    fn hear(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        let Some(from) = &self.from else {
            return Ok(0);
        };
        let length = match rustix::io::read(from, &mut *piece) {
            Ok(0) => {
                self.from = None;
                self.silent_since = Some(Instant::now());
                0
            }
            Ok(length) => length,
            Err(Errno::AGAIN | Errno::INTR) => 0,
            Err(error) => return Err(error.into()),
        };
        self.said += length as u64;
        if self.to.is_some() {
            self.under_way.extend_from_slice(&piece[..length]);
        }
        Ok(length)
    }

    /// Writes as much as the listener's pipe takes.
    fn pass_on(&mut self) -> io::Result<()> {
        let Some(to) = &self.to else {
            return Ok(());
        };
        if self.under_way.is_empty() {
            return Ok(());
        }
        match rustix::io::write(to, &self.under_way) {
            Ok(length) => drop(self.under_way.drain(..length)),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(Errno::PIPE) => (self.to, self.under_way) = (None, Vec::new()),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Tells the listener that there is no more to come, when all was said.
    fn end_if_over(&mut self) {
        if let Some(since) = self.silent_since
            && self.under_way.is_empty()
            && (self.is_over || since.elapsed() >= GRACE)
        {
            self.to = None;
        }
    }

    /// What is in both pipes and between them.
    fn unread(&self) -> u64 {
        let pipes = [&self.from, &self.to].into_iter().flatten();
        let in_pipes = pipes.filter_map(|pipe| rustix::io::ioctl_fionread(pipe).ok());
        self.under_way.len() as u64 + in_pipes.sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::fs::File;
    use std::io::{Read, Write};

    /// A relay and what its two programs hold.
    struct Setting {
        relay: Relay,
        submission: Program,
        interactor: Program,
    }

    /// What a program holds, until it closes it.
    struct Program {
        stdin: Option<File>,
        stdout: Option<File>,
    }

    fn setting() -> Setting {
        let (relay, submission, interactor) = Relay::new().unwrap();
        let program = |ends: Ends| {
            // A test that waits would never end.
            never_wait(&ends.stdin).unwrap();
            never_wait(&ends.stdout).unwrap();
            Program {
                stdin: Some(ends.stdin.into()),
                stdout: Some(ends.stdout.into()),
            }
        };
        Setting {
            relay,
            submission: program(submission),
            interactor: program(interactor),
        }
    }

    impl Program {
        /// Writes as much as its pipe takes.
        fn say(&mut self, text: &[u8]) -> usize {
            match self.stdout.as_mut().unwrap().write(text) {
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
                Err(error) => panic!("{error}"),
            }
        }

        /// What there is to read; `None` at the end.
        fn hear(&mut self) -> Option<Vec<u8>> {
            let mut bytes = vec![0; PIECE];
            match self.stdin.as_mut().unwrap().read(&mut bytes) {
                Ok(0) => None,
                Ok(length) => Some(bytes[..length].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => Some(Vec::new()),
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn what_one_says_the_other_hears_and_both_are_counted() {
        let mut setting = setting();
        setting.submission.say(b"500\n");
        setting.interactor.say(b"lower\n");
        setting.relay.pass_on().unwrap();
        assert_eq!(setting.interactor.hear().unwrap(), b"500\n");
        assert_eq!(setting.submission.hear().unwrap(), b"lower\n");
        let Setting { relay, .. } = setting;
        let said = [Party::Submission, Party::Interactor].map(|by| relay.said(by));
        assert_eq!(said, [4, 6]);
        assert_eq!(relay.into_transcript().beginning.len(), 2);
    }

    #[test]
    fn who_does_not_read_makes_the_other_wait_and_nothing_grows() {
        let mut setting = setting();
        let mut n_said = 0;
        for _ in 0..100 {
            n_said += setting.submission.say(&[b'x'; 1 << 20]);
            setting.relay.pass_on().unwrap();
            assert!(setting.relay.from_submission.under_way.len() <= PIECE);
        }
        // Two pipes and a piece.
        assert!(n_said <= 4 << 20, "{n_said}");
        let mut n_heard = 0;
        while n_heard < n_said {
            n_heard += setting.interactor.hear().unwrap().len();
            setting.relay.pass_on().unwrap();
        }
        assert_eq!(setting.relay.said(Party::Submission), n_said as u64);
    }

    #[test]
    fn what_was_not_read_is_counted_wherever_it_is() {
        let mut setting = setting();
        let mut n_said = 0;
        for _ in 0..10 {
            n_said += setting.submission.say(&[b'x'; 50_000]) as u64;
            setting.relay.pass_on().unwrap();
            setting.relay.pass_on().unwrap();
        }
        let unread = |setting: &Setting| setting.relay.unread(Party::Submission);
        assert_eq!(unread(&setting), n_said);
        let n_heard = setting.interactor.hear().unwrap().len() as u64;
        assert!(0 < n_heard && n_heard < n_said);
        assert_eq!(unread(&setting), n_said - n_heard);
        setting.interactor.stdin = None;
        for _ in 0..10 {
            setting.relay.pass_on().unwrap();
        }
        assert_eq!(unread(&setting), 0);
    }

    #[test]
    fn a_reader_that_has_gone_makes_nobody_fail() {
        for closed_early in [true, false] {
            let mut setting = setting();
            if !closed_early {
                setting.submission.say(b"first");
                setting.relay.pass_on().unwrap();
            }
            setting.interactor.stdin = None;
            let mut n_said = if closed_early { 0 } else { 5 };
            for _ in 0..100 {
                n_said += setting.submission.say(&[b'x'; 1 << 20]) as u64;
                setting.relay.pass_on().unwrap();
            }
            assert!(n_said > 4 << 20, "{n_said}");
            assert!(setting.relay.said(Party::Submission) > 4 << 20);
            // The other direction goes on.
            setting.interactor.say(b"still here");
            setting.relay.pass_on().unwrap();
            assert_eq!(setting.submission.hear().unwrap(), b"still here");
        }
    }

    #[test]
    fn the_end_is_told_when_the_speaker_has_ended_and_all_was_heard() {
        let mut setting = setting();
        setting.submission.say(b"last words");
        setting.submission.stdout = None;
        setting.relay.end_of(Party::Submission).unwrap();
        setting.relay.pass_on().unwrap();
        assert_eq!(setting.interactor.hear().unwrap(), b"last words");
        assert_eq!(setting.interactor.hear(), None);
        assert!(setting.relay.fds().count() == 1);
    }

    #[test]
    fn the_end_behind_a_full_pipe_comes_after_what_is_in_it() {
        let mut setting = setting();
        let mut n_said = 0;
        for _ in 0..100 {
            n_said += setting.submission.say(&[b'x'; 1 << 16]);
            setting.relay.pass_on().unwrap();
        }
        setting.submission.stdout = None;
        setting.relay.end_of(Party::Submission).unwrap();
        let mut n_heard = 0;
        while let Some(heard) = setting.interactor.hear() {
            n_heard += heard.len();
            setting.relay.pass_on().unwrap();
        }
        assert_eq!(n_heard, n_said);
    }

    #[test]
    fn a_silence_may_be_an_end_and_is_told_late_unless_that_is_known() {
        let mut setting = setting();
        setting.submission.stdout = None;
        setting.relay.pass_on().unwrap();
        assert_eq!(setting.interactor.hear().unwrap(), b"");
        // There is nothing to poll for, but a time to look again.
        assert_eq!(setting.relay.fds().count(), 1);
        let since = setting.relay.from_submission.silent_since.as_mut().unwrap();
        *since -= GRACE;
        assert!(setting.relay.next_look().unwrap() <= Instant::now());
        setting.relay.pass_on().unwrap();
        assert_eq!(setting.interactor.hear(), None);
        assert_eq!(setting.relay.next_look(), None);
    }

    #[test]
    fn what_is_left_when_both_have_ended_is_heard_though_nobody_reads_it() {
        let mut setting = setting();
        let mut n_said = 0;
        for _ in 0..10 {
            n_said += setting.interactor.say(&[b'x'; 1 << 16]) as u64;
            setting.relay.pass_on().unwrap();
        }
        drop((setting.submission, setting.interactor));
        setting.relay.hear_out().unwrap();
        assert_eq!(setting.relay.said(Party::Interactor), n_said);
        assert_eq!(setting.relay.fds().count(), 0);
    }

    proptest! {
        #[test]
        fn every_byte_arrives_once_and_in_order(
            steps in prop::collection::vec((any::<bool>(), any::<bool>(), 0_usize..30_000), 0..40)
        ) {
            let mut setting = setting();
            let mut said = [Vec::new(), Vec::new()];
            let mut heard = [Vec::new(), Vec::new()];
            for (is_submission, reads, length) in steps {
                let (who, program) = match is_submission {
                    true => (0, &mut setting.submission),
                    false => (1, &mut setting.interactor),
                };
                let start = said[who].len();
                let text: Vec<u8> = (start..start + length).map(|n| n.to_le_bytes()[1]).collect();
                let length = program.say(&text);
                said[who].extend_from_slice(&text[..length]);
                if reads {
                    heard[1 - who].extend(program.hear().unwrap());
                }
                setting.relay.pass_on().unwrap();
            }
            (setting.submission.stdout, setting.interactor.stdout) = (None, None);
            for by in [Party::Submission, Party::Interactor] {
                setting.relay.end_of(by).unwrap();
            }
            for (who, program) in [&mut setting.interactor, &mut setting.submission].into_iter().enumerate() {
                while let Some(bytes) = program.hear() {
                    heard[who].extend(bytes);
                    setting.relay.pass_on().unwrap();
                }
            }
            prop_assert!(said == heard);
        }
    }
}
