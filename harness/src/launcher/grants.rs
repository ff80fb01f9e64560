use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::layers::{Layer, Level};
use crate::model::Command;

/// What the programs of a launcher may see, and how they are shut in. Made once from all
/// submissions of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// How far.
    pub level: Level,
    /// Layers to leave out although this host may have them, to see what falls with each.
    pub without: Vec<Layer>,
    /// What may be read.
    pub grants: Grants,
}

/// Files and directories that programs may read and execute, by absolute paths, beside what
/// belongs to every system (`SYSTEM`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grants(BTreeSet<Vec<u8>>);

/// Directories of the system that every program may read. Those that begin with `/lib` come
/// in several kinds.
pub(super) const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib"];

/// What loaders and runtimes need of `/etc`. A last `*` stands for any end.
pub(super) const ETC: &[&str] = &[
    "ld.so.cache",
    "alternatives",
    "java*",
    "localtime",
    "passwd",
    "ssl/certs",
];

impl Grants {
    /// What these commands name: the programs, what is granted to them, and files given by
    /// absolute paths among their words. A directory among the words is not granted: it may hold anything.
    pub fn of_commands<'a>(commands: impl IntoIterator<Item = &'a Command>) -> Self {
        let mut grants = Self::default();
        for command in commands {
            grants.add(&command.program);
            command.read.iter().for_each(|path| grants.add(path));
            for word in command.words.iter().skip(1).map(Path::new) {
                if word.is_absolute() && word.is_file() {
                    grants.add(word);
                }
            }
        }
        grants
    }

    /// Adds a file, or a directory with all that is below it.
    pub fn add(&mut self, path: &Path) {
        // It fails for an empty path only, which names nothing.
        if let Ok(path) = std::path::absolute(path) {
            self.0.insert(path.into_os_string().into_vec());
        }
    }

    /// The paths that are not within the system's directories, in order: a directory comes
    /// before what is in it.
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let paths = self.0.iter().map(|bytes| OsString::from_vec(bytes.clone()));
        paths.map(PathBuf::from).filter(|path| !is_system(path))
    }

    /// The first of `secrets`, files or directories, that a program could read, after the
    /// grant that lets it; symbolic links are followed.
    pub fn cover<'a>(
        &self,
        secrets: impl IntoIterator<Item = &'a Path>,
    ) -> Option<(PathBuf, PathBuf)> {
        let granted: Vec<(PathBuf, PathBuf)> = SYSTEM
            .iter()
            .map(PathBuf::from)
            .chain(self.paths())
            .map(|path| (resolve(&path), path))
            .collect();
        let mut resolved = BTreeMap::new();
        secrets.into_iter().find_map(|secret| {
            // Thousands of cases lie in a few directories; that of a case is its own.
            let above = secret.ancestors().nth(2).unwrap_or(secret);
            let rest = secret.strip_prefix(above).unwrap_or(secret);
            let place = resolved
                .entry(above)
                .or_insert_with(|| resolve(above))
                .join(rest);
            let covering = granted.iter().find(|(real, _)| place.starts_with(real));
            covering.map(|(_, path)| (path.clone(), secret.to_owned()))
        })
    }
}

fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether a path begins with a directory that every program may read.
fn is_system(path: &Path) -> bool {
    let top: PathBuf = path.components().take(2).collect();
    is_system_directory(&top)
}

/// Whether `top`, as in `/lib64`, is a directory that every program may read.
pub(super) fn is_system_directory(top: &Path) -> bool {
    let is_library = |top: &OsStr| top.as_bytes().starts_with(b"/lib");
    SYSTEM.iter().any(|system| top == Path::new(system)) || is_library(top.as_os_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn command(words: &[&Path]) -> Command {
        Command {
            program: words[0].to_owned(),
            words: words.iter().map(|word| word.as_os_str().into()).collect(),
            read: Vec::new(),
            env: Default::default(),
        }
    }

    #[test]
    fn a_program_and_the_files_it_is_given_are_granted_and_no_more() {
        let place = tempfile::tempdir().unwrap();
        let script = place.path().join("solver.py");
        fs::write(&script, "").unwrap();
        let python = Path::new("/usr/bin/python3");
        let words = [python, &script, place.path(), Path::new("word")];
        let grants = Grants::of_commands([&command(&words)]);
        assert_eq!(grants.paths().collect::<Vec<_>>(), [script]);
    }

    #[test]
    fn a_grant_that_covers_a_case_is_found_through_links() {
        let place = tempfile::tempdir().unwrap();
        let case = place.path().join("cases/one");
        fs::create_dir_all(&case).unwrap();
        let link = place.path().join("link");
        std::os::unix::fs::symlink(place.path().join("cases"), &link).unwrap();
        let mut grants = Grants::default();
        grants.add(&place.path().join("solver"));
        assert_eq!(grants.cover([case.as_path()]), None);
        grants.add(&link);
        assert_eq!(grants.cover([case.as_path()]), Some((link, case.clone())));
    }

    #[test]
    fn cases_within_the_system_are_covered_by_it() {
        let grants = Grants::default();
        let cases = Path::new("/usr/share/cases");
        let usr = PathBuf::from("/usr");
        assert_eq!(grants.cover([cases]), Some((usr, cases.to_owned())));
    }
}
