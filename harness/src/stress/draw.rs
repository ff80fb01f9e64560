use crate::board::{flip_game, fliptile};
use crate::model::BuiltIn;

/// How many boards of an input are drawn.
const DRAWN: usize = 3;

/// The boards of an input in lines for people; nothing where the problem is not known.
pub(super) fn input(problem: &str, input: &[u8]) -> Vec<String> {
    let boards = match BuiltIn::of_name(problem) {
        Some(BuiltIn::FlipGame) => {
            let boards = flip_game::parse(input).unwrap_or_default();
            boards
                .into_iter()
                .map(|board| flip_game::draw(board, 0))
                .collect()
        }
        Some(BuiltIn::Fliptile) => {
            let boards = fliptile::parse(input).unwrap_or_default();
            boards
                .iter()
                .map(|board| fliptile::draw(board, None))
                .collect()
        }
        None => Vec::new(),
    };
    lines(boards)
}

fn lines(boards: Vec<Vec<String>>) -> Vec<String> {
    let n_boards = boards.len();
    let mut lines = Vec::new();
    for (board_idx, board) in boards.into_iter().take(DRAWN).enumerate() {
        if n_boards > 1 {
            lines.push(format!("data set {}", board_idx + 1));
        }
        lines.extend(board);
    }
    if n_boards > DRAWN {
        lines.push(format!("… and {} more", n_boards - DRAWN));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_as_far_as_the_problem_is_known() {
        assert_eq!(input("fliptile", b"1 2\n1 0\n"), [" 1  0"]);
        let boards = flip_game::print(1).repeat(5);
        let drawn = input("flip-game", boards.as_bytes());
        assert_eq!(drawn.len(), 3 * 5 + 1);
        assert_eq!(
            (drawn[0].as_str(), drawn[1].as_str()),
            ("data set 1", " b  w  w  w")
        );
        assert_eq!(drawn.last().unwrap(), "… and 2 more");
        assert_eq!(input("p", b"1 2\n1 0\n"), [""; 0]);
        assert_eq!(input("fliptile", b"x"), [""; 0]);
    }
}
