//! All inputs of a finite space through submissions and the built-in reference: agreement on
//! all of them is a proof.
//!
//! Boards are numbered and run in batches, a batch being one input of many data sets. Each
//! thread makes one runner and takes the next batch, in rising order, for all submissions. A
//! runner that says it is cancelled ends this: what is known by then is given.

mod answers;
mod batch;
mod error;
mod reply;
mod space;
#[cfg(test)]
mod testing;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::method::fliptile::EveryPress;
use crate::model::{Exhaustion, Limits, Submission, SubmissionOutcome};
use crate::run::{self, Runner};
use space::Space;

pub use error::Error;

/// How many boards one run gets.
const BATCH: u64 = 4096;

/// Who is tried, and with what.
pub struct Means<'a> {
    /// The submissions to compare with the reference.
    pub submissions: &'a [Submission],
    /// The limits of a run of one board; a run of many has 10 ms more of CPU time for each.
    pub limits: &'a Limits,
    /// Makes the runner of a thread.
    pub make_runner: &'a MakeRunner<'a>,
    /// How many threads there are at most.
    pub jobs: NonZeroUsize,
    /// Told, from any thread, how many boards are done and how many there are.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// Makes a runner.
pub type MakeRunner<'a> = dyn Fn() -> Result<Box<dyn Runner>, run::Error> + Sync + 'a;

/// All 65,536 boards of Flip Game. The number of a board is that of [`crate::board::flip_game`]:
/// the first piece is the lowest bit, and black is 1.
///
/// # Errors
/// When a submission cannot be started or watched, or no thread can be.
pub fn flip_game(means: &Means<'_>) -> Result<Exhaustion, Error> {
    exhaust(&space::FlipGame, means)
}

/// All boards of Fliptile of one size, at most 20 tiles. The number of a board is its text,
/// row by row, as a binary number: the last tile is the lowest bit, and black is 1.
///
/// # Errors
/// When the size is too large, a submission cannot be started or watched, or no thread can be.
pub fn fliptile(rows: usize, columns: usize, means: &Means<'_>) -> Result<Exhaustion, Error> {
    let answers = EveryPress::new(rows, columns).ok_or(Error::Size { rows, columns })?;
    let space = space::Fliptile {
        rows,
        columns,
        answers,
    };
    exhaust(&space, means)
}

fn exhaust(space: &dyn Space, means: &Means<'_>) -> Result<Exhaustion, Error> {
    let batches = space.boards().div_ceil(BATCH);
    let jobs = means
        .jobs
        .get()
        .min(usize::try_from(batches).unwrap_or(usize::MAX));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|source| Error::Threads { jobs, source })?;
    let work = Work {
        space,
        means,
        next_batch: AtomicU64::new(0),
        done: AtomicU64::new(0),
        failed: AtomicBool::new(false),
        given_up: means
            .submissions
            .iter()
            .map(|_| AtomicBool::new(false))
            .collect(),
    };
    let mut whole = Part::new(means.submissions);
    for part in pool.broadcast(|_| work.take_batches()) {
        whole.add(part?);
    }
    Ok(whole.into_exhaustion(space.boards()))
}

/// What the threads share.
struct Work<'a> {
    space: &'a dyn Space,
    means: &'a Means<'a>,
    next_batch: AtomicU64,
    done: AtomicU64,
    /// Another thread gave up: what this one finds out is of no use.
    failed: AtomicBool,
    /// The submissions that failed so often that they are not run any more.
    given_up: Vec<AtomicBool>,
}

impl Work<'_> {
    fn take_batches(&self) -> Result<Part, Error> {
        let part = self.try_batches();
        if part.is_err() {
            self.failed.store(true, Ordering::Relaxed);
        }
        part
    }

    fn try_batches(&self) -> Result<Part, Error> {
        let mut part = Part::new(self.means.submissions);
        let mut runner = (self.means.make_runner)()?;
        while let Some(range) = self.next_range() {
            match self.batch(&range, &mut *runner) {
                Ok(batch) => part.add(batch),
                Err(run::Error::Cancelled) => break,
                Err(error) => return Err(error.into()),
            }
            let boards = range.end - range.start;
            let done = self.done.fetch_add(boards, Ordering::Relaxed) + boards;
            (self.means.progress)(done, self.space.boards());
        }
        Ok(part)
    }

    fn next_range(&self) -> Option<Range<u64>> {
        if self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let start = self.next_batch.fetch_add(1, Ordering::Relaxed) * BATCH;
        let end = self.space.boards().min(start + BATCH);
        (start < end).then_some(start..end)
    }

    /// One batch through the reference and all submissions; all of it counts or nothing.
    fn batch(&self, range: &Range<u64>, runner: &mut dyn Runner) -> Result<Part, run::Error> {
        let mut part = Part::new(&[]);
        for (submission, given_up) in self.means.submissions.iter().zip(&self.given_up) {
            let outcome = if given_up.load(Ordering::Relaxed) {
                batch::not_tried(range.end - range.start, submission)
            } else {
                let limits = self.means.limits;
                batch::try_range(self.space, submission, limits, runner, range.clone())?
            };
            given_up.fetch_or(outcome.given_up, Ordering::Relaxed);
            part.submissions.push(outcome);
        }
        for number in range.clone() {
            let least = self.space.least(number);
            *part.distribution.entry(order(least)).or_default() += 1;
            part.done += 1;
        }
        Ok(part)
    }
}

