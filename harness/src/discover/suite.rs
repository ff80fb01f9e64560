use std::path::{Path, PathBuf};

use super::find::find;
use super::{Error, case};
use crate::config::{Config, Overrides, Problem};
use crate::model::{CaseName, Suite};

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
    let mut suite = Suite::default();
    for problem in &config.problems {
        add_cases(&mut suite, problem, config, overrides);
    }
    // Problems that share a directory have the same ones.
    suite.ignored.sort_by_cached_key(|path| natural(path));
    suite.ignored.dedup();
    Ok(suite)
}

fn add_cases(suite: &mut Suite, problem: &Problem, config: &Config, overrides: &Overrides) {
    let found = find(&problem.problem.cases);
    let context = case::Context {
        config,
        problem,
        overrides,
    };
    let cases = found.cases.into_iter().map(|found| context.case(found));
    let mut cases: Vec<_> = cases.collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    suite.cases.extend(cases);
    suite.ignored.extend(found.ignored);
}

/// A path as it is ordered.
fn natural(path: &Path) -> CaseName {
    CaseName::of_file(path)
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
mod tests {
    use crate::discover::testing::{ONE_PROBLEM, cases, find, folder, ignored, names};
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

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
    fn every_file_that_is_part_of_no_case_is_known() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/case.toml", ""),
                ("cases/x/notes10", ""),
                ("cases/x/notes9", ""),
                ("cases/x/.hidden", ""),
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/1.toml", ""),
                ("cases/1.png", ""),
                ("cases/y/in/a", ""),
                ("cases/y/out/a", ""),
                ("cases/empty/README", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/1", "p/x", "p/y/a"]);
        assert_eq!(
            ignored(&folder),
            [
                "cases/1.png",
                "cases/empty/README",
                "cases/x/notes9",
                "cases/x/notes10"
            ]
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
