//! Makes an input smaller that shows a difference, as long as it shows the same difference.
//!
//! Each kind of input is made smaller in its own way: [`flip_game`] clears pieces, [`fliptile`]
//! drops rows and columns and clears tiles, [`text`] takes away lines and words and makes
//! numbers smaller. All of them only propose; [`Search`] asks whether the difference is still
//! there, never twice about the same input, and ends it when the time is up. What is proposed
//! depends on nothing but the answers, so that the same answers lead to the same end.

mod flip_game;
mod fliptile;
mod list;
mod text;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Error;
use crate::model::BuiltIn;

/// What shrinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shrunk {
    /// The smallest input with the same difference that was found.
    pub(super) input: Vec<u8>,
    /// How many inputs were tried.
    pub(super) tried: u64,
    /// Whether nothing smaller was left to try when it ended.
    pub(super) is_finished: bool,
}

/// Whether an input shows the same difference; an error ends the search.
pub(super) type Keeps<'a> = dyn FnMut(&[u8]) -> Result<bool, Error> + 'a;

/// Makes `first` smaller until nothing smaller keeps the difference, or `is_over` says that it
/// has been long enough. Inputs that are none of `problem` are left to the rules for any text.
///
/// # Errors
/// Those of `keeps`.
pub(super) fn shrink(
    problem: Option<BuiltIn>,
    first: &[u8],
    keeps: &mut Keeps<'_>,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Shrunk, Error> {
    let mut search = Search {
        keeps,
        is_over,
        asked: HashSet::from([digest(first)]),
        best: first.to_owned(),
        tried: 0,
    };
    let ended = match problem {
        Some(BuiltIn::FlipGame) => flip_game::shrink(&mut search),
        Some(BuiltIn::Fliptile) => fliptile::shrink(&mut search),
        None => text::shrink(&mut search),
    };
    let is_finished = match ended {
        Ok(()) => true,
        Err(Halt::TimeIsUp) => false,
        Err(Halt::Failed(error)) => return Err(error),
    };
    Ok(Shrunk {
        input: search.best,
        tried: search.tried,
        is_finished,
    })
}

/// Why a search ends before all is tried.
enum Halt {
    TimeIsUp,
    Failed(Error),
}

struct Search<'a> {
    keeps: &'a mut Keeps<'a>,
    is_over: &'a mut dyn FnMut() -> bool,
    /// Digests of what was asked about: two inputs of one digest cost a chance, nothing else.
    asked: HashSet<u64>,
    best: Vec<u8>,
    tried: u64,
}

impl Search<'_> {
    /// Whether a smaller input shows the same difference, so that it is the best one now.
    fn takes(&mut self, smaller: Vec<u8>) -> Result<bool, Halt> {
        if (self.is_over)() {
            return Err(Halt::TimeIsUp);
        }
        if !self.asked.insert(digest(&smaller)) {
            return Ok(false);
        }
        self.tried += 1;
        let kept = (self.keeps)(&smaller).map_err(Halt::Failed)?;
        if kept {
            self.best = smaller;
        }
        Ok(kept)
    }
}

