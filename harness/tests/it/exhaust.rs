//! `judge exhaust`: all boards through a method and the reference.

use std::fmt::Write as _;
use std::sync::LazyLock;

use harness::board::flip_game;
use harness::method::{fliptile::EveryPress, fliptile::text, for_problem};

use crate::suite::{Done, Suite};

/// Prints the answer to each data set of its input, as the table that it is given has them:
/// lines of a key and an answer in which `/` is a line end. `spoil` is code that runs for each board, and may
/// change its `answer`.
fn look_up(spoil: &str) -> String {
    format!(
        "exec awk '\
         BEGIN {{ while ((getline line < \"'\"$1\"'\") > 0) {{\n\
           split(line, part, \"=\"); known[part[1]] = part[2] }} }}\n\
         {{ if (want == 0 && $0 ~ / /) {{ want = $1; key = $0; next }}\n\
           key = key \"|\" $0; got++\n\
           if (got < (want ? want : 4)) next\n\
           answer = known[key]; {spoil}\n\
           gsub(\"/\", \"\\n\", answer); print answer\n\
           key = \"\"; got = 0; want = 0 }}'"
    )
}

/// Reading the table for each run takes its time on a busy machine.
const LIMITS: &str = "[limits]\ntime = '60s'\n";

/// The table of all Flip Game boards, made once for all tests.
static FLIP_GAME: LazyLock<String> = LazyLock::new(flip_game_table);

fn flip_game_table() -> String {
    let boards: String = (0..=u16::MAX).map(flip_game::print).collect();
    let reference = for_problem("flip-game").unwrap();
    let answers = reference.answer(boards.as_bytes()).unwrap();
    let mut table = String::new();
    let answers = std::str::from_utf8(&answers).unwrap().lines();
    for (board, answer) in (0..=u16::MAX).zip(answers) {
        let key = flip_game::print(board);
        let _ = writeln!(table, "|{}={answer}", key.trim_end().replace('\n', "|"));
    }
    table
}

/// A suite with Flip Game and the methods of these names, which look answers up and are
/// spoiled by this code.
fn flip_game_suite(methods: &[(&str, &str)]) -> Suite {
    let suite = Suite::empty();
    suite.file("table", FLIP_GAME.as_str());
    let mut text =
        format!("{LIMITS}[problem.flip-game]\ncases = 'cases'\n[problem.flip-game.submission]\n");
    for (name, spoil) in methods {
        suite.script(name, &look_up(spoil));
        let _ = writeln!(text, "{name} = './{name} {{root}}/table'");
    }
    suite.file("judge.toml", text);
    std::fs::create_dir(suite.path().join("cases")).unwrap();
    suite
}

fn fliptile_suite(rows: usize, columns: usize, spoil: &str) -> Suite {
    let suite = Suite::empty();
    let answers = EveryPress::new(rows, columns).unwrap();
    let mut table = String::new();
    for number in 0..answers.boards() {
        let board = harness::board::fliptile::Cells::from_number(rows, columns, number);
        let key = harness::board::fliptile::print(&board);
        let answer = text(answers.least(number).as_ref());
        let lines = |text: &str, between: &str| text.trim_end().replace('\n', between);
        let _ = writeln!(table, "{}={}", lines(&key, "|"), lines(&answer, "/"));
    }
    suite.file("table", table);
    suite.script("s", &look_up(spoil));
    let text = "[problem.fliptile]\ncases = 'cases'\n[problem.fliptile.submission]\ns = './s {root}/table'\n";
    suite.file("judge.toml", LIMITS.to_owned() + text);
    std::fs::create_dir(suite.path().join("cases")).unwrap();
    suite
}

fn assert_said(done: &Done, code: i32, parts: &[&str]) {
    assert_eq!(done.code, Some(code), "{done:?}");
    for part in parts {
        assert!(done.stdout.contains(part), "no {part:?} in {}", done.stdout);
    }
}

#[test]
fn a_right_method_is_proved_on_all_boards() {
    let suite = flip_game_suite(&[("right", "")]);
    let done = suite.judge(&["exhaust", "flip-game"]);
    assert_said(
        &done,
        0,
        &[
            "flip-game 4x4  65536 of 65536 boards\n",
            "  answer    0   1    2    3     4     5    6  impossible\n",
            "  boards    2  32  228  880  1562  1136  256       61440\n",
            "  built in  elimination; search agrees on 65536 of 65536\n",
            "  right     agrees on 65536 of 65536  ",
            "\nall methods agree with the reference on every board\n",
        ],
    );
    assert_eq!(done.stderr, "");
}

