//! All inputs of a finite space through submissions and the built-in reference: agreement on
//! all of them is a proof.
//!
//! Boards are numbered and run in batches, a batch being one input of many data sets. Each
//! thread makes one runner and takes the next batch, in rising order, for all submissions; it
//! holds the text of one batch and compares an output where it lies, so that memory does not
//! grow with the space. The reference is confirmed by a second method on every board. When all
//! is cancelled, what is known by then is given.

mod answers;
mod apart;
mod batch;
mod chosen;
mod error;
mod findings;
mod patience;
mod record;
mod reply;
mod row_texts;
mod space;
#[cfg(test)]
mod testing;
mod together;
mod work;

use std::num::NonZeroUsize;

use crate::model::{Exhaustion, Limits, Part, Submission};
use crate::run::{self, Runner};
use chosen::Chosen;
use findings::Findings;
use space::Space;
use work::Work;

pub use error::Error;

/// How many boards one run gets.
const BATCH: u64 = 16_384;

/// How many boards are done between two words of progress where each is a run.
const BATCH_APART: u64 = 64;

/// Boards to go through: those of a problem and a size, or a part of them.
pub struct Boards {
    space: Box<dyn Space>,
    part: Part,
    chosen: Chosen,
}

impl Boards {
    /// The boards of Flip Game of one size. The number of a board has a bit for each piece, the
    /// first piece lowest, and black is 1.
    ///
    /// An input of this problem does not say the size of its board, and by the statement it is
    /// 4 × 4: for other sizes there shall be no submissions.
    ///
    /// # Errors
    /// When there are no such boards, or too many.
    pub fn of_flip_game(rows: usize, columns: usize, part: Part) -> Result<Self, Error> {
        let space = space::FlipGame::new(rows, columns).ok_or(Error::Size { rows, columns })?;
        Self::new(Box::new(space), part)
    }

    /// The boards of Fliptile of one size. The number of a board is its text, row by row, as a
    /// binary number: the last tile is the lowest bit, and black is 1.
    ///
    /// # Errors
    /// When there are no such boards, or too many.
    pub fn of_fliptile(rows: usize, columns: usize, part: Part) -> Result<Self, Error> {
        let space = space::Fliptile::new(rows, columns).ok_or(Error::Size { rows, columns })?;
        Self::new(Box::new(space), part)
    }

    fn new(space: Box<dyn Space>, part: Part) -> Result<Self, Error> {
        let chosen = Chosen::new(&*space, &part)?;
        Ok(Self {
            space,
            part,
            chosen,
        })
    }
}

/// Who is tried, and with what.
pub struct Means<'a> {
    /// The submissions to compare with the reference.
    pub submissions: &'a [Submission],
    /// The limits of a run of one board; a run of many has 10 ms more of CPU time for each
    /// further one.
    pub limits: &'a Limits,
    /// Whether each board is a run of its own, for submissions that read one board only.
    pub one_process_per_board: bool,
    /// Makes the runner of a thread.
    pub make_runner: &'a MakeRunner<'a>,
    /// How many threads there are at most.
    pub jobs: NonZeroUsize,
    /// Told, from any thread, how many boards are done and how many there are.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Whether to stop before the next batch.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// Makes a runner.
pub type MakeRunner<'a> = dyn Fn() -> Result<Box<dyn Runner>, run::Error> + Sync + 'a;

/// Goes through boards.
///
/// # Errors
/// When a submission cannot be started or watched, or no thread can be.
pub fn exhaust(boards: &Boards, means: &Means<'_>) -> Result<Exhaustion, Error> {
    let batch_size = match means.one_process_per_board {
        true => BATCH_APART,
        false => BATCH,
    };
    let batches = usize::try_from(boards.chosen.batches(batch_size)).unwrap_or(usize::MAX);
    let jobs = means.jobs.get().min(batches);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .build()
        .map_err(|source| Error::Threads { jobs, source })?;
    let work = Work::new(boards, means, batch_size);
    let mut findings = Findings::new(means.submissions);
    for found in pool.broadcast(|_| work.take_batches()) {
        findings.add(found?);
    }
    Ok(findings.into_exhaustion(boards))
}

