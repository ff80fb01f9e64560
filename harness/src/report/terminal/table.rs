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
    let mut cell = match judged - counts.not_compared {
        0 if judged > 0 => String::new(),
        compared => format!("{accepted} of {compared} AC"),
    };
    if counts.not_compared > 0 {
        let between = if cell.is_empty() { "" } else { ", " };
        let _ = write!(cell, "{between}{} ran, not compared", counts.not_compared);
    }
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
    let (mark, time) = match slowest.stopped_by {
        Some(Stop::Wall) => return paint(paint::ASIDE, format!("slowest idle ({case})")),
        Some(_) => ("> ", slowest.time),
        None => ("", slowest.time),
    };
    let share = percent(100.0 * time.as_secs_f64() / slowest.limit.as_secs_f64());
    let time = format!("{mark}{}", figures::duration(time));
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

/// A submission that is wrong on purpose and was not caught: a line for each group of cases.
fn never_failed(counts: &SubmissionCounts) -> String {
    let groups = counts.groups.iter();
    let caught_nowhere = groups.filter(|group| group.never_failed_as_told());
    caught_nowhere
        .map(|group| {
            let name = format!("{}/{}", counts.problem, counts.submission);
            let submission = untrusted::escape(name.as_bytes());
            let verdicts = group.verdicts;
            match &group.cases {
                None => format!("{submission} is meant to get {verdicts}, and got it on no case\n"),
                Some(cases) => format!(
                    "{submission} is meant to get {verdicts} on `{}`, and got it on no case there\n",
                    untrusted::escape(cases.as_bytes())
                ),
            }
        })
        .collect()
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
    let never_failed = summary
        .submissions
        .iter()
        .filter(|one| one.never_failed_as_told());
    match never_failed.count() {
        0 => {}
        n => parts.push(format!(
            "{} never failed as told",
            figures::count(n, "submission")
        )),
    }
    if summary.not_compared > 0 {
        parts.push(format!("{} not compared", summary.not_compared));
    }
    if summary.judged < summary.planned {
        let why = if summary.failed_fast {
            " after the first failure"
        } else {
            ""
        };
        let n_left = summary.planned - summary.judged;
        parts.push(format!("{n_left} not judged{why}"));
    }
    if summary.rechecked > 0 {
        parts.push(format!("{} run again alone", summary.rechecked));
    }
    if summary.near_limit > 0 {
        parts.push(format!("{} near the time limit", summary.near_limit));
    }
    parts.push(format!("{:.2} s", summary.elapsed.as_secs_f64()));
    format!("{}\n", parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CaseName, Exit, GroupCounts};
    use crate::report::testing::plain;
    use std::path::Path;
    use std::time::Duration;

    fn counts(
        problem: &str,
        submission: &str,
        verdicts: [usize; 8],
        slowest: Option<(u64, Option<Stop>)>,
    ) -> SubmissionCounts {
        let slowest = slowest.map(|(millis, stopped_by)| Slowest {
            case: CaseName::new(problem, Path::new("a/b")),
            time: Duration::from_millis(millis),
            limit: Duration::from_secs(1),
            stopped_by,
        });
        SubmissionCounts {
            verdicts,
            slowest,
            ..SubmissionCounts::new(problem.into(), submission.into(), Vec::new())
        }
    }

    #[test]
    fn every_verdict_is_counted_and_a_lower_bound_is_no_measurement() {
        let submissions = vec![
            counts("p", "right", [3, 0, 0, 0, 0, 0, 0, 0], Some((2, None))),
            counts(
                "p",
                "漢",
                [0, 1, 1, 1, 1, 1, 1, 1],
                Some((1000, Some(Stop::Time))),
            ),
            counts(
                "q",
                "idle",
                [0, 0, 0, 0, 1, 0, 0, 0],
                Some((1000, Some(Stop::Wall))),
            ),
            counts("q", "none", [0, 0, 0, 0, 0, 0, 0, 2], None),
        ];
        let summary = Summary {
            submissions,
            planned: 13,
            judged: 13,
            as_expected: 3,
            rechecked: 2,
            near_limit: 1,
            not_compared: 0,
            failed_fast: false,
            elapsed: Duration::from_millis(1234),
            exit: Exit::JudgeError,
        };
        let expected = "\
p  right  3 of 3 AC                                             slowest 2.0 ms, 0.2 % of the limit (a/b)
   漢     0 of 7 AC, 1 PE, 1 WA, 1 RE, 1 TLE, 1 MLE, 1 OLE, 1 JE  slowest > 1.000 s, 100 % of the limit (a/b)
q  idle   0 of 1 AC, 1 TLE                                      slowest idle (a/b)
   none   0 of 2 AC, 2 JE
3 of 13 as expected · 1 PE, 1 WA, 1 RE, 2 TLE, 1 MLE, 1 OLE, 3 JE · 2 run again alone · 1 near the time limit · 1.23 s
";
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let table = plain(table(&summary));
        let lines = table.lines().zip(expected.lines());
        for (line, expected) in lines {
            assert_eq!(squeezed(line), squeezed(expected));
        }
        assert_eq!(table.lines().count(), 5);
        // Columns begin below each other, wide characters counted as two.
        let column = |line: &str, word: &str| line[..line.find(word).unwrap()].width();
        let columns = table.lines().take(3).map(|line| column(line, "slowest"));
        assert_eq!(
            columns.collect::<std::collections::BTreeSet<_>>().len(),
            1,
            "{table}"
        );
    }

    #[test]
    fn a_program_that_is_wrong_on_purpose_and_not_caught_is_told_for_each_group() {
        let mut submission = counts("p", "wrong", [2, 0, 0, 0, 0, 0, 0, 0], None);
        let group = |cases: Option<&str>, verdict: Verdict| GroupCounts {
            planned: 2,
            all_cases: true,
            judged: 2,
            ..GroupCounts::new(cases.map(str::to_owned), verdict.into())
        };
        submission.groups = vec![
            group(Some("large/*"), Verdict::TimeLimitExceeded),
            group(None, Verdict::WrongAnswer),
        ];
        let large = "p/wrong is meant to get TLE on `large/*`, and got it on no case there\n";
        let rest = "p/wrong is meant to get WA, and got it on no case\n";
        assert_eq!(never_failed(&submission), format!("{large}{rest}"));
        submission.groups[1].as_told = 1;
        assert_eq!(never_failed(&submission), large);
        submission.groups[0].all_cases = false;
        assert_eq!(never_failed(&submission), "");
    }

    #[test]
    fn what_was_compared_with_nothing_is_never_called_ac() {
        let mut counts = counts("p", "s", [0; 8], None);
        counts.not_compared = 3;
        assert_eq!(row(&counts)[2], "3 ran, not compared");
        counts.verdicts[3] = 1;
        assert_eq!(row(&counts)[2], "0 of 1 AC, 3 ran, not compared, 1 RE");
    }
}
