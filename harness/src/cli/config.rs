use super::args::{self, Limits, Selection};
use super::error::Error;
use crate::config::{self, Config, Overrides, Problem};
use crate::discover;
use crate::model::{self, Submission, Suite};
use crate::nearest::nearest;
use crate::plan;
use crate::untrusted;

/// The configuration that the command line names.
pub(super) fn load(args: &args::Config) -> Result<Config, Error> {
    Ok(config::load(&args.config)?)
}

/// The cases of a configuration, with limits.
pub(super) fn suite(config: &Config, limits: &Limits) -> Result<Suite, Error> {
    Ok(discover::suite(config, &overrides(limits))?)
}

/// The limits of the command line.
pub(super) fn overrides(limits: &Limits) -> Overrides {
    Overrides {
        time: limits.time,
        wall: limits.wall,
        time_factor: limits.time_factor,
        overrun: limits.overrun,
        memory: limits.memory,
        output: limits.output,
        stack: limits.stack,
        ..Overrides::default()
    }
}

/// The part of the plan that the command line selects.
pub(super) fn selection(selection: &Selection) -> Result<plan::Selection, Error> {
    Ok(plan::Selection {
        filters: selection.filters.clone(),
        problems: selection.problem.clone(),
        submissions: selection.submission.clone(),
        directory: std::env::current_dir().map_err(Error::Here)?,
    })
}

/// The problem of this name.
pub(super) fn problem<'a>(config: &'a Config, name: &str) -> Result<&'a Problem, Error> {
    let names = || config.problems.iter().map(|one| one.problem.name.as_str());
    config
        .problems
        .iter()
        .find(|one| one.problem.name == name)
        .ok_or_else(|| unknown("problem", name, names()))
}

/// The submissions of a problem with these names; all when none is named.
pub(super) fn submissions(
    problem: &model::Problem,
    names: &[String],
) -> Result<Vec<Submission>, Error> {
    if names.is_empty() {
        return Ok(problem.submissions.clone());
    }
    let known = || problem.submissions.iter();
    names
        .iter()
        .map(|name| {
            known()
                .find(|one| one.name == *name)
                .cloned()
                .ok_or_else(|| unknown("submission", name, known().map(|one| one.name.as_str())))
        })
        .collect()
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Error {
    let quoted = |name: &str| format!("`{}`", untrusted::escape(name.as_bytes()));
    let help = match nearest(name, known.clone()) {
        Some(nearest) => format!("did you mean {}?", quoted(nearest)),
        None => format!(
            "there is {}",
            known.map(quoted).collect::<Vec<_>>().join(", ")
        ),
    };
    Error::Usage {
        message: format!("there is no {what} {}", quoted(name)),
        help,
    }
}
