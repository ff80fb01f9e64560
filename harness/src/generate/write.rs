//! A case is made in a hidden directory beside its place and renamed when every byte of it is
//! on disk. So whoever is killed leaves whole cases or none, and maybe a hidden directory,
//! which is no case.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use serde::Serialize;

use super::{Error, NewCase, Provenance};
use crate::discover::layout::{EXPECTED, INPUT, SETTINGS};

/// How the hidden directories begin in which cases are made.
const HIDDEN: &str = ".judge-new-";

/// `case.toml` as it is written.
#[derive(Serialize)]
struct Settings<'a> {
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    generated: Option<Generated<'a>>,
}

#[derive(Serialize)]
struct Generated<'a> {
    family: &'a str,
    seed: toml::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    iteration: Option<u64>,
    command: &'a str,
    version: &'a str,
}

/// Writes a new case below the `cases` directory of its problem: gives its directory, whose
/// name is the case's name and the first number that is free, as in `seed-7-1`.
///
/// # Errors
/// When it cannot be written. Nothing of it is left then, and nothing that existed is touched.
pub fn write(cases: &Path, case: &NewCase) -> Result<PathBuf, Error> {
    write_named(cases, case, Naming::Numbered)
}

/// As [`write()`], with the name as `naming` says.
///
/// # Errors
/// Those of [`write()`], and when an exact name is taken.
pub fn write_named(cases: &Path, case: &NewCase, naming: Naming) -> Result<PathBuf, Error> {
    let wanted = cases.join(&case.name);
    write_beside(&wanted, case, naming).map_err(|source| Error::Write {
        path: wanted,
        source,
    })
}

fn write_beside(wanted: &Path, case: &NewCase, naming: Naming) -> io::Result<PathBuf> {
    let settings = settings(case)?;
    let files = [
        (Path::new(INPUT), case.input.as_slice()),
        (Path::new(EXPECTED), case.expected.as_slice()),
        (Path::new(SETTINGS), settings.as_bytes()),
    ];
    write_directory(wanted, naming, &files)
}

/// How a new directory gets its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By the name that is wanted, a hyphen and the first number that is free.
    Numbered,
    /// By the name that is wanted; that it is taken is an error.
    Exact,
}

/// Makes a directory with these files, each path below it: as a whole or not at all. Gives
/// what it is called.
///
/// # Errors
/// When it cannot be written. Nothing of it is left then, and nothing that existed is touched.
pub fn write_directory(
    wanted: &Path,
    naming: Naming,
    files: &[(&Path, &[u8])],
) -> io::Result<PathBuf> {
    let parent = wanted.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let hidden = tempfile::Builder::new()
        .prefix(HIDDEN)
        .permissions(everyone())
        .tempdir_in(parent)?;
    for (path, bytes) in files {
        put(&hidden.path().join(path), bytes)?;
    }
    File::open(hidden.path())?.sync_all()?;
    let directory = match naming {
        Naming::Numbered => rename_to_free(hidden.path(), wanted)?,
        Naming::Exact if is_beside(wanted)? => return Err(Errno::EXIST.into()),
        Naming::Exact => {
            rename_new(hidden.path(), wanted)?;
            wanted.to_owned()
        }
    };
    // It has another name now, under which nobody will remove it.
    let _ = hidden.keep();
    // The case stands, whether or not its name is on disk already.
    let _ = File::open(parent).and_then(|parent| parent.sync_all());
    Ok(directory)
}

/// What the user's mask leaves of it: case directories are no secret.
fn everyone() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    fs::Permissions::from_mode(0o777)
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn settings(case: &NewCase) -> io::Result<String> {
    let settings = Settings {
        why: &case.why,
        generated: case.provenance.as_ref().map(generated),
    };
    toml::to_string(&settings).map_err(io::Error::other)
}

fn generated(provenance: &Provenance) -> Generated<'_> {
    Generated {
        family: &provenance.family,
        // Numbers of TOML have a sign and 64 bits: half of the seeds do not fit.
        seed: i64::try_from(provenance.seed).map_or_else(
            |_| toml::Value::String(provenance.seed.to_string()),
            toml::Value::Integer,
        ),
        iteration: provenance.iteration,
        command: &provenance.command,
        version: &provenance.version,
    }
}

