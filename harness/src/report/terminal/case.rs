use std::borrow::Cow;
use std::fmt::Write as _;

use super::paint::{self, paint};
use super::transcript;
use crate::figures;
use crate::model::{
    Clock, Difference, Drawing, Hint, Judgement, Remark, Row, Side, Span, Stop, Usage,
};
use crate::untrusted;

/// How many lines of the input and of standard error are shown.
const LINES_SHOWN: usize = 6;

/// How many characters of such a line are shown.
const WIDTH_SHOWN: usize = 100;

/// What people see of one case that failed: verdict, names and figures, the reason, and what
/// helps to understand it.
pub fn case_block(judgement: &Judgement) -> String {
    let mut block = headline(judgement);
    let rule = match (
        &judgement.difference,
        &judgement.checker,
        &judgement.compare,
    ) {
        (Some(_), Some(checker), _) => format!("  ({checker})"),
        (Some(_), None, Some(compare)) => format!("  (compared by {compare})"),
        _ => String::new(),
    };
    if !judgement.reason.is_empty() {
        line(&mut block, &format!("{}{rule}", judgement.reason));
    }
    if let Some(explanation) = &judgement.explanation {
        line(&mut block, explanation);
    }
    if let Some(difference) = &judgement.difference {
        show_difference(&mut block, difference);
    }
    if judgement.left_over > 0 {
        let left = figures::count(judgement.left_over as usize, "process");
        line(&mut block, &format!("left {left} behind, ended"));
    }
    let role = judgement
        .checker
        .as_ref()
        .map_or("checker", |one| one.role());
    for remark in &judgement.remarks {
        show_remark(&mut block, role, remark, &judgement.reason);
    }
    if let Some(transcript) = &judgement.transcript {
        line(&mut block, "submission >, interactor <");
        for text in transcript::lines(transcript, shortened) {
            line(&mut block, &format!("{:<8} {text}", ""));
        }
    }
    let drawing = judgement
        .difference
        .as_ref()
        .and_then(|it| it.drawing.as_ref());
    if !drawing.is_some_and(|drawing| drawing.is_whole) {
        excerpt(&mut block, "input", &judgement.input);
    }
    excerpt(&mut block, "output", &judgement.output);
    last_lines(&mut block, "stderr", &judgement.stderr);
    block
}

fn line(block: &mut String, text: &str) {
    block.push_str(&untrusted::disarm(format!("        {text}")));
    block.push('\n');
}

fn headline(judgement: &Judgement) -> String {
    let verdict = match judgement.verdict {
        None => format!("{:>7}", "ran"),
        Some(verdict) => paint(paint::of(verdict), format_args!("{verdict:>7}")),
    };
    let name = paint(
        paint::NAME,
        untrusted::escape(judgement.submission.as_bytes()),
    );
    let mut headline = format!("{verdict} {name}  {}", judgement.case);
    if let Some(usage) = &judgement.usage {
        // Writing to a `String` cannot fail.
        let _ = write!(headline, "  {}", figures(judgement, usage));
    }
    if judgement.is_failure() && judgement.as_expected {
        headline.push_str(&paint(paint::ASIDE, "  as expected"));
    }
    headline.push('\n');
    headline
}

/// Time and memory. Of a run that was stopped the limit is all that is known, so that it is
/// no measurement.
fn figures(judgement: &Judgement, usage: &Usage) -> String {
    let limits = &judgement.limits;
    let stops = limits.time_stops();
    let time = match judgement.stopped_by {
        None => match limits.clock.value {
            Clock::Cpu => figures::duration(usage.cpu),
            Clock::Wall | Clock::Both => format!(
                "{} of wall time, {} of CPU time",
                figures::duration(usage.wall),
                figures::duration(usage.cpu)
            ),
        },
        Some(Stop::Time) => format!("> {}", figures::duration(stops.cpu)),
        Some(Stop::Wall) => format!("> {} of wall time", figures::duration(stops.wall)),
        Some(Stop::Memory | Stop::Output(_)) => format!("> {}", figures::duration(usage.cpu)),
    };
    match (judgement.stopped_by, usage.memory) {
        (Some(Stop::Memory), _) => {
            format!("{time}  > {}", figures::bytes(limits.memory.value))
        }
        (_, Some(memory)) => format!("{time}  {}", figures::bytes(memory)),
        (_, None) => format!("{time}  memory not measured"),
    }
}

