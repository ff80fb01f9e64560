//! References for POJ 1753 Flip Game.

mod every_size;
mod first_row;
mod outwards;

use crate::board::flip_game::IMPOSSIBLE;
use crate::method::Error;

pub use every_size::least_rounds;
pub use first_row::{FirstRow, rounds_of};
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
    use crate::method::OneSize;
    use crate::method::fliptile::EveryPress;

    #[test]
    fn three_methods_agree_on_every_board() {
        let size = OneSize::new(4, 4).unwrap();
        for board in 0..=u16::MAX {
            let rounds = rounds(board);
            assert_eq!(first_row::rounds(board), rounds, "{board:#018b}");
            assert_eq!(least_rounds(&size, board.into()), rounds, "{board:#018b}");
        }
    }

    #[test]
    fn elimination_and_every_press_agree_on_every_board_of_every_size_up_to_4_by_5() {
        for (rows, columns) in (1..=4).flat_map(|rows| (1..=5).map(move |n| (rows, n))) {
            let size = OneSize::new(rows, columns).unwrap();
            let all = EveryPress::new(rows, columns).unwrap();
            let presses = |board| all.least_number(board).map(u64::count_ones);
            for board in 0..size.boards() {
                let goals = [presses(board), presses(board ^ size.all())];
                let rounds = goals.into_iter().flatten().min();
                assert_eq!(least_rounds(&size, board), rounds, "{rows}x{columns}");
            }
        }
    }

    #[test]
    fn the_search_agrees_with_elimination_on_boards_of_other_sizes() {
        for (rows, columns, step) in [(1, 5, 1), (2, 4, 1), (3, 4, 1), (4, 5, 127), (5, 5, 32_003)]
        {
            let size = OneSize::new(rows, columns).unwrap();
            for board in (0..size.boards()).step_by(step) {
                let rounds = least_rounds(&size, board);
                assert_eq!(rounds_of(rows, columns, board), rounds, "{rows}x{columns}");
            }
        }
    }
}
