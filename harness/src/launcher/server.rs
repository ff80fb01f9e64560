use std::fs::File;
use std::io::{self, Read, stdin};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Instant;

use super::confine::{Role, confine};
use super::feedback::{self, Feedback};
use super::layers::Layer;
use super::members::Kin;
use super::protocol::{Message, Reply, Request, Start, Welcome, decode, encode};
use super::scratch::Scratch;
use super::supervise::{Streams, supervise};
use crate::model::PROGRAM_PATH;
use crate::sys::{self, Buffer, Channel, Program, Spawner};

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
    let welcome = encode(&Ok::<_, String>(welcome))?;
    let mut server = Server {
        line,
        buffer,
        scratch,
        kin,
        spawner: Spawner::default(),
        stack: None,
    };
    let served = server.line.send(&welcome, &[]).and_then(|()| {
        if let Ok(footprint) = confined.footprint {
            // Without it programs are charged a little more than they use.
            let _ = footprint.shrink();
        }
        server.serve_all()
    });
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
    buffer: Buffer,
    scratch: Scratch,
    kin: Kin,
    spawner: Spawner,
    /// The limit of the stack in force.
    stack: Option<u64>,
}

impl Server {
    fn serve_all(&mut self) -> io::Result<()> {
        let mut may_go_on = true;
        while let Some((mut request, files)) = self.next(may_go_on)? {
            let feedback = feedback::prepare(&mut request, self.scratch.path())?;
            let mut reply = match feedback::unreadable(&request) {
                Some(reason) => Reply::NotStarted(reason),
                None => self.run(&request, files)?,
            };
            if let (Some(directory), Reply::Ended(ended)) = (feedback, &mut reply) {
                ended.feedback = Some(Feedback::read(&directory));
            }
            may_go_on = reply.was_quick();
            self.line.send(&encode(&reply)?, &[])?;
            self.scratch.empty()?;
        }
        Ok(())
    }

    /// The next request with its files, once it may run; `None` when the judge has gone.
    fn next(&mut self, mut may_go_on: bool) -> io::Result<Option<(Request, Vec<OwnedFd>)>> {
        let mut next = None;
        while next.is_none() || !may_go_on {
            let Some(files) = self.line.receive(&mut self.buffer)? else {
                return Ok(None);
            };
            match decode(self.buffer.message())? {
                Message::Run(request) => next = Some((request, files)),
                Message::GoOn => may_go_on = true,
            }
        }
        Ok(next)
    }

    fn run(&mut self, request: &Request, mut files: Vec<OwnedFd>) -> io::Result<Reply> {
        let leash = (files.len() > 3).then(|| files.pop()).flatten();
        let [stdin, stdout, stderr] = <[OwnedFd; 3]>::try_from(files)
            .map_err(|_| io::Error::other("a request without its three files"))?;
        if let Err(error) = self.limit_stack(request.stack) {
            return Ok(Reply::NotStarted(format!("its stack limit: {error}")));
        }
        let files = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        // One byte more than the largest cap: a file of that size is known to be too long.
        let file_size = request.output.max(request.stderr) + 1;
        let started = Instant::now();
        let spawned = program(request, self.scratch.path())
            .and_then(|program| self.spawner.spawn(&program, files, file_size));
        let child = match spawned {
            Ok(child) => child,
            Err(error) => return Ok(Reply::NotStarted(error.to_string())),
        };
        drop(stdin);
        let streams = Streams {
            // Held here, a pipe would not end when its writers do.
            stdout: leash.is_none().then(|| stdout.into()),
            stderr: stderr.into(),
            leash,
        };
        supervise(&child, started, request, &streams, &self.line, self.kin).map(Reply::Ended)
    }

    fn limit_stack(&mut self, bytes: u64) -> io::Result<()> {
        if self.stack != Some(bytes) {
            self.stack = None;
            sys::limit_stack(bytes)?;
            self.stack = Some(bytes);
        }
        Ok(())
    }
}

/// The program with the fixed environment and what is added to it.
fn program(request: &Request, scratch: &Path) -> io::Result<Program> {
    let scratch = scratch.as_os_str().as_bytes();
    let fixed = [
        (&b"PATH"[..], PROGRAM_PATH.as_bytes()),
        (b"HOME", scratch),
        (b"TMPDIR", scratch),
        (b"LANG", b"C.UTF-8"),
    ];
    let is_fixed = |name: &[u8]| request.env.iter().all(|(added, _)| added != name);
    let fixed = fixed.into_iter().filter(|(name, _)| is_fixed(name));
    let added = request.env.iter();
    let added = added.map(|(name, value)| (name.as_slice(), value.as_slice()));
    Program::new(
        request.program.clone(),
        request.words.iter().cloned(),
        fixed
            .chain(added)
            .map(|(name, value)| [name, b"=", value].concat()),
    )
}
