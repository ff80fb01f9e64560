//! The harness's own answers to its problems: references, written apart from the solvers and
//! from each other, so that an agreement proves something.
//!
//! | problem | method | idea |
//! | --- | --- | --- |
//! | `flip-game` | [`flip_game::Outwards`] | breadth first outwards from the two finished boards |
//! | `flip-game` | [`flip_game::FirstRow`] | each first row of presses, the rest forced, each goal |
//! | `fliptile` | [`fliptile::Elimination`] | elimination over all tiles, then the null space |
//! | `fliptile` | [`fliptile::FirstRow`] | each first row of presses, the rest forced |
//!
//! For whole spaces of boards there are methods that take numbers in place of text: [`OneSize`]
//! by one elimination for all boards of a size and a walk of the null space for each, next to
//! the search over first rows. [`fliptile::EveryPress`] tries all presses of one small size.

pub mod flip_game;
pub mod fliptile;

mod first_row;
mod gf2;
mod one_size;

use crate::board;

pub use one_size::OneSize;

/// A way to answer a whole input of one problem.
pub trait Method: Sync {
    /// What it is called, as in `breadth first`.
    fn name(&self) -> &'static str;

    /// The expected output for an input of one or many data sets.
    ///
    /// # Errors
    /// When the bytes are no input of the problem.
    fn answer(&self, input: &[u8]) -> Result<Vec<u8>, Error>;
}

/// Why a method gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The input is none of the problem.
    #[error("the input cannot be answered: {0}")]
    Input(#[from] board::Error),
}

impl Error {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Input(error) => error.help(),
        }
    }
}

/// All methods of a problem by its name, such as `flip-game`; the first is the reference, the
/// others are there to confirm it. Empty where the harness knows nothing of the problem.
pub fn all_for_problem(problem: &str) -> &'static [&'static dyn Method] {
    match problem {
        "flip-game" => &[&flip_game::Outwards, &flip_game::FirstRow],
        "fliptile" => &[&fliptile::Elimination, &fliptile::FirstRow],
        _ => &[],
    }
}

/// The reference for a problem by its name; `None` where there is none.
pub fn for_problem(problem: &str) -> Option<&'static dyn Method> {
    all_for_problem(problem).first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The directories of all cases of a problem in this repository.
    fn cases(problem: &str) -> Vec<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../cases")
            .join(problem);
        walkdir::WalkDir::new(root)
            .into_iter()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_name() == "input")
            .map(|entry| entry.path().parent().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn every_kept_answer_is_what_each_method_says() {
        for problem in ["flip-game", "fliptile"] {
            let cases = cases(problem);
            assert!(cases.len() >= 42, "{problem}: {} cases", cases.len());
            for case in cases {
                let input = fs::read(case.join("input")).unwrap();
                let expected = fs::read(case.join("expected")).unwrap();
                for method in all_for_problem(problem) {
                    let answer = method.answer(&input).unwrap();
                    let names = (case.display(), method.name());
                    assert!(answer == expected, "{} by {}", names.0, names.1);
                }
            }
        }
    }

    #[test]
    fn every_kept_case_has_an_input_of_its_own_and_a_reason() {
        let (mut inputs, mut reasons) = (HashMap::new(), HashMap::new());
        for case in ["flip-game", "fliptile"].into_iter().flat_map(cases) {
            let settings = fs::read_to_string(case.join("case.toml")).unwrap();
            let settings: toml::Table = settings.parse().unwrap();
            let why = settings["why"].as_str().unwrap().to_owned();
            assert!(!why.is_empty() && !why.contains('\n'), "{}", case.display());
            if !settings.contains_key("generated") {
                let other = reasons.insert(why, case.clone());
                assert_eq!(other, None, "the reason of {}", case.display());
            }
            let input = fs::read(case.join("input")).unwrap();
            let other = inputs.insert(input, case.clone());
            assert_eq!(other, None, "the input of {}", case.display());
        }
    }

    #[test]
    fn an_unknown_problem_has_no_method() {
        assert!(for_problem("Flip-Game").is_none());
        assert!(for_problem("flip-game").is_some_and(|method| method.name() == "breadth first"));
    }

    #[test]
    fn a_wrong_input_is_an_error_and_no_answer() {
        for problem in ["flip-game", "fliptile"] {
            for method in all_for_problem(problem) {
                assert!(method.answer(b"").is_err());
                assert!(method.answer(b"1 1 x").is_err());
            }
        }
    }
}
