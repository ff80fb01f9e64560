use crate::untrusted;

/// Why bytes are not the input of a problem. Data sets and lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is nothing but white space.
    #[error("no data set in the input")]
    Empty,
    /// A byte or a word that the format does not know.
    #[error(
        "data set {set}, line {line}: expected {wanted}, found `{}`",
        untrusted::escape(found)
    )]
    Unexpected {
        /// Which data set.
        set: usize,
        /// The line of the input.
        line: usize,
        /// What the format asks for here.
        wanted: &'static str,
        /// What stands there instead.
        found: Vec<u8>,
    },
    /// The input ends within a data set.
    #[error("data set {set} is cut off: {found} of {wanted} cells")]
    CutOff {
        /// Which data set.
        set: usize,
        /// How many cells it has.
        found: usize,
        /// How many it needs.
        wanted: usize,
    },
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let text = match self {
            Self::Empty => "write at least one data set",
            Self::Unexpected { .. } => "correct the input at this place",
            Self::CutOff { .. } => "complete the last data set, or take it away",
        };
        Some(text.to_owned())
    }
}
