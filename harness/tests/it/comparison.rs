//! What counts as the expected output, and how what does not is shown.

use std::fs;

use crate::suite::{Done, Suite, verdicts};

/// A suite whose only program prints the input of its case, which is `printed`.
fn printing(compare: &str, printed: &[u8], expected: &[u8]) -> Suite {
    let suite = Suite::of_script("cat");
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let compared = config.replacen(
        "cases = 'cases'\n",
        &format!("cases = 'cases'\n{compare}\n"),
        1,
    );
    suite.file("judge.toml", compared);
    suite.case("one", printed, expected);
    suite
}

/// What people see of that case, and its verdict.
fn judged(compare: &str, expected: &[u8], printed: &[u8]) -> (String, String) {
    let suite = printing(compare, printed, expected);
    let cases = suite.cases(&[]);
    let shown = suite.judge(&["run"]).stdout;
    (verdicts(&cases)[0].to_owned(), shown)
}

fn verdict(compare: &str, expected: &[u8], printed: &[u8]) -> String {
    let suite = printing(compare, printed, expected);
    verdicts(&suite.cases(&[]))[0].to_owned()
}

const LINES: &str = "";
const TOKENS: &str = "compare = 'tokens'";
const EXACT: &str = "compare = 'exact'";
const FLOAT: &str = "compare = { float = 1e-6 }";
const UNORDERED: &str = "compare = 'unordered-lines'";

#[test]
fn lines_where_one_was_wanted_are_pe_and_right_as_tokens_which_is_said() {
    let (expected, printed) = (b"1 1 2 3 5\n", b"1\n1\n2\n3\n5\n");
    let (verdict, shown) = judged(LINES, expected, printed);
    assert_eq!(verdict, "PE");
    assert!(shown.contains("(compared by lines)"), "{shown}");
    let suite = printing(TOKENS, printed, expected);
    let case = &suite.cases(&[])[0];
    assert_eq!(
        (&case["verdict"], &case["compare"]),
        (&"AC".into(), &"tokens".into())
    );
}

#[test]
fn joined_tokens_are_never_right() {
    for (expected, printed, lines) in [
        ("0 1\n", "01\n", "PE"),
        ("0 1 0\n", "01 0\n", "PE"),
        ("0 1 0\n", "010 0\n", "WA"),
    ] {
        let (expected, printed) = (expected.as_bytes(), printed.as_bytes());
        assert_eq!(verdict(LINES, expected, printed), lines);
        for compare in [TOKENS, EXACT, FLOAT] {
            assert_eq!(verdict(compare, expected, printed), "WA", "{compare}");
        }
    }
}

#[test]
fn a_blank_at_the_end_of_an_inner_line_is_right_both_ways() {
    let (plain, padded) = (b"5 3 1\n6 4 2\n", b"5 3 1 \n6 4 2 \n");
    assert_eq!(verdict(LINES, plain, padded), "AC");
    assert_eq!(verdict(LINES, padded, plain), "AC");
}

#[test]
fn a_right_beginning_with_more_or_less_behind_it_is_wrong() {
    let (short, long) = (b"100 = 2 * 2 * 5 * 5\n", b"100 = 2 * 2 * 5 * 5 * 1\n");
    let (verdict, shown) = judged(LINES, short, long);
    assert_eq!(verdict, "WA");
    assert!(
        shown.contains("column 21: expected the end, printed `*`"),
        "{shown}"
    );
    let (verdict, shown) = judged(LINES, long, short);
    assert_eq!(verdict, "WA");
    assert!(shown.contains("ends early"), "{shown}");
}

#[test]
fn a_missing_blank_line_is_pe_and_shown() {
    let (verdict, shown) = judged(LINES, b"1\n\n2\n", b"1\n2\n");
    assert_eq!(verdict, "PE");
    assert!(shown.contains("expected 2 | ⏎"), "{shown}");
}

#[test]
fn kinds_of_line_ends_are_the_same_but_in_exact_mode_which_shows_them() {
    let (dos, unix, mixed) = (b"3\r\n4\r\n", b"3\n4\n", b"3\r\n4\n");
    for compare in [LINES, TOKENS, FLOAT, UNORDERED] {
        for (expected, printed) in [
            (&dos[..], &unix[..]),
            (unix, dos),
            (mixed, unix),
            (dos, mixed),
        ] {
            assert_eq!(verdict(compare, expected, printed), "AC", "{compare}");
        }
    }
    let (verdict, shown) = judged(EXACT, unix, dos);
    assert_eq!(verdict, "WA");
    assert!(shown.contains("printed  1 | 3␍"), "{shown}");
    let suite = printing(LINES, dos, unix);
    suite.judge(&["run"]);
    let kept = fs::read(suite.path().join("cases/one/expected")).unwrap();
    assert_eq!(kept, unix);
}

