use clap::CommandFactory;

use super::args::{Args, Completions};
use super::error::Error;
use super::out;
use crate::model::Exit;

/// `judge completions`.
pub(super) fn completions(args: &Completions) -> Result<Exit, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "judge", &mut script);
    out::write(&script)?;
    Ok(Exit::AsExpected)
}
