use std::ops::Range;

use super::describe::{Pair, describe};
use super::{Answer, Checker, same_text};
use crate::diff::{
    Parting, Reading, Spot, Unit, common_beginning, count_lines, is_white_space, line_start,
};
use crate::model::Finding;

/// White space only separates: how much of it there is, and of which kind, does not count.
pub(super) struct Tokens {
    pub(super) ignore_case: bool,
}

impl Checker for Tokens {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        check(self, answer.expected, output)
    }
}

impl Reading for Tokens {
    fn content<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        without_end(line)
    }

    fn same_line(&self, expected: &[u8], actual: &[u8]) -> bool {
        same_tokens(self, expected, actual)
    }

    fn same_token(&self, expected: &[u8], actual: &[u8]) -> bool {
        same_text(self.ignore_case, expected, actual)
    }
}

/// Compares two texts token by token.
pub(super) fn check(reading: &dyn Reading, expected: &[u8], output: &[u8]) -> Finding {
    if expected == output {
        return Finding::Right;
    }
    let pair = Pair {
        expected: without_end(expected),
        actual: without_end(output),
    };
    let Some(parting) = parting(reading, &pair) else {
        return Finding::Right;
    };
    Finding::Wrong(describe(reading, Unit::Token, &pair, &parting))
}

/// Whether two texts consist of the same tokens.
pub(super) fn same_tokens(reading: &dyn Reading, expected: &[u8], actual: &[u8]) -> bool {
    first_difference(expected, actual, |a, b| reading.same_token(a, b)).is_none()
}

/// Where the tokens part.
fn parting(reading: &dyn Reading, pair: &Pair<'_>) -> Option<Parting> {
    let (old, new) = (pair.expected, pair.actual);
    let (old_token, new_token) = first_difference(old, new, |a, b| reading.same_token(a, b))?;
    let common = common_characters(reading, (old, &old_token), (new, &new_token));
    Some(Parting {
        expected: spot(old, &old_token, (new, &new_token), common),
        actual: spot(new, &new_token, (old, &old_token), common),
    })
}

/// A range within a part of a text that starts at an offset, as one within the text.
pub(super) fn shift(range: Option<Range<usize>>, start: usize) -> Option<Range<usize>> {
    range.map(|range| range.start + start..range.end + start)
}

/// The place of a token in its text, or the end of a text in which it is missing: a new line
/// where the other text has its token on a new line.
fn spot(
    bytes: &[u8],
    token: &Option<Range<usize>>,
    (other, other_token): (&[u8], &Option<Range<usize>>),
    common: usize,
) -> Spot {
    if let Some(token) = token {
        let start = line_start(bytes, token.start);
        let number = count_lines(&bytes[..start]) + 1;
        return token_spot(number, start, token, common);
    }
    let starts_line = other_token.as_ref().is_some_and(|token| {
        let line = &other[line_start(other, token.start)..token.start];
        line.iter().all(|&byte| is_white_space(byte))
    });
    let behind = starts_line && !bytes.is_empty();
    Spot {
        line: count_lines(bytes).max(1) + usize::from(behind),
        line_start: if behind {
            bytes.len()
        } else {
            line_start(bytes, bytes.len())
        },
        at: bytes.len(),
        what: None,
    }
}

/// The place `common` bytes into a token, given the line that it stands in.
pub(super) fn token_spot(
    line: usize,
    line_start: usize,
    token: &Range<usize>,
    common: usize,
) -> Spot {
    Spot {
        line,
        line_start,
        at: token.start + common,
        what: Some(token.clone()),
    }
}

/// A token of each text; `None` where one has no more.
type TokenPair = (Option<Range<usize>>, Option<Range<usize>>);

