use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, mpsc};
use std::thread;

use super::args::{Format, Run};
use super::error::Error;
use super::interrupt::Interrupt;
use super::isolation::{self, Runners, confinement, confinement_of_checkers};
use super::{build, config, exit, limits, out};
use crate::config::Config;
use crate::engine::{self, Manner};
use crate::event::{Event, Sink};
use crate::launcher::Walls;
use crate::model::{Exit, RunFacts, SubmissionCounts};
use crate::plan::{self, Item, Plan};
use crate::report::{Json, Last, Tally, Terminal, dispatch};
use crate::sys;

/// `judge run`.
pub(super) fn run(args: &Run, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let suite = config::suite(&config, &args.limits)?;
    // What cannot be selected is said before anybody waits for a build.
    let mut plan = plan::plan(&config, suite, &config::selection(&args.selection)?)?;
    if args.no_expected {
        plan.compare_nothing();
    }
    limits::possible(plan.items.iter().map(|item| &item.case.limits))?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    build::build(&config, &interrupt)?;
    plan.look_at_programs();
    let mut sinks: Vec<Box<dyn Sink>> = vec![for_stdout(args.format)];
    let mut warnings = warnings(&plan);
    match Last::new(&config.root) {
        Ok(last) => sinks.push(Box::new(last)),
        Err(error) => warnings.push(format!("these results cannot be kept: {error}")),
    }
    if args.format == Format::Json {
        // Lines of JSON have no place for them, and nothing may be empty unsaid.
        for warning in warnings.drain(..) {
            out::say(&format!("warning: {warning}"));
        }
    }
    let submissions = plan.submissions.iter();
    let confinement = confinement(
        &args.isolation,
        submissions.map(|planned| &planned.submission.command),
        &plan.items,
    )?;
    let checkers = confinement_of_checkers(&confinement, &plan, &config);
    let runners = Runners::start(confinement, checkers, &interrupt)?;
    let manner = Manner {
        jobs: args.jobs.jobs.map_or_else(sys::cores, usize::from),
        fail_fast: args.fail_fast,
    };
    let facts = facts(&config, &plan, manner.jobs, runners.walls());
    judge(&plan, manner, &interrupt, &runners, facts, sinks, warnings)
}

/// What people should know of a plan before it is judged.
fn warnings(plan: &Plan) -> Vec<String> {
    let mut warnings: Vec<String> = plan.without_cases.iter().map(ToString::to_string).collect();
    let cases = plan.items.iter().map(|item| &*item.case);
    warnings.extend(limits::contradictions(cases));
    warnings
}

fn for_stdout(format: Format) -> Box<dyn Sink> {
    match format {
        Format::Human => Box::new(Terminal::new(out::stdout(), out::is_watched())),
        Format::Json => Box::new(Json::new(io::stdout())),
    }
}

/// How many events may wait for a slow reader of the report. Judging waits then, so that
/// memory does not grow with the number of cases.
const EVENTS: usize = 1024;

/// Judges on a thread of its own, and shows what happens on this one.
fn judge(
    plan: &Plan,
    manner: Manner,
    interrupt: &Interrupt,
    runners: &Runners<'_>,
    facts: RunFacts,
    sinks: Vec<Box<dyn Sink>>,
    warnings: Vec<String>,
) -> Result<Exit, Error> {
    let (sender, receiver) = mpsc::sync_channel(EVENTS);
    let (judged, (summary, failures)) = thread::scope(|scope| {
        let thread = thread::Builder::new().name("engine".to_owned());
        let reporter = thread::current();
        let engine = thread.spawn_scoped(scope, move || {
            // Nobody else sends, and the receiver lives as long as this scope.
            let _ = sender.send(Event::RunStarted(Arc::new(facts)));
            for warning in warnings {
                let _ = sender.send(Event::Warning(warning));
            }
            let judged = engine::judge(
                &plan.items,
                manner,
                || runners.next(),
                || interrupt.by(),
                &sender,
            );
            drop(sender);
            reporter.unpark();
            judged
        });
        let engine = engine.map_err(Error::Thread)?;
        let shown = dispatch(&receiver, tally(plan), sinks);
        Ok::<_, Error>((engine.join(), shown))
    })?;
    judged.map_err(|_| Error::Panicked)??;
    Ok(failures.into_iter().fold(summary.exit, with_failure))
}

/// The exit code, now that a report could not be written. An interruption still counts more.
fn with_failure(exit: Exit, failure: io::Error) -> Exit {
    match out::forgive_closed_pipe(Err(failure)) {
        Ok(()) => exit,
        Err(failure) => exit.or(exit::said(&Error::Output(failure))),
    }
}

fn facts(config: &Config, plan: &Plan, jobs: usize, walls: &Walls) -> RunFacts {
    let items = || plan.items.iter();
    let limits = |item: &Item| (item.case.limits.time.value, item.case.limits.memory.value);
    let first = items().next();
    RunFacts {
        version: env!("CARGO_PKG_VERSION"),
        cores: sys::cores(),
        kernel: sys::kernel(),
        layers: walls.names(),
        not_enforced: walls.not_enforced(),
        build: config.build.clone(),
        programs: plan
            .submissions
            .iter()
            .map(|planned| (planned.problem.clone(), Arc::clone(&planned.submission)))
            .collect(),
        jobs,
        items: plan.items.len(),
        submissions: plan.submissions.len(),
        cases: items()
            .map(|item| item.case.name.as_str())
            .collect::<BTreeSet<_>>()
            .len(),
        limits: first
            .filter(|first| items().all(|item| limits(item) == limits(first)))
            .map(|first| first.case.limits),
    }
}

fn tally(plan: &Plan) -> Tally {
    let counts = plan.submissions.iter().map(|planned| {
        SubmissionCounts::new(
            planned.problem.clone(),
            planned.submission.name.as_str().into(),
            planned.groups.clone(),
        )
    });
    Tally::new(plan.items.len(), counts.collect(), plan.beforehand())
}
