use std::ops::Range;

use super::text::is_white_space;
use super::{Alignment, Marks, Text};

/// Aligns two texts that differ in white space alone: all other bytes go together one by
/// one, and the white space between them is compared gap by gap.
pub(super) fn align(expected: &Text<'_>, actual: &Text<'_>) -> Alignment {
    let mut alignment = Alignment::default();
    let mut old = Walk::new(expected);
    let mut new = Walk::new(actual);
    if expected.spot.at > expected.spot.line_start && actual.spot.at > actual.spot.line_start {
        // What stands before the place belongs together.
        alignment.links.push((0, 0));
    }
    let mut is_first = true;
    loop {
        let (old_gap, new_gap) = (old.gap(), new.gap());
        // A gap at the end of a window may go on behind it.
        if is_first || !(old.is_cut_off() || new.is_cut_off()) {
            compare((&old, old_gap), (&new, new_gap), &mut alignment);
        }
        is_first = false;
        let (Some(old_at), Some(new_at)) = (old.step(), new.step()) else {
            break;
        };
        let link = (
            expected.window.line_of(old_at),
            actual.window.line_of(new_at),
        );
        if alignment.links.last() != Some(&link) {
            alignment.links.push(link);
        }
    }
    alignment
}

/// The bytes of a window that count, from the place where the texts part.
struct Walk<'a> {
    text: &'a Text<'a>,
    offsets: Vec<usize>,
    next: usize,
    goes_on: bool,
}

impl<'a> Walk<'a> {
    fn new(text: &'a Text<'a>) -> Self {
        let mut offsets = Vec::new();
        let mut goes_on = text.window.goes_on;
        for line in &text.window.lines {
            offsets.extend(line.shown.clone());
            if line.is_cut() {
                goes_on = true;
                break;
            }
            // The line end counts as well, where a line of this text has one.
            let end = line.whole.end - 1;
            if text.bytes[end] == b'\n' && end >= line.shown.end {
                offsets.push(end);
            }
        }
        offsets.retain(|&at| at >= text.spot.at);
        Self {
            text,
            offsets,
            next: 0,
            goes_on,
        }
    }

    /// Walks over white space and gives its place among the offsets.
    fn gap(&mut self) -> Range<usize> {
        let start = self.next;
        let rest = self.offsets[start..].iter();
        self.next += rest
            .take_while(|&&at| is_white_space(self.text.bytes[at]))
            .count();
        start..self.next
    }

    /// Walks over one other byte and gives its offset.
    fn step(&mut self) -> Option<usize> {
        let at = self.offsets.get(self.next).copied();
        self.next += 1;
        at
    }

    fn is_cut_off(&self) -> bool {
        self.goes_on && self.next >= self.offsets.len()
    }

    fn byte(&self, idx: usize) -> u8 {
        self.text.bytes[self.offsets[idx]]
    }

    fn line_of(&self, idx: usize) -> usize {
        self.text.window.line_of(self.offsets[idx])
    }
}

/// Marks what two gaps do not have in common at their beginnings and ends.
fn compare(
    (old, old_gap): (&Walk<'_>, Range<usize>),
    (new, new_gap): (&Walk<'_>, Range<usize>),
    alignment: &mut Alignment,
) {
    let n_least = old_gap.len().min(new_gap.len());
    let same = |(old_idx, new_idx): &(usize, usize)| old.byte(*old_idx) == new.byte(*new_idx);
    let from_start = old_gap.clone().zip(new_gap.clone());
    let prefix = from_start.clone().take_while(same).count();
    let from_end = old_gap.clone().rev().zip(new_gap.clone().rev());
    let suffix = from_end.take(n_least - prefix).take_while(same).count();
    for (old_idx, new_idx) in from_start.take(prefix) {
        let link = (old.line_of(old_idx), new.line_of(new_idx));
        alignment.links.push(link);
    }
    mark(
        old,
        old_gap.start + prefix..old_gap.end - suffix,
        &mut alignment.expected,
    );
    mark(
        new,
        new_gap.start + prefix..new_gap.end - suffix,
        &mut alignment.actual,
    );
}

fn mark(walk: &Walk<'_>, gap: Range<usize>, marks: &mut Marks) {
    marks.extend(walk.offsets[gap].iter().map(|&at| at..at + 1));
}
