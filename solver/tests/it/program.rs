//! The programs, and what one run of them leaves.

#![expect(clippy::unwrap_used, reason = "these are parts of tests")]

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

pub(crate) const BITMASK: &str = "flip-game-bitmask";
pub(crate) const DFS: &str = "flip-game-dfs";
pub(crate) const FLIPTILE: &str = "fliptile";

/// The command that runs `program` as it was built for these tests.
///
/// Cargo says where it is. That is asked at run time, for a shell between Cargo and the
/// compiler may drop variables with a hyphen in their names.
pub(crate) fn command(program: &str) -> Command {
    let variable = format!("CARGO_BIN_EXE_{program}");
    Command::new(env::var_os(variable).expect("Cargo sets it when it runs tests"))
}

pub(crate) struct Execution {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

pub(crate) fn run(program: &str, input: impl AsRef<[u8]>) -> Execution {
    run_into(program, input, Stdio::piped())
}

/// Runs `program` with its answers going to `stdout`.
pub(crate) fn run_into(program: &str, input: impl AsRef<[u8]>, stdout: Stdio) -> Execution {
    let mut child = command(program)
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref();
    let output = thread::scope(|scope| {
        // A program that finds fault with its input may leave before it has read all of it.
        scope.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().unwrap()
    });
    Execution {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// What `program` prints about valid `input`.
pub(crate) fn answers(program: &str, input: impl AsRef<[u8]>) -> String {
    let execution = run(program, input);
    assert_eq!(execution.stderr, "", "{program}");
    assert_eq!(execution.code, Some(0), "{program}");
    execution.stdout
}

/// What `program` printed before it found fault with `input`, and the first line of its message.
pub(crate) fn fault(program: &str, input: impl AsRef<[u8]>) -> (String, String) {
    let execution = run(program, input);
    assert_eq!(execution.code, Some(1), "{program}");
    let message = execution.stderr.lines().next().unwrap().to_owned();
    (execution.stdout, message)
}
