//! The JSON report: its lines, its fields, and the copy that is kept of it.

use std::os::unix::fs::MetadataExt as _;

use serde_json::{Value, json};

use crate::suite::Suite;

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Whole,
    Decimal,
    Flag,
    List,
    Object,
}

use Kind::{Decimal, Flag, List, Object, Text, Whole};

/// The fields of a `case` line, and whether they may be `null`.
const CASE: &[(&str, Kind, bool)] = &[
    ("type", Text, false),
    ("index", Whole, false),
    ("problem", Text, false),
    ("submission", Text, false),
    ("case", Text, false),
    ("verdict", Text, true),
    ("expected_verdict", Text, false),
    ("as_expected", Flag, false),
    ("reason", Text, false),
    ("cpu_ms", Decimal, true),
    ("wall_ms", Decimal, true),
    ("lower_bound", Flag, false),
    ("memory_kib", Whole, true),
    ("output_bytes", Whole, true),
    ("exit", Object, true),
    ("stopped_by", Text, true),
    ("limits", Object, false),
    ("settings", Object, false),
    ("compare", Text, true),
    ("difference", Object, true),
    ("stderr", Text, false),
    ("left_over", Whole, false),
    ("attempts", Whole, false),
    ("explanation", Text, true),
    ("remarks", List, false),
    ("transcript", Object, true),
];

const RUN: &[(&str, Kind, bool)] = &[
    ("type", Text, false),
    ("schema", Whole, false),
    ("version", Text, false),
    ("host", Object, false),
    ("isolation", List, false),
    ("not_enforced", List, false),
    ("build", Object, false),
    ("submissions", List, false),
    ("jobs", Whole, false),
    ("shard", Text, true),
    ("seed", Whole, true),
];

const SUMMARY: &[(&str, Kind, bool)] = &[
    ("type", Text, false),
    ("AC", Whole, false),
    ("PE", Whole, false),
    ("WA", Whole, false),
    ("RE", Whole, false),
    ("TLE", Whole, false),
    ("MLE", Whole, false),
    ("OLE", Whole, false),
    ("JE", Whole, false),
    ("as_expected", Whole, false),
    ("never_failed_as_told", List, false),
    ("not_compared", Whole, false),
    ("failed_fast", Flag, false),
    ("cases", Whole, false),
    ("elapsed_ms", Decimal, false),
    ("exit_code", Whole, false),
];

const LIMITS: &[(&str, Kind)] = &[
    ("time_ms", Decimal),
    ("wall_ms", Decimal),
    ("memory_kib", Whole),
    ("output_bytes", Whole),
    ("stderr_bytes", Whole),
    ("stack_bytes", Whole),
];

const SETTINGS: &[(&str, Kind)] = &[
    ("profile", Text),
    ("clock", Text),
    ("time_factor", Decimal),
    ("overrun", Decimal),
    ("compare", Text),
];

fn is(kind: Kind, value: &Value) -> bool {
    match kind {
        Text => value.is_string(),
        Whole => value.is_u64(),
        Decimal => value.is_f64(),
        Flag => value.is_boolean(),
        List => value.is_array(),
        Object => value.is_object(),
    }
}

/// All these fields are there, of their kind, and no others.
fn assert_fields(line: &Value, fields: &[(&str, Kind, bool)]) {
    for (name, kind, may_be_null) in fields {
        let value = line.get(name);
        let fine = value.is_some_and(|value| is(*kind, value) || *may_be_null && value.is_null());
        assert!(fine, "`{name}` is no {kind:?} in {line}");
    }
    assert_eq!(line.as_object().unwrap().len(), fields.len(), "{line}");
}

/// A `case` line as it is documented.
pub(crate) fn assert_case_line(line: &Value) {
    assert_fields(line, CASE);
    let setting = |kind: Kind| [("value", kind, false), ("origin", Text, false)];
    for (name, kind) in LIMITS {
        assert_fields(&line["limits"][name], &setting(*kind));
    }
    assert_eq!(line["limits"].as_object().unwrap().len(), LIMITS.len());
    for (name, kind) in SETTINGS {
        // Nothing may be compared, or a checker may decide in place of a comparison.
        if *name != "compare" || !line["settings"][name].is_null() {
            assert_fields(&line["settings"][name], &setting(*kind));
        }
    }
    assert_eq!(line["settings"].as_object().unwrap().len(), SETTINGS.len());
    if !line["difference"].is_null() {
        let fields = [
            ("line", Whole, false),
            ("column", Whole, false),
            ("expected", Text, true),
            ("actual", Text, true),
            ("differing_lines", Whole, false),
        ];
        assert_fields(&line["difference"], &fields);
    }
    if !line["transcript"].is_null() {
        let fields = [
            ("beginning", List, false),
            ("left_out_bytes", Whole, false),
            ("end", List, false),
        ];
        assert_fields(&line["transcript"], &fields);
    }
}

/// A suite with a case for each of five verdicts, and a submission that is right.
fn suite() -> Suite {
    let mixed = "read x; case $x in\n\
                 right) echo 4;; wrong) echo 5;; crash) kill -SEGV $$;; blank) echo ' 4';;\n\
                 esac";
    let suite = Suite::of_scripts(&[("mixed", mixed), ("right", "cat > /dev/null; echo 4")]);
    for name in ["right", "wrong", "crash", "blank"] {
        suite.case(name, format!("{name}\n"), "4\n");
    }
    suite.file("cases/broken/input", "x\n");
    suite
}

