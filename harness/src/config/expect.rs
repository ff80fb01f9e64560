//! What a submission is meant to get.

use globset::GlobBuilder;

use super::document::{Place, Value};
use super::{Error, Fault};
use crate::model::{Expect, ExpectGroup, Verdict, Verdicts};

/// The key of `expect = { … }` for the cases that no other key fits.
const REST: &str = "default";

/// Reads `expect` of a submission: a verdict, an array of several, or a table of these by
/// cases.
pub(super) fn expect(value: Value<'_>) -> Result<Expect, Error> {
    if !value.is_table() {
        return Ok(verdicts(&value)?.into());
    }
    let entries = value.entries()?;
    if entries.is_empty() {
        return Err(value.key_error(Fault::EmptyTable("expect")));
    }
    let mut expect = Expect::from(Verdict::Accepted);
    for entry in entries {
        let verdicts = verdicts(&entry)?;
        if entry.key() == REST {
            expect.rest = verdicts;
        } else {
            let Place { line, column } = entry.key_place();
            expect.groups.push(ExpectGroup {
                cases: pattern(&entry)?,
                verdicts,
                place: (line, column),
            });
        }
    }
    Ok(expect)
}

fn verdicts(value: &Value<'_>) -> Result<Verdicts, Error> {
    if !value.is_array() {
        return Ok(verdict(value)?.into());
    }
    let elements = value.elements()?;
    let verdicts: Vec<_> = elements.iter().map(verdict).collect::<Result<_, _>>()?;
    Verdicts::of(&verdicts).ok_or_else(|| value.error(Fault::NoVerdict(value.key().to_owned())))
}

fn verdict(value: &Value<'_>) -> Result<Verdict, Error> {
    let code = value.text()?;
    match code.parse() {
        Ok(Verdict::JudgeError) | Err(()) => Err(value.error(Fault::Verdict(code.to_owned()))),
        Ok(verdict) => Ok(verdict),
    }
}

/// A key that names cases. Whether it fits any is seen when they are known.
fn pattern(entry: &Value<'_>) -> Result<String, Error> {
    let text = entry.key();
    let built = GlobBuilder::new(text).backslash_escape(false).build();
    let reason = match built {
        _ if text.trim_matches(['/', '.']).is_empty() => "it names no cases".to_owned(),
        Ok(_) => return Ok(text.to_owned()),
        Err(error) => error.kind().to_string(),
    };
    let text = text.to_owned();
    Err(entry.key_error(Fault::Pattern { text, reason }))
}

#[cfg(test)]
mod tests {
    use crate::config::judge_toml::tests::{assert_refused, load_text};

    fn with(expect: &str) -> String {
        format!("[problem.p]\ncases = 'c'\nsubmission.s = {{ run = 's', expect = {expect} }}\n")
    }

    #[test]
    fn one_verdict_several_or_a_table_by_cases() {
        for (written, read) in [
            ("'AC'", "AC"),
            ("'WA'", "WA"),
            ("['TLE', 'AC']", "AC or TLE"),
            ("['WA']", "WA"),
            ("{ default = 'RE' }", "RE"),
            ("{ 'large/*' = 'TLE' }", "TLE on `large/*`, else AC"),
            (
                "{ default = ['AC', 'PE'], 'b/**' = ['TLE', 'MLE'], a = 'WA' }",
                "TLE or MLE on `b/**`, WA on `a`, else AC or PE",
            ),
        ] {
            let config = load_text(&with(written)).unwrap();
            let expect = &config.problems[0].problem.submissions[0].expect;
            assert_eq!(expect.to_string(), read, "{written}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_an_error_at_its_place() {
        let known = "write one of AC, PE, WA, RE, TLE, MLE, OLE";
        for (written, column, message, help) in [
            (
                "'ac'",
                38,
                "`expect`: a submission cannot be meant to get `ac`",
                known,
            ),
            (
                "['AC', 'JE']",
                45,
                "`expect`: a submission cannot be meant to get `JE`",
                known,
            ),
            ("[]", 38, "`expect` has no verdict in it", known),
            (
                "{}",
                29,
                "`expect` has nothing in it",
                "write `expect = \"WA\"`, or a table such as `{ \"large/*\" = \"TLE\", default = \"AC\" }`",
            ),
            ("{ 'a/*' = [] }", 48, "`a/*` has no verdict in it", known),
            (
                "{ 'a[' = 'WA' }",
                40,
                "`a[` is no pattern for cases: unclosed character class; missing ']'",
                "",
            ),
            (
                "{ '' = 'WA' }",
                40,
                "`` is no pattern for cases: it names no cases",
                "",
            ),
            (
                "1",
                38,
                "`expect` must be a string, not a value of type integer",
                "",
            ),
            (
                "['AC', 1]",
                45,
                "`expect` must be a string, not a value of type integer",
                "",
            ),
        ] {
            let message = format!("`judge.toml`, line 3, column {column}: {message}");
            assert_refused(&[(&with(written), &message, help)]);
        }
    }
}
