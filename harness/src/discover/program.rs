//! Whether a program can be started, asked before anything runs, so that a forgotten build
//! or `chmod` is one line and not a failure of every case.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use super::executable::{Executable, beginning};
use crate::model::Command;
use crate::untrusted;

/// Why a program cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum ProgramFault {
    /// No directory of `PATH` has it.
    #[error("`{}` is in no directory of PATH", untrusted::path(.0))]
    NotInPath(PathBuf),
    /// There is no such file.
    #[error("`{}` does not exist", untrusted::path(.0))]
    Missing(PathBuf),
    /// It cannot be looked at.
    #[error("cannot look at `{}`: {source}", untrusted::path(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is a directory or another thing that is no file.
    #[error("`{}` is {kind}, not a program", untrusted::path(path))]
    NotAFile {
        /// The thing.
        path: PathBuf,
        /// What it is, with its article.
        kind: &'static str,
    },
    /// Nobody may execute it.
    #[error("`{}` is not executable: chmod +x {}", untrusted::path(.0), quoted(.0))]
    NotExecutable(PathBuf),
    /// Others may execute it, or its file system forbids that.
    #[error("`{}` may not be executed by this user or on its file system", untrusted::path(.0))]
    NotAllowed(PathBuf),
    /// There is nothing in it.
    #[error("`{}` is empty", untrusted::path(.0))]
    Empty(PathBuf),
    /// It was compiled for another machine or system.
    #[error(
        "`{}` is made for {machine}, not for this machine",
        untrusted::path(path)
    )]
    OtherMachine {
        /// The program.
        path: PathBuf,
        /// What it is made for.
        machine: String,
    },
    /// It is machine code, but no program: an object file, say.
    #[error("`{}` is {kind}, not a program", untrusted::path(path))]
    NotLinked {
        /// The file.
        path: PathBuf,
        /// What it is, with its article.
        kind: &'static str,
    },
    /// It is a text that does not say who interprets it.
    #[error("`{}` is a text without `#!` and an interpreter in its first line", untrusted::path(.0))]
    NoInterpreter(PathBuf),
    /// The interpreter that its first line names does not exist. The system would say of
    /// the script that there is no such file.
    #[error(
        "`{}` is a script for `{}`, which does not exist",
        untrusted::path(path),
        untrusted::path(interpreter)
    )]
    MissingInterpreter {
        /// The script.
        path: PathBuf,
        /// What its first line names.
        interpreter: PathBuf,
    },
    /// The carriage return at the end of its first line would be taken for a part of the
    /// interpreter's name or argument.
    #[error("`{}` is a script whose first line ends with CR LF: save it with LF", untrusted::path(.0))]
    CarriageReturn(PathBuf),
    /// What it is to be given to read does not exist.
    #[error("`{}`, which it is given to read, does not exist", untrusted::path(.0))]
    MissingGrant(PathBuf),
    /// It is nothing that this system can run.
    #[error("`{}` is not a program", untrusted::path(.0))]
    Unknown(PathBuf),
}

/// Checks that the program of a command can be started, as far as its file tells.
///
/// # Errors
/// The first thing that is in the way.
pub fn startable(command: &Command) -> Result<(), ProgramFault> {
    startable_file(&command.program)?;
    let missing = command.read.iter().find(|path| !path.exists());
    missing.map_or(Ok(()), |path| Err(ProgramFault::MissingGrant(path.clone())))
}

fn startable_file(path: &Path) -> Result<(), ProgramFault> {
    if !path.as_os_str().as_encoded_bytes().contains(&b'/') {
        return Err(ProgramFault::NotInPath(path.to_owned()));
    }
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => ProgramFault::Missing(path.to_owned()),
        _ => ProgramFault::Read {
            path: path.to_owned(),
            source,
        },
    })?;
    if !metadata.is_file() {
        return Err(ProgramFault::NotAFile {
            path: path.to_owned(),
            kind: if metadata.is_dir() {
                "a directory"
            } else {
                "a special file"
            },
        });
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return Err(ProgramFault::NotExecutable(path.to_owned()));
    }
    if access(path, Access::EXEC_OK).is_err() {
        return Err(ProgramFault::NotAllowed(path.to_owned()));
    }
    // A file may be executable and yet unreadable: then only starting it will tell.
    beginning(path).map_or(Ok(()), |bytes| check_contents(path, &bytes))
}

