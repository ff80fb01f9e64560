//! What people see of an output, whatever bytes it holds.

use crate::suite::Suite;

/// The report on one case of a script that prints its input, which must be safe and short.
fn report(input: &[u8], expected: &[u8]) -> String {
    let suite = Suite::of_script("cat");
    suite.case("one", input, expected);
    let done = suite.judge(&["run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let obeyed = |c: char| c.is_control() && c != '\n';
    assert!(!done.stdout.contains(obeyed), "{:?}", done.stdout);
    assert!(done.stdout.lines().count() < 100, "{}", done.stdout);
    assert!(done.stdout.len() < 100_000, "{} bytes", done.stdout.len());
    done.stdout
}

#[test]
fn every_byte_is_shown_escaped() {
    let bytes: Vec<u8> = (0..=u8::MAX).collect();
    let shown = report(&bytes, b"3\n");
    assert!(shown.contains(" WA s  p/one"), "{shown}");
    for escaped in [r"\x00", r"\x1b", r"\x7f"] {
        assert!(shown.contains(escaped), "{escaped} in {shown}");
    }
}

#[test]
fn a_nul_is_a_difference_that_can_be_seen() {
    let shown = report(b"3\0\n", b"3\n");
    assert!(shown.contains(r"printed `3\x00`"), "{shown}");
}

#[test]
fn huge_lines_are_cut() {
    let (mut long, mut longer) = (vec![b'a'; 3_000_000], vec![b'a'; 3_000_000]);
    long[2_000_000] = b'x';
    longer.extend(b"b");
    let shown = report(&longer, &long);
    assert!(shown.contains("line 1, column"), "{shown}");
}

#[test]
fn many_lines_are_cut() {
    let lines = |word: &str| format!("{word}\n").repeat(200_000);
    let shown = report(lines("3").as_bytes(), lines("4").as_bytes());
    assert!(shown.contains("200000 lines differ"), "{shown}");
}

#[test]
fn letter_case_alone_is_hinted_at() {
    let shown = report(b"IMPOSSIBLE\n", b"Impossible\n");
    assert!(shown.contains("only letter case differs"), "{shown}");
}

#[test]
fn of_standard_error_the_end_is_shown_escaped() {
    let suite = Suite::of_script("yes | head -n 10000 >&2; printf 'a\\033[2Jb\\377\\n' >&2");
    suite.case("one", "", "4\n");
    let shown = suite.judge(&["run"]).stdout;
    assert!(
        shown.contains("        stderr   …\n                 y\n"),
        "{shown}"
    );
    let last = r"                 a\x1b[2Jb\xff";
    assert!(shown.lines().any(|line| line == last), "{shown}");
    assert!(shown.lines().count() < 30, "{shown}");
}
