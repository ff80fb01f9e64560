//! A folder with a `judge.toml`, cases and programs, and `judge` run in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use serde_json::Value;
use tempfile::TempDir;

/// The program under test.
pub(crate) const JUDGE: &str = env!("CARGO_BIN_EXE_judge");

/// Every program of a suite finds the suite's path in this variable, so that it can be told
/// from all other processes of the machine.
pub(crate) const MARK: &str = "OF_SUITE";

/// Held while a program is written and while a process starts: a process that starts in
/// between would hold the program open for writing, and nobody could execute it.
static STARTING: Mutex<()> = Mutex::new(());

/// A folder that is gone when it is dropped.
pub(crate) struct Suite(TempDir);

/// What a run of `judge` came to.
#[derive(Debug)]
pub(crate) struct Done {
    /// What it wrote to standard output.
    pub(crate) stdout: String,
    /// What it wrote to standard error.
    pub(crate) stderr: String,
    /// Its exit code; `None` when a signal ended it.
    pub(crate) code: Option<i32>,
}

impl Suite {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        let suite = Self(tempfile::tempdir().unwrap());
        fs::create_dir(suite.temporary()).unwrap();
        suite
    }

    /// One problem `p`, with submissions that are shell scripts: name and text.
    pub(crate) fn of_scripts(scripts: &[(&str, &str)]) -> Self {
        let suite = Self::empty();
        let mark = suite.path().display().to_string();
        let mut table = String::new();
        for (name, text) in scripts {
            suite.script(name, text);
            table += &format!("{name} = {{ run = './{name}', env = {{ {MARK} = '{mark}' }} }}\n");
        }
        let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
        suite.file("judge.toml", format!("{problem}{table}"));
        suite
    }

    /// One problem `p` with one submission `s`, a shell script.
    pub(crate) fn of_script(text: &str) -> Self {
        Self::of_scripts(&[("s", text)])
    }

    /// Adds lines of `[limits]` to the configuration.
    pub(crate) fn limits(self, lines: &str) -> Self {
        let config = fs::read_to_string(self.path().join("judge.toml")).unwrap();
        self.file("judge.toml", format!("{config}[limits]\n{lines}\n"));
        self
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where `judge` makes its temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.path().join("temporary")
    }

    /// What lies there.
    pub(crate) fn left_in_temporary(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.temporary()).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// Writes a file, and the folders that it lies in.
    pub(crate) fn file(&self, path: impl AsRef<Path>, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, contents).unwrap();
        path
    }

    /// Writes an executable shell script.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.file(name, format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Writes a case of the problem `p`.
    pub(crate) fn case(
        &self,
        name: impl AsRef<Path>,
        input: impl AsRef<[u8]>,
        expected: impl AsRef<[u8]>,
    ) -> &Self {
        let directory = Path::new("cases").join(name);
        self.file(directory.join("input"), input);
        self.file(directory.join("expected"), expected);
        self
    }

    /// A command that runs `judge` in the folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(JUDGE);
        command.args(words);
        self.settle(&mut command);
        command
    }

    /// A shell that gets the path of `judge` as `$0`, in the folder.
    pub(crate) fn shell(&self, text: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", text, JUDGE]);
        self.settle(&mut command);
        command
    }

    fn settle(&self, command: &mut Command) {
        command
            .current_dir(self.path())
            .env("TMPDIR", self.temporary())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    }

    /// Runs `judge` in the folder to its end. Whatever it was, nothing may be left of it.
    pub(crate) fn judge(&self, words: &[&str]) -> Done {
        self.done(self.command(words))
    }

    /// The `case` lines of the JSON report of `judge run`.
    pub(crate) fn cases(&self, words: &[&str]) -> Vec<Value> {
        let words = [&["run", "--format", "json"], words].concat();
        self.judge(&words).cases()
    }

    /// The `case` line of the only case, which has no input and expects `expected`.
    pub(crate) fn only(self, expected: &str) -> Value {
        self.case("one", "", expected);
        let mut cases = self.cases(&[]);
        assert_eq!(cases.len(), 1, "{cases:?}");
        cases.remove(0)
    }

    /// Runs a command to its end. Whatever it was, nothing may be left of it.
    pub(crate) fn done(&self, command: Command) -> Done {
        let done = done(command);
        assert_eq!(self.left_in_temporary(), [] as [PathBuf; 0], "{done:?}");
        assert_eq!(self.living(), [] as [String; 0], "{done:?}");
        done
    }

    /// The processes of this suite that live: the programs that it judges with all that they
    /// start, and the launchers.
    pub(crate) fn living(&self) -> Vec<String> {
        let path = self.path().as_os_str().as_encoded_bytes();
        let programs = [MARK.as_bytes(), b"=", path].concat();
        processes()
            .filter(|process| {
                let environment = fs::read(process.join("environ")).unwrap_or_default();
                let directory = fs::read_link(process.join("cwd")).unwrap_or_default();
                contains(&environment, &programs) || directory.starts_with(self.temporary())
            })
            .map(|process| {
                let words = fs::read(process.join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&words).replace('\0', " ")
            })
            .collect()
    }

    /// How many live processes of this suite have `word` in their command line.
    pub(crate) fn n_living(&self, word: &str) -> usize {
        let living = self.living();
        living.iter().filter(|words| words.contains(word)).count()
    }
}

