//! The comparison that a problem asks for, by name.

use super::Error;
use super::document::{Table, Value};
use super::section::Section;
use crate::model::{Compare, Origin, Profile, Rule, Setting};
use crate::untrusted::escape;

/// A comparison that does not exist as written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// No rule has this name.
    #[error("`{}` is no way to compare", escape(.0.as_bytes()))]
    UnknownRule(String),
    /// A tolerance that is no number above 0 and below 1.
    #[error("`{}` is no tolerance", escape(.0.as_bytes()))]
    Tolerance(String),
    /// Bytes cannot be compared exactly and yet without regard to case.
    #[error("`ignore_case` contradicts `exact`")]
    ExactIgnoringCase,
}

impl CompareError {
    /// What to write instead, on the command line and in `judge.toml`.
    pub fn help(&self) -> String {
        match self {
            Self::UnknownRule(_) => {
                "there are `lines`, `unordered-lines`, `tokens`, `exact`, and with a tolerance \
                 `--compare float=1e-6` or `compare = { float = 1e-6 }`"
            }
            Self::Tolerance(_) => "write a number above 0 and below 1, such as 1e-6",
            Self::ExactIgnoringCase => "leave one of them out: `exact` compares byte by byte",
        }
        .to_owned()
    }
}

/// Reads a rule as the command line has it: `lines`, `unordered-lines`, `tokens`, `exact` or
/// `float=TOLERANCE`.
///
/// # Errors
/// When there is no such rule.
pub fn rule(written: &str) -> Result<Rule, CompareError> {
    match written.strip_prefix("float=") {
        Some(number) => tolerance(number),
        None => named(written),
    }
}

/// The comparison by a rule, with regard to case or without.
///
/// # Errors
/// When the two contradict each other.
pub fn compare(rule: Rule, ignore_case: bool) -> Result<Compare, CompareError> {
    match rule {
        Rule::Exact if ignore_case => Err(CompareError::ExactIgnoringCase),
        _ => Ok(Compare { rule, ignore_case }),
    }
}

/// The rule of this name, of those that need nothing more.
fn named(name: &str) -> Result<Rule, CompareError> {
    match name {
        "lines" => Ok(Rule::Lines),
        "unordered-lines" => Ok(Rule::UnorderedLines),
        "tokens" => Ok(Rule::Tokens),
        "exact" => Ok(Rule::Exact),
        _ => Err(CompareError::UnknownRule(name.to_owned())),
    }
}

/// The comparison of numbers within a tolerance. One of 1 or more is refused: as a relative
/// error it would let 0 pass for every number.
fn tolerance(number: &str) -> Result<Rule, CompareError> {
    number
        .parse()
        .ok()
        .filter(|tolerance| *tolerance > 0.0 && *tolerance < 1.0)
        .map(Rule::Float)
        .ok_or_else(|| CompareError::Tolerance(number.to_owned()))
}

/// Reads `compare` and `ignore_case` of a problem. A `compare` of its own takes the place of
/// all that `profile` says of comparing.
pub(super) fn comparison(
    table: &Table<'_>,
    profile: Setting<Profile>,
) -> Result<Setting<Compare>, Error> {
    let (rule, ignore_case) = (table.get("compare"), table.get("ignore_case"));
    let default = match rule {
        Some(_) => Compare::default(),
        None => profile.value.compare(),
    };
    let written = rule.map_or(Ok(default.rule), rule_of)?;
    let value = match ignore_case {
        None => Compare {
            rule: written,
            ..default
        },
        Some(flag) => compare(written, flag.flag()?).map_err(|fault| flag.key_error(fault))?,
    };
    Ok(Setting {
        value,
        origin: if rule.is_some() || ignore_case.is_some() {
            Origin::Problem
        } else {
            profile.rule()
        },
    })
}

