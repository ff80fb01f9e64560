//! A run that was stopped for its CPU time while others ran beside it may have been slowed
//! down by them: caches and memory are shared. So it is run again, alone, at the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::item::judge_item;
use crate::model::{Clock, Factor, Judgement, Stop, Usage, Verdict};
use crate::plan::Item;
use crate::run::Runner;

/// How many confirmed cases of a submission are enough: a program that is too slow is too
/// slow on many cases, and each costs the whole limit once more.
const ENOUGH: usize = 2;

/// Whether a verdict from beside other runs has to be confirmed. A program that does nothing
/// but wait does so alone as well.
pub(super) fn is_doubtful(judgement: &Judgement) -> bool {
    let was_on_a_core = |usage: Usage| usage.cpu * 10 >= judgement.limits.wall_limit();
    match judgement.stopped_by {
        Some(Stop::Time) => true,
        Some(Stop::Wall) => judgement.usage.is_some_and(was_on_a_core),
        // It ended by itself, but late: others may have kept it waiting.
        None => {
            let limits = &judgement.limits;
            judgement.verdict == Some(Verdict::TimeLimitExceeded)
                && (limits.clock.value != Clock::Cpu || limits.overrun.value != Factor::ONE)
        }
        Some(Stop::Memory | Stop::Output(_)) => false,
    }
}

/// Runs doubtful items again, in the order of the plan, and tells what they come to. When all
/// is cancelled, the rest is told as it was found.
pub(super) fn confirm(
    items: &[Item],
    mut doubtful: Vec<Judgement>,
    runner: &mut impl Runner,
    tell: impl Fn(Judgement),
) {
    doubtful.sort_by_key(|judgement| judgement.index);
    let mut n_confirmed = BTreeMap::<(Arc<str>, Arc<str>), usize>::new();
    for judgement in doubtful {
        let submission = (judgement.problem.clone(), judgement.submission.clone());
        let n_confirmed = n_confirmed.entry(submission).or_default();
        if *n_confirmed >= ENOUGH {
            tell(noted(
                judgement,
                "as on two cases that were confirmed alone",
            ));
            continue;
        }
        let again = items
            .get(judgement.index)
            .and_then(|item| judge_item(item, runner));
        match again {
            None => tell(noted(judgement, "not confirmed")),
            Some(again) if again.verdict == Some(Verdict::TimeLimitExceeded) => {
                *n_confirmed += 1;
                tell(noted(second(again, &judgement), "confirmed alone"));
            }
            Some(again) => tell(noted(
                second(again, &judgement),
                "stopped for its time beside other runs, but not alone",
            )),
        }
    }
}

/// The second attempt counts the first.
fn second(mut again: Judgement, first: &Judgement) -> Judgement {
    again.attempts += first.attempts;
    again
}

