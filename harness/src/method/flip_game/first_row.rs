use super::answer_each;
use crate::method::{Error, Method};

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
    // To make all black is to make the board of the other sides all white.
    let goals = [board, !board];
    let tries = goals
        .into_iter()
        .flat_map(|board| (0..16).map(move |first| chase(board, first)));
    tries.flatten().min()
}

/// The presses that make a board white, beginning with the first row `presses`; `None` when
/// a piece of the last row stays black.
fn chase(board: u16, first: u16) -> Option<u32> {
    let (mut above, mut presses, mut count) = (0, first, 0);
    for row in 0..4 {
        count += presses.count_ones();
        let across = (presses ^ presses << 1 ^ presses >> 1) & 0b1111;
        let black = (board >> (4 * row) & 0b1111) ^ across ^ above;
        // What is black here is pressed from below; what is pressed here turned the row below.
        (above, presses) = (presses, black);
    }
    (presses == 0).then_some(count)
}
