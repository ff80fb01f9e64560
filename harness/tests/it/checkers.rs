//! Checkers that are programs, in both protocols.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::suite::{Done, MARK, Suite, verdicts};

/// A problem `p` whose submission prints its input, with this `checker`.
pub(crate) fn suite(checker: &str) -> Suite {
    let suite = Suite::of_script("cat");
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let config = config.replace("cases = 'cases'", &format!("cases = 'cases'\n{checker}"));
    suite.file("judge.toml", config);
    suite
}

/// The same, and the checker is a script that speaks a protocol.
pub(crate) fn of_script(protocol: &str, text: &str) -> Suite {
    let suite = suite("");
    let mark = suite.path().display().to_string();
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let checker = format!(
        "[problem.p.checker]\nrun = './check'\nprotocol = '{protocol}'\nenv = {{ {MARK} = '{mark}' }}\n"
    );
    suite.file("judge.toml", format!("{config}{checker}"));
    suite.script("check", text);
    suite
}

/// The verdict and the reason of the only case, for which the checker is a script.
fn ruled(protocol: &str, text: &str) -> (String, String) {
    let case = of_script(protocol, text).only("the answer");
    let text = |key: &str| case[key].as_str().unwrap().to_owned();
    (text("verdict"), text("reason"))
}

/// What a checker said of a case, by where it said it.
fn remark<'c>(case: &'c Value, from: &str) -> Option<&'c str> {
    let mut remarks = case["remarks"].as_array().unwrap().iter();
    remarks.find(|remark| remark["from"] == from)?["text"].as_str()
}

/// The verdicts of cases whose answers are the exit codes of the checker.
fn verdicts_of_codes(protocol: &str, answer: &str, codes: &[u8]) -> Vec<String> {
    let suite = of_script(protocol, &format!("exit \"$(cat \"{answer}\")\""));
    for code in codes {
        suite.case(code.to_string(), "", code.to_string());
    }
    let mut cases = suite.cases(&[]);
    cases.sort_by_key(|case| case["index"].as_u64());
    verdicts(&cases).into_iter().map(str::to_owned).collect()
}

#[test]
fn the_exit_code_of_a_validator_decides() {
    let verdicts = verdicts_of_codes("icpc", "$2", &[0, 1, 41, 42, 43, 44, 255]);
    assert_eq!(verdicts, ["JE", "JE", "JE", "AC", "WA", "JE", "JE"]);
}