/// What a checker or an interactor said, unless it is a line that stands in the reason.
fn show_remark(block: &mut String, role: &str, remark: &Remark, reason: &str) {
    let text = remark.text.trim_ascii();
    if !reason.ends_with(&untrusted::escape(text)) {
        line(block, &format!("{role}'s {}:", remark.from));
        excerpt(block, "", text);
    }
}

fn show_difference(block: &mut String, difference: &Difference) {
    if let Some(hints) = hints(difference) {
        line(block, &hints);
    }
    let width = difference
        .rows
        .iter()
        .map(|row| row.line.to_string().len())
        .max()
        .unwrap_or(1);
    let mut rows = Vec::new();
    for row in &difference.rows {
        show_row(&mut rows, row, width);
    }
    match &difference.drawing {
        None => rows.iter().for_each(|row| line(block, row)),
        Some(drawing) => beside(block, drawing, &rows),
    }
    if let Some(rest) = rest(difference) {
        line(block, &paint(paint::ASIDE, rest));
    }
}

/// Shows a drawing to the left of lines.
fn beside(block: &mut String, drawing: &Drawing, rows: &[String]) {
    let title = std::iter::once(&drawing.title);
    let lines: Vec<&String> = title.chain(&drawing.lines).collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap_or(0);
    for idx in 0..lines.len().max(rows.len()) {
        let left = lines.get(idx).map_or("", |line| line.as_str());
        let row = rows.get(idx).map_or("", String::as_str);
        line(block, format!("{left:<width$}   {row}").trim_end());
    }
}

fn hints(difference: &Difference) -> Option<String> {
    let hints: Vec<String> = difference.hints.iter().map(|&hint| words(hint)).collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

fn words(hint: Hint) -> String {
    match hint {
        Hint::MissingLines(1) => return "1 line is missing".to_owned(),
        Hint::MissingLines(n_lines) => return format!("{n_lines} lines are missing"),
        Hint::ExtraLines(1) => return "1 line is too many".to_owned(),
        Hint::ExtraLines(n_lines) => return format!("{n_lines} lines are too many"),
        Hint::OnlyLetterCase => "only letter case differs",
        Hint::OnlyWhiteSpace => "only white space differs",
        Hint::EmptyOutput => "the output is empty",
        Hint::EndsEarly => "the output is right as far as it goes, and ends early",
        Hint::GoesOn => "the output goes on after the expected end",
        Hint::NumbersAreClose => {
            "the numbers are close: `compare = { float = 1e-6 }` would accept them"
        }
    }
    .to_owned()
}

fn show_row(rows: &mut Vec<String>, row: &Row, width: usize) {
    let (label, style) = match row.side {
        Side::Both => ("", paint::ASIDE),
        Side::Expected => ("expected", paint::EXPECTED),
        Side::Actual => ("printed", paint::ACTUAL),
    };
    let spans = disarmed(&row.spans);
    let text: String = spans
        .iter()
        .map(|span| match span.marked {
            true => paint(style.bold().underline(), &span.text),
            false => span.text.clone(),
        })
        .collect();
    rows.push(format!("{label:<8} {:>width$} | {text}", row.line));
    let is_long = spans.iter().map(|span| span.text.len()).sum::<usize>() > WIDTH_SHOWN / 2;
    let differs_as_a_whole = is_long && spans.iter().all(|span| span.marked);
    if spans.iter().any(|span| span.marked) && !differs_as_a_whole {
        let indent = " ".repeat("expected ".len() + width + " | ".len());
        rows.push(format!("{indent}{}", paint(style, carets(&spans))));
    }
}

/// The pieces of a row, of which a CI host must not obey what they are together.
fn disarmed(spans: &[Span]) -> Cow<'_, [Span]> {
    let whole: String = spans.iter().map(|span| span.text.as_str()).collect();
    if untrusted::disarm(format!("|{whole}")).len() == whole.len() + 1 {
        return Cow::Borrowed(spans);
    }
    let escaped = spans.iter().map(|span| Span {
        text: span.text.replace('#', "\\x23"),
        ..*span
    });
    Cow::Owned(escaped.collect())
}

