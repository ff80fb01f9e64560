use std::path::PathBuf;

use clap::Args as Group;

use super::args::{Config, Isolation};

/// Makes a case directory of a counterexample that `judge stress` has kept
///
/// Its expected output comes from the built-in reference of the problem, or else from the
/// submission that `reference` names; a second method must agree where there is one. No case is
/// overwritten, and an input that is there already is refused.
#[derive(Debug, Group)]
#[command(
    after_help = "Example: judge promote target/judge/stress/flip-game-1 --name black/nearer"
)]
pub(super) struct Promote {
    /// The directory of the counterexample, of which the smallest form is taken, or an input
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The path of the case below the problem's cases [default: by the submission, and free]
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,
    /// Why the case is there, in a line [default: what is known of the counterexample]
    #[arg(long, value_name = "TEXT")]
    pub(super) why: Option<String>,
    /// The problem, where the file does not say it
    #[arg(long, value_name = "NAME")]
    pub(super) problem: Option<String>,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    #[command(flatten)]
    pub(super) config: Config,
}
