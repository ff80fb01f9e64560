use std::fs::{self, File};
use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use super::group_homes::{self, GroupVersion, Home};
use super::group_names::{remove_stale, unique_name};
use crate::model::Signal;

/// How often the removal of a group is tried, a millisecond apart: the last process in it may
/// be dead and not yet gone.
const TRIES: u32 = 1000;

/// A control group of this process's own making, with its limits. When it is dropped, what is
/// still in it is killed, and it is removed.
#[derive(Debug)]
pub struct ControlGroup {
    version: GroupVersion,
    memory: Option<Directory>,
    pids: Option<Directory>,
    /// Counts what the memory limit has killed; stays open, since it is read often.
    events: Option<File>,
}

/// The group in one hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Directory {
    path: PathBuf,
    /// The group of the process that made it.
    origin: PathBuf,
}

impl ControlGroup {
    /// Makes one where this process may, next to what it is in itself or below. It has at
    /// least one of the two controllers `memory` and `pids`.
    ///
    /// # Errors
    /// In words, for a report, when there is no place for one.
    pub fn create() -> Result<Self, String> {
        let homes = group_homes::find().map_err(|error| error.to_string())?;
        if homes.is_empty() {
            return Err("no control group with a controller for memory or processes".to_owned());
        }
        let name = unique_name();
        let mut reasons = Vec::new();
        for version in [GroupVersion::Two, GroupVersion::One] {
            let homes = homes.iter().filter(|home| home.version == version);
            let mut group = Self::none(version);
            for home in homes {
                if let Err(error) = group.add(home, &name) {
                    reasons.push(format!("{}: {error}", home.path.display()));
                }
            }
            if group.memory.is_some() || group.pids.is_some() {
                return Ok(group);
            }
        }
        Err(format!("making a control group: {}", reasons.join("; ")))
    }

    const fn none(version: GroupVersion) -> Self {
        Self {
            version,
            memory: None,
            pids: None,
            events: None,
        }
    }

    /// Makes the group in one more place, for the controllers that it lacks until now.
    fn add(&mut self, home: &Home, name: &str) -> io::Result<()> {
        let memory = home.memory && self.memory.is_none();
        let pids = home.pids && self.pids.is_none();
        if !memory && !pids {
            return Ok(());
        }
        remove_stale(&home.path);
        let path = home.path.join(name);
        fs::create_dir(&path)?;
        let directory = Directory {
            path,
            origin: home.origin.clone(),
        };
        if memory {
            self.events = File::open(directory.path.join(self.version.events())).ok();
            // A host without swap has no such file, and needs none.
            let (file, value) = self.version.no_swap();
            let _ = fs::write(directory.path.join(file), value);
            self.memory = Some(directory.clone());
        }
        if pids {
            self.pids = Some(directory);
        }
        Ok(())
    }

    /// The interface that it belongs to.
    pub const fn version(&self) -> GroupVersion {
        self.version
    }

    /// Starts a process in it. Gives that, and whether it is in there.
    ///
    /// To move a process takes 10 ms: the system waits until all others have seen it. In
    /// version 1 a thread can move itself at no such cost, and what it starts is where it is.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self, command: &mut Command) -> io::Result<(Child, io::Result<()>)> {
        let mut entered = Ok(());
        if self.version == GroupVersion::One {
            entered = self
                .directories()
                .try_for_each(|one| move_thread(&one.path));
        }
        let started = command.spawn();
        if self.version == GroupVersion::One {
            for directory in self.directories() {
                // It came from there, so that it may go there.
                let _ = move_thread(&directory.origin);
            }
        }
        let process = started?;
        if self.version == GroupVersion::Two {
            entered = self.take_in(process.id());
        }
        Ok((process, entered))
    }

    fn take_in(&self, pid: u32) -> io::Result<()> {
        let enter =
            |directory: &Directory| fs::write(directory.path.join("cgroup.procs"), pid.to_string());
        self.directories().try_for_each(enter)
    }

    /// The processes in it, by their numbers here.
    pub fn members(&self) -> Vec<u32> {
        self.directories()
            .next()
            .map_or_else(Vec::new, |directory| members_of(&directory.path))
    }

    /// Sets the most bytes of memory, those of its files in memory and caches included.
    ///
    /// # Errors
    /// When it has no such limit, or the system refuses.
    pub fn limit_memory(&self, bytes: u64) -> io::Result<()> {
        let directory = self.memory.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        let file = directory.path.join(self.version.memory_limit());
        fs::write(file, bytes.to_string())
    }

    /// Sets the most processes and threads at a time.
    ///
    /// # Errors
    /// When it has no such limit, or the system refuses.
    pub fn limit_processes(&self, most: u64) -> io::Result<()> {
        let directory = self.pids.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        fs::write(directory.path.join("pids.max"), most.to_string())
    }

    /// How many processes the memory limit has killed until now, if it counts them.
    pub fn killed(&self) -> Option<u64> {
        let mut bytes = [0; 512];
        let length = self.events.as_ref()?.read_at(&mut bytes, 0).ok()?;
        count_of_killed(bytes.get(..length)?)
    }

    /// Each of its directories once: two controllers may share one.
    fn directories(&self) -> impl Iterator<Item = &Directory> {
        let memory = self.memory.as_ref();
        let pids = self.pids.as_ref().filter(move |pids| Some(*pids) != memory);
        memory.into_iter().chain(pids)
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        self.events = None;
        for directory in self.directories() {
            // What cannot be removed even so, the next judge will try again.
            let _ = (0..TRIES).try_for_each(|_| clear(&directory.path));
        }
    }
}

