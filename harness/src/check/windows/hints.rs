use super::Comparison;
use super::lockstep::{Lockstep, Within};
use crate::check::exact::Exact;
use crate::check::float::Float;
use crate::check::hints::{Texts, ended};
use crate::check::lines::Lines;
use crate::check::tokens::Tokens;
use crate::diff::Reading;
use crate::model::{Compare, Hint, Rule};

/// What hints ask of texts that are read through windows.
pub(super) struct InWindows<'a>(pub(super) &'a Comparison<'a>);

impl Texts for InWindows<'_> {
    fn one_ends_first(&mut self) -> Option<Hint> {
        let mut texts = self.0.at_first_token();
        let other = self.0.lockstep.other_tokens(&mut texts, Within::Text)?;
        ended(other.in_expected, other.in_actual)
    }

    fn only_white_space(&mut self) -> bool {
        self.0.only_white_space()
    }

    fn is_right(&mut self, compare: Compare) -> bool {
        let Compare { rule, ignore_case } = compare;
        let reading: &dyn Reading = match rule {
            Rule::Lines | Rule::UnorderedLines => &Lines { ignore_case },
            Rule::Tokens => &Tokens { ignore_case },
            Rule::Exact => &Exact,
            Rule::Float(tolerance) => &Float {
                tolerance,
                ignore_case,
            },
        };
        let lockstep = Lockstep { compare, reading };
        match rule {
            Rule::Lines | Rule::UnorderedLines => lockstep.same_lines(&mut self.0.at_first_line()),
            Rule::Tokens | Rule::Float(_) => {
                let mut texts = self.0.at_first_token();
                lockstep.other_tokens(&mut texts, Within::Text).is_none()
            }
            Rule::Exact => {
                let mut texts = self.0.at_first_byte();
                texts.skip_same(ignore_case, |_| false);
                texts.is_at_both_ends()
            }
        }
    }
}
