use std::ops::Range;

use super::describe::{Pair, describe};
use super::{Answer, Checker, hints};
use crate::diff::{Parting, Reading, Spot, Unit, common_beginning, is_white_space, line_start};
use crate::model::{Compare, Finding, Rule};

/// Byte by byte. White space is like any other byte.
pub(super) struct Exact;

const COMPARE: Compare = Compare {
    rule: Rule::Exact,
    ignore_case: false,
};

impl Checker for Exact {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        if answer.expected == output {
            return Finding::Right;
        }
        let pair = Pair {
            expected: answer.expected,
            actual: output,
        };
        let unit = if hints::only_white_space(false, pair.expected, pair.actual) {
            Unit::WhiteSpace
        } else {
            Unit::Line
        };
        let hints = hints::find(self, COMPARE, pair.expected, pair.actual);
        Finding::Wrong(describe(self, unit, &pair, &parting(&pair), hints))
    }

    fn rule(&self) -> Option<Compare> {
        Some(COMPARE)
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
    let line = memchr::memchr_iter(b'\n', &pair.expected[..line_start]).count() + 1;
    let is_other = |bytes: &[u8], at: usize| bytes.get(at).is_some_and(|&b| !is_white_space(b));
    let in_token = at > 0
        && is_other(pair.expected, at - 1)
        && (is_other(pair.expected, at) || is_other(pair.actual, at));
    let spot = |bytes| Spot {
        line,
        line_start,
        at,
        what: standing_at(bytes, at, in_token),
    };
    Parting {
        expected: spot(pair.expected),
        actual: spot(pair.actual),
    }
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
