//! Every exit code, with what is said for it.

use crate::suite::{Done, Suite};

/// Answers 4 to everything.
const FOUR: &str = "cat > /dev/null; echo 4";

/// What is known when nothing ran: the code, and all that was said.
fn assert_refused(done: &Done, code: i32, stderr: &str) {
    assert_eq!(
        (done.code, done.stdout.as_str(), done.stderr.as_str()),
        (Some(code), "", stderr),
    );
}

/// A suite whose build command and submission leave a file behind when they run.
fn with_markers() -> Suite {
    let suite = Suite::empty();
    suite.script("build", "touch built");
    suite.script("s", &format!("touch ran; {FOUR}"));
    suite.case("one", "x\n", "4\n");
    suite.file("judge.toml", configuration("build = ['./build']"));
    suite
}

fn configuration(top: &str) -> String {
    format!("{top}\n[problem.p]\ncases = 'cases'\n[problem.p.submission]\ns = \"./s\"\n")
}

fn assert_nothing_ran(suite: &Suite) {
    for marker in ["built", "ran", "target"] {
        assert!(!suite.path().join(marker).exists(), "{marker}");
    }
}

#[test]
fn the_markers_of_these_tests_are_left_by_what_runs() {
    let suite = with_markers();
    assert_eq!(suite.judge(&["run"]).code, Some(0));
    assert!(suite.path().join("built").exists());
    // What the submission leaves lies wherever it runs, or here.
    assert!(suite.path().join("target/judge/last.jsonl").exists());
}

#[test]
fn a_misspelt_key_is_2_and_names_the_nearest_and_nothing_runs() {
    let suite = with_markers();
    suite.file("judge.toml", configuration("biuld = ['./build']"));
    assert_refused(
        &suite.judge(&["run"]),
        2,
        "error: `judge.toml`, line 1, column 1: unknown key `biuld`\n\
         help: did you mean `build`?\n",
    );
    let text = configuration("build = ['./build']\n[limits]\nmemry = '64MiB'");
    suite.file("judge.toml", text);
    assert_refused(
        &suite.judge(&[]),
        2,
        "error: `judge.toml`, line 3, column 1: unknown key `memry`\n\
         help: did you mean `memory`?\n",
    );
    assert_nothing_ran(&suite);
}

