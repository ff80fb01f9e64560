use super::answer_each;
use crate::board::fliptile::Cells;
use crate::method::{Error, Method, first_row};

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
    let columns = board.n_columns();
    // First rows come in the order of their text, and a first row decides all later ones.
    let (first, _) = first_row::least(board.rows(), columns)?;
    let mut answer = Cells::zero(board.n_rows(), columns);
    let presses = first_row::presses(board.rows(), columns, first);
    for (row, presses) in presses.enumerate() {
        for column in (0..columns).filter(|column| presses >> (columns - 1 - column) & 1 == 1) {
            answer.toggle(row, column);
        }
    }
    Some(answer)
}

/// The answer for the board of this number, as [`Cells::from_number`] counts, and as such a
/// number: the search without a board as text. At most 60 tiles, and 15 columns.
pub fn least_of(rows: usize, columns: usize, number: u64) -> Option<u64> {
    let board = first_row::rows_of(number, rows, columns);
    let board = &board[..rows];
    let (first, _) = first_row::least(board, columns)?;
    let presses = first_row::presses(board, columns, first);
    Some(presses.fold(0, |number, row| number << columns | u64::from(row)))
}
