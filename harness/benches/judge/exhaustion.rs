use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::boards::all_boards;
use crate::measure::{JUDGE, compile, median, peak_mib, solver, time};

const ROUNDS: usize = 15;

/// `judge exhaust` against its floor, and how many boards it goes through in a second.
pub(crate) fn report() {
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new(folder.path());
    println!("judge exhaust, medians of {ROUNDS} rounds in turns");
    bench.ratio();
    println!("  boards a second, start included");
    for (problem, options, n_boards) in [
        ("flip-game", "", 1 << 16),
        ("fliptile", "--size 4x4", 1 << 16),
        ("fliptile", "--size 4x5", 1 << 20),
        (
            "fliptile",
            "--size 5x5 --sample 1000000 --seed 7",
            1_000_000,
        ),
        ("flip-game", "--size 5x5", 1 << 25),
    ] {
        bench.rate(problem, options, n_boards);
    }
    println!();
}

struct Bench {
    folder: PathBuf,
    echo: PathBuf,
    input: PathBuf,
}

impl Bench {
    fn new(folder: &Path) -> Self {
        let input = folder.join("all-boards");
        fs::write(&input, all_boards()).unwrap();
        let bench = Self {
            echo: compile("echo_boards", folder, &["-static"]),
            folder: folder.to_owned(),
            input,
        };
        let [bitmask, dfs, fliptile] = ["flip-game-bitmask", "flip-game-dfs", "fliptile"];
        let program = |name| {
            format!(
                "{name} = '{}'\n",
                solver(name).canonicalize().unwrap().display()
            )
        };
        bench.suite("both", "flip-game", &(program(bitmask) + &program(dfs)));
        let twice = program(bitmask) + &program(bitmask).replacen(bitmask, "again", 1);
        bench.suite("look-up", "flip-game", &twice);
        bench.suite("fliptile", "fliptile", &program(fliptile));
        bench
    }

    fn suite(&self, name: &str, problem: &str, submissions: &str) {
        let suite = self.folder.join(name);
        fs::create_dir_all(suite.join("cases")).unwrap();
        let text = format!(
            "[problem.{problem}]\ncases = 'cases'\n[problem.{problem}.submission]\n{submissions}"
        );
        fs::write(suite.join("judge.toml"), text).unwrap();
    }

    /// Two methods on all boards of Flip Game, against two programs that echo an answer. Of
    /// methods that look their answers up the figure is the judge's own; those of this
    /// repository need time, too.
    fn ratio(&self) {
        let [mut floor, mut start, mut look_up, mut both] = [const { Vec::new() }; 4];
        let all = ["exhaust", "flip-game"];
        let few = ["exhaust", "flip-game", "--sample", "1"];
        for _ in 0..ROUNDS {
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            floor.push(ms(self.floor()));
            start.push(ms(time(&mut self.judge("look-up", &few))));
            look_up.push(ms(time(&mut self.judge("look-up", &all))));
            both.push(ms(time(&mut self.judge("both", &all))));
        }
        let floor = median(floor);
        println!("  two programs that echo an answer to each of 65536 boards: {floor:.1} ms");
        let start = median(start);
        println!("  judge exhaust with one board, which is its start: {start:.1} ms");
        for (what, figures) in [
            ("methods that look answers up", look_up),
            ("both methods", both),
        ] {
            let figure = median(figures);
            println!(
                "  judge exhaust flip-game, {what}: {figure:.1} ms, {:.2} of the floor; {:.2} without its start",
                figure / floor,
                (figure - start) / floor
            );
        }
    }

    /// Both programs at the same time, as the judge has its methods run.
    fn floor(&self) -> Duration {
        let started = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let input = File::open(&self.input).unwrap();
                    let mut command = Command::new(&self.echo);
                    let command = command.args(["20", "Impossible"]).stdin(input);
                    let output = command.stderr(Stdio::null()).output().unwrap();
                    assert!(output.status.success());
                    assert_eq!(output.stdout.len(), 11 << 16);
                });
            }
        });
        started.elapsed()
    }

    fn judge(&self, suite: &str, words: &[&str]) -> Command {
        let mut command = Command::new(JUDGE);
        command.args(words).current_dir(self.folder.join(suite));
        command
    }

    fn rate(&self, problem: &str, options: &str, n_boards: u32) {
        let suite = if problem == "fliptile" {
            "fliptile"
        } else {
            "both"
        };
        let words: Vec<_> = ["exhaust", problem]
            .into_iter()
            .chain(options.split_whitespace())
            .collect();
        let rounds = std::iter::repeat_with(|| time(&mut self.judge(suite, &words)));
        let seconds = median(rounds.take(3).map(|time| time.as_secs_f64()).collect());
        println!(
            "    {:<46} {:>10.0}   {:5.1} MiB",
            format!("{problem} {options}"),
            f64::from(n_boards) / seconds,
            peak_mib(&mut self.judge(suite, &words))
        );
    }
}
