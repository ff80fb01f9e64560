use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

use super::process::Watch;

/// A program with its arguments and its whole environment, as the system wants them.
#[derive(Debug)]
pub struct Program {
    path: CString,
    words: Vec<CString>,
    env: Vec<CString>,
}

impl Program {
    /// The program in the file `path`; `words` are its arguments, its own name first, and
    /// `env` is what its environment holds, each as `NAME=value`.
    ///
    /// # Errors
    /// When one of them has a zero byte in it.
    pub fn new<T: Into<Vec<u8>>>(
        path: T,
        words: impl IntoIterator<Item = T>,
        env: impl IntoIterator<Item = T>,
    ) -> io::Result<Self> {
        Ok(Self {
            path: CString::new(path)?,
            words: words
                .into_iter()
                .map(CString::new)
                .collect::<Result<_, _>>()?,
            env: env
                .into_iter()
                .map(CString::new)
                .collect::<Result<_, _>>()?,
        })
    }
}

/// A program that was started.
#[derive(Debug)]
pub struct Started {
    /// The number of its process.
    pub pid: u32,
    /// Sees its end.
    pub watch: Watch,
}

/// Starts programs.
///
/// A child shares the memory of this process, which stands still until the child is a program
/// of its own: nothing is copied, however large this process is. The standard library starts
/// programs in this way, too, but asks for the disposition of every signal first; between a
/// launcher, which has none but defaults, and a small program that is a good part of the price.
#[derive(Debug)]
pub struct Spawner {
    /// Where a child stands until then.
    stack: Vec<u128>,
}

/// In pieces of 16 bytes, to which stacks are aligned: 32 KiB.
const STACK: usize = 2048;

impl Default for Spawner {
    fn default() -> Self {
        Self {
            stack: vec![0; STACK],
        }
    }
}

impl Spawner {
    /// Starts a program in a process group of its own. `files` are its standard input, output
    /// and error; no file that it writes may grow beyond `file_size` bytes.
    ///
    /// Only for a process of a single thread in which no signal has a handler: between here
    /// and there nothing may run but what is written here.
    ///
    /// # Errors
    /// When the system refuses a process or will not run the file.
    pub fn spawn(
        &mut self,
        program: &Program,
        files: [BorrowedFd<'_>; 3],
        file_size: u64,
    ) -> io::Result<Started> {
        let (words, env) = (pointers(&program.words), pointers(&program.env));
        let mut birth = Birth {
            path: program.path.as_ptr(),
            words: words.as_ptr(),
            env: env.as_ptr(),
            files: files.map(|file| file.as_raw_fd()),
            file_size: libc::rlimit {
                rlim_cur: file_size,
                rlim_max: file_size,
            },
            error: 0,
        };
        let mut pidfd: c_int = -1;
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
        // SAFETY: the child runs `live` on a stack that nobody else uses, up to its end at the
        // high side, and with `CLONE_VFORK` this call returns only when the child has left
        // this memory: so `birth` and all that it points to outlive it.
        let pid = unsafe {
            libc::clone(
                live,
                self.stack.as_mut_ptr_range().end.cast(),
                flags,
                (&raw mut birth).cast(),
                &raw mut pidfd,
            )
        };
        let Ok(pid) = u32::try_from(pid) else {
            return Err(io::Error::last_os_error());
        };
        if pidfd < 0 {
            return Err(io::ErrorKind::Unsupported.into());
        }
        // SAFETY: the system has just made this descriptor for this process.
        let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
        if birth.error != 0 {
            super::reap(pid);
            return Err(io::Error::from_raw_os_error(birth.error));
        }
        let watch = Watch::from(pidfd);
        Ok(Started { pid, watch })
    }
}

/// Pointers to all of `texts`, and one to nothing as their end.
fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    let pointers = texts.iter().map(|text| text.as_ptr());
    pointers.chain([ptr::null()]).collect()
}

/// What a child needs to know.
struct Birth {
    path: *const c_char,
    words: *const *const c_char,
    env: *const *const c_char,
    files: [RawFd; 3],
    file_size: libc::rlimit,
    /// What kept it from becoming the program.
    error: c_int,
}