/// The first tokens of two texts that are not the same, as ranges. What the texts have in
/// common byte by byte is skipped, up to the beginning of a token.
pub(super) fn first_difference(
    expected: &[u8],
    actual: &[u8],
    same: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<TokenPair> {
    let start = token_start(expected, common_beginning(expected, actual));
    let mut expected_tokens = TokenRanges::starting_at(expected, start);
    let mut actual_tokens = TokenRanges::starting_at(actual, start);
    loop {
        match (expected_tokens.next(), actual_tokens.next()) {
            (None, None) => return None,
            (Some(old), Some(new)) if same(&expected[old.clone()], &actual[new.clone()]) => {}
            pair => return Some(pair),
        }
    }
}

/// The tokens of a text, as ranges of its bytes.
struct TokenRanges<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl<'a> TokenRanges<'a> {
    const fn starting_at(bytes: &'a [u8], next: usize) -> Self {
        Self { bytes, next }
    }
}

impl Iterator for TokenRanges<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.bytes[self.next..];
        let skipped = rest.iter().position(|&byte| !is_white_space(byte))?;
        let rest = &rest[skipped..];
        let length = rest.iter().position(|&byte| is_white_space(byte));
        let start = self.next + skipped;
        self.next = start + length.unwrap_or(rest.len());
        Some(start..self.next)
    }
}

/// How many bytes two tokens have in common from their beginning, in whole characters;
/// 0 where one is missing.
pub(super) fn common_characters(
    reading: &dyn Reading,
    (expected, old): (&[u8], &Option<Range<usize>>),
    (actual, new): (&[u8], &Option<Range<usize>>),
) -> usize {
    let (Some(old), Some(new)) = (old, new) else {
        return 0;
    };
    let (old, new) = (&expected[old.clone()], &actual[new.clone()]);
    let same = |(old, new): &(&u8, &u8)| {
        old == new || old.is_ascii_alphabetic() && reading.same_token(&[**old], &[**new])
    };
    let common = common_beginning(old, new);
    let folded = old[common..].iter().zip(&new[common..]).take_while(same);
    whole_characters((old, new), common + folded.count())
}

/// As many bytes that two tokens have in common as are whole characters of both: the first
/// byte of a character that differs only in a later one goes with that.
fn whole_characters((old, new): (&[u8], &[u8]), common: usize) -> usize {
    let is_inside = |bytes: &[u8], at: usize| bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let inside = |at: &usize| is_inside(old, *at) || is_inside(new, *at);
    (common.saturating_sub(3)..=common)
        .rev()
        .find(|at| !inside(at))
        .unwrap_or(common)
}

/// The tokens around the two offsets up to which they are the same, and how far these lie
/// behind the end of a whole character.
pub(super) fn tokens_around(
    (expected, expected_at): (&[u8], usize),
    (actual, actual_at): (&[u8], usize),
) -> (Range<usize>, Range<usize>, usize) {
    let around = |bytes: &[u8], at: usize| {
        let end = bytes[at..].iter().position(|&byte| is_white_space(byte));
        token_start(bytes, at)..end.map_or(bytes.len(), |length| at + length)
    };
    let old = around(expected, expected_at);
    let new = around(actual, actual_at);
    // Of a long token the beginning may not be at hand.
    let common = (expected_at - old.start).min(actual_at - new.start);
    let old_part = &expected[expected_at - common..old.end];
    let new_part = &actual[actual_at - common..new.end];
    let behind = common - whole_characters((old_part, new_part), common);
    (old, new, behind)
}

/// Where the token starts that an offset lies in or just behind; else the offset.
fn token_start(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at];
    let space = before.iter().rposition(|&byte| is_white_space(byte));
    space.map_or(0, |last| last + 1)
}

/// The white space around an offset; `None` where the text ends there without any.
pub(super) fn gap_around(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = {
        let before = &bytes[..at];
        let other = before.iter().rposition(|&byte| !is_white_space(byte));
        other.map_or(0, |last| last + 1)
    };
    let after = bytes[at..].iter().position(|&byte| !is_white_space(byte));
    let end = after.map_or(bytes.len(), |length| at + length);
    (start < bytes.len()).then_some(start..end)
}

