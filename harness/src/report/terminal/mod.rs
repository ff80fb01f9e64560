//! The report for people: a header, a block for each failing case in the order of the plan,
//! a table of submissions, and a last line that says it all.

mod case;
mod paint;
mod progress;
mod table;
mod transcript;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{Event, Sink};
use crate::figures;
use crate::model::{Clock, Judgement, Limits, RunFacts, Summary, Verdict};
use crate::untrusted;
use progress::Progress;

pub use case::case_block;

/// Writes the report for people.
///
/// Cases end in any order; a failing one is held back until all before it in the plan have
/// ended, so that two runs give the same report.
pub struct Terminal<W> {
    out: W,
    progress: Progress,
    /// The place in the plan up to which everything was shown.
    next: usize,
    /// What has ended beyond it: the judgement where there is something to show.
    ended: BTreeMap<usize, Option<Box<Judgement>>>,
    /// The faults that were shown and are not one case's own, in the order of the plan: one
    /// of a kind is enough.
    faults: Vec<Fault>,
}

/// What keeps a submission from being judged, as when its program is missing.
struct Fault {
    problem: Arc<str>,
    submission: Arc<str>,
    reason: String,
    /// On how many cases it came again.
    n_more: usize,
}

impl<W: Write> Terminal<W> {
    /// Writes to `out`; with a progress bar on standard error if `bar`.
    pub fn new(out: W, bar: bool) -> Self {
        Self {
            out,
            progress: Progress::new(bar),
            next: 0,
            ended: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        let out = &mut self.out;
        self.progress.aside(|| {
            out.write_all(text.as_bytes())?;
            out.flush()
        })
    }

    /// Shows what is next in the plan, as far as it has ended.
    fn catch_up(&mut self) -> io::Result<()> {
        while let Some(ended) = self.ended.remove(&self.next) {
            self.next += 1;
            if let Some(judgement) = ended {
                self.show_failure(&judgement)?;
            }
        }
        Ok(())
    }

    fn show_failure(&mut self, judgement: &Judgement) -> io::Result<()> {
        if judgement.verdict == Some(Verdict::JudgeError) && !judgement.faulty_case {
            let same = |fault: &&mut Fault| {
                fault.problem == judgement.problem
                    && fault.submission == judgement.submission
                    && fault.reason == judgement.reason
            };
            if let Some(fault) = self.faults.iter_mut().find(same) {
                fault.n_more += 1;
                return Ok(());
            }
            self.faults.push(Fault {
                problem: Arc::clone(&judgement.problem),
                submission: Arc::clone(&judgement.submission),
                reason: judgement.reason.clone(),
                n_more: 0,
            });
        }
        self.show(&case_block(judgement))
    }

    /// Shows how often a fault of the judge's that was shown once came again.
    fn show_repetitions(&mut self) -> io::Result<()> {
        let faults = std::mem::take(&mut self.faults);
        for fault in faults.iter().filter(|fault| fault.n_more > 0) {
            let submission = untrusted::escape(fault.submission.as_bytes());
            let more = figures::count(fault.n_more, "more case");
            let reason = &fault.reason;
            self.show(&format!(
                "        {submission}: {more} with this fault: {reason}\n"
            ))?;
        }
        Ok(())
    }
}

impl<W: Write> Sink for Terminal<W> {
    fn on(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(facts) => {
                self.progress.start(facts.items);
                self.show(&header(facts))
            }
            Event::Warning(text) => self.show(&format!("warning: {text}\n")),
            Event::CaseFinished(judgement) => {
                self.progress.step(judgement);
                let kept = judgement.is_failure().then(|| judgement.clone());
                self.ended.insert(judgement.index, kept);
                self.catch_up()
            }
            Event::CaseStarted(_) => Ok(()),
            Event::RunFinished(_) => {
                self.progress.finish();
                // An interrupted run leaves gaps; what is known is shown all the same.
                for judgement in std::mem::take(&mut self.ended).into_values().flatten() {
                    self.show_failure(&judgement)?;
                }
                self.show_repetitions()
            }
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.show(&table::table(summary))
    }
}

/// `Judging 3 submissions, 86 cases, 2 jobs · time 1.000 s · memory 64.0 MiB · isolation none`
fn header(facts: &RunFacts) -> String {
    let limits = match &facts.limits {
        Some(limits) => format!(
            "time {} · memory {}",
            time_limit(limits),
            figures::bytes(limits.memory.value)
        ),
        None => "limits by case".to_owned(),
    };
    let layers = match facts.layers.as_slice() {
        [] => "none".to_owned(),
        layers => layers.join(", "),
    };
    format!(
        "   Judging {}, {}, {} · {limits} · isolation {layers}\n",
        figures::count(facts.submissions, "submission"),
        figures::count(facts.cases, "case"),
        figures::count(facts.jobs, "job"),
    )
}

/// `1.000 s`; on another clock than usual `1.000 s on the wall clock`.
fn time_limit(limits: &Limits) -> String {
    let time = figures::stretched(limits.time.value, limits.time_factor.value);
    match limits.clock.value {
        Clock::Cpu => time,
        Clock::Wall => format!("{time} on the wall clock"),
        Clock::Both => format!("{time} on both clocks"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{judgement, plain, told};

    fn report(planned: usize, judgements: Vec<Judgement>) -> String {
        let mut out = Vec::new();
        told(Terminal::new(&mut out, false), planned, judgements);
        plain(out)
    }

    fn failures(report: &str) -> Vec<&str> {
        let names = report.lines().filter_map(|line| {
            let (_, rest) = line.split_once(" s  p/")?;
            rest.split_whitespace().next()
        });
        names.collect()
    }

    #[test]
    fn failures_come_in_the_order_of_the_plan_in_whatever_order_they_ended() {
        let ended = |order: [usize; 4]| {
            let of = |index| match index {
                1 => judgement(index, Verdict::Accepted),
                _ => judgement(index, Verdict::WrongAnswer),
            };
            report(4, order.map(of).into())
        };
        let in_order = ended([0, 1, 2, 3]);
        assert_eq!(failures(&in_order), ["case-0", "case-2", "case-3"]);
        for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
            assert_eq!(ended(order), in_order);
        }
    }

    #[test]
    fn what_ended_behind_a_gap_is_shown_at_the_end() {
        let judgements = [3, 2].map(|index| judgement(index, Verdict::WrongAnswer));
        let report = report(4, judgements.into());
        assert_eq!(failures(&report), ["case-2", "case-3"]);
        assert!(report.contains("0 of 4 as expected · 2 WA · 2 not judged · 0.25 s\n"));
    }

    #[test]
    fn a_fault_of_a_program_is_shown_once_and_that_of_a_case_each_time() {
        let program = |index| judgement(index, Verdict::JudgeError);
        let case = |index| Judgement {
            reason: "no expected output".to_owned(),
            faulty_case: true,
            ..judgement(index, Verdict::JudgeError)
        };
        let of_problem_q = Judgement {
            problem: "q".into(),
            ..program(5)
        };
        let judgements = vec![
            program(0),
            case(1),
            program(2),
            case(3),
            program(4),
            of_problem_q,
        ];
        let report = report(6, judgements);
        assert_eq!(failures(&report), ["case-0", "case-1", "case-3", "case-5"]);
        let more = "        s: 2 more cases with this fault: the reason of JE\n";
        assert_eq!(report.matches("more case").count(), 1);
        assert!(report.contains(more), "{report}");
    }

    #[test]
    fn the_header_says_what_runs_and_how() {
        let report = report(1, vec![judgement(0, Verdict::Accepted)]);
        let header = "   Judging 1 submission, 3 cases, 2 jobs · time 1.000 s · memory 64.0 MiB · isolation none\n";
        assert!(report.starts_with(header), "{report}");
    }
}
