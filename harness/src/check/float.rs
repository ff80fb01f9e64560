use super::tokens::{check, same_tokens, without_end};
use super::{Answer, Checker, same_text};
use crate::diff::Reading;
use crate::model::Finding;

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
        check(self, answer.expected, output)
    }
}

impl Float {
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

/// How long a number may be, in bytes. What is longer is text.
const LONGEST: usize = 4096;

/// The value of a decimal number, unless it is too large for a finite one: an optional sign,
/// digits with an optional point before, among or after them, an optional exponent.
fn finite(token: &[u8]) -> Option<f64> {
    if token.len() > LONGEST || !is_decimal(token) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::picture;
    use crate::model::Rule;

    const MICRO: Rule = Rule::Float(1e-6);

    fn is_right(expected: &str, output: &str) -> bool {
        picture::check(MICRO, expected.as_bytes(), output.as_bytes()) == Finding::Right
    }

    #[test]
    fn what_is_no_number_is_right_only_as_the_same_text() {
        for output in [
            "nan", "NaN", "-nan", "inf", "-inf", "infinity", "1e999", "x", "0x3", "3_5",
        ] {
            assert!(!is_right("3.5", output), "{output}");
            assert!(is_right(output, output), "{output}");
        }
        assert!(!is_right("inf", "1e999"));
        assert!(!is_right("1e999", "2e999"));
        assert!(!is_right("inf", "infinity"));
        assert!(!is_right("nan", "3.5"));
    }

    #[test]
    fn the_number_of_digits_and_the_notation_do_not_count() {
        assert!(is_right("48000.0", "48000.000000"));
        assert!(is_right("0.0100000000", "1e-2"));
        assert!(is_right("7", "+7."));
        assert!(is_right(".5", "5E-1"));
        assert!(is_right("0", "-0.0"));
    }

    #[test]
    fn an_error_is_absolute_or_relative_to_the_expected_number() {
        assert!(is_right("0", "0.0000009"));
        assert!(!is_right("0", "0.0000011"));
        assert!(is_right("2000000", "2000001.9"));
        assert!(!is_right("2000000", "2000002.1"));
        assert!(is_right("-5", "-5.0000049"));
        assert!(!is_right("5", "-5"));
        let huge = picture::check(Rule::Float(10.0), b"1e308", b"-1.7e308");
        assert!(matches!(huge, Finding::Wrong(_)));
    }

    #[test]
    fn decimal_numbers_have_digits_and_at_most_one_sign_point_and_exponent() {
        for number in ["0", "-1", "+1", "1.", ".1", "1.5e3", "1E+3", "01", "1.e-0"] {
            assert!(is_decimal(number.as_bytes()), "{number}");
        }
        for other in [
            "", ".", "-", "+-1", "1.2.3", "e5", "1e", "1e+", "1e1.5", ".e1", "1f", "0x1p3", "1,5",
            "١",
        ] {
            assert!(!is_decimal(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_number_may_be_long_but_not_without_end() {
        let number = |n_digits: usize| format!("0.{}", "3".repeat(n_digits));
        assert!(is_right("0.333333333", &number(4000)));
        assert!(!is_right("0.333333333", &number(5000)));
    }

    #[test]
    fn numbers_within_the_tolerance_are_not_marked() {
        let expected = b"1.5\n2.5 3.5\n4.5\n";
        let difference = picture::wrong(MICRO, expected, b"1.5000001\n2.5 nan\n4.5000001");
        assert_eq!((difference.line, difference.column), (2, 5));
        assert_eq!(difference.differing_lines, 1);
        assert_eq!(
            picture::rows(&difference),
            [
                " 1 1.5000001",
                "-2 2.5 [3.5]",
                "+2 2.5 [nan]",
                " 3 4.5000001"
            ]
        );
        let difference = picture::wrong(MICRO, b"9\n2.5\n3.5\n", b"9\n1\n2.5000001\n3.4999999\n");
        assert_eq!(
            picture::rows(&difference),
            [" 1 9", "+2 [1]", " 3 2.5000001", " 4 3.4999999"]
        );
    }
}
