//! `judge generate`: new cases from a family and a seed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use harness::generate::families;

use crate::suite::{Done, Suite};

/// A configuration with one problem, whose one submission is the reference or none is.
fn suite(problem: &str, reference: Option<&str>) -> Suite {
    let suite = Suite::empty();
    suite.script("s", reference.unwrap_or("cat > /dev/null; echo 6"));
    let named = if reference.is_some() {
        "reference = 's'\n"
    } else {
        ""
    };
    suite.file(
        "judge.toml",
        format!("[problem.{problem}]\ncases = 'cases'\n{named}[problem.{problem}.submission]\ns = './s'\n"),
    );
    fs::create_dir(suite.path().join("cases")).unwrap();
    suite
}

fn generate(suite: &Suite, problem: &str, words: &[&str]) -> Done {
    suite.judge(&[&["generate", problem], words].concat())
}

/// All files below `cases`, with their contents.
fn files(suite: &Suite) -> BTreeMap<String, String> {
    let cases = suite.path().join("cases");
    walkdir::WalkDir::new(&cases)
        .into_iter()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(&cases).unwrap();
            (
                name.to_str().unwrap().to_owned(),
                fs::read_to_string(entry.path()).unwrap(),
            )
        })
        .collect()
}

#[test]
fn every_family_of_both_problems_makes_cases_and_a_seed_repeats_their_bytes() {
    for problem in ["flip-game", "fliptile"] {
        let (first, second) = (suite(problem, None), suite(problem, None));
        for family in families(problem) {
            let words = ["--family", family.name, "--seed", "7"];
            let done = generate(&first, problem, &words);
            assert_eq!(done.code, Some(0), "{done:?}");
            let path = format!("cases/generated/{}/seed-7-1  ", family.name);
            assert!(done.stdout.starts_with(&path), "{done:?}");
            let said = "seed 7; expected outputs by the built-in reference, \
                        confirmed by a second built-in method\n";
            assert_eq!(done.stderr, said);
            assert_eq!(generate(&second, problem, &words).code, Some(0));
        }
        let made = files(&first);
        assert_eq!(made, files(&second));
        assert_eq!(made.len(), 3 * families(problem).len());
    }
}

#[test]
fn a_new_case_is_judged_by_the_next_run() {
    let suite = suite("flip-game", None);
    let done = generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--count", "2", "--seed", "1"],
    );
    assert_eq!(done.code, Some(0), "{done:?}");
    let done = suite.judge(&["run", "--format", "json"]);
    let verdicts: Vec<_> = done
        .cases()
        .iter()
        .map(|case| case["verdict"].clone())
        .collect();
    assert_eq!(
        (done.code, verdicts),
        (Some(0), vec!["AC".into(), "AC".into()])
    );
    // They are right where the answer is six, so that another one is not.
    generate(
        &suite,
        "flip-game",
        &["--family", "answer-5", "--seed", "1"],
    );
    assert_eq!(suite.judge(&["run"]).code, Some(1));
}

#[test]
fn what_the_case_says_of_itself_makes_it_again() {
    let suite = suite("flip-game", None);
    generate(
        &suite,
        "flip-game",
        &[
            "--family",
            "random",
            "--count",
            "3",
            "--seed",
            "18446744073709551615",
        ],
    );
    let made = files(&suite);
    let settings = &made["generated/random/seed-18446744073709551615-3/case.toml"];
    let settings: toml::Table = settings.parse().unwrap();
    let command = settings["generated"]["command"].as_str().unwrap();
    assert_eq!(
        command,
        "judge generate flip-game --family random --count 3 --seed 18446744073709551615"
    );
    fs::remove_dir_all(suite.path().join("cases/generated")).unwrap();
    let words: Vec<_> = command.split(' ').skip(1).collect();
    assert_eq!(suite.judge(&words).code, Some(0));
    assert_eq!(files(&suite), made);
}

#[test]
fn the_same_seed_again_makes_new_inputs_beside_the_old() {
    let suite = suite("flip-game", None);
    let words = ["--family", "answer-1", "--count", "10", "--seed", "3"];
    let mut old = BTreeMap::new();
    for times in 1..=3 {
        assert_eq!(generate(&suite, "flip-game", &words).code, Some(0));
        let new = files(&suite);
        assert!(
            old.iter().all(|(path, text)| new.get(path) == Some(text)),
            "a case changed"
        );
        let inputs = new.iter().filter(|(path, _)| path.ends_with("/input"));
        let inputs: BTreeSet<_> = inputs.map(|(_, text)| text).collect();
        assert_eq!(inputs.len(), 10 * times);
        old = new.clone();
    }
    // There are 32 such boards.
    let done = generate(&suite, "flip-game", &words);
    assert_eq!(
        (done.code, done.stdout.as_str(), done.stderr.as_str()),
        (
            Some(2),
            "",
            "error: the family `answer-1` has 2 inputs that no case has yet, 10 asked for\n\
             help: ask for `--count 2`\n"
        )
    );
    assert_eq!(files(&suite), old);
}

