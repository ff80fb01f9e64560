use super::describe::{Pair, describe};
use super::tokens::{self, shift, token_spot};
use super::{Answer, Checker, hints, same_text};
use crate::diff::{self, Parting, Reading, Spot, Unit, common_beginning, line_start};
use crate::model::{Compare, Finding, Rule};

/// POJ's rule. A line ends with LF or CRLF, the last one also with the text; blanks and tabs
/// before that and blank lines after the last other one do not count. All else does: any
/// other white space too, such as a carriage return that no line feed follows. What differs
/// in white space alone is a matter of format.
pub(super) struct Lines {
    pub(super) ignore_case: bool,
}

impl Checker for Lines {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        if answer.expected == output {
            return Finding::Right;
        }
        let pair = Pair {
            expected: without_end(answer.expected),
            actual: without_end(output),
        };
        let Some(place) = self.first_difference(&pair) else {
            return Finding::Right;
        };
        let hints = || hints::find(self, self.compare(), answer.expected, output);
        if hints::only_white_space(self.ignore_case, pair.expected, pair.actual) {
            let parting = self.format_parting(&pair, &place);
            Finding::Format(describe(self, Unit::WhiteSpace, &pair, &parting, hints()))
        } else {
            let parting = self.content_parting(&pair, place);
            Finding::Wrong(describe(self, Unit::Line, &pair, &parting, hints()))
        }
    }

    fn rule(&self) -> Option<Compare> {
        Some(self.compare())
    }
}

impl Reading for Lines {
    fn content<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        content(line)
    }

    fn same_line(&self, expected: &[u8], actual: &[u8]) -> bool {
        same_text(self.ignore_case, content(expected), content(actual))
    }

    fn same_token(&self, expected: &[u8], actual: &[u8]) -> bool {
        same_text(self.ignore_case, expected, actual)
    }
}

/// A line of each text at the same number, as offsets of their starts.
struct Place {
    number: usize,
    expected: usize,
    actual: usize,
}

impl Lines {
    const fn compare(&self) -> Compare {
        Compare {
            rule: Rule::Lines,
            ignore_case: self.ignore_case,
        }
    }

    /// Whether two texts are the same under this rule.
    pub(super) fn accepts(&self, expected: &[u8], output: &[u8]) -> bool {
        let pair = Pair {
            expected: without_end(expected),
            actual: without_end(output),
        };
        self.first_difference(&pair).is_none()
    }

    /// The first line that differs. What the texts have in common byte by byte is skipped.
    fn first_difference(&self, pair: &Pair<'_>) -> Option<Place> {
        let common = common_beginning(pair.expected, pair.actual);
        let start = line_start(pair.expected, common);
        let number = memchr::memchr_iter(b'\n', &pair.expected[..start]).count() + 1;
        self.find_line(pair, (number, start, start), |expected, actual| {
            expected.is_none() != actual.is_none()
                || !self.same_line(expected.unwrap_or_default(), actual.unwrap_or_default())
        })
    }

    /// The first line, from given ones on, that `differs` holds of; a line that one text
    /// does not have is `None`.
    fn find_line(
        &self,
        pair: &Pair<'_>,
        (mut number, expected_start, actual_start): (usize, usize, usize),
        differs: impl Fn(Option<&[u8]>, Option<&[u8]>) -> bool,
    ) -> Option<Place> {
        let mut expected = diff::Lines::starting_at(pair.expected, expected_start);
        let mut actual = diff::Lines::starting_at(pair.actual, actual_start);
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

    /// Where texts part that differ in white space alone.
    fn format_parting(&self, pair: &Pair<'_>, place: &Place) -> Parting {
        let old = first_content(pair.expected, place.expected);
        let new = first_content(pair.actual, place.actual);
        let common = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| same_text(self.ignore_case, &[**old], &[**new]))
            .count();
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

    /// Where texts part of which a line from `place` on has other tokens.
    fn content_parting(&self, pair: &Pair<'_>, place: Place) -> Parting {
        let from = (place.number, place.expected, place.actual);
        let other_tokens = self.find_line(pair, from, |expected, actual| {
            let (expected, actual) = (expected.unwrap_or_default(), actual.unwrap_or_default());
            tokens::first_difference(expected, actual, |a, b| self.same_token(a, b)).is_some()
        });
        let place = other_tokens.unwrap_or(place);
        let old = first_content(pair.expected, place.expected);
        let new = first_content(pair.actual, place.actual);
        let tokens = tokens::first_difference(old, new, |a, b| self.same_token(a, b));
        let (old_token, new_token) = tokens.unwrap_or_default();
        let common = tokens::common_characters(self, (old, &old_token), (new, &new_token));
        let spot = |bytes, start, token| match shift(token, start) {
            Some(token) => token_spot(place.number, start, &token, common),
            None => end_of_line(bytes, place.number, start),
        };
        let parting = Parting {
            expected: spot(pair.expected, place.expected, old_token),
            actual: spot(pair.actual, place.actual, new_token),
        };
        if parting.expected.what.is_some() && parting.actual.what.is_some() {
            return parting;
        }
        self.ending_parting(pair, from, parting)
    }

    /// Where one text ends before the other: the first line that it does not have, even if
    /// that is a blank one and the token in question comes later.
    fn ending_parting(
        &self,
        pair: &Pair<'_>,
        from: (usize, usize, usize),
        mut parting: Parting,
    ) -> Parting {
        let missing = self.find_line(pair, from, |old, new| old.is_none() || new.is_none());
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
}

/// The place behind what counts of a line, where its end stands if more lines follow.
fn end_of_line(bytes: &[u8], line: usize, line_start: usize) -> Spot {
    let at = line_start + first_content(bytes, line_start).len();
    let end = memchr::memchr(b'\n', &bytes[at..]).map(|length| at + length);
    Spot {
        line,
        line_start,
        at,
        what: end.map(|end| end..end + 1),
    }
}

/// What counts of the line that starts at an offset; nothing behind the last line.
fn first_content(bytes: &[u8], line_start: usize) -> &[u8] {
    let line = diff::Lines::starting_at(bytes, line_start).next();
    line.map_or(&[], |line| content(&bytes[line]))
}

/// What counts of a line.
fn content(line: &[u8]) -> &[u8] {
    let line = match line {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] => text,
        text => text,
    };
    without_blanks(line)
}

/// A text without the blank lines after the last other one, and without its last line end.
fn without_end(text: &[u8]) -> &[u8] {
    let mut rest = text;
    loop {
        let shorter = content(rest);
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

fn without_blanks(line: &[u8]) -> &[u8] {
    let length = line
        .iter()
        .rposition(|byte| !matches!(byte, b' ' | b'\t'))
        .map_or(0, |last| last + 1);
    &line[..length]
}
