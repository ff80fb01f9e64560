use super::float::Float;
use super::lines::Lines;
use super::tokens::{Tokens, first_difference, only_white_space, same_tokens};
use super::unordered::UnorderedLines;
use super::{Answer, Checker, same_text};
use crate::diff::Reading;
use crate::model::{Compare, Difference, Finding, Hint, Rule};

/// Within this, numbers that differ as text are called close.
const CLOSE: f64 = 1e-6;

/// The checker of a rule that also says what may explain a difference. The rules know nothing
/// of hints, since a hint may be that another rule accepts the output.
pub(super) struct Hinting<C> {
    pub(super) checker: C,
    pub(super) compare: Compare,
}

impl<C: Checker + Reading> Checker for Hinting<C> {
    fn check(&self, answer: &Answer<'_>, output: &[u8]) -> Finding {
        let mut finding = self.checker.check(answer, output);
        if let Finding::Format(difference) | Finding::Wrong(difference) = &mut finding {
            let texts = InMemory {
                reading: &self.checker,
                ignore_case: self.compare.ignore_case,
                expected: answer.expected,
                output,
            };
            difference.hints = find(self.compare, difference, output.is_empty(), texts);
        }
        finding
    }
}

/// Two texts of which it can be asked what they have in common.
pub(super) trait Texts {
    /// Whether the tokens of one text are a proper beginning of those of the other.
    fn one_ends_first(&mut self) -> Option<Hint>;

    /// Whether nothing but white space differs.
    fn only_white_space(&mut self) -> bool;

    /// Whether another comparison accepts the output.
    fn is_right(&mut self, compare: Compare) -> bool;
}

/// What may explain that an output is not the expected one, from which it differs as told.
pub(super) fn find(
    compare: Compare,
    difference: &Difference,
    is_empty: bool,
    mut texts: impl Texts,
) -> Vec<Hint> {
    let mut hints = Vec::new();
    if is_empty {
        hints.push(Hint::EmptyOutput);
    } else {
        hints.extend(texts.one_ends_first());
    }
    if texts.only_white_space() {
        hints.push(Hint::OnlyWhiteSpace);
    }
    let folded = Compare {
        ignore_case: true,
        ..compare
    };
    if !compare.ignore_case && texts.is_right(folded) {
        hints.push(Hint::OnlyLetterCase);
    }
    if has_fraction(difference) && has_close_numbers(compare, &mut texts) {
        hints.push(Hint::NumbersAreClose);
    }
    hints
}

/// Whether the first number that differs is written as one that may be inexact: a large whole
/// number that is off by one is close, too, and wrong.
fn has_fraction(difference: &Difference) -> bool {
    let expected = difference.expected.as_ref();
    expected.is_some_and(|token| token.iter().any(|byte| b".eE".contains(byte)))
}

/// Whether a comparison with a tolerance would accept what a comparison of text does not.
fn has_close_numbers(compare: Compare, texts: &mut impl Texts) -> bool {
    let with = |rule| Compare { rule, ..compare };
    matches!(compare.rule, Rule::Lines | Rule::Tokens)
        && texts.is_right(with(Rule::Float(CLOSE)))
        && !texts.is_right(with(Rule::Tokens))
}

/// Which of the first tokens that differ is missing, if one is.
pub(super) const fn ended(in_expected: bool, in_actual: bool) -> Option<Hint> {
    match (in_expected, in_actual) {
        (true, false) => Some(Hint::EndsEarly),
        (false, true) => Some(Hint::GoesOn),
        _ => None,
    }
}

struct InMemory<'a> {
    reading: &'a dyn Reading,
    ignore_case: bool,
    expected: &'a [u8],
    output: &'a [u8],
}

