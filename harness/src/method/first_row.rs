//! The search over first rows of presses: every later row is forced, since only the tile
//! below can still turn a tile whose row is done.

use crate::board::fliptile::LARGEST;

/// First rows that are tried together: they go through the same steps, so that the compiler
/// takes several at once.
const TOGETHER: [u16; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The rows of a board that is a number with a bit for each of at most 64 tiles, the last tile
/// lowest. Only the first `rows` of them count.
pub(super) fn rows_of(board: u64, rows: usize, columns: usize) -> [u16; LARGEST] {
    let mut all = [0; LARGEST];
    let mut rest = board;
    for row in all.iter_mut().take(rows).rev() {
        *row = (rest & 0x7fff) as u16 & in_use(columns);
        rest >>= columns;
    }
    all
}

/// The presses of the first row, and how many presses there are in all, of the answer with the
/// fewest and of these with the least first row; `None` when no first row leads to a board of
/// zeros. `columns` is in `1..=15`.
pub(super) fn least(rows: &[u16], columns: usize) -> Option<(u16, u32)> {
    let all = in_use(columns);
    let mut least: Option<(u16, u32)> = None;
    for start in (0..=all).step_by(TOGETHER.len()) {
        let left = left_over(rows, all, start);
        // Most boards have few solutions or none, so it is asked for all at once first.
        if !left.iter().fold(false, |any, left| any | (*left == 0)) {
            continue;
        }
        for (first, _) in (start..=all).zip(left).filter(|(_, left)| *left == 0) {
            let count = presses(rows, columns, first).map(u16::count_ones).sum();
            // Of equally few the first is the least.
            if least.is_none_or(|(_, fewest)| count < fewest) {
                least = Some((first, count));
            }
        }
    }
    least
}

/// The presses of each row, beginning with `first`.
pub(super) fn presses(
    rows: &[u16],
    columns: usize,
    first: u16,
) -> impl Iterator<Item = u16> + use<'_> {
    let all = in_use(columns);
    let (mut above, mut presses) = (0, first);
    rows.iter().map(move |tiles| {
        let here = presses;
        (above, presses) = (here, below(*tiles, above, here, all));
        here
    })
}

/// What each of sixteen first rows from `start` on leaves in the last row.
fn left_over(rows: &[u16], all: u16, start: u16) -> [u16; TOGETHER.len()] {
    let mut above = [0; TOGETHER.len()];
    let mut presses = TOGETHER.map(|place| start + place);
    for tiles in rows {
        for (above, presses) in above.iter_mut().zip(&mut presses) {
            (*above, *presses) = (*presses, below(*tiles, *above, *presses, all));
        }
    }
    presses
}

/// The presses of the row below, which turn what this row and the one above leave.
const fn below(tiles: u16, above: u16, presses: u16, all: u16) -> u16 {
    (tiles ^ above ^ presses ^ presses << 1 ^ presses >> 1) & all
}

const fn in_use(columns: usize) -> u16 {
    (1 << columns) - 1
}
