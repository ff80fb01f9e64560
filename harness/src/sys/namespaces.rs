use std::fs;
use std::io;

/// The namespaces of a launcher: users, processes, network, System V and POSIX objects,
/// mounts, and the name of the host.
const ALL: libc::c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWUTS;

/// Where a process goes on after it was split in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The one that was there before; the other one has this number here.
    Outside(u32),
    /// The new one: process 1 of namespaces of its own, with all capabilities there and, until
    /// the one outside has called [`map_ids`], no user of its own.
    Inside,
}

/// Splits this process in two, the new one in namespaces of its own.
///
/// # Errors
/// When the system does not let this user have namespaces.
pub fn split_into_namespaces() -> io::Result<Side> {
    let flags = libc::c_long::from(ALL | libc::SIGCHLD);
    // SAFETY: without a stack of its own the new process goes on in a copy of this one, as
    // after `fork`. This process has one thread, so no lock is held by a thread that the
    // copy lacks.
    let pid = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    match u32::try_from(pid) {
        Ok(0) => Ok(Side::Inside),
        Ok(pid) => Ok(Side::Outside(pid)),
        Err(_) => Err(io::Error::last_os_error()),
    }
}

/// The one user and group that exist inside, by their numbers inside and outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// The user.
    pub user: u32,
    /// The group.
    pub group: u32,
}

/// The user whom nothing belongs to, on every system.
const NOBODY: u32 = 65534;

impl Ids {
    /// As whom programs run when this user judges: an ordinary user as themselves, the
    /// superuser as nobody.
    pub fn for_programs() -> Self {
        if is_superuser() {
            Self {
                user: NOBODY,
                group: NOBODY,
            }
        } else {
            Self {
                user: rustix::process::geteuid().as_raw(),
                group: rustix::process::getegid().as_raw(),
            }
        }
    }
}

/// Whether this process is the superuser.
pub fn is_superuser() -> bool {
    rustix::process::geteuid().is_root()
}

/// Lets `ids` exist inside the user namespace of the child `pid`.
///
/// # Errors
/// When the system refuses, as some do to ordinary users.
pub fn map_ids(pid: u32, ids: Ids) -> io::Result<()> {
    let file = |name: &str| format!("/proc/{pid}/{name}");
    if !is_superuser() {
        // Without this an ordinary user may map no group: see user_namespaces(7).
        fs::write(file("setgroups"), "deny")?;
    }
    fs::write(file("uid_map"), format!("{0} {0} 1\n", ids.user))?;
    fs::write(file("gid_map"), format!("{0} {0} 1\n", ids.group))
}
