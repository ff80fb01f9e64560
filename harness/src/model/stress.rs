use std::path::PathBuf;
use std::time::Duration;

use super::Judgement;

/// An input on which methods do not agree.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The input.
    pub input: Vec<u8>,
    /// Its boards in lines for people; empty where the harness does not know the problem.
    pub drawing: Vec<String>,
    /// Who says what is right, as people know it: safe text.
    pub reference: String,
    /// What is right; `None` where the one who says so did not end well, and nothing vouches
    /// for it more than for the others.
    pub expected: Option<Vec<u8>>,
    /// What became of each submission, in the order of `judge.toml`. Those after a first one
    /// that did not end well are left out.
    pub answers: Vec<MethodAnswer>,
}

/// What one submission made of an input.
#[derive(Clone, Debug)]
pub struct MethodAnswer {
    /// Its verdict; none where it is what the others are held against.
    pub judgement: Judgement,
    /// What it printed.
    pub output: Vec<u8>,
}

/// A counterexample that was found and kept.
#[derive(Clone, Debug)]
pub struct Found {
    /// The name of the problem.
    pub problem: String,
    /// The seed of the whole search.
    pub seed: u64,
    /// Which of the inputs of the seed it was, from 1.
    pub iteration: u64,
    /// What made it: a family, or the command of a generator with its seed. Safe text.
    pub from: String,
    /// The command that makes it again.
    pub replay: String,
    /// The directory that it is kept in.
    pub directory: PathBuf,
    /// It, as it was made.
    pub first: Counterexample,
}

/// What became of a counterexample when it was made smaller.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest one with the same difference; `None` where the first one is that already.
    pub smallest: Option<Counterexample>,
    /// How many inputs were tried for it.
    pub tried: u64,
    /// Whether nothing smaller was left to try when it ended.
    pub is_finished: bool,
    /// Whether somebody vouches for the smaller inputs: a validator, or the harness, which
    /// knows the problem.
    pub is_vouched_for: bool,
}

/// What a search for a difference came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stress {
    /// The name of the problem.
    pub problem: String,
    /// The seed.
    pub seed: u64,
    /// The methods, as people know them; what the others are held against comes first.
    pub methods: Vec<String>,
    /// How many inputs were tried.
    pub tried: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Why it ended.
    pub end: StressEnd,
    /// What people should know of the inputs, a line each.
    pub remarks: Vec<String>,
}

/// Why a search for a difference ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StressEnd {
    /// One was found.
    Found,
    /// As many inputs were tried, or for as long, as was asked for.
    Spent,
    /// The families have no more inputs.
    UsedUp,
    /// It was interrupted.
    Interrupted,
}
