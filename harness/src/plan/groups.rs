//! What the filters leave of each problem.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::name_filter::{NameFilter, selects};
use super::path::Here;
use super::selection::Filters;
use super::{Error, Selection};
use crate::config::Config;
use crate::model::{Case, Problem, Submission, Suite};

/// What is left of a problem.
pub(super) struct Group<'c> {
    pub(super) problem: &'c Problem,
    /// At least one.
    pub(super) submissions: Vec<&'c Submission>,
    /// None only where the problem has none.
    pub(super) cases: Vec<Arc<Case>>,
    /// All cases of the problem.
    pub(super) all_cases: Vec<Arc<Case>>,
    /// Where they were looked for, from the root.
    pub(super) directory: PathBuf,
}

/// Applies a selection. What comes of it has at least one case.
pub(super) fn select<'c>(
    config: &'c Config,
    suite: Suite,
    selection: &Selection,
) -> Result<Vec<Group<'c>>, Error> {
    let here = Here::new(&config.root, &selection.directory);
    let filters = selection.filters(&here)?;
    filters.reject_unknown_names(config)?;
    let cases: Vec<_> = suite.cases.into_iter().map(Arc::new).collect();
    let mut groups = selected_problems(config, &filters, &cases);
    filters.reject_idle_names(&groups)?;
    if groups.iter().all(|group| group.cases.is_empty()) {
        return Err(no_cases(config, &groups, &suite.ignored));
    }
    if !filters.cases.is_empty() {
        keep_selected_cases(&mut groups, &filters, &cases, &here)?;
        filters.reject_idle_names(&groups)?;
    }
    Ok(groups)
}

/// The error for no case at all, with a few of the files that are there in place of cases.
fn no_cases(config: &Config, groups: &[Group<'_>], ignored: &[PathBuf]) -> Error {
    const SHOWN: usize = 5;
    let is_looked_in = |path: &&PathBuf| {
        let mut problems = groups.iter().map(|group| group.problem);
        problems.any(|problem| path.starts_with(&problem.cases))
    };
    let ignored = ignored.iter().filter(is_looked_in).take(SHOWN);
    Error::NoCases {
        directories: groups.iter().map(|group| group.directory.clone()).collect(),
        ignored: ignored
            .map(|path| config.from_root(path).to_owned())
            .collect(),
    }
}

/// The problems with selected submissions, and all their cases.
fn selected_problems<'c>(
    config: &'c Config,
    filters: &Filters,
    cases: &[Arc<Case>],
) -> Vec<Group<'c>> {
    let problems = config.problems.iter().map(|problem| &problem.problem);
    problems
        .filter(|problem| selects(&filters.problems, &problem.name))
        .map(|problem| {
            let submissions = problem.submissions.iter();
            let own = cases.iter().filter(|case| case.problem == problem.name);
            let cases: Vec<_> = own.cloned().collect();
            Group {
                problem,
                submissions: submissions
                    .filter(|submission| selects(&filters.submissions, &submission.name))
                    .collect(),
                all_cases: cases.clone(),
                cases,
                directory: config.from_root(&problem.cases).to_owned(),
            }
        })
        .filter(|group| !group.submissions.is_empty())
        .collect()
}

/// Drops the cases that no filter selects, and the problems of which none is left.
fn keep_selected_cases(
    groups: &mut Vec<Group<'_>>,
    filters: &Filters,
    cases: &[Arc<Case>],
    here: &Here,
) -> Result<(), Error> {
    let paths: Vec<_> = cases.iter().map(|case| here.paths(case)).collect();
    let mut selected = HashSet::new();
    for filter in &filters.cases {
        let hits = filter.hits(&paths)?;
        let in_groups = cases.iter().zip(hits).filter(|(case, hit)| {
            let mut problems = groups.iter().map(|group| &group.problem.name);
            *hit && problems.any(|problem| *problem == case.problem)
        });
        let names: Vec<_> = in_groups.map(|(case, _)| &case.name).collect();
        if names.is_empty() {
            return Err(filter.nothing_left());
        }
        selected.extend(names);
    }
    for group in groups.iter_mut() {
        group.cases.retain(|case| selected.contains(&case.name));
    }
    groups.retain(|group| !group.cases.is_empty());
    Ok(())
}

impl Filters {
    /// Each filter for names must match one that there is.
    fn reject_unknown_names(&self, config: &Config) -> Result<(), Error> {
        let problems = || config.problems.iter().map(|problem| &problem.problem);
        let names: Vec<_> = problems().map(|problem| &*problem.name).collect();
        if let Some(filter) = idle(&self.problems, &names) {
            return Err(filter.no_match(&names));
        }
        let submissions = problems().flat_map(|problem| &problem.submissions);
        let names: Vec<_> = submissions.map(|submission| &*submission.name).collect();
        match idle(&self.submissions, &names) {
            Some(filter) => Err(filter.no_match(&names)),
            None => Ok(()),
        }
    }

    /// Each filter for names must have a part in what is left.
    fn reject_idle_names(&self, groups: &[Group<'_>]) -> Result<(), Error> {
        let problems = groups.iter().map(|group| &*group.problem.name);
        let submissions = groups.iter().flat_map(|group| &group.submissions);
        let submissions = submissions.map(|submission| &*submission.name);
        let idle_problem = idle(&self.problems, &problems.collect::<Vec<_>>());
        let idle_submission = idle(&self.submissions, &submissions.collect::<Vec<_>>());
        match idle_problem.or(idle_submission) {
            Some(filter) => Err(filter.nothing_left()),
            None => Ok(()),
        }
    }
}

/// The first filter that matches none of the names.
fn idle<'f>(filters: &'f [NameFilter], names: &[&str]) -> Option<&'f NameFilter> {
    let is_idle = |filter: &&NameFilter| !names.iter().any(|name| filter.matches(name));
    filters.iter().find(is_idle)
}
