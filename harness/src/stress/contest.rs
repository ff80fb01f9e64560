use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::recording::Recording;
use super::{Error, Setup, draw, generator};
use crate::config::{Layers, resolve};
use crate::engine;
use crate::method::{self, Method};
use crate::model::{
    self, Case, CaseFiles, CaseName, Checker, Command, Counterexample, MethodAnswer, Submission,
    Verdict,
};
use crate::plan::Item;
use crate::run::{self, Runner};
use crate::untrusted;

/// The methods of a problem, asked about one input at a time.
pub(super) struct Contest<'a> {
    problem: &'a model::Problem,
    layers: Layers,
    validator: Option<&'a Command>,
    checker: Option<Arc<Checker>>,
    reference: Reference,
    rivals: Vec<Arc<Submission>>,
    input: PathBuf,
    expected: PathBuf,
}

/// Who says what is right.
enum Reference {
    /// The harness itself.
    BuiltIn(&'static dyn Method),
    /// The submission that `judge.toml` names.
    Named(Arc<Submission>),
    /// Nobody: the others are held against this submission.
    First(Arc<Submission>),
}

/// What came of an input.
pub(super) enum Asked {
    /// It is none of the problem, for this reason.
    Refused(String),
    /// What each method said; a counterexample only where there is a [`Difference`].
    Answered(Counterexample),
}

impl Asked {
    pub(super) fn difference(&self) -> Option<Difference> {
        match self {
            Self::Refused(_) => None,
            Self::Answered(answered) => Difference::of(answered),
        }
    }
}

/// What makes two differences the same: who is not right, and in which way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) submission: Arc<str>,
    pub(super) verdict: Verdict,
}

impl Difference {
    /// That of the first submission that was not accepted.
    pub(super) fn of(answered: &Counterexample) -> Option<Self> {
        let mut judgements = answered.answers.iter().map(|answer| &answer.judgement);
        let failure = judgements.find(|judgement| judgement.is_failure())?;
        Some(Self {
            submission: Arc::clone(&failure.submission),
            verdict: failure.verdict?,
        })
    }

    /// The submission as people see it.
    pub(super) fn shown(&self) -> String {
        untrusted::escape(self.submission.as_bytes())
    }
}

impl<'a> Contest<'a> {
    /// The submissions against the reference.
    ///
    /// # Errors
    /// When there are no two methods.
    pub(super) fn of_rivals(setup: Setup<'a>, submissions: &[Submission]) -> Result<Self, Error> {
        let problem = &setup.problem.problem;
        let mut rivals: Vec<_> = submissions.iter().cloned().map(Arc::new).collect();
        let reference = match Reference::of(problem) {
            Some(Reference::Named(named)) => {
                rivals.retain(|rival| rival.name != named.name);
                Reference::Named(named)
            }
            Some(reference) => reference,
            None if rivals.len() > 1 => Reference::First(rivals.remove(0)),
            None => return Err(alone(problem)),
        };
        match rivals.is_empty() {
            true => Err(alone(problem)),
            false => Ok(Self::new(setup, reference, rivals)),
        }
    }

    /// The reference, and whoever can confirm what it says: itself, since its own checker must
    /// accept it, and the first other submission that is meant to be right and is no suspect.
    ///
    /// # Errors
    /// When there is no reference.
    pub(super) fn of_reference(setup: Setup<'a>, suspect: Option<&str>) -> Result<Self, Error> {
        let problem = &setup.problem.problem;
        let reference = Reference::of(problem).ok_or_else(|| Error::NoReference {
            problem: problem.name.clone(),
        })?;
        let mut rivals = Vec::new();
        if let Reference::Named(named) = &reference {
            let mut others = problem.submissions.iter();
            rivals.push(Arc::clone(named));
            rivals.extend(
                others
                    .find(|other| {
                        other.name != named.name
                            && Some(other.name.as_str()) != suspect
                            && is_meant_to_be_right(other)
                    })
                    .cloned()
                    .map(Arc::new),
            );
        }
        Ok(Self::new(setup, reference, rivals))
    }

    fn new(setup: Setup<'a>, reference: Reference, rivals: Vec<Arc<Submission>>) -> Self {
        let problem = &setup.problem.problem;
        Self {
            problem,
            layers: setup.layers,
            validator: setup.validator,
            checker: problem.checker.clone().map(Arc::new),
            reference,
            rivals,
            input: setup.scratch.join("input"),
            expected: setup.scratch.join("expected"),
        }
    }

    /// The methods as people know them, the one that the others are held against first.
    pub(super) fn methods(&self) -> Vec<String> {
        let rivals = self.rivals.iter().map(|rival| shown(rival));
        [self.reference.shown()].into_iter().chain(rivals).collect()
    }

