use super::tokens::{check, same_tokens, without_end};
use super::{Answer, Checker, same_text};
use crate::diff::Reading;
use crate::model::{Compare, Finding, Rule};

/// As tokens, but where the expected token is a finite decimal number b, a decimal number a
/// is right if |a − b| ≤ e or |a − b| ≤ e · |b|, in double precision. Everything else is
/// right only as the same text.
pub(super) struct Float {
    /// e: not negative, finite.
    pub(super) tolerance: f64,
    pub(super) ignore_case: bool,
}

impl Checker for Float {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        check(self, self.compare(), answer.expected, output)
    }

    fn rule(&self) -> Option<Compare> {
        Some(self.compare())
    }
}

impl Float {
    const fn compare(&self) -> Compare {
        Compare {
            rule: Rule::Float(self.tolerance),
            ignore_case: self.ignore_case,
        }
    }

    fn is_close(&self, expected: f64, actual: f64) -> bool {
        // Finite numbers may lie infinitely far apart, and the product may be infinite.
        let error = (actual - expected).abs();
        error.is_finite() && (error <= self.tolerance || error <= self.tolerance * expected.abs())
    }
}

impl Reading for Float {
    fn content<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        without_end(line)
    }

    fn same_line(&self, expected: &[u8], actual: &[u8]) -> bool {
        same_tokens(self, expected, actual)
    }

    fn same_token(&self, expected: &[u8], actual: &[u8]) -> bool {
        if same_text(self.ignore_case, expected, actual) {
            return true;
        }
        match (finite(expected), finite(actual)) {
            (Some(expected), Some(actual)) => self.is_close(expected, actual),
            _ => false,
        }
    }
}

/// The value of a decimal number, unless it is too large for a finite one: an optional sign,
/// digits with an optional point before, among or after them, an optional exponent.
fn finite(token: &[u8]) -> Option<f64> {
    if !is_decimal(token) {
        return None;
    }
    let text = std::str::from_utf8(token).ok()?;
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn is_decimal(token: &[u8]) -> bool {
    let unsigned = without_sign(token);
    let exponent = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'));
    let (mantissa, exponent) = match exponent {
        Some(at) => (&unsigned[..at], Some(without_sign(&unsigned[at + 1..]))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.iter().position(|&byte| byte == b'.') {
        Some(point) => (&mantissa[..point], &mantissa[point + 1..]),
        None => (mantissa, &[][..]),
    };
    are_digits(whole)
        && are_digits(fraction)
        && whole.len() + fraction.len() > 0
        && exponent.is_none_or(|digits| are_digits(digits) && !digits.is_empty())
}

fn without_sign(token: &[u8]) -> &[u8] {
    match token {
        [b'+' | b'-', rest @ ..] => rest,
        rest => rest,
    }
}

fn are_digits(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_digit)
}
