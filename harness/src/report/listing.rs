//! What there is to judge, as JSON Lines: one line for the configuration, one for each problem.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::json::SCHEMA;
use super::settings::{
    Field, LimitFields, SettingFields, field, limits, set_in, settings, words_of,
};
use crate::config::Config;
use crate::model::{Case, Compare, Expect, Origin, Problem, Setting, Submission, Verdicts};
use crate::plan::Plan;
use crate::untrusted;

/// The lines of `judge list --format json` for what a plan leaves of a configuration.
pub fn listing(config: &Config, plan: &Plan) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut line = |line: &Line| {
        // Strings, numbers and maps with strings for keys: nothing here can be refused.
        bytes.extend(serde_json::to_vec(line).unwrap_or_default());
        bytes.push(b'\n');
    };
    line(&Line::List(ListLine {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        build: set_in(
            Origin::JudgeToml,
            config.build.iter().map(words_of).collect(),
        ),
        without_cases: plan
            .without_cases
            .iter()
            .map(|without| without.problem.clone())
            .collect(),
    }));
    for problem in config.problems.iter().map(|problem| &problem.problem) {
        if plan.items.iter().any(|item| *item.problem == problem.name) {
            line(&Line::Problem(Box::new(problem_line(
                config, problem, plan,
            ))));
        }
    }
    bytes
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    List(ListLine),
    Problem(Box<ProblemLine>),
}

#[derive(Serialize)]
struct ListLine {
    schema: u32,
    version: &'static str,
    build: Field<Vec<Vec<String>>>,
    without_cases: Vec<String>,
}

#[derive(Serialize)]
struct ProblemLine {
    problem: String,
    directory: String,
    profile: Field<&'static str>,
    /// `null` where a checker or an interactor decides.
    compare: Option<Field<String>>,
    /// What decides in place of a comparison.
    checker: Option<String>,
    reference: Option<String>,
    submissions: Vec<SubmissionFields>,
    cases: Vec<CaseFields>,
}

#[derive(Serialize)]
struct SubmissionFields {
    submission: String,
    program: String,
    words: Vec<String>,
    /// What it is meant to get on the cases that no group has, or on all.
    expect: String,
    /// By the cases as `judge.toml` has them.
    expect_on: Vec<GroupFields>,
    read: Field<Vec<String>>,
    env: Field<BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct GroupFields {
    cases: String,
    expect: String,
}

#[derive(Serialize)]
struct CaseFields {
    case: String,
    why: Option<String>,
    /// What keeps it from being judged.
    fault: Option<String>,
    limits: LimitFields,
    settings: SettingFields,
}

fn problem_line(config: &Config, problem: &Problem, plan: &Plan) -> ProblemLine {
    let planned = plan.submissions.iter();
    let planned = planned.filter(|planned| *planned.problem == problem.name);
    let mut seen = BTreeSet::new();
    let items = plan
        .items
        .iter()
        .filter(|item| *item.problem == problem.name);
    let cases = items.map(|item| &*item.case);
    ProblemLine {
        problem: problem.name.clone(),
        directory: untrusted::path(config.from_root(&problem.cases)),
        profile: field(problem.profile, |profile| profile.name()),
        compare: compare_of(problem).map(|compare| field(compare, |compare| compare.to_string())),
        checker: problem.checker.as_ref().map(ToString::to_string),
        reference: problem.reference.clone(),
        submissions: planned
            .map(|planned| submission(config, &planned.submission))
            .collect(),
        cases: cases
            .filter(|case| seen.insert(&case.name))
            .map(|case| case_fields(problem, case))
            .collect(),
    }
}

/// How outputs are compared, where nothing else decides.
fn compare_of(problem: &Problem) -> Option<Setting<Compare>> {
    problem.checker.is_none().then_some(problem.compare)
}

fn submission(config: &Config, submission: &Submission) -> SubmissionFields {
    let Submission {
        name,
        command,
        expect,
    } = submission;
    let read = command.read.iter();
    let (expect, expect_on) = expected(expect);
    SubmissionFields {
        submission: name.clone(),
        program: untrusted::path(config.from_root(&command.program)),
        words: words_of(command),
        expect,
        expect_on,
        read: set_in(
            Origin::Submission,
            read.map(|path| untrusted::path(config.from_root(path)))
                .collect(),
        ),
        env: set_in(Origin::Submission, command.env.clone()),
    }
}

fn expected(expect: &Expect) -> (String, Vec<GroupFields>) {
    let told = |verdicts: Verdicts| verdicts.joined("|");
    let groups = expect.groups.iter().map(|group| GroupFields {
        cases: group.cases.clone(),
        expect: told(group.verdicts),
    });
    (told(expect.rest), groups.collect())
}

fn case_fields(problem: &Problem, case: &Case) -> CaseFields {
    CaseFields {
        case: case.name.to_string(),
        why: case.why.clone(),
        fault: case.files.as_ref().err().map(ToString::to_string),
        limits: limits(&case.limits),
        settings: settings(&case.limits, compare_of(problem)),
    }
}
