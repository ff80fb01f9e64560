use crate::board::fliptile::LARGEST;
use crate::method::OneSize;
use crate::run;

/// Why a space of inputs cannot be gone through. Never a submission's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are no boards of this size, or they cannot even be counted.
    #[error("cannot try boards of size `{rows}x{columns}`")]
    Size {
        /// Rows that were asked for.
        rows: usize,
        /// Columns that were asked for.
        columns: usize,
    },
    /// It would take too long.
    #[error("{boards} boards are too many for one machine")]
    TooMany {
        /// How many were asked for.
        boards: u64,
        /// In how many shards they are few enough.
        shards: u64,
    },
    /// The sample is no part of the space.
    #[error("a sample of {sample} is more than all {boards} boards")]
    Sample {
        /// How many were asked for.
        sample: u64,
        /// How many there are.
        boards: u64,
    },
    /// There are more shards than boards.
    #[error("this shard of {boards} boards has none")]
    None {
        /// How many all shards have together.
        boards: u64,
    },
    /// A submission could not be started or watched.
    #[error(transparent)]
    Run(#[from] run::Error),
    /// The threads could not be started.
    #[error("cannot start {jobs} threads: {source}")]
    Threads {
        /// How many were asked for.
        jobs: usize,
        /// Why not.
        source: rayon::ThreadPoolBuildError,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Size { .. } => Some(format!(
                "pass `--size MxN` with M and N from 1 to {LARGEST} and at most {} cells, as in `4x4`",
                OneSize::MOST_TILES
            )),
            Self::TooMany { shards, .. } => Some(format!(
                "take a part: `--shard 1/{shards}` and so on, or `--sample 100000`"
            )),
            Self::Sample { .. } => Some("leave `--sample` out to try all".to_owned()),
            Self::None { boards } => Some(format!("pass `--shard I/N` with N at most {boards}")),
            Self::Run(_) => None,
            Self::Threads { .. } => Some("pass a smaller `--jobs`".to_owned()),
        }
    }
}
