use std::sync::LazyLock;

use super::Rng;
use super::draft::{Draft, Drafts, Family};
use crate::board::fliptile::{Cells, LARGEST, print};
use crate::method::fliptile::{nullity, solve};

/// The families of Fliptile.
pub(super) const FAMILIES: &[Family] = &[
    family(
        "ties",
        "boards with two or more answers of as few flips, of which the least text is right",
        ties,
    ),
    family(
        "impossible",
        "boards that no presses make white, such as of 4 × 4, 5 × 5, 9 × 9, 11 × 15",
        impossible,
    ),
    family(
        "thin",
        "boards of one row or one column, 1 to 15 long",
        thin,
    ),
    family(
        "largest",
        "boards of 15 × 15 that can be made white",
        largest,
    ),
    family(
        "many-sets",
        "2 to 20 boards of any size in one input",
        many_sets,
    ),
    family("random", "one board of any size, any tiles", random),
];

const fn family(
    name: &'static str,
    description: &'static str,
    drafts: fn(Rng) -> Drafts,
) -> Family {
    Family {
        problem: "fliptile",
        name,
        description,
        drafts,
    }
}

type Size = (usize, usize);

/// The sizes at which presses without effect exist: only there an answer may not be the only
/// one, and only there a board may have none. There are 85.
static AMBIGUOUS: LazyLock<Vec<Size>> = LazyLock::new(|| {
    let sizes = (1..=LARGEST).flat_map(|rows| (1..=LARGEST).map(move |columns| (rows, columns)));
    sizes
        .filter(|&(rows, columns)| nullity(rows, columns) > 0)
        .collect()
});

fn ties(mut rng: Rng) -> Drafts {
    let drafts = std::iter::repeat_with(move || {
        let board = pressed(&mut rng, ambiguous);
        (solve(&board), board)
    });
    Box::new(drafts.filter_map(|(solution, board)| {
        let solution = solution.filter(|solution| solution.equally_few > 1)?;
        let (flips, answers) = (solution.presses.ones(), solution.equally_few);
        Some(Draft {
            input: print(&board),
            why: format!("{}: {answers} answers of {flips} flips each", size(&board)),
        })
    }))
}

fn impossible(mut rng: Rng) -> Drafts {
    let drafts = std::iter::repeat_with(move || any_tiles(&mut rng, ambiguous));
    Box::new(
        drafts
            .filter(|board| solve(board).is_none())
            .map(|board| Draft {
                input: print(&board),
                why: format!("{}: nothing turns {} white", size(&board), black(&board)),
            }),
    )
}

fn thin(mut rng: Rng) -> Drafts {
    Box::new(std::iter::repeat_with(move || {
        let board = any_tiles(&mut rng, |rng| {
            let length = 1 + rng.below(LARGEST);
            if rng.below(2) == 0 {
                (1, length)
            } else {
                (length, 1)
            }
        });
        told(&board)
    }))
}

fn largest(mut rng: Rng) -> Drafts {
    Box::new(std::iter::repeat_with(move || {
        told(&pressed(&mut rng, |_| (LARGEST, LARGEST)))
    }))
}

fn random(mut rng: Rng) -> Drafts {
    Box::new(std::iter::repeat_with(move || {
        told(&any_tiles(&mut rng, any_size))
    }))
}

fn many_sets(mut rng: Rng) -> Drafts {
    Box::new(std::iter::repeat_with(move || {
        let sets = 2 + rng.below(19);
        let boards: Vec<_> = (0..sets).map(|_| any_tiles(&mut rng, any_size)).collect();
        let answered = boards.iter().filter(|board| solve(board).is_some());
        Draft {
            why: format!("{sets} data sets, {} with an answer", answered.count()),
            input: boards.iter().map(print).collect(),
        }
    }))
}

fn any_size(rng: &mut Rng) -> Size {
    (1 + rng.below(LARGEST), 1 + rng.below(LARGEST))
}

fn ambiguous(rng: &mut Rng) -> Size {
    rng.pick(&AMBIGUOUS).copied().unwrap_or((1, 2))
}

fn any_tiles(rng: &mut Rng, size: impl Fn(&mut Rng) -> Size) -> Cells {
    let (rows, columns) = size(rng);
    let mut board = Cells::zero(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            if rng.below(2) == 1 {
                board.toggle(row, column);
            }
        }
    }
    board
}

/// A board that can be made white: a white one after random presses.
fn pressed(rng: &mut Rng, size: impl Fn(&mut Rng) -> Size) -> Cells {
    let presses = any_tiles(rng, size);
    Cells::zero(presses.n_rows(), presses.n_columns()).after(&presses)
}

fn told(board: &Cells) -> Draft {
    let result = match solve(board) {
        Some(solution) => format!("{} flips", solution.presses.ones()),
        None => "impossible".to_owned(),
    };
    Draft {
        input: print(board),
        why: format!("{} with {}: {result}", size(board), black(board)),
    }
}

fn size(board: &Cells) -> String {
    format!("{} × {}", board.n_rows(), board.n_columns())
}

fn black(board: &Cells) -> String {
    match board.ones() {
        1 => "1 black tile".to_owned(),
        tiles => format!("{tiles} black tiles"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fliptile::parse;

    fn drafted(name: &str, count: usize) -> Vec<Cells> {
        let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
        let drafts = (family.drafts)(Rng::new(3)).take(count);
        drafts
            .flat_map(|draft| parse(draft.input.as_bytes()).unwrap())
            .collect()
    }

    #[test]
    fn a_family_gives_what_it_says() {
        assert_eq!(AMBIGUOUS.len(), 85);
        for board in drafted("ties", 30) {
            assert!(solve(&board).unwrap().equally_few > 1);
        }
        for board in drafted("impossible", 30) {
            assert_eq!(solve(&board), None);
        }
        for board in drafted("thin", 30) {
            assert!(board.n_rows() == 1 || board.n_columns() == 1);
        }
        for board in drafted("largest", 3) {
            assert_eq!((board.n_rows(), board.n_columns()), (15, 15));
            assert!(solve(&board).is_some());
        }
    }

    #[test]
    fn random_boards_are_of_all_sizes() {
        let boards = drafted("random", 100);
        for length in 1..=LARGEST {
            assert!(boards.iter().any(|board| board.n_rows() == length));
            assert!(boards.iter().any(|board| board.n_columns() == length));
        }
    }
}
