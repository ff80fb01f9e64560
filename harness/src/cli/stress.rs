use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::args::{Format, Isolation};
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement};
use super::stress_args::Stress;
use super::stress_teller::{Teller, write_line};
use super::{build, config, limits, out};
use crate::config::{Config, Layers, command, program_search, resolve};
use crate::discover;
use crate::generate::{families, family};
use crate::launcher::{Confinement, Grants};
use crate::method;
use crate::model::{self, Checker, Command, Exit, Generator, StressEnd, Submission};
use crate::report;
use crate::run::Launched;
use crate::stress::{self, Budget, Means, Setup, Source, is_meant_to_be_right};
use crate::untrusted;

/// For how long it goes on where nothing else is said.
const TIME: Duration = Duration::from_secs(10);

/// How many seeds `--check` tries where nothing else is said.
const CHECKED: u64 = 10;

/// `judge stress`.
pub(super) fn stress(args: &Stress, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let problem = config::problem(&config, &args.problem)?;
    refuse_interactive(&problem.problem)?;
    let source = source(args, &config, &problem.problem)?;
    let validator = validator(args, &config, &problem.problem)?;
    let submissions = submissions(args, &problem.problem)?;
    limits::possible([&resolve(&Layers::of(&config, problem), 0)])?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    build::build(&config, &interrupt)?;
    let scratch = scratch()?;
    let setup = Setup {
        problem,
        layers: Layers::of(&config, problem),
        validator: validator.as_ref(),
        scratch: scratch.path(),
    };
    let helpers = match &source {
        Source::Program(generator) => Some(&generator.command),
        Source::Families(_) => None,
    };
    let runner = runner(&args.isolation, setup, &submissions, helpers, &interrupt)?;
    let seed = args.seed.unwrap_or_else(new_seed);
    let job = Job {
        args,
        config: &config,
        setup,
        seed,
        interrupt: &interrupt,
    };
    let done = match args.check {
        true => check(&job, &source, runner),
        false => search(&job, &submissions, source, runner),
    };
    match (interrupt.by(), done) {
        (Some(signal), Ok(_) | Err(Error::Stress(stress::Error::Run(_)))) => {
            Ok(Exit::Interrupted(signal))
        }
        (_, done) => done,
    }
}

/// An input alone is not what a submission answers that talks to an interactor.
fn refuse_interactive(problem: &model::Problem) -> Result<(), Error> {
    if matches!(problem.checker, Some(Checker::Interactor(_))) {
        let name = untrusted::escape(problem.name.as_bytes());
        return Err(Error::Usage {
            message: format!(
                "`{name}` is interactive: its answers cannot be held against each other"
            ),
            help: "judge it on cases with `judge run`".to_owned(),
        });
    }
    Ok(())
}

/// What is to be done, and on which ground.
struct Job<'a> {
    args: &'a Stress,
    config: &'a Config,
    setup: Setup<'a>,
    seed: u64,
    interrupt: &'a Interrupt,
}

/// A directory for the files of the input at hand.
pub(super) fn scratch() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|source| {
        Error::Stress(stress::Error::Scratch {
            path: std::env::temp_dir(),
            source,
        })
    })
}

/// A runner for the submissions of a problem and the programs that help, once all of them are
/// known to be there.
pub(super) fn runner(
    options: &Isolation,
    setup: Setup<'_>,
    submissions: &[Submission],
    generator: Option<&Command>,
    interrupt: &Interrupt,
) -> Result<Launched, Error> {
    let problem = &setup.problem.problem;
    let named = problem.submissions.iter();
    // What is built in goes before it.
    let is_asked = method::for_problem(&problem.name).is_none();
    let reference = named.filter(|one| is_asked && Some(&one.name) == problem.reference.as_ref());
    let programs = submissions.iter().chain(reference).map(|one| &one.command);
    let commands: Vec<&Command> = programs.chain(generator).chain(setup.validator).collect();
    for command in &commands {
        discover::startable(command).map_err(Error::Program)?;
    }
    let confinement = confinement(options, commands, [])?;
    let mut grants = Grants::default();
    if let Some(Checker::Program(checker)) = &problem.checker {
        discover::startable(&checker.command).map_err(Error::Program)?;
        grants = Grants::of_commands([&checker.command]);
        let named = checker.arguments.iter().map(Path::new);
        for file in named.filter(|path| path.is_absolute() && path.is_file()) {
            grants.add(file);
        }
    }
    grants.add(&crate::check::program::place(setup.scratch));
    let checkers = Arc::new(Confinement {
        grants,
        ..(*confinement).clone()
    });
    Ok(Launched::new(&confinement, interrupt.cancel()).with_checkers(&checkers))
}

/// What makes the inputs: what the command line names, or else all families that are built in,
/// or else the one generator of the problem.
fn source(args: &Stress, config: &Config, problem: &model::Problem) -> Result<Source, Error> {
    if let Some(written) = &args.generator {
        return Ok(Source::Program(generator(written, config, problem)?));
    }
    if !args.family.is_empty() {
        let named = args.family.iter().map(|name| family(&problem.name, name));
        return Ok(Source::Families(named.collect::<Result<_, _>>()?));
    }
    match (families(&problem.name), problem.generators.as_slice()) {
        ([], [generator]) => Ok(Source::Program(generator.clone())),
        ([], []) => Err(usage(
            format!("nothing makes inputs for `{}`", problem.name),
            "pass a program that prints one, as in `--generator \"./generate {seed}\"`",
        )),
        ([], generators) => Err(usage(
            format!("`{}` has several generators", problem.name),
            &format!("choose one, as in `--generator {}`", generators[0].name),
        )),
        (families, _) => Ok(Source::Families(families.iter().collect())),
    }
}

