use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::document::{Document, Table};
use super::limits::limits_of;
use super::problem::problems;
use super::profile::profile;
use super::section::Section;
use super::submission::Commands;
use super::{Config, Error};
use crate::model::{Origin, PROGRAM_PATH, Profile, Setting};

/// Reads `judge.toml`. Nothing in it is passed over, so a misspelt limit is never ignored.
///
/// The programs of commands that have no slash in their name are looked up in the `PATH` of
/// this process; whether a program can be started is not asked here.
///
/// # Errors
/// When it cannot be read, or anything in it is not as it must be.
pub fn load(path: &Path) -> Result<Config, Error> {
    load_with(path, std::env::var_os("PATH").as_deref())
}

fn load_with(path: &Path, search: Option<&OsStr>) -> Result<Config, Error> {
    let document = Document::read(path, path)?;
    let entries = document.parse()?;
    let top = Table::top(&document, &entries, Section::Judge)?;
    let root = root_of(path)?;
    let programs = program_search(search);
    let commands = Commands {
        root: &root,
        search: Some(&programs),
    };
    let tools = Commands {
        root: &root,
        search,
    };
    let build = match top.get("build") {
        Some(value) => value.elements()?,
        None => Vec::new(),
    };
    let profile = profile(&top, Origin::JudgeToml)?.unwrap_or(Setting {
        value: Profile::default(),
        origin: Origin::BuiltIn,
    });
    Ok(Config {
        build: build
            .iter()
            .map(|value| tools.read(value))
            .collect::<Result<_, _>>()?,
        limits: limits_of(&top)?,
        problems: problems(&top.require("problem")?, profile, commands)?,
        root,
    })
}

/// Where programs under test are looked for: in their own `PATH` before the judge's.
pub fn program_search(search: Option<&OsStr>) -> OsString {
    let mut whole = OsString::from(PROGRAM_PATH);
    if let Some(search) = search {
        whole.push(":");
        whole.push(search);
    }
    whole
}