#[test]
fn the_exit_code_of_a_testlib_checker_decides() {
    let codes = [0, 1, 2, 3, 4, 5, 7, 8, 42, 43, 50];
    let verdicts = verdicts_of_codes("testlib", "$3", &codes);
    let expected = [
        "AC", "WA", "PE", "JE", "PE", "JE", "JE", "PE", "JE", "JE", "JE",
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn a_validator_is_told_input_answer_and_feedback_directory_and_reads_the_output() {
    let text = "printf '%s|' \"$#\" \"$(cat \"$1\")\" \"$(cat \"$2\")\" \"$(cat)\" \"$4\" >&2
        test -d \"$3\" && test -z \"$(ls -A \"$3\")\" && case $3 in */) exit 43;; esac";
    let suite = of_script("icpc", text);
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", format!("{config}args = ['--a b']\n"));
    suite.case("one", "in\n", "answer\n");
    let cases = suite.cases(&[]);
    assert_eq!(cases[0]["verdict"], "WA");
    assert_eq!(remark(&cases[0], "stderr"), Some("4|in|answer|in|--a b|"));
}

#[test]
fn a_testlib_checker_is_told_input_output_and_answer() {
    let text =
        "printf '%s|' \"$#\" \"$(cat \"$1\")\" \"$(cat \"$2\")\" \"$(cat \"$3\")\" >&2; exit 1";
    let suite = of_script("testlib", text);
    suite.case("one", "in\n", "answer\n");
    let cases = suite.cases(&[]);
    assert_eq!(cases[0]["verdict"], "WA");
    assert_eq!(
        cases[0]["reason"],
        "the checker says: 3|in|in|answer|".to_owned()
    );
}

#[test]
fn paths_of_any_bytes_are_one_argument_each() {
    for (protocol, answer, right) in [("icpc", "$2", 42), ("testlib", "$3", 0)] {
        let suite = suite(&format!(
            "checker = {{ run = \"'./my check'\", protocol = '{protocol}' }}"
        ));
        let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
        let config = config.replace("cases = 'cases'", "cases = 'my cases'");
        suite.file("judge.toml", config);
        let text = format!(
            "test $# = 3 && test \"$(cat \"$1\")\" = in || exit 9
            test \"$(cat \"{answer}\")\" = answer && exit {right}"
        );
        suite.script("my check", &text);
        let name = OsStr::from_bytes(b"it's \xff\n*$HOME \"two\"");
        let case = Path::new("my cases").join(name);
        suite.file(case.join("input"), "in\n");
        suite.file(case.join("expected"), "answer\n");
        let cases = suite.cases(&[]);
        assert_eq!(verdicts(&cases), ["AC"], "{cases:?}");
    }
}

#[test]
fn what_it_leaves_in_its_directory_comes_back_bounded_and_cannot_steer_a_terminal() {
    let text = "printf '\\033[31mline 3 is no prime\\nmore' > \"${3}judgemessage.txt\"
        echo try again > \"$3/teammessage.txt\"
        head -c 100000 /dev/zero > \"$3/judgeerror.txt\"
        exit 43";
    let suite = of_script("icpc", text);
    suite.case("one", "", "");
    let case = &suite.cases(&[])[0];
    assert_eq!(case["verdict"], "WA");
    let zeros = "\\x00".repeat(4096);
    assert_eq!(remark(case, "judgeerror.txt"), Some(&*zeros));
    let message = "\\x1b[31mline 3 is no prime\\x0amore";
    assert_eq!(remark(case, "judgemessage.txt"), Some(message));
    assert_eq!(remark(case, "teammessage.txt"), Some("try again\\x0a"));
    let shown = suite.judge(&["run"]).stdout;
    assert!(shown.contains("checker's judgemessage.txt:"), "{shown}");
    assert!(!shown.contains('\x1b') && !shown.contains('\0'), "{shown}");
}

#[test]
fn a_wrong_answer_shows_what_the_checker_says_and_what_was_printed() {
    let suite = of_script("testlib", "echo 'expected 4, found 5' >&2; exit 1");
    suite.case("one", "5\n", "4\n");
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    for part in ["the checker says: expected 4, found 5\n", "output   5\n"] {
        assert!(done.stdout.contains(part), "{}", done.stdout);
    }
    // What stands in the reason is not said again.
    assert_eq!(done.stdout.matches("found 5").count(), 1);
}

#[test]
fn a_crash_is_a_judge_error_with_its_own_words_and_other_cases_go_on() {
    let text = "test \"$(cat \"$2\")\" = fine && exit 42\necho 'about to crash' >&2; kill -SEGV $$";
    let suite = of_script("icpc", text);
    suite
        .case("1", "", "crash")
        .case("2", "", "fine")
        .case("3", "", "crash");
    let done = suite.judge(&["run", "--jobs", "1", "--format", "json"]);
    assert_eq!(done.code, Some(5), "{done:?}");
    let cases = done.cases();
    assert_eq!(verdicts(&cases), ["JE", "AC", "JE"]);
    let reason = cases[0]["reason"].as_str().unwrap();
    assert!(reason.starts_with("the checker failed: ended by SIGSEGV"));
    assert!(reason.ends_with(", and says: about to crash"), "{reason}");
    assert_eq!(remark(&cases[0], "stderr"), Some("about to crash\\x0a"));
}

/// The verdict and the reason where the checker is above a limit of its own.
fn above(limit: &str, text: &str) -> (String, String) {
    let suite = of_script("icpc", &format!("{text}\nexit 43"));
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", format!("{config}limits = {{ {limit} }}\n"));
    suite.case("one", "", "");
    let case = &suite.cases(&[])[0];
    let text = |key: &str| case[key].as_str().unwrap().to_owned();
    (text("verdict"), text("reason"))
}

#[test]
fn a_checker_above_a_limit_of_its_own_is_a_judge_error_that_names_the_limit() {
    for (limit, text, part) in [
        ("time = '50ms'", "while :; do :; done", "of CPU time"),
        ("wall = '100ms'", "sleep 600", "stopped by the wall guard"),
        (
            "memory = '20MiB'",
            "head -c 200000000 /dev/zero | tail > /dev/null",
            "20.0 MiB resident",
        ),
        ("output = '1MiB'", "yes", "1.0 MiB of output"),
        ("stderr = '1MiB'", "yes >&2", "1.0 MiB on standard error"),
    ] {
        let (verdict, reason) = above(limit, text);
        assert_eq!(verdict, "JE", "{limit}: {reason}");
        assert!(reason.starts_with("the checker failed: "), "{reason}");
        assert!(reason.contains(part), "{limit}: {reason}");
    }
}

#[test]
fn the_limits_of_submissions_do_not_bind_it() {
    let suite = of_script(
        "icpc",
        "head -c 100000000 /dev/zero | tail > /dev/null; exit 42",
    );
    let suite = suite.limits("memory = '20MiB'");
    assert_eq!(suite.only("")["verdict"], "AC");
}

/// What comes of two cases of `p` and one of `q`, which has another checker, where that of
/// `p` is spoilt.
fn spoilt(spoil: impl FnOnce(&Path)) -> Done {
    let suite = of_script("icpc", "exit 42");
    suite.case("one", "", "").case("two", "", "");
    suite.file("q/one/input", "");
    suite.file("q/one/expected", "");
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let other = "[problem.q]\ncases = 'q'\nsubmission.s = './s'\n";
    suite.file("judge.toml", format!("{config}{other}"));
    spoil(&suite.path().join("check"));
    let mut done = suite.judge(&["run", "--format", "json"]);
    let place = format!("{}/", suite.path().display());
    done.stdout = done.stdout.replace(&place, "");
    done
}

#[test]
fn a_checker_that_cannot_be_started_is_told_before_anything_runs() {
    let missing = spoilt(|path| fs::remove_file(path).unwrap());
    let forbidden = spoilt(|path| {
        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    });
    let foreign = spoilt(|path| {
        let mut header = vec![0; 64];
        header[..20].copy_from_slice(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xf3\0");
        fs::write(path, header).unwrap();
    });
    for (done, reason) in [
        (missing, "`check` does not exist"),
        (forbidden, "`check` is not executable: chmod +x check"),
        (
            foreign,
            "`check` is made for 64-bit RISC-V, not for this machine",
        ),
    ] {
        assert_eq!(done.code, Some(5), "{done:?}");
        let mut cases = done.cases();
        cases.sort_by_key(|case| case["index"].as_u64());
        assert_eq!(verdicts(&cases), ["JE", "JE", "AC"]);
        for case in &cases[..2] {
            let whole = format!("the checker cannot be started: {reason}");
            assert_eq!(case["reason"].as_str().unwrap().replace("./", ""), whole);
            assert_eq!(case["attempts"], 0);
        }
    }
}

#[test]
fn a_fault_of_the_checker_is_shown_once_for_all_cases() {
    let suite = of_script("icpc", "exit 42");
    suite.case("one", "", "").case("two", "", "");
    fs::remove_file(suite.path().join("check")).unwrap();
    let shown = suite.judge(&["run"]).stdout;
    let n_shown = shown.matches("JE s  p/").count();
    assert_eq!(n_shown, 1, "{shown}");
    assert!(shown.contains("s: 1 more case with this fault"), "{shown}");
}

#[test]
fn a_case_without_an_answer_is_not_accepted_whatever_the_checker_would_say() {
    let suite = of_script("icpc", "exit 42");
    suite.file("cases/one/input", "");
    let done = suite.judge(&["run", "--format", "json"]);
    assert_eq!(done.code, Some(5));
    let case = &done.cases()[0];
    assert_eq!(case["verdict"], "JE");
    assert_eq!(case["reason"], "no expected output: `expected` is missing");
}

#[test]
fn an_answer_that_cannot_be_read_is_a_judge_error_before_the_checker_is_asked() {
    for file in ["input", "expected"] {
        let suite = of_script("icpc", "exit 42");
        suite.case("one", "", "");
        let path = suite.path().join("cases/one").join(file);
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        let case = &suite.cases(&[])[0];
        assert_eq!(case["verdict"], "JE", "{case}");
        assert!(case["reason"].as_str().unwrap().contains("read"), "{case}");
    }
}

#[test]
fn what_happened_to_the_submission_comes_before_the_checker() {
    for (submission, verdict) in [
        ("exit 3", "RE"),
        ("kill -SEGV $$", "RE"),
        ("while :; do :; done", "TLE"),
        ("yes", "OLE"),
    ] {
        let suite = of_script("icpc", "exit 42");
        suite.script("s", submission);
        let suite = suite.limits("time = '100ms'\noutput = '1MB'");
        assert_eq!(suite.only("")["verdict"], verdict);
    }
}

#[test]
fn a_checker_sees_the_cases_and_cannot_change_them_while_submissions_see_none() {
    let text = "test -s \"$1\" && test -s \"$2\" || exit 1
        for file in \"$1\" \"$2\"; do
            (echo changed > \"$file\") 2> /dev/null && exit 2
            rm -f \"$file\" 2> /dev/null
            test -s \"$file\" || exit 3
        done
        test \"$(cat)\" = hidden && exit 42
        exit 43";
    let suite = of_script("icpc", text);
    suite.case("one", "in", "answer");
    let answer = suite.path().join("cases/one/expected");
    suite.script(
        "s",
        &format!("cat '{}' 2> /dev/null || echo hidden", answer.display()),
    );
    let cases = suite.cases(&[]);
    assert_eq!(verdicts(&cases), ["AC"], "{cases:?}");
    assert_eq!(fs::read(answer).unwrap(), b"answer");
}

#[test]
fn a_case_that_is_a_link_out_of_its_directory_reaches_the_checker() {
    let suite = of_script(
        "icpc",
        "test \"$(cat \"$2\")\" = answer && exit 42; exit 43",
    );
    suite.file("elsewhere/expected", "answer");
    suite.file("elsewhere/input", "");
    suite.file("cases/one/input", "");
    let link = suite.path().join("cases/one/expected");
    std::os::unix::fs::symlink(suite.path().join("elsewhere/expected"), link).unwrap();
    let cases = suite.cases(&[]);
    assert_eq!(verdicts(&cases), ["AC"], "{cases:?}");
}

#[test]
fn nothing_that_a_checker_leaves_reaches_the_next_case() {
    let text = "test -z \"$(ls -A \"$3\")\" && test ! -e mine || exit 1
        : > mine; : > \"$3/judgemessage.txt\"; (sleep 600 &) ; exit 42";
    let suite = of_script("icpc", text);
    for case in ["1", "2", "3"] {
        suite.case(case, "", "");
    }
    let cases = suite.cases(&["--jobs", "1"]);
    assert_eq!(verdicts(&cases), ["AC"; 3], "{cases:?}");
}

#[test]
fn it_works_however_far_programs_are_shut_in() {
    let validator =
        "test -d \"$3\" && test \"$(cat \"$1\" \"$2\" -)\" = 'in answer in ' && exit 42";
    let checker = "test \"$(cat \"$1\" \"$3\" \"$2\")\" = 'in answer in ' && exit 0";
    for isolation in ["full", "basic", "none"] {
        for (protocol, text) in [("icpc", validator), ("testlib", checker)] {
            let suite = of_script(protocol, text);
            // The unprivileged user of a superuser's judge must get there.
            fs::set_permissions(suite.path(), fs::Permissions::from_mode(0o755)).unwrap();
            suite.case("one", "in ", "answer ");
            let cases = suite.cases(&["--isolation", isolation]);
            assert_eq!(verdicts(&cases), ["AC"], "{isolation}: {cases:?}");
        }
    }
}

#[test]
fn two_protocols_tell_what_they_found_in_one_line() {
    let (verdict, reason) = ruled(
        "icpc",
        "echo 'no permutation' > \"$3/judgemessage.txt\"; exit 43",
    );
    assert_eq!(
        (&*verdict, &*reason),
        ("WA", "the checker says: no permutation")
    );
    let (verdict, reason) = ruled("testlib", "echo 'FAIL the answer is no number' >&2; exit 3");
    assert_eq!(verdict, "JE");
    assert_eq!(
        reason,
        "the checker failed: exit code 3: the fault is in the case or in itself, \
         and says: FAIL the answer is no number"
    );
}
