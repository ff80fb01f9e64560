use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::untrusted;

/// The name of a case: its problem, a slash, and a path below the problem's `cases`
/// directory, as in `flip-game/answers/six-1`. The path is that of its directory or, where
/// its files lie beside those of other cases, what a directory of it would be called; which
/// one exactly is for `discover` to say. The folders in it are the groups of the case.
///
/// It is kept in the escaped form of [`untrusted::escape`], which is one to one, so that it
/// can be printed, filtered and compared without a thought for odd bytes.
///
/// Ordered as people expect: `2` before `10`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CaseName(String);

impl CaseName {
    /// The name of the case of `problem` at `path` below the problem's `cases` directory.
    pub fn new(problem: &str, path: &Path) -> Self {
        let mut name = untrusted::escape(problem.as_bytes());
        for part in path.iter() {
            name.push('/');
            name.push_str(&untrusted::escape(OsStr::as_bytes(part)));
        }
        Self(name)
    }

    /// The name of a case that belongs to no suite: the path of its input.
    pub fn of_file(input: &Path) -> Self {
        Self(untrusted::path(input))
    }

    /// The whole name, escaped.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without its problem: the path below the problem's `cases` directory.
    pub fn below_problem(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, below)| below)
    }
}

impl fmt::Display for CaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Ord for CaseName {
    fn cmp(&self, other: &Self) -> Ordering {
        let natural = |a: &str, b: &str| natord::compare(a, b);
        let (mut ours, mut theirs) = (self.0.split('/'), other.0.split('/'));
        loop {
            match (ours.next(), theirs.next()) {
                (Some(a), Some(b)) => match natural(a, b) {
                    Ordering::Equal => {}
                    unequal => return unequal,
                },
                // `natord` skips blanks and reads 1 and 01 alike: the bytes break the tie.
                (None, None) => return self.0.cmp(&other.0),
                (a, b) => return a.is_some().cmp(&b.is_some()),
            }
        }
    }
}

impl PartialOrd for CaseName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(paths: &[&str]) -> Vec<String> {
        let mut names: Vec<_> = paths
            .iter()
            .map(|path| CaseName::new("p", Path::new(path)))
            .collect();
        names.sort();
        names
            .iter()
            .map(|name| name.below_problem().to_owned())
            .collect()
    }

    #[test]
    fn two_comes_before_ten() {
        assert_eq!(
            sorted(&["10", "9", "1", "11", "2"]),
            ["1", "2", "9", "10", "11"]
        );
        assert_eq!(sorted(&["a10/x", "a9/y", "a9"]), ["a9", "a9/y", "a10/x"]);
    }

    #[test]
    fn names_that_only_look_alike_stay_apart_and_in_order() {
        assert_eq!(sorted(&["a b", "ab", "01", "1"]), ["01", "1", "a b", "ab"]);
        assert_ne!(
            CaseName::new("p", Path::new("a\\x01")),
            CaseName::new("p", Path::new("a\u{1}"))
        );
    }
}
