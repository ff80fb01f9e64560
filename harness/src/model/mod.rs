//! Plain data: what the other modules hand to each other. Nothing here reads a file, starts
//! a process or prints.

mod case;
mod checker;
mod compare;
mod difference;
mod exhaustion;
mod exit;
mod expect;
mod factor;
mod judgement;
mod limits;
mod name;
mod problem;
mod profile;
mod run_facts;
mod shard;
mod stress;
mod summary;
mod transcript;
mod usage;
mod verdict;

pub use case::{Case, CaseFault, CaseFiles, Missing, Suite};
pub use checker::{BuiltIn, Checker, CheckerProgram, Protocol, Remark};
pub use compare::{Compare, Rule};
pub use difference::{Cut, Difference, Drawing, Finding, Hint, Row, Side, Span};
pub(crate) use exhaustion::EXAMPLES;
pub use exhaustion::{Disagreement, Exhaustion, Given, Part, Sample, SubmissionOutcome};
pub use exit::Exit;
pub use expect::{Expect, ExpectGroup, Verdicts};
pub use factor::Factor;
pub use judgement::Judgement;
pub use limits::{Limits, Origin, Setting, TimeStops};
pub use name::CaseName;
pub use problem::{Command, Generator, PROGRAM_PATH, Problem, Submission};
pub use profile::{Cause, Clock, Profile};
pub use run_facts::RunFacts;
pub use shard::Shard;
pub use stress::{Counterexample, Found, MethodAnswer, Shrunk, Stress, StressEnd};
pub use summary::{GroupCounts, Slowest, SubmissionCounts, Summary};
pub use transcript::{Party, Transcript, Turn};
pub use usage::{Ending, Signal, Stop, Stream, Usage};
pub use verdict::Verdict;
