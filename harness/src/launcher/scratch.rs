use std::cell::Cell;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, IFlags, Mode, OFlags, Timespec, Timestamps};
use rustix::io::Errno;

/// The kind of file system that lies in memory: see statfs(2).
const TMPFS: rustix::fs::FsWord = 0x0102_1994;

/// The directory in which programs run and may write.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
    directory: OwnedFd,
    /// Names in it that stay: mount points, which nobody can move or remove.
    kept: Vec<CString>,
    /// What the system told of it when it was empty last, where that shows every change.
    emptied: Cell<Option<Look>>,
}

/// What shows whether anything was done to a directory in memory: each entry adds to its
/// size, and a change of anything else sets the time of the last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    mode: u32,
    size: i64,
    changed: (i64, u64),
}

impl Scratch {
    /// The directory `path`, in which the entries `kept` stay.
    ///
    /// # Errors
    /// When it is gone or cannot be read.
    pub(super) fn here(path: &Path, kept: &[PathBuf]) -> io::Result<Self> {
        let name = |path: &PathBuf| CString::new(path.file_name()?.as_bytes()).ok();
        let scratch = Self {
            path: path.to_owned(),
            directory: open(CWD, path)?,
            kept: kept.iter().filter_map(name).collect(),
            emptied: Cell::new(None),
        };
        scratch.empty()?;
        Ok(scratch)
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes everything in it, whatever its permissions and however deep.
    ///
    /// # Errors
    /// When something cannot be removed.
    pub(super) fn empty(&self) -> io::Result<()> {
        if self
            .emptied
            .get()
            .is_some_and(|then| self.look() == Ok(then))
        {
            return Ok(());
        }
        // The program may have taken away the permissions of the directory itself.
        rustix::fs::fchmod(&self.directory, Mode::RWXU)?;
        self.forget_attributes()?;
        empty(self.directory.as_fd(), &self.kept)?;
        let in_memory = rustix::fs::fstatfs(&self.directory)?.f_type == TMPFS;
        self.emptied
            .set(if in_memory { Some(self.look()?) } else { None });
        Ok(())
    }

    fn look(&self) -> Result<Look, Errno> {
        let stat = rustix::fs::fstat(&self.directory)?;
        Ok(Look {
            mode: stat.st_mode,
            size: stat.st_size,
            changed: (stat.st_ctime, stat.st_ctime_nsec),
        })
    }

    /// The times and attributes of the directory itself could hand something on, too.
    fn forget_attributes(&self) -> Result<(), Errno> {
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: rustix::fs::UTIME_NOW,
        };
        let times = Timestamps {
            last_access: now,
            last_modification: now,
        };
        rustix::fs::futimens(&self.directory, &times)?;
        // Not every file system has any of these.
        let _ = rustix::fs::ioctl_setflags(&self.directory, IFlags::empty());
        let mut names = vec![0; 64 << 10];
        // Not every file system has any.
        let length = rustix::fs::flistxattr(&self.directory, &mut names).unwrap_or(0);
        let names = names[..length].split(|&byte| byte == 0);
        for name in names.filter(|name| !name.is_empty()) {
            // What the system has set for itself stays.
            let _ = rustix::fs::fremovexattr(&self.directory, name);
        }
        Ok(())
    }

    /// Removes the directory with all that is in it.
    pub(super) fn remove(self) {
        // The system's own clean-up of temporary files is the last resort.
        if self.empty().is_ok() && std::env::set_current_dir("/").is_ok() {
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

/// Empties `top`. What lies in a subdirectory is moved up into `top` under a new name before
/// the subdirectory goes: so neither the depth of a tree nor the length of its paths counts.
fn empty(top: BorrowedFd<'_>, kept: &[CString]) -> Result<(), Errno> {
    let mut n_moved = 0_u64;
    loop {
        let mut names = names(top)?;
        names.retain(|name| !kept.contains(name));
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if remove(top, &name).is_ok() {
                continue;
            }
            rustix::fs::chmodat(top, &name, Mode::RWXU, AtFlags::empty())?;
            let below = open(top, &name)?;
            for inner in self::names(below.as_fd())? {
                if remove(below.as_fd(), &inner).is_err() {
                    n_moved += 1;
                    // A directory without permissions cannot be moved by an ordinary user.
                    rustix::fs::chmodat(&below, &inner, Mode::RWXU, AtFlags::empty())?;
                    move_up(below.as_fd(), &inner, top, n_moved)?;
                }
            }
            remove(top, &name)?;
        }
    }
}

fn move_up(from: BorrowedFd<'_>, name: &CString, top: BorrowedFd<'_>, n: u64) -> Result<(), Errno> {
    let mut attempt = 0_u32;
    loop {
        let new = format!("moved-{n}-{attempt}");
        match rustix::fs::renameat(from, name, top, &*new) {
            Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR | Errno::ISDIR) => attempt += 1,
            moved => return moved,
        }
    }
}

fn remove(directory: BorrowedFd<'_>, name: &CString) -> Result<(), Errno> {
    match rustix::fs::unlinkat(directory, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM) => {
            rustix::fs::unlinkat(directory, name, AtFlags::REMOVEDIR)
        }
        removed => removed,
    }
}

fn names(directory: BorrowedFd<'_>) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(directory)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

fn open<P: rustix::path::Arg>(at: impl AsFd, name: P) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, name, flags, Mode::empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn emptied(fill: impl FnOnce(&Path)) -> usize {
        let place = tempfile::tempdir().unwrap();
        fill(place.path());
        empty(open(CWD, place.path()).unwrap().as_fd(), &[]).unwrap();
        fs::read_dir(place.path()).unwrap().count()
    }

    #[test]
    fn files_links_and_trees_are_gone() {
        let n_left = emptied(|place| {
            fs::create_dir_all(place.join("a/b/c")).unwrap();
            fs::write(place.join("a/b/c/file"), "x").unwrap();
            fs::write(place.join("moved-1-0"), "in the way").unwrap();
            std::os::unix::fs::symlink("/", place.join("a/root")).unwrap();
            std::os::unix::fs::symlink("a", place.join("loop")).unwrap();
        });
        assert_eq!(n_left, 0);
    }

    #[test]
    fn permissions_do_not_protect_anything() {
        let n_left = emptied(|place| {
            fs::create_dir_all(place.join("a/b")).unwrap();
            fs::write(place.join("a/b/file"), "x").unwrap();
            for path in ["a/b", "a"] {
                fs::set_permissions(place.join(path), fs::Permissions::from_mode(0o0)).unwrap();
            }
        });
        assert_eq!(n_left, 0);
    }

    #[test]
    fn a_tree_deeper_than_any_path_is_gone() {
        let n_left = emptied(|place| {
            let mut directory = open(CWD, place).unwrap();
            for _ in 0..300 {
                let name = "a-name-of-twenty-bytes";
                rustix::fs::mkdirat(&directory, name, Mode::RWXU).unwrap();
                directory = open(&directory, name).unwrap();
            }
        });
        assert_eq!(n_left, 0);
    }
}
