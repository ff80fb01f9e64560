use std::collections::VecDeque;

/// One of the two that talk to each other where a problem is interactive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The program under test.
    Submission,
    /// The judge's own program.
    Interactor,
}

impl Party {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Submission => "submission",
            Self::Interactor => "interactor",
        }
    }

    /// Whom it talks to.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Submission => Self::Interactor,
            Self::Interactor => Self::Submission,
        }
    }
}

/// What one said before the other spoke: at least one byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who spoke.
    pub by: Party,
    /// What was said.
    pub text: Vec<u8>,
}

/// What two programs said to each other, in the order in which it was heard: all of it, or
/// the beginning and the end, 4 KiB each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// How it began.
    pub beginning: Vec<Turn>,
    /// How many bytes are left out between the two.
    pub left_out: u64,
    /// How it ended; nothing where the beginning is all.
    pub end: VecDeque<Turn>,
    /// Bytes in the beginning.
    begun: usize,
    /// Bytes in the end.
    ended: usize,
}

/// How much is kept of either, in bytes.
const KEPT: usize = 4096;

impl Transcript {
    /// Adds what was heard.
    pub fn hear(&mut self, by: Party, text: &[u8]) {
        let (first, rest) = text.split_at(text.len().min(KEPT - self.begun));
        self.begun += first.len();
        let turn = new_turn(self.beginning.last_mut(), by, first);
        self.beginning.extend(turn);
        // What would be pushed out again at once need not be added.
        let (skipped, rest) = rest.split_at(rest.len().saturating_sub(KEPT));
        self.left_out += skipped.len() as u64;
        self.ended += rest.len();
        let turn = new_turn(self.end.back_mut(), by, rest);
        self.end.extend(turn);
        self.shorten();
    }

    /// Leaves out what is in excess at the end.
    fn shorten(&mut self) {
        while self.ended > KEPT
            && let Some(oldest) = self.end.front_mut()
        {
            let excess = oldest.text.len().min(self.ended - KEPT);
            oldest.text.drain(..excess);
            if oldest.text.is_empty() {
                self.end.pop_front();
            }
            self.ended -= excess;
            self.left_out += excess as u64;
        }
    }
}

/// Adds to the last turn what the same one says; what another says is a turn of its own.
fn new_turn(last: Option<&mut Turn>, by: Party, text: &[u8]) -> Option<Turn> {
    match last {
        _ if text.is_empty() => None,
        Some(last) if last.by == by => {
            last.text.extend_from_slice(text);
            None
        }
        _ => Some(Turn {
            by,
            text: text.to_vec(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn flat<'t>(turns: impl IntoIterator<Item = &'t Turn>) -> Vec<(Party, u8)> {
        let bytes = |turn: &'t Turn| turn.text.iter().map(|&byte| (turn.by, byte));
        turns.into_iter().flat_map(bytes).collect()
    }

    #[test]
    fn what_one_says_in_pieces_is_one_turn() {
        let mut transcript = Transcript::default();
        for (by, text) in [
            (Party::Submission, "5"),
            (Party::Submission, "0\n"),
            (Party::Submission, ""),
            (Party::Interactor, "lower\n"),
        ] {
            transcript.hear(by, text.as_bytes());
        }
        let turn = |by, text: &str| Turn {
            by,
            text: text.into(),
        };
        let expected = [
            turn(Party::Submission, "50\n"),
            turn(Party::Interactor, "lower\n"),
        ];
        assert_eq!(transcript.beginning, expected);
        assert!(transcript.end.is_empty() && transcript.left_out == 0);
    }

    proptest! {
        #[test]
        fn the_beginning_and_the_end_are_kept_and_what_is_between_is_counted(
            pieces in prop::collection::vec((any::<bool>(), 0_usize..6000), 0..12)
        ) {
            let mut transcript = Transcript::default();
            let mut all = Vec::new();
            for (is_first, length) in pieces {
                let by = if is_first { Party::Submission } else { Party::Interactor };
                let text: Vec<u8> = (0..length).map(|n| n.to_le_bytes()[0]).collect();
                transcript.hear(by, &text);
                all.extend(text.into_iter().map(|byte| (by, byte)));
            }
            let (beginning, end) = (flat(&transcript.beginning), flat(&transcript.end));
            prop_assert_eq!(&beginning, &all[..all.len().min(KEPT)]);
            prop_assert_eq!(end.len(), (all.len() - beginning.len()).min(KEPT));
            prop_assert_eq!(&end, &all[all.len() - end.len()..]);
            let left_out = all.len() - beginning.len() - end.len();
            prop_assert_eq!(transcript.left_out, left_out as u64);
        }
    }
}
