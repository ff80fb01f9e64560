//! What a program finds when it starts, and that nothing is left of it when it has ended.
//! (That nothing of it lives and no file is left is looked at after every run of a suite.)

use std::fs;

use rustix::process::Signal;
use serde_json::json;

use crate::suite::{MARK, Suite, descendants, start, verdicts, wait_until};

#[test]
fn a_stopped_run_is_gone_with_its_children() {
    let suite = Suite::of_script("sh -c 'while :; do :; done'; :").limits("time = '100ms'");
    assert_eq!(suite.only("")["verdict"], "TLE");
}

#[test]
fn a_sleeper_that_holds_the_output_open_holds_nobody_up() {
    let suite = Suite::of_script("echo 4; sleep 1000 &").limits("wall = '500s'");
    let case = suite.only("4\n");
    assert_eq!(
        (&case["verdict"], &case["left_over"]),
        (&json!("AC"), &json!(1))
    );
}

#[test]
fn a_daemon_in_a_session_of_its_own_is_gone() {
    let daemon = "(setsid sh -c '(trap \"\" TERM HUP; sleep 1000; :) & :' &)";
    let case = Suite::of_script(&format!("echo 4; {daemon}; sleep 0.1")).only("4\n");
    assert_eq!(case["verdict"], "AC");
    assert_ne!(case["left_over"], 0, "{case}");
}

#[test]
fn an_exit_while_children_run_is_an_exit() {
    let script = "for i in 1 2 3 4; do sh -c 'while :; do :; done' & done; exit 3";
    let case = Suite::of_script(script).only("");
    assert_eq!(
        (&case["verdict"], &case["exit"]),
        (&json!("RE"), &json!({"code": 3}))
    );
}

#[test]
fn thirty_stops_in_a_row_leave_no_zombie() {
    let script = "read fate; sleep 1000 & exec sleep ${fate:-1000}";
    let suite = Suite::of_script(script).limits("wall = '50ms'");
    for place in 0..30 {
        suite.case(format!("{place}"), "", "");
    }
    suite.case("30", "777\n", "");
    suite.file("cases/30/case.toml", "[limits]\nwall = '500s'\n");
    let mut judge = start(suite.command(&["run", "--jobs", "1"]));
    wait_until("the last case runs", || suite.n_living("sleep 777") > 0);
    let zombies = descendants(judge.child().id())
        .into_iter()
        .filter(|process| process.state == 'Z');
    assert_eq!(zombies.count(), 0);
    judge.send(Signal::INT);
    let done = judge.done();
    assert!(done.stdout.contains("30 TLE"), "{done:?}");
}

#[test]
fn a_program_that_ignores_signals_is_stopped() {
    let suite = Suite::of_script("trap '' INT TERM HUP QUIT XCPU ALRM; while :; do :; done");
    assert_eq!(suite.limits("time = '100ms'").only("")["verdict"], "TLE");
}

#[test]
fn a_program_that_stops_itself_is_stopped() {
    let case = Suite::of_script("kill -STOP $$")
        .limits("wall = '300ms'")
        .only("");
    assert_eq!(
        (&case["verdict"], &case["stopped_by"]),
        (&json!("TLE"), &json!("wall"))
    );
}

#[test]
fn an_input_that_is_not_read_does_no_harm() {
    let suite = Suite::of_script("echo 4");
    let input = vec![b'x'; 5_000_000];
    suite.case("0", &input, "4\n");
    for place in 1..50 {
        suite.file(format!("cases/{place}/expected"), "4\n");
        let copy = suite.path().join(format!("cases/{place}/input"));
        fs::hard_link(suite.path().join("cases/0/input"), copy).unwrap();
    }
    assert_eq!(verdicts(&suite.cases(&[])), ["AC"; 50]);
}

#[test]
fn an_input_without_a_last_newline_ends_where_it_ends() {
    let suite = Suite::of_script("cat; echo .");
    suite.case("one", "4 4", "4 4.\n");
    assert_eq!(verdicts(&suite.cases(&[])), ["AC"]);
}

