//! One submission on a batch of boards, all of them one input of many data sets.
//!
//! A run that does not end well with one answer for each board blames no board yet: what a
//! program printed last may have been lost with it. So the board after the last answer is
//! tried alone, and what is still open is run again, in halves where no board was to blame.

use std::ops::Range;

use super::batch::Batch;
use super::patience::{Patience, wider};
use super::record::Record;
use super::reply::{Reply, reply};
use super::space::Space;
use crate::model::{Limits, Submission, SubmissionOutcome};
use crate::run::{self, Input, Request, Runner};

/// Runs a submission on all boards of a batch, many in one run.
///
/// # Errors
/// When the submission cannot be started or watched, or all is cancelled.
pub(super) fn together(
    space: &dyn Space,
    submission: &Submission,
    limits: &Limits,
    runner: &mut dyn Runner,
    batch: &Batch,
) -> Result<SubmissionOutcome, run::Error> {
    let mut trial = Trial {
        space,
        submission,
        limits,
        runner,
        patience: Patience::new(),
        record: Record::new(space, &submission.name),
    };
    trial.all(batch)?;
    Ok(trial.record.outcome)
}

struct Trial<'a> {
    space: &'a dyn Space,
    submission: &'a Submission,
    limits: &'a Limits,
    runner: &'a mut dyn Runner,
    patience: Patience,
    record: Record<'a>,
}

impl Trial<'_> {
    fn all(&mut self, batch: &Batch) -> Result<(), run::Error> {
        let reply = self.run(batch)?;
        let mut open = self.take(batch, 0..batch.numbers.len(), reply)?;
        // The lowest boards are on top, so that boards are done with in rising order.
        while let Some(places) = open.pop() {
            if places.is_empty() {
                continue;
            }
            if self.patience.is_at_an_end() {
                self.patience
                    .give_up(&mut self.record, &batch.numbers[places]);
                continue;
            }
            let part = batch.part(self.space, places.clone());
            let reply = self.run(&part)?;
            open.extend(self.take(&part, places, reply)?);
        }
        Ok(())
    }

    /// Takes what came of a run, and says what is still open, the lowest last. `places` are
    /// those of the boards in the whole batch.
    fn take(
        &mut self,
        batch: &Batch,
        places: Range<usize>,
        reply: Reply,
    ) -> Result<Vec<Range<usize>>, run::Error> {
        match (&reply.fault, &*batch.numbers) {
            (None, _) => self.record.compare(batch, &reply),
            (Some(_), &[number]) => self.record.blame(number, reply),
            (Some(fault), numbers) => {
                self.record.failed(numbers, fault);
                return self.split(batch, places, &reply);
            }
        }
        Ok(Vec::new())
    }

    /// Takes what answers of a failed run can be told whose they are, tries the board after
    /// them alone, and says what is still open, the lowest last.
    fn split(
        &mut self,
        batch: &Batch,
        places: Range<usize>,
        failed: &Reply,
    ) -> Result<Vec<Range<usize>>, run::Error> {
        let answered = failed.answers.len();
        let Some(number) = batch.numbers.get(answered).filter(|_| !failed.untold) else {
            return Ok(halves(places));
        };
        self.record.compare(batch, failed);
        let rest = places.start + answered + 1..places.end;
        let suspect = Batch::of(self.space, &[*number]);
        let reply = self.run(&suspect)?;
        Ok(if reply.fault.is_some() {
            self.record.blame(*number, reply);
            vec![rest]
        } else {
            self.record.compare(&suspect, &reply);
            halves(rest)
        })
    }

    fn run(&mut self, batch: &Batch) -> Result<Reply, run::Error> {
        let limits = wider(self.limits, batch);
        let execution = self.runner.run(&Request {
            command: &self.submission.command,
            input: Input::Bytes(&batch.input),
            limits: &limits,
            checker: None,
        })?;
        let reply = reply(self.space, &execution, &limits, batch);
        self.patience.see(&execution, &reply);
        self.record.outcome.runs += 1;
        self.record.outcome.cpu += execution.usage.cpu;
        Ok(reply)
    }
}

