use std::ops::Range;

use super::window::{Line, beginning};
use super::{Alignment, Drawing, MAX_ROWS, Marks, Reading, Text, line_start};
use crate::model::{Cut, Row, Side, Span};
use crate::untrusted::escape;

/// How many equal lines are shown before the difference, and after each one.
const CONTEXT: usize = 2;

/// Lines of the two windows that are shown together.
struct Block {
    expected: Range<usize>,
    actual: Range<usize>,
}

impl Block {
    /// Whether it has lines of both windows.
    fn is_linked(&self) -> bool {
        !self.expected.is_empty() && !self.actual.is_empty()
    }

    /// Whether a line in which the texts part is in it.
    const fn is_first(&self) -> bool {
        self.expected.start == 0 || self.actual.start == 0
    }
}

/// Puts the lines around the difference into rows.
pub(super) fn put(
    reading: &dyn Reading,
    expected: &Text<'_>,
    actual: &Text<'_>,
    alignment: &Alignment,
    late: bool,
) -> Drawing {
    let mut sheet = Sheet::default();
    context(reading, expected, actual, &mut sheet);
    let mut n_equal = 0;
    for block in blocks(expected, actual, &alignment.links) {
        let is_marked = any_mark(expected, &block.expected, &alignment.expected)
            || any_mark(actual, &block.actual, &alignment.actual);
        if !is_marked && is_equal(reading, expected, actual, &block) {
            n_equal += block.actual.len();
            if n_equal > CONTEXT {
                break;
            }
            sheet.lines(Side::Both, actual, block.actual, &[]);
        } else if is_marked || block.is_linked() || block.is_first() {
            n_equal = 0;
            sheet.both_sides(expected, actual, &block, alignment);
        }
    }
    let n_lines = expected.n_lines + actual.n_lines;
    let cut = Cut {
        lines: n_lines.saturating_sub(sheet.lines_shown),
        bytes: sheet.bytes_cut,
        deadline: late,
    };
    Drawing {
        rows: sheet.rows,
        cut: (cut != Cut::default()).then_some(cut),
    }
}

/// A line that the other text does not have: its row, and how many bytes of it are left out.
/// `content` is what counts of it, at least its beginning.
pub fn lone_row(side: Side, number: usize, content: &[u8], length: usize) -> (Row, usize) {
    let shown = beginning(content, length);
    let mut spans = vec![Span {
        text: visible(&content[..shown]),
        marked: true,
    }];
    if shown < length {
        spans.push(Span {
            text: "…".to_owned(),
            marked: false,
        });
    }
    let row = Row {
        side,
        line: number,
        spans,
    };
    (row, length - shown)
}

/// Shows the lines just before the difference, as far as they are the same.
fn context(reading: &dyn Reading, expected: &Text<'_>, actual: &Text<'_>, sheet: &mut Sheet) {
    let mut ends = (expected.spot.line_start, actual.spot.line_start);
    let mut lines = Vec::new();
    while lines.len() < CONTEXT && ends.0 > 0 && ends.1 > 0 {
        let starts = (
            line_start(expected.bytes, ends.0 - 1),
            line_start(actual.bytes, ends.1 - 1),
        );
        let old = &expected.bytes[starts.0..ends.0];
        let new = &actual.bytes[starts.1..ends.1];
        if !reading.same_line(old, new) {
            break;
        }
        let number = actual.spot.line - 1 - lines.len();
        let whole = starts.1..ends.1;
        lines.push(Line::new(reading, actual.bytes, number, whole, starts.1));
        ends = starts;
    }
    for line in lines.iter().rev() {
        sheet.line(Side::Both, actual.bytes, line, &[]);
    }
}

/// Cuts two windows into the smallest blocks that no link leaves.
fn blocks(expected: &Text<'_>, actual: &Text<'_>, links: &[(usize, usize)]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut next = (0, 0);
    let mut links = links.iter().copied().peekable();
    while let Some(first) = links.next() {
        blocks.push(Block {
            expected: next.0..first.0,
            actual: next.1..first.1,
        });
        let mut end = (first.0 + 1, first.1 + 1);
        while let Some(link) = links.next_if(|link| link.0 < end.0 || link.1 < end.1) {
            end = (end.0.max(link.0 + 1), end.1.max(link.1 + 1));
        }
        blocks.push(Block {
            expected: first.0..end.0,
            actual: first.1..end.1,
        });
        next = end;
    }
    blocks.push(Block {
        expected: next.0..expected.window.lines.len(),
        actual: next.1..actual.window.lines.len(),
    });
    blocks.retain(|block| !block.expected.is_empty() || !block.actual.is_empty());
    blocks
}