impl Texts for InMemory<'_> {
    fn one_ends_first(&mut self) -> Option<Hint> {
        let same = |old: &[u8], new: &[u8]| self.reading.same_token(old, new);
        let (old, new) = first_difference(self.expected, self.output, same)?;
        ended(old.is_some(), new.is_some())
    }

    fn only_white_space(&mut self) -> bool {
        only_white_space(self.ignore_case, self.expected, self.output)
    }

    fn is_right(&mut self, Compare { rule, ignore_case }: Compare) -> bool {
        let (expected, output) = (self.expected, self.output);
        match rule {
            Rule::Lines => Lines { ignore_case }.accepts(expected, output),
            Rule::UnorderedLines => UnorderedLines { ignore_case }.accepts(expected, output),
            Rule::Tokens => same_tokens(&Tokens { ignore_case }, expected, output),
            Rule::Exact => same_text(ignore_case, expected, output),
            Rule::Float(tolerance) => {
                let float = Float {
                    tolerance,
                    ignore_case,
                };
                same_tokens(&float, expected, output)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::picture::{rows, wrong};
    use crate::model::{Hint, Rule};

    #[test]
    fn an_empty_output_is_told_as_such() {
        let difference = wrong(Rule::Lines, b"\n\n7\n", b"");
        assert_eq!((difference.line, difference.column), (1, 1));
        assert_eq!(difference.expected.as_deref(), Some(&b"7"[..]));
        assert_eq!(difference.actual, None);
        assert_eq!(difference.hints, [Hint::EmptyOutput]);
        let difference = wrong(Rule::Lines, b"7\n", b"\n");
        assert_eq!(difference.hints, [Hint::EndsEarly]);
    }

    #[test]
    fn a_word_in_other_letter_case_is_wrong_with_a_hint_and_marked_letters() {
        let difference = wrong(Rule::Lines, b"Impossible\n", b"IMPOSSIBLE\n");
        assert_eq!((difference.line, difference.column), (1, 2));
        assert_eq!(difference.hints, [Hint::OnlyLetterCase]);
        assert_eq!(rows(&difference), ["-1 I[mpossible]", "+1 I[MPOSSIBLE]"]);
        let difference = wrong(Rule::Lines, b"IMPOSSIBLE\n", b"Impossible\n");
        assert_eq!(difference.hints, [Hint::OnlyLetterCase]);
    }

    #[test]
    fn numbers_with_more_digits_are_wrong_with_a_hint() {
        let difference = wrong(Rule::Lines, b"48000.0\n", b"48000.000000\n");
        assert_eq!(difference.hints, [Hint::NumbersAreClose]);
        assert_eq!(rows(&difference), ["-1 48000.0", "+1 48000.0[00000]"]);
        assert_eq!(wrong(Rule::Lines, b"0.5\n", b"0.6\n").hints, []);
        let off_by_one = wrong(Rule::Lines, b"128434261\n", b"128434262\n");
        assert_eq!(off_by_one.hints, []);
    }

    #[test]
    fn an_output_that_lacks_answers_ends_early_at_the_next_line() {
        let difference = wrong(Rule::Lines, b"2\n5\n", b"2\n");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert_eq!(difference.expected.as_deref(), Some(&b"5"[..]));
        assert_eq!(difference.actual, None);
        assert_eq!(difference.hints, [Hint::EndsEarly]);
        assert_eq!(rows(&difference), [" 1 2", "-2 [5]"]);
        let difference = wrong(Rule::Lines, b"2\n\n5\n", b"2\n");
        assert_eq!((difference.line, difference.column), (2, 1));
        assert_eq!(rows(&difference), [" 1 2", "-2 [⏎]", "-3 [5]"]);
    }

    #[test]
    fn an_answer_too_many_is_an_extra_line() {
        let difference = wrong(Rule::Lines, b"2\n5\n", b"2\n5\n5\n");
        assert_eq!((difference.line, difference.column), (3, 1));
        assert_eq!(difference.expected, None);
        assert_eq!(difference.actual.as_deref(), Some(&b"5"[..]));
        assert_eq!(difference.hints, [Hint::GoesOn]);
        assert_eq!(rows(&difference), [" 1 2", " 2 5", "+3 [5]"]);
    }

    #[test]
    fn no_hint_is_given_where_none_explains_the_difference() {
        for rule in [Rule::Lines, Rule::Tokens, Rule::Exact, Rule::Float(1e-9)] {
            assert_eq!(wrong(rule, b"a 1.5\n", b"b 1.6\n").hints, []);
            assert_eq!(wrong(rule, b"10\n", b"1\n").hints, []);
        }
        assert_eq!(wrong(Rule::Exact, b"1.0\n", b"1.00\n").hints, []);
    }

    #[test]
    fn letter_case_is_hinted_at_under_every_rule() {
        for rule in [Rule::Lines, Rule::Tokens, Rule::Exact, Rule::Float(1e-9)] {
            let hints = wrong(rule, b"a B\n", b"A b\n").hints;
            assert_eq!(hints, [Hint::OnlyLetterCase], "{rule:?}");
        }
    }
}
