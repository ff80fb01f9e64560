use super::error::Error;
use super::interrupt::Interrupt;
use super::promote_args::Promote;
use super::stress::{runner, scratch};
use super::{build, config, isolation, limits, out};
use crate::config::{Config, Layers, Problem, resolve};
use crate::method;
use crate::model::Exit;
use crate::stress::{self, Kept, Promotion, Setup, is_meant_to_be_right, kept};
use crate::untrusted;

/// `judge promote`.
pub(super) fn promote(args: &Promote, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let kept = kept(&args.file)?;
    let problem = problem(args, &config, &kept)?;
    limits::possible([&resolve(&Layers::of(&config, problem), 0)])?;
    let interrupt = Interrupt::watch(hangup_ignored)?;
    isolation::demand(&args.isolation, &interrupt)?;
    build::build(&config, &interrupt)?;
    let scratch = scratch()?;
    let setup = Setup {
        problem,
        layers: Layers::of(&config, problem),
        validator: problem.problem.validator.as_ref(),
        scratch: scratch.path(),
    };
    let promotion = Promotion {
        kept: &kept,
        name: args.name.as_deref(),
        why: args.why.as_deref(),
    };
    let mut second = problem.problem.submissions.clone();
    let is_known = method::for_problem(&problem.problem.name).is_some();
    second.retain(|one| !is_known && is_meant_to_be_right(one));
    let mut runner = runner(&args.isolation, setup, &second, None, &interrupt)?;
    let promoted = match (
        stress::promote(&promotion, setup, &mut runner),
        interrupt.by(),
    ) {
        (Err(_), Some(signal)) => return Ok(Exit::Interrupted(signal)),
        (promoted, _) => promoted?,
    };
    let directory = untrusted::path(config.from_root(&promoted.directory));
    out::write(format!("{directory}  {}\n", promoted.why).as_bytes())?;
    out::say(&format!(
        "expected output by {}, {}",
        promoted.reference,
        match promoted.confirmed_by {
            Some(name) => format!("confirmed by {name}"),
            None => "confirmed by nobody: the problem has no second method".to_owned(),
        }
    ));
    Ok(Exit::AsExpected)
}

/// The problem that the command line names, or the counterexample; or else the only one.
fn problem<'a>(args: &Promote, config: &'a Config, kept: &Kept) -> Result<&'a Problem, Error> {
    match (
        args.problem.as_deref().or(kept.problem()),
        config.problems.as_slice(),
    ) {
        (Some(name), _) => config::problem(config, name),
        (None, [only]) => Ok(only),
        (None, _) => Err(Error::Usage {
            message: "nothing says which problem the input is for".to_owned(),
            help: "name it with `--problem`".to_owned(),
        }),
    }
}
