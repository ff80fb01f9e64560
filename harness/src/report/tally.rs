use std::time::Duration;

use crate::event::{Event, RunEnd};
use crate::model::{Clock, Exit, Judgement, Slowest, Stop, SubmissionCounts, Summary, Verdict};

/// Counts what happens, so that every report and the exit code tell the same numbers.
#[derive(Debug)]
pub struct Tally {
    submissions: Vec<SubmissionCounts>,
    planned: usize,
    rechecked: usize,
    near_limit: usize,
    /// What is known of the exit code before anything runs.
    beforehand: Exit,
    end: RunEnd,
}

impl Tally {
    /// Of a run of `planned` items by `submissions`, whose counts are 0 as yet. `beforehand`
    /// is how `judge` will end at best: a problem without cases is no success.
    pub fn new(planned: usize, submissions: Vec<SubmissionCounts>, beforehand: Exit) -> Self {
        Self {
            submissions,
            planned,
            rechecked: 0,
            near_limit: 0,
            beforehand,
            end: RunEnd {
                elapsed: Duration::ZERO,
                interrupted_by: None,
                failed_fast: false,
            },
        }
    }

    /// Takes notice of one event.
    pub fn on(&mut self, event: &Event) {
        match event {
            Event::CaseFinished(judgement) => self.count(judgement),
            Event::RunFinished(end) => self.end = *end,
            Event::RunStarted(_) | Event::CaseStarted(_) | Event::Warning(_) => {}
        }
    }

    fn count(&mut self, judgement: &Judgement) {
        self.rechecked += usize::from(judgement.attempts > 1);
        self.near_limit += usize::from(judgement.is_near_limit());
        let Some(counts) = self.submissions.iter_mut().find(|counts| {
            counts.submission == judgement.submission && counts.problem == judgement.problem
        }) else {
            return;
        };
        let places = Verdict::ALL.iter().zip(&mut counts.verdicts);
        for (_, count) in places.filter(|(verdict, _)| Some(**verdict) == judgement.verdict) {
            *count += 1;
        }
        counts.not_compared += usize::from(judgement.verdict.is_none());
        counts.as_expected += usize::from(judgement.as_expected);
        if let (Some(group), Some(verdict)) =
            (counts.groups.get_mut(judgement.group), judgement.verdict)
        {
            group.judged += 1;
            group.as_told += usize::from(group.verdicts.contains(verdict));
        }
        let Some(usage) = &judgement.usage else {
            return;
        };
        let limit = judgement.limits.time.value;
        let time_used = judgement.limits.time_used(usage);
        let time = match judgement.stopped_by {
            Some(Stop::Wall) => limit,
            // The time of a run that was stopped is no measurement: where it was stopped is all
            // that is known.
            Some(_) => time_used.min(judgement.limits.overrun.value.times(limit)),
            None => time_used,
        };
        // Of two as slow, the first in the plan, in whatever order they ended.
        let is_slower = |slowest: &Slowest| (time, &slowest.case) > (slowest.time, &judgement.case);
        if counts.slowest.as_ref().is_none_or(is_slower) {
            counts.slowest = Some(Slowest {
                case: judgement.case.clone(),
                time,
                limit,
                // Where the wall clock counts, its limit is no mere guard for who waits.
                stopped_by: match (judgement.stopped_by, judgement.limits.clock.value) {
                    (Some(Stop::Wall), Clock::Wall | Clock::Both) => Some(Stop::Time),
                    (stopped_by, _) => stopped_by,
                },
            });
        }
    }

    /// What it all comes to.
    pub fn summary(self) -> Summary {
        let judged = self.submissions.iter().map(SubmissionCounts::judged).sum();
        let as_expected = self
            .submissions
            .iter()
            .map(|counts| counts.as_expected)
            .sum();
        let not_compared = self
            .submissions
            .iter()
            .map(|counts| counts.not_compared)
            .sum();
        let mut summary = Summary {
            submissions: self.submissions,
            planned: self.planned,
            judged,
            as_expected,
            rechecked: self.rechecked,
            near_limit: self.near_limit,
            not_compared,
            failed_fast: self.end.failed_fast,
            elapsed: self.end.elapsed,
            exit: Exit::AsExpected,
        };
        summary.exit = exit(&summary, self.end.interrupted_by).or(self.beforehand);
        summary
    }
}

