//! The order of results, and runs that must not get in each other's way.

use crate::suite::{Done, Suite, start, verdicts};

/// A report with every figure masked.
fn masked(report: &str) -> String {
    let lines = report.lines().map(|line| match line.split_once("slowest") {
        // Which case is the slowest differs as well.
        Some((counts, _)) => counts.trim_end().to_owned(),
        None => line.replace(|c: char| c.is_ascii_digit(), "9"),
    });
    let mut text: String = lines.map(|line| line + "\n").collect();
    while text.contains("99") {
        text = text.replace("99", "9");
    }
    text
}

/// Forty cases that are wrong, and take the longer the earlier they come.
fn forty_wrong() -> Suite {
    let wait = "read n; sleep 0.0$((40 - n / 2)); echo wrong; echo $n; echo told $n >&2";
    let suite = Suite::of_scripts(&[("a", wait), ("b", "cat; echo also wrong")]);
    for n in 0..40 {
        suite.case(format!("n{n}"), format!("{n}\n"), "right\nfor sure\n");
    }
    suite
}

#[test]
fn the_report_is_the_same_at_any_number_of_jobs() {
    let suite = forty_wrong();
    let one = masked(&suite.judge(&["run", "--jobs", "1"]).stdout);
    assert_eq!(one.matches(" WA ").count(), 80 + 2, "{one}");
    for jobs in ["2", "8"] {
        let many = masked(&suite.judge(&["run", "--jobs", jobs]).stdout);
        assert_eq!(many, one);
    }
}

#[test]
fn blocks_of_failing_cases_never_interleave() {
    let shown = forty_wrong().judge(&["run", "--jobs", "8"]).stdout;
    let mut blocks = shown.split("\n     WA ").skip(1);
    for n in 0..40 {
        let block = blocks.next().unwrap();
        assert!(block.starts_with(&format!("a  p/n{n}  ")), "{block}");
        assert!(
            block.contains(&format!("stderr   told {n}\n")) || n == 39,
            "{block}"
        );
        assert_eq!(block.matches("told").count(), 1, "{block}");
    }
}

#[test]
fn json_lines_carry_their_place_in_the_plan() {
    let mut cases = forty_wrong().cases(&["--jobs", "8"]);
    cases.sort_by_key(|case| case["index"].as_u64());
    let names = cases.iter().map(|case| case["case"].as_str().unwrap());
    let in_order = (0..40).chain(0..40).map(|n| format!("p/n{n}"));
    assert!(names.eq(in_order));
}

#[test]
fn two_judges_at_once_do_not_meet() {
    let suites = ["4", "5"].map(|answer| {
        let suite = Suite::of_script(&format!("cat > mine; sleep 0.02; ls; echo {answer}"));
        for n in 0..10 {
            suite.case(format!("{n}"), "", format!("mine\n{answer}\n"));
        }
        suite
    });
    let judges = suites
        .each_ref()
        .map(|suite| start(suite.command(&["run", "--format", "json"])));
    for judge in judges {
        let done = Done::from(judge.wait_with_output());
        assert_eq!(verdicts(&done.cases()), ["AC"; 10]);
    }
}

#[test]
fn cases_with_the_same_input_keep_their_own_expected_output() {
    let suite = Suite::of_script("cat");
    suite
        .case("a/same", "4\n", "4\n")
        .case("b/same", "4\n", "5\n");
    let cases = suite.cases(&["--jobs", "1"]);
    assert_eq!(verdicts(&cases), ["AC", "WA"]);
}
