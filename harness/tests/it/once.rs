//! `judge once`: one program on one case, without a configuration.

use serde_json::{Value, json};

use crate::suite::{Done, Suite};

/// A folder with an input and an expected output, and no configuration.
fn folder(expected: &str) -> Suite {
    let suite = Suite::empty();
    suite.file("in", "x\n");
    suite.file("out", expected);
    suite
}

/// Runs a script on the case with these flags before it.
fn once(suite: &Suite, flags: &[&str], script: &str) -> Done {
    suite.script("s", script);
    let compared = ["once", "--input", "in", "--expected", "out"];
    suite.judge(&[&compared[..], flags, &["--", "./s"]].concat())
}

/// The one line of its JSON report.
fn line(suite: &Suite, flags: &[&str], script: &str) -> (Option<i32>, Value) {
    let done = once(suite, &[&["--format", "json"], flags].concat(), script);
    let lines = done.json();
    assert_eq!((lines.len(), done.stderr.as_str()), (1, ""), "{done:?}");
    (done.code, lines[0].clone())
}

fn verdict(suite: &Suite, flags: &[&str], script: &str) -> (Option<i32>, String) {
    let (code, line) = line(suite, flags, script);
    (code, line["verdict"].as_str().unwrap().to_owned())
}

fn is(code: i32, verdict: &str) -> (Option<i32>, String) {
    (Some(code), verdict.to_owned())
}

#[test]
fn a_right_program_is_accepted_without_a_configuration() {
    let suite = folder("4\n");
    let done = once(&suite, &[], "cat > /dev/null; echo 4");
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.stdout.starts_with("     AC "), "{done:?}");
    assert_eq!(done.stdout.lines().count(), 1, "{done:?}");
}

#[test]
fn a_wrong_program_is_shown_its_difference() {
    let suite = folder("4\n");
    let done = once(&suite, &[], "echo 5");
    assert_eq!(done.code, Some(1), "{done:?}");
    let reason = "\n        line 1, column 1: expected `4`, printed `5`  (compared by lines)\n";
    assert!(done.stdout.contains(reason), "{done:?}");
    assert!(!suite.path().join("target").exists());
}

#[test]
fn each_rule_of_comparison_may_be_asked_for() {
    let suite = folder("1 2.0000001\n3\n");
    let rules = ["lines", "tokens", "exact", "float=1e-6"];
    for (printed, verdicts) in [
        ("1 2.0000001\\n3\\n", ["AC", "AC", "AC", "AC"]),
        ("1 2.0000001 \\n3", ["AC", "AC", "WA", "AC"]),
        ("1\\n2.0000001\\n3\\n", ["PE", "AC", "WA", "AC"]),
        ("1 2\\n3\\n", ["WA", "WA", "WA", "AC"]),
        ("1 2.1\\n3\\n", ["WA", "WA", "WA", "WA"]),
    ] {
        for (rule, expected) in rules.into_iter().zip(verdicts) {
            let script = format!("printf '{printed}'");
            let (code, line) = line(&suite, &["--compare", rule], &script);
            assert_eq!(line["verdict"], expected, "{rule} {printed}: {line}");
            assert_eq!(line["compare"], rule);
            assert_eq!(code, Some(i32::from(expected != "AC")));
        }
    }
}

#[test]
fn letter_case_may_be_ignored_but_not_byte_by_byte() {
    let suite = folder("Impossible\n");
    for rule in ["lines", "unordered-lines", "tokens", "float=1e-6"] {
        let flags = ["--compare", rule, "--ignore-case"];
        assert_eq!(verdict(&suite, &flags, "echo IMPOSSIBLE"), is(0, "AC"));
        assert_eq!(verdict(&suite, &flags[..2], "echo IMPOSSIBLE"), is(1, "WA"));
    }
    let done = once(&suite, &["--compare", "exact", "--ignore-case"], "echo 4");
    let said = "error: `--ignore-case` contradicts `--compare exact`\n\
                help: leave one of them out: `exact` compares byte by byte\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(2), said));
}