/// The child's way to its program: system calls only.
extern "C" fn live(birth: *mut c_void) -> c_int {
    // SAFETY: `spawn` passes a `Birth` that lives as long as this, and waits meanwhile.
    let birth = unsafe { &mut *birth.cast::<Birth>() };
    // SAFETY: nothing of this takes a lock, allocates, or touches what the parent uses, but
    // for `errno`, which the parent reads only after a call of its own. All pointers are those
    // of live strings and of arrays that end with a null pointer.
    unsafe {
        let is_set_up = libc::setpgid(0, 0) == 0
            && (0..)
                .zip(birth.files)
                .all(|(standard, file)| libc::dup2(file, standard) >= 0)
            && libc::setrlimit(libc::RLIMIT_FSIZE, &raw const birth.file_size) == 0;
        if is_set_up {
            libc::execve(birth.path, birth.words, birth.env);
        }
        birth.error = *libc::__errno_location();
        libc::_exit(127)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Read, Seek};
    use std::os::fd::AsFd;
    use std::time::Duration;

    use super::*;
    use crate::model::Ending;
    use crate::sys::{self, Pipe, Seen, reap};

    fn shell(script: &str) -> Program {
        Program::new("/bin/sh", ["name", "-c", script], ["A=b c"]).unwrap()
    }

    /// How a program ended that was given an empty input, and what it printed.
    fn run(program: &Program, file_size: u64) -> io::Result<(Ending, String)> {
        let mut output = tempfile::tempfile().unwrap();
        let null = File::open("/dev/null").unwrap();
        let files = [null.as_fd(), output.as_fd(), output.as_fd()];
        let started = Spawner::default().spawn(program, files, file_size)?;
        let line = tempfile::tempfile().unwrap();
        let look = || {
            started
                .watch
                .wait(Duration::from_secs(1), line.as_fd(), None)
        };
        while look()? != Seen::End {}
        let fate = reap(started.pid).unwrap();
        let mut printed = String::new();
        output.rewind().unwrap();
        output.read_to_string(&mut printed).unwrap();
        Ok((fate.ending, printed))
    }

    #[test]
    fn a_program_gets_its_words_its_environment_and_its_files() {
        let script = "echo \"$0 $A\"; echo error >&2; cat; exit 3";
        let (ending, printed) = run(&shell(script), 1 << 20).unwrap();
        assert_eq!(ending, Ending::Exited(3));
        assert_eq!(printed, "name b c\nerror\n");
    }

    #[test]
    fn a_program_leads_a_group_of_its_own() {
        let script = "read -r _ _ _ _ group _ < /proc/$$/stat; [ $group = $$ ]";
        let (ending, _) = run(&shell(script), 1 << 20).unwrap();
        assert_eq!(ending, Ending::Exited(0));
    }

    #[test]
    fn no_file_grows_beyond_the_limit() {
        let (ending, printed) = run(&shell("trap '' XFSZ; echo 12345678"), 4).unwrap();
        assert!(
            matches!(ending, Ending::Exited(code) if code != 0),
            "{ending:?}"
        );
        assert_eq!(printed, "1234");
    }

    #[test]
    fn who_lets_go_of_a_leash_is_seen_while_the_program_runs_and_not_after_its_end() {
        let null = File::open("/dev/null").unwrap();
        let line = tempfile::tempfile().unwrap();
        for (script, seen) in [("kill -STOP $$", Seen::Release), (":", Seen::End)] {
            let leash = Pipe::new().unwrap();
            let files = [null.as_fd(); 3];
            let started = Spawner::default().spawn(&shell(script), files, 1).unwrap();
            let look = |most| {
                let reader = Some(leash.reader.as_fd());
                started.watch.wait(most, line.as_fd(), reader).unwrap()
            };
            if seen == Seen::End {
                while look(Duration::from_secs(1)) != Seen::End {}
            } else {
                assert_eq!(look(Duration::ZERO), Seen::Nothing);
            }
            drop(leash.writer);
            let reader = Some(leash.reader.as_fd());
            let last = started
                .watch
                .wait(Duration::from_secs(60), line.as_fd(), reader);
            assert_eq!(last.unwrap(), seen);
            sys::kill(started.pid, || true);
            reap(started.pid).unwrap();
        }
    }

    #[test]
    fn what_cannot_be_started_leaves_no_child_behind() {
        for (path, code) in [("/nowhere", libc::ENOENT), ("/", libc::EACCES)] {
            let program = Program::new(path, ["x"], []).unwrap();
            let error = run(&program, 1).unwrap_err();
            assert_eq!(error.raw_os_error(), Some(code), "{path}");
        }
        assert!(Program::new("a\0b", [], []).is_err());
    }
}
