use super::answer_each;
use crate::board::fliptile::Cells;
use crate::method::gf2::{self, eliminate, flip, has, ones, sum};
use crate::method::one_size::cross;
use crate::method::{Error, Method};

/// Gauss-Jordan elimination over GF(2) with one unknown for each tile, at most 225, and then
/// all sums of the null space.
#[derive(Clone, Copy, Debug)]
pub struct Elimination;

impl Method for Elimination {
    fn name(&self) -> &'static str {
        "elimination"
    }

    fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error> {
        answer_each(input, |board| solve(board).map(|solution| solution.presses))
    }
}

/// The answer for one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The least presses.
    pub presses: Cells,
    /// How many presses make the board white with as few flips, these included.
    pub equally_few: usize,
}

/// One bit for each tile, the first tile highest, so that arrays compare as their text does;
/// one more, [`RIGHT`], is the right side of an equation.
type Bits = gf2::Bits<4>;

/// The place of an equation's right side: behind the 225 tiles of the largest board.
const RIGHT: usize = 255;

/// The answer for a board; `None` is impossible.
pub fn solve(board: &Cells) -> Option<Solution> {
    let tiles = board.n_rows() * board.n_columns();
    let eliminated = eliminate(equations(board), tiles);
    let mut contradictions = eliminated.without_unknowns.iter();
    if contradictions.any(|equation| has(equation, RIGHT)) {
        return None;
    }
    let null_space = eliminated.null_space(tiles);
    let mut candidate = Bits::default();
    for (tile, equation) in &eliminated.solved {
        if has(equation, RIGHT) {
            flip(&mut candidate, *tile);
        }
    }
    let (mut least, mut equally_few) = (candidate, 1);
    // A Gray code: each step differs from the one before by one vector of the null space.
    for step in 1..1_usize << null_space.len() {
        candidate = sum(&candidate, &null_space[step.trailing_zeros() as usize]);
        if ones(&candidate) == ones(&least) {
            equally_few += 1;
            least = least.min(candidate);
        } else if ones(&candidate) < ones(&least) {
            (least, equally_few) = (candidate, 1);
        }
    }
    Some(Solution {
        presses: cells(&least, board),
        equally_few,
    })
}

/// For each tile: the presses that turn it, and on the right whether it must turn.
fn equations(board: &Cells) -> Vec<Bits> {
    let (rows, columns) = (board.n_rows(), board.n_columns());
    let equation = |tile: usize| {
        let mut bits = cross(rows, columns, tile);
        if board.get(tile / columns, tile % columns) {
            flip(&mut bits, RIGHT);
        }
        bits
    };
    (0..rows * columns).map(equation).collect()
}

fn cells(bits: &Bits, board: &Cells) -> Cells {
    let columns = board.n_columns();
    let mut cells = Cells::zero(board.n_rows(), columns);
    for tile in (0..board.n_rows() * columns).filter(|&tile| has(bits, tile)) {
        cells.toggle(tile / columns, tile % columns);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_as_few_flips_are_counted() {
        for number in 0..1 << 8 {
            let board = Cells::from_number(2, 4, number);
            let white = |presses: &Cells| board.after(presses).ones() == 0;
            let flips: Vec<_> = (0..1 << 8)
                .map(|presses| Cells::from_number(2, 4, presses))
                .filter(white)
                .map(|presses| presses.ones())
                .collect();
            let least = flips.iter().min();
            let counted = solve(&board).map_or(0, |solution| solution.equally_few);
            let equally_few = flips.iter().filter(|flips| Some(*flips) == least).count();
            assert_eq!(counted, equally_few);
        }
    }
}
