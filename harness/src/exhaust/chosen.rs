use std::ops::Range;

use super::Error;
use super::space::Space;
use crate::generate::Rng;
use crate::model::Part;

/// The most boards that are gone through at a time: those of 5 × 5.
pub(super) const MOST_BOARDS: u64 = 1 << 25;

/// The boards that are gone through, in batches of any size. But the first is small: a program
/// that never ends is known early then.
#[derive(Debug)]
pub(super) struct Chosen {
    /// Places in the space or in the sample.
    places: Range<u64>,
    shuffle: Option<Shuffle>,
}

impl Chosen {
    /// The boards of a part of a space.
    ///
    /// # Errors
    /// When there are too many or none, or the sample has more than there are.
    pub(super) fn new(space: &dyn Space, part: &Part) -> Result<Self, Error> {
        let all = space.boards();
        let listed = part.sample.map_or(all, |sample| sample.boards);
        if listed > all {
            return Err(Error::Sample {
                sample: listed,
                boards: all,
            });
        }
        let places = part.shard.map_or(0..listed, |shard| shard.of(listed));
        let boards = places.end - places.start;
        if boards == 0 {
            return Err(Error::None { boards: listed });
        }
        if boards > MOST_BOARDS {
            return Err(Error::TooMany {
                boards,
                shards: listed.div_ceil(MOST_BOARDS),
            });
        }
        Ok(Self {
            places,
            shuffle: part.sample.map(|sample| Shuffle::new(all, sample.seed)),
        })
    }

    /// How many boards these are.
    pub(super) const fn boards(&self) -> u64 {
        self.places.end - self.places.start
    }

    /// How many batches of a size.
    pub(super) fn batches(&self, size: u64) -> u64 {
        match self.boards().checked_sub(size.min(FIRST_BATCH)) {
            Some(rest) => 1 + rest.div_ceil(size),
            None => 1,
        }
    }

    /// The numbers of the boards of a batch of a size, in rising order; none behind the last.
    pub(super) fn batch(&self, batch: u64, size: u64, numbers: &mut Vec<u64>) {
        numbers.clear();
        let start = |batch: u64| match batch {
            0 => self.places.start,
            _ => (self.places.start + size.min(FIRST_BATCH))
                .saturating_add((batch - 1).saturating_mul(size))
                .min(self.places.end),
        };
        let places = start(batch)..start(batch.saturating_add(1));
        match &self.shuffle {
            None => numbers.extend(places),
            Some(shuffle) => {
                numbers.extend(places.map(|place| shuffle.number(place)));
                numbers.sort_unstable();
            }
        }
    }
}

/// How many boards the first batch has at most.
const FIRST_BATCH: u64 = 64;

/// Puts the numbers below a power of two into another order, which a seed decides: a sample is
/// the first of them, so that no board comes twice and none has to be remembered.
#[derive(Debug)]
struct Shuffle {
    /// The power of two less one.
    all: u64,
    /// Half the bits of a number, at least one.
    half: u32,
    rounds: [(u64, u64); 4],
}

impl Shuffle {
    fn new(boards: u64, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let all = boards - 1;
        Self {
            all,
            half: (all.count_ones() / 2).max(1),
            rounds: std::array::from_fn(|_| (rng.bits() | 1, rng.bits())),
        }
    }

    /// What stands at this place. Each step can be undone, so no number stands at two: an odd
    /// factor has an inverse, and the higher half of the bits is left as it is.
    fn number(&self, place: u64) -> u64 {
        self.rounds.iter().fold(place, |number, (factor, summand)| {
            let number = number.wrapping_mul(*factor).wrapping_add(*summand) & self.all;
            number ^ number >> self.half
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::space::Fliptile;
    use crate::model::{Sample, Shard};
    use std::num::NonZeroU64;

    fn chosen(columns: usize, part: Part) -> Result<Chosen, Error> {
        Chosen::new(&Fliptile::new(4, columns).unwrap(), &part)
    }

    fn sample(boards: u64, seed: u64) -> Part {
        Part {
            sample: Some(Sample { boards, seed }),
            shard: None,
        }
    }

    fn shard(index: u64, count: u64) -> Option<Shard> {
        Shard::new(NonZeroU64::new(index)?, NonZeroU64::new(count)?)
    }

    /// The numbers of each batch of a size.
    fn numbers(chosen: &Chosen, size: u64) -> Vec<Vec<u64>> {
        let batch = |batch| {
            let mut numbers = vec![7];
            chosen.batch(batch, size, &mut numbers);
            numbers
        };
        assert_eq!(batch(chosen.batches(size)), [0_u64; 0]);
        assert_eq!(batch(u64::MAX), [0_u64; 0]);
        (0..chosen.batches(size)).map(batch).collect()
    }

    #[test]
    fn all_boards_come_once_and_in_order() {
        for (columns, batch) in [(1, 16_384), (2, 100), (3, 1000), (3, 4032), (4, 16_384)] {
            let batches = numbers(&chosen(columns, Part::default()).unwrap(), batch);
            assert!(
                batches
                    .iter()
                    .all(|one| !one.is_empty() && one.len() as u64 <= batch)
            );
            assert!(batches[0].len() <= 64);
            assert!(batches.concat().into_iter().eq(0..1 << (4 * columns)));
        }
    }

    #[test]
    fn a_shuffle_leaves_no_number_out() {
        for columns in [1, 2, 3] {
            let boards = 1 << (4 * columns);
            let batches = numbers(&chosen(columns, sample(boards, 7)).unwrap(), 1 << 12);
            assert!(batches.iter().all(|batch| batch.is_sorted()));
            let mut numbers = batches.concat();
            assert!(columns == 1 || !numbers.is_sorted());
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..boards));
        }
    }

    #[test]
    fn the_sample_of_a_seed_never_changes() {
        let of = |seed| numbers(&chosen(4, sample(5, seed)).unwrap(), 64).concat();
        assert_eq!(of(7), [6002, 16_803, 28_667, 31_374, 57_679]);
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn shards_of_a_sample_are_together_the_sample() {
        let mut all = numbers(&chosen(4, sample(1000, 7)).unwrap(), 64).concat();
        let mut parts: Vec<_> = (1..=3)
            .flat_map(|index| {
                let part = Part {
                    shard: shard(index, 3),
                    ..sample(1000, 7)
                };
                numbers(&chosen(4, part).unwrap(), 64).concat()
            })
            .collect();
        all.sort_unstable();
        parts.sort_unstable();
        assert_eq!(parts, all);
    }

    #[test]
    fn more_boards_than_one_machine_goes_through_are_refused() {
        let error = chosen(9, Part::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "68719476736 boards are too many for one machine"
        );
        assert!(
            error.help().unwrap().contains("--shard 1/2048"),
            "{error:?}"
        );
        let part = Part {
            sample: None,
            shard: shard(2048, 2048),
        };
        let part = chosen(9, part).unwrap();
        assert_eq!((part.boards(), part.places.end), (MOST_BOARDS, 1 << 36));
        assert!(chosen(9, sample(1000, 1)).is_ok());
        let error = chosen(1, sample(17, 1)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a sample of 17 is more than all 16 boards"
        );
    }

    #[test]
    fn a_shard_without_boards_is_an_error_and_no_proof() {
        let part = Part {
            sample: None,
            shard: shard(1, 17),
        };
        let error = chosen(1, part).unwrap_err();
        assert_eq!(error.to_string(), "this shard of 16 boards has none");
    }
}
