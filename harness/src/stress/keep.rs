//! Counterexamples on disk, each in a directory of its own that appears as a whole:
//!
//! ```text
//! flip-game-1/
//!   counterexample.toml      problem, seed, iteration, what made it, the command to replay it
//!   first/                   as it was made
//!     input  expected  NAME.output …
//!   smallest/                the smallest with the same difference; comes later, if at all
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::contest::Difference;
use super::source::Drawn;
use super::{Error, Means};
use crate::discover::layout::{EXPECTED, INPUT};
use crate::generate::{Naming, write_directory};
use crate::model::Counterexample;

const RECORD: &str = "counterexample.toml";
const FIRST: &str = "first";
const SMALLEST: &str = "smallest";

/// What is kept of a counterexample beside its input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) problem: String,
    pub(super) from: String,
    pub(super) seed: Seed,
    pub(super) iteration: u64,
    pub(super) command: String,
    pub(super) version: String,
    /// The submission that is not right, and its verdict, where there is one.
    pub(super) submission: Option<String>,
    pub(super) verdict: Option<String>,
}

/// A seed as text: numbers of TOML have a sign and 64 bits, so that half of the seeds do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Seed(pub(super) u64);

impl TryFrom<String> for Seed {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl From<Seed> for String {
    fn from(Seed(seed): Seed) -> Self {
        seed.to_string()
    }
}

/// A counterexample as it lies on disk, or an input from anywhere.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The input.
    pub(super) input: Vec<u8>,
    /// Where it lies.
    pub(super) path: PathBuf,
    /// Whether it was made smaller.
    pub(super) is_smaller: bool,
    /// What else is known of it.
    pub(super) record: Option<Record>,
}

impl Kept {
    /// The problem that it belongs to, where that is known.
    pub fn problem(&self) -> Option<&str> {
        self.record.as_ref().map(|record| record.problem.as_str())
    }
}

/// Reads a kept counterexample: the smallest where a directory has both. A file is an input,
/// with or without a record in the directories above.
///
/// # Errors
/// When it cannot be read, or a directory holds no counterexample.
pub fn kept(path: &Path) -> Result<Kept, Error> {
    let input = match path.is_dir() {
        false => path.to_owned(),
        true => [SMALLEST, FIRST, ""]
            .into_iter()
            .map(|part| path.join(part).join(INPUT))
            .find(|file| file.is_file())
            .ok_or_else(|| Error::NothingKept {
                path: path.to_owned(),
            })?,
    };
    let part = input.parent();
    let above = part.into_iter().chain(part.and_then(Path::parent));
    let mut records = above.map(|directory| directory.join(RECORD));
    let record = match records.find(|record| record.is_file()) {
        Some(file) => Some(record(&file)?),
        None => None,
    };
    let is_smaller = record.is_some() && part.is_some_and(|part| part.ends_with(SMALLEST));
    Ok(Kept {
        input: fs::read(&input).map_err(|source| read_error(&input, source))?,
        path: input,
        is_smaller,
        record,
    })
}

fn record(file: &Path) -> Result<Record, Error> {
    let text = fs::read_to_string(file).map_err(|source| read_error(file, source))?;
    toml::from_str(&text).map_err(|source| Error::Record {
        path: file.to_owned(),
        source: Box::new(source),
    })
}

fn read_error(path: &Path, source: std::io::Error) -> Error {
    Error::Read {
        path: path.to_owned(),
        source,
    }
}

/// Keeps a new counterexample: gives its directory.
///
/// # Errors
/// When it cannot be written.
pub(super) fn first(
    means: &Means<'_>,
    drawn: &Drawn,
    counterexample: &Counterexample,
    difference: &Difference,
) -> Result<PathBuf, Error> {
    let mut files = files(FIRST, counterexample);
    files.push(record_of(means, drawn, Some(difference)));
    write(&wanted(means), Naming::Numbered, &files)
}

/// Keeps the smallest form of a counterexample beside the first.
///
/// # Errors
/// When it cannot be written.
pub(super) fn smallest(directory: &Path, counterexample: &Counterexample) -> Result<(), Error> {
    let files = files("", counterexample);
    write(&directory.join(SMALLEST), Naming::Exact, &files).map(|_| ())
}