#[test]
fn a_missing_last_line_end_is_right_but_in_exact_mode() {
    let (ended, open) = (b"IMPOSSIBLE\n", b"IMPOSSIBLE");
    for compare in [LINES, TOKENS, FLOAT, UNORDERED] {
        assert_eq!(verdict(compare, ended, open), "AC", "{compare}");
    }
    assert_eq!(verdict(EXACT, ended, open), "WA");
}

#[test]
fn whatever_is_not_right_has_a_mark_that_can_be_seen() {
    for (compare, expected, printed) in [
        (LINES, &b"1\n2\n"[..], &b"1\r2\r"[..]),
        (EXACT, b"1\n", b"1\t\n"),
        (EXACT, b"1\n", b"1"),
        (EXACT, b"1\n2\n", b"1 \n2 \n"),
        (UNORDERED, b"1\n", b"\x01\n"),
    ] {
        let (verdict, shown) = judged(compare, expected, printed);
        assert_ne!(verdict, "AC", "{compare}");
        let mut lines = shown.lines().map(str::trim);
        let is_mark = |line: &str| !line.is_empty() && line.chars().all(|c| c == '^');
        assert!(lines.any(is_mark), "{compare}: {shown}");
    }
}

#[test]
fn blanks_that_differ_are_marked_and_said_to_be_all_that_does() {
    let (_, shown) = judged(EXACT, b"1\n2\n", b"1 \n2 \n");
    assert!(shown.contains("only white space differs"), "{shown}");
    assert!(shown.contains("printed  1 | 1·\n"), "{shown}");
}

#[test]
fn an_input_without_a_last_line_end_is_read_to_its_end() {
    let suite = Suite::of_script("read -r a b || :; echo $((a + b)); cat");
    suite.case("one", "4 4", "8\n");
    assert_eq!(verdicts(&suite.cases(&[])), ["AC"]);
}

#[test]
fn what_is_no_number_is_no_number_within_a_tolerance() {
    for printed in [
        "nan", "NaN", "-nan", "inf", "1e999", "0x1.cp1", "3,5", "3.5f",
    ] {
        assert_eq!(
            verdict(FLOAT, b"3.5\n", printed.as_bytes()),
            "WA",
            "{printed}"
        );
    }
    assert_eq!(verdict(FLOAT, b"inf\n", b"inf\n"), "AC");
    assert_eq!(verdict(FLOAT, b"inf\n", b"1e999\n"), "WA");
}

#[test]
fn other_notations_of_a_number_are_right_with_a_tolerance_which_is_hinted_at_without() {
    let (verdict_, shown) = judged(LINES, b"48000.0\n", b"48000.000000\n");
    assert_eq!(verdict_, "WA");
    assert!(
        shown.contains("`compare = { float = 1e-6 }` would accept them"),
        "{shown}"
    );
    for (expected, printed) in [
        ("48000.0", "48000.000000"),
        ("0.0100000000", "1e-2"),
        ("5", "+5"),
        ("0.5", ".5"),
        ("5", "5."),
    ] {
        let verdict = verdict(FLOAT, expected.as_bytes(), printed.as_bytes());
        assert_eq!(verdict, "AC", "{printed}");
    }
}

#[test]
fn bytes_that_are_no_text_are_wrong_and_shown_by_no_other_program() {
    let (verdict, shown) = judged(LINES, b"3\n", b"\0\x1b\xff3\n");
    assert_eq!(verdict, "WA");
    assert!(shown.contains(r"\x00\x1b\xff3"), "{shown}");
    let suite = printing(LINES, b"\xff\n", b"3\n");
    let mut alone = suite.command(&["run"]);
    // No other program is to be found.
    alone.env("PATH", "/nowhere");
    let done = suite.done(alone);
    assert!(done.stdout.contains(r"printed `\xff`"), "{done:?}");
}

#[test]
fn other_cases_go_on_after_one_that_prints_every_byte() {
    let suite = Suite::of_script("cat");
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    suite.case("a", &bytes, "3\n").case("b", "4\n", "4\n");
    assert_eq!(verdicts(&suite.cases(&["--jobs", "1"])), ["WA", "AC"]);
    assert_eq!(suite.judge(&["run"]).code, Some(1));
}

