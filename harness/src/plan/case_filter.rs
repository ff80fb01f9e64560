//! Filters for cases.

use std::collections::BTreeSet;

use super::Error;
use super::path::{CasePaths, Here, is_in, is_pattern, matcher};
use crate::nearest::nearest_path;

/// Selects cases by name or path.
pub(super) struct CaseFilter {
    typed: String,
    place: Place,
}

enum Place {
    /// Without `.` and empty parts; from wherever it fits.
    Relative(String),
    /// As a plain path and as a pattern.
    Absolute { path: String, pattern: String },
}

impl CaseFilter {
    pub(super) fn new(typed: &str, here: &Here) -> Self {
        let parts = typed.split('/').filter(|part| !["", "."].contains(part));
        let relative = parts.collect::<Vec<_>>().join("/");
        let is_upwards = typed.split('/').any(|part| part == "..");
        // `.` alone is the current directory; nothing at all is nothing.
        let is_here = relative.is_empty() && !typed.is_empty();
        let place = if typed.starts_with('/') || is_upwards || is_here {
            Place::Absolute {
                path: here.absolute(typed, false),
                pattern: here.absolute(typed, true),
            }
        } else {
            Place::Relative(relative)
        };
        Self {
            typed: typed.to_owned(),
            place,
        }
    }

