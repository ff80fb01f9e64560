/// The one source of randomness: SplitMix64.
///
/// A seed is a promise that the same cases come again, on every platform and from every later
/// version. Random number crates keep the right to change their streams between releases, so
/// these few lines are the project's own, and a test holds them to published values.
///
/// Source: Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a seed; every seed is as good as any other.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number in `0..bound`, each equally likely; 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        let bound_bits = bound as u64;
        // The top of the range, where the numbers do not come out even, is drawn again.
        let even = u64::MAX - u64::MAX % bound_bits;
        loop {
            let bits = self.bits();
            if bits < even {
                return usize::try_from(bits % bound_bits).expect("it is below a `usize`");
            }
        }
    }

    /// One element; `None` when there is none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Brings the elements into a random order.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for end in (1..elements.len()).rev() {
            elements.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_the_published_one() {
        let mut rng = Rng::new(1_234_567);
        let stream: Vec<_> = (0..5).map(|_| rng.bits()).collect();
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(stream, published);
    }

    #[test]
    fn derived_draws_never_change() {
        let mut rng = Rng::new(7);
        let mut order: Vec<_> = (0..8).collect();
        rng.shuffle(&mut order);
        assert_eq!(order, [1, 4, 5, 2, 6, 0, 3, 7]);
        assert_eq!([rng.below(10), rng.below(10), rng.below(10)], [2, 5, 5]);
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)));
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
        assert_eq!(rng.pick::<u8>(&[]), None);
    }
}
