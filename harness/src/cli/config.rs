use super::args::{self, Limits, Selection};
use super::error::Error;
use crate::config::{self, Config, Overrides};
use crate::discover;
use crate::model::Suite;
use crate::plan;

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
        memory: limits.memory,
        ..Overrides::default()
    }
}

/// The part of the plan that the command line selects.
pub(super) fn selection(selection: &Selection) -> plan::Selection {
    plan::Selection {
        filters: selection.filters.clone(),
        problems: selection.problem.clone(),
        submissions: selection.submission.clone(),
    }
}
