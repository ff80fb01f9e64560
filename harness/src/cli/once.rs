use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{Format, Once};
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement};
use super::{config, limits, out};
use crate::config::{Layers, look_up, program_search, resolve};
use crate::discover;
use crate::engine;
use crate::model::{
    Case, CaseFault, CaseFiles, CaseName, Command, Compare, Exit, Judgement, Limits, Origin,
    Profile, Setting, Submission, Verdict,
};
use crate::plan::Item;
use crate::report::{Json, case_block};
use crate::run::Launched;
use crate::untrusted;

/// `judge once`.
pub(super) fn once(args: &Once, hangup_ignored: bool) -> Result<Exit, Error> {
    let item = item(args)?;
    limits::possible([&item.case.limits])?;
    for warning in limits::contradictions([&*item.case]) {
        out::say(&format!("warning: {warning}"));
    }
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    let confinement = confinement(&args.isolation, [&item.submission.command], [&item])?;
    let mut runner = Launched::new(&confinement, interrupt.cancel());
    let judgement = engine::judge_item(&item, &mut runner);
    // Nothing that it started may outlive the report.
    drop(runner);
    let Some(judgement) = judgement else {
        return Ok(Exit::Interrupted(interrupt.by().unwrap_or_default()));
    };
    show(&judgement, args.format)?;
    Ok(exit(judgement.verdict))
}

fn exit(verdict: Option<Verdict>) -> Exit {
    match verdict {
        None | Some(Verdict::Accepted) => Exit::AsExpected,
        Some(Verdict::JudgeError) => Exit::JudgeError,
        Some(_) => Exit::NotAsExpected,
    }
}

fn show(judgement: &Judgement, format: Format) -> Result<(), Error> {
    let text = match format {
        Format::Human => case_block(judgement).into_bytes(),
        Format::Json => {
            let mut json = Json::new(Vec::new());
            json.case(judgement).map_err(Error::Output)?;
            json.into_inner()
        }
    };
    out::write(&text)
}

/// The one item of a plan that was never written down.
fn item(args: &Once) -> Result<Item, Error> {
    let compare = comparison(args)?;
    let command = command(&args.program)?;
    let submission = Submission {
        name: untrusted::path(&command.program),
        expect: Verdict::Accepted.into(),
        command,
    };
    Ok(Item {
        index: 0,
        problem: "".into(),
        submission_fault: discover::startable(&submission.command)
            .err()
            .map(|fault| fault.to_string().into()),
        submission: Arc::new(submission),
        case: Arc::new(Case {
            problem: String::new(),
            name: CaseName::of_file(&args.input),
            path: args.input.clone(),
            beside: Vec::new(),
            files: files(args),
            why: None,
            limits: limits_of(args),
        }),
        compare: args.expected.is_some().then_some(compare.value),
        checker: None,
        compare_origin: compare.origin,
        expected: Verdict::Accepted.into(),
        group: 0,
    })
}

fn files(args: &Once) -> Result<CaseFiles, CaseFault> {
    let expected = args.expected.as_deref();
    for (what, path) in [
        ("input", Some(args.input.as_path())),
        ("expected output", expected),
    ] {
        if let Some(path) = path {
            usable(path).map_err(|why| {
                let path = untrusted::path(path);
                CaseFault::Unusable(format!("cannot read the {what} `{path}`: {why}"))
            })?;
        }
    }
    Ok(CaseFiles {
        input: args.input.clone(),
        expected: args.expected.clone(),
    })
}

fn usable(path: &Path) -> Result<(), String> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err("it is no ordinary file".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The profile of the command line.
fn profile(args: &Once) -> Setting<Profile> {
    Setting {
        value: args.profile.unwrap_or_default(),
        origin: match args.profile {
            Some(_) => Origin::CommandLine,
            None => Origin::BuiltIn,
        },
    }
}

/// As the profile compares, but for what is said expressly; a rule takes the place of all that
/// the profile says.
fn comparison(args: &Once) -> Result<Setting<Compare>, Error> {
    let profile = profile(args);
    let by_profile = profile.value.compare();
    let rule = args.compare.unwrap_or(by_profile.rule);
    let ignore_case = args.ignore_case || args.compare.is_none() && by_profile.ignore_case;
    let value = crate::config::compare(rule, ignore_case).map_err(|_| Error::Usage {
        message: "`--ignore-case` contradicts `--compare exact`".to_owned(),
        help: "leave one of them out: `exact` compares byte by byte".to_owned(),
    })?;
    let origin = match args.ignore_case || args.compare.is_some() {
        true => Origin::CommandLine,
        false => profile.rule(),
    };
    Ok(Setting { value, origin })
}

fn limits_of(args: &Once) -> Limits {
    let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let layers = Layers {
        profile: profile(args),
        command_line: config::overrides(&args.limits),
        ..Layers::default()
    };
    resolve(&layers, args.expected.as_ref().map_or(0, length))
}

/// The words as they came from the shell: a program with a slash is a path from here, one
/// without is looked up.
fn command(words: &[OsString]) -> Result<Command, Error> {
    let here = std::env::current_dir().map_err(Error::Here)?;
    let search = program_search(std::env::var_os("PATH").as_deref());
    let name = words.first().map_or(OsStr::new(""), |word| word);
    Ok(Command {
        program: look_up(name, &here, Some(&search)),
        words: words.to_vec(),
        read: Vec::new(),
        env: BTreeMap::new(),
    })
}
