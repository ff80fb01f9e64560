//! Flip Game, wrong on purpose: it knows one goal only, a white board.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let pieces: Vec<bool> = text
        .chars()
        .filter(|c| c.is_ascii_alphabetic())
        .map(|c| c.eq_ignore_ascii_case(&'b'))
        .collect();
    for board in pieces.chunks(16) {
        let board = (0..16).fold(0, |number, piece| number | u16::from(board[piece]) << piece);
        let least = (0..=u16::MAX).filter(|&rounds| flipped(rounds) == board);
        match least.map(u16::count_ones).min() {
            Some(least) => println!("{least}"),
            None => println!("Impossible"),
        }
    }
}

/// What these rounds turn.
fn flipped(rounds: u16) -> u16 {
    let (left, right) = ((rounds & 0x7777) << 1, (rounds & 0xeeee) >> 1);
    rounds ^ left ^ right ^ rounds << 4 ^ rounds >> 4
}