/// The directories of all processes.
fn processes() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/proc").unwrap();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("cmdline").exists())
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A process of the machine.
#[derive(Debug)]
pub(crate) struct Process {
    /// Its number.
    pub(crate) id: u32,
    /// Its state, as in `Z` for a zombie.
    pub(crate) state: char,
    parent: u32,
}

impl Process {
    /// Its command line.
    pub(crate) fn words(&self) -> String {
        let words = fs::read(format!("/proc/{}/cmdline", self.id)).unwrap_or_default();
        String::from_utf8_lossy(&words).replace('\0', " ")
    }
}

/// All processes that descend from one that lives.
pub(crate) fn descendants(ancestor: u32) -> Vec<Process> {
    let mut others: Vec<Process> = processes().filter_map(|path| process(&path)).collect();
    let mut known = vec![ancestor];
    let mut found = Vec::new();
    while let Some(parent) = known.pop() {
        let (children, rest) = others
            .into_iter()
            .partition(|process| process.parent == parent);
        others = rest;
        let children: Vec<Process> = children;
        known.extend(children.iter().map(|child| child.id));
        found.extend(children);
    }
    found
}

fn process(path: &Path) -> Option<Process> {
    let stat = fs::read_to_string(path.join("stat")).ok()?;
    // A name may hold blanks and parentheses; what follows it does not.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    Some(Process {
        id: path.file_name()?.to_str()?.parse().ok()?,
        state: fields.next()?.chars().next()?,
        parent: fields.next()?.parse().ok()?,
    })
}

/// A `judge` that runs. A test that fails meanwhile ends it.
pub(crate) struct Running(Option<Child>);

impl Running {
    /// The process itself.
    pub(crate) fn child(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }

    /// Sends a signal to it alone.
    pub(crate) fn send(&mut self, signal: Signal) {
        let process = Pid::from_child(self.child());
        rustix::process::kill_process(process, signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) fn done(mut self) -> Done {
        let output = self.0.take().unwrap().wait_with_output().unwrap();
        Done {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a command.
pub(crate) fn start(mut command: Command) -> Running {
    let _alone = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    Running(Some(command.spawn().unwrap()))
}

/// Runs a command to its end.
pub(crate) fn done(command: Command) -> Done {
    start(command).done()
}

/// Waits until something holds; fails when it does not within a minute.
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < deadline, "not within a minute: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

impl Done {
    /// The lines of a JSON report.
    pub(crate) fn json(&self) -> Vec<Value> {
        let lines = self.stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The `case` lines of a JSON report.
    pub(crate) fn cases(&self) -> Vec<Value> {
        let mut lines = self.json();
        lines.retain(|line| line["type"] == "case");
        lines
    }
}

/// The verdicts of `case` lines.
pub(crate) fn verdicts(cases: &[Value]) -> Vec<&str> {
    let verdicts = cases.iter().map(|case| case["verdict"].as_str().unwrap());
    verdicts.collect()
}
