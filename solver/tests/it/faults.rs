#[cfg(target_os = "linux")]
use std::fs::File;
use std::io;

use crate::program::{BITMASK, DFS, FLIPTILE, fault, run, run_into};

const FLIP_GAME: [&str; 2] = [BITMASK, DFS];

/// Asserts what is printed before the fault, and the message.
fn assert_fault(program: &str, input: impl AsRef<[u8]>, stdout: &str, message: &str) {
    let input = input.as_ref();
    let expected = (stdout.to_owned(), format!("error: {message}"));
    assert_eq!(
        fault(program, input),
        expected,
        "{program}: {}",
        input.escape_ascii()
    );
}

#[test]
fn a_board_cut_short_is_named_after_the_answers_before_it() {
    for program in FLIP_GAME {
        let three_rows = "data set 1: the input ends after 12 of 16 pieces";
        assert_fault(program, "bwwb\nbbwb\nbwwb\n", "", three_rows);
        let input = "bwwb bbwb bwwb bwww\nbbbbbbbbbbbbbbbb\nb";
        let message = "data set 3: the input ends after 1 of 16 pieces";
        assert_fault(program, input, "4\n0\n", message);
    }
    let message = "data set 2: the input ends after 3 of 4 cells";
    assert_fault(FLIPTILE, "1 2\n1 1\n2 2\n1 0\n1", "0 1\n", message);
    assert_fault(
        FLIPTILE,
        "1 2\n1 1\n2",
        "0 1\n",
        "data set 2: the input ends after M",
    );
    assert_fault(
        FLIPTILE,
        "3 1 ",
        "",
        "data set 1: the input ends after 0 of 3 cells",
    );
}

#[test]
fn an_input_without_a_data_set_is_a_fault() {
    for program in [BITMASK, DFS, FLIPTILE] {
        for input in ["", " \r\n\n"] {
            assert_fault(program, input, "", "data set 1: the input is empty");
        }
    }
}

#[test]
fn a_strange_piece_is_named_with_its_place_and_escaped() {
    for program in FLIP_GAME {
        for (byte, shown) in [
            (b'x', "x"),
            (b'0', "0"),
            (0, "\\x00"),
            (0x1b, "\\x1b"),
            (0xff, "\\xff"),
        ] {
            let input = [b"bwwbbbwbbwwbbwww\nbb\n w", &[byte][..], b"wwwwwwwwwwwww"].concat();
            let message =
                format!("data set 2, line 3, column 3: expected `b` or `w`, found `{shown}`");
            assert_fault(program, input, "4\n", &message);
        }
    }
}

#[test]
fn a_strange_size_is_named_with_its_place() {
    for found in ["0", "16", "-1", "+1", "x", "1.5", "4294967297"] {
        let message = format!("expected M, the number of rows, 1 to 15, found `{found}`");
        let place = "data set 2, line 3, column 2";
        let input = format!("1 2\n1 1\n {found} 2\n1 1\n");
        assert_fault(FLIPTILE, input, "0 1\n", &format!("{place}: {message}"));

        let message = format!("expected N, the number of columns, 1 to 15, found `{found}`");
        let place = "data set 1, line 1, column 3";
        assert_fault(
            FLIPTILE,
            format!("2 {found}"),
            "",
            &format!("{place}: {message}"),
        );
    }
}

#[test]
fn a_strange_cell_is_named_with_its_place_and_escaped() {
    for (found, shown) in [
        (&b"2"[..], "2"),
        (b"11", "11"),
        (b"-0", "-0"),
        (b"\0", "\\x00"),
        (b"1\xff\x1b[2J", "1\\xff\\x1b[2J"),
    ] {
        let input = [b"1 1\n1\n2 2\n1 0\n0 ", found, b"\n"].concat();
        let message =
            format!("data set 2, line 5, column 3: expected a cell `0` or `1`, found `{shown}`");
        assert_fault(FLIPTILE, input, "1\n", &message);
    }
}

#[test]
fn an_endless_number_is_refused_at_its_beginning() {
    let message = "data set 1, line 1, column 1: \
                   expected M, the number of rows, 1 to 15, found `9999999999999999...`";
    assert_fault(FLIPTILE, "9".repeat(1 << 20), "", message);
}

#[test]
fn a_message_says_what_a_board_looks_like() {
    for (program, help) in [
        (
            BITMASK,
            "help: a board is 16 letters `b` or `w`, white space anywhere",
        ),
        (
            DFS,
            "help: a board is 16 letters `b` or `w`, white space anywhere",
        ),
        (
            FLIPTILE,
            "help: a board is `M N` and M rows of N cells, all separated by white space",
        ),
    ] {
        assert_eq!(
            run(program, "?").stderr.lines().nth(1),
            Some(help),
            "{program}"
        );
        assert_eq!(run(program, "?").stderr.lines().count(), 2, "{program}");
    }
}

/// A board for each program.
const BOARDS: [(&str, &str); 3] = [
    (BITMASK, "bbbbbbbbbbbbbbbb"),
    (DFS, "bbbbbbbbbbbbbbbb"),
    (FLIPTILE, "1 1\n1"),
];

#[test]
fn answers_that_nobody_reads_are_an_error() {
    for (program, board) in BOARDS {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let execution = run_into(program, board, writer.into());
        let message = "error: cannot write to standard output: Broken pipe (os error 32)\n";
        assert_eq!(execution.stderr, message, "{program}");
        assert_eq!(execution.code, Some(1), "{program}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for (program, board) in BOARDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let execution = run_into(program, board, full.into());
        let message =
            "error: cannot write to standard output: No space left on device (os error 28)\n";
        assert_eq!(execution.stderr, message, "{program}");
        assert_eq!(execution.code, Some(1), "{program}");
    }
}
