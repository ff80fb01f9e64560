use crate::method::fliptile::EveryPress;
use crate::run;

/// Why a space of inputs cannot be gone through. Never a submission's fault.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There are too many boards of this size, or none.
    #[error("cannot try all boards of size `{rows}x{columns}`")]
    Size {
        /// Rows that were asked for.
        rows: usize,
        /// Columns that were asked for.
        columns: usize,
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
                "pass `--size MxN` with M and N from 1 to 15 and at most {} tiles, as in `4x4`",
                EveryPress::MOST_TILES
            )),
            Self::Run(_) => None,
            Self::Threads { .. } => Some("pass a smaller `--jobs`".to_owned()),
        }
    }
}
