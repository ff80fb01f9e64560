//! `[problem.NAME]` of `judge.toml`.

use super::checker::checker;
use super::compare::comparison;
use super::document::Value;
use super::limits::limits_of;
use super::profile::profile;
use super::section::Section;
use super::submission::{Commands, name, submissions};
use super::{Error, Fault, Problem};
use crate::model::{self, Generator, Origin, Profile, Setting};
use crate::nearest::nearest;

/// Reads `[problem]`, the table of all problems. `default` is the profile of those that name
/// none.
pub(super) fn problems(
    table: &Value<'_>,
    default: Setting<Profile>,
    commands: Commands<'_>,
) -> Result<Vec<Problem>, Error> {
    let entries = table.entries()?;
    if entries.is_empty() {
        return Err(table.key_error(Fault::EmptyTable("problem")));
    }
    let read = |entry| problem(entry, default, commands);
    entries.iter().map(read).collect()
}

fn problem(
    entry: &Value<'_>,
    default: Setting<Profile>,
    commands: Commands<'_>,
) -> Result<Problem, Error> {
    let name = name(entry, "problem")?;
    let table = entry.table(Section::Problem)?;
    let submissions = submissions(&table.require("submission")?, commands)?;
    let reference = match table.get("reference") {
        Some(value) => Some(reference(value, &submissions)?),
        None => None,
    };
    let profile = profile(&table, Origin::Problem)?.unwrap_or(default);
    let problem = model::Problem {
        name,
        profile,
        cases: commands.root.join(directory(table.require("cases")?)?),
        compare: comparison(&table, profile)?,
        checker: checker(&table, commands)?,
        reference,
        generators: match table.get("generator") {
            Some(value) => generators(&value, commands)?,
            None => Vec::new(),
        },
        validator: match table.get("validator") {
            Some(value) => Some(commands.read(&value)?),
            None => None,
        },
        submissions,
    };
    let limits = limits_of(&table)?;
    Ok(Problem { problem, limits })
}

fn directory(value: Value<'_>) -> Result<&str, Error> {
    let text = value.text()?;
    if text.is_empty() || text.contains('\0') {
        return Err(value.error(Fault::Text {
            what: "a directory",
            text: text.to_owned(),
        }));
    }
    Ok(text)
}

fn reference(value: Value<'_>, submissions: &[model::Submission]) -> Result<String, Error> {
    let reference = value.text()?;
    if submissions.iter().any(|one| one.name == reference) {
        return Ok(reference.to_owned());
    }
    let names = submissions.iter().map(|one| one.name.as_str());
    Err(value.error(Fault::UnknownReference {
        name: reference.to_owned(),
        nearest: nearest(reference, names).map(str::to_owned),
    }))
}

/// Reads `[problem.NAME.generator]`.
fn generators(table: &Value<'_>, commands: Commands<'_>) -> Result<Vec<Generator>, Error> {
    let read = |entry: Value<'_>| {
        Ok(Generator {
            name: name(&entry, "generator")?,
            command: commands.read(&entry)?,
        })
    };
    table.entries()?.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::judge_toml::tests::{MINIMAL, assert_refused, load_text};

    #[test]
    fn problems_and_submissions_stay_in_the_order_of_the_file() {
        let config = load_text(
            "[problem.z.submission]\nb = 'b'\na = 'a'\n\
             [problem.m]\ncases = 'm'\nsubmission = { z = 'z', y = 'y', x = 'x' }\n\
             [problem.z]\ncases = 'z'\n[problem.b]\ncases = 'b'\nsubmission.c = 'c'",
        )
        .unwrap();
        let names: Vec<_> = config
            .problems
            .iter()
            .flat_map(|Problem { problem, .. }| {
                let submissions = problem.submissions.iter();
                submissions.map(|one| format!("{}/{}", problem.name, one.name))
            })
            .collect();
        assert_eq!(names, ["m/z", "m/y", "m/x", "z/b", "z/a", "b/c"]);
    }

    #[test]
    fn programs_that_make_inputs_and_that_refuse_them_are_read() {
        let config = load_text(&format!(
            "{MINIMAL}validator = 'valid --strict'\ngenerator = {{ b = 'gen 1', a = 'gen 2' }}\n"
        ))
        .unwrap();
        let problem = &config.problems[0].problem;
        let names = problem.generators.iter().map(|one| one.name.as_str());
        assert!(names.eq(["b", "a"]));
        assert_eq!(problem.generators[1].command.words, ["gen", "2"]);
        assert_eq!(
            problem.validator.as_ref().unwrap().words,
            ["valid", "--strict"]
        );
    }

    #[test]
    fn a_file_by_which_nothing_would_be_judged_is_an_error() {
        let problem = "add a table `[problem.NAME]` for each problem";
        let submission = "add a table `[problem.NAME.submission]` with a line `NAME = \"command\"`";
        assert_refused(&[
            (
                "",
                "`judge.toml`, line 1, column 1: there is no `problem`",
                problem,
            ),
            (
                "[problem]\n",
                "`judge.toml`, line 1, column 2: `problem` has nothing in it",
                problem,
            ),
            (
                "[problem.p]\ncases = 'c'\n",
                "`judge.toml`, line 1, column 10: there is no `submission`",
                submission,
            ),
            (
                "[problem.p]\ncases = 'c'\n[problem.p.submission]\n",
                "`judge.toml`, line 3, column 12: `submission` has nothing in it",
                submission,
            ),
            (
                "\n[problem.p.submission]\ns = 's'\n",
                "`judge.toml`, line 2, column 10: there is no `cases`",
                "add `cases = \"cases/NAME\"`, the directory with the problem's cases",
            ),
            (
                "[problem.p]\ncases = 'c'\nsubmission.s = { expect = 'AC' }\n",
                "`judge.toml`, line 3, column 12: there is no `run`",
                "add `run = \"command\"`",
            ),
        ]);
    }

    #[test]
    fn a_value_that_cannot_be_meant_is_an_error() {
        let name = "a name has at least one character, only printable ones, \
                    and no slash or backslash";
        assert_refused(&[
            (
                &format!("{MINIMAL}reference = 't'\n"),
                "`judge.toml`, line 4, column 13: `reference`: the problem has no submission `t`",
                "name one of the problem's submissions",
            ),
            (
                "[problem.p]\ncases = 'c'\nreference = 'fsat'\nsubmission = { slow = 's', fast = 'f' }\n",
                "`judge.toml`, line 3, column 13: `reference`: the problem has no submission `fsat`",
                "did you mean `fast`?",
            ),
            (
                "[problem.p]\ncases = ''\nsubmission.s = 's'\n",
                "`judge.toml`, line 2, column 9: `` cannot be a directory",
                "",
            ),
            (
                "[problem.\"a/b\"]\n",
                "`judge.toml`, line 1, column 10: `a/b` cannot be the name of a problem",
                name,
            ),
            (
                "[problem.p]\nsubmission.\"\\n\" = 's'\n",
                "`judge.toml`, line 2, column 12: `\\x0a` cannot be the name of a submission",
                name,
            ),
        ]);
    }

    #[test]
    fn a_value_of_another_type_is_an_error() {
        assert_refused(&[
            (
                "[problem.p]\ncases = 1\nsubmission.s = 's'\n",
                "`judge.toml`, line 2, column 9: \
                 `cases` must be a string, not a value of type integer",
                "",
            ),
            (
                "[problem.p]\nsubmission = 's'\ncases = 'c'\n",
                "`judge.toml`, line 2, column 14: \
                 `submission` must be a table, not a value of type string",
                "",
            ),
        ]);
    }
}
