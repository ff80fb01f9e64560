use super::answer_each;
use crate::board::fliptile::Cells;
use crate::method::{Error, Method};

/// Tries each first row of presses, at most 2^15: every later row is forced, since only the
/// tile below can still turn a tile whose row is done.
#[derive(Clone, Copy, Debug)]
pub struct FirstRow;

impl Method for FirstRow {
    fn name(&self) -> &'static str {
        "first row"
    }

    fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error> {
        answer_each(input, least)
    }
}

/// The answer for one board; `None` is impossible.
pub(super) fn least(board: &Cells) -> Option<Cells> {
    let all = (1_u16 << board.n_columns()) - 1;
    // First rows come in the order of their text, and a first row decides all later ones: of
    // equally many flips the first found is the least, and `min_by_key` keeps the first.
    let (_, first) = (0..=all)
        .filter_map(|first| Some((chase(board, first, all)?, first)))
        .min_by_key(|(flips, _)| *flips)?;
    Some(write_out(board, first, all))
}

/// The flips that make a board white, beginning with the row `first`; `None` when a tile of
/// the last row stays black.
fn chase(board: &Cells, first: u16, all: u16) -> Option<u32> {
    let (mut above, mut presses, mut flips) = (0, first, 0);
    for tiles in board.rows() {
        flips += presses.count_ones();
        (above, presses) = (presses, below(*tiles, above, presses, all));
    }
    (presses == 0).then_some(flips)
}

/// The presses of the row below, which turn what this row and the one above leave black.
fn below(tiles: u16, above: u16, presses: u16, all: u16) -> u16 {
    (tiles ^ above ^ presses ^ presses << 1 ^ presses >> 1) & all
}

fn write_out(board: &Cells, first: u16, all: u16) -> Cells {
    let columns = board.n_columns();
    let mut answer = Cells::zero(board.n_rows(), columns);
    let (mut above, mut presses) = (0, first);
    for (row, tiles) in board.rows().iter().enumerate() {
        for column in 0..columns {
            if presses >> (columns - 1 - column) & 1 == 1 {
                answer.toggle(row, column);
            }
        }
        (above, presses) = (presses, below(*tiles, above, presses, all));
    }
    answer
}
