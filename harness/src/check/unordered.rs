use super::lone_lines::{Lone, LoneLines, lone_lines};
use super::windows::{Text, WINDOW};
use super::{Answer, Checker, LineForm};
use crate::diff::{MAX_ROWS, lone_row};
use crate::model::{Cut, Difference, Finding, Hint, Row, Side};

/// How much of a line is read to be shown, and how much of that is named, in bytes.
const READ: usize = 512;
const NAMED: usize = 80;

/// As lines, in any order: each line as often as it is expected. Blank lines do not count
/// wherever they stand, since lines without an order have no end. Where the lines are the same
/// but for white space within them, it is a matter of format.
pub(super) struct UnorderedLines {
    pub(super) ignore_case: bool,
}

impl Checker for UnorderedLines {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        if answer.expected == output {
            return Finding::Right;
        }
        let expected = Text::new(&answer.expected, WINDOW);
        self.compare(&expected, &Text::new(&output, WINDOW))
    }
}

impl UnorderedLines {
    /// Compares two texts of any size.
    pub(super) fn compare(&self, expected: &Text<'_>, actual: &Text<'_>) -> Finding {
        let form = LineForm::new(self.ignore_case, false);
        let same = |form: &LineForm| form.sum(expected) == form.sum(actual);
        if same(&form) {
            return Finding::Right;
        }
        let mut difference = difference(expected, actual, &lone_lines(&form, expected, actual));
        let is_format = same(&LineForm::new(self.ignore_case, true));
        if is_format {
            difference.hints.push(Hint::OnlyWhiteSpace);
        }
        if !self.ignore_case && same(&LineForm::new(true, false)) {
            difference.hints.push(Hint::OnlyLetterCase);
        }
        if is_format {
            Finding::Format(difference)
        } else {
            Finding::Wrong(difference)
        }
    }

    /// Whether two texts are the same under this rule.
    pub(super) fn accepts(&self, expected: &[u8], output: &[u8]) -> bool {
        let form = LineForm::new(self.ignore_case, false);
        let sum = |bytes: &[u8]| form.sum(&Text::new(&bytes, WINDOW));
        sum(expected) == sum(output)
    }
}

/// All that is told of lines without a partner, but for hints that need another comparison.
fn difference(expected: &Text<'_>, actual: &Text<'_>, lone: &LoneLines) -> Difference {
    let named = |text: &Text<'_>, lines: &[Lone]| {
        let first = lines.first()?;
        Some(text.read(first.at, first.at + first.length.min(NAMED)))
    };
    let n_differing = lone.n_missing + lone.n_extra;
    let behind = lone.n_lines_actual + 1;
    let (rows, bytes_cut) = rows(expected, actual, lone);
    let cut = Cut {
        lines: n_differing - rows.len(),
        bytes: bytes_cut,
        deadline: lone.deadline,
    };
    Difference {
        line: lone.extra.first().map_or(behind, |line| line.number),
        column: 1,
        expected: named(expected, &lone.missing),
        actual: named(actual, &lone.extra),
        differing_lines: n_differing,
        hints: hints(actual, lone),
        rows,
        cut: (cut != Cut::default()).then_some(cut),
        drawing: None,
    }
}

fn hints(actual: &Text<'_>, lone: &LoneLines) -> Vec<Hint> {
    let hints = [
        (actual.end() == 0, Hint::EmptyOutput),
        (lone.n_missing > 0, Hint::MissingLines(lone.n_missing)),
        (lone.n_extra > 0, Hint::ExtraLines(lone.n_extra)),
    ];
    let hints = hints.into_iter();
    hints
        .filter_map(|(holds, hint)| holds.then_some(hint))
        .collect()
}

