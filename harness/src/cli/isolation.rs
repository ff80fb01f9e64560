use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::args::Isolation;
use super::error::Error;
use super::interrupt::Interrupt;
use crate::check::program::place;
use crate::config::Config;
use crate::launcher::{Confinement, Grants, Walls};
use crate::model::Command;
use crate::plan::{Item, Plan};
use crate::run::Launched;

/// How these programs are shut in, and what they may see.
///
/// # Errors
/// When what they may see would show them what is hidden of one of these items.
pub(super) fn confinement<'a>(
    options: &Isolation,
    commands: impl IntoIterator<Item = &'a Command>,
    items: impl IntoIterator<Item = &'a Item>,
) -> Result<Arc<Confinement>, Error> {
    let grants = Grants::of_commands(commands);
    let hidden = items.into_iter().flat_map(Item::hidden_files);
    if let Some((grant, case)) = grants.cover(hidden) {
        return Err(Error::Covered { grant, case });
    }
    Ok(Arc::new(Confinement {
        level: options.isolation.level(),
        without: options
            .without_layer
            .iter()
            .map(|one| one.layer())
            .collect(),
        grants,
    }))
}

/// How checkers are shut in: as submissions are, but with the cases to see.
pub(super) fn confinement_of_checkers(
    submissions: &Confinement,
    plan: &Plan,
    config: &Config,
) -> Arc<Confinement> {
    let mut grants = Grants::of_commands(plan.checkers().map(|checker| &checker.command));
    let arguments = plan.checkers().flat_map(|checker| &checker.arguments);
    let named = arguments.map(Path::new);
    for file in named.filter(|path| path.is_absolute() && path.is_file()) {
        grants.add(file);
    }
    let problems = config.problems.iter();
    let directories: Vec<_> = problems.map(|one| place(&one.problem.cases)).collect();
    for directory in &directories {
        grants.add(directory);
    }
    let checked = plan.items.iter().filter(|item| item.checker.is_some());
    let cases = checked.filter_map(|item| item.case.files.as_ref().ok());
    for file in cases.flat_map(|files| files.expected.iter().chain([&files.input])) {
        // A link may lead out of the directory of cases.
        let file = place(file);
        let mut around = directories.iter();
        if !around.any(|directory| file.starts_with(directory)) {
            grants.add(&file);
        }
    }
    Arc::new(Confinement {
        grants,
        ..submissions.clone()
    })
}

/// Asks this host what it can enforce, before anything runs, where the user wants all of it.
///
/// # Errors
/// When a promise cannot be kept, or no launcher can be started.
pub(super) fn demand(options: &Isolation, interrupt: &Interrupt) -> Result<(), Error> {
    if !options.strict {
        return Ok(());
    }
    let walls = probe(options, interrupt)?;
    match walls.not_enforced().as_slice() {
        [] => Ok(()),
        promises => Err(Error::NotEnforced {
            promises: promises.join(", "),
        }),
    }
}

/// What shuts programs in on this host, found out by starting a launcher.
///
/// # Errors
/// When none can be started.
pub(super) fn probe(options: &Isolation, interrupt: &Interrupt) -> Result<Walls, Error> {
    let confinement = confinement(options, [], [])?;
    let mut runner = Launched::new(&confinement, interrupt.cancel());
    walls(&mut runner, interrupt)
}

/// What shuts in the programs of a runner; an interruption in place of what follows from that.
fn walls(runner: &mut Launched, interrupt: &Interrupt) -> Result<Walls, Error> {
    let walls = runner.walls().cloned();
    walls.map_err(|error| match interrupt.by() {
        Some(signal) => Error::Interrupted(signal),
        None => error.into(),
    })
}

/// Runners for the workers of a run. The first is there from the beginning, since only its
/// launcher knows what this host allows.
pub(super) struct Runners<'a> {
    confinement: Arc<Confinement>,
    checkers: Arc<Confinement>,
    interrupt: &'a Interrupt,
    first: Mutex<Option<Launched>>,
    walls: Walls,
}

impl<'a> Runners<'a> {
    /// Starts the first one.
    ///
    /// # Errors
    /// When no launcher can be started.
    pub(super) fn start(
        confinement: Arc<Confinement>,
        checkers: Arc<Confinement>,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Error> {
        let mut first = Launched::new(&confinement, interrupt.cancel()).with_checkers(&checkers);
        Ok(Self {
            walls: walls(&mut first, interrupt)?,
            confinement,
            checkers,
            interrupt,
            first: Mutex::new(Some(first)),
        })
    }

    /// One for a worker.
    pub(super) fn next(&self) -> Launched {
        let first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        { first }.take().unwrap_or_else(|| {
            let runner = Launched::new(&self.confinement, self.interrupt.cancel());
            runner.with_checkers(&self.checkers)
        })
    }

    /// What shuts in the programs that they run.
    pub(super) const fn walls(&self) -> &Walls {
        &self.walls
    }
}
