use std::ops::Range;

use super::describe::{Pair, describe};
use super::tokens::only_white_space;
use super::{Answer, Checker};
use crate::diff::{
    Parting, Reading, Spot, Unit, common_beginning, count_lines, is_white_space, line_start,
};
use crate::model::Finding;

/// Byte by byte. White space is like any other byte.
pub(super) struct Exact;

impl Checker for Exact {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        if answer.expected == output {
            return Finding::Right;
        }
        let pair = Pair {
            expected: answer.expected,
            actual: output,
        };
        let unit = if only_white_space(false, pair.expected, pair.actual) {
            Unit::WhiteSpace
        } else {
            Unit::Line
        };
        Finding::Wrong(describe(self, unit, &pair, &parting(&pair)))
    }
}

impl Reading for Exact {
    fn content<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        line
    }

    fn same_line(&self, expected: &[u8], actual: &[u8]) -> bool {
        expected == actual
    }

    fn same_token(&self, expected: &[u8], actual: &[u8]) -> bool {
        expected == actual
    }
}

fn parting(pair: &Pair<'_>) -> Parting {
    let at = common_beginning(pair.expected, pair.actual);
    let line_start = line_start(pair.expected, at);
    let line = count_lines(&pair.expected[..line_start]) + 1;
    let spot = Spot {
        line,
        line_start,
        at,
        what: None,
    };
    parting_at(pair, spot.clone(), spot)
}

/// Completes two spots with what stands there.
pub(super) fn parting_at(pair: &Pair<'_>, mut expected: Spot, mut actual: Spot) -> Parting {
    let is_other = |bytes: &[u8], at: usize| bytes.get(at).is_some_and(|&b| !is_white_space(b));
    let in_token = expected.at > 0
        && is_other(pair.expected, expected.at - 1)
        && (is_other(pair.expected, expected.at) || is_other(pair.actual, actual.at));
    expected.what = standing_at(pair.expected, expected.at, in_token);
    actual.what = standing_at(pair.actual, actual.at, in_token);
    Parting { expected, actual }
}

/// The token around an offset, or the white space or token that starts there; `None` where
/// the text has ended.
fn standing_at(bytes: &[u8], at: usize, in_token: bool) -> Option<Range<usize>> {
    let run_end = |white: bool| {
        let end = bytes[at..]
            .iter()
            .position(|&byte| is_white_space(byte) != white);
        end.map_or(bytes.len(), |length| at + length)
    };
    if in_token {
        let before = bytes[..at].iter().rposition(|&byte| is_white_space(byte));
        return Some(before.map_or(0, |last| last + 1)..run_end(false));
    }
    let first = bytes.get(at)?;
    Some(at..run_end(is_white_space(*first)))
}

#[cfg(test)]
mod tests {
    use crate::check::picture::{check, rows, wrong};
    use crate::model::{Finding, Hint, Rule};

    #[test]
    fn a_blank_before_a_line_end_is_wrong_and_marked() {
        let difference = wrong(Rule::Exact, b"1\n2\n", b"1 \n2 \n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(difference.expected.as_deref(), Some(&b"\n"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b" \n"[..]));
        assert_eq!(difference.hints, [Hint::OnlyWhiteSpace]);
        assert_eq!(rows(&difference), ["-1 1", "+1 1[·]", "-2 2", "+2 2[·]"]);
    }

    #[test]
    fn a_carriage_return_is_wrong_and_marked() {
        let difference = wrong(Rule::Exact, b"3\n4\n", b"3\r\n4\r\n");
        assert_eq!(difference.differing_lines, 2);
        assert_eq!(rows(&difference), ["-1 3", "+1 3[␍]", "-2 4", "+2 4[␍]"]);
    }

    #[test]
    fn a_tab_or_the_last_line_end_alone_is_wrong_and_marked() {
        let difference = wrong(Rule::Exact, b"1\n", b"1\t\n");
        assert_eq!(rows(&difference), ["-1 1", "+1 1[→]"]);
        let difference = wrong(Rule::Exact, b"1\n", b"1");
        assert_eq!(difference.actual, None);
        assert_eq!(rows(&difference), ["-1 1[⏎]", "+1 1"]);
        let difference = wrong(Rule::Exact, b"", b"\n");
        assert_eq!(difference.hints, [Hint::OnlyWhiteSpace]);
        assert_eq!(rows(&difference), ["+1 [⏎]"]);
    }

    #[test]
    fn an_empty_file_is_an_answer() {
        assert_eq!(check(Rule::Exact, b"", b""), Finding::Right);
    }

    #[test]
    fn the_tokens_at_the_first_byte_that_differs_are_named() {
        let difference = wrong(Rule::Exact, b"ab 123\n", b"ab 1245 6\n");
        assert_eq!((difference.line, difference.column), (1, 6));
        assert_eq!(difference.expected.as_deref(), Some(&b"123"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"1245"[..]));
    }
}
