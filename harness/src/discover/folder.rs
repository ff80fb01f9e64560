//! What is in one directory, as far as it may matter to a case.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::FileType;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// The entries of a directory.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// By name; hidden ones and what editors leave behind are left out.
    entries: BTreeMap<OsString, Kind>,
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
        if !is_hidden(name) && !name.as_encoded_bytes().ends_with(b"~") {
            self.entries.insert(name.to_owned(), kind);
        }
    }

    /// The entry of a name.
    pub(super) fn get(&self, name: &OsStr) -> Option<&Kind> {
        self.entries.get(name)
    }

    /// The names of all entries but directories, in order of their bytes.
    pub(super) fn files(&self) -> impl Iterator<Item = &OsStr> + Clone {
        let files = self.entries.iter();
        files.filter_map(|(name, kind)| (*kind != Kind::Directory).then_some(name.as_os_str()))
    }

    /// The names of all directories, in order of their bytes.
    pub(super) fn directories(&self) -> impl Iterator<Item = &OsStr> {
        let entries = self.entries.iter();
        entries.filter_map(|(name, kind)| (*kind == Kind::Directory).then_some(name.as_os_str()))
    }

    /// Why an entry cannot be looked at, if so.
    pub(super) fn trouble_of(&self, name: &OsStr) -> Option<&str> {
        match self.get(name)? {
            Kind::Trouble(reason) => Some(reason),
            Kind::File | Kind::Directory | Kind::Special(_) => None,
        }
    }

    pub(super) fn has_file(&self, name: &str) -> bool {
        let kind = self.get(OsStr::new(name));
        kind.is_some_and(|kind| *kind != Kind::Directory)
    }

    pub(super) fn has_directory(&self, name: &str) -> bool {
        self.get(OsStr::new(name)) == Some(&Kind::Directory)
    }

    pub(super) fn has_directories(&self) -> bool {
        self.directories().next().is_some()
    }
}

/// Whether the last part of a path is hidden.
pub(super) fn is_hidden(path: impl AsRef<Path>) -> bool {
    let name = path.as_ref().file_name();
    name.is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
