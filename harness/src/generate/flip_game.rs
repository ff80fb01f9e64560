use super::Rng;
use super::draft::{Draft, Drafts, Family};
use crate::board::flip_game::{PIECES, SIDE, bit, print};
use crate::method::flip_game::rounds;

/// The families of Flip Game.
pub(super) const FAMILIES: &[Family] = &[
    family("answer-0", "boards of one colour already: 2", |rng| {
        with_answer(rng, 0)
    }),
    family("answer-1", "boards that need one round: 32", |rng| {
        with_answer(rng, 1)
    }),
    family("answer-2", "boards that need two rounds: 228", |rng| {
        with_answer(rng, 2)
    }),
    family("answer-3", "boards that need three rounds: 880", |rng| {
        with_answer(rng, 3)
    }),
    family("answer-4", "boards that need four rounds: 1,562", |rng| {
        with_answer(rng, 4)
    }),
    family("answer-5", "boards that need five rounds: 1,136", |rng| {
        with_answer(rng, 5)
    }),
    family("answer-6", "boards that need six rounds: 256", |rng| {
        with_answer(rng, 6)
    }),
    family(
        "impossible",
        "boards that no rounds make one colour: 61,440",
        impossible,
    ),
    family(
        "symmetric",
        "boards that some turn or mirror image of the square leaves as they are",
        symmetric,
    ),
    family(
        "near-miss",
        "two data sets: a board with an answer, and one piece away its impossible twin",
        near_miss,
    ),
    family(
        "many-sets",
        "2 to 64 boards in one input, with and without an answer",
        many_sets,
    ),
    family(
        "random",
        "any board, each of the 65,536 equally likely",
        random,
    ),
];

const fn family(
    name: &'static str,
    description: &'static str,
    drafts: fn(Rng) -> Drafts,
) -> Family {
    Family {
        problem: "flip-game",
        name,
        description,
        drafts,
    }
}

/// All boards that fit, each once, in an order that the seed decides.
fn boards(mut rng: Rng, fits: impl Fn(u16) -> bool) -> impl Iterator<Item = u16> {
    let mut boards: Vec<_> = (0..=u16::MAX).filter(|&board| fits(board)).collect();
    rng.shuffle(&mut boards);
    boards.into_iter()
}

fn with_answer(rng: Rng, answer: u32) -> Drafts {
    Box::new(
        boards(rng, move |board| rounds(board) == Some(answer)).map(move |board| Draft {
            input: print(board),
            why: format!("{answer} rounds from a board with {}", black(board)),
        }),
    )
}

fn impossible(rng: Rng) -> Drafts {
    Box::new(
        boards(rng, |board| rounds(board).is_none()).map(|board| Draft {
            input: print(board),
            why: format!("no way out of a board with {}", black(board)),
        }),
    )
}

fn random(rng: Rng) -> Drafts {
    Box::new(boards(rng, |_| true).map(|board| Draft {
        input: print(board),
        why: format!("a random board: {}, {}", black(board), result(board)),
    }))
}

fn symmetric(rng: Rng) -> Drafts {
    Box::new(
        boards(rng, |board| symmetries(board).next().is_some()).map(|board| {
            let names: Vec<_> = symmetries(board).collect();
            Draft {
                input: print(board),
                why: format!("unchanged by {}: {}", names.join(", "), result(board)),
            }
        }),
    )
}

/// Where a turn or a mirror image puts the piece of a row and column.
type Way = fn((u32, u32)) -> (u32, u32);

/// What leaves a board as it is, of the seven ways other than doing nothing.
fn symmetries(board: u16) -> impl Iterator<Item = &'static str> {
    const LAST: u32 = SIDE - 1;
    let ways: [(&str, Way); 7] = [
        ("a mirror left to right", |(row, column)| {
            (row, LAST - column)
        }),
        ("a mirror top to bottom", |(row, column)| {
            (LAST - row, column)
        }),
        ("a mirror on the diagonal", |(row, column)| (column, row)),
        ("a mirror on the other diagonal", |(row, column)| {
            (LAST - column, LAST - row)
        }),
        ("a quarter turn", |(row, column)| (column, LAST - row)),
        ("a half turn", |(row, column)| (LAST - row, LAST - column)),
        ("three quarter turns", |(row, column)| (LAST - column, row)),
    ];
    ways.into_iter()
        .filter(move |(_, way)| {
            (0..PIECES).all(|piece| {
                let place = (piece / SIDE, piece % SIDE);
                let there = way(place);
                (board & bit(place.0, place.1) == 0) == (board & bit(there.0, there.1) == 0)
            })
        })
        .map(|(name, _)| name)
}

