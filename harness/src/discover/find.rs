//! All cases below a directory, in whichever layouts they lie.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::found::Found;
use super::halves::half_made;
use super::naming::name_apart;
use super::pairs::Pairs;
use super::walk::{Tree, tree};
use super::{directory, package, twins};

/// What a tree of cases holds.
pub(super) struct Findings {
    /// Each with a name of its own.
    pub(super) cases: Vec<Found>,
    /// The files that belong to none of them.
    pub(super) ignored: Vec<PathBuf>,
}

/// The inputs of all cases below a directory, half-made ones included; none where it does not
/// exist. What cannot be looked at comes as the error: its path and the reason.
///
/// # Errors
/// When not all inputs are known.
pub fn inputs(root: &Path) -> Result<Vec<PathBuf>, (PathBuf, String)> {
    let mut inputs = Vec::new();
    if !root
        .try_exists()
        .map_err(|error| (root.to_owned(), error.to_string()))?
    {
        return Ok(inputs);
    }
    for case in find(root).cases {
        if let Some(reason) = case.trouble.as_ref().filter(|_| case.is_directory) {
            return Err((root.join(&case.name), reason.clone()));
        }
        inputs.extend(case.input.there.into_iter().map(|entry| entry.path));
    }
    Ok(inputs)
}

/// Finds the cases below `root`.
pub(super) fn find(root: &Path) -> Findings {
    let tree = tree(root);
    let mut search = Search {
        root,
        cases: Vec::new(),
        settled: BTreeSet::new(),
        without_cases: BTreeSet::new(),
    };
    for (directory, folder) in &tree {
        search.look_into(&tree, directory, folder);
    }
    let ignored = search.rest(&tree);
    name_apart(root, &mut search.cases);
    Findings {
        cases: search.cases,
        ignored,
    }
}

struct Search<'t> {
    root: &'t Path,
    cases: Vec<Found>,
    /// Directories whose cases are found, with all that is below them.
    settled: BTreeSet<PathBuf>,
    /// Directories that hold no cases, with all that is below them.
    without_cases: BTreeSet<PathBuf>,
}

impl Search<'_> {
    fn look_into(&mut self, tree: &Tree, directory: &Path, folder: &Folder) {
        if self.is_below(&self.settled, directory) || self.is_below(&self.without_cases, directory)
        {
            return;
        }
        self.without_cases
            .extend(package::without_cases(directory, folder));
        if let Some(twins) = twins::in_directory(self.root, tree, directory) {
            self.cases.extend(twins.cases());
            self.settled.extend(twins.folders());
        }
        let cases = in_folder(self.root, directory, folder);
        self.cases.extend(cases);
    }

    /// What is left over: troubles become cases, since they may stand for any number of them;
    /// files are given back.
    fn rest(&mut self, tree: &Tree) -> Vec<PathBuf> {
        let cases = self.cases.iter();
        let taken: BTreeSet<_> = cases.flat_map(Found::paths).map(Path::to_owned).collect();
        let mut rest = Vec::new();
        for (directory, folder) in tree {
            let holds_none = self.is_below(&self.without_cases, directory);
            let below_root = directory.strip_prefix(self.root).unwrap_or(directory);
            if let Some(reason) = folder.trouble.as_ref().filter(|_| !holds_none) {
                self.cases
                    .push(Found::trouble(below_root.to_owned(), reason.clone()));
            }
            for name in folder
                .files()
                .filter(|name| !taken.contains(&directory.join(name)))
            {
                match folder.trouble_of(name).filter(|_| !holds_none) {
                    Some(reason) => {
                        self.cases
                            .push(Found::trouble(below_root.join(name), reason.to_owned()));
                    }
                    None => rest.push(directory.join(name)),
                }
            }
        }
        rest
    }

    fn is_below(&self, directories: &BTreeSet<PathBuf>, path: &Path) -> bool {
        let mut above = path
            .ancestors()
            .take_while(|above| above.starts_with(self.root));
        above.any(|above| directories.contains(above))
    }
}

/// The cases whose files are in one folder. Beside a half-made case directory, halves of
/// pairs are its near misses and no cases.
fn in_folder(root: &Path, directory: &Path, folder: &Folder) -> Vec<Found> {
    let mut pairs = Pairs::new(root, directory, folder);
    let mut cases = pairs.whole();
    match directory::case(root, directory, folder) {
        Some(case) if !case.is_whole() => cases.push(case),
        case => {
            let half_made = half_made(&mut pairs, !cases.is_empty());
            cases.extend(half_made);
            cases.extend(case);
        }
    }
    if cases.is_empty() {
        cases.extend(directory::misnamed(root, directory, folder));
    }
    cases
}
