//! Whether an output answers an input: one [`Checker`] for each rule of comparison.
//!
//! Where a problem has more than one right answer, a [`program`] decides; and of the problems
//! that the harness knows, [`problem`] can say in words what a wrong answer comes to.
//!
//! A checker of this module itself gets bytes and gives a [`Finding`]; it never touches a file and never fails. It
//! first compares the two texts as a whole, which is all that a right output costs as a
//! rule; then it reads both in step until they part, without a copy of either. Only then
//! are hints looked for and is the place drawn, by [`crate::diff`].
//!
//! What white space means stands in the file of each rule. Where a difference is said to be
//! depends on the rule as well:
//!
//! | finding | place | the two texts named |
//! | --- | --- | --- |
//! | `lines`, wrong | the first line whose tokens differ; in it, the first character that differs in the first token that does | the tokens; `\n` for a line that ends there; nothing where the text has ended |
//! | `lines`, format | the first byte that differs and counts | the white space around it up to the next other bytes on both sides, maybe empty |
//! | `tokens`, `float` | the first character that differs in the first token that does, wherever the lines end | the tokens; nothing where the text has ended |
//! | `exact` | the first byte that differs | the tokens, if it is part of one; else the white space that starts there |
//! | `unordered-lines` | the first line of the output that has no partner, or its end | that line and the first missing one; nothing where there is none |
//!
//! `lines` leaves out lines that differ in white space alone when the content is wrong
//! further down: the wrong content is what has to be mended first. Line numbers are those of
//! the submission's output. Of a long token, the 80 bytes around the place are kept.

mod board;
mod describe;
mod exact;
mod float;
mod hints;
mod line_form;
mod line_parting;
mod lines;
mod lone_lines;
#[cfg(test)]
mod picture;
pub mod problem;
pub mod program;
mod tokens;
mod unordered;
mod windows;

use crate::diff::Reading;
use crate::model::{Compare, Finding, Rule};

use exact::Exact;
use float::Float;
use hints::Hinting;
use line_form::LineForm;
use lines::Lines;
use tokens::Tokens;
use unordered::UnorderedLines;

pub use board::drawing;
pub use windows::{Source, check_in_windows};

/// What an output is held against.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The expected output.
    pub expected: &'a [u8],
}

/// Decides whether an output answers an input.
pub trait Checker: Send + Sync {
    /// Compares an output with the expected one.
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding;
}

/// The checker of a rule. `ignore_case` plays no part in [`Rule::Exact`].
pub fn checker(compare: &Compare) -> Box<dyn Checker> {
    let &Compare { rule, ignore_case } = compare;
    match rule {
        Rule::Lines => hinting(Lines { ignore_case }, rule, ignore_case),
        Rule::UnorderedLines => Box::new(UnorderedLines { ignore_case }),
        Rule::Tokens => hinting(Tokens { ignore_case }, rule, ignore_case),
        Rule::Exact => hinting(Exact, rule, false),
        Rule::Float(tolerance) => {
            let float = Float {
                tolerance,
                ignore_case,
            };
            hinting(float, rule, ignore_case)
        }
    }
}

fn hinting<C>(checker: C, rule: Rule, ignore_case: bool) -> Box<dyn Checker>
where
    C: Checker + Reading + 'static,
{
    let compare = Compare { rule, ignore_case };
    Box::new(Hinting { checker, compare })
}

