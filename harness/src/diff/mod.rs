//! The drawing of a difference that has been found: a few lines of both outputs around the
//! place where they part, with what differs marked.
//!
//! A checker finds the place with a scan of its own and tells how it reads the two texts
//! ([`Reading`]). Here a window of a few lines and a few bytes of each is cut out around
//! that place ([`window`]) before anything is aligned, so that a drawing costs the same
//! whether an output is small, one line of 50 MB or 200,000 lines that all differ.
//! What is aligned depends on what is compared ([`Unit`]): lines and then the pieces of
//! those that differ, or tokens ([`align`]), or the white space between bytes that agree
//! ([`gaps`]). The result is put into rows ([`rows`]).
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

pub use text::{Lines, common_beginning, is_white_space, line_start};

/// How long aligning may take. Beyond it the alignment is a rough one.
const TIME_TO_DRAW: Duration = Duration::from_millis(200);

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

/// One of the two texts: all of it and the window that is drawn.
struct Text<'a> {
    bytes: &'a [u8],
    spot: &'a Spot,
    window: Window,
}

impl<'a> Text<'a> {
    fn new(reading: &dyn Reading, bytes: &'a [u8], spot: &'a Spot) -> Self {
        Self {
            bytes,
            spot,
            window: Window::open(reading, bytes, spot),
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
    expected: &[u8],
    actual: &[u8],
    parting: &Parting,
) -> Drawing {
    let deadline = Instant::now() + TIME_TO_DRAW;
    draw_until(deadline, reading, unit, expected, actual, parting)
}

fn draw_until(
    deadline: Instant,
    reading: &dyn Reading,
    unit: Unit,
    expected: &[u8],
    actual: &[u8],
    parting: &Parting,
) -> Drawing {
    let expected = Text::new(reading, expected, &parting.expected);
    let actual = Text::new(reading, actual, &parting.actual);
    let alignment = match unit {
        Unit::Line => align::by_line(reading, &expected, &actual, deadline),
        Unit::Token => align::by_token(reading, &expected, &actual, deadline),
        Unit::WhiteSpace => gaps::align(&expected, &actual),
    };
    let late = Instant::now() > deadline;
    rows::put(reading, &expected, &actual, &alignment, late)
}