#[test]
fn a_method_that_is_wrong_on_one_board_is_shown_that_board() {
    let one = "if (key == \"|bwbb|bbww|wwww|wwww\") answer = answer + 1;";
    let suite = flip_game_suite(&[("right", ""), ("wrong", one)]);
    let done = suite.judge(&["exhaust", "flip-game"]);
    // The first piece is the lowest bit: 1 + 4 + 8 + 16 + 32.
    assert_said(
        &done,
        1,
        &[
            "  right     agrees on 65536 of 65536  ",
            "  wrong     agrees on 65535 of 65536, differs on 1  ",
            "\nwrong: board 61: expected `Impossible`, printed `1`\n     b  w  b  b\n     b  b  w  w\n     w  w  w  w\n     w  w  w  w\nthe methods do not agree\n",
        ],
    );
    // The right one alone is proved.
    let right = [
        "exhaust",
        "flip-game",
        "--submission",
        "right",
        "--jobs",
        "1",
    ];
    assert_eq!(suite.judge(&right).code, Some(0));
}

#[test]
fn of_many_disagreements_the_smallest_boards_are_shown_first() {
    let six = "if (answer == 6) answer = \"Impossible\";";
    let suite = flip_game_suite(&[("wrong", six)]);
    let done = suite.judge(&["exhaust", "flip-game", "--jobs", "3"]);
    assert_said(
        &done,
        1,
        &["differs on 256", "wrong: 253 more, on larger boards\n"],
    );
    let boards = done.stdout.lines().filter_map(|line| {
        let (number, _) = line.strip_prefix("wrong: board ")?.split_once(':')?;
        Some(number.parse::<u16>().unwrap())
    });
    let boards: Vec<_> = boards.collect();
    assert_eq!((boards.len(), boards[0]), (3, 949));
    assert!(boards.is_sorted());
}

#[test]
fn a_method_that_crashes_on_one_board_is_told_which() {
    let crash = "if (key == \"|wbww|wwww|wwww|wwww\") exit 9;";
    let suite = flip_game_suite(&[("s", crash)]);
    assert_said(
        &suite.judge(&["exhaust", "flip-game"]),
        1,
        &[
            "  s         agrees on 65535 of 65536, no answer to 1  ",
            "\ns: board 2: expected `Impossible`, no answer: exit code 9\n     w  b  w  w\n",
            "\nthe methods do not agree\n",
        ],
    );
}

#[test]
fn a_method_that_leaves_an_answer_out_is_told_where() {
    let silent = "if (key == \"|wbww|wwww|wwww|wwww\") { key = \"\"; got = 0; next }";
    let suite = flip_game_suite(&[("s", silent)]);
    let done = suite.judge(&["exhaust", "flip-game"]);
    assert_said(
        &done,
        1,
        &[
            "  s         agrees on 65535 of 65536, no answer to 1  ",
            "\ns: board 2: expected `Impossible`, no answer: ended well after 0 of 1 answers\n",
            "\nthe methods do not agree\n",
        ],
    );
}

#[test]
fn a_method_that_says_nothing_is_given_up() {
    let suite = fliptile_suite(3, 3, "");
    suite.script("s", "cat > /dev/null");
    assert_said(
        &suite.judge(&["exhaust", "fliptile", "--size", "3x3"]),
        1,
        &[
            "  s         agrees on 0 of 512, no answer to 512  ",
            "given up\n",
            "\nthe methods do not agree\n",
        ],
    );
}

#[test]
fn a_size_of_fliptile_is_rows_by_columns() {
    let suite = fliptile_suite(2, 3, "");
    assert_said(
        &suite.judge(&["exhaust", "fliptile", "--size", "2x3"]),
        0,
        &[
            "fliptile 2x3  64 of 64 boards\n",
            "  s         agrees on 64 of 64  ",
            "\nall methods agree",
        ],
    );
    // The other way round it knows nothing.
    assert_eq!(
        suite.judge(&["exhaust", "fliptile", "--size", "3x2"]).code,
        Some(1)
    );
}

