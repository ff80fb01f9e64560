//! POJ 3279 Fliptile by elimination over GF(2).
//!
//! A row is a `u16` whose highest bit in use is the first column. Once the first row of
//! presses is chosen every later one is forced: it must press below each cell that the rows
//! before leave at 1. What the last row then leaves at 1 must be nothing. It depends on the
//! first row linearly, up to what the board itself adds, so:
//!
//! 1. Chase each of the N presses of the first row down an empty board. Eliminate among what
//!    they leave over, each with the first row it comes from, until all that is left differs
//!    in its leading bit. First rows that leave nothing over span the null space.
//! 2. Chase the board with no press in the first row and reduce what is left over with the
//!    outcome of step 1. That finds a first row, or proves that there is none.
//! 3. Add each combination of the null space, in Gray code order, and keep the best. There
//!    are 2^8 at most for sizes up to 15 × 15.
//!
//! A chase takes M steps on whole rows, so a board takes (N + 2^nullity) · M of them. Two
//! solutions differ in their first row, so among equals the lexicographically least is the
//! one whose first row is the least number.
//!
//! Input: any number of boards, at least one, each `M N` (1 to 15) and M rows of N cells `0`
//! or `1`, all separated by white space. Output: M lines of N cells each, 1 where a tile is
//! to be flipped: the fewest flips that turn all cells to 0, the lexicographically least of
//! these; or `IMPOSSIBLE`. Exit code 1 and a message when the input is something else; the
//! boards complete by then are answered.

use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

/// Most rows and most columns of a board.
const MAX_SIDE: usize = 15;

type Rows = [u16; MAX_SIDE];

#[derive(Clone, Copy)]
struct Board {
    n_rows: usize,
    n_columns: usize,
    /// Bit `n_columns - 1 - column` of each row; 1 is to become 0.
    rows: Rows,
}

impl Board {
    fn empty(n_rows: usize, n_columns: usize) -> Self {
        Self {
            n_rows,
            n_columns,
            rows: [0; MAX_SIDE],
        }
    }

    fn n_cells(&self) -> usize {
        self.n_rows * self.n_columns
    }

    /// Presses `first` in the first row, and in each later one what the rows before force.
    /// Gives the presses and what the last row leaves over: zero if they are a solution.
    fn chase(&self, first: u16) -> (Rows, u16) {
        let in_use = u16::MAX >> (u16::BITS as usize - self.n_columns);
        let mut presses = [0; MAX_SIDE];
        let (mut above, mut here) = (0, first);
        for (pressed, cells) in presses.iter_mut().zip(self.rows).take(self.n_rows) {
            *pressed = here;
            let below = (cells ^ above ^ here ^ here << 1 ^ here >> 1) & in_use;
            (above, here) = (here, below);
        }
        (presses, here)
    }
}

/// What the presses of the first row can do on boards of one size.
struct Elimination {
    /// At `[bit]` a first row, and before it what it leaves over, whose highest bit is `bit`;
    /// zeros where there is none.
    left_over: [(u16, u16); MAX_SIDE],
    /// A basis of the first rows that leave nothing over.
    null_space: Vec<u16>,
}

impl Elimination {
    fn new(n_rows: usize, n_columns: usize) -> Self {
        let empty = Board::empty(n_rows, n_columns);
        let mut elimination = Self {
            left_over: [(0, 0); MAX_SIDE],
            null_space: Vec::new(),
        };
        for column in 0..n_columns {
            let single = 1 << column;
            let (_, left_over) = empty.chase(single);
            match elimination.reduce(left_over, single) {
                (0, first) => elimination.null_space.push(first),
                reduced => elimination.left_over[reduced.0.ilog2() as usize] = reduced,
            }
        }
        elimination
    }

    /// Presses more in the first row, `first` so far, until as much of `left_over` is gone as
    /// can be. Gives both as they are then.
    fn reduce(&self, mut left_over: u16, mut first: u16) -> (u16, u16) {
        for bit in (0..MAX_SIDE).rev() {
            if left_over >> bit & 1 == 1 {
                left_over ^= self.left_over[bit].0;
                first ^= self.left_over[bit].1;
            }
        }
        (left_over, first)
    }
}

