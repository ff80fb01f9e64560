//! What is left of a run that is interrupted: what is known, and nothing else.

use std::fs::OpenOptions;
use std::process::Stdio;

use rustix::process::Signal;

use crate::suite::{Done, Running, Suite, descendants, start, wait_until};

/// Two cases that end at once and four that never do.
fn endless() -> Suite {
    let suite = Suite::of_script("read fate; sleep 1000 & test $fate = end || sleep 1000; echo 4")
        .limits("wall = '500s'");
    for (name, fate) in [
        ("0", "end"),
        ("1", "end"),
        ("2", "-"),
        ("3", "-"),
        ("4", "-"),
        ("5", "-"),
    ] {
        suite.case(name, format!("{fate}\n"), "4\n");
    }
    suite
}

/// Waits until four endless programs run, two processes for each beside the shell.
fn wait_for_four(suite: &Suite) {
    wait_until("four programs run", || suite.n_living("sleep 1000") == 8);
}

fn end(suite: &Suite, judge: Running) -> Done {
    let done = judge.done();
    assert_eq!(
        suite.living(),
        [] as [String; 0],
        "at the very end of the judge"
    );
    assert_eq!(suite.left_in_temporary().len(), 0);
    done
}

#[test]
fn an_interrupted_run_tells_what_it_knows_and_leaves_nothing() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let suite = endless();
        let mut judge = start(suite.command(&["run", "--jobs", "4"]));
        wait_for_four(&suite);
        judge.send(signal);
        let done = end(&suite, judge);
        assert_eq!(done.code, Some(code), "{done:?}");
        assert!(
            done.stdout.contains("2 of 6 as expected · 4 not judged"),
            "{done:?}"
        );
    }
}

#[test]
fn a_second_signal_changes_nothing() {
    let suite = endless();
    let mut judge = start(suite.command(&["run", "--jobs", "4"]));
    wait_for_four(&suite);
    judge.send(Signal::TERM);
    judge.send(Signal::TERM);
    assert_eq!(end(&suite, judge).code, Some(143));
}

#[test]
fn an_interrupted_json_report_is_whole() {
    let suite = endless();
    let mut judge = start(suite.command(&["run", "--jobs", "4", "--format", "json"]));
    wait_for_four(&suite);
    judge.send(Signal::INT);
    let done = end(&suite, judge);
    assert_eq!(done.cases().len(), 2);
    let summary = done.json().pop().unwrap();
    assert_eq!(
        (&summary["type"], &summary["exit_code"]),
        (&"summary".into(), &130.into())
    );
}

#[test]
fn a_killed_judge_takes_everything_along_and_leaves_whole_lines() {
    let suite = endless();
    let mut judge = start(suite.command(&["run", "--jobs", "4", "--format", "json"]));
    wait_for_four(&suite);
    judge.send(Signal::KILL);
    let done = judge.done();
    assert_eq!(done.code, None);
    wait_until("all is gone", || suite.living().is_empty());
    wait_until("no file is left", || suite.left_in_temporary().is_empty());
    assert!(done.stdout.ends_with('\n'));
    assert_eq!(done.cases().len(), 2);
}

#[test]
fn an_interruption_counts_more_than_a_report_that_cannot_be_written() {
    let suite = endless();
    let mut command = suite.command(&["run", "--jobs", "4"]);
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    command.stdout(Stdio::from(full));
    let mut judge = start(command);
    wait_for_four(&suite);
    judge.send(Signal::INT);
    let done = end(&suite, judge);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(
        done.stderr
            .starts_with("error: cannot write the report: No space left"),
        "{done:?}"
    );
}

#[test]
fn one_program_alone_is_interrupted_too() {
    let suite = endless();
    let words = [
        "once",
        "--input",
        "cases/2/input",
        "--time",
        "500s",
        "--",
        "./s",
    ];
    let mut judge = start(suite.command(&words));
    let id = judge.child().id();
    wait_until("it runs", || {
        let mut below = descendants(id).into_iter();
        below.any(|process| process.words().starts_with("/bin/sh"))
    });
    judge.send(Signal::INT);
    assert_eq!(end(&suite, judge).code, Some(130));
}

#[test]
fn a_hangup_that_was_ignored_stays_ignored() {
    let suite = endless();
    let mut judge = start(suite.shell("trap '' HUP; exec \"$0\" run --jobs 4"));
    wait_for_four(&suite);
    judge.send(Signal::HUP);
    judge.send(Signal::TERM);
    assert_eq!(end(&suite, judge).code, Some(143));
}

#[test]
fn an_interruption_ends_the_build_with_all_that_it_started() {
    let suite = endless();
    let build = "build = ['sh -c \"sleep 987 & sleep 986\"']\n";
    let config = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", format!("{build}{config}"));
    let mut judge = start(suite.command(&["run"]));
    let id = judge.child().id();
    let builds = || {
        let below = descendants(id).into_iter();
        below
            .filter(|process| process.words().starts_with("sleep 98"))
            .count()
    };
    wait_until("both sleep", || builds() == 2);
    judge.send(Signal::TERM);
    let done = end(&suite, judge);
    assert_eq!((done.code, done.stdout.as_str()), (Some(143), ""));
}