#[test]
fn what_somebody_else_put_in_its_place_stays() {
    let suite = suite("flip-game", None);
    suite.file("cases/generated/answer-6/seed-1-1/notes", "mine");
    let done = generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--seed", "1"],
    );
    assert!(
        done.stdout
            .starts_with("cases/generated/answer-6/seed-1-2  "),
        "{done:?}"
    );
    assert_eq!(files(&suite)["generated/answer-6/seed-1-1/notes"], "mine");
}

#[test]
fn a_case_that_was_half_made_is_no_case() {
    let suite = suite("flip-game", None);
    generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--seed", "1"],
    );
    let half = "cases/generated/answer-6/.judge-new-abcdef";
    suite.file(format!("{half}/input"), "bwwb\nbbwb\nbwwb\nbwww\n");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!((done.code, done.cases().len()), (Some(0), 1), "{done:?}");
}

#[test]
fn without_a_family_they_are_listed() {
    for problem in ["flip-game", "fliptile"] {
        let suite = suite(problem, None);
        let done = generate(&suite, problem, &[]);
        assert_eq!(done.code, Some(0), "{done:?}");
        assert_eq!(done.stdout.lines().count(), families(problem).len());
        for (line, family) in done.stdout.lines().zip(families(problem)) {
            let (name, description) = line.split_once(' ').unwrap();
            assert_eq!(
                (name, description.trim_start()),
                (family.name, family.description)
            );
        }
        let example = done.stderr.split('`').nth(1).unwrap();
        let words: Vec<_> = example.split(' ').skip(1).collect();
        assert_eq!(suite.judge(&words).code, Some(0), "{example}");
    }
}

#[test]
fn a_family_that_is_not_there_is_2_and_the_nearest_is_named() {
    let suite = suite("flip-game", None);
    let done = generate(&suite, "flip-game", &["--family", "near-mis"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
    let said = "error: the problem `flip-game` has no family `near-mis`\n\
                help: did you mean `near-miss`? there are `answer-0`, ";
    assert!(done.stderr.starts_with(said), "{done:?}");
}

#[test]
fn a_problem_that_is_not_there_or_has_no_families_is_2() {
    let suite = suite("p", None);
    for (problem, said) in [
        ("q", "error: there is no problem `q`\nhelp: there is `p`\n"),
        (
            "p",
            "error: no families are known for the problem `p`\n\
             help: families exist for `flip-game` and `fliptile`\n",
        ),
    ] {
        for words in [&[][..], &["--family", "random"]] {
            let done = generate(&suite, problem, words);
            assert_eq!((done.code, done.stderr.as_str()), (Some(2), said));
        }
    }
}

#[test]
fn a_reference_that_confirms_is_named() {
    let suite = suite("flip-game", Some("cat > /dev/null; echo 6"));
    let done = generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--seed", "1"],
    );
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stderr.ends_with(", confirmed by `s`\n"), "{done:?}");
}

#[test]
fn a_reference_that_disagrees_is_shown_with_the_other_and_nothing_is_written() {
    let suite = suite("flip-game", Some("cat > /dev/null; echo 5"));
    let done = generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--seed", "1"],
    );
    assert_eq!((done.code, done.stdout.as_str()), (Some(5), ""), "{done:?}");
    let said = "error: two methods disagree on an input of the family `answer-6`: \
                the reference says `6\\x0a`, the second method `5\\x0a`, for `";
    assert!(done.stderr.starts_with(said), "{done:?}");
    assert_nothing_in(&suite.path().join("cases"));
}

#[test]
fn a_reference_that_fails_confirms_nothing() {
    for (script, why) in [("echo 6; exit 3", "RE, "), ("kill -SEGV $$", "RE, ")] {
        let suite = suite("flip-game", Some(script));
        let done = generate(
            &suite,
            "flip-game",
            &["--family", "answer-6", "--seed", "1"],
        );
        assert_eq!((done.code, done.stdout.as_str()), (Some(5), ""), "{done:?}");
        let said =
            format!("error: an answer of the family `answer-6` is not confirmed: `s`: {why}");
        assert!(done.stderr.starts_with(&said), "{done:?}");
        assert_nothing_in(&suite.path().join("cases"));
    }
}

#[test]
fn a_reference_that_is_not_built_is_told_and_nothing_is_written() {
    let suite = suite("flip-game", Some("echo 6"));
    fs::remove_file(suite.path().join("s")).unwrap();
    let done = generate(
        &suite,
        "flip-game",
        &["--family", "answer-6", "--seed", "1"],
    );
    assert_eq!((done.code, done.stdout.as_str()), (Some(5), ""), "{done:?}");
    assert_nothing_in(&suite.path().join("cases"));
}

fn assert_nothing_in(folder: &Path) {
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}
