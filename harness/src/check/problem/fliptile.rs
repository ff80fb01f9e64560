use super::of_set;
use super::tokens::{Token, Tokens};
use crate::board::fliptile::{Cells, IMPOSSIBLE, parse};
use crate::figures::count;
use crate::method::fliptile::solve;

/// What is wrong with the first answer that is.
pub(super) fn explain(input: &[u8], output: &[u8]) -> Option<String> {
    let boards = parse(input).ok()?;
    let mut tokens = Tokens::of(output);
    for (idx, board) in boards.iter().enumerate() {
        if let Some(sentence) = wrong(board, &mut tokens) {
            return Some(of_set(idx + 1, boards.len(), &sentence));
        }
    }
    let token = tokens.next()?;
    let (line, shown) = (token.line, token.shown());
    Some(format!(
        "goes on behind the last answer: line {line}: {shown}"
    ))
}

/// What is wrong with the next answer, if anything is.
fn wrong(board: &Cells, tokens: &mut Tokens<'_>) -> Option<String> {
    let least = solve(board).map(|solution| solution.presses);
    let presses = match read(board, tokens) {
        Ok(presses) => presses,
        Err(malformed) => return Some(malformed),
    };
    match (least, presses) {
        (None, None) => None,
        (Some(least), None) => {
            let flips = flips(&least, "clears", "clear");
            Some(format!("says {IMPOSSIBLE}, but {flips} the board"))
        }
        (least, Some(presses)) => not_least(board, least.as_ref(), &presses),
    }
}

/// Judges flips that an output gives, where `least` are the required ones.
fn not_least(board: &Cells, least: Option<&Cells>, presses: &Cells) -> Option<String> {
    let black = board.after(presses).ones();
    let given = count(presses.ones() as usize, "flip");
    match least {
        Some(least) if least == presses => None,
        _ if black > 0 => {
            let given = flips(presses, "leaves", "leave");
            let black = count(black as usize, "tile");
            let impossible = match least {
                None => format!("; {IMPOSSIBLE} is right"),
                Some(_) => String::new(),
            };
            Some(format!("{given} {black} black{impossible}"))
        }
        Some(least) if least.ones() < presses.ones() => {
            let (n_least, are) = (least.ones(), if least.ones() == 1 { "is" } else { "are" });
            Some(format!(
                "clears the board, but {given} where {n_least} {are} enough"
            ))
        }
        Some(_) => Some(format!("{given}, but not the least in order")),
        // A reference that says that nothing clears a board is wrong if something does.
        None => Some(format!(
            "clears the board with {given}, against the reference"
        )),
    }
}

/// As in `3 flips clear`.
fn flips(presses: &Cells, singular: &str, plural: &str) -> String {
    let n = presses.ones() as usize;
    let verb = if n == 1 { singular } else { plural };
    format!("{} {verb}", count(n, "flip"))
}

/// Reads one answer, `None` for impossible; or says what is wrong with its form.
fn read(board: &Cells, tokens: &mut Tokens<'_>) -> Result<Option<Cells>, String> {
    let columns = board.n_columns();
    let cells = board.n_rows() * columns;
    let mut presses = Cells::zero(board.n_rows(), columns);
    for cell in 0..cells {
        let token = tokens.next();
        match token.map(|token| token.text) {
            Some(b"0") => {}
            Some(b"1") => presses.toggle(cell / columns, cell % columns),
            Some(text) if cell == 0 && text == IMPOSSIBLE.as_bytes() => return Ok(None),
            _ => return Err(malformed(token, cell, cells)),
        }
    }
    Ok(Some(presses))
}

