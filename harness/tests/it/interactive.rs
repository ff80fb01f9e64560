//! Interactive problems, in both protocols: a submission that guesses a number, and an
//! interactor that knows it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::json::assert_case_line;
use crate::suite::{Done, MARK, Suite, start, verdicts, wait_until};

/// Reads the number from the input and answers guesses, seven at most.
const ICPC: &str = "read -r number < \"$1\"
n=0
while [ $n -lt 7 ]; do
    n=$((n + 1))
    if ! read -r guess; then
        echo \"no guess $n\" > \"$3/judgemessage.txt\"; exit 43
    fi
    case $guess in ''|*[!0-9]*) echo \"guess $n is no number\" > \"${3}judgemessage.txt\"; exit 43;; esac
    if [ $guess -lt $number ]; then echo higher
    elif [ $guess -gt $number ]; then echo lower
    else
        echo correct
        read -r more && { echo 'goes on' > \"$3/judgemessage.txt\"; exit 43; }
        exit 42
    fi
done
echo 'no guesses left' > \"$3/judgemessage.txt\"
exit 43";

/// Halves the range from 1 to 100.
const GUESSES: &str = "low=1; high=100
while :; do
    middle=$(((low + high) / 2))
    echo $middle
    read -r answer || exit 9
    case $answer in
        correct) exit 0;;
        lower) high=$((middle - 1));;
        higher) low=$((middle + 1));;
        *) exit 8;;
    esac
done";

/// A problem `p` with an interactor and a submission `s`, both scripts, and a case.
fn suite(protocol: &str, interactor: &str, submission: &str) -> Suite {
    let suite = Suite::of_script(submission);
    let mark = suite.path().display().to_string();
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let interactor_table = format!(
        "[problem.p.interactor]\nrun = './talk'\nprotocol = '{protocol}'\n\
         env = {{ {MARK} = '{mark}' }}\n"
    );
    suite.file("judge.toml", format!("{config}{interactor_table}"));
    suite.script("talk", interactor);
    suite.case("one", "37\n", "");
    suite
}

/// Adds lines to the interactor's table.
fn with_line(suite: Suite, line: &str) -> Suite {
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", format!("{config}{line}\n"));
    suite
}

fn only(suite: &Suite) -> Value {
    let mut cases = suite.cases(&[]);
    assert_eq!(cases.len(), 1, "{cases:?}");
    cases.remove(0)
}

/// The verdict and the reason of a suite's only case.
fn ruled(suite: &Suite) -> (String, String) {
    let case = only(suite);
    let text = |key: &str| case[key].as_str().unwrap().to_owned();
    (text("verdict"), text("reason"))
}

/// What was said, each turn as `>` or `<` and its text.
fn said(case: &Value) -> Vec<String> {
    let turns = case["transcript"]["beginning"].as_array().unwrap().iter();
    turns
        .map(|turn| {
            let mark = match turn["by"].as_str() {
                Some("submission") => '>',
                _ => '<',
            };
            format!("{mark} {}", turn["text"].as_str().unwrap())
        })
        .collect()
}

#[test]
fn who_guesses_right_is_accepted_and_no_transcript_is_kept() {
    let suite = suite("icpc", ICPC, GUESSES);
    let case = only(&suite);
    assert_eq!(case["verdict"], "AC", "{case}");
    assert_eq!(case["transcript"], Value::Null);
    assert_eq!(case["compare"], "interactor ./talk (icpc)");
    assert!(case["output_bytes"].as_u64().unwrap() > 2);
}

