use super::{Error, generator};
use crate::generate::{Family, Rng};
use crate::model::Generator;
use crate::run::Runner;

/// What makes the inputs.
pub enum Source {
    /// Families that are built in, one after the other in turn.
    Families(Vec<&'static Family>),
    /// A program.
    Program(Generator),
}

/// An input, and where it came from.
pub(super) struct Drawn {
    /// Its number, from 1.
    pub(super) iteration: u64,
    /// The family, or the command of a generator with its seed: safe text.
    pub(super) from: String,
    pub(super) input: Vec<u8>,
}

/// The inputs of a seed in their order. The same source and seed give the same ones.
pub(super) struct Inputs<'a> {
    kind: Kind<'a>,
    seed: u64,
    /// The number of the next one.
    next: u64,
}

enum Kind<'a> {
    Families(Turns),
    Program(&'a Generator),
}

impl<'a> Inputs<'a> {
    /// Those of a seed from the one of number `first` on.
    pub(super) fn new(source: &'a Source, seed: u64, first: u64) -> Self {
        let first = first.max(1);
        let kind = match source {
            Source::Families(families) => {
                let mut turns = Turns::new(families, seed);
                for _ in 1..first {
                    if turns.next().is_none() {
                        break;
                    }
                }
                Kind::Families(turns)
            }
            Source::Program(generator) => Kind::Program(generator),
        };
        Self {
            kind,
            seed,
            next: first,
        }
    }

    /// The seed that a program gets for the next input: they count up from that of the search.
    pub(super) const fn next_seed(&self) -> u64 {
        self.seed.wrapping_add(self.next - 1)
    }

    /// The next one; `None` when there are no more.
    ///
    /// # Errors
    /// When the generator is at fault.
    pub(super) fn next(&mut self, runner: &mut dyn Runner) -> Result<Option<Drawn>, Error> {
        let seed = self.next_seed();
        let (from, input) = match &mut self.kind {
            Kind::Families(turns) => match turns.next() {
                None => return Ok(None),
                Some((family, input)) => (family.name.to_owned(), input),
            },
            Kind::Program(generator) => (
                generator::shown(generator, seed),
                generator::generate(generator, seed, runner)?,
            ),
        };
        let iteration = self.next;
        self.next += 1;
        Ok(Some(Drawn {
            iteration,
            from,
            input,
        }))
    }
}

/// Families that take turns. One that is used up drops out.
struct Turns {
    families: Vec<Turn>,
    place: usize,
}

struct Turn {
    family: &'static Family,
    seed: u64,
    /// Begun when it is its turn for the first time: some families take a moment for that.
    inputs: Option<Box<dyn Iterator<Item = Vec<u8>>>>,
}

impl Turns {
    fn new(families: &[&'static Family], seed: u64) -> Self {
        let mut seeds = Rng::new(seed);
        let turn = |family: &&'static Family| Turn {
            family,
            seed: seeds.bits(),
            inputs: None,
        };
        Self {
            families: families.iter().map(turn).collect(),
            place: 0,
        }
    }
}

impl Iterator for Turns {
    type Item = (&'static Family, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.families.is_empty() {
            self.place %= self.families.len();
            let turn = &mut self.families[self.place];
            let (family, seed) = (turn.family, turn.seed);
            let inputs = turn
                .inputs
                .get_or_insert_with(|| Box::new(family.inputs(seed)));
            match inputs.next() {
                Some(input) => {
                    self.place += 1;
                    return Some((family, input));
                }
                None => _ = self.families.remove(self.place),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{families, family};
    use crate::run::{self, Request, Scripted};

    fn drawn(source: &Source, seed: u64, first: u64, count: usize) -> Vec<(u64, String, Vec<u8>)> {
        let mut inputs = Inputs::new(source, seed, first);
        let mut runner = Scripted::new(|_: &Request<'_>| Err(run::Error::Nothing));
        let next = || inputs.next(&mut runner).unwrap();
        std::iter::from_fn(next)
            .take(count)
            .map(|drawn| (drawn.iteration, drawn.from, drawn.input))
            .collect()
    }

    #[test]
    fn an_input_depends_on_seed_and_number_alone() {
        for problem in ["flip-game", "fliptile"] {
            let source = Source::Families(families(problem).iter().collect());
            let all = drawn(&source, 7, 1, 30);
            for first in [1, 2, 13, 30] {
                let from_there = drawn(&source, 7, first, 30);
                let start = usize::try_from(first).unwrap() - 1;
                assert_eq!(
                    from_there[..30 - start],
                    all[start..],
                    "{problem} from {first}"
                );
            }
            assert_ne!(drawn(&source, 8, 1, 30), all);
        }
    }

    #[test]
    fn families_take_turns_until_they_are_used_up() {
        let two = ["answer-0", "answer-1"].map(|name| family("flip-game", name).unwrap());
        let all = drawn(&Source::Families(two.to_vec()), 1, 1, 100);
        assert_eq!(all.len(), 2 + 32);
        let names: Vec<_> = all
            .iter()
            .take(6)
            .map(|(_, from, _)| from.as_str())
            .collect();
        let expected = [
            "answer-0", "answer-1", "answer-0", "answer-1", "answer-1", "answer-1",
        ];
        assert_eq!(names, expected);
    }
}
