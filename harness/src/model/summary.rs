use std::sync::Arc;
use std::time::Duration;

use super::{CaseName, Exit, Stop, Verdict};

/// What a whole run came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The counts of each submission, in the order of the plan.
    pub submissions: Vec<SubmissionCounts>,
    /// Items planned.
    pub planned: usize,
    /// Items judged: fewer than planned when the run was interrupted.
    pub judged: usize,
    /// Items judged whose verdict was as expected.
    pub as_expected: usize,
    /// Items that were run more than once, since others had run beside them.
    pub rechecked: usize,
    /// Items accepted with more than 80 % of their CPU time used.
    pub near_limit: usize,
    /// From the first case to the last.
    pub elapsed: Duration,
    /// How `judge` will end.
    pub exit: Exit,
}

impl Summary {
    /// How many items got `verdict`.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.submissions
            .iter()
            .map(|submission| submission.count(verdict))
            .sum()
    }
}

/// What one submission came to.
#[derive(Clone, Debug)]
pub struct SubmissionCounts {
    /// The name of its problem.
    pub problem: Arc<str>,
    /// Its name.
    pub submission: Arc<str>,
    /// The verdict that it is meant to get.
    pub expect: Verdict,
    /// Items of each verdict, in the order of [`Verdict::ALL`].
    pub verdicts: [usize; Verdict::ALL.len()],
    /// Items whose verdict was as expected.
    pub as_expected: usize,
    /// How many items were planned.
    pub planned: usize,
    /// Whether the items planned are all cases of the problem.
    pub all_cases: bool,
    /// The case that took the most CPU time; `None` while nothing ran.
    pub slowest: Option<Slowest>,
}

/// The case of a submission that took the most CPU time.
#[derive(Clone, Debug)]
pub struct Slowest {
    /// The case.
    pub case: CaseName,
    /// Its CPU time; the limit for one that the wall guard stopped, which would have taken
    /// for ever.
    pub cpu: Duration,
    /// Its limit.
    pub limit: Duration,
    /// The limit for which it was stopped, so that the time is a lower bound.
    pub stopped_by: Option<Stop>,
}

impl SubmissionCounts {
    /// How many items got `verdict`.
    pub fn count(&self, verdict: Verdict) -> usize {
        Verdict::ALL
            .iter()
            .zip(self.verdicts)
            .find_map(|(&one, count)| (one == verdict).then_some(count))
            .unwrap_or(0)
    }

    /// Counts of a submission of which nothing was judged yet.
    pub fn new(problem: Arc<str>, submission: Arc<str>, expect: Verdict) -> Self {
        Self {
            problem,
            submission,
            expect,
            verdicts: [0; Verdict::ALL.len()],
            as_expected: 0,
            planned: 0,
            all_cases: false,
            slowest: None,
        }
    }

    /// Whether the submission is wrong on purpose and yet failed as told on no case, though
    /// all cases of its problem were judged.
    pub fn never_failed_as_told(&self) -> bool {
        self.expect != Verdict::Accepted
            && self.all_cases
            && self.judged() == self.planned
            && self.count(self.expect) == 0
    }

    /// How many items were judged.
    pub fn judged(&self) -> usize {
        self.verdicts.iter().sum()
    }
}
