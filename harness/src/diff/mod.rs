//! The drawing of a difference that has been found: a few lines of both outputs around the
//! place where they part, with what differs marked.
//!
//! A checker finds the place with a scan of its own and tells how it reads the two texts
//! ([`Reading`]). Here a window of a few lines and a few bytes of each is cut out around
//! that place (`window`) before anything is aligned, so that a drawing costs the same
//! whether an output is small, one line of 50 MB or 200,000 lines that all differ.
//! What is aligned depends on what is compared ([`Unit`]): lines and then the pieces of
//! those that differ, or tokens (`align`), or the white space between bytes that agree
//! (`gaps`). The result is put into rows (`rows`).
//!
//! Whatever stands at the place itself is marked on at least one side: nothing before the
//! place is aligned, the first two pieces after it differ, and no alignment that keeps the
//! order can find a partner for both.

mod align;
mod gaps;
mod rows;
mod text;
mod window;

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::model::{Cut, Row};

use window::Window;

pub use rows::lone_row;
pub use text::{Lines, common_beginning, count_lines, is_white_space, line_start};

/// How long aligning may take. Beyond it the alignment is a rough one; in tests it is not, so
/// that a slow machine draws the same.
const TIME_TO_DRAW: Duration = Duration::from_millis(if cfg!(test) { 3_600_000 } else { 200 });

/// How a checker reads two texts.
pub trait Reading {
    /// The beginning of a line that is compared and shown. `line` has its `\n`, if any.
    fn content<'a>(&self, line: &'a [u8]) -> &'a [u8];

    /// Whether two lines do not differ; both have their `\n`, if any.
    fn same_line(&self, expected: &[u8], actual: &[u8]) -> bool;

    /// Whether two tokens do not differ.
    fn same_token(&self, expected: &[u8], actual: &[u8]) -> bool;
}

/// What is laid side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lines, and in those that differ their tokens and each byte of white space.
    Line,
    /// Tokens, wherever the lines end.
    Token,
    /// The white space between other bytes, which are the same in both.
    WhiteSpace,
}

/// One place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The number of its line, from 1; one more than there are lines where it lies behind
    /// the last one.
    pub line: usize,
    /// The offset at which that line starts; the length of the text behind the last line.
    pub line_start: usize,
    /// The offset of the place.
    pub at: usize,
    /// What stands there; `None` where the text has ended.
    pub what: Option<Range<usize>>,
}

/// Where two texts part, in each of them. What stands at the two places differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The place in the expected output.
    pub expected: Spot,
    /// The place in the submission's output.
    pub actual: Spot,
}

/// What is shown of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The lines, in order, at most [`MAX_ROWS`]; those of the expected output stand before
    /// those of the submission that they are compared with.
    pub rows: Vec<Row>,
    /// What was left out, if anything.
    pub cut: Option<Cut>,
}

/// How many rows a drawing has at most.
pub const MAX_ROWS: usize = 12;

/// A text, or as much of one as is at hand around the place.
#[derive(Clone, Copy, Debug)]
pub struct Extract<'a> {
    /// Whole lines from some line on; the line of the place may lack its ends.
    pub bytes: &'a [u8],
    /// How many lines the whole text has.
    pub n_lines: usize,
    /// Whether the text goes on behind these bytes.
    pub goes_on: bool,
}

impl<'a> Extract<'a> {
    /// All of a text.
    pub fn whole(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            n_lines: count_lines(bytes),
            goes_on: false,
        }
    }
}

/// One of the two texts: what is at hand of it and the window that is drawn.
struct Text<'a> {
    bytes: &'a [u8],
    n_lines: usize,
    spot: &'a Spot,
    window: Window,
}

impl<'a> Text<'a> {
    fn new(reading: &dyn Reading, extract: Extract<'a>, spot: &'a Spot) -> Self {
        let mut window = Window::open(reading, extract.bytes, spot);
        window.goes_on |= extract.goes_on;
        Self {
            bytes: extract.bytes,
            n_lines: extract.n_lines,
            spot,
            window,
        }
    }

    /// The bytes of a line of the window, its line end included.
    fn line(&self, line_idx: usize) -> &'a [u8] {
        &self.bytes[self.window.lines[line_idx].whole.clone()]
    }

    /// Whether the place lies within a token, or the token goes on behind what is shown.
    fn shows_part_of(&self, token: &Range<usize>) -> bool {
        self.spot.at > token.start || token.end > self.window.lines[0].shown.end
    }
}

/// Ranges of bytes of one text that are part of what differs, in order, none of them empty.
type Marks = Vec<Range<usize>>;

/// What belongs together in the two windows, and what differs.
#[derive(Debug, Default)]
struct Alignment {
    /// Pairs of lines of the windows that belong together; neither side goes back.
    links: Vec<(usize, usize)>,
    expected: Marks,
    actual: Marks,
}

/// Draws two texts around the place where they part.
pub fn draw(
    reading: &dyn Reading,
    unit: Unit,
    expected: Extract<'_>,
    actual: Extract<'_>,
    parting: &Parting,
) -> Drawing {
    let deadline = Instant::now() + TIME_TO_DRAW;
    draw_until(deadline, reading, unit, expected, actual, parting)
}

