use std::num::NonZeroUsize;

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Exhaust;
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, confinement};
use super::{build, config, limits, out};
use crate::config::{Config, Layers, Problem, resolve};
use crate::discover;
use crate::exhaust::{self, Means};
use crate::model::{Exhaustion, Exit, Submission};
use crate::report;
use crate::run::{Launched, Runner};
use crate::sys;

/// `judge exhaust`.
pub(super) fn exhaust(args: &Exhaust, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let problem = config::problem(&config, &args.problem)?;
    let space = space(args)?;
    let submissions = config::submissions(&problem.problem, &args.submission)?;
    limits::possible([&resolve(&Layers::of(&config, problem), 0)])?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    build::build(&config, &interrupt)?;
    for submission in &submissions {
        discover::startable(&submission.command).map_err(Error::Program)?;
    }
    let exhaustion = go_through(args, &config, problem, space, &submissions, &interrupt)?;
    out::write(report::exhaustion(&args.problem, &exhaustion).as_bytes())?;
    Ok(match interrupt.by() {
        Some(signal) => Exit::Interrupted(signal),
        None if exhaustion.is_proof() => Exit::AsExpected,
        None => Exit::NotAsExpected,
    })
}

/// A finite space of inputs.
#[derive(Clone, Copy)]
enum Space {
    FlipGame,
    Fliptile { rows: usize, columns: usize },
}

fn space(args: &Exhaust) -> Result<Space, Error> {
    match (args.problem.as_str(), &args.size) {
        ("flip-game", None) => Ok(Space::FlipGame),
        ("flip-game", Some(_)) => Err(usage(
            "flip-game has boards of one size only",
            "leave `--size` out",
        )),
        ("fliptile", Some(size)) => {
            let sides = size
                .split_once(['x', '×'])
                .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
            let (rows, columns) = sides.ok_or_else(|| {
                usage(
                    "`--size` is not a number of rows, an `x` and a number of columns",
                    "write it as in `--size 3x4`",
                )
            })?;
            Ok(Space::Fliptile { rows, columns })
        }
        ("fliptile", None) => Err(usage(
            "fliptile has boards of many sizes",
            "choose one with at most 20 cells: `judge exhaust fliptile --size 3x4`",
        )),
        _ => Err(usage(
            "the space of inputs of this problem is not known",
            "there are `flip-game` and `fliptile`",
        )),
    }
}

fn usage(message: &str, help: &str) -> Error {
    Error::Usage {
        message: message.to_owned(),
        help: help.to_owned(),
    }
}

fn go_through(
    args: &Exhaust,
    config: &Config,
    problem: &Problem,
    space: Space,
    submissions: &[Submission],
    interrupt: &Interrupt,
) -> Result<Exhaustion, Error> {
    let layers = Layers::of(config, problem);
    let confinement = confinement(
        &args.isolation,
        submissions.iter().map(|submission| &submission.command),
        [],
    )?;
    let bar = bar();
    let means = Means {
        submissions,
        limits: &resolve(&layers, 0),
        make_runner: &|| {
            Ok(Box::new(Launched::new(&confinement, interrupt.cancel())) as Box<dyn Runner>)
        },
        jobs: args
            .jobs
            .jobs
            .or(NonZeroUsize::new(sys::cores()))
            .unwrap_or(NonZeroUsize::MIN),
        progress: &|done, all| {
            bar.set_length(all);
            bar.set_position(done);
        },
    };
    let exhaustion = match space {
        Space::FlipGame => exhaust::flip_game(&means),
        Space::Fliptile { rows, columns } => exhaust::fliptile(rows, columns, &means),
    };
    bar.finish_and_clear();
    Ok(exhaustion?)
}

fn bar() -> ProgressBar {
    if !out::is_watched() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    let template = "   {bar:30} {pos} of {len} boards · {elapsed} · {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
