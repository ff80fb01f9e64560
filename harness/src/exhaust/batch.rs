use std::ops::Range;

use super::space::Space;

/// Boards in rising order, with the reference's answers and the text of both: one input of
/// many data sets.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The boards.
    pub(super) numbers: Vec<u64>,
    /// The reference's answer to each.
    pub(super) answers: Vec<Option<u64>>,
    /// All of them, one after the other.
    pub(super) input: Vec<u8>,
    /// The output that answers them.
    pub(super) expected: Vec<u8>,
}

impl Batch {
    /// The batch of some boards.
    pub(super) fn of(space: &dyn Space, numbers: &[u64]) -> Self {
        let mut batch = Self {
            numbers: numbers.to_vec(),
            ..Self::default()
        };
        batch.write(space);
        batch
    }

    /// Makes the rest anew after its numbers were changed, without new memory for it.
    pub(super) fn write(&mut self, space: &dyn Space) {
        self.answers.clear();
        self.input.clear();
        self.expected.clear();
        for &number in &self.numbers {
            let answer = space.answer(number);
            space.write_input(number, &mut self.input);
            space.write_answer(answer, &mut self.expected);
            self.answers.push(answer);
        }
    }

    /// The part of it with these places.
    pub(super) fn part(&self, space: &dyn Space, places: Range<usize>) -> Self {
        Self::of(space, &self.numbers[places])
    }
}
