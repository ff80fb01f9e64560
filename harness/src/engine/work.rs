//! How the items of a plan are shared among workers.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::item::{Begun, begin};
use super::{confirm, tell};
use crate::event::Event;
use crate::model::Judgement;
use crate::plan::Item;
use crate::run::Runner;

/// What the workers share: how far the judging has come.
pub(super) struct Work<'a> {
    items: &'a [Item],
    jobs: usize,
    fail_fast: bool,
    events: &'a SyncSender<Event>,
    /// The place of the next item.
    next: AtomicUsize,
    /// Whether no further item is begun for now.
    halted: AtomicBool,
    /// Whether an item is not as expected, for good.
    failed: AtomicBool,
    cancelled: AtomicBool,
    /// What has to be confirmed alone.
    doubtful: Mutex<Vec<Judgement>>,
}

/// A run that takes longer does not notice what passes between two of them.
const QUICK: Duration = Duration::from_millis(5);

/// As many items for each worker are left to whoever is free.
const KEPT_FREE: usize = 8;

impl<'a> Work<'a> {
    /// All of `items`, for `jobs` workers; with `fail_fast` no further item is begun once one
    /// is not as expected.
    pub(super) fn new(
        items: &'a [Item],
        jobs: usize,
        fail_fast: bool,
        events: &'a SyncSender<Event>,
    ) -> Self {
        Self {
            items,
            jobs,
            fail_fast,
            events,
            next: AtomicUsize::new(0),
            halted: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            cancelled: AtomicBool::new(false),
            doubtful: Mutex::new(Vec::new()),
        }
    }

    /// Whether there is more to begin.
    pub(super) fn goes_on(&self) -> bool {
        self.halted.store(false, Ordering::Relaxed);
        let is_over = self.cancelled.load(Ordering::Relaxed) || self.has_failed_fast();
        !is_over && self.next.load(Ordering::Relaxed) < self.items.len()
    }

    /// Whether a failure has cut it short.
    pub(super) fn has_failed_fast(&self) -> bool {
        self.fail_fast && self.failed.load(Ordering::Relaxed)
    }

    /// Does the part of one worker, which takes the next item whenever it is free. As long as
    /// runs are quick and many are left, it asks for the next before it waits for the one
    /// that runs, so that no core waits for the judge. An item that was asked for is tied to
    /// its worker, however long that is busy with another.
    pub(super) fn share(&self, runner: &mut impl Runner) {
        let mut running = None;
        let mut is_quick = false;
        while let Some(item) = self.next() {
            tell(self.events, Event::CaseStarted(item.index));
            if let Some(before) = running.replace(begin(item, runner)) {
                let Some(quick) = self.end(before, runner) else {
                    return;
                };
                is_quick = quick;
            }
            let may_wait = running
                .as_ref()
                .is_some_and(|begun| !begun.is_interactive());
            if !(may_wait && self.looks_ahead(is_quick))
                && let Some(begun) = running.take()
            {
                let Some(quick) = self.end(begun, runner) else {
                    return;
                };
                is_quick = quick;
            }
        }
        if let Some(last) = running {
            self.end(last, runner);
        }
    }

    fn next(&self) -> Option<&'a Item> {
        if self.halted.load(Ordering::Relaxed) {
            return None;
        }
        self.items.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    fn looks_ahead(&self, is_quick: bool) -> bool {
        let taken = self.next.load(Ordering::Relaxed);
        is_quick && !self.fail_fast && taken + KEPT_FREE * self.jobs < self.items.len()
    }

    /// Waits for the end of an item and tells its verdict; says whether its run was quick, or
    /// `None` when all was cancelled.
    fn end(&self, begun: Begun<'_>, runner: &mut impl Runner) -> Option<bool> {
        // A checker that is a program runs beside the submission that was asked for.
        let is_checked = begun.has_checker_program() || begun.is_interactive();
        let Some(judgement) = begun.end(runner) else {
            self.cancelled.store(true, Ordering::Relaxed);
            return None;
        };
        let is_quick = !is_checked && judgement.usage.is_some_and(|usage| usage.wall < QUICK);
        if self.fail_fast && !judgement.as_expected {
            self.halted.store(true, Ordering::Relaxed);
        }
        if self.jobs > 1 && confirm::is_doubtful(&judgement) {
            self.doubtful().push(judgement);
        } else {
            self.finished(judgement);
        }
        Some(is_quick)
    }

    /// Tells a verdict that stands.
    pub(super) fn finished(&self, judgement: Judgement) {
        if !judgement.as_expected {
            self.failed.store(true, Ordering::Relaxed);
        }
        tell(self.events, Event::CaseFinished(Box::new(judgement)));
    }

    /// What has to be run again, alone.
    pub(super) fn take_doubtful(&self) -> Vec<Judgement> {
        std::mem::take(&mut *self.doubtful())
    }

    fn doubtful(&self) -> MutexGuard<'_, Vec<Judgement>> {
        self.doubtful.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{accepted, interactor, item, stopped};
    use crate::model::{Ending, Stop, Verdict};
    use crate::run::{Error, Execution, Interaction, Pair, Request, Scripted};
    use std::collections::BTreeSet;
    use std::sync::Arc;
    use std::sync::mpsc::sync_channel;

    /// A runner that keeps count of the runs that were asked for and not waited for.
    struct Counting<F> {
        scripted: Scripted<F>,
        open: usize,
        most_open: usize,
    }

