//! One submission on a range of boards, all of them one input of many data sets.
//!
//! A run that does not end well with one answer for each board blames no board yet: what a
//! program printed last may have been lost with it. So the board after the last answer is
//! tried alone, and what is still open is run again, in halves where no board was to blame.

use std::ops::Range;
use std::time::Duration;

use super::answers::Answer;
use super::reply::{Reply, reply};
use super::space::Space;
use crate::model::{Disagreement, EXAMPLES, Given, Limits, Stop, Submission, SubmissionOutcome};
use crate::run::{self, Execution, Input, Request, Runner};

/// CPU time that each board adds to the time limit of a run; the wall guard gets twice as much.
const TIME_PER_BOARD: Duration = Duration::from_millis(10);

/// The most runs of a submission for one range. Boards still open then are unanswered, and
/// the submission is given up.
const MOST_RUNS: u32 = 64;

/// For how many runs one counts that was stopped for its time, since it took long.
const STOPPED_RUN: u32 = 16;

/// The most bytes of a wrong answer that are kept.
const KEPT: usize = 4096;

/// Runs a submission on all boards of a range.
///
/// # Errors
/// When the submission cannot be started or watched, or all is cancelled.
pub(super) fn try_range(
    space: &dyn Space,
    submission: &Submission,
    limits: &Limits,
    runner: &mut dyn Runner,
    range: Range<u64>,
) -> Result<SubmissionOutcome, run::Error> {
    let mut trial = Trial {
        space,
        submission,
        limits,
        runner,
        runs_left: MOST_RUNS,
        outcome: SubmissionOutcome::new(&submission.name),
    };
    trial.all(range)?;
    Ok(trial.outcome)
}

/// The outcome of a submission on boards on which it is not run, since it was given up.
pub(super) fn not_tried(boards: u64, submission: &Submission) -> SubmissionOutcome {
    SubmissionOutcome {
        unanswered: boards,
        given_up: true,
        ..SubmissionOutcome::new(&submission.name)
    }
}

struct Trial<'a> {
    space: &'a dyn Space,
    submission: &'a Submission,
    limits: &'a Limits,
    runner: &'a mut dyn Runner,
    runs_left: u32,
    outcome: SubmissionOutcome,
}

impl Trial<'_> {
    fn all(&mut self, range: Range<u64>) -> Result<(), run::Error> {
        // The lowest boards are on top, so that boards are done with in rising order.
        let mut open = vec![range];
        while let Some(range) = open.pop() {
            if range.is_empty() {
                continue;
            }
            if self.runs_left == 0 {
                self.give_up(range);
                continue;
            }
            let reply = self.run(&range)?;
            match &reply.fault {
                None => self.compare(&range, &reply.answers),
                Some(_) if range.end - range.start == 1 => self.blame(range.start, reply),
                Some(fault) => {
                    self.note_failure(&range, fault);
                    open.extend(self.split(range, &reply)?);
                }
            }
        }
        Ok(())
    }

    /// Takes what answers of a failed run can be told whose they are, tries the board after
    /// them alone, and says what is still open, the lowest last.
    fn split(&mut self, range: Range<u64>, failed: &Reply) -> Result<Vec<Range<u64>>, run::Error> {
        if failed.untold {
            return Ok(halves(range));
        }
        self.compare(&range, &failed.answers);
        let suspect = range.start + failed.answers.len() as u64;
        let rest = suspect + 1..range.end;
        let reply = self.run(&(suspect..suspect + 1))?;
        Ok(if reply.fault.is_some() {
            self.blame(suspect, reply);
            vec![rest]
        } else {
            self.compare(&(suspect..suspect + 1), &reply.answers);
            halves(rest)
        })
    }

    fn run(&mut self, range: &Range<u64>) -> Result<Reply, run::Error> {
        let boards = range.end - range.start;
        let input: String = range
            .clone()
            .map(|number| self.space.input(number))
            .collect();
        let limits = wider(self.limits, boards, input.len() as u64);
        let execution = self.runner.run(&Request {
            command: &self.submission.command,
            input: Input::Bytes(input.as_bytes()),
            limits: &limits,
            checker: None,
        })?;
        self.runs_left = self.runs_left.saturating_sub(cost(&execution));
        self.outcome.runs += 1;
        self.outcome.cpu += execution.usage.cpu;
        Ok(reply(self.space, &execution, &limits, boards))
    }

    fn compare(&mut self, range: &Range<u64>, answers: &[Answer]) {
        for (number, answer) in range.clone().zip(answers) {
            if answer.text == self.space.expected(number).as_bytes() {
                self.outcome.agreed += 1;
            } else {
                self.outcome.disagreed += 1;
                self.keep(number, || given(&answer.text));
            }
        }
    }

    /// A board that goes wrong alone.
    fn blame(&mut self, number: u64, reply: Reply) {
        let Reply {
            answers,
            fault,
            ended_well,
            ..
        } = reply;
        if ended_well && !answers.is_empty() {
            self.outcome.disagreed += 1;
            let all: Vec<_> = answers
                .iter()
                .map(|answer| answer.text.as_slice())
                .collect();
            self.keep(number, || given(&all.concat()));
        } else {
            self.outcome.unanswered += 1;
            self.keep(number, || Given::Nothing(fault.unwrap_or_default()));
        }
    }

    fn note_failure(&mut self, range: &Range<u64>, fault: &str) {
        self.outcome.failed_runs += 1;
        self.outcome
            .failure
            .get_or_insert_with(|| format!("boards {} to {}: {fault}", range.start, range.end - 1));
    }

    fn give_up(&mut self, range: Range<u64>) {
        self.outcome.given_up = true;
        self.outcome.unanswered += range.end - range.start;
        for number in range.take(EXAMPLES) {
            self.keep(number, || {
                Given::Nothing(format!("not tried again after {MOST_RUNS} runs"))
            });
        }
    }

    fn keep(&mut self, number: u64, given: impl FnOnce() -> Given) {
        if self.outcome.examples.len() < EXAMPLES {
            self.outcome.examples.push(Disagreement {
                number,
                input: self.space.input(number).into_bytes(),
                expected: self.space.expected(number).into_bytes(),
                given: given(),
                drawing: self.space.draw(number),
            });
        }
    }
}

