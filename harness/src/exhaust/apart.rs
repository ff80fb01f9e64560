//! One submission on a batch of boards, each of them a run of its own: for programs that read
//! one board only. The next run is asked for while one runs, so that no time passes between.

use super::batch::Batch;
use super::patience::Patience;
use super::record::Record;
use super::reply::reply;
use super::space::Space;
use crate::model::{Limits, Submission, SubmissionOutcome};
use crate::run::{self, Input, Request, Runner};

/// Runs a submission on all boards of a batch, one in each run, under the limits of a case.
///
/// # Errors
/// When the submission cannot be started or watched, or all is cancelled.
pub(super) fn apart(
    space: &dyn Space,
    submission: &Submission,
    limits: &Limits,
    runner: &mut dyn Runner,
    batch: &Batch,
) -> Result<SubmissionOutcome, run::Error> {
    let mut record = Record::new(space, &submission.name);
    let mut patience = Patience::new();
    let mut asked: Option<Batch> = None;
    // One time more than there are boards, for the result of the last.
    let next = batch.numbers.iter().map(Some).chain([None]);
    for (place, number) in next.enumerate() {
        let board = number
            .filter(|_| !patience.is_at_an_end())
            .map(|number| Batch::of(space, &[*number]));
        if let Some(board) = &board {
            runner.ask(&Request {
                command: &submission.command,
                input: Input::Bytes(&board.input),
                limits,
                checker: None,
            })?;
        }
        if let Some(asked) = &asked {
            let execution = runner.wait()?;
            record.outcome.runs += 1;
            record.outcome.cpu += execution.usage.cpu;
            let reply = reply(space, &execution, limits, asked);
            patience.see(&execution, &reply);
            match (&reply.fault, &*asked.numbers) {
                (Some(_), &[number]) => record.blame(number, reply),
                _ => record.compare(asked, &reply),
            }
        }
        if board.is_none() {
            if number.is_some() {
                patience.give_up(&mut record, &batch.numbers[place..]);
            }
            break;
        }
        asked = board;
    }
    Ok(record.outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::testing::{
        all_right, answered, exits, flip_game, limits, right, submission,
    };
    use crate::model::{Given, Stop};
    use crate::run::{Execution, Scripted};

    /// What comes of boards 0 to 99 when a program answers its board so.
    fn outcome(mut program: impl FnMut(&[u16]) -> Execution) -> SubmissionOutcome {
        let mut runner = Scripted::new(|request: &Request<'_>| {
            assert_eq!(*request.limits, limits());
            Ok(program(&answered(request)))
        });
        let space = flip_game();
        let numbers: Vec<_> = (0..100).collect();
        let batch = Batch::of(&space, &numbers);
        apart(&space, &submission("a"), &limits(), &mut runner, &batch).unwrap()
    }

    #[test]
    fn each_board_is_a_run() {
        let outcome = outcome(|boards| {
            assert_eq!(boards.len(), 1);
            exits(all_right(boards), 0)
        });
        assert_eq!((outcome.agreed, outcome.runs), (100, 100));
        assert!(outcome.is_right());
    }

    #[test]
    fn wrong_boards_and_failures_are_told_apart() {
        let outcome = outcome(|boards| match boards[0] {
            40 => exits(b"9\n".to_vec(), 0),
            41 => exits(right(41), 3),
            42 => exits(Vec::new(), 0),
            43 => exits([right(43), right(43)].concat(), 0),
            board => exits(right(board), 0),
        });
        assert_eq!(
            (outcome.agreed, outcome.disagreed, outcome.unanswered),
            (96, 2, 2)
        );
        let examples = outcome.examples.iter();
        let given: Vec<_> = examples
            .map(|one| (one.number, one.given.clone()))
            .collect();
        let nothing = |why: &str| Given::Nothing(why.to_owned());
        let expected = [
            (40, Given::Answer(b"9\n".to_vec())),
            (41, nothing("exit code 3")),
            (42, nothing("ended well after 0 of 1 answers")),
            (43, Given::Answer([right(43), right(43)].concat())),
        ];
        assert_eq!(given, expected);
        assert_eq!(outcome.failed_runs, 0);
    }

    #[test]
    fn a_program_that_never_ends_is_given_up_after_a_few_boards() {
        let outcome = outcome(|boards| Execution {
            stopped_by: (boards[0] >= 10).then_some(Stop::Time),
            ..exits(all_right(boards), 0)
        });
        // One was already asked for when the last straw came.
        assert_eq!((outcome.agreed, outcome.unanswered), (10, 90));
        assert!(outcome.given_up && outcome.runs == 15);
    }
}
