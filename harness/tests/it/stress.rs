//! `judge stress` and `judge promote`: wrong programs are found, made small, kept, and caught
//! from then on.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;
use serde_json::Value;

use crate::suite::{Done, JUDGE, Suite, start, wait_until};

const WITHOUT_BLACK: &str = include_str!("wrong/flip_game_without_black.rs");
const LOWEST_BIT_FIRST: &str = include_str!("wrong/fliptile_lowest_bit_first.rs");

/// A problem that the harness knows with one submission, `wrong`, which is compiled.
fn known(problem: &str, program: &str) -> Suite {
    let suite = Suite::empty();
    suite.file("wrong.rs", program);
    let mut compile = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
    compile.args(["--edition", "2024", "-O", "wrong.rs"]);
    assert!(
        compile
            .current_dir(suite.path())
            .status()
            .unwrap()
            .success()
    );
    let text = format!(
        "[problem.{problem}]\ncases = 'cases'\n[problem.{problem}.submission]\nwrong = './wrong'\n"
    );
    suite.file("judge.toml", text);
    fs::create_dir(suite.path().join("cases")).unwrap();
    suite
}

/// A problem `p` that the harness does not know: the reference `right` doubles the number that
/// it reads, `wrong` does so as its text says, and `gen` makes inputs.
fn unknown(wrong: &str, generator: &str) -> Suite {
    let suite = Suite::of_scripts(&[("right", "read n; echo $((2 * n))"), ("wrong", wrong)]);
    suite.script("gen", generator);
    let text = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let keys = "[problem.p]\nreference = 'right'\ngenerator.gen = './gen'";
    suite.file("judge.toml", text.replace("[problem.p]", keys));
    fs::create_dir(suite.path().join("cases")).unwrap();
    suite
}

fn read(suite: &Suite, path: &str) -> String {
    fs::read_to_string(suite.path().join(path)).unwrap()
}

