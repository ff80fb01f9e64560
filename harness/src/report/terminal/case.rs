use std::fmt::Write as _;

use super::paint::{self, paint};
use super::transcript;
use crate::figures;
use crate::model::{Difference, Hint, Judgement, Remark, Row, Side, Span, Stop, Usage};
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
    excerpt(&mut block, "input", &judgement.input);
    excerpt(&mut block, "output", &judgement.output);
    last_lines(&mut block, "stderr", &judgement.stderr);
    block
}

fn line(block: &mut String, text: &str) {
    // Writing to a `String` cannot fail, here and below.
    let _ = writeln!(block, "        {text}");
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
    let time = match judgement.stopped_by {
        None => figures::duration(usage.cpu),
        Some(Stop::Time) => format!("> {}", figures::duration(limits.time.value)),
        Some(Stop::Wall) => format!("> {} of wall time", figures::duration(limits.wall.value)),
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
    for row in &difference.rows {
        show_row(block, row, width);
    }
    if let Some(rest) = rest(difference) {
        line(block, &paint(paint::ASIDE, rest));
    }
}

fn hints(difference: &Difference) -> Option<String> {
    let hints: Vec<&str> = difference.hints.iter().map(|&hint| words(hint)).collect();
    (!hints.is_empty()).then(|| hints.join("; "))
}

const fn words(hint: Hint) -> &'static str {
    match hint {
        Hint::OnlyLetterCase => "only letter case differs",
        Hint::OnlyWhiteSpace => "only white space differs",
        Hint::EmptyOutput => "the output is empty",
        Hint::EndsEarly => "the output is right as far as it goes, and ends early",
        Hint::GoesOn => "the output goes on after the expected end",
        Hint::NumbersAreClose => {
            "the numbers are close: `compare = { float = 1e-6 }` would accept them"
        }
    }
}

fn show_row(block: &mut String, row: &Row, width: usize) {
    let (label, style) = match row.side {
        Side::Both => ("", paint::ASIDE),
        Side::Expected => ("expected", paint::EXPECTED),
        Side::Actual => ("printed", paint::ACTUAL),
    };
    let text: String = row
        .spans
        .iter()
        .map(|span| match span.marked {
            true => paint(style.bold().underline(), &span.text),
            false => span.text.clone(),
        })
        .collect();
    line(block, &format!("{label:<8} {:>width$} | {text}", row.line));
    let is_long = row.spans.iter().map(|span| span.text.len()).sum::<usize>() > WIDTH_SHOWN / 2;
    let differs_as_a_whole = is_long && row.spans.iter().all(|span| span.marked);
    if row.spans.iter().any(|span| span.marked) && !differs_as_a_whole {
        let indent = " ".repeat("expected ".len() + width + " | ".len());
        line(
            block,
            &format!("{indent}{}", paint(style, carets(&row.spans))),
        );
    }
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
