use std::io;
use std::path::PathBuf;

use super::Family;
use crate::method;
use crate::nearest::nearest;
use crate::untrusted;

/// Why there are no new cases. Nothing is half written then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The harness cannot make inputs for this problem.
    #[error("no families are known for the problem `{}`", untrusted::escape(problem.as_bytes()))]
    NoFamilies {
        /// The name that was asked for.
        problem: String,
    },
    /// The problem has families, but none of this name.
    #[error(
        "the problem `{}` has no family `{}`",
        untrusted::escape(problem.as_bytes()),
        untrusted::escape(name.as_bytes())
    )]
    UnknownFamily {
        /// The problem.
        problem: String,
        /// The name that was asked for.
        name: String,
        /// The families that there are.
        families: &'static [Family],
    },
    /// The family has not that many inputs that are not among the cases already.
    #[error("the family `{family}` has {} that no case has yet, {asked} asked for", crate::figures::count(*left, "input"))]
    TooFew {
        /// The family.
        family: &'static str,
        /// How many new inputs were asked for.
        asked: usize,
        /// How many there are.
        left: usize,
    },
    /// The reference cannot read the family's own input.
    #[error("the reference cannot answer an input of the family `{family}`: {source}")]
    Reference {
        /// The family.
        family: &'static str,
        /// Why.
        source: method::Error,
    },
    /// The second method gave another answer.
    #[error(
        "two methods disagree on an input of the family `{family}`: \
         the reference says `{}`, the second method `{}`, for `{}`",
        start(reference),
        start(second),
        start(input)
    )]
    Disagreement {
        /// The family.
        family: &'static str,
        /// The input.
        input: Vec<u8>,
        /// What the built-in reference answers.
        reference: Vec<u8>,
        /// What the second method answers.
        second: Vec<u8>,
    },
    /// The second method gave no answer.
    #[error("an answer of the family `{family}` is not confirmed: {reason}")]
    Unconfirmed {
        /// The family.
        family: &'static str,
        /// Why, in a line.
        reason: String,
    },
    /// The cases that exist cannot be read.
    #[error("cannot read `{}`: {source}", untrusted::path(path))]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A new case cannot be written.
    #[error("cannot write the case `{}`: {source}", untrusted::path(path))]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoFamilies { .. } => {
                Some("families exist for `flip-game` and `fliptile`".to_owned())
            }
            Self::UnknownFamily { name, families, .. } => Some(known(families, name)),
            Self::TooFew { left: 0, .. } => {
                Some("choose another family, or keep the cases that exist".to_owned())
            }
            Self::TooFew { left, .. } => Some(format!("ask for `--count {left}`")),
            Self::Reference { source, .. } => source.help(),
            Self::Disagreement { .. } => Some(
                "one of the two is wrong: find out which with `judge exhaust`, then generate again"
                    .to_owned(),
            ),
            Self::Unconfirmed { .. } => {
                Some("correct the submission that `reference` names in `judge.toml`".to_owned())
            }
            Self::Read { .. } | Self::Write { .. } => {
                Some("check that the `cases` directory of the problem is yours".to_owned())
            }
        }
    }
}

/// As much of an answer or an input as a line of text bears; the whole is in the error.
fn start(bytes: &[u8]) -> String {
    const SHOWN: usize = 240;
    match bytes.get(..SHOWN) {
        Some(start) if bytes.len() > SHOWN => format!("{} …", untrusted::escape(start)),
        _ => untrusted::escape(bytes),
    }
}

fn known(families: &[Family], name: &str) -> String {
    let names = || families.iter().map(|family| family.name);
    let meant = nearest(name, names())
        .map_or_else(String::new, |nearest| format!("did you mean `{nearest}`? "));
    let names: Vec<_> = names().map(|name| format!("`{name}`")).collect();
    format!("{meant}there are {}", names.join(", "))
}
