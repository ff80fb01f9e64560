use std::io;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use super::grants::Confinement;
use super::landlock::{self, Files};
use super::layers::{Layer, Level, Walls};
use super::protocol::{Start, decode, encode};
use super::root::{self, SCRATCH, failed};
use crate::sys::{self, Buffer, Footprint, Ids, Network, Refusals, Side};

/// The most processes and threads of a run.
pub(super) const MOST_PROCESSES: u64 = 64;

/// A process that is shut in as far as it was wanted and as this host allows.
#[derive(Debug)]
pub(super) struct Confined {
    /// How far that is.
    pub(super) walls: Walls,
    /// The directory in which programs run.
    pub(super) scratch: PathBuf,
    /// What in there holds granted files and stays.
    pub(super) kept: Vec<PathBuf>,
    /// The way to become small when all is set up, where there is one.
    pub(super) footprint: io::Result<Footprint>,
}

/// What this process is to do next.
#[derive(Debug)]
pub(super) enum Role {
    /// To start programs.
    Launcher(Confined),
    /// To wait until the launcher, which is this child, ends.
    Stub(u32),
    /// To end: another process is the launcher.
    Nothing,
}

/// Shuts this process in, or a child in its place.
///
/// # Errors
/// When it can do its work in no way.
pub(super) fn confine(start: &Start) -> io::Result<Role> {
    let confinement = &start.confinement;
    let mut walls = Walls::default();
    let inside = match wanted(confinement, Layer::Namespaces) {
        Ok(()) => enter_namespaces(confinement)?,
        Err(reason) => Entered::Not(reason),
    };
    let inside = match inside {
        Entered::Inside(inside) => {
            walls.enter(Layer::Namespaces, Ok(()));
            Some(inside)
        }
        Entered::Outside(pid) => return Ok(Role::Stub(pid)),
        Entered::Failed => return Ok(Role::Nothing),
        Entered::Not(reason) => {
            walls.enter(Layer::Namespaces, Err(reason));
            None
        }
    };
    let confined = match inside {
        Some(Inside { kept, footprint }) => Confined {
            walls,
            scratch: PathBuf::from(SCRATCH),
            kept,
            footprint,
        },
        None => outside(start, walls)?,
    };
    finish(confinement, confined).map(Role::Launcher)
}

/// Whether a layer is to be built, or why not.
pub(super) fn wanted(confinement: &Confinement, layer: Layer) -> Result<(), String> {
    let level = match (confinement.level, layer) {
        (Level::Full, _) => return left_out(confinement, layer),
        (Level::Basic, Layer::Namespaces) => "basic",
        (Level::Basic, _) => return left_out(confinement, layer),
        (Level::None, _) => "none",
    };
    Err(format!("not wanted: isolation {level}"))
}

fn left_out(confinement: &Confinement, layer: Layer) -> Result<(), String> {
    if confinement.without.contains(&layer) {
        return Err("left out".to_owned());
    }
    Ok(())
}

/// On which side of new namespaces this process is.
enum Entered {
    /// In them, in a root of its own.
    Inside(Inside),
    /// Outside; this child is in them and does the work.
    Outside(u32),
    /// In some that are of no use: the one outside goes on.
    Failed,
    /// There are none, and why.
    Not(String),
}

/// What a process has that is in namespaces.
struct Inside {
    kept: Vec<PathBuf>,
    footprint: io::Result<Footprint>,
}

/// Splits this process, and has the child do all that has to be done, to see whether it can.
/// The two talk over a channel: "your user exists now" goes down, the end of the work comes
/// back.
fn enter_namespaces(confinement: &Confinement) -> io::Result<Entered> {
    let ids = Ids::for_programs();
    let (outside, inside) = sys::channel()?;
    match sys::split_into_namespaces() {
        Err(error) => Ok(Entered::Not(failed("making namespaces")(error))),
        Ok(Side::Outside(pid)) => {
            drop(inside);
            let built = sys::map_ids(pid, ids)
                .map_err(failed("mapping the user"))
                .and_then(|()| hear(&outside));
            Ok(match built {
                Ok(()) => Entered::Outside(pid),
                Err(reason) => {
                    sys::kill(pid, || true);
                    sys::reap(pid);
                    Entered::Not(reason)
                }
            })
        }
        Ok(Side::Inside) => {
            drop(outside);
            if inside.receive(&mut Buffer::default())?.is_none() {
                return Ok(Entered::Failed);
            }
            // Before `/proc` is one that cannot be written.
            let footprint = Footprint::open();
            let built = root::enter(&confinement.grants, ids).and_then(|kept| {
                sys::die_with_parent().map_err(failed("binding its life"))?;
                Ok(kept)
            });
            inside.send(
                &encode(&built.as_ref().map(drop).map_err(Clone::clone))?,
                &[],
            )?;
            let inside = |kept| Entered::Inside(Inside { kept, footprint });
            Ok(built.map_or(Entered::Failed, inside))
        }
    }
}

