//! Factors on the command line.

use crate::model::Factor;
use crate::untrusted::escape;

/// A factor that cannot be used as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactorError {
    /// No number at all, or none that is finite.
    #[error("`{}` is no factor", escape(.0.as_bytes()))]
    NotANumber(String),
    /// Zero or less.
    #[error("`{}` is not above 0", escape(.0.as_bytes()))]
    NotPositive(String),
    /// Less than 1, where a limit is to be exceeded.
    #[error("`{}` is less than 1", escape(.0.as_bytes()))]
    LessThanOne(String),
    /// More than anybody waits for.
    #[error("`{}` is more than {}", escape(.0.as_bytes()), Factor::MOST)]
    TooLarge(String),
    /// More digits than are kept.
    #[error("`{}` is not a whole number of thousandths", escape(.0.as_bytes()))]
    TooFine(String),
}

impl FactorError {
    /// What to write instead.
    pub fn help(&self) -> String {
        let least = match self {
            Self::LessThanOne(_) => "from 1",
            _ => "above 0",
        };
        format!(
            "write a number {least} to {} with at most three decimals, as in `3` or `1.5`",
            Factor::MOST
        )
    }
}

/// Reads a factor such as `3` or `1.5`: above 0 and at most [`Factor::MOST`].
///
/// # Errors
/// For everything else, `nan`, infinities and exponents included.
pub fn factor(written: &str) -> Result<Factor, FactorError> {
    let owned = || written.to_owned();
    let is_decimal =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, written),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    if !is_decimal(whole) || !is_decimal(fraction) {
        return Err(FactorError::NotANumber(owned()));
    }
    let is_zero = digits.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if sign < 0 || is_zero {
        return Err(FactorError::NotPositive(owned()));
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 3 {
        return Err(FactorError::TooFine(owned()));
    }
    format!("{whole}{fraction:0<3}")
        .parse()
        .ok()
        .and_then(Factor::of_thousandths)
        .ok_or_else(|| FactorError::TooLarge(owned()))
}

/// As [`factor`], from 1: how far a limit may be exceeded.
///
/// # Errors
/// For everything else.
pub fn overrun(written: &str) -> Result<Factor, FactorError> {
    match factor(written)? {
        factor if factor < Factor::ONE => Err(FactorError::LessThanOne(written.to_owned())),
        factor => Ok(factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_number_is_read_exactly() {
        for (written, shown) in [
            ("3", "3"),
            ("1.5", "1.5"),
            ("0.001", "0.001"),
            ("02.500000", "2.5"),
            ("1000", "1000"),
        ] {
            assert_eq!(factor(written).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_stretches_nothing_is_refused_with_its_reason() {
        for (written, message) in [
            ("0", "`0` is not above 0"),
            ("0.000", "`0.000` is not above 0"),
            ("-1", "`-1` is not above 0"),
            ("-0", "`-0` is not above 0"),
            ("nan", "`nan` is no factor"),
            ("inf", "`inf` is no factor"),
            ("1e3", "`1e3` is no factor"),
            ("", "`` is no factor"),
            (".5", "`.5` is no factor"),
            ("1.", "`1.` is no factor"),
            ("+1", "`+1` is no factor"),
            ("3x", "`3x` is no factor"),
            ("0.0001", "`0.0001` is not a whole number of thousandths"),
            ("1000.001", "`1000.001` is more than 1000"),
            (
                "99999999999999999999",
                "`99999999999999999999` is more than 1000",
            ),
        ] {
            let said = factor(written).map_err(|error| error.to_string());
            assert_eq!(said, Err(message.to_owned()));
        }
    }

    #[test]
    fn an_overrun_is_never_below_the_limit() {
        assert_eq!(overrun("1"), Ok(Factor::ONE));
        let error = overrun("0.999").unwrap_err();
        assert_eq!(error.to_string(), "`0.999` is less than 1");
        assert!(error.help().contains("from 1 to 1000"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.e]{0,24}|.{0,8}") {
            let _ = overrun(&text);
        }
    }
}
