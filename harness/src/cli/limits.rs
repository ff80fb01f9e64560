//! Limits that this host cannot keep, or that contradict each other, said before anything runs.

use std::collections::BTreeSet;
use std::time::Duration;

use super::error::Error;
use crate::figures::{bytes, stretched};
use crate::model::{Case, Clock, Limits, Setting};
use crate::sys;
use crate::untrusted;

/// Refuses a stack that no program can be given here.
///
/// # Errors
/// When there are such limits.
pub(super) fn possible<'a>(limits: impl IntoIterator<Item = &'a Limits>) -> Result<(), Error> {
    let Some(ceiling) = sys::stack_ceiling() else {
        return Ok(());
    };
    let mut stacks = limits.into_iter().map(|limits| limits.stack);
    match stacks.find(|stack| stack.value > ceiling) {
        None => Ok(()),
        Some(stack) => Err(Error::Usage {
            message: format!(
                "the stack of {} ({}) is above what this host allows, which is {}",
                bytes(stack.value),
                stack.origin.name(),
                bytes(ceiling)
            ),
            help: format!(
                "set `stack` to at most `{ceiling}B` in `[limits]` or with `--stack`, \
                 or raise the hard limit (`ulimit -Hs`)"
            ),
        }),
    }
}

/// Guards on the wall clock that come before the time limit, or that do nothing, each said
/// once. Those that stand below it in one table are errors of the configuration.
pub(super) fn contradictions<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Vec<String> {
    let said = cases.into_iter().filter_map(|case| {
        let contradiction = contradiction(&case.limits)?;
        Some(match case.problem.as_str() {
            "" => contradiction,
            name => format!("`{}`: {contradiction}", untrusted::escape(name.as_bytes())),
        })
    });
    said.collect::<BTreeSet<_>>().into_iter().collect()
}

fn contradiction(limits: &Limits) -> Option<String> {
    let (time, wall) = (limits.time, limits.wall);
    let named = |limit: Setting<Duration>| {
        let shown = stretched(limit.value, limits.time_factor.value);
        format!("{shown} ({})", limit.origin.name())
    };
    match limits.clock.value {
        Clock::Cpu if wall.value < time.value => Some(format!(
            "the wall guard of {} is below the time limit of {}: raise `wall`, or leave it out",
            named(wall),
            named(time)
        )),
        Clock::Wall | Clock::Both if wall.value > time.value => Some(format!(
            "the wall guard of {} does nothing, since the time limit of {} is on the wall clock: \
             leave `wall` out",
            named(wall),
            named(time)
        )),
        Clock::Cpu | Clock::Wall | Clock::Both => None,
    }
}
