//! Interactive problems: which of the two who talked decides, and how.

use std::path::Path;

use super::account::{add_to_verdict, note};
use super::checking::{fault_of_the_case, unreadable, verdict};

use crate::check::program::{self, Files, Opinion, Ruling, Talked};
use crate::figures::count;
use crate::model::{CaseFiles, CheckerProgram, Judgement, Limits, Party, Stop};
use crate::plan::Item;
use crate::run::{self, Decision, Interaction, Runner, Talker, classify};
use crate::sys::open_ordinary;

/// Has a submission talk to its interactor, and puts down what comes of it.
///
/// # Errors
/// When one of them cannot be run at all.
pub(super) fn judge(
    item: &Item,
    program: &CheckerProgram,
    files: &CaseFiles,
    runner: &mut impl Runner,
    judgement: &mut Judgement,
) -> Result<(), run::Error> {
    // An answer need not be there, but is a file for the interactor in any case.
    let answer = files.expected.as_deref().unwrap_or(Path::new("/dev/null"));
    for (what, path) in [
        ("input", Some(files.input.as_path())),
        ("expected output", files.expected.as_deref()),
    ] {
        if let Some(path) = path
            && let Err(error) = open_ordinary(path)
        {
            fault_of_the_case(judgement, unreadable(what, path, &error));
            return Ok(());
        }
    }
    let files = Files {
        input: &files.input,
        answer,
    };
    let submission = Talker {
        command: &item.submission.command,
        limits: &item.case.limits,
    };
    let talked = program::talk(program, files, submission, runner)?;
    put_down(talked, &item.case.limits, judgement);
    Ok(())
}

fn put_down(talked: Talked, limits: &Limits, judgement: &mut Judgement) {
    let Talked {
        interaction,
        opinion,
    } = talked;
    note(&interaction.submission, judgement);
    let decision = decide(&interaction, &opinion, limits);
    judgement.verdict = Some(decision.verdict);
    judgement.reason = decision.reason;
    add_to_verdict(&interaction.submission, judgement);
    if judgement.is_failure() {
        judgement.remarks = opinion.remarks;
        judgement.transcript = Some(interaction.transcript);
    }
}

/// An interactor that fails accuses the judge, whatever the submission did. If it refused the
/// submission before that ended, this decides: what becomes of a submission afterwards is not
/// its fault. Otherwise a submission that exceeded a limit or ended badly has failed by that,
/// also after all was right. What is left is for the interactor to say.
///
/// Source: the rules of the ICPC and Kattis problem package format, as `problemtools` has them.
fn decide(interaction: &Interaction, opinion: &Opinion, limits: &Limits) -> Decision {
    let of_interactor = || Decision {
        verdict: verdict(opinion.ruling),
        reason: opinion.reason.clone(),
    };
    match (opinion.ruling, interaction.first) {
        (Ruling::Failed, _) | (Ruling::Wrong | Ruling::Format, Party::Interactor) => {
            of_interactor()
        }
        (Ruling::Right, _) | (Ruling::Wrong | Ruling::Format, Party::Submission) => {
            match classify(&interaction.submission, limits) {
                Some(decision) => with_circumstances(decision, interaction),
                None => of_interactor(),
            }
        }
    }
}