#[test]
fn a_size_that_cannot_be_gone_through_is_2_with_help() {
    let suite = fliptile_suite(1, 1, "");
    for (size, help) in [
        ("5x6", "`--shard 1/32` and so on, or `--sample 100000`"),
        ("8x8", "at most 60 cells"),
        ("0x3", "from 1 to 15"),
        ("3x0", "from 1 to 15"),
        ("16x1", "from 1 to 15"),
        ("3", "write it as in `--size 3x4`"),
        ("x", "write it as in `--size 3x4`"),
        ("", "write it as in `--size 3x4`"),
        ("3x-1", "write it as in `--size 3x4`"),
        ("99999999999999999999x1", "write it as in `--size 3x4`"),
        ("4294967296x4294967296", "from 1 to 15"),
    ] {
        let done = suite.judge(&["exhaust", "fliptile", "--size", size]);
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        let (error, rest) = done.stderr.split_once('\n').unwrap();
        assert!(
            error.starts_with("error: ") && rest.starts_with("help: "),
            "{done:?}"
        );
        assert!(rest.contains(help), "{size}: {rest}");
    }
    let done = suite.judge(&["exhaust", "fliptile"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("--size 3x4"), "{done:?}");
}

#[test]
fn of_other_sizes_of_flip_game_the_built_in_methods_are_compared_and_nothing_is_built_or_run() {
    let suite = flip_game_suite(&[("s", "")]);
    let text = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", "build = ['false']\n".to_owned() + &text);
    std::fs::remove_file(suite.path().join("s")).unwrap();
    let done = suite.judge(&["exhaust", "flip-game", "--size", "2x3"]);
    let expected = "flip-game 2x3  64 of 64 boards
  answer    0  1  2  impossible
  boards    2  8  6          48
  built in  elimination; search agrees on 64 of 64
            no submission was run: an input cannot say this size
the built-in methods agree with each other on every board
";
    assert_eq!((done.code, done.stdout.as_str()), (Some(0), expected));
    let words = ["exhaust", "flip-game", "--size", "4x3", "--submission", "s"];
    let done = suite.judge(&words);
    let said = "error: submissions to flip-game cannot be told another size than 4x4
help: leave `--submission` out to compare the built-in methods, or `--size`
";
    assert_eq!((done.code, done.stderr.as_str()), (Some(2), said));
}

#[test]
fn the_size_of_the_statement_may_be_said() {
    let suite = flip_game_suite(&[("s", "")]);
    let words = ["exhaust", "flip-game", "--size", "4x4", "--sample", "100"];
    assert_said(
        &suite.judge(&words),
        0,
        &["  s         agrees on 100 of 100  "],
    );
}

#[test]
fn a_shard_is_proved_and_no_more_is_claimed() {
    // It does not know board 40 of 64, which is in the second shard of three.
    let suite = fliptile_suite(2, 3, "if (key == \"2 3|1 0 1|0 0 0\") answer = \"?\";");
    let shard = |shard| suite.judge(&["exhaust", "fliptile", "--size", "2x3", "--shard", shard]);
    assert_said(
        &shard("1/3"),
        0,
        &[
            "fliptile 2x3  21 of 21 boards\n  shard 1/3: boards 0 to 20 of 64\n",
            "  s         agrees on 21 of 21  ",
            "\nall methods agree with the reference on every board of shard 1/3: proved for these, not for others\n",
        ],
    );
    assert_said(
        &shard("2/3"),
        1,
        &[
            "\n  shard 2/3: boards 21 to 41 of 64\n",
            "\ns: board 40: expected",
            "\nthe methods do not agree\n",
        ],
    );
    assert_said(
        &shard("3/3"),
        0,
        &["\n  shard 3/3: boards 42 to 63 of 64\n"],
    );
    // More shards than boards: one without any is nothing that was tried.
    let done = shard("1/65");
    assert_eq!((done.code, done.stdout.as_str()), (Some(4), ""), "{done:?}");
    assert!(
        done.stderr
            .contains("this shard of 64 boards has none\nhelp: ")
    );
}

#[test]
fn a_sample_is_the_same_for_the_same_seed_and_proves_nothing() {
    let suite = fliptile_suite(2, 3, "");
    let sample = |words: &[&str]| {
        let common = ["exhaust", "fliptile", "--size", "2x3", "--sample", "10"];
        suite.judge(&[&common[..], words].concat())
    };
    let done = sample(&["--seed", "7", "--jobs", "1"]);
    assert_said(
        &done,
        0,
        &[
            "fliptile 2x3  10 of 10 boards\n  sample of 10 from 64 boards, seed 7\n",
            "\nall methods agree with the reference on every board that was tried: a sample proves nothing\n",
        ],
    );
    let distribution = |done: &Done| done.stdout.lines().nth(3).unwrap().to_owned();
    let again = sample(&["--seed", "7"]);
    assert_eq!(distribution(&again), distribution(&done));
    // One that is drawn is said.
    assert_said(&sample(&[]), 0, &["\n  sample of 10 from 64 boards, seed "]);
    assert_said(
        &sample(&["--shard", "1/2"]),
        0,
        &["\n  shard 1/2 of the sample\n"],
    );
}

#[test]
fn a_part_that_cannot_be_is_2_with_help() {
    let suite = fliptile_suite(2, 3, "");
    for (words, help) in [
        (&["--sample", "65"][..], "leave `--sample` out"),
        (&["--sample", "0"], "write a whole number from 1"),
        (&["--seed", "1"], "--sample"),
        (&["--shard", "0/2"], "write it as in `2/8`"),
        (&["--shard", "3/2"], "write it as in `2/8`"),
        (&["--shard", "2"], "write it as in `2/8`"),
        (&["--shard", "-1/2"], "write it as in `2/8`"),
    ] {
        let common = ["exhaust", "fliptile", "--size", "2x3"];
        let done = suite.judge(&[&common[..], words].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{done:?}");
        assert!(done.stderr.contains(help), "{words:?}: {}", done.stderr);
    }
}

#[test]
fn a_method_that_reads_one_board_only_is_proved_by_a_process_for_each() {
    let suite = fliptile_suite(2, 2, "");
    let one_only = look_up("").replace("print answer", "print answer; exit 0");
    suite.script("s", &one_only);
    let words = ["exhaust", "fliptile", "--size", "2x2"];
    assert_said(
        &suite.judge(&words),
        1,
        &["ended well after 1 of 16 answers\n"],
    );
    let apart = [&words[..], &["--one-process-per-board"]].concat();
    assert_said(
        &suite.judge(&apart),
        0,
        &[
            "  s         agrees on 16 of 16  ",
            "\nall methods agree with the reference on every board\n",
        ],
    );
}

#[test]
fn a_problem_or_a_method_that_is_not_there_is_2_and_names_what_is() {
    let suite = flip_game_suite(&[("s", "")]);
    for (words, said) in [
        (
            &["exhaust", "flipgame"][..],
            "error: there is no problem `flipgame`\nhelp: did you mean `flip-game`?\n",
        ),
        (
            &["exhaust", "flip-game", "--submission", "t"],
            "error: there is no submission `t`\nhelp: there is `s`\n",
        ),
    ] {
        let done = suite.judge(words);
        assert_eq!((done.code, done.stderr.as_str()), (Some(2), said));
    }
    let other = Suite::of_scripts(&[("s", "exit 0")]);
    let done = other.judge(&["exhaust", "p"]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.stderr
            .ends_with("help: there are `flip-game` and `fliptile`\n"),
        "{done:?}"
    );
}

#[test]
fn a_method_that_is_not_built_is_5() {
    let suite = flip_game_suite(&[("s", "")]);
    std::fs::remove_file(suite.path().join("s")).unwrap();
    let done = suite.judge(&["exhaust", "flip-game"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(5), ""), "{done:?}");
    assert!(
        done.stderr.contains("does not exist\nhelp: build it"),
        "{done:?}"
    );
}

#[test]
fn the_build_comes_first() {
    let suite = fliptile_suite(1, 2, "");
    let text = std::fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    suite.file("judge.toml", "build = ['false']\n".to_owned() + &text);
    let done = suite.judge(&["exhaust", "fliptile", "--size", "1x2"]);
    assert_eq!((done.code, done.stdout.as_str()), (Some(3), ""), "{done:?}");
}

#[test]
fn an_interruption_is_128_and_the_number_of_the_signal() {
    let suite = flip_game_suite(&[("s", "")]);
    suite.script("s", "while :; do :; done");
    let mut command = suite.command(&["exhaust", "flip-game", "--jobs", "1"]);
    let mut judge = command
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !is_running(suite.path().join("s").to_str().unwrap()) {
        assert_eq!(judge.try_wait().unwrap(), None);
        std::thread::yield_now();
    }
    let kill = ["-s", "INT", &judge.id().to_string()].map(str::to_owned);
    assert!(
        std::process::Command::new("kill")
            .args(kill)
            .status()
            .unwrap()
            .success()
    );
    let code = judge.wait().unwrap().code();
    let output = std::io::read_to_string(judge.stdout.take().unwrap()).unwrap();
    assert_eq!(code, Some(130), "{output}");
    assert!(
        output.ends_with("not all boards were tried: nothing is proved\n"),
        "{output}"
    );
}

/// Whether there is a process with this word in its command line.
fn is_running(word: &str) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap();
    processes
        .filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok())
        .any(|line| {
            line.split(|&byte| byte == 0)
                .any(|one| one == word.as_bytes())
        })
}
