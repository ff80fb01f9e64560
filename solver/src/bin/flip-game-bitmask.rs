//! POJ 1753 Flip Game by bit masks and all subsets of pieces.
//!
//! The board is 16 bits: bit `i` is piece `i` in reading order, 1 is black. A round flips a
//! piece and its edge neighbours, which is one XOR with a mask. The order of rounds does not
//! matter and a piece chosen twice might as well be left alone, so each of the 65,536
//! subsets of pieces leads somewhere and nothing else does.
//!
//! Flips undo themselves: what makes a board white is what makes it out of the white board.
//! One walk over the subsets in Gray code order, where each differs from the one before it
//! in a single piece, therefore answers every board: 65,536 steps of one XOR each. The
//! compiler takes that walk, and the program looks its answers up.
//!
//! Input: any number of boards, at least one, each 16 letters `b` or `w` in either case with
//! white space anywhere. Output: a line for each, the least number of rounds after which all
//! pieces have one colour, or `Impossible`. Exit code 1 and a message when the input is
//! something else; the boards complete by then are answered.

use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

const N_PIECES: usize = 16;

/// Marks the boards that no subset leads to.
const UNREACHABLE: u8 = u8::MAX;

/// The answer to each board, or [`UNREACHABLE`].
static LEAST_ROUNDS: [u8; 1 << N_PIECES] = least_rounds();

/// The pieces that change when `piece` is chosen: itself and its edge neighbours.
const fn flip_mask(piece: usize) -> u16 {
    let (row, column) = (piece / 4, piece % 4);
    let mut mask = 1 << piece;
    if row > 0 {
        mask |= 1 << (piece - 4);
    }
    if row < 3 {
        mask |= 1 << (piece + 4);
    }
    if column > 0 {
        mask |= 1 << (piece - 1);
    }
    if column < 3 {
        mask |= 1 << (piece + 1);
    }
    mask
}

const fn least_rounds() -> [u8; 1 << N_PIECES] {
    let mut least = [UNREACHABLE; 1 << N_PIECES];
    let mut subset: u16 = 0;
    let mut rounds = 0;
    let mut board: u16 = 0;
    let mut step: u32 = 0;
    loop {
        // What leads from white to a board leads from black to its opposite.
        if rounds < least[board as usize] {
            least[board as usize] = rounds;
        }
        if rounds < least[!board as usize] {
            least[!board as usize] = rounds;
        }
        step += 1;
        if step == 1 << N_PIECES {
            return least;
        }
        let piece = step.trailing_zeros() as usize;
        subset ^= 1 << piece;
        if subset & (1 << piece) == 0 {
            rounds -= 1;
        } else {
            rounds += 1;
        }
        board ^= flip_mask(piece);
    }
}

/// Least number of rounds to make `board` one colour, or `None` when nothing does.
fn solve(board: u16) -> Option<u8> {
    let rounds = LEAST_ROUNDS[usize::from(board)];
    (rounds != UNREACHABLE).then_some(rounds)
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
                match solve(board) {
                    Some(rounds) => output.write_all(&[b'0' + rounds, b'\n']),
                    None => output.write_all(b"Impossible\n"),
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
    board: u16,
    n_pieces: usize,
}

impl Boards {
    fn new() -> Self {
        Self {
            data_set: 1,
            line: 1,
            column: 1,
            board: 0,
            n_pieces: 0,
        }
    }

    /// Takes the next byte; gives the board that it completes.
    fn take(&mut self, byte: u8) -> Result<Option<u16>, Error> {
        match byte {
            b'b' | b'B' | b'w' | b'W' => {
                let black = matches!(byte, b'b' | b'B');
                self.board |= u16::from(black) << self.n_pieces;
            }
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
        let board = self.board;
        self.data_set += 1;
        self.board = 0;
        self.n_pieces = 0;
        Ok(Some(board))
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

    #[test]
    fn a_flip_changes_the_piece_and_its_edge_neighbours() {
        let sizes = (0..N_PIECES).map(|piece| flip_mask(piece).count_ones());
        assert!(sizes.eq([3, 4, 4, 3, 4, 5, 5, 4, 4, 5, 5, 4, 3, 4, 4, 3]));
        assert_eq!(flip_mask(3), 0b1000_1100);
        assert_eq!(flip_mask(4), 0b0001_0011_0001);
    }

    #[test]
    fn one_round_is_enough_for_exactly_the_boards_one_flip_from_one_colour() {
        for board in 0..=u16::MAX {
            let is_one_flip_away = (0..N_PIECES)
                .map(|piece| board ^ flip_mask(piece))
                .any(|flipped| flipped == 0 || flipped == u16::MAX);
            assert_eq!(solve(board) == Some(1), is_one_flip_away, "{board:#b}");
        }
    }

    #[test]
    fn no_flip_takes_a_board_further_than_one_round() {
        for board in 0..=u16::MAX {
            for piece in 0..N_PIECES {
                match (solve(board), solve(board ^ flip_mask(piece))) {
                    (Some(here), Some(there)) => assert!(here.abs_diff(there) <= 1, "{board:#b}"),
                    (None, None) => {}
                    _ => panic!("{board:#b} and piece {piece}: only one is impossible"),
                }
            }
        }
    }

    #[test]
    fn a_board_takes_as_many_rounds_as_its_opposite() {
        assert!((0..=u16::MAX).all(|board| solve(board) == solve(!board)));
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
