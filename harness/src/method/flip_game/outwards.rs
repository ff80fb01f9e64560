use std::collections::VecDeque;
use std::sync::LazyLock;

use super::answer_each;
use crate::board::flip_game::{ALL_BLACK, ALL_WHITE, SIDE, flip};
use crate::method::{Error, Method};

/// Breadth first outwards from the two finished boards: as flips can be taken back, the
/// distance of a board from the nearer goal is its answer. Knows all 65,536 boards at once.
#[derive(Clone, Copy, Debug)]
pub struct Outwards;

impl Method for Outwards {
    fn name(&self) -> &'static str {
        "breadth first"
    }

    fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error> {
        answer_each(input, rounds)
    }
}

/// The least number of rounds that makes a board one colour; `None` when nothing does.
pub fn rounds(board: u16) -> Option<u32> {
    static DISTANCES: LazyLock<Vec<Option<u32>>> = LazyLock::new(distances);
    DISTANCES[usize::from(board)]
}

fn distances() -> Vec<Option<u32>> {
    let mut distances = vec![None; usize::from(u16::MAX) + 1];
    let mut waiting = VecDeque::new();
    for goal in [ALL_WHITE, ALL_BLACK] {
        distances[usize::from(goal)] = Some(0);
        waiting.push_back((goal, 0));
    }
    while let Some((board, distance)) = waiting.pop_front() {
        for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
            let next = flip(board, row, column);
            let known = &mut distances[usize::from(next)];
            if known.is_none() {
                *known = Some(distance + 1);
                waiting.push_back((next, distance + 1));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_are_distributed_as_known() {
        let mut boards = [0; 7];
        let mut impossible = 0;
        for board in 0..=u16::MAX {
            match rounds(board) {
                Some(rounds) => boards[usize::try_from(rounds).unwrap()] += 1,
                None => impossible += 1,
            }
        }
        assert_eq!(boards, [2, 32, 228, 880, 1562, 1136, 256]);
        assert_eq!((boards.iter().sum::<u32>(), impossible), (4096, 61_440));
    }

    #[test]
    fn well_known_boards_have_their_answers() {
        let told = |board: &[u8]| String::from_utf8(Outwards.answer(board).unwrap()).unwrap();
        assert_eq!(told(b"bwwb bbwb bwwb bwww"), "4\n");
        assert_eq!(told(b"wwbb wbbb bbbb bbbb"), "1\n");
        assert_eq!(told(b"bwbw bbwb bbww wwww"), "6\n");
        assert_eq!(
            told(b"bwww wwww wwww wwww bbbb bbbb bbbb bbbb"),
            "Impossible\n0\n"
        );
    }
}
