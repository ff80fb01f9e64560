//! Settings of the command line and of `judge.toml`, and the schema of the latter.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::suite::{Suite, verdicts};

/// Burns CPU time: about this many hundredths of a second, by the shell's own count.
fn burns(hundredths: u32) -> String {
    // `times` would do, but for its format: the clock of the process stands in /proc.
    format!(
        "while :; do read -r line < /proc/self/stat; set -- ${{line##*) }}; \
         [ $(( ${{12}} + ${{13}} )) -ge {hundredths} ] && break; done; echo 4"
    )
}

/// A suite of one case that burns 300 ms and then answers rightly.
fn slow() -> Suite {
    let suite = Suite::of_script(&burns(30));
    suite.case("one", "", "4\n");
    suite
}

#[test]
fn a_time_factor_stretches_the_limit_and_is_shown() {
    let suite = slow();
    let words = ["run", "--time", "100ms", "--jobs", "1"];
    let stopped = suite.judge(&words);
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    let stretched = [&words[..], &["--time-factor", "50"]].concat();
    let done = suite.judge(&stretched);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stdout.contains("time 100 ms × 50 · "), "{done:?}");
    let case = suite.judge(&[&stretched[..], &["--format", "json"]].concat());
    let case = &case.cases()[0];
    let limit = json!({ "value": 5000.0, "origin": "command line" });
    assert_eq!(case["limits"]["time_ms"], limit);
    let factor = json!({ "value": 50.0, "origin": "command line" });
    assert_eq!(case["settings"]["time_factor"], factor);
}

#[test]
fn a_run_that_is_let_go_on_is_tle_with_its_real_time_and_a_right_answer() {
    let suite = slow();
    let words = ["run", "--time", "100ms", "--overrun", "100", "--jobs", "1"];
    let done = suite.judge(&[&words[..], &["--format", "json"]].concat());
    assert_eq!(done.code, Some(1), "{done:?}");
    let case = &done.cases()[0];
    assert_eq!(verdicts(&done.cases()), ["TLE"]);
    assert_eq!(
        (&case["lower_bound"], &case["stopped_by"]),
        (&false.into(), &Value::Null)
    );
    assert!(case["cpu_ms"].as_f64().unwrap() >= 290.0, "{case}");
    assert_eq!(case["limits"]["time_ms"]["value"], 100.0);
    let reason = case["reason"].as_str().unwrap();
    assert!(
        reason.ends_with("of CPU time, where 100 ms is the limit"),
        "{reason}"
    );
}

#[test]
fn beyond_its_overrun_a_run_is_stopped() {
    let suite = Suite::of_script("while :; do :; done");
    suite.case("one", "", "4\n");
    let words = ["--time", "50ms", "--overrun", "3", "--jobs", "1"];
    let case = suite.cases(&words).remove(0);
    assert_eq!(
        (&case["verdict"], &case["stopped_by"]),
        (&"TLE".into(), &"time".into())
    );
    let reason = "more than 150 ms of CPU time, where 50 ms is the limit";
    assert_eq!(case["reason"], reason);
}

