use super::answer_each;
use crate::board::fliptile::Cells;
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
type Bits = [u64; 4];

/// The place of an equation's right side: behind the 225 tiles of the largest board.
const RIGHT: usize = 255;

/// The answer for a board; `None` is impossible.
pub fn solve(board: &Cells) -> Option<Solution> {
    let tiles = board.n_rows() * board.n_columns();
    let (pivots, contradiction) = eliminate(equations(board), tiles);
    if contradiction {
        return None;
    }
    let null_space = null_space(&pivots, tiles);
    let mut candidate = Bits::default();
    for (tile, equation) in &pivots {
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

/// How many independent ways there are to press tiles of a size without any effect.
pub fn nullity(rows: usize, columns: usize) -> usize {
    let board = Cells::zero(rows, columns);
    let tiles = board.n_rows() * board.n_columns();
    tiles - eliminate(equations(&board), tiles).0.len()
}

/// For each tile: the presses that turn it, and on the right whether it must turn.
fn equations(board: &Cells) -> Vec<Bits> {
    let columns = board.n_columns();
    let tiles = board.n_rows() * columns;
    let equation = |tile: usize| {
        let mut reach = Cells::zero(board.n_rows(), columns);
        // The presses that turn a tile are the tiles that a press of it turns.
        reach.press(tile / columns, tile % columns);
        let mut bits = Bits::default();
        for other in (0..tiles).filter(|other| reach.get(other / columns, other % columns)) {
            flip(&mut bits, other);
        }
        if board.get(tile / columns, tile % columns) {
            flip(&mut bits, RIGHT);
        }
        bits
    };
    (0..tiles).map(equation).collect()
}

/// Solves for one tile after the other: each tile that could be solved for, with its equation,
/// in which no other such tile stands. And whether an equation without tiles says 0 = 1.
fn eliminate(mut equations: Vec<Bits>, tiles: usize) -> (Vec<(usize, Bits)>, bool) {
    let mut solved = Vec::new();
    for tile in 0..tiles {
        let done = solved.len();
        let Some(found) = (done..equations.len()).find(|&place| has(&equations[place], tile))
        else {
            continue;
        };
        equations.swap(done, found);
        let pivot = equations[done];
        for (place, equation) in equations.iter_mut().enumerate() {
            if place != done && has(equation, tile) {
                *equation = sum(equation, &pivot);
            }
        }
        solved.push(tile);
    }
    let contradiction = equations[solved.len()..]
        .iter()
        .any(|equation| has(equation, RIGHT));
    (solved.into_iter().zip(equations).collect(), contradiction)
}

/// A basis of the presses without effect: one for each tile that was not solved for.
fn null_space(pivots: &[(usize, Bits)], tiles: usize) -> Vec<Bits> {
    let is_free = |tile: &usize| pivots.iter().all(|(solved, _)| solved != tile);
    let quiet = |free: usize| {
        let mut bits = Bits::default();
        flip(&mut bits, free);
        for (tile, _) in pivots.iter().filter(|(_, equation)| has(equation, free)) {
            flip(&mut bits, *tile);
        }
        bits
    };
    (0..tiles).filter(is_free).map(quiet).collect()
}

fn cells(bits: &Bits, board: &Cells) -> Cells {
    let columns = board.n_columns();
    let mut cells = Cells::zero(board.n_rows(), columns);
    for tile in (0..board.n_rows() * columns).filter(|&tile| has(bits, tile)) {
        cells.toggle(tile / columns, tile % columns);
    }
    cells
}

fn has(bits: &Bits, place: usize) -> bool {
    bits[place / 64] << (place % 64) >> 63 == 1
}

fn flip(bits: &mut Bits, place: usize) {
    bits[place / 64] ^= 1 << (63 - place % 64);
}

fn sum(one: &Bits, other: &Bits) -> Bits {
    std::array::from_fn(|word| one[word] ^ other[word])
}

fn ones(bits: &Bits) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::fliptile::EveryPress;

    #[test]
    fn squares_have_the_known_nullity() {
        let squares: Vec<_> = (1..=15).map(|side| nullity(side, side)).collect();
        assert_eq!(squares, [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0]);
    }

    #[test]
    fn a_size_and_its_turned_size_have_the_same_nullity() {
        for (rows, columns) in (1..=15).flat_map(|rows| (1..rows).map(move |n| (rows, n))) {
            assert_eq!(nullity(rows, columns), nullity(columns, rows));
        }
        assert_eq!((nullity(1, 2), nullity(11, 15)), (1, 8));
    }

    #[test]
    fn as_many_boards_as_the_nullity_says_can_be_made_white() {
        for (rows, columns) in [(1, 2), (2, 3), (3, 4), (4, 4), (1, 11)] {
            let all = EveryPress::new(rows, columns).unwrap();
            let solvable = (0..all.boards()).filter(|&number| all.least(number).is_some());
            assert_eq!(
                solvable.count() << nullity(rows, columns),
                1 << (rows * columns)
            );
        }
    }

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
