//! Elimination over GF(2), whatever the equations are about.

/// A place for each unknown, the first one highest, so that arrays compare as the text of
/// their bits does. Places behind the unknowns are the right side of an equation.
pub(super) type Bits<const WORDS: usize> = [u64; WORDS];

/// What came of an elimination.
pub(super) struct Eliminated<const WORDS: usize> {
    /// Each unknown that could be solved for, with its equation, in which no other such
    /// unknown stands.
    pub(super) solved: Vec<(usize, Bits<WORDS>)>,
    /// What is left: equations in which no unknown stands.
    pub(super) without_unknowns: Vec<Bits<WORDS>>,
}

/// Solves for one unknown after the other, by Gauss and Jordan.
pub(super) fn eliminate<const WORDS: usize>(
    mut equations: Vec<Bits<WORDS>>,
    unknowns: usize,
) -> Eliminated<WORDS> {
    let mut solved = Vec::new();
    for unknown in 0..unknowns {
        let done = solved.len();
        let mut open = done..equations.len();
        let Some(found) = open.find(|&place| has(&equations[place], unknown)) else {
            continue;
        };
        equations.swap(done, found);
        let pivot = equations[done];
        for (place, equation) in equations.iter_mut().enumerate() {
            if place != done && has(equation, unknown) {
                *equation = sum(equation, &pivot);
            }
        }
        solved.push(unknown);
    }
    let without_unknowns = equations.split_off(solved.len());
    Eliminated {
        solved: solved.into_iter().zip(equations).collect(),
        without_unknowns,
    }
}

impl<const WORDS: usize> Eliminated<WORDS> {
    /// A basis of the solutions where all right sides are 0: one for each unknown that was not
    /// solved for.
    pub(super) fn null_space(&self, unknowns: usize) -> Vec<Bits<WORDS>> {
        let is_free = |unknown: &usize| self.solved.iter().all(|(solved, _)| solved != unknown);
        let solution = |free: usize| {
            let mut bits = [0; WORDS];
            flip(&mut bits, free);
            for (unknown, _) in self.solved.iter().filter(|(_, one)| has(one, free)) {
                flip(&mut bits, *unknown);
            }
            bits
        };
        (0..unknowns).filter(is_free).map(solution).collect()
    }
}

pub(super) fn has<const WORDS: usize>(bits: &Bits<WORDS>, place: usize) -> bool {
    bits[place / 64] << (place % 64) >> 63 == 1
}

pub(super) fn flip<const WORDS: usize>(bits: &mut Bits<WORDS>, place: usize) {
    bits[place / 64] ^= 1 << (63 - place % 64);
}

pub(super) fn sum<const WORDS: usize>(one: &Bits<WORDS>, other: &Bits<WORDS>) -> Bits<WORDS> {
    std::array::from_fn(|word| one[word] ^ other[word])
}

pub(super) fn ones<const WORDS: usize>(bits: &Bits<WORDS>) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits with ones at these places.
    fn bits(places: &[usize]) -> Bits<2> {
        let mut bits = [0; 2];
        for &place in places {
            flip(&mut bits, place);
        }
        bits
    }

    #[test]
    fn equations_are_solved_and_what_is_free_spans_the_null_space() {
        // x + y = 1, y + z = 0, and x + z = 1, which follows; 100 is the right side.
        let equations = vec![bits(&[0, 1, 100]), bits(&[1, 2]), bits(&[0, 2, 100])];
        let eliminated = eliminate(equations, 3);
        let solved = [(0, bits(&[0, 2, 100])), (1, bits(&[1, 2]))];
        assert_eq!(eliminated.solved, solved);
        assert_eq!(eliminated.without_unknowns, [bits(&[])]);
        assert_eq!(eliminated.null_space(3), [bits(&[0, 1, 2])]);
    }

    #[test]
    fn a_contradiction_is_an_equation_without_unknowns() {
        let eliminated = eliminate(vec![bits(&[0, 100]), bits(&[0])], 1);
        assert_eq!(eliminated.without_unknowns, [bits(&[100])]);
        assert_eq!(ones(&eliminated.without_unknowns[0]), 1);
    }
}
