//! `judge list`, and the filters that all commands share.

use crate::suite::Suite;

/// A tree of cases with all kinds of names, and two problems.
fn suite() -> Suite {
    let suite = Suite::empty();
    suite.script("s", "cat > /dev/null; echo 4");
    let problem = |name: &str, more: &str| {
        format!(
            "[problem.{name}]\ncases = 'cases/{name}'\n{more}\
             [problem.{name}.submission]\nfast = './s'\nslow = './s'\n"
        )
    };
    let limits = "[limits]\ntime = '2s'\n";
    let own = "limits = { memory = '32MiB' }\ncompare = 'tokens'\nreference = 'fast'\n";
    suite.file(
        "judge.toml",
        limits.to_owned() + &problem("p", own) + &problem("q", ""),
    );
    for name in [
        "p/deep/2",
        "p/deep/10",
        "p/two words",
        "p/a\nb",
        "p/back\\slash",
        "p/[x]",
        "q/x",
    ] {
        suite.case(name, "x\n", "4\n");
    }
    suite.file(
        "cases/p/deep/10/case.toml",
        "why = 'the largest'\nlimits = { time = '3s' }\n",
    );
    suite
}

/// The items that filters leave, in the order of the plan.
fn items(suite: &Suite, folder: &str, words: &[&str]) -> Vec<String> {
    let configuration = suite.path().join("judge.toml");
    let configuration = [
        "run",
        "--format",
        "json",
        "--config",
        configuration.to_str().unwrap(),
    ];
    let mut command = suite.command(&[&configuration[..], words].concat());
    command.current_dir(suite.path().join(folder));
    let done = crate::suite::done(command);
    assert_eq!(done.code, Some(0), "{words:?}: {done:?}");
    let mut cases = done.cases();
    cases.sort_by_key(|case| case["index"].as_u64());
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let item = cases
        .iter()
        .map(|case| text(&case["submission"]) + " " + &text(&case["case"]));
    item.collect()
}

/// The cases that filters leave for one submission.
fn cases(suite: &Suite, words: &[&str]) -> Vec<String> {
    let items = items(suite, "", &[words, &["--submission", "fast"]].concat());
    let names = items
        .iter()
        .map(|item| item.strip_prefix("fast ").unwrap().to_owned());
    names.collect()
}

#[test]
fn a_case_is_found_by_any_form_of_its_path() {
    let suite = suite();
    let absolute = suite.path().join("cases/p/deep/2");
    for filter in [
        "p/deep/2",
        "deep/2",
        "cases/p/deep/2",
        "./cases/p/deep/2",
        "cases/p/deep/2/",
        "cases//p/../p/deep/2",
        absolute.to_str().unwrap(),
    ] {
        assert_eq!(cases(&suite, &[filter]), ["p/deep/2"], "{filter}");
    }
    let below = items(&suite, "cases/p/deep", &["2", "submission:slow"]);
    assert_eq!(below, ["slow p/deep/2"]);
    let beside = items(&suite, "cases/q", &["../p/deep/10", "submission:slow"]);
    assert_eq!(beside, ["slow p/deep/10"]);
}

#[test]
fn a_folder_is_all_that_is_in_it() {
    let suite = suite();
    for filter in [
        "deep",
        "p/deep",
        "cases/p/deep",
        "cases/p/deep/",
        "p/deep/*",
        "**/deep/*",
    ] {
        assert_eq!(
            cases(&suite, &[filter]),
            ["p/deep/2", "p/deep/10"],
            "{filter}"
        );
    }
    assert_eq!(cases(&suite, &["q"]), ["q/x"]);
    assert_eq!(cases(&suite, &["cases"]).len(), 7);
}

#[test]
fn odd_names_are_shown_in_the_form_that_filters_take() {
    let suite = suite();
    let all = cases(&suite, &[]);
    assert_eq!(
        all,
        [
            "p/[x]",
            "p/a\\x0ab",
            "p/back\\\\slash",
            "p/deep/2",
            "p/deep/10",
            "p/two words",
            "q/x"
        ]
    );
    for name in &all {
        assert_eq!(cases(&suite, &[name]), [name.as_str()]);
    }
    assert_eq!(cases(&suite, &["p/two*"]), ["p/two words"]);
    assert_eq!(cases(&suite, &["p/a\\x0a*"]), ["p/a\\x0ab"]);
}

