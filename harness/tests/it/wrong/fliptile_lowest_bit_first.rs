//! Fliptile, wrong on purpose: of first rows with equally few flips it takes the one that
//! counting finds first, with the lowest bit on the left.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse::<usize>().unwrap());
    while let Some(rows) = numbers.next() {
        let columns = numbers.next().unwrap();
        let mut row = || (0..columns).fold(0, |row, column| row | numbers.next().unwrap() << column);
        let board: Vec<usize> = (0..rows).map(|_| row()).collect();
        let mut best: Option<(u32, Vec<usize>)> = None;
        for first in 0..1 << columns {
            let Some(presses) = forced(&board, columns, first) else {
                continue;
            };
            let flips = presses.iter().map(|row| row.count_ones()).sum();
            if best.as_ref().is_none_or(|(fewest, _)| flips < *fewest) {
                best = Some((flips, presses));
            }
        }
        match best {
            None => println!("IMPOSSIBLE"),
            Some((_, presses)) => presses.iter().for_each(|row| print(*row, columns)),
        }
    }
}

/// All rows of presses that follow from the first.
fn forced(board: &[usize], columns: usize, first: usize) -> Option<Vec<usize>> {
    let all = (1 << columns) - 1;
    let (mut above, mut row, mut presses) = (0, first, Vec::new());
    for tiles in board {
        presses.push(row);
        let black = tiles ^ row ^ (row << 1 & all) ^ row >> 1 ^ above;
        (above, row) = (row, black);
    }
    (row == 0).then_some(presses)
}

fn print(row: usize, columns: usize) {
    let cells: Vec<_> = (0..columns).map(|column| (row >> column & 1).to_string()).collect();
    println!("{}", cells.join(" "));
}
