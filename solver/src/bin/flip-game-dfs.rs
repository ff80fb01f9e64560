//! POJ 1753 Flip Game by depth-first search with backtracking, piece by piece.
//!
//! The pieces are decided in reading order, chosen or not, and the flips are carried out on
//! an array of cells. When a piece below the first row is to be decided, it is the last
//! chance of the cell above it: it is chosen exactly if that cell is still wrong. So the
//! search branches in the first row only, into 16 for each of the two colours, and a branch
//! succeeds if the last row comes out right.
//!
//! The search deepens iteratively: it looks for a solution of no flips, then of more and
//! more, so that the first one found is the least. When the first row is decided, every cell
//! of it that is wrong stands for one flip that must follow, and a branch that cannot afford
//! them is cut. It leaves behind what it would need, and is not entered again before the
//! limit has come to that; below the first row a branch is followed once. The next limit is
//! the least that any branch needs. If none can succeed at any limit, the board is
//! impossible.
//!
//! Input: any number of boards, at least one, each 16 letters `b` or `w` in either case with
//! white space anywhere. Output: a line for each, the least number of rounds after which all
//! pieces have one colour, or `Impossible`. Exit code 1 and a message when the input is
//! something else; the boards complete by then are answered.

use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

const SIDE: usize = 4;
const N_PIECES: usize = SIDE * SIDE;

/// Cells from one row to the one below: a row and one cell of frame, which is the right
/// neighbour of the row's last piece and the left neighbour of the next row's first.
const STRIDE: usize = SIDE + 1;

/// The cell of the first piece. A row of frame lies above.
const FIRST: usize = STRIDE + 1;

/// A row of frame lies below, too. Flips change the frame, and nothing asks what it is then.
const N_CELLS: usize = FIRST + (SIDE + 1) * STRIDE;

/// What a branch needs when no number of flips will do.
const NEVER: u32 = u32::MAX;

/// A search for one of the two colours.
struct Search {
    /// Whether the piece on each cell still has the wrong colour.
    wrong: [bool; N_CELLS],
    /// Number of flips that a solution may have.
    limit: u32,
    /// For each beginning of the first row, the fewest flips that a solution with it can have,
    /// as far as known. The beginnings are numbered like a heap: from `b` one comes to `2 * b`
    /// by leaving the next piece and to `2 * b + 1` by choosing it.
    needed: [u32; 1 << (SIDE + 1)],
}

/// Least number of rounds to make `board` one colour, or `None` when nothing does.
fn solve(board: &[bool; N_PIECES]) -> Option<u32> {
    let mut searches = [false, true].map(|colour| Search::new(board, colour));
    let mut limit = 0;
    while limit != NEVER {
        let needed = searches.each_mut().map(|search| search.deepen(limit));
        let least = needed[0].min(needed[1]);
        if least <= limit {
            return Some(least);
        }
        limit = least;
    }
    None
}

impl Search {
    fn new(board: &[bool; N_PIECES], colour: bool) -> Self {
        let mut wrong = [false; N_CELLS];
        for (piece, &is_black) in board.iter().enumerate() {
            wrong[cell_of(piece)] = is_black != colour;
        }
        Self {
            wrong,
            limit: 0,
            needed: [0; 1 << (SIDE + 1)],
        }
    }

    /// Searches for a solution of `limit` flips or fewer. Returns how many it has, or, above the
    /// limit, how many any must have at least.
    fn deepen(&mut self, limit: u32) -> u32 {
        self.limit = limit;
        self.decide(0, 1, 0)
    }

    /// Decides the pieces of the first row from `column` on, then all below. `beginning` is
    /// what was decided before, with `used` flips. Returns the same as [`Search::deepen`].
    fn decide(&mut self, column: usize, beginning: usize, used: u32) -> u32 {
        if self.needed[beginning] > self.limit {
            return self.needed[beginning];
        }
        let needed = if column < SIDE {
            let left = self.decide(column + 1, 2 * beginning, used);
            if left <= self.limit {
                return left;
            }
            flip(&mut self.wrong, FIRST + column, true);
            let chosen = self.decide(column + 1, 2 * beginning + 1, used + 1);
            flip(&mut self.wrong, FIRST + column, true);
            left.min(chosen)
        } else {
            let at_least = used + n_wrong(&self.wrong, FIRST);
            if at_least > self.limit {
                at_least
            } else {
                self.follow(used)
            }
        };
        self.needed[beginning] = needed;
        needed
    }

    /// Decides the pieces below the first row, which leave no choice. Works on a copy, so there
    /// is nothing to take back.
    fn follow(&self, mut used: u32) -> u32 {
        let mut wrong = self.wrong;
        for piece in SIDE..N_PIECES {
            let cell = cell_of(piece);
            let chosen = wrong[cell - STRIDE];
            flip(&mut wrong, cell, chosen);
            used += u32::from(chosen);
        }
        match n_wrong(&wrong, cell_of(N_PIECES - SIDE)) {
            0 => used,
            _ => NEVER,
        }
    }
}

fn cell_of(piece: usize) -> usize {
    FIRST + piece / SIDE * STRIDE + piece % SIDE
}

/// Flips the piece on `cell` and its neighbours if it is `chosen`. Nothing branches on that,
/// since no processor predicts it.
fn flip(wrong: &mut [bool; N_CELLS], cell: usize, chosen: bool) {
    wrong[cell - STRIDE] ^= chosen;
    wrong[cell - 1] ^= chosen;
    wrong[cell] ^= chosen;
    wrong[cell + 1] ^= chosen;
    wrong[cell + STRIDE] ^= chosen;
}

