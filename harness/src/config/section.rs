//! The tables of the configuration files and the keys that each of them knows.

use crate::nearest::likeness;

/// A table with a fixed set of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The top of `judge.toml`.
    Judge,
    /// `[limits]`, of either file and of a problem.
    Limits,
    /// `[problem.NAME]`.
    Problem,
    /// A submission that is more than a command.
    Submission,
    /// `compare = { … }`.
    Compare,
    /// `checker = { … }` and `interactor = { … }`.
    Checker,
    /// The top of `case.toml`.
    Case,
    /// `[generated]` of `case.toml`.
    Generated,
}

/// The known key that an unknown one is most like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// A key of the same table.
    Here(&'static str),
    /// A key of another table, and how that table is written.
    Elsewhere(&'static str, &'static str),
    /// None is like it: these are the keys of the table.
    Unlike(&'static [&'static str]),
}

impl Section {
    /// All keys that the table may have.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Judge => &["build", "limits", "problem"],
            Self::Limits => &["time", "wall", "memory", "output", "stderr", "stack"],
            Self::Problem => &[
                "cases",
                "compare",
                "ignore_case",
                "checker",
                "interactor",
                "reference",
                "limits",
                "submission",
            ],
            Self::Submission => &["run", "expect", "read", "env"],
            Self::Compare => &["float"],
            Self::Checker => &["run", "protocol", "args", "limits", "read", "env"],
            Self::Case => &["why", "limits", "generated"],
            Self::Generated => &["family", "seed", "command", "version"],
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Judge | Self::Case => "the top of the file",
            Self::Limits => "`[limits]`",
            Self::Problem => "`[problem.NAME]`",
            Self::Submission => "a submission's table",
            Self::Compare => "`compare`",
            Self::Checker => "`checker` or `interactor`",
            Self::Generated => "`[generated]`",
        }
    }

    /// The tables of the same file, the nearest to the top first.
    const fn file(self) -> &'static [Self] {
        match self {
            Self::Judge
            | Self::Limits
            | Self::Problem
            | Self::Submission
            | Self::Compare
            | Self::Checker => &[
                Self::Judge,
                Self::Limits,
                Self::Problem,
                Self::Submission,
                Self::Compare,
                Self::Checker,
            ],
            Self::Case | Self::Generated => &[Self::Case, Self::Limits, Self::Generated],
        }
    }

    /// The known key that was most likely meant by `key`, which this table does not have.
    pub(super) fn nearest(self, key: &str) -> Nearest {
        // Of two that are about as likely, a key of the same table was meant.
        const HERE: f64 = 0.1;
        let key = key.to_lowercase();
        let candidates = self.file().iter().flat_map(|section| {
            let bonus = if *section == self { HERE } else { 0.0 };
            section
                .keys()
                .iter()
                .map(move |known| (*section, *known, bonus))
        });
        candidates
            .filter_map(|(section, known, bonus)| {
                Some((section, known, likeness(&key, known)?, bonus))
            })
            .max_by(|(_, _, a, bonus_a), (_, _, b, bonus_b)| {
                (a + bonus_a).total_cmp(&(b + bonus_b))
            })
            .map_or(Nearest::Unlike(self.keys()), |(section, known, _, _)| {
                if section == self {
                    Nearest::Here(known)
                } else {
                    Nearest::Elsewhere(known, section.title())
                }
            })
    }
}

impl Nearest {
    /// The line of help for it.
    pub(super) fn help(&self) -> String {
        match self {
            Self::Here(known) => format!("did you mean `{known}`?"),
            Self::Elsewhere(known, table) => format!("did you mean `{known}` in {table}?"),
            Self::Unlike(keys) => format!("known here: `{}`", keys.join("`, `")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_named() {
        for (section, key, help) in [
            (Section::Limits, "time_limt", "did you mean `time`?"),
            (Section::Limits, "memroy", "did you mean `memory`?"),
            (Section::Limits, "Time", "did you mean `time`?"),
            (Section::Judge, "limit", "did you mean `limits`?"),
            (Section::Judge, "problems", "did you mean `problem`?"),
            (
                Section::Judge,
                "time_limt",
                "did you mean `time` in `[limits]`?",
            ),
            (Section::Judge, "time", "did you mean `time` in `[limits]`?"),
            (
                Section::Problem,
                "memory",
                "did you mean `memory` in `[limits]`?",
            ),
            (
                Section::Problem,
                "ignore-case",
                "did you mean `ignore_case`?",
            ),
            (Section::Submission, "expected", "did you mean `expect`?"),
            (Section::Case, "time", "did you mean `time` in `[limits]`?"),
            (
                Section::Case,
                "because",
                "known here: `why`, `limits`, `generated`",
            ),
            (
                Section::Judge,
                "",
                "known here: `build`, `limits`, `problem`",
            ),
        ] {
            assert_eq!(section.nearest(key).help(), help, "{key} in {section:?}");
        }
    }
}
