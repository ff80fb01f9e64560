//! Cases that have a directory of their own.

use std::ffi::OsStr;
use std::path::Path;

use super::folder::{Folder, Kind};
use super::found::{Entry, Found, Part, Settings};
use super::layout::{EXPECTED, EXPECTEDS, INPUT, INPUTS, SETTINGS};
use super::near_miss::{Meant, in_directory, meant};
use crate::model::Missing;
use crate::untrusted::escape;

/// The case that a directory is: whole, or half-made. A subdirectory that happens to be
/// called `input` does not make it one.
pub(super) fn case(root: &Path, directory: &Path, folder: &Folder) -> Option<Found> {
    is_case(folder).then(|| found(root, directory, folder))
}

/// The half-made case that a directory without subdirectories is, if any of its files looks
/// as if it were meant to be part of one.
pub(super) fn misnamed(root: &Path, directory: &Path, folder: &Folder) -> Option<Found> {
    let is_near = !folder.has_directories() && folder.files().any(|name| meant(name).is_some());
    is_near.then(|| found(root, directory, folder))
}

/// Whether a directory has a file of a case directory.
pub(super) fn is_case(folder: &Folder) -> bool {
    let mut names = INPUTS.iter().chain(EXPECTEDS).chain([&SETTINGS]);
    names.any(|name| folder.has_file(name))
}

fn found(root: &Path, directory: &Path, folder: &Folder) -> Found {
    let part = |names: &[&str], wanted: &str, meant| Part {
        there: there(directory, folder, names),
        missing: Missing {
            wanted: vec![wanted.to_owned()],
            near: in_directory(folder.files(), meant),
        },
    };
    Found {
        name: directory.strip_prefix(root).unwrap_or(directory).to_owned(),
        is_directory: true,
        input: part(INPUTS, INPUT, Meant::Input),
        expected: part(EXPECTEDS, EXPECTED, Meant::Expected),
        settings: settings(directory, folder),
        trouble: None,
    }
}

/// What bears one of the names. Directories count only where no file does, to be complained
/// of.
fn there(directory: &Path, folder: &Folder, names: &[&str]) -> Vec<Entry> {
    let entries = names.iter().map(OsStr::new);
    let entries: Vec<_> = entries
        .filter_map(|name| Entry::find(directory, folder, name))
        .collect();
    let is_file = |entry: &&Entry| entry.kind != Kind::Directory;
    let files: Vec<_> = entries.iter().filter(is_file).cloned().collect();
    if files.is_empty() { entries } else { files }
}

fn settings(directory: &Path, folder: &Folder) -> Settings {
    let there = Entry::find(directory, folder, OsStr::new(SETTINGS));
    let mut near = folder
        .files()
        .filter(|name| meant(name) == Some(Meant::Settings));
    let misnamed = near.next().map(|name| escape(name.as_encoded_bytes()));
    Settings {
        misnamed: misnamed.filter(|_| there.is_none()),
        there,
        name: SETTINGS.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, faults, folder, named, names, no_expected, no_input, unusable,
    };
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn files_of_another_naming_scheme_are_near_misses() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/half/input", ""),
                ("cases/half/expected.out", ""),
                ("cases/half/other.in", ""),
                ("cases/many/1.inp", ""),
                ("cases/many/2.inp", ""),
                ("cases/many/10.inp", ""),
                ("cases/many/3.inp", ""),
                ("cases/many/4.inp", ""),
                ("cases/many/5.inp", ""),
                ("cases/only-answer/x.sol", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/half",
                    no_expected("cases/half/input", &["expected"], &["expected.out"])
                ),
                (
                    "p/many",
                    no_input(&["input"], &["1.inp", "2.inp", "3.inp", "4.inp", "5.inp"])
                ),
                ("p/only-answer", no_input(&["input"], &["x.sol"])),
            ])
        );
    }

    #[test]
    fn either_file_may_be_called_txt() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/a/input.txt", "1"),
                ("cases/a/expected.txt", "2"),
                ("cases/b/input", "1"),
                ("cases/b/expected.txt", ""),
                ("cases/c/input.txt", ""),
                ("cases/d/expected.txt", ""),
                ("cases/e/input/x", ""),
                ("cases/e/input.txt", ""),
                ("cases/e/expected", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/a", "p/b", "p/c", "p/d", "p/e"]);
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/c", no_expected("cases/c/input.txt", &["expected"], &[])),
                ("p/d", no_input(&["input"], &[])),
            ])
        );
    }

    #[test]
    fn two_files_for_one_part_must_be_the_same() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/differ/input", "1\n"),
                ("cases/differ/expected", "1\n"),
                ("cases/differ/expected.txt", "2\n"),
                ("cases/inputs/input", "1\n"),
                ("cases/inputs/input.txt", "1"),
                ("cases/inputs/expected", ""),
                ("cases/same/input", "1\n"),
                ("cases/same/expected", "1\n"),
                ("cases/same/expected.txt", "1\n"),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/differ",
                    unusable("`expected` and `expected.txt` are both there, and differ")
                ),
                (
                    "p/inputs",
                    unusable("`input` and `input.txt` are both there, and differ")
                ),
            ])
        );
    }

    #[test]
    fn what_is_no_case_is_left_alone() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/README.md", ""),
                ("cases/notes/plan.txt", ""),
                ("cases/group/in", ""),
                ("cases/group/input/input", ""),
                ("cases/group/input/expected", ""),
                ("cases/quiet/.hidden.in", ""),
                ("cases/quiet/a.out", ""),
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/input~", ""),
                ("cases/x/output.txt", ""),
            ],
        );
        fs::create_dir(folder.path().join("cases/nothing")).unwrap();
        symlink("user@host.1", folder.path().join("cases/x/.#input")).unwrap();
        assert_eq!(names(&folder), ["p/group/input", "p/x"]);
        assert_eq!(faults(&folder), []);
    }

    #[test]
    fn a_case_may_hold_cases() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/y/input", ""),
                ("cases/x/y/expected", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/x", "p/x/y"]);
        assert_eq!(faults(&folder), []);
    }
}