/// Tells the child to go on and waits for what came of it.
fn hear(child: &sys::Channel) -> Result<(), String> {
    let mut buffer = Buffer::default();
    child.send(b"go", &[]).map_err(failed("going on"))?;
    let heard = child.receive(&mut buffer).map_err(failed("going on"))?;
    let Some(_) = heard else {
        return Err("it ended while it was building its root".to_owned());
    };
    decode::<Result<(), String>>(buffer.message()).map_err(failed("going on"))?
}

/// Makes what a launcher without namespaces needs: a scratch directory of the host, and
/// every orphan below it.
fn outside(start: &Start, mut walls: Walls) -> io::Result<Confined> {
    sys::become_keeper_of_orphans()?;
    // A change of user would take `/proc/self` away from this process.
    let footprint = Footprint::open();
    let scratch = tempfile::Builder::new()
        .prefix("judge-")
        .tempdir_in(start.temporary())?
        .keep();
    if wanted(&start.confinement, Layer::User).is_ok() {
        let changed = if sys::is_superuser() {
            let ids = Ids::for_programs();
            chown(&scratch, Some(ids.user), Some(ids.group))
                .and_then(|()| sys::become_user(ids))
                .map_err(failed("changing the user"))
        } else {
            Err("programs run as the user who judges".to_owned())
        };
        walls.enter(Layer::User, changed);
    }
    std::env::set_current_dir(&scratch)?;
    Ok(Confined {
        walls,
        scratch,
        kept: Vec::new(),
        footprint,
    })
}

/// Builds what is the same in namespaces and outside. From here on this process can do no
/// more than the programs that it starts.
fn finish(confinement: &Confinement, mut confined: Confined) -> io::Result<Confined> {
    let in_namespaces = confined.walls.has(Layer::Namespaces);
    sys::set_constant_limits();
    if in_namespaces {
        // This process counts too.
        sys::limit_processes(MOST_PROCESSES + 1);
        let built = wanted(confinement, Layer::User)
            .and_then(|()| sys::drop_capabilities().map_err(failed("dropping capabilities")));
        confined.walls.enter(Layer::User, built);
    } else if wanted(confinement, Layer::User).is_ok() {
        // A superuser who became an ordinary user has lost them by that.
        let _ = sys::drop_capabilities();
    }
    if confinement.level == Level::None {
        for layer in [Layer::User, Layer::Landlock, Layer::Seccomp] {
            confined.walls.enter(layer, wanted(confinement, layer));
        }
        return Ok(confined);
    }
    sys::forbid_new_privileges()?;
    sys::forbid_inspection();
    let built = landlock(confinement, &confined.scratch, in_namespaces);
    confined.walls.landlock_scopes = built == Ok(true);
    confined.walls.enter(Layer::Landlock, built.map(drop));
    let built = wanted(confinement, Layer::Seccomp).and_then(|()| seccomp(in_namespaces));
    confined.walls.enter(Layer::Seccomp, built);
    Ok(confined)
}

fn landlock(
    confinement: &Confinement,
    scratch: &Path,
    in_namespaces: bool,
) -> Result<bool, String> {
    wanted(confinement, Layer::Landlock)?;
    let files = if in_namespaces {
        Files::OwnRoot
    } else {
        Files::Granted(&confinement.grants)
    };
    landlock::restrict(&files, scratch)
}

fn seccomp(in_namespaces: bool) -> Result<(), String> {
    let keeper = std::process::id();
    let refusals = if in_namespaces {
        Refusals {
            network: Network::Private,
            keeper,
            // No number of a process outside means anything here, and the first process of a
            // namespace gets no signal from inside.
            out_of_reach: Vec::new(),
        }
    } else {
        Refusals {
            network: Network::Refused,
            keeper,
            out_of_reach: vec![keeper, std::os::unix::process::parent_id()],
        }
    };
    sys::refuse_calls(&refusals).map_err(failed("setting the filter"))
}
