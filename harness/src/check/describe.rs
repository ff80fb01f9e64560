use std::ops::Range;

use crate::diff::{
    Extract, Lines, Parting, Reading, Spot, Unit, common_beginning, count_lines, draw, line_start,
};
use crate::model::Difference;

/// How many bytes of a token or of white space are kept, and how many of them before the
/// place where it differs.
const KEPT: usize = 80;
const KEPT_BEFORE: usize = 40;

/// The two texts as far as they count.
pub(super) struct Pair<'a> {
    pub(super) expected: &'a [u8],
    pub(super) actual: &'a [u8],
}

/// Two texts, as far as they are at hand, and how they are laid side by side.
pub(super) struct Scene<'a> {
    pub(super) reading: &'a dyn Reading,
    pub(super) unit: Unit,
    pub(super) expected: Extract<'a>,
    pub(super) actual: Extract<'a>,
    pub(super) differing_lines: usize,
}

/// All that is told of two texts that part at a place, but for hints.
pub(super) fn describe(
    reading: &dyn Reading,
    unit: Unit,
    pair: &Pair<'_>,
    parting: &Parting,
) -> Difference {
    let scene = Scene {
        reading,
        unit,
        expected: Extract::whole(pair.expected),
        actual: Extract::whole(pair.actual),
        differing_lines: differing_lines(reading, pair),
    };
    tell(&scene, parting)
}

/// As [`describe`], of what is at hand. The column is that within it.
pub(super) fn tell(scene: &Scene<'_>, parting: &Parting) -> Difference {
    let Scene {
        expected, actual, ..
    } = *scene;
    let drawing = draw(scene.reading, scene.unit, expected, actual, parting);
    let (expected, actual) = quotes((expected.bytes, actual.bytes), parting);
    Difference {
        line: parting.actual.line,
        column: parting.actual.at - parting.actual.line_start + 1,
        expected,
        actual,
        differing_lines: scene.differing_lines,
        hints: Vec::new(),
        rows: drawing.rows,
        cut: drawing.cut,
        drawing: None,
    }
}

/// What stands at the two places.
pub(super) fn quotes(
    (expected, actual): (&[u8], &[u8]),
    parting: &Parting,
) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let is_long = [&parting.expected, &parting.actual]
        .iter()
        .any(|spot| spot.what.as_ref().is_some_and(|what| what.len() > KEPT));
    (
        excerpt(expected, &parting.expected, is_long),
        excerpt(actual, &parting.actual, is_long),
    )
}

/// What stands at a place. Where either text is too long to be kept, both begin a little
/// before the place, so that the two can be compared.
fn excerpt(bytes: &[u8], spot: &Spot, is_long: bool) -> Option<Vec<u8>> {
    let Range { start, end } = spot.what.clone()?;
    let start = if is_long {
        spot.at.saturating_sub(KEPT_BEFORE).clamp(start, end)
    } else {
        start
    };
    Some(bytes[start..end.min(start + KEPT)].to_vec())
}

