use std::time::Duration;

/// A value and the place that set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value in force.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a setting came from; later ones win over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The program's own default.
    BuiltIn,
    /// `[limits]` of `judge.toml`.
    Limits,
    /// The problem's own table in `judge.toml`.
    Problem,
    /// `case.toml` of the case.
    Case,
    /// The command line.
    CommandLine,
}

impl Origin {
    /// How reports name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Limits => "[limits]",
            Self::Problem => "problem",
            Self::Case => "case.toml",
            Self::CommandLine => "command line",
        }
    }
}

/// The ceilings under which one run happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of all processes of the run, user and system.
    pub time: Setting<Duration>,
    /// Time on the wall clock: a guard for programs that wait.
    pub wall: Setting<Duration>,
    /// Peak resident memory, in bytes.
    pub memory: Setting<u64>,
    /// Bytes on standard output.
    pub output: Setting<u64>,
    /// Bytes on standard error.
    pub stderr: Setting<u64>,
    /// Bytes of the main thread's stack.
    pub stack: Setting<u64>,
}