/// The exit code of a run that took place.
fn exit(summary: &Summary, interrupted_by: Option<u8>) -> Exit {
    let mut exit = Exit::AsExpected;
    if summary.as_expected < summary.judged
        || summary.failed_fast
        || summary
            .submissions
            .iter()
            .any(SubmissionCounts::never_failed_as_told)
    {
        exit = exit.or(Exit::NotAsExpected);
    }
    let cut_short = summary.judged < summary.planned && !summary.failed_fast;
    if summary.count(Verdict::JudgeError) > 0 || cut_short {
        exit = exit.or(Exit::JudgeError);
    }
    match interrupted_by {
        Some(signal) => exit.or(Exit::Interrupted(signal)),
        None => exit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{judgement, tally};

    fn summary_of(planned: usize, verdicts: &[Verdict], interrupted_by: Option<u8>) -> Summary {
        let mut tally = tally(planned, Verdict::Accepted);
        for (index, &verdict) in verdicts.iter().enumerate() {
            tally.on(&Event::CaseFinished(Box::new(judgement(index, verdict))));
        }
        tally.on(&Event::RunFinished(RunEnd {
            elapsed: Duration::from_secs(1),
            interrupted_by,
            failed_fast: false,
        }));
        tally.summary()
    }

    #[test]
    fn the_verdicts_and_the_end_of_the_run_decide_the_exit_code() {
        use Verdict::{Accepted as AC, JudgeError as JE, WrongAnswer as WA};
        for (verdicts, interrupted_by, code) in [
            ([AC, AC].as_slice(), None, 0),
            (&[AC, WA], None, 1),
            (&[JE, AC], None, 5),
            // The judge's own fault counts more than the submission's.
            (&[JE, WA], None, 5),
            // What was planned and not judged is no success, nor is nothing at all.
            (&[AC], None, 5),
            (&[], None, 5),
            (&[AC], Some(2), 130),
            (&[JE, WA], Some(15), 143),
        ] {
            let summary = summary_of(2, verdicts, interrupted_by);
            assert_eq!(summary.exit.code(), code, "{verdicts:?} {interrupted_by:?}");
            assert_eq!((summary.judged, summary.planned), (verdicts.len(), 2));
        }
        for verdict in Verdict::ALL.into_iter().skip(1) {
            assert_ne!(summary_of(1, &[verdict], None).exit.code(), 0, "{verdict}");
        }
    }

    #[test]
    fn what_is_known_beforehand_counts_only_where_it_is_worse() {
        for (verdict, code) in [(Verdict::Accepted, 4), (Verdict::JudgeError, 4)] {
            let mut tally = tally(1, Verdict::Accepted);
            tally.beforehand = Exit::NothingToJudge;
            tally.on(&Event::CaseFinished(Box::new(judgement(0, verdict))));
            assert_eq!(tally.summary().exit.code(), code);
        }
    }

    #[test]
    fn a_submission_that_never_fails_as_told_is_not_as_expected() {
        for (verdict, exit) in [
            (Verdict::Accepted, Exit::NotAsExpected),
            (Verdict::WrongAnswer, Exit::AsExpected),
        ] {
            let mut tally = tally(1, Verdict::WrongAnswer);
            let mut judged = judgement(0, verdict);
            judged.as_expected = true;
            tally.on(&Event::CaseFinished(Box::new(judged)));
            assert_eq!(tally.summary().exit, exit);
        }
    }

    #[test]
    fn of_cases_as_slow_the_first_in_the_plan_is_named_in_any_order_of_ends() {
        for order in [[2, 10], [10, 2]] {
            let mut tally = tally(2, Verdict::Accepted);
            for index in order {
                let mut idle = judgement(index, Verdict::TimeLimitExceeded);
                idle.stopped_by = Some(Stop::Wall);
                tally.on(&Event::CaseFinished(Box::new(idle)));
            }
            let summary = tally.summary();
            let slowest = summary.submissions[0].slowest.as_ref().unwrap();
            assert_eq!(slowest.case.as_str(), "p/case-2");
            assert_eq!(
                (slowest.time, slowest.limit),
                (slowest.limit, Duration::from_secs(1))
            );
        }
    }

    #[test]
    fn of_a_run_that_was_stopped_where_it_was_stopped_is_all_that_is_known() {
        for (overrun, known) in [("1", 1), ("2", 2)] {
            let mut tally = tally(1, Verdict::Accepted);
            let mut late = judgement(0, Verdict::TimeLimitExceeded);
            late.stopped_by = Some(Stop::Time);
            late.limits.overrun.value = crate::config::overrun(overrun).unwrap();
            late.usage = Some(crate::model::Usage {
                cpu: Duration::from_millis(2040),
                ..crate::model::Usage::default()
            });
            tally.on(&Event::CaseFinished(Box::new(late)));
            let summary = tally.summary();
            let slowest = summary.submissions[0].slowest.as_ref().unwrap();
            assert_eq!(slowest.time, Duration::from_secs(known));
        }
    }

    #[test]
    fn who_is_stopped_on_the_wall_clock_is_idle_only_where_that_is_a_guard() {
        let stopped_by = |clock| {
            let mut tally = tally(1, Verdict::Accepted);
            let mut late = judgement(0, Verdict::TimeLimitExceeded);
            late.stopped_by = Some(Stop::Wall);
            late.limits.clock.value = clock;
            tally.on(&Event::CaseFinished(Box::new(late)));
            let summary = tally.summary();
            summary.submissions[0].slowest.as_ref().unwrap().stopped_by
        };
        assert_eq!(stopped_by(Clock::Cpu), Some(Stop::Wall));
        assert_eq!(stopped_by(Clock::Wall), Some(Stop::Time));
        assert_eq!(stopped_by(Clock::Both), Some(Stop::Time));
    }

    #[test]
    fn a_run_cut_short_by_a_failure_is_no_fault_of_the_judge() {
        let exit = |failed_fast| {
            let mut tally = tally(2, Verdict::Accepted);
            let wrong = judgement(0, Verdict::WrongAnswer);
            tally.on(&Event::CaseFinished(Box::new(wrong)));
            tally.on(&Event::RunFinished(RunEnd {
                elapsed: Duration::ZERO,
                interrupted_by: None,
                failed_fast,
            }));
            tally.summary().exit
        };
        assert_eq!(exit(true), Exit::NotAsExpected);
        assert_eq!(exit(false), Exit::JudgeError);
    }
}
