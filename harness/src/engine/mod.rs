//! Judges a plan: every item once, several at a time. It prints nothing; what happens is
//! told as events.

mod account;
mod checking;
mod confirm;
mod expected;
mod interactive;
mod item;
mod self_check;
#[cfg(test)]
mod testing;
mod work;

use std::sync::mpsc::SyncSender;
use std::time::Instant;

use crate::event::{Event, RunEnd};
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

/// How the items of a plan are judged.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many at a time.
    pub jobs: usize,
    /// Whether no further item is begun once one is not as expected.
    pub fail_fast: bool,
}

/// Judges all `items` in this manner, and sends what happens to `events`.
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
    manner: Manner,
    runner: impl Fn() -> R + Sync,
    interrupted_by: impl Fn() -> Option<u8>,
    events: &SyncSender<Event>,
) -> Result<(), Error> {
    let Manner { jobs, fail_fast } = manner;
    let n_threads = jobs.min(items.len()).max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .build()
        .map_err(|source| Error::Pool { jobs, source })?;
    let started = Instant::now();
    let work = Work::new(items, n_threads, fail_fast, events);
    // What halted it may turn out to be fine when it is run alone: then it goes on.
    while work.goes_on() {
        pool.broadcast(|_| work.share(&mut runner()));
        confirm::confirm(items, work.take_doubtful(), &mut runner(), |judgement| {
            work.finished(judgement);
        });
    }
    tell(
        events,
        Event::RunFinished(RunEnd {
            elapsed: started.elapsed(),
            interrupted_by: interrupted_by(),
            failed_fast: work.has_failed_fast(),
        }),
    );
    Ok(())
}

/// Nobody may be listening any more, which is no reason to stop judging.
fn tell(events: &SyncSender<Event>, event: Event) {
    let _ = events.send(event);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;
    use crate::engine::testing::{accepted, item, stopped};
    use crate::model::{Ending, Stop};
    use crate::run::{Execution, Request, Scripted};

    /// The items that are judged of six, with `fail_fast` or not, and whether it was cut short.
    fn judged(
        jobs: usize,
        fail_fast: bool,
        run: impl Fn(usize) -> Execution + Sync,
    ) -> (Vec<usize>, bool) {
        let items: Vec<Item> = (0..6).map(item).collect();
        let n_runs = AtomicUsize::new(0);
        let (sender, events) = mpsc::sync_channel(64);
        let manner = Manner { jobs, fail_fast };
        let runner =
            || Scripted::new(|_: &Request<'_>| Ok(run(n_runs.fetch_add(1, Ordering::Relaxed))));
        judge(&items, manner, runner, || None, &sender).unwrap();
        drop(sender);
        let (mut judged, mut failed_fast) = (Vec::new(), false);
        for event in events {
            match event {
                Event::CaseFinished(judgement) => judged.push(judgement.index),
                Event::RunFinished(end) => failed_fast = end.failed_fast,
                _ => {}
            }
        }
        judged.sort_unstable();
        (judged, failed_fast)
    }

    fn crashed() -> Execution {
        Execution {
            ending: Ending::Exited(1),
            ..accepted()
        }
    }

    #[test]
    fn after_a_failure_nothing_more_is_begun_where_that_is_asked_for() {
        let third = |n_run| if n_run == 2 { crashed() } else { accepted() };
        assert_eq!(judged(1, true, third), (vec![0, 1, 2], true));
        assert_eq!(judged(1, false, third), ((0..6).collect(), false));
        assert_eq!(judged(1, true, |_| accepted()), ((0..6).collect(), false));
    }

    #[test]
    fn what_is_fine_alone_cuts_nothing_short() {
        // The first run is slow beside another; alone, and later, all are fast.
        let slow_at_first = |n_run| match n_run {
            0 => stopped(Stop::Time),
            _ => accepted(),
        };
        assert_eq!(judged(2, true, slow_at_first), ((0..6).collect(), false));
        let (some, failed_fast) = judged(2, true, |_| stopped(Stop::Time));
        assert!(failed_fast && some.len() < 6, "{some:?}");
    }
}