/// The fewest presses that turn all of `board` to 0, the lexicographically least of these, or
/// `None` if it cannot be done.
fn solve(board: &Board) -> Option<Rows> {
    let elimination = Elimination::new(board.n_rows, board.n_columns);
    let (_, left_over) = board.chase(0);
    let (0, mut first) = elimination.reduce(left_over, 0) else {
        return None;
    };

    let mut best = (u32::MAX, u16::MAX, [0; MAX_SIDE]);
    for step in 1_usize..=1 << elimination.null_space.len() {
        let (presses, _) = board.chase(first);
        let n_presses = presses.iter().map(|row| row.count_ones()).sum();
        if (n_presses, first) < (best.0, best.1) {
            best = (n_presses, first, presses);
        }
        if let Some(quiet) = elimination.null_space.get(step.trailing_zeros() as usize) {
            first ^= quiet;
        }
    }
    Some(best.2)
}

fn main() -> ExitCode {
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let answered = answer_all(input, &mut output);
    // The boards before a fault keep their answers.
    let flushed = output.flush().map_err(Error::Write);
    match answered.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // When this fails as well, nobody is left to be told.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Answers each board as soon as its last cell is read, so that memory does not grow with the
/// input.
fn answer_all(mut input: impl BufRead, output: &mut impl Write) -> Result<(), Error> {
    let mut boards = Boards::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(Error::Read(error)),
        };
        for &byte in chunk {
            if let Some(board) = boards.take(byte)? {
                write_answer(&board, output).map_err(Error::Write)?;
            }
        }
        let n_bytes = chunk.len();
        input.consume(n_bytes);
        // The next read may wait for somebody who waits for these answers.
        output.flush().map_err(Error::Write)?;
    }
    // The end of the input ends its last number, as a line break does.
    if let Some(board) = boards.take(b'\n')? {
        write_answer(&board, output).map_err(Error::Write)?;
    }
    boards.end()
}

fn write_answer(board: &Board, output: &mut impl Write) -> io::Result<()> {
    let Some(presses) = solve(board) else {
        return output.write_all(b"IMPOSSIBLE\n");
    };
    let mut line = [b' '; 2 * MAX_SIDE];
    let line = &mut line[..2 * board.n_columns];
    line[2 * board.n_columns - 1] = b'\n';
    for row in &presses[..board.n_rows] {
        for column in 0..board.n_columns {
            let is_pressed = row >> (board.n_columns - 1 - column) & 1 == 1;
            line[2 * column] = if is_pressed { b'1' } else { b'0' };
        }
        output.write_all(line)?;
    }
    Ok(())
}

/// Longest number that may still turn out to be one of the input: a few leading zeros are no
/// reason to object.
const MAX_DIGITS: usize = 16;

/// Makes boards of bytes, wherever the input is cut into chunks.
struct Boards {
    /// Of the board being read.
    data_set: u64,
    /// How many numbers of it are complete.
    n_numbers: usize,
    board: Board,
    /// The number being read.
    number: [u8; MAX_DIGITS],
    n_digits: usize,
    /// Of the next byte.
    line: u64,
    column: u64,
}

impl Boards {
    fn new() -> Self {
        Self {
            data_set: 1,
            n_numbers: 0,
            board: Board::empty(0, 0),
            number: [0; MAX_DIGITS],
            n_digits: 0,
            line: 1,
            column: 1,
        }
    }

