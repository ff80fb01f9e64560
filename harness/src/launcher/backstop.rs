//! Control groups: a backstop behind the other limits, never the judge of a run.
//!
//! A group counts more than what is resident in a program: what it wrote to its streams and
//! its scratch directory, which are files in memory, and caches. So its limit is wider than
//! that of memory by the most that all of those may hold, and a program that runs into it
//! has found memory that no other limit sees.

use std::io;
use std::process::{Child, Command};

use serde::{Deserialize, Serialize};

use super::confine::MOST_PROCESSES;
use super::protocol::{Ended, Request};
use super::root::SCRATCH_BYTES;
use crate::sys::{self, ControlGroup, GroupVersion, Sacrifice};

/// What the system itself needs for the processes of a run: stacks, tables of pages.
const SLACK_BYTES: u64 = 16 << 20;

/// The launcher, who waits for it, and processes of the run before that the system still counts.
const SLACK_PROCESSES: u64 = 8;

/// Which limits a backstop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backing {
    /// The interface of the kernel that they belong to.
    pub version: GroupVersion,
    /// On memory.
    pub memory: bool,
    /// On processes.
    pub pids: bool,
}

impl Backing {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match (self.version, self.memory, self.pids) {
            (GroupVersion::One, true, true) => "cgroup v1: memory, pids",
            (GroupVersion::One, true, false) => "cgroup v1: memory",
            (GroupVersion::One, false, _) => "cgroup v1: pids",
            (GroupVersion::Two, true, true) => "cgroup v2: memory, pids",
            (GroupVersion::Two, true, false) => "cgroup v2: memory",
            (GroupVersion::Two, false, _) => "cgroup v2: pids",
        }
    }
}

/// The control group of one launcher. It goes when this is dropped, after the launcher.
#[derive(Debug)]
pub(super) struct Backstop {
    group: ControlGroup,
    backing: Backing,
    /// The limit on memory in force.
    memory: Option<u64>,
    /// What the group has killed until now.
    killed: u64,
    /// The launcher's number on this side, once it is known.
    launcher: Option<u32>,
    /// The launcher and the process that waits for it, if any.
    keepers: Vec<u32>,
    /// Whether the launcher is spared now, as no program may be.
    is_spared: bool,
}

impl Backstop {
    /// Makes a group with nobody in it.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(super) fn new() -> Result<Self, String> {
        let group = ControlGroup::create()?;
        let pids = group.limit_processes(MOST_PROCESSES + SLACK_PROCESSES);
        let killed = group.killed();
        let backing = Backing {
            version: group.version(),
            // One that does not say when it kills cannot be told from a program's own fault.
            memory: killed.is_some(),
            pids: pids.is_ok(),
        };
        if !backing.memory && !backing.pids {
            return Err("a control group without limits".to_owned());
        }
        Ok(Self {
            group,
            backing,
            memory: None,
            killed: killed.unwrap_or(0),
            launcher: None,
            keepers: Vec::new(),
            is_spared: false,
        })
    }

    /// Which limits it has.
    pub(super) const fn backing(&self) -> Backing {
        self.backing
    }

    /// Starts a process in it; gives it, and whether it is in there, in words.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(&self, command: &mut Command) -> io::Result<(Child, Result<(), String>)> {
        let (process, entered) = self.group.start(command)?;
        let entering = |error| format!("entering a control group: {error}");
        Ok((process, entered.map_err(entering)))
    }

    /// Takes note of the launcher, which has started nothing yet. Where it is the child of
    /// another process, that `stub` starts nothing any more.
    pub(super) fn settle(&mut self, stub: Option<u32>) {
        if let Some(stub) = stub {
            // An ordinary user cannot do that.
            let _ = sys::set_sacrifice(stub, Sacrifice::Never);
        }
        self.keepers = self.group.members();
        let is_launcher = |member: &u32| Some(*member) != stub;
        self.launcher = self.keepers.iter().copied().find(is_launcher);
    }

    /// Has the system kill a program and not the launcher, which may be larger than one that
    /// hides its memory. What a program starts from now on takes after it.
    pub(super) fn protect_launcher(&mut self) {
        let Some(launcher) = self.launcher else {
            return;
        };
        let mut programs = self.group.members();
        programs.retain(|member| !self.keepers.contains(member));
        if programs.is_empty() {
            // The one to come would take after the launcher.
            return;
        }
        for program in programs {
            // One that has gone needs none.
            let _ = sys::set_sacrifice(program, Sacrifice::First);
        }
        // One that is being killed holds its memory for a moment, and meanwhile the launcher
        // would be next.
        self.is_spared = sys::set_sacrifice(launcher, Sacrifice::Never).is_ok();
    }

    /// Takes back what [`Backstop::protect_launcher`] did: a program takes after the launcher.
    pub(super) fn treat_all_alike(&mut self) {
        if self.is_spared
            && let Some(launcher) = self.launcher
        {
            // If that fails, no program can be killed for memory until it is tried again.
            self.is_spared = sys::set_sacrifice(launcher, Sacrifice::Usual).is_err();
        }
    }

    /// Whether it is as wide as a run needs.
    pub(super) fn fits(&self, request: &Request) -> bool {
        !self.backing.memory || self.memory == Some(bytes_around(request))
    }

    /// Makes it ready for the next run: as wide as its limits.
    pub(super) fn fit(&mut self, request: &Request) {
        if !self.fits(request) {
            let bytes = bytes_around(request);
            // A limit that is refused leaves the one before, or none: it is a backstop.
            let set = self.group.limit_memory(bytes);
            self.memory = set.is_ok().then_some(bytes);
        }
    }

    /// Whether it has killed anything in this run.
    pub(super) fn has_stopped(&mut self, ended: &Ended) -> bool {
        // Asking takes 4 µs, a good part of what a small program takes.
        !ended.was_quick() && self.has_killed()
    }

    /// Whether it has killed anything since this was last asked.
    pub(super) fn has_killed(&mut self) -> bool {
        let before = self.killed;
        self.killed = self.group.killed().unwrap_or(before);
        self.killed > before
    }
}

/// The most that a run within its limits can have, whatever a group counts.
fn bytes_around(request: &Request) -> u64 {
    [request.output, request.stderr, SCRATCH_BYTES, SLACK_BYTES]
        .into_iter()
        .fold(request.memory, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_is_wider_than_all_limits_of_a_run_together() {
        let request = |memory| Request {
            program: Vec::new(),
            words: Vec::new(),
            env: Vec::new(),
            time: Duration::ZERO,
            wall: Duration::ZERO,
            memory,
            output: 3 << 20,
            stderr: 2 << 20,
            stack: 0,
            checker: None,
        };
        assert_eq!(
            bytes_around(&request(10 << 20)),
            (10 + 3 + 2 + 64 + 16) << 20
        );
        assert_eq!(bytes_around(&request(u64::MAX)), u64::MAX);
    }
}
