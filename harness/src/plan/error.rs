use std::path::PathBuf;

use crate::discover::layout::{EXPECTED, INPUT};
use crate::untrusted;

/// Why there is nothing to judge, or not what was asked for.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// None of the selected problems has a case.
    #[error("no case found in {}", listed(directories))]
    NoCases {
        /// The directories that were looked in, from the root.
        directories: Vec<PathBuf>,
        /// Some files that lie there, and belong to no case, from the root.
        ignored: Vec<PathBuf>,
    },
    /// Nothing is called so.
    #[error("`{}` matches nothing", untrusted::escape(filter.as_bytes()))]
    NoMatch {
        /// The filter as typed, with the flag that it came with.
        filter: String,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// There is what the filter asks for, but the other filters leave nothing of it.
    #[error("the other filters leave nothing of `{}`", untrusted::escape(filter.as_bytes()))]
    NothingLeft {
        /// The filter as typed, with the flag that it came with.
        filter: String,
    },
    /// What a submission is meant to get on some cases would never be asked.
    #[error(
        "`expect` of `{}` (line {}, column {}): `{}` {}",
        untrusted::escape(submission.as_bytes()),
        place.0,
        place.1,
        untrusted::escape(cases.as_bytes()),
        if *hidden { "has no case of its own" } else { "is no case" }
    )]
    IdleExpectation {
        /// The name of the submission.
        submission: String,
        /// The cases as `judge.toml` has them.
        cases: String,
        /// The line and the column there.
        place: (usize, usize),
        /// Whether there are such cases, but all in groups before.
        hidden: bool,
        /// What may have been meant.
        nearest: Option<String>,
    },
    /// A pattern that is not well formed.
    #[error("`{}` is no pattern: {reason}", untrusted::escape(filter.as_bytes()))]
    Pattern {
        /// The filter as typed, with the flag that it came with.
        filter: String,
        /// What is wrong with it.
        reason: String,
    },
}

fn listed(paths: &[PathBuf]) -> String {
    let shown = paths
        .iter()
        .map(|path| format!("`{}`", untrusted::path(path)));
    shown.collect::<Vec<_>>().join(", ")
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::NoCases { ignored, .. } => {
                let there = match ignored.as_slice() {
                    [] => String::new(),
                    files => format!("; there is {}", listed(files)),
                };
                format!(
                    "a case is a directory with the files `{INPUT}` and `{EXPECTED}`, or a pair of \
                     files such as `1.in` and `1.ans` or `1.out`{there}"
                )
            }
            Self::NoMatch {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            Self::NoMatch { nearest: None, .. } => "`judge list` shows what there is".to_owned(),
            Self::IdleExpectation { hidden: true, .. } => {
                "those that it fits are in a group before it: put the narrower one first".to_owned()
            }
            Self::IdleExpectation {
                nearest: Some(nearest),
                ..
            } => format!("did you mean `{nearest}`?"),
            Self::IdleExpectation { .. } => {
                "`judge list` shows what there is; paths start below the directory of `cases`"
                    .to_owned()
            }
            Self::NothingLeft { .. } => {
                "filters of different kinds narrow each other: leave one of them out".to_owned()
            }
            Self::Pattern { .. } => {
                "in a pattern, `*` and `?` stand for characters of one name, `**` for any \
                 folders, `[ab]` for one of some characters, `{a,b}` for one of some words"
                    .to_owned()
            }
        })
    }
}
