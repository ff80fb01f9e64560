//! What is in one directory, as far as it matters to a case.

use std::ffi::OsStr;
use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use super::layout::{EXPECTED, INPUT, Meant, SETTINGS, meant};
use crate::untrusted::escape;

/// The entries of a directory that matter to a case.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// What bears the name of the input.
    pub(super) input: Option<Kind>,
    /// What bears the name of the expected output.
    pub(super) expected: Option<Kind>,
    /// What bears the name of the settings.
    pub(super) settings: Option<Kind>,
    /// Files that were probably meant to have one of these names, escaped.
    near: Vec<(Meant, String)>,
    has_directories: bool,
    /// Why the directory itself cannot be looked at.
    pub(super) trouble: Option<String>,
}

/// What an entry is, symbolic links followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    /// Neither: its kind, with the article.
    Special(&'static str),
    /// It cannot be looked at: why.
    Trouble(String),
}

impl Kind {
    pub(super) fn of(file_type: FileType) -> Self {
        if file_type.is_file() {
            Self::File
        } else if file_type.is_dir() {
            Self::Directory
        } else if file_type.is_fifo() {
            Self::Special("a named pipe")
        } else if file_type.is_socket() {
            Self::Special("a socket")
        } else {
            Self::Special("a device")
        }
    }
}

impl Folder {
    pub(super) fn add(&mut self, name: &OsStr, kind: Kind) {
        self.has_directories |= kind == Kind::Directory;
        let bytes = name.as_encoded_bytes();
        if name == INPUT {
            self.input = Some(kind);
        } else if name == EXPECTED {
            self.expected = Some(kind);
        } else if name == SETTINGS {
            self.settings = Some(kind);
        } else if kind != Kind::Directory
            && !bytes.starts_with(b".")
            && let Some(meant) = meant(bytes)
        {
            self.near.push((meant, escape(bytes)));
        }
    }

    /// Whether the directory is a case, maybe a half-made one. A subdirectory that happens
    /// to be called `input` does not make it one.
    pub(super) fn is_case(&self) -> bool {
        let mut named = [&self.input, &self.expected, &self.settings].into_iter();
        self.trouble.is_some()
            || named.any(|kind| kind.as_ref().is_some_and(|kind| *kind != Kind::Directory))
            || (!self.has_directories && !self.near.is_empty())
    }

    /// Up to five files that could be what is missing, in order of their names. Where nothing
    /// was meant to be that, all that was meant to be anything may tell how the others are
    /// named.
    pub(super) fn near(&self, wanted: Meant) -> Vec<String> {
        const SHOWN: usize = 5;
        let of = |kept: &dyn Fn(Meant) -> bool| {
            let kept = self.near.iter().filter(|(meant, _)| kept(*meant));
            let mut names: Vec<_> = kept.map(|(_, name)| name.clone()).collect();
            names.sort_by(|a, b| natord::compare(a, b));
            names.truncate(SHOWN);
            names
        };
        let names = of(&|meant| meant == wanted);
        if names.is_empty() {
            of(&|_| true)
        } else {
            names
        }
    }

    /// A file that was probably meant to be the settings, where there are none.
    pub(super) fn misnamed_settings(&self) -> Option<&str> {
        let mut near = self.near.iter();
        match &self.settings {
            Some(_) => None,
            None => {
                near.find_map(|(meant, name)| (*meant == Meant::Settings).then_some(name.as_str()))
            }
        }
    }

    /// Whether a path has the name of one of a case's files.
    pub(super) fn is_of_interest(path: &Path) -> bool {
        let name = path.file_name();
        name.is_some_and(|name| name == INPUT || name == EXPECTED || name == SETTINGS)
    }

    pub(super) fn is_hidden(path: &Path) -> bool {
        let name = path.file_name();
        name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::suite::tests::{ONE_PROBLEM, faults, folder, named, names};
    use crate::model::CaseFault;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn files_of_another_naming_scheme_are_near_misses() {
        let near = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/both/test.in", ""),
                ("cases/both/test.ans", ""),
                ("cases/half/input", ""),
                ("cases/half/expected.out", ""),
                ("cases/half/other.in", ""),
                ("cases/many/1.in", ""),
                ("cases/many/2.in", ""),
                ("cases/many/10.in", ""),
                ("cases/many/3.in", ""),
                ("cases/many/4.in", ""),
                ("cases/many/5.in", ""),
                ("cases/only-answer/x.ans", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/both", CaseFault::NoInput(near(&["test.in"]))),
                ("p/half", CaseFault::NoExpected(near(&["expected.out"]))),
                (
                    "p/many",
                    CaseFault::NoInput(near(&["1.in", "2.in", "3.in", "4.in", "5.in"]))
                ),
                ("p/only-answer", CaseFault::NoInput(near(&["x.ans"]))),
            ])
        );
    }

    #[test]
    fn cases_that_lie_flat_are_not_passed_over() {
        let folder = folder(ONE_PROBLEM, &[("cases/1.in", ""), ("cases/1.out", "")]);
        let near = CaseFault::NoInput(vec!["1.in".to_owned()]);
        assert_eq!(faults(&folder), named(&[("p", near)]));
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
                ("cases/.hidden.in", ""),
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/input~", ""),
                ("cases/x/input.txt", ""),
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
