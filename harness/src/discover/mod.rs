//! Which cases there are, and whether programs can be started: what is looked at before
//! anything runs.
//!
//! Each directory below a problem's `cases` is looked at by itself. It is a case when it has
//! a file of one of the names in [`layout`]; a directory without subdirectories whose files
//! look as if they were meant to be named so is taken for a half-made case. So a case may
//! hold further cases in its subdirectories: all are judged. Symbolic links are followed.
//! Hidden files and all others are left alone.
//!
//! A half-made case is not passed over but kept with its [`CaseFault`](crate::model::CaseFault).

mod case;
mod error;
mod executable;
mod folder;
pub mod layout;
mod program;
mod walk;

use std::path::{Path, PathBuf};

use crate::config::{Config, Overrides, Problem};
use crate::model::{Case, Suite};

pub use error::Error;
pub use program::{ProgramFault, startable};

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
            path: below(path, &config.root).to_owned(),
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
                    path: below(&inner.problem.cases, &config.root).to_owned(),
                });
            }
        }
    }
    Ok(())
}

/// A path as people know it: from the root, where it is below it.
fn below<'a>(path: &'a Path, root: &Path) -> &'a Path {
    match path.strip_prefix(root) {
        Ok(rest) if rest.as_os_str().is_empty() => Path::new("."),
        Ok(rest) => rest,
        Err(_) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::load;
    use crate::model::{CaseFault, Origin};
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::time::Duration;
    use tempfile::TempDir;

    const ONE_PROBLEM: &str = "[problem.p]\ncases = 'cases'\nsubmission.s = 's'\n";

    /// A folder with a `judge.toml` and files, each with its contents.
    fn folder(judge_toml: &str, files: &[(&str, &str)]) -> TempDir {
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

    fn cases(folder: &TempDir) -> Vec<Case> {
        find(folder).unwrap()
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let cases = cases(folder);
        cases.iter().map(|case| case.name.to_string()).collect()
    }

    /// The fault of each case that has one.
    fn faults(folder: &TempDir) -> Vec<(String, CaseFault)> {
        let cases = cases(folder).into_iter();
        let fault = |case: Case| Some((case.name.to_string(), case.files.err()?));
        cases.filter_map(fault).collect()
    }

    fn named(faults: &[(&str, CaseFault)]) -> Vec<(String, CaseFault)> {
        let named = faults.iter();
        named
            .map(|(name, fault)| ((*name).to_owned(), fault.clone()))
            .collect()
    }

    fn unusable(reason: &str) -> CaseFault {
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
    fn a_case_knows_its_files_settings_and_limits() {
        let folder = folder(
            &format!("[limits]\ntime = '2s'\nstack = '1MiB'\n{ONE_PROBLEM}limits.stack = '2MiB'\n"),
            &[
                ("cases/deep/er/x/input", "1\n"),
                ("cases/deep/er/x/expected", ""),
                (
                    "cases/deep/er/x/case.toml",
                    "why = 'w'\n[limits]\nmemory = '1MiB'\n",
                ),
            ],
        );
        let config = load(&folder.path().join("judge.toml")).unwrap();
        let overrides = Overrides {
            wall: Some(Duration::from_secs(9)),
            ..Overrides::default()
        };
        let case = suite(&config, &overrides).unwrap().cases.remove(0);
        assert_eq!(case.name.as_str(), "p/deep/er/x");
        assert_eq!(case.directory, folder.path().join("cases/deep/er/x"));
        let files = case.files.unwrap();
        assert_eq!(files.input, case.directory.join("input"));
        assert_eq!(files.expected, case.directory.join("expected"));
        assert_eq!(case.why.as_deref(), Some("w"));
        let limits = case.limits;
        assert_eq!(limits.time.origin, Origin::Limits);
        assert_eq!(limits.stack.origin, Origin::Problem);
        assert_eq!(limits.memory.origin, Origin::Case);
        assert_eq!(limits.wall.origin, Origin::CommandLine);
        assert_eq!(limits.output.origin, Origin::BuiltIn);
    }

    #[test]
    fn the_output_limit_follows_the_size_of_the_expected_output() {
        let folder = folder(ONE_PROBLEM, &[("cases/x/input", "")]);
        let expected = fs::File::create(folder.path().join("cases/x/expected")).unwrap();
        expected.set_len(80 << 20).unwrap();
        assert_eq!(cases(&folder)[0].limits.output.value, 161 << 20);
    }

    #[test]
    fn a_missing_file_is_a_finding_and_an_empty_one_is_not() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/empty/input", ""),
                ("cases/empty/expected", ""),
                ("cases/no-expected/input", "1"),
                ("cases/no-input/expected", "1"),
                ("cases/only-settings/case.toml", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/no-expected", CaseFault::NoExpected(vec![])),
                ("p/no-input", CaseFault::NoInput(vec![])),
                ("p/only-settings", CaseFault::NoInput(vec![])),
            ])
        );
        assert_eq!(names(&folder).len(), 4);
    }

    #[test]
    fn files_of_another_naming_scheme_are_near_misses() {
        let near = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/both/test.in", ""),
                ("cases/both/test.ans", ""),
                ("cases/half/input", ""),
                ("cases/half/expected.out", ""),
                ("cases/half/other.in", ""),
                ("cases/many/1.in", ""),
                ("cases/many/2.in", ""),
                ("cases/many/10.in", ""),
                ("cases/many/3.in", ""),
                ("cases/many/4.in", ""),
                ("cases/many/5.in", ""),
                ("cases/only-answer/x.ans", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/both", CaseFault::NoInput(near(&["test.in"]))),
                ("p/half", CaseFault::NoExpected(near(&["expected.out"]))),
                (
                    "p/many",
                    CaseFault::NoInput(near(&["1.in", "2.in", "3.in", "4.in", "5.in"]))
                ),
                ("p/only-answer", CaseFault::NoInput(near(&["x.ans"]))),
            ])
        );
    }

    #[test]
    fn cases_that_lie_flat_are_not_passed_over() {
        let folder = folder(ONE_PROBLEM, &[("cases/1.in", ""), ("cases/1.out", "")]);
        let near = CaseFault::NoInput(vec!["1.in".to_owned()]);
        assert_eq!(faults(&folder), named(&[("p", near)]));
    }

    #[test]
    fn what_is_no_case_is_left_alone() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/README.md", ""),
                ("cases/notes/plan.txt", ""),
                ("cases/group/in", ""),
                ("cases/group/input/input", ""),
                ("cases/group/input/expected", ""),
                ("cases/.hidden.in", ""),
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/input~", ""),
                ("cases/x/input.txt", ""),
            ],
        );
        fs::create_dir(folder.path().join("cases/nothing")).unwrap();
        symlink("user@host.1", folder.path().join("cases/x/.#input")).unwrap();
        assert_eq!(names(&folder), ["p/group/input", "p/x"]);
        assert_eq!(faults(&folder), []);
    }

    #[test]
    fn a_case_may_hold_cases() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/x/input", ""),
                ("cases/x/expected", ""),
                ("cases/x/y/input", ""),
                ("cases/x/y/expected", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/x", "p/x/y"]);
        assert_eq!(faults(&folder), []);
    }

    #[test]
    fn wrong_settings_spoil_their_case_alone() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/bad/input", ""),
                ("cases/bad/expected", ""),
                ("cases/bad/case.toml", "\n[limits]\ntme = '1s'\n"),
                ("cases/bad-and-half/input", ""),
                ("cases/bad-and-half/case.toml", "why = \"\n"),
                ("cases/good/input", ""),
                ("cases/good/expected", ""),
                ("cases/misnamed/input", ""),
                ("cases/misnamed/expected", ""),
                ("cases/misnamed/Case.toml", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/bad",
                    unusable(
                        "`cases/bad/case.toml`, line 3, column 1: unknown key `tme` \
                         (did you mean `time`?)"
                    )
                ),
                (
                    "p/bad-and-half",
                    unusable(
                        "`cases/bad-and-half/case.toml`, line 1, column 8: \
                         invalid basic string, expected `\"`"
                    )
                ),
                (
                    "p/misnamed",
                    unusable("`Case.toml` is not read: settings stand in `case.toml`")
                ),
            ])
        );
    }

    #[test]
    fn what_is_no_file_is_never_opened() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/directory/input", ""),
                ("cases/directory/expected/x", ""),
                ("cases/pipe/expected", ""),
                ("cases/settings/input", ""),
                ("cases/settings/expected", ""),
                ("cases/dangling/input", ""),
            ],
        );
        for name in ["pipe/input", "settings/case.toml"] {
            let path = folder.path().join("cases").join(name);
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            let pipe = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(rustix::fs::CWD, path, pipe, mode, 0).unwrap();
        }
        symlink("gone", folder.path().join("cases/dangling/expected")).unwrap();
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/dangling",
                    unusable("`expected` cannot be read: No such file or directory (os error 2)")
                ),
                ("p/directory", unusable("`expected` is a directory")),
                ("p/pipe", unusable("`input` is a named pipe")),
                ("p/settings", unusable("`case.toml` is a named pipe")),
            ])
        );
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
