use super::answer_each;
use crate::board::flip_game::SIDE;
use crate::method::{Error, Method, first_row};

/// Tries each of the 16 first rows of presses: every later row is forced, since only the
/// piece below can still turn a piece whose row is done. Once for each of the two goals.
#[derive(Clone, Copy, Debug)]
pub struct FirstRow;

impl Method for FirstRow {
    fn name(&self) -> &'static str {
        "first row"
    }

    fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error> {
        answer_each(input, rounds)
    }
}

pub(super) fn rounds(board: u16) -> Option<u32> {
    rounds_of(SIDE as usize, SIDE as usize, board.into())
}

/// The least number of rounds for a board of any size of at most 60 pieces and 15 a side, a bit
/// for each piece, row by row; `None` is impossible.
pub fn rounds_of(rows: usize, columns: usize, board: u64) -> Option<u32> {
    // To make all black is to make the board of the other sides all white.
    let goals = [board, !board];
    let rounds = goals.into_iter().filter_map(|board| {
        let board = first_row::rows_of(board, rows, columns);
        let (_, rounds) = first_row::least(&board[..rows], columns)?;
        Some(rounds)
    });
    rounds.min()
}
