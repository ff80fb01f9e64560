use crate::board::flip_game::IMPOSSIBLE as FLIP_GAME_IMPOSSIBLE;
use crate::board::fliptile::{Cells, IMPOSSIBLE as FLIPTILE_IMPOSSIBLE, LARGEST, draw};
use crate::method::flip_game::{least_rounds, rounds_of};
use crate::method::{OneSize, fliptile::least_of};

use super::row_texts::RowTexts;

/// All boards of a problem and a size, numbered from 0, with the answers of two methods.
pub(super) trait Space: Sync {
    /// Rows and columns of a board.
    fn size(&self) -> (usize, usize);

    /// How many boards there are.
    fn boards(&self) -> u64;

    /// Adds the input with this board alone.
    fn write_input(&self, number: u64, text: &mut Vec<u8>);

    /// The reference's answer as a number; `None` is impossible.
    fn answer(&self, number: u64) -> Option<u64>;

    /// The same by the method that confirms the reference.
    fn second_answer(&self, number: u64) -> Option<u64>;

    /// Adds an answer as a submission shall print it, with its line ends.
    fn write_answer(&self, answer: Option<u64>, text: &mut Vec<u8>);

    /// The number of rounds or flips of an answer.
    fn moves(&self, answer: u64) -> u64;

    /// How many lines an answer has that begins with this line.
    fn answer_lines(&self, first: &[u8]) -> usize;

    /// The board in lines for people.
    fn draw(&self, number: u64) -> Vec<String>;

    /// The input with this board alone.
    fn input(&self, number: u64) -> Vec<u8> {
        let mut text = Vec::new();
        self.write_input(number, &mut text);
        text
    }

    /// An answer as a submission shall print it.
    fn answer_text(&self, answer: Option<u64>) -> Vec<u8> {
        let mut text = Vec::new();
        self.write_answer(answer, &mut text);
        text
    }
}

/// The boards of Flip Game of one size. The first piece is the lowest bit of a board's number,
/// and an answer is a number of rounds.
pub(super) struct FlipGame {
    rows: usize,
    columns: usize,
    solved: OneSize,
    letters: RowTexts,
}

impl FlipGame {
    /// `None` where no side is in `1..=15`, or a board has more pieces than there can be.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Self> {
        let solved = solve(rows, columns)?;
        let letter = |row: u64, column| if row >> column & 1 == 1 { b'b' } else { b'w' };
        Some(Self {
            rows,
            columns,
            solved,
            letters: RowTexts::new(columns, b"", letter),
        })
    }
}

fn solve(rows: usize, columns: usize) -> Option<OneSize> {
    let sides = 1..=LARGEST;
    match sides.contains(&rows) && sides.contains(&columns) {
        true => OneSize::new(rows, columns),
        false => None,
    }
}

impl Space for FlipGame {
    fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    fn boards(&self) -> u64 {
        self.solved.boards()
    }

    fn write_input(&self, number: u64, text: &mut Vec<u8>) {
        for row in 0..self.rows {
            self.letters.write(number >> (row * self.columns), text);
        }
    }

    fn answer(&self, number: u64) -> Option<u64> {
        least_rounds(&self.solved, number).map(u64::from)
    }

    fn second_answer(&self, number: u64) -> Option<u64> {
        rounds_of(self.rows, self.columns, number).map(u64::from)
    }

    fn write_answer(&self, answer: Option<u64>, text: &mut Vec<u8>) {
        match answer {
            Some(rounds @ 0..=9) => text.push(b"0123456789"[(rounds & 0xf) as usize]),
            Some(rounds) => text.extend(rounds.to_string().into_bytes()),
            None => text.extend_from_slice(FLIP_GAME_IMPOSSIBLE.as_bytes()),
        }
        text.push(b'\n');
    }

    fn moves(&self, answer: u64) -> u64 {
        answer
    }

    fn answer_lines(&self, _: &[u8]) -> usize {
        1
    }

    fn draw(&self, number: u64) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.input(number)).into_owned();
        let spread = |row: &str| row.chars().map(|piece| format!(" {piece} ")).collect();
        let rows = text.lines().map(spread);
        rows.map(|row: String| row.trim_end().to_owned()).collect()
    }
}

/// The boards of Fliptile of one size. The number of a board is its text as a binary number, and
/// so is an answer: the presses.
pub(super) struct Fliptile {
    rows: usize,
    columns: usize,
    solved: OneSize,
    digits: RowTexts,
    /// The line with the size.
    head: String,
}

