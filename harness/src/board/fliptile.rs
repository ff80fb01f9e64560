//! POJ 3279 Fliptile: M × N tiles, 1 to 15 each way, black (1) or white (0). A press turns a
//! tile and its edge neighbours; all tiles shall become white.

use std::fmt::Write as _;

use super::Error;

/// The most rows, and the most columns.
pub const LARGEST: usize = 15;

/// The answer for a board that no presses make white.
pub const IMPOSSIBLE: &str = "IMPOSSIBLE";

/// M rows of N cells of 0 or 1: the tiles of a board (1 is black), or presses (1 is pressed).
///
/// A row is read as a binary number, its first cell the highest of `columns` bits. So the
/// order of two `Cells` of one size is the lexicographic order of their text, which decides
/// between answers with equally many presses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells {
    columns: usize,
    rows: Vec<u16>,
}

impl Cells {
    /// All cells 0; `rows` and `columns` are brought into `1..=15`.
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self {
            columns: columns.clamp(1, LARGEST),
            rows: vec![0; rows.clamp(1, LARGEST)],
        }
    }

    /// The cells whose text, row by row without blanks, is the binary number `number`; used
    /// for sizes up to 64 cells. Counting up goes through the boards of a size in
    /// lexicographic order.
    pub fn from_number(rows: usize, columns: usize, number: u64) -> Self {
        let mut cells = Self::zero(rows, columns);
        let mut rest = number;
        for row in cells.rows.iter_mut().rev() {
            for bit in 0..cells.columns {
                *row |= u16::from(rest & 1 == 1) << bit;
                rest >>= 1;
            }
        }
        cells
    }

    /// How many rows there are: M of the statement, in `1..=15`.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns there are: N of the statement, in `1..=15`.
    pub fn n_columns(&self) -> usize {
        self.columns
    }

    /// The rows as binary numbers, from the top.
    pub fn rows(&self) -> &[u16] {
        &self.rows
    }

    /// Whether a cell is 1; `false` outside.
    pub fn get(&self, row: usize, column: usize) -> bool {
        self.rows
            .get(row)
            .is_some_and(|cells| cells & self.bit(column) != 0)
    }

    /// Turns one cell from 0 to 1 or back; outside there is nothing to turn.
    pub fn toggle(&mut self, row: usize, column: usize) {
        let bit = self.bit(column);
        if let Some(cells) = self.rows.get_mut(row) {
            *cells ^= bit;
        }
    }

    /// Presses one tile: it turns, and those left, right, above and below it.
    ///
    /// Source: POJ 3279.
    pub fn press(&mut self, row: usize, column: usize) {
        self.toggle(row, column);
        self.toggle(row, column + 1);
        self.toggle(row + 1, column);
        if let Some(left) = column.checked_sub(1) {
            self.toggle(row, left);
        }
        if let Some(above) = row.checked_sub(1) {
            self.toggle(above, column);
        }
    }

    /// The board after all these presses.
    pub fn after(&self, presses: &Self) -> Self {
        let mut board = self.clone();
        for row in 0..presses.n_rows() {
            for column in (0..presses.n_columns()).filter(|&column| presses.get(row, column)) {
                board.press(row, column);
            }
        }
        board
    }

    /// How many cells are 1: the flips of presses.
    pub fn ones(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    fn bit(&self, column: usize) -> u16 {
        if column < self.columns {
            1 << (self.columns - 1 - column)
        } else {
            0
        }
    }
}

/// Reads all boards of an input: `M N`, then M rows of N cells, again and again to the end.
/// Any white space separates.
///
/// # Errors
/// When there is no board, a size outside `1..=15`, a cell other than 0 and 1, or a board that
/// is cut off.
pub fn parse(input: &[u8]) -> Result<Vec<Cells>, Error> {
    let mut words = words(input);
    let mut boards = Vec::new();
    while let Some(rows) = words.next() {
        let set = boards.len() + 1;
        let rows = size(rows, set)?;
        let columns = words.next().ok_or(Error::CutOff {
            set,
            found: 0,
            wanted: rows,
        })?;
        let board = Cells::zero(rows, size(columns, set)?);
        boards.push(fill(board, &mut words, set)?);
    }
    if boards.is_empty() {
        return Err(Error::Empty);
    }
    Ok(boards)
}

/// The words of an input, each with its line.
fn words(input: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0b;
    let lines = input.split(|&byte| byte == b'\n').enumerate();
    lines.flat_map(move |(line, text)| {
        text.split(is_blank)
            .filter(|word| !word.is_empty())
            .map(move |word| (line + 1, word))
    })
}

fn size((line, word): (usize, &[u8]), set: usize) -> Result<usize, Error> {
    std::str::from_utf8(word)
        .ok()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .filter(|size| (1..=LARGEST).contains(size))
        .ok_or_else(|| Error::Unexpected {
            set,
            line,
            wanted: "a size from 1 to 15",
            found: word.to_owned(),
        })
}

