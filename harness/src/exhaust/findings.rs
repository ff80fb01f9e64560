use super::Boards;
use super::batch::Batch;
use super::space::Space;
use crate::model::{Exhaustion, Submission, SubmissionOutcome};

/// What the second method of the harness is called.
const SECOND: &str = "search";

/// What came of some batches.
pub(super) struct Findings {
    done: u64,
    /// Boards by the number of rounds or flips of the answer.
    boards_by_moves: Vec<u64>,
    impossible: u64,
    pub(super) second: SubmissionOutcome,
    pub(super) submissions: Vec<SubmissionOutcome>,
}

impl Findings {
    pub(super) fn new(submissions: &[Submission]) -> Self {
        let new = |submission: &Submission| SubmissionOutcome::new(&submission.name);
        Self {
            done: 0,
            boards_by_moves: Vec::new(),
            impossible: 0,
            second: SubmissionOutcome::new(SECOND),
            submissions: submissions.iter().map(new).collect(),
        }
    }

    /// Counts the answers of the reference.
    pub(super) fn count(&mut self, space: &dyn Space, batch: &Batch) {
        self.done += batch.numbers.len() as u64;
        for answer in &batch.answers {
            match answer {
                Some(answer) => *self.with_moves(space.moves(*answer)) += 1,
                None => self.impossible += 1,
            }
        }
    }

    fn with_moves(&mut self, moves: u64) -> &mut u64 {
        // No answer has more moves than a board has cells.
        let moves = usize::try_from(moves).unwrap_or(usize::MAX);
        if moves >= self.boards_by_moves.len() {
            self.boards_by_moves.resize(moves + 1, 0);
        }
        &mut self.boards_by_moves[moves]
    }

    pub(super) fn add(&mut self, other: Self) {
        self.done += other.done;
        self.impossible += other.impossible;
        for (moves, boards) in (0..).zip(other.boards_by_moves) {
            *self.with_moves(moves) += boards;
        }
        self.second.add(other.second);
        for (outcome, other) in self.submissions.iter_mut().zip(other.submissions) {
            outcome.add(other);
        }
    }

    pub(super) fn into_exhaustion(self, boards: &Boards) -> Exhaustion {
        let (rows, columns) = boards.space.size();
        let possible = (0..).map(Some).zip(self.boards_by_moves);
        Exhaustion {
            rows,
            columns,
            space: boards.space.boards(),
            part: boards.part,
            boards: boards.chosen.boards(),
            done: self.done,
            distribution: possible
                .chain([(None, self.impossible)])
                .filter(|(_, boards)| *boards > 0)
                .collect(),
            second: self.second,
            submissions: self.submissions,
        }
    }
}
