//! What will be judged, and in which order.
//!
//! The order is problem, submission, case: problems and submissions as `judge.toml` has
//! them, cases in natural order. People mend one submission at a time, so its failures stand
//! together, in the order in which the table at the end names the submissions.

mod case_filter;
mod error;
mod expectations;
mod groups;
mod name_filter;
mod path;
mod programs;
mod selection;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::Config;
use crate::model::{
    Case, Checker, Compare, Exit, GroupCounts, Origin, Submission, Suite, Verdicts,
};
use crate::untrusted;
use expectations::Groups;
use groups::Group;

pub use error::Error;
pub use selection::Selection;

/// All that will be judged.
#[derive(Clone, Debug)]
pub struct Plan {
    /// At least one.
    pub items: Vec<Item>,
    /// The submissions that have items, in the order of the items.
    pub submissions: Vec<Planned>,
    /// The selected problems that have no case at all, though others have: nothing was
    /// judged there, which is no success.
    pub without_cases: Vec<WithoutCases>,
}

/// One submission on one case.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its place in the plan, from 0.
    pub index: usize,
    /// The name of the problem.
    pub problem: Arc<str>,
    /// The submission.
    pub submission: Arc<Submission>,
    /// The case, with its limits; maybe one that cannot be judged.
    pub case: Arc<Case>,
    /// How outputs are compared; `None` for no comparison at all.
    pub compare: Option<Compare>,
    /// Where that was set.
    pub compare_origin: Origin,
    /// What the submission is meant to get.
    pub expected: Verdicts,
    /// The place of the case's group in [`Planned::groups`].
    pub group: usize,
    /// What decides in place of that comparison, if anything does.
    pub checker: Option<Arc<Checker>>,
    /// Why the submission or its checker cannot be started, in a line: see
    /// [`Plan::look_at_programs`].
    pub submission_fault: Option<Arc<str>>,
}

impl Item {
    /// The files of the case that the submission must not see: the answer, and where an
    /// interactor tells it about the input, that as well.
    pub fn hidden_files(&self) -> impl Iterator<Item = &Path> {
        let is_interactive = matches!(self.checker.as_deref(), Some(Checker::Interactor(_)));
        let files = self.case.files.iter();
        files.flat_map(move |files| {
            let input = is_interactive.then_some(&*files.input);
            files.expected.as_deref().into_iter().chain(input)
        })
    }
}

/// A submission in a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The name of its problem.
    pub problem: Arc<str>,
    /// The submission.
    pub submission: Arc<Submission>,
    /// How many items it has.
    pub n_items: usize,
    /// The groups of cases that its `expect` tells apart, nothing judged yet; at least one.
    pub groups: Vec<GroupCounts>,
}

/// A problem without a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithoutCases {
    /// The problem.
    pub problem: String,
    /// The directory that was looked in, from the root.
    pub directory: PathBuf,
}

/// Puts together what `selection` leaves of the submissions of `config` and the cases of
/// `suite`.
///
/// # Errors
/// When there is nothing to judge, or a filter, each for itself, has no part in what there is
/// to judge: a misspelt one must not look like success.
pub fn plan(config: &Config, suite: Suite, selection: &Selection) -> Result<Plan, Error> {
    let groups = groups::select(config, suite, selection)?;
    let without_cases = groups
        .iter()
        .filter(|group| group.all_cases.is_empty())
        .map(|group| WithoutCases {
            problem: group.problem.name.clone(),
            directory: group.directory.clone(),
        })
        .collect();
    let mut plan = Plan {
        items: Vec::new(),
        submissions: Vec::new(),
        without_cases,
    };
    for group in &groups {
        plan.add(group)?;
    }
    Ok(plan)
}

