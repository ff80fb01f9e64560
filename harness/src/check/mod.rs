//! Whether an output answers an input: one [`Checker`] for each rule of comparison.
//!
//! A checker gets bytes and gives a [`Finding`]; it never touches a file and never fails. It
//! first compares the two texts as a whole, which is all that a right output costs as a
//! rule; then it reads both in step until they part, without a copy of either. Only then
//! are hints looked for and is the place drawn, by [`crate::diff`].
//!
//! What white space means stands in the file of each rule. Where a difference is said to be
//! depends on the rule as well:
//!
//! | finding | place | the two texts named |
//! | --- | --- | --- |
//! | `lines`, wrong | the first line whose tokens differ; in it, the first character that differs in the first token that does | the tokens; `\n` for a line that ends there; nothing where the text has ended |
//! | `lines`, format | the first byte that differs and counts | the white space around it up to the next other bytes on both sides, maybe empty |
//! | `tokens`, `float` | the first character that differs in the first token that does, wherever the lines end | the tokens; nothing where the text has ended |
//! | `exact` | the first byte that differs | the tokens, if it is part of one; else the white space that starts there |
//!
//! `lines` leaves out lines that differ in white space alone when the content is wrong
//! further down: the wrong content is what has to be mended first. Line numbers are those of
//! the submission's output. Of a long token, the 80 bytes around the place are kept.

mod describe;
mod exact;
mod float;
mod hints;
mod lines;
mod tokens;

use crate::model::{Compare, Finding, Rule};

use exact::Exact;
use float::Float;
use lines::Lines;
use tokens::Tokens;

/// What an output is held against.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The expected output.
    pub expected: &'a [u8],
}

/// Decides whether an output answers an input.
pub trait Checker: Send + Sync {
    /// Compares an output with the expected one.
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding;

    /// The rule of comparison, for reports; `None` for a checker that has no such rule.
    fn rule(&self) -> Option<Compare>;
}

/// The checker of a rule. `ignore_case` plays no part in [`Rule::Exact`].
pub fn checker(compare: &Compare) -> Box<dyn Checker> {
    let ignore_case = compare.ignore_case;
    match compare.rule {
        Rule::Lines => Box::new(Lines { ignore_case }),
        Rule::Tokens => Box::new(Tokens { ignore_case }),
        Rule::Exact => Box::new(Exact),
        Rule::Float(tolerance) => Box::new(Float {
            tolerance,
            ignore_case,
        }),
    }
}

/// Whether two tokens or two lines are the same text.
fn same_text(ignore_case: bool, left: &[u8], right: &[u8]) -> bool {
    left == right || (ignore_case && left.eq_ignore_ascii_case(right))
}
