use super::float::Float;
use super::lines::Lines;
use super::tokens::{Tokens, first_difference, same_tokens};
use crate::diff::{Reading, is_white_space};
use crate::model::{Compare, Hint, Rule};

/// Within this, numbers that differ as text are called close.
const CLOSE: f64 = 1e-6;

/// What may explain that an output is not the expected one.
pub(super) fn find(
    reading: &dyn Reading,
    compare: Compare,
    expected: &[u8],
    output: &[u8],
) -> Vec<Hint> {
    let mut hints = Vec::new();
    if output.is_empty() {
        hints.push(Hint::EmptyOutput);
    } else {
        hints.extend(one_ends_first(reading, expected, output));
    }
    if only_white_space(compare.ignore_case, expected, output) {
        hints.push(Hint::OnlyWhiteSpace);
    }
    if !compare.ignore_case && is_right_but_for_case(compare.rule, expected, output) {
        hints.push(Hint::OnlyLetterCase);
    }
    if has_close_numbers(compare, expected, output) {
        hints.push(Hint::NumbersAreClose);
    }
    hints
}

/// Whether the tokens of one text are a proper beginning of those of the other.
fn one_ends_first(reading: &dyn Reading, expected: &[u8], output: &[u8]) -> Option<Hint> {
    match first_difference(expected, output, |a, b| reading.same_token(a, b))? {
        (Some(_), None) => Some(Hint::EndsEarly),
        (None, Some(_)) => Some(Hint::GoesOn),
        _ => None,
    }
}

/// Whether two texts are the same when all white space is left out.
pub(super) fn only_white_space(ignore_case: bool, left: &[u8], right: &[u8]) -> bool {
    let fold = |byte: &u8| {
        if ignore_case {
            byte.to_ascii_lowercase()
        } else {
            *byte
        }
    };
    let left = left.iter().filter(|&&byte| !is_white_space(byte)).map(fold);
    let right = right
        .iter()
        .filter(|&&byte| !is_white_space(byte))
        .map(fold);
    left.eq(right)
}

fn is_right_but_for_case(rule: Rule, expected: &[u8], output: &[u8]) -> bool {
    let ignore_case = true;
    match rule {
        Rule::Lines => Lines { ignore_case }.accepts(expected, output),
        Rule::Tokens => same_tokens(&Tokens { ignore_case }, expected, output),
        Rule::Exact => expected.eq_ignore_ascii_case(output),
        Rule::Float(tolerance) => {
            let float = Float {
                tolerance,
                ignore_case,
            };
            same_tokens(&float, expected, output)
        }
    }
}

/// Whether a comparison with a tolerance would accept what a comparison of text does not.
fn has_close_numbers(compare: Compare, expected: &[u8], output: &[u8]) -> bool {
    let float = Float {
        tolerance: CLOSE,
        ignore_case: compare.ignore_case,
    };
    let is_text = matches!(compare.rule, Rule::Lines | Rule::Tokens);
    is_text
        && !same_tokens(
            &Tokens {
                ignore_case: compare.ignore_case,
            },
            expected,
            output,
        )
        && same_tokens(&float, expected, output)
}
