//! The walk through a tree of cases.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::folder::{Folder, Kind, is_hidden};
use crate::untrusted::escape;

/// Directories by their paths; what is below one stands right after it.
pub(super) type Tree = BTreeMap<PathBuf, Folder>;

/// All directories from `root` down, itself included, with what is in them. Symbolic links
/// are followed; one that leads back to a directory that holds it is a trouble of that link
/// and not walked again. Hidden ones hold no cases: there, cases are made and tools keep
/// what is theirs.
pub(super) fn tree(root: &Path) -> Tree {
    let mut tree = Tree::new();
    let entries = WalkDir::new(root)
        .follow_links(true)
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
    for entry in entries {
        match entry {
            Ok(entry) => {
                let kind = Kind::of(entry.file_type());
                if kind == Kind::Directory {
                    tree.entry(entry.path().to_owned()).or_default();
                }
                if entry.depth() > 0 {
                    add(&mut tree, entry.path(), kind);
                }
            }
            Err(error) => add_trouble(&mut tree, &error),
        }
    }
    tree
}

/// A directory of the tree and all below it.
pub(super) fn below<'t>(
    tree: &'t Tree,
    directory: &'t Path,
) -> impl Iterator<Item = (&'t Path, &'t Folder)> {
    tree.range(directory.to_owned()..)
        .take_while(move |(path, _)| path.starts_with(directory))
        .map(|(path, folder)| (path.as_path(), folder))
}

fn add(tree: &mut Tree, path: &Path, kind: Kind) {
    if let (Some(parent), Some(name)) = (path.parent(), path.file_name()) {
        tree.entry(parent.to_owned()).or_default().add(name, kind);
    }
}

/// An entry that cannot be looked at: a directory that is known already, or a link.
fn add_trouble(tree: &mut Tree, error: &walkdir::Error) {
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
    match tree.get_mut(path) {
        Some(folder) => folder.trouble = Some(reason),
        None => add(tree, path, Kind::Trouble(reason)),
    }
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, faults, folder, named, names, no_expected, unusable,
    };
    use crate::model::CaseFault;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_hidden_directory_holds_no_case() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/.new/input", ""),
                ("cases/a/.b/c/input", ""),
                ("cases/a/input", ""),
                ("cases/a/expected", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/a"]);
    }

    #[test]
    fn a_directory_that_cannot_be_read_is_a_finding() {
        let folder = folder(ONE_PROBLEM, &[("cases/locked/1.in", "")]);
        let locked = folder.path().join("cases/locked");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        // Nothing is locked for root, who sees half of a case.
        let fault = match fs::read_dir(&locked) {
            Err(_) => unusable("Permission denied (os error 13)"),
            Ok(_) => no_expected("cases/locked/1.in", &["1.ans", "1.out"], &[]),
        };
        let name = match &fault {
            CaseFault::Unusable(_) => "p/locked",
            CaseFault::NoInput(_) | CaseFault::NoExpected { .. } => "p/locked/1",
        };
        assert_eq!(faults(&folder), named(&[(name, fault)]));
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).unwrap();
    }

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
        let circle = "a symbolic link that leads back to `cases`, which it is in";
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/a/circle", unusable(circle)),
                (
                    "p/broken",
                    unusable("No such file or directory (os error 2)")
                ),
            ])
        );
    }
}
