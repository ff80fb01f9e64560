//! The same comparison for expected outputs that are too large to be held in memory.
//!
//! Both texts are read through windows ([`cursor`]): first side by side as they are, which is
//! all that a right output costs as a rule, then in step under the rule ([`lockstep`]). What
//! is found there is told of a part of the expected output around the place ([`part`]), by the
//! same code that tells of small ones, so that people see the same: a test holds the two
//! against each other for every rule, whatever the windows.
//!
//! A submission's output is at hand in any case: it lies in a memory file that is mapped.

mod cursor;
mod hints;
mod lockstep;
mod part;
mod telling;

use std::io;

use super::exact::Exact;
use super::float::Float;
use super::lines::Lines;
use super::tokens::Tokens;
use super::unordered::UnorderedLines;
use crate::diff::{Reading, is_white_space};
use crate::model::{Compare, Finding, Rule};

use cursor::Mark;
use hints::InWindows;
use lockstep::{Cursors, Lockstep, Within};
use telling::Telling;

pub use cursor::Source;
pub(super) use cursor::{Cursor, Text, content_end, line_end};

/// How many bytes are read at a time.
pub(super) const WINDOW: usize = 64 * 1024;

/// Compares an output with an expected one of any size.
///
/// # Errors
/// When the expected output cannot be read, or turns out shorter than it said.
pub fn check_in_windows(
    compare: &Compare,
    expected: &dyn Source,
    output: &[u8],
) -> io::Result<Finding> {
    check(*compare, expected, output, WINDOW)
}

fn check(
    compare: Compare,
    expected: &dyn Source,
    output: &[u8],
    window: usize,
) -> io::Result<Finding> {
    let expected = Text::new(expected, window);
    let actual = Text::new(&output, window);
    let finding = if expected.end() == output.len() && same_bytes(&expected, &actual) {
        Finding::Right
    } else {
        by_rule(compare, &expected, &actual, output)
    };
    match expected.fault() {
        Some(fault) => Err(fault),
        None => Ok(finding),
    }
}

fn same_bytes(expected: &Text<'_>, actual: &Text<'_>) -> bool {
    let mut texts = Cursors::new(expected, actual);
    texts.skip_common();
    texts.is_at_both_ends()
}

fn by_rule(compare: Compare, expected: &Text<'_>, actual: &Text<'_>, output: &[u8]) -> Finding {
    let ignore_case = compare.ignore_case;
    let reading: &dyn Reading = match compare.rule {
        Rule::UnorderedLines => {
            return UnorderedLines { ignore_case }.compare(expected, actual);
        }
        Rule::Lines => &Lines { ignore_case },
        Rule::Tokens => &Tokens { ignore_case },
        Rule::Exact => &Exact,
        Rule::Float(tolerance) => &Float {
            tolerance,
            ignore_case,
        },
    };
    let rule = compare.rule;
    let (expected, actual) = (without_end(rule, expected), without_end(rule, actual));
    let comparison = Comparison {
        lockstep: Lockstep { compare, reading },
        expected: &expected,
        actual: &actual,
        output: &output[..actual.end()],
    };
    let mut finding = comparison.finding();
    if let Finding::Format(difference) | Finding::Wrong(difference) = &mut finding {
        let texts = InWindows(&comparison);
        difference.hints = super::hints::find(compare, difference, output.is_empty(), texts);
    }
    finding
}

/// A text without the white space at its end that does not count.
fn without_end<'a>(rule: Rule, text: &'a Text<'a>) -> Text<'a> {
    let end = match rule {
        Rule::Exact => text.end(),
        Rule::Tokens | Rule::Float(_) => {
            text.without_end(|_, last| usize::from(is_white_space(last)))
        }
        Rule::Lines | Rule::UnorderedLines => text.without_end(|before, last| match last {
            b' ' | b'\t' => 1,
            b'\n' => 1 + usize::from(before == Some(b'\r')),
            _ => 0,
        }),
    };
    text.up_to(end)
}

/// Two texts of which only what counts is left, and the rule.
struct Comparison<'a> {
    lockstep: Lockstep<'a>,
    expected: &'a Text<'a>,
    actual: &'a Text<'a>,
    output: &'a [u8],
}

