//! The report for people: a header, a block for each failing case in the order of the plan,
//! a table of submissions, and a last line that says it all.

mod case;
mod paint;
mod progress;
mod table;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use crate::event::{Event, Sink};
use crate::figures;
use crate::model::{Judgement, RunFacts, Summary, Verdict};
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
    /// The judge's own faults that were shown: one of a kind is enough.
    faults: BTreeMap<(Arc<str>, String), usize>,
}

impl<W: Write> Terminal<W> {
    /// Writes to `out`; with a progress bar on standard error if `bar`.
    pub fn new(out: W, bar: bool) -> Self {
        Self {
            out,
            progress: Progress::new(bar),
            next: 0,
            ended: BTreeMap::new(),
            faults: BTreeMap::new(),
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
        if judgement.verdict == Some(Verdict::JudgeError) {
            let fault = (judgement.submission.clone(), judgement.reason.clone());
            let n_before = self.faults.entry(fault).or_default();
            *n_before += 1;
            if *n_before > 1 {
                return Ok(());
            }
        }
        self.show(&case_block(judgement))
    }

    /// Shows how often a fault of the judge's that was shown once came again.
    fn show_repetitions(&mut self) -> io::Result<()> {
        let faults = std::mem::take(&mut self.faults);
        for ((submission, reason), count) in faults {
            if count > 1 {
                let submission = untrusted::escape(submission.as_bytes());
                let more = figures::count(count - 1, "more case");
                self.show(&format!(
                    "        {submission}: {more} with this fault: {reason}\n"
                ))?;
            }
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
            figures::duration(limits.time.value),
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
