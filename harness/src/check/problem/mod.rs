//! Problems that the harness knows: whether an expected output is right, and in words what an
//! output that is not right comes to.

mod flip_game;
mod fliptile;
mod tokens;

use crate::method;
use crate::model::{BuiltIn, Compare, Finding};

use super::{Answer, checker};

/// Whether the expected output of a case is what the harness's own method gives.
///
/// # Errors
/// What is wrong with the case, in a line.
pub fn confirm(problem: BuiltIn, input: &[u8], expected: &[u8]) -> Result<(), String> {
    let Some(method) = method::for_problem(problem.name()) else {
        return Ok(());
    };
    let answer = method.answer(input).map_err(|error| error.to_string())?;
    let own = Answer { expected: &answer };
    match checker(&Compare::default()).check(&own, expected) {
        Finding::Right => Ok(()),
        Finding::Format(_) | Finding::Wrong(_) => {
            let why = explain(problem, input, expected);
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            Err(format!(
                "the expected output is not the one of the built-in reference{why}"
            ))
        }
    }
}

/// What an output comes to that is not right: a sentence about its first data set that is
/// wrong. `None` where there is nothing to say, since the input is none of the problem or
/// only white space differs.
pub fn explain(problem: BuiltIn, input: &[u8], output: &[u8]) -> Option<String> {
    match problem {
        BuiltIn::Fliptile => fliptile::explain(input, output),
        BuiltIn::FlipGame => flip_game::explain(input, output),
    }
}

/// Names the data set, where there are several.
fn of_set(set: usize, sets: usize, sentence: &str) -> String {
    match sets {
        1 => sentence.to_owned(),
        _ => format!("data set {set} of {sets}: {sentence}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_expected_output_is_confirmed_however_it_is_spaced() {
        let board = b"bwwb bbwb bwwb bwww";
        assert_eq!(confirm(BuiltIn::FlipGame, board, b"4"), Ok(()));
        assert_eq!(confirm(BuiltIn::FlipGame, board, b"4 \r\n\n"), Ok(()));
        assert_eq!(confirm(BuiltIn::Fliptile, b"1 1\n0\n", b"0\n"), Ok(()));
    }

    #[test]
    fn a_wrong_one_is_told_with_what_is_wrong() {
        let begin = "the expected output is not the one of the built-in reference";
        assert_eq!(
            confirm(BuiltIn::FlipGame, b"bwwb bbwb bwwb bwww", b"5\n"),
            Err(format!("{begin}: says 5 rounds, but 4 are enough"))
        );
        assert_eq!(
            confirm(BuiltIn::Fliptile, b"1 2\n1 1\n", b"0\n1\n"),
            Err(begin.to_owned())
        );
    }

    #[test]
    fn an_input_that_is_none_is_told() {
        for problem in BuiltIn::ALL {
            let fault = confirm(problem, b"x", b"").unwrap_err();
            assert!(fault.starts_with("the input cannot be answered"), "{fault}");
            assert_eq!(explain(problem, b"x", b""), None);
        }
    }
}
