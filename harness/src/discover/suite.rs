use std::path::PathBuf;

use super::{Error, case, walk};
use crate::config::{Config, Overrides, Problem};
use crate::model::{Case, Suite};

/// Finds the cases of all problems; `overrides` are the limits of the command line. The
/// cases of a problem stand together, the problems in the order of the configuration, the
/// cases in natural order of their names.
///
/// A problem may have no case at all: that it has none is for the caller to say. Problems
/// may share a directory of cases, to compare or limit them otherwise.
///
/// # Errors
/// When a problem's directory cannot be read, or lies within that of another problem, whose
/// cases it would then add to.
pub fn suite(config: &Config, overrides: &Overrides) -> Result<Suite, Error> {
    let roots = config.problems.iter().map(|problem| root(problem, config));
    let roots = roots.collect::<Result<Vec<_>, _>>()?;
    reject_nested(config, &roots)?;
    let mut cases = Vec::new();
    for problem in &config.problems {
        cases.extend(cases_of(problem, config, overrides));
    }
    Ok(Suite { cases })
}

fn cases_of(problem: &Problem, config: &Config, overrides: &Overrides) -> Vec<Case> {
    let folders = walk::folders(&problem.problem.cases);
    let context = case::Context {
        config,
        problem,
        overrides,
    };
    let mut cases: Vec<_> = folders
        .iter()
        .filter_map(|(directory, folder)| context.case(directory, folder))
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// The directory of a problem's cases without symbolic links.
fn root(problem: &Problem, config: &Config) -> Result<PathBuf, Error> {
    let path = &problem.problem.cases;
    path.canonicalize()
        .and_then(|resolved| std::fs::read_dir(path).map(|_| resolved))
        .map_err(|source| Error::Directory {
            problem: problem.problem.name.clone(),
            path: config.from_root(path).to_owned(),
            source,
        })
}

fn reject_nested(config: &Config, roots: &[PathBuf]) -> Result<(), Error> {
    let named = || config.problems.iter().zip(roots);
    for (outer, outer_root) in named() {
        for (inner, inner_root) in named() {
            if inner_root != outer_root && inner_root.starts_with(outer_root) {
                return Err(Error::Nested {
                    outer: outer.problem.name.clone(),
                    inner: inner.problem.name.clone(),
                    path: config.from_root(&inner.problem.cases).to_owned(),
                });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::config::load;
    use crate::model::CaseFault;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use tempfile::TempDir;

    pub(in crate::discover) const ONE_PROBLEM: &str =
        "[problem.p]\ncases = 'cases'\nsubmission.s = 's'\n";

    /// A folder with a `judge.toml` and files, each with its contents.
    pub(in crate::discover) fn folder(judge_toml: &str, files: &[(&str, &str)]) -> TempDir {
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

    fn find(folder: &TempDir) -> Result<Vec<Case>, Error> {
        let config = load(&folder.path().join("judge.toml")).unwrap();
        suite(&config, &Overrides::default()).map(|suite| suite.cases)
    }

    pub(in crate::discover) fn cases(folder: &TempDir) -> Vec<Case> {
        find(folder).unwrap()
    }

    pub(in crate::discover) fn names(folder: &TempDir) -> Vec<String> {
        let cases = cases(folder);
        cases.iter().map(|case| case.name.to_string()).collect()
    }

    /// The fault of each case that has one.
    pub(in crate::discover) fn faults(folder: &TempDir) -> Vec<(String, CaseFault)> {
        let cases = cases(folder).into_iter();
        let fault = |case: Case| Some((case.name.to_string(), case.files.err()?));
        cases.filter_map(fault).collect()
    }

    pub(in crate::discover) fn named(faults: &[(&str, CaseFault)]) -> Vec<(String, CaseFault)> {
        let named = faults.iter();
        named
            .map(|(name, fault)| ((*name).to_owned(), fault.clone()))
            .collect()
    }

    pub(in crate::discover) fn unusable(reason: &str) -> CaseFault {
        CaseFault::Unusable(reason.to_owned())
    }

    #[test]
    fn cases_come_in_natural_order_problem_by_problem() {
        let judge_toml = "[problem.z]\ncases = 'cases/z'\nsubmission.s = 's'\n\
                          [problem.a]\ncases = 'cases/a'\nsubmission.s = 's'\n";
        let numbers = ["11", "2", "10", "1", "9"];
        let paths: Vec<_> = ["z", "a"]
            .iter()
            .flat_map(|problem| numbers.map(|number| format!("cases/{problem}/{number}/input")))
            .collect();
        let files: Vec<_> = paths.iter().map(|path| (path.as_str(), "")).collect();
        assert_eq!(
            names(&folder(judge_toml, &files)),
            [
                "z/1", "z/2", "z/9", "z/10", "z/11", "a/1", "a/2", "a/9", "a/10", "a/11"
            ]
        );
    }

    #[test]
    fn names_of_any_bytes_are_found_and_told_apart() {
        let folder = folder(ONE_PROBLEM, &[]);
        for name in [&b"a b"[..], b"\xff", b"\\xff", b"new\nline", b"it's \"it\""] {
            let directory = folder.path().join("cases").join(OsStr::from_bytes(name));
            fs::create_dir(&directory).unwrap();
            fs::write(directory.join("input"), "").unwrap();
            fs::write(directory.join("expected"), "").unwrap();
        }
        assert_eq!(
            names(&folder),
            [
                "p/\\\\xff",
                "p/\\xff",
                "p/a b",
                "p/it's \"it\"",
                "p/new\\x0aline"
            ]
        );
        let all = cases(&folder);
        assert!(
            all.iter()
                .all(|case| case.files.as_ref().unwrap().input.is_file())
        );
    }

    #[test]
    fn a_problem_without_any_case_is_no_error_here() {
        assert_eq!(names(&folder(ONE_PROBLEM, &[])), [""; 0]);
    }

    #[test]
    fn a_directory_of_cases_that_is_missing_is_an_error_that_names_it() {
        let gone = folder(ONE_PROBLEM, &[]);
        fs::remove_dir(gone.path().join("cases")).unwrap();
        let error = find(&gone).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot look for cases of `p` in `cases`: No such file or directory (os error 2)"
        );
        assert_eq!(
            error.help().as_deref(),
            Some("make the directory, or correct `cases` in `[problem.p]`")
        );
        fs::write(gone.path().join("cases"), "").unwrap();
        assert_eq!(
            find(&gone).unwrap_err().to_string(),
            "cannot look for cases of `p` in `cases`: Not a directory (os error 20)"
        );
    }

    #[test]
    fn problems_may_share_their_cases_but_not_nest_them() {
        let two = |a: &str, b: &str| {
            format!(
                "[problem.a]\ncases = '{a}'\nsubmission.s = 's'\n\
                 [problem.b]\ncases = '{b}'\nsubmission.s = 's'\n"
            )
        };
        let files = [("cases/b/x/input", ""), ("cases/b/x/expected", "")];
        let shared = folder(&two("cases/b", "./cases/b/"), &files);
        assert_eq!(names(&shared), ["a/x", "b/x"]);
        let nested = find(&folder(&two("cases", "cases/b"), &files)).unwrap_err();
        assert_eq!(
            nested.to_string(),
            "the cases of `b` in `cases/b` lie among those of `a`"
        );
        assert_eq!(
            nested.help().as_deref(),
            Some("give each problem a directory of its own, or all of them the same one")
        );
    }
}