/// Whether a block without a mark may be shown as one text. Two lines may differ where
/// nothing is marked: in what stands before the difference, or behind what is shown.
fn is_equal(reading: &dyn Reading, expected: &Text<'_>, actual: &Text<'_>, block: &Block) -> bool {
    let (old, new) = (&block.expected, &block.actual);
    if old.len() == 1 && new.len() == 1 {
        reading.same_line(expected.line(old.start), actual.line(new.start))
    } else {
        block.is_linked() && old.start > 0 && new.start > 0
    }
}

fn any_mark(text: &Text<'_>, lines: &Range<usize>, marks: &Marks) -> bool {
    let lines = &text.window.lines[lines.clone()];
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return false;
    };
    marks
        .iter()
        .any(|mark| mark.start < last.whole.end && mark.end > first.whole.start)
}

/// The rows so far, and what they leave out.
#[derive(Default)]
struct Sheet {
    rows: Vec<Row>,
    lines_shown: usize,
    bytes_cut: usize,
}

impl Sheet {
    /// Shows the lines of both sides. Where there is no room for all, neither side crowds
    /// out the other.
    fn both_sides(
        &mut self,
        expected: &Text<'_>,
        actual: &Text<'_>,
        block: &Block,
        alignment: &Alignment,
    ) {
        let room = MAX_ROWS.saturating_sub(self.rows.len());
        let share = room
            .saturating_sub(block.actual.len())
            .max(room.div_ceil(2));
        let n_expected = block.expected.len().min(share);
        let start = block.expected.start;
        self.lines(
            Side::Expected,
            expected,
            start..start + n_expected,
            &alignment.expected,
        );
        self.lines(
            Side::Actual,
            actual,
            block.actual.clone(),
            &alignment.actual,
        );
    }

    fn lines(&mut self, side: Side, text: &Text<'_>, lines: Range<usize>, marks: &[Range<usize>]) {
        for line in &text.window.lines[lines] {
            self.line(side, text.bytes, line, marks);
        }
    }

    fn line(&mut self, side: Side, bytes: &[u8], line: &Line, marks: &[Range<usize>]) {
        if self.rows.len() == MAX_ROWS {
            return;
        }
        self.rows.push(Row {
            side,
            line: line.number,
            spans: spans(bytes, line, marks),
        });
        self.lines_shown += if side == Side::Both { 2 } else { 1 };
        self.bytes_cut += line.content.len() - line.shown.len();
    }
}

/// A line in pieces; an ellipsis stands where it is cut.
fn spans(bytes: &[u8], line: &Line, marks: &[Range<usize>]) -> Vec<Span> {
    let mut spans = Spans::default();
    if line.shown.start > line.content.start {
        spans.push("…".to_owned(), false);
    }
    let mut at = line.shown.start;
    let marks = marks
        .iter()
        .filter(|mark| mark.start < line.whole.end && mark.end > line.shown.start);
    for mark in marks {
        spans.push(
            plain(&bytes[at..mark.start.clamp(at, line.whole.end)]),
            false,
        );
        let end = mark.end.min(line.whole.end);
        spans.push(visible(&bytes[mark.start.max(at)..end.max(at)]), true);
        at = at.max(end);
    }
    if at < line.shown.end {
        spans.push(plain(&bytes[at..line.shown.end]), false);
    }
    if line.is_cut() {
        spans.push("…".to_owned(), false);
    }
    spans.0
}

#[derive(Default)]
struct Spans(Vec<Span>);

impl Spans {
    fn push(&mut self, text: String, marked: bool) {
        match self.0.last_mut() {
            Some(last) if last.marked == marked => last.text.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.0.push(Span { text, marked }),
        }
    }
}

/// Text in which blanks stay what they are and the line end is not seen.
fn plain(bytes: &[u8]) -> String {
    shown(bytes, |byte| match byte {
        b'\t' => Some("→"),
        b'\n' => Some(""),
        _ => None,
    })
}

/// Text in which white space has a shape.
fn visible(bytes: &[u8]) -> String {
    shown(bytes, |byte| match byte {
        b' ' => Some("·"),
        b'\t' => Some("→"),
        b'\n' => Some("⏎"),
        b'\r' => Some("␍"),
        _ => None,
    })
}

fn shown(bytes: &[u8], shape: impl Fn(u8) -> Option<&'static str>) -> String {
    let mut text = String::new();
    let runs = bytes.chunk_by(|left, right| shape(*left).is_none() && shape(*right).is_none());
    for run in runs {
        match shape(run[0]) {
            Some(shape) => text.push_str(shape),
            None => text.push_str(&escape(run)),
        }
    }
    text
}