/// Whether two texts are the same when all white space is left out.
pub(super) fn only_white_space(ignore_case: bool, left: &[u8], right: &[u8]) -> bool {
    let common = common_beginning(left, right);
    let left = other_bytes(&left[common..]);
    let right = other_bytes(&right[common..]);
    if ignore_case {
        let fold = |byte: u8| byte.to_ascii_lowercase();
        left.map(fold).eq(right.map(fold))
    } else {
        left.eq(right)
    }
}

fn other_bytes(text: &[u8]) -> impl Iterator<Item = u8> {
    let bytes = text.iter().copied();
    bytes.filter(|&byte| !is_white_space(byte))
}

/// A text without the white space at its end.
pub(super) fn without_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|&byte| !is_white_space(byte));
    &text[..last.map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests {
    use crate::check::picture::{check, rows, wrong};
    use crate::model::{Finding, Hint, Rule};

    fn is_right(expected: &[u8], output: &[u8]) -> bool {
        check(Rule::Tokens, expected, output) == Finding::Right
    }

    #[test]
    fn white_space_of_any_kind_and_amount_separates() {
        assert!(is_right(b"1 1 2 3 5\n", b"1\n1\n2\n3\n5\n"));
        assert!(is_right(b"1 2", b" \t1\x0b\x0c\r\n2\r"));
        assert!(is_right(b"", b"\n \n"));
    }

    #[test]
    fn joined_tokens_are_wrong() {
        let difference = wrong(Rule::Tokens, b"0 1\n", b"01\n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(difference.expected.as_deref(), Some(&b"0"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"01"[..]));
        assert_eq!(difference.hints, [Hint::OnlyWhiteSpace]);
        assert_eq!(rows(&difference), ["-1 0 [1]", "+1 0[1]"]);
        assert!(!is_right(b"0 1 0", b"010 0"));
        assert!(!is_right(b"0 1 0", b"01 0"));
    }

    #[test]
    fn a_wrong_token_is_marked_wherever_the_lines_end() {
        let difference = wrong(Rule::Tokens, b"1 2 3 4\n", b"1\n2\n5\n4\n");
        assert_eq!((difference.line, difference.column), (3, 1));
        assert_eq!(rows(&difference), ["-1 1 2 [3] 4", "+3 [5]", "+4 4"]);
    }

    #[test]
    fn an_output_that_ends_early_ends_where_the_next_token_belongs() {
        let difference = wrong(Rule::Tokens, b"2\n5\n", b"2\n");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert_eq!(rows(&difference), [" 1 2", "-2 [5]"]);
        let difference = wrong(Rule::Tokens, b"2 5\n", b"2\n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(rows(&difference), ["-1 2 [5]", "+1 2"]);
        assert_eq!(difference.hints, [Hint::EndsEarly]);
        assert_eq!(wrong(Rule::Tokens, b"5", b"").hints, [Hint::EmptyOutput]);
    }

    #[test]
    fn an_extra_token_is_named() {
        let difference = wrong(Rule::Tokens, b"2\n5\n", b"2\n5 6\n");
        assert_eq!((difference.line, difference.column), (2, 3));
        assert_eq!(difference.expected, None);
        assert_eq!(difference.actual.as_deref(), Some(&b"6"[..]));
        assert_eq!(difference.hints, [Hint::GoesOn]);
    }

    #[test]
    fn the_beginning_of_a_token_is_not_the_beginning_of_an_output() {
        assert_eq!(wrong(Rule::Tokens, b"10\n", b"1\n").hints, []);
    }

    #[test]
    fn characters_are_never_cut_in_two() {
        let difference = wrong(Rule::Tokens, "xéy\n".as_bytes(), "xèy\n".as_bytes());
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(rows(&difference), ["-1 x[é]y", "+1 x[è]y"]);
    }

    #[test]
    fn of_a_long_token_the_part_around_the_difference_is_kept() {
        let (expected, output) = ("0".repeat(81), "0".repeat(80));
        let difference = wrong(Rule::Tokens, expected.as_bytes(), output.as_bytes());
        assert_eq!(difference.column, 81);
        assert_eq!(difference.expected.map(|text| text.len()), Some(41));
        assert_eq!(difference.actual.map(|text| text.len()), Some(40));
    }
}
