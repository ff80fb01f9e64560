use std::ops::Range;

use crate::diff::{Lines, Parting, Reading, Spot, Unit, draw};
use crate::model::{Difference, Hint};

/// How many bytes of a token or of white space are kept, and how many of them before the
/// place where it differs.
const KEPT: usize = 80;
const KEPT_BEFORE: usize = 40;

/// The two texts as far as they count.
pub(super) struct Pair<'a> {
    pub(super) expected: &'a [u8],
    pub(super) actual: &'a [u8],
}

/// All that is told of two texts that part at a place.
pub(super) fn describe(
    reading: &dyn Reading,
    unit: Unit,
    pair: &Pair<'_>,
    parting: &Parting,
    hints: Vec<Hint>,
) -> Difference {
    let is_long = [&parting.expected, &parting.actual]
        .iter()
        .any(|spot| spot.what.as_ref().is_some_and(|what| what.len() > KEPT));
    let drawing = draw(reading, unit, pair.expected, pair.actual, parting);
    Difference {
        line: parting.actual.line,
        column: parting.actual.at - parting.actual.line_start + 1,
        expected: excerpt(pair.expected, &parting.expected, is_long),
        actual: excerpt(pair.actual, &parting.actual, is_long),
        differing_lines: differing_lines(reading, pair),
        hints,
        rows: drawing.rows,
        cut: drawing.cut,
    }
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

/// How many lines differ from the line of the same number, a missing one included.
fn differing_lines(reading: &dyn Reading, pair: &Pair<'_>) -> usize {
    let mut expected = Lines::starting_at(pair.expected, 0);
    let mut actual = Lines::starting_at(pair.actual, 0);
    let mut n_differing = 0;
    loop {
        match (expected.next(), actual.next()) {
            (None, None) => return n_differing,
            (Some(old), Some(new)) => {
                let same = reading.same_line(&pair.expected[old], &pair.actual[new]);
                n_differing += usize::from(!same);
            }
            _ => n_differing += 1,
        }
    }
}
