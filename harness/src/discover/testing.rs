//! Trees of cases in temporary folders.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Error, suite};
use crate::config::{Overrides, load};
use crate::model::{Case, CaseFault, Missing, Suite};

/// A problem `p` with cases in `cases`.
pub(super) const ONE_PROBLEM: &str = "[problem.p]\ncases = 'cases'\nsubmission.s = 's'\n";

/// A folder with a `judge.toml` and files, each with its contents.
pub(super) fn folder(judge_toml: &str, files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("judge.toml"), judge_toml).unwrap();
    fs::create_dir(folder.path().join("cases")).unwrap();
    for (name, contents) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, contents).unwrap();
    }
    folder
}

/// What is found in it.
pub(super) fn find(folder: &TempDir) -> Result<Suite, Error> {
    let config = load(&folder.path().join("judge.toml")).unwrap();
    suite(&config, &Overrides::default())
}

pub(super) fn cases(folder: &TempDir) -> Vec<Case> {
    find(folder).unwrap().cases
}

pub(super) fn names(folder: &TempDir) -> Vec<String> {
    let cases = cases(folder);
    cases.iter().map(|case| case.name.to_string()).collect()
}

/// The fault of each case that has one; paths from the folder.
pub(super) fn faults(folder: &TempDir) -> Vec<(String, CaseFault)> {
    let cases = cases(folder).into_iter();
    let fault = |case: Case| {
        let mut fault = case.files.err()?;
        if let CaseFault::NoExpected { input, .. } = &mut fault {
            *input = input.strip_prefix(folder.path()).unwrap().to_owned();
        }
        Some((case.name.to_string(), fault))
    };
    cases.filter_map(fault).collect()
}

pub(super) fn named(faults: &[(&str, CaseFault)]) -> Vec<(String, CaseFault)> {
    let named = faults.iter();
    named
        .map(|(name, fault)| ((*name).to_owned(), fault.clone()))
        .collect()
}

pub(super) fn unusable(reason: &str) -> CaseFault {
    CaseFault::Unusable(reason.to_owned())
}

pub(super) fn no_input(wanted: &[&str], near: &[&str]) -> CaseFault {
    CaseFault::NoInput(missing(wanted, near))
}

pub(super) fn no_expected(input: &str, wanted: &[&str], near: &[&str]) -> CaseFault {
    CaseFault::NoExpected {
        input: PathBuf::from(input),
        missing: missing(wanted, near),
    }
}

fn missing(wanted: &[&str], near: &[&str]) -> Missing {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Missing {
        wanted: owned(wanted),
        near: owned(near),
    }
}

/// The files that belong to no case, from the folder.
pub(super) fn ignored(folder: &TempDir) -> Vec<String> {
    let ignored = find(folder).unwrap().ignored;
    let below = ignored
        .iter()
        .map(|path| path.strip_prefix(folder.path()).unwrap());
    below.map(|path| path.display().to_string()).collect()
}
