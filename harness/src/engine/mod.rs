//! Judges a plan: every item once, several at a time. It prints nothing; what happens is
//! told as events.

mod item;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::event::{Event, RunEnd};
use crate::plan::Item;
use crate::run::Runner;

pub use item::judge_item;

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
/// plan when it is free. When a run is cancelled, its worker stops and the item stays
/// without a verdict; `interrupted_by` is asked at the end for the signal that did it.
///
/// # Errors
/// When the threads cannot be started.
pub fn judge<R: Runner>(
    items: &[Item],
    jobs: usize,
    runner: impl Fn() -> R + Sync,
    interrupted_by: impl Fn() -> Option<u8>,
    events: &Sender<Event>,
) -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.min(items.len()).max(1))
        .build()
        .map_err(|source| Error::Pool { jobs, source })?;
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    pool.broadcast(|_| {
        let mut runner = runner();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            tell(events, Event::CaseStarted(item.index));
            match judge_item(item, &mut runner) {
                Some(judgement) => tell(events, Event::CaseFinished(Box::new(judgement))),
                None => break,
            }
        }
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

/// Nobody may be listening any more, which is no reason to stop judging.
fn tell(events: &Sender<Event>, event: Event) {
    let _ = events.send(event);
}