#[cfg(test)]
mod tests {
    use super::testing::{exits, input, limits, submission};
    use super::*;
    use crate::method;
    use crate::model::{Given, Sample, Shard};
    use crate::run::{Execution, Request, Scripted};
    use std::num::NonZeroU64;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

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
            one_process_per_board: false,
            make_runner: &move || Ok(Box::new(Scripted::new(program))),
            jobs: NonZeroUsize::new(jobs).unwrap(),
            progress: &no_progress,
            is_cancelled: &|| false,
        })
    }

    fn statement(means: &Means<'_>) -> Result<Exhaustion, Error> {
        flip_game(4, 4, means)
    }

    fn flip_game(rows: usize, columns: usize, means: &Means<'_>) -> Result<Exhaustion, Error> {
        exhaust(
            &Boards::of_flip_game(rows, columns, Part::default())?,
            means,
        )
    }

    fn fliptile(rows: usize, columns: usize, means: &Means<'_>) -> Result<Exhaustion, Error> {
        exhaust(&Boards::of_fliptile(rows, columns, Part::default())?, means)
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
        let found = with_program(&["a", "b"], 3, program, statement).unwrap();
        let known = [2, 32, 228, 880, 1562, 1136, 256];
        let mut expected: Vec<_> = (0..).map(Some).zip(known).collect();
        expected.push((None, 61_440));
        assert_eq!(found.distribution, expected);
        assert!(found.is_proof() && found.done == 65_536);
        for outcome in &found.submissions {
            assert_eq!((outcome.agreed, outcome.runs), (65_536, 5));
            assert_eq!(outcome.cpu.as_millis(), 5);
        }
    }

    #[test]
    fn the_smallest_disagreements_are_kept_at_any_number_of_jobs() {
        // It gives up at depth six.
        let program = |request: &Request<'_>| {
            let output = String::from_utf8(second("flip-game", request)).unwrap();
            Ok(exits(output.replace('6', "Impossible").into_bytes(), 0))
        };
        let one = with_program(&["a"], 1, program, statement).unwrap();
        let many = with_program(&["a"], 8, program, statement).unwrap();
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
        let found = with_program(&["a"], 2, program, |means| fliptile(3, 5, means)).unwrap();
        assert!(found.is_proof() && found.done == 1 << 15);
        assert_eq!(found.submissions[0].runs, 3);
    }

    #[test]
    fn a_size_that_is_too_large_is_an_error() {
        let program = |_: &Request<'_>| Err(run::Error::Cancelled);
        let error = with_program(&[], 1, program, |means| fliptile(8, 8, means)).unwrap_err();
        assert_eq!(error.to_string(), "cannot try boards of size `8x8`");
        let error = with_program(&[], 1, program, |means| flip_game(5, 6, means)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "1073741824 boards are too many for one machine"
        );
    }

    #[test]
    fn without_submissions_the_methods_of_the_harness_are_compared() {
        let program = |_: &Request<'_>| panic!("nothing is run");
        let found = with_program(&[], 2, program, |means| flip_game(3, 5, means)).unwrap();
        assert!(found.is_proof() && found.second.agreed == 1 << 15);
        assert_eq!((found.rows, found.columns), (3, 5));
        assert_eq!(
            found
                .distribution
                .iter()
                .map(|(_, boards)| boards)
                .sum::<u64>(),
            1 << 15
        );
    }

    #[test]
    fn a_part_may_agree_but_is_no_proof() {
        let program = |request: &Request<'_>| Ok(exits(second("fliptile", request), 0));
        let shard = |index| {
            let [index, count] = [index, 3].map(|number| NonZeroU64::new(number).unwrap());
            Shard::new(index, count)
        };
        let sample = Some(Sample {
            boards: 100,
            seed: 7,
        });
        for (sample, shard, n_boards) in [
            (None, shard(2), 1365),
            (sample, None, 100),
            (sample, shard(1), 33),
        ] {
            let part = Part { sample, shard };
            let boards = Boards::of_fliptile(3, 4, part).unwrap();
            let found = with_program(&["a"], 2, program, |means| exhaust(&boards, means));
            let found = found.unwrap();
            assert_eq!(
                (found.boards, found.done, found.space),
                (n_boards, n_boards, 4096)
            );
            assert!(found.is_agreement() && !found.is_proof() && found.part == part);
        }
    }

    #[test]
    fn each_board_may_be_a_run() {
        let program = |request: &Request<'_>| Ok(exits(second("fliptile", request), 0));
        let found = with_program(&["a"], 2, program, |means| {
            let one_process_per_board = true;
            fliptile(
                2,
                4,
                &Means {
                    one_process_per_board,
                    ..*means
                },
            )
        });
        let found = found.unwrap();
        assert!(found.is_proof() && found.submissions[0].runs == 256);
    }

    #[test]
    fn a_submission_that_is_given_up_is_not_run_on_later_batches() {
        let program = |request: &Request<'_>| {
            let broken = request.command.words[0] == "broken";
            Ok(exits(second("flip-game", request), i32::from(broken)))
        };
        let found = with_program(&["broken", "right"], 1, program, statement).unwrap();
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
        let error = with_program(&["a"], 2, program, statement).unwrap_err();
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
        let found = with_program(&["a", "b"], 1, program, statement).unwrap();
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
        let found = statement(&Means {
            submissions: &[submission("a")],
            limits: &limits(),
            one_process_per_board: false,
            make_runner: &|| Ok(Box::new(runner())),
            jobs: NonZeroUsize::MIN,
            progress: &|done, boards| {
                assert_eq!(boards, 65_536);
                cancel.store(done == 64 + 2 * BATCH, Ordering::Relaxed);
            },
            is_cancelled: &|| false,
        })
        .unwrap();
        assert_eq!((found.done, found.boards), (64 + 2 * BATCH, 65_536));
        assert_eq!(found.submissions[0].agreed, 64 + 2 * BATCH);
        assert!(!found.is_proof());
    }

    #[test]
    fn without_a_run_it_is_cancelled_between_two_batches() {
        let cancel = AtomicBool::new(false);
        let program = |_: &Request<'_>| panic!("nothing is run");
        let found = with_program(&[], 1, program, |means| {
            let progress = |_, _| cancel.store(true, Ordering::Relaxed);
            let is_cancelled = || cancel.load(Ordering::Relaxed);
            let (progress, is_cancelled) = (&progress, &is_cancelled);
            statement(&Means {
                progress,
                is_cancelled,
                ..*means
            })
        });
        let found = found.unwrap();
        assert_eq!((found.done, found.is_agreement()), (64, false));
    }
}