#[test]
fn a_wrong_flag_is_2_and_nothing_runs() {
    let suite = with_markers();
    let done = suite.judge(&["run", "--job", "2"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    let said =
        "error: unexpected argument '--job' found\n\n  tip: a similar argument exists: '--jobs'\n";
    assert!(done.stderr.starts_with(said), "{}", done.stderr);
    for words in [
        ["run", "--jobs", "0"],
        ["run", "--time", "5"],
        ["run", "--memory", "-1MiB"],
        ["run", "--format", "xml"],
    ] {
        let done = suite.judge(&words);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    }
    assert_nothing_ran(&suite);
}

#[test]
fn a_wrong_value_is_refused_with_what_to_write_instead() {
    let suite = with_markers();
    let done = suite.judge(&["run", "--time", "5"]);
    let said = "error: invalid value '5' for '--time <TIME>': `5` has no unit\nhelp: ";
    assert!(done.stderr.starts_with(said), "{}", done.stderr);
}

#[test]
fn a_missing_configuration_is_2_and_says_how_to_name_one() {
    let suite = Suite::empty();
    let because = "No such file or directory (os error 2)\n\
                   help: run `judge` from the workspace root, or pass `--config <file>`\n";
    for words in [&[][..], &["run"], &["list"], &["exhaust", "flip-game"]] {
        let said = format!("error: cannot read `judge.toml`: {because}");
        assert_refused(&suite.judge(words), 2, &said);
    }
    let said = format!("error: cannot read `x/y.toml`: {because}");
    assert_refused(&suite.judge(&["run", "--config", "x/y.toml"]), 2, &said);
}

#[test]
fn a_folder_of_cases_that_is_missing_is_2() {
    let suite = with_markers();
    std::fs::rename(suite.path().join("cases"), suite.path().join("elsewhere")).unwrap();
    assert_refused(
        &suite.judge(&["run"]),
        2,
        "error: cannot look for cases of `p` in `cases`: No such file or directory (os error 2)\n\
         help: make the directory, or correct `cases` in `[problem.p]`\n",
    );
    assert_nothing_ran(&suite);
}

#[test]
fn a_build_that_fails_is_3_with_what_it_said_and_nothing_runs() {
    let suite = with_markers();
    suite.script(
        "build",
        "echo warned; echo 'line 3: no such word' >&2; exit 7",
    );
    assert_refused(
        &suite.judge(&["run"]),
        3,
        "warned\nline 3: no such word\n\
         error: the build failed: `./build` ended with exit code 7\n\
         help: nothing was judged; mend what is said above\n",
    );
    suite.script("build", "kill -9 $$");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(3));
    assert!(
        done.stderr
            .contains("`./build` ended with signal: 9 (SIGKILL)")
    );
    assert_nothing_ran(&suite);
}

#[test]
fn the_commands_after_one_that_failed_do_not_run() {
    let suite = with_markers();
    suite.script("fails", "exit 1");
    suite.file(
        "judge.toml",
        configuration("build = ['./fails', './build']"),
    );
    assert_eq!(suite.judge(&["run"]).code, Some(3));
    assert_nothing_ran(&suite);
}

#[test]
fn a_build_command_that_is_not_there_is_3_with_help() {
    let suite = with_markers();
    suite.file(
        "judge.toml",
        configuration("build = ['no-such-compiler -O2']"),
    );
    assert_refused(
        &suite.judge(&["run"]),
        3,
        "error: cannot start the build command `no-such-compiler -O2`: \
         No such file or directory (os error 2)\n\
         help: install the program, or correct `build` in the configuration\n",
    );
    assert_nothing_ran(&suite);
}

#[test]
fn no_case_is_4_and_one_line_names_the_folder() {
    let suite = with_markers();
    std::fs::remove_dir_all(suite.path().join("cases/one")).unwrap();
    for format in ["human", "json"] {
        assert_refused(
            &suite.judge(&["run", "--format", format]),
            4,
            "error: no case found in `cases`\n\
             help: a case is a directory with the files `input` and `expected`, \
             or a pair of files such as `1.in` and `1.ans` or `1.out`\n",
        );
    }
    assert_nothing_ran(&suite);
}

#[test]
fn a_filter_that_matches_nothing_is_4_and_names_the_nearest() {
    let suite = with_markers();
    assert_refused(
        &suite.judge(&["run", "oen"]),
        4,
        "error: `oen` matches nothing\nhelp: did you mean `p/one`?\n",
    );
    // One that matches is no excuse for one that does not.
    assert_refused(
        &suite.judge(&["one", "submission:zzzz"]),
        4,
        "error: `submission:zzzz` matches nothing\nhelp: `judge list` shows what there is\n",
    );
    assert_nothing_ran(&suite);
}

#[test]
fn a_problem_without_cases_is_4_and_the_others_are_judged() {
    let suite = Suite::of_scripts(&[("s", FOUR)]);
    suite.case("one", "x\n", "4\n");
    let rest = "[problem.q]\ncases = 'none'\n[problem.q.submission]\ns = './s'\n";
    let text = configuration("") + rest;
    suite.file("judge.toml", text);
    std::fs::create_dir(suite.path().join("none")).unwrap();
    let line = "warning: `q` has no case in `none`: nothing is judged there\n";
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(done.stdout.contains(line), "{done:?}");
    assert!(done.stdout.contains("\n1 of 1 as expected"), "{done:?}");
    // Lines of JSON have no place for it, so that it is said beside them.
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(4), line));
    assert_eq!(done.cases()[0]["verdict"], "AC");
    assert_eq!(done.json().last().unwrap()["exit_code"], 4);
    // Who asks for the other alone is not told.
    assert_eq!(suite.judge(&["run", "problem:p"]).code, Some(0));
}

