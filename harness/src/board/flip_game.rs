//! POJ 1753 Flip Game: 4 × 4 pieces, black on one side and white on the other.
//!
//! A board is a `u16`: bit `4 * row + column` is the piece at (`row`, `column`), both in
//! `0..4`; 1 is black. So the first piece of the input is the lowest bit, and "the smallest
//! board" is the one whose number is least.

use std::fmt::Write as _;

use super::Error;

/// Rows of a board, and columns.
pub const SIDE: u32 = 4;

/// Pieces of a board.
pub const PIECES: u32 = SIDE * SIDE;

/// The board with every white side up.
pub const ALL_WHITE: u16 = 0;

/// The board with every black side up.
pub const ALL_BLACK: u16 = u16::MAX;

/// The answer for a board that can be made neither all white nor all black.
pub const IMPOSSIBLE: &str = "Impossible";

/// Flips one piece and its edge neighbours; `row` and `column` are in `0..4`.
///
/// Flipping the same piece twice gives the board back.
///
/// Source: POJ 1753, rules: the chosen piece and those left, right, above and below it.
pub fn flip(board: u16, row: u32, column: u32) -> u16 {
    let neighbours = [
        (Some(row), Some(column)),
        (row.checked_sub(1), Some(column)),
        (Some(row + 1), Some(column)),
        (Some(row), column.checked_sub(1)),
        (Some(row), Some(column + 1)),
    ];
    let mut flipped = board;
    for (row, column) in neighbours {
        if let (Some(row @ 0..SIDE), Some(column @ 0..SIDE)) = (row, column) {
            flipped ^= bit(row, column);
        }
    }
    flipped
}

/// The board with the piece at (`row`, `column`) black and all others white.
pub fn bit(row: u32, column: u32) -> u16 {
    1 << (SIDE * row + column)
}

/// Reads all boards of an input: 16 letters `b` or `w` each, in either case, with white space
/// anywhere, since copies of the statement lose or gain line breaks.
///
/// # Errors
/// When there is no board, another letter, or a board that is cut off.
pub fn parse(input: &[u8]) -> Result<Vec<u16>, Error> {
    let mut boards = Vec::new();
    let (mut board, mut pieces, mut line) = (0, 0, 1);
    for &byte in input {
        let black = match byte {
            b'b' | b'B' => true,
            b'w' | b'W' => false,
            b'\n' => {
                line += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => continue,
            _ => return Err(unexpected(boards.len() + 1, line, byte)),
        };
        board |= u16::from(black) << pieces;
        pieces += 1;
        if pieces == PIECES {
            boards.push(board);
            (board, pieces) = (0, 0);
        }
    }
    end(boards, pieces)
}

fn unexpected(set: usize, line: usize, byte: u8) -> Error {
    Error::Unexpected {
        set,
        line,
        wanted: "`b` or `w`",
        found: vec![byte],
    }
}

fn end(boards: Vec<u16>, pieces: u32) -> Result<Vec<u16>, Error> {
    match (boards.len(), pieces) {
        (0, 0) => Err(Error::Empty),
        (_, 0) => Ok(boards),
        (complete, _) => Err(Error::CutOff {
            set: complete + 1,
            found: pieces as usize,
            wanted: PIECES as usize,
        }),
    }
}

/// The board as the statement writes it: four lines of four letters, each with its line end.
pub fn print(board: u16) -> String {
    let mut text = String::with_capacity(20);
    for row in 0..SIDE {
        text.extend((0..SIDE).map(|column| letter(board, row, column)));
        text.push('\n');
    }
    text
}

/// The board in four lines for people, the pieces of `presses` in brackets.
pub fn draw(board: u16, presses: u16) -> Vec<String> {
    let draw_row = |row| {
        let mut text = String::new();
        for column in 0..SIDE {
            let piece = letter(board, row, column);
            // Writing to a `String` cannot fail.
            let _ = if presses & bit(row, column) == 0 {
                write!(text, " {piece} ")
            } else {
                write!(text, "[{piece}]")
            };
        }
        text.trim_end().to_owned()
    };
    (0..SIDE).map(draw_row).collect()
}

fn letter(board: u16, row: u32, column: u32) -> char {
    if board & bit(row, column) == 0 {
        'w'
    } else {
        'b'
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_board_is_read_as_it_was_printed() {
        for board in 0..=u16::MAX {
            assert_eq!(parse(print(board).as_bytes()), Ok(vec![board]));
        }
    }

    #[test]
    fn a_flip_turns_the_piece_and_its_edge_neighbours_and_no_other() {
        for piece in 0..PIECES {
            let (row, column) = (piece / SIDE, piece % SIDE);
            let flipped = flip(ALL_WHITE, row, column);
            for other in 0..PIECES {
                let distance = row.abs_diff(other / SIDE) + column.abs_diff(other % SIDE);
                assert_eq!(flipped >> other & 1 == 1, distance <= 1, "{piece} {other}");
            }
        }
    }

    #[test]
    fn flipping_a_piece_twice_gives_the_board_back() {
        for board in 0..=u16::MAX {
            for piece in 0..PIECES {
                let (row, column) = (piece / SIDE, piece % SIDE);
                assert_eq!(flip(flip(board, row, column), row, column), board);
            }
        }
    }

    #[test]
    fn white_space_and_letter_case_do_not_matter() {
        let plain = parse(b"bwwb\nbbwb\nbwwb\nbwww\n");
        assert_eq!(plain, parse(b"bwwbbbwbbwwbbwww"));
        assert_eq!(plain, parse(b" B w\tWb\r\nbbwb bWwb\n\n\nbwww"));
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        assert_eq!(parse(b" \n\t"), Err(Error::Empty));
        let wrong = parse(b"wwww wwww wwww wwww\nbb0b").unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "data set 2, line 2: expected `b` or `w`, found `0`"
        );
        let short = parse(b"wwww wwww wwww www").unwrap_err();
        assert_eq!(short.to_string(), "data set 1 is cut off: 15 of 16 cells");
    }

    #[test]
    fn a_drawing_marks_the_pressed_pieces() {
        let drawn = draw(bit(0, 0) | bit(1, 3), bit(0, 0) | bit(3, 3));
        assert_eq!(
            drawn,
            ["[b] w  w  w", " w  w  w  b", " w  w  w  w", " w  w  w [w]"]
        );
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = parse(&bytes);
        }
    }
}