#[test]
fn a_wrong_guesser_gets_the_words_of_the_interactor_and_the_transcript() {
    let submission = "for n in 1 2 3 4 5 6 7; do echo $n; read -r answer; done";
    let suite = suite("icpc", ICPC, submission);
    let case = only(&suite);
    assert_eq!(case["verdict"], "WA", "{case}");
    assert_eq!(case["reason"], "the interactor says: no guesses left");
    assert_case_line(&case);
    let expected: Vec<String> = (1..=7)
        .flat_map(|n| [format!("> {n}\\x0a"), "< higher\\x0a".to_owned()])
        .collect();
    assert_eq!(said(&case), expected);
    let shown = suite.judge(&["run"]).stdout;
    for part in [
        "        submission >, interactor <\n",
        "                 > 1\n                 < higher\n",
        "                 … 2 lines\n",
        "                 > 7\n                 < higher\n",
        "        input    37\n",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn what_is_said_cannot_steer_a_terminal() {
    let suite = suite("icpc", ICPC, "printf '\\033[2Jhello\\n'; read -r answer");
    let done = suite.judge(&["run"]);
    assert!(done.stdout.contains("> \\x1b[2Jhello\n"), "{}", done.stdout);
    assert!(!done.stdout.contains('\x1b'), "{}", done.stdout);
}

#[test]
fn a_refusal_decides_whatever_the_submission_does_afterwards() {
    for after in [
        "exit 3",
        "kill -SEGV $$",
        "while :; do :; done",
        "sleep 600",
        "yes",
        "trap '' PIPE; while :; do echo x || :; done",
        "exec sh -c 'while :; do :; done' < /dev/null > /dev/null",
    ] {
        let suite = suite(
            "icpc",
            ICPC,
            &format!("echo nonsense; read -r answer; {after}"),
        );
        // Without an end by the judge this would take minutes.
        let suite = suite.limits("time = '300s'");
        let started = Instant::now();
        let (verdict, reason) = ruled(&suite);
        assert_eq!(verdict, "WA", "{after}: {reason}");
        let expected = "the interactor says: guess 1 is no number";
        assert_eq!(reason, expected, "{after}");
        assert!(started.elapsed() < Duration::from_secs(120), "{after}");
    }
}

#[test]
fn a_submission_that_fails_first_has_failed_by_that() {
    for (submission, verdict, part) in [
        ("exit 3", "RE", "exit code 3"),
        ("echo 50; kill -SEGV $$", "RE", "ended by SIGSEGV"),
        ("echo 50; while :; do :; done", "TLE", "of CPU time"),
        (
            "head -c 200000000 /dev/zero | tail > /dev/null; exec sleep 600",
            "MLE",
            "resident",
        ),
    ] {
        let suite = suite("icpc", ICPC, submission);
        let suite = suite.limits("time = '500ms'\nmemory = '20MiB'\nwall = '60s'");
        let (seen, reason) = ruled(&suite);
        assert_eq!(seen, verdict, "{submission}: {reason}");
        assert!(reason.contains(part), "{submission}: {reason}");
    }
}

#[test]
fn a_submission_that_fails_after_the_right_answer_has_failed() {
    for (end, verdict, reason) in [
        ("exit 3", "RE", "exit code 3"),
        ("while :; do :; done", "TLE", "more than 200 ms of CPU time"),
    ] {
        let submission = GUESSES.replace("exit 0", end);
        let suite = suite("icpc", ICPC, &submission).limits("time = '200ms'");
        assert_eq!(ruled(&suite), (verdict.to_owned(), reason.to_owned()));
        // An interactor that does not wait for the end.
        let hasty = ICPC.replace("read -r more &&", "false &&");
        suite.script("talk", &hasty);
        let (seen, reason) = ruled(&suite);
        assert_eq!(seen, verdict, "{reason}");
    }
}

#[test]
fn an_interactor_that_does_not_wait_for_the_end_makes_nobody_fail() {
    // What is said to one that has gone is lost, and no broken pipe.
    let talk = "read -r line; echo fine; exit 42";
    let submission = "echo 1; read -r answer; for n in 1 2 3 4; do echo more; done; cat; exit 0";
    assert_eq!(only(&suite("icpc", talk, submission))["verdict"], "AC");
    let large = "echo 1; head -c 3000000 /dev/zero; exit 0";
    assert_eq!(only(&suite("icpc", talk, large))["verdict"], "AC");
}

#[test]
fn a_submission_that_ends_early_is_judged_by_what_the_interactor_makes_of_it() {
    let case = only(&suite("icpc", ICPC, "echo 50; exit 0"));
    assert_eq!(case["verdict"], "WA", "{case}");
    assert_eq!(case["reason"], "the interactor says: no guess 2");
    assert_eq!(said(&case)[0], "> 50\\x0a");
    // And one that closes its output only, and reads on.
    let talk = "cat > /dev/null; echo over; exit 42";
    let submission = "echo 50; exec >&-; read -r answer && test \"$answer\" = over";
    assert_eq!(only(&suite("icpc", talk, submission))["verdict"], "AC");
    // The other way round.
    let talk = "exec >&-; read -r line && test \"$line\" = end && exit 42";
    let submission = "cat; echo end";
    assert_eq!(only(&suite("icpc", talk, submission))["verdict"], "AC");
}

#[test]
fn a_silent_submission_is_idle_and_it_is_said_that_both_waited() {
    let suite = suite("icpc", ICPC, "read -r answer").limits("wall = '300ms'");
    let (verdict, reason) = ruled(&suite);
    assert_eq!(verdict, "TLE", "{reason}");
    assert!(reason.starts_with("idle: stopped by the wall guard after 300 ms"));
    let end = ", while the interactor waited for it: is its output flushed?";
    assert!(reason.ends_with(end), "{reason}");
}

#[test]
fn an_interactor_that_does_not_read_is_named_where_the_submission_waits_for_it() {
    let talk = "sleep 0.6; exit 42";
    let suite = suite("icpc", talk, "echo 50; read -r answer").limits("wall = '300ms'");
    let (verdict, reason) = ruled(&suite);
    assert_eq!(verdict, "TLE", "{reason}");
    let end = ", while the interactor had not read 3 bytes of its output";
    assert!(reason.ends_with(end), "{reason}");
}

#[test]
fn a_chatterbox_is_above_its_output_limit_whoever_listens() {
    for talk in ["cat > /dev/null; exit 42", "exit 42"] {
        let suite = suite("icpc", talk, "yes").limits("output = '1MB'\ntime = '60s'");
        let (verdict, reason) = ruled(&suite);
        assert_eq!(verdict, "OLE", "{talk}: {reason}");
        assert!(reason.contains(" of output"), "{reason}");
    }
}

#[test]
fn megabytes_pass_in_both_directions() {
    let talk = "head -c 3000000 /dev/zero & test \"$(wc -c)\" -eq 3000000 && exit 42; exit 43";
    let submission = "head -c 3000000 /dev/zero & heard=$(head -c 3000000 | wc -c)
        wait; test $heard -eq 3000000";
    let suite = suite("icpc", talk, submission).limits("time = '30s'");
    assert_eq!(only(&suite)["verdict"], "AC");
}

#[test]
fn an_interactor_that_fails_accuses_the_judge_whatever_the_submission_did() {
    let segfault = "echo 'about to crash' >&2; kill -SEGV $$";
    for (talk, limits, part) in [
        (segfault, "", "ended by SIGSEGV"),
        ("read -r guess; exit 1", "", "exit code 1, which is neither"),
        ("exit 0", "", "exit code 0, which is neither"),
        ("while :; do :; done", "time = '100ms'", "of CPU time"),
        (
            "cat > /dev/null; sleep 600",
            "wall = '200ms'",
            "the wall guard after 200 ms",
        ),
        ("yes", "output = '100kB'", "of output"),
        ("yes >&2", "stderr = '100kB'", "on standard error"),
    ] {
        for submission in ["echo 50; cat > /dev/null", "exit 3", "exec sleep 1"] {
            let suite = with_line(
                suite("icpc", talk, submission),
                &format!("limits = {{ {limits} }}"),
            );
            let done = suite.judge(&["run", "--format", "json"]);
            let case = &done.cases()[0];
            let reason = case["reason"].as_str().unwrap();
            assert_eq!(case["verdict"], "JE", "{talk}, {submission}: {reason}");
            assert!(reason.starts_with("the interactor failed: "), "{reason}");
            assert!(reason.contains(part), "{talk}, {submission}: {reason}");
            assert_eq!(done.code, Some(5));
        }
    }
    let case = only(&suite("icpc", segfault, "cat"));
    assert_eq!(case["remarks"][0]["text"], "about to crash\\x0a");
}

/// The verdicts of cases whose inputs are the exit codes of an interactor.
fn verdicts_of_codes(protocol: &str, codes: &[u8]) -> Vec<String> {
    let suite = suite(
        protocol,
        "cat > /dev/null; exit \"$(cat \"$1\")\"",
        "echo 1",
    );
    fs::remove_dir_all(suite.path().join("cases/one")).unwrap();
    for code in codes {
        suite.case(code.to_string(), code.to_string(), "");
    }
    let mut cases = suite.cases(&[]);
    cases.sort_by_key(|case| case["index"].as_u64());
    verdicts(&cases).into_iter().map(str::to_owned).collect()
}

#[test]
fn exit_codes_mean_what_they_mean_for_checkers() {
    let icpc = verdicts_of_codes("icpc", &[0, 1, 41, 42, 43, 44]);
    assert_eq!(icpc, ["JE", "JE", "JE", "AC", "WA", "JE"]);
    let testlib = verdicts_of_codes("testlib", &[0, 1, 2, 3, 4, 7, 8, 42]);
    let expected = ["AC", "WA", "PE", "JE", "PE", "JE", "PE", "JE"];
    assert_eq!(testlib, expected);
}

#[test]
fn a_testlib_interactor_is_told_input_output_and_answer() {
    let talk = "test $# = 4 && test \"$4\" = '--a b' || exit 3
        read -r number < \"$1\"; echo kept > \"$2\" || exit 3
        test \"$(cat \"$3\")\" = answer || exit 3
        test ! -s other || exit 3
        echo \"hint $number\"; read -r guess
        test \"$guess\" = \"$number\" && exit 0
        echo \"wrong answer $guess\" >&2; exit 1";
    let suite = suite("testlib", talk, "read -r _ number; echo $number");
    let suite = with_line(suite, "args = ['--a b']");
    suite.case("one", "37\n", "answer\n");
    assert_eq!(ruled(&suite), ("AC".to_owned(), String::new()));
    suite.script("s", "read -r hint; echo 36; sleep 600");
    let reason = "the interactor says: wrong answer 36".to_owned();
    assert_eq!(ruled(&suite), ("WA".to_owned(), reason));
}

#[test]
fn a_case_without_an_answer_is_whole_and_the_interactor_gets_an_empty_one() {
    for (protocol, answer, right) in [("icpc", "$2", 42), ("testlib", "$3", 0)] {
        let talk =
            format!("test -r \"{answer}\" && test -z \"$(cat \"{answer}\")\" && exit {right}");
        let suite = suite(protocol, &talk, "cat");
        fs::remove_file(suite.path().join("cases/one/expected")).unwrap();
        let (verdict, reason) = ruled(&suite);
        assert_eq!(verdict, "AC", "{protocol}: {reason}");
    }
}

#[test]
fn the_submission_sees_nothing_of_the_case() {
    let suite = suite("icpc", ICPC, "");
    let input = suite.path().join("cases/one/input");
    suite.script(
        "s",
        &format!(
            "cat '{}' 2> /dev/null || echo hidden; ls; read -r answer",
            input.display()
        ),
    );
    let case = only(&suite);
    assert_eq!(case["verdict"], "WA");
    assert_eq!(said(&case), ["> hidden\\x0a"]);
}

#[test]
fn a_submission_that_was_granted_the_input_is_refused() {
    let suite = suite("icpc", ICPC, GUESSES);
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let config = config.replace("run = './s'", "run = './s', read = ['cases/one/input']");
    suite.file("judge.toml", config);
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(2), "{done:?}");
}

#[test]
fn standard_input_and_output_can_be_opened_by_their_names() {
    let talk = "echo question > /dev/stdout; read -r answer < /dev/stdin
        test \"$answer\" = question && exit 42; exit 43";
    let submission = "read -r line < /dev/stdin; echo \"$line\" > /dev/stdout";
    for isolation in ["full", "basic", "none"] {
        let suite = suite("icpc", talk, submission);
        // The unprivileged user of a superuser's judge must get there.
        fs::set_permissions(suite.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let cases = suite.cases(&["--isolation", isolation]);
        assert_eq!(verdicts(&cases), ["AC"], "{isolation}: {cases:?}");
    }
}

#[test]
fn what_either_leaves_behind_is_ended_and_reaches_no_other_case() {
    let talk = ICPC.replace(
        "read -r number",
        "test ! -e mine || exit 1; : > mine; (sleep 600 &)\nread -r number",
    );
    let submission = format!("test ! -e mine || exit 1; : > mine; (sleep 600 &)\n{GUESSES}");
    let suite = suite("icpc", &talk, &submission);
    for n in 2..30 {
        suite.case(n.to_string(), format!("{n}\n"), "");
    }
    let cases = suite.cases(&["--jobs", "2"]);
    assert_eq!(verdicts(&cases), ["AC"; 29], "{cases:?}");
    assert_eq!(cases[0]["left_over"], 1);
}

#[test]
fn interactive_items_and_others_can_stand_in_one_plan() {
    let suite = suite("icpc", ICPC, GUESSES);
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let other = |name: &str| format!("[problem.{name}]\ncases = 'q'\nsubmission.s = './cat'\n");
    suite.file(
        "judge.toml",
        format!("{}{config}{}", other("a"), other("z")),
    );
    suite.script("cat", "read -r line; echo $line");
    for n in 0..40 {
        suite.file(format!("q/{n}/input"), format!("{n}\n"));
        suite.file(format!("q/{n}/expected"), format!("{n}\n"));
        suite.case(format!("{n}"), "1\n", "");
    }
    let cases = suite.cases(&["--jobs", "2"]);
    assert_eq!(verdicts(&cases), ["AC"; 121], "{cases:?}");
}

#[test]
fn an_interactor_that_cannot_be_started_is_told_before_anything_runs() {
    let suite = suite("icpc", ICPC, GUESSES);
    fs::remove_file(suite.path().join("talk")).unwrap();
    let case = only(&suite);
    assert_eq!(case["verdict"], "JE");
    let reason = case["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the interactor cannot be started: "),
        "{reason}"
    );
    assert_eq!(case["attempts"], 0);
}

#[test]
fn what_does_not_start_in_spite_of_that_leaves_nothing_waiting() {
    for program in ["s", "talk"] {
        let suite = suite("icpc", ICPC, GUESSES);
        let path = suite.path().join(program);
        let text = fs::read_to_string(&path).unwrap();
        // Every look at it is fine, but its interpreter is not one.
        fs::write(&path, text.replace("/bin/sh", "/etc/passwd")).unwrap();
        let (verdict, reason) = ruled(&suite);
        assert_eq!(verdict, "JE", "{program}: {reason}");
    }
}

#[test]
fn an_interruption_ends_both() {
    let suite = suite(
        "icpc",
        "echo talk; exec sleep 600",
        "read -r line; exec sleep 600",
    );
    let suite = suite.limits("wall = '600s'");
    let mut running = start(suite.command(&["run"]));
    wait_until("both run", || suite.n_living("sleep 600") == 2);
    running.send(Signal::TERM);
    let done = running.done();
    assert_eq!(done.code, Some(128 + 15), "{done:?}");
    assert_eq!(suite.living(), [] as [String; 0]);
    assert_eq!(suite.left_in_temporary().len(), 0);
}

#[test]
fn many_short_words_pass() {
    let talk = "for n in 1 2 3 4 5 6 7 8 9 10; do for m in 1 2 3 4 5 6 7 8 9 10; do
        echo $n$m; read -r answer; test \"$answer\" = $n$m || exit 43
        done; done; exit 42";
    let submission = "while read -r line; do echo $line; done";
    let suite = suite("icpc", talk, submission);
    assert_eq!(only(&suite)["verdict"], "AC");
}

/// The lines of `judge list` and `judge list --check`.
fn listed(suite: &Suite) -> (Done, Done) {
    (suite.judge(&["list"]), suite.judge(&["list", "--check"]))
}

#[test]
fn the_list_shows_the_interactor_and_that_there_is_nothing_to_check() {
    let suite = suite("icpc", ICPC, GUESSES);
    let (list, check) = listed(&suite);
    let shown = "  interactor  talk, icpc\n    time      60.000 s (built-in)\n";
    assert!(list.stdout.contains(shown), "{}", list.stdout);
    assert_eq!(check.code, Some(0), "{check:?}");
    let shown = "0 expected outputs checked: no fault\n\
                 1 case with an interactor not checked: it answers to no output\n";
    assert_eq!(check.stdout, shown);
}