#[test]
fn a_case_without_its_files_is_5_each_with_a_line_of_its_own() {
    let suite = Suite::of_scripts(&[("s", FOUR)]);
    suite.case("right", "x\n", "4\n");
    suite.file("cases/a/input", "x\n");
    suite.file("cases/a/expected.out", "4\n");
    suite.file("cases/b/in", "x\n");
    suite.file("cases/b/expected", "4\n");
    suite.file("cases/c/input", "x\n");
    suite.file("cases/d/input", "x\n");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    for lines in [
        "     JE s  p/a\n        no expected output: `expected` is missing (there is `expected.out`)\n",
        "     JE s  p/b\n        no input file: `input` is missing (there is `in`)\n",
        "     JE s  p/c\n        no expected output: `expected` is missing\n",
        "     JE s  p/d\n        no expected output: `expected` is missing\n",
    ] {
        assert!(done.stdout.contains(lines), "{}", done.stdout);
    }
    assert!(
        done.stdout.contains("\n1 of 5 as expected · 4 JE"),
        "{done:?}"
    );
}

#[test]
fn a_program_that_is_missing_is_5_and_said_once() {
    let suite = Suite::of_scripts(&[("s", FOUR)]);
    for name in ["one", "two", "three"] {
        suite.case(name, "x\n", "4\n");
    }
    std::fs::remove_file(suite.path().join("s")).unwrap();
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let reason = done.stdout.lines().nth(2).unwrap();
    assert!(reason.ends_with("s` does not exist"), "{}", done.stdout);
    assert!(
        done.stdout.contains("s: 2 more cases with this fault"),
        "{done:?}"
    );
    assert!(
        done.stdout.contains("\n0 of 3 as expected · 3 JE"),
        "{done:?}"
    );
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.cases().len(), 3);
    assert!(done.cases().iter().all(|case| case["verdict"] == "JE"));
}

#[test]
fn all_right_is_0_and_one_wrong_of_ten_is_1() {
    let suite = Suite::of_scripts(&[("s", FOUR)]);
    for number in 1..10 {
        suite.case(number.to_string(), "x\n", "4\n");
    }
    let done = suite.judge(&["run"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    assert!(done.stdout.contains("\n9 of 9 as expected · "), "{done:?}");
    suite.case("10", "x\n", "5\n");
    let done = suite.judge(&["run"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ""), "{done:?}");
    assert!(
        done.stdout.contains("\n9 of 10 as expected · 1 WA · "),
        "{done:?}"
    );
}

#[test]
fn of_a_wrong_case_and_a_broken_one_the_broken_one_counts() {
    let suite = Suite::of_scripts(&[("s", FOUR)]);
    suite.case("wrong", "x\n", "5\n");
    suite.file("cases/broken/input", "x\n");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    assert!(
        done.stdout.contains("\n0 of 2 as expected · 1 WA, 1 JE"),
        "{done:?}"
    );
}

/// A suite with a submission that is meant to be wrong.
fn wrong_on_purpose(script: &str) -> Suite {
    let suite = Suite::of_scripts(&[("s", FOUR), ("bad", script)]);
    let text = configuration("") + "bad = { run = './bad', expect = 'WA' }\n";
    suite.file("judge.toml", text);
    suite.case("one", "1\n", "4\n");
    suite.case("two", "2\n", "4\n");
    suite
}

#[test]
fn a_submission_that_fails_as_told_is_0() {
    let suite = wrong_on_purpose("read x; if [ $x = 2 ]; then echo 5; else echo 4; fi");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout.contains("\n4 of 4 as expected · 1 WA"),
        "{done:?}"
    );
    assert!(done.stdout.contains("  as expected\n"), "{done:?}");
}

#[test]
fn a_submission_that_fails_in_another_way_than_told_is_1() {
    let suite = wrong_on_purpose("read x; echo 5; if [ $x = 2 ]; then exit 3; fi");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(
        done.stdout.contains("\n3 of 4 as expected · 1 WA, 1 RE"),
        "{done:?}"
    );
}

#[test]
fn a_submission_that_never_fails_as_told_is_1_and_said() {
    let suite = wrong_on_purpose(FOUR);
    let line = "\np/bad is meant to get WA, and got it on no case\n";
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(done.stdout.contains(line), "{done:?}");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.json().last().unwrap()["exit_code"], 1);
    // On a part of the cases it may well be right.
    let done = suite.judge(&["run", "p/one"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(!done.stdout.contains(line), "{done:?}");
}
