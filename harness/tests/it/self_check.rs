//! What the judge knows by itself: of its own expected outputs, and of the two problems.

use std::fs;

use crate::checkers::{of_script, suite};
use crate::suite::Suite;

#[test]
fn an_expected_output_that_its_own_checker_refuses_is_a_fault_of_the_judge() {
    let text = "test \"$(cat)\" = \"$(cat \"$2\")\" || exit 44
        grep -q bad \"$2\" && { echo 'is bad' >&2; exit 43; }; exit 42";
    let suite = of_script("icpc", text);
    suite
        .case("1", "", "good")
        .case("2", "", "bad")
        .case("3", "", "good");
    let done = suite.judge(&["list", "--check"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let shown = "     JE expected output  p/2
        the case or its checker is at fault: the checker says: is bad
        output   bad
3 expected outputs checked: 1 fault
";
    assert_eq!(done.stdout, shown);
    fs::remove_dir_all(suite.path().join("cases/2")).unwrap();
    let done = suite.judge(&["list", "--check"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.stdout, "2 expected outputs checked: no fault\n");
}

#[test]
fn a_self_check_builds_the_checkers_and_says_what_cannot_be_started() {
    let suite = of_script("icpc", "exit 42");
    suite.case("one", "", "").case("two", "", "");
    fs::rename(suite.path().join("check"), suite.path().join("source")).unwrap();
    let done = suite.judge(&["list", "--check"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let fault = "the checker cannot be started: ";
    assert_eq!(done.stdout.matches(fault).count(), 1, "{done:?}");
    assert!(
        done.stdout
            .ends_with("2 expected outputs checked: 2 faults\n")
    );
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file(
        "judge.toml",
        format!("build = ['cp source check']\n{config}"),
    );
    let done = suite.judge(&["list", "--check"]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn the_list_shows_the_checker_with_its_limits() {
    let suite = of_script("icpc", "exit 42");
    suite.case("one", "", "");
    let shown = suite.judge(&["list"]).stdout;
    for part in [
        "  checker     check, icpc\n",
        "    time      60.000 s (built-in)\n",
        "    memory    2048.0 MiB (built-in)\n",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
}

/// One of the two problems that the harness knows, under its own name and with a checker or
/// a comparison.
fn known(problem: &str, key: &str) -> Suite {
    let suite = suite(key);
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file(
        "judge.toml",
        config.replace("problem.p", &format!("problem.{problem}")),
    );
    suite
}

#[test]
fn fliptile_tells_flips_that_clear_the_board_from_the_required_ones() {
    let suite = known("fliptile", "checker = 'fliptile'");
    suite.case("one", "1 2\n1 1\n1 2\n0 0\n", "0 1\n0 0\n");
    suite.script("s", "printf '1 0\\n0 0\\n'");
    let case = &suite.cases(&[])[0];
    assert_eq!(case["verdict"], "WA");
    let reason = "data set 1 of 2: 1 flip, but not the least in order";
    assert_eq!(case["reason"], reason);
    assert_eq!(case["compare"], "checker fliptile");
    assert_eq!(case["difference"]["line"], 1);
    suite.script("s", "printf '0 1\\n1 1\\n'");
    let reason = "data set 2 of 2: clears the board, but 2 flips where 0 are enough";
    assert_eq!(suite.cases(&[])[0]["reason"], reason);
    suite.script("s", "printf '0 1 \\n0 0'");
    assert_eq!(suite.cases(&[])[0]["verdict"], "AC");
    suite.script("s", "printf '0 1 0 0'");
    assert_eq!(suite.cases(&[])[0]["verdict"], "PE");
}

#[test]
fn a_wrong_expected_output_of_a_known_problem_accuses_the_case() {
    let suite = known("flip-game", "checker = 'flip-game'");
    suite.case("one", "bwwb bbwb bwwb bwww", "5\n");
    suite.script("s", "echo 5");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(5));
    let case = &done.cases()[0];
    assert_eq!(case["verdict"], "JE");
    let reason = "the expected output is not the one of the built-in reference: \
                  says 5 rounds, but 4 are enough";
    assert_eq!(case["reason"], reason);
}

#[test]
fn an_ordinary_difference_in_a_known_problem_is_told_in_words_too() {
    let suite = known("flip-game", "");
    suite.case("one", "bwwb bbwb bwwb bwww", "4\n");
    suite.script("s", "echo Impossible");
    let sentence = "says Impossible, but 4 rounds are enough";
    assert_eq!(suite.cases(&[])[0]["explanation"], sentence);
    let shown = suite.judge(&["run"]).stdout;
    assert!(shown.contains(&format!("        {sentence}\n")), "{shown}");
    // The self-check knows the problem as well.
    assert_eq!(suite.judge(&["list", "--check"]).code, Some(0));
    suite.case("one", "bwwb bbwb bwwb bwww", "6\n");
    let done = suite.judge(&["list", "--check"]);
    assert_eq!(done.code, Some(5));
    assert!(done.stdout.contains("says 6 rounds, but 4 are enough"));
}
