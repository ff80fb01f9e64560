//! A folder with a `judge.toml`, cases and programs, and `judge` run in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The program under test.
pub const JUDGE: &str = env!("CARGO_BIN_EXE_judge");

/// A folder that is gone when it is dropped.
pub struct Suite(TempDir);

/// What a run of `judge` came to.
#[derive(Debug)]
pub struct Done {
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// Its exit code; `None` when a signal ended it.
    pub code: Option<i32>,
}

impl Suite {
    /// An empty folder.
    pub fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// One problem `p`, with submissions that are shell scripts: name and text.
    pub fn of_scripts(scripts: &[(&str, &str)]) -> Self {
        let suite = Self::empty();
        let mut table = String::new();
        for (name, text) in scripts {
            suite.script(name, text);
            table += &format!("{name} = './{name}'\n");
        }
        let problem = "[problem.p]\ncases = 'cases'\n[problem.p.submission]\n";
        suite.file("judge.toml", format!("{problem}{table}"));
        suite
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and the folders that it lies in.
    pub fn file(&self, path: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, contents).unwrap();
        path
    }

    /// Writes an executable shell script.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.file(name, format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Writes a case of the problem `p`.
    pub fn case(&self, name: &str, input: &str, expected: &str) -> &Self {
        self.file(&format!("cases/{name}/input"), input);
        self.file(&format!("cases/{name}/expected"), expected);
        self
    }

    /// A command that runs `judge` in the folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(JUDGE);
        command
            .args(words)
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs `judge` in the folder.
    pub fn judge(&self, words: &[&str]) -> Done {
        done(self.command(words))
    }
}

/// Runs a command to its end.
pub fn done(mut command: Command) -> Done {
    let output = command.output().unwrap();
    Done {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

impl Done {
    /// The lines of a JSON report.
    pub fn json(&self) -> Vec<serde_json::Value> {
        let lines = self.stdout.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    /// The `case` lines of a JSON report.
    pub fn cases(&self) -> Vec<serde_json::Value> {
        let mut lines = self.json();
        lines.retain(|line| line["type"] == "case");
        lines
    }
}