fn digest(input: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{flip_game as pieces, fliptile as tiles};
    use proptest::prelude::*;

    /// Shrinks with a rule that cannot fail, for as long as it takes.
    fn shrunk(problem: Option<BuiltIn>, first: &[u8], keeps: impl Fn(&[u8]) -> bool) -> Shrunk {
        shrink(problem, first, &mut |input| Ok(keeps(input)), &mut || false).unwrap()
    }

    #[test]
    fn of_many_boards_one_is_left_with_the_pieces_that_matter() {
        let input = pieces::print(0x0f0f) + &pieces::print(0xffff) + &pieces::print(1);
        let boards = |input: &[u8]| pieces::parse(input).unwrap();
        let keeps = |input: &[u8]| boards(input).iter().any(|board| board & 0x8421 == 0x8421);
        let smallest = shrunk(Some(BuiltIn::FlipGame), input.as_bytes(), keeps);
        assert_eq!(boards(&smallest.input), [0x8421]);
        assert!(smallest.is_finished);
    }

    #[test]
    fn pieces_that_only_go_together_are_cleared_together() {
        // An even number of pieces, one of them in the last place: pairs can go, singles not.
        let keeps = |input: &[u8]| {
            let board = pieces::parse(input).unwrap()[0];
            board.count_ones().is_multiple_of(2) && board & 0x8000 != 0
        };
        let all = pieces::print(0xffff);
        let smallest = shrunk(Some(BuiltIn::FlipGame), all.as_bytes(), keeps);
        let board = pieces::parse(&smallest.input).unwrap()[0];
        assert_eq!(board.count_ones(), 2, "{board:#x}");
    }

    #[test]
    fn rows_and_columns_are_dropped_and_tiles_cleared() {
        let full = tiles::Cells::from_number(5, 6, (1 << 30) - 1);
        let board = |input: &[u8]| tiles::parse(input).unwrap().remove(0);
        let keeps = |input: &[u8]| {
            let board = board(input);
            board.n_rows() >= 2 && board.n_columns() >= 3 && board.ones() >= 2
        };
        let smallest = shrunk(
            Some(BuiltIn::Fliptile),
            tiles::print(&full).as_bytes(),
            keeps,
        );
        let board = board(&smallest.input);
        let size = (board.n_rows(), board.n_columns(), board.ones());
        assert_eq!(size, (2, 3, 2));
    }

    #[test]
    fn a_text_loses_lines_words_and_size_of_numbers() {
        let input = b"alpha 17\nbeta 4000\ngamma -3\n";
        let keeps = |input: &[u8]| {
            let text = String::from_utf8_lossy(input).into_owned();
            let number = |word: &str| word.parse::<i64>().is_ok_and(|number| number >= 37);
            text.split_whitespace().any(number)
        };
        assert_eq!(shrunk(None, input, keeps).input, b"37\n");
    }

    #[test]
    fn what_is_counted_shrinks_with_its_count() {
        let keeps = |input: &[u8]| {
            let text = String::from_utf8_lossy(input).into_owned();
            let mut numbers = text.split_whitespace().map(str::parse::<usize>);
            let Some(Ok(count)) = numbers.next() else {
                return false;
            };
            let rest: Vec<_> = numbers.flatten().collect();
            rest.len() == count && rest.contains(&9)
        };
        for input in [&b"5\n1 2 9 4 5\n"[..], b"4\n1\n2\n9\n4\n"] {
            let smallest = shrunk(None, input, keeps).input;
            let words: Vec<_> = smallest.split(u8::is_ascii_whitespace).collect();
            assert_eq!(words[..2], [b"1", b"9"], "{smallest:?}");
        }
    }

    #[test]
    fn a_search_whose_time_is_up_gives_the_best_so_far() {
        let mut left = 3;
        let mut is_over = || {
            left -= 1;
            left < 0
        };
        let mut keeps = |input: &[u8]| Ok(input.ends_with(b"h\n"));
        let input = b"a\nb\nc\nd\ne\nf\ng\nh\n";
        let ended = shrink(None, input, &mut keeps, &mut is_over).unwrap();
        assert_eq!((ended.tried, ended.is_finished), (3, false));
        assert!(ended.input.len() < input.len());
    }

    #[test]
    fn an_error_ends_the_search() {
        let mut keeps = |_: &[u8]| Err(Error::Run(crate::run::Error::Cancelled));
        assert!(shrink(None, b"a\nb\n", &mut keeps, &mut || false).is_err());
    }

    /// A rule that is as arbitrary as a wrong program: it goes by a digest of the input.
    fn arbitrary(salt: u64) -> impl Fn(&[u8]) -> bool {
        move |input| (digest(input) ^ salt).is_multiple_of(5)
    }

    fn assert_sound(problem: Option<BuiltIn>, first: &[u8], salt: u64) {
        let keeps = arbitrary(salt);
        let smallest = shrunk(problem, first, &keeps);
        assert_eq!(smallest, shrunk(problem, first, &keeps), "the same again");
        assert!(smallest.is_finished);
        assert!(smallest.input.len() <= first.len());
        assert!(smallest.input == first || keeps(&smallest.input));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_text_shrinks_to_one_that_keeps_the_difference(
            text in "([a-c]{1,3}[ \n]|-?[0-9]{1,4}[ \n]|[0-9].[0-9] ){0,12}",
            salt: u64,
        ) {
            assert_sound(None, text.as_bytes(), salt);
        }

        #[test]
        fn any_bytes_shrink(bytes in prop::collection::vec(any::<u8>(), 0..60), salt: u64) {
            for problem in [None, Some(BuiltIn::FlipGame), Some(BuiltIn::Fliptile)] {
                assert_sound(problem, &bytes, salt);
            }
        }

        #[test]
        fn any_boards_shrink(boards in prop::collection::vec(any::<u16>(), 1..4), salt: u64) {
            let input: String = boards.iter().map(|&board| pieces::print(board)).collect();
            assert_sound(Some(BuiltIn::FlipGame), input.as_bytes(), salt);
            let print = |&number: &u16| {
                let (rows, columns) = (1 + usize::from(number % 4), 1 + usize::from(number % 5));
                tiles::print(&tiles::Cells::from_number(rows, columns, number.into()))
            };
            let input: String = boards.iter().map(print).collect();
            assert_sound(Some(BuiltIn::Fliptile), input.as_bytes(), salt);
        }
    }
}
