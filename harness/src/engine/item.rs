use super::account::{add_to_verdict, blank, head, note};
use super::{checking, interactive};
use crate::model::{CaseFiles, Checker, CheckerProgram, Judgement, Verdict};
use crate::plan::Item;
use crate::run::{self, Execution, Input, Request, Runner, classify};

/// Runs one item and gives its verdict; `None` when the whole run was cancelled meanwhile.
pub fn judge_item(item: &Item, runner: &mut impl Runner) -> Option<Judgement> {
    begin(item, runner).end(runner)
}

/// An item whose run was asked for, if anything is to be run.
pub(super) struct Begun<'i> {
    item: &'i Item,
    run: Result<&'i CaseFiles, NotRun>,
}

/// Why there is no execution.
enum NotRun {
    /// The whole run was cancelled.
    Cancelled,
    /// The judge is at fault, or the case's own files.
    Fault { reason: String, faulty_case: bool },
}

impl From<run::Error> for NotRun {
    fn from(error: run::Error) -> Self {
        match error {
            run::Error::Cancelled => Self::Cancelled,
            error => Self::Fault {
                reason: error.to_string(),
                faulty_case: matches!(error, run::Error::Input { .. }),
            },
        }
    }
}

/// Asks for the run of an item. Runs end in the order in which they were asked for. One with
/// an interactor begins only when its end is waited for.
pub(super) fn begin<'i>(item: &'i Item, runner: &mut impl Runner) -> Begun<'i> {
    let run = files(item).and_then(|files| {
        if interactor(item).is_none() {
            runner.ask(&Request {
                command: &item.submission.command,
                input: Input::File(&files.input),
                limits: &item.case.limits,
                checker: None,
            })?;
        }
        Ok(files)
    });
    Begun { item, run }
}

fn interactor(item: &Item) -> Option<&CheckerProgram> {
    match item.checker.as_deref() {
        Some(Checker::Interactor(program)) => Some(program),
        Some(Checker::BuiltIn(_) | Checker::Program(_)) | None => None,
    }
}

/// What the item is judged with, where nothing is at fault beforehand.
fn files(item: &Item) -> Result<&CaseFiles, NotRun> {
    let fault = |reason, faulty_case| NotRun::Fault {
        reason,
        faulty_case,
    };
    match (&item.submission_fault, &item.case.files) {
        (Some(reason), _) => Err(fault(reason.to_string(), false)),
        (None, Err(reason)) => Err(fault(reason.to_string(), true)),
        (None, Ok(files)) => Ok(files),
    }
}

impl Begun<'_> {
    /// Whether a program will be asked about its output.
    pub(super) fn has_checker_program(&self) -> bool {
        matches!(self.item.checker.as_deref(), Some(Checker::Program(_)))
    }

    /// Whether two programs will run at once: nothing else may run beside them.
    pub(super) fn is_interactive(&self) -> bool {
        interactor(self.item).is_some()
    }

    /// Waits for the execution and gives the verdict; `None` when all was cancelled.
    pub(super) fn end(self, runner: &mut impl Runner) -> Option<Judgement> {
        let mut judgement = blank(self.item);
        let judged = self.run.and_then(|files| {
            match interactor(self.item) {
                Some(program) => {
                    interactive::judge(self.item, program, files, runner, &mut judgement)?;
                }
                None => {
                    let execution = runner.wait()?;
                    decide(self.item, files, &execution, runner, &mut judgement)
                        .ok_or(NotRun::Cancelled)?;
                }
            }
            Ok(files)
        });
        match judged {
            Err(NotRun::Cancelled) => return None,
            Err(NotRun::Fault {
                reason,
                faulty_case,
            }) => {
                judgement.faulty_case = faulty_case;
                fault_of_the_judge(&mut judgement, reason);
            }
            Ok(files) => {
                if judgement.is_failure() {
                    judgement.input = head(&files.input);
                }
            }
        }
        judgement.as_expected =
            Judgement::is_as_expected(judgement.verdict, judgement.expected_verdict);
        Some(judgement)
    }
}

fn fault_of_the_judge(judgement: &mut Judgement, reason: String) {
    judgement.verdict = Some(Verdict::JudgeError);
    judgement.reason = reason;
}

