//! Differences as text, for tests: who reads a test sees what people will see.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::select;

use super::{Answer, checker};
use crate::model::{Compare, Difference, Finding, Rule, Side};

/// Every rule, with a tolerance that lets few numbers pass and no other text.
pub(super) const RULES: [Rule; 5] = [
    Rule::Lines,
    Rule::UnorderedLines,
    Rule::Tokens,
    Rule::Exact,
    Rule::Float(0.5),
];

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

fn text() -> impl Strategy<Value = Vec<u8>> {
    vec(select(b" \t\r\n01a".to_vec()), 0..40)
}

/// A text and one that differs from it in a few places.
pub(super) fn similar_texts() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let edits = vec((any::<usize>(), text()), 1..4);
    (vec(text(), 0..30), edits).prop_map(|(parts, edits)| {
        let expected = parts.concat();
        let mut output = expected.clone();
        for (at, insertion) in edits {
            let at = at % (output.len() + 1);
            let end = (at + insertion.len() / 2).min(output.len());
            output.splice(at..end, insertion.into_iter().take(2));
        }
        (expected, output)
    })
}

/// All texts of up to `length` bytes of an alphabet.
pub(super) fn texts(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut texts = vec![vec![]];
    let mut start = 0;
    for _ in 0..length {
        let end = texts.len();
        for idx in start..end {
            for &byte in alphabet {
                let longer = [&texts[idx][..], &[byte]].concat();
                texts.push(longer);
            }
        }
        start = end;
    }
    texts
}
