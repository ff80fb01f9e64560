use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};

use super::protocol::Request;
use crate::untrusted;

/// What some words of a checker's command are, by their numbers, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckerWords {
    /// The files of the case, which it must be able to read.
    pub files: [u32; 2],
    /// The word in place of which it is told its feedback directory, where it gets one.
    pub feedback: Option<u32>,
}

/// What a checker left in its feedback directory: the beginning of the files that the ICPC
/// and Kattis problem package format names, at most 4 KiB each; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    /// `judgemessage.txt`: for judges.
    pub judge_message: Vec<u8>,
    /// `judgeerror.txt`: what is wrong with the judge's own data.
    pub judge_error: Vec<u8>,
    /// `teammessage.txt`: for the authors of the submission.
    pub team_message: Vec<u8>,
}

/// How much of each file is kept, in bytes.
const KEPT: u64 = 4096;

/// The first of a checker's files that cannot be read from where it will run, and why. It
/// might take such a file for an empty one, and blame the submission.
pub(super) fn unreadable(request: &Request) -> Option<String> {
    let words = request.checker.iter().flat_map(|checker| checker.files);
    let mut files = words.filter_map(|word| request.words.get(usize::try_from(word).ok()?));
    files.find_map(|file| {
        let file = Path::new(OsStr::from_bytes(file));
        let error = open(file, OFlags::NONBLOCK).err()?;
        let file = untrusted::path(file);
        Some(format!(
            "it could not read `{file}` from where it runs: {error}"
        ))
    })
}

/// Makes the feedback directory in the scratch directory, if the request wants one, and names
/// it in the word that the request says. With its last slash, since some checkers put a
/// file's name right behind it.
///
/// # Errors
/// When it cannot be made.
pub(super) fn prepare(request: &mut Request, scratch: &Path) -> io::Result<Option<PathBuf>> {
    let Some(place) = request.checker.and_then(|checker| checker.feedback) else {
        return Ok(None);
    };
    let directory = make_directory(scratch)?;
    let word = usize::try_from(place)
        .ok()
        .and_then(|place| request.words.get_mut(place))
        .ok_or_else(|| io::Error::other("there is no such word"))?;
    *word = [directory.as_os_str().as_bytes(), b"/"].concat();
    Ok(Some(directory))
}

/// A granted file may be seen below the first of these names.
fn make_directory(scratch: &Path) -> io::Result<PathBuf> {
    let mut attempt = 0_u32;
    loop {
        let directory = scratch.join(format!("feedback-{attempt}"));
        match std::fs::create_dir(&directory) {
            Ok(()) => return Ok(directory),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            Err(error) => return Err(error),
        }
    }
}

impl Feedback {
    /// Reads what is in the directory. What cannot be read, such as a directory in place of a
    /// file, is as if it were not there.
    pub(super) fn read(directory: &Path) -> Self {
        let beginning = |name| beginning(&directory.join(name)).unwrap_or_default();
        Self {
            judge_message: beginning("judgemessage.txt"),
            judge_error: beginning("judgeerror.txt"),
            team_message: beginning("teammessage.txt"),
        }
    }
}

fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let file = open(path, OFlags::NONBLOCK | OFlags::NOFOLLOW)?;
    file.take(KEPT).read_to_end(&mut text)?;
    Ok(text)
}

/// Without [`OFlags::NONBLOCK`] a named pipe would keep this process waiting for good.
fn open(path: &Path, flags: OFlags) -> io::Result<File> {
    let flags = flags.bits().cast_signed();
    File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn request(feedback: Option<u32>) -> Request {
        Request {
            program: b"/c".to_vec(),
            words: ["c", "Cargo.toml", "src/lib.rs", "", "--flag"]
                .map(|word| word.into())
                .into(),
            env: Vec::new(),
            time: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 0,
            output: 0,
            stderr: 0,
            stack: 0,
            checker: Some(CheckerWords {
                files: [1, 2],
                feedback,
            }),
        }
    }

    #[test]
    fn the_directory_is_there_and_named_with_its_last_slash() {
        let scratch = tempfile::tempdir().unwrap();
        let mut asked = request(Some(3));
        let directory = prepare(&mut asked, scratch.path()).unwrap().unwrap();
        assert!(directory.is_dir());
        let named = [directory.as_os_str().as_bytes(), b"/"].concat();
        assert_eq!(asked.words[3], named);
        assert_eq!(asked.words[4], b"--flag");
    }

    #[test]
    fn a_name_that_is_taken_is_not_used() {
        let scratch = tempfile::tempdir().unwrap();
        let first = prepare(&mut request(Some(3)), scratch.path()).unwrap();
        let second = prepare(&mut request(Some(3)), scratch.path()).unwrap();
        assert!(first != second && second.unwrap().is_dir());
    }

    #[test]
    fn whoever_wants_none_gets_none() {
        let scratch = tempfile::tempdir().unwrap();
        let mut asked = request(None);
        assert_eq!(prepare(&mut asked, scratch.path()).unwrap(), None);
        assert_eq!(asked, request(None));
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_word_that_does_not_exist_is_an_error() {
        let scratch = tempfile::tempdir().unwrap();
        assert!(prepare(&mut request(Some(5)), scratch.path()).is_err());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_with_the_reason() {
        let mut asked = request(None);
        assert_eq!(unreadable(&asked), None);
        asked.words[2] = b"no\nfile".to_vec();
        let reason = "it could not read `no\\x0afile` from where it runs: \
                      No such file or directory (os error 2)";
        assert_eq!(unreadable(&asked).as_deref(), Some(reason));
        asked.checker = None;
        assert_eq!(unreadable(&asked), None);
    }

    #[test]
    fn of_each_file_the_beginning_is_kept_and_what_is_no_file_is_nothing() {
        let place = tempfile::tempdir().unwrap();
        let path = |name| place.path().join(name);
        assert_eq!(Feedback::read(place.path()), Feedback::default());
        std::fs::write(path("judgemessage.txt"), vec![b'x'; 10_000]).unwrap();
        std::fs::create_dir(path("judgeerror.txt")).unwrap();
        let name = rustix::path::Arg::into_c_str(path("teammessage.txt")).unwrap();
        let (fifo, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
        rustix::fs::mknodat(rustix::fs::CWD, name, fifo, mode, 0).unwrap();
        let read = Feedback::read(place.path());
        assert_eq!(read.judge_message.len(), 4096);
        assert_eq!((read.judge_error, read.team_message), (vec![], vec![]));
    }

    #[test]
    fn a_link_is_not_followed() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("other"), "secret").unwrap();
        std::os::unix::fs::symlink("other", place.path().join("judgemessage.txt")).unwrap();
        assert_eq!(Feedback::read(place.path()), Feedback::default());
    }
}
