//! A kept counterexample becomes a case, so that what was wrong once is caught from then on.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::contest::{Asked, Contest, Difference};
use super::{Error, Kept, Setup};
use crate::discover;
use crate::discover::layout::{EXPECTED, INPUT, SETTINGS};
use crate::generate::{self, Naming, NewCase, Provenance};
use crate::method;
use crate::model::Counterexample;
use crate::run::Runner;
use crate::untrusted;

/// How a case is made of a counterexample.
#[derive(Clone, Copy, Debug)]
pub struct Promotion<'a> {
    /// The counterexample.
    pub kept: &'a Kept,
    /// The path of the new case below the problem's `cases`; by its submission and a number
    /// when not given.
    pub name: Option<&'a str>,
    /// Why the case is there; what is known of the counterexample when not given.
    pub why: Option<&'a str>,
}

/// A case that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promoted {
    /// Its directory.
    pub directory: PathBuf,
    /// Why it is there.
    pub why: String,
    /// Who gave the expected output, in words for people.
    pub reference: String,
    /// Who says the same; nobody where there is only one method.
    pub confirmed_by: Option<String>,
}

/// Makes a case of a counterexample. Its expected output comes from the reference, and the
/// method that can confirm it must agree.
///
/// # Errors
/// When a case has this input already, the name is taken or none, there is no reference or it
/// does not answer, or the case cannot be written. Nothing of it is left then.
pub fn promote(
    promotion: &Promotion<'_>,
    setup: Setup<'_>,
    runner: &mut dyn Runner,
) -> Result<Promoted, Error> {
    let cases = &setup.problem.problem.cases;
    if let Some(name) = promotion.name {
        usable(cases, name)?;
    }
    if let Some(case) = twin(cases, &promotion.kept.input)? {
        return Err(Error::Duplicate { case });
    }
    let agreed = agreed(setup, promotion.kept, runner)?;
    let (name, naming) = match promotion.name {
        Some(name) => (name.to_owned(), Naming::Exact),
        None => (default_name(promotion.kept), Naming::Numbered),
    };
    let case = NewCase {
        name,
        input: promotion.kept.input.clone(),
        expected: agreed.expected,
        why: promotion
            .why
            .map_or_else(|| why(promotion.kept), str::to_owned),
        provenance: promotion.kept.record.as_ref().map(provenance),
    };
    let directory = generate::write_named(cases, &case, naming).map_err(|error| match error {
        generate::Error::Write { path, source }
            if source.kind() == io::ErrorKind::AlreadyExists =>
        {
            Error::Taken { path }
        }
        error => error.into(),
    })?;
    Ok(Promoted {
        directory,
        why: case.why,
        reference: agreed.reference,
        confirmed_by: agreed.confirmed_by,
    })
}

/// An expected output, and who stands for it.
struct Agreed {
    expected: Vec<u8>,
    reference: String,
    confirmed_by: Option<String>,
}

fn agreed(setup: Setup<'_>, kept: &Kept, runner: &mut dyn Runner) -> Result<Agreed, Error> {
    let suspect = kept
        .record
        .as_ref()
        .and_then(|record| record.submission.as_deref());
    let contest = Contest::of_reference(setup, suspect)?;
    let answered = match contest.ask(&kept.input, runner)? {
        Asked::Answered(answered) => answered,
        Asked::Refused(reason) => {
            return Err(Error::Refused {
                path: kept.path.clone(),
                reason,
            });
        }
    };
    if let Some(difference) = Difference::of(&answered) {
        return Err(Error::Unconfirmed {
            name: difference.shown(),
            verdict: difference.verdict,
        });
    }
    let problem = setup.problem.problem.name.as_str();
    let confirmed_by = match method::all_for_problem(problem) {
        [_, second, ..] => {
            let says = second.answer(&kept.input).ok();
            if says != answered.expected {
                return Err(Error::Unconfirmed {
                    name: second.name().to_owned(),
                    verdict: crate::model::Verdict::WrongAnswer,
                });
            }
            Some("a second built-in method".to_owned())
        }
        _ => second(&answered),
    };
    Ok(Agreed {
        expected: answered.expected.unwrap_or_default(),
        reference: answered.reference,
        confirmed_by,
    })
}

/// The last submission that was asked, unless that is the reference itself.
fn second(answered: &Counterexample) -> Option<String> {
    let last = answered.answers.get(1)?;
    Some(format!(
        "`{}`",
        untrusted::escape(last.judgement.submission.as_bytes())
    ))
}

/// The path of a case with this input.
fn twin(cases: &Path, input: &[u8]) -> Result<Option<PathBuf>, Error> {
    let inputs = discover::inputs(cases).map_err(|(path, reason)| Error::Read {
        path,
        source: io::Error::other(reason),
    })?;
    let length = input.len() as u64;
    for path in inputs.into_iter().filter(|path| path.is_file()) {
        let read = fs::metadata(&path)
            .and_then(|metadata| Ok(metadata.len() == length && fs::read(&path)? == input));
        match read {
            Ok(true) => return Ok(Some(path)),
            Ok(false) => {}
            Err(source) => return Err(Error::Read { path, source }),
        }
    }
    Ok(None)
}

/// Whether a name can be that of a case: a path below `cases` that nothing hides, and that does
/// not lead into a case that exists.
fn usable(cases: &Path, name: &str) -> Result<(), Error> {
    let is_plain = |part: Component<'_>| match part {
        Component::Normal(part) => !part.as_encoded_bytes().starts_with(b"."),
        _ => false,
    };
    let path = Path::new(name);
    let is_usable = !name.is_empty() && !name.contains('\0') && path.components().all(is_plain);
    let above = path.ancestors().skip(1);
    let is_in_a_case = |folder: &Path| {
        let folder = cases.join(folder);
        [INPUT, EXPECTED, SETTINGS]
            .iter()
            .any(|file| folder.join(file).is_file())
    };
    match is_usable && !{ above }.any(is_in_a_case) {
        true => Ok(()),
        false => Err(Error::Name {
            name: name.to_owned(),
        }),
    }
}

/// The name of a case that nobody names: by who was wrong.
fn default_name(kept: &Kept) -> String {
    let submission = kept
        .record
        .as_ref()
        .and_then(|record| record.submission.as_deref());
    // What begins with a dot is hidden, and no case.
    let submission = submission.unwrap_or("input").trim_start_matches('.');
    match submission {
        "" => "stress/input".to_owned(),
        submission => format!("stress/{submission}"),
    }
}

fn why(kept: &Kept) -> String {
    let Some(record) = &kept.record else {
        return format!("an input from `{}`", untrusted::path(&kept.path));
    };
    let smaller = if kept.is_smaller {
        ", made smaller"
    } else {
        ""
    };
    let escape = |text: &str| untrusted::escape(text.as_bytes());
    match (&record.submission, &record.verdict) {
        (Some(submission), Some(verdict)) => format!(
            "`{}` got {} here: found by `judge stress`{smaller}",
            escape(submission),
            escape(verdict)
        ),
        _ => format!("kept by `judge stress`{smaller}"),
    }
}

fn provenance(record: &super::keep::Record) -> Provenance {
    Provenance {
        family: record.from.clone(),
        seed: record.seed.0,
        iteration: Some(record.iteration),
        command: record.command.clone(),
        version: record.version.clone(),
    }
}
