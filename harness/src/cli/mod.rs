//! The command line: words in, exit code out. Only here do errors become text.

mod args;
mod board_bar;
mod build;
mod completions;
mod config;
mod doctor;
mod error;
mod exhaust;
mod exit;
mod generate;
mod interrupt;
mod isolation;
mod limits;
mod list;
mod once;
mod out;
mod promote;
mod promote_args;
mod run;
mod schema;
mod self_check;
mod stress;
mod stress_args;
mod stress_teller;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::launcher;
use crate::model::Exit;
use crate::{nearest, plan, sys, untrusted};
use args::{Args, Command};
use error::Error;

/// Does what the arguments of this process say, and gives its exit code.
pub fn main() -> ExitCode {
    // Before anything else, so that the launcher stays as small as it is here.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == launcher::MODE)
    {
        return exit::of_launcher(&launcher::serve());
    }
    let hangup_ignored = sys::reset_signals();
    sys::survive_failed_writes();
    sys::raise_open_files();
    if hangup_ignored {
        sys::ignore_hangup();
    }
    let done = match Args::try_parse() {
        Ok(args) => dispatch(args, hangup_ignored),
        Err(error) => Ok(usage(&error)),
    };
    exit::code(done)
}

fn dispatch(args: Args, hangup_ignored: bool) -> Result<Exit, Error> {
    match args.command {
        None => run::run(&args.run, hangup_ignored).map_err(or_command),
        Some(Command::Run(run)) => run::run(&run, hangup_ignored),
        Some(Command::Once(once)) => once::once(&once, hangup_ignored),
        Some(Command::List(list)) => list::list(&list, hangup_ignored),
        Some(Command::Exhaust(exhaust)) => exhaust::exhaust(&exhaust, hangup_ignored),
        Some(Command::Stress(stress)) => stress::stress(&stress, hangup_ignored),
        Some(Command::Generate(generate)) => generate::generate(&generate, hangup_ignored),
        Some(Command::Promote(promote)) => promote::promote(&promote, hangup_ignored),
        Some(Command::Doctor(doctor)) => doctor::doctor(&doctor, hangup_ignored),
        Some(Command::Schema(_)) => schema::schema(),
        Some(Command::Completions(completions)) => completions::completions(&completions),
    }
}

/// Words without a command are filters; one that fits nothing may be a misspelt command.
fn or_command(error: Error) -> Error {
    let Error::Plan(plan::Error::NoMatch { filter, nearest }) = error else {
        return error;
    };
    let args = Args::command();
    let names = || args.get_subcommands().map(clap::Command::get_name);
    if names().any(|name| name == filter) {
        return Error::Usage {
            message: format!("the command `{filter}` stands behind an option"),
            help: format!("write the command first, as in `judge {filter} --help`"),
        };
    }
    let command = nearest::nearest(&filter, names().chain(["help"]));
    let command = command.map(|name| format!("judge {name}"));
    Error::Plan(plan::Error::NoMatch {
        filter,
        nearest: nearest.or(command),
    })
}

/// What `clap` has to say: help and version are what was asked for, the rest is not.
fn usage(error: &clap::Error) -> Exit {
    let text = error.render().to_string();
    let lines = || text.lines().map(|line| untrusted::escape(line.as_bytes()));
    if lines().ne(text.lines().map(|line| line.replace('\\', "\\\\"))) {
        // It repeats an argument that is no plain text.
        out::say(&lines().collect::<Vec<_>>().join("\n"));
    } else {
        // A closed pipe is no reason for another exit code.
        let _ = error.print();
    }
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::AsExpected,
        _ => Exit::Usage,
    }
}
