use std::ffi::OsString;
use std::fmt;

use super::{Command, Limits};
use crate::untrusted;

/// What decides whether an output answers an input, where that is more than a comparison
/// with the expected output.
#[derive(Clone, Debug, PartialEq)]
pub enum Checker {
    /// The harness knows the problem.
    BuiltIn(BuiltIn),
    /// A program says so.
    Program(Box<CheckerProgram>),
    /// A program that talks to the submission while both run says so.
    Interactor(Box<CheckerProgram>),
}

impl Checker {
    /// The program that is to be run, where it is one, by itself or beside the submission.
    pub fn program(&self) -> Option<&CheckerProgram> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program(program) | Self::Interactor(program) => Some(program),
        }
    }

    /// What it is called in `judge.toml` and in messages.
    pub const fn role(&self) -> &'static str {
        match self {
            Self::BuiltIn(_) | Self::Program(_) => "checker",
            Self::Interactor(_) => "interactor",
        }
    }
}

/// A problem whose answers the harness can check by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// POJ 3279.
    Fliptile,
    /// POJ 1753.
    FlipGame,
}

impl BuiltIn {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Fliptile, Self::FlipGame];

    /// Its name in `judge.toml`, which is that of the problem.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fliptile => "fliptile",
            Self::FlipGame => "flip-game",
        }
    }

    /// The one of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

/// A program that judges outputs, with limits of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckerProgram {
    /// How it is started; the protocol adds the names of files to its words.
    pub command: Command,
    /// What it is told behind those names.
    pub arguments: Vec<OsString>,
    /// How it is asked and how it answers.
    pub protocol: Protocol,
    /// The ceilings under which it runs.
    pub limits: Limits,
}

/// How a checker or an interactor is asked and how it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Output validators of the ICPC and Kattis problem packages.
    Icpc,
    /// Checkers and interactors that are written with `testlib.h`.
    Testlib,
}

impl Protocol {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Icpc, Self::Testlib];

    /// Its name in `judge.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Icpc => "icpc",
            Self::Testlib => "testlib",
        }
    }

    /// The one of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl fmt::Display for Checker {
    /// As in `checker fliptile`, `checker target/check (icpc)` and `interactor ./i (testlib)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(one) => write!(f, "checker {}", one.name()),
            Self::Program(program) | Self::Interactor(program) => {
                let words = &program.command.words;
                let name = words.first().map(|word| word.as_encoded_bytes());
                write!(
                    f,
                    "{} {} ({})",
                    self.role(),
                    untrusted::escape(name.unwrap_or_default()),
                    program.protocol.name()
                )
            }
        }
    }
}

/// Something that a checker said: the name of where it said it, such as `stderr` or
/// `judgemessage.txt`, and its bytes; at most 4 KiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it was said.
    pub from: &'static str,
    /// What was said.
    pub text: Vec<u8>,
}