/// Both halves of a range, the lower one last.
fn halves(range: Range<u64>) -> Vec<Range<u64>> {
    let middle = range.start.midpoint(range.end);
    vec![middle..range.end, range.start..middle]
}

/// How many runs a run counts for.
fn cost(execution: &Execution) -> u32 {
    match execution.stopped_by {
        Some(Stop::Time | Stop::Wall) => STOPPED_RUN,
        Some(Stop::Memory | Stop::Output(_)) | None => 1,
    }
}

fn given(text: &[u8]) -> Given {
    Given::Answer(text.iter().copied().take(KEPT).collect())
}

/// The limits of a run of many boards: 10 ms more of CPU time for each board, and room for
/// four times as many bytes of output as the input has, which every answer is shorter than.
fn wider(limits: &Limits, boards: u64, input_bytes: u64) -> Limits {
    let extra = TIME_PER_BOARD.saturating_mul(u32::try_from(boards).unwrap_or(u32::MAX));
    let mut wider = *limits;
    wider.time.value = limits.time.value.saturating_add(extra);
    wider.wall.value = limits.wall.value.saturating_add(extra.saturating_mul(2));
    wider.output.value = limits.output.value.max(input_bytes.saturating_mul(4));
    wider
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::space::FlipGame;
    use crate::exhaust::testing::{answered, exits, limits, submission};
    use crate::method::flip_game::{line, rounds};
    use crate::run::Scripted;

    /// What comes of boards 0 to 99 when a program answers each of them, given by its number,
    /// with these bytes, and ends with an exit code.
    fn outcome(mut program: impl FnMut(&[u16]) -> (Vec<u8>, i32)) -> SubmissionOutcome {
        let mut runner = Scripted::new(|request: &Request<'_>| {
            let (output, code) = program(&answered(request));
            Ok(exits(output, code))
        });
        try_range(&FlipGame, &submission("a"), &limits(), &mut runner, 0..100).unwrap()
    }

    fn right(board: u16) -> Vec<u8> {
        (line(rounds(board)) + "\n").into_bytes()
    }

    fn all_right(boards: &[u16]) -> Vec<u8> {
        boards.iter().flat_map(|&board| right(board)).collect()
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
        assert!(outcome.given_up && outcome.runs <= u64::from(MOST_RUNS) + 1);
    }

    #[test]
    fn a_program_that_never_ends_is_given_up_after_a_few_runs() {
        let mut runner = Scripted::new(|_: &Request<'_>| {
            Ok(Execution {
                stopped_by: Some(Stop::Time),
                ..exits(Vec::new(), 0)
            })
        });
        let range = 0..100;
        let found = try_range(&FlipGame, &submission("a"), &limits(), &mut runner, range).unwrap();
        assert!(found.given_up && found.runs <= 5);
        let reason = Given::Nothing("more than 1.010 s of CPU time".to_owned());
        assert_eq!(found.examples[0].given, reason);
    }

    #[test]
    fn a_right_answer_does_not_rescue_a_crash() {
        let outcome = outcome(|boards| (all_right(boards), i32::from(boards.contains(&0))));
        assert_eq!(counts(&outcome), (99, 0, 1));
        assert_eq!(outcome.examples[0].number, 0);
    }

    #[test]
    fn the_limits_of_a_run_grow_with_its_boards() {
        let limits = limits();
        let wider = wider(&limits, 100, 50 << 20);
        assert_eq!(wider.time.value, limits.time.value + Duration::from_secs(1));
        assert_eq!(wider.wall.value, limits.wall.value + Duration::from_secs(2));
        assert_eq!(wider.output.value, 200 << 20);
        assert_eq!(wider.memory, limits.memory);
    }
}
