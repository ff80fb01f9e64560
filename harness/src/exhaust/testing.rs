//! What the tests of this module share: settings and canned executions.

use std::path::PathBuf;
use std::time::Duration;

use super::space::FlipGame;
use crate::board;
use crate::config::{Layers, resolve};
use crate::method::flip_game::{line, rounds};
use crate::model::{Command, Ending, Limits, Submission, Usage, Verdict};
use crate::run::{Execution, Input, Request};

/// 1 s, 3 s on the wall clock, 64 MiB of everything.
pub(super) fn limits() -> Limits {
    resolve(&Layers::default(), 0)
}

pub(super) fn submission(name: &str) -> Submission {
    Submission {
        name: name.to_owned(),
        command: Command {
            words: vec![name.into()],
            program: PathBuf::from(name),
            read: Vec::new(),
            env: std::collections::BTreeMap::new(),
        },
        expect: Verdict::Accepted.into(),
    }
}

/// The bytes that a run finds on standard input.
pub(super) fn input<'a>(request: &Request<'a>) -> &'a [u8] {
    match request.input {
        Input::Bytes(bytes) => bytes,
        Input::File(_) => panic!("boards come as bytes"),
    }
}

/// The boards that a run of Flip Game has to answer.
pub(super) fn answered(request: &Request<'_>) -> Vec<u16> {
    board::flip_game::parse(input(request)).unwrap()
}

/// A run of 1 ms that printed this and exited with this code.
pub(super) fn exits(output: Vec<u8>, code: i32) -> Execution {
    Execution {
        ending: Ending::Exited(code),
        stopped_by: None,
        usage: Usage {
            cpu: Duration::from_millis(1),
            output: output.len() as u64,
            ..Usage::default()
        },
        left_over: 0,
        backstop: false,
        feedback: None,
        stdout: output.into(),
        stderr: Vec::new(),
    }
}

/// The space of the statement's boards.
pub(super) fn flip_game() -> FlipGame {
    FlipGame::new(4, 4).unwrap()
}

/// What a right program prints for a board.
pub(super) fn right(board: u16) -> Vec<u8> {
    (line(rounds(board)) + "\n").into_bytes()
}

/// What a right program prints for some boards.
pub(super) fn all_right(boards: &[u16]) -> Vec<u8> {
    boards.iter().flat_map(|&board| right(board)).collect()
}