/// The lines that are missing, then those that are too many. Where there is no room for all,
/// neither crowd out the other. The number is that of the bytes left out of long ones.
fn rows(expected: &Text<'_>, actual: &Text<'_>, lone: &LoneLines) -> (Vec<Row>, usize) {
    let room = MAX_ROWS.saturating_sub(lone.extra.len()).max(MAX_ROWS / 2);
    let missing = lone.missing.iter().take(room);
    let room = MAX_ROWS - missing.len();
    let missing = missing.map(|line| (Side::Expected, expected, line));
    let extra = lone.extra.iter().take(room);
    let extra = extra.map(|line| (Side::Actual, actual, line));
    let rows = missing.chain(extra).map(|(side, text, line)| {
        let content = text.read(line.at, line.at + line.length.min(READ));
        lone_row(side, line.number, &content, line.length)
    });
    let (rows, bytes): (Vec<_>, Vec<_>) = rows.unzip();
    (rows, bytes.iter().sum())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{prop_assert_eq, proptest};
    use proptest::sample::select;

    use crate::check::picture::{check, format, rows, wrong};
    use crate::check::{Answer, checker};
    use crate::model::{Compare, Finding, Hint, Rule};

    const RULE: Rule = Rule::UnorderedLines;

    fn is_right(expected: &[u8], output: &[u8]) -> bool {
        check(RULE, expected, output) == Finding::Right
    }

    #[test]
    fn the_order_of_lines_and_blank_ones_do_not_count() {
        assert!(is_right(b"1 2\n3\n", b"3\n1 2\n"));
        assert!(is_right(b"a\nb\nb\n", b"b \r\n\n\na\t\nb"));
        assert!(is_right(b"", b" \n\n"));
    }

    #[test]
    fn what_is_missing_and_what_is_too_many_is_shown() {
        let difference = wrong(RULE, b"1\n2\n3\n", b"3\n4\n1\n4\n");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert_eq!(difference.expected.as_deref(), Some(&b"2"[..]));
        assert_eq!(difference.actual.as_deref(), Some(&b"4"[..]));
        assert_eq!(difference.differing_lines, 3);
        let hints = [Hint::MissingLines(1), Hint::ExtraLines(2)];
        assert_eq!(difference.hints, hints);
        assert_eq!(rows(&difference), ["-2 [2]", "+2 [4]", "+4 [4]"]);
        assert_eq!(difference.cut, None);
    }

    #[test]
    fn each_line_counts_as_often_as_it_is_expected() {
        let difference = wrong(RULE, b"7\n7\n8\n", b"8\n7\n");
        assert_eq!(rows(&difference), ["-2 [7]"]);
        assert_eq!((difference.line, difference.actual), (3, None));
        let difference = wrong(RULE, b"7\n", b"7\n\n7\n7\n");
        assert_eq!(rows(&difference), ["+3 [7]", "+4 [7]"]);
        assert_eq!((difference.line, difference.expected), (3, None));
        assert_eq!(difference.hints, [Hint::ExtraLines(2)]);
    }

    #[test]
    fn white_space_within_lines_is_a_matter_of_format_and_line_breaks_are_not() {
        let difference = format(RULE, b"1 2\n3\n", b"3\n1  2\n");
        assert_eq!(rows(&difference), ["-1 [1·2]", "+2 [1··2]"]);
        assert!(difference.hints.contains(&Hint::OnlyWhiteSpace));
        assert!(matches!(
            check(RULE, b"1 2\n", b"1\n2\n"),
            Finding::Wrong(_)
        ));
    }

    #[test]
    fn letter_case_is_hinted_at_or_left_out_of_account() {
        let difference = wrong(RULE, b"a\nB\n", b"b\nA\n");
        assert!(difference.hints.contains(&Hint::OnlyLetterCase));
        let compare = Compare {
            rule: RULE,
            ignore_case: true,
        };
        let answer = Answer {
            expected: b"a\nB\n",
        };
        assert_eq!(checker(&compare).check(&answer, b"b\nA\n"), Finding::Right);
    }

    #[test]
    fn of_many_lines_some_of_each_side_are_shown_and_all_are_counted() {
        let lines = |word: &str, n_lines: usize| -> String {
            (0..n_lines).map(|line| format!("{word}{line}\n")).collect()
        };
        let difference = wrong(RULE, lines("a", 3000).as_bytes(), lines("b", 2).as_bytes());
        assert_eq!(difference.rows.len(), 12);
        assert_eq!(rows(&difference)[9..], ["-10 [a9]", "+1 [b0]", "+2 [b1]"]);
        assert_eq!(difference.cut.unwrap().lines, 3002 - 12);
        let long = "x".repeat(1000);
        let difference = wrong(RULE, long.as_bytes(), b"y");
        let shown = format!("-1 [{}]…", "x".repeat(120));
        assert_eq!(rows(&difference)[0], shown);
        assert_eq!(difference.cut.unwrap().bytes, 880);
    }

    proptest! {
        #[test]
        fn it_agrees_with_sorting(
            expected in vec(select(vec!["a", "b", "B", "a b", "a  b", "", " ", "\r"]), 0..6),
            output in vec(select(vec!["a", "b", "B", "a b", "a  b", "a ", "\r"]), 0..6),
        ) {
            let sorted = |lines: &[&str], squeezed: bool| {
                let lines = lines.iter().map(|line| {
                    let text = line.trim_end_matches([' ', '\t', '\r']);
                    if squeezed { text.replace(' ', "") } else { text.to_owned() }
                });
                let mut lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
                lines.sort();
                lines
            };
            let same = |squeezed| sorted(&expected, squeezed) == sorted(&output, squeezed);
            let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let found = match check(RULE, text(&expected).as_bytes(), text(&output).as_bytes()) {
                Finding::Right => (true, true),
                Finding::Format(_) => (false, true),
                Finding::Wrong(_) => (false, false),
            };
            prop_assert_eq!(found, (same(false), same(true)));
        }
    }
}