/// A line of marks below what differs, for where there are no colours.
fn carets(spans: &[Span]) -> String {
    let marks: String = spans
        .iter()
        .map(|span| {
            let width = unicode_width::UnicodeWidthStr::width(span.text.as_str());
            if span.marked { "^" } else { " " }.repeat(width)
        })
        .collect();
    marks.trim_end().to_owned()
}

/// How much more there is.
fn rest(difference: &Difference) -> Option<String> {
    let mut parts = Vec::new();
    if difference.differing_lines > 1 {
        parts.push(format!("{} lines differ", difference.differing_lines));
    }
    if let Some(cut) = &difference.cut {
        if cut.lines > 0 {
            parts.push(format!("{} not shown", figures::count(cut.lines, "line")));
        }
        if cut.bytes > 0 {
            parts.push(format!(
                "{} cut from long lines",
                figures::count(cut.bytes, "byte")
            ));
        }
        if cut.deadline {
            parts.push("the time for drawing ran out".to_owned());
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The first lines of something that nobody vouches for.
fn excerpt(block: &mut String, label: &str, bytes: &[u8]) {
    let mut lines = bytes.split(|&byte| byte == b'\n').peekable();
    let mut n_shown = 0;
    while let Some(text) = lines.next() {
        if text.is_empty() && lines.peek().is_none() {
            break;
        }
        let label = if n_shown == 0 { label } else { "" };
        if n_shown == LINES_SHOWN {
            line(block, &format!("{:<8} …", ""));
            break;
        }
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        line(block, &format!("{label:<8} {}", shortened(text)));
        n_shown += 1;
    }
}

/// The last lines of something that nobody vouches for: that is where errors say what they
/// are.
fn last_lines(block: &mut String, label: &str, bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes
        .trim_ascii_end()
        .split(|&byte| byte == b'\n')
        .collect();
    let n_left_out = lines.len().saturating_sub(LINES_SHOWN);
    let mut label = label;
    if n_left_out > 0 {
        line(block, &format!("{label:<8} …"));
        label = "";
    }
    for text in lines.iter().skip(n_left_out).filter(|_| !bytes.is_empty()) {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        line(block, &format!("{label:<8} {}", shortened(text)));
        label = "";
    }
}

fn shortened(text: &[u8]) -> String {
    let kept = &text[..text.len().min(4 * WIDTH_SHOWN)];
    let shown = untrusted::escape(kept);
    match shown.char_indices().nth(WIDTH_SHOWN) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cut, Verdict};
    use crate::report::testing::{judgement, plain};

    fn row(side: Side, line: usize, spans: &[(&str, bool)]) -> Row {
        let span = |&(text, marked): &(&str, bool)| Span {
            text: text.to_owned(),
            marked,
        };
        Row {
            side,
            line,
            spans: spans.iter().map(span).collect(),
        }
    }

    #[test]
    fn carets_stand_below_what_differs_and_nowhere_else() {
        let mut wrong = judgement(0, Verdict::WrongAnswer);
        wrong.difference = Some(Difference {
            differing_lines: 3,
            hints: vec![Hint::OnlyLetterCase, Hint::EndsEarly],
            rows: vec![
                row(Side::Both, 9, &[("same", false)]),
                // Two columns each: marks are counted in columns, not in characters.
                row(
                    Side::Expected,
                    10,
                    &[("漢a", false), ("字b", true), ("c", false)],
                ),
                row(
                    Side::Actual,
                    10,
                    &[("x ", false), ("y", true), (" z ", false), ("w", true)],
                ),
            ],
            cut: Some(Cut {
                lines: 1,
                bytes: 20,
                deadline: true,
            }),
            ..Difference::default()
        });
        let expected = "     WA s  p/case-0  2.0 ms  1.0 MiB
        the reason of WA  (compared by lines)
        only letter case differs; the output is right as far as it goes, and ends early
                  9 | same
        expected 10 | 漢a字bc
                         ^^^
        printed  10 | x y z w
                        ^   ^
        3 lines differ, 1 line not shown, 20 bytes cut from long lines, the time for drawing ran out
";
        assert_eq!(plain(case_block(&wrong)), expected);
    }

    #[test]
    fn a_board_stands_beside_the_difference_and_in_place_of_the_input() {
        let mut wrong = judgement(0, Verdict::WrongAnswer);
        wrong.input = b"bw\nwb\n".to_vec();
        let rows = vec![
            row(Side::Expected, 1, &[("2", true)]),
            row(Side::Actual, 1, &[("3", true)]),
        ];
        let mut drawing = Drawing {
            title: "board".to_owned(),
            lines: [" b  w", " w  b", " w  w", " b  b", " w  b"]
                .map(str::to_owned)
                .to_vec(),
            is_whole: true,
        };
        let mut block = |drawing: &Drawing| {
            wrong.difference = Some(Difference {
                rows: rows.clone(),
                drawing: Some(drawing.clone()),
                ..Difference::default()
            });
            plain(case_block(&wrong))
        };
        let expected = "     WA s  p/case-0  2.0 ms  1.0 MiB
        the reason of WA  (compared by lines)
        board   expected 1 | 2
         b  w                ^
         w  b   printed  1 | 3
         w  w                ^
         b  b
         w  b
";
        assert_eq!(block(&drawing), expected);
        drawing.is_whole = false;
        let input = "        input    bw\n                 wb\n";
        assert_eq!(block(&drawing), format!("{expected}{input}"));
    }

    #[test]
    fn no_line_is_a_command_of_a_ci_host() {
        let mut failed = judgement(0, Verdict::WrongAnswer);
        failed.input = b"1\n::error::a\n  ::b\n##[group]c\n".to_vec();
        failed.stderr = b"x\n::stop-commands::y\n".to_vec();
        failed.difference = Some(Difference {
            // Pieces that are harmless each, and none of them together.
            rows: vec![row(Side::Actual, 1, &[("##", false), ("[", true)])],
            ..Difference::default()
        });
        for text in plain(case_block(&failed)).lines() {
            let text = text.trim_start();
            assert!(!text.starts_with("::") && !text.contains("##["), "{text}");
        }
    }

    #[test]
    fn of_a_stopped_run_the_limit_is_shown_and_no_measurement() {
        for (stop, figures) in [
            (None, "2.0 ms  1.0 MiB"),
            (Some(Stop::Time), "> 1.000 s  1.0 MiB"),
            (Some(Stop::Wall), "> 3.000 s of wall time  1.0 MiB"),
            (Some(Stop::Memory), "> 2.0 ms  > 64.0 MiB"),
        ] {
            let mut stopped = judgement(0, Verdict::TimeLimitExceeded);
            stopped.stopped_by = stop;
            let block = plain(case_block(&stopped));
            let first = block.lines().next().unwrap();
            assert_eq!(first, format!("    TLE s  p/case-0  {figures}"));
        }
    }

    #[test]
    fn of_input_and_stderr_the_first_lines_are_shown_escaped_and_shortened() {
        let mut failed = judgement(0, Verdict::RuntimeError);
        failed.left_over = 2;
        failed.input = b"1\r\n\n3\n4\n5\n6\n7\n".to_vec();
        failed.stderr = [b"\x1b".as_slice(), &[b'a'; 200]].concat();
        let long = format!("\\x1b{}…", "a".repeat(WIDTH_SHOWN - 4));
        let expected = [
            "     RE s  p/case-0  2.0 ms  1.0 MiB",
            "        the reason of RE",
            "        left 2 processes behind, ended",
            "        input    1",
            "                 ",
            "                 3",
            "                 4",
            "                 5",
            "                 6",
            "                 …",
            &format!("        stderr   {long}"),
            "",
        ];
        assert_eq!(plain(case_block(&failed)), expected.join("\n"));
    }
}
