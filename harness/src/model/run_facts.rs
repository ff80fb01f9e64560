use std::fmt;

/// What is known before the first case runs, for the header of every report.
#[derive(Clone, Debug)]
pub struct RunFacts {
    /// The version of this program.
    pub version: &'static str,
    /// Cores of the machine that this process may use.
    pub cores: usize,
    /// Name and release of the kernel, as in `Linux 6.1.0`.
    pub kernel: String,
    /// How far the submissions are shut in.
    pub isolation: Isolation,
    /// Limits and promises that this host or this version does not enforce.
    pub not_enforced: Vec<String>,
    /// How many cases run at a time.
    pub jobs: usize,
    /// How many items there are to judge.
    pub items: usize,
    /// How many different submissions, and how many different cases.
    pub submissions: usize,
    /// How many different cases the items have.
    pub cases: usize,
}

/// How far submissions are shut in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Limits and a clean-up of processes, but no wall around the submission.
    None,
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
        }
    }
}
