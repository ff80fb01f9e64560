use std::fmt;
use std::str::FromStr;

/// What a judge says of one run of a submission on one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// AC: the output answers the input.
    Accepted,
    /// PE: the same but for white space or line breaks. A failure.
    PresentationError,
    /// WA: anything else that ran to its end.
    WrongAnswer,
    /// RE: it ended by a signal or with an exit code other than 0, whatever it had printed.
    RuntimeError,
    /// TLE: more CPU time than allowed, or stopped by the wall guard.
    TimeLimitExceeded,
    /// MLE: the peak of its memory was above the limit.
    MemoryLimitExceeded,
    /// OLE: more output than allowed.
    OutputLimitExceeded,
    /// JE: the judge's own data or programs are at fault; nothing is said of the submission.
    JudgeError,
}

impl Verdict {
    /// All verdicts, in the order in which counts are shown.
    pub const ALL: [Self; 8] = [
        Self::Accepted,
        Self::PresentationError,
        Self::WrongAnswer,
        Self::RuntimeError,
        Self::TimeLimitExceeded,
        Self::MemoryLimitExceeded,
        Self::OutputLimitExceeded,
        Self::JudgeError,
    ];

    /// The two or three letters by which people and reports know it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "AC",
            Self::PresentationError => "PE",
            Self::WrongAnswer => "WA",
            Self::RuntimeError => "RE",
            Self::TimeLimitExceeded => "TLE",
            Self::MemoryLimitExceeded => "MLE",
            Self::OutputLimitExceeded => "OLE",
            Self::JudgeError => "JE",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Verdict {
    type Err = ();

    /// Reads the letters of [`Verdict::code`], in capitals.
    fn from_str(code: &str) -> Result<Self, ()> {
        Self::ALL
            .into_iter()
            .find(|verdict| verdict.code() == code)
            .ok_or(())
    }
}
