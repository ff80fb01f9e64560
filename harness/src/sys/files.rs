use std::fs::File;
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Opens an ordinary file for reading. Whatever else stands there meanwhile, a named pipe or a
/// device, is an error and makes nobody wait.
///
/// # Errors
/// When it cannot be opened, or is no ordinary file.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    let file = options
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no ordinary file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_file_is_opened_and_a_named_pipe_makes_nobody_wait() {
        let folder = tempfile::tempdir().unwrap();
        let (file, pipe) = (folder.path().join("file"), folder.path().join("pipe"));
        std::fs::write(&file, "4\n").unwrap();
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, mode, 0).unwrap();
        let mut text = String::new();
        open_ordinary(&file)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "4\n");
        for odd in [pipe.as_path(), Path::new("/dev/null"), folder.path()] {
            let error = open_ordinary(odd).unwrap_err();
            assert_eq!(
                error.to_string(),
                "it is no ordinary file",
                "{}",
                odd.display()
            );
        }
    }
}