#[test]
fn a_factor_that_makes_no_sense_is_refused_before_anything_runs() {
    let suite = slow();
    for (flag, value, said) in [
        (
            "--time-factor",
            "0",
            "`0` is not above 0\nhelp: write a number above 0 ",
        ),
        ("--time-factor", "-2", "`-2` is not above 0\nhelp: "),
        ("--time-factor", "nan", "`nan` is no factor\nhelp: "),
        (
            "--overrun",
            "0.5",
            "`0.5` is less than 1\nhelp: write a number from 1 ",
        ),
        (
            "--jobs",
            "0",
            "`0` is no number to count with\nhelp: write a whole number from 1\n",
        ),
        ("--jobs", "x", "`x` is no number to count with\nhelp: "),
    ] {
        let done = suite.judge(&["run", flag, value]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        assert!(done.stderr.contains(said), "{}", done.stderr);
    }
    assert!(!suite.path().join("target").exists());
}

#[test]
fn a_run_that_compares_nothing_needs_no_expected_output_and_never_says_ac() {
    let suite = Suite::of_script("read x; [ $x != bad ] && echo 5");
    suite.case("wrong", "x\n", "4\n");
    suite.file("cases/half/input", "x\n");
    assert_eq!(suite.judge(&["run"]).code, Some(5));
    let done = suite.judge(&["run", "--no-expected"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout.contains("  2 ran, not compared"),
        "{}",
        done.stdout
    );
    assert!(!done.stdout.contains("AC"), "{}", done.stdout);
    let done = suite.judge(&["run", "--no-expected", "--format", "json"]);
    for case in done.cases() {
        assert_eq!(
            (&case["verdict"], &case["compare"]),
            (&Value::Null, &Value::Null)
        );
    }
    let summary = done.json().pop().unwrap();
    assert_eq!(
        (&summary["AC"], &summary["not_compared"]),
        (&0.into(), &2.into())
    );
    // What the exit and the limits say is said, and a case without input is no case.
    suite.file("cases/crash/input", "bad\n");
    assert_eq!(suite.judge(&["run", "--no-expected"]).code, Some(1));
    suite.file("cases/no-input/expected", "4\n");
    assert_eq!(suite.judge(&["run", "--no-expected"]).code, Some(5));
}

#[test]
fn after_the_first_failure_nothing_more_is_run_where_that_is_asked_for() {
    let suite = Suite::of_script("read x; echo $x");
    for (name, answer) in [("1", "4"), ("2", "5"), ("3", "4"), ("4", "4")] {
        suite.case(name, "4\n", format!("{answer}\n"));
    }
    let words = ["run", "--fail-fast", "--jobs", "1"];
    let done = suite.judge(&words);
    assert_eq!(done.code, Some(1), "{done:?}");
    let last = "1 of 4 as expected · 1 WA · 2 not judged after the first failure · ";
    assert!(done.stdout.contains(last), "{}", done.stdout);
    let done = suite.judge(&[&words[..], &["--format", "json"]].concat());
    assert_eq!(verdicts(&done.cases()), ["AC", "WA"]);
    assert_eq!(done.json().pop().unwrap()["failed_fast"], true);
    suite.case("2", "4\n", "4\n");
    let done = suite.judge(&words);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn once_takes_every_limit() {
    let suite = Suite::empty();
    suite.file("input", "");
    let words = ["once", "--input", "input", "--format", "json"];
    let limits = [
        "--wall", "2s", "--time", "1s", "--output", "10B", "--stack", "1MiB",
    ];
    let done = suite.judge(&[&words[..], &limits, &["--", "/bin/true"]].concat());
    assert_eq!(done.code, Some(0), "{done:?}");
    let case = &done.cases()[0];
    for (name, value) in [
        ("wall_ms", json!(2000.0)),
        ("output_bytes", json!(10)),
        ("stack_bytes", json!(1 << 20)),
    ] {
        let setting = json!({ "value": value, "origin": "command line" });
        assert_eq!(case["limits"][name], setting, "{name}");
    }
}

#[test]
fn a_guard_below_the_limit_is_told_when_they_come_from_two_places() {
    let suite = Suite::of_script("echo 4").limits("wall = '1500ms'");
    suite.case("one", "", "4\n");
    let warning = "warning: `p`: the wall guard of 1.500 s ([limits]) is below the time limit \
                   of 2.000 s (command line): raise `wall`, or leave it out\n";
    let done = suite.judge(&["run", "--time", "2s"]);
    assert!(done.stdout.contains(warning), "{done:?}");
    let done = suite.judge(&["list", "--time", "2s"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), warning));
    assert!(!suite.judge(&["run"]).stdout.contains("warning"));
}

#[test]
fn a_guard_that_does_nothing_is_told() {
    let suite = Suite::of_script("echo 4").limits("wall = '3s'\nclock = 'wall'");
    suite.case("one", "", "4\n");
    let warning = "warning: `p`: the wall guard of 3.000 s ([limits]) does nothing, since the \
                   time limit of 1.000 s (built-in) is on the wall clock: leave `wall` out\n";
    let done = suite.judge(&["list"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), warning));
}

#[test]
fn a_stack_above_what_the_host_allows_is_refused_with_what_it_allows() {
    let suite = Suite::of_script("echo 4");
    suite.case("one", "", "4\n");
    let shell = suite.shell("ulimit -Hs 16384; exec \"$0\" run");
    let done = suite.done(shell);
    assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    let said = "error: the stack of 64.0 MiB (built-in) is above what this host allows, \
                which is 16.0 MiB\nhelp: set `stack` to at most `16777216B` ";
    assert!(done.stderr.starts_with(said), "{}", done.stderr);
    let shell = suite.shell("ulimit -Hs 16384; exec \"$0\" run --stack 8MiB");
    assert_eq!(suite.done(shell).code, Some(0));
}

/// A suite whose submission `s` is meant to get `expect`, with cases in two folders. It gets
/// what the input says.
fn meant(expect: &str) -> Suite {
    let suite = Suite::empty();
    suite.script("s", "read x; case $x in RE) exit 1;; *) echo $x;; esac");
    let table = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
    suite.file(
        "judge.toml",
        format!("{table}s = {{ run = './s', expect = {expect} }}\n"),
    );
    for (name, input) in [("a/1", "AC"), ("a/2", "WA"), ("b/1", "AC"), ("b/2", "RE")] {
        suite.case(name, format!("{input}\n"), "AC\n");
    }
    suite
}

#[test]
fn a_set_of_verdicts_allows_each_and_demands_one_unless_ac_is_in_it() {
    for (expect, all, only_right) in [
        ("'AC'", 1, 0),
        ("'WA'", 1, 0),
        ("['WA', 'RE']", 0, 0),
        ("['AC', 'WA', 'RE']", 0, 0),
    ] {
        let suite = meant(expect);
        assert_eq!(suite.judge(&["run"]).code, Some(all), "{expect}");
        // Of a part of the cases nothing is demanded.
        assert_eq!(
            suite.judge(&["run", "a/1"]).code,
            Some(only_right),
            "{expect}"
        );
    }
    let always_right = |expect: &str| {
        let suite = meant(expect);
        suite.script("s", "cat > /dev/null; echo AC");
        suite.judge(&["run"]).code
    };
    assert_eq!(always_right("['WA', 'RE']"), Some(1));
    assert_eq!(always_right("['AC', 'WA']"), Some(0));
    let case = meant("['TLE', 'AC']").cases(&["a/1"]).remove(0);
    assert_eq!(case["expected_verdict"], "AC|TLE");
}

#[test]
fn each_group_of_cases_has_its_expectation() {
    let fine = meant("{ 'b/*' = 'RE', default = 'WA' }");
    let done = fine.judge(&["run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let mut cases = fine.cases(&[]);
    cases.sort_by_key(|case| case["index"].as_u64());
    let told: Vec<_> = cases
        .iter()
        .map(|case| case["expected_verdict"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["WA", "WA", "RE", "RE"]);

    // What fails as told in one group has to in the other as well.
    let swapped = meant("{ a = 'WA', 'b/1' = 'RE', default = ['AC', 'RE'] }");
    let done = swapped.judge(&["run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let line = "\np/s is meant to get RE on `b/1`, and got it on no case there\n";
    assert!(done.stdout.contains(line), "{done:?}");
    assert!(done.stdout.contains("4 of 4 as expected · "), "{done:?}");
    let summary = swapped
        .judge(&["run", "--format", "json"])
        .json()
        .pop()
        .unwrap();
    assert_eq!(summary["never_failed_as_told"], json!(["p/s"]));
    // A group whose cases are all selected is asked for, the others are not.
    assert_eq!(swapped.judge(&["run", "b/1"]).code, Some(1));
    assert_eq!(swapped.judge(&["run", "a/1"]).code, Some(0));
}

#[test]
fn a_group_that_has_no_case_is_refused() {
    let suite = meant("{ 'c/*' = 'RE' }");
    for command in ["run", "list"] {
        let done = suite.judge(&[command]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""));
        let (said, place) = done.stderr.split_once(" (").unwrap();
        assert_eq!(said, "error: `expect` of `s`");
        let toml = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
        let offset = toml.find("'c/*'").unwrap();
        let line = toml[..offset].lines().count();
        let column = offset - toml[..offset].rfind('\n').unwrap();
        let place_said = format!("line {line}, column {column}): `c/*` is no case\nhelp: ");
        assert!(
            place.starts_with(&place_said),
            "{place_said} {}",
            done.stderr
        );
    }
}

#[test]
fn a_list_for_programs_has_every_setting_with_its_origin() {
    let suite = Suite::empty();
    suite.script("s", "echo 4");
    suite.file("data", "");
    suite.file(
        "judge.toml",
        "build = ['make \"all of it\"']\nprofile = 'kattis'\n[problem.p]\ncases = 'cases'\n\
         reference = 's'\n[problem.p.submission]\n\
         s = { run = './s x', read = ['data'], env = { A = '1' }, \
         expect = { 'a*' = ['WA', 'TLE'], default = 'AC' } }\n",
    );
    suite.case("a", "", "4\n");
    suite.file("cases/b/input", "");
    let done = suite.judge(&["list", "--format", "json", "--time-factor", "2"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(5), ""), "{done:?}");
    let [list, problem] = &done.json()[..] else {
        panic!("{done:?}");
    };
    let build = json!({ "value": [["make", "all of it"]], "origin": "judge.toml" });
    assert_eq!((&list["type"], &list["build"]), (&json!("list"), &build));
    assert_eq!(
        problem["profile"],
        json!({ "value": "kattis", "origin": "judge.toml" })
    );
    let submission = json!({
        "submission": "s", "program": "s", "words": ["./s", "x"],
        "expect": "AC", "expect_on": [{ "cases": "a*", "expect": "WA|TLE" }],
        "read": { "value": ["data"], "origin": "submission" },
        "env": { "value": { "A": "1" }, "origin": "submission" },
    });
    assert_eq!(problem["submissions"], json!([submission]));
    let [a, b] = &problem["cases"].as_array().unwrap()[..] else {
        panic!("{problem}");
    };
    assert_eq!((&a["case"], &a["fault"]), (&json!("p/a"), &Value::Null));
    assert_eq!(
        a["limits"]["time_ms"],
        json!({ "value": 2000.0, "origin": "built-in" })
    );
    assert_eq!(b["fault"], "no expected output: `expected` is missing");
    let human = suite.judge(&["list"]).stdout;
    for line in [
        "build  make 'all of it' (judge.toml)\n",
        "    s  s  expect WA or TLE on `a*`, else AC\n",
        "      read data (submission)\n",
        "      env A=1 (submission)\n",
    ] {
        assert!(human.contains(line), "no {line:?} in {human}");
    }
}

/// The schema as it is printed.
fn schema() -> Value {
    let done = Suite::empty().judge(&["schema"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    serde_json::from_str(&done.stdout).unwrap()
}

fn is_valid(schema: &Value, text: &str) -> bool {
    let table: toml::Table = toml::from_str(text).unwrap();
    jsonschema::is_valid(schema, &serde_json::to_value(table).unwrap())
}

#[test]
fn the_schema_accepts_what_is_shown_and_refuses_what_is_wrong() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let schema = schema();
    let own = fs::read_to_string(repository.join("judge.toml")).unwrap();
    assert!(is_valid(&schema, &own), "the project's own `judge.toml`");
    let readme = fs::read_to_string(repository.join("README.md")).unwrap();
    let blocks = readme.split("```toml\n").skip(1);
    let blocks: Vec<String> = blocks
        .map(|block| {
            let lines = block
                .lines()
                .map(|line| line.strip_prefix("   ").unwrap_or(line));
            let lines = lines.take_while(|line| !line.starts_with("```"));
            lines.collect::<Vec<_>>().join("\n")
        })
        .collect();
    assert!(blocks.len() >= 2, "{blocks:?}");
    for block in &blocks {
        assert!(is_valid(&schema, block), "{block}");
    }
    for (right, wrong) in [
        ("time = \"1000ms\"", "time = 1000"),
        ("time = \"1000ms\"", "tim = \"1000ms\""),
        ("memory = \"64MiB\"", "memory = \"64\""),
        ("compare = \"lines\"", "compare = \"line\""),
        ("cases = \"cases/flip-game\"", ""),
        ("[limits]", "[limit]"),
    ] {
        assert!(own.contains(right), "{right}");
        let text = own.replacen(right, wrong, 1);
        assert!(!is_valid(&schema, &text), "{wrong}");
    }
}