/// Both halves of a range, the lower one last.
fn halves(range: Range<usize>) -> Vec<Range<usize>> {
    let middle = range.start.midpoint(range.end);
    vec![middle..range.end, range.start..middle]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::testing::{
        all_right, answered, exits, flip_game, limits, right, submission,
    };
    use crate::model::{EXAMPLES, Given, Stop};
    use crate::run::{Execution, Scripted};

    /// What comes of boards 0 to 99 when a program answers each of them, given by its number,
    /// with these bytes, and ends with an exit code.
    fn outcome(mut program: impl FnMut(&[u16]) -> (Vec<u8>, i32)) -> SubmissionOutcome {
        let mut runner = Scripted::new(|request: &Request<'_>| {
            let (output, code) = program(&answered(request));
            Ok(exits(output, code))
        });
        run_with(&mut runner)
    }

    fn run_with(runner: &mut dyn Runner) -> SubmissionOutcome {
        let space = flip_game();
        let numbers: Vec<_> = (0..100).collect();
        let batch = Batch::of(&space, &numbers);
        together(&space, &submission("a"), &limits(), runner, &batch).unwrap()
    }

    fn counts(outcome: &SubmissionOutcome) -> (u64, u64, u64) {
        (outcome.agreed, outcome.disagreed, outcome.unanswered)
    }

    #[test]
    fn a_right_program_runs_once() {
        let outcome = outcome(|boards| (all_right(boards), 0));
        assert_eq!(counts(&outcome), (100, 0, 0));
        assert!(outcome.is_right() && outcome.runs == 1);
    }

    #[test]
    fn a_wrong_answer_is_kept_with_its_board() {
        let outcome = outcome(|boards| {
            let answer = |&board: &u16| {
                if board == 7 {
                    b"9 \n".to_vec()
                } else {
                    right(board)
                }
            };
            (boards.iter().flat_map(answer).collect(), 0)
        });
        assert_eq!(counts(&outcome), (99, 1, 0));
        let example = &outcome.examples[0];
        assert_eq!((example.number, outcome.runs), (7, 1));
        assert_eq!(example.input, b"bbbw\nwwww\nwwww\nwwww\n");
        assert_eq!(example.expected, right(7));
        assert_eq!(example.given, Given::Answer(b"9\n".to_vec()));
        assert_eq!(example.drawing[0], " b  b  b  w");
    }

    #[test]
    fn a_crash_is_found_though_the_last_answers_were_lost_with_it() {
        for lost in [0, 1, 30, 1000] {
            let outcome = outcome(
                |boards| match boards.iter().position(|&board| board == 40) {
                    Some(place) => (all_right(&boards[..place.saturating_sub(lost)]), 3),
                    None => (all_right(boards), 0),
                },
            );
            assert_eq!(counts(&outcome), (99, 0, 1), "{lost}");
            assert_eq!(outcome.examples[0].number, 40);
            let reason = Given::Nothing("exit code 3".to_owned());
            assert_eq!(outcome.examples[0].given, reason);
            assert!(outcome.failed_runs > 0 && !outcome.is_right());
        }
    }

    #[test]
    fn half_an_answer_of_a_crash_is_none() {
        let outcome = outcome(
            |boards| match boards.iter().position(|&board| board == 40) {
                Some(place) => ([all_right(&boards[..place]), b"Imp".to_vec()].concat(), 3),
                None => (all_right(boards), 0),
            },
        );
        assert_eq!(counts(&outcome), (99, 0, 1));
    }

    #[test]
    fn an_answer_too_much_is_found() {
        let outcome = outcome(|boards| {
            let mut output = all_right(boards);
            if let Some(place) = boards.iter().position(|&board| board == 40) {
                let text = all_right(&boards[..place]).len();
                output.splice(text..text, *b"debug\n");
            }
            (output, 0)
        });
        assert_eq!(counts(&outcome), (99, 1, 0));
        assert_eq!(outcome.examples[0].number, 40);
        let given = [b"debug\n".to_vec(), right(40)].concat();
        assert_eq!(outcome.examples[0].given, Given::Answer(given));
    }

    #[test]
    fn an_answer_that_is_left_out_is_found_and_blames_no_other_board() {
        let outcome = outcome(|boards| {
            let answered = boards.iter().filter(|&&board| board != 40);
            (answered.flat_map(|&board| right(board)).collect(), 0)
        });
        assert_eq!(counts(&outcome), (99, 0, 1));
        let nothing = Given::Nothing("ended well after 0 of 1 answers".to_owned());
        assert_eq!(outcome.examples[0].number, 40);
        assert_eq!(outcome.examples[0].given, nothing);
    }

    #[test]
    fn a_program_that_answers_one_board_only_is_not_right() {
        let outcome = outcome(|boards| (right(boards[0]), 0));
        assert_eq!(outcome.disagreed, 0);
        assert!(outcome.agreed > 0 && outcome.unanswered > 0 && !outcome.is_right());
        assert_eq!(
            outcome.failure.unwrap(),
            "boards 0 to 99: ended well after 1 of 100 answers"
        );
    }

    #[test]
    fn a_failure_that_no_single_board_shows_is_still_told() {
        let outcome = outcome(|boards| (all_right(boards), i32::from(boards.len() > 60)));
        assert_eq!(counts(&outcome), (100, 0, 0));
        assert!(outcome.failed_runs == 1 && !outcome.is_right());
        assert_eq!(outcome.failure.unwrap(), "boards 0 to 99: exit code 1");
    }

    #[test]
    fn a_program_that_always_fails_is_given_up() {
        let outcome = outcome(|_| (Vec::new(), 1));
        assert_eq!(counts(&outcome), (0, 0, 100));
        assert_eq!(outcome.examples.len(), EXAMPLES);
        assert!(outcome.given_up && outcome.runs <= 65);
    }

    #[test]
    fn a_program_that_never_ends_is_given_up_after_a_few_runs() {
        let mut runner = Scripted::new(|_: &Request<'_>| {
            Ok(Execution {
                stopped_by: Some(Stop::Time),
                ..exits(Vec::new(), 0)
            })
        });
        let found = run_with(&mut runner);
        assert!(found.given_up && found.runs <= 5);
        let reason = Given::Nothing("more than 1.000 s of CPU time".to_owned());
        assert_eq!(found.examples[0].given, reason);
    }

    #[test]
    fn a_right_answer_does_not_rescue_a_crash() {
        let outcome = outcome(|boards| (all_right(boards), i32::from(boards.contains(&0))));
        assert_eq!(counts(&outcome), (99, 0, 1));
        assert_eq!(outcome.examples[0].number, 0);
    }
}
