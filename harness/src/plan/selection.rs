use std::path::PathBuf;

use super::Error;
use super::case_filter::CaseFilter;
use super::name_filter::NameFilter;
use super::path::Here;

/// What of all that could be judged was asked for; by default everything.
///
/// A filter is `problem:NAME`, `submission:NAME`, or it selects cases: by the name of a case,
/// the same without its problem, the path of its directory from the root or from the current
/// directory, the same of any folder above it, or a pattern for the whole of one of these,
/// in which `*` stays within a name and `**` does not. Names in it are escaped as they are
/// shown. Filters of one kind add to each other, filters of different kinds narrow each
/// other.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Filters of any kind.
    pub filters: Vec<String>,
    /// Names of problems, or patterns for them.
    pub problems: Vec<String>,
    /// Names of submissions, or patterns for them.
    pub submissions: Vec<String>,
    /// The current directory, absolute: what paths in filters may start from.
    pub directory: PathBuf,
}

/// The filters of a selection, by kind.
pub(super) struct Filters {
    pub(super) problems: Vec<NameFilter>,
    pub(super) submissions: Vec<NameFilter>,
    pub(super) cases: Vec<CaseFilter>,
}

impl Selection {
    /// Sorts the filters by kind.
    pub(super) fn filters(&self, here: &Here) -> Result<Filters, Error> {
        let flags = |flag: &str, names: &[String]| {
            let filter = |name: &String| NameFilter::new(name, format!("{flag} {name}"));
            names.iter().map(filter).collect::<Result<Vec<_>, _>>()
        };
        let mut filters = Filters {
            problems: flags("--problem", &self.problems)?,
            submissions: flags("--submission", &self.submissions)?,
            cases: Vec::new(),
        };
        for text in &self.filters {
            if let Some(name) = text.strip_prefix("problem:") {
                filters.problems.push(NameFilter::new(name, text.clone())?);
            } else if let Some(name) = text.strip_prefix("submission:") {
                filters
                    .submissions
                    .push(NameFilter::new(name, text.clone())?);
            } else {
                filters.cases.push(CaseFilter::new(text, here));
            }
        }
        Ok(filters)
    }
}

#[cfg(test)]
mod tests {
    use super::Selection;
    use crate::plan::plan;
    use crate::plan::tests::{refusal, two_problems, typed_in};

    /// Problem and submission of what a selection leaves.
    fn submissions(selection: &Selection) -> Vec<String> {
        let (config, suite) = two_problems();
        let plan = plan(&config, suite, selection).unwrap();
        let items = plan.items.iter();
        let mut names: Vec<_> = items
            .map(|item| format!("{} {}", item.problem, item.submission.name))
            .collect();
        names.dedup();
        names
    }

    fn nothing_left(filter: &str) -> (String, Option<String>) {
        let help = "filters of different kinds narrow each other: leave one of them out";
        (
            format!("the other filters leave nothing of `{filter}`"),
            Some(help.to_owned()),
        )
    }

    #[test]
    fn names_of_problems_and_submissions_narrow() {
        let by_flag = |problems: &[&str], names: &[&str], filters: &[&str]| {
            let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            submissions(&Selection {
                problems: owned(problems),
                submissions: owned(names),
                ..typed_in("/w", filters)
            })
        };
        let all = ["flip-game mask", "flip-game dfs", "fliptile tile"];
        assert_eq!(by_flag(&[], &[], &[]), all);
        assert_eq!(by_flag(&["flip-game"], &[], &[]), all[..2]);
        assert_eq!(by_flag(&[], &[], &["problem:fliptile"]), all[2..]);
        assert_eq!(by_flag(&["flip*"], &[], &[]), all);
        assert_eq!(by_flag(&["fliptile"], &[], &["problem:flip-game"]), all);
        assert_eq!(by_flag(&[], &["dfs"], &[]), all[1..2]);
        assert_eq!(
            by_flag(&[], &["tile"], &["submission:m*"]),
            [all[0], all[2]]
        );
        assert_eq!(by_flag(&["flip-game"], &[], &["submission:mask"]), all[..1]);
        assert_eq!(by_flag(&[], &["mask"], &["answers/six-1"]), all[..1]);
    }

    #[test]
    fn a_filter_that_matches_nothing_is_an_error_that_names_the_nearest() {
        for (filter, nearest) in [
            ("answers/six1", "did you mean `answers/six-1`?"),
            ("six-1", "did you mean `flip-game/answers/six-1`?"),
            ("flip-game/anwsers", "did you mean `flip-game/answers`?"),
            ("zzzzzzzzzzzz", "`judge list` shows what there is"),
            ("/w/cases/flop", "`judge list` shows what there is"),
            ("answers/seven-*", "`judge list` shows what there is"),
            ("problem:flip-gam", "did you mean `flip-game`?"),
            ("submission:dsf", "did you mean `dfs`?"),
            ("submission:x*", "`judge list` shows what there is"),
        ] {
            // The other filter, which does match, is no excuse.
            let refused = (
                format!("`{filter}` matches nothing"),
                Some(nearest.to_owned()),
            );
            assert_eq!(refusal(&typed_in("/w", &["flip-game", filter])), refused);
        }
        let by_flag = Selection {
            problems: vec!["fliptiles".to_owned()],
            ..Selection::default()
        };
        assert_eq!(
            refusal(&by_flag),
            (
                "`--problem fliptiles` matches nothing".to_owned(),
                Some("did you mean `fliptile`?".to_owned())
            )
        );
        let by_flag = Selection {
            submissions: vec!["mas\n".to_owned()],
            ..Selection::default()
        };
        assert_eq!(
            refusal(&by_flag).0,
            "`--submission mas\\x0a` matches nothing"
        );
    }

    #[test]
    fn a_filter_of_which_the_others_leave_nothing_is_an_error() {
        for (filters, idle) in [
            (
                &["problem:fliptile", "submission:dfs"][..],
                "problem:fliptile",
            ),
            (&["submission:dfs", "fliptile/answers"], "fliptile/answers"),
            (&["problem:fliptile", "flip-game/a1"], "flip-game/a1"),
            (
                &["problem:*game", "problem:fliptile", "a1"],
                "problem:fliptile",
            ),
            (
                &["submission:dfs", "submission:tile", "a1"],
                "submission:tile",
            ),
        ] {
            assert_eq!(refusal(&typed_in("/w", filters)), nothing_left(idle));
        }
    }

    #[test]
    fn a_pattern_that_is_not_well_formed_is_an_error() {
        let help = "in a pattern, `*` and `?` stand for characters of one name, `**` for any \
                    folders, `[ab]` for one of some characters, `{a,b}` for one of some words";
        for (filter, reason) in [
            ("a[", "unclosed character class; missing ']'"),
            (
                "problem:{a",
                "unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
            ),
        ] {
            let message = format!("`{filter}` is no pattern: {reason}");
            let refused = (message, Some(help.to_owned()));
            assert_eq!(refusal(&typed_in("/w", &[filter])), refused);
        }
    }
}
