//! From what was found to a case.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::content::same_content;
use super::folder::Kind;
use super::found::{Entry, Found, Settings};
use crate::config::{CaseSettings, Config, Layers, Overrides, Problem, resolve};
use crate::model::{Case, CaseFault, CaseFiles, CaseName, Checker};
use crate::untrusted::escape;

/// What the cases of a problem have in common.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) config: &'a Config,
    pub(super) problem: &'a Problem,
    pub(super) overrides: &'a Overrides,
}

impl Context<'_> {
    /// The case that was found.
    pub(super) fn case(&self, found: Found) -> Case {
        let problem = &self.problem.problem;
        let (settings, fault) = match self.settings(&found.settings) {
            Ok(settings) => (settings, None),
            Err(fault) => (CaseSettings::default(), Some(fault)),
        };
        let layers = Layers {
            case: settings.limits,
            command_line: *self.overrides,
            ..Layers::of(self.config, self.problem)
        };
        let expected = found.expected.there.first();
        let expected = expected.and_then(|entry| fs::metadata(&entry.path).ok());
        Case {
            problem: problem.name.clone(),
            name: CaseName::new(&problem.name, &found.name),
            // Joining nothing would add a slash.
            path: problem.cases.iter().chain(&found.name).collect(),
            beside: beside(&found),
            files: files(found, fault).or_else(|fault| self.without_answer(fault)),
            why: settings.why,
            limits: resolve(&layers, expected.map_or(0, |metadata| metadata.len())),
        }
    }

    /// An interactor may do without an answer, unless there is one under another name.
    fn without_answer(&self, fault: CaseFault) -> Result<CaseFiles, CaseFault> {
        let is_interactive = matches!(self.problem.problem.checker, Some(Checker::Interactor(_)));
        match fault {
            CaseFault::NoExpected { input, missing }
                if is_interactive && missing.near.is_empty() =>
            {
                Ok(CaseFiles {
                    input,
                    expected: None,
                })
            }
            fault => Err(fault),
        }
    }

    fn settings(&self, settings: &Settings) -> Result<CaseSettings, CaseFault> {
        if let Some(misnamed) = &settings.misnamed {
            let name = &settings.name;
            let fault = format!("`{misnamed}` is not read: settings stand in `{name}`");
            return Err(CaseFault::Unusable(fault));
        }
        let Some(entry) = &settings.there else {
            return Ok(CaseSettings::default());
        };
        usable(entry)?;
        CaseSettings::load(&entry.path, self.config.from_root(&entry.path)).map_err(|error| {
            CaseFault::Unusable(match error.help() {
                Some(help) => format!("{error} ({help})"),
                None => error.to_string(),
            })
        })
    }
}

fn beside(found: &Found) -> Vec<PathBuf> {
    match found.is_directory {
        true => Vec::new(),
        false => found.paths().map(Path::to_owned).collect(),
    }
}

/// The files of a case, or the first of: no input; something in it that cannot be used, its
/// settings (`fault`) included; no expected output. So whoever does without an expected
/// output knows that all else is fine.
fn files(found: Found, fault: Option<CaseFault>) -> Result<CaseFiles, CaseFault> {
    if let Some(reason) = found.trouble {
        return Err(CaseFault::Unusable(reason));
    }
    let Some(input) = only(found.input.there)? else {
        return Err(CaseFault::NoInput(found.input.missing));
    };
    if let Some(fault) = fault {
        return Err(fault);
    }
    match only(found.expected.there)? {
        None => Err(CaseFault::NoExpected {
            input,
            missing: found.expected.missing,
        }),
        expected => Ok(CaseFiles { input, expected }),
    }
}

/// The one file that a part of a case is; `None` when it is missing. Of several, any will do
/// when all are the same.
fn only(entries: Vec<Entry>) -> Result<Option<PathBuf>, CaseFault> {
    entries.iter().try_for_each(usable)?;
    let paths: Vec<_> = entries.into_iter().map(|entry| entry.path).collect();
    for pair in paths.windows(2) {
        let name = |path: &PathBuf| shown(path);
        let both = || {
            format!(
                "`{}` and `{}` are both there",
                name(&pair[0]),
                name(&pair[1])
            )
        };
        match same_content(&pair[0], &pair[1]) {
            Ok(true) => {}
            Ok(false) => return Err(CaseFault::Unusable(both() + ", and differ")),
            Err(error) => {
                let why = format!("{}, and cannot be compared: {error}", both());
                return Err(CaseFault::Unusable(why));
            }
        }
    }
    Ok(paths.into_iter().next())
}

/// Whether an entry is a file that can be read. Nothing is opened: a named pipe would hang.
fn usable(entry: &Entry) -> Result<(), CaseFault> {
    let what = match &entry.kind {
        Kind::File => match access(&entry.path, Access::READ_OK) {
            Ok(()) => return Ok(()),
            Err(error) => format!("cannot be read: {}", io::Error::from(error)),
        },
        Kind::Directory => "is a directory".to_owned(),
        Kind::Special(kind) => format!("is {kind}"),
        Kind::Trouble(reason) => format!("cannot be read: {reason}"),
    };
    Err(CaseFault::Unusable(format!(
        "`{}` {what}",
        shown(&entry.path)
    )))
}

fn shown(path: &Path) -> String {
    escape(path.file_name().unwrap_or_default().as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use crate::config::{Overrides, load};
    use crate::discover::suite;
    use crate::discover::testing::{
        ONE_PROBLEM, cases, faults, folder, named, names, no_expected, no_input, unusable,
    };
    use crate::model::Origin;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::time::Duration;

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
        assert_eq!(case.path, folder.path().join("cases/deep/er/x"));
        let files = case.files.unwrap();
        assert_eq!(files.input, case.path.join("input"));
        assert_eq!(files.expected, Some(case.path.join("expected")));
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
                (
                    "p/no-expected",
                    no_expected("cases/no-expected/input", &["expected"], &[])
                ),
                ("p/no-input", no_input(&["input"], &[])),
                ("p/only-settings", no_input(&["input"], &[])),
            ])
        );
        assert_eq!(names(&folder).len(), 4);
    }

    #[test]
    fn an_interactive_case_may_have_no_expected_output_but_none_that_is_misnamed() {
        let interactive = "interactor = { run = './i', protocol = 'icpc' }";
        let folder = folder(
            &format!("{ONE_PROBLEM}{interactive}\n"),
            &[
                ("cases/misnamed/input", ""),
                ("cases/misnamed/Expected", ""),
                ("cases/no-input/expected", ""),
                ("cases/with/input", ""),
                ("cases/with/expected", ""),
                ("cases/without/input", ""),
            ],
        );
        let misnamed = no_expected("cases/misnamed/input", &["expected"], &["Expected"]);
        assert_eq!(
            faults(&folder),
            named(&[
                ("p/misnamed", misnamed),
                ("p/no-input", no_input(&["input"], &[])),
            ])
        );
        let cases = cases(&folder);
        let expected = |case: usize| cases[case].files.clone().unwrap().expected.is_some();
        assert_eq!((expected(2), expected(3)), (true, false));
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
}