/// The files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter();
    entries
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// The command behind `replay` in a report.
fn replay(done: &Done) -> Vec<String> {
    let line = done
        .stdout
        .lines()
        .find_map(|line| line.strip_prefix("  replay   judge "));
    shell_words::split(line.unwrap_or_else(|| panic!("{done:?}"))).unwrap()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// Finds what is wrong with a program with the default families, and gives the smallest input
/// that shows it. It is promoted, and the next run is not as expected.
fn found_and_caught(problem: &str, program: &str) -> String {
    let suite = known(problem, program);
    let done = suite.judge(&["stress", problem, "--seed", "1", "--count", "200"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(done.stderr, "seed 1\n");
    let kept = format!("target/judge/stress/{problem}-1");
    assert!(
        done.stdout.contains(&format!("  kept in  {kept}\n")),
        "{done:?}"
    );
    assert!(
        done.stdout
            .contains(&format!("  kept in  {kept}/smallest\n")),
        "{done:?}"
    );
    let again = suite.judge(&words(&replay(&done)));
    assert_eq!(again.code, Some(1), "{again:?}");
    let folder = |number| {
        suite
            .path()
            .join(format!("target/judge/stress/{problem}-{number}"))
    };
    assert_eq!(
        files(&folder(1)),
        files(&folder(2)),
        "the same, byte for byte"
    );
    assert_eq!(suite.judge(&["run"]).code, Some(4), "there is no case yet");
    let done = suite.judge(&["promote", &kept]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let said = "cases/stress/wrong-1  `wrong` got WA here: found by `judge stress`, made smaller\n";
    assert_eq!(done.stdout, said);
    let said = "expected output by the built-in reference, confirmed by a second built-in method\n";
    assert_eq!(done.stderr, said);
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(done.cases()[0]["verdict"], "WA");
    let smallest = read(&suite, &format!("{kept}/smallest/input"));
    assert_eq!(read(&suite, "cases/stress/wrong-1/input"), smallest);
    assert_provenance(&suite, problem, 1);
    smallest
}

fn assert_provenance(suite: &Suite, problem: &str, seed: i64) {
    let settings: toml::Table = read(suite, "cases/stress/wrong-1/case.toml")
        .parse()
        .unwrap();
    let generated = settings["generated"].as_table().unwrap();
    assert_eq!(generated["seed"].as_integer(), Some(seed));
    let iteration = generated["iteration"].as_integer().unwrap();
    let command = format!("judge stress {problem} --seed {seed} --iteration {iteration}");
    assert_eq!(generated["command"].as_str(), Some(command.as_str()));
}

#[test]
fn a_flip_game_that_forgets_black_is_found_and_caught_from_then_on() {
    let smallest = found_and_caught("flip-game", WITHOUT_BLACK);
    assert_eq!(smallest.len(), 20, "one board: {smallest}");
    let n_black = smallest.matches('b').count();
    assert!((1..=8).contains(&n_black), "{smallest}");
}

#[test]
fn a_fliptile_that_counts_from_the_left_is_found_and_caught_from_then_on() {
    let smallest = found_and_caught("fliptile", LOWEST_BIT_FIRST);
    assert_eq!(smallest, "1 2\n1 1\n");
}

#[test]
fn right_programs_do_not_differ() {
    let suite = unknown("read n; echo $((n + n))", "echo $1");
    let done = suite.judge(&["stress", "p", "--count", "25", "--seed", "5"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout
            .starts_with("no difference found · right, wrong · 25 inputs · "),
        "{done:?}"
    );
    assert!(done.stdout.ends_with(" · seed 5\n"), "{done:?}");
    assert!(!suite.path().join("target/judge/stress").exists());
}

#[test]
fn numbers_of_any_text_are_made_smaller_with_the_difference_kept() {
    let suite = unknown(
        "read n; test $n -gt 40 && n=0; echo $((2 * n))",
        "echo $(($1 * 100))",
    );
    let done = suite.judge(&["stress", "p", "--seed", "3", "--count", "5"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(read(&suite, "target/judge/stress/p-1/first/input"), "300\n");
    assert_eq!(
        read(&suite, "target/judge/stress/p-1/first/expected"),
        "600\n"
    );
    assert_eq!(
        read(&suite, "target/judge/stress/p-1/first/wrong.output"),
        "0\n"
    );
    assert_eq!(
        read(&suite, "target/judge/stress/p-1/smallest/input").trim_end(),
        "41"
    );
    assert!(done.stdout.contains("a `validator` would say"), "{done:?}");
    assert!(done.stdout.contains("made by `./gen 3`"), "{done:?}");
    let done = suite.judge(&[
        "promote",
        "target/judge/stress/p-1/smallest",
        "--name",
        "big/41",
    ]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let said = "expected output by right, confirmed by nobody: the problem has no second method\n";
    assert_eq!(done.stderr, said);
    assert_eq!(read(&suite, "cases/big/41/expected"), "82\n");
    assert_eq!(suite.judge(&["run"]).code, Some(1));
}

#[test]
fn what_a_validator_refuses_is_not_made() {
    let suite = unknown(
        "read n; test $n -gt 40 && n=0; echo $((2 * n))",
        "echo $(($1 * 100))",
    );
    let validator = "read n; test $((n % 50)) = 0 || { echo odd >&2; exit 1; }; exit 42";
    suite.script("valid", validator);
    let words = [
        "stress",
        "p",
        "--seed",
        "3",
        "--count",
        "5",
        "--validator",
        "./valid",
    ];
    let done = suite.judge(&words);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(
        read(&suite, "target/judge/stress/p-1/smallest/input").trim_end(),
        "50"
    );
    assert!(!done.stdout.contains("would say"), "{done:?}");
    suite.script("gen", "echo $1");
    let done = suite.judge(&words);
    assert_eq!(done.code, Some(5), "{done:?}");
    let said = "error: input 1, made by `./gen 3`, is none of the problem: the validator ended \
                with 1, and says: odd; it is kept in `";
    assert!(done.stderr.contains(said), "{done:?}");
    assert_eq!(read(&suite, "target/judge/stress/p-2/first/input"), "3\n");
}

#[test]
fn a_verdict_of_one_method_alone_is_a_difference() {
    for (wrong, verdict) in [
        (
            "read n; test $n -lt 3 || kill -SEGV $$; echo $((2 * n))",
            "RE",
        ),
        ("read n; test $n -lt 3 || exit 7; echo $((2 * n))", "RE"),
        (
            "read n; test $n -lt 3 || sleep 1000; echo $((2 * n))",
            "TLE",
        ),
    ] {
        let suite = unknown(wrong, "echo $1").limits("wall = '1500ms'");
        let words = [
            "stress",
            "p",
            "--seed",
            "1",
            "--count",
            "5",
            "--no-shrink",
            "--format",
            "json",
        ];
        let done = suite.judge(&words);
        assert_eq!(done.code, Some(1), "{done:?}");
        let lines = done.json();
        let types: Vec<_> = lines.iter().map(|line| &line["type"]).collect();
        assert_eq!(types, ["difference", "stress"]);
        assert_eq!(lines[0]["iteration"], 3);
        let answer = &lines[0]["counterexample"]["answers"][0];
        assert_eq!(
            (&answer["submission"], &answer["verdict"]),
            (&"wrong".into(), &verdict.into())
        );
        assert_eq!(lines[1]["exit_code"], 1);
    }
}

#[test]
fn a_reference_that_fails_ends_it_and_its_input_is_kept() {
    let suite = unknown("read n; echo $((2 * n))", "echo $1");
    suite.script("right", "read n; test $n = 9 && exit 3; echo $((2 * n))");
    let done = suite.judge(&["stress", "p", "--seed", "7", "--count", "9"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let said = "error: the reference `right` failed on input 3, kept in `";
    assert!(done.stderr.contains(said), "{done:?}");
    assert_eq!(read(&suite, "target/judge/stress/p-1/first/input"), "9\n");
}

#[test]
fn without_a_reference_the_first_is_what_the_others_are_held_against() {
    let suite = unknown("read n; echo $((2 * n + n / 5))", "echo $1");
    let text = read(&suite, "judge.toml").replace("reference = 'right'\n", "");
    suite.file("judge.toml", text);
    let done = suite.judge(&[
        "stress", "p", "--seed", "1", "--count", "9", "--format", "json",
    ]);
    assert_eq!(
        (done.code, &done.json()[0]["iteration"]),
        (Some(1), &5.into()),
        "{done:?}"
    );
    let done = suite.judge(&["promote", "target/judge/stress/p-1"]);
    let said = "error: nobody says what is right: `p` has no reference\n";
    assert!(
        done.code == Some(2) && done.stderr.starts_with(said),
        "{done:?}"
    );
}

#[test]
fn a_generator_is_run_twice_with_one_seed() {
    let same = unknown("read n; echo $((2 * n))", "echo $1");
    let done = same.judge(&["stress", "p", "--check", "--count", "4", "--seed", "2"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(
        done.stdout
            .ends_with("each of 4 seeds from 2 on; different inputs: 4\n"),
        "{done:?}"
    );
    let clock = unknown("read n; echo $((2 * n))", "date +%s%N");
    for words in [
        &["stress", "p", "--seed", "2"][..],
        &["stress", "p", "--check", "--seed", "2"],
    ] {
        let done = clock.judge(words);
        assert_eq!(done.code, Some(5), "{done:?}");
        let said =
            "error: NONDETERMINISTIC: the generator printed two different inputs for `./gen 2`\n";
        assert!(done.stderr.contains(said), "{done:?}");
    }
}

#[test]
fn a_poor_generator_is_called_out() {
    let ignores = unknown("read n; echo $((2 * n))", "echo 5");
    let said = "error: the generator ignores its seed: 10 seeds gave the same input\n";
    for words in [
        &["stress", "p", "--count", "50"][..],
        &["stress", "p", "--check"],
    ] {
        let done = ignores.judge(words);
        assert!(
            done.code == Some(5) && done.stderr.contains(said),
            "{done:?}"
        );
    }
    let repeats = unknown("read n; echo $((2 * n))", "echo $(($1 % 2))");
    let done = repeats.judge(&["stress", "p", "--count", "30", "--seed", "0"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let said = "warning: the generator repeats itself: 2 different inputs of 30\n";
    assert!(done.stdout.starts_with(said), "{done:?}");
    let one_answer = unknown("read n; echo $((2 * n))", "echo 0 $1");
    for name in ["right", "wrong"] {
        one_answer.script(name, "read n m; echo $((2 * n))");
    }
    let done = one_answer.judge(&["stress", "p", "--count", "20", "--seed", "0"]);
    let said = "warning: 20 of 20 inputs have the same answer, `0`: ";
    assert!(done.stdout.starts_with(said), "{done:?}");
}

#[test]
fn a_generator_is_shut_in_as_submissions_are() {
    let suite = unknown(
        "read n; echo $((2 * n))",
        "cat cases/../judge.toml; echo $1",
    );
    let done = suite.judge(&[
        "stress",
        "p",
        "--count",
        "2",
        "--generator",
        "./gen x{seed}y",
    ]);
    assert!(!done.stdout.contains("problem.p"), "{done:?}");
    suite.script("gen", "echo $1 | tr -d xy");
    let done = suite.judge(&[
        "stress",
        "p",
        "--count",
        "2",
        "--generator",
        "./gen x{seed}y",
    ]);
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn what_cannot_be_searched_is_2() {
    let suite = unknown("read n; echo $((2 * n))", "echo $1");
    for (words, said) in [
        (&["q"][..], "error: there is no problem `q`\n"),
        (
            &["p", "--submission", "right"],
            "error: `p` has no two methods to compare\n",
        ),
        (
            &["p", "--family", "random"],
            "error: no families are known for the problem `p`\n",
        ),
        (
            &["p", "--generator", "a | b"],
            "error: `--generator`: `|` in `a | b` needs a shell",
        ),
        (
            &["p", "--iteration", "3"],
            "error: the following required arguments",
        ),
        (
            &["p", "--count", "0"],
            "error: invalid value '0' for '--count <N>'",
        ),
    ] {
        let done = suite.judge(&[&["stress"], words].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        assert!(done.stderr.contains(said), "{done:?}");
    }
}

#[test]
fn a_program_that_is_wrong_on_purpose_is_tried_when_it_is_named() {
    let suite = unknown("read n; echo 1", "echo $1");
    let text =
        read(&suite, "judge.toml").replace("run = './wrong'", "expect = 'WA', run = './wrong'");
    suite.file("judge.toml", text);
    let done = suite.judge(&["stress", "p", "--count", "3"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    let done = suite.judge(&["stress", "p", "--count", "3", "--submission", "wrong"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(replay(&done).ends_with(&["--submission".to_owned(), "wrong".to_owned()]));
}

#[test]
fn a_checker_decides_where_more_than_one_answer_is_right() {
    let suite = unknown("read n; echo $((2 * n + 10))", "echo $1");
    // Right is what ends with the same digit as the answer.
    suite.script(
        "checker",
        "read out; read ans < $2; test $((out % 10)) = $((ans % 10)) && exit 42; exit 43",
    );
    let text = read(&suite, "judge.toml").replace(
        "reference =",
        "checker = { run = './checker', protocol = 'icpc' }\nreference =",
    );
    suite.file("judge.toml", text);
    let done = suite.judge(&["stress", "p", "--count", "10"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    suite.script("wrong", "read n; echo $((2 * n + n / 1000000000000 + 1))");
    assert_eq!(suite.judge(&["stress", "p", "--count", "10"]).code, Some(1));
}

#[test]
fn a_counterexample_is_there_when_it_is_said_however_the_judge_ends() {
    let suite = unknown(
        "read n; test $n -lt 3 || sleep 1000; echo $((2 * n))",
        "echo $1",
    );
    let suite = suite.limits("wall = '500s'");
    suite.script("wrong", "read n; echo 1");
    let mut command = suite.command(&["stress", "p", "--seed", "41", "--shrink-for", "500s"]);
    // It makes the search for a smaller one last for ever.
    suite.script("right", "read n; test \"$n\" = 41 || sleep 1000; echo 82");
    command.stdout(std::process::Stdio::piped());
    let mut judge = start(command);
    let stdout = judge.child().stdout.take().unwrap();
    let mut lines = BufReader::new(stdout).lines();
    let first = lines.next().unwrap().unwrap();
    judge.send(Signal::KILL);
    assert_eq!(
        first,
        "input 1 of seed 41, made by `./gen 41`: the methods differ"
    );
    assert_eq!(read(&suite, "target/judge/stress/p-1/first/input"), "41\n");
    let record = read(&suite, "target/judge/stress/p-1/counterexample.toml");
    assert!(
        record.contains("seed = \"41\"\niteration = 1\n"),
        "{record}"
    );
    wait_until("all is gone", || suite.living().is_empty());
}

#[test]
fn an_interrupted_search_tells_what_it_knows() {
    let suite = unknown("read n; sleep 1000", "echo $1").limits("wall = '500s'");
    let mut judge = start(suite.command(&["stress", "p", "--seed", "1"]));
    wait_until("it runs", || suite.n_living("sleep 1000") == 1);
    judge.send(Signal::INT);
    let done = judge.done();
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(
        done.stdout.starts_with("interrupted · right, wrong · "),
        "{done:?}"
    );
    assert_eq!(
        (suite.living().len(), suite.left_in_temporary().len()),
        (0, 0)
    );
}

#[test]
fn an_input_that_is_a_case_already_is_not_promoted() {
    let suite = unknown("read n; echo 1", "echo $1");
    suite.case("mine", "7\n", "14\n");
    let input = suite.file("seven", "7\n");
    let done = suite.judge(&["promote", input.to_str().unwrap()]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(
        done.stderr
            .starts_with("error: there is a case with this input: `"),
        "{done:?}"
    );
    suite.file("eight", "8\n");
    let done = suite.judge(&["promote", "eight", "--why", "because"]);
    // `wrong` is meant to be right, and is not: nobody knows which of the two is.
    assert_eq!(done.code, Some(5), "{done:?}");
    let said = "error: the reference's answer is not confirmed: `wrong` gets WA with it\n";
    assert!(done.stderr.starts_with(said), "{done:?}");
    suite.script("wrong", "read n; echo $((n + n))");
    let done = suite.judge(&["promote", "eight", "--why", "because"]);
    assert_eq!(done.stdout, "cases/stress/input-1  because\n", "{done:?}");
    assert_eq!(
        done.stderr,
        "expected output by right, confirmed by `wrong`\n"
    );
    assert_eq!(
        read(&suite, "cases/stress/input-1/case.toml"),
        "why = \"because\"\n"
    );
}

#[test]
fn a_name_that_no_case_can_have_is_2() {
    let suite = unknown("read n; echo $((n + n))", "echo $1");
    suite.case("mine", "7\n", "14\n");
    suite.file("eight", "8\n");
    for name in ["", "..", "../a", "/tmp/a", ".a", "a/.b", "mine/a"] {
        let done = suite.judge(&["promote", "eight", "--name", name]);
        assert_eq!(done.code, Some(2), "{name}: {done:?}");
        assert!(
            done.stderr.contains("cannot be the name of a case\n"),
            "{done:?}"
        );
    }
    let done = suite.judge(&["promote", "eight", "--name", "mine"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("exists already\n"), "{done:?}");
    assert_eq!(files(&suite.path().join("cases")).len(), 2);
}

#[test]
fn a_killed_promotion_leaves_a_whole_case_or_none() {
    let suite = known("flip-game", "fn main() {}");
    let black = "bbbb\n".repeat(4);
    suite.file("black", &black);
    let cases = suite.path().join("cases");
    let is_begun = || fs::read_dir(&cases).unwrap().next().is_some();
    for n_entries in 0..24 {
        let judge = start(suite.command(&["promote", "black"]));
        let mut judge = judge;
        let in_hidden = || {
            let entries = fs::read_dir(cases.join("stress"));
            entries.map_or(0, |entries| entries.flatten().count()) > 0
        };
        let ended = |judge: &mut crate::suite::Running| judge.child().try_wait().unwrap().is_some();
        // At different moments: before anything is there, once a folder is, once a case begins.
        while !ended(&mut judge) {
            let is_time = match n_entries % 3 {
                0 => true,
                1 => is_begun(),
                _ => in_hidden(),
            };
            if is_time {
                judge.send(Signal::KILL);
                break;
            }
        }
        drop(judge);
        for (path, contents) in files(&cases) {
            let hidden = path
                .components()
                .any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."));
            let whole: &[u8] = match path.file_name().unwrap().to_str().unwrap() {
                "input" => black.as_bytes(),
                "expected" => b"0\n",
                "case.toml" => b"why = \"an input from `black`\"\n",
                name => panic!("{name}"),
            };
            assert!(hidden || contents == whole, "{}", path.display());
        }
        let whole = cases.join("stress/input-1");
        if whole.exists() {
            assert_eq!(files(&whole).len(), 3);
        }
        let _ = fs::remove_dir_all(&cases);
        fs::create_dir(&cases).unwrap();
    }
    assert!(Path::new(JUDGE).exists());
}

#[test]
fn every_line_of_the_json_report_is_an_object_that_says_what_it_is() {
    let suite = unknown("read n; echo $((3 * n))", "echo $1");
    let done = suite.judge(&["stress", "p", "--seed", "9", "--format", "json"]);
    let lines = done.json();
    let types: Vec<&Value> = lines.iter().map(|line| &line["type"]).collect();
    assert_eq!(types, ["difference", "smallest", "stress"]);
    assert_eq!(lines[0]["command"], "judge stress p --seed 9 --iteration 1");
    assert_eq!(lines[0]["counterexample"]["expected"], "18\\x0a");
    assert_eq!(lines[1]["counterexample"]["input"], "1\\x0a");
    assert_eq!(
        (&lines[2]["inputs"], &lines[2]["found"]),
        (&1.into(), &true.into())
    );
}

#[test]
fn an_interactive_problem_is_refused_with_what_to_do_instead() {
    let suite = Suite::of_script("cat");
    suite.script("i", "exit 42");
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let interactor = "[problem.p.interactor]\nrun = './i'\nprotocol = 'icpc'\n";
    suite.file("judge.toml", format!("{config}{interactor}"));
    fs::create_dir(suite.path().join("cases")).unwrap();
    let done = suite.judge(&["stress", "p"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("`p` is interactive"), "{done:?}");
    assert!(done.stderr.contains("help: judge it on cases"), "{done:?}");
}
