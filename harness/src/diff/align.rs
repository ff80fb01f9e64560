use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline};

use super::text::{character_end, character_start, is_white_space};
use super::window::Line;
use super::{Alignment, Marks, Reading, Text};

/// Tokens of different lengths are marked whole up to this length, beyond it only where
/// they differ.
const SHORT_TOKEN: usize = 20;

/// Aligns lines, and the pieces of those that differ.
pub(super) fn by_line(
    reading: &dyn Reading,
    expected: &Text<'_>,
    actual: &Text<'_>,
    deadline: Instant,
) -> Alignment {
    let mut alignment = Alignment::default();
    let lines = |text: &Text<'_>| 0..text.window.lines.len();
    let ops = operations(
        &lines(expected)
            .map(|idx| expected.line(idx))
            .collect::<Vec<_>>(),
        &lines(actual)
            .map(|idx| actual.line(idx))
            .collect::<Vec<_>>(),
        &|expected, actual| reading.same_line(expected, actual),
        deadline,
    );
    for op in ops {
        let pairs = op.old_range().zip(op.new_range());
        if op.tag() != DiffTag::Equal {
            for (old, new) in pairs.clone() {
                mark_pair(
                    reading,
                    (expected, old),
                    (actual, new),
                    deadline,
                    &mut alignment,
                );
            }
            let n_pairs = op.old_range().len().min(op.new_range().len());
            mark_lines(
                expected,
                op.old_range().skip(n_pairs),
                &mut alignment.expected,
            );
            mark_lines(actual, op.new_range().skip(n_pairs), &mut alignment.actual);
        }
        alignment.links.extend(pairs);
    }
    alignment
}

fn mark_lines(text: &Text<'_>, lines: impl Iterator<Item = usize>, marks: &mut Marks) {
    marks.extend(lines.map(|line_idx| text.window.lines[line_idx].all(text.bytes)));
}

/// Marks what differs in two lines. In the two where the texts part, what stands before
/// that place is the same.
fn mark_pair(
    reading: &dyn Reading,
    (expected, expected_idx): (&Text<'_>, usize),
    (actual, actual_idx): (&Text<'_>, usize),
    deadline: Instant,
    alignment: &mut Alignment,
) {
    let parting = expected_idx == 0 && actual_idx == 0;
    let pieces = |text: &Text<'_>, line: &Line| {
        let start = if parting {
            text.spot.at
        } else {
            line.shown.start
        };
        pieces(text.bytes, start..line.shown.end)
    };
    let expected_line = &expected.window.lines[expected_idx];
    let actual_line = &actual.window.lines[actual_idx];
    let expected = Sequence {
        bytes: expected.bytes,
        pieces: pieces(expected, expected_line),
        goes_on: expected_line.is_cut(),
    };
    let actual = Sequence {
        bytes: actual.bytes,
        pieces: pieces(actual, actual_line),
        goes_on: actual_line.is_cut(),
    };
    compare(reading, &expected, &actual, deadline, alignment);
}

/// Aligns tokens, wherever the lines end.
pub(super) fn by_token(
    reading: &dyn Reading,
    expected: &Text<'_>,
    actual: &Text<'_>,
    deadline: Instant,
) -> Alignment {
    let mut alignment = Alignment::default();
    let mut starts = (expected.spot.at, actual.spot.at);
    if let (Some(old), Some(new)) = (&expected.spot.what, &actual.spot.what)
        && (expected.shows_part_of(old) || actual.shows_part_of(new))
    {
        mark_parting(reading, (expected, old), (actual, new), &mut alignment);
        alignment.links.push((0, 0));
        starts = (old.end, new.end);
    }
    let old = Sequence::tokens(expected, starts.0);
    let new = Sequence::tokens(actual, starts.1);
    let pairs = compare(reading, &old, &new, deadline, &mut alignment);
    let links = pairs.into_iter().map(|(old_idx, new_idx)| {
        (
            expected.window.line_of(old.pieces[old_idx].start),
            actual.window.line_of(new.pieces[new_idx].start),
        )
    });
    alignment.links.extend(links);
    alignment
}

/// Marks what differs in the two tokens in which the texts part. They go together whatever
/// follows: the rest of one may be nothing, or what the next token of the other is.
fn mark_parting(
    reading: &dyn Reading,
    (expected, old): (&Text<'_>, &Range<usize>),
    (actual, new): (&Text<'_>, &Range<usize>),
    alignment: &mut Alignment,
) {
    let rest = |text: &Text<'_>, token: &Range<usize>| {
        text.spot.at..token.end.min(text.window.lines[0].shown.end)
    };
    let (old, new) = (rest(expected, old), rest(actual, new));
    let starts = (old.start, new.start);
    let tokens = (&expected.bytes[old], &actual.bytes[new]);
    mark_tokens(reading, tokens, starts, alignment);
}

/// Pieces of a text that are compared with those of the other.
struct Sequence<'a> {
    bytes: &'a [u8],
    pieces: Vec<Range<usize>>,
    /// Whether more of them are left out, so that those at the end may have partners there.
    goes_on: bool,
}

impl<'a> Sequence<'a> {
    /// The tokens of a window, from an offset on.
    fn tokens(text: &Text<'a>, from: usize) -> Self {
        let lines = &text.window.lines;
        let tokens = lines.iter().flat_map(|line| {
            let start = line.shown.start.max(from);
            pieces(text.bytes, start.min(line.shown.end)..line.shown.end)
        });
        Self {
            bytes: text.bytes,
            pieces: tokens
                .filter(|piece| !is_white_space(text.bytes[piece.start]))
                .collect(),
            goes_on: text.window.goes_on || lines.iter().any(Line::is_cut),
        }
    }

    fn slices(&self) -> Vec<&'a [u8]> {
        let slices = self.pieces.iter().map(|piece| &self.bytes[piece.clone()]);
        slices.collect()
    }
}

