use crate::program::{FLIPTILE, answers};

#[test]
fn the_sample_of_the_statement_has_its_answer() {
    assert_eq!(
        answers(FLIPTILE, "4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n"),
        "0 0 0 0\n1 0 0 1\n1 0 0 1\n0 0 0 0\n"
    );
}

#[test]
fn of_equally_many_flips_the_least_in_order_wins() {
    assert_eq!(answers(FLIPTILE, "1 2\n1 1\n"), "0 1\n");
    assert_eq!(answers(FLIPTILE, "2 1\n1\n1\n"), "0\n1\n");
}

#[test]
fn what_cannot_be_done_is_impossible() {
    assert_eq!(answers(FLIPTILE, "1 2\n1 0\n"), "IMPOSSIBLE\n");
}

#[test]
fn each_of_many_boards_gets_its_answer() {
    assert_eq!(
        answers(FLIPTILE, "1 1\n1\n1 2\n1 0\n2 1 1 1\r\n\r\n1 3 0\n0 0"),
        "1\nIMPOSSIBLE\n0\n1\n0 0 0\n"
    );
}

/// Source: OEIS A075464, least number of presses that light a whole n × n board.
#[test]
fn square_boards_of_ones_take_as_many_flips_as_known() {
    let known = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117];
    for (side, n_flips) in (1..).zip(known) {
        let board = format!("{side} {side}\n{}", "1 ".repeat(side * side));
        let answer = answers(FLIPTILE, board);
        assert_eq!(answer.lines().count(), side);
        assert!(answer.lines().all(|line| line.len() == 2 * side - 1));
        assert_eq!(answer.matches('1').count(), n_flips, "{side} × {side}");
    }
}
