//! References for POJ 3279 Fliptile.
//!
//! Among the presses that make a board white, the answer is the one with the fewest flips,
//! then the least in lexicographic order of its text, row by row from the top.

mod elimination;
mod every_press;
mod first_row;

use crate::board::fliptile::{Cells, IMPOSSIBLE, parse, print_cells};
use crate::method::Error;

pub use elimination::{Elimination, Solution, nullity, solve};
pub use every_press::EveryPress;
pub use first_row::FirstRow;

fn answer_each(input: &[u8], presses: impl Fn(&Cells) -> Option<Cells>) -> Result<Vec<u8>, Error> {
    let boards = parse(input)?;
    let answers: String = boards
        .iter()
        .map(|board| text(presses(board).as_ref()))
        .collect();
    Ok(answers.into_bytes())
}

/// The answer with its line ends; `None` is impossible.
pub fn text(presses: Option<&Cells>) -> String {
    presses.map_or_else(|| format!("{IMPOSSIBLE}\n"), print_cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fliptile::{LARGEST, print};
    use crate::method::Method;
    use proptest::prelude::*;

    #[test]
    fn three_methods_agree_on_every_board_of_every_small_size() {
        for (rows, columns) in (1..=10).flat_map(|rows| (1..=10 / rows).map(move |n| (rows, n))) {
            let all = EveryPress::new(rows, columns).unwrap();
            for number in 0..1 << (rows * columns) {
                let board = Cells::from_number(rows, columns, number);
                let presses = all.least(number);
                assert_eq!(first_row::least(&board), presses, "{board:?}");
                let solved = solve(&board).map(|solution| solution.presses);
                assert_eq!(solved, presses, "{board:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn two_methods_agree_on_boards_of_every_size(
            rows in 1..=LARGEST,
            columns in 1..=LARGEST,
            bits in prop::collection::vec(any::<bool>(), LARGEST * LARGEST),
            solvable: bool,
        ) {
            let mut board = Cells::zero(rows, columns);
            for (cell, _) in bits.iter().take(rows * columns).enumerate().filter(|(_, bit)| **bit) {
                let (row, column) = (cell / columns, cell % columns);
                if solvable { board.press(row, column) } else { board.toggle(row, column) }
            }
            let input = print(&board).into_bytes();
            let answer = Elimination.answer(&input).unwrap();
            prop_assert_eq!(FirstRow.answer(&input).unwrap(), &answer[..]);
            prop_assert!(!solvable || answer != b"IMPOSSIBLE\n");
        }
    }
}
