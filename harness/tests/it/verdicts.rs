//! Which verdict a program gets, seen with real ones.

use serde_json::json;

use crate::suite::{Suite, verdicts};

/// What `judge` says of a script on an empty input.
fn verdict(script: &str, expected: &str) -> serde_json::Value {
    Suite::of_script(script).only(expected)
}

#[test]
fn a_right_answer_is_accepted() {
    let suite = Suite::of_script("cat > /dev/null; echo 4");
    suite.case("one", "x\n", "4\n");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.cases()[0]["verdict"], "AC");
}

#[test]
fn white_space_alone_is_a_presentation_error() {
    let case = verdict("echo '1 2'", "1\n2\n");
    assert_eq!(case["verdict"], "PE");
}

#[test]
fn another_answer_is_wrong_and_the_exit_code_tells() {
    let suite = Suite::of_script("cat");
    suite
        .case("right", "4\n", "4\n")
        .case("wrong", "3\n", "4\n");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(1));
    let place = json!({
        "line": 1, "column": 1, "expected": "4", "actual": "3", "differing_lines": 1
    });
    let wrong = done
        .cases()
        .into_iter()
        .find(|case| case["case"] == "p/wrong");
    assert_eq!(wrong.unwrap()["difference"], place);
}

#[test]
fn nothing_printed_where_nothing_is_expected_is_right() {
    assert_eq!(verdict(":", "")["verdict"], "AC");
}

#[test]
fn the_right_answer_does_not_rescue_a_bad_exit() {
    let case = verdict("echo 4; exit 3", "4\n");
    assert_eq!(
        (&case["verdict"], &case["exit"]),
        (&json!("RE"), &json!({"code": 3}))
    );
    assert_eq!(case["reason"], "exit code 3");
}

#[test]
fn a_bad_exit_without_output_is_no_wrong_answer() {
    let case = verdict("exit 201", "4\n");
    assert_eq!(
        (&case["verdict"], &case["exit"]),
        (&json!("RE"), &json!({"code": 201}))
    );
}

#[test]
fn a_signal_is_named_by_number_and_name() {
    let signals = [
        ("ABRT", 6),
        ("FPE", 8),
        ("KILL", 9),
        ("SEGV", 11),
        ("PIPE", 13),
        ("TERM", 15),
    ];
    for (name, number) in signals {
        let case = verdict(&format!("echo 4; kill -{name} $$"), "4\n");
        let name = format!("SIG{name}");
        assert_eq!(case["verdict"], "RE");
        assert_eq!(case["exit"], json!({"signal": number, "name": name}));
        let reason = case["reason"].as_str().unwrap();
        assert!(reason.starts_with(&format!("ended by {name}")), "{reason}");
    }
}

#[test]
fn a_loop_is_stopped_at_the_limit_of_cpu_time() {
    let suite = Suite::of_script("echo 4; while :; do :; done").limits("time = '100ms'");
    suite.case("one", "", "4\n");
    let cases = suite.cases(&[]);
    let case = &cases[0];
    assert_eq!(
        (&case["verdict"], &case["stopped_by"]),
        (&json!("TLE"), &json!("time"))
    );
    assert_eq!(case["lower_bound"], true);
    let cpu_ms = case["cpu_ms"].as_f64().unwrap();
    assert!(cpu_ms > 100.0 && cpu_ms < 1000.0, "{cpu_ms}");
    let shown = suite.judge(&["run"]).stdout;
    assert!(shown.contains("    TLE s  p/one  > 100 ms"), "{shown}");
}

#[test]
fn the_limit_counts_the_time_of_children() {
    let script = "sh -c 'while :; do :; done' & sh -c 'while :; do :; done'; wait";
    let case = Suite::of_script(script).limits("time = '100ms'").only("");
    assert_eq!(
        (&case["verdict"], &case["stopped_by"]),
        (&json!("TLE"), &json!("time"))
    );
}

#[test]
fn a_program_that_sleeps_is_stopped_by_the_wall_guard() {
    let suite = Suite::of_script("exec sleep 1000").limits("wall = '300ms'");
    suite.case("one", "", "");
    let cases = suite.cases(&[]);
    let case = &cases[0];
    assert_eq!(
        (&case["verdict"], &case["stopped_by"]),
        (&json!("TLE"), &json!("wall"))
    );
    assert_eq!(case["lower_bound"], true);
    let reason = case["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("idle: stopped by the wall guard after 300 ms"),
        "{reason}"
    );
    let shown = suite.judge(&["run"]).stdout;
    assert!(shown.contains("> 300 ms of wall time"), "{shown}");
}

#[test]
fn memory_above_the_limit_is_told_whatever_the_exit() {
    let touch = "dd if=/dev/zero of=/dev/null bs=50000000 count=1 2> /dev/null";
    for exit in ["", "; exit 3", "; kill -SEGV $$"] {
        let suite = Suite::of_script(&format!("{touch}{exit}")).limits("memory = '16MiB'");
        let case = suite.only("");
        assert_eq!(case["verdict"], "MLE", "{case}");
        assert!(case["memory_kib"].as_u64().unwrap() > 16 << 10, "{case}");
    }
}