/// Whichever piece of a board with an answer is turned alone, the answer is gone: no single
/// piece can be turned by flips. So each such board has 16 twins.
fn near_miss(mut rng: Rng) -> Drafts {
    let solvable = (0..=u16::MAX).filter(|&board| rounds(board).is_some());
    let mut pairs: Vec<_> = solvable
        .flat_map(|board| (0..PIECES).map(move |piece| (board, piece)))
        .collect();
    rng.shuffle(&mut pairs);
    Box::new(pairs.into_iter().map(|(board, piece)| {
        let (row, column) = (piece / SIDE, piece % SIDE);
        Draft {
            input: print(board) + "\n" + &print(board ^ bit(row, column)),
            why: format!(
                "{}, but impossible once the piece in row {}, column {} alone is turned",
                result(board),
                row + 1,
                column + 1
            ),
        }
    }))
}

fn many_sets(mut rng: Rng) -> Drafts {
    let solvable: Vec<_> = (0..=u16::MAX)
        .filter(|&board| rounds(board).is_some())
        .collect();
    Box::new(std::iter::repeat_with(move || {
        let sets = 2 + rng.below(63);
        let boards: Vec<u16> = (0..sets).map(|_| any_board(&mut rng, &solvable)).collect();
        let answered = boards.iter().filter(|&&board| rounds(board).is_some());
        Draft {
            why: format!("{sets} data sets, {} with an answer", answered.count()),
            input: boards.into_iter().map(print).collect(),
        }
    }))
}

/// One board in two has an answer: of all boards it is one in 16.
fn any_board(rng: &mut Rng, solvable: &[u16]) -> u16 {
    let number = rng.below(usize::from(u16::MAX) + 1);
    let any = u16::try_from(number).expect("it is below 65,536");
    if rng.below(2) == 0 {
        return any;
    }
    rng.pick(solvable).copied().unwrap_or(any)
}

fn result(board: u16) -> String {
    match rounds(board) {
        Some(1) => "1 round".to_owned(),
        Some(rounds) => format!("{rounds} rounds"),
        None => "impossible".to_owned(),
    }
}

fn black(board: u16) -> String {
    match board.count_ones() {
        1 => "1 black piece".to_owned(),
        pieces => format!("{pieces} black pieces"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::flip_game::parse;

    fn drafted(name: &str) -> Vec<Vec<u16>> {
        let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
        let drafts = (family.drafts)(Rng::new(3)).take(100_000);
        drafts
            .map(|draft| parse(draft.input.as_bytes()).unwrap())
            .collect()
    }

    #[test]
    fn a_family_of_single_boards_holds_each_that_fits_once_and_no_other() {
        let known = [2, 32, 228, 880, 1562, 1136, 256];
        for (answer, known) in known.into_iter().enumerate() {
            let mut boards = drafted(&format!("answer-{answer}")).concat();
            boards.sort_unstable();
            boards.dedup();
            assert_eq!(boards.len(), known);
            let answer = u32::try_from(answer).unwrap();
            assert!(
                boards
                    .into_iter()
                    .all(|board| rounds(board) == Some(answer))
            );
        }
        assert_eq!(drafted("impossible").len(), 61_440);
        assert_eq!(drafted("random").len(), 65_536);
    }

    #[test]
    fn a_near_miss_is_an_answer_and_an_impossible_twin_one_piece_away() {
        let pairs = drafted("near-miss");
        let different: std::collections::HashSet<_> = pairs.iter().collect();
        assert_eq!((pairs.len(), different.len()), (4096 * 16, 4096 * 16));
        for pair in pairs {
            assert_eq!((pair[0] ^ pair[1]).count_ones(), 1);
            assert!(rounds(pair[0]).is_some() && rounds(pair[1]).is_none());
        }
    }

    #[test]
    fn a_board_is_symmetric_when_it_has_fewer_than_eight_images() {
        let turn = |board: u16| place(board, |row, column| (column, SIDE - 1 - row));
        let mirror = |board: u16| place(board, |row, column| (row, SIDE - 1 - column));
        let mut expected: Vec<_> = (0..=u16::MAX)
            .filter(|&board| {
                let mut images = vec![board, mirror(board)];
                for image in 0..6 {
                    images.push(turn(images[image]));
                }
                images.sort_unstable();
                images.dedup();
                images.len() < 8
            })
            .collect();
        let mut boards = drafted("symmetric").concat();
        boards.sort_unstable();
        expected.sort_unstable();
        assert_eq!(boards, expected);
    }

    fn place(board: u16, to: impl Fn(u32, u32) -> (u32, u32)) -> u16 {
        let black = (0..PIECES).filter(|piece| board >> piece & 1 == 1);
        black
            .map(|piece| to(piece / SIDE, piece % SIDE))
            .fold(0, |image, (row, column)| image | bit(row, column))
    }
}
