//! Names that tell the cases of a problem apart.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::found::Found;

/// Gives every case a name that no other has. A directory keeps its own; of others with the
/// same name, each is called by the path of its file, so `1.in` beside a directory `1`.
///
/// This comes to an end, since every round gives a path to one more case, and no two cases
/// have the same path.
pub(super) fn name_apart(root: &Path, cases: &mut [Found]) {
    loop {
        let mut times: HashMap<PathBuf, usize> = HashMap::new();
        for case in cases.iter() {
            *times.entry(case.name.clone()).or_default() += 1;
        }
        let mut is_changed = false;
        for case in cases.iter_mut().filter(|case| times[&case.name] > 1) {
            if let Some(path) = own_path(root, case).filter(|path| *path != case.name) {
                case.name = path;
                is_changed = true;
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// The path of a case's first file below the root; `None` for a directory, which is called
/// by its path already.
fn own_path(root: &Path, case: &Found) -> Option<PathBuf> {
    let path = case.paths().next().filter(|_| !case.is_directory)?;
    Some(path.strip_prefix(root).unwrap_or(path).to_owned())
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{ONE_PROBLEM, cases, folder, names};
    use proptest::prelude::*;
    use std::collections::HashSet;
    use std::fs;

    #[test]
    fn a_directory_keeps_its_name_and_a_pair_beside_it_is_called_by_its_input() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1/input", ""),
                ("cases/1/expected", ""),
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/2.in", ""),
                ("cases/2.ans", ""),
                ("cases/2/3.in", ""),
                ("cases/2/3.ans", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/1", "p/1.in", "p/2", "p/2/3"]);
    }

    #[test]
    fn pairs_of_the_same_name_are_all_called_by_their_inputs() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1", ""),
                ("cases/1.a", ""),
                ("cases/1.in", ""),
                ("cases/1.out", ""),
                ("cases/in/1.in", ""),
                ("cases/out/1.in", ""),
                ("cases/in/1", ""),
                ("cases/out/1", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/1", "p/1.in", "p/in/1", "p/in/1.in"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_two_cases_ever_have_the_same_name(
            paths in prop::collection::vec(
                "((in|out|1|a)/){0,3}(1|a|1\\.in|1\\.out|1\\.ans|1\\.a|input|expected|1\\.toml|input1\\.txt)",
                0..14,
            )
        ) {
            let folder = folder(ONE_PROBLEM, &[]);
            for path in paths {
                let path = folder.path().join("cases").join(path);
                // What another path has made a file cannot be a folder.
                let _ = fs::create_dir_all(path.parent().unwrap());
                let _ = fs::write(path, "");
            }
            let names = names(&folder);
            prop_assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
            let mut files = HashSet::new();
            for case in cases(&folder) {
                let Ok(found) = case.files else { continue };
                prop_assert!(files.insert(found.input));
                prop_assert!(files.insert(found.expected.unwrap()));
            }
        }
    }
}