/// Keeps an input that shows a fault which is no submission's.
///
/// # Errors
/// When it cannot be written.
pub(super) fn input_alone(means: &Means<'_>, drawn: &Drawn) -> Result<PathBuf, Error> {
    let input = (PathBuf::from(FIRST).join(INPUT), drawn.input.clone());
    let files = [input, record_of(means, drawn, None)];
    write(&wanted(means), Naming::Numbered, &files)
}

fn wanted(means: &Means<'_>) -> PathBuf {
    means.kept.join(&means.setup.problem.problem.name)
}

fn files(part: &str, counterexample: &Counterexample) -> Vec<(PathBuf, Vec<u8>)> {
    let part = Path::new(part);
    let mut files = vec![(part.join(INPUT), counterexample.input.clone())];
    if let Some(expected) = &counterexample.expected {
        files.push((part.join(EXPECTED), expected.clone()));
    }
    for answer in &counterexample.answers {
        let name = format!("{}.output", answer.judgement.submission);
        files.push((part.join(name), answer.output.clone()));
    }
    files
}

fn record_of(
    means: &Means<'_>,
    drawn: &Drawn,
    difference: Option<&Difference>,
) -> (PathBuf, Vec<u8>) {
    let record = Record {
        problem: means.setup.problem.problem.name.clone(),
        from: drawn.from.clone(),
        seed: Seed(means.seed),
        iteration: drawn.iteration,
        command: (means.replay)(drawn.iteration),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        submission: difference.map(|difference| difference.submission.to_string()),
        verdict: difference.map(|difference| difference.verdict.code().to_owned()),
    };
    let text = toml::to_string(&record).expect("a record is a table of texts and numbers");
    (RECORD.into(), text.into_bytes())
}

fn write(wanted: &Path, naming: Naming, files: &[(PathBuf, Vec<u8>)]) -> Result<PathBuf, Error> {
    let files: Vec<(&Path, &[u8])> = files
        .iter()
        .map(|(path, bytes)| (path.as_path(), bytes.as_slice()))
        .collect();
    write_directory(wanted, naming, &files).map_err(|source| Error::Keep {
        path: wanted.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD_TEXT: &str = "problem = 'p'\nfrom = 'random'\nseed = '18446744073709551615'\n\
        iteration = 3\ncommand = 'judge stress p'\nversion = '0.1.0'\n";

    fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_smallest_is_taken_unless_the_first_is_named() {
        let root = directory(&[
            (RECORD, RECORD_TEXT),
            ("first/input", "long"),
            ("smallest/input", "s"),
        ]);
        for (path, input, is_smaller) in [
            ("", "s", true),
            ("smallest", "s", true),
            ("smallest/input", "s", true),
            ("first", "long", false),
            ("first/input", "long", false),
        ] {
            let kept = kept(&root.path().join(path)).unwrap();
            assert_eq!(kept.input, input.as_bytes(), "{path}");
            assert_eq!(
                (kept.problem(), kept.is_smaller),
                (Some("p"), is_smaller),
                "{path}"
            );
        }
    }

    #[test]
    fn an_input_from_anywhere_has_no_record() {
        let root = directory(&[("smallest/input", "s"), ("some.txt", "t")]);
        for path in ["smallest", "some.txt"] {
            let kept = kept(&root.path().join(path)).unwrap();
            assert_eq!((kept.problem(), kept.is_smaller), (None, false), "{path}");
        }
    }

    #[test]
    fn what_is_no_counterexample_is_told() {
        let root = directory(&[
            ("empty/file", ""),
            (RECORD, "problem = 1"),
            ("first/input", ""),
        ]);
        let said = |path: &str| kept(&root.path().join(path)).unwrap_err().to_string();
        assert!(
            said("empty").ends_with("holds no counterexample"),
            "{}",
            said("empty")
        );
        assert!(said("").starts_with("cannot read `"), "{}", said(""));
        assert!(
            said("none").starts_with("cannot read `"),
            "{}",
            said("none")
        );
    }
}
