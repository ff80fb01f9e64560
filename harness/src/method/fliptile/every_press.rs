use crate::board::fliptile::{Cells, LARGEST};

/// The answers for all boards of one small size, found by trying all presses.
///
/// It takes 8 bytes for each board: 8 MiB for 20 tiles.
#[derive(Clone, Debug)]
pub struct EveryPress {
    rows: usize,
    columns: usize,
    /// The answer for each board, by the numbers of [`Cells::from_number`].
    least: Vec<Option<u32>>,
}

impl EveryPress {
    /// The most tiles of a board.
    pub const MOST_TILES: usize = 20;

    /// Tries all presses of a size; `None` when it has more than 20 tiles or a side outside
    /// `1..=15`.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let sides = 1..=LARGEST;
        let fits =
            sides.contains(&rows) && sides.contains(&columns) && rows * columns <= Self::MOST_TILES;
        fits.then(|| Self {
            rows,
            columns,
            least: try_all(&crosses(rows, columns)),
        })
    }

    /// How many boards there are.
    pub fn boards(&self) -> u64 {
        self.least.len() as u64
    }

    /// The answer for the board of this number; `None` is impossible, or no such board.
    pub fn least(&self, number: u64) -> Option<Cells> {
        let presses = self.least_number(number)?;
        Some(Cells::from_number(self.rows, self.columns, presses))
    }

    /// The same as a number of [`Cells::from_number`].
    pub fn least_number(&self, number: u64) -> Option<u64> {
        let presses = *self.least.get(usize::try_from(number).ok()?)?;
        presses.map(u64::from)
    }
}

/// What each tile turns when it is pressed, from the last tile, which is the lowest bit.
fn crosses(rows: usize, columns: usize) -> Vec<u32> {
    let tiles = rows * columns;
    let cross = |pressed: usize| {
        let (row, column) = (pressed / columns, pressed % columns);
        (0..tiles)
            .filter(|tile| (tile / columns).abs_diff(row) + (tile % columns).abs_diff(column) <= 1)
            .map(|tile| 1 << (tiles - 1 - tile))
            .sum()
    };
    (0..tiles).rev().map(cross).collect()
}

fn try_all(crosses: &[u32]) -> Vec<Option<u32>> {
    let mut least: Vec<Option<u32>> = vec![None; 1 << crosses.len()];
    let (mut presses, mut turned) = (0_u32, 0);
    for step in 1..=1_u32 << crosses.len() {
        let best = &mut least[turned as usize];
        let is_better = |best: u32| (presses.count_ones(), presses) < (best.count_ones(), best);
        if best.is_none_or(is_better) {
            *best = Some(presses);
        }
        // A Gray code: from one set of presses to the next there is one tile to press.
        let tile = step.trailing_zeros() as usize;
        presses ^= 1 << tile;
        turned ^= crosses.get(tile).unwrap_or(&0);
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_is_too_large_is_refused() {
        assert!(EveryPress::new(3, 7).is_none());
        assert!(EveryPress::new(0, 7).is_none());
        assert!(EveryPress::new(1, 16).is_none());
        assert!(EveryPress::new(usize::MAX, 2).is_none());
        assert!(EveryPress::new(1, 1).is_some_and(|all| all.boards() == 2));
    }

    #[test]
    fn of_equally_many_flips_the_first_in_text_order_is_right() {
        let all = EveryPress::new(1, 2).unwrap();
        assert_eq!(all.least(0b11), Some(Cells::from_number(1, 2, 0b01)));
        assert_eq!(all.least(0b10), None);
        assert_eq!(all.least(4), None);
    }
}
