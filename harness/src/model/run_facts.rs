use std::sync::Arc;

use super::{Command, Limits, Submission};

/// What is known before the first case runs, for the header of every report.
#[derive(Clone, Debug)]
pub struct RunFacts {
    /// The version of this program.
    pub version: &'static str,
    /// Cores of the machine that this process may use.
    pub cores: usize,
    /// Name and release of the kernel, as in `Linux 6.1.0`.
    pub kernel: String,
    /// The layers that shut submissions in, from the outside in; empty for none.
    pub layers: Vec<&'static str>,
    /// Promises that are not kept on this host or by this version.
    pub not_enforced: Vec<&'static str>,
    /// The commands that ran before any case.
    pub build: Vec<Command>,
    /// The programs that are judged, each with the name of its problem, in the order of the plan.
    pub programs: Vec<(Arc<str>, Arc<Submission>)>,
    /// How many cases run at a time.
    pub jobs: usize,
    /// How many items there are to judge: submissions × cases.
    pub items: usize,
    /// How many different submissions they have.
    pub submissions: usize,
    /// How many different cases they have.
    pub cases: usize,
    /// The limits of all items, where they are the same.
    pub limits: Option<Limits>,
}