/// Moves this thread alone, which only version 1 can.
fn move_thread(group: &Path) -> io::Result<()> {
    fs::write(group.join("tasks"), "0")
}

/// Removes a group, or kills what is in it and waits a little: `Break` when it is gone.
fn clear(path: &Path) -> ControlFlow<()> {
    if fs::remove_dir(path).is_ok() {
        return ControlFlow::Break(());
    }
    let this = std::process::id();
    for pid in members_of(path).into_iter().filter(|&pid| pid != this) {
        super::kill(pid, || members_of(path).contains(&pid));
    }
    thread::sleep(Duration::from_millis(1));
    ControlFlow::Continue(())
}

fn members_of(path: &Path) -> Vec<u32> {
    let numbers = fs::read_to_string(path.join("cgroup.procs")).unwrap_or_default();
    numbers.lines().filter_map(|pid| pid.parse().ok()).collect()
}

/// The signal by which a limit on memory kills.
pub const fn out_of_memory() -> Signal {
    super::signal(libc::SIGKILL)
}

/// When a process is killed where memory has run out. What it starts takes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sacrifice {
    /// Before others.
    First,
    /// By its size.
    Usual,
    /// Not at all. Only the superuser may ask for this.
    Never,
}

/// Tells the system when to kill a process for memory.
///
/// # Errors
/// When the process is gone or the system refuses.
pub fn set_sacrifice(pid: u32, sacrifice: Sacrifice) -> io::Result<()> {
    let score = match sacrifice {
        Sacrifice::First => "1000",
        Sacrifice::Usual => "0",
        Sacrifice::Never => "-1000",
    };
    fs::write(format!("/proc/{pid}/oom_score_adj"), score)
}

/// The number in the line `oom_kill N`, which both versions have, in files of different names.
fn count_of_killed(events: &[u8]) -> Option<u64> {
    let events = str::from_utf8(events).ok()?;
    let mut counts = events.lines().filter_map(|line| line.split_once(' '));
    let (_, count) = counts.find(|(name, _)| *name == "oom_kill")?;
    count.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;

    use super::*;

    /// Memory for `tail`, which keeps what comes after no line end.
    const OUTGROWN: u64 = 8 << 20;

    #[test]
    fn a_group_kills_what_outgrows_it_and_goes() {
        let group = match ControlGroup::create() {
            Ok(group) => group,
            Err(reason) => return assert!(!reason.is_empty()),
        };
        let directories: Vec<_> = group.directories().cloned().collect();
        assert!(!directories.is_empty());
        if group.limit_memory(OUTGROWN).is_ok() {
            let mut command = Command::new("sh");
            command
                .args([
                    "-c",
                    "read go; head -c 67108864 /dev/zero | tail -n 1 | wc -c",
                ])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            let (mut shell, entered) = group.start(&mut command).unwrap();
            entered.unwrap();
            drop(shell.stdin.take());
            shell.wait().unwrap();
            assert!(group.killed().unwrap() > 0);
        }
        // Dropping it kills what never ends by itself.
        let mut command = Command::new("cat");
        let (mut reader, entered) = group.start(command.stdin(Stdio::piped())).unwrap();
        entered.unwrap();
        assert_eq!(group.members(), [reader.id()]);
        let reaper = thread::spawn(move || reader.wait().unwrap());
        drop(group);
        assert!(!reaper.join().unwrap().success());
        assert!(directories.iter().all(|directory| !directory.path.exists()));
    }

    #[test]
    fn kills_are_counted_in_the_files_of_both_versions() {
        let one = b"oom_kill_disable 0\nunder_oom 0\noom_kill 3\n";
        assert_eq!(count_of_killed(one), Some(3));
        let two = b"low 0\nhigh 0\nmax 25\noom 2\noom_kill 12\noom_group_kill 1\n";
        assert_eq!(count_of_killed(two), Some(12));
        assert_eq!(count_of_killed(b"oom_kill_disable 0\nunder_oom 0\n"), None);
        assert_eq!(count_of_killed(b"oom_kill \xff\n"), None);
    }
}
