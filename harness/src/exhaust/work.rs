use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::batch::Batch;
use super::chosen::Chosen;
use super::findings::Findings;
use super::record::Record;
use super::space::Space;
use super::{Boards, Error, Means, apart, together};
use crate::model::{Submission, SubmissionOutcome};
use crate::run::{self, Runner};

/// What the threads share.
pub(super) struct Work<'a> {
    space: &'a dyn Space,
    chosen: &'a Chosen,
    means: &'a Means<'a>,
    batch_size: u64,
    next_batch: AtomicU64,
    done: AtomicU64,
    /// Another thread gave up: what this one finds out is of no use.
    failed: AtomicBool,
    /// The submissions that failed so often that they are not run any more.
    given_up: Vec<AtomicBool>,
}

impl<'a> Work<'a> {
    pub(super) fn new(boards: &'a Boards, means: &'a Means<'a>, batch_size: u64) -> Self {
        let submissions = means.submissions.iter();
        Self {
            space: &*boards.space,
            chosen: &boards.chosen,
            means,
            batch_size,
            next_batch: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            given_up: submissions.map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Takes one batch after the other until there are no more; what one thread does.
    ///
    /// # Errors
    /// When a submission cannot be started or watched. To be cancelled is none.
    pub(super) fn take_batches(&self) -> Result<Findings, Error> {
        let findings = self.try_batches();
        if findings.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        findings
    }

    fn try_batches(&self) -> Result<Findings, Error> {
        let mut findings = Findings::new(self.means.submissions);
        let mut batch = Batch::default();
        let mut runner = (self.means.make_runner)()?;
        while self.fill_next(&mut batch) {
            match self.batch(&batch, &mut *runner) {
                Ok(found) => findings.add(found),
                Err(run::Error::Cancelled) => break,
                Err(error) => return Err(error.into()),
            }
            let boards = batch.numbers.len() as u64;
            let done = self.done.fetch_add(boards, Ordering::Relaxed) + boards;
            (self.means.progress)(done, self.chosen.boards());
        }
        Ok(findings)
    }

    /// Whether there is still something to do.
    fn fill_next(&self, batch: &mut Batch) -> bool {
        if self.failed.load(Ordering::Relaxed) || (self.means.is_cancelled)() {
            return false;
        }
        let next = self.next_batch.fetch_add(1, Ordering::Relaxed);
        self.chosen.batch(next, self.batch_size, &mut batch.numbers);
        batch.write(self.space);
        !batch.numbers.is_empty()
    }

    /// One batch through all methods; all of it counts or nothing.
    fn batch(&self, batch: &Batch, runner: &mut dyn Runner) -> Result<Findings, run::Error> {
        let mut findings = Findings::new(&[]);
        for (submission, given_up) in self.means.submissions.iter().zip(&self.given_up) {
            let outcome = if given_up.load(Ordering::Relaxed) {
                not_tried(batch, submission)
            } else {
                let go = match self.means.one_process_per_board {
                    true => apart::apart,
                    false => together::together,
                };
                go(self.space, submission, self.means.limits, runner, batch)?
            };
            given_up.fetch_or(outcome.given_up, Ordering::Relaxed);
            findings.submissions.push(outcome);
        }
        findings.second = self.confirm(batch);
        findings.count(self.space, batch);
        Ok(findings)
    }

    /// The same boards by the second method of the harness.
    fn confirm(&self, batch: &Batch) -> SubmissionOutcome {
        let mut record = Record::new(self.space, "");
        for (number, expected) in batch.numbers.iter().zip(&batch.answers) {
            let answer = self.space.second_answer(*number);
            if answer == *expected {
                record.outcome.agreed += 1;
            } else {
                record.differs(*number, &self.space.answer_text(answer));
            }
        }
        record.outcome
    }
}

/// The outcome of a submission on boards on which it is not run, since it was given up.
fn not_tried(batch: &Batch, submission: &Submission) -> SubmissionOutcome {
    SubmissionOutcome {
        unanswered: batch.numbers.len() as u64,
        given_up: true,
        ..SubmissionOutcome::new(&submission.name)
    }
}