#[test]
fn memory_below_the_limit_is_none_of_the_verdicts_business() {
    let touch = "dd if=/dev/zero of=/dev/null bs=20000000 count=1 2> /dev/null; echo 4";
    let case = Suite::of_script(touch)
        .limits("memory = '64MiB'")
        .only("4\n");
    assert_eq!(case["verdict"], "AC", "{case}");
    assert!(case["memory_kib"].as_u64().unwrap() > 19_000, "{case}");
}

#[test]
fn a_flood_of_output_is_stopped_and_is_no_broken_pipe() {
    for flood in ["yes", "yes ''", "trap '' XFSZ; yes; exit 0", "exec yes 4"] {
        let case = Suite::of_script(flood)
            .limits("output = '64KiB'")
            .only("4\n");
        assert_eq!(case["verdict"], "OLE", "{case}");
        assert_ne!(case["exit"]["name"], "SIGPIPE");
        assert!(
            case["reason"].as_str().unwrap().contains("of output"),
            "{case}"
        );
    }
}

#[test]
fn a_flood_of_standard_error_is_told_apart() {
    let suite = Suite::of_script("echo 4; yes >&2").limits("stderr = '64KiB'");
    let case = suite.only("4\n");
    assert_eq!(case["verdict"], "OLE");
    assert!(
        case["reason"].as_str().unwrap().contains("standard error"),
        "{case}"
    );
}

#[test]
fn standard_error_decides_nothing() {
    let suite = Suite::of_script("read line; echo dbg 1 >&2; echo $line");
    suite
        .case("right", "4\n", "4\n")
        .case("wrong", "3\n", "4\n");
    let done = suite.judge(&["run", "--format", "json", "--jobs", "1"]);
    assert_eq!(verdicts(&done.cases()), ["AC", "WA"]);
    let shown = suite.judge(&["run"]).stdout;
    assert_eq!(
        shown.matches("dbg 1").count(),
        1,
        "of the failure alone: {shown}"
    );
}

#[test]
fn each_case_is_judged_by_itself() {
    let suite = Suite::of_script(
        "read fate; case $fate in
         memory) dd if=/dev/zero of=/dev/null bs=50000000 count=1 2> /dev/null;;
         output) yes;;
         crash) kill -SEGV $$;;
         *) echo 4;;
         esac",
    )
    .limits("memory = '16MiB'\noutput = '64KiB'");
    for (place, fate) in ["ok", "memory", "ok", "output", "ok", "crash", "ok"]
        .iter()
        .enumerate()
    {
        suite.case(format!("{place}"), format!("{fate}\n"), "4\n");
    }
    for jobs in ["1", "3"] {
        let mut cases = suite.cases(&["--jobs", jobs]);
        cases.sort_by_key(|case| case["index"].as_u64());
        assert_eq!(
            verdicts(&cases),
            ["AC", "MLE", "AC", "OLE", "AC", "RE", "AC"]
        );
    }
}

#[test]
fn a_limit_in_milliseconds_is_no_limit_in_seconds() {
    let suite = Suite::of_script("while :; do :; done").limits("time = '10ms'");
    for number in 0..10 {
        suite.case(number.to_string(), "", "");
    }
    for case in suite.cases(&["--jobs", "1"]) {
        assert_eq!(case["verdict"], "TLE", "{case:#}");
        let cpu_ms = case["cpu_ms"].as_f64().unwrap();
        // However late a busy machine looks, it is not a second.
        assert!((10.0..500.0).contains(&cpu_ms), "{case:#}");
    }
}

/// Goes down 200,000 calls of 200 bytes and more, and answers.
const RECURSION: &str = r#"
#include <stdio.h>
#include <string.h>

static int down(int left)
{
	volatile char frame[200];

	frame[left % 200] = (char)left;
	return left == 0 ? 4 : down(left - 1) + 0 * frame[(left + 7) % 200];
}

int main(void)
{
	printf("%d\n", down(200000));
	return 0;
}
"#;

#[test]
fn a_deep_recursion_has_all_the_memory_for_its_stack_unless_told_otherwise() {
    let suite = Suite::of_script("").limits("memory = '256MiB'");
    suite.case("one", "", "4\n");
    let source = suite.file("recursion.c", RECURSION);
    let mut compiler = std::process::Command::new("cc");
    compiler
        .args(["-O0", "-o"])
        .arg(suite.path().join("s"))
        .arg(source);
    assert!(compiler.status().unwrap().success());
    let case = suite.cases(&[]).remove(0);
    assert_eq!(case["verdict"], "AC", "{case:#}");
    let case = suite.cases(&["--stack", "8MiB"]).remove(0);
    assert_eq!(case["verdict"], "RE", "{case:#}");
    let reason = case["reason"].as_str().unwrap();
    assert!(
        reason.ends_with("maybe a stack overflow (stack limit 8.0 MiB)"),
        "{reason}"
    );
}
