//! The comparison that a problem asks for, by name.

use crate::model::{Compare, Rule};
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
                "there are `lines`, `tokens`, `exact`, and with a tolerance \
                 `--compare float=1e-6` or `compare = { float = 1e-6 }`"
            }
            Self::Tolerance(_) => "write a number above 0 and below 1, such as 1e-6",
            Self::ExactIgnoringCase => "leave one of them out: `exact` compares byte by byte",
        }
        .to_owned()
    }
}

/// Reads a comparison as the command line has it: `lines`, `tokens`, `exact` or
/// `float=TOLERANCE`.
///
/// # Errors
/// When there is no such comparison.
pub fn compare(written: &str) -> Result<Compare, CompareError> {
    let rule = match written.strip_prefix("float=") {
        Some(number) => tolerance(number)?,
        None => named(written)?,
    };
    Ok(Compare {
        rule,
        ignore_case: false,
    })
}

/// The rule of this name, of those that need nothing more.
pub(super) fn named(name: &str) -> Result<Rule, CompareError> {
    match name {
        "lines" => Ok(Rule::Lines),
        "tokens" => Ok(Rule::Tokens),
        "exact" => Ok(Rule::Exact),
        _ => Err(CompareError::UnknownRule(name.to_owned())),
    }
}

/// The comparison of numbers within a tolerance. One of 1 or more is refused: as a relative
/// error it would let 0 pass for every number.
pub(super) fn tolerance(number: &str) -> Result<Rule, CompareError> {
    number
        .parse()
        .ok()
        .filter(|tolerance| *tolerance > 0.0 && *tolerance < 1.0)
        .map(Rule::Float)
        .ok_or_else(|| CompareError::Tolerance(number.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_known_by_its_name() {
        for (written, rule) in [
            ("lines", Rule::Lines),
            ("tokens", Rule::Tokens),
            ("exact", Rule::Exact),
            ("float=1e-6", Rule::Float(1e-6)),
            ("float=0.001", Rule::Float(0.001)),
        ] {
            let ignore_case = false;
            assert_eq!(compare(written), Ok(Compare { rule, ignore_case }));
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
                compare(written).map_err(|error| error.to_string()),
                Err(message.to_owned())
            );
        }
    }
}