/// Number of wrong cells in the row that starts with `first`.
fn n_wrong(wrong: &[bool; N_CELLS], first: usize) -> u32 {
    (first..first + SIDE)
        .map(|cell| u32::from(wrong[cell]))
        .sum()
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

/// Answers each board as soon as its last piece is read, so that memory does not grow with
/// the input.
fn answer_all(mut input: impl BufRead, output: &mut impl Write) -> Result<(), Error> {
    let mut boards = Boards::new();
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => return boards.end(),
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(Error::Read(error)),
        };
        for &byte in chunk {
            if let Some(board) = boards.take(byte)? {
                match solve(&board) {
                    Some(rounds) => writeln!(output, "{rounds}"),
                    None => writeln!(output, "Impossible"),
                }
                .map_err(Error::Write)?;
            }
        }
        let n_bytes = chunk.len();
        input.consume(n_bytes);
        // The next read may wait for somebody who waits for these answers.
        output.flush().map_err(Error::Write)?;
    }
}

/// Makes boards of bytes, wherever the input is cut into chunks.
struct Boards {
    /// Of the board being read, as are the line and the column of the next byte.
    data_set: u64,
    line: u64,
    column: u64,
    cells: [bool; N_PIECES],
    n_pieces: usize,
}

impl Boards {
    fn new() -> Self {
        Self {
            data_set: 1,
            line: 1,
            column: 1,
            cells: [false; N_PIECES],
            n_pieces: 0,
        }
    }

    /// Takes the next byte; gives the board that it completes.
    fn take(&mut self, byte: u8) -> Result<Option<[bool; N_PIECES]>, Error> {
        match byte {
            b'b' | b'B' => self.cells[self.n_pieces] = true,
            b'w' | b'W' => self.cells[self.n_pieces] = false,
            b'\n' => {
                self.line += 1;
                self.column = 1;
                return Ok(None);
            }
            b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => {
                self.column += 1;
                return Ok(None);
            }
            _ => {
                return Err(Error::NotAPiece {
                    data_set: self.data_set,
                    line: self.line,
                    column: self.column,
                    byte,
                });
            }
        }
        self.column += 1;
        self.n_pieces += 1;
        if self.n_pieces < N_PIECES {
            return Ok(None);
        }
        self.data_set += 1;
        self.n_pieces = 0;
        Ok(Some(self.cells))
    }

    /// Says whether the input may end here.
    fn end(self) -> Result<(), Error> {
        let Self {
            data_set, n_pieces, ..
        } = self;
        match n_pieces {
            0 if data_set == 1 => Err(Error::Empty),
            0 => Ok(()),
            _ => Err(Error::EndsInside { data_set, n_pieces }),
        }
    }
}

/// Why some board has no answer. Data sets, lines and columns count from 1, columns in bytes.
#[derive(Debug)]
enum Error {
    Empty,
    EndsInside {
        data_set: u64,
        n_pieces: usize,
    },
    NotAPiece {
        data_set: u64,
        line: u64,
        column: u64,
        byte: u8,
    },
    Read(io::Error),
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HELP: &str = "help: a board is 16 letters `b` or `w`, white space anywhere";
        match self {
            Self::Empty => write!(f, "data set 1: the input is empty\n{HELP}"),
            Self::EndsInside { data_set, n_pieces } => write!(
                f,
                "data set {data_set}: the input ends after {n_pieces} of {N_PIECES} pieces\n{HELP}"
            ),
            Self::NotAPiece {
                data_set,
                line,
                column,
                byte,
            } => write!(
                f,
                "data set {data_set}, line {line}, column {column}: \
                 expected `b` or `w`, found `{}`\n{HELP}",
                byte.escape_ascii()
            ),
            Self::Read(source) => write!(f, "cannot read standard input: {source}"),
            Self::Write(source) => write!(f, "cannot write to standard output: {source}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(pieces: &str) -> [bool; N_PIECES] {
        std::array::from_fn(|piece| pieces.as_bytes()[piece] == b'b')
    }

    #[test]
    fn a_flip_changes_the_piece_and_its_edge_neighbours() {
        let mut wrong = [false; N_CELLS];
        flip(&mut wrong, cell_of(7), true);
        let changed = (0..N_PIECES).filter(|&piece| wrong[cell_of(piece)]);
        assert!(changed.eq([3, 6, 7, 11]));
    }

    #[test]
    fn a_failed_search_leaves_the_board_as_it_was() {
        let mut search = Search::new(&board("bwwwwwwwwwwwwwww"), false);
        let before = search.wrong;
        assert_eq!(search.deepen(16), NEVER);
        assert_eq!(search.wrong, before);
    }

    #[test]
    fn a_search_below_the_least_limit_finds_nothing() {
        for limit in 0..6 {
            for colour in [false, true] {
                let mut search = Search::new(&board("bwbwbbwbbbwwwwww"), colour);
                assert!(search.deepen(limit) > limit, "{limit} flips are too few");
            }
        }
    }

    #[test]
    fn chunks_may_end_anywhere() {
        let input = b"bwwb\nbbwb\nbwwb\nbwww\n BWBWBBWBBBWWWWWW";
        for size in 1..=input.len() {
            let mut output = Vec::new();
            let reader = BufReader::with_capacity(size, &input[..]);
            answer_all(reader, &mut output).unwrap();
            assert_eq!(output, b"4\n6\n", "chunks of {size} bytes");
        }
    }
}
