use std::io;
use std::path::PathBuf;

use crate::generate;
use crate::model::Verdict;
use crate::run;
use crate::untrusted;

/// Why a search for a difference cannot go on, or no case comes of what was found. Never a
/// submission's fault. Commands, names of submissions and reasons are safe text.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started or watched.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// There are no two methods to compare.
    #[error(
        "`{}` has no two methods to compare",
        untrusted::escape(problem.as_bytes())
    )]
    Alone {
        /// The problem.
        problem: String,
    },
    /// The reference has no answer.
    #[error("the reference `{name}` failed{}: {reason}", place(at))]
    Reference {
        /// The submission.
        name: String,
        /// Its verdict and why.
        reason: String,
        /// On which input, and where that is kept, if it is.
        at: Option<(u64, PathBuf)>,
    },
    /// The checker, or what is judged with, is at fault.
    #[error("cannot judge `{name}`: {reason}")]
    Judge {
        /// The submission.
        name: String,
        /// Why.
        reason: String,
    },
    /// A generator did not end well.
    #[error("the generator failed: `{command}`: {reason}")]
    Generator {
        /// Its command with the seed.
        command: String,
        /// How it ended.
        reason: String,
    },
    /// A generator printed something else when it ran again.
    #[error("NONDETERMINISTIC: the generator printed two different inputs for `{command}`")]
    Nondeterministic {
        /// Its command with the seed.
        command: String,
    },
    /// A generator prints the same whatever the seed is.
    #[error("the generator ignores its seed: {count} seeds gave the same input")]
    IgnoresSeed {
        /// How many seeds were tried.
        count: u64,
    },
    /// A generator made what is no input of the problem.
    #[error(
        "input {iteration}, made by `{from}`, is none of the problem: {reason}; it is kept in `{}`",
        untrusted::path(kept)
    )]
    Input {
        /// What made it.
        from: String,
        /// Its number.
        iteration: u64,
        /// Who refuses it, and why.
        reason: String,
        /// Where it is kept.
        kept: PathBuf,
    },
    /// The validator did not end by itself.
    #[error("the validator failed: {reason}")]
    Validator {
        /// How it ended.
        reason: String,
    },
    /// The files of the input at hand cannot be written.
    #[error("cannot write `{}`: {source}", untrusted::path(path))]
    Scratch {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A counterexample cannot be kept.
    #[error("cannot keep the counterexample `{}`: {source}", untrusted::path(path))]
    Keep {
        /// The directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A directory is no counterexample.
    #[error("`{}` holds no counterexample", untrusted::path(path))]
    NothingKept {
        /// The directory.
        path: PathBuf,
    },
    /// A file or directory cannot be read.
    #[error("cannot read `{}`: {source}", untrusted::path(path))]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What is known of a counterexample cannot be read.
    #[error("cannot read `{}`: {}", untrusted::path(path), source.message())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<toml::de::Error>,
    },
    /// Nobody says what is right.
    #[error("nobody says what is right: `{}` has no reference", untrusted::escape(problem.as_bytes()))]
    NoReference {
        /// The problem.
        problem: String,
    },
    /// The input is none of the problem.
    #[error("`{}` is no input of the problem: {reason}", untrusted::path(path))]
    Refused {
        /// Where the input lies.
        path: PathBuf,
        /// Who refuses it, and why.
        reason: String,
    },
    /// A second method does not agree with the reference.
    #[error("the reference's answer is not confirmed: `{name}` gets {verdict} with it")]
    Unconfirmed {
        /// The method.
        name: String,
        /// What it would get.
        verdict: Verdict,
    },
    /// A case has the same input.
    #[error("there is a case with this input: `{}`", untrusted::path(case))]
    Duplicate {
        /// Its input.
        case: PathBuf,
    },
    /// No case can be called so.
    #[error("`{}` cannot be the name of a case", untrusted::escape(name.as_bytes()))]
    Name {
        /// The name.
        name: String,
    },
    /// Something is called so already.
    #[error("`{}` exists already", untrusted::path(path))]
    Taken {
        /// The directory that would be made.
        path: PathBuf,
    },
    /// The case cannot be written.
    #[error(transparent)]
    Write(#[from] generate::Error),
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let text = match self {
            Self::Run(_) | Self::Scratch { .. } | Self::Read { .. } | Self::Record { .. } => {
                return None;
            }
            Self::Write(error) => return error.help(),
            Self::Alone { .. } => {
                "add a submission, or name one that is meant to fail: `--submission NAME`"
            }
            Self::Reference { at: None, .. } => {
                "correct the submission that `reference` names in `judge.toml`"
            }
            Self::Reference { at: Some(_), .. } => {
                "correct the submission that `reference` names, or refuse such inputs with a \
                 `validator`"
            }
            Self::Judge { .. } => "`judge list --check` shows what the checker refuses",
            Self::Generator { .. } | Self::Input { .. } => "correct the generator",
            Self::Nondeterministic { .. } => {
                "let nothing but the seed decide: no clock, no address, no order of a hash table"
            }
            Self::IgnoresSeed { .. } => {
                "read the seed from the last argument, or put `{seed}` where it belongs"
            }
            Self::Validator { .. } => {
                "a validator ends with 0 or 42 for an input, and with another code for none"
            }
            Self::Keep { .. } => "check that `target/judge` is yours and the disk is not full",
            Self::NothingKept { .. } => {
                "name a directory that `judge stress` has kept, or an input"
            }
            Self::NoReference { .. } => "name a submission as `reference` in `judge.toml`",
            Self::Refused { .. } => "no case can be made of it",
            Self::Unconfirmed { .. } => "one of the two is wrong: find out which first",
            Self::Duplicate { .. } => "it is judged already: `judge run`",
            Self::Name { .. } => {
                "a name is a path below the problem's cases, without `..`, hidden parts or a case above it"
            }
            Self::Taken { .. } => "choose another `--name`, or leave it out for a free one",
        };
        Some(text.to_owned())
    }

    /// Whether it is what the user asked for that cannot be, and nothing failed.
    pub const fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::Alone { .. }
                | Self::NothingKept { .. }
                | Self::NoReference { .. }
                | Self::Refused { .. }
                | Self::Duplicate { .. }
                | Self::Name { .. }
                | Self::Taken { .. }
        )
    }
}

fn place(at: &Option<(u64, PathBuf)>) -> String {
    at.as_ref().map_or_else(String::new, |(iteration, kept)| {
        format!(" on input {iteration}, kept in `{}`", untrusted::path(kept))
    })
}
