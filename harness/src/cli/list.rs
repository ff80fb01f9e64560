use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use super::args::{Format, List};
use super::error::Error;
use super::self_check::self_check;
use super::{config, limits, out};
use crate::config::Config;
use crate::figures::{bytes, count, stretched};
use crate::model::{Case, Checker, Exit, Limits, Origin, Problem, Setting, Submission};
use crate::plan::{self, Plan};
use crate::report::listing;
use crate::untrusted;

/// `judge list`.
pub(super) fn list(args: &List, hangup_ignored: bool) -> Result<Exit, Error> {
    let config = config::load(&args.config)?;
    let suite = config::suite(&config, &args.limits)?;
    let ignored = match args.ignored {
        true => suite.ignored.clone(),
        false => Vec::new(),
    };
    let plan = plan::plan(&config, suite, &config::selection(&args.selection)?)?;
    if args.check {
        return self_check(args, &config, plan, hangup_ignored);
    }
    match args.format {
        Format::Human => out::write(text(&config, &plan, &ignored).as_bytes())?,
        Format::Json => out::write(&listing(&config, &plan))?,
    }
    let cases = || plan.items.iter().map(|item| &*item.case);
    for warning in limits::contradictions(cases()) {
        out::say(&format!("warning: {warning}"));
    }
    limits::possible(cases().map(|case| &case.limits))?;
    let is_faulty = |case: &Case| case.files.is_err();
    Ok(match cases().any(is_faulty) {
        true => plan.beforehand().or(Exit::JudgeError),
        false => plan.beforehand(),
    })
}

fn text(config: &Config, plan: &Plan, ignored: &[PathBuf]) -> String {
    let mut text = String::new();
    for command in &config.build {
        let words: Vec<_> = command
            .words
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        let command = untrusted::escape(shell_words::join(words).as_bytes());
        let _ = writeln!(text, "build  {command} ({})", Origin::JudgeToml.name());
    }
    for problem in &config.problems {
        show_problem(&mut text, config, &problem.problem, plan, ignored);
    }
    for problem in &plan.without_cases {
        let _ = writeln!(text, "{problem}");
    }
    text
}

// Writing to a `String` cannot fail, here and below.
fn show_problem(
    text: &mut String,
    config: &Config,
    problem: &Problem,
    plan: &Plan,
    ignored: &[PathBuf],
) {
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
    let profile = problem.profile;
    let _ = writeln!(
        text,
        "  profile     {} ({})",
        profile.value,
        profile.origin.name()
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
    show_ignored(text, config, problem, ignored);
}

/// The files below a problem's cases that belong to none.
fn show_ignored(text: &mut String, config: &Config, problem: &Problem, ignored: &[PathBuf]) {
    let mut files = ignored
        .iter()
        .filter(|path| path.starts_with(&problem.cases))
        .peekable();
    if files.peek().is_some() {
        text.push_str("  ignored\n");
    }
    for path in files {
        let _ = writeln!(text, "    {}", untrusted::path(config.from_root(path)));
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
        show_grants(text, config, submission);
    }
}

/// What a submission may read and finds in its environment beside the usual.
fn show_grants(text: &mut String, config: &Config, submission: &Submission) {
    let origin = Origin::Submission.name();
    for path in &submission.command.read {
        let path = untrusted::path(config.from_root(path));
        let _ = writeln!(text, "      read {path} ({origin})");
    }
    for (name, value) in &submission.command.env {
        let variable = untrusted::escape(format!("{name}={value}").as_bytes());
        let _ = writeln!(text, "      env {variable} ({origin})");
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
    let mut times: Vec<(Limits, usize)> = Vec::new();
    for case in cases {
        match times.iter_mut().find(|(limits, _)| *limits == case.limits) {
            Some((_, times)) => *times += 1,
            None => times.push((case.limits, 1)),
        }
    }
    let common = times.into_iter().max_by_key(|(_, times)| *times);
    common.map(|(limits, _)| limits)
}

/// The limits by name, as people read them.
fn figures(limits: &Limits) -> Vec<(&'static str, String, Origin)> {
    let size = |name, setting: Setting<u64>| (name, bytes(setting.value), setting.origin);
    let time = |name, setting: Setting<Duration>| {
        let time = stretched(setting.value, limits.time_factor.value);
        (name, time, setting.origin)
    };
    let mut figures = vec![
        time("time", limits.time),
        time("wall", limits.wall),
        ("clock", limits.clock.value.to_string(), limits.clock.origin),
        size("memory", limits.memory),
        size("output", limits.output),
        size("stderr", limits.stderr),
        size("stack", limits.stack),
    ];
    for (name, factor) in [
        ("time factor", limits.time_factor),
        ("overrun", limits.overrun),
    ] {
        if factor.origin != Origin::BuiltIn {
            figures.push((name, factor.value.to_string(), factor.origin));
        }
    }
    figures
}
