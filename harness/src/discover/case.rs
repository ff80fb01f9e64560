//! From a directory to a case.

use std::fs;
use std::path::Path;

use rustix::fs::{Access, access};

use super::below;
use super::folder::{Folder, Kind};
use super::layout::{EXPECTED, INPUT, Meant, SETTINGS};
use crate::config::{CaseSettings, Config, Layers, Overrides, Problem, resolve};
use crate::model::{Case, CaseFault, CaseFiles, CaseName};
use crate::untrusted::escape;

/// What the cases of a problem have in common.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) config: &'a Config,
    pub(super) problem: &'a Problem,
    pub(super) overrides: &'a Overrides,
}

impl Context<'_> {
    /// The case in a directory, if it is one.
    pub(super) fn case(&self, directory: &Path, folder: &Folder) -> Option<Case> {
        if !folder.is_case() {
            return None;
        }
        let problem = &self.problem.problem;
        let path = directory.strip_prefix(&problem.cases).unwrap_or(directory);
        let settings = self.settings(directory, folder);
        let (settings, fault) = match settings {
            Ok(settings) => (settings, None),
            Err(fault) => (CaseSettings::default(), Some(fault)),
        };
        let layers = Layers {
            limits: self.config.limits,
            problem: self.problem.limits,
            case: settings.limits,
            command_line: *self.overrides,
        };
        let expected = fs::metadata(directory.join(EXPECTED));
        Some(Case {
            problem: problem.name.clone(),
            name: CaseName::new(&problem.name, path),
            directory: directory.to_owned(),
            files: files(directory, folder, fault),
            why: settings.why,
            limits: resolve(&layers, expected.map_or(0, |metadata| metadata.len())),
        })
    }

    fn settings(&self, directory: &Path, folder: &Folder) -> Result<CaseSettings, CaseFault> {
        if let Some(name) = folder.misnamed_settings() {
            let fault = format!("`{name}` is not read: settings stand in `{SETTINGS}`");
            return Err(CaseFault::Unusable(fault));
        }
        let Some(kind) = &folder.settings else {
            return Ok(CaseSettings::default());
        };
        let path = directory.join(SETTINGS);
        usable(&path, kind)?;
        CaseSettings::load(&path, below(&path, &self.config.root)).map_err(|error| {
            CaseFault::Unusable(match error.help() {
                Some(help) => format!("{error} ({help})"),
                None => error.to_string(),
            })
        })
    }
}

/// The files of a case, or the first of: no input; something in it that cannot be used, its
/// settings (`fault`) included; no expected output. So whoever does without an expected
/// output knows that all else is fine.
fn files(
    directory: &Path,
    folder: &Folder,
    fault: Option<CaseFault>,
) -> Result<CaseFiles, CaseFault> {
    if let Some(reason) = &folder.trouble {
        return Err(CaseFault::Unusable(reason.clone()));
    }
    let input = directory.join(INPUT);
    match &folder.input {
        None => return Err(CaseFault::NoInput(folder.near(Meant::Input))),
        Some(kind) => usable(&input, kind)?,
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    let expected = directory.join(EXPECTED);
    match &folder.expected {
        None => return Err(CaseFault::NoExpected(folder.near(Meant::Expected))),
        Some(kind) => usable(&expected, kind)?,
    }
    Ok(CaseFiles {
        input,
        expected: Some(expected),
    })
}

/// Whether an entry is a file that can be read. Nothing is opened: a named pipe would hang.
fn usable(path: &Path, kind: &Kind) -> Result<(), CaseFault> {
    let what = match kind {
        Kind::File => match access(path, Access::READ_OK) {
            Ok(()) => return Ok(()),
            Err(error) => format!("cannot be read: {}", std::io::Error::from(error)),
        },
        Kind::Directory => "is a directory".to_owned(),
        Kind::Special(kind) => format!("is {kind}"),
        Kind::Trouble(reason) => format!("cannot be read: {reason}"),
    };
    let name = path.file_name().unwrap_or_default();
    let name = escape(name.as_encoded_bytes());
    Err(CaseFault::Unusable(format!("`{name}` {what}")))
}
