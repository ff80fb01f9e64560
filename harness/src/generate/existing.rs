use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Error;
use crate::discover::layout::INPUT;

/// The inputs below a `cases` directory, compared by content.
///
/// Only files as long as an input in question are ever read.
#[derive(Debug, Default)]
pub(super) struct Existing {
    unread: HashMap<u64, Vec<PathBuf>>,
    read: HashMap<u64, HashSet<Vec<u8>>>,
}

impl Existing {
    /// Finds the inputs; a directory that does not exist has none. Hidden directories hold no
    /// cases.
    pub(super) fn below(cases: &Path) -> Result<Self, Error> {
        let mut unread: HashMap<u64, Vec<PathBuf>> = HashMap::new();
        if cases
            .try_exists()
            .map_err(|source| read_error(cases, source))?
        {
            let entries = walkdir::WalkDir::new(cases)
                .into_iter()
                .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
            for entry in entries {
                let entry = entry.map_err(|error| walk_error(cases, error))?;
                if entry.file_name() == INPUT && entry.path().is_file() {
                    let metadata = fs::metadata(entry.path())
                        .map_err(|source| read_error(entry.path(), source))?;
                    unread
                        .entry(metadata.len())
                        .or_default()
                        .push(entry.into_path());
                }
            }
        }
        Ok(Self {
            unread,
            read: HashMap::new(),
        })
    }

    /// Adds an input; `false` when it is there already.
    pub(super) fn add(&mut self, input: &[u8]) -> Result<bool, Error> {
        let length = input.len() as u64;
        let known = self.read.entry(length).or_default();
        for path in self.unread.remove(&length).unwrap_or_default() {
            known.insert(fs::read(&path).map_err(|source| read_error(&path, source))?);
        }
        Ok(known.insert(input.to_owned()))
    }
}

fn is_hidden(entry: &walkdir::DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn walk_error(cases: &Path, error: walkdir::Error) -> Error {
    let path = error.path().unwrap_or(cases).to_owned();
    Error::Read {
        path,
        source: error.into(),
    }
}

fn read_error(path: &Path, source: std::io::Error) -> Error {
    Error::Read {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_counts_once_wherever_it_lies() {
        let root = tempfile::tempdir().unwrap();
        let case = root.path().join("a/b");
        let hidden = root.path().join("a/.new");
        fs::create_dir_all(&case).unwrap();
        fs::create_dir_all(&hidden).unwrap();
        fs::write(case.join(INPUT), "one").unwrap();
        fs::write(hidden.join(INPUT), "six").unwrap();
        let mut existing = Existing::below(root.path()).unwrap();
        assert!(!existing.add(b"one").unwrap());
        assert!(existing.add(b"two").unwrap());
        assert!(!existing.add(b"two").unwrap());
        assert!(existing.add(b"six").unwrap());
    }

    #[test]
    fn a_directory_that_does_not_exist_has_no_inputs() {
        let root = tempfile::tempdir().unwrap();
        let mut existing = Existing::below(&root.path().join("none")).unwrap();
        assert!(existing.add(b"").unwrap());
    }
}