    /// Takes the next byte; gives the board that it completes.
    fn take(&mut self, byte: u8) -> Result<Option<Board>, Error> {
        let mut complete = None;
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c') {
            if self.n_digits > 0 {
                complete = self.take_number()?;
            }
        } else if self.n_digits < MAX_DIGITS {
            self.number[self.n_digits] = byte;
            self.n_digits += 1;
        } else {
            return Err(self.unexpected("..."));
        }
        self.column += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        }
        Ok(complete)
    }

    fn take_number(&mut self) -> Result<Option<Board>, Error> {
        let number = &self.number[..self.n_digits];
        match self.due() {
            Due::Rows => {
                let n_rows = side(number).ok_or_else(|| self.unexpected(""))?;
                self.board = Board::empty(n_rows, 0);
            }
            Due::Columns => {
                let n_columns = side(number).ok_or_else(|| self.unexpected(""))?;
                self.board.n_columns = n_columns;
            }
            Due::Cell { index } => {
                let cell = match number {
                    b"0" => 0,
                    b"1" => 1,
                    _ => return Err(self.unexpected("")),
                };
                let row = &mut self.board.rows[index / self.board.n_columns];
                *row = *row << 1 | cell;
            }
        }
        self.n_digits = 0;
        self.n_numbers += 1;
        if self.due()
            != (Due::Cell {
                index: self.board.n_cells(),
            })
        {
            return Ok(None);
        }
        self.data_set += 1;
        self.n_numbers = 0;
        Ok(Some(self.board))
    }

    /// What the next number is.
    fn due(&self) -> Due {
        match self.n_numbers {
            0 => Due::Rows,
            1 => Due::Columns,
            _ => Due::Cell {
                index: self.n_numbers - 2,
            },
        }
    }

    /// Objects to the number that was read, or to its beginning if `more` says that it goes on.
    fn unexpected(&self, more: &str) -> Error {
        Error::Unexpected {
            data_set: self.data_set,
            line: self.line,
            column: self.column - self.n_digits as u64,
            due: self.due(),
            found: self.number[..self.n_digits].escape_ascii().to_string() + more,
        }
    }

    /// Says whether the input may end here.
    fn end(self) -> Result<(), Error> {
        let data_set = self.data_set;
        match self.due() {
            Due::Rows if data_set == 1 => Err(Error::Empty),
            Due::Rows => Ok(()),
            Due::Columns => Err(Error::EndsBeforeColumns { data_set }),
            Due::Cell { index } => Err(Error::EndsInside {
                data_set,
                n_cells: index,
                n_due: self.board.n_cells(),
            }),
        }
    }
}

/// The number of rows or columns that `digits` stand for, if they do.
fn side(digits: &[u8]) -> Option<usize> {
    let side = digits
        .iter()
        .try_fold(0, |number: usize, digit| match digit {
            b'0'..=b'9' => Some((10 * number + usize::from(digit - b'0')).min(MAX_SIDE + 1)),
            _ => None,
        })?;
    (1..=MAX_SIDE).contains(&side).then_some(side)
}

/// A number of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Rows,
    Columns,
    Cell { index: usize },
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows => write!(f, "M, the number of rows, 1 to {MAX_SIDE}"),
            Self::Columns => write!(f, "N, the number of columns, 1 to {MAX_SIDE}"),
            Self::Cell { .. } => write!(f, "a cell `0` or `1`"),
        }
    }
}

