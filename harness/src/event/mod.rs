//! What happened, told while it happens, and who listens.
//!
//! Judging prints nothing: it sends events through a channel, and one thread hands each of
//! them to every sink in turn. Events know cases, submissions and verdicts, never a problem,
//! and carry no choice of how anything is shown.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::model::{Judgement, RunFacts, Summary};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Before the first case.
    RunStarted(Arc<RunFacts>),
    /// Something that people should know and that is no verdict: one line of safe text.
    Warning(String),
    /// The item at this place of the plan is running.
    CaseStarted(usize),
    /// An item has its verdict. They come in order of completion.
    CaseFinished(Box<Judgement>),
    /// After the last case.
    RunFinished(RunEnd),
}

/// How the judging ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEnd {
    /// From the first case to the last.
    pub elapsed: Duration,
    /// The number of the signal that cut it short.
    pub interrupted_by: Option<u8>,
    /// Whether items were left out after a failure, because that was asked for.
    pub failed_fast: bool,
}

/// Something that shows or keeps what happened.
pub trait Sink {
    /// Takes notice of one event.
    ///
    /// # Errors
    /// When it cannot be written. The sink is then left out of the rest of the run.
    fn on(&mut self, event: &Event) -> io::Result<()>;

    /// Takes notice of what it all came to, after the last event.
    ///
    /// # Errors
    /// When it cannot be written.
    fn finish(&mut self, summary: &Summary) -> io::Result<()>;
}
