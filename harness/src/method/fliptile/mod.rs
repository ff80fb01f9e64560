//! References for POJ 3279 Fliptile.
//!
//! Among the presses that make a board white, the answer is the one with the fewest flips,
//! then the least in lexicographic order of its text, row by row from the top.

mod elimination;
mod every_press;
mod first_row;

use crate::board::fliptile::{Cells, IMPOSSIBLE, parse, print_cells};
use crate::method::Error;

pub use super::one_size::nullity;
pub use elimination::{Elimination, Solution, solve};
pub use every_press::EveryPress;
pub use first_row::{FirstRow, least_of};

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
    use crate::method::{Method, OneSize};
    use proptest::prelude::*;

    #[test]
    fn elimination_and_every_press_agree_on_every_board_of_every_size_up_to_4_by_5() {
        for (rows, columns) in (1..=4).flat_map(|rows| (1..=5).map(move |n| (rows, n))) {
            let size = OneSize::new(rows, columns).unwrap();
            let all = EveryPress::new(rows, columns).unwrap();
            for number in 0..size.boards() {
                let presses = size.least(number);
                assert_eq!(all.least_number(number), presses, "{rows}x{columns}");
            }
        }
    }

    #[test]
    fn the_search_on_numbers_agrees_with_elimination() {
        let small = (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns, 1)));
        // Some of the boards of larger sizes.
        let large = [(4, 5, 61), (5, 5, 16_127), (3, 15, 1 << 40 | 1)];
        for (rows, columns, step) in small.chain(large) {
            let size = OneSize::new(rows, columns).unwrap();
            for number in (0..size.boards()).step_by(step) {
                let presses = size.least(number);
                assert_eq!(least_of(rows, columns, number), presses, "{rows}x{columns}");
            }
        }
    }

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