/// Puts impossible behind all numbers.
fn order(least: Option<u32>) -> (bool, u32) {
    (least.is_none(), least.unwrap_or(0))
}

/// What came of some batches.
struct Part {
    done: u64,
    distribution: BTreeMap<(bool, u32), u64>,
    submissions: Vec<SubmissionOutcome>,
}

impl Part {
    fn new(submissions: &[Submission]) -> Self {
        let new = |submission: &Submission| SubmissionOutcome::new(&submission.name);
        Self {
            done: 0,
            distribution: BTreeMap::new(),
            submissions: submissions.iter().map(new).collect(),
        }
    }

    fn add(&mut self, other: Self) {
        self.done += other.done;
        for (answer, boards) in other.distribution {
            *self.distribution.entry(answer).or_default() += boards;
        }
        for (outcome, other) in self.submissions.iter_mut().zip(other.submissions) {
            outcome.add(other);
        }
    }

    fn into_exhaustion(self, boards: u64) -> Exhaustion {
        let distribution = self.distribution.into_iter();
        Exhaustion {
            boards,
            done: self.done,
            distribution: distribution
                .map(|((impossible, least), boards)| ((!impossible).then_some(least), boards))
                .collect(),
            submissions: self.submissions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{exits, input, limits, submission};
    use super::*;
    use crate::method;
    use crate::model::Given;
    use crate::run::{Execution, Request, Scripted};
    use std::sync::Arc;

    fn no_progress(_: u64, _: u64) {}

    /// Runs spaces with submissions whose runs a function answers.
    fn with_program<T>(
        names: &[&str],
        jobs: usize,
        program: impl Fn(&Request<'_>) -> Result<Execution, run::Error> + Copy + Sync + 'static,
        go: impl FnOnce(&Means<'_>) -> T,
    ) -> T {
        let submissions: Vec<_> = names.iter().map(|name| submission(name)).collect();
        go(&Means {
            submissions: &submissions,
            limits: &limits(),
            make_runner: &move || Ok(Box::new(Scripted::new(program))),
            jobs: NonZeroUsize::new(jobs).unwrap(),
            progress: &no_progress,
        })
    }

    /// The second method of a problem, as a program.
    fn second(problem: &str, request: &Request<'_>) -> Vec<u8> {
        method::all_for_problem(problem)[1]
            .answer(input(request))
            .unwrap()
    }

    #[test]
    fn the_whole_of_flip_game_agrees_and_is_distributed_as_known() {
        let program = |request: &Request<'_>| Ok(exits(second("flip-game", request), 0));
        let found = with_program(&["a", "b"], 3, program, flip_game).unwrap();
        let known = [2, 32, 228, 880, 1562, 1136, 256];
        let mut expected: Vec<_> = (0..).map(Some).zip(known).collect();
        expected.push((None, 61_440));
        assert_eq!(found.distribution, expected);
        assert!(found.is_proof() && found.done == 65_536);
        for outcome in &found.submissions {
            assert_eq!((outcome.agreed, outcome.runs), (65_536, 16));
            assert_eq!(outcome.cpu.as_millis(), 16);
        }
    }

    #[test]
    fn the_smallest_disagreements_are_kept_at_any_number_of_jobs() {
        // It gives up at depth six.
        let program = |request: &Request<'_>| {
            let output = String::from_utf8(second("flip-game", request)).unwrap();
            Ok(exits(output.replace('6', "Impossible").into_bytes(), 0))
        };
        let one = with_program(&["a"], 1, program, flip_game).unwrap();
        let many = with_program(&["a"], 8, program, flip_game).unwrap();
        assert_eq!(one, many);
        let outcome = &one.submissions[0];
        assert_eq!((outcome.agreed, outcome.disagreed), (65_280, 256));
        let numbers: Vec<_> = outcome
            .examples
            .iter()
            .map(|example| example.number)
            .collect();
        assert_eq!((numbers.len(), numbers[0]), (10, 949));
        assert!(numbers.is_sorted() && !one.is_proof());
    }

    #[test]
    fn a_size_of_fliptile_is_gone_through_with_its_ties() {
        let program = |request: &Request<'_>| {
            let output = second("fliptile", request);
            let wrong = request.command.words[0] == "last-tie";
            let text = String::from_utf8(output).unwrap();
            // Of the two answers to a black row of two tiles it takes the other.
            let output = if wrong {
                text.replace("0 1\n", "1 0\n")
            } else {
                text
            };
            Ok(exits(output.into_bytes(), 0))
        };
        let go = |means: &Means<'_>| fliptile(1, 2, means);
        let found = with_program(&["right", "last-tie"], 2, program, go).unwrap();
        assert_eq!(found.distribution, [(Some(0), 1), (Some(1), 1), (None, 2)]);
        assert!(found.submissions[0].is_right());
        let example = &found.submissions[1].examples[0];
        assert_eq!((example.number, found.submissions[1].disagreed), (0b11, 1));
        assert_eq!(example.given, Given::Answer(b"1 0\n".to_vec()));
        assert_eq!(example.drawing, [" 1 [1]"]);
    }

    #[test]
    fn a_size_of_more_than_a_batch_is_gone_through() {
        let program = |request: &Request<'_>| Ok(exits(second("fliptile", request), 0));
        let found = with_program(&["a"], 2, program, |means| fliptile(1, 13, means)).unwrap();
        assert!(found.is_proof() && found.done == 1 << 13);
        assert_eq!(found.submissions[0].runs, 2);
    }

    #[test]
    fn a_size_that_is_too_large_is_an_error() {
        let program = |_: &Request<'_>| Err(run::Error::Cancelled);
        let error = with_program(&[], 1, program, |means| fliptile(5, 5, means)).unwrap_err();
        assert_eq!(error.to_string(), "cannot try all boards of size `5x5`");
    }

    #[test]
    fn a_submission_that_is_given_up_is_not_run_on_later_batches() {
        let program = |request: &Request<'_>| {
            let broken = request.command.words[0] == "broken";
            Ok(exits(second("flip-game", request), i32::from(broken)))
        };
        let found = with_program(&["broken", "right"], 1, program, flip_game).unwrap();
        let broken = &found.submissions[0];
        assert!(broken.given_up && broken.runs <= 65);
        assert_eq!(broken.unanswered, 65_536);
        assert!(found.submissions[1].is_right() && !found.is_proof());
    }

    #[test]
    fn a_submission_that_cannot_be_started_ends_it_all() {
        let program = |request: &Request<'_>| {
            Err(run::Error::Start {
                program: request.command.program.clone(),
                reason: "no such file".to_owned(),
            })
        };
        let error = with_program(&["a"], 2, program, flip_game).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `a`: no such file");
    }