/// The absolute path of the directory that the file is in. It is not resolved any further:
/// people see it as they wrote it.
fn root_of(path: &Path) -> Result<PathBuf, Error> {
    let absolute = std::path::absolute(path).map_err(|source| Error::Read {
        path: path.to_owned(),
        source,
    })?;
    Ok(absolute.parent().unwrap_or(&absolute).to_owned())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::model::Compare;
    use std::fs;
    use std::time::Duration;

    /// A problem with all that it needs.
    pub(in crate::config) const MINIMAL: &str =
        "[problem.p]\ncases = 'c'\nsubmission = { s = './s' }\n";

    /// Loads a `judge.toml` with these contents; its path, which differs from run to run, is
    /// taken out of the message.
    fn load_bytes(bytes: &[u8]) -> Result<Config, (String, Option<String>)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("judge.toml");
        fs::write(&path, bytes).unwrap();
        load_with(&path, None).map_err(|error| {
            let folder = format!("{}/", folder.path().display());
            (error.to_string().replace(&folder, ""), error.help())
        })
    }

    pub(in crate::config) fn load_text(text: &str) -> Result<Config, (String, Option<String>)> {
        load_bytes(text.as_bytes())
    }

    /// Asserts the message and the help for each text.
    pub(in crate::config) fn assert_refused(table: &[(&str, &str, &str)]) {
        for (text, message, help) in table {
            let (seen, seen_help) = load_text(text).expect_err(text);
            assert_eq!(&seen, message, "{text}");
            assert_eq!(seen_help.as_deref().unwrap_or_default(), *help, "{text}");
        }
    }

    #[test]
    fn everything_that_can_be_written_is_read() {
        let config = load_text(
            r#"
build = ["cargo build --release", './make "all of it"']

[limits]
time = "1000ms"
memory = "64MiB"

[problem.flip-game]
cases = "cases/flip-game"
compare = { float = 1e-6 }
ignore_case = true
reference = "flip-game-bitmask"

[problem.flip-game.limits]
wall = "3s"
output = "1MB"
stderr = "2kB"
stack = "8MiB"

[problem.flip-game.submission]
flip-game-dfs = { run = "target/dfs --root {root}", expect = "TLE", env = { A = "b c" } }
flip-game-bitmask = "/abs/bitmask"

[problem.a]
cases = "/elsewhere"
submission = { s = "./s" }
"#,
        )
        .unwrap();
        let root = &config.root;
        assert!(root.is_absolute());
        assert_eq!(config.build[0].words, ["cargo", "build", "--release"]);
        assert_eq!(config.build[1].words, ["./make", "all of it"]);
        assert_eq!(config.limits.time, Some(Duration::from_secs(1)));
        assert_eq!(config.limits.memory, Some(64 << 20));
        assert_eq!(config.limits.wall, None);

        let [flip_game, a] = &config.problems[..] else {
            panic!("{config:?}");
        };
        assert_eq!(flip_game.limits.wall, Some(Duration::from_secs(3)));
        assert_eq!(flip_game.limits.output, Some(1_000_000));
        assert_eq!(flip_game.limits.stderr, Some(2000));
        assert_eq!(flip_game.limits.stack, Some(8 << 20));
        let problem = &flip_game.problem;
        assert_eq!(problem.name, "flip-game");
        assert_eq!(problem.cases, root.join("cases/flip-game"));
        assert_eq!(
            problem.compare.value.to_string(),
            "float=1e-6, ignoring case"
        );
        assert_eq!(problem.compare.origin, Origin::Problem);
        assert_eq!(problem.reference.as_deref(), Some("flip-game-bitmask"));
        let [dfs, bitmask] = &problem.submissions[..] else {
            panic!("{problem:?}");
        };
        assert_eq!(dfs.command.program, root.join("target/dfs"));
        assert_eq!(dfs.command.words[2], root.as_os_str());
        assert_eq!(dfs.command.env["A"], "b c");
        assert_eq!(dfs.expect.to_string(), "TLE");
        assert_eq!(bitmask.command.program, Path::new("/abs/bitmask"));
        assert_eq!(bitmask.expect.to_string(), "AC");

        assert_eq!(a.problem.cases, Path::new("/elsewhere"));
        assert_eq!(a.problem.compare.value, Compare::default());
        assert_eq!(a.problem.compare.origin, Origin::BuiltIn);
    }

    #[test]
    fn a_misspelt_key_is_an_error_that_names_the_nearest() {
        assert_refused(&[
            (
                "[limits]\nmemory = '1MiB'\n\ntime_limt = '1s'\n",
                "`judge.toml`, line 4, column 1: unknown key `time_limt`",
                "did you mean `time`?",
            ),
            (
                "time_limt = '1s'\n",
                "`judge.toml`, line 1, column 1: unknown key `time_limt`",
                "did you mean `time` in `[limits]`?",
            ),
            (
                "[problem.p]\ncases = 'c'\nsubmission.s = 's'\n  limits = { mem = '1s' }\n",
                "`judge.toml`, line 4, column 14: unknown key `mem`",
                "did you mean `memory`?",
            ),
            (
                "[problem.p]\ncases = 'c'\nsubmision = {}\n",
                "`judge.toml`, line 3, column 1: unknown key `submision`",
                "did you mean `submission`?",
            ),
            (
                "[problem.p]\ncases = 'c'\n[problem.p.submission]\ns = { cmd = 's' }\n",
                "`judge.toml`, line 4, column 7: unknown key `cmd`",
                "known here: `run`, `expect`, `read`, `env`",
            ),
            (
                "\"\\u202e\\n\" = 1\n",
                "`judge.toml`, line 1, column 1: unknown key `\\xe2\\x80\\xae\\x0a`",
                "known here: `build`, `profile`, `limits`, `problem`",
            ),
            (
                "[problem.p]\ncases = 'c'\nsubmission.s = 's'\ncompare = { flaot = 1e-6 }\n",
                "`judge.toml`, line 4, column 13: unknown key `flaot`",
                "did you mean `float`?",
            ),
        ]);
    }

    #[test]
    fn what_is_no_toml_is_shown_with_its_place() {
        assert_refused(&[
            (
                "[limits]\ntime = '1s'\ntime = '2s'\n",
                "`judge.toml`, line 3, column 1: duplicate key",
                "",
            ),
            (
                "build = [\"x]\n",
                "`judge.toml`, line 1, column 13: unclosed array, expected `]`",
                "",
            ),
            (
                "[limits]\ntime = 1000ms\n",
                "`judge.toml`, line 2, column 8: string values must be quoted, \
                 expected literal string",
                "",
            ),
        ]);
    }

    #[test]
    fn a_value_of_another_type_is_an_error() {
        for (text, message) in [
            (
                "build = 'make'",
                "line 1, column 9: `build` must be an array of strings, not a value of type string",
            ),
            (
                "build = [1]",
                "line 1, column 10: `build` must be a string, not a value of type integer",
            ),
            (
                "limits = 1",
                "line 1, column 10: `limits` must be a table, not a value of type integer",
            ),
            (
                "problem = []",
                "line 1, column 11: `problem` must be a table, not a value of type array",
            ),
            (
                "problem.p = 1",
                "line 1, column 13: `p` must be a table, not a value of type integer",
            ),
            (
                "limits.time = true",
                "line 1, column 15: `time` must be a string with a unit, not a value of type boolean",
            ),
        ] {
            let text = format!(
                "{text}\n{}",
                if text.starts_with("problem") {
                    ""
                } else {
                    MINIMAL
                }
            );
            assert_refused(&[(&text, &format!("`judge.toml`, {message}"), "")]);
        }
    }

    #[test]
    fn a_command_of_build_or_submission_that_needs_a_shell_is_refused() {
        assert_refused(&[(
            "build = [\n  'make',\n  'cc a.c && cc b.c',\n]\n",
            "`judge.toml`, line 3, column 3: `&` in `cc a.c && cc b.c` needs a shell, \
             and commands are run without one",
            "put the commands into a script and name the script; \
             an argument that has `&` in it stands in quotes",
        )]);
    }

    #[test]
    fn the_root_is_absolute_wherever_the_file_is_named_from() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(root_of(Path::new("judge.toml")).unwrap(), here);
        assert_eq!(
            root_of(Path::new("./a/judge.toml")).unwrap(),
            here.join("a")
        );
        assert_eq!(root_of(Path::new("/judge.toml")).unwrap(), Path::new("/"));
    }

    #[test]
    fn a_file_that_is_no_text_is_shown_with_its_place() {
        let (message, help) = load_bytes(b"# ok\n# caf\xe9\n").unwrap_err();
        assert_eq!(
            message,
            "`judge.toml`, line 2, column 6: the file is not UTF-8 text"
        );
        assert_eq!(help.as_deref(), Some("save the file as UTF-8"));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_with_a_way_out() {
        let error = load(Path::new("missing/judge.toml")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read `missing/judge.toml`: No such file or directory (os error 2)"
        );
        assert_eq!(
            error.help().as_deref(),
            Some("run `judge` from the workspace root, or pass `--config <file>`")
        );
        let error = load(Path::new("/")).unwrap_err();
        assert_eq!(error.to_string(), "cannot read `/`: it is a directory");
        assert_eq!(
            error.help().as_deref(),
            Some("pass the file itself, as in `--config <directory>/judge.toml`")
        );
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..80)) {
            let _ = load_bytes(&bytes);
        }
    }
}
