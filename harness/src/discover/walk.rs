//! The walk through a tree of cases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::folder::{Folder, Kind};
use crate::untrusted::escape;

/// All directories from `root` down, itself included, with what is in them. Symbolic links
/// are followed; one that leads back to a directory that holds it is a trouble of that link
/// and not walked again.
pub(super) fn folders(root: &Path) -> BTreeMap<PathBuf, Folder> {
    let mut folders = BTreeMap::new();
    for entry in WalkDir::new(root).follow_links(true) {
        match entry {
            Ok(entry) => {
                let kind = Kind::of(entry.file_type());
                if kind == Kind::Directory {
                    folders.entry(entry.path().to_owned()).or_default();
                }
                if entry.depth() > 0 {
                    add(&mut folders, entry.path(), kind);
                }
            }
            Err(error) => add_trouble(&mut folders, &error),
        }
    }
    folders
}

fn add(folders: &mut BTreeMap<PathBuf, Folder>, path: &Path, kind: Kind) {
    if let (Some(parent), Some(name)) = (path.parent(), path.file_name()) {
        let folder = folders.entry(parent.to_owned()).or_default();
        folder.add(name, kind);
    }
}

/// An entry that cannot be looked at. A link with the name of a case's file belongs to that
/// case, a hidden one to nobody; anything else may stand for any number of cases.
fn add_trouble(folders: &mut BTreeMap<PathBuf, Folder>, error: &walkdir::Error) {
    let Some(path) = error.path() else { return };
    let reason = match (error.loop_ancestor(), error.io_error()) {
        (Some(ancestor), _) => format!(
            "a symbolic link that leads back to `{}`, which it is in",
            ancestor
                .file_name()
                .map_or_else(String::new, |name| escape(name.as_encoded_bytes()))
        ),
        (None, Some(source)) => source.to_string(),
        (None, None) => "cannot be looked at".to_owned(),
    };
    if Folder::is_of_interest(path) {
        add(folders, path, Kind::Trouble(reason));
    } else if !Folder::is_hidden(path) {
        folders.entry(path.to_owned()).or_default().trouble = Some(reason);
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::suite::tests::{ONE_PROBLEM, faults, folder, named, names, unusable};
    use std::os::unix::fs::symlink;

    #[test]
    fn symbolic_links_are_followed_and_one_that_goes_in_a_circle_is_a_finding() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("elsewhere/x/input", ""),
                ("elsewhere/x/expected", ""),
                ("cases/a/y/input", ""),
                ("cases/a/y/expected", ""),
            ],
        );
        let cases = folder.path().join("cases");
        symlink("../elsewhere", cases.join("link")).unwrap();
        symlink("..", cases.join("a/circle")).unwrap();
        symlink("nowhere", cases.join("broken")).unwrap();
        assert_eq!(
            names(&folder),
            ["p/a/circle", "p/a/y", "p/broken", "p/link/x"]
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/a/circle",
                    unusable("a symbolic link that leads back to `cases`, which it is in")
                ),
                (
                    "p/broken",
                    unusable("No such file or directory (os error 2)")
                ),
            ])
        );
    }
}
