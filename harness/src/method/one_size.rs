use std::ops::BitXor;

use super::gf2::{Bits, eliminate, flip, has};

/// All boards of one size, solved at once: one elimination over GF(2) for the size, then two
/// or three look-ups and a walk of the null space for each board.
///
/// A board is a number with a bit for each tile, row by row, and so are presses. Whether the
/// first tile is the highest bit or the lowest does not matter: a board that is turned by half
/// a turn has its bits in the other order.
#[derive(Clone, Debug)]
pub struct OneSize {
    tiles: usize,
    /// What each value of ten bits of a board comes to, the lowest ten first.
    tables: Vec<Vec<Particular>>,
    /// A basis of the presses without effect.
    quiet: Vec<u64>,
}

/// Presses that make a board white but for what is left over. That of a sum of boards is the
/// sum.
#[derive(Clone, Copy, Debug, Default)]
struct Particular {
    presses: u64,
    left_over: u64,
}

impl BitXor for Particular {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self {
            presses: self.presses ^ other.presses,
            left_over: self.left_over ^ other.left_over,
        }
    }
}

/// Bits of a board that are looked up together.
const TOGETHER: usize = 10;

/// Place of the first tile of a board on the right side of the equations.
const RIGHT: usize = 64;

impl OneSize {
    /// The most tiles of a board.
    pub const MOST_TILES: usize = 60;

    /// Solves a size; `None` when it has no tiles or more than 60.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let tiles = rows
            .checked_mul(columns)
            .filter(|tiles| (1..=Self::MOST_TILES).contains(tiles))?;
        let equation = |tile: usize| {
            let mut bits: Bits<2> = cross(rows, columns, tile);
            flip(&mut bits, RIGHT + tile);
            bits
        };
        let eliminated = eliminate((0..tiles).map(equation).collect(), tiles);
        // The part that each tile of a board has, the last tile first: it is the lowest bit.
        let parts = (0..tiles).rev().map(|tile| {
            let solved = eliminated
                .solved
                .iter()
                .map(|(unknown, one)| (*unknown, one));
            let contradictions = eliminated.without_unknowns.iter().enumerate();
            Particular {
                presses: sum_of_bits(solved, tile, |unknown| tiles - 1 - unknown),
                left_over: sum_of_bits(contradictions, tile, |place| place),
            }
        });
        let parts: Vec<_> = parts.collect();
        let quiet = eliminated.null_space(tiles);
        Some(Self {
            tiles,
            tables: parts.chunks(TOGETHER).map(table).collect(),
            quiet: quiet.iter().map(|bits| bits[0] >> (64 - tiles)).collect(),
        })
    }

    /// How many boards there are: 2 to the power of the tiles.
    pub const fn boards(&self) -> u64 {
        1 << self.tiles
    }

    /// The board with every bit set.
    pub const fn all(&self) -> u64 {
        self.boards() - 1
    }

    /// The fewest presses that turn every 1 of a board to 0, and of equally few the least
    /// number; `None` when none do.
    pub fn least(&self, board: u64) -> Option<u64> {
        let tables = self.tables.iter().enumerate();
        let particular = tables.fold(Particular::default(), |sum, (place, table)| {
            sum ^ table[(board >> (TOGETHER * place) & 0x3ff) as usize]
        });
        (particular.left_over == 0).then(|| self.walk(particular.presses))
    }

    /// The least of what has the same effect as these presses.
    fn walk(&self, presses: u64) -> u64 {
        let (mut least, mut candidate) = (presses, presses);
        // A Gray code: each step differs from the one before by one vector of the null space.
        for step in 1..1_u64 << self.quiet.len() {
            candidate ^= self.quiet[step.trailing_zeros() as usize];
            if (candidate.count_ones(), candidate) < (least.count_ones(), least) {
                least = candidate;
            }
        }
        least
    }
}

/// How many independent ways there are to press tiles of a size without any effect. Sizes of
/// up to 448 tiles, such as 20 × 20; 0 for a size without tiles or with more.
pub fn nullity(rows: usize, columns: usize) -> usize {
    let tiles = rows.saturating_mul(columns);
    if tiles > 7 * 64 {
        return 0;
    }
    let crosses = (0..tiles).map(|tile| cross::<7>(rows, columns, tile));
    tiles - eliminate(crosses.collect(), tiles).solved.len()
}

/// What a press of a tile turns, which is also what turns the tile.
pub(super) fn cross<const WORDS: usize>(rows: usize, columns: usize, tile: usize) -> Bits<WORDS> {
    let (row, column) = (tile / columns, tile % columns);
    let mut bits = [0; WORDS];
    for other in 0..rows * columns {
        if (other / columns).abs_diff(row) + (other % columns).abs_diff(column) <= 1 {
            flip(&mut bits, other);
        }
    }
    bits
}

/// The bits of those equations on whose right side this tile stands.
fn sum_of_bits<'a>(
    equations: impl Iterator<Item = (usize, &'a Bits<2>)>,
    tile: usize,
    bit: impl Fn(usize) -> usize,
) -> u64 {
    equations
        .filter(|(_, equation)| has(equation, RIGHT + tile))
        .map(|(place, _)| 1 << bit(place))
        .sum()
}

/// What each value of so many bits comes to; `parts` are those of the single bits.
fn table(parts: &[Particular]) -> Vec<Particular> {
    let mut table = vec![Particular::default()];
    for part in parts {
        let without = table.clone();
        table.extend(without.into_iter().map(|one| one ^ *part));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_published_nullity() {
        let squares: Vec<_> = (1..=20).map(|side| nullity(side, side)).collect();
        let published = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
        assert_eq!(squares, published);
    }

    #[test]
    fn up_to_15_by_15_nullity_is_8_at_9_by_9_and_11_by_15_and_nowhere_more() {
        let sizes = (1..=15).flat_map(|rows| (1..=rows).map(move |columns| (rows, columns)));
        let most: Vec<_> = sizes
            .filter(|(rows, columns)| nullity(*rows, *columns) >= 8)
            .collect();
        assert_eq!(most, [(9, 9), (15, 11)]);
        assert_eq!((nullity(9, 9), nullity(15, 11)), (8, 8));
    }

    #[test]
    fn a_size_and_its_turned_size_have_the_same_nullity() {
        for (rows, columns) in (1..=15).flat_map(|rows| (1..rows).map(move |n| (rows, n))) {
            assert_eq!(nullity(rows, columns), nullity(columns, rows));
        }
        assert_eq!((nullity(1, 2), nullity(0, 3), nullity(21, 22)), (1, 0, 0));
    }

    #[test]
    fn a_size_without_tiles_or_with_too_many_is_refused() {
        for (rows, columns) in [(0, 3), (3, 0), (61, 1), (8, 8), (usize::MAX, 2)] {
            assert!(OneSize::new(rows, columns).is_none());
        }
        assert!(OneSize::new(4, 15).is_some_and(|size| size.boards() == 1 << 60));
    }

    #[test]
    fn as_many_boards_as_the_nullity_says_can_be_made_white() {
        for (rows, columns) in [(1, 2), (2, 3), (3, 4), (4, 4), (1, 11)] {
            let size = OneSize::new(rows, columns).unwrap();
            let solvable = (0..size.boards()).filter(|&board| size.least(board).is_some());
            assert_eq!(
                (solvable.count() as u64) << nullity(rows, columns),
                size.boards()
            );
        }
    }
}
