use super::list::{reduce, reduce_together};
use super::{Halt, Search, text};
use crate::board::flip_game::{PIECES, parse, print};

/// How many pieces are cleared together at most. A single piece can hardly ever be cleared
/// alone: it turns a board with an answer into one without.
const TOGETHER: usize = 4;

/// Boards of so few pieces are all tried at the end.
const FEW: u32 = 3;

/// Drops boards, then clears black pieces of those that are left.
pub(super) fn shrink(search: &mut Search<'_>) -> Result<(), Halt> {
    let Ok(mut boards) = parse(&search.best) else {
        return text::shrink(search);
    };
    let write = |boards: &[u16]| boards.iter().copied().map(print).collect::<String>().into();
    reduce(search, &mut boards, 1, &write)?;
    for place in 0..boards.len() {
        clear(search, &mut boards, place)?;
    }
    Ok(())
}

fn clear(search: &mut Search<'_>, boards: &mut [u16], place: usize) -> Result<(), Halt> {
    let first = boards[place];
    let with = |board: u16| {
        let mut all = boards.to_vec();
        all[place] = board;
        all.into_iter().map(print).collect::<String>().into_bytes()
    };
    let mut black: Vec<u32> = (0..PIECES)
        .filter(|piece| first >> piece & 1 == 1)
        .collect();
    let write = |black: &[u32]| with(board(black));
    let mut size = TOGETHER;
    while size > 0 {
        let is_smaller = reduce_together(search, &mut black, size, &write)?;
        size = if is_smaller && size < TOGETHER {
            TOGETHER
        } else {
            size - 1
        };
    }
    let few = few_pieces(first, board(&black).count_ones());
    for lighter in few {
        if search.takes(with(lighter))? {
            boards[place] = lighter;
            return Ok(());
        }
    }
    boards[place] = board(&black);
    Ok(())
}

fn board(black: &[u32]) -> u16 {
    black.iter().fold(0, |board, piece| board | 1 << piece)
}

/// The boards with few of the pieces of `first` and fewer than `most`, the lightest first.
fn few_pieces(first: u16, most: u32) -> Vec<u16> {
    let few = 0..most.min(FEW + 1);
    let mut boards: Vec<u16> = (0..=first)
        .filter(|board| board & !first == 0 && few.contains(&board.count_ones()))
        .collect();
    boards.sort_by_key(|board| board.count_ones());
    boards
}
