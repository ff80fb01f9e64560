use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::program::{BITMASK, DFS, FLIPTILE, command};

#[test]
fn a_board_is_answered_before_the_next_is_sent() {
    for (program, board, answer) in [
        (BITMASK, "bbbbbbbbbbbbbbbb\n", "0\n"),
        (DFS, "bbbbbbbbbbbbbbbb\n", "0\n"),
        (FLIPTILE, "1 1\n1\n", "1\n"),
    ] {
        let mut child = command(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        let listener = thread::spawn(move || {
            let mut line = String::new();
            while stdout.read_line(&mut line).unwrap() > 0 {
                sender.send(std::mem::take(&mut line)).unwrap();
            }
        });
        for _ in 0..2 {
            stdin.write_all(board.as_bytes()).unwrap();
            let line = receiver.recv_timeout(Duration::from_secs(30)).unwrap();
            assert_eq!(line, answer, "{program}");
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
        listener.join().unwrap();
    }
}
