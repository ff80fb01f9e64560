use std::sync::Arc;
use std::time::Duration;

use super::{CaseName, Exit, Stop, Verdict, Verdicts};

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
    /// Items that ended well and were compared with nothing.
    pub not_compared: usize,
    /// Whether the rest was left out after a failure, because that was asked for.
    pub failed_fast: bool,
    /// Items accepted with more than 80 % of their time used.
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
    /// Items of each verdict, in the order of [`Verdict::ALL`].
    pub verdicts: [usize; Verdict::ALL.len()],
    /// Items that ended well and were compared with nothing.
    pub not_compared: usize,
    /// Items whose verdict was as expected.
    pub as_expected: usize,
    /// The groups of cases that its `expect` tells apart; at least one.
    pub groups: Vec<GroupCounts>,
    /// The case that took the most time; `None` while nothing ran.
    pub slowest: Option<Slowest>,
}

/// What a submission came to on the cases for which it is meant to get the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupCounts {
    /// The cases as `judge.toml` has them; `None` for those that no pattern fits.
    pub cases: Option<String>,
    /// What it is meant to get there.
    pub verdicts: Verdicts,
    /// How many items were planned.
    pub planned: usize,
    /// Whether these are all cases of the group.
    pub all_cases: bool,
    /// Items that were compared, or failed before that.
    pub judged: usize,
    /// Items that got one of `verdicts`.
    pub as_told: usize,
}

/// The case of a submission that took the most time.
#[derive(Clone, Debug)]
pub struct Slowest {
    /// The case.
    pub case: CaseName,
    /// Its time on the clock that counts; the limit for one that the wall guard stopped, which
    /// would have taken for ever.
    pub time: Duration,
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
    pub fn new(problem: Arc<str>, submission: Arc<str>, groups: Vec<GroupCounts>) -> Self {
        Self {
            problem,
            submission,
            verdicts: [0; Verdict::ALL.len()],
            not_compared: 0,
            as_expected: 0,
            groups,
            slowest: None,
        }
    }

    /// Whether the submission is wrong on purpose and yet failed as told on no case of one of
    /// its groups, though all of them were judged.
    pub fn never_failed_as_told(&self) -> bool {
        self.groups.iter().any(GroupCounts::never_failed_as_told)
    }

    /// How many items were judged.
    pub fn judged(&self) -> usize {
        self.verdicts.iter().sum::<usize>() + self.not_compared
    }
}

impl GroupCounts {
    /// Counts of a group of which nothing was judged yet.
    pub fn new(cases: Option<String>, verdicts: Verdicts) -> Self {
        Self {
            cases,
            verdicts,
            planned: 0,
            all_cases: false,
            judged: 0,
            as_told: 0,
        }
    }

    /// Whether the submission had to fail here and did so on no case, though all were judged.
    pub fn never_failed_as_told(&self) -> bool {
        self.verdicts.demand_a_failure()
            && self.all_cases
            && self.planned > 0
            && self.judged == self.planned
            && self.as_told == 0
    }
}