/// `None` when the whole run was cancelled meanwhile.
fn decide(
    item: &Item,
    files: &CaseFiles,
    execution: &Execution,
    runner: &mut impl Runner,
    judgement: &mut Judgement,
) -> Option<()> {
    note(execution, judgement);
    match classify(execution, &item.case.limits) {
        Some(decision) => {
            judgement.verdict = Some(decision.verdict);
            judgement.reason = decision.reason;
        }
        None => checking::check(item, files, execution, runner, judgement)?,
    }
    add_to_verdict(execution, judgement);
    Some(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::config::{Layers, resolve};
    use crate::model::{
        Case, CaseFault, CaseName, Cause, Command, Compare, Ending, Limits, Missing, Origin,
        Profile, Rule, Signal, Stop, Stream, Submission, Usage,
    };
    use crate::run::Scripted;

    const STOPS: [(Option<Stop>, Option<Verdict>); 6] = [
        (None, None),
        (Some(Stop::Time), Some(Verdict::TimeLimitExceeded)),
        (Some(Stop::Wall), Some(Verdict::TimeLimitExceeded)),
        (Some(Stop::Memory), Some(Verdict::MemoryLimitExceeded)),
        (
            Some(Stop::Output(Stream::Stdout)),
            Some(Verdict::OutputLimitExceeded),
        ),
        (
            Some(Stop::Output(Stream::Stderr)),
            Some(Verdict::OutputLimitExceeded),
        ),
    ];

    const KILLED: Signal = Signal {
        number: 9,
        name: "SIGKILL",
    };

    const ENDINGS: [(Ending, Option<Verdict>); 4] = [
        (Ending::Exited(0), None),
        (Ending::Exited(3), Some(Verdict::RuntimeError)),
        (Ending::Exited(201), Some(Verdict::RuntimeError)),
        (Ending::Signaled(KILLED), Some(Verdict::RuntimeError)),
    ];

    const OUTPUTS: [(&str, Verdict); 4] = [
        ("1 2\n", Verdict::Accepted),
        ("1\n2\n", Verdict::PresentationError),
        ("1 3\n", Verdict::WrongAnswer),
        ("", Verdict::WrongAnswer),
    ];

    /// A usage at its limits, and above those whose bit is set in `excesses`.
    fn usage(limits: &Limits, excesses: u64) -> Usage {
        let above = |place: u32| excesses >> place & 1;
        Usage {
            cpu: limits.time.value + Duration::from_nanos(above(0)),
            wall: limits.time.value + Duration::from_nanos(above(0)),
            memory: Some(limits.memory.value + above(1)),
            output: limits.output.value + above(2),
            stderr: limits.stderr.value + above(3),
        }
    }

    /// One submission on a case of `files`, compared by the default rule.
    fn item(files: Result<CaseFiles, CaseFault>) -> Item {
        Item {
            index: 0,
            problem: "p".into(),
            submission: Arc::new(Submission {
                name: "s".to_owned(),
                command: Command {
                    words: Vec::new(),
                    program: "s".into(),
                    read: Vec::new(),
                    env: std::collections::BTreeMap::new(),
                },
                expect: Verdict::Accepted.into(),
            }),
            case: Arc::new(Case {
                problem: "p".to_owned(),
                name: CaseName::new("p", Path::new("one")),
                path: "one".into(),
                beside: Vec::new(),
                files,
                why: None,
                limits: resolve(&Layers::default(), 0),
            }),
            compare: Some(Compare::default()),
            checker: None,
            compare_origin: Origin::BuiltIn,
            expected: Verdict::Accepted.into(),
            group: 0,
            submission_fault: None,
        }
    }

    fn files(folder: &Path) -> CaseFiles {
        let (input, expected) = (folder.join("input"), folder.join("expected"));
        fs::write(&input, "").unwrap();
        fs::write(&expected, "1 2\n").unwrap();
        CaseFiles {
            input,
            expected: Some(expected),
        }
    }

    fn judged(
        item: &Item,
        stop: Option<Stop>,
        usage: Usage,
        ending: Ending,
        output: &str,
    ) -> Judgement {
        let mut runner = Scripted::new(|_: &Request<'_>| {
            Ok(Execution {
                ending,
                stopped_by: stop,
                usage,
                left_over: 0,
                backstop: false,
                feedback: None,
                stdout: output.as_bytes().to_vec().into(),
                stderr: b"something".to_vec(),
            })
        });
        judge_item(item, &mut runner).unwrap()
    }

    /// The item judged by the rules of a profile.
    fn by(profile: Profile, folder: &Path) -> Item {
        let mut layers = Layers::default();
        layers.profile.value = profile;
        let item = item(Ok(files(folder)));
        let case = Case {
            limits: resolve(&layers, 0),
            ..(*item.case).clone()
        };
        Item {
            case: Arc::new(case),
            compare: Some(profile.compare()),
            ..item
        }
    }

    /// What names the verdict of a run that nothing stopped: the first in the profile's order.
    fn first_wrong(profile: Profile, excesses: u64, by_ending: Option<Verdict>) -> Option<Verdict> {
        let exceeded = |bits: u64, verdict| (excesses & bits != 0).then_some(verdict);
        profile
            .priority()
            .into_iter()
            .find_map(|cause| match cause {
                Cause::Time => exceeded(1, Verdict::TimeLimitExceeded),
                Cause::Memory => exceeded(2, Verdict::MemoryLimitExceeded),
                Cause::Output => exceeded(4 | 8, Verdict::OutputLimitExceeded),
                Cause::Exit => by_ending,
            })
    }

    #[test]
    fn what_stopped_it_then_usage_and_exit_in_their_order_and_only_then_the_output_decides() {
        let folder = tempfile::tempdir().unwrap();
        for profile in Profile::ALL {
            let item = by(profile, folder.path());
            for (stop, by_stop) in STOPS {
                for excesses in 0..16 {
                    let usage = usage(&item.case.limits, excesses);
                    for (ending, by_ending) in ENDINGS {
                        for (output, by_lines) in OUTPUTS {
                            let judgement = judged(&item, stop, usage, ending, output);
                            let by_output = match (profile.compare().rule, by_lines) {
                                (Rule::Tokens, Verdict::PresentationError) => Verdict::Accepted,
                                _ => by_lines,
                            };
                            let expected = by_stop
                                .or(first_wrong(profile, excesses, by_ending))
                                .unwrap_or(by_output);
                            let row = format!("{profile} {stop:?} {usage:?} {ending:?} {output:?}");
                            assert_row(&judgement, expected, &row);
                        }
                    }
                }
            }
        }
    }

    fn assert_row(judgement: &Judgement, expected: Verdict, row: &str) {
        assert_eq!(judgement.verdict, Some(expected), "{row}");
        let accepted = expected == Verdict::Accepted;
        assert_eq!(judgement.as_expected, accepted, "{row}");
        let said = !accepted || judgement.is_near_limit();
        assert_eq!(judgement.reason.is_empty(), !said, "{row}");
        let compared = matches!(expected, Verdict::PresentationError | Verdict::WrongAnswer);
        assert_eq!(judgement.difference.is_some(), compared, "{row}");
    }

    #[test]
    fn memory_that_was_not_measured_decides_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let item = item(Ok(files(folder.path())));
        let usage = Usage::default();
        let judgement = judged(&item, None, usage, Ending::Exited(0), "1 2\n");
        assert_eq!(judgement.verdict, Some(Verdict::Accepted));
    }

    #[test]
    fn without_an_expected_output_nothing_is_ever_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let files = CaseFiles {
            expected: None,
            ..files(folder.path())
        };
        let item = item(Ok(files));
        for (ending, verdict) in ENDINGS {
            let judgement = judged(&item, None, Usage::default(), ending, "1 2\n");
            assert_eq!(judgement.verdict, verdict);
        }
    }

    #[test]
    fn a_fault_of_the_case_or_the_program_runs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let without_input = item(Err(CaseFault::NoInput(Missing {
            wanted: vec!["input".to_owned()],
            near: Vec::new(),
        })));
        let without_program = Item {
            submission_fault: Some("it is gone".into()),
            ..item(Ok(files(folder.path())))
        };
        for (item, reason) in [
            (without_input, "no input file: `input` is missing"),
            (without_program, "it is gone"),
        ] {
            let mut runner = Scripted::new(|_: &Request<'_>| panic!("something was run"));
            let judgement = judge_item(&item, &mut runner).unwrap();
            assert_eq!(judgement.verdict, Some(Verdict::JudgeError));
            assert_eq!(judgement.reason, reason);
            assert_eq!((judgement.usage, judgement.attempts), (None, 0));
        }
    }

    #[test]
    fn a_run_that_gives_no_execution_is_the_judges_fault_or_an_interruption() {
        let folder = tempfile::tempdir().unwrap();
        let item = item(Ok(files(folder.path())));
        let mut runner = Scripted::new(|_: &Request<'_>| {
            Err(run::Error::Start {
                program: "s".into(),
                reason: "it is gone".to_owned(),
            })
        });
        let judgement = judge_item(&item, &mut runner).unwrap();
        assert_eq!(judgement.verdict, Some(Verdict::JudgeError));
        assert_eq!(judgement.reason, "cannot start `s`: it is gone");
        let mut runner = Scripted::new(|_: &Request<'_>| Err(run::Error::Cancelled));
        assert!(judge_item(&item, &mut runner).is_none());
    }
}
