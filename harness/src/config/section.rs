//! The tables of the configuration files, the keys that each of them knows, and what each key
//! takes. The strict reading and the JSON Schema both come from here.

use super::nearest_key::Nearest;
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

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) form: Form,
    /// What it is for, in a sentence.
    pub(super) about: &'static str,
}

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A string.
    Text,
    /// An array of strings.
    Texts,
    /// True or false.
    Flag,
    /// A tolerance: a number above 0 and below 1.
    Tolerance,
    /// A number or a string.
    Seed,
    /// A duration with its unit.
    Duration,
    /// A size with its unit.
    Size,
    /// A command that is split into words.
    Command,
    /// An array of them.
    Commands,
    /// The name of a profile.
    Profile,
    /// The name of a clock.
    Clock,
    /// The name of a way to compare, or its table.
    Compare,
    /// A verdict, several, or a table of these by cases.
    Expect,
    /// A table of strings with free keys.
    Strings,
    /// A table.
    Table(Section),
    /// A table of problems by their names.
    Problems,
    /// A table of commands by their names.
    NamedCommands,
    /// A table of submissions by their names: commands or tables.
    Submissions,
    /// The name of a built-in checker, or the table of one that is a program.
    Checker,
    /// The name of a protocol of checkers.
    Protocol,
}

impl Section {
    /// All sections.
    #[cfg(test)]
    pub(super) const ALL: [Self; 8] = [
        Self::Judge,
        Self::Limits,
        Self::Problem,
        Self::Submission,
        Self::Compare,
        Self::Checker,
        Self::Case,
        Self::Generated,
    ];

    /// All keys that the table may have.
    pub(super) const fn keys(self) -> &'static [Key] {
        match self {
            Self::Judge => JUDGE,
            Self::Limits => LIMITS,
            Self::Problem => PROBLEM,
            Self::Submission => SUBMISSION,
            Self::Compare => COMPARE,
            Self::Checker => CHECKER,
            Self::Case => CASE,
            Self::Generated => GENERATED,
        }
    }

    /// The keys that the table must have.
    pub(super) const fn required(self) -> &'static [&'static str] {
        match self {
            Self::Judge => &["problem"],
            Self::Problem => &["cases", "submission"],
            Self::Submission => &["run"],
            Self::Compare => &["float"],
            Self::Checker => &["run", "protocol"],
            Self::Limits | Self::Case | Self::Generated => &[],
        }
    }

    /// Whether the table has this key.
    pub(super) fn knows(self, key: &str) -> bool {
        self.keys().iter().any(|known| known.name == key)
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
                .map(move |known| (*section, known.name, bonus))
        });
        candidates
            .filter_map(|(section, known, bonus)| {
                Some((section, known, likeness(&key, known)?, bonus))
            })
            .max_by(|(_, _, a, bonus_a), (_, _, b, bonus_b)| {
                (a + bonus_a).total_cmp(&(b + bonus_b))
            })
            .map_or_else(
                || Nearest::Unlike(self.keys().iter().map(|key| key.name).collect()),
                |(section, known, _, _)| {
                    if section == self {
                        Nearest::Here(known)
                    } else {
                        Nearest::Elsewhere(known, section.title())
                    }
                },
            )
    }
}

const fn key(name: &'static str, form: Form, about: &'static str) -> Key {
    Key { name, form, about }
}

const JUDGE: &[Key] = &[
    key(
        "build",
        Form::Commands,
        "Commands to run once, before any case, without a shell.",
    ),
    key(
        "profile",
        Form::Profile,
        "The judge whose rules are taken over for every problem, unless it says otherwise.",
    ),
    key(
        "limits",
        Form::Table(Section::Limits),
        "Limits for every problem, unless it says otherwise.",
    ),
    key("problem", Form::Problems, "The problems by name."),
];

