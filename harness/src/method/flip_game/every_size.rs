use crate::method::OneSize;

/// The least number of rounds for a board of a size, a bit for each piece, row by row; `None`
/// is impossible.
///
/// Source: POJ 1753 asks for one colour, whichever it is, of 4 × 4 pieces; other sizes are
/// meant alike.
pub fn least_rounds(size: &OneSize, board: u64) -> Option<u32> {
    let goals = [board, board ^ size.all()];
    let presses = goals.into_iter().filter_map(|board| size.least(board));
    presses.map(u64::count_ones).min()
}
