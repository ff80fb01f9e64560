use crate::program::{BITMASK, DFS, answers};

const BOTH: [&str; 2] = [BITMASK, DFS];

/// All boards, a line each.
fn every_board() -> String {
    let piece = |board: u32, piece: u32| if board >> piece & 1 == 1 { 'b' } else { 'w' };
    (0..1 << 16)
        .flat_map(|board| (0..16).map(move |i| piece(board, i)).chain(['\n']))
        .collect()
}

#[test]
fn both_methods_agree_on_every_board_and_answers_are_as_frequent_as_known() {
    let boards = every_board();
    let [bitmask, dfs] = BOTH.map(|program| answers(program, &boards));
    assert!(bitmask == dfs, "the methods disagree");

    let frequency = |answer: &str| bitmask.lines().filter(|&line| line == answer).count();
    let frequencies = ["0", "1", "2", "3", "4", "5", "6", "Impossible"].map(frequency);
    assert_eq!(frequencies, [2, 32, 228, 880, 1562, 1136, 256, 61_440]);
    assert_eq!(bitmask.lines().count(), 65_536);
}

#[test]
fn known_boards_have_their_known_answers() {
    for program in BOTH {
        for (board, answer) in [
            ("bwwb\nbbwb\nbwwb\nbwww\n", "4\n"),
            ("bbbb\nbbbb\nbbbb\nbbbb\n", "0\n"),
            ("wwww\nwwww\nwwww\nwwww\n", "0\n"),
            ("wwbb\nwbbb\nbbbb\nbbbb\n", "1\n"),
            ("bwbw\nbbwb\nbbww\nwwww\n", "6\n"),
            ("bwww\nwwww\nwwww\nwwww\n", "Impossible\n"),
        ] {
            assert_eq!(answers(program, board), answer, "{program}: {board}");
        }
    }
}

#[test]
fn case_and_white_space_do_not_matter() {
    for program in BOTH {
        for board in [
            "bwwb bbwb bwwb bwww",
            "BWWBBBWBBWWBBWWW",
            "\r\n\r\nbwwb\r\nbbWb\r\n\r\nbwwb\r\nbwww\r\n\r\n",
            "b\tw w b b\x0bb w\x0cb b w w b b w w\n\n\n w \n\n",
        ] {
            assert_eq!(answers(program, board), "4\n", "{program}: {board:?}");
        }
    }
}

#[test]
fn each_of_many_boards_gets_a_line() {
    for program in BOTH {
        let boards = "bbbbbbbbbbbbbbbb wwbbwbbbbbbbbbbbbwwwwwwwwwwwwwwwbwwb\nbbwb\nbwwb\nbwww";
        assert_eq!(
            answers(program, boards),
            "0\n1\nImpossible\n4\n",
            "{program}"
        );
    }
}