const LIMITS: &[Key] = &[
    key(
        "time",
        Form::Duration,
        "The time limit, on the clock that `clock` names: decides TLE.",
    ),
    key(
        "wall",
        Form::Duration,
        "The guard on the wall clock for programs that wait; twice the time and a second when not given.",
    ),
    key(
        "clock",
        Form::Clock,
        "What the time limit is on: CPU time, the wall clock, or each of both.",
    ),
    key("memory", Form::Size, "Peak resident memory: decides MLE."),
    key(
        "output",
        Form::Size,
        "Bytes on standard output: decides OLE.",
    ),
    key(
        "stderr",
        Form::Size,
        "Bytes on standard error: decides OLE.",
    ),
    key(
        "stack",
        Form::Size,
        "The main thread's stack; as `memory` when not given.",
    ),
];

const PROBLEM: &[Key] = &[
    key(
        "cases",
        Form::Text,
        "The directory below which the cases of the problem lie.",
    ),
    key(
        "profile",
        Form::Profile,
        "The judge whose rules are taken over for this problem.",
    ),
    key(
        "compare",
        Form::Compare,
        "How outputs are compared with the expected ones.",
    ),
    key(
        "ignore_case",
        Form::Flag,
        "Whether letters of either case are equal; not with `exact`.",
    ),
    key(
        "checker",
        Form::Checker,
        "What decides in place of a comparison: a built-in checker, or a program.",
    ),
    key(
        "interactor",
        Form::Table(Section::Checker),
        "The program that submissions talk to, and that decides about them.",
    ),
    key(
        "reference",
        Form::Text,
        "The submission that confirms new expected outputs.",
    ),
    key(
        "generator",
        Form::NamedCommands,
        "Programs that print an input, by name; the seed is their last argument.",
    ),
    key(
        "validator",
        Form::Command,
        "A program that reads an input and exits with 0 or 42 where it is one of the problem.",
    ),
    key(
        "limits",
        Form::Table(Section::Limits),
        "Limits for this problem.",
    ),
    key(
        "submission",
        Form::Submissions,
        "The programs under test by name.",
    ),
];

const SUBMISSION: &[Key] = &[
    key(
        "run",
        Form::Command,
        "The program and its arguments, without a shell.",
    ),
    key(
        "expect",
        Form::Expect,
        "What the program is meant to get: a verdict, any of several, or a table of these by cases.",
    ),
    key(
        "read",
        Form::Texts,
        "Files and directories that the program may read beside its own file.",
    ),
    key(
        "env",
        Form::Strings,
        "What the program gets in addition to the fixed environment.",
    ),
];

const COMPARE: &[Key] = &[key(
    "float",
    Form::Tolerance,
    "The absolute or relative error up to which a number is right.",
)];

const CHECKER: &[Key] = &[
    key(
        "run",
        Form::Command,
        "The checker and its arguments, without a shell.",
    ),
    key(
        "protocol",
        Form::Protocol,
        "How it is asked and how it answers.",
    ),
    key(
        "args",
        Form::Texts,
        "What it is told behind the names of the files.",
    ),
    key(
        "limits",
        Form::Table(Section::Limits),
        "Limits for the checker itself.",
    ),
    key(
        "read",
        Form::Texts,
        "Files and directories that it may read beside its own file and the cases.",
    ),
    key(
        "env",
        Form::Strings,
        "What it gets in addition to the fixed environment.",
    ),
];

const CASE: &[Key] = &[
    key("why", Form::Text, "Why the case is there."),
    key(
        "limits",
        Form::Table(Section::Limits),
        "Limits for this case alone.",
    ),
    key(
        "generated",
        Form::Table(Section::Generated),
        "Where the case came from; plays no part in judging.",
    ),
];

const GENERATED: &[Key] = &[
    key("family", Form::Text, "The kind of input."),
    key("seed", Form::Seed, "Where the random numbers started."),
    key(
        "iteration",
        Form::Seed,
        "Which of the inputs of the seed it was, from 1.",
    ),
    key("command", Form::Text, "The command that made it."),
    key(
        "version",
        Form::Text,
        "The version of `judge` that made it.",
    ),
];

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
                "known here: `build`, `profile`, `limits`, `problem`",
            ),
        ] {
            assert_eq!(section.nearest(key).help(), help, "{key} in {section:?}");
        }
    }
}