fn rename_to_free(hidden: &Path, wanted: &Path) -> io::Result<PathBuf> {
    for number in 1_u64.. {
        let mut name = wanted.as_os_str().to_owned();
        name.push(format!("-{number}"));
        if is_beside(Path::new(&name))? {
            continue;
        }
        match rename_new(hidden, Path::new(&name)) {
            Ok(()) => return Ok(name.into()),
            Err(Errno::EXIST | Errno::NOTEMPTY) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Errno::EXIST.into())
}

/// Whether a file bears the name and more, as `1.in` does for `1`: there may be a case of this
/// name that has no directory, and it shall keep it.
fn is_beside(directory: &Path) -> io::Result<bool> {
    let (Some(parent), Some(name)) = (directory.parent(), directory.file_name()) else {
        return Ok(false);
    };
    let start = [name.as_encoded_bytes(), b"."].concat();
    for entry in fs::read_dir(parent)? {
        if entry?.file_name().as_encoded_bytes().starts_with(&start) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Renames where nothing exists. A file system that cannot promise that still refuses to
/// replace a directory with something in it.
fn rename_new(from: &Path, to: &Path) -> Result<(), Errno> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS) if to.symlink_metadata().is_ok() => Err(Errno::EXIST),
        Err(Errno::INVAL | Errno::NOSYS) => rustix::fs::rename(from, to),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> NewCase {
        NewCase {
            name: "generated/random/seed-7".to_owned(),
            input: b"in\n".to_vec(),
            expected: b"out\n".to_vec(),
            why: "a \"quoted\" \\ reason".to_owned(),
            provenance: Some(Provenance {
                family: "random".to_owned(),
                seed: 7,
                iteration: None,
                command: "judge generate".to_owned(),
                version: "0.1.0".to_owned(),
            }),
        }
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_case_is_written_whole_and_nothing_is_left_beside() {
        let root = tempfile::tempdir().unwrap();
        let written = write(root.path(), &case()).unwrap();
        assert_eq!(written, root.path().join("generated/random/seed-7-1"));
        assert_eq!(names(&written), ["case.toml", "expected", "input"]);
        assert_eq!(names(written.parent().unwrap()), ["seed-7-1"]);
        assert_eq!(fs::read(written.join("input")).unwrap(), b"in\n");
        assert_eq!(fs::read(written.join("expected")).unwrap(), b"out\n");
        let settings = fs::read_to_string(written.join("case.toml")).unwrap();
        let table: toml::Table = settings.parse().unwrap();
        assert_eq!(table["why"].as_str(), Some("a \"quoted\" \\ reason"));
        let generated = table["generated"].as_table().unwrap();
        assert_eq!(generated["family"].as_str(), Some("random"));
        assert_eq!(generated["seed"].as_integer(), Some(7));
        assert_eq!(generated["command"].as_str(), Some("judge generate"));
        assert_eq!(generated["version"].as_str(), Some("0.1.0"));
        assert_eq!(generated.len(), 4);
    }

    #[test]
    fn a_seed_that_toml_cannot_count_is_kept_as_text() {
        let mut case = case();
        case.provenance.as_mut().unwrap().seed = u64::MAX;
        let settings = settings(&case).unwrap();
        assert!(
            settings.contains(&format!("seed = \"{}\"", u64::MAX)),
            "{settings}"
        );
    }

    #[test]
    fn what_exists_is_never_replaced() {
        let root = tempfile::tempdir().unwrap();
        let parent = root.path().join("generated/random");
        fs::create_dir_all(parent.join("seed-7-1")).unwrap();
        fs::write(parent.join("seed-7-2"), "mine").unwrap();
        std::os::unix::fs::symlink("nowhere", parent.join("seed-7-3")).unwrap();
        fs::write(parent.join("seed-7-4.in"), "a pair's").unwrap();
        let written = write(root.path(), &case()).unwrap();
        assert_eq!(written, parent.join("seed-7-5"));
        assert!(names(&parent.join("seed-7-1")).is_empty());
        assert_eq!(fs::read(parent.join("seed-7-2")).unwrap(), b"mine");
    }

    #[test]
    fn an_exact_name_that_is_taken_is_an_error_and_stays_as_it_is() {
        let root = tempfile::tempdir().unwrap();
        let files = [(Path::new("deep/file"), b"1".as_slice())];
        let wanted = root.path().join("a");
        let made = write_directory(&wanted, Naming::Exact, &files).unwrap();
        assert_eq!(made, wanted);
        assert_eq!(fs::read(wanted.join("deep/file")).unwrap(), b"1");
        let other = [(Path::new("file"), b"2".as_slice())];
        let error = write_directory(&wanted, Naming::Exact, &other).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        fs::write(root.path().join("b.in"), "a pair's").unwrap();
        let error = write_directory(&root.path().join("b"), Naming::Exact, &other).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(names(root.path()), ["a", "b.in"]);
        assert_eq!(names(&wanted), ["deep"]);
    }

    #[test]
    fn a_case_that_cannot_be_written_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("generated"), "a file").unwrap();
        let error = write(root.path(), &case()).unwrap_err();
        assert!(error.to_string().starts_with("cannot write the case `"));
        assert_eq!(names(root.path()), ["generated"]);
    }
}
