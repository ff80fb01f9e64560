use super::batch::Batch;
use super::reply::Reply;
use super::space::Space;
use crate::model::{Disagreement, EXAMPLES, Given, SubmissionOutcome};

/// The most bytes of a wrong answer that are kept.
const KEPT: usize = 4096;

/// What comes of one method, board by board.
pub(super) struct Record<'a> {
    space: &'a dyn Space,
    /// What is known so far.
    pub(super) outcome: SubmissionOutcome,
}

impl<'a> Record<'a> {
    pub(super) fn new(space: &'a dyn Space, name: &str) -> Self {
        Self {
            space,
            outcome: SubmissionOutcome::new(name),
        }
    }

    /// Takes the answers to the first boards of a batch.
    pub(super) fn compare(&mut self, batch: &Batch, reply: &Reply) {
        if reply.is_as_expected {
            self.outcome.agreed += batch.numbers.len() as u64;
        }
        let boards = batch.numbers.iter().zip(&batch.answers);
        for ((number, expected), answer) in boards.zip(&reply.answers) {
            if answer.text == self.space.answer_text(*expected) {
                self.outcome.agreed += 1;
            } else {
                self.differs(*number, &answer.text);
            }
        }
    }

    /// Takes a board that goes wrong alone.
    pub(super) fn blame(&mut self, number: u64, reply: Reply) {
        let texts = reply.answers.iter().map(|answer| answer.text.as_slice());
        let all: Vec<_> = texts.collect();
        if reply.ended_well && !all.is_empty() {
            self.differs(number, &all.concat());
        } else {
            self.unanswered(&[number], &reply.fault.unwrap_or_default());
        }
    }

    /// Takes a wrong answer.
    pub(super) fn differs(&mut self, number: u64, text: &[u8]) {
        self.outcome.disagreed += 1;
        let text = &text[..text.len().min(KEPT)];
        self.keep(number, || Given::Answer(text.to_vec()));
    }

    /// Takes boards without an answer, and why there is none.
    pub(super) fn unanswered(&mut self, numbers: &[u64], why: &str) {
        self.outcome.unanswered += numbers.len() as u64;
        for number in numbers.iter().take(EXAMPLES) {
            self.keep(*number, || Given::Nothing(why.to_owned()));
        }
    }

    /// Takes a run of several boards that did not end well.
    pub(super) fn failed(&mut self, numbers: &[u64], fault: &str) {
        self.outcome.failed_runs += 1;
        if let [first, .., last] = numbers {
            self.outcome
                .failure
                .get_or_insert_with(|| format!("boards {first} to {last}: {fault}"));
        }
    }

    /// Boards come in rising order, so that the first are the smallest.
    fn keep(&mut self, number: u64, given: impl FnOnce() -> Given) {
        if self.outcome.examples.len() < EXAMPLES {
            self.outcome.examples.push(Disagreement {
                number,
                input: self.space.input(number),
                expected: self.space.answer_text(self.space.answer(number)),
                given: given(),
                drawing: self.space.draw(number),
            });
        }
    }
}
