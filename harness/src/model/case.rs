use std::fmt;
use std::path::PathBuf;

use super::{CaseName, Limits};

/// All that was found below the `cases` directories, in the order of the names.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The cases of all problems; those of one problem stand together.
    pub cases: Vec<Case>,
}

/// One directory with an input, an expected output and maybe settings.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the problem that it belongs to.
    pub problem: String,
    /// What it is called.
    pub name: CaseName,
    /// Where it is.
    pub directory: PathBuf,
    /// Its files, or what keeps it from being judged.
    pub files: Result<CaseFiles, CaseFault>,
    /// Why it is there, from its `case.toml`.
    pub why: Option<String>,
    /// The limits under which it is judged.
    pub limits: Limits,
}

/// The files of a case that can be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFiles {
    /// The input.
    pub input: PathBuf,
    /// The expected output; `None` where nothing is to be compared.
    pub expected: Option<PathBuf>,
}

/// What keeps a case from being judged: the judge's fault, never the submission's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseFault {
    /// There is no input; names in the directory that look as if they were meant.
    NoInput(Vec<String>),
    /// There is no expected output; names in the directory that look as if they were meant.
    NoExpected(Vec<String>),
    /// It cannot be read, or its settings are wrong: what and where, in one line.
    Unusable(String),
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, near) = match self {
            Self::NoInput(near) => ("no input file: `input` is missing", near),
            Self::NoExpected(near) => ("no expected output: `expected` is missing", near),
            Self::Unusable(why) => return f.write_str(why),
        };
        f.write_str(what)?;
        match near.as_slice() {
            [] => Ok(()),
            names => write!(f, " (there is `{}`)", names.join("`, `")),
        }
    }
}