#[test]
fn a_word_in_other_letter_case_is_wrong_unless_case_is_ignored() {
    for (expected, printed) in [
        ("Impossible\n", "IMPOSSIBLE\n"),
        ("IMPOSSIBLE\n", "Impossible\n"),
    ] {
        let (expected, printed) = (expected.as_bytes(), printed.as_bytes());
        let (wrong, shown) = judged(LINES, expected, printed);
        assert_eq!(wrong, "WA");
        assert!(shown.contains("only letter case differs"), "{shown}");
        assert!(shown.contains("         ^^^^^^^^^\n"), "{shown}");
        for compare in [LINES, TOKENS, FLOAT, UNORDERED] {
            let ignoring = format!("{compare}\nignore_case = true");
            assert_eq!(verdict(&ignoring, expected, printed), "AC", "{compare}");
        }
    }
}

#[test]
fn nothing_is_an_answer_where_nothing_is_expected() {
    for compare in [LINES, TOKENS, EXACT, FLOAT, UNORDERED] {
        assert_eq!(verdict(compare, b"", b""), "AC", "{compare}");
        let newline = verdict(compare, b"", b"\n");
        assert_eq!(
            newline,
            if compare == EXACT { "WA" } else { "AC" },
            "{compare}"
        );
    }
}

#[test]
fn too_few_answers_end_early_and_too_many_are_extra() {
    let expected = b"2\n5\n";
    let (verdict, shown) = judged(LINES, expected, b"2\n");
    assert_eq!(verdict, "WA");
    assert!(shown.contains("output ended early at line 2"), "{shown}");
    let (verdict, shown) = judged(LINES, expected, b"2\n5\n5\n");
    assert_eq!(verdict, "WA");
    assert!(
        shown.contains("line 3, column 1: expected the end, printed `5`"),
        "{shown}"
    );
}

#[test]
fn lines_in_another_order_are_right_where_order_does_not_count() {
    assert_eq!(verdict(LINES, b"1\n2\n", b"2\n1\n"), "WA");
    assert_eq!(verdict(UNORDERED, b"1\n2\n", b"2\n\n1 \n"), "AC");
    let (verdict, shown) = judged(UNORDERED, b"1\n2\n", b"2\n3\n");
    assert_eq!(verdict, "WA");
    assert!(shown.contains("(compared by unordered-lines)"), "{shown}");
    assert!(
        shown.contains("1 line is missing; 1 line is too many"),
        "{shown}"
    );
}

#[test]
fn the_board_of_a_failure_stands_beside_the_difference() {
    for (problem, input, expected, board) in [
        ("flip-game", "bbbb bbbb bbbb bbbw\n", "4\n", " b  b  b  w"),
        ("fliptile", "1 2\n1 1\n", "0 1\n", " 1 [1]"),
    ] {
        let suite = Suite::empty();
        suite.script("s", "echo 7");
        let config = format!("[problem.{problem}]\ncases = 'cases'\nsubmission.s = './s'\n");
        suite.file("judge.toml", config);
        suite.case("one", input, expected);
        let shown = suite.judge(&["run"]).stdout;
        let line = shown.lines().find(|line| line.contains(board));
        assert!(line.is_some(), "{board} in {shown}");
        assert!(!shown.contains("input  "), "{shown}");
    }
}

/// A suite with one case of 80 MB that asks for what `edit` makes of what is printed.
fn large(compare: &str, edit: impl Fn(&mut [u8])) -> Suite {
    let mut numbers = String::new();
    for number in 10_000_000..18_900_000 {
        numbers += &number.to_string();
        numbers.push('\n');
    }
    let mut expected = numbers.clone().into_bytes();
    edit(&mut expected);
    printing(compare, numbers.as_bytes(), &expected).limits("time = '60s'")
}

/// Runs `judge` with no more than 64 MiB of memory for its own data, the launcher's and the
/// program's: files and what is mapped of them are not among it.
fn within_64_mib(suite: &Suite) -> Done {
    let command = "ulimit -d 65536 && exec \"$0\" run --jobs 1";
    suite.done(suite.shell(command))
}

#[test]
fn eighty_megabytes_are_right_without_a_limit_set_and_without_being_held() {
    let done = within_64_mib(&large(LINES, |_| {}));
    assert_eq!(done.code, Some(0), "{done:?}");
}

#[test]
fn a_difference_in_eighty_megabytes_is_found_without_holding_them() {
    let place = 9 * 8_800_000;
    let done = within_64_mib(&large(LINES, |expected| expected[place] = b'2'));
    assert_eq!(done.code, Some(1), "{done:?}");
    let reason = "line 8800001, column 1: expected `28800000`, printed `18800000`";
    assert!(done.stdout.contains(reason), "{done:?}");
    assert!(done.stdout.lines().count() < 100, "{done:?}");
}
