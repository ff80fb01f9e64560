use std::ffi::{OsStr, OsString};
use std::io::{self, stdin};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::protocol::{Reply, Request, decode, encode};
use super::scratch::Scratch;
use super::supervise::{Streams, supervise};
use crate::sys::{self, Channel};

/// The hidden first argument that makes `judge` a launcher.
pub const MODE: &str = "__launcher";

/// Runs what is asked for over standard input, until the judge at its other end goes.
///
/// # Errors
/// When the launcher cannot do its work; the judge sees it go.
pub fn serve() -> io::Result<()> {
    sys::close_inherited_files();
    sys::reset_signals();
    sys::leave_terminal();
    sys::become_keeper_of_orphans()?;
    sys::set_constant_limits();
    let line = Channel::from(stdin().as_fd().try_clone_to_owned()?);
    let scratch = Scratch::here()?;
    let served = serve_all(&line, &scratch);
    scratch.remove();
    served
}

fn serve_all(line: &Channel, scratch: &Scratch) -> io::Result<()> {
    let mut message = Vec::new();
    while let Some(files) = line.receive(&mut message)? {
        let request: Request = decode(&message)?;
        let reply = run(&request, files, line, scratch)?;
        line.send(&encode(&reply)?, &[])?;
        scratch.empty()?;
    }
    Ok(())
}

fn run(
    request: &Request,
    files: Vec<OwnedFd>,
    line: &Channel,
    scratch: &Scratch,
) -> io::Result<Reply> {
    let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(files)
        .map_err(|_| io::Error::other("a request without its three files"))?;
    let streams = Streams {
        stdout: stdout.try_clone()?.into(),
        stderr: stderr.try_clone()?.into(),
    };
    let mut command = command(request, scratch.path());
    command.stdin(stdin).stdout(stdout).stderr(stderr);
    if let Err(error) = sys::limit_stack(request.stack) {
        return Ok(Reply::NotStarted(format!("its stack limit: {error}")));
    }
    let started = Instant::now();
    let leader = match command.spawn() {
        Ok(child) => child.id(),
        Err(error) => return Ok(Reply::NotStarted(error.to_string())),
    };
    // One byte more than the largest cap: a file of that size is known to be too long.
    sys::limit_file_size(leader, request.output.max(request.stderr) + 1);
    supervise(leader, started, request, &streams, line).map(Reply::Ended)
}

/// The program in a group of its own, with the fixed environment and what is added to it.
fn command(request: &Request, scratch: &Path) -> Command {
    let mut words = request.words.iter().map(|word| OsStr::from_bytes(word));
    let mut command = Command::new(OsStr::from_bytes(&request.program));
    if let Some(name) = words.next() {
        command.arg0(name);
    }
    command
        .args(words)
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", scratch)
        .env("TMPDIR", scratch)
        .env("LANG", "C.UTF-8")
        .envs(request.env.iter().map(|(name, value)| {
            (
                OsString::from_vec(name.clone()),
                OsString::from_vec(value.clone()),
            )
        }))
        .process_group(0)
        .stdin(Stdio::null());
    command
}