    /// Which of all cases it selects. What it means literally comes first: only where that is
    /// nothing may it be a pattern, so that a case can always be named.
    pub(super) fn hits(&self, cases: &[CasePaths<'_>]) -> Result<Vec<bool>, Error> {
        let literal: Vec<_> = cases.iter().map(|case| self.names(case)).collect();
        if literal.contains(&true) {
            return Ok(literal);
        }
        let hits = if is_pattern(&self.typed) {
            self.pattern_hits(cases)?
        } else {
            literal
        };
        if hits.contains(&true) {
            Ok(hits)
        } else {
            Err(self.no_match(cases))
        }
    }

    fn names(&self, case: &CasePaths<'_>) -> bool {
        match &self.place {
            Place::Relative(path) => {
                !path.is_empty() && case.relative().any(|name| is_in(name, path))
            }
            Place::Absolute { path, .. } => case.absolute().any(|name| is_in(name, path)),
        }
    }

    fn pattern_hits(&self, cases: &[CasePaths<'_>]) -> Result<Vec<bool>, Error> {
        Ok(match &self.place {
            Place::Relative(pattern) => {
                let pattern = matcher(pattern, &self.typed)?;
                let is_hit =
                    |case: &CasePaths<'_>| case.relative().any(|name| pattern.is_match(name));
                cases.iter().map(is_hit).collect()
            }
            Place::Absolute { pattern, .. } => {
                let pattern = matcher(pattern, &self.typed)?;
                let is_hit =
                    |case: &CasePaths<'_>| case.absolute().any(|name| pattern.is_match(name));
                cases.iter().map(is_hit).collect()
            }
        })
    }

    fn no_match(&self, cases: &[CasePaths<'_>]) -> Error {
        let nearest = match &self.place {
            Place::Relative(path) if !is_pattern(path) => {
                let names: BTreeSet<_> = cases.iter().flat_map(CasePaths::names).collect();
                nearest_path(path, names)
            }
            _ => None,
        };
        Error::NoMatch {
            filter: self.typed.clone(),
            nearest: nearest.map(str::to_owned),
        }
    }

    /// The error for a filter of whose matches nothing is left.
    pub(super) fn nothing_left(&self) -> Error {
        Error::NothingLeft {
            filter: self.typed.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::CaseName;
    use crate::plan::plan;
    use crate::plan::tests::{ALL, config, refusal, suite, two_problems, typed_in};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    /// The cases that filters select, once each.
    fn cases_in(directory: &str, filters: &[&str]) -> Vec<String> {
        let (config, suite) = two_problems();
        let plan = plan(&config, suite, &typed_in(directory, filters)).unwrap();
        let items = plan.items.iter();
        let once = items.filter(|item| item.submission.name != "dfs");
        once.map(|item| item.case.name.to_string()).collect()
    }

    fn cases(filters: &[&str]) -> Vec<String> {
        cases_in("/w", filters)
    }

    #[test]
    fn a_case_is_selected_by_any_of_its_names() {
        let one = &ALL[..1];
        for name in [
            "flip-game/answers/six-1",
            "answers/six-1",
            "cases/flip-game/answers/six-1",
            "./cases/flip-game/answers/six-1/",
            "cases//flip-game/./answers/six-1",
            "/w/cases/flip-game/answers/six-1",
            "../w/cases/flip-game/answers/six-1",
            "cases/fliptile/../flip-game/answers/six-1",
        ] {
            assert_eq!(cases(&[name]), one, "{name}");
        }
        for (directory, name) in [
            ("/w/cases", "flip-game/answers/six-1"),
            ("/w/cases/flip-game/answers", "six-1"),
            ("/w/cases/flip-game/answers", "./six-1/"),
            ("/w/cases/fliptile", "../flip-game/answers/six-1"),
            ("/w/cases/fliptile", "cases/flip-game/answers/six-1"),
            ("/", "w/cases/flip-game/answers/six-1"),
            ("/w/cases/flip-game/answers/six-1", "."),
        ] {
            assert_eq!(cases_in(directory, &[name]), one, "{name} in {directory}");
        }
    }

    #[test]
    fn a_folder_selects_all_that_is_in_it() {
        for folder in ["flip-game", "cases/flip-game", "/w/cases/flip-game/"] {
            assert_eq!(cases(&[folder]), ALL[..5], "{folder}");
        }
        for everything in ["cases", ".", "./", "/", "/w", "..", "cases/.."] {
            assert_eq!(cases(&[everything]), ALL, "{everything}");
        }
        assert_eq!(cases(&["largest/deep"]), ALL[6..]);
        assert_eq!(
            cases(&["answers"]),
            [ALL[0], ALL[1], ALL[2], ALL[5]],
            "of either problem"
        );
        assert_eq!(cases_in("/w/cases/flip-game", &["."]), ALL[..5]);
    }

    #[test]
    fn a_part_of_a_name_selects_nothing() {
        for part in ["flip", "answers/six", "six-1", "cases/flip-game/ans", ""] {
            assert_eq!(
                refusal(&typed_in("/w", &[part])).0,
                format!("`{part}` matches nothing")
            );
        }
    }

    #[test]
    fn a_pattern_is_for_the_whole_name_and_its_star_stays_within_a_part() {
        for (pattern, selected) in [
            ("flip-game/answers/*", &ALL[..3]),
            ("answers/six-?", &ALL[..2]),
            ("answers/six-[1]", &ALL[..1]),
            ("answers/{six-1,six-2}", &ALL[..2]),
            ("*/answers/six-*", &ALL[..2]),
            ("flip-game/*", &ALL[3..5]),
            ("fliptile/**", &ALL[5..]),
            ("**/15x15", &ALL[6..]),
            ("**", &ALL[..]),
            ("cases/*/answers/n*", &ALL[5..6]),
            ("./cases/flip-game/answers/*/", &ALL[..3]),
            ("/w/cases/*/answers/n*", &ALL[5..6]),
            ("../*/cases/*/answers/n*", &ALL[5..6]),
        ] {
            assert_eq!(cases(&[pattern]), selected, "{pattern}");
        }
        assert_eq!(
            cases_in("/w/cases/flip-game", &["../*/answers/n*"]),
            ALL[5..6]
        );
    }

    #[test]
    fn what_is_there_by_that_name_is_no_pattern() {
        assert_eq!(cases(&["a[1]"]), [ALL[3]]);
        assert_eq!(cases(&["a[12]"]), [ALL[4]]);
    }

    #[test]
    fn a_current_directory_with_signs_of_patterns_in_it_is_no_pattern() {
        let config = config(&[("p", "../w[1]/c", &["s"])]);
        let suite = suite(&config, &[("p", "x")]);
        let selection = typed_in("/w[1]/here", &["../c/*"]);
        assert_eq!(plan(&config, suite, &selection).unwrap().items.len(), 1);
    }

    #[test]
    fn filters_take_names_as_they_are_shown() {
        let config = config(&[("p", "c", &["s"])]);
        for (bytes, filter) in [
            (&b"a b"[..], "a b"),
            (b"\xff", "\\xff"),
            (b"\\xff", "\\\\xff"),
            (b"it's \"it\"", "it's \"it\""),
            (b"new\nline", "new\\x0aline"),
            (b"\xff", "c/\\x??"),
        ] {
            let mut suite = suite(&config, &[("p", "x"), ("p", "y")]);
            let path = Path::new(OsStr::from_bytes(bytes));
            suite.cases[1].name = CaseName::new("p", path);
            suite.cases[1].path = Path::new("/w/c").join(path);
            let plan = plan(&config, suite, &typed_in("/w", &[filter])).unwrap();
            let names: Vec<_> = plan
                .items
                .iter()
                .map(|item| item.case.name.clone())
                .collect();
            assert_eq!(names, [CaseName::new("p", path)], "{filter}");
        }
    }

    #[test]
    fn case_filters_add_to_each_other_and_keep_the_order() {
        assert_eq!(
            cases(&[
                "fliptile/answers",
                "answers/zero",
                "flip-game/a1",
                "answers/zero"
            ]),
            [ALL[2], ALL[4], ALL[5]]
        );
    }
}