fn noted(mut judgement: Judgement, note: &str) -> Judgement {
    if !judgement.reason.is_empty() {
        judgement.reason.push_str(", ");
    }
    judgement.reason.push_str(note);
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::{accepted, item, stopped};
    use crate::run::{Error, Execution, Request, Scripted};
    use std::cell::RefCell;

    /// The verdicts, attempts and reasons of doubtful judgements of four items, whose second
    /// runs are as `again` says.
    fn confirmed(
        again: impl FnMut(&Request<'_>) -> Result<Execution, Error>,
    ) -> Vec<(usize, Option<Verdict>, u32, String)> {
        let items: Vec<Item> = (0..4).map(item).collect();
        let mut first = Scripted::new(|_: &Request<'_>| Ok(stopped(Stop::Time)));
        let mut doubtful: Vec<Judgement> = items
            .iter()
            .filter_map(|item| judge_item(item, &mut first))
            .collect();
        doubtful.reverse();
        let told = RefCell::new(Vec::new());
        confirm(&items, doubtful, &mut Scripted::new(again), |judgement| {
            told.borrow_mut().push((
                judgement.index,
                judgement.verdict,
                judgement.attempts,
                judgement.reason,
            ));
        });
        told.into_inner()
    }

    #[test]
    fn two_confirmed_cases_of_a_submission_are_enough() {
        let mut n_runs = 0;
        let told = confirmed(|_| {
            n_runs += 1;
            Ok(stopped(Stop::Time))
        });
        assert_eq!(n_runs, 2);
        let attempts: Vec<_> = told.iter().map(|told| (told.0, told.2)).collect();
        assert_eq!(attempts, [(0, 2), (1, 2), (2, 1), (3, 1)]);
        assert!(
            told.iter()
                .all(|told| told.1 == Some(Verdict::TimeLimitExceeded))
        );
        assert_eq!(told[0].3, "more than 1.000 s of CPU time, confirmed alone");
        assert_eq!(
            told[3].3,
            "more than 1.000 s of CPU time, as on two cases that were confirmed alone"
        );
    }

    #[test]
    fn a_run_that_is_fast_enough_alone_gets_the_verdict_of_that_run() {
        let told = confirmed(|_| Ok(accepted()));
        assert_eq!(told.len(), 4);
        for (_, verdict, attempts, reason) in told {
            assert_eq!((verdict, attempts), (Some(Verdict::Accepted), 2));
            assert_eq!(
                reason,
                "stopped for its time beside other runs, but not alone"
            );
        }
    }

    #[test]
    fn an_interruption_leaves_the_first_verdicts() {
        let told = confirmed(|_| Err(Error::Cancelled));
        assert_eq!(told.len(), 4);
        for (_, verdict, attempts, reason) in told {
            assert_eq!((verdict, attempts), (Some(Verdict::TimeLimitExceeded), 1));
            assert_eq!(reason, "more than 1.000 s of CPU time, not confirmed");
        }
    }

    #[test]
    fn only_a_program_that_was_on_a_core_is_run_again() {
        let mut judgement = {
            let mut first = Scripted::new(|_: &Request<'_>| Ok(stopped(Stop::Wall)));
            judge_item(&item(0), &mut first).unwrap()
        };
        let mut doubtful = |millis, by| {
            judgement.stopped_by = by;
            let usage = judgement.usage.as_mut().unwrap();
            usage.cpu = std::time::Duration::from_millis(millis);
            is_doubtful(&judgement)
        };
        // The wall guard is at three seconds.
        assert!(doubtful(300, Some(Stop::Wall)) && !doubtful(299, Some(Stop::Wall)));
        assert!(doubtful(0, Some(Stop::Time)) && !doubtful(500, Some(Stop::Memory)));
        assert!(!doubtful(500, None));
    }

    #[test]
    fn who_ended_late_by_itself_is_run_again() {
        let mut judgement = {
            let mut first = Scripted::new(|_: &Request<'_>| Ok(stopped(Stop::Time)));
            judge_item(&item(0), &mut first).unwrap()
        };
        judgement.stopped_by = None;
        let mut doubtful = |clock, thousandths| {
            judgement.limits.clock.value = clock;
            judgement.limits.overrun.value = Factor::of_thousandths(thousandths).unwrap();
            is_doubtful(&judgement)
        };
        assert!(doubtful(Clock::Wall, 1000) && doubtful(Clock::Both, 1000));
        assert!(doubtful(Clock::Cpu, 1001) && !doubtful(Clock::Cpu, 1000));
    }

    #[test]
    fn a_run_that_only_waits_when_it_is_alone_is_over_its_time_all_the_same() {
        let waits = |_: &Request<'_>| {
            Ok(Execution {
                usage: Usage::default(),
                ..stopped(Stop::Wall)
            })
        };
        let told = confirmed(waits);
        assert_eq!(told.len(), 4);
        for (_, verdict, _, reason) in told {
            assert_eq!(verdict, Some(Verdict::TimeLimitExceeded));
            assert!(!reason.contains("but not alone"), "{reason}");
        }
    }
}
