use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use super::family::Family;
use super::members::Kin;
use super::protocol::{Ended, Request, Status, Stopped};
use crate::model::Ending;
use crate::sys::{self, Channel, Seen, Started};

/// How often a running program is looked at: 1.5 % of a core, and a program that touches
/// memory as fast as it can gets about 25 MiB further.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A look is never sooner than this after the one before, however little time is left.
const LOOK_AT_MOST_EVERY: Duration = Duration::from_micros(200);

/// The files of a run that are watched.
pub(super) struct Streams {
    /// None where the program writes to a pipe: whoever reads that counts.
    pub(super) stdout: Option<File>,
    pub(super) stderr: File,
    /// The reading end of a pipe: the run is ended when nobody holds the other end.
    pub(super) leash: Option<OwnedFd>,
}

/// Watches `child`, started at `started`, to the end of it and of all `kin`.
///
/// # Errors
/// When the judge on the other end of `line` has gone; everything is killed then, too.
pub(super) fn supervise(
    child: &Started,
    started: Instant,
    request: &Request,
    streams: &Streams,
    line: &Channel,
    kin: Kin,
) -> io::Result<Ended> {
    let leader = child.pid;
    let mut family = Family::new(kin);
    let watched = watch(child, started, request, streams, line, &mut family);
    let wall = started.elapsed();
    if !matches!(watched, Ok(None)) {
        // It is a zombie at most, so that its number is still its own.
        sys::kill_group(leader);
        sys::kill(leader, || true);
    }
    family.settle();
    let fate = sys::reap(leader).ok_or(io::ErrorKind::NotFound)?;
    family.enter(leader, fate.cpu);
    let killed = family.end();
    let stopped_by = watched?;
    Ok(Ended {
        status: match fate.ending {
            Ending::Exited(code) => Status::Code(code),
            Ending::Signaled(signal) => Status::Signal(signal.number),
        },
        stopped_by,
        cpu: family.cpu(),
        wall,
        memory: fate.peak_bytes.max(family.peak_bytes()),
        left_over: if stopped_by.is_some() { 0 } else { killed },
        backstop: false,
        feedback: None,
    })
}

/// Waits for the end of the leader (`None`) or the first limit that is exceeded.
fn watch(
    child: &Started,
    started: Instant,
    request: &Request,
    streams: &Streams,
    line: &Channel,
    family: &mut Family,
) -> io::Result<Option<Stopped>> {
    let mut until_look = LOOK_EVERY.min(request.time).min(request.wall);
    loop {
        let leash = streams.leash.as_ref().map(AsFd::as_fd);
        match child.watch.wait(until_look, line.as_fd(), leash)? {
            Seen::End => return Ok(None),
            Seen::Release => return Ok(Some(Stopped::Released)),
            Seen::Nothing => {}
        }
        let look = family.look(child.pid);
        if look.cpu > request.time {
            return Ok(Some(Stopped::Time));
        }
        if look.resident_bytes > request.memory {
            return Ok(Some(Stopped::Memory));
        }
        if let Some(stream) = too_long(request, streams) {
            return Ok(Some(stream));
        }
        let wall_left = request
            .wall
            .saturating_sub(waited(started, family, request.wall));
        if wall_left.is_zero() {
            return Ok(Some(Stopped::Wall));
        }
        // All cores at once may burn what is left of the CPU time.
        let cpu_left = (request.time - look.cpu) / sys::cores_u32();
        until_look = LOOK_EVERY
            .min(cpu_left)
            .min(wall_left)
            .max(LOOK_AT_MOST_EVERY);
    }
}

/// The stream that is above its cap, whatever became of the process that wrote it.
fn too_long(request: &Request, streams: &Streams) -> Option<Stopped> {
    let length = |file: &File| file.metadata().map_or(0, |metadata| metadata.len());
    if streams.stdout.as_ref().map_or(0, length) > request.output {
        Some(Stopped::Output)
    } else if length(&streams.stderr) > request.stderr {
        Some(Stopped::Stderr)
    } else {
        None
    }
}

/// Time on the wall clock since the start. When that would end the run, what its processes
/// and threads spent ready to run but waiting for a core is taken off: a busy machine is not
/// its fault. A tenth counts in any case, so that it ends.
fn waited(started: Instant, family: &Family, wall: Duration) -> Duration {
    let elapsed = started.elapsed();
    if elapsed < wall {
        return elapsed;
    }
    elapsed.saturating_sub(family.run_delay()).max(elapsed / 10)
}
