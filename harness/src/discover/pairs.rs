//! Cases whose files lie beside each other in one folder, told by what their names have in
//! common.
//!
//! Whole pairs are found first, since they leave no doubt; `halves` has the rest.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::found::{Entry, Found, Part, Settings};
use super::layout::{PAIRS, Pair, Pattern, SETTINGS_ENDING};
use super::package;
use crate::model::Missing;
use crate::untrusted::escape;

/// A folder, and its files that belong to no case yet.
pub(super) struct Pairs<'f> {
    root: &'f Path,
    directory: &'f Path,
    folder: &'f Folder,
    pub(super) loose: BTreeSet<&'f OsStr>,
}

/// Whether a folder has an input and its answer.
pub(super) fn has_whole(folder: &Folder) -> bool {
    let inputs = PAIRS.iter().flat_map(|pair| {
        let commons = folder.files().filter_map(|name| pair.input.common(name));
        commons.map(move |common| (pair, common))
    });
    let mut names = inputs.flat_map(|(pair, common)| {
        let answers = pair.answers.iter();
        answers.map(move |answer| answer.name(common))
    });
    names.any(|name| Entry::find_file(Path::new(""), folder, &name).is_some())
}

impl<'f> Pairs<'f> {
    pub(super) fn new(root: &'f Path, directory: &'f Path, folder: &'f Folder) -> Self {
        Self {
            root,
            directory,
            folder,
            loose: folder.files().collect(),
        }
    }

    /// The cases of which both parts are there.
    pub(super) fn whole(&mut self) -> Vec<Found> {
        let mut cases = Vec::new();
        for pair in PAIRS {
            for common in self.commons([&pair.input]) {
                let case = self.case(pair, common);
                if case.is_whole() {
                    self.take(&case);
                    cases.push(case);
                }
            }
        }
        cases
    }

    /// What loose files have in common with others, in order of their names.
    pub(super) fn commons<'p>(
        &self,
        patterns: impl IntoIterator<Item = &'p Pattern>,
    ) -> Vec<&'f [u8]> {
        let patterns = patterns.into_iter();
        let commons = patterns.flat_map(|pattern| {
            let loose = self.loose.iter();
            loose.filter_map(|name| pattern.common(name))
        });
        commons.collect()
    }

    /// The case with this common part, as far as it is there.
    pub(super) fn case(&self, pair: &Pair, common: &[u8]) -> Found {
        let name = pair.case_name(common);
        let part = |patterns: &[Pattern]| {
            let names: Vec<_> = patterns
                .iter()
                .map(|pattern| pattern.name(common))
                .collect();
            let there = names.iter().filter_map(|name| self.file(name)).collect();
            let wanted = names.iter().map(|name| escape(name.as_encoded_bytes()));
            Part {
                there,
                missing: Missing {
                    wanted: wanted.collect(),
                    near: Vec::new(),
                },
            }
        };
        let input = part(std::slice::from_ref(&pair.input));
        let expected = part(pair.answers);
        Found {
            settings: self.settings(&name, input.there.iter().chain(&expected.there)),
            trouble: package::unsupported(self.folder, &name),
            name: self.below_root(&name),
            is_directory: false,
            input,
            expected,
        }
    }

    fn settings<'e>(&self, case: &OsStr, files: impl Iterator<Item = &'e Entry>) -> Settings {
        let wanted = with_ending(case);
        let mut near = files.filter_map(|file| self.file(&with_ending(file.path.file_name()?)));
        let misnamed = near.find(|_| true);
        let misnamed = misnamed.as_ref().and_then(|file| file.path.file_name());
        Settings {
            there: self.file(&wanted),
            misnamed: misnamed.map(|name| escape(name.as_encoded_bytes())),
            name: escape(wanted.as_encoded_bytes()),
        }
    }

    fn file(&self, name: &OsStr) -> Option<Entry> {
        Entry::find_file(self.directory, self.folder, name)
    }

    /// Takes the files of a case away, and what was probably meant to be its settings.
    pub(super) fn take(&mut self, case: &Found) {
        for name in case.paths().filter_map(Path::file_name) {
            self.loose.remove(name);
            self.loose.remove(&*with_ending(name));
        }
    }

    fn below_root(&self, name: &OsStr) -> PathBuf {
        let directory = self.directory.strip_prefix(self.root);
        directory.unwrap_or(self.directory).join(name)
    }
}