/// Whether two tokens or two lines are the same text.
fn same_text(ignore_case: bool, left: &[u8], right: &[u8]) -> bool {
    left == right || (ignore_case && left.eq_ignore_ascii_case(right))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::select;

    use super::picture::{RULES, check, similar_texts, texts};
    use super::*;
    use crate::diff::{MAX_ROWS, is_white_space};
    use crate::model::{Difference, Hint, Side};

    /// What a text comes to under a rule, computed the plain way; equal for equal texts.
    fn reference(rule: Rule, text: &[u8]) -> Vec<Vec<u8>> {
        match rule {
            Rule::Exact => vec![text.to_vec()],
            Rule::Tokens | Rule::Float(_) => text
                .split(|&byte| is_white_space(byte))
                .filter(|token| !token.is_empty())
                .map(<[u8]>::to_vec)
                .collect(),
            Rule::UnorderedLines => {
                let mut lines = reference(Rule::Lines, text);
                lines.retain(|line| !line.is_empty());
                lines.sort();
                lines
            }
            Rule::Lines => {
                let text = text.escape_ascii().to_string().replace("\\r\\n", "\\n");
                let mut lines: Vec<&str> = text.split("\\n").collect();
                for line in &mut lines {
                    while let Some(rest) = line.strip_suffix(' ').or(line.strip_suffix("\\t")) {
                        *line = rest;
                    }
                }
                while lines.last().is_some_and(|line| line.is_empty()) {
                    lines.pop();
                }
                lines.iter().map(|line| line.as_bytes().to_vec()).collect()
            }
        }
    }

    /// What a finding must be, computed the plain way; not for numbers with a tolerance.
    fn agrees_with_reference(rule: Rule, expected: &[u8], output: &[u8]) -> bool {
        let bare = |text: &[u8]| -> Vec<u8> {
            let bytes = text.iter().copied();
            bytes.filter(|&byte| !is_white_space(byte)).collect()
        };
        let is_same = reference(rule, expected) == reference(rule, output);
        let is_format = match rule {
            Rule::Lines => bare(expected) == bare(output),
            Rule::UnorderedLines => {
                let bare_lines = |text: &[u8]| {
                    let lines = text.split(|&byte| byte == b'\n').map(bare);
                    let mut lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
                    lines.sort();
                    lines
                };
                bare_lines(expected) == bare_lines(output)
            }
            Rule::Tokens | Rule::Exact | Rule::Float(_) => false,
        };
        match check(rule, expected, output) {
            Finding::Right => is_same,
            Finding::Format(_) => !is_same && is_format,
            Finding::Wrong(_) => !is_same && !is_format,
        }
    }

    /// What holds of every difference; the reason where something does not.
    fn flaw(difference: &Difference, output: &[u8]) -> Option<&'static str> {
        let spans = || difference.rows.iter().flat_map(|row| &row.spans);
        let n_lines = output.split(|&byte| byte == b'\n').count();
        let flaws = [
            (spans().all(|span| !span.marked), "nothing is marked"),
            (spans().any(|span| span.text.is_empty()), "an empty piece"),
            (
                spans().any(|span| span.text.chars().any(char::is_control)),
                "a control character",
            ),
            (difference.rows.len() > MAX_ROWS, "too many rows"),
            (
                difference
                    .rows
                    .iter()
                    .any(|row| row.side == Side::Both && row.spans.iter().any(|s| s.marked)),
                "a mark in what is the same",
            ),
            (difference.differing_lines == 0, "no line differs"),
            (
                !(1..=n_lines + 1).contains(&difference.line),
                "no such line",
            ),
            (
                !(1..=output.len() + 1).contains(&difference.column),
                "no such column",
            ),
            (
                difference.expected == difference.actual
                    && difference.expected.as_ref().is_none_or(|it| it.len() < 80),
                "the same text on both sides",
            ),
        ];
        let mut flaws = flaws.into_iter();
        flaws.find_map(|(holds, flaw)| holds.then_some(flaw))
    }

    fn flaw_of(rule: Rule, expected: &[u8], output: &[u8]) -> Option<&'static str> {
        match check(rule, expected, output) {
            Finding::Right => None,
            Finding::Format(difference) | Finding::Wrong(difference) => flaw(&difference, output),
        }
    }

    #[test]
    fn every_pair_of_short_texts_gets_the_right_finding_and_a_mark_unless_right() {
        for texts in [texts(b" \r\n0", 3), texts(b" \t\r\n01a", 2)] {
            for expected in &texts {
                for output in &texts {
                    assert_pair(expected, output);
                }
            }
        }
    }

    fn assert_pair(expected: &[u8], output: &[u8]) {
        for rule in RULES {
            let pair = || {
                let (expected, output) = (expected.escape_ascii(), output.escape_ascii());
                format!("{rule:?} \"{expected}\" \"{output}\"")
            };
            assert_eq!(flaw_of(rule, expected, output), None, "{}", pair());
            if !matches!(rule, Rule::Float(_)) {
                assert!(agrees_with_reference(rule, expected, output), "{}", pair());
            }
        }
    }

    proptest! {
        #[test]
        fn a_scan_in_step_agrees_with_the_plain_way((expected, output) in similar_texts()) {
            for rule in [Rule::Lines, Rule::UnorderedLines, Rule::Tokens, Rule::Exact] {
                prop_assert!(agrees_with_reference(rule, &expected, &output), "{rule:?}");
            }
        }

        #[test]
        fn what_is_not_right_has_a_place_and_a_mark((expected, output) in similar_texts()) {
            for rule in RULES {
                prop_assert_eq!(flaw_of(rule, &expected, &output), None, "{:?}", rule);
            }
        }

        #[test]
        fn any_bytes_at_all_get_a_finding(
            expected in vec(any::<u8>(), 0..300),
            output in vec(any::<u8>(), 0..300),
        ) {
            for rule in RULES {
                prop_assert_eq!(flaw_of(rule, &expected, &output), None, "{:?}", rule);
            }
        }

        #[test]
        fn long_lines_have_their_mark_in_what_is_shown(
            token in select(vec![&b"0"[..], b"01", b"0 ", b"a  ", "é".as_bytes()]),
            n_before in 0_usize..200,
            n_after in 0_usize..200,
            change in select(vec![&b""[..], b"0", b" ", b"1 1", b"\n", "è".as_bytes()]),
        ) {
            let (before, after) = (token.repeat(n_before), token.repeat(n_after));
            let expected = [&before[..], b"0", &after].concat();
            let output = [&before[..], change, &after].concat();
            for rule in RULES {
                prop_assert_eq!(flaw_of(rule, &expected, &output), None, "{:?}", rule);
            }
        }

        #[test]
        fn what_pojs_rule_forgives_is_right_both_ways(
            lines in vec("[ \t]{0,2}[01a]{0,3}( [01]){0,2}", 0..8),
            ends in vec(select(vec!["\n", "\r\n", " \n", "\t \r\n"]), 8),
            tail in select(vec!["", "\n", "\n \n", "\r\n\t\r\n", " "]),
        ) {
            let plain = lines.join("\n");
            let ended = lines.iter().zip(ends).map(|(line, end)| format!("{line}{end}"));
            let other = ended.collect::<String>() + tail;
            let pair = [plain.as_bytes(), other.as_bytes()];
            prop_assert_eq!(check(Rule::Lines, pair[0], pair[1]), Finding::Right);
            prop_assert_eq!(check(Rule::Lines, pair[1], pair[0]), Finding::Right);
        }
    }

    #[test]
    fn letter_case_is_ignored_where_it_is_to_be_but_never_by_exact() {
        for rule in RULES {
            for ignore_case in [false, true] {
                let compare = Compare { rule, ignore_case };
                let answer = Answer { expected: b"a b" };
                let finding = checker(&compare).check(&answer, b"A b");
                let is_right = ignore_case && rule != Rule::Exact;
                assert_eq!(finding == Finding::Right, is_right, "{compare}");
                if let Finding::Wrong(difference) = finding {
                    assert!(
                        difference.hints.contains(&Hint::OnlyLetterCase),
                        "{compare}"
                    );
                }
            }
        }
    }
}
