use std::hash::{BuildHasher, Hasher, RandomState};

use super::args::Generate;
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement};
use super::{build, config, limits, out};
use crate::check::{self, Answer};
use crate::config::{Config, Layers, resolve};
use crate::generate::{self, Confirmation, Family, confirm_with, families, family};
use crate::method;
use crate::model::{Exit, Finding, Problem, Submission};
use crate::run::{Input, Launched, Request, Runner, classify};
use crate::untrusted;

/// `judge generate`.
pub(super) fn generate(args: &Generate, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let problem = config::problem(&config, &args.problem)?;
    let Some(name) = &args.family else {
        return list(&problem.problem);
    };
    let family = family(&problem.problem.name, name)?;
    limits::possible([&resolve(&Layers::of(&config, problem), 0)])?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    build::build(&config, &interrupt)?;
    let seed = args.seed.unwrap_or_else(new_seed);
    let made = make(args, &config, problem, family, seed, &interrupt);
    match interrupt.by() {
        Some(signal) => Ok(Exit::Interrupted(signal)),
        None => made.map(|()| Exit::AsExpected),
    }
}

/// The families of a problem, a line each.
fn list(problem: &Problem) -> Result<Exit, Error> {
    let families = families(&problem.name);
    let Some(last) = families.last() else {
        return Err(generate::Error::NoFamilies {
            problem: problem.name.clone(),
        }
        .into());
    };
    let line = |family: &Family| format!("{:<12} {}\n", family.name, family.description);
    let text: String = families.iter().map(line).collect();
    out::write(text.as_bytes())?;
    out::say(&format!(
        "these are the families; make a case with `judge generate {} --family {}`",
        problem.name, last.name
    ));
    Ok(Exit::AsExpected)
}

fn make(
    args: &Generate,
    config: &Config,
    problem: &crate::config::Problem,
    family: &'static Family,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<(), Error> {
    let cases = &problem.problem.cases;
    let mut second = second_method(args, config, problem, interrupt)?;
    let new = generate::generate(family, args.count, seed, cases, &mut *second)?;
    for case in &new {
        if interrupt.by().is_some() {
            break;
        }
        let written = generate::write(cases, case)?;
        let text = format!(
            "{}  {}\n",
            untrusted::path(config.from_root(&written)),
            case.why
        );
        out::write(text.as_bytes())?;
    }
    out::say(&format!(
        "seed {seed}; expected outputs by the built-in reference, confirmed by {}",
        match &problem.problem.reference {
            Some(reference) => format!("`{}`", untrusted::escape(reference.as_bytes())),
            None => "a second built-in method".to_owned(),
        }
    ));
    Ok(())
}

/// Who confirms an answer: the problem's reference submission, or where there is none the
/// second method of the harness.
fn second_method(
    args: &Generate,
    config: &Config,
    problem: &crate::config::Problem,
    interrupt: &Interrupt,
) -> Result<Box<generate::Confirm<'static>>, Error> {
    let reference = problem.problem.reference.as_ref();
    let submissions = problem.problem.submissions.iter();
    match submissions
        .into_iter()
        .find(|one| Some(&one.name) == reference)
    {
        Some(submission) => {
            let confinement = confinement(&args.isolation, [&submission.command], [])?;
            let runner = Launched::new(&confinement, interrupt.cancel());
            Ok(Box::new(confirm_with_submission(
                config,
                problem,
                submission.clone(),
                runner,
            )))
        }
        None => match method::all_for_problem(&problem.problem.name) {
            [_, second, ..] => Ok(Box::new(confirm_with(*second))),
            _ => Ok(Box::new(|_, _| Err("there is no second method".to_owned()))),
        },
    }
}

fn confirm_with_submission(
    config: &Config,
    problem: &crate::config::Problem,
    submission: Submission,
    mut runner: Launched,
) -> impl FnMut(&[u8], &[u8]) -> Result<Confirmation, String> + 'static {
    let layers = Layers::of(config, problem);
    let checker = check::checker(&problem.problem.compare.value);
    move |input, expected| {
        let limits = resolve(&layers, expected.len() as u64);
        let request = Request {
            command: &submission.command,
            input: Input::Bytes(input),
            limits: &limits,
            checker: None,
        };
        let execution = runner.run(&request).map_err(|error| error.to_string())?;
        if let Some(decision) = classify(&execution, &limits) {
            let name = untrusted::escape(submission.name.as_bytes());
            return Err(format!(
                "`{name}`: {}, {}",
                decision.verdict, decision.reason
            ));
        }
        Ok(
            match checker.check(&Answer { expected }, &execution.stdout) {
                Finding::Right => Confirmation::Agrees,
                Finding::Format(_) | Finding::Wrong(_) => {
                    Confirmation::Differs(execution.stdout.to_vec())
                }
            },
        )
    }
}

/// A seed that nobody chose: the standard library draws one for its hash tables.
pub(super) fn new_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
