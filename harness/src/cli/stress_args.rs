use std::num::NonZeroU64;
use std::time::Duration;

use clap::Args as Group;

use super::args::{Config, Format, Isolation, duration};
use crate::untrusted;

/// Runs random inputs through two or more methods until they differ
///
/// Every submission that is meant to be right, or those that are named, against the built-in
/// reference of the problem, or else against the submission that `reference` names. A
/// counterexample is kept in `target/judge/stress` before it is shown; then it is made smaller.
/// A verdict such as RE or TLE is a difference, too.
///
/// Exit code: 1 when there is a difference, 0 when none was found, 5 when the generator, the
/// reference or the checker is at fault.
#[derive(Debug, Group)]
#[command(
    after_help = "Example: judge stress flip-game --for 30s\n         judge stress fliptile --family ties --count 500 --seed 7"
)]
pub(super) struct Stress {
    /// The problem, as it is called in the configuration
    #[arg(value_name = "PROBLEM")]
    pub(super) problem: String,
    /// How many inputs at most
    #[arg(long, value_name = "N", value_parser = from_one)]
    pub(super) count: Option<NonZeroU64>,
    /// How long at most, such as 30s [default: 10s, unless `--count` is given]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(super) duration: Option<Duration>,
    /// Where the random numbers start: the same seed makes the same inputs [default: a new one]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Only this one of the inputs of the seed, from 1
    #[arg(long, value_name = "N", value_parser = from_one, requires = "seed", conflicts_with = "count")]
    pub(super) iteration: Option<NonZeroU64>,
    /// Only this family of inputs (may be repeated)
    #[arg(long, value_name = "NAME", conflicts_with = "generator")]
    pub(super) family: Vec<String>,
    /// A program that prints an input: a generator of the configuration, or a command in which
    /// `{seed}` stands for the seed; without that, the seed is its last argument
    #[arg(long, value_name = "COMMAND")]
    pub(super) generator: Option<String>,
    /// A program that reads an input and ends with 0 or 42 where it is one of the problem
    #[arg(long, value_name = "COMMAND")]
    pub(super) validator: Option<String>,
    /// Only this submission (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub(super) submission: Vec<String>,
    /// How long a counterexample is made smaller at most
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(super) shrink_for: Duration,
    /// Leave a counterexample as it is
    #[arg(long)]
    pub(super) no_shrink: bool,
    /// Only check the generator: run it twice with each of some seeds
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    #[command(flatten)]
    pub(super) config: Config,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
}

fn from_one(written: &str) -> Result<NonZeroU64, String> {
    written.parse().map_err(|_| {
        let written = untrusted::escape(written.as_bytes());
        format!("`{written}` is no number to count with\nhelp: write a whole number from 1")
    })
}