#[test]
fn every_line_has_its_documented_fields_and_no_others() {
    let suite = suite();
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(5), ""), "{done:?}");
    let lines = done.json();
    let [run, cases @ .., summary] = lines.as_slice() else {
        panic!("{done:?}");
    };
    assert_fields(run, RUN);
    assert_eq!((&run["type"], &run["schema"]), (&json!("run"), &json!(1)));
    let host = [("cores", Whole, false), ("kernel", Text, false)];
    assert_fields(&run["host"], &host);
    assert_eq!(cases.len(), 10);
    for case in cases {
        assert_eq!(case["type"], "case");
        assert_case_line(case);
    }
    assert_fields(summary, SUMMARY);
    assert_eq!(summary["type"], "summary");
    assert!(done.stdout.ends_with('\n'));
}

#[test]
fn each_item_has_its_line_with_its_place_in_the_plan() {
    let suite = suite();
    let mut cases = suite.judge(&["run", "--format", "json"]).cases();
    cases.sort_by_key(|case| case["index"].as_u64());
    let told: Vec<_> = cases
        .iter()
        .map(|case| {
            let field = |name: &str| case[name].as_str().unwrap().to_owned();
            [field("submission"), field("case"), field("verdict")].join(" ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "mixed p/blank PE",
            "mixed p/broken JE",
            "mixed p/crash RE",
            "mixed p/right AC",
            "mixed p/wrong WA",
            "right p/blank AC",
            "right p/broken JE",
            "right p/crash AC",
            "right p/right AC",
            "right p/wrong AC",
        ]
    );
    for (place, case) in cases.iter().enumerate() {
        assert_eq!(case["index"], place);
    }
    assert_eq!(
        cases[4]["difference"],
        json!({ "line": 1, "column": 1, "expected": "4", "actual": "5", "differing_lines": 1 })
    );
    assert_eq!(cases[2]["exit"], json!({ "signal": 11, "name": "SIGSEGV" }));
}

#[test]
fn both_reports_tell_the_same_numbers() {
    let suite = suite();
    let summary = suite
        .judge(&["run", "--format", "json"])
        .json()
        .pop()
        .unwrap();
    let human = suite.judge(&["run"]);
    let last = human.stdout.lines().last().unwrap();
    let failures: Vec<_> = ["PE", "WA", "RE", "TLE", "MLE", "OLE", "JE"]
        .into_iter()
        .filter(|verdict| summary[verdict] != 0)
        .map(|verdict| format!("{} {verdict}", summary[verdict]))
        .collect();
    let (as_expected, cases) = (&summary["as_expected"], &summary["cases"]);
    let failures = failures.join(", ");
    let said = format!("{as_expected} of {cases} as expected · {failures} · ");
    assert!(last.starts_with(&said), "{last} is not {said}");
    assert_eq!(said, "5 of 10 as expected · 1 PE, 1 WA, 1 RE, 2 JE · ");
    assert_eq!(summary["exit_code"], human.code.unwrap());
}

/// A report without what is measured, in the order of the plan.
fn without_measurements(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        for field in ["cpu_ms", "wall_ms", "memory_kib", "elapsed_ms"] {
            if let Some(value) = line.get_mut(field) {
                *value = Value::Null;
            }
        }
    }
    lines.sort_by_key(|line| line["index"].as_u64());
    lines
}

#[test]
fn two_runs_differ_in_measured_fields_only() {
    let suite = suite();
    let report = || without_measurements(suite.judge(&["run", "--format", "json"]).json());
    assert_eq!(report(), report());
}

#[test]
fn the_last_results_are_kept_whole_beside_the_configuration() {
    let suite = suite();
    let path = suite.path().join("target/judge/last.jsonl");
    let kept = || {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    let shown = suite.judge(&["run", "--format", "json"]).json();
    assert_eq!(kept(), shown);
    let inode = std::fs::metadata(&path).unwrap().ino();
    // From another folder, and with another report on standard output.
    let mut command = suite.command(&["--config", "../judge.toml", "problem:p", "p/right"]);
    command.current_dir(suite.path().join("cases"));
    let done = crate::suite::done(command);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(kept().len(), 4);
    assert_eq!(kept()[3]["cases"], 2);
    // It is another file, so that whoever reads the old one reads on undisturbed.
    assert_ne!(std::fs::metadata(&path).unwrap().ino(), inode);
    let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
    assert_eq!(entries.count(), 1, "something is left beside it");
}

#[test]
fn the_last_results_stay_when_nothing_ran() {
    let suite = suite();
    suite.judge(&["run", "p/right"]);
    let path = suite.path().join("target/judge/last.jsonl");
    let before = std::fs::read(&path).unwrap();
    assert_eq!(suite.judge(&["run", "zzzzzzzz"]).code, Some(4));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn results_that_cannot_be_kept_are_a_warning() {
    let suite = suite();
    suite.file("target", "a file");
    let done = suite.judge(&["run", "p/right", "submission:right"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout
            .contains("warning: these results cannot be kept: "),
        "{done:?}"
    );
}

#[test]
fn bytes_of_a_program_are_escaped() {
    let suite = Suite::of_scripts(&[(
        "s",
        "printf '\\033[31m\\377\\n'; printf '\\033]0;x\\a' >&2; exit 0",
    )]);
    suite.case("one", "x\n", "4\n");
    let done = suite.judge(&["run", "--format", "json"]);
    let case = &done.cases()[0];
    assert_eq!(case["difference"]["actual"], "\\x1b[31m\\xff");
    assert_eq!(case["stderr"], "\\x1b]0;x\\x07");
    for report in [done.stdout, suite.judge(&["run"]).stdout] {
        let control = |byte: u8| byte != b'\n' && byte.is_ascii_control();
        assert!(!report.bytes().any(control), "{report:?}");
    }
}