/// How many lines differ from the line of the same number, a missing one included. What the
/// texts have in common byte by byte is skipped.
fn differing_lines(reading: &dyn Reading, pair: &Pair<'_>) -> usize {
    let common = common_beginning(pair.expected, pair.actual);
    let start = line_start(pair.expected, common);
    let mut expected = Lines::starting_at(pair.expected, start);
    let mut actual = Lines::starting_at(pair.actual, start);
    let mut n_differing = 0;
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return n_differing,
            (Some(old), Some(new)) => {
                let same = reading.same_line(&pair.expected[old], &pair.actual[new]);
                n_differing += usize::from(!same);
            }
            (Some(old), None) => return n_differing + count_lines(&pair.expected[old.start..]),
            (None, Some(new)) => return n_differing + count_lines(&pair.actual[new.start..]),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use crate::check::picture::{format, rows, wrong};
    use crate::model::{Cut, Difference, Rule};

    /// 20,000 lines, each with its number and a word.
    fn text(word: &str) -> Vec<u8> {
        let mut text = String::new();
        for number in 1..=20_000 {
            writeln!(text, "{number}{word}").unwrap();
        }
        text.into_bytes()
    }

    fn bytes_shown(difference: &Difference) -> usize {
        let spans = difference.rows.iter().flat_map(|row| &row.spans);
        spans.map(|span| span.text.len()).sum()
    }

    #[test]
    fn of_many_differing_lines_a_few_are_shown_and_all_are_counted() {
        for rule in [Rule::Lines, Rule::Tokens, Rule::Exact, Rule::Float(1e-6)] {
            let difference = wrong(rule, &text("a"), &text("b"));
            assert_eq!(difference.differing_lines, 20_000);
            assert_eq!(difference.rows.len(), 12);
            assert_eq!(
                rows(&difference)[..4],
                ["-1 1[a]", "+1 1[b]", "-2 2[a]", "+2 2[b]"]
            );
            let cut = difference.cut.unwrap();
            assert_eq!((cut.lines, cut.bytes), (40_000 - 12, 0));
        }
    }

    #[test]
    fn of_a_long_line_the_part_around_the_difference_is_shown() {
        let line = |middle: &str| [&"0 ".repeat(5_000), middle, &" 0".repeat(5_000)].concat();
        for rule in [Rule::Lines, Rule::Tokens, Rule::Exact, Rule::Float(1e-6)] {
            let difference = wrong(rule, line("1").as_bytes(), line("2").as_bytes());
            assert_eq!((difference.line, difference.column), (1, 10_001));
            let zeros = ("0 ".repeat(20), " 0".repeat(39) + " ");
            assert_eq!(
                rows(&difference),
                [
                    format!("-1 …{}[1]{}…", zeros.0, zeros.1),
                    format!("+1 …{}[2]{}…", zeros.0, zeros.1)
                ]
            );
            let cut = Cut {
                lines: 0,
                bytes: 2 * (20_001 - 120),
                deadline: false,
            };
            assert_eq!(difference.cut, Some(cut));
        }
        let difference = format(Rule::Lines, line(" ").as_bytes(), line("").as_bytes());
        assert_eq!(difference.column, 10_002);
        assert!(bytes_shown(&difference) < 300);
    }

    #[test]
    fn one_line_against_many_shows_both() {
        let many = String::from_utf8(text("")).unwrap();
        let long = many.replace('\n', " ").into_bytes();
        let difference = format(Rule::Lines, &long, many.as_bytes());
        assert_eq!(difference.rows.len(), 12);
        assert_eq!(rows(&difference)[1], "+1 1[⏎]");
        assert!(rows(&difference)[0].starts_with("-1 1[·]2[·]3[·]"));
        let difference = format(Rule::Lines, many.as_bytes(), &long);
        assert_eq!(rows(&difference)[0], "-1 1[⏎]");
        assert!(rows(&difference)[11].starts_with("+1 1[·]2[·]3[·]"));
    }

    #[test]
    fn what_may_have_its_partner_outside_the_window_is_not_marked() {
        let n_lines = 30;
        let one_line: String = (1..=n_lines).map(|number| format!("{number} ")).collect();
        let many = one_line.replace(' ', "\n");
        let difference = wrong(
            Rule::Tokens,
            one_line.as_bytes(),
            format!("x\n{many}").as_bytes(),
        );
        let (text, marked) = (&rows(&difference)[1], rows(&difference)[0].clone());
        assert_eq!(marked, "+1 [x]");
        assert!(
            text.starts_with("-1 1 2 3 ") && !text.contains('['),
            "{text}"
        );
    }

    #[test]
    fn white_space_cut_off_at_the_end_of_what_is_shown_is_not_marked() {
        let tail = format!("{} d\n", "c".repeat(116));
        let expected = format!("a b{tail}");
        let difference = format(
            Rule::Lines,
            expected.as_bytes(),
            format!("a  b{tail}").as_bytes(),
        );
        let tail = "c".repeat(116);
        assert_eq!(
            rows(&difference),
            [format!("-1 a b{tail} …"), format!("+1 a [·]b{tail}…")]
        );
    }

    #[test]
    fn blank_lines_that_agree_are_shown_as_such() {
        let difference = format(Rule::Lines, b"1 2\n\n\n3\n", b"1  2\n\n3\n");
        assert_eq!(
            rows(&difference),
            ["-1 1 2", "+1 1 [·]2", " 2 ", "-3 [⏎]", " 3 3"]
        );
    }

    #[test]
    fn a_token_moved_to_another_line_is_shown_on_both_sides() {
        let difference = wrong(Rule::Tokens, b"7 5\n", b"7 9\n5\n");
        assert_eq!(rows(&difference), ["+1 7 [9]", "-1 7 5", "+2 5"]);
    }

    #[test]
    fn lines_that_differ_behind_what_is_shown_are_not_shown_as_equal() {
        let lines = |first: &str, last: &str| format!("{first}\n{}{last}\n", "0".repeat(200));
        let difference = wrong(
            Rule::Exact,
            lines("a", "1").as_bytes(),
            lines("b", "2").as_bytes(),
        );
        let zeros = "0".repeat(120);
        assert_eq!(
            rows(&difference),
            [
                "-1 [a]",
                "+1 [b]",
                &format!("-2 {zeros}…"),
                &format!("+2 {zeros}…")
            ]
        );
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        for shift in ["", "x", "xx"] {
            let line = |middle: &str| {
                let half = "漢".repeat(100);
                format!("{shift}{half}{middle}{half}\n")
            };
            let difference = wrong(Rule::Lines, line("1").as_bytes(), line("2").as_bytes());
            let shown = rows(&difference).concat();
            assert!(!shown.contains("\\x"), "{shown}");
        }
    }

    #[test]
    fn one_line_against_several_marks_the_white_space_alone_in_exact_mode_too() {
        let difference = wrong(Rule::Exact, b"1 2\n", b"1\n2\n");
        assert_eq!(rows(&difference), ["-1 1[·]2", "+1 1[⏎]", "+2 2"]);
    }
}