impl Fliptile {
    /// `None` where no side is in `1..=15`, or a board has more tiles than there can be.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Self> {
        let solved = solve(rows, columns)?;
        let digit = |row: u64, column| b'0' + u8::from(row >> (columns - 1 - column) & 1 == 1);
        Some(Self {
            rows,
            columns,
            solved,
            digits: RowTexts::new(columns, b" ", digit),
            head: format!("{rows} {columns}\n"),
        })
    }

    fn write_rows(&self, cells: u64, text: &mut Vec<u8>) {
        for row in (0..self.rows).rev() {
            self.digits.write(cells >> (row * self.columns), text);
        }
    }

    fn cells(&self, number: u64) -> Cells {
        Cells::from_number(self.rows, self.columns, number)
    }
}

impl Space for Fliptile {
    fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    fn boards(&self) -> u64 {
        self.solved.boards()
    }

    fn write_input(&self, number: u64, text: &mut Vec<u8>) {
        text.extend_from_slice(self.head.as_bytes());
        self.write_rows(number, text);
    }

    fn answer(&self, number: u64) -> Option<u64> {
        self.solved.least(number)
    }

    fn second_answer(&self, number: u64) -> Option<u64> {
        least_of(self.rows, self.columns, number)
    }

    fn write_answer(&self, answer: Option<u64>, text: &mut Vec<u8>) {
        match answer {
            Some(presses) => self.write_rows(presses, text),
            None => {
                text.extend_from_slice(FLIPTILE_IMPOSSIBLE.as_bytes());
                text.push(b'\n');
            }
        }
    }

    fn moves(&self, answer: u64) -> u64 {
        answer.count_ones().into()
    }

    /// A line that begins with a digit begins presses; any other is a word, however spelt.
    fn answer_lines(&self, first: &[u8]) -> usize {
        match first.first() {
            Some(byte) if byte.is_ascii_digit() => self.rows,
            _ => 1,
        }
    }

    fn draw(&self, number: u64) -> Vec<String> {
        let presses = self.answer(number).map(|presses| self.cells(presses));
        draw(&self.cells(number), presses.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::flip_game;
    use crate::method;

    /// Input and answers of a space as one input of many data sets, against the methods that
    /// read text.
    fn assert_confirmed(space: &dyn Space, problem: &str) {
        let (mut input, mut expected) = (Vec::new(), Vec::new());
        for number in 0..space.boards() {
            space.write_input(number, &mut input);
            space.write_answer(space.answer(number), &mut expected);
        }
        for method in method::all_for_problem(problem) {
            assert!(method.answer(&input).unwrap() == expected);
        }
    }

    #[test]
    fn the_methods_of_the_problem_confirm_the_answers_of_a_space() {
        assert_confirmed(&FlipGame::new(4, 4).unwrap(), "flip-game");
        for (rows, columns) in [(1, 2), (3, 3), (4, 3), (1, 12), (12, 1)] {
            assert_confirmed(&Fliptile::new(rows, columns).unwrap(), "fliptile");
        }
    }

    #[test]
    fn a_board_is_numbered_and_drawn_as_elsewhere() {
        let space = FlipGame::new(4, 4).unwrap();
        for number in [0, 61, 0x8421, 0xffff] {
            let board = u16::try_from(number).unwrap();
            assert_eq!(space.input(number), flip_game::print(board).into_bytes());
            assert_eq!(space.draw(number), flip_game::draw(board, 0));
        }
        let space = FlipGame::new(2, 3).unwrap();
        assert_eq!(space.input(0b001_110), b"wbb\nbww\n");
        let space = Fliptile::new(2, 3).unwrap();
        assert_eq!(space.input(0b100_011), b"2 3\n1 0 0\n0 1 1\n");
    }

    #[test]
    fn answers_are_written_as_the_statements_ask() {
        let space = FlipGame::new(5, 5).unwrap();
        assert_eq!(space.answer_text(Some(9)), b"9\n");
        assert_eq!(space.answer_text(Some(15)), b"15\n");
        assert_eq!(space.answer_text(None), b"Impossible\n");
        let space = Fliptile::new(2, 2).unwrap();
        assert_eq!(space.answer_text(Some(0b0110)), b"0 1\n1 0\n");
        assert_eq!(space.answer_text(None), b"IMPOSSIBLE\n");
    }

    #[test]
    fn a_side_that_no_board_has_is_refused() {
        for (rows, columns) in [(0, 3), (3, 0), (16, 1), (1, 16), (8, 8), (usize::MAX, 2)] {
            assert!(Fliptile::new(rows, columns).is_none());
            assert!(FlipGame::new(rows, columns).is_none());
        }
    }
}
