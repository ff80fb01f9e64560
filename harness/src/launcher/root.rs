use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use super::grants::{ETC, Grants, is_system_directory};
use crate::sys::{self, Ids, Lock, Tree};

/// The most that a program may have in its scratch directory, in bytes.
pub(super) const SCRATCH_BYTES: u64 = 64 << 20;

/// The most files and directories there.
const SCRATCH_INODES: u64 = 10_000;

/// Where the scratch directory is seen.
pub(super) const SCRATCH: &str = "/tmp";

/// Where it is seen, too: files there are POSIX shared memory and semaphores.
const SHARED_MEMORY: &str = "/dev/shm";

/// Devices that hold nothing and tell nothing.
pub(super) const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];

/// The standard streams by their names.
const STREAMS: &[(&str, &str)] = &[
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];

/// What is to be found at a path of the new root.
struct Piece {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    Directory(Tree),
    File(Tree),
    Link(PathBuf),
}

/// Leaves the root of the host for one that holds what was granted and nothing else, as the
/// only user that exists there. The working directory is the empty scratch directory then.
///
/// What is granted is opened first, by a process that can still go where the judge can. From
/// the change of root on, a path cannot lead out of it any more, whatever links it has.
///
/// Gives the names in the scratch directory that hold granted files and stay.
///
/// # Errors
/// The step that failed and what the system said.
pub(super) fn enter(grants: &Grants, ids: Ids) -> Result<Vec<PathBuf>, String> {
    let mut pieces = system_pieces().map_err(failed("reading the root directory"))?;
    let granted = granted_pieces(grants);
    let processes = Tree::of_processes().map_err(failed("mounting /proc"))?;
    sys::become_user(ids).map_err(failed("changing the user"))?;
    let root = Tree::in_memory(1 << 20, 4096).map_err(failed("making a root"))?;
    root.become_root().map_err(failed("changing the root"))?;
    let scratch = Tree::in_memory(SCRATCH_BYTES, SCRATCH_INODES);
    build(
        &scratch.map_err(failed("making a scratch directory"))?,
        &processes,
    )
    .map_err(failed("building the root"))?;
    let mut below_scratch = BelowScratch::default();
    pieces.extend(granted);
    for piece in &pieces {
        place(piece, &mut below_scratch).map_err(failed(&piece.path.to_string_lossy()))?;
    }
    for tree in below_scratch.trees.iter().chain([&root]) {
        tree.lock(Lock::ReadOnlyItself)
            .map_err(failed("locking the root"))?;
    }
    std::env::set_current_dir(SCRATCH).map_err(failed("entering the scratch directory"))?;
    Ok(below_scratch.names)
}

/// Puts words before what the system said.
pub(super) fn failed(step: &str) -> impl FnOnce(io::Error) -> String {
    move |error| format!("{step}: {error}")
}

/// What was granted. A file or directory within a granted directory is there with that one;
/// by paths in order, the outer one comes first.
fn granted_pieces(grants: &Grants) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for path in grants.paths() {
        let is_there = pieces
            .iter()
            .any(|piece| matches!(piece.kind, Kind::Directory(_)) && path.starts_with(&piece.path));
        if !is_there {
            pieces.extend(piece(path));
        }
    }
    pieces
}

/// Directories for programs and libraries, a little of `/etc`, and harmless devices.
fn system_pieces() -> io::Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    for entry in fs::read_dir("/")? {
        let path = entry?.path();
        if is_system_directory(&path) {
            pieces.extend(piece(path));
        }
    }
    for pattern in ETC {
        pieces.extend(matches(pattern).into_iter().filter_map(piece));
    }
    for name in DEVICES {
        let path = Path::new("/dev").join(name);
        let tree = Tree::of(&path)?;
        tree.lock(Lock::Device)?;
        pieces.push(Piece {
            path,
            kind: Kind::File(tree),
        });
    }
    Ok(pieces)
}

/// The paths in `/etc` that begin as the pattern does.
pub(super) fn matches(pattern: &str) -> Vec<PathBuf> {
    let Some(beginning) = pattern.strip_suffix('*') else {
        return vec![Path::new("/etc").join(pattern)];
    };
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(beginning))
        .map(|entry| entry.path())
        .collect()
}

/// What is at a path of the host, locked. `None` when it cannot be had: a program that is
/// not there cannot be started, which its run will say.
fn piece(path: PathBuf) -> Option<Piece> {
    let is_of_system = is_system_directory(&path) || path.starts_with("/etc");
    if is_of_system && let Ok(target) = fs::read_link(&path) {
        let kind = Kind::Link(target);
        return Some(Piece { path, kind });
    }
    let metadata = fs::metadata(&path).ok()?;
    let tree = Tree::of(&path).ok()?;
    tree.lock(Lock::ReadOnly).ok()?;
    let kind = if metadata.is_dir() {
        Kind::Directory(tree)
    } else {
        Kind::File(tree)
    };
    Some(Piece { path, kind })
}

/// The directories of the new root that hold no file of the host.
fn build(scratch: &Tree, processes: &Tree) -> io::Result<()> {
    for directory in ["/proc", "/dev", "/etc", SCRATCH] {
        fs::create_dir(directory)?;
    }
    processes.attach(Path::new("/proc"))?;
    scratch.attach(Path::new(SCRATCH))?;
    symlink(SCRATCH, SHARED_MEMORY)?;
    for (name, target) in STREAMS {
        symlink(target, Path::new("/dev").join(name))?;
    }
    Ok(())
}

/// What is granted by paths that lie in the scratch directory of programs.
#[derive(Default)]
struct BelowScratch {
    /// The entries of the scratch directory through which they go.
    names: Vec<PathBuf>,
    /// What those entries are that are directories, still writable.
    trees: Vec<Tree>,
}

/// Puts a piece where it belongs.
fn place(piece: &Piece, below_scratch: &mut BelowScratch) -> io::Result<()> {
    if let Some(path) = path_in_scratch(&piece.path) {
        below_scratch.protect(path)?;
    }
    if let Some(parent) = piece.path.parent() {
        fs::create_dir_all(parent)?;
    }
    match &piece.kind {
        Kind::Link(target) => symlink(target, &piece.path),
        Kind::Directory(tree) => {
            fs::create_dir_all(&piece.path)?;
            tree.attach(&piece.path)
        }
        Kind::File(tree) => {
            fs::File::options()
                .create(true)
                .append(true)
                .open(&piece.path)?;
            tree.attach(&piece.path)
        }
    }
}

/// The path from the scratch directory to what lies in it.
fn path_in_scratch(path: &Path) -> Option<&Path> {
    [SCRATCH, SHARED_MEMORY]
        .iter()
        .find_map(|place| path.strip_prefix(place).ok())
}

impl BelowScratch {
    /// Makes the entry of the scratch directory through which `path` from there leads. A
    /// mount point can be neither moved nor removed, so that is what it becomes: by the
    /// granted file itself, or by a little file system for the directories above it.
    fn protect(&mut self, path: &Path) -> io::Result<()> {
        let mut components = path.components();
        let Some(Component::Normal(name)) = components.next() else {
            return Ok(());
        };
        let name = Path::new(SCRATCH).join(name);
        if self.names.contains(&name) {
            return Ok(());
        }
        if components.next().is_some() {
            fs::create_dir(&name)?;
            let tree = Tree::in_memory(1 << 20, 4096)?;
            tree.attach(&name)?;
            self.trees.push(tree);
        }
        self.names.push(name);
        Ok(())
    }
}
