//! A run that was stopped for its CPU time while others ran beside it may have been slowed
//! down by them: caches and memory are shared. So it is run again, alone, at the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::item::judge_item;
use crate::model::{Judgement, Stop};
use crate::plan::Item;
use crate::run::Runner;

/// How many confirmed cases of a submission are enough: a program that is too slow is too
/// slow on many cases, and each costs the whole limit once more.
const ENOUGH: usize = 2;

/// Whether a verdict from beside other runs has to be confirmed. A program that waits does so
/// alone as well.
pub(super) fn is_doubtful(judgement: &Judgement) -> bool {
    judgement.stopped_by == Some(Stop::Time)
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
            tell(noted(judgement, "as on two cases that were confirmed alone"));
            continue;
        }
        let again = items
            .get(judgement.index)
            .and_then(|item| judge_item(item, runner));
        match again {
            None => tell(noted(judgement, "not confirmed")),
            Some(again) if is_doubtful(&again) => {
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
