//! Names that were probably meant as the name of a case's file.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;

use strsim::osa_distance;

use super::found::Found;
use super::layout::{EXPECTED, EXPECTEDS, INPUT, INPUTS, SETTINGS};
use crate::untrusted::escape;

/// What a file of another name was probably meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Input,
    Expected,
    Settings,
}

/// How many names are shown at most.
const SHOWN: usize = 5;

/// What compilers call a program of which nobody said what to call it. It is no answer.
pub(super) const COMPILED: &str = "a.out";

/// Looks at a file name of other schemes (`1.in`, `x.ans`, `output.txt`) or misspelt
/// (`Input`, `expcted`, `case.tml`); `None` where it is like none of the names in a case
/// directory, or is one of them.
pub(super) fn meant(name: &OsStr) -> Option<Meant> {
    let name = String::from_utf8_lossy(name.as_encoded_bytes());
    let is_known = |names: &[&str]| names.contains(&&*name);
    if is_known(INPUTS) || is_known(EXPECTEDS) || is_known(&[SETTINGS, COMPILED]) {
        return None;
    }
    let name = name.to_lowercase();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    if osa_distance(&name, SETTINGS) <= 2 {
        return Some(Meant::Settings);
    }
    let is = |stems: &[&str], extensions: &[&str], known: &str| {
        let is_stem = stems.contains(&stem) || osa_distance(stem, known) <= 1;
        (is_plain(extension) && is_stem) || extensions.contains(&extension)
    };
    if is(&["in", "stdin"], &["in", "inp", "input"], INPUT) {
        Some(Meant::Input)
    } else if is(
        &["out", "output", "ans", "answer", "expect", "stdout"],
        &[
            "out", "output", "ans", "answer", "a", "expected", "sol", "ok",
        ],
        EXPECTED,
    ) {
        Some(Meant::Expected)
    } else {
        None
    }
}

/// `input.py` is a program and no input.
fn is_plain(extension: &str) -> bool {
    ["", "txt", "dat"].contains(&extension)
}

/// Of the files beside a case directory's own, those that could be what is missing. Where
/// nothing was meant to be that, all that was meant to be anything may tell how the others
/// are named.
pub(super) fn in_directory<'n>(
    names: impl Iterator<Item = &'n OsStr> + Clone,
    wanted: Meant,
) -> Vec<String> {
    let near = shown(names.clone().filter(|name| meant(name) == Some(wanted)));
    if near.is_empty() {
        shown(names.filter(|name| meant(name).is_some()))
    } else {
        near
    }
}

/// Files that belong to no case, or not to a whole one, sorted once for many questions.
#[derive(Default)]
pub(super) struct Bystanders<'n> {
    by_stem: HashMap<String, Vec<&'n OsStr>>,
    inputs: Vec<String>,
    answers: Vec<String>,
}

impl<'n> Bystanders<'n> {
    pub(super) fn new(names: impl Iterator<Item = &'n OsStr> + Clone) -> Self {
        let mut by_stem: HashMap<_, Vec<_>> = HashMap::new();
        for name in names.clone() {
            by_stem.entry(parted(name).0).or_default().push(name);
        }
        let all = |wanted| shown(names.clone().filter(|name| meant(name) == Some(wanted)));
        Self {
            by_stem,
            inputs: all(Meant::Input),
            answers: all(Meant::Expected),
        }
    }

    /// Those that could be what is missing of a case: those that are called like it, or else
    /// all that look like what is wanted.
    pub(super) fn near(&self, case: &Found, wanted: Meant) -> Vec<String> {
        let called = lower(case.name.file_name().unwrap_or_default());
        let namesakes = self.by_stem.get(&called).into_iter().flatten().copied();
        let near = shown(namesakes.filter(|name| {
            let mut own = case.paths().filter_map(Path::file_name);
            let fits = meant(name) == Some(wanted) || is_plain(&parted(name).1);
            fits && own.all(|own| own != *name)
        }));
        match wanted {
            _ if !near.is_empty() => near,
            Meant::Input => self.inputs.clone(),
            Meant::Expected => self.answers.clone(),
            Meant::Settings => Vec::new(),
        }
    }
}

/// A name in lower case, before its last dot and after it.
fn parted(name: &OsStr) -> (String, String) {
    let name = lower(name);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    (stem.to_owned(), extension.to_owned())
}

fn lower(name: &OsStr) -> String {
    String::from_utf8_lossy(name.as_encoded_bytes()).to_lowercase()
}

/// The first few names in natural order, escaped.
fn shown<'n>(names: impl Iterator<Item = &'n OsStr>) -> Vec<String> {
    let mut names: Vec<_> = names.map(|name| escape(name.as_encoded_bytes())).collect();
    names.sort_by(|a, b| natord::compare(a, b).then_with(|| a.cmp(b)));
    names.truncate(SHOWN);
    names
}

#[cfg(test)]
mod tests {
    use super::super::folder::Kind;
    use super::super::found::Entry;
    use super::*;
    use std::path::PathBuf;

    fn of(name: &str) -> Option<Meant> {
        meant(OsStr::new(name))
    }

    #[test]
    fn names_of_other_schemes_and_misspelt_ones_are_seen_through() {
        for name in [
            "test.in",
            "1.IN",
            "in",
            "input.dat",
            "Input",
            "imput",
            "inptu",
            "x.input",
            "stdin",
            "inputs",
        ] {
            assert_eq!(of(name), Some(Meant::Input), "{name}");
        }
        for name in [
            "test.ans",
            "1.out",
            "out",
            "output",
            "output.txt",
            "expected.out",
            "EXPECTED",
            "expcted",
            "expect.txt",
            "1.a",
            "x.sol",
            "answer.txt",
            "Expected.txt",
            "x.ok",
        ] {
            assert_eq!(of(name), Some(Meant::Expected), "{name}");
        }
        for name in ["Case.toml", "case.tml", "cases.toml"] {
            assert_eq!(of(name), Some(Meant::Settings), "{name}");
        }
        for name in [
            "input",
            "input.txt",
            "expected",
            "expected.txt",
            "case.toml",
            "a.out",
            "README.md",
            "notes.txt",
            "",
            ".",
            "index",
            "judge.toml",
            "input.py",
            "a.txt",
            "solution.cpp",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
        assert_eq!(
            meant(&super::super::layout::PAIRS[0].input.name(b"\xff")),
            Some(Meant::Input)
        );
    }

    #[test]
    fn files_called_like_the_case_come_before_all_others() {
        let near = |names: &[&str], case: &str| {
            let mut found = Found::trouble(PathBuf::from("g").join(case), String::new());
            found.input.there = vec![Entry {
                path: PathBuf::from("/c/g").join(case),
                kind: Kind::File,
            }];
            let bystanders = Bystanders::new(names.iter().map(OsStr::new));
            bystanders.near(&found, Meant::Expected)
        };
        assert_eq!(near(&["1.OUT", "2.ans", "1.cpp"], "1"), ["1.OUT"]);
        assert_eq!(near(&["1.txt", "2.ans"], "1"), ["1.txt"]);
        assert_eq!(near(&["10.ans", "2.ans", "x.in"], "1"), ["2.ans", "10.ans"]);
        assert_eq!(near(&["1.cpp", "2.in", "1"], "1"), [""; 0]);
    }
}