    impl<F: FnMut(&Request<'_>) -> Result<Execution, Error>> Runner for Counting<F> {
        fn ask(&mut self, request: &Request<'_>) -> Result<(), Error> {
            self.open += 1;
            self.most_open = self.most_open.max(self.open);
            self.scripted.ask(request)
        }

        fn wait(&mut self) -> Result<Execution, Error> {
            self.open -= 1;
            self.scripted.wait()
        }

        fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
            self.scripted.check(request)
        }

        fn interact(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error> {
            assert_eq!(self.open, 0, "nothing runs beside an interaction");
            self.scripted.interact(pair)
        }
    }

    /// What came of the work of one worker.
    struct Shared {
        /// The most runs that it had asked for at once.
        most_open: usize,
        /// The runs without a result at its end.
        open: usize,
        /// The items whose verdict was told, in this order.
        told: Vec<usize>,
        doubtful: BTreeSet<usize>,
    }

    fn shared(
        n_items: usize,
        script: impl FnMut(&Request<'_>) -> Result<Execution, Error>,
    ) -> Shared {
        let items: Vec<Item> = (0..n_items).map(item).collect();
        let (sender, receiver) = sync_channel(2 * n_items);
        let work = Work::new(&items, 2, false, &sender);
        let mut runner = Counting {
            scripted: Scripted::new(script),
            open: 0,
            most_open: 0,
        };
        work.share(&mut runner);
        let doubtful = work.take_doubtful().into_iter();
        drop(sender);
        let told = receiver.iter().filter_map(|event| match event {
            Event::CaseFinished(judgement) => Some(judgement.index),
            _ => None,
        });
        Shared {
            most_open: runner.most_open,
            open: runner.open,
            told: told.collect(),
            doubtful: doubtful.map(|judgement| judgement.index).collect(),
        }
    }

    fn slow() -> Execution {
        let mut execution = accepted();
        execution.usage.wall = QUICK;
        execution
    }

    #[test]
    fn the_next_of_many_quick_runs_is_asked_for_while_one_runs() {
        let shared = shared(100, |_| Ok(accepted()));
        assert_eq!((shared.most_open, shared.open), (2, 0));
        assert_eq!(shared.told, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_waits_behind_a_run_that_takes_its_time() {
        let shared = shared(100, |_| Ok(slow()));
        assert_eq!((shared.most_open, shared.open), (1, 0));
        assert_eq!(shared.told.len(), 100);
    }

    #[test]
    fn the_last_items_are_left_to_whoever_is_free() {
        let shared = shared(2 * KEPT_FREE, |_| Ok(accepted()));
        assert_eq!((shared.most_open, shared.open), (1, 0));
        assert_eq!(shared.told.len(), 2 * KEPT_FREE);
    }

    #[test]
    fn each_result_belongs_to_its_item() {
        let mut n_asked = 0;
        let shared = shared(60, |_| {
            n_asked += 1;
            Ok(match n_asked % 7 {
                0 => stopped(Stop::Time),
                1 => slow(),
                _ => accepted(),
            })
        });
        assert_eq!(shared.open, 0);
        assert_eq!(shared.doubtful, (6..60).step_by(7).collect());
        assert!(
            shared
                .told
                .iter()
                .all(|index| !shared.doubtful.contains(index))
        );
        assert_eq!(shared.told.len() + shared.doubtful.len(), 60);
    }

    #[test]
    fn nothing_runs_beside_an_interaction() {
        let interactor = Arc::new(interactor());
        let items: Vec<Item> = (0..100)
            .map(|index| Item {
                checker: (index % 7 == 3).then(|| Arc::clone(&interactor)),
                ..item(index)
            })
            .collect();
        let (sender, receiver) = sync_channel(200);
        let mut runner = Counting {
            // An interactor's exit code, which is no submission's.
            scripted: Scripted::new(|request: &Request<'_>| {
                let code = if request.checker.is_some() { 42 } else { 0 };
                Ok(Execution {
                    ending: Ending::Exited(code),
                    ..accepted()
                })
            }),
            open: 0,
            most_open: 0,
        };
        Work::new(&items, 2, false, &sender).share(&mut runner);
        drop(sender);
        let verdicts = receiver.iter().filter_map(|event| match event {
            Event::CaseFinished(judgement) => judgement.verdict,
            _ => None,
        });
        assert_eq!(verdicts.collect::<Vec<_>>(), [Verdict::Accepted; 100]);
        assert_eq!((runner.open, runner.most_open), (0, 2));
    }

    #[test]
    fn a_run_that_cannot_be_asked_for_leaves_the_others_their_results() {
        let faulty = |index: usize| {
            let mut item = item(index);
            if index.is_multiple_of(3) {
                item.submission_fault = Some("it is gone".into());
            }
            item
        };
        let items: Vec<Item> = (0..60).map(faulty).collect();
        let (sender, receiver) = sync_channel(120);
        Work::new(&items, 2, false, &sender)
            .share(&mut Scripted::new(|_: &Request<'_>| Ok(accepted())));
        drop(sender);
        for event in receiver {
            if let Event::CaseFinished(judgement) = event {
                let is_faulty = judgement.index.is_multiple_of(3);
                assert_eq!(judgement.usage.is_none(), is_faulty, "{}", judgement.index);
            }
        }
    }

    #[test]
    fn nothing_is_asked_for_after_a_cancelled_run() {
        let mut n_asked = 0;
        let shared = shared(100, |_| {
            n_asked += 1;
            if n_asked < 10 {
                Ok(accepted())
            } else {
                Err(Error::Cancelled)
            }
        });
        assert_eq!(shared.told.len(), 9);
        assert!(n_asked <= 11, "{n_asked}");
    }
}
