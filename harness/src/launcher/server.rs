use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, stdin};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use super::confine::{Role, confine};
use super::feedback::{self, Feedback};
use super::layers::Layer;
use super::members::Kin;
use super::protocol::{Reply, Request, Start, Welcome, decode, encode};
use super::scratch::Scratch;
use super::supervise::{Streams, supervise};
use crate::model::PROGRAM_PATH;
use crate::sys::{self, Buffer, Channel};

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
    let line = Channel::from(stdin().as_fd().try_clone_to_owned()?);
    let mut buffer = Buffer::default();
    let Some(start) = start(&line, &mut buffer)? else {
        return Ok(());
    };
    let confined = match confine(&start) {
        Ok(Role::Launcher(confined)) => confined,
        Err(error) => {
            let answer: Result<Welcome, String> = Err(without_path(&error));
            return line.send(&encode(&answer)?, &[]);
        }
        Ok(Role::Stub(launcher)) => {
            sys::reap(launcher);
            return Ok(());
        }
        Ok(Role::Nothing) => return Ok(()),
    };
    drop(start);
    let kin = if confined.walls.has(Layer::Namespaces) {
        Kin::Namespace
    } else {
        Kin::Descendants
    };
    let scratch = Scratch::here(&confined.scratch, &confined.kept)?;
    let welcome = Welcome::new(confined.walls, &confined.scratch, kin == Kin::Descendants);
    line.send(&encode(&Ok::<_, String>(welcome))?, &[])?;
    if let Ok(footprint) = confined.footprint {
        // Without it programs are charged a little more than they use.
        let _ = footprint.shrink();
    }
    let server = Server { line, scratch, kin };
    let served = server.serve_all(&mut buffer);
    if kin == Kin::Descendants {
        server.scratch.remove();
    }
    served
}

/// What the system said, without the name of a temporary directory that is a new one each
/// time: the same fault has the same words.
fn without_path(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code).to_string(),
        None => error.kind().to_string(),
    }
}

/// What the judge wants: it may be long, so it comes as a file.
fn start(line: &Channel, buffer: &mut Buffer) -> io::Result<Option<Start>> {
    let Some(mut files) = line.receive(buffer)? else {
        return Ok(None);
    };
    let file = files.pop().ok_or(io::ErrorKind::InvalidData)?;
    let mut bytes = Vec::new();
    File::from(file).read_to_end(&mut bytes)?;
    decode(&bytes).map(Some)
}

/// A launcher at work.
struct Server {
    line: Channel,
    scratch: Scratch,
    kin: Kin,
}

impl Server {
    fn serve_all(&self, buffer: &mut Buffer) -> io::Result<()> {
        while let Some(files) = self.line.receive(buffer)? {
            let mut request: Request = decode(buffer.message())?;
            let feedback = feedback::prepare(&mut request, self.scratch.path())?;
            let mut reply = match feedback::unreadable(&request) {
                Some(reason) => Reply::NotStarted(reason),
                None => self.run(&request, files)?,
            };
            if let (Some(directory), Reply::Ended(ended)) = (feedback, &mut reply) {
                ended.feedback = Some(Feedback::read(&directory));
            }
            self.line.send(&encode(&reply)?, &[])?;
            self.scratch.empty()?;
        }
        Ok(())
    }

    fn run(&self, request: &Request, files: Vec<OwnedFd>) -> io::Result<Reply> {
        let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(files)
            .map_err(|_| io::Error::other("a request without its three files"))?;
        let streams = Streams {
            stdout: stdout.try_clone()?.into(),
            stderr: stderr.try_clone()?.into(),
        };
        let mut command = command(request, self.scratch.path());
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
        supervise(leader, started, request, &streams, &self.line, self.kin).map(Reply::Ended)
    }
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
        .env("PATH", PROGRAM_PATH)
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