impl fmt::Display for WithoutCases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` has no case in `{}`: nothing is judged there",
            untrusted::escape(self.problem.as_bytes()),
            untrusted::path(&self.directory)
        )
    }
}

impl Plan {
    /// How `judge` will end at best: a problem without cases is no success.
    pub fn beforehand(&self) -> Exit {
        match self.without_cases.is_empty() {
            true => Exit::AsExpected,
            false => Exit::NothingToJudge,
        }
    }

    /// Compares nothing from now on, and asks no checker but interactors: a case that has no expected output can
    /// be judged, too.
    pub fn compare_nothing(&mut self) {
        for item in &mut self.items {
            item.compare = None;
            // Without an interactor nothing could be run.
            if !matches!(item.checker.as_deref(), Some(Checker::Interactor(_))) {
                item.checker = None;
            }
            if item.case.files.is_err()
                && let Ok(files) = item.case.files_without_expected()
            {
                let files = Ok(files);
                item.case = Arc::new(Case {
                    files,
                    ..(*item.case).clone()
                });
            }
        }
    }

    fn add(&mut self, group: &Group<'_>) -> Result<(), Error> {
        let problem: Arc<str> = group.problem.name.as_str().into();
        let checker = group.problem.checker.clone().map(Arc::new);
        for submission in &group.submissions {
            let groups = Groups::new(&submission.expect, &submission.name, &group.all_cases)?;
            let submission = Arc::new((*submission).clone());
            if !group.cases.is_empty() {
                self.submissions.push(Planned {
                    problem: Arc::clone(&problem),
                    submission: Arc::clone(&submission),
                    n_items: group.cases.len(),
                    groups: counts(&groups, group),
                });
            }
            for case in &group.cases {
                let place = groups.of(case.name.below_problem());
                self.items.push(Item {
                    index: self.items.len(),
                    problem: Arc::clone(&problem),
                    submission: Arc::clone(&submission),
                    case: Arc::clone(case),
                    compare: Some(group.problem.compare.value),
                    checker: checker.clone(),
                    compare_origin: group.problem.compare.origin,
                    expected: groups.verdicts(place),
                    group: place,
                    submission_fault: None,
                });
            }
        }
        Ok(())
    }
}

/// The groups of a submission, with how many of their cases are planned.
fn counts(groups: &Groups<'_>, group: &Group<'_>) -> Vec<GroupCounts> {
    let n_cases = |cases: &[Arc<Case>], place| {
        let names = cases.iter().map(|case| case.name.below_problem());
        names.filter(|name| groups.of(name) == place).count()
    };
    let counts = groups.all().enumerate().map(|(place, (cases, verdicts))| {
        let planned = n_cases(&group.cases, place);
        GroupCounts {
            planned,
            all_cases: planned == n_cases(&group.all_cases, place),
            ..GroupCounts::new(cases, verdicts)
        }
    });
    counts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, Overrides, Problem, resolve};
    use crate::model::{self, CaseFiles, CaseName, Command, Origin, Profile, Setting, Verdict};
    use std::collections::BTreeMap;
    use std::path::Path;

    fn submission(name: &str) -> Submission {
        Submission {
            name: name.to_owned(),
            command: Command {
                words: vec![name.into()],
                program: name.into(),
                read: Vec::new(),
                env: BTreeMap::new(),
            },
            expect: Verdict::Accepted.into(),
        }
    }

    /// A configuration in `/w`; each problem with its directory and its submissions.
    pub(in crate::plan) fn config(problems: &[(&str, &str, &[&str])]) -> Config {
        let problem = |(name, cases, submissions): &(&str, &str, &[&str])| Problem {
            problem: model::Problem {
                name: (*name).to_owned(),
                cases: Path::new("/w").join(cases),
                profile: Setting {
                    value: Profile::default(),
                    origin: Origin::BuiltIn,
                },
                compare: Setting {
                    value: Compare::default(),
                    origin: Origin::BuiltIn,
                },
                checker: None,
                reference: None,
                generators: Vec::new(),
                validator: None,
                submissions: submissions.iter().map(|name| submission(name)).collect(),
            },
            limits: Overrides::default(),
        };
        Config {
            root: "/w".into(),
            build: Vec::new(),
            limits: Overrides::default(),
            problems: problems.iter().map(problem).collect(),
        }
    }

    /// A suite with cases at these paths below the directories of their problems.
    pub(in crate::plan) fn suite(config: &Config, cases: &[(&str, &str)]) -> Suite {
        let case = |(problem, path): &(&str, &str)| {
            let mut problems = config.problems.iter();
            let directory = problems
                .find(|one| one.problem.name == *problem)
                .map(|one| one.problem.cases.join(path))
                .unwrap();
            Case {
                problem: (*problem).to_owned(),
                name: CaseName::new(problem, Path::new(path)),
                files: Ok(CaseFiles {
                    input: directory.join("input"),
                    expected: Some(directory.join("expected")),
                }),
                path: directory,
                beside: Vec::new(),
                why: None,
                limits: resolve(&Layers::default(), 0),
            }
        };
        Suite {
            cases: cases.iter().map(case).collect(),
            ignored: Vec::new(),
        }
    }

    /// Two problems, the second with one submission.
    pub(in crate::plan) fn two_problems() -> (Config, Suite) {
        let config = config(&[
            ("flip-game", "cases/flip-game", &["mask", "dfs"]),
            ("fliptile", "cases/fliptile", &["tile"]),
        ]);
        let suite = suite(
            &config,
            &[
                ("flip-game", "answers/six-1"),
                ("flip-game", "answers/six-2"),
                ("flip-game", "answers/zero"),
                ("flip-game", "a[1]"),
                ("flip-game", "a1"),
                ("fliptile", "answers/none"),
                ("fliptile", "largest/deep/15x15"),
            ],
        );
        (config, suite)
    }

    pub(in crate::plan) fn typed_in(directory: &str, filters: &[&str]) -> Selection {
        Selection {
            filters: filters.iter().map(|text| (*text).to_owned()).collect(),
            directory: directory.into(),
            ..Selection::default()
        }
    }

    pub(in crate::plan) fn refusal(selection: &Selection) -> (String, Option<String>) {
        let (config, suite) = two_problems();
        let error = plan(&config, suite, selection).unwrap_err();
        (error.to_string(), error.help())
    }

    /// The names of the cases of [`two_problems`].
    pub(in crate::plan) const ALL: [&str; 7] = [
        "flip-game/answers/six-1",
        "flip-game/answers/six-2",
        "flip-game/answers/zero",
        "flip-game/a[1]",
        "flip-game/a1",
        "fliptile/answers/none",
        "fliptile/largest/deep/15x15",
    ];

    #[test]
    fn the_order_is_problem_submission_case() {
        let config = config(&[("z", "z", &["s2", "s1"]), ("a", "a", &["s2"])]);
        let suite = suite(&config, &[("z", "2"), ("z", "10"), ("a", "1")]);
        let plan = plan(&config, suite, &Selection::default()).unwrap();
        let items: Vec<_> = plan
            .items
            .iter()
            .map(|item| format!("{} {} {}", item.index, item.submission.name, item.case.name))
            .collect();
        assert_eq!(
            items,
            ["0 s2 z/2", "1 s2 z/10", "2 s1 z/2", "3 s1 z/10", "4 s2 a/1"]
        );
        assert!(
            plan.items
                .iter()
                .all(|item| *item.problem == *item.case.problem)
        );
        assert_eq!(plan.without_cases, []);
    }

    #[test]
    fn no_case_at_all_is_an_error_that_names_the_directories() {
        let config = config(&[("a", "cases/a", &["s"]), ("b", "", &["s", "t"])]);
        let refusal = |suite: Suite, selection: &Selection| {
            let error = plan(&config, suite, selection).unwrap_err();
            assert_eq!(
                error.help().as_deref(),
                Some(
                    "a case is a directory with the files `input` and `expected`, \
                     or a pair of files such as `1.in` and `1.ans` or `1.out`"
                )
            );
            error.to_string()
        };
        let everything = Selection::default();
        assert_eq!(
            refusal(Suite::default(), &everything),
            "no case found in `cases/a`, `.`"
        );
        assert_eq!(
            refusal(Suite::default(), &typed_in("/w", &["x"])),
            "no case found in `cases/a`, `.`"
        );
        let only_a = suite(&config, &[("a", "x")]);
        assert_eq!(
            refusal(only_a, &typed_in("/w", &["problem:b"])),
            "no case found in `.`"
        );
    }

    #[test]
    fn where_there_is_no_case_some_of_the_files_that_are_there_are_named() {
        let config = config(&[("a", "cases/a", &["s"]), ("b", "cases/b", &["s"])]);
        let suite = Suite {
            cases: Vec::new(),
            ignored: ["a/1", "a/2", "b/x", "a/3", "a/4", "a/5", "a/6"]
                .map(|path| Path::new("/w/cases").join(path))
                .to_vec(),
        };
        let help = plan(&config, suite, &typed_in("/w", &["problem:a"]))
            .unwrap_err()
            .help()
            .unwrap();
        let there = "; there is `cases/a/1`, `cases/a/2`, `cases/a/3`, `cases/a/4`, `cases/a/5`";
        assert!(help.ends_with(there), "{help}");
    }

    #[test]
    fn a_problem_without_cases_beside_others_is_told() {
        let config = config(&[("a", "cases/a", &["s"]), ("b", "cases/b", &["s"])]);
        let found = |filters: &[&str]| {
            let suite = suite(&config, &[("a", "x")]);
            plan(&config, suite, &typed_in("/w", filters)).unwrap()
        };
        let b = WithoutCases {
            problem: "b".to_owned(),
            directory: "cases/b".into(),
        };
        assert_eq!(found(&[]).without_cases, [b]);
        assert_eq!(found(&[]).items.len(), 1);
        // Who asks for something else is not told.
        assert_eq!(found(&["problem:a"]).without_cases, []);
        assert_eq!(found(&["a/x"]).without_cases, []);
    }

    #[test]
    fn only_a_submission_on_all_cases_of_its_problem_is_complete() {
        let complete = |filters: &[&str]| {
            let (config, suite) = two_problems();
            let plan = plan(&config, suite, &typed_in("/w", filters)).unwrap();
            let is_complete = |planned: &&Planned| planned.groups[0].all_cases;
            let complete = plan.submissions.iter().filter(is_complete);
            complete
                .map(|planned| format!("{} {}", planned.problem, planned.submission.name))
                .collect::<Vec<_>>()
        };
        let all = ["flip-game mask", "flip-game dfs", "fliptile tile"];
        assert_eq!(complete(&[]), all);
        assert_eq!(complete(&["fliptile"]), all[2..]);
        assert_eq!(complete(&["answers"]), [""; 0]);
        assert_eq!(complete(&["submission:dfs"]), all[1..2]);
        assert_eq!(complete(&["fliptile/**", "flip-game/a1"]), all[2..]);
    }

    #[test]
    fn a_case_that_cannot_be_judged_stays_in_the_plan() {
        let config = config(&[("p", "c", &["s"])]);
        let mut suite = suite(&config, &[("p", "x")]);
        let fault = model::CaseFault::NoInput(model::Missing::default());
        suite.cases[0].files = Err(fault.clone());
        let plan = plan(&config, suite, &Selection::default()).unwrap();
        assert_eq!(plan.items[0].case.files, Err(fault));
    }

    #[test]
    fn items_share_what_they_have_in_common() {
        let (config, suite) = two_problems();
        let plan = plan(&config, suite, &Selection::default()).unwrap();
        let [first, second, .., _] = &plan.items[..] else {
            panic!("{plan:?}");
        };
        assert!(Arc::ptr_eq(&first.submission, &second.submission));
        assert!(Arc::ptr_eq(&first.problem, &second.problem));
        let same_case = plan
            .items
            .iter()
            .filter(|item| Arc::ptr_eq(&item.case, &first.case));
        assert_eq!(same_case.count(), 2);
    }
}
