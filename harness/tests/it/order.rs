//! The order of results, and runs that must not get in each other's way.

use crate::suite::{Suite, start, verdicts};

/// A report without its measured figures, and without the header, which has the jobs.
fn without_figures(report: &str) -> String {
    let lines = report.lines().skip(1).map(|line| match line.trim_start() {
        headline if headline.starts_with("WA ") => {
            let names: Vec<&str> = headline.split("  ").take(2).collect();
            names.join("  ")
        }
        last if last.contains(" as expected · ") => last.rsplit_once(" · ").unwrap().0.to_owned(),
        // Which case is the slowest differs as well.
        other => other.split("slowest").next().unwrap().to_owned(),
    });
    lines.map(|line| line + "\n").collect()
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
    let one = without_figures(&suite.judge(&["run", "--jobs", "1"]).stdout);
    assert_eq!(one.matches("WA a  p/n").count(), 40, "{one}");
    for jobs in ["2", "8"] {
        let many = without_figures(&suite.judge(&["run", "--jobs", jobs]).stdout);
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
        let told = format!("stderr   told {n}");
        assert!(block.lines().any(|line| line.trim() == told), "{block}");
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
        let done = judge.done();
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