fn check_contents(path: &Path, bytes: &[u8]) -> Result<(), ProgramFault> {
    let path = path.to_owned();
    match Executable::of(bytes) {
        Executable::Native => Ok(()),
        Executable::Empty => Err(ProgramFault::Empty(path)),
        Executable::Foreign(machine) => Err(ProgramFault::OtherMachine { path, machine }),
        Executable::NotLinked(kind) => Err(ProgramFault::NotLinked { path, kind }),
        Executable::Text => Err(ProgramFault::NoInterpreter(path)),
        Executable::Unknown => Err(ProgramFault::Unknown(path)),
        Executable::ScriptWithCarriageReturn => Err(ProgramFault::CarriageReturn(path)),
        // A relative one would be looked for in the directory of the run, which is empty.
        Executable::Script(interpreter) if interpreter.is_absolute() && interpreter.exists() => {
            Ok(())
        }
        Executable::Script(interpreter) => {
            Err(ProgramFault::MissingInterpreter { path, interpreter })
        }
    }
}

fn quoted(path: &Path) -> String {
    shell_words::quote(&untrusted::path(path)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::ffi::CString;
    use std::os::unix::ffi::OsStrExt;
    use tempfile::TempDir;

    fn check(program: &Path) -> Result<(), String> {
        let command = Command {
            words: vec![program.into()],
            program: program.to_owned(),
            read: Vec::new(),
            env: BTreeMap::new(),
        };
        startable(&command).map_err(|fault| fault.to_string())
    }

    /// Puts a file into a folder and returns what is said of it, without the folder's name.
    fn check_file(contents: &[u8], mode: u32) -> Result<(), String> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("my p");
        fs::write(&path, contents).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let folder = format!("{}/", folder.path().display());
        check(&path).map_err(|message| message.replace(&folder, ""))
    }

    fn refused(message: &str) -> Result<(), String> {
        Err(message.to_owned())
    }

    #[test]
    fn what_can_be_started_passes() {
        assert_eq!(check(Path::new("/bin/sh")), Ok(()));
        assert_eq!(check(&std::env::current_exe().unwrap()), Ok(()));
        assert_eq!(check_file(b"#!/bin/sh\nexit\n", 0o755), Ok(()));
        assert_eq!(check_file(b"#! /usr/bin/env -S sh -e", 0o755), Ok(()));
    }

    #[test]
    fn each_thing_in_the_way_has_a_line_of_its_own() {
        assert_eq!(
            check(Path::new("python99")),
            refused("`python99` is in no directory of PATH")
        );
        assert_eq!(check(Path::new("/no/p")), refused("`/no/p` does not exist"));
        assert_eq!(
            check(Path::new("/dev/null/p")),
            refused("cannot look at `/dev/null/p`: Not a directory (os error 20)")
        );
        assert_eq!(
            check(Path::new("/usr")),
            refused("`/usr` is a directory, not a program")
        );
        assert_eq!(
            check(Path::new("/dev/null")),
            refused("`/dev/null` is a special file, not a program")
        );
        for (contents, message) in [
            (&b""[..], "`my p` is empty"),
            (
                b"echo 1\n",
                "`my p` is a text without `#!` and an interpreter in its first line",
            ),
            (
                b"#!\n",
                "`my p` is a text without `#!` and an interpreter in its first line",
            ),
            (
                b"#!/no/sh -e\n",
                "`my p` is a script for `/no/sh`, which does not exist",
            ),
            (
                // It exists from here, but not from where a run is.
                b"#!src/lib.rs\n",
                "`my p` is a script for `src/lib.rs`, which does not exist",
            ),
            (
                b"#!/bin/sh\r\n",
                "`my p` is a script whose first line ends with CR LF: save it with LF",
            ),
            (
                b"#!/usr/bin/env sh\r\n",
                "`my p` is a script whose first line ends with CR LF: save it with LF",
            ),
            (b"\x00\x01", "`my p` is not a program"),
            (b"\x7fELF", "`my p` is not a program"),
            (
                b"MZ\x90\x00",
                "`my p` is made for Windows, not for this machine",
            ),
        ] {
            assert_eq!(check_file(contents, 0o755), refused(message));
        }
    }

    #[test]
    fn a_missing_permission_comes_with_the_command_that_grants_it() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("it's");
        fs::write(&path, "#!/bin/sh\n").unwrap();
        let folder = folder.path().display();
        assert_eq!(
            check(&path),
            Err(format!(
                "`{folder}/it's` is not executable: chmod +x '{folder}/it'\\''s'"
            ))
        );
    }

    #[test]
    fn a_named_pipe_is_not_opened() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("pipe");
        let name = CString::new(path.as_os_str().as_bytes()).unwrap();
        rustix::fs::mknodat(
            rustix::fs::CWD,
            name,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o777),
            0,
        )
        .unwrap();
        let message = check(&path).unwrap_err();
        assert!(
            message.ends_with("is a special file, not a program"),
            "{message}"
        );
    }
}
