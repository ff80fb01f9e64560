//! What is known of problem packages: which of their folders hold no cases, and what their
//! cases may ask for that is not done.
//!
//! Source: the ICPC and Kattis problem package format, in its versions `legacy`, `2023-07`
//! and `2025-09`, and the older spellings of folders that BAPCtools and problemtools know.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use crate::untrusted::escape;

/// The folder of a package's cases.
const DATA: &str = "data";
/// The file by which a package is told.
const PACKAGE: &str = "problem.yaml";
/// Folders of cases in it. One of them tells that the others beside it are for validators.
const CASES: &[&str] = &["sample", "secret"];
/// Folders beside these with data for the package's validators: not for submissions, which
/// may well fail on it.
const FOR_VALIDATORS: &[&str] = &[
    "bad",
    "invalid_answer",
    "invalid_answers",
    "invalid_input",
    "invalid_inputs",
    "invalid_output",
    "invalid_outputs",
    "valid_answer",
    "valid_answers",
    "valid_input",
    "valid_inputs",
    "valid_output",
    "valid_outputs",
];
/// How the names of files end by which a case asks for more than an input, and for what.
const UNSUPPORTED: &[(&str, &str)] = &[
    (".args", "arguments for the program"),
    (".files", "files in the program's directory"),
];

/// The directories in a folder that hold no cases, whatever is in them.
pub(super) fn without_cases(directory: &Path, folder: &Folder) -> Vec<PathBuf> {
    let is_package = folder.has_file(PACKAGE) && folder.has_directory(DATA);
    let is_data = CASES.iter().any(|name| folder.has_directory(name));
    let directories = folder.directories();
    let without = directories.filter(|name| {
        (is_package && *name != DATA)
            || (is_data && FOR_VALIDATORS.iter().any(|other| name == other))
            || is_attachment(folder, name)
    });
    without.map(|name| directory.join(name)).collect()
}

/// Why the case of a name in a folder cannot be judged, if it asks for what is not done.
pub(super) fn unsupported(folder: &Folder, case: &OsStr) -> Option<String> {
    UNSUPPORTED.iter().find_map(|(ending, what)| {
        let mut name = case.to_owned();
        name.push(ending);
        folder.get(&name)?;
        let name = escape(name.as_encoded_bytes());
        Some(format!("`{name}` asks for {what}, which is not done"))
    })
}

/// Whether a directory belongs to the input beside it.
fn is_attachment(folder: &Folder, name: &OsStr) -> bool {
    let path = Path::new(name);
    path.extension().is_some_and(|ending| ending == "files")
        && folder.get(path.with_extension("in").as_os_str()).is_some()
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{ONE_PROBLEM, faults, folder, named, names, unusable};

    #[test]
    fn of_a_package_only_what_submissions_are_run_on_is_judged() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/problem.yaml", ""),
                ("cases/generators/manual.in", ""),
                ("cases/submissions/accepted/1.in", ""),
                ("cases/data/testdata.yaml", ""),
                ("cases/data/sample/1.in", ""),
                ("cases/data/sample/1.ans", ""),
                ("cases/data/sample/2.interaction", ""),
                ("cases/data/secret/group1/testdata.yaml", ""),
                ("cases/data/secret/group1/01-big.in", ""),
                ("cases/data/secret/group1/01-big.ans", ""),
                ("cases/data/secret/group1/01-big.png", ""),
                ("cases/data/invalid_input/a.in", ""),
                ("cases/data/invalid_inputs/a.in", ""),
                ("cases/data/invalid_answers/a.ans", ""),
                ("cases/data/valid_output/a.in", ""),
                ("cases/data/valid_output/a.ans", "1"),
                ("cases/data/valid_output/a.out", "2"),
            ],
        );
        assert_eq!(
            names(&folder),
            ["p/data/sample/1", "p/data/secret/group1/01-big"]
        );
        assert_eq!(faults(&folder), []);
    }

    #[test]
    fn the_same_names_elsewhere_are_nothing_special() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/generators/1.in", ""),
                ("cases/generators/1.ans", ""),
                ("cases/invalid_input/1.in", ""),
                ("cases/invalid_input/1.ans", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/generators/1", "p/invalid_input/1"]);
    }

    #[test]
    fn a_case_that_asks_for_more_than_an_input_is_not_judged_without_it() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/secret/1.in", ""),
                ("cases/secret/1.ans", ""),
                ("cases/secret/1.args", "--fast"),
                ("cases/secret/2.in", ""),
                ("cases/secret/2.ans", ""),
                ("cases/secret/2.files/x.in", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/secret/1",
                    unusable("`1.args` asks for arguments for the program, which is not done")
                ),
                (
                    "p/secret/2",
                    unusable(
                        "`2.files` asks for files in the program's directory, which is not done"
                    )
                ),
            ])
        );
    }
}
