use std::time::Duration;

use super::Shard;

/// How many disagreements of a submission are kept, the smallest boards.
pub(crate) const EXAMPLES: usize = 10;

/// Which boards of a space are gone through: all of them where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Some of them, chosen by a seed.
    pub sample: Option<Sample>,
    /// Of all, or of the sample, this shard.
    pub shard: Option<Shard>,
}

impl Part {
    /// Whether it is the whole space.
    pub const fn is_whole(&self) -> bool {
        self.sample.is_none() && self.shard.is_none()
    }
}

/// Boards that a seed chooses among all of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many, each another one.
    pub boards: u64,
    /// The same seed chooses the same boards everywhere.
    pub seed: u64,
}

/// What came of the boards of a space, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhaustion {
    /// Rows of a board.
    pub rows: usize,
    /// Columns of a board.
    pub columns: usize,
    /// How many boards the space has.
    pub space: u64,
    /// Which of them were asked for.
    pub part: Part,
    /// How many these are.
    pub boards: u64,
    /// How many of them were gone through: fewer when it was cancelled. Only these count.
    pub done: u64,
    /// How often the reference gives each answer: by the number of rounds or flips, `None`,
    /// which is impossible, at the end.
    pub distribution: Vec<(Option<u64>, u64)>,
    /// What came of the second method of the harness, which confirms the reference.
    pub second: SubmissionOutcome,
    /// What came of each submission, in the order given; none where submissions cannot be
    /// told the size of a board.
    pub submissions: Vec<SubmissionOutcome>,
}

impl Exhaustion {
    /// Whether every board that was asked for was gone through, and every method is right on
    /// all of them.
    pub fn is_agreement(&self) -> bool {
        self.done == self.boards
            && self.second.is_right()
            && self.submissions.iter().all(SubmissionOutcome::is_right)
    }

    /// Whether that are all boards of the space.
    pub fn is_proof(&self) -> bool {
        self.part.is_whole() && self.is_agreement()
    }
}

/// What came of one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionOutcome {
    /// Its name.
    pub name: String,
    /// Boards to which it gave the reference's answer.
    pub agreed: u64,
    /// Boards to which it gave another answer.
    pub disagreed: u64,
    /// Boards to which it gave none: it crashed, was stopped, or ended too early.
    pub unanswered: u64,
    /// The disagreements on the smallest boards, at most 10, the smallest first.
    pub examples: Vec<Disagreement>,
    /// Runs of many boards that did not end well with one answer for each, though the boards
    /// may be fine one at a time.
    pub failed_runs: u64,
    /// What was wrong with one of those runs, in a line.
    pub failure: Option<String>,
    /// Whether it failed so often that it was not run on all boards: those left over are
    /// unanswered. How many they are depends on the number of jobs.
    pub given_up: bool,
    /// How often it was run.
    pub runs: u64,
    /// CPU time of all its runs.
    pub cpu: Duration,
}

impl SubmissionOutcome {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            agreed: 0,
            disagreed: 0,
            unanswered: 0,
            examples: Vec::new(),
            failed_runs: 0,
            failure: None,
            given_up: false,
            runs: 0,
            cpu: Duration::ZERO,
        }
    }

    /// Whether it did nothing wrong.
    pub fn is_right(&self) -> bool {
        self.disagreed == 0 && self.unanswered == 0 && self.failed_runs == 0
    }

    /// CPU time for one board in the mean, starting included; zero where no board was tried.
    pub fn cpu_per_board(&self) -> Duration {
        let boards = self.agreed + self.disagreed + self.unanswered;
        let nanoseconds = self.cpu.as_nanos() / u128::from(boards.max(1));
        Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
    }

    /// Adds what came of other boards.
    pub(crate) fn add(&mut self, other: Self) {
        self.agreed += other.agreed;
        self.disagreed += other.disagreed;
        self.unanswered += other.unanswered;
        self.examples.extend(other.examples);
        self.examples.sort_by_key(|example| example.number);
        self.examples.truncate(EXAMPLES);
        self.failed_runs += other.failed_runs;
        self.failure = self.failure.take().or(other.failure);
        self.given_up |= other.given_up;
        self.runs += other.runs;
        self.cpu += other.cpu;
    }
}

/// A board on which a submission is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The number of the board in its space.
    pub number: u64,
    /// The input with this board alone.
    pub input: Vec<u8>,
    /// The reference's answer, with its line ends.
    pub expected: Vec<u8>,
    /// What the submission gave.
    pub given: Given,
    /// The board in lines for people; for Fliptile with the expected presses in brackets.
    pub drawing: Vec<String>,
}

/// What a submission gave to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// This answer, with its line ends; blanks at the ends of lines are gone. At most 4 KiB.
    Answer(Vec<u8>),
    /// None: how the run ended, in a line.
    Nothing(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(number: u64) -> Disagreement {
        Disagreement {
            number,
            input: Vec::new(),
            expected: Vec::new(),
            given: Given::Nothing(String::new()),
            drawing: Vec::new(),
        }
    }

    #[test]
    fn of_two_parts_the_smallest_boards_are_kept() {
        let mut outcome = SubmissionOutcome::new("a");
        outcome.examples = (0..8).map(|number| example(2 * number)).collect();
        let mut other = SubmissionOutcome::new("a");
        other.examples = (0..8).map(|number| example(2 * number + 1)).collect();
        outcome.add(other);
        let numbers = outcome.examples.iter().map(|example| example.number);
        assert!(numbers.eq(0..10));
    }

    #[test]
    fn time_per_board_counts_every_board_once() {
        let mut outcome = SubmissionOutcome::new("a");
        assert_eq!(outcome.cpu_per_board(), Duration::ZERO);
        (outcome.agreed, outcome.disagreed, outcome.unanswered) = (1, 2, 7);
        outcome.cpu = Duration::from_millis(5);
        assert_eq!(outcome.cpu_per_board(), Duration::from_micros(500));
    }
}
