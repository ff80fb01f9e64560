//! How cases lie in a tree: the names of files and folders by which they are told.
//!
//! A case has a directory of its own, or its files lie beside those of others and are told by
//! what their names have in common (`PAIRS`), or by the same name in two folders
//! (`TWINS`). New cases are always written as directories.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The input in a case directory.
pub const INPUT: &str = "input";
/// The expected output in a case directory.
pub const EXPECTED: &str = "expected";
/// The settings in a case directory; the only file that may be absent.
pub const SETTINGS: &str = "case.toml";

/// All names that the input of a case directory may have.
pub(super) const INPUTS: &[&str] = &[INPUT, "input.txt"];
/// All names that the expected output of a case directory may have.
pub(super) const EXPECTEDS: &[&str] = &[EXPECTED, "expected.txt"];
/// How the names of settings end where a case has no directory of its own.
pub(super) const SETTINGS_ENDING: &str = ".toml";

/// A rule for the names of the two files of a case in one folder.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) input: Pattern,
    /// Of several that are there, all must have the same content.
    pub(super) answers: &'static [Pattern],
}

/// File names with a part that the files of a case have in common.
#[derive(Debug)]
pub(super) struct Pattern {
    before: &'static str,
    after: &'static str,
    /// Whether the common part is a number; else it is anything but nothing.
    is_numbered: bool,
}

/// The pairs, by their frequency in the wild.
///
/// Sources: the ICPC and Kattis problem package format for `.in` and `.ans`; the defaults of
/// online-judge-tools, and the archives of USACO and CSES, for `.in` and `.out`; HackerRank's
/// help on uploading test cases for `input0.txt` and `output0.txt`; the path patterns of
/// Polygon's `problem.xml` for `01` and `01.a`.
pub(super) const PAIRS: &[Pair] = &[
    Pair {
        input: any("", ".in"),
        answers: &[any("", ".ans"), any("", ".out")],
    },
    Pair {
        input: numbered("input", ".txt"),
        answers: &[numbered("output", ".txt")],
    },
    Pair {
        input: numbered("", ""),
        answers: &[numbered("", ".a")],
    },
];

/// Folders beside each other, of inputs and of the answers with the same paths below them.
///
/// Sources: the test data that AtCoder publishes; HackerRank's archives of test cases.
pub(super) const TWINS: &[(&str, &str)] = &[("in", "out"), ("input", "output")];

const fn any(before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        before,
        after,
        is_numbered: false,
    }
}

const fn numbered(before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        before,
        after,
        is_numbered: true,
    }
}

impl Pair {
    /// The name of the case with this common part: that of its input without what follows.
    pub(super) fn case_name(&self, common: &[u8]) -> OsString {
        OsString::from_vec([self.input.before.as_bytes(), common].concat())
    }
}

impl Pattern {
    /// The common part of a name, if it is one of these.
    pub(super) fn common<'n>(&self, name: &'n OsStr) -> Option<&'n [u8]> {
        let name = name.as_bytes().strip_prefix(self.before.as_bytes())?;
        let common = name.strip_suffix(self.after.as_bytes())?;
        let fits = !self.is_numbered || common.iter().all(u8::is_ascii_digit);
        (!common.is_empty() && fits).then_some(common)
    }

    /// The name with this common part.
    pub(super) fn name(&self, common: &[u8]) -> OsString {
        OsString::from_vec([self.before.as_bytes(), common, self.after.as_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_input_and_answer_or_the_input_of_two_pairs() {
        for name in [
            "1",
            "1.in",
            "1.ans",
            "1.out",
            "1.a",
            "input1.txt",
            "output1.txt",
        ] {
            let name = OsStr::new(name);
            let inputs = PAIRS
                .iter()
                .filter(|pair| pair.input.common(name).is_some());
            let answers = PAIRS.iter().flat_map(|pair| pair.answers);
            let answers = answers.filter(|pattern| pattern.common(name).is_some());
            assert_eq!(inputs.count() + answers.count(), 1, "{name:?}");
        }
        for name in [
            "",
            ".in",
            "in",
            "x",
            "x.a",
            "input.txt",
            "inputx.txt",
            "1.in~",
        ] {
            let name = OsStr::new(name);
            let patterns = PAIRS
                .iter()
                .flat_map(|pair| pair.answers.iter().chain([&pair.input]));
            let common: Vec<_> = patterns
                .filter_map(|pattern| pattern.common(name))
                .collect();
            assert!(common.is_empty(), "{name:?}");
        }
    }

    #[test]
    fn a_name_comes_back_from_its_common_part() {
        for pair in PAIRS {
            for pattern in pair.answers.iter().chain([&pair.input]) {
                assert_eq!(pattern.common(&pattern.name(b"07")), Some(&b"07"[..]));
            }
        }
        assert_eq!(
            PAIRS[0].input.common(OsStr::from_bytes(b"\xff.in")),
            Some(&b"\xff"[..])
        );
        assert_eq!(PAIRS[1].case_name(b"07"), "input07");
    }
}
