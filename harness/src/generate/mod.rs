//! New cases from named families and a seed, with expected outputs that two methods agree on.
//!
//! A [`Family`] turns a seed into a stream of inputs; [`generate`] takes those that are new,
//! has the reference answer them and a second method confirm it; [`write()`] makes each a case
//! directory. The same family and seed beside the same cases give the same bytes for ever.

mod draft;
mod error;
mod existing;
mod family;
mod flip_game;
mod fliptile;
mod rng;
mod write;

use std::num::NonZeroUsize;
use std::path::Path;

use crate::method::{self, Method};

pub use draft::Family;
pub use error::Error;
pub use family::{families, family};
pub use rng::Rng;
pub use write::{Naming, write, write_directory, write_named};

use draft::Draft;
use existing::Existing;

/// A case that is not written yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCase {
    /// The path of its directory below the problem's `cases`, but for the number at its end.
    pub name: String,
    /// The bytes of `input`.
    pub input: Vec<u8>,
    /// The bytes of `expected`.
    pub expected: Vec<u8>,
    /// Why it is there, in one line.
    pub why: String,
    /// What made it; `None` for one that was not generated.
    pub provenance: Option<Provenance>,
}

/// What made a case: all that is needed to make it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The name of the family.
    pub family: String,
    /// The seed.
    pub seed: u64,
    /// Which of the inputs of the seed it was, from 1, where one of many was picked.
    pub iteration: Option<u64>,
    /// The command line.
    pub command: String,
    /// The version of `judge`.
    pub version: String,
}

/// What a second method says of the reference's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It answers the same.
    Agrees,
    /// It answers this instead.
    Differs(Vec<u8>),
}

/// Asks a second method, given an input and the reference's answer. What counts as the same
/// is for it to say. The error is a line that says why there is no answer.
pub type Confirm<'a> = dyn FnMut(&[u8], &[u8]) -> Result<Confirmation, String> + 'a;

/// How many drafts in a row may be known already before a family without end counts as used up.
const PATIENCE: usize = 10_000;

/// Makes `count` new cases of a family. None of their inputs is among the cases below `cases`
/// or comes twice.
///
/// # Errors
/// When the family has not that many new inputs, when the existing cases cannot be read, or
/// when the second method does not agree with the reference.
pub fn generate(
    family: &'static Family,
    count: NonZeroUsize,
    seed: u64,
    cases: &Path,
    confirm: &mut Confirm<'_>,
) -> Result<Vec<NewCase>, Error> {
    let reference = method::for_problem(family.problem).ok_or_else(|| Error::NoFamilies {
        problem: family.problem.to_owned(),
    })?;
    let drafts = new_drafts(family, count.get(), seed, Existing::below(cases)?)?;
    let mut new = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let input = draft.input.into_bytes();
        let expected = confirmed(family.name, reference, &input, confirm)?;
        new.push(NewCase {
            name: format!("generated/{}/seed-{seed}", family.name),
            input,
            expected,
            why: draft.why,
            provenance: Some(provenance(family, count, seed)),
        });
    }
    Ok(new)
}

/// A second method that is built in, for [`generate`]: equal bytes are the same answer.
pub fn confirm_with(
    method: &'static dyn Method,
) -> impl FnMut(&[u8], &[u8]) -> Result<Confirmation, String> {
    move |input, expected| {
        let answer = method.answer(input).map_err(|error| error.to_string())?;
        Ok(if answer == expected {
            Confirmation::Agrees
        } else {
            Confirmation::Differs(answer)
        })
    }
}

fn new_drafts(
    family: &Family,
    asked: usize,
    seed: u64,
    mut existing: Existing,
) -> Result<Vec<Draft>, Error> {
    let mut new = Vec::new();
    let mut known_in_a_row = 0;
    for draft in (family.drafts)(Rng::new(seed)) {
        if existing.add(draft.input.as_bytes())? {
            known_in_a_row = 0;
            new.push(draft);
            if new.len() == asked {
                return Ok(new);
            }
        } else {
            known_in_a_row += 1;
            if known_in_a_row == PATIENCE {
                break;
            }
        }
    }
    Err(Error::TooFew {
        family: family.name,
        asked,
        left: new.len(),
    })
}

