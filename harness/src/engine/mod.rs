//! Judges a plan: every item once, several at a time. It prints nothing; what happens is
//! told as events.

mod account;
mod checking;
mod confirm;
mod interactive;
mod item;
mod self_check;
#[cfg(test)]
mod testing;
mod work;

use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::event::{Event, RunEnd};
use crate::model::Judgement;
use crate::plan::Item;
use crate::run::Runner;

pub use item::judge_item;
pub use self_check::self_check;
use work::Work;

/// Why the engine could not start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The pool of threads could not be made.
    #[error("cannot start {jobs} worker threads: {source}")]
    Pool {
        /// How many were asked for.
        jobs: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Judges all `items`, `jobs` at a time, and sends what happens to `events`.
///
/// Every worker has a runner of its own, made by `runner`, and takes the next item of the
/// plan when it is free. A run that was stopped for its CPU time beside others is confirmed
/// alone at the end. When a run is cancelled, its worker stops and the item stays
/// without a verdict; `interrupted_by` is asked at the end for the signal that did it.
///
/// # Errors
/// When the threads cannot be started.
pub fn judge<R: Runner>(
    items: &[Item],
    jobs: usize,
    runner: impl Fn() -> R + Sync,
    interrupted_by: impl Fn() -> Option<u8>,
    events: &SyncSender<Event>,
) -> Result<(), Error> {
    let n_threads = jobs.min(items.len()).max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .build()
        .map_err(|source| Error::Pool { jobs, source })?;
    let started = Instant::now();
    let work = Work::new(items, n_threads, events);
    pool.broadcast(|_| work.share(&mut runner()));
    confirm::confirm(items, work.into_doubtful(), &mut runner(), |judgement| {
        finished(events, judgement)
    });
    tell(
        events,
        Event::RunFinished(RunEnd {
            elapsed: started.elapsed(),
            interrupted_by: interrupted_by(),
        }),
    );
    Ok(())
}

fn finished(events: &SyncSender<Event>, judgement: Judgement) {
    tell(events, Event::CaseFinished(Box::new(judgement)));
}

/// Nobody may be listening any more, which is no reason to stop judging.
fn tell(events: &SyncSender<Event>, event: Event) {
    let _ = events.send(event);
}