fn rule_of(value: Value<'_>) -> Result<Rule, Error> {
    if !value.is_table() {
        return named(value.text()?).map_err(|fault| value.error(fault));
    }
    let number = value.table(Section::Compare)?.require("float")?;
    tolerance(&number.number("a number")?).map_err(|fault| number.error(fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::judge_toml::tests::{MINIMAL, assert_refused, load_text};

    #[test]
    fn each_rule_is_known_by_its_name() {
        for (written, rule) in [
            ("lines", Rule::Lines),
            ("unordered-lines", Rule::UnorderedLines),
            ("tokens", Rule::Tokens),
            ("exact", Rule::Exact),
            ("float=1e-6", Rule::Float(1e-6)),
            ("float=0.001", Rule::Float(0.001)),
        ] {
            assert_eq!(super::rule(written), Ok(rule));
        }
    }

    #[test]
    fn what_is_no_comparison_is_refused_with_its_reason() {
        for (written, message) in [
            ("line", "`line` is no way to compare"),
            ("Lines", "`Lines` is no way to compare"),
            ("", "`` is no way to compare"),
            ("float", "`float` is no way to compare"),
            ("float=", "`` is no tolerance"),
            ("float=0", "`0` is no tolerance"),
            ("float=-1e-6", "`-1e-6` is no tolerance"),
            ("float=1", "`1` is no tolerance"),
            ("float=nan", "`nan` is no tolerance"),
            ("float=inf", "`inf` is no tolerance"),
            ("float=1e-999", "`1e-999` is no tolerance"),
            ("float=1e-6x", "`1e-6x` is no tolerance"),
        ] {
            assert_eq!(
                rule(written).map_err(|error| error.to_string()),
                Err(message.to_owned())
            );
        }
    }

    #[test]
    fn a_comparison_that_does_not_exist_is_an_error() {
        let minimal = |line: &str| format!("{MINIMAL}{line}\n");
        assert_refused(&[
            (
                &minimal("compare = 'line'"),
                "`judge.toml`, line 4, column 11: `line` is no way to compare",
                "there are `lines`, `unordered-lines`, `tokens`, `exact`, and with a tolerance \
                 `--compare float=1e-6` or `compare = { float = 1e-6 }`",
            ),
            (
                &minimal("compare = { float = 0 }"),
                "`judge.toml`, line 4, column 21: `0` is no tolerance",
                "write a number above 0 and below 1, such as 1e-6",
            ),
            (
                &minimal("compare = {}"),
                "`judge.toml`, line 4, column 1: there is no `float`",
                "write `compare = { float = 1e-6 }`",
            ),
            (
                &minimal("compare = 'exact'\nignore_case = true"),
                "`judge.toml`, line 5, column 1: `ignore_case` contradicts `exact`",
                "leave one of them out: `exact` compares byte by byte",
            ),
        ]);
    }

    #[test]
    fn ignore_case_may_be_off_with_any_rule() {
        let config = load_text(&format!(
            "{MINIMAL}compare = 'exact'\nignore_case = false\n"
        ));
        let compare = config.unwrap().problems[0].problem.compare;
        assert_eq!(compare.value.rule, Rule::Exact);
        assert_eq!(compare.origin, Origin::Problem);
    }

    #[test]
    fn a_comparison_of_its_own_replaces_that_of_the_profile() {
        for (own, shown, origin) in [
            ("", "tokens, ignoring case", "profile kattis"),
            ("ignore_case = false", "tokens", "problem"),
            ("compare = 'exact'", "exact", "problem"),
            ("compare = 'lines'", "lines", "problem"),
        ] {
            let text = format!("profile = 'kattis'\n{MINIMAL}{own}\n");
            let compare = load_text(&text).unwrap().problems[0].problem.compare;
            assert_eq!(compare.value.to_string(), shown, "{own}");
            assert_eq!(compare.origin.name(), origin, "{own}");
        }
    }

    #[test]
    fn a_value_of_another_type_is_an_error() {
        for (line, message) in [
            (
                "ignore_case = 'yes'",
                "column 15: `ignore_case` must be true or false, not a value of type string",
            ),
            (
                "compare = 1",
                "column 11: `compare` must be a string, not a value of type integer",
            ),
            (
                "compare = { float = '1' }",
                "column 21: `float` must be a number, not a value of type string",
            ),
        ] {
            let text = format!("[problem.p]\n{line}\ncases = 'c'\nsubmission.s = 's'\n");
            assert_refused(&[(&text, &format!("`judge.toml`, line 2, {message}"), "")]);
        }
    }
}
