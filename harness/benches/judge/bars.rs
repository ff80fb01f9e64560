use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::measure::{JUDGE, compile, median};

/// How near the judge comes to what it is meant to be: each line a figure and its bar.
pub(crate) fn report() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place {
        burn: compile("burn", folder.path(), &["-static"]),
        folder: folder.path().to_owned(),
    };
    fs::write(place.folder.join("input"), "").unwrap();
    println!();
    println!("bars");
    bar(
        "fixed start of `judge run`, one case",
        place.start_ms(),
        "ms",
        20.0,
    );
    let loaded = Loaded::new(&place.burn);
    bar(
        "CPU time over its limit of a spinning program, both cores loaded, worst of 50",
        worst(50, || {
            place.once(&["--time", "100ms"], &["ever"])["cpu_ms"]
                .as_f64()
                .unwrap()
                - 100.0
        }),
        "ms",
        20.0,
    );
    let n_accepted = place.just_below_the_limit();
    println!(
        "  950 ms under a limit of 1000 ms, 40 cases, a spinner on each core: {n_accepted} of 40 AC at the first attempt"
    );
    drop(loaded);
    bar(
        "resident peak above its limit of a program that touches memory, worst of 5",
        worst(5, || {
            let case = place.once(&["--memory", "64MiB"], &["memory", "1024"]);
            case["memory_kib"].as_f64().unwrap() / 1024.0 - 64.0
        }),
        "MiB",
        64.0,
    );
    bar(
        "reported CPU time of 100 ms against the program's own clock, worst of 20",
        worst(20, || {
            let case = place.once(&[], &["cpu", "100"]);
            let own: f64 = case["stderr"].as_str().unwrap().parse().unwrap();
            100.0 * (case["cpu_ms"].as_f64().unwrap() / own - 1.0).abs()
        }),
        "%",
        2.0,
    );
}

fn bar(what: &str, figure: f64, unit: &str, most: f64) {
    let met = if figure <= most { "met" } else { "NOT met" };
    println!("  {what}: {figure:.1} {unit} (at most {most:.0}: {met})");
}

fn worst(rounds: usize, figure: impl FnMut() -> f64) -> f64 {
    std::iter::repeat_with(figure)
        .take(rounds)
        .fold(f64::NEG_INFINITY, f64::max)
}

struct Place {
    burn: PathBuf,
    folder: PathBuf,
}

impl Place {
    /// The `case` line of one run of the program.
    fn once(&self, options: &[&str], words: &[&str]) -> Value {
        let output = Command::new(JUDGE)
            .args(["once", "--format", "json", "--input"])
            .arg(self.folder.join("input"))
            .args(options)
            .arg("--")
            .arg(&self.burn)
            .args(words)
            .output()
            .unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// A folder with `judge.toml` and cases, whose submission is the program with these words.
    fn suite(&self, name: &str, n_cases: usize, words: &str) -> PathBuf {
        let suite = self.folder.join(name);
        for number in 1..=n_cases {
            let case = suite.join(format!("cases/{number}"));
            fs::create_dir_all(&case).unwrap();
            fs::write(case.join("input"), "").unwrap();
            fs::write(case.join("expected"), "4\n").unwrap();
        }
        let burn = self.burn.display();
        let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
        fs::write(
            suite.join("judge.toml"),
            format!("{problem}s = '{burn} {words}'\n"),
        )
        .unwrap();
        suite
    }

    fn start_ms(&self) -> f64 {
        let suite = self.suite("one", 1, "answer 0");
        let once = || {
            let started = Instant::now();
            assert!(judge_run(&suite).status.success());
            started.elapsed().as_secs_f64() * 1e3
        };
        median(std::iter::repeat_with(once).take(15).collect())
    }

    fn just_below_the_limit(&self) -> usize {
        let suite = self.suite("below", 40, "answer 950");
        let output = judge_run(&suite).stdout;
        let text = String::from_utf8(output).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines
            .filter(|line: &Value| line["verdict"] == "AC" && line["attempts"] == 1)
            .count()
    }
}

fn judge_run(suite: &Path) -> std::process::Output {
    let mut command = Command::new(JUDGE);
    command
        .args(["run", "--format", "json"])
        .current_dir(suite)
        .output()
        .unwrap()
}

/// A spinner on each core, until it is dropped.
struct Loaded(Vec<Child>);

impl Loaded {
    fn new(burn: &Path) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let spinner = || {
            let mut command = Command::new(burn);
            command.arg("ever").stdout(Stdio::null()).spawn().unwrap()
        };
        Self(std::iter::repeat_with(spinner).take(cores).collect())
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have come to its own end.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
