use std::ops::Range;

use crate::diff::{Lines, Parting, Reading, Spot, Unit, draw};
use crate::model::{Difference, Hint};

/// How many bytes of a token are kept, and how many of them before the place where a longer
/// one differs.
const TOKEN_BYTES: usize = 80;
const BYTES_BEFORE: usize = 40;

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
    let drawing = draw(reading, unit, pair.expected, pair.actual, parting);
    Difference {
        line: parting.actual.line,
        column: parting.actual.at - parting.actual.line_start + 1,
        expected: excerpt(pair.expected, &parting.expected),
        actual: excerpt(pair.actual, &parting.actual),
        differing_lines: differing_lines(reading, pair),
        hints,
        rows: drawing.rows,
        cut: drawing.cut,
    }
}

/// What stands at a place; of a long token, the part around it.
fn excerpt(bytes: &[u8], spot: &Spot) -> Option<Vec<u8>> {
    let Range { start, end } = spot.what.clone()?;
    let latest = end.saturating_sub(TOKEN_BYTES).max(start);
    let start = spot.at.saturating_sub(BYTES_BEFORE).clamp(start, latest);
    Some(bytes[start..end.min(start + TOKEN_BYTES)].to_vec())
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
