//! Hostile and honest programs, each with its right verdict and with what must hold after
//! it: `harness/tests/torture/`. They stand in a binary of their own, so that no other test
//! takes the cores away from programs that come near a limit.

use std::path::Path;
use std::process::Command;

/// How many at a time: one for each core.
fn jobs() -> String {
    std::thread::available_parallelism()
        .map_or(1, usize::from)
        .to_string()
}

#[test]
fn every_program_gets_its_verdict_and_leaves_nothing() {
    for (tool, package) in [("python3", "python3"), ("cc", "gcc")] {
        let found = Command::new(tool).arg("--version").output();
        assert!(
            found.is_ok(),
            "`{tool}` is missing, which the hostile programs need: \
             install it, for example: apt-get install {package}"
        );
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/torture");
    let done = Command::new("python3")
        // The folder of the sources stays as it is.
        .arg("-B")
        .arg(folder.join("run.py"))
        .args(["--judge", env!("CARGO_BIN_EXE_judge"), "--jobs", &jobs()])
        // No test fails because the machine is slow; a judge that hangs still does.
        .args(["--slow", "10"])
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
}
