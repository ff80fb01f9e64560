//! Which of the groups of cases that a submission tells apart each case is in.

use globset::GlobMatcher;

use super::Error;
use super::path::{is_in, is_pattern, matcher};
use crate::model::{Case, Expect, ExpectGroup, Verdicts};
use crate::nearest::nearest_path;

/// The groups of a submission's `expect`, ready to be asked.
#[derive(Debug)]
pub(super) struct Groups<'e> {
    expect: &'e Expect,
    patterns: Vec<Pattern>,
}

/// The key of a group: a case, a folder of cases, or a pattern, as in a filter.
#[derive(Debug)]
struct Pattern {
    path: String,
    glob: Option<GlobMatcher>,
}

impl<'e> Groups<'e> {
    /// The groups of `expect`; `owner` is the submission, for messages. `cases` are all cases
    /// of the problem.
    ///
    /// # Errors
    /// When no case is left for one of them: what is expected there would never be asked.
    pub(super) fn new(
        expect: &'e Expect,
        owner: &str,
        cases: &[impl AsRef<Case>],
    ) -> Result<Self, Error> {
        let patterns = expect.groups.iter().map(|group| Pattern::new(group, owner));
        let groups = Self {
            expect,
            patterns: patterns.collect::<Result<_, _>>()?,
        };
        let names = || cases.iter().map(|case| case.as_ref().name.below_problem());
        let taken: Vec<_> = names().map(|name| groups.of(name)).collect();
        for (number, pattern) in groups.patterns.iter().enumerate() {
            // A problem without any case is told apart.
            if taken.contains(&number) || taken.is_empty() {
                continue;
            }
            return Err(Error::IdleExpectation {
                submission: owner.to_owned(),
                cases: pattern.path.clone(),
                place: expect.groups[number].place,
                hidden: names().any(|name| pattern.fits(name)),
                nearest: nearest_path(&pattern.path, names()).map(str::to_owned),
            });
        }
        Ok(groups)
    }

    /// The place of the group that a case is in, by its name below the problem: the first that
    /// fits it, and for the rest one more than there are.
    pub(super) fn of(&self, name: &str) -> usize {
        let mut patterns = self.patterns.iter();
        patterns
            .position(|pattern| pattern.fits(name))
            .unwrap_or(self.patterns.len())
    }

    /// The groups by place: how `judge.toml` names their cases, and what is expected there.
    pub(super) fn all(&self) -> impl Iterator<Item = (Option<String>, Verdicts)> {
        let named = |group: &ExpectGroup| (Some(group.cases.clone()), group.verdicts);
        let rest = std::iter::once((None, self.expect.rest));
        self.expect.groups.iter().map(named).chain(rest)
    }

    /// What is expected in the group at a place.
    pub(super) fn verdicts(&self, place: usize) -> Verdicts {
        let group = self.expect.groups.get(place);
        group.map_or(self.expect.rest, |group| group.verdicts)
    }
}

impl Pattern {
    fn new(group: &ExpectGroup, owner: &str) -> Result<Self, Error> {
        let parts = group.cases.split('/');
        let path: Vec<_> = parts.filter(|part| !["", "."].contains(part)).collect();
        let path = path.join("/");
        let typed = format!("expect of {owner}");
        let glob = match is_pattern(&path) {
            true => Some(matcher(&path, &typed)?),
            false => None,
        };
        Ok(Self { path, glob })
    }

    fn fits(&self, name: &str) -> bool {
        let by_glob = |glob: &GlobMatcher| glob.is_match(name);
        is_in(name, &self.path) || self.glob.as_ref().is_some_and(by_glob)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Expect, Verdict};
    use crate::plan::tests::{config, suite};
    use std::sync::Arc;

    const CASES: [&str; 5] = ["large/1", "large/deep/2", "sample/1", "sample/[x]", "top"];

    fn cases() -> Vec<Arc<Case>> {
        let config = config(&[("p", "c", &["s"])]);
        let cases = CASES.map(|path| ("p", path));
        suite(&config, &cases)
            .cases
            .into_iter()
            .map(Arc::new)
            .collect()
    }

    fn expect(groups: &[&str]) -> Expect {
        let group = |cases: &&str| ExpectGroup {
            cases: (*cases).to_owned(),
            verdicts: Verdict::TimeLimitExceeded.into(),
            place: (3, 7),
        };
        Expect {
            groups: groups.iter().map(group).collect(),
            rest: Verdict::Accepted.into(),
        }
    }

    fn places(groups: &[&str]) -> Result<Vec<usize>, String> {
        let expect = expect(groups);
        let groups = Groups::new(&expect, "s", &cases()).map_err(|error| error.to_string())?;
        Ok(CASES.iter().map(|name| groups.of(name)).collect())
    }

    #[test]
    fn a_case_is_in_the_first_group_that_fits_it() {
        for (groups, expected) in [
            (&[][..], [0, 0, 0, 0, 0]),
            (&["large"], [0, 0, 1, 1, 1]),
            (&["./large/"], [0, 0, 1, 1, 1]),
            (&["large/*"], [0, 1, 1, 1, 1]),
            (&["large/**"], [0, 0, 1, 1, 1]),
            (&["*/1", "large"], [0, 1, 0, 2, 2]),
            (&["large", "**"], [0, 0, 1, 1, 1]),
            (&["sample/[x]"], [1, 1, 1, 0, 1]),
            (&["{top,sample/1}"], [1, 1, 0, 1, 0]),
        ] {
            assert_eq!(places(groups), Ok(expected.to_vec()), "{groups:?}");
        }
    }

    #[test]
    fn a_group_without_a_case_is_an_error_that_says_why() {
        let refusal = |groups: &[&str]| {
            let expect = expect(groups);
            let error = Groups::new(&expect, "s", &cases()).unwrap_err();
            (error.to_string(), error.help().unwrap())
        };
        assert_eq!(
            refusal(&["larg/1"]),
            (
                "`expect` of `s` (line 3, column 7): `larg/1` is no case".to_owned(),
                "did you mean `large/1`?".to_owned()
            )
        );
        assert_eq!(
            refusal(&["zzz/*"]).1,
            "`judge list` shows what there is; paths start below the directory of `cases`"
        );
        assert_eq!(
            refusal(&["**", "large/*"]),
            (
                "`expect` of `s` (line 3, column 7): `large/*` has no case of its own".to_owned(),
                "those that it fits are in a group before it: put the narrower one first"
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_problem_without_cases_has_no_idle_group() {
        let none: [Arc<Case>; 0] = [];
        assert!(Groups::new(&expect(&["x"]), "s", &none).is_ok());
    }
}
