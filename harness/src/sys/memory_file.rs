use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

use memmap2::Mmap;
use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::io::Errno;

/// A file that is nowhere but in memory: input or output of one run.
#[derive(Debug)]
pub struct MemoryFile(File);

impl MemoryFile {
    /// An empty one, for a program to write to.
    ///
    /// # Errors
    /// When the system has no descriptor or memory left.
    pub fn new() -> io::Result<Self> {
        // A memory file as it was made lets several writers take the same offset, so that
        // what they print is lost. Opened anew it is locked for each write, as any file is.
        reopen(&Self::made()?.0, OFlags::RDWR).map(Self)
    }

    /// One for a single writer.
    fn made() -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        Ok(Self(rustix::fs::memfd_create("judge", flags)?.into()))
    }

    /// A sealed one with `bytes`, opened for reading only.
    ///
    /// # Errors
    /// When the system has no descriptor or memory left.
    pub fn of_bytes(bytes: &[u8]) -> io::Result<OwnedFd> {
        let mut file = Self::made()?;
        file.0.write_all(bytes)?;
        file.seal_for_reading()
    }

    /// A sealed one with what is left to read of `source`, opened for reading only. The bytes
    /// move inside the kernel where it can.
    ///
    /// # Errors
    /// When `source` cannot be read, or the system has no descriptor or memory left.
    pub fn of_file(source: &mut File) -> io::Result<OwnedFd> {
        let mut file = Self::made()?;
        let mut start = [0; SMALL];
        let length = read_start(source, &mut start)?;
        file.0.write_all(&start[..length])?;
        if length == SMALL {
            io::copy(source, &mut file.0)?;
        }
        file.seal_for_reading()
    }

    /// Seals the contents, so that nobody changes them, and opens the file anew, so that
    /// descriptor 0 of a program can be read but not written, at offset 0.
    fn seal_for_reading(self) -> io::Result<OwnedFd> {
        rustix::fs::fcntl_add_seals(
            &self.0,
            SealFlags::SEAL | SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK,
        )?;
        reopen(&self.0, OFlags::RDONLY).map(OwnedFd::from)
    }

    /// Its size in bytes.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    /// The `length` bytes from `start`, fewer where it ends before.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn part(&self, start: u64, length: u64) -> io::Result<Vec<u8>> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        let read = self.0.read_at(&mut bytes, start)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// The first and the last bytes of `length`, together at most `most`, with a line between
    /// them that says how many are left out.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn ends(&self, length: u64, most: u64) -> io::Result<Vec<u8>> {
        if length <= most {
            return self.part(0, length);
        }
        let end = most / 2;
        let mut bytes = self.part(0, end)?;
        let left_out = length - end * 2;
        writeln!(bytes, "\n… {left_out} bytes left out …")?;
        bytes.append(&mut self.part(length - end, end)?);
        Ok(bytes)
    }

    /// Seals the contents against every change and maps them, so that even a large output
    /// takes no memory beyond its own pages.
    ///
    /// # Errors
    /// When somebody can still write to it, or it cannot be mapped.
    pub fn seal(self) -> io::Result<Sealed> {
        let wanted = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK;
        let sealed = match rustix::fs::fcntl_add_seals(&self.0, wanted) {
            // The program has sealed the seals: with all of these, or for good without.
            Err(Errno::PERM) => rustix::fs::fcntl_get_seals(&self.0)?.contains(wanted),
            other => other.map(|()| true)?,
        };
        if !sealed {
            return self.copy()?.seal();
        }
        // SAFETY: a mapping may be read as a slice while its file neither changes nor
        // shrinks; the seals just set forbid both to everybody, for ever.
        let map = unsafe { Mmap::map(&self.0)? };
        Ok(Sealed(map))
    }

    fn copy(mut self) -> io::Result<Self> {
        let mut copy = Self::new()?;
        self.0.seek(SeekFrom::Start(0))?;
        io::copy(&mut self.0, &mut copy.0)?;
        Ok(copy)
    }
}

/// Up to this size, in bytes, a file is read and written: asking the kernel to move the bytes
/// costs more.
const SMALL: usize = 16 << 10;

/// Fills `start` from `source` and gives the number of bytes: fewer than there is room for
/// only where `source` ends.
fn read_start(source: &mut File, start: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < start.len() {
        match source.read(&mut start[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The same file once more, with flags and an offset of its own.
fn reopen(file: &impl AsRawFd, flags: OFlags) -> io::Result<File> {
    let number = file.as_raw_fd().to_string();
    let again = rustix::fs::openat(own_files()?, number, flags | OFlags::CLOEXEC, Mode::empty())?;
    Ok(again.into())
}

/// The directory of the open files of this process: to start there spares the system half of
/// the way to each of them.
fn own_files() -> io::Result<&'static OwnedFd> {
    static OWN_FILES: OnceLock<OwnedFd> = OnceLock::new();
    if let Some(directory) = OWN_FILES.get() {
        return Ok(directory);
    }
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::open("/proc/self/fd", flags, Mode::empty())?;
    Ok(OWN_FILES.get_or_init(|| directory))
}

impl AsFd for MemoryFile {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// The contents of a memory file that nobody can change any more.
#[derive(Debug)]
pub struct Sealed(Mmap);

impl Deref for Sealed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_read_from_its_start_and_cannot_be_written() {
        let input = MemoryFile::of_bytes(b"bwwb\n").unwrap();
        let mut file = File::from(input);
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "bwwb\n");
        assert!(file.write_all(b"x").is_err());
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        if let Ok(mut again) = File::options().write(true).open(path) {
            assert!(again.write_all(b"x").is_err(), "reopened for writing");
        }
    }

    #[test]
    fn a_sealed_output_does_not_change_under_its_reader() {
        let output = MemoryFile::new().unwrap();
        let mut writer = output.0.try_clone().unwrap();
        writer.write_all(b"4\n").unwrap();
        let sealed = output.seal().unwrap();
        assert!(writer.write_all(b"5\n").is_err());
        assert!(writer.set_len(0).is_err());
        assert_eq!(&*sealed, b"4\n");
    }
}
