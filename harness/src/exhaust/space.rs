use crate::board::{flip_game, fliptile};
use crate::method::fliptile::EveryPress;
use crate::method::{flip_game as flip_game_method, fliptile as fliptile_method};

/// All boards of a finite kind, numbered from 0, with the reference's answers.
pub(super) trait Space: Sync {
    /// How many boards there are.
    fn boards(&self) -> u64;
    /// The input with this board alone.
    fn input(&self, number: u64) -> String;
    /// The reference's answer, with its line ends.
    fn expected(&self, number: u64) -> String;
    /// The number of rounds or flips of the reference's answer; `None` is impossible.
    fn least(&self, number: u64) -> Option<u32>;
    /// How many lines an answer has that begins with this line.
    fn answer_lines(&self, first: &[u8]) -> usize;
    /// The board in lines for people.
    fn draw(&self, number: u64) -> Vec<String>;
}

/// The 65,536 boards of Flip Game; the number of a board is its `u16`.
pub(super) struct FlipGame;

/// `FlipGame` has no more boards than a `u16` has values.
fn board(number: u64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

impl Space for FlipGame {
    fn boards(&self) -> u64 {
        u64::from(u16::MAX) + 1
    }

    fn input(&self, number: u64) -> String {
        flip_game::print(board(number))
    }

    fn expected(&self, number: u64) -> String {
        flip_game_method::line(self.least(number)) + "\n"
    }

    fn least(&self, number: u64) -> Option<u32> {
        flip_game_method::rounds(board(number))
    }

    fn answer_lines(&self, _: &[u8]) -> usize {
        1
    }

    fn draw(&self, number: u64) -> Vec<String> {
        flip_game::draw(board(number), 0)
    }
}

/// The boards of Fliptile of one size; the number of a board is its text as a binary number.
pub(super) struct Fliptile {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) answers: EveryPress,
}

impl Fliptile {
    fn board(&self, number: u64) -> fliptile::Cells {
        fliptile::Cells::from_number(self.rows, self.columns, number)
    }
}

impl Space for Fliptile {
    fn boards(&self) -> u64 {
        self.answers.boards()
    }

    fn input(&self, number: u64) -> String {
        fliptile::print(&self.board(number))
    }

    fn expected(&self, number: u64) -> String {
        fliptile_method::text(self.answers.least(number).as_ref())
    }

    fn least(&self, number: u64) -> Option<u32> {
        self.answers.least(number).map(|presses| presses.ones())
    }

    /// A line that begins with a digit begins presses; any other is a word, however spelt.
    fn answer_lines(&self, first: &[u8]) -> usize {
        match first.first() {
            Some(byte) if byte.is_ascii_digit() => self.rows,
            _ => 1,
        }
    }

    fn draw(&self, number: u64) -> Vec<String> {
        fliptile::draw(&self.board(number), self.answers.least(number).as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method;

    /// Input and answers of a space as one input of many data sets, against another method.
    fn assert_confirmed(space: &dyn Space, problem: &str) {
        let numbers = 0..space.boards();
        let input: String = numbers.clone().map(|number| space.input(number)).collect();
        let expected: String = numbers.map(|number| space.expected(number)).collect();
        let second = method::all_for_problem(problem)[1];
        assert!(second.answer(input.as_bytes()).unwrap() == expected.as_bytes());
    }

    #[test]
    fn a_second_method_confirms_the_answers_of_a_space() {
        assert_confirmed(&FlipGame, "flip-game");
        for (rows, columns) in [(1, 2), (3, 3), (4, 3), (1, 12)] {
            let answers = EveryPress::new(rows, columns).unwrap();
            let space = Fliptile {
                rows,
                columns,
                answers,
            };
            assert_confirmed(&space, "fliptile");
        }
    }
}