/// The generator of this name, or the command.
fn generator(written: &str, config: &Config, problem: &model::Problem) -> Result<Generator, Error> {
    let mut known = problem.generators.iter();
    match known.find(|generator| generator.name == written) {
        Some(generator) => Ok(generator.clone()),
        None => Ok(Generator {
            name: written.to_owned(),
            command: program("--generator", written, config)?,
        }),
    }
}

fn validator(
    args: &Stress,
    config: &Config,
    problem: &model::Problem,
) -> Result<Option<Command>, Error> {
    match &args.validator {
        None => Ok(problem.validator.clone()),
        Some(written) => program("--validator", written, config).map(Some),
    }
}

/// A command of the command line, read as one of `judge.toml` is.
fn program(flag: &str, written: &str, config: &Config) -> Result<Command, Error> {
    let search = program_search(std::env::var_os("PATH").as_deref());
    command(written, &config.root, Some(&search)).map_err(|error| Error::Usage {
        message: format!("`{flag}`: {error}"),
        help: error.help(),
    })
}

/// Those that are named; where none is, those that are not wrong on purpose.
fn submissions(args: &Stress, problem: &model::Problem) -> Result<Vec<Submission>, Error> {
    let mut submissions = config::submissions(problem, &args.submission)?;
    if args.submission.is_empty() {
        submissions.retain(is_meant_to_be_right);
    }
    Ok(submissions)
}

fn usage(message: String, help: &str) -> Error {
    Error::Usage {
        message,
        help: help.to_owned(),
    }
}

/// Tries the generator alone.
fn check(job: &Job<'_>, source: &Source, mut runner: Launched) -> Result<Exit, Error> {
    let Source::Program(generator) = source else {
        return Err(usage(
            "there is no generator to check".to_owned(),
            "pass `--generator`; families are built in, and the same for a seed for ever",
        ));
    };
    let (seed, validator) = (job.seed, job.setup.validator);
    let count = job.args.count.map_or(CHECKED, NonZeroU64::get);
    let n_inputs = stress::check(generator, validator, seed, count, &mut runner)?;
    let text = format!(
        "the generator printed the same both times for each of {count} seeds from {seed} on; \
         different inputs: {n_inputs}\n"
    );
    out::write(text.as_bytes())?;
    Ok(Exit::AsExpected)
}

fn search(
    job: &Job<'_>,
    submissions: &[Submission],
    source: Source,
    mut runner: Launched,
) -> Result<Exit, Error> {
    let args = job.args;
    let means = Means {
        setup: job.setup,
        submissions,
        source,
        seed: job.seed,
        budget: budget(args),
        kept: &job.config.root.join("target/judge/stress"),
        replay: &|iteration| replay(args, job.seed, iteration),
    };
    let mut teller = Teller::new(args, job.seed, means.budget.count);
    let ended = stress::stress(&means, &mut runner, &mut |event| teller.tell(event));
    teller.bar.finish_and_clear();
    let ended = ended?;
    teller.failed.map_or(Ok(()), Err)?;
    let exit = match (ended.end, job.interrupt.by()) {
        (StressEnd::Interrupted, Some(signal)) => Exit::Interrupted(signal),
        (StressEnd::Found, _) => Exit::NotAsExpected,
        (StressEnd::Spent | StressEnd::UsedUp | StressEnd::Interrupted, _) => Exit::AsExpected,
    };
    match args.format {
        Format::Human => out::write(report::stress(&ended).as_bytes())?,
        Format::Json => write_line(&report::stress_json(&ended, exit.code()))?,
    }
    Ok(exit)
}

/// How long and how far, as the command line says.
fn budget(args: &Stress) -> Budget {
    let is_open = args.count.is_none() && args.iteration.is_none();
    Budget {
        first: args.iteration.map_or(1, NonZeroU64::get),
        count: match args.iteration {
            Some(_) => Some(1),
            None => args.count.map(NonZeroU64::get),
        },
        time: args.duration.or(is_open.then_some(TIME)),
        shrink_time: match args.no_shrink {
            true => Duration::ZERO,
            false => args.shrink_for,
        },
    }
}

/// The command that tries the input of a number again.
fn replay(args: &Stress, seed: u64, iteration: u64) -> String {
    let (seed, iteration) = (seed.to_string(), iteration.to_string());
    let mut words = vec!["judge", "stress", &args.problem];
    words.extend(["--seed", &seed, "--iteration", &iteration]);
    let repeated = |flag: &'static str, values: &'_ [String]| -> Vec<String> {
        values
            .iter()
            .flat_map(|value| [flag.to_owned(), value.clone()])
            .collect()
    };
    let options = [
        repeated("--family", &args.family),
        repeated("--generator", args.generator.as_slice()),
        repeated("--validator", args.validator.as_slice()),
        repeated("--submission", &args.submission),
    ]
    .concat();
    words.extend(options.iter().map(String::as_str));
    let config = args.config.config.to_string_lossy();
    if config != "judge.toml" {
        words.extend(["--config", &config]);
    }
    let quoted: Vec<String> = words
        .into_iter()
        .map(|word| untrusted::escape(shell_words::quote(word).as_bytes()))
        .collect();
    quoted.join(" ")
}

/// A seed that nobody chose: the standard library draws one for its hash tables. It fits into
/// 31 bits, since many a generator reads no more.
fn new_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 33
}
