use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::paint::{self, paint};
use crate::figures;
use crate::model::{Slowest, Stop, SubmissionCounts, Summary, Verdict};
use crate::untrusted;

/// The table of submissions and the last line.
pub(super) fn table(summary: &Summary) -> String {
    let rows: Vec<[String; 3]> = summary.submissions.iter().map(row).collect();
    let widths = [0, 1, 2].map(|column| {
        let width = |row: &[String; 3]| row[column].width();
        rows.iter().map(width).max().unwrap_or(0)
    });
    let mut table = String::new();
    let mut last_problem = None;
    for (row, counts) in rows.iter().zip(&summary.submissions) {
        let problem = match last_problem == Some(&counts.problem) {
            true => "",
            false => &row[0],
        };
        last_problem = Some(&counts.problem);
        let cells = [problem, &row[1], &row[2]];
        for (cell, width) in cells.into_iter().zip(widths) {
            let padding = " ".repeat(width - cell.width() + 2);
            let _ = write!(table, "{cell}{padding}");
        }
        table.push_str(&slowest(counts.slowest.as_ref()));
        table.truncate(table.trim_end().len());
        table.push('\n');
    }
    for counts in &summary.submissions {
        table.push_str(&never_failed(counts));
    }
    table.push_str(&last_line(summary));
    table
}

/// Problem, submission, counts.
fn row(counts: &SubmissionCounts) -> [String; 3] {
    let judged = counts.judged();
    let accepted = counts.count(Verdict::Accepted);
    let mut cell = format!("{accepted} of {judged} AC");
    for verdict in Verdict::ALL.into_iter().skip(1) {
        let count = counts.count(verdict);
        if count > 0 {
            let _ = write!(cell, ", {count} {verdict}");
        }
    }
    [
        untrusted::escape(counts.problem.as_bytes()),
        untrusted::escape(counts.submission.as_bytes()),
        cell,
    ]
}

fn slowest(slowest: Option<&Slowest>) -> String {
    let Some(slowest) = slowest else {
        return String::new();
    };
    let case = slowest.case.below_problem();
    let time = match slowest.stopped_by {
        Some(Stop::Wall) => return paint(paint::ASIDE, format!("slowest idle ({case})")),
        Some(_) => format!("> {}", figures::duration(slowest.cpu.min(slowest.limit))),
        None => figures::duration(slowest.cpu),
    };
    let share = 100.0 * slowest.cpu.as_secs_f64() / slowest.limit.as_secs_f64();
    let share = percent(share);
    let text = format!("slowest {time}, {share} of the limit ({case})");
    paint(paint::ASIDE, text)
}

fn percent(share: f64) -> String {
    if share >= 9.95 {
        format!("{share:.0} %")
    } else {
        format!("{share:.1} %")
    }
}

/// A submission that is wrong on purpose and was not caught.
fn never_failed(counts: &SubmissionCounts) -> String {
    if !counts.never_failed_as_told() {
        return String::new();
    }
    format!(
        "{} is meant to get {}, and got it on no case\n",
        untrusted::escape(counts.submission.as_bytes()),
        counts.expect
    )
}

/// `126 of 128 as expected · 1 WA, 1 TLE · 0.41 s`
fn last_line(summary: &Summary) -> String {
    let mut parts = vec![format!(
        "{} of {} as expected",
        summary.as_expected, summary.planned
    )];
    let failures: Vec<String> = Verdict::ALL
        .into_iter()
        .skip(1)
        .filter(|&verdict| summary.count(verdict) > 0)
        .map(|verdict| {
            paint(
                paint::of(verdict),
                format_args!("{} {verdict}", summary.count(verdict)),
            )
        })
        .collect();
    if !failures.is_empty() {
        parts.push(failures.join(", "));
    }
    if summary.judged < summary.planned {
        parts.push(format!("{} not judged", summary.planned - summary.judged));
    }
    parts.push(format!("{:.2} s", summary.elapsed.as_secs_f64()));
    format!("{}\n", parts.join(" · "))
}
