use std::num::NonZeroUsize;

use super::args::Exhaust;
use super::board_bar::BoardBar;
use super::error::Error;
use super::generate::new_seed;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement};
use super::{build, config, limits, out};
use crate::config::{Config, Layers, Problem, resolve};
use crate::discover;
use crate::exhaust::{self, Boards, Means};
use crate::model::{Exhaustion, Exit, Part, Sample, Submission};
use crate::report;
use crate::run::{Launched, Runner};
use crate::sys;

/// `judge exhaust`.
pub(super) fn exhaust(args: &Exhaust, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let problem = config::problem(&config, &args.problem)?;
    let (boards, submissions) = work(args, problem)?;
    limits::possible([&resolve(&Layers::of(&config, problem), 0)])?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    if !submissions.is_empty() {
        isolation::demand(&args.isolation, &interrupt)?;
        build::build(&config, &interrupt)?;
    }
    for submission in &submissions {
        discover::startable(&submission.command).map_err(Error::Program)?;
    }
    let exhaustion = go_through(args, &config, problem, &boards, &submissions, &interrupt)?;
    out::write(report::exhaustion(&args.problem, &exhaustion).as_bytes())?;
    Ok(match interrupt.by() {
        Some(signal) => Exit::Interrupted(signal),
        None if exhaustion.is_agreement() => Exit::AsExpected,
        None => Exit::NotAsExpected,
    })
}

/// The boards that are asked for, and who is tried on them.
fn work(args: &Exhaust, problem: &Problem) -> Result<(Boards, Vec<Submission>), Error> {
    let submissions = || config::submissions(&problem.problem, &args.submission);
    let part = part(args);
    match (args.problem.as_str(), &args.size) {
        ("flip-game", written) => {
            let (rows, columns) = written.as_deref().map_or(Ok(STATEMENT), size)?;
            let boards = Boards::of_flip_game(rows, columns, part)?;
            match (rows, columns) == STATEMENT {
                true => Ok((boards, submissions()?)),
                false => nobody(args).map(|()| (boards, Vec::new())),
            }
        }
        ("fliptile", Some(written)) => {
            let (rows, columns) = size(written)?;
            Ok((Boards::of_fliptile(rows, columns, part)?, submissions()?))
        }
        ("fliptile", None) => Err(usage(
            "fliptile has boards of many sizes",
            "choose one: `judge exhaust fliptile --size 3x4`",
        )),
        _ => Err(usage(
            "the space of inputs of this problem is not known",
            "there are `flip-game` and `fliptile`",
        )),
    }
}

/// Rows and columns of a board of Flip Game.
const STATEMENT: (usize, usize) = (4, 4);

/// No submission can be tried where an input does not say its size: a board of another one
/// would be taken for something else.
fn nobody(args: &Exhaust) -> Result<(), Error> {
    match args.submission.is_empty() {
        true => Ok(()),
        false => Err(usage(
            "submissions to flip-game cannot be told another size than 4x4",
            "leave `--submission` out to compare the built-in methods, or `--size`",
        )),
    }
}

/// Rows and columns as they are written.
fn size(written: &str) -> Result<(usize, usize), Error> {
    written
        .split_once(['x', '×'])
        .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)))
        .ok_or_else(|| {
            usage(
                "`--size` is not a number of rows, an `x` and a number of columns",
                "write it as in `--size 3x4`",
            )
        })
}

fn usage(message: &str, help: &str) -> Error {
    Error::Usage {
        message: message.to_owned(),
        help: help.to_owned(),
    }
}

/// Which boards are asked for.
fn part(args: &Exhaust) -> Part {
    Part {
        sample: args.sample.map(|boards| Sample {
            boards: boards.get(),
            seed: args.seed.unwrap_or_else(new_seed),
        }),
        shard: args.shard,
    }
}

fn go_through(
    args: &Exhaust,
    config: &Config,
    problem: &Problem,
    boards: &Boards,
    submissions: &[Submission],
    interrupt: &Interrupt,
) -> Result<Exhaustion, Error> {
    let confinement = confinement(
        &args.isolation,
        submissions.iter().map(|submission| &submission.command),
        [],
    )?;
    let bar = BoardBar::new();
    let cancel = interrupt.cancel();
    let means = Means {
        submissions,
        limits: &resolve(&Layers::of(config, problem), 0),
        one_process_per_board: args.one_process_per_board,
        make_runner: &|| Ok(Box::new(Launched::new(&confinement, cancel)) as Box<dyn Runner>),
        jobs: jobs(args),
        progress: &|done, all| bar.set(done, all),
        is_cancelled: &|| cancel.is_cancelled(),
    };
    let exhaustion = exhaust::exhaust(boards, &means);
    bar.finish();
    Ok(exhaustion?)
}

fn jobs(args: &Exhaust) -> NonZeroUsize {
    let asked_for = args.jobs.jobs;
    asked_for
        .or(NonZeroUsize::new(sys::cores()))
        .unwrap_or(NonZeroUsize::MIN)
}
