//! Cases whose files lie beside each other in one folder, told by what their names have in
//! common.
//!
//! Whole pairs are found first, since they leave no doubt. What is left over may be half of
//! a case, or the misspelt half of another.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::found::{Entry, Found, Part, Settings};
use super::layout::{PAIRS, Pair, Pattern, SETTINGS, SETTINGS_ENDING};
use super::near_miss::{COMPILED, Meant, beside, meant};
use super::package;
use crate::model::Missing;
use crate::untrusted::escape;

/// A folder, and its files that belong to no case yet.
pub(super) struct Pairs<'f> {
    root: &'f Path,
    directory: &'f Path,
    folder: &'f Folder,
    loose: BTreeSet<&'f OsStr>,
}

/// Files with these endings have other uses than to be the settings of a case.
const OTHER_SETTINGS: &[&str] = &[SETTINGS, "judge.toml", "Cargo.toml", "pyproject.toml"];

/// Whether a folder has an input and its answer.
pub(super) fn has_whole(folder: &Folder) -> bool {
    let mut inputs = PAIRS.iter().flat_map(|pair| {
        let common = folder.files().filter_map(|name| pair.input.common(name));
        common.map(move |common| (pair, common))
    });
    inputs.any(|(pair, common)| {
        let mut answers = pair.answers.iter().map(|answer| answer.name(common));
        answers.any(|name| folder.files().any(|file| file == name))
    })
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

    /// The cases of which one part is there, `beside_cases` those that are whole, and last
    /// what only seems to be a part where others are.
    pub(super) fn half_made(&mut self, beside_cases: bool) -> Vec<Found> {
        let mut cases = Vec::new();
        let left = self.loose.clone();
        for pair in PAIRS {
            let patterns = pair.answers.iter().chain([&pair.input]);
            for common in BTreeSet::from_iter(self.commons(patterns)) {
                let mut case = self.case(pair, common);
                if !is_compiled(&case) {
                    self.look_around(&mut case, &left);
                    self.take(&case);
                    cases.push(case);
                }
            }
        }
        if beside_cases || !cases.is_empty() {
            cases.extend(self.odd_ones());
        }
        cases
    }

    /// The files that belong to no case, and look as if they should: of pairs that are named
    /// in another way, and settings of no case.
    fn odd_ones(&mut self) -> Vec<Found> {
        let mut cases = Vec::new();
        for name in self.loose.clone() {
            let bytes = name.as_encoded_bytes();
            let is_settings = bytes.ends_with(SETTINGS_ENDING.as_bytes())
                && !OTHER_SETTINGS.iter().any(|other| name == *other);
            if !is_settings && meant(name) != Some(Meant::Input) {
                continue;
            }
            let Some(stem) = Path::new(name).file_stem() else {
                continue;
            };
            let mut case = self.case(&PAIRS[0], stem.as_encoded_bytes());
            case.input.missing.near = match is_settings {
                true => beside(self.loose.iter().copied(), stem, Meant::Input),
                false => vec![escape(bytes)],
            };
            self.loose.remove(name);
            self.take(&case);
            cases.push(case);
        }
        cases
    }

    /// What loose files have in common with others, in order of their names.
    fn commons<'p>(&self, patterns: impl IntoIterator<Item = &'p Pattern>) -> Vec<&'f [u8]> {
        let patterns = patterns.into_iter();
        let commons = patterns.flat_map(|pattern| {
            let loose = self.loose.iter();
            loose.filter_map(|name| pattern.common(name))
        });
        commons.collect()
    }

    fn case(&self, pair: &Pair, common: &[u8]) -> Found {
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
        let there = self.file(&wanted);
        let mut near = files.filter_map(|file| self.file(&with_ending(file.path.file_name()?)));
        let misnamed =
            near.find_map(|file| Some(escape(file.path.file_name()?.as_encoded_bytes())));
        Settings {
            misnamed: misnamed.filter(|_| there.is_none()),
            there,
            name: escape(wanted.as_encoded_bytes()),
        }
    }

    /// Looks for what is missing among the files that were left by whole pairs.
    fn look_around(&self, case: &mut Found, left: &BTreeSet<&OsStr>) {
        let name = case.name.file_name().unwrap_or_default();
        let near = |meant| beside(left.iter().copied(), name, meant);
        if case.input.there.is_empty() {
            case.input.missing.near = near(Meant::Input);
        }
        if case.expected.there.is_empty() {
            case.expected.missing.near = near(Meant::Expected);
        }
    }

    fn file(&self, name: &OsStr) -> Option<Entry> {
        Entry::find_file(self.directory, self.folder, name)
    }

    fn take(&mut self, case: &Found) {
        self.loose.retain(|name| {
            let is_misnamed =
                case.settings.misnamed.as_ref() == Some(&escape(name.as_encoded_bytes()));
            let mut names = case.paths().filter_map(Path::file_name);
            !is_misnamed && !names.any(|taken| taken == *name)
        });
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

/// Whether all there is of a case is a compiler's output.
fn is_compiled(case: &Found) -> bool {
    case.input.there.is_empty() && case.paths().all(|path| path.ends_with(COMPILED))
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, cases, faults, folder, ignored, named, names, no_expected, no_input, unusable,
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
    fn half_of_a_pair_is_reported_by_name_with_what_may_have_been_meant() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/2.in", ""),
                ("cases/2.OUT", ""),
                ("cases/big.in", ""),
                ("cases/bgi.ans", ""),
                ("cases/notes.txt", ""),
                ("cases/main.cpp", ""),
                ("cases/a.out", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/1", "p/2", "p/bgi", "p/big"]);
        let ans = |name: &str| [format!("{name}.ans"), format!("{name}.out")];
        let (two, big) = (ans("2"), ans("big"));
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/2",
                    no_expected("cases/2.in", &[&two[0], &two[1]], &["2.OUT"])
                ),
                ("p/bgi", no_input(&["bgi.in"], &["2.in", "big.in"])),
                (
                    "p/big",
                    no_expected("cases/big.in", &[&big[0], &big[1]], &["2.OUT", "bgi.ans"])
                ),
            ])
        );
        assert_eq!(
            ignored(&folder),
            [
                "cases/2.OUT",
                "cases/a.out",
                "cases/main.cpp",
                "cases/notes.txt"
            ]
        );
    }

    #[test]
    fn inputs_of_another_scheme_beside_pairs_are_not_passed_over() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/2.inp", ""),
                ("cases/2.sol", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[("p/2", no_input(&["2.in"], &["2.inp"]))])
        );
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
    fn a_folder_may_be_a_case_and_hold_pairs() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/half/input", ""),
                ("cases/half/1.in", ""),
                ("cases/half/1.ans", ""),
                ("cases/half/2.ans", ""),
                ("cases/whole/input", ""),
                ("cases/whole/expected", ""),
                ("cases/whole/1.in", ""),
            ],
        );
        assert_eq!(
            names(&folder),
            ["p/half", "p/half/1", "p/whole", "p/whole/1"]
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/half",
                    no_expected("cases/half/input", &["expected"], &["1.ans", "2.ans"])
                ),
                (
                    "p/whole/1",
                    no_expected("cases/whole/1.in", &["1.ans", "1.out"], &[])
                ),
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