fn fill<'a>(
    mut board: Cells,
    words: &mut impl Iterator<Item = (usize, &'a [u8])>,
    set: usize,
) -> Result<Cells, Error> {
    let wanted = board.n_rows() * board.n_columns();
    for cell in 0..wanted {
        let Some((line, word)) = words.next() else {
            return Err(Error::CutOff {
                set,
                found: cell,
                wanted,
            });
        };
        match word {
            b"0" => {}
            b"1" => board.toggle(cell / board.n_columns(), cell % board.n_columns()),
            _ => {
                return Err(Error::Unexpected {
                    set,
                    line,
                    wanted: "`0` or `1`",
                    found: word.to_owned(),
                });
            }
        }
    }
    Ok(board)
}

/// The board as the statement writes it: `M N`, then M rows of N cells.
pub fn print(board: &Cells) -> String {
    format!(
        "{} {}\n{}",
        board.n_rows(),
        board.n_columns(),
        print_cells(board)
    )
}

/// M lines of N cells with one blank between them, each with its line end: an answer's form.
pub fn print_cells(cells: &Cells) -> String {
    let mut text = String::with_capacity(cells.n_rows() * cells.n_columns() * 2);
    for row in 0..cells.n_rows() {
        for column in 0..cells.n_columns() {
            text.push(digit(cells, row, column));
            text.push(if column + 1 == cells.n_columns() {
                '\n'
            } else {
                ' '
            });
        }
    }
    text
}

/// The board in M lines for people, the tiles of `presses` in brackets.
pub fn draw(board: &Cells, presses: Option<&Cells>) -> Vec<String> {
    let draw_row = |row| {
        let mut text = String::new();
        for column in 0..board.n_columns() {
            let tile = digit(board, row, column);
            // Writing to a `String` cannot fail.
            let _ = if presses.is_some_and(|presses| presses.get(row, column)) {
                write!(text, "[{tile}]")
            } else {
                write!(text, " {tile} ")
            };
        }
        text.trim_end().to_owned()
    };
    (0..board.n_rows()).map(draw_row).collect()
}

fn digit(cells: &Cells, row: usize, column: usize) -> char {
    if cells.get(row, column) { '1' } else { '0' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_cells() -> impl Strategy<Value = Cells> {
        (1..=LARGEST, 1..=LARGEST).prop_flat_map(|(rows, columns)| {
            prop::collection::vec(0..1_u16 << columns, rows)
                .prop_map(move |rows| Cells { columns, rows })
        })
    }

    #[test]
    fn the_number_of_a_board_is_its_text_in_binary() {
        for number in 0..1 << 6 {
            let cells = Cells::from_number(2, 3, number);
            let text: String = print_cells(&cells).split_whitespace().collect();
            assert_eq!(u64::from_str_radix(&text, 2), Ok(number));
        }
    }

    #[test]
    fn a_press_turns_the_tile_and_its_edge_neighbours_and_no_other() {
        for (pressed_row, pressed_column) in (0..4).flat_map(|row| (0..5).map(move |c| (row, c))) {
            let mut board = Cells::zero(4, 5);
            board.press(pressed_row, pressed_column);
            for row in 0..4_usize {
                for column in 0..5_usize {
                    let distance = row.abs_diff(pressed_row) + column.abs_diff(pressed_column);
                    assert_eq!(board.get(row, column), distance <= 1);
                }
            }
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let told = |input: &[u8]| parse(input).unwrap_err().to_string();
        assert_eq!(told(b"\n \n"), "no data set in the input");
        assert_eq!(
            told(b"1 1\n0\n0 3\n"),
            "data set 2, line 3: expected a size from 1 to 15, found `0`"
        );
        assert_eq!(
            told(b"1 16\n"),
            "data set 1, line 1: expected a size from 1 to 15, found `16`"
        );
        assert_eq!(
            told(b"1 +1\n1"),
            "data set 1, line 1: expected a size from 1 to 15, found `+1`"
        );
        assert_eq!(
            told(b"2 2\n0 1\n10 1\n"),
            "data set 1, line 3: expected `0` or `1`, found `10`"
        );
        assert_eq!(told(b"2 2\n0 1\n1"), "data set 1 is cut off: 3 of 4 cells");
    }

    #[test]
    fn a_drawing_marks_the_pressed_tiles() {
        let board = Cells::from_number(2, 3, 0b100_011);
        let presses = Cells::from_number(2, 3, 0b100_001);
        assert_eq!(draw(&board, Some(&presses)), ["[1] 0  0", " 0  1 [1]"]);
        assert_eq!(draw(&board, None), [" 1  0  0", " 0  1  1"]);
    }

    proptest! {
        #[test]
        fn a_board_is_read_as_it_was_printed(board in any_cells()) {
            prop_assert_eq!(parse(print(&board).as_bytes()), Ok(vec![board]));
        }

        #[test]
        fn the_same_presses_twice_give_the_board_back(board in any_cells()) {
            prop_assert_eq!(board.after(&board).after(&board), board);
        }

        #[test]
        fn order_is_that_of_the_text(number in 0..1_u64 << 12, other in 0..1_u64 << 12) {
            let (one, two) = (Cells::from_number(3, 4, number), Cells::from_number(3, 4, other));
            prop_assert_eq!(one.cmp(&two), print_cells(&one).cmp(&print_cells(&two)));
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = parse(&bytes);
        }
    }
}
