//! The lines of two texts that have no partner in the other, whatever their order.
//!
//! The lines are gone through in portions: those whose hashes fall into the same class, so
//! that what is held does not grow with the texts.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::LineForm;
use super::windows::{Cursor, Text};
use crate::diff::MAX_ROWS;

/// How many lines of a text make a portion, about; in tests few, so that there are several.
const PORTION: usize = if cfg!(test) { 1000 } else { 1 << 18 };

/// After this, no more is looked for than is needed to show anything.
const TIME_TO_LOOK: Duration = Duration::from_secs(if cfg!(test) { 3600 } else { 1 });

/// What is known of lines without a partner.
#[derive(Debug, Default)]
pub(super) struct LoneLines {
    /// The first lines that only the expected output has, no more than can be shown.
    pub(super) missing: Vec<Lone>,
    /// The first lines that only the submission's output has.
    pub(super) extra: Vec<Lone>,
    pub(super) n_missing: usize,
    pub(super) n_extra: usize,
    /// How many lines the submission's output has at all.
    pub(super) n_lines_actual: usize,
    /// Whether time ran out, so that there may be more, and earlier ones.
    pub(super) deadline: bool,
}

/// A line without a partner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lone {
    /// From 1.
    pub(super) number: usize,
    /// The offset at which it starts.
    pub(super) at: usize,
    /// How many bytes of it count.
    pub(super) length: usize,
}

/// How often a line occurs in each text, then how many of these have still to be met before
/// one is lone.
type Counts = HashMap<u128, (usize, usize)>;

/// Finds them.
pub(super) fn lone_lines(form: &LineForm, expected: &Text<'_>, actual: &Text<'_>) -> LoneLines {
    let deadline = Instant::now() + TIME_TO_LOOK;
    let mut found = LoneLines {
        n_lines_actual: n_lines(actual),
        ..LoneLines::default()
    };
    let n_lines = found.n_lines_actual.max(n_lines(expected));
    let n_portions = n_lines / PORTION + 1;
    let differing = differing_portions(form, expected, actual, n_portions);
    for (place, &portion) in differing.iter().enumerate() {
        let is_in = |hash: u128| portion_of(hash, n_portions) == portion;
        let mut counts = Counts::new();
        form.each_line(expected, |line| {
            if is_in(line.hash) {
                counts.entry(line.hash).or_default().0 += 1;
            }
        });
        form.each_line(actual, |line| {
            if is_in(line.hash) {
                counts.entry(line.hash).or_default().1 += 1;
            }
        });
        counts.retain(|_, (n_expected, n_actual)| n_expected != n_actual);
        if !counts.is_empty() {
            find(form, (expected, actual), counts, &mut found);
        }
        let found_any = found.n_missing + found.n_extra > 0;
        if found_any && place + 1 < differing.len() && Instant::now() > deadline {
            found.deadline = true;
            break;
        }
    }
    first(&mut found.missing);
    first(&mut found.extra);
    found
}

/// The portions that do not have the same lines in both texts. Most of a large text may be the
/// same, and going through a portion means to go through all of the text.
fn differing_portions(
    form: &LineForm,
    expected: &Text<'_>,
    actual: &Text<'_>,
    n_portions: usize,
) -> Vec<usize> {
    // Of hashes whose key nobody knows, the sum of the same lines alone is the same.
    let mut sums = vec![0_u128; n_portions];
    form.each_line(expected, |line| {
        let sum = &mut sums[portion_of(line.hash, n_portions)];
        *sum = sum.wrapping_add(line.hash);
    });
    form.each_line(actual, |line| {
        let sum = &mut sums[portion_of(line.hash, n_portions)];
        *sum = sum.wrapping_sub(line.hash);
    });
    (0..n_portions)
        .filter(|&portion| sums[portion] != 0)
        .collect()
}

fn portion_of(hash: u128, n_portions: usize) -> usize {
    // The remainder is less than a number that was a `usize`.
    usize::try_from(hash % n_portions as u128).unwrap_or_default()
}

fn n_lines(text: &Text<'_>) -> usize {
    let mut cursor = Cursor::new(text);
    let mut n_lines = 0;
    while cursor.peek().is_some() {
        cursor.skip_line();
        n_lines += 1;
    }
    n_lines
}

/// Finds the lines of one portion: of equal ones the last are those without a partner.
fn find(
    form: &LineForm,
    (expected, actual): (&Text<'_>, &Text<'_>),
    mut counts: Counts,
    found: &mut LoneLines,
) {
    for (n_expected, n_actual) in counts.values_mut() {
        let n_pairs = *n_expected.min(n_actual);
        (*n_expected, *n_actual) = (n_pairs, n_pairs);
    }
    let LoneLines {
        missing,
        extra,
        n_missing,
        n_extra,
        ..
    } = found;
    for (text, is_expected, lines, n_lines) in [
        (expected, true, missing, n_missing),
        (actual, false, extra, n_extra),
    ] {
        let n_shown = lines.len() + MAX_ROWS;
        form.each_line(text, |line| {
            let Some((of_expected, of_actual)) = counts.get_mut(&line.hash) else {
                return;
            };
            let n_left = if is_expected { of_expected } else { of_actual };
            if *n_left > 0 {
                *n_left -= 1;
                return;
            }
            *n_lines += 1;
            if lines.len() < n_shown {
                lines.push(Lone {
                    number: line.number,
                    at: line.at,
                    length: line.length,
                });
            }
        });
    }
}

/// Keeps the first lines, no more than can be shown.
fn first(lines: &mut Vec<Lone>) {
    lines.sort_by_key(|line| line.number);
    lines.truncate(MAX_ROWS);
}
