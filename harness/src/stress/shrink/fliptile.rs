use super::list::{reduce, reduce_together};
use super::{Halt, Search, text};
use crate::board::fliptile::{Cells, parse, print};

/// Boards of so few tiles are tried before anything else: there are not many different ones.
const SMALL: usize = 6;

/// How many tiles are cleared together at most.
const TOGETHER: usize = 3;

/// Drops boards, then rows and columns of those that are left, then clears black tiles.
pub(super) fn shrink(search: &mut Search<'_>) -> Result<(), Halt> {
    let Ok(mut boards) = parse(&search.best) else {
        return text::shrink(search);
    };
    let write = |boards: &[Cells]| boards.iter().map(print).collect::<String>().into();
    reduce(search, &mut boards, 1, &write)?;
    for place in 0..boards.len() {
        One {
            boards: &mut boards,
            place,
        }
        .shrink(search)?;
    }
    Ok(())
}

/// One board of an input; the others stay as they are.
struct One<'b> {
    boards: &'b mut Vec<Cells>,
    place: usize,
}

impl One<'_> {
    fn shrink(&mut self, search: &mut Search<'_>) -> Result<(), Halt> {
        self.cut_out(search, SMALL)?;
        self.drop_rows_and_columns(search)?;
        self.cut_out(search, usize::MAX)?;
        self.clear(search)
    }

    fn board(&self) -> &Cells {
        &self.boards[self.place]
    }

    fn write(&self, board: &Cells) -> Vec<u8> {
        let texts = self.boards.iter().enumerate();
        texts
            .map(|(place, other)| print(if place == self.place { board } else { other }))
            .collect::<String>()
            .into_bytes()
    }

    /// The smallest rectangle of the board that keeps the difference, of at most `most` tiles.
    fn cut_out(&mut self, search: &mut Search<'_>, most: usize) -> Result<(), Halt> {
        let (rows, columns) = (self.board().n_rows(), self.board().n_columns());
        let mut sizes: Vec<(usize, usize)> = (1..=rows)
            .flat_map(|rows| (1..=columns).map(move |columns| (rows, columns)))
            .filter(|(high, wide)| high * wide <= most && (*high, *wide) != (rows, columns))
            .collect();
        sizes.sort_by_key(|(high, wide)| high * wide);
        for (high, wide) in sizes {
            for (top, left) in
                (0..=rows - high).flat_map(|top| (0..=columns - wide).map(move |left| (top, left)))
            {
                let (kept_rows, kept_columns): (Vec<_>, Vec<_>) =
                    ((top..top + high).collect(), (left..left + wide).collect());
                let part = part(self.board(), &kept_rows, &kept_columns);
                if search.takes(self.write(&part))? {
                    self.boards[self.place] = part;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn drop_rows_and_columns(&mut self, search: &mut Search<'_>) -> Result<(), Halt> {
        let whole = self.board().clone();
        let mut rows: Vec<usize> = (0..whole.n_rows()).collect();
        let mut columns: Vec<usize> = (0..whole.n_columns()).collect();
        loop {
            let before = (rows.len(), columns.len());
            reduce(search, &mut rows, 1, &|rows| {
                self.write(&part(&whole, rows, &columns))
            })?;
            reduce(search, &mut columns, 1, &|columns| {
                self.write(&part(&whole, &rows, columns))
            })?;
            if (rows.len(), columns.len()) == before {
                break;
            }
        }
        self.boards[self.place] = part(&whole, &rows, &columns);
        Ok(())
    }

    fn clear(&mut self, search: &mut Search<'_>) -> Result<(), Halt> {
        let size = (self.board().n_rows(), self.board().n_columns());
        let places = (0..size.0).flat_map(|row| (0..size.1).map(move |column| (row, column)));
        let mut black: Vec<(usize, usize)> = places
            .filter(|&(row, column)| self.board().get(row, column))
            .collect();
        let with = |black: &[(usize, usize)]| {
            let mut board = Cells::zero(size.0, size.1);
            black
                .iter()
                .for_each(|&(row, column)| board.toggle(row, column));
            board
        };
        reduce(search, &mut black, 0, &|black| self.write(&with(black)))?;
        for together in (2..=TOGETHER).rev() {
            reduce_together(search, &mut black, together, &|black| {
                self.write(&with(black))
            })?;
        }
        self.boards[self.place] = with(&black);
        Ok(())
    }
}

/// The board of these rows and columns alone.
fn part(board: &Cells, rows: &[usize], columns: &[usize]) -> Cells {
    let mut part = Cells::zero(rows.len(), columns.len());
    for (to_row, &row) in rows.iter().enumerate() {
        for (to_column, &column) in columns.iter().enumerate() {
            if board.get(row, column) {
                part.toggle(to_row, to_column);
            }
        }
    }
    part
}
