mod exhaust;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::promote_args::Promote;
use super::stress_args::Stress;
use crate::config;
use crate::launcher::{Layer, Level};
use crate::model::{Factor, Profile, Rule};
use crate::untrusted;

pub(super) use exhaust::Exhaust;

/// A local online judge.
///
/// Without a command it does what `judge run` does: it builds, runs every submission of
/// `judge.toml` on every case, in parallel and under the limits, and says what the real
/// judge would say, why, and where the first difference is.
#[derive(Debug, Parser)]
#[command(
    name = "judge",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "Example: judge flip-game/answers --jobs 2"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) run: Run,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(Run),
    Once(Once),
    List(List),
    Exhaust(Exhaust),
    Stress(Stress),
    Generate(Generate),
    Promote(Promote),
    Doctor(Doctor),
    Schema(Schema),
    Completions(Completions),
}

/// Which configuration to use.
#[derive(Debug, Group)]
pub(super) struct Config {
    /// The configuration; its directory is where relative paths start
    #[arg(long, value_name = "FILE", default_value = "judge.toml")]
    pub(super) config: PathBuf,
}

/// Which part of it to use.
#[derive(Debug, Group)]
pub(super) struct Selection {
    /// A case, a folder of cases, a glob over case paths, or `problem:NAME` or
    /// `submission:NAME`
    #[arg(value_name = "FILTER")]
    pub(super) filters: Vec<String>,
    /// Only this problem (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub(super) problem: Vec<String>,
    /// Only this submission (may be repeated)
    #[arg(long, value_name = "NAME")]
    pub(super) submission: Vec<String>,
}

/// How many at a time.
#[derive(Debug, Group)]
pub(super) struct Jobs {
    /// How many to run at a time [default: one for each core that this process may use]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) jobs: Option<NonZeroUsize>,
}

/// Limits that go before those of the configuration.
#[derive(Debug, Group)]
pub(super) struct Limits {
    /// Time limit, such as 1000ms or 2s: on CPU time unless the profile or `clock` says otherwise
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,
    /// Guard on the wall clock for programs that wait, such as 3s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) wall: Option<Duration>,
    /// Limit on peak memory, such as 64MiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) memory: Option<u64>,
    /// Limit on standard output, such as 64MiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) output: Option<u64>,
    /// The main thread's stack, such as 8MiB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) stack: Option<u64>,
    /// Stretch the limits on time, for a slower machine: 1 s becomes 1 s × F
    #[arg(long, value_name = "F", value_parser = factor, allow_hyphen_values = true)]
    pub(super) time_factor: Option<Factor>,
    /// Let a slow run go on to F × its limit to learn its real time; it is TLE all the same
    #[arg(long, value_name = "F", value_parser = overrun, allow_hyphen_values = true)]
    pub(super) overrun: Option<Factor>,
}

/// How far programs are shut in.
#[derive(Debug, Default, Group)]
pub(super) struct Isolation {
    /// How far programs are shut in
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Walled::Full)]
    pub(super) isolation: Walled,
    /// A layer to leave out, to see what falls with it.
    #[arg(long, value_enum, value_name = "LAYER", hide = true)]
    pub(super) without_layer: Vec<LayerName>,
    /// Refuse to run anything when this host cannot keep every promise
    #[arg(long)]
    pub(super) strict: bool,
}

/// The values of `--isolation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Walled {
    /// With all that this host allows
    #[default]
    Full,
    /// Without namespaces
    Basic,
    /// Not at all: a program can do what you can do
    None,
}

impl Walled {
    pub(super) const fn level(self) -> Level {
        match self {
            Self::Full => Level::Full,
            Self::Basic => Level::Basic,
            Self::None => Level::None,
        }
    }
}

/// The values of `--without-layer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LayerName {
    Namespaces,
    User,
    Landlock,
    Seccomp,
    Cgroup,
}

impl LayerName {
    pub(super) const fn layer(self) -> Layer {
        match self {
            Self::Namespaces => Layer::Namespaces,
            Self::User => Layer::User,
            Self::Landlock => Layer::Landlock,
            Self::Seccomp => Layer::Seccomp,
            Self::Cgroup => Layer::ControlGroup,
        }
    }
}

/// What goes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A report for people
    Human,
    /// JSON Lines, as results come
    Json,
}

/// Runs every submission on every selected case
///
/// The build commands of the configuration run first. Exit code: 0 when all is as expected,
/// 1 when a case is not, 2 wrong usage or configuration, 3 the build failed, 4 nothing to
/// judge, 5 the judge could not do its work for a case, 128+N interrupted by signal N.
#[derive(Debug, Group)]
#[command(after_help = "Example: judge run 'flip-game/answers/*' submission:flip-game-dfs")]
pub(super) struct Run {
    #[command(flatten)]
    pub(super) selection: Selection,
    #[command(flatten)]
    pub(super) config: Config,
    #[command(flatten)]
    pub(super) jobs: Jobs,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    /// Begin no further case once one is not as expected
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Run only and compare nothing; no case is called AC, and none needs an expected output
    #[arg(long)]
    pub(super) no_expected: bool,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
}