/// The tokens and the single bytes of white space in a part of a text.
fn pieces(bytes: &[u8], part: Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = part.start;
    for run in bytes[part].chunk_by(|left, right| !is_white_space(*left) && !is_white_space(*right))
    {
        pieces.push(start..start + run.len());
        start += run.len();
    }
    pieces
}

/// Marks what differs in two sequences and gives the pairs that belong together.
///
/// Two sequences of the same length are compared one by one, as people do: an alignment
/// would find long common parts in any two rows of zeros and ones.
fn compare(
    reading: &dyn Reading,
    expected: &Sequence<'_>,
    actual: &Sequence<'_>,
    deadline: Instant,
    alignment: &mut Alignment,
) -> Vec<(usize, usize)> {
    let same = |expected: &[u8], actual: &[u8]| reading.same_token(expected, actual);
    let (old, new) = (expected.slices(), actual.slices());
    if old.len() == new.len() {
        for (idx, (old, new)) in old.iter().zip(&new).enumerate() {
            if !same(old, new) {
                let places = (expected.pieces[idx].start, actual.pieces[idx].start);
                mark_tokens(reading, (old, new), places, alignment);
            }
        }
        return (0..old.len()).zip(0..old.len()).collect();
    }
    let ops = operations(&old, &new, &same, deadline);
    let mut pairs = Vec::new();
    for (op_idx, op) in ops.iter().enumerate() {
        if op.tag() == DiffTag::Equal {
            pairs.extend(op.old_range().zip(op.new_range()));
        } else {
            let is_last = op_idx + 1 == ops.len();
            let (n_old, n_new) = surely_different(op, is_last, expected, actual);
            let old = expected.pieces[op.old_range()].iter().take(n_old);
            let new = actual.pieces[op.new_range()].iter().take(n_new);
            alignment.expected.extend(old.cloned());
            alignment.actual.extend(new.cloned());
        }
    }
    pairs
}

/// How many pieces of an operation differ for sure, on each side. Those at the end of one
/// sequence may have their partners in what is left out of the other.
fn surely_different(
    op: &DiffOp,
    is_last: bool,
    expected: &Sequence<'_>,
    actual: &Sequence<'_>,
) -> (usize, usize) {
    let (n_old, n_new) = (op.old_range().len(), op.new_range().len());
    // The first pieces differ whatever follows.
    let first = usize::from(op.old_range().start == 0 && op.new_range().start == 0);
    let n_both = n_old.min(n_new).max(first);
    (
        if is_last && actual.goes_on {
            n_both
        } else {
            n_old
        },
        if is_last && expected.goes_on {
            n_both
        } else {
            n_new
        },
    )
}

