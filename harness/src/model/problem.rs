use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use super::{Checker, Compare, Expect, Profile, Setting};

/// A problem of `judge.toml`.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its key in `judge.toml`, such as `flip-game`.
    pub name: String,
    /// The directory below which its cases lie.
    pub cases: PathBuf,
    /// The judge whose rules count where nothing else is said.
    pub profile: Setting<Profile>,
    /// How outputs are compared.
    pub compare: Setting<Compare>,
    /// What decides in place of a comparison, if anything does.
    pub checker: Option<Checker>,
    /// The name of the submission whose output makes new expected outputs.
    pub reference: Option<String>,
    /// Programs that make inputs, in the order of `judge.toml`.
    pub generators: Vec<Generator>,
    /// A program that says whether an input is one of the problem.
    pub validator: Option<Command>,
    /// The programs under test, in the order of `judge.toml`.
    pub submissions: Vec<Submission>,
}

/// A program that prints an input of a problem.
#[derive(Clone, Debug)]
pub struct Generator {
    /// Its key in `judge.toml`.
    pub name: String,
    /// How it is started; the seed comes behind these words.
    pub command: Command,
}

/// A program under test.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Its key in `judge.toml`, such as `flip-game-bitmask`.
    pub name: String,
    /// How it is started.
    pub command: Command,
    /// What it is meant to get: other than AC for one that is wrong on purpose.
    pub expect: Expect,
}

/// The `PATH` that programs under test have. A program without a slash in its name is looked
/// for there first, since that is what programs may see, and then in the judge's own `PATH`.
pub const PROGRAM_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A program and its arguments, ready to be started without a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program as written, for messages; its file is `program`.
    pub words: Vec<OsString>,
    /// The file of the program: the first word, looked up.
    pub program: PathBuf,
    /// Files and directories that it may read beside its own file, by absolute paths.
    pub read: Vec<PathBuf>,
    /// What it gets in addition to the fixed environment.
    pub env: BTreeMap<String, String>,
}