/// Adds what helps to understand why the submission waited, or that it failed after all.
fn with_circumstances(mut decision: Decision, interaction: &Interaction) -> Decision {
    let has_waited = interaction.submission.stopped_by == Some(Stop::Wall);
    let addition = match (interaction.first, interaction.unread) {
        (Party::Interactor, _) => ", after the interactor had accepted it".to_owned(),
        (Party::Submission, 0) if has_waited => {
            ", while the interactor waited for it: is its output flushed?".to_owned()
        }
        (Party::Submission, unread) if has_waited => {
            let unread = count(usize::try_from(unread).unwrap_or(usize::MAX), "byte");
            format!(", while the interactor had not read {unread} of its output")
        }
        (Party::Submission, _) => return decision,
    };
    decision.reason.push_str(&addition);
    decision
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, resolve};
    use crate::engine::testing::{accepted, stopped};
    use crate::model::{Ending, Signal, Transcript, Verdict};
    use crate::run::Execution;

    fn ended(stopped_by: Option<Stop>, ending: Ending) -> Execution {
        Execution {
            ending,
            stopped_by,
            ..accepted()
        }
    }

    fn decided(first: Party, ruling: Ruling, submission: Execution) -> (Verdict, String) {
        let interaction = Interaction {
            submission,
            interactor: accepted(),
            first,
            unread: 0,
            transcript: Transcript::default(),
        };
        let opinion = Opinion {
            ruling,
            reason: "says the interactor".to_owned(),
            remarks: Vec::new(),
        };
        let decision = decide(&interaction, &opinion, &resolve(&Layers::default(), 0));
        (decision.verdict, decision.reason)
    }

    #[test]
    fn who_ended_first_and_what_both_say_decide_in_this_way() {
        use Verdict::{
            Accepted, JudgeError, PresentationError, RuntimeError, TimeLimitExceeded, WrongAnswer,
        };
        let killed = Ending::Signaled(Signal {
            number: 9,
            name: "SIGKILL",
        });
        let submissions = [
            (None, Ending::Exited(0), None),
            (None, Ending::Exited(1), Some(RuntimeError)),
            (None, killed, Some(RuntimeError)),
            (Some(Stop::Time), killed, Some(TimeLimitExceeded)),
            (Some(Stop::Wall), killed, Some(TimeLimitExceeded)),
        ];
        for (stop, ending, own) in submissions {
            for (first, ruling, verdict) in [
                (Party::Interactor, Ruling::Wrong, WrongAnswer),
                (Party::Interactor, Ruling::Format, PresentationError),
                (Party::Interactor, Ruling::Failed, JudgeError),
                (Party::Interactor, Ruling::Right, own.unwrap_or(Accepted)),
                (Party::Submission, Ruling::Wrong, own.unwrap_or(WrongAnswer)),
                (
                    Party::Submission,
                    Ruling::Format,
                    own.unwrap_or(PresentationError),
                ),
                (Party::Submission, Ruling::Failed, JudgeError),
                (Party::Submission, Ruling::Right, own.unwrap_or(Accepted)),
            ] {
                let (seen, reason) = decided(first, ruling, ended(stop, ending));
                let row = format!("{first:?} {ruling:?} {ending:?} {own:?}: {reason}");
                assert_eq!(seen, verdict, "{row}");
                let is_interactors = reason == "says the interactor";
                assert_eq!(is_interactors, own != Some(verdict), "{row}");
            }
        }
    }

    #[test]
    fn a_failure_after_all_was_right_says_so() {
        let (_, reason) = decided(
            Party::Interactor,
            Ruling::Right,
            ended(None, Ending::Exited(3)),
        );
        assert_eq!(reason, "exit code 3, after the interactor had accepted it");
    }

    #[test]
    fn of_two_that_wait_for_each_other_it_is_said_what_is_under_way() {
        let mut interaction = Interaction {
            submission: stopped(Stop::Wall),
            interactor: accepted(),
            first: Party::Submission,
            unread: 0,
            transcript: Transcript::default(),
        };
        let said = |interaction: &Interaction| {
            let decision = Decision {
                verdict: Verdict::TimeLimitExceeded,
                reason: "idle".to_owned(),
            };
            with_circumstances(decision, interaction).reason
        };
        let both_wait = "idle, while the interactor waited for it: is its output flushed?";
        assert_eq!(said(&interaction), both_wait);
        interaction.unread = 3;
        let unread = "idle, while the interactor had not read 3 bytes of its output";
        assert_eq!(said(&interaction), unread);
        interaction.submission = stopped(Stop::Time);
        assert_eq!(said(&interaction), "idle");
    }
}
