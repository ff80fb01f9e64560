//! Where two texts part that are compared line by line.

use super::describe::Pair;
use super::tokens::{self, shift, token_spot};
use crate::diff::{Lines, Parting, Reading, Spot, count_lines};

/// A line of each text with the same number.
#[derive(Clone, Debug)]
pub(super) struct Place {
    number: usize,
    /// The offset at which it starts in the expected output, or the length of that.
    expected: usize,
    /// The offset at which it starts in the submission's output, or the length of that.
    actual: usize,
}

impl Place {
    /// The line that starts at an offset up to which the two texts are the same.
    pub(super) fn of_line_at(pair: &Pair<'_>, line_start: usize) -> Self {
        Self {
            number: count_lines(&pair.expected[..line_start]) + 1,
            expected: line_start,
            actual: line_start,
        }
    }
}

/// The first line, from a given one on, that `differs` holds of; a line that one text does
/// not have is `None`.
pub(super) fn first_line(
    pair: &Pair<'_>,
    from: &Place,
    differs: impl Fn(Option<&[u8]>, Option<&[u8]>) -> bool,
) -> Option<Place> {
    let mut expected = Lines::starting_at(pair.expected, from.expected);
    let mut actual = Lines::starting_at(pair.actual, from.actual);
    let mut number = from.number;
    loop {
        let (old, new) = (expected.next(), actual.next());
        if old.is_none() && new.is_none() {
            return None;
        }
        let old_line = old.clone().map(|line| &pair.expected[line]);
        let new_line = new.clone().map(|line| &pair.actual[line]);
        if differs(old_line, new_line) {
            return Some(Place {
                number,
                expected: old.map_or(pair.expected.len(), |line| line.start),
                actual: new.map_or(pair.actual.len(), |line| line.start),
            });
        }
        number += 1;
    }
}

/// Where texts part that differ in white space alone, `place` being the first line that
/// does.
pub(super) fn of_format(reading: &dyn Reading, pair: &Pair<'_>, place: &Place) -> Parting {
    let old = first_content(reading, pair.expected, place.expected);
    let new = first_content(reading, pair.actual, place.actual);
    let same = |(old, new): &(&u8, &u8)| reading.same_token(&[**old], &[**new]);
    let common = old.iter().zip(new).take_while(same).count();
    let spot = |bytes, line_start| Spot {
        line: place.number,
        line_start,
        at: line_start + common,
        what: tokens::gap_around(bytes, line_start + common),
    };
    Parting {
        expected: spot(pair.expected, place.expected),
        actual: spot(pair.actual, place.actual),
    }
}

/// Where texts part of which some line has other tokens, `from` being the first line that
/// differs at all.
pub(super) fn of_content(reading: &dyn Reading, pair: &Pair<'_>, from: &Place) -> Parting {
    let same = |expected: &[u8], actual: &[u8]| reading.same_token(expected, actual);
    let other_tokens = first_line(pair, from, |expected, actual| {
        let (expected, actual) = (expected.unwrap_or_default(), actual.unwrap_or_default());
        tokens::first_difference(expected, actual, same).is_some()
    });
    let place = other_tokens.unwrap_or_else(|| from.clone());
    let old = first_content(reading, pair.expected, place.expected);
    let new = first_content(reading, pair.actual, place.actual);
    let (old_token, new_token) = tokens::first_difference(old, new, same).unwrap_or_default();
    let common = tokens::common_characters(reading, (old, &old_token), (new, &new_token));
    let spot = |bytes, content: &[u8], start, token| match shift(token, start) {
        Some(token) => token_spot(place.number, start, &token, common),
        None => end_of_line(bytes, place.number, start, start + content.len()),
    };
    let parting = Parting {
        expected: spot(pair.expected, old, place.expected, old_token),
        actual: spot(pair.actual, new, place.actual, new_token),
    };
    if parting.expected.what.is_some() && parting.actual.what.is_some() {
        return parting;
    }
    at_first_missing_line(pair, from, parting)
}

/// Moves a place at which one text has ended to the first line that it does not have, even
/// if that is a blank one in the other and the token in question comes later.
fn at_first_missing_line(pair: &Pair<'_>, from: &Place, mut parting: Parting) -> Parting {
    let missing = first_line(pair, from, |old, new| old.is_none() || new.is_none());
    if let Some(place) = missing.filter(|place| place.number < parting.actual.line) {
        for (spot, line_start) in [
            (&mut parting.expected, place.expected),
            (&mut parting.actual, place.actual),
        ] {
            spot.line = place.number;
            spot.line_start = line_start;
            spot.at = line_start;
        }
    }
    parting
}

/// The place behind what counts of a line, where its end stands if more lines follow.
fn end_of_line(bytes: &[u8], line: usize, line_start: usize, at: usize) -> Spot {
    let end = memchr::memchr(b'\n', &bytes[at..]).map(|length| at + length);
    Spot {
        line,
        line_start,
        at,
        what: end.map(|end| end..end + 1),
    }
}

/// What counts of the line that starts at an offset; nothing behind the last line.
fn first_content<'a>(reading: &dyn Reading, bytes: &'a [u8], line_start: usize) -> &'a [u8] {
    let line = Lines::starting_at(bytes, line_start).next();
    line.map_or(&[], |line| reading.content(&bytes[line]))
}
