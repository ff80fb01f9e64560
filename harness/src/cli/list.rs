use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::args::List;
use super::error::Error;
use super::self_check::self_check;
use super::{config, out};
use crate::config::Config;
use crate::figures::{bytes, count, duration};
use crate::model::{Case, Checker, Exit, Limits, Origin, Problem, Setting};
use crate::plan::{self, Plan};
use crate::untrusted;

/// `judge list`.
pub(super) fn list(args: &List, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let suite = config::suite(&config, &args.limits)?;
    let plan = plan::plan(&config, suite, &config::selection(&args.selection)?)?;
    if args.check {
        return self_check(args, &config, plan, hangup_ignored);
    }
    let mut text = String::new();
    for problem in &config.problems {
        show_problem(&mut text, &config, &problem.problem, &plan);
    }
    for problem in &plan.without_cases {
        let _ = writeln!(text, "{problem}");
    }
    out::write(text.as_bytes())?;
    Ok(plan.beforehand())
}

// Writing to a `String` cannot fail, here and below.
fn show_problem(text: &mut String, config: &Config, problem: &Problem, plan: &Plan) {
    let cases = cases(plan, &problem.name);
    let Some(common) = common_limits(&cases) else {
        return;
    };
    let _ = writeln!(
        text,
        "{}  {} in {}",
        untrusted::escape(problem.name.as_bytes()),
        count(cases.len(), "case"),
        untrusted::path(config.from_root(&problem.cases)),
    );
    match &problem.checker {
        Some(checker) => show_checker(text, config, checker),
        None => {
            let Setting { value, origin } = problem.compare;
            let _ = writeln!(text, "  compare     {value} ({})", origin.name());
        }
    }
    if let Some(reference) = &problem.reference {
        let _ = writeln!(
            text,
            "  reference   {}",
            untrusted::escape(reference.as_bytes())
        );
    }
    for (name, value, origin) in figures(&common) {
        let _ = writeln!(text, "  {name:<11} {value} ({})", origin.name());
    }
    show_submissions(text, config, problem, plan);
    text.push_str("  cases\n");
    for case in cases {
        show_case(text, case, &common);
    }
}

/// What decides in place of a comparison; the limits of a program with where they come from.
fn show_checker(text: &mut String, config: &Config, checker: &Checker) {
    match checker {
        Checker::BuiltIn(one) => {
            let _ = writeln!(text, "  checker     {}, built in", one.name());
        }
        Checker::Program(program) | Checker::Interactor(program) => {
            let file = config.from_root(&program.command.program);
            let (file, protocol) = (untrusted::path(file), program.protocol.name());
            let _ = writeln!(text, "  {:<11} {file}, {protocol}", checker.role());
            for (name, value, origin) in figures(&program.limits) {
                let _ = writeln!(text, "    {name:<9} {value} ({})", origin.name());
            }
        }
    }
}

fn show_submissions(text: &mut String, config: &Config, problem: &Problem, plan: &Plan) {
    text.push_str("  submissions\n");
    let planned = |name: &str| {
        plan.submissions
            .iter()
            .any(|planned| *planned.problem == problem.name && planned.submission.name == name)
    };
    for submission in problem.submissions.iter().filter(|one| planned(&one.name)) {
        let _ = writeln!(
            text,
            "    {}  {}  expect {}",
            untrusted::escape(submission.name.as_bytes()),
            untrusted::path(config.from_root(&submission.command.program)),
            submission.expect,
        );
    }
}

/// A case, and the limits in which it differs from the rest of its problem.
fn show_case(text: &mut String, case: &Case, common: &Limits) {
    let _ = write!(text, "    {}", case.name);
    for ((name, value, origin), common) in figures(&case.limits).into_iter().zip(figures(common)) {
        if (value.as_str(), origin) != (common.1.as_str(), common.2) {
            let _ = write!(text, "  {name} {value} ({})", origin.name());
        }
    }
    match (&case.files, &case.why) {
        (Err(fault), _) => {
            let _ = write!(text, "  cannot be judged: {}", fault);
        }
        (Ok(_), Some(why)) => {
            let _ = write!(text, "  {}", untrusted::escape(why.as_bytes()));
        }
        (Ok(_), None) => {}
    }
    text.push('\n');
}

/// The cases of a problem that are in the plan, each once.
fn cases<'a>(plan: &'a Plan, problem: &str) -> Vec<&'a Case> {
    let mut seen = BTreeSet::new();
    plan.items
        .iter()
        .filter(|item| &*item.problem == problem)
        .map(|item| &*item.case)
        .filter(|case| seen.insert(&case.name))
        .collect()
}

/// The limits that most cases of a problem have.
fn common_limits(cases: &[&Case]) -> Option<Limits> {
    let times = |limits: &Limits| cases.iter().filter(|case| case.limits == *limits).count();
    cases
        .iter()
        .map(|case| case.limits)
        .max_by_key(|limits| times(limits))
}

/// The limits by name, as people read them.
fn figures(limits: &Limits) -> [(&'static str, String, Origin); 6] {
    let size = |name, setting: Setting<u64>| (name, bytes(setting.value), setting.origin);
    [
        ("time", duration(limits.time.value), limits.time.origin),
        ("wall", duration(limits.wall.value), limits.wall.origin),
        size("memory", limits.memory),
        size("output", limits.output),
        size("stderr", limits.stderr),
        size("stack", limits.stack),
    ]
}