#[test]
fn the_input_can_be_opened_by_name() {
    let suite = Suite::of_script("cat /dev/stdin");
    suite.case("one", "4\n", "4\n");
    assert_eq!(verdicts(&suite.cases(&[])), ["AC"]);
}

#[test]
fn the_input_cannot_be_changed() {
    let suite = Suite::of_script("chmod 000 /dev/stdin; touch /dev/stdin; echo x >&0; cat");
    suite.case("one", "4\n", "4\n");
    assert_eq!(verdicts(&suite.cases(&[])), ["AC"]);
    assert_eq!(
        fs::read(suite.path().join("cases/one/input")).unwrap(),
        b"4\n"
    );
}

#[test]
fn each_case_starts_in_an_empty_scratch_directory() {
    let suite = Suite::of_script("");
    // A program that lies below `/tmp` itself finds the way to it there, and nothing else.
    let way = suite.path().strip_prefix("/tmp").ok();
    let way = way.and_then(|path| path.iter().next()).unwrap_or_default();
    let text = format!(
        "ls -A | grep -vxF '{}'; mkdir -p .a/b; echo x > .a/b/c; echo x > d; chmod 000 .a; \
         test -f d && echo 4",
        way.display()
    );
    suite.script("s", &text);
    for place in 0..6 {
        suite.case(format!("{place}"), "", "4\n");
    }
    assert_eq!(verdicts(&suite.cases(&["--jobs", "2"])), ["AC"; 6]);
}

#[test]
fn the_environment_is_the_documented_one() {
    let suite = Suite::of_script("{ echo \"$(pwd)\"; env; } >&2; echo wrong");
    suite.case("one", "", "right\n");
    let mut command = suite.command(&["run", "--format", "json"]);
    command.env("A_SECRET", "hunter2").env("LANG", "de_DE");
    let case = suite.done(command).cases().remove(0);
    let shown = case["stderr"].as_str().unwrap().replace(r"\x0a", "\n");
    let (scratch, environment) = shown.trim_end().split_once('\n').unwrap();
    // A shell adds what it keeps there itself.
    let of_shell = |line: &&str| {
        let name = line.split('=').next();
        !matches!(name, Some("PWD" | "OLDPWD" | "SHLVL" | "_"))
    };
    let mut environment: Vec<&str> = environment.lines().filter(of_shell).collect();
    environment.sort_unstable();
    let expected = [
        format!("HOME={scratch}"),
        "LANG=C.UTF-8".to_owned(),
        format!("{MARK}={}", suite.path().display()),
        "PATH=/usr/local/bin:/usr/bin:/bin".to_owned(),
        format!("TMPDIR={scratch}"),
    ];
    assert_eq!(environment, expected);
}

#[test]
fn inherited_files_are_not_seen() {
    // No pipeline: the shell would hold an end of the pipe while it starts it.
    let suite = Suite::of_script("ls /proc/$$/fd >&2; echo wrong");
    suite.case("one", "", "right\n");
    let command = suite.shell("exec 7< /dev/null 9< /etc/passwd; exec \"$0\" run --format json");
    let case = suite.done(command).cases().remove(0);
    // The shell keeps its script open, at 10 or above.
    let shown = case["stderr"].as_str().unwrap();
    let files = shown.split("\\x0a").filter(|file| file.len() == 1);
    assert_eq!(files.collect::<Vec<_>>(), ["0", "1", "2"], "{shown}");
}

#[test]
fn the_memory_of_the_judge_is_not_charged_to_the_program() {
    let suite = Suite::of_script("yes 1234567 | head -c 100000000");
    let suite = suite.limits("time = '60s'\noutput = '200MB'");
    let expected = b"1234567\n".repeat(100_000_000 / 8);
    suite.case("1", "", &expected).case("2", "", &expected);
    let cases = suite.cases(&["--jobs", "1"]);
    assert_eq!(verdicts(&cases), ["AC", "AC"]);
    for case in cases {
        assert!(case["memory_kib"].as_u64().unwrap() < 20 << 10, "{case}");
    }
}
