use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;

/// One of several parts of some work, as equal as can be: the same split on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: NonZeroU64,
    count: NonZeroU64,
}

impl Shard {
    /// Part `index` of `count`, counted from 1; `None` where `index` is more than `count`.
    pub const fn new(index: NonZeroU64, count: NonZeroU64) -> Option<Self> {
        match index.get() <= count.get() {
            true => Some(Self { index, count }),
            false => None,
        }
    }

    /// Its part of `all` things in a row.
    pub fn of(self, all: u64) -> Range<u64> {
        let start = |parts: u64| {
            let before = u128::from(all) * u128::from(parts) / u128::from(self.count.get());
            u64::try_from(before).expect("it is no more than all")
        };
        start(self.index.get() - 1)..start(self.index.get())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(index: u64, count: u64) -> Option<Shard> {
        Shard::new(NonZeroU64::new(index)?, NonZeroU64::new(count)?)
    }

    #[test]
    fn the_shards_of_a_split_are_all_of_it_and_nothing_twice() {
        for (all, count) in [(10, 3), (2, 5), (1 << 36, 7), (u64::MAX, 4)] {
            let parts = (1..=count).map(|index| shard(index, count).unwrap().of(all));
            let mut next = 0;
            for part in parts {
                assert_eq!(part.start, next);
                assert!((part.end - part.start).abs_diff(all / count) <= 1);
                next = part.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn a_shard_is_one_of_as_many_as_there_are() {
        assert_eq!(shard(4, 3), None);
        assert_eq!(shard(3, 3).unwrap().to_string(), "3/3");
    }
}