#[test]
fn an_argument_that_steers_a_terminal_is_not_repeated_as_it_is() {
    let done = Suite::empty().judge(&["run", "--\u{1b}]0;title\u{7}\u{9b}x"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    let obeyed = |c: char| c.is_control() && c != '\n';
    assert!(!done.stderr.contains(obeyed), "{done:?}");
    assert!(done.stderr.contains(r"\xc2\x9bx"), "{done:?}");
}

#[test]
fn a_rule_that_does_not_exist_is_refused_with_those_that_do() {
    let suite = folder("4\n");
    for (rule, said) in [
        (
            "line",
            "`line` is no way to compare\nhelp: there are `lines`, `unordered-lines`, `tokens`, `exact`",
        ),
        ("float", "`float` is no way to compare\nhelp: "),
        (
            "float=2",
            "`float=2` is no tolerance\nhelp: write a number above 0",
        ),
    ] {
        let done = once(&suite, &["--compare", rule], "echo 4");
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        let said = said.replace("`float=2`", "`2`");
        assert!(done.stderr.contains(&said), "{}", done.stderr);
    }
}

#[test]
fn limits_may_be_given_and_say_where_they_came_from() {
    let suite = folder("4\n");
    let flags = ["--time", "2500ms", "--memory", "32MiB"];
    let (_, line) = line(&suite, &flags, "echo 4");
    let limits = &line["limits"];
    let given = |value: Value| json!({ "value": value, "origin": "command line" });
    assert_eq!(limits["time_ms"], given(json!(2500.0)));
    assert_eq!(limits["memory_kib"], given(json!(32 << 10)));
    assert_eq!(limits["wall_ms"]["value"], 6000.0);
}

#[test]
fn a_program_that_spins_past_its_limit_is_stopped() {
    let suite = folder("4\n");
    let (code, line) = line(&suite, &["--time", "50ms"], "while :; do :; done");
    assert_eq!((code, &line["verdict"]), (Some(1), &json!("TLE")), "{line}");
    assert_eq!(
        (&line["stopped_by"], &line["lower_bound"]),
        (&json!("time"), &json!(true))
    );
}

#[test]
fn a_missing_file_is_je_and_5() {
    let suite = folder("4\n");
    for (input, expected, reason) in [
        (
            "none",
            "out",
            "cannot read the input `none`: No such file or directory (os error 2)",
        ),
        (
            "in",
            "none",
            "cannot read the expected output `none`: No such file or directory (os error 2)",
        ),
        (
            ".",
            "out",
            "cannot read the input `.`: it is no ordinary file",
        ),
    ] {
        let files = ["once", "--input", input, "--expected", expected];
        let program = ["--format", "json", "--", "true"];
        let done = suite.judge(&[&files[..], &program].concat());
        let lines = done.json();
        assert_eq!((done.code, lines.len()), (Some(5), 1), "{done:?}");
        assert_eq!(
            (&lines[0]["verdict"], &lines[0]["reason"]),
            (&json!("JE"), &json!(reason))
        );
    }
}

#[test]
fn a_program_that_cannot_be_started_is_je_and_5() {
    let suite = folder("4\n");
    suite.file("plain", "text");
    for (program, reason) in [
        ("./none", "does not exist"),
        (
            "no-such-program",
            "`no-such-program` is in no directory of PATH",
        ),
        ("./plain", "is not executable"),
        ("/", "is a directory"),
    ] {
        let done = suite.judge(&["once", "--input", "in", "--format", "json", "--", program]);
        let line = &done.json()[0];
        assert_eq!(
            (done.code, &line["verdict"]),
            (Some(5), &json!("JE")),
            "{done:?}"
        );
        assert!(line["reason"].as_str().unwrap().contains(reason), "{line}");
    }
}

#[test]
fn without_an_expected_output_nothing_is_called_accepted() {
    let suite = folder("");
    let only_run = |flags: &[&str], script: &str| {
        suite.script("s", script);
        let words = [
            &["once", "--input", "in", "--format", "json"],
            flags,
            &["--", "./s"],
        ];
        let done = suite.judge(&words.concat());
        (done.code, done.json()[0].clone())
    };
    let (code, line) = only_run(&[], "echo 4");
    assert_eq!(
        (code, &line["verdict"], &line["compare"]),
        (Some(0), &Value::Null, &Value::Null)
    );
    let (code, line) = only_run(&[], "exit 3");
    assert_eq!((code, &line["verdict"]), (Some(1), &json!("RE")), "{line}");
    let (code, line) = only_run(&["--time", "50ms"], "while :; do :; done");
    assert_eq!((code, &line["verdict"]), (Some(1), &json!("TLE")), "{line}");
    let (code, line) = only_run(
        &["--memory", "8MiB"],
        "exec awk 'BEGIN { for (x = \"0123\"; ; x = x x) ; }'",
    );
    assert_eq!((code, &line["verdict"]), (Some(1), &json!("MLE")), "{line}");
    let (code, line) = only_run(&["--time", "60s"], "exec cat /dev/zero");
    assert_eq!((code, &line["verdict"]), (Some(1), &json!("OLE")), "{line}");
}

#[test]
fn without_an_expected_output_people_see_that_it_ran_and_what_it_printed() {
    let suite = folder("");
    suite.script("s", "echo 4");
    let done = suite.judge(&["once", "--input", "in", "--", "./s"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.stdout.starts_with("    ran "), "{done:?}");
    assert!(!done.stdout.contains("expected"), "{done:?}");
    assert!(done.stdout.ends_with("\n        output   4\n"), "{done:?}");
    assert_eq!(done.stdout.lines().count(), 2, "{done:?}");
}

#[test]
fn a_program_is_looked_up_in_path_and_gets_its_arguments() {
    let suite = folder("x y\n-n --time\n");
    let case = ["once", "--input", "in", "--expected", "out", "--"];
    let done = suite.judge(&[&case[..], &["printf", "%s\\n", "x y", "-n --time"]].concat());
    assert_eq!(done.code, Some(0), "{done:?}");
    // Without a slash it is not looked for here, just as a shell would not.
    suite.script("only-here", "echo 4");
    let done = suite.judge(&[&case[..], &["only-here"]].concat());
    assert_eq!(done.code, Some(5), "{done:?}");
}

#[test]
fn a_program_with_a_slash_is_looked_up_from_the_current_folder() {
    let suite = folder("4\n");
    suite.script("deep/s", "echo 4");
    let done = suite.judge(&["once", "--input", "in", "--expected", "out", "--", "deep/s"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn its_json_is_the_case_line_alone_with_every_field() {
    let suite = folder("4\n");
    let (code, line) = line(&suite, &[], "echo 4");
    assert_eq!(code, Some(0));
    crate::json::assert_case_line(&line);
    assert_eq!(line["type"], "case");
    assert_eq!(
        (&line["verdict"], &line["exit"]),
        (&json!("AC"), &json!({ "code": 0 }))
    );
    assert_eq!((&line["index"], &line["case"]), (&json!(0), &json!("in")));
}

#[test]
fn what_was_not_measured_is_null() {
    let suite = folder("4\n");
    let done = suite.judge(&["once", "--input", "in", "--format", "json", "--", "./none"]);
    let line = &done.json()[0];
    crate::json::assert_case_line(line);
    for field in [
        "cpu_ms",
        "wall_ms",
        "memory_kib",
        "output_bytes",
        "exit",
        "stopped_by",
        "difference",
    ] {
        assert_eq!(line[field], Value::Null, "{field}");
    }
}

#[test]
fn a_failed_run_shows_how_it_ended_and_what_it_said() {
    let suite = folder("4\n");
    assert_eq!(verdict(&suite, &[], "echo 4; exit 9"), is(1, "RE"));
    let (_, line) = line(&suite, &[], "echo oops >&2; kill -SEGV $$");
    assert_eq!(line["verdict"], "RE");
    assert_eq!(line["exit"], json!({ "signal": 11, "name": "SIGSEGV" }));
    assert_eq!(line["stderr"], "oops\\x0a");
}

#[test]
fn a_program_must_be_named() {
    let suite = folder("4\n");
    for words in [&["once", "--input", "in"][..], &["once", "--", "true"]] {
        assert_eq!(suite.judge(words).code, Some(2));
    }
}

#[test]
fn an_argument_that_steers_a_ci_host_is_not_repeated_as_it_is() {
    for (argument, shown) in [
        ("a\n##[error]x", r"\x23#[error]x"),
        ("--\n::error::x", r"\x3a:error::x"),
        ("--\u{202e}x", r"\xe2\x80\xaex"),
    ] {
        let words = match argument.starts_with("--") {
            true => vec!["run", argument],
            false => vec!["run", "--time", argument],
        };
        let done = Suite::empty().judge(&words);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(shown), "{done:?}");
        let obeyed = |line: &str| line.contains("##[") || line.trim_start().starts_with("::");
        assert!(!done.stderr.lines().any(obeyed), "{done:?}");
        assert!(!done.stderr.contains('\u{202e}'), "{done:?}");
    }
}