fn draw_until(
    deadline: Instant,
    reading: &dyn Reading,
    unit: Unit,
    expected: Extract<'_>,
    actual: Extract<'_>,
    parting: &Parting,
) -> Drawing {
    let goes_on = (expected.goes_on, actual.goes_on);
    let mut expected = Text::new(reading, expected, &parting.expected);
    let mut actual = Text::new(reading, actual, &parting.actual);
    if unit == Unit::Line {
        // The partners of further lines may not be at hand.
        let n_lines = [&expected, &actual].map(|text| text.window.lines.len());
        if goes_on.0 {
            actual.window.truncate(n_lines[0]);
        }
        if goes_on.1 {
            expected.window.truncate(n_lines[1]);
        }
    }
    let alignment = match unit {
        Unit::Line => align::by_line(reading, &expected, &actual, deadline),
        Unit::Token => align::by_token(reading, &expected, &actual, deadline),
        Unit::WhiteSpace => gaps::align(&expected, &actual),
    };
    let late = Instant::now() > deadline;
    rows::put(reading, &expected, &actual, &alignment, late)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Side;

    /// Byte by byte.
    struct Plain;

    impl Reading for Plain {
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

    fn parting(expected: &[u8], actual: &[u8]) -> Parting {
        let at = common_beginning(expected, actual);
        let line_start = line_start(expected, at);
        let spot = Spot {
            line: count_lines(&expected[..line_start]) + 1,
            line_start,
            at,
            what: None,
        };
        Parting {
            expected: spot.clone(),
            actual: spot,
        }
    }

    fn draw_plainly(expected: &str, actual: &str) -> Drawing {
        let (expected, actual) = (expected.as_bytes(), actual.as_bytes());
        let parting = parting(expected, actual);
        let (expected, actual) = (Extract::whole(expected), Extract::whole(actual));
        draw(&Plain, Unit::Line, expected, actual, &parting)
    }

    fn lines_of(drawing: &Drawing) -> Vec<(Side, usize)> {
        let rows = drawing.rows.iter();
        rows.map(|row| (row.side, row.line)).collect()
    }

    #[test]
    fn two_equal_lines_stand_before_the_difference_and_two_after_it() {
        let drawing = draw_plainly("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nX\ne\nf\ng\n");
        assert_eq!(
            lines_of(&drawing),
            [
                (Side::Both, 2),
                (Side::Both, 3),
                (Side::Expected, 4),
                (Side::Actual, 4),
                (Side::Both, 5),
                (Side::Both, 6)
            ]
        );
        assert_eq!(drawing.cut.map(|cut| cut.lines), Some(4));
    }

    #[test]
    fn a_line_too_many_or_too_few_does_not_set_the_others_off() {
        let drawing = draw_plainly("a\nb\nc\n", "X\na\nb\nc\n");
        assert_eq!(
            lines_of(&drawing),
            [(Side::Actual, 1), (Side::Both, 2), (Side::Both, 3)]
        );
        let drawing = draw_plainly("a\nb\nc\n", "b\nc\n");
        assert_eq!(
            lines_of(&drawing),
            [(Side::Expected, 1), (Side::Both, 1), (Side::Both, 2)]
        );
        assert_eq!(drawing.cut, None);
    }

    #[test]
    fn many_lines_of_one_side_leave_room_for_the_other() {
        let many: String = (0..50).map(|number| format!("x{number}\n")).collect();
        let drawing = draw_plainly(&many, "y\n");
        assert_eq!(drawing.rows.len(), MAX_ROWS);
        assert!(lines_of(&drawing).contains(&(Side::Actual, 1)));
        let drawing = draw_plainly("y\n", &many);
        assert_eq!(drawing.rows.len(), MAX_ROWS);
        assert!(lines_of(&drawing).contains(&(Side::Expected, 1)));
    }

    #[test]
    fn a_drawing_that_runs_out_of_time_still_has_its_marks_and_says_so() {
        let (expected, actual) = (b"a\nb\nc\nd\n", b"b\nX\nd\nY\n");
        let parting = parting(expected, actual);
        let past = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let (expected, actual) = (Extract::whole(expected), Extract::whole(actual));
        let drawing = draw_until(past, &Plain, Unit::Line, expected, actual, &parting);
        let mut spans = drawing.rows.iter().flat_map(|row| &row.spans);
        assert!(spans.any(|span| span.marked));
        assert!(drawing.cut.unwrap().deadline);
    }

    #[test]
    fn a_long_token_that_differs_a_little_is_marked_a_little() {
        let token = "0123456789".repeat(5);
        let drawing = draw_plainly(&format!("{token}\n"), &format!("{token}5\n"));
        let marked = |row: &Row| -> Vec<String> {
            let spans = row.spans.iter().filter(|span| span.marked);
            spans.map(|span| span.text.clone()).collect()
        };
        assert_eq!(marked(&drawing.rows[1]), ["5"]);
    }
}
