use crate::board::{flip_game, fliptile};
use crate::diff::Lines;
use crate::model::Drawing;

/// Draws the board that a line of an answer is about, for the problems whose boards are
/// known: of several data sets the one whose expected answer has this line, from 1. `None`
/// where the input is not as the problem has it.
pub fn drawing(problem: &str, input: &[u8], expected: &[u8], line: usize) -> Option<Drawing> {
    let line = line.max(1);
    match problem {
        "flip-game" => {
            let boards = flip_game::parse(input).ok()?;
            let set = line.min(boards.len());
            let lines = flip_game::draw(*boards.get(set - 1)?, 0);
            Some(of_set("board", set, boards.len(), lines))
        }
        "fliptile" => fliptile_board(input, expected, line),
        _ => None,
    }
}

fn of_set(what: &str, set: usize, n_sets: usize, lines: Vec<String>) -> Drawing {
    Drawing {
        title: match n_sets {
            1 => what.to_owned(),
            _ => format!("{what} {set} of {n_sets}"),
        },
        lines,
        is_whole: n_sets == 1,
    }
}

/// The board with the expected presses in brackets. An answer has a line for each row of its
/// board, or is one word.
fn fliptile_board(input: &[u8], expected: &[u8], line: usize) -> Option<Drawing> {
    let boards = fliptile::parse(input).ok()?;
    let mut answers = Lines::starting_at(expected, 0).map(|line| expected[line].trim_ascii());
    let mut n_lines_before = 0;
    for (idx, board) in boards.iter().enumerate() {
        let answer = answer(&mut answers, board.n_rows());
        let n_lines = answer.len().max(1);
        if line <= n_lines_before + n_lines || idx + 1 == boards.len() {
            let presses = presses(board, &answer);
            let lines = fliptile::draw(board, presses.as_ref());
            let what = match presses {
                Some(_) => "presses on board",
                None => "board",
            };
            return Some(of_set(what, idx + 1, boards.len(), lines));
        }
        n_lines_before += n_lines;
    }
    None
}

/// The lines of one answer.
fn answer<'a>(lines: &mut impl Iterator<Item = &'a [u8]>, n_rows: usize) -> Vec<&'a [u8]> {
    let first = lines.next();
    let is_word = first.is_none_or(|line| !line.starts_with(b"0") && !line.starts_with(b"1"));
    let rest = if is_word { 0 } else { n_rows - 1 };
    first.into_iter().chain(lines.take(rest)).collect()
}

/// The cells that an answer presses; `None` where it is not of the size of its board.
fn presses(board: &fliptile::Cells, answer: &[&[u8]]) -> Option<fliptile::Cells> {
    let mut presses = fliptile::Cells::zero(board.n_rows(), board.n_columns());
    if answer.len() != board.n_rows() {
        return None;
    }
    for (row, line) in answer.iter().enumerate() {
        let cells = line.split(u8::is_ascii_whitespace);
        let cells: Vec<_> = cells.filter(|cell| !cell.is_empty()).collect();
        if cells.len() != board.n_columns() {
            return None;
        }
        for (column, cell) in cells.iter().enumerate() {
            match *cell {
                b"1" => presses.toggle(row, column),
                b"0" => {}
                _ => return None,
            }
        }
    }
    Some(presses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_the_answer_that_differs_is_drawn() {
        let input = b"bwww\nwwww\nwwww\nwwww\nbbbb\nbbbb\nbbbb\nbbbw\n";
        let first = drawing("flip-game", input, b"Impossible\n0\n", 1).unwrap();
        assert_eq!(
            (first.title.as_str(), first.is_whole),
            ("board 1 of 2", false)
        );
        assert_eq!(first.lines[0], " b  w  w  w");
        for line in [2, 3, 100] {
            let second = drawing("flip-game", input, b"Impossible\n0\n", line).unwrap();
            assert_eq!(second.title, "board 2 of 2");
            assert_eq!(second.lines[3], " b  b  b  w");
        }
        let only = drawing("flip-game", &input[..20], b"", 0).unwrap();
        assert_eq!((only.title.as_str(), only.is_whole), ("board", true));
    }

    #[test]
    fn presses_that_are_expected_stand_in_brackets() {
        let input = b"1 2\n1 0\n2 2\n1 1\n1 0\n1 1\n1\n";
        let expected = b"IMPOSSIBLE\n1 0\n0 0\n1\n";
        let drawn = |line| drawing("fliptile", input, expected, line).unwrap();
        assert_eq!(drawn(1).title, "board 1 of 3");
        assert_eq!(drawn(1).lines, [" 1  0"]);
        for line in [2, 3] {
            assert_eq!(drawn(line).title, "presses on board 2 of 3");
            assert_eq!(drawn(line).lines, ["[1] 1", " 1  0"]);
        }
        assert_eq!(drawn(4).lines, ["[1]"]);
        assert_eq!(drawn(9).lines, ["[1]"]);
    }

    #[test]
    fn what_is_no_board_is_not_drawn() {
        for problem in ["flip-game", "fliptile", "sum"] {
            for input in [&b""[..], b"\xff\0", b"3 3\n1", b"bw"] {
                assert_eq!(drawing(problem, input, b"1\n", 1), None);
            }
        }
        for expected in [&b""[..], b"7", b"1 0 1", b"1\n\n\n", b"x"] {
            let drawn = drawing("fliptile", b"1 2\n1 0\n", expected, 1).unwrap();
            assert_eq!(drawn.lines, [" 1  0"]);
        }
    }
}
