//! The submissions of a problem, as `judge.toml` has them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use super::document::{Table, Value};
use super::expect::expect;
use super::section::Section;
use super::{Error, Fault, command};
use crate::model::{Command, Submission, Verdict};
use crate::untrusted::escape;

/// What commands are read with.
#[derive(Clone, Copy)]
pub(super) struct Commands<'a> {
    /// The directory of `judge.toml`.
    pub(super) root: &'a Path,
    /// The value of `PATH`.
    pub(super) search: Option<&'a OsStr>,
}

impl Commands<'_> {
    /// Reads a string as a command.
    pub(super) fn read(&self, value: &Value<'_>) -> Result<Command, Error> {
        command(value.text()?, self.root, self.search).map_err(|fault| value.error(fault))
    }

    /// Reads `run`, `read` and `env` of a table.
    pub(super) fn of_table(&self, table: &Table<'_>) -> Result<Command, Error> {
        let read = table
            .get("read")
            .map_or(Ok(Vec::new()), |value| value.elements())?;
        let path = |value: &Value<'_>| Ok(self.root.join(value.text()?));
        Ok(Command {
            read: read.iter().map(path).collect::<Result<_, Error>>()?,
            env: table.get("env").map_or(Ok(BTreeMap::new()), environment)?,
            ..self.read(&table.require("run")?)?
        })
    }
}

/// Reads `[problem.NAME.submission]`.
pub(super) fn submissions(
    table: &Value<'_>,
    commands: Commands<'_>,
) -> Result<Vec<Submission>, Error> {
    let entries = table.entries()?;
    if entries.is_empty() {
        return Err(table.key_error(Fault::EmptyTable("submission")));
    }
    let read = |entry| submission(entry, commands);
    entries.iter().map(read).collect()
}

fn submission(entry: &Value<'_>, commands: Commands<'_>) -> Result<Submission, Error> {
    let name = name(entry, "submission")?;
    if !entry.is_table() {
        return Ok(Submission {
            name,
            command: commands.read(entry)?,
            expect: Verdict::Accepted.into(),
        });
    }
    let table = entry.table(Section::Submission)?;
    Ok(Submission {
        name,
        command: commands.of_table(&table)?,
        expect: table
            .get("expect")
            .map_or_else(|| Ok(Verdict::Accepted.into()), expect)?,
    })
}

/// The key of a problem or submission. It stands in paths, filters and reports as it is, so
/// it may hold nothing that they would have to escape.
pub(super) fn name(entry: &Value<'_>, of: &'static str) -> Result<String, Error> {
    let name = entry.key();
    if name.is_empty() || name.contains('/') || escape(name.as_bytes()) != name {
        let name = name.to_owned();
        return Err(entry.key_error(Fault::Name { of, name }));
    }
    Ok(name.to_owned())
}

fn environment(table: Value<'_>) -> Result<BTreeMap<String, String>, Error> {
    let variable = |entry: Value<'_>| {
        let (name, value) = (entry.key(), entry.text()?);
        if name.is_empty() || name.contains(['=', '\0']) {
            let what = "the name of an environment variable";
            let text = name.to_owned();
            return Err(entry.key_error(Fault::Text { what, text }));
        }
        if value.contains('\0') {
            let what = "the value of an environment variable";
            let text = value.to_owned();
            return Err(entry.error(Fault::Text { what, text }));
        }
        Ok((name.to_owned(), value.to_owned()))
    };
    table.entries()?.into_iter().map(variable).collect()
}

#[cfg(test)]
mod tests {
    use crate::config::judge_toml::tests::assert_refused;

    #[test]
    fn a_value_that_cannot_be_meant_is_an_error() {
        let s = |table: &str| format!("[problem.p]\ncases = 'c'\nsubmission.s = {table}\n");
        assert_refused(&[
            (
                &s("{ run = 's', env = { 'A=B' = '' } }"),
                "`judge.toml`, line 3, column 37: \
                 `A=B` cannot be the name of an environment variable",
                "",
            ),
            (
                &s("{ run = 's', env = { A = \"\\u0000\" } }"),
                "`judge.toml`, line 3, column 41: \
                 `\\x00` cannot be the value of an environment variable",
                "",
            ),
            (
                &s("''"),
                "`judge.toml`, line 3, column 16: the command is empty",
                "write the program and its arguments, as in `target/release/solve --fast`",
            ),
        ]);
    }

    #[test]
    fn a_value_of_another_type_is_an_error() {
        for (line, message) in [
            (
                "submission.s = 1",
                "column 16: `s` must be a string, not a value of type integer",
            ),
            (
                "submission.s = { run = 1 }",
                "column 24: `run` must be a string, not a value of type integer",
            ),
            (
                "submission.s = { run = 's', env = 1 }",
                "column 35: `env` must be a table, not a value of type integer",
            ),
            (
                "submission.s = { run = 's', env.A = 1 }",
                "column 37: `A` must be a string, not a value of type integer",
            ),
        ] {
            let text = format!("[problem.p]\n{line}\ncases = 'c'\n");
            assert_refused(&[(&text, &format!("`judge.toml`, line 2, {message}"), "")]);
        }
    }
}