/// Marks what differs in two tokens, given where they start.
fn mark_tokens(
    reading: &dyn Reading,
    (old, new): (&[u8], &[u8]),
    (old_start, new_start): (usize, usize),
    alignment: &mut Alignment,
) {
    let same_byte = |(old, new): (&u8, &u8)| {
        old == new || old.is_ascii_alphabetic() && reading.same_token(&[*old], &[*new])
    };
    if old.len() == new.len() {
        let differs: Vec<bool> = old.iter().zip(new).map(|pair| !same_byte(pair)).collect();
        push_runs(old, &differs, old_start, &mut alignment.expected);
        push_runs(new, &differs, new_start, &mut alignment.actual);
    } else {
        let (prefix, suffix) = if old.len().max(new.len()) > SHORT_TOKEN {
            common_ends(old, new)
        } else {
            (0, 0)
        };
        push(
            old,
            prefix..old.len() - suffix,
            old_start,
            &mut alignment.expected,
        );
        push(
            new,
            prefix..new.len() - suffix,
            new_start,
            &mut alignment.actual,
        );
    }
}

fn common_ends(old: &[u8], new: &[u8]) -> (usize, usize) {
    let prefix = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let rests = old[prefix..].iter().rev().zip(new[prefix..].iter().rev());
    (prefix, rests.take_while(|(old, new)| old == new).count())
}

/// Marks the runs of bytes that differ.
fn push_runs(token: &[u8], differs: &[bool], start: usize, marks: &mut Marks) {
    let mut at = 0;
    for run in differs.chunk_by(|left, right| left == right) {
        if run[0] {
            push(token, at..at + run.len(), start, marks);
        }
        at += run.len();
    }
}

/// Marks a part of a token, grown to whole characters.
fn push(token: &[u8], part: Range<usize>, start: usize, marks: &mut Marks) {
    if !part.is_empty() {
        let from = character_start(token, 0, part.start);
        let to = character_end(token, token.len(), part.end);
        marks.push(start + from..start + to);
    }
}

/// The steps that lead from one sequence to another.
fn operations(
    expected: &[&[u8]],
    actual: &[&[u8]],
    same: &dyn Fn(&[u8], &[u8]) -> bool,
    deadline: Instant,
) -> Vec<DiffOp> {
    let (expected, actual) = identities(expected, actual, same, deadline);
    capture_diff_slices_deadline(Algorithm::Myers, &expected, &actual, Some(deadline))
}

/// Numbers for two sequences such that equal numbers are the same under a rule.
///
/// The rule need not be transitive (numbers with a tolerance are not): an expected item is
/// the same as another only if their bytes are, and an actual one takes the number of an
/// expected one that accepts it, that at its own place before others.
fn identities(
    expected: &[&[u8]],
    actual: &[&[u8]],
    same: &dyn Fn(&[u8], &[u8]) -> bool,
    deadline: Instant,
) -> (Vec<usize>, Vec<usize>) {
    let mut first_of: HashMap<&[u8], usize> = HashMap::new();
    let numbers = expected.iter().enumerate();
    let numbers: Vec<usize> = numbers
        .map(|(idx, item)| *first_of.entry(item).or_insert(idx))
        .collect();
    let accepting = |idx: usize, item: &[u8]| {
        if expected.get(idx).is_some_and(|other| same(other, item)) {
            return Some(numbers[idx]);
        }
        first_of.get(item).copied().or_else(|| {
            let others = (0..expected.len()).take_while(|_| Instant::now() <= deadline);
            others
                .filter(|&other| numbers[other] == other)
                .find(|&other| same(expected[other], item))
        })
    };
    let actual = actual.iter().enumerate();
    let actual = actual
        .map(|(idx, item)| accepting(idx, item).unwrap_or(expected.len() + idx))
        .collect();
    (numbers, actual)
}
