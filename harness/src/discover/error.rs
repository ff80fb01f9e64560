use std::io;
use std::path::PathBuf;

use crate::untrusted;

/// Why the cases cannot be looked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The directory of a problem's cases is missing or cannot be read.
    #[error(
        "cannot look for cases of `{problem}` in `{}`: {source}",
        untrusted::path(path)
    )]
    Directory {
        /// The problem.
        problem: String,
        /// The directory, from the root.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The cases of one problem lie among those of another.
    #[error(
        "the cases of `{inner}` in `{}` lie among those of `{outer}`",
        untrusted::path(path)
    )]
    Nested {
        /// The problem whose directory holds the other.
        outer: String,
        /// The problem whose directory is held.
        inner: String,
        /// The directory of the latter, from the root.
        path: PathBuf,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Directory { problem, .. } => Some(format!(
                "make the directory, or correct `cases` in `[problem.{problem}]`"
            )),
            Self::Nested { .. } => Some(
                "give each problem a directory of its own, or all of them the same one".to_owned(),
            ),
        }
    }
}
