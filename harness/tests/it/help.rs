//! What `judge` says of itself: help with examples, its version, completions.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::suite::{Suite, done};

const COMMANDS: [&str; 10] = [
    "run",
    "once",
    "list",
    "exhaust",
    "stress",
    "generate",
    "promote",
    "doctor",
    "schema",
    "completions",
];

/// The command lines after `Example:`.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExample: ").expect("an example");
    // A long one goes on in lines that do not begin with the program.
    let words = examples.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = words.split("judge ").filter(|rest| !rest.is_empty());
    lines.map(|rest| rest.trim_end().to_owned()).collect()
}

#[test]
fn every_command_has_help_with_examples_that_are_command_lines() {
    let suite = Suite::empty();
    let mut n_examples = 0;
    for words in [
        &[][..],
        &["run"],
        &["once"],
        &["list"],
        &["exhaust"],
        &["stress"],
        &["generate"],
        &["promote"],
        &["schema"],
        &["completions"],
    ] {
        for flag in ["--help", "-h"] {
            let done = suite.judge(&[words, &[flag]].concat());
            assert_eq!(
                (done.code, done.stderr.as_str()),
                (Some(0), ""),
                "{words:?}"
            );
            for example in examples(&done.stdout) {
                let line = shell_words::split(&example).unwrap();
                let line: Vec<_> = line.iter().take_while(|word| *word != ">").collect();
                // Its words before `--` with a flag that stops all others from being obeyed.
                // But one that does not exist is refused first.
                let mut command = suite.command(&[]);
                let done = done_without_files(&mut command, &line);
                assert!(!done.contains("Usage: "), "{example}: {done}");
                n_examples += 1;
            }
        }
    }
    assert!(n_examples >= 16, "{n_examples}");
}

/// Runs a command line where there is no configuration and no file: gives what it says.
fn done_without_files(command: &mut Command, words: &[&String]) -> String {
    command.args(words);
    let output = command.output().unwrap();
    let code = output.status.code();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let refused = said.starts_with("error: cannot read `judge.toml`: ");
    assert!(
        code == Some(0) || code == Some(5) || refused,
        "{code:?} {said}"
    );
    said
}

#[test]
fn the_help_lists_every_command() {
    let help = Suite::empty().judge(&["--help"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let listed: Vec<_> = listed
        .map(|line| {
            let (name, about) = line.trim().split_once(' ').expect("a description");
            assert!(!about.trim().is_empty());
            name
        })
        .collect();
    assert_eq!(listed, COMMANDS);
}

#[test]
fn the_version_is_that_of_the_package() {
    let done = Suite::empty().judge(&["--version"]);
    let version = concat!("judge ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), version));
}

#[test]
fn completions_know_every_command_and_its_flags() {
    for shell in ["bash", "zsh", "fish"] {
        let done = Suite::empty().judge(&["completions", shell]);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{shell}");
        for word in COMMANDS
            .into_iter()
            .chain(["config", "submission", "memory", "family", "size"])
        {
            assert!(done.stdout.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(Suite::empty().judge(&["completions", "cmd"]).code, Some(2));
    assert_eq!(Suite::empty().judge(&["completions"]).code, Some(2));
}

#[test]
fn the_completions_for_bash_are_a_script_that_completes() {
    let suite = Suite::empty();
    let script = suite.judge(&["completions", "bash"]).stdout;
    suite.file("judge.bash", script);
    let ask = "set -u; source ./judge.bash; COMP_WORDS=(judge ex); COMP_CWORD=1; \
               _judge judge ex judge; echo \"${COMPREPLY[@]}\"";
    let Ok(mut bash) = Command::new("bash")
        .args(["-n", "judge.bash"])
        .current_dir(suite.path())
        .spawn()
    else {
        // There is no bash here that could use them.
        return;
    };
    assert!(bash.wait().unwrap().success());
    let mut command = Command::new("bash");
    command
        .args(["-c", ask])
        .current_dir(suite.path())
        .stdout(Stdio::piped());
    let completed = done(command);
    assert_eq!(completed.stdout, "exhaust\n", "{completed:?}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let suite = Suite::empty();
    let mut command = suite.command(&["completions", "bash"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    std::io::stderr().write_all(&output.stderr).unwrap();
    assert!(output.stderr.is_empty());
}