/// Runs one program on one case, without a configuration
///
/// Without `--expected` the output is compared with nothing, and is never called AC.
#[derive(Debug, Group)]
#[command(
    after_help = "Example: judge once --input cases/flip-game/statement/sample/input \
                  --expected cases/flip-game/statement/sample/expected -- target/release/flip-game-dfs"
)]
pub(super) struct Once {
    /// The file that the program finds on standard input
    #[arg(long, value_name = "FILE")]
    pub(super) input: PathBuf,
    /// The file with the expected output
    #[arg(long, value_name = "FILE")]
    pub(super) expected: Option<PathBuf>,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    /// The judge whose rules are taken over: poj, codeforces, kattis, atcoder or domjudge
    #[arg(long, value_name = "NAME", value_parser = profile)]
    pub(super) profile: Option<Profile>,
    /// How to compare: lines, unordered-lines, tokens, exact or float=1e-6 [default: as the
    /// profile does; lines]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(super) compare: Option<Rule>,
    /// Takes ASCII letters of either case for equal; not with exact
    #[arg(long)]
    pub(super) ignore_case: bool,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true, last = true)]
    pub(super) program: Vec<OsString>,
}

/// Shows problems, submissions, cases, and the limits in force with where each came from
///
/// With `--check`, the judge checks itself: an expected output that its own checker refuses,
/// or that differs from the built-in reference of the problem, is a fault of the case or of
/// the checker. Exit code 5 then.
///
/// Exit code: 0, or 5 when a case cannot be judged, which is said beside it.
#[derive(Debug, Group)]
#[command(after_help = "Example: judge list problem:fliptile --format json")]
pub(super) struct List {
    /// Give every expected output to its checker or comparison as if a submission had printed
    /// it, and show what is refused, in place of the list
    #[arg(long)]
    pub(super) check: bool,
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Shows also the files among the cases that belong to none
    #[arg(long)]
    pub(super) ignored: bool,
    #[command(flatten)]
    pub(super) config: Config,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
}

/// Makes new case directories from a named family and a seed
///
/// Expected outputs come from the built-in reference and are confirmed by the problem's
/// reference submission. No case is overwritten, and no input that is there already is made
/// again.
#[derive(Debug, Group)]
#[command(after_help = "Example: judge generate flip-game --family answer-6 --count 3 --seed 7")]
pub(super) struct Generate {
    /// The problem, as it is called in the configuration
    #[arg(value_name = "PROBLEM")]
    pub(super) problem: String,
    /// What kind of inputs; without it, the families are listed
    #[arg(long, value_name = "NAME")]
    pub(super) family: Option<String>,
    /// How many cases
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    pub(super) count: NonZeroUsize,
    /// Where the random numbers start: beside the same cases the same seed makes the same
    /// inputs [default: a new one]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) isolation: Isolation,
    #[command(flatten)]
    pub(super) config: Config,
}

/// Shows what this host can enforce and measure, layer by layer, and what is degraded
#[derive(Debug, Group)]
#[command(after_help = "Example: judge doctor --isolation basic")]
pub(super) struct Doctor {
    #[command(flatten)]
    pub(super) isolation: Isolation,
}

/// Prints the JSON Schema of `judge.toml`, for editors
///
/// Save it beside the file, and begin the file with the line `#:schema ./judge.schema.json`.
#[derive(Debug, Group)]
#[command(after_help = "Example: judge schema > judge.schema.json")]
pub(super) struct Schema {}

/// Prints a completion script for a shell
#[derive(Debug, Group)]
#[command(
    after_help = "Example: judge completions bash > ~/.local/share/bash-completion/completions/judge"
)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: Shell,
}

pub(super) fn duration(written: &str) -> Result<Duration, String> {
    config::duration(written).map_err(|error| with_help(&error, &error.help()))
}

fn size(written: &str) -> Result<u64, String> {
    config::size(written).map_err(|error| with_help(&error, &error.help()))
}

fn factor(written: &str) -> Result<Factor, String> {
    config::factor(written).map_err(|error| with_help(&error, &error.help()))
}

fn overrun(written: &str) -> Result<Factor, String> {
    config::overrun(written).map_err(|error| with_help(&error, &error.help()))
}

fn at_least_one(written: &str) -> Result<NonZeroUsize, String> {
    written.parse().map_err(|_| {
        let written = untrusted::escape(written.as_bytes());
        format!("`{written}` is no number to count with\nhelp: write a whole number from 1")
    })
}

fn profile(written: &str) -> Result<Profile, String> {
    written.parse().map_err(|()| {
        let written = untrusted::escape(written.as_bytes());
        let known = Profile::ALL.map(Profile::name).join("`, `");
        format!("there is no profile `{written}`\nhelp: write one of `{known}`")
    })
}

fn rule(written: &str) -> Result<Rule, String> {
    config::rule(written).map_err(|error| with_help(&error, &error.help()))
}

/// What is wrong with a value and what to do about it: `clap` shows an error as one text.
fn with_help(error: &dyn std::error::Error, help: &str) -> String {
    format!("{error}\nhelp: {help}")
}