/// Why some board has no answer. Data sets, lines and columns count from 1, columns in bytes.
#[derive(Debug)]
enum Error {
    Empty,
    EndsBeforeColumns {
        data_set: u64,
    },
    EndsInside {
        data_set: u64,
        n_cells: usize,
        n_due: usize,
    },
    Unexpected {
        data_set: u64,
        line: u64,
        column: u64,
        due: Due,
        /// Escaped.
        found: String,
    },
    Read(io::Error),
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HELP: &str =
            "help: a board is `M N` and M rows of N cells, all separated by white space";
        match self {
            Self::Empty => write!(f, "data set 1: the input is empty\n{HELP}"),
            Self::EndsBeforeColumns { data_set } => {
                write!(f, "data set {data_set}: the input ends after M\n{HELP}")
            }
            Self::EndsInside {
                data_set,
                n_cells,
                n_due,
            } => write!(
                f,
                "data set {data_set}: the input ends after {n_cells} of {n_due} cells\n{HELP}"
            ),
            Self::Unexpected {
                data_set,
                line,
                column,
                due,
                found,
            } => write!(
                f,
                "data set {data_set}, line {line}, column {column}: \
                 expected {due}, found `{found}`\n{HELP}"
            ),
            Self::Read(source) => write!(f, "cannot read standard input: {source}"),
            Self::Write(source) => write!(f, "cannot write to standard output: {source}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> impl Iterator<Item = (usize, usize)> {
        (1..=MAX_SIDE).flat_map(|n_rows| (1..=MAX_SIDE).map(move |n_columns| (n_rows, n_columns)))
    }

    fn cell(rows: &Rows, n_columns: usize, row: usize, column: usize) -> u16 {
        rows[row] >> (n_columns - 1 - column) & 1
    }

    /// What `presses` make of a board of zeros, cell by cell from the rules.
    fn press(n_rows: usize, n_columns: usize, presses: &Rows) -> Rows {
        let mut rows = [0; MAX_SIDE];
        for (row, cells) in rows.iter_mut().enumerate().take(n_rows) {
            for column in 0..n_columns {
                let mut sum = cell(presses, n_columns, row, column);
                if row > 0 {
                    sum += cell(presses, n_columns, row - 1, column);
                }
                if row + 1 < n_rows {
                    sum += cell(presses, n_columns, row + 1, column);
                }
                if column > 0 {
                    sum += cell(presses, n_columns, row, column - 1);
                }
                if column + 1 < n_columns {
                    sum += cell(presses, n_columns, row, column + 1);
                }
                *cells |= (sum & 1) << (n_columns - 1 - column);
            }
        }
        rows
    }

    fn n_presses(presses: &Rows) -> u32 {
        presses.iter().map(|row| row.count_ones()).sum()
    }

    /// The `number`-th of all boards of a size, in lexicographic order.
    fn rows_of(number: u32, n_rows: usize, n_columns: usize) -> Rows {
        let mut rows = [0; MAX_SIDE];
        for (row, cells) in rows.iter_mut().take(n_rows).enumerate() {
            let shifted = number >> (n_columns * (n_rows - 1 - row));
            *cells = u16::try_from(shifted & ((1 << n_columns) - 1)).unwrap();
        }
        rows
    }

    #[test]
    fn every_board_of_up_to_ten_cells_or_4_by_4_agrees_with_all_presses_tried() {
        for (n_rows, n_columns) in sizes().filter(|&(m, n)| m * n <= 10 || (m, n) == (4, 4)) {
            let all = || (0..1 << (n_rows * n_columns)).map(|i| rows_of(i, n_rows, n_columns));
            let mut tried: Vec<_> = all()
                .map(|presses| (press(n_rows, n_columns, &presses), presses))
                .collect();
            tried.sort_by_key(|&(rows, presses)| (rows, n_presses(&presses), presses));
            for rows in all() {
                let best = tried.partition_point(|tried| tried.0 < rows);
                let expected = tried.get(best).filter(|tried| tried.0 == rows);
                let board = Board {
                    n_rows,
                    n_columns,
                    rows,
                };
                assert_eq!(
                    solve(&board),
                    expected.map(|&(_, presses)| presses),
                    "{n_rows} × {n_columns}: {rows:?}"
                );
            }
        }
    }

    #[test]
    fn boards_of_every_size_are_solved_with_no_more_presses_than_made_them() {
        let mut random = 1_u64;
        for (n_rows, n_columns) in sizes() {
            let presses = std::array::from_fn(|row| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let bits = u16::try_from(random >> 48).unwrap() >> (16 - n_columns);
                if row < n_rows { bits } else { 0 }
            });
            let rows = press(n_rows, n_columns, &presses);
            let board = Board {
                n_rows,
                n_columns,
                rows,
            };
            let found = solve(&board).unwrap();
            assert_eq!(press(n_rows, n_columns, &found), rows);
            assert!(
                (n_presses(&found), found) <= (n_presses(&presses), presses),
                "{n_rows} × {n_columns}: {found:?} is worse than {presses:?}"
            );
        }
    }

    #[test]
    fn square_boards_have_the_known_nullities() {
        let nullities = (1..=MAX_SIDE).map(|side| Elimination::new(side, side).null_space.len());
        assert!(nullities.eq([0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0]));
    }

    #[test]
    fn the_nullity_is_that_of_the_board_turned() {
        for (m, n) in sizes() {
            let [nullity, turned] =
                [(m, n), (n, m)].map(|(m, n)| Elimination::new(m, n).null_space.len());
            assert_eq!(nullity, turned, "{m} × {n}");
            assert!(nullity <= 8, "{m} × {n}: {nullity}");
        }
    }

    #[test]
    fn sides_are_decimal_numbers_from_1_to_15() {
        assert_eq!(side(b"1"), Some(1));
        assert_eq!(side(b"0015"), Some(15));
        for wrong in [
            "0",
            "16",
            "+4",
            "-1",
            "4.",
            "99999999999999999999",
            "4\0",
            "\u{664}",
        ] {
            assert_eq!(side(wrong.as_bytes()), None, "{wrong:?}");
        }
    }

    #[test]
    fn chunks_may_end_anywhere() {
        let input = b"1 2\n1 1\n 2 2 1 0\t0 1\r\n01 2 1 0";
        for size in 1..=input.len() {
            let mut output = Vec::new();
            let reader = BufReader::with_capacity(size, &input[..]);
            answer_all(reader, &mut output).unwrap();
            assert_eq!(
                output, b"0 1\n1 0\n0 1\nIMPOSSIBLE\n",
                "chunks of {size} bytes"
            );
        }
    }
}
