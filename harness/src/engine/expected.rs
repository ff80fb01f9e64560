use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::check::{self, Answer, Source, check_in_windows, checker};
use crate::method;
use crate::model::{CaseFiles, Compare, Drawing, Finding};
use crate::sys::open_ordinary;
use crate::untrusted;

/// The largest expected output that is read as a whole, in bytes. A larger one is read piece
/// by piece: what several jobs hold at a time stays small.
const LARGEST_WHOLE: u64 = 4 << 20;

/// How much of the input and of the expected output is read to draw a board, in bytes.
const LARGEST_DRAWN: u64 = 1 << 20;

/// A file and how long it was when it was opened. It is not mapped: if somebody cut it off
/// meanwhile, the judge would die of a signal.
struct Expected {
    file: File,
    length: usize,
}

impl Source for Expected {
    fn length(&self) -> usize {
        self.length
    }

    fn read_at(&self, buffer: &mut [u8], at: usize) -> io::Result<usize> {
        self.file.read_at(buffer, at as u64)
    }
}

/// Holds an output against the expected one in a file. The error is a reason in one line.
pub(super) fn finding(compare: &Compare, path: &Path, output: &[u8]) -> Result<Finding, String> {
    compare_file(compare, path, output).map_err(|error| {
        let path = untrusted::path(path);
        format!("cannot read the expected output `{path}`: {error}")
    })
}

/// The input that a line of the output is about, drawn, for the problems that can be.
pub(super) fn drawing(problem: &str, files: &CaseFiles, line: usize) -> Option<Drawing> {
    method::for_problem(problem)?;
    let head = |path: &Path| {
        let mut bytes = Vec::new();
        let file = open_ordinary(path).ok()?;
        file.take(LARGEST_DRAWN).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    let expected = files.expected.as_deref().and_then(head)?;
    check::drawing(problem, &head(&files.input)?, &expected, line)
}

fn compare_file(compare: &Compare, path: &Path, output: &[u8]) -> io::Result<Finding> {
    let mut file = open_ordinary(path)?;
    let length = file.metadata()?.len();
    if length > LARGEST_WHOLE {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        return check_in_windows(compare, &Expected { file, length }, output);
    }
    let mut expected = Vec::new();
    file.read_to_end(&mut expected)?;
    let answer = Answer {
        expected: &expected,
    };
    Ok(checker(compare).check(&answer, output))
}
