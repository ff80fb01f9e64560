//! A case as its files lie, whatever the layout.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::folder::{Folder, Kind};
use crate::model::Missing;

/// A case that was found, whole or half-made.
#[derive(Debug)]
pub(super) struct Found {
    /// What it is called: a path below the root of the tree.
    pub(super) name: PathBuf,
    /// Whether it has a directory of its own.
    pub(super) is_directory: bool,
    pub(super) input: Part,
    pub(super) expected: Part,
    pub(super) settings: Settings,
    /// Why it cannot be judged, whatever its files are.
    pub(super) trouble: Option<String>,
}

/// A part that every case has.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// What bears one of its names; normally one.
    pub(super) there: Vec<Entry>,
    /// What is to be said where that is nothing.
    pub(super) missing: Missing,
}

#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) there: Option<Entry>,
    /// What they must be called.
    pub(super) name: String,
    /// A file that was probably meant to be them, where there are none.
    pub(super) misnamed: Option<String>,
}

/// A file, or what stands in its place.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

impl Found {
    /// Something that cannot be looked at, and may be any number of cases.
    pub(super) fn trouble(name: PathBuf, reason: String) -> Self {
        Self {
            name,
            is_directory: true,
            input: Part::default(),
            expected: Part::default(),
            settings: Settings::default(),
            trouble: Some(reason),
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        !self.input.there.is_empty() && !self.expected.there.is_empty()
    }

    /// The paths of all that belongs to it.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let entries = self.input.there.iter().chain(&self.expected.there);
        let entries = entries.chain(&self.settings.there);
        entries.map(|entry| entry.path.as_path())
    }
}

impl Entry {
    /// The entry with this name in a directory.
    pub(super) fn find(directory: &Path, folder: &Folder, name: &OsStr) -> Option<Self> {
        Some(Self {
            path: directory.join(name),
            kind: folder.get(name)?.clone(),
        })
    }

    /// The same, but no directory.
    pub(super) fn find_file(directory: &Path, folder: &Folder, name: &OsStr) -> Option<Self> {
        Self::find(directory, folder, name).filter(|entry| entry.kind != Kind::Directory)
    }
}
