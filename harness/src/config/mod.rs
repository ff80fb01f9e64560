//! What is to be judged and how, as `judge.toml`, `case.toml` and the command line say.
//!
//! Nothing written is ever passed over: an unknown key, a wrong type, a limit without a unit
//! is an [`Error`] that names the file, the line and the column.

mod case_toml;
mod checker;
mod command;
mod compare;
mod document;
mod error;
mod expect;
mod factor;
mod fault;
mod judge_toml;
mod limits;
mod nearest_key;
mod problem;
mod profile;
mod resolve;
mod schema;
mod section;
mod submission;
mod units;

use std::path::{Path, PathBuf};

use crate::model;

pub use case_toml::CaseSettings;
pub use checker::CheckerError;
pub use command::{CommandError, command, look_up};
pub use compare::{CompareError, compare, rule};
pub use document::Place;
pub use error::Error;
pub use factor::{FactorError, factor, overrun};
pub use fault::Fault;
pub use judge_toml::{load, program_search};
pub use limits::Overrides;
pub use nearest_key::Nearest;
pub use resolve::{Layers, resolve};
pub use schema::schema;
pub use units::{UnitError, duration, size};

/// What `judge.toml` says.
#[derive(Clone, Debug)]
pub struct Config {
    /// The absolute path of the directory that `judge.toml` is in: what its paths start from.
    pub root: PathBuf,
    /// The commands to run once, before any case, in this order.
    pub build: Vec<model::Command>,
    /// `[limits]`: for every problem, unless it says otherwise.
    pub limits: Overrides,
    /// The problems in the order of the file; at least one, each with a submission.
    pub problems: Vec<Problem>,
}

impl Config {
    /// A path as people know it: from the root, where it is below it.
    pub fn from_root<'p>(&self, path: &'p Path) -> &'p Path {
        match path.strip_prefix(&self.root) {
            Ok(rest) if rest.as_os_str().is_empty() => Path::new("."),
            Ok(rest) => rest,
            Err(_) => path,
        }
    }
}

/// A problem and the limits that its own table sets.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The problem; the path of its `cases` is absolute.
    pub problem: model::Problem,
    /// `[problem.NAME.limits]`.
    pub limits: Overrides,
}
