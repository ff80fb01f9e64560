use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::source::Drawn;
use super::{Error, Source};
use crate::untrusted;

/// So many equal inputs from different seeds, and nothing else, say that a generator ignores
/// its seed.
const SAME: u64 = 10;

/// Of fewer inputs nothing is said: chance may have made them.
const MANY: u64 = 20;

/// How much of an answer is quoted, in bytes.
const QUOTED: usize = 40;

/// Watches how good the inputs of a generator are. Families are made to be as they are.
pub(super) struct Watch {
    is_program: bool,
    n_inputs: u64,
    inputs: HashSet<u64>,
    answers: HashMap<u64, (u64, Vec<u8>)>,
}

impl Watch {
    pub(super) fn of(source: &Source) -> Self {
        Self {
            is_program: matches!(source, Source::Program(_)),
            n_inputs: 0,
            inputs: HashSet::new(),
            answers: HashMap::new(),
        }
    }

    /// Takes note of an input and its answer.
    ///
    /// # Errors
    /// When the generator ignores its seed.
    pub(super) fn see(&mut self, drawn: &Drawn, answer: &[u8]) -> Result<(), Error> {
        if !self.is_program {
            return Ok(());
        }
        self.n_inputs += 1;
        self.inputs.insert(digest(&drawn.input));
        let start = &answer[..answer.len().min(QUOTED)];
        let known = self.answers.entry(digest(answer));
        known.or_insert_with(|| (0, start.to_owned())).0 += 1;
        match (self.n_inputs, self.inputs.len()) {
            (SAME, 1) => Err(Error::IgnoresSeed { count: SAME }),
            _ => Ok(()),
        }
    }

    /// What people should know, a line each.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.n_inputs < MANY {
            return remarks;
        }
        let n_inputs = self.n_inputs;
        let n_different = self.inputs.len() as u64;
        if n_different * 2 < n_inputs {
            remarks.push(format!(
                "the generator repeats itself: {n_different} different inputs of {n_inputs}"
            ));
        }
        let most = self.answers.values().max_by_key(|(times, _)| *times);
        if let Some((times, answer)) = most.filter(|(times, _)| times * 10 >= n_inputs * 9) {
            remarks.push(format!(
                "{times} of {n_inputs} inputs have the same answer, `{}`: the generator hardly \
                 ever makes others",
                untrusted::escape(answer.trim_ascii_end())
            ));
        }
        remarks
    }
}

fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stress::testing::generator;

    /// What is said of a generator with these inputs and answers.
    fn said(
        count: u64,
        input: impl Fn(u64) -> u64,
        answer: impl Fn(u64) -> u64,
    ) -> Result<Vec<String>, String> {
        let mut watch = Watch::of(&Source::Program(generator("g")));
        for iteration in 1..=count {
            let drawn = Drawn {
                iteration,
                from: String::new(),
                input: input(iteration).to_string().into_bytes(),
            };
            let answer = answer(iteration).to_string();
            let seen = watch.see(&drawn, answer.as_bytes());
            seen.map_err(|error| error.to_string())?;
        }
        Ok(watch.remarks())
    }

    #[test]
    fn a_generator_that_ignores_its_seed_is_an_error() {
        let ignores = "the generator ignores its seed: 10 seeds gave the same input";
        assert_eq!(said(10, |_| 1, |_| 1), Err(ignores.to_owned()));
        assert_eq!(said(9, |_| 1, |_| 1), Ok(vec![]));
        assert!(said(10, |number| number / 10, |_| 1).is_ok());
    }

    #[test]
    fn one_that_repeats_itself_is_called_out() {
        let repeats = "the generator repeats itself: 9 different inputs of 20";
        assert_eq!(
            said(20, |number| number % 9, |number| number),
            Ok(vec![repeats.to_owned()])
        );
        assert_eq!(said(20, |number| number % 10, |number| number), Ok(vec![]));
    }

    #[test]
    fn one_answer_nine_times_in_ten_is_called_out() {
        let one = "18 of 20 inputs have the same answer, `0`: the generator hardly ever makes \
                   others";
        let often = |number: u64| number.saturating_sub(18);
        assert_eq!(said(20, |number| number, often), Ok(vec![one.to_owned()]));
        let less = |number: u64| number.saturating_sub(17);
        assert_eq!(said(20, |number| number, less), Ok(vec![]));
    }
}
