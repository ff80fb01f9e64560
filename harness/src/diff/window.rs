use std::ops::Range;

use super::text::{Lines, character_end, character_start};
use super::{Reading, Spot};

/// How many lines of each text are aligned, from the one of the difference on: more than
/// can be shown, so that what is shown at the end still finds its partner.
const MAX_LINES: usize = 24;

/// How many bytes of a line are shown, and how many of them before the difference.
const MAX_BYTES: usize = 120;
const BYTES_BEFORE: usize = 40;

/// The lines of one text from the one of the difference on, no more than are aligned.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) lines: Vec<Line>,
    /// Whether the text goes on behind the window.
    pub(super) goes_on: bool,
}

/// A line of a window, as ranges of the text's bytes.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    /// The line and its `\n`, if it has one.
    pub(super) whole: Range<usize>,
    /// What counts of it.
    pub(super) content: Range<usize>,
    /// What is shown of the content.
    pub(super) shown: Range<usize>,
}

impl Window {
    pub(super) fn open(reading: &dyn Reading, bytes: &[u8], spot: &Spot) -> Self {
        let mut lines: Vec<Line> = Vec::new();
        let mut ranges = Lines::starting_at(bytes, spot.line_start);
        for (number, whole) in (spot.line..).zip(ranges.by_ref().take(MAX_LINES)) {
            let at = if lines.is_empty() {
                spot.at
            } else {
                whole.start
            };
            lines.push(Line::new(reading, bytes, number, whole, at));
        }
        Self {
            lines,
            goes_on: ranges.next().is_some(),
        }
    }

    /// Leaves out further lines than these.
    pub(super) fn truncate(&mut self, n_lines: usize) {
        if n_lines < self.lines.len() {
            self.lines.truncate(n_lines);
            self.goes_on = true;
        }
    }

    /// The line in which an offset lies. It must lie in the window.
    pub(super) fn line_of(&self, at: usize) -> usize {
        self.lines
            .partition_point(|line| line.whole.start <= at)
            .saturating_sub(1)
    }
}

impl Line {
    /// A line of which the part around `at` is shown.
    pub(super) fn new(
        reading: &dyn Reading,
        bytes: &[u8],
        number: usize,
        whole: Range<usize>,
        at: usize,
    ) -> Self {
        let length = reading.content(&bytes[whole.clone()]).len();
        let content = whole.start..whole.start + length;
        let shown = part_around(bytes, &content, at);
        Self {
            number,
            whole,
            content,
            shown,
        }
    }

    /// Whether there is more of the line than is shown.
    pub(super) const fn is_cut(&self) -> bool {
        self.shown.end < self.content.end
    }

    /// What is marked where the whole line differs: its text, and its line end only where
    /// it has no other.
    pub(super) fn all(&self, bytes: &[u8]) -> Range<usize> {
        let text_end = match bytes[self.shown.clone()] {
            [.., b'\n'] => self.shown.end - 1,
            _ => self.shown.end,
        };
        if text_end > self.shown.start {
            self.shown.start..text_end
        } else {
            self.whole.clone()
        }
    }
}

/// At most `MAX_BYTES` of a line's content around an offset, cut between characters.
fn part_around(bytes: &[u8], content: &Range<usize>, at: usize) -> Range<usize> {
    if content.len() <= MAX_BYTES {
        return content.clone();
    }
    let start = at.saturating_sub(BYTES_BEFORE);
    let start = start.clamp(content.start, content.end - MAX_BYTES);
    let end = start + MAX_BYTES;
    character_start(bytes, content.start, start)..character_end(bytes, content.end, end)
}

/// How much is shown of a line, given its beginning, if that place has no difference of its
/// own.
pub(super) fn beginning(start: &[u8], length: usize) -> usize {
    if length <= MAX_BYTES {
        return start.len();
    }
    character_end(start, start.len(), MAX_BYTES.min(start.len()))
}
