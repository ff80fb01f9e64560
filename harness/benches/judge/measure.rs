use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A program of this package, built for release beside this one.
pub(crate) const JUDGE: &str = env!("CARGO_BIN_EXE_judge");

/// A solver, built for release.
pub(crate) fn solver(name: &str) -> PathBuf {
    root().join("target/release").join(name)
}

/// Compiles a C program beside this file into `folder`.
pub(crate) fn compile(name: &str, folder: &Path, flags: &[&str]) -> PathBuf {
    let program = folder.join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/judge/{name}.c"));
    let done = Command::new("cc")
        .args(["-O2", "-Wall", "-o"])
        .args([&program, &source])
        .args(flags)
        .status();
    assert!(
        done.is_ok_and(|status| status.success()),
        "cannot compile {name}.c: is a C compiler installed (`cc`)?"
    );
    program
}

/// How long a command takes, and that it ends well.
pub(crate) fn time(command: &mut Command) -> Duration {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = Instant::now();
    let status = command.status().unwrap();
    let elapsed = started.elapsed();
    assert!(status.success(), "{command:?} ended with {status}");
    elapsed
}

/// The median of some figures.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Peak resident memory of a command in MiB, as the kernel counts it.
pub(crate) fn peak_mib(command: &mut Command) -> f64 {
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let path = format!("/proc/{}/status", child.id());
    let mut peak_kib = 0.0_f64;
    loop {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        peak_kib = peak_kib.max(kib.unwrap_or(0.0));
        if child.try_wait().unwrap().is_some() {
            return peak_kib / 1024.0;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