fn confirmed(
    family: &'static str,
    reference: &dyn Method,
    input: &[u8],
    confirm: &mut Confirm<'_>,
) -> Result<Vec<u8>, Error> {
    let expected = reference
        .answer(input)
        .map_err(|source| Error::Reference { family, source })?;
    match confirm(input, &expected) {
        Ok(Confirmation::Agrees) => Ok(expected),
        Ok(Confirmation::Differs(second)) => Err(Error::Disagreement {
            family,
            input: input.to_owned(),
            reference: expected,
            second,
        }),
        Err(reason) => Err(Error::Unconfirmed { family, reason }),
    }
}

fn provenance(family: &Family, count: NonZeroUsize, seed: u64) -> Provenance {
    let (problem, name) = (family.problem, family.name);
    Provenance {
        family: name.to_owned(),
        seed,
        iteration: None,
        command: format!("judge generate {problem} --family {name} --count {count} --seed {seed}"),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn make(
        problem: &str,
        name: &str,
        count: usize,
        seed: u64,
        cases: &Path,
    ) -> Result<Vec<NewCase>, Error> {
        let second = method::all_for_problem(problem)[1];
        let family = family(problem, name).unwrap();
        let count = NonZeroUsize::new(count).unwrap();
        generate(family, count, seed, cases, &mut confirm_with(second))
    }

    #[test]
    fn every_family_gives_confirmed_cases_that_a_seed_repeats() {
        let empty = tempfile::tempdir().unwrap();
        for family in ["flip-game", "fliptile"].into_iter().flat_map(families) {
            let make = |seed| make(family.problem, family.name, 2, seed, empty.path()).unwrap();
            assert_eq!(make(5), make(5), "{}", family.name);
            assert!(make(5).iter().all(|case| !case.why.contains('\n')));
            assert!(
                family.name == "answer-0" || make(5) != make(6),
                "{}",
                family.name
            );
        }
    }

    #[test]
    fn no_input_comes_twice_even_when_the_seed_does() {
        let root = tempfile::tempdir().unwrap();
        let mut inputs = HashSet::new();
        for _ in 0..2 {
            for case in make("flip-game", "answer-1", 10, 1, root.path()).unwrap() {
                assert!(inputs.insert(case.input.clone()));
                write(root.path(), &case).unwrap();
            }
        }
        assert!(
            root.path()
                .join("generated/answer-1/seed-1-20/input")
                .exists()
        );
    }

    #[test]
    fn a_family_that_is_used_up_says_how_many_are_left() {
        let root = tempfile::tempdir().unwrap();
        let error = make("flip-game", "answer-0", 3, 1, root.path()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the family `answer-0` has 2 inputs that no case has yet, 3 asked for"
        );
        assert_eq!(error.help().unwrap(), "ask for `--count 2`");
        assert!(std::fs::read_dir(root.path()).unwrap().next().is_none());
    }

    #[test]
    fn a_disagreement_is_an_error_that_shows_both_answers() {
        let empty = tempfile::tempdir().unwrap();
        let family = family("flip-game", "answer-6").unwrap();
        let one = NonZeroUsize::MIN;
        let mut differs = |_: &[u8], _: &[u8]| Ok(Confirmation::Differs(b"7\n".to_vec()));
        let error = generate(family, one, 1, empty.path(), &mut differs).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("says `6\\x0a`, the second method `7\\x0a`")
        );
        let mut silent = |_: &[u8], _: &[u8]| Err("exit code 3".to_owned());
        let error = generate(family, one, 1, empty.path(), &mut silent).unwrap_err();
        assert!(error.to_string().ends_with("is not confirmed: exit code 3"));
    }
}
