//! Cases in the layouts that are found in the wild, from outside.

use std::os::unix::fs::symlink;

use crate::suite::{Suite, verdicts};

/// A submission that prints its input.
fn suite() -> Suite {
    Suite::of_script("cat")
}

/// Writes the two files of a case.
fn pair(suite: &Suite, input: &str, answer: &str) {
    suite.file(input, "4\n");
    suite.file(answer, "4\n");
}

/// The names of the cases that are judged, in the order of the plan.
fn judged(suite: &Suite, words: &[&str]) -> Vec<String> {
    let mut cases = suite.cases(words);
    assert!(
        verdicts(&cases).iter().all(|verdict| *verdict == "AC"),
        "{cases:?}"
    );
    cases.sort_by_key(|case| case["index"].as_u64());
    let names = cases
        .iter()
        .map(|case| case["case"].as_str().unwrap().to_owned());
    names.collect()
}

#[test]
fn all_layouts_of_one_tree_are_judged_in_natural_order() {
    let suite = suite();
    suite.case("directory", "4\n", "4\n");
    pair(&suite, "cases/txt/input.txt", "cases/txt/expected.txt");
    for number in [10, 9, 1] {
        let stem = format!("cases/icpc/data/secret/group1/{number}");
        pair(&suite, &format!("{stem}.in"), &format!("{stem}.ans"));
    }
    pair(
        &suite,
        "cases/icpc/data/sample/1.in",
        "cases/icpc/data/sample/1.ans",
    );
    suite.file("cases/icpc/data/invalid_input/1.in", "spoilt\n");
    pair(
        &suite,
        "cases/oj/test/sample-1.in",
        "cases/oj/test/sample-1.out",
    );
    pair(&suite, "cases/atcoder/in/a01", "cases/atcoder/out/a01");
    pair(
        &suite,
        "cases/atcoder/in/b02.txt",
        "cases/atcoder/out/b02.txt",
    );
    pair(&suite, "cases/polygon/tests/01", "cases/polygon/tests/01.a");
    pair(
        &suite,
        "cases/zip/input/input0.txt",
        "cases/zip/output/output0.txt",
    );
    assert_eq!(
        judged(&suite, &[]),
        [
            "p/atcoder/a01",
            "p/atcoder/b02.txt",
            "p/directory",
            "p/icpc/data/sample/1",
            "p/icpc/data/secret/group1/1",
            "p/icpc/data/secret/group1/9",
            "p/icpc/data/secret/group1/10",
            "p/oj/test/sample-1",
            "p/polygon/tests/01",
            "p/txt",
            "p/zip/input0",
        ]
    );
}

#[test]
fn a_pair_is_selected_by_its_name_its_group_and_either_of_its_files() {
    let suite = suite();
    for name in ["sample/1", "secret/g/1", "secret/g/2"] {
        pair(
            &suite,
            &format!("cases/{name}.in"),
            &format!("cases/{name}.ans"),
        );
    }
    pair(&suite, "cases/twin/in/x.txt", "cases/twin/out/x.txt");
    let absolute = suite.path().join("cases/secret/g/2.ans");
    for (filter, names) in [
        ("secret/g/2", &["p/secret/g/2"][..]),
        ("p/secret/g/2", &["p/secret/g/2"]),
        ("cases/secret/g/2", &["p/secret/g/2"]),
        ("cases/secret/g/2.in", &["p/secret/g/2"]),
        ("./cases/secret/g/2.ans", &["p/secret/g/2"]),
        (absolute.to_str().unwrap(), &["p/secret/g/2"]),
        ("cases/secret/g/*.in", &["p/secret/g/1", "p/secret/g/2"]),
        ("secret", &["p/secret/g/1", "p/secret/g/2"]),
        ("cases/sample", &["p/sample/1"]),
        ("*/1", &["p/sample/1"]),
        ("twin", &["p/twin/x.txt"]),
        ("cases/twin/in", &["p/twin/x.txt"]),
        ("cases/twin/out/x.txt", &["p/twin/x.txt"]),
    ] {
        assert_eq!(judged(&suite, &[filter]), names, "{filter}");
    }
    assert_eq!(suite.judge(&["run", "secret/g/2.i"]).code, Some(4));
}

