//! A judge that cannot do its work says so, and keeps its exit code whatever becomes of its
//! output.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::SystemTime;

use crate::suite::{Done, Suite, done, start, verdicts};

/// Three cases that are right.
fn right() -> Suite {
    three("cat")
}

fn three(script: &str) -> Suite {
    let suite = Suite::of_script(script);
    for name in ["1", "2", "3"] {
        suite.case(name, "4\n", "4\n");
    }
    suite
}

/// Three cases that could not be judged, for one reason that is said once.
fn is_told_once(done: &Done, reason: &str) {
    assert_eq!(done.code, Some(5), "{done:?}");
    assert!(done.stdout.contains(" JE s  p/1"), "{done:?}");
    assert!(done.stdout.contains(reason), "{reason} in {done:?}");
    assert_eq!(done.stdout.matches(" JE s  ").count(), 1, "{done:?}");
    assert!(
        done.stdout.contains("0 of 3 as expected · 3 JE"),
        "{done:?}"
    );
    assert_eq!(done.stderr, "");
}

/// Without namespaces a scratch directory is one of the host.
fn in_temporary_directory(path: &str) -> Done {
    let suite = right();
    let mut command = suite.command(&["run", "--isolation", "basic"]);
    command.env("TMPDIR", path);
    done(command)
}

#[test]
fn a_temporary_directory_that_cannot_be_used_is_named() {
    for (path, fault) in [
        ("/nowhere/at/all", "entity not found"),
        ("/dev/full", "not a directory"),
    ] {
        let done = in_temporary_directory(path);
        let said = format!(
            "error: cannot start a launcher with a scratch directory in the temporary directory \
             `{path}`: {fault}\n"
        );
        assert_eq!((done.code, done.stderr), (Some(5), said));
        assert_eq!(done.stdout, "");
    }
}

#[test]
fn a_reader_that_has_seen_enough_changes_no_exit_code() {
    for (script, code) in [("cat", 0), ("echo 3", 1)] {
        for format in ["human", "json"] {
            let suite = three(script);
            let mut judge = start(suite.command(&["run", "--format", format]));
            drop(judge.child().stdout.take());
            let done = judge.done();
            assert_eq!((done.code, done.stderr.as_str()), (Some(code), ""));
        }
    }
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    for format in ["human", "json"] {
        let suite = right();
        let mut command = suite.command(&["run", "--format", format]);
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        command.stdout(Stdio::from(full));
        let done = suite.done(command);
        assert_eq!(done.code, Some(5));
        assert!(
            done.stderr
                .starts_with("error: cannot write the report: No space left"),
            "{done:?}"
        );
    }
}

#[test]
fn an_input_that_cannot_be_read_is_the_judges_fault() {
    let suite = right();
    let input = suite.path().join("cases/2/input");
    fs::remove_file(&input).unwrap();
    // A link to itself cannot be opened by anybody, not even by root.
    std::os::unix::fs::symlink("input", &input).unwrap();
    let mut cases = suite.cases(&["--jobs", "1"]);
    cases.sort_by_key(|case| case["index"].as_u64());
    assert_eq!(verdicts(&cases), ["AC", "JE", "AC"]);
    assert!(
        cases[1]["reason"].as_str().unwrap().contains("input"),
        "{cases:?}"
    );
    assert_eq!(suite.judge(&["run"]).code, Some(5));
}

#[test]
fn files_that_vanish_during_the_run_are_the_judges_fault() {
    let suite = right();
    let config = fs::read_to_string(suite.path().join("judge.toml")).unwrap();
    let build = "build = ['rm cases/1/input cases/3/expected']\n";
    suite.file("judge.toml", format!("{build}{config}"));
    let done = suite.judge(&["run", "--format", "json", "--jobs", "1"]);
    assert_eq!(done.code, Some(5));
    let cases = done.cases();
    assert_eq!(verdicts(&cases), ["JE", "AC", "JE"]);
    for (case, path) in [(0, "cases/1/input"), (2, "cases/3/expected")] {
        assert!(
            cases[case]["reason"].as_str().unwrap().contains(path),
            "{cases:?}"
        );
    }
}

#[test]
fn a_program_that_is_missing_is_told_once() {
    let suite = right();
    fs::remove_file(suite.path().join("s")).unwrap();
    is_told_once(&suite.judge(&["run"]), "./s");
}

#[test]
fn a_program_that_is_not_executable_is_told_once() {
    let suite = right();
    let program = suite.path().join("s");
    fs::set_permissions(&program, Permissions::from_mode(0o644)).unwrap();
    is_told_once(&suite.judge(&["run"]), "not executable");
}

#[test]
fn a_program_without_its_interpreter_is_told_once() {
    let suite = right();
    suite.file("s", "#!/no/such/interpreter\n");
    is_told_once(&suite.judge(&["run"]), "/no/such/interpreter");
}

#[test]
fn a_program_for_another_machine_is_told_once() {
    let suite = right();
    let mut program = fs::read("/proc/self/exe").unwrap();
    // The machine, in the header of the file: none that there is.
    program[18..20].copy_from_slice(&[0xfe, 0xfe]);
    suite.file("s", &program[..4096]);
    is_told_once(&suite.judge(&["run"]), "machine");
}

#[test]
fn hostile_names_are_shown_escaped_and_filtered_by_what_is_shown() {
    let names: [&[u8]; 8] = [
        b"a b",
        b"'single' \"double\"",
        b"line\nbreak",
        b"\x1b[2Jcleared",
        b"not \xff text",
        b"back\\slash",
        b"$(rm -rf x); `y`",
        b"--help",
    ];
    let suite = Suite::of_script("echo 3");
    for name in names {
        suite.case(OsStr::from_bytes(name), "", "4\n");
    }
    let shown = suite.judge(&["run"]).stdout;
    assert!(
        !shown.contains(|c: char| c.is_control() && c != '\n'),
        "{shown:?}"
    );
    let cases = suite.cases(&[]);
    assert_eq!(cases.len(), names.len());
    for case in cases {
        let name = case["case"].as_str().unwrap();
        assert!(
            shown.contains(&format!(" WA s  {name}  ")),
            "{name} in {shown}"
        );
        let filtered = suite.cases(&[name]);
        assert_eq!(filtered.len(), 1, "{name}");
        assert_eq!(filtered[0]["case"], name);
    }
}

/// Every file below a folder with its bytes and the time of its last change.
fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
    let files = entries.into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let changed = entry.metadata().unwrap().modified().unwrap();
            let path = entry.into_path();
            (path.clone(), fs::read(path).unwrap(), changed)
        })
        .collect()
}

#[test]
fn no_run_changes_a_case_whoever_is_wrong_and_wherever_it_runs() {
    let suite = Suite::of_script("echo 5; echo 5 > expected");
    suite
        .case("one", "x\n", "4\n")
        .case("two", "x\n", "5\n")
        .file("cases/half/input", "x\n");
    let before = snapshot(&suite.path().join("cases"));
    for variable in ["NONE", "CI", "GITHUB_ACTIONS", "GITLAB_CI"] {
        let mut command = suite.command(&["run"]);
        command.env(variable, "true");
        assert_eq!(suite.done(command).code, Some(5));
        assert_eq!(suite.judge(&["list"]).code, Some(5));
        assert_eq!(snapshot(&suite.path().join("cases")), before, "{variable}");
    }
}
