//! Filters for the names of problems and submissions.

use globset::GlobMatcher;

use super::Error;
use super::path::{is_pattern, matcher};
use crate::nearest::nearest;

/// Selects by a name, or by a pattern for it.
pub(super) struct NameFilter {
    name: String,
    /// `None` for a plain name.
    pattern: Option<GlobMatcher>,
    /// The filter as typed, with the flag that it came with.
    typed: String,
}

impl NameFilter {
    pub(super) fn new(name: &str, typed: String) -> Result<Self, Error> {
        let pattern = if is_pattern(name) {
            Some(matcher(name, &typed)?)
        } else {
            None
        };
        Ok(Self {
            name: name.to_owned(),
            pattern,
            typed,
        })
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        let by_pattern = |pattern: &GlobMatcher| pattern.is_match(name);
        name == self.name || self.pattern.as_ref().is_some_and(by_pattern)
    }

    /// The error for a filter that matches none of the names that there are.
    pub(super) fn no_match(&self, names: &[&str]) -> Error {
        let nearest = match self.pattern {
            Some(_) => None,
            None => nearest(&self.name, names.iter().copied()),
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

/// Whether any of the filters selects a name; without filters all are selected.
pub(super) fn selects(filters: &[NameFilter], name: &str) -> bool {
    filters.is_empty() || filters.iter().any(|filter| filter.matches(name))
}
