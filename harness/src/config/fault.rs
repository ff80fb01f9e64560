//! What can be wrong at a place of a configuration file.

use super::{CheckerError, CommandError, CompareError, Nearest, UnitError};
use crate::model::Verdict;
use crate::untrusted::escape;

/// What is wrong there.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A byte that is not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// It is not TOML: what the parser says.
    #[error("{0}")]
    Syntax(String),
    /// A key that the table does not know.
    #[error("unknown key `{}`", escape(key.as_bytes()))]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The known key that it is most like.
        nearest: Nearest,
    },
    /// A key that the table must have.
    #[error("there is no `{0}`")]
    Missing(&'static str),
    /// A value of another type.
    #[error("`{}` must be {expected}, not a value of type {found}", escape(key.as_bytes()))]
    WrongType {
        /// The key.
        key: String,
        /// What it must be, with its article.
        expected: &'static str,
        /// The TOML type that it is of.
        found: &'static str,
    },
    /// A duration or size that cannot be used.
    #[error("`{key}`: {source}")]
    Unit {
        /// The key.
        key: String,
        /// What is wrong with it.
        source: UnitError,
    },
    /// A comparison that does not exist.
    #[error(transparent)]
    Compare(#[from] CompareError),
    /// A checker that does not exist.
    #[error(transparent)]
    Checker(#[from] CheckerError),
    /// A command that cannot be run without a shell.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The name of a problem or submission that would be mistaken for something else.
    #[error("`{}` cannot be the name of a {of}", escape(name.as_bytes()))]
    Name {
        /// `problem` or `submission`.
        of: &'static str,
        /// The name as written.
        name: String,
    },
    /// A table without an entry where nothing would be judged.
    #[error("`{0}` has nothing in it")]
    EmptyTable(&'static str),
    /// `reference` names no submission of the problem.
    #[error("`reference`: the problem has no submission `{}`", escape(name.as_bytes()))]
    UnknownReference {
        /// The name as written.
        name: String,
        /// The submission that it is most like.
        nearest: Option<String>,
    },
    /// A name that is none of a few.
    #[error("`{key}`: there is no `{}`", escape(name.as_bytes()))]
    UnknownName {
        /// The key.
        key: String,
        /// The name as written.
        name: String,
        /// The name that it is most like.
        nearest: Option<String>,
        /// All names.
        known: Vec<&'static str>,
    },
    /// `wall` and `time` of one table contradict each other.
    #[error("`wall` is below `time`: a program would be stopped before it can use its time")]
    WallBelowTime,
    /// An empty array of verdicts.
    #[error("`{}` has no verdict in it", escape(.0.as_bytes()))]
    NoVerdict(String),
    /// A key of `expect` that can fit no case.
    #[error("`{}` is no pattern for cases: {reason}", escape(text.as_bytes()))]
    Pattern {
        /// The key as written.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// `expect` is no verdict that a submission can be meant to get.
    #[error("`expect`: a submission cannot be meant to get `{}`", escape(.0.as_bytes()))]
    Verdict(String),
    /// Text that cannot be a path, or the name or value of an environment variable.
    #[error("`{}` cannot be {what}", escape(text.as_bytes()))]
    Text {
        /// What it should be, with its article.
        what: &'static str,
        /// The text as written.
        text: String,
    },
}

impl Fault {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::UnknownKey { nearest, .. } => Some(nearest.help()),
            Self::Unit { source, .. } => Some(source.help()),
            Self::Compare(source) => Some(source.help()),
            Self::Checker(source) => Some(source.help()),
            Self::Command(source) => Some(source.help()),
            Self::Missing(key) => Some(add(key).to_owned()),
            Self::EmptyTable(key) => Some(add(key).to_owned()),
            Self::UnknownReference {
                nearest: Some(nearest),
                ..
            } => Some(format!("did you mean `{nearest}`?")),
            Self::UnknownReference { nearest: None, .. } => {
                Some("name one of the problem's submissions".to_owned())
            }
            Self::UnknownName {
                nearest: Some(nearest),
                ..
            } => Some(format!("did you mean `{nearest}`?")),
            Self::UnknownName { known, .. } => {
                Some(format!("write one of `{}`", known.join("`, `")))
            }
            Self::WallBelowTime => Some(
                "raise `wall`, or leave it out; for a limit on the wall clock \
                 write `clock = \"wall\"` and set `time`"
                    .to_owned(),
            ),
            Self::Verdict(_) | Self::NoVerdict(_) => Some(format!("write one of {}", verdicts())),
            Self::Name { .. } => Some(
                "a name has at least one character, only printable ones, and no slash or backslash"
                    .to_owned(),
            ),
            Self::NotText => Some("save the file as UTF-8".to_owned()),
            Self::Syntax(_) | Self::WrongType { .. } | Self::Text { .. } | Self::Pattern { .. } => {
                None
            }
        }
    }
}

/// How the value of a missing key is written.
fn add(key: &str) -> &'static str {
    match key {
        "problem" => "add a table `[problem.NAME]` for each problem",
        "submission" => "add a table `[problem.NAME.submission]` with a line `NAME = \"command\"`",
        "cases" => "add `cases = \"cases/NAME\"`, the directory with the problem's cases",
        "run" => "add `run = \"command\"`",
        "protocol" => "add `protocol = \"icpc\"` or `protocol = \"testlib\"`",
        "expect" => {
            "write `expect = \"WA\"`, or a table such as \
             `{ \"large/*\" = \"TLE\", default = \"AC\" }`"
        }
        "float" => "write `compare = { float = 1e-6 }`",
        _ => "add it",
    }
}

/// The verdicts that a submission can be meant to get. A judge error is not among them: it
/// says nothing of a submission.
fn verdicts() -> String {
    let codes = Verdict::ALL
        .iter()
        .filter(|verdict| **verdict != Verdict::JudgeError)
        .map(|verdict| verdict.code());
    codes.collect::<Vec<_>>().join(", ")
}