    #[test]
    fn a_run_that_is_cancelled_counts_for_nothing_and_is_no_error() {
        let program = |request: &Request<'_>| {
            if request.command.words[0] == "b" {
                return Err(run::Error::Cancelled);
            }
            Ok(exits(second("flip-game", request), 0))
        };
        let found = with_program(&["a", "b"], 1, program, flip_game).unwrap();
        assert_eq!((found.done, found.submissions[0].agreed), (0, 0));
        assert!(!found.is_proof());
    }

    #[test]
    fn what_is_known_when_it_is_cancelled_is_given() {
        let cancel = Arc::new(AtomicBool::new(false));
        let runner = || {
            let cancel = Arc::clone(&cancel);
            Scripted::new(
                move |request: &Request<'_>| match cancel.load(Ordering::Relaxed) {
                    true => Err(run::Error::Cancelled),
                    false => Ok(exits(second("flip-game", request), 0)),
                },
            )
        };
        let found = flip_game(&Means {
            submissions: &[submission("a")],
            limits: &limits(),
            make_runner: &|| Ok(Box::new(runner())),
            jobs: NonZeroUsize::MIN,
            progress: &|done, boards| {
                assert_eq!(boards, 65_536);
                cancel.store(done == 3 * BATCH, Ordering::Relaxed);
            },
        })
        .unwrap();
        assert_eq!((found.done, found.boards), (3 * BATCH, 65_536));
        assert_eq!(found.submissions[0].agreed, 3 * BATCH);
        assert!(!found.is_proof());
    }
}
