//! What decides in place of a comparison: `checker` or `interactor` of a problem.

use std::ffi::OsString;
use std::time::Duration;

use super::command::argument;
use super::document::{Table, Value};
use super::limits::limits_of;
use super::section::Section;
use super::submission::Commands;
use super::{Error, Overrides};
use crate::model::{
    BuiltIn, Checker, CheckerProgram, Clock, Factor, Limits, Origin, Profile, Protocol, Setting,
};
use crate::untrusted::escape;

/// A checker that does not exist as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckerError {
    /// The harness has none of this name.
    #[error("`{}` is no built-in checker", escape(.0.as_bytes()))]
    UnknownBuiltIn(String),
    /// No protocol has this name.
    #[error("`{}` is no protocol of checkers", escape(.0.as_bytes()))]
    UnknownProtocol(String),
    /// Two keys would both decide.
    #[error("`{key}` contradicts `{decides}`: only one of them can decide")]
    Twice {
        /// The one that is in excess.
        key: &'static str,
        /// `checker` or `interactor`.
        decides: &'static str,
    },
}

impl CheckerError {
    /// What to write instead.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownBuiltIn(_) => {
                "there are `fliptile` and `flip-game`; a program is written as in \
                 `checker = { run = \"target/checker\", protocol = \"icpc\" }`"
            }
            Self::UnknownProtocol(_) => "there are `icpc` and `testlib`",
            Self::Twice { key: "checker", .. } => {
                "leave one of them out; an interactor gives the verdict by itself"
            }
            Self::Twice { .. } => {
                "leave one of them out; what a checker is to know stands in its command"
            }
        }
        .to_owned()
    }
}

/// What a checker may use when `judge.toml` does not say. `[limits]` are those of
/// submissions and say nothing of it.
///
/// Source of all but wall and stack: the ICPC and Kattis problem package format, version
/// `legacy`, typical system defaults of `validation_time`, `validation_memory` and
/// `validation_output`.
const TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 2 << 30;
const OUTPUT: u64 = 8 << 20;
const STACK: u64 = 256 << 20;

/// Reads `checker` or `interactor` of a problem.
pub(super) fn checker(
    problem: &Table<'_>,
    commands: Commands<'_>,
) -> Result<Option<Checker>, Error> {
    if let Some(value) = problem.get("interactor") {
        alone(
            problem,
            "interactor",
            &["checker", "compare", "ignore_case"],
        )?;
        let program = program(&value, commands)?;
        return Ok(Some(Checker::Interactor(Box::new(program))));
    }
    let Some(value) = problem.get("checker") else {
        return Ok(None);
    };
    alone(problem, "checker", &["compare", "ignore_case"])?;
    let checker = match value.is_table() {
        true => Checker::Program(Box::new(program(&value, commands)?)),
        false => Checker::BuiltIn(built_in(&value)?),
    };
    Ok(Some(checker))
}

/// Refuses the keys that would decide as well.
fn alone(problem: &Table<'_>, decides: &'static str, others: &[&'static str]) -> Result<(), Error> {
    for &key in others {
        if let Some(other) = problem.get(key) {
            return Err(other.key_error(CheckerError::Twice { key, decides }));
        }
    }
    Ok(())
}

fn built_in(value: &Value<'_>) -> Result<BuiltIn, Error> {
    let name = value.text()?;
    BuiltIn::of_name(name).ok_or_else(|| value.error(CheckerError::UnknownBuiltIn(name.to_owned())))
}

fn program(value: &Value<'_>, commands: Commands<'_>) -> Result<CheckerProgram, Error> {
    let table = value.table(Section::Checker)?;
    Ok(CheckerProgram {
        command: commands.of_table(&table)?,
        arguments: arguments(&table, commands)?,
        protocol: protocol(&table.require("protocol")?)?,
        limits: limits(&limits_of(&table)?),
    })
}

fn arguments(table: &Table<'_>, commands: Commands<'_>) -> Result<Vec<OsString>, Error> {
    let Some(array) = table.get("args") else {
        return Ok(Vec::new());
    };
    let read = |value: &Value<'_>| {
        let written = value.text()?;
        argument(written, commands.root).map_err(|fault| value.error(fault))
    };
    array.elements()?.iter().map(read).collect()
}

fn protocol(value: &Value<'_>) -> Result<Protocol, Error> {
    let name = value.text()?;
    Protocol::of_name(name)
        .ok_or_else(|| value.error(CheckerError::UnknownProtocol(name.to_owned())))
}

fn limits(given: &Overrides) -> Limits {
    let time = setting(given.time, TIME);
    Limits {
        profile: setting(None, Profile::default()),
        clock: setting(given.clock, Clock::Cpu),
        time_factor: setting(None, Factor::ONE),
        overrun: setting(None, Factor::ONE),
        time,
        wall: setting(given.wall, time.value * 2 + Duration::from_secs(1)),
        memory: setting(given.memory, MEMORY),
        output: setting(given.output, OUTPUT),
        stderr: setting(given.stderr, OUTPUT),
        stack: setting(given.stack, STACK),
    }
}

