use std::fmt;

use super::Verdict;

/// A set of verdicts; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts([bool; Verdict::ALL.len()]);

/// What a submission is meant to get: on groups of cases, and on the rest.
///
/// A case belongs to the first group whose pattern fits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The groups, in the order of `judge.toml`.
    pub groups: Vec<ExpectGroup>,
    /// On all other cases.
    pub rest: Verdicts,
}

/// What a submission is meant to get on some cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectGroup {
    /// The cases: a path below the problem's `cases` directory, or a pattern for such paths.
    pub cases: String,
    /// The verdicts.
    pub verdicts: Verdicts,
    /// Where `judge.toml` names the cases: the line and the column, from 1.
    pub place: (usize, usize),
}

impl Verdicts {
    /// The set of these; `None` for no verdict at all.
    pub fn of(verdicts: &[Verdict]) -> Option<Self> {
        let set = Verdict::ALL.map(|verdict| verdicts.contains(&verdict));
        set.contains(&true).then_some(Self(set))
    }

    /// Whether `verdict` is one of them.
    pub fn contains(self, verdict: Verdict) -> bool {
        self.iter().any(|one| one == verdict)
    }

    /// Whether `verdict` is fine for a submission that is meant to get these. Accepted always
    /// is: a program that is wrong on purpose may be right on some cases, and that it fails
    /// at all is asked of all its cases together.
    pub fn allow(self, verdict: Verdict) -> bool {
        verdict == Verdict::Accepted || self.contains(verdict)
    }

    /// Whether a submission that is meant to get these has to fail at least once. It need not
    /// where AC is among them.
    pub fn demand_a_failure(self) -> bool {
        !self.contains(Verdict::Accepted)
    }

    /// Their letters in the order of [`Verdict::ALL`], with `between` between them.
    pub fn joined(self, between: &str) -> String {
        let codes: Vec<_> = self.iter().map(Verdict::code).collect();
        codes.join(between)
    }

    fn iter(self) -> impl Iterator<Item = Verdict> {
        let all = Verdict::ALL.into_iter().zip(self.0);
        all.filter_map(|(verdict, is_in)| is_in.then_some(verdict))
    }
}

impl From<Verdict> for Verdicts {
    fn from(verdict: Verdict) -> Self {
        Self(Verdict::ALL.map(|one| one == verdict))
    }
}

impl fmt::Display for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.joined(" or "))
    }
}

impl From<Verdict> for Expect {
    fn from(verdict: Verdict) -> Self {
        Verdicts::from(verdict).into()
    }
}

impl From<Verdicts> for Expect {
    fn from(rest: Verdicts) -> Self {
        Self {
            groups: Vec::new(),
            rest,
        }
    }
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ExpectGroup {
            cases, verdicts, ..
        } in &self.groups
        {
            let cases = crate::untrusted::escape(cases.as_bytes());
            write!(f, "{verdicts} on `{cases}`, ")?;
        }
        match self.groups.is_empty() {
            true => write!(f, "{}", self.rest),
            false => write!(f, "else {}", self.rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accepted as AC, TimeLimitExceeded as TLE, WrongAnswer as WA};

    #[test]
    fn a_set_allows_its_verdicts_and_always_ac() {
        let set = Verdicts::of(&[TLE, WA]).unwrap();
        for verdict in Verdict::ALL {
            let fine = [AC, WA, TLE].contains(&verdict);
            assert_eq!(set.allow(verdict), fine, "{verdict}");
        }
        assert_eq!(Verdicts::of(&[]), None);
    }

    #[test]
    fn only_a_set_without_ac_demands_a_failure() {
        assert!(Verdicts::from(WA).demand_a_failure());
        assert!(Verdicts::of(&[WA, TLE]).unwrap().demand_a_failure());
        assert!(!Verdicts::of(&[WA, AC]).unwrap().demand_a_failure());
        assert!(!Verdicts::from(AC).demand_a_failure());
    }

    #[test]
    fn it_is_told_in_one_order_however_it_was_written() {
        let set = Verdicts::of(&[TLE, AC, TLE]).unwrap();
        assert_eq!(
            (set.to_string(), set.joined("|")),
            ("AC or TLE".into(), "AC|TLE".into())
        );
        let mut expect = Expect::from(AC);
        assert_eq!(expect.to_string(), "AC");
        expect.groups.push(ExpectGroup {
            cases: "large/*".to_owned(),
            verdicts: set,
            place: (1, 1),
        });
        assert_eq!(expect.to_string(), "AC or TLE on `large/*`, else AC");
    }
}
