use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Error;
use crate::discover;

/// The inputs below a `cases` directory, compared by content.
///
/// Only files as long as an input in question are ever read.
#[derive(Debug, Default)]
pub(super) struct Existing {
    unread: HashMap<u64, Vec<PathBuf>>,
    read: HashMap<u64, HashSet<Vec<u8>>>,
}

impl Existing {
    /// Finds the inputs of all cases, in whichever layout they lie; a directory that does not
    /// exist has none.
    pub(super) fn below(cases: &Path) -> Result<Self, Error> {
        let mut unread: HashMap<u64, Vec<PathBuf>> = HashMap::new();
        let inputs = discover::inputs(cases).map_err(|(path, reason)| Error::Read {
            path,
            source: io::Error::other(reason),
        })?;
        for input in inputs.into_iter().filter(|input| input.is_file()) {
            let metadata = fs::metadata(&input).map_err(|source| read_error(&input, source))?;
            unread.entry(metadata.len()).or_default().push(input);
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

fn read_error(path: &Path, source: io::Error) -> Error {
    Error::Read {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::layout::INPUT;

    #[test]
    fn an_input_counts_once_wherever_it_lies() {
        let root = tempfile::tempdir().unwrap();
        let case = root.path().join("a/b");
        let hidden = root.path().join("a/.new");
        fs::create_dir_all(&case).unwrap();
        fs::create_dir_all(&hidden).unwrap();
        fs::write(case.join(INPUT), "one").unwrap();
        fs::write(hidden.join(INPUT), "six").unwrap();
        fs::write(root.path().join("a/1.in"), "flat").unwrap();
        fs::create_dir_all(root.path().join("c/in/group")).unwrap();
        fs::write(root.path().join("c/in/group/1"), "twin").unwrap();
        let mut existing = Existing::below(root.path()).unwrap();
        assert!(!existing.add(b"one").unwrap());
        assert!(existing.add(b"two").unwrap());
        assert!(!existing.add(b"two").unwrap());
        assert!(existing.add(b"six").unwrap());
        assert!(!existing.add(b"flat").unwrap());
        assert!(!existing.add(b"twin").unwrap());
    }

    #[test]
    fn a_directory_that_does_not_exist_has_no_inputs() {
        let root = tempfile::tempdir().unwrap();
        let mut existing = Existing::below(&root.path().join("none")).unwrap();
        assert!(existing.add(b"").unwrap());
    }
}
