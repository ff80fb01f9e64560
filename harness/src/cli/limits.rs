//! Limits that this host cannot keep, or that contradict each other, said before anything runs.

use std::collections::BTreeSet;

use super::error::Error;
use crate::figures::{bytes, duration};
use crate::model::{Case, Clock, Limits};
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

/// Guards on the wall clock that come before the time limit, each said once. Those that stand
/// in one table with it are errors of the configuration.
pub(super) fn contradictions<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Vec<String> {
    let said = cases.into_iter().filter_map(|case| {
        let Limits {
            time, wall, clock, ..
        } = case.limits;
        if clock.value != Clock::Cpu || wall.value >= time.value {
            return None;
        }
        let problem = match case.problem.as_str() {
            "" => String::new(),
            name => format!("`{}`: ", untrusted::escape(name.as_bytes())),
        };
        Some(format!(
            "{problem}the wall guard of {} ({}) is below the time limit of {} ({}): \
             raise `wall`, or leave it out",
            duration(wall.value),
            wall.origin.name(),
            duration(time.value),
            time.origin.name()
        ))
    });
    said.collect::<BTreeSet<_>>().into_iter().collect()
}
