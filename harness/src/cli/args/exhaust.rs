use std::num::NonZeroU64;

use clap::Args as Group;

use super::{Config, Isolation, Jobs};
use crate::model::Shard;
use crate::untrusted;

/// Runs all inputs of a finite space through every method and the built-in reference
///
/// For flip-game these are all 65,536 boards; for fliptile all boards of one size, of at most
/// 25 cells at a time. The reference, elimination over GF(2), is confirmed on every board by a
/// built-in search. Any disagreement is shown, the smallest board first. A run answers many
/// boards, and has the problem's time limit and 10 ms more for each further one.
///
/// An input of flip-game does not say the size of its board: for sizes other than 4x4 no
/// submission is run, and the two built-in methods are compared with each other.
///
/// Exit code: 0 when all methods agree on every board that was asked for, 1 when not, 2 wrong
/// usage, 3 the build failed, 4 no board was asked for, 5 the judge could not do its work,
/// 128+N interrupted by signal N.
#[derive(Debug, Group)]
#[command(
    after_help = "Example: judge exhaust flip-game\n         judge exhaust fliptile --size 3x4\n         \
                  judge exhaust fliptile --size 5x5 --sample 100000 --seed 7\n         \
                  judge exhaust fliptile --size 5x6 --shard 1/32"
)]
pub(in crate::cli) struct Exhaust {
    /// The problem, as it is called in the configuration
    #[arg(value_name = "PROBLEM")]
    pub(in crate::cli) problem: String,
    /// Rows and columns; for flip-game 4x4 when not given
    #[arg(long, value_name = "MxN")]
    pub(in crate::cli) size: Option<String>,
    /// Only so many boards, chosen by a seed
    #[arg(long, value_name = "N", value_parser = boards)]
    pub(in crate::cli) sample: Option<NonZeroU64>,
    /// Which boards the sample has: the same seed chooses the same [default: a new one]
    #[arg(long, value_name = "S", requires = "sample")]
    pub(in crate::cli) seed: Option<u64>,
    /// Only part I of N, from 1 to N: the same split on every machine
    #[arg(long, value_name = "I/N", value_parser = shard, allow_hyphen_values = true)]
    pub(in crate::cli) shard: Option<Shard>,
    /// Start the program anew for each board, for one that reads one board only; each run has
    /// the limits of a case
    #[arg(long)]
    pub(in crate::cli) one_process_per_board: bool,
    /// Only this submission (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) submission: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) isolation: Isolation,
    #[command(flatten)]
    pub(in crate::cli) config: Config,
    #[command(flatten)]
    pub(in crate::cli) jobs: Jobs,
}

fn boards(written: &str) -> Result<NonZeroU64, String> {
    written.parse().map_err(|_| {
        let written = untrusted::escape(written.as_bytes());
        format!("`{written}` is no number of boards\nhelp: write a whole number from 1")
    })
}

fn shard(written: &str) -> Result<Shard, String> {
    let parts = written.split_once('/');
    parts
        .and_then(|(index, count)| Shard::new(index.parse().ok()?, count.parse().ok()?))
        .ok_or_else(|| {
            let written = untrusted::escape(written.as_bytes());
            format!(
                "`{written}` is no shard\nhelp: write it as in `2/8`, which is the second of eight"
            )
        })
}
