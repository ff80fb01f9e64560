use std::sync::Arc;

use super::{
    CaseName, Checker, Compare, Difference, Ending, Limits, Origin, Remark, Stop, Transcript,
    Usage, Verdict, Verdicts,
};

/// A verdict with its reason and all that is known of the run behind it.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The place of the item in the plan, from 0.
    pub index: usize,
    /// The name of the problem.
    pub problem: Arc<str>,
    /// The name of the submission.
    pub submission: Arc<str>,
    /// The name of the case.
    pub case: CaseName,
    /// What the judge says; `None` when it ended well and nothing was compared.
    pub verdict: Option<Verdict>,
    /// What the submission is meant to get.
    pub expected_verdict: Verdicts,
    /// Which of the groups of cases that the submission tells apart the case is in.
    pub group: usize,
    /// Whether the verdict is one that the submission may get: see [`Judgement::is_as_expected`].
    pub as_expected: bool,
    /// Why, in one line of safe text; empty for AC.
    pub reason: String,
    /// Whether the case's own files are at fault: other cases with the same reason have a fault
    /// of their own.
    pub faulty_case: bool,
    /// What the run used; `None` where nothing ran.
    pub usage: Option<Usage>,
    /// How it ended; `None` where nothing ran.
    pub ending: Option<Ending>,
    /// The limit for which the judge stopped it. Its usage is then a lower bound.
    pub stopped_by: Option<Stop>,
    /// The limits in force.
    pub limits: Limits,
    /// How the output is compared; `None` for no comparison at all.
    pub compare: Option<Compare>,
    /// Where that was set.
    pub compare_origin: Origin,
    /// What decides in place of a comparison, if anything does.
    pub checker: Option<Arc<Checker>>,
    /// What the checker said about an output that it did not accept.
    pub remarks: Vec<Remark>,
    /// What an output that differs comes to, where the harness knows the problem: a sentence of
    /// safe text.
    pub explanation: Option<String>,
    /// Where the output differs, if that decided.
    pub difference: Option<Difference>,
    /// What submission and interactor said to each other; failures of interactive problems only.
    pub transcript: Option<Transcript>,
    /// The beginning of the case's input, for people to see; at most 4 KiB, failures only.
    pub input: Vec<u8>,
    /// The beginning of standard output where no difference shows it; at most 4 KiB, not for
    /// what was accepted.
    pub output: Vec<u8>,
    /// The beginning and the end of standard error; at most 4 KiB, failures only.
    pub stderr: Vec<u8>,
    /// How many processes the run left behind that had to be ended.
    pub left_over: u32,
    /// How often it was run.
    pub attempts: u32,
}

impl Judgement {
    /// Whether `verdict` is fine for a submission that is meant to get `expected`. None at all
    /// is: it ended well, and nothing was compared.
    ///
    /// That a submission which is wrong on purpose fails as told at least once is asked of it
    /// as a whole (see [`super::SubmissionCounts::never_failed_as_told`]).
    pub fn is_as_expected(verdict: Option<Verdict>, expected: Verdicts) -> bool {
        verdict.is_none_or(|verdict| expected.allow(verdict))
    }

    /// Whether it was accepted with more than 80 % of its time used: on a slower machine it
    /// may not be.
    pub fn is_near_limit(&self) -> bool {
        let limit = self.limits.time.value;
        self.verdict == Some(Verdict::Accepted)
            && self
                .usage
                .is_some_and(|usage| self.limits.time_used(&usage) > limit.mul_f64(0.8))
    }

    /// What decides about the output, in a word or two; `None` where nothing does.
    pub fn decided_by(&self) -> Option<String> {
        match (&self.checker, &self.compare) {
            (Some(checker), _) => Some(checker.to_string()),
            (None, compare) => compare.map(|compare| compare.to_string()),
        }
    }

    /// Whether people should hear of it.
    pub fn is_failure(&self) -> bool {
        self.verdict
            .is_some_and(|verdict| verdict != Verdict::Accepted)
    }
}