#[test]
fn problems_and_submissions_are_chosen_by_flag_or_filter() {
    let suite = suite();
    for words in [
        &["problem:q", "submission:slow"][..],
        &["--problem", "q", "--submission", "slow"],
        &["--problem=q", "submission:s*"],
        &["q/x", "submission:slow"],
    ] {
        assert_eq!(items(&suite, "", words), ["slow q/x"], "{words:?}");
    }
    let both = items(&suite, "", &["problem:q", "problem:p", "p/deep/2", "q/x"]);
    assert_eq!(
        both,
        ["fast p/deep/2", "slow p/deep/2", "fast q/x", "slow q/x"]
    );
}

#[test]
fn a_list_shows_each_limit_and_where_it_came_from() {
    let suite = suite();
    let done = suite.judge(&["list", "problem:p", "--time", "1500ms"]);
    let code = suite.judge(&["list", "problem:p"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    let common = "  wall        4.000 s (built-in)\n  clock       cpu (built-in)\n  memory      32.0 MiB (problem)\n";
    for line in [
        "p  6 cases in cases/p\n  profile     poj (built-in)\n  compare     tokens (problem)\n  reference   fast\n",
        "  time        1.500 s (command line)\n",
        "  submissions\n    fast  s  expect AC\n    slow  s  expect AC\n  cases\n    p/[x]\n",
        "    p/deep/10  the largest\n",
        "  memory      32.0 MiB (problem)\n",
    ] {
        assert!(done.stdout.contains(line), "no {line:?} in {}", done.stdout);
    }
    assert!(!done.stdout.contains("q/x"));
    for line in [
        "  time        2.000 s ([limits])\n",
        "    p/deep/10  time 3.000 s (case.toml)",
        "  wall        5.000 s (built-in)\n",
    ] {
        assert!(code.stdout.contains(line), "no {line:?} in {}", code.stdout);
    }
    assert!(done.stdout.contains(common), "{}", done.stdout);
}

#[test]
fn a_list_runs_nothing_and_shows_what_cannot_be_judged() {
    let suite = Suite::of_scripts(&[("s", "echo 4")]);
    suite.file("cases/a/inptu", "x\n");
    suite.file("cases/a/expected", "x\n");
    let text = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", "build = ['false']\n".to_owned() + &text);
    let done = suite.judge(&["list"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let line = "    p/a  cannot be judged: no input file: `input` is missing (there is `inptu`)\n";
    assert!(done.stdout.contains(line), "{done:?}");
    assert!(!suite.path().join("target").exists());
}

#[test]
fn a_list_names_a_problem_that_has_no_case() {
    let suite = Suite::of_scripts(&[("s", "echo 4")]);
    suite.case("one", "x\n", "4\n");
    let text = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let rest = "[problem.q]\ncases = 'none'\n[problem.q.submission]\ns = './s'\n";
    suite.file("judge.toml", text + rest);
    std::fs::create_dir(suite.path().join("none")).unwrap();
    let done = suite.judge(&["list"]);
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(
        done.stdout
            .ends_with("`q` has no case in `none`: nothing is judged there\n"),
        "{done:?}"
    );
    // With nothing at all it is as with `judge run`.
    assert_eq!(suite.judge(&["list", "problem:q"]).code, Some(4));
}

#[test]
fn a_misspelt_command_is_told_from_a_filter() {
    let suite = Suite::of_script("cat");
    suite.case("one", "", "");
    for (typed, meant) in [("rn", "run"), ("lst", "list"), ("hlep", "help")] {
        let done = suite.judge(&[typed]);
        assert_eq!(done.code, Some(4), "{done:?}");
        let help = format!("help: did you mean `judge {meant}`?\n");
        assert!(done.stderr.ends_with(&help), "{done:?}");
    }
    let done = suite.judge(&["run", "rn"]);
    assert!(!done.stderr.contains("judge run"), "{done:?}");
}

#[test]
fn a_command_behind_an_option_is_told() {
    let suite = Suite::of_script("cat");
    suite.case("one", "", "");
    let done = suite.judge(&["--jobs", "1", "list"]);
    let said = "error: the command `list` stands behind an option\n\
                help: write the command first, as in `judge list --help`\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(2), said));
}
