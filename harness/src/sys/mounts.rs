use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::Path;

use rustix::fs::CWD;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags,
};

/// A tree of files that is mounted nowhere yet.
#[derive(Debug)]
pub struct Tree(OwnedFd);

/// What nobody can do in a tree, not even its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Change anything: contents, names, permissions, times. No device opens and no set-user
    /// bit counts.
    ReadOnly,
    /// The same, but for devices, which are what it holds.
    Device,
    /// As [`Lock::ReadOnly`], but what is mounted below it stays as it is.
    ReadOnlyItself,
}

impl Tree {
    /// The file or directory at `path`, with what is mounted below it.
    ///
    /// # Errors
    /// When it is not there or this process is not in a mount namespace of its own.
    pub fn of(path: &Path) -> io::Result<Self> {
        let flags = OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC
            | OpenTreeFlags::AT_RECURSIVE;
        Ok(Self(rustix::mount::open_tree(CWD, path, flags)?))
    }

    /// A new file system in memory, writable, of at most so many bytes and inodes.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn in_memory(bytes: u64, inodes: u64) -> io::Result<Self> {
        let options = [("size", bytes), ("nr_inodes", inodes)];
        let flags = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
        new_file_system("tmpfs", &options, flags)
    }

    /// What the system tells of the processes of this namespace; nothing in it can be set.
    ///
    /// # Errors
    /// When the system refuses, as it does where parts of `/proc` are covered.
    pub fn of_processes() -> io::Result<Self> {
        let flags = MountAttrFlags::MOUNT_ATTR_RDONLY
            | MountAttrFlags::MOUNT_ATTR_NOSUID
            | MountAttrFlags::MOUNT_ATTR_NODEV
            | MountAttrFlags::MOUNT_ATTR_NOEXEC;
        new_file_system("proc", &[], flags)
    }

    /// Locks the tree and cuts it off from later mounts outside.
    ///
    /// # Errors
    /// When something in it is being written through this very mount.
    pub fn lock(&self, lock: Lock) -> io::Result<()> {
        let attributes = libc::MOUNT_ATTR_RDONLY
            | libc::MOUNT_ATTR_NOSUID
            | match lock {
                Lock::ReadOnly | Lock::ReadOnlyItself => libc::MOUNT_ATTR_NODEV,
                Lock::Device => libc::MOUNT_ATTR_NOEXEC,
            };
        let depth = match lock {
            Lock::ReadOnly | Lock::Device => libc::AT_RECURSIVE,
            Lock::ReadOnlyItself => 0,
        };
        let attributes = libc::mount_attr {
            attr_set: attributes,
            attr_clr: 0,
            propagation: libc::MS_PRIVATE,
            userns_fd: 0,
        };
        // SAFETY: the path is empty and ends in a zero byte, and the structure lives through
        // the call and has the size that is given.
        let done = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                self.0.as_raw_fd(),
                c"".as_ptr(),
                libc::AT_EMPTY_PATH | depth,
                &raw const attributes,
                size_of::<libc::mount_attr>(),
            )
        };
        if done == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }

    /// Mounts it at `path`, which is a file for a file and a directory for a directory.
    ///
    /// # Errors
    /// When the place is not there.
    pub fn attach(&self, path: &Path) -> io::Result<()> {
        let flags = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
        Ok(rustix::mount::move_mount(
            self.0.as_fd(),
            "",
            CWD,
            path,
            flags,
        )?)
    }

    /// Makes it the root of this process and leaves the old one, with all that was mounted.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn become_root(&self) -> io::Result<()> {
        // Any directory does that is on every system; it is gone with the old root.
        self.attach(Path::new("/proc"))?;
        rustix::process::chdir("/proc")?;
        // The old root comes to lie on top of the new one, and is taken off.
        rustix::process::pivot_root(".", ".")?;
        rustix::mount::unmount(".", UnmountFlags::DETACH)?;
        Ok(rustix::process::chdir("/")?)
    }
}

fn new_file_system(
    kind: &str,
    options: &[(&str, u64)],
    attributes: MountAttrFlags,
) -> io::Result<Tree> {
    let new = rustix::mount::fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC)?;
    for (key, value) in options {
        rustix::mount::fsconfig_set_string(new.as_fd(), *key, value.to_string())?;
    }
    rustix::mount::fsconfig_create(new.as_fd())?;
    let flags = FsMountFlags::FSMOUNT_CLOEXEC;
    Ok(Tree(rustix::mount::fsmount(
        new.as_fd(),
        flags,
        attributes,
    )?))
}
