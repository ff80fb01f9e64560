//! References for POJ 1753 Flip Game.

mod first_row;
mod outwards;

use crate::board::flip_game::IMPOSSIBLE;
use crate::method::Error;

pub use first_row::FirstRow;
pub use outwards::{Outwards, rounds};

/// One line for each board of an input.
fn answer_each(input: &[u8], rounds: impl Fn(u16) -> Option<u32>) -> Result<Vec<u8>, Error> {
    let boards = crate::board::flip_game::parse(input)?;
    let lines: String = boards
        .into_iter()
        .map(|board| line(rounds(board)) + "\n")
        .collect();
    Ok(lines.into_bytes())
}

/// The answer for a least number of rounds, without a line end; `None` is impossible.
pub fn line(rounds: Option<u32>) -> String {
    rounds.map_or_else(|| IMPOSSIBLE.to_owned(), |rounds| rounds.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_methods_agree_on_every_board() {
        for board in 0..=u16::MAX {
            assert_eq!(rounds(board), first_row::rounds(board), "{board:#018b}");
        }
    }
}