fn malformed(token: Option<Token<'_>>, cell: usize, cells: usize) -> String {
    let wanted = match cell {
        0 => format!("0, 1 or {IMPOSSIBLE}"),
        _ => "0 or 1".to_owned(),
    };
    match token {
        None => format!("ends after {cell} of {cells} numbers"),
        Some(token) => {
            let (line, shown) = (token.line, token.shown());
            let number = cell + 1;
            format!("line {line}: {shown} where {wanted} must be (number {number} of {cells})")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fliptile::{print, print_cells};

    /// The board that one press of the middle of 3 × 3 makes white.
    const CROSS: &str = "3 3\n0 1 0\n1 1 1\n0 1 0\n";

    fn said(input: &str, output: &str) -> Option<String> {
        explain(input.as_bytes(), output.as_bytes())
    }

    #[test]
    fn each_wrong_answer_has_its_sentence() {
        // A row of two: either press turns both tiles.
        let pair = "1 2\n1 1\n";
        for (input, output, sentence) in [
            (
                CROSS,
                "IMPOSSIBLE\n",
                "says IMPOSSIBLE, but 1 flip clears the board",
            ),
            (
                CROSS,
                "0 0 0\n0 0 0\n0 0 0\n",
                "0 flips leave 5 tiles black",
            ),
            (pair, "1 0\n", "1 flip, but not the least in order"),
            (
                "1 2\n0 0\n",
                "1 1\n",
                "clears the board, but 2 flips where 0 are enough",
            ),
            (
                "1 2\n0 1\n",
                "1 0\n",
                "1 flip leaves 1 tile black; IMPOSSIBLE is right",
            ),
            (CROSS, "", "ends after 0 of 9 numbers"),
            (CROSS, "0 0\n", "ends after 2 of 9 numbers"),
            (
                CROSS,
                "impossible\n",
                "line 1: `impossible` where 0, 1 or IMPOSSIBLE must be (number 1 of 9)",
            ),
            (
                CROSS,
                "0 0 0\n0 2 0\n",
                "line 2: `2` where 0 or 1 must be (number 5 of 9)",
            ),
            (
                pair,
                "0 1\n0\n",
                "goes on behind the last answer: line 2: `0`",
            ),
        ] {
            assert_eq!(said(input, output).as_deref(), Some(sentence), "{output:?}");
        }
    }

    #[test]
    fn of_many_data_sets_the_first_that_is_wrong_is_named() {
        let input = "1 2\n0 1\n1 2\n1 1\n1 1\n1\n";
        assert_eq!(said(input, "IMPOSSIBLE\n0 1\n1\n"), None);
        assert_eq!(
            said(input, "IMPOSSIBLE\n1 0\n0\n").as_deref(),
            Some("data set 2 of 3: 1 flip, but not the least in order")
        );
        assert_eq!(
            said(input, "IMPOSSIBLE\n0 1\n").as_deref(),
            Some("data set 3 of 3: ends after 0 of 1 numbers")
        );
    }

    #[test]
    fn of_all_presses_of_a_small_size_only_the_required_ones_are_right() {
        for number in 0..1 << 6 {
            let board = Cells::from_number(2, 3, number);
            let least = solve(&board).map(|solution| solution.presses);
            for presses in (0..1 << 6).map(|presses| Cells::from_number(2, 3, presses)) {
                let clears = board.after(&presses).ones() == 0;
                let sentence = said(&print(&board), &print_cells(&presses));
                match &least {
                    Some(least) if *least == presses => assert_eq!(sentence, None),
                    _ => {
                        let sentence = sentence.unwrap();
                        let as_few = least
                            .as_ref()
                            .is_some_and(|least| least.ones() == presses.ones());
                        let part = match (clears, as_few) {
                            (false, _) => "black",
                            (true, false) => "clears the board, but",
                            (true, true) => "but not the least in order",
                        };
                        assert!(sentence.contains(part), "{sentence}");
                    }
                }
            }
            let impossible = said(&print(&board), "IMPOSSIBLE\n");
            assert_eq!(impossible.is_none(), least.is_none());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(output in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            if let Some(sentence) = explain(CROSS.as_bytes(), &output) {
                proptest::prop_assert!(!sentence.chars().any(char::is_control));
            }
        }
    }
}
