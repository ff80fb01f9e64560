//! Differences as text, for tests: who reads a test sees what people will see.

use super::{Answer, checker};
use crate::model::{Compare, Difference, Finding, Rule, Side};

/// Checks an output under a rule, letters of either case being different.
pub(super) fn check(rule: Rule, expected: &[u8], output: &[u8]) -> Finding {
    let compare = Compare {
        rule,
        ignore_case: false,
    };
    checker(&compare).check(&Answer { expected }, output)
}

/// The difference of an output that must be wrong.
pub(super) fn wrong(rule: Rule, expected: &[u8], output: &[u8]) -> Difference {
    match check(rule, expected, output) {
        Finding::Wrong(difference) => difference,
        other => panic!("{other:?}"),
    }
}

/// The difference of an output of which only the format must be wrong.
pub(super) fn format(rule: Rule, expected: &[u8], output: &[u8]) -> Difference {
    match check(rule, expected, output) {
        Finding::Format(difference) => difference,
        other => panic!("{other:?}"),
    }
}

/// The rows of a difference: side, number, and the text with brackets around what is marked.
pub(super) fn rows(difference: &Difference) -> Vec<String> {
    let rows = difference.rows.iter();
    rows.map(|row| {
        let side = match row.side {
            Side::Both => ' ',
            Side::Expected => '-',
            Side::Actual => '+',
        };
        let text: String = row
            .spans
            .iter()
            .map(|span| match span.marked {
                true => format!("[{}]", span.text),
                false => span.text.clone(),
            })
            .collect();
        format!("{side}{} {text}", row.line)
    })
    .collect()
}
