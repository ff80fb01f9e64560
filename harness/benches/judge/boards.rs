use std::fmt::Write as _;
use std::fs::{self, File};
use std::process::Command;

use crate::measure::{median, solver, time};

const ROUNDS: usize = 9;
const N_BOARDS: u32 = 1 << 16;

/// All boards of Flip Game as one input, 20 bytes each.
pub(crate) fn all_boards() -> String {
    let mut text = String::new();
    for board in 0..N_BOARDS {
        for piece in 0..16 {
            text.push(if board >> piece & 1 == 1 { 'b' } else { 'w' });
            if piece % 4 == 3 {
                writeln!(text).unwrap();
            }
        }
    }
    text
}

/// All boards of Flip Game through one process of each method, in turns.
pub(crate) fn report() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("all-boards");
    fs::write(&input, all_boards()).unwrap();
    let methods = ["flip-game-bitmask", "flip-game-dfs"];
    let mut micros = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        for (method, micros) in methods.iter().zip(&mut micros) {
            let stdin = File::open(&input).unwrap();
            let elapsed = time(Command::new(solver(method)).stdin(stdin));
            micros.push(elapsed.as_secs_f64() * 1e6);
        }
    }
    println!(
        "all {N_BOARDS} boards of Flip Game through one process, medians of {ROUNDS} rounds in turns"
    );
    for (method, micros) in methods.iter().zip(micros) {
        let all = median(micros);
        println!(
            "  {method:<20} {:8.1} ms  {:6.3} µs a board",
            all / 1e3,
            all / f64::from(N_BOARDS)
        );
    }
    println!();
}
