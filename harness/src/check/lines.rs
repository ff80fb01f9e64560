use super::describe::{Pair, describe};
use super::line_parting::{self, Place};
use super::tokens::only_white_space;
use super::{Answer, Checker, same_text};
use crate::diff::{Reading, Unit, common_beginning, line_start};
use crate::model::Finding;

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
        if only_white_space(self.ignore_case, pair.expected, pair.actual) {
            let parting = line_parting::of_format(self, &pair, &place);
            Finding::Format(describe(self, Unit::WhiteSpace, &pair, &parting))
        } else {
            let parting = line_parting::of_content(self, &pair, &place);
            Finding::Wrong(describe(self, Unit::Line, &pair, &parting))
        }
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

impl Lines {
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
        let start = Place::of_line_at(pair, line_start(pair.expected, common));
        line_parting::first_line(pair, &start, |expected, actual| {
            expected.is_none() != actual.is_none()
                || !self.same_line(expected.unwrap_or_default(), actual.unwrap_or_default())
        })
    }
}

/// What counts of a line.
pub(super) fn content(line: &[u8]) -> &[u8] {
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

#[cfg(test)]
mod tests {
    use crate::check::picture::{check, format, rows, wrong};
    use crate::check::{Answer, checker};
    use crate::model::{Compare, Finding, Hint, Rule};

    fn is_right(expected: &[u8], output: &[u8]) -> bool {
        check(Rule::Lines, expected, output) == Finding::Right
    }

    #[test]
    fn numbers_on_lines_of_their_own_are_a_presentation_error() {
        let difference = format(Rule::Lines, b"1 1 2 3 5\n", b"1\n1\n2\n3\n5\n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(difference.expected.as_deref(), Some(&b" "[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"\n"[..]));
        assert_eq!(difference.differing_lines, 5);
        assert_eq!(difference.hints, [Hint::OnlyWhiteSpace]);
        assert_eq!(
            rows(&difference),
            [
                "-1 1[·]1[·]2[·]3[·]5",
                "+1 1[⏎]",
                "+2 1[⏎]",
                "+3 2[⏎]",
                "+4 3[⏎]",
                "+5 5"
            ]
        );
    }

    #[test]
    fn joined_tokens_are_a_presentation_error_that_names_the_missing_blank() {
        let difference = format(Rule::Lines, b"0 1\n", b"01\n");
        assert_eq!(difference.expected.as_deref(), Some(&b" "[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b""[..]));
        assert_eq!(rows(&difference), ["-1 0[·]1", "+1 01"]);
        let difference = format(Rule::Lines, b"0 1 0", b"01 0");
        assert_eq!(rows(&difference), ["-1 0[·]1 0", "+1 01 0"]);
        let difference = wrong(Rule::Lines, b"0 1 0", b"010 0");
        assert_eq!(difference.actual.as_deref(), Some(&b"010"[..]));
    }

    #[test]
    fn blanks_at_line_ends_do_not_count_in_either_text() {
        let (plain, padded) = (b"5 3 1\n6 4 2\n", b"5 3 1 \n6 4 2\t \n");
        assert!(is_right(plain, padded));
        assert!(is_right(padded, plain));
    }

    #[test]
    fn blanks_before_and_between_tokens_count() {
        let difference = format(Rule::Lines, b"1 2\n", b" 1 2\n");
        assert_eq!((difference.line, difference.column), (1, 1));
        let difference = format(Rule::Lines, b"1 2\n", b"1  2\n");
        assert_eq!((difference.line, difference.column), (1, 3));
        assert_eq!(difference.expected.as_deref(), Some(&b" "[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"  "[..]));
        let difference = format(Rule::Lines, b"1 2\n", b"1\t2\n");
        assert_eq!(rows(&difference), ["-1 1[·]2", "+1 1[→]2"]);
    }

    #[test]
    fn tokens_after_a_right_beginning_are_wrong() {
        let long = b"100 = 2 * 2 * 5 * 5 * 1\n";
        let short = b"100 = 2 * 2 * 5 * 5\n";
        let difference = wrong(Rule::Lines, short, long);
        assert_eq!((difference.line, difference.column), (1, 21));
        assert_eq!(difference.expected, None);
        assert_eq!(difference.actual.as_deref(), Some(&b"*"[..]));
        assert_eq!(difference.hints, [Hint::GoesOn]);
        assert_eq!(
            rows(&difference),
            ["-1 100 = 2 * 2 * 5 * 5", "+1 100 = 2 * 2 * 5 * 5 [*·1]"]
        );
        let difference = wrong(Rule::Lines, long, short);
        assert_eq!(difference.actual, None);
        assert_eq!(difference.hints, [Hint::EndsEarly]);
    }

    #[test]
    fn a_missing_blank_line_is_a_presentation_error_that_shows_it() {
        let difference = format(Rule::Lines, b"1\n\n2\n", b"1\n2\n");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert_eq!(difference.expected.as_deref(), Some(&b"\n\n"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"\n"[..]));
        assert_eq!(rows(&difference), [" 1 1", "-2 [⏎]", " 2 2"]);
    }

    #[test]
    fn either_kind_of_line_end_is_right_even_mixed() {
        assert!(is_right(b"3\r\n4\r\n", b"3\n4\n"));
        assert!(is_right(b"3\n4\n", b"3\r\n4\r\n"));
        assert!(is_right(b"3\n4\r\n5\n", b"3\r\n4\n5"));
    }

    #[test]
    fn a_carriage_return_alone_is_white_space_that_counts() {
        let difference = format(Rule::Lines, b"1\n2\n", b"1\r2\r");
        assert_eq!(rows(&difference), ["-1 1[⏎]", "-2 2", "+1 1[␍]2[␍]"]);
        for output in [&b"1\r"[..], b"1\r\r\n", b"1\r \n"] {
            let difference = format(Rule::Lines, b"1\n", output);
            assert_eq!(rows(&difference), ["-1 1", "+1 1[␍]"]);
        }
    }

    #[test]
    fn a_missing_last_line_end_is_right() {
        assert!(is_right(b"IMPOSSIBLE\n", b"IMPOSSIBLE"));
        assert!(is_right(b"IMPOSSIBLE", b"IMPOSSIBLE\n"));
    }

    #[test]
    fn blank_lines_at_the_end_do_not_count() {
        assert!(is_right(b"1\n", b"1\n\n \t\r\n\n"));
        assert!(is_right(b"", b"\n"));
        assert!(is_right(b"", b""));
        assert!(is_right(b" \n\n", b""));
    }

    #[test]
    fn a_tie_broken_the_wrong_way_is_wrong() {
        let difference = wrong(Rule::Lines, b"0 1\n", b"1 0\n");
        assert_eq!((difference.line, difference.column), (1, 1));
        assert_eq!(rows(&difference), ["-1 [0] [1]", "+1 [1] [0]"]);
    }

    #[test]
    fn letter_case_may_be_left_out_of_account() {
        let compare = Compare {
            rule: Rule::Lines,
            ignore_case: true,
        };
        let find = |expected, output| checker(&compare).check(&Answer { expected }, output);
        assert_eq!(find(b"Impossible\n", b"IMPOSSIBLE\n"), Finding::Right);
        assert!(matches!(find(b"a B\n", b"A  b\n"), Finding::Format(_)));
        assert!(matches!(
            find("é\n".as_bytes(), "É\n".as_bytes()),
            Finding::Wrong(_)
        ));
        let Finding::Wrong(difference) = find(b"aBc\n", b"AbD\n") else {
            panic!("c is not D");
        };
        assert_eq!(difference.column, 3);
        assert_eq!(rows(&difference), ["-1 aB[c]", "+1 Ab[D]"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_escaped() {
        let difference = wrong(Rule::Lines, b"3\n", b"\0\x1b\xff3\n");
        assert_eq!(rows(&difference), ["-1 [3]", "+1 [\\x00\\x1b\\xff3]"]);
        let all: Vec<u8> = (0..=u8::MAX).collect();
        assert!(matches!(
            check(Rule::Lines, b"3\n", &all),
            Finding::Wrong(_)
        ));
    }

    #[test]
    fn a_nul_byte_is_wrong_and_seen() {
        let difference = wrong(Rule::Lines, b"4\n", b"4\0\n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(rows(&difference), ["-1 4", "+1 4[\\x00]"]);
    }

    #[test]
    fn wrong_content_is_named_before_a_difference_in_white_space() {
        let difference = wrong(Rule::Lines, b"1 2\n3\n4\n", b"1  2\n3\n5\n");
        assert_eq!((difference.line, difference.column), (3, 1));
        assert_eq!(difference.differing_lines, 2);
        assert_eq!(rows(&difference), [" 2 3", "-3 [4]", "+3 [5]"]);
    }

    #[test]
    fn a_line_that_ends_too_soon_names_its_end() {
        let difference = wrong(Rule::Lines, b"1 2 3\n4\n", b"1 2\n4\n");
        assert_eq!((difference.line, difference.column), (1, 4));
        assert_eq!(difference.expected.as_deref(), Some(&b"3"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"\n"[..]));
    }
}
