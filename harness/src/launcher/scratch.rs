use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags};
use rustix::io::Errno;

/// The directory in which programs run and may write.
pub(super) struct Scratch {
    path: PathBuf,
    directory: OwnedFd,
}

impl Scratch {
    /// The current directory.
    ///
    /// # Errors
    /// When it is gone or cannot be read.
    pub(super) fn here() -> io::Result<Self> {
        Ok(Self {
            path: std::env::current_dir()?,
            directory: open(CWD, c".")?,
        })
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
        // The program may have taken away the permissions of the directory itself.
        rustix::fs::fchmod(&self.directory, Mode::RWXU)?;
        Ok(empty(self.directory.as_fd())?)
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
fn empty(top: BorrowedFd<'_>) -> Result<(), Errno> {
    let mut n_moved = 0_u64;
    loop {
        let names = names(top)?;
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
        empty(open(CWD, place.path()).unwrap().as_fd()).unwrap();
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
