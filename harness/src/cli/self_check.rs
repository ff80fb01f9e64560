use std::collections::BTreeSet;
use std::sync::Arc;

use super::args::List;
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement, confinement_of_checkers};
use super::{build, out};
use crate::config::Config;
use crate::engine;
use crate::figures::count;
use crate::model::{Checker, Exit, Judgement};
use crate::plan::{Item, Plan};
use crate::report::case_block;
use crate::run::Launched;

/// `judge list --check`. Checkers come from the build, so that is done first where there are
/// any.
pub(super) fn self_check(
    args: &List,
    config: &Config,
    mut plan: Plan,
    hangup_ignored: bool,
) -> Result<Exit, Error> {
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    if plan.checkers().next().is_some() {
        build::build(config, &interrupt)?;
    }
    plan.look_at_checkers();
    let nothing = confinement(&args.isolation, [], [])?;
    let checkers = confinement_of_checkers(&nothing, &plan, config);
    let runner = Launched::new(&nothing, interrupt.cancel()).with_checkers(&checkers);
    let mut exit = plan.beforehand();
    let (mut n_cases, mut n_faults) = (0, 0);
    let mut shown = BTreeSet::new();
    for judgement in judgements(&plan, runner) {
        n_cases += 1;
        if judgement.is_failure() {
            n_faults += 1;
            exit = exit.or(Exit::JudgeError);
            // What is wrong with a checker is wrong in all cases of its problem.
            let fault = (judgement.problem.clone(), judgement.reason.clone());
            if shown.insert(fault) || judgement.faulty_case {
                out::write(case_block(&judgement).as_bytes())?;
            }
        }
    }
    if let Some(signal) = interrupt.by() {
        return Ok(Exit::Interrupted(signal));
    }
    for problem in &plan.without_cases {
        out::write(format!("{problem}\n").as_bytes())?;
    }
    let faults = match n_faults {
        0 => "no fault".to_owned(),
        _ => count(n_faults, "fault"),
    };
    let mut last = format!("{} checked: {faults}\n", count(n_cases, "expected output"));
    if let n_interactive @ 1.. = cases(&plan).filter(|item| is_interactive(item)).count() {
        let cases = count(n_interactive, "case");
        last += &format!("{cases} with an interactor not checked: it answers to no output\n");
    }
    out::write(last.as_bytes())?;
    Ok(exit)
}

/// One item for each case, in the order of the plan.
fn cases(plan: &Plan) -> impl Iterator<Item = &Item> {
    let mut seen = BTreeSet::new();
    let is_first = move |item: &&Item| seen.insert(Arc::as_ptr(&item.case));
    plan.items.iter().filter(is_first)
}

/// One judgement for each case with something to check, up to an interruption.
fn judgements(plan: &Plan, mut runner: Launched) -> impl Iterator<Item = Judgement> {
    let items = cases(plan).filter(|item| !is_interactive(item));
    items.map_while(move |item| engine::self_check(item, &mut runner))
}

/// Whether a program judges what a submission says while it runs, so that there is no output
/// that could be checked. One whose files or program are at fault is told all the same.
fn is_interactive(item: &Item) -> bool {
    matches!(item.checker.as_deref(), Some(Checker::Interactor(_)))
        && item.submission_fault.is_none()
        && item.case.files.is_ok()
}