    /// Has all methods answer an input.
    ///
    /// # Errors
    /// When anybody but a submission on trial is at fault.
    pub(super) fn ask(&self, input: &[u8], runner: &mut dyn Runner) -> Result<Asked, Error> {
        if let Some(validator) = self.validator
            && let Some(reason) = generator::refusal(validator, input, runner)?
        {
            return Ok(Asked::Refused(reason));
        }
        write(&self.input, input)?;
        let mut answered = Counterexample {
            input: input.to_owned(),
            drawing: Vec::new(),
            reference: self.reference.shown(),
            expected: None,
            answers: Vec::new(),
        };
        if let Err(reason) = self.ask_reference(&mut answered, runner)? {
            return Ok(Asked::Refused(reason));
        }
        if let Some(expected) = &answered.expected {
            write(&self.expected, expected)?;
            for rival in &self.rivals {
                let answer = self.judge(rival, Some(expected.len() as u64), runner)?;
                answered.answers.push(answer);
            }
        }
        answered.drawing = draw::input(&self.problem.name, input);
        Ok(Asked::Answered(answered))
    }

    /// Has the reference answer the input at hand; it may refuse it.
    fn ask_reference(
        &self,
        answered: &mut Counterexample,
        runner: &mut dyn Runner,
    ) -> Result<Result<(), String>, Error> {
        match &self.reference {
            Reference::BuiltIn(method) => match method.answer(&answered.input) {
                Ok(answer) => answered.expected = Some(answer),
                Err(error) => return Ok(Err(error.to_string())),
            },
            Reference::Named(submission) => {
                let answer = self.judge(submission, None, runner)?;
                answered.expected = Some(vouched_for(answer)?);
            }
            Reference::First(submission) => {
                let answer = self.judge(submission, None, runner)?;
                let ended_well = answer.judgement.verdict.is_none();
                answered.expected = ended_well.then(|| answer.output.clone());
                answered.answers.push(answer);
            }
        }
        Ok(Ok(()))
    }

    /// Judges a submission on the input at hand, as `judge run` would; with nothing compared
    /// where no length of an expected output is given.
    fn judge(
        &self,
        submission: &Arc<Submission>,
        expected_bytes: Option<u64>,
        runner: &mut dyn Runner,
    ) -> Result<MethodAnswer, Error> {
        let item = self.item(submission, expected_bytes);
        let mut recording = Recording::new(runner);
        let judgement = engine::judge_item(&item, &mut recording).ok_or(run::Error::Cancelled)?;
        if judgement.verdict == Some(Verdict::JudgeError) {
            return Err(Error::Judge {
                name: shown(submission),
                reason: judgement.reason,
            });
        }
        Ok(MethodAnswer {
            judgement,
            output: recording.output,
        })
    }

    fn item(&self, submission: &Arc<Submission>, expected_bytes: Option<u64>) -> Item {
        let is_compared = expected_bytes.is_some();
        let case = Case {
            problem: self.problem.name.clone(),
            name: CaseName::new(&self.problem.name, Path::new("input")),
            path: self.input.clone(),
            beside: Vec::new(),
            files: Ok(CaseFiles {
                input: self.input.clone(),
                expected: is_compared.then(|| self.expected.clone()),
            }),
            why: None,
            limits: resolve(&self.layers, expected_bytes.unwrap_or(0)),
        };
        Item {
            index: 0,
            problem: self.problem.name.as_str().into(),
            submission: Arc::clone(submission),
            submission_fault: None,
            case: Arc::new(case),
            compare: (is_compared && self.checker.is_none()).then_some(self.problem.compare.value),
            compare_origin: self.problem.compare.origin,
            checker: self.checker.clone().filter(|_| is_compared),
            expected: Verdict::Accepted.into(),
            group: 0,
        }
    }
}

impl Reference {
    /// The one of a problem, where there is one.
    fn of(problem: &model::Problem) -> Option<Self> {
        if let Some(method) = method::for_problem(&problem.name) {
            return Some(Self::BuiltIn(method));
        }
        let mut submissions = problem.submissions.iter();
        let named = submissions.find(|one| Some(&one.name) == problem.reference.as_ref());
        named.map(|named| Self::Named(Arc::new(named.clone())))
    }

    fn shown(&self) -> String {
        match self {
            Self::BuiltIn(_) => "the built-in reference".to_owned(),
            Self::Named(submission) | Self::First(submission) => shown(submission),
        }
    }
}

fn shown(submission: &Submission) -> String {
    untrusted::escape(submission.name.as_bytes())
}

fn alone(problem: &model::Problem) -> Error {
    Error::Alone {
        problem: problem.name.clone(),
    }
}

/// Whether nothing but AC is expected of a submission.
pub fn is_meant_to_be_right(submission: &Submission) -> bool {
    submission.expect == Verdict::Accepted.into()
}

/// What the reference printed, if it ended well.
fn vouched_for(answer: MethodAnswer) -> Result<Vec<u8>, Error> {
    match answer.judgement.verdict {
        None => Ok(answer.output),
        Some(verdict) => Err(Error::Reference {
            name: untrusted::escape(answer.judgement.submission.as_bytes()),
            reason: format!("{verdict}, {}", answer.judgement.reason),
            at: None,
        }),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| Error::Scratch {
        path: path.to_owned(),
        source,
    })
}