fn setting<T>(given: Option<T>, built_in: T) -> Setting<T> {
    match given {
        Some(value) => Setting {
            value,
            origin: Origin::Problem,
        },
        None => Setting {
            value: built_in,
            origin: Origin::BuiltIn,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    use crate::config::judge_toml::tests::{MINIMAL, assert_refused, load_text};

    fn read(line: &str) -> Option<Checker> {
        let config = load_text(&format!("{MINIMAL}{line}\n")).unwrap();
        config.problems[0].problem.checker.clone()
    }

    #[test]
    fn a_problem_has_none_unless_it_says_so() {
        assert_eq!(read(""), None);
    }

    #[test]
    fn built_in_checkers_are_known_by_their_names() {
        for one in BuiltIn::ALL {
            let line = format!("checker = '{}'", one.name());
            assert_eq!(read(&line), Some(Checker::BuiltIn(one)));
        }
    }

    #[test]
    fn a_program_comes_with_its_protocol_its_limits_and_what_it_may_read() {
        let checker = read(
            "checker = { run = './my-check --strict \"a b\"', protocol = 'testlib', \
             args = ['--words', '{root}/w x'], limits = { time = '5s', memory = '1MiB' }, \
             read = ['words'], env = { A = 'b' } }",
        );
        let Some(Checker::Program(program)) = checker else {
            panic!("{checker:?}");
        };
        assert_eq!(program.protocol, Protocol::Testlib);
        assert_eq!(program.command.words[1..], ["--strict", "a b"]);
        assert_eq!(program.arguments[0], "--words");
        assert!(Path::new(&program.arguments[1]).is_absolute());
        assert!(program.command.read[0].ends_with("words"));
        assert_eq!(program.command.env["A"], "b");
        let limits = program.limits;
        assert_eq!(limits.time.value, Duration::from_secs(5));
        assert_eq!(limits.time.origin, Origin::Problem);
        assert_eq!(limits.wall.value, Duration::from_secs(11));
        assert_eq!(limits.memory.value, 1 << 20);
        assert_eq!(limits.output.value, 8 << 20);
        assert_eq!(limits.output.origin, Origin::BuiltIn);
    }

    #[test]
    fn an_interactor_is_written_as_a_checker_that_is_a_program() {
        let line = "interactor = { run = './i', protocol = 'icpc', args = ['x'], \
                    limits.wall = '2s' }";
        let Some(Checker::Interactor(program)) = read(line) else {
            panic!("no interactor");
        };
        assert_eq!(program.protocol, Protocol::Icpc);
        assert_eq!(program.arguments, ["x"]);
        assert_eq!(program.limits.wall.value, Duration::from_secs(2));
        assert_eq!(program.limits.time.value, Duration::from_secs(60));
    }

    #[test]
    fn an_interactor_decides_alone_and_none_is_built_in() {
        let minimal = |line: &str| format!("{MINIMAL}interactor = {line}\n");
        let program = "{ run = './i', protocol = 'icpc' }";
        assert_refused(&[
            (
                &minimal(&format!("{program}\nchecker = 'fliptile'")),
                "`judge.toml`, line 5, column 1: \
                 `checker` contradicts `interactor`: only one of them can decide",
                "leave one of them out; an interactor gives the verdict by itself",
            ),
            (
                &minimal(&format!("{program}\ncompare = 'lines'")),
                "`judge.toml`, line 5, column 1: \
                 `compare` contradicts `interactor`: only one of them can decide",
                "leave one of them out; what a checker is to know stands in its command",
            ),
            (
                &minimal("'./i'"),
                "`judge.toml`, line 4, column 14: \
                 `interactor` must be a table, not a value of type string",
                "",
            ),
        ]);
    }

    #[test]
    fn the_limits_of_submissions_are_not_those_of_checkers() {
        let line = "checker = { run = './c', protocol = 'icpc' }\n[limits]\ntime = '1ms'";
        let Some(Checker::Program(program)) = read(line) else {
            panic!("no program");
        };
        assert_eq!(program.limits.time.value, Duration::from_secs(60));
        assert_eq!(program.limits.memory.value, 2 << 30);
    }

    #[test]
    fn a_checker_that_does_not_exist_is_an_error() {
        let minimal = |line: &str| format!("{MINIMAL}{line}\n");
        let built_in = "there are `fliptile` and `flip-game`; a program is written as in \
                        `checker = { run = \"target/checker\", protocol = \"icpc\" }`";
        let one = "leave one of them out; what a checker is to know stands in its command";
        assert_refused(&[
            (
                &minimal("checker = 'target/checker'"),
                "`judge.toml`, line 4, column 11: `target/checker` is no built-in checker",
                built_in,
            ),
            (
                &minimal("checker = { run = './c' }"),
                "`judge.toml`, line 4, column 1: there is no `protocol`",
                "add `protocol = \"icpc\"` or `protocol = \"testlib\"`",
            ),
            (
                &minimal("checker = { protocol = 'icpc' }"),
                "`judge.toml`, line 4, column 1: there is no `run`",
                "add `run = \"command\"`",
            ),
            (
                &minimal("checker = { run = './c', protocol = 'kattis' }"),
                "`judge.toml`, line 4, column 37: `kattis` is no protocol of checkers",
                "there are `icpc` and `testlib`",
            ),
            (
                &minimal("checker = 'fliptile'\ncompare = 'lines'"),
                "`judge.toml`, line 5, column 1: \
                 `compare` contradicts `checker`: only one of them can decide",
                one,
            ),
            (
                &minimal("ignore_case = true\nchecker = 'fliptile'"),
                "`judge.toml`, line 4, column 1: \
                 `ignore_case` contradicts `checker`: only one of them can decide",
                one,
            ),
            (
                &minimal("checker = { run = './c', protocol = 'icpc', limit = {} }"),
                "`judge.toml`, line 4, column 45: unknown key `limit`",
                "did you mean `limits`?",
            ),
            (
                &minimal("checker = 1"),
                "`judge.toml`, line 4, column 11: \
                 `checker` must be a string, not a value of type integer",
                "",
            ),
        ]);
    }
}