impl<'a> Comparison<'a> {
    /// Readers at the first byte that differs.
    fn at_first_byte(&self) -> Cursors<'a> {
        let mut texts = Cursors::new(self.expected, self.actual);
        texts.skip_common();
        texts
    }

    /// Readers at the start of the first line that differs, byte by byte.
    fn at_first_line(&self) -> Cursors<'a> {
        let mut texts = self.at_first_byte();
        let common = texts.expected.mark();
        texts.go_to_common(Mark {
            at: common.line_start,
            ..common
        });
        texts
    }

    /// Readers at the start of the first token that differs, byte by byte.
    fn at_first_token(&self) -> Cursors<'a> {
        let mut texts = self.at_first_byte();
        let common = texts.expected.mark();
        let before = &self.output[..common.at];
        let space = before.iter().rposition(|&byte| is_white_space(byte));
        texts.go_to_common(Mark {
            at: space.map_or(0, |last| last + 1),
            ..common
        });
        texts
    }

    fn finding(&self) -> Finding {
        match self.lockstep.compare.rule {
            Rule::Lines | Rule::UnorderedLines => self.lines(),
            Rule::Tokens | Rule::Float(_) => self.tokens(),
            Rule::Exact => self.exact(),
        }
    }

    fn lines(&self) -> Finding {
        let mut texts = self.at_first_line();
        let lines = self.lockstep.other_lines(&mut texts);
        let Some(first) = lines.first else {
            return Finding::Right;
        };
        let telling = Telling::new(self, &lines);
        if self.only_white_space() {
            return Finding::Format(telling.format(first));
        }
        let content = lines.content.unwrap_or(first);
        Finding::Wrong(telling.content(content, lines.missing))
    }

    fn tokens(&self) -> Finding {
        let mut texts = self.at_first_token();
        let Some(other) = self.lockstep.other_tokens(&mut texts, Within::Text) else {
            return Finding::Right;
        };
        let lines = self.lockstep.other_lines(&mut self.at_first_line());
        Finding::Wrong(Telling::new(self, &lines).token(other))
    }

    fn exact(&self) -> Finding {
        let mut texts = self.at_first_byte();
        if texts.is_at_both_ends() {
            return Finding::Right;
        }
        let marks = texts.marks();
        let lines = self.lockstep.other_lines(&mut self.at_first_line());
        let telling = Telling::new(self, &lines);
        Finding::Wrong(telling.byte(marks, self.only_white_space()))
    }

    fn only_white_space(&self) -> bool {
        self.lockstep.only_white_space(&mut self.at_first_byte())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

    use super::*;
    use crate::check::picture::{self, RULES, similar_texts};
    use crate::check::{Answer, checker};

    /// A text that comes in small pieces, and cannot be read any more after some of them.
    struct Reluctant<'a> {
        bytes: &'a [u8],
        most: usize,
        n_reads_left: AtomicUsize,
    }

    impl<'a> Reluctant<'a> {
        fn new(bytes: &'a [u8], most: usize, n_reads: usize) -> Self {
            Self {
                bytes,
                most,
                n_reads_left: AtomicUsize::new(n_reads),
            }
        }
    }

    impl Source for Reluctant<'_> {
        fn length(&self) -> usize {
            self.bytes.len()
        }

        fn read_at(&self, buffer: &mut [u8], at: usize) -> io::Result<usize> {
            if self.n_reads_left.fetch_sub(1, Ordering::Relaxed) == 0 {
                self.n_reads_left.store(0, Ordering::Relaxed);
                return Err(io::Error::other("it is gone"));
            }
            let most = self.most.min(buffer.len());
            self.bytes.read_at(&mut buffer[..most], at)
        }
    }

    fn in_windows(compare: Compare, expected: &[u8], output: &[u8], window: usize) -> Finding {
        check(compare, &expected, output, window).unwrap()
    }

    fn all_comparisons() -> impl Iterator<Item = Compare> {
        RULES.into_iter().flat_map(|rule| {
            let both = [false, true].map(|ignore_case| Compare { rule, ignore_case });
            let both = both.into_iter();
            both.filter(|compare| !(compare.ignore_case && compare.rule == Rule::Exact))
        })
    }

    /// Both ways to compare two texts must find the same, to the last mark.
    fn assert_same(expected: &[u8], output: &[u8], window: usize) {
        for compare in all_comparisons() {
            let whole = checker(&compare).check(&Answer { expected }, output);
            let found = in_windows(compare, expected, output, window);
            let (old, new) = (expected.escape_ascii(), output.escape_ascii());
            assert_eq!(found, whole, "{compare}, {window}: \"{old}\" \"{new}\"");
        }
    }

    proptest! {
        // Each of them goes through nine comparisons.
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn whatever_the_windows_the_same_is_found(
            (expected, output) in similar_texts(),
            window in 1_usize..80,
        ) {
            assert_same(&expected, &output, window);
            assert_same(&output, &expected, window);
        }

        #[test]
        fn texts_of_any_bytes_are_found_the_same(
            common in proptest::collection::vec(any::<u8>(), 0..80),
            expected in proptest::collection::vec(any::<u8>(), 0..80),
            output in proptest::collection::vec(any::<u8>(), 0..80),
            window in 1_usize..80,
        ) {
            let text = |rest: &[u8]| [&common[..], rest, &common].concat();
            assert_same(&text(&expected), &text(&output), window);
        }

        #[test]
        fn a_source_may_give_less_than_it_is_asked_for(
            (expected, output) in similar_texts(),
            most in 1_usize..9,
            window in 1_usize..40,
        ) {
            for compare in all_comparisons() {
                let source = Reluctant::new(&expected, most, usize::MAX);
                let found = check(compare, &source, &output, window).unwrap();
                prop_assert_eq!(found, in_windows(compare, &expected, &output, window));
            }
        }

        #[test]
        fn a_source_that_fails_is_an_error_whenever_it_does(
            (expected, output) in similar_texts(),
            n_reads in 0_usize..40,
            window in 1_usize..40,
        ) {
            for compare in all_comparisons() {
                let source = Reluctant::new(&expected, window, n_reads);
                let found = check(compare, &source, &output, window);
                let is_whole = found.is_err()
                    || found.unwrap() == in_windows(compare, &expected, &output, window);
                prop_assert_eq!(is_whole, true, "{}", compare);
            }
        }
    }

    #[test]
    fn every_pair_of_short_texts_is_found_the_same() {
        for texts in [picture::texts(b" \n0", 3), picture::texts(b" \r\n0A", 2)] {
            for expected in &texts {
                for output in &texts {
                    assert_same(expected, output, 1);
                }
            }
        }
    }

    #[test]
    fn an_expected_output_that_shrinks_is_an_error() {
        struct Shrunken;
        impl Source for Shrunken {
            fn length(&self) -> usize {
                10
            }

            fn read_at(&self, buffer: &mut [u8], at: usize) -> io::Result<usize> {
                (&b"12345"[..]).read_at(buffer, at)
            }
        }
        for compare in all_comparisons() {
            let found = check_in_windows(&compare, &Shrunken, b"12345");
            let kind = found.map_err(|error| error.kind());
            assert_eq!(kind, Err(io::ErrorKind::UnexpectedEof), "{compare}");
        }
    }

    /// A line of many numbers, one of which is given; more than is at hand at a time.
    fn long_line(number: &str) -> Vec<u8> {
        let half = "17 ".repeat(3_000);
        format!("first\n{half}{number} {half}last\nnext\n").into_bytes()
    }

    #[test]
    fn a_difference_deep_in_a_line_has_its_place() {
        let (expected, output) = (long_line("5"), long_line("90"));
        for compare in all_comparisons() {
            let whole = checker(&compare).check(
                &Answer {
                    expected: &expected,
                },
                &output,
            );
            let (Finding::Wrong(mut whole), Finding::Wrong(found)) =
                (whole, in_windows(compare, &expected, &output, WINDOW))
            else {
                panic!("{compare}");
            };
            if compare.rule != Rule::UnorderedLines {
                assert_eq!((found.line, found.column), (2, 9_001), "{compare}");
                let gone = whole.rows.len() - found.rows.len();
                // The lines before and behind one that is too long are not at hand.
                whole.rows.retain(|row| row.line == 2);
                assert!(gone <= 2, "{compare}");
                whole.cut = found.cut;
            }
            assert_eq!(found, whole, "{compare}");
        }
    }

    #[test]
    fn tokens_and_gaps_of_any_length_are_told_apart() {
        /// More than is at hand of the expected output.
        const N: usize = 5_000;
        for (expected, output) in [
            ("7".repeat(N), "7".repeat(N + 1)),
            ("7".repeat(N) + "1", "7".repeat(N) + "2"),
            (" ".repeat(N) + "1", " ".repeat(N + 1) + "1"),
            ("\n".repeat(N) + "1", "\n".repeat(N - 1) + "2"),
            ("1".to_owned(), "1\n".repeat(N)),
            ("1\n".to_owned() + &"\n".repeat(N) + "5", "1\n".to_owned()),
        ] {
            for rule in RULES {
                let ignore_case = false;
                let compare = Compare { rule, ignore_case };
                for (expected, output) in [(&expected, &output), (&output, &expected)] {
                    let (expected, output) = (expected.as_bytes(), output.as_bytes());
                    let place = |finding: Finding| match finding {
                        Finding::Right => None,
                        Finding::Format(found) | Finding::Wrong(found) => {
                            let marked = found.rows.iter().flat_map(|row| &row.spans);
                            assert!(marked.clone().any(|span| span.marked), "{compare}");
                            let place = (found.line, found.column, found.differing_lines);
                            Some((place, found.expected, found.actual, found.hints))
                        }
                    };
                    let whole = checker(&compare).check(&Answer { expected }, output);
                    let found = in_windows(compare, expected, output, 512);
                    assert_eq!(place(found), place(whole), "{compare}");
                }
            }
        }
    }
}
