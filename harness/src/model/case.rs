use std::fmt;
use std::path::PathBuf;

use super::{CaseName, Limits};

/// All that was found below the `cases` directories, in the order of the names.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The cases of all problems; those of one problem stand together.
    pub cases: Vec<Case>,
    /// The files that belong to no case, in natural order; none of hidden directories.
    pub ignored: Vec<PathBuf>,
}

/// An input with an expected output, and maybe settings.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of the problem that it belongs to.
    pub problem: String,
    /// What it is called.
    pub name: CaseName,
    /// Where it is: its directory, or where its files lie beside those of other cases, what
    /// the directory would be (`sample/1` for `sample/1.in` and `sample/1.ans`).
    pub path: PathBuf,
    /// The files by which it may be named too; none where it has a directory of its own.
    pub beside: Vec<PathBuf>,
    /// Its files, or what keeps it from being judged.
    pub files: Result<CaseFiles, CaseFault>,
    /// Why it is there, from its settings.
    pub why: Option<String>,
    /// The limits under which it is judged.
    pub limits: Limits,
}

impl Case {
    /// Its files for whoever can do without an expected output.
    ///
    /// # Errors
    /// When anything else keeps it from being judged.
    pub fn files_without_expected(&self) -> Result<CaseFiles, &CaseFault> {
        match &self.files {
            Ok(files) => Ok(CaseFiles {
                input: files.input.clone(),
                expected: None,
            }),
            Err(CaseFault::NoExpected { input, .. }) => Ok(CaseFiles {
                input: input.clone(),
                expected: None,
            }),
            Err(fault) => Err(fault),
        }
    }
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
    /// There is no input.
    NoInput(Missing),
    /// There is no expected output. All else is fine.
    NoExpected {
        /// The input.
        input: PathBuf,
        /// What was looked for.
        missing: Missing,
    },
    /// It cannot be read, or its settings are wrong: what and where, in one line.
    Unusable(String),
}

/// A file that a case should have. All names are escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The names of which it could have one.
    pub wanted: Vec<String>,
    /// Names that look as if they were meant, a few at most.
    pub near: Vec<String>,
}

impl fmt::Display for CaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInput(missing) => write!(f, "no input file: {missing}"),
            Self::NoExpected { missing, .. } => write!(f, "no expected output: {missing}"),
            Self::Unusable(why) => f.write_str(why),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is missing", self.wanted.join("` or `"))?;
        match self.near.as_slice() {
            [] => Ok(()),
            names => write!(f, " (there is `{}`)", names.join("`, `")),
        }
    }
}
