use std::fmt::Write as _;

use super::paint::{self, paint};
use crate::figures;
use crate::model::{Difference, Hint, Judgement, Row, Side, Span, Stop, Usage};
use crate::untrusted;

/// How many lines of the input and of standard error are shown.
const LINES_SHOWN: usize = 6;

/// How many characters of such a line are shown.
const WIDTH_SHOWN: usize = 100;

/// What people see of one case that failed: verdict, names and figures, the reason, and what
/// helps to understand it.
pub fn case_block(judgement: &Judgement) -> String {
    let mut block = headline(judgement);
    let rule = match (&judgement.difference, &judgement.compare) {
        (Some(_), Some(compare)) => format!("  (compared by {compare})"),
        _ => String::new(),
    };
    if !judgement.reason.is_empty() {
        line(&mut block, &format!("{}{rule}", judgement.reason));
    }
    if let Some(difference) = &judgement.difference {
        show_difference(&mut block, difference);
    }
    if judgement.left_over > 0 {
        let left = figures::count(judgement.left_over as usize, "process");
        line(&mut block, &format!("left {left} behind, ended"));
    }
    excerpt(&mut block, "input", &judgement.input);
    excerpt(&mut block, "stderr", &judgement.stderr);
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
    if row.spans.iter().any(|span| span.marked) {
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

fn shortened(text: &[u8]) -> String {
    let kept = &text[..text.len().min(4 * WIDTH_SHOWN)];
    let shown = untrusted::escape(kept);
    match shown.char_indices().nth(WIDTH_SHOWN) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}