fn with_ending(name: &OsStr) -> OsString {
    let mut name = name.to_owned();
    name.push(SETTINGS_ENDING);
    name
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, cases, faults, folder, named, names, no_input, unusable,
    };
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_pair_is_a_case_called_by_what_its_files_have_in_common() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/flat.in", ""),
                ("cases/flat.out", ""),
                ("cases/sample/1.in", ""),
                ("cases/sample/1.ans", ""),
                ("cases/secret/group1/a.b.in", ""),
                ("cases/secret/group1/a.b.ans", ""),
                ("cases/test/sample-1.in", ""),
                ("cases/test/sample-1.out", ""),
                ("cases/tests/01", ""),
                ("cases/tests/01.a", ""),
                ("cases/zip/input00.txt", ""),
                ("cases/zip/output00.txt", ""),
            ],
        );
        assert_eq!(faults(&folder), []);
        assert_eq!(
            names(&folder),
            [
                "p/flat",
                "p/sample/1",
                "p/secret/group1/a.b",
                "p/test/sample-1",
                "p/tests/01",
                "p/zip/input00",
            ]
        );
        let case = &cases(&folder)[1];
        let at = |name: &str| folder.path().join("cases").join(name);
        assert_eq!(case.path, at("sample/1"));
        assert_eq!(case.beside, [at("sample/1.in"), at("sample/1.ans")]);
        let files = case.files.clone().unwrap();
        assert_eq!(files.input, at("sample/1.in"));
        assert_eq!(files.expected, Some(at("sample/1.ans")));
    }

    #[test]
    fn an_empty_file_is_not_a_missing_one() {
        let folder = folder(ONE_PROBLEM, &[("cases/1.in", ""), ("cases/1.ans", "")]);
        let files = cases(&folder)[0].files.clone().unwrap();
        assert_eq!(fs::metadata(files.expected.unwrap()).unwrap().len(), 0);
    }

    #[test]
    fn two_answers_to_one_input_must_be_the_same() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/differ.in", ""),
                ("cases/differ.ans", "1"),
                ("cases/differ.out", "2"),
                ("cases/same.in", ""),
                ("cases/same.ans", "1"),
                ("cases/same.out", "1"),
            ],
        );
        let differ = unusable("`differ.ans` and `differ.out` are both there, and differ");
        assert_eq!(faults(&folder), named(&[("p/differ", differ)]));
        assert_eq!(names(&folder), ["p/differ", "p/same"]);
    }

    #[test]
    fn the_settings_of_a_pair_stand_beside_it() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/1.toml", "why = 'w'"),
                ("cases/2.in", ""),
                ("cases/2.ans", ""),
                ("cases/2.in.toml", ""),
                ("cases/3.in", ""),
                ("cases/3.ans", ""),
                ("cases/3.toml", "wy = 'w'"),
                ("cases/gone.toml", ""),
                ("cases/pyproject.toml", ""),
            ],
        );
        assert_eq!(cases(&folder)[0].why.as_deref(), Some("w"));
        let wrong = "`cases/3.toml`, line 1, column 1: unknown key `wy` (did you mean `why`?)";
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/2",
                    unusable("`2.in.toml` is not read: settings stand in `2.toml`")
                ),
                ("p/3", unusable(wrong)),
                ("p/gone", no_input(&["gone.in"], &[])),
            ])
        );
    }

    #[test]
    fn pairs_may_have_names_of_any_bytes() {
        let folder = folder(ONE_PROBLEM, &[]);
        for stem in [&b"a b"[..], b"\xff", b"\\xff", b"new\nline", b"-x", b"a.in"] {
            for ending in [&b".in"[..], b".out"] {
                let name = [stem, ending].concat();
                let path = folder.path().join("cases").join(OsStr::from_bytes(&name));
                fs::write(path, "").unwrap();
            }
        }
        assert_eq!(
            names(&folder),
            [
                "p/-x",
                "p/\\\\xff",
                "p/\\xff",
                "p/a.in",
                "p/a b",
                "p/new\\x0aline"
            ]
        );
        assert_eq!(faults(&folder), []);
    }
}
