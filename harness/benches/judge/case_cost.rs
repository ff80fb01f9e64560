use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::measure::{JUDGE, compile, median, peak_mib, time};

const SIZES: [usize; 3] = [100, 1000, 5000];

/// `judge run` on a trivial static program, fully shut in and not at all, against a bare spawn
/// loop in C with as many processes.
pub(crate) fn report() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let bench = Bench {
        bare_loop: compile("bare_loop", place, &[]),
        trivial: compile("trivial", place, &["-static"]),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    println!(
        "wall time per case, {} jobs, a trivial static program, medians of rounds in turns",
        bench.jobs
    );
    println!("  isolation  cases   judge run   bare loop   ratio   peak memory of the judge");
    for isolation in ["full", "none"] {
        for n_cases in SIZES {
            let suite = place.join(n_cases.to_string());
            make_suite(&suite, n_cases, &bench.trivial);
            bench.compare(isolation, &suite, n_cases);
        }
    }
}

struct Bench {
    bare_loop: PathBuf,
    trivial: PathBuf,
    jobs: usize,
}

impl Bench {
    fn compare(&self, isolation: &str, suite: &Path, n_cases: usize) {
        let n_rounds = if n_cases > 1000 { 5 } else { 11 };
        let micros = |elapsed: Duration| elapsed.as_secs_f64() * 1e6 / n_cases as f64;
        let (mut judges, mut bares, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..n_rounds {
            let bare = micros(time(&mut self.bare(suite)));
            let judge = micros(time(&mut judge(isolation, suite)));
            judges.push(judge);
            bares.push(bare);
            ratios.push(judge / bare);
        }
        println!(
            "  {isolation:<9}  {n_cases:>5}   {:6.0} µs   {:6.0} µs   {:5.2}   {:5.1} MiB",
            median(judges),
            median(bares),
            median(ratios),
            peak_mib(&mut judge(isolation, suite))
        );
    }

    fn bare(&self, suite: &Path) -> Command {
        let mut command = Command::new(&self.bare_loop);
        command
            .arg(self.jobs.to_string())
            .arg(suite.join("cases"))
            .arg(&self.trivial);
        command
    }
}

fn judge(isolation: &str, suite: &Path) -> Command {
    let mut command = Command::new(JUDGE);
    command
        .args(["run", "--isolation", isolation])
        .current_dir(suite);
    command
}

fn make_suite(suite: &Path, n_cases: usize, program: &Path) {
    for number in 1..=n_cases {
        let case = suite.join(format!("cases/{number}"));
        fs::create_dir_all(&case).unwrap();
        fs::write(case.join("input"), "bwwb\nbbwb\nbwwb\nbwww\n").unwrap();
        fs::write(case.join("expected"), "4\n").unwrap();
    }
    let program = program.display();
    let configuration =
        format!("[problem.p]\ncases = 'cases'\nsubmission = {{ s = '{program}' }}\n");
    fs::write(suite.join("judge.toml"), configuration).unwrap();
}
