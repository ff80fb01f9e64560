use std::io;
use std::path::PathBuf;

use super::{Fault, Place};
use crate::untrusted;

/// Why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("cannot read `{}`: {source}", untrusted::path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A directory in place of a file.
    #[error("cannot read `{}`: it is a directory", untrusted::path(path))]
    Directory {
        /// The directory.
        path: PathBuf,
    },
    /// Something in it is wrong.
    #[error("`{}`, {place}: {fault}", untrusted::path(path))]
    At {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong there.
        fault: Box<Fault>,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("run `judge` from the workspace root, or pass `--config <file>`".to_owned())
            }
            Self::Directory { .. } => {
                Some("pass the file itself, as in `--config <directory>/judge.toml`".to_owned())
            }
            Self::At { fault, .. } => fault.help(),
            Self::Read { .. } => None,
        }
    }
}
