use super::{Error, Execution, reply};
use crate::launcher::CheckerWords;
use crate::model::{Command, Limits, Party, Transcript};

/// Two programs that are to talk to each other.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The program under test.
    pub submission: Talker<'a>,
    /// The judge's own program, which runs apart from submissions, as a checker.
    pub interactor: Talker<'a>,
    /// What the words of the interactor's command are.
    pub words: CheckerWords,
    /// The exit code of the interactor after which the submission may go on to an end of its
    /// own. With any other all is decided, and the submission is ended at once.
    pub accepts: i32,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Talker<'a> {
    /// The program and its arguments.
    pub command: &'a Command,
    /// The ceilings that stop it. The wall guard of an interactor counts from the end of the
    /// submission: while both run, that of the submission ends them.
    pub limits: &'a Limits,
}

/// What came of it.
#[derive(Debug)]
pub struct Interaction {
    /// What came of the submission; its output is in the transcript alone. Where the
    /// interactor decided before, it was killed.
    pub submission: Execution,
    /// What came of the interactor.
    pub interactor: Execution,
    /// Who ended first.
    pub first: Party,
    /// How much the interactor had not read when the submission ended, in bytes.
    pub unread: u64,
    /// What they said.
    pub transcript: Transcript,
}

/// Both, when they have ended.
pub(super) struct Talked {
    pub(super) submission: reply::Piped,
    pub(super) interactor: reply::Piped,
    pub(super) first: Party,
    pub(super) unread: u64,
    pub(super) transcript: Transcript,
}

impl Talked {
    /// Whether another launcher is needed for submissions, and for checkers.
    pub(super) fn launchers_lost(&self) -> [bool; 2] {
        [&self.submission, &self.interactor].map(reply::Piped::is_launcher_lost)
    }

    /// What the two replies say.
    ///
    /// # Errors
    /// When one of the two could not be started or watched.
    pub(super) fn interaction(self, pair: &Pair<'_>) -> Result<Interaction, Error> {
        let submission = self.submission.execution(pair.submission.command);
        let interactor = self.interactor.execution(pair.interactor.command);
        Ok(Interaction {
            submission: submission?,
            interactor: interactor?,
            first: self.first,
            unread: self.unread,
            transcript: self.transcript,
        })
    }
}