#[test]
fn half_of_a_case_is_a_judge_error_with_its_name_and_near_misses() {
    let suite = suite();
    pair(&suite, "cases/1.in", "cases/1.ans");
    suite.file("cases/2.in", "4\n");
    suite.file("cases/2.OUT", "4\n");
    suite.file("cases/3.out", "4\n");
    suite.file("cases/t/in/a", "4\n");
    suite.file("cases/t/out/b", "4\n");
    let done = suite.judge(&[]);
    assert_eq!(done.code, Some(5), "{done:?}");
    for lines in [
        "JE s  p/2\n        no expected output: `2.ans` or `2.out` is missing (there is `2.OUT`)\n",
        "JE s  p/3\n        no input file: `3.in` is missing (there is `2.in`)\n",
        "JE s  p/t/a\n        no expected output: `out/a` is missing\n",
        "JE s  p/t/b\n        no input file: `in/b` is missing\n",
    ] {
        assert!(done.stdout.contains(lines), "{}", done.stdout);
    }
    assert!(
        done.stdout.contains("\n1 of 5 as expected · 4 JE"),
        "{done:?}"
    );
}

#[test]
fn two_answers_that_differ_are_a_judge_error_that_names_both() {
    let suite = suite();
    pair(&suite, "cases/1.in", "cases/1.ans");
    suite.file("cases/1.out", "5\n");
    let done = suite.judge(&[]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let reason = "`1.ans` and `1.out` are both there, and differ";
    assert!(done.stdout.contains(reason), "{}", done.stdout);
}

#[test]
fn an_empty_file_is_not_a_missing_file() {
    let suite = suite();
    suite.file("cases/1.in", "");
    suite.file("cases/1.ans", "");
    suite.file("cases/in/a", "");
    suite.file("cases/out/a", "");
    suite.case("x", "", "");
    assert_eq!(judged(&suite, &[]), ["p/1", "p/a", "p/x"]);
}

#[test]
fn an_input_without_a_last_newline_ends_where_it_ends() {
    let suite = Suite::of_script("read a b; echo $((a + b))");
    suite.file("cases/1.in", "4 4");
    suite.file("cases/1.out", "8");
    assert_eq!(judged(&suite, &[]), ["p/1"]);
}

#[test]
fn a_link_that_goes_in_a_circle_is_a_judge_error_and_the_rest_is_judged() {
    let suite = suite();
    pair(&suite, "cases/g/1.in", "cases/g/1.ans");
    symlink("..", suite.path().join("cases/g/circle")).unwrap();
    symlink("2.ans", suite.path().join("cases/g/2.ans")).unwrap();
    suite.file("cases/g/2.in", "");
    let cases = suite.cases(&[]);
    let mut found: Vec<_> = cases
        .iter()
        .map(|case| {
            (
                case["case"].as_str().unwrap(),
                case["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [("p/g/1", "AC"), ("p/g/2", "JE"), ("p/g/circle", "JE")]
    );
}

#[test]
fn list_shows_pairs_with_their_settings_and_on_request_what_is_ignored() {
    let suite = suite();
    pair(&suite, "cases/1.in", "cases/1.ans");
    pair(&suite, "cases/2.in", "cases/2.ans");
    pair(&suite, "cases/3.in", "cases/3.ans");
    suite.file("cases/2.toml", "why = 'slow'\nlimits.time = '3s'\n");
    suite.file("cases/2.png", "");
    suite.case("1", "4\n", "4\n");
    let done = suite.judge(&["list"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let cases = done.stdout.split_once("  cases\n").unwrap().1;
    assert_eq!(
        cases,
        "    p/1\n    p/1.in\n    p/2  time 3.000 s (case.toml)  wall 7.000 s (built-in)  slow\n    p/3\n"
    );
    let done = suite.judge(&["list", "--ignored"]);
    let ignored = "    p/3\n  ignored\n    cases/2.png\n";
    assert!(done.stdout.ends_with(ignored), "{}", done.stdout);
}

#[test]
fn files_in_no_known_layout_are_named_where_there_is_no_case() {
    let suite = suite();
    suite.file("cases/a/x.foo", "");
    let done = suite.judge(&[]);
    assert_eq!(done.code, Some(4), "{done:?}");
    assert_eq!(
        done.stderr,
        "error: no case found in `cases`\n\
         help: a case is a directory with the files `input` and `expected`, \
         or a pair of files such as `1.in` and `1.ans` or `1.out`; there is `cases/a/x.foo`\n"
    );
}
