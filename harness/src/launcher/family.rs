use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use crate::sys;

/// All living descendants of this process, seen through `/proc`, and what they have used.
///
/// CPU time is hard to add up, because a process that ends takes its clock with it. Where it
/// was waited for, its time is in its parent's "children" clock; where its parent ignores
/// SIGCHLD, it is nowhere. So the last value seen of every process that vanished is kept
/// ([`Member::lost`]), and of the two the larger counts. That never counts anything twice:
/// what was seen of a vanished child is at most what its parent waited for.
#[derive(Debug, Default)]
pub(super) struct Family {
    members: BTreeMap<u32, Member>,
    /// Of orphans that were taken away here: exact.
    reaped: Duration,
    /// The largest resident size seen, of all members together.
    peak_bytes: u64,
}

/// One process.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// When it started: together with its number it is unique.
    start: u64,
    parent: u32,
    /// Dead, and not taken away by its parent.
    dead: bool,
    /// Its own clock.
    own: Duration,
    /// Of children that it has waited for.
    waited: Duration,
    /// Of children that vanished, as last seen.
    lost: Duration,
    resident_bytes: u64,
}

impl Member {
    fn cpu(&self) -> Duration {
        self.own + self.waited.max(self.lost)
    }
}

/// What a look has seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// CPU time used until now.
    pub(super) cpu: Duration,
    /// Resident bytes now; shared pages count once where that makes a difference.
    pub(super) resident_bytes: u64,
}

impl Family {
    /// Looks at every descendant once, and takes away dead orphans. `leader`, the first
    /// process of the run, is left to whoever watches it.
    pub(super) fn look(&mut self, leader: u32) -> Look {
        let seen = descendants();
        self.account_for_the_vanished(&seen);
        for (pid, now) in seen {
            let lost = self
                .members
                .get(&pid)
                .map_or(Duration::ZERO, |was| was.lost);
            self.members.insert(pid, Member { lost, ..now });
        }
        self.take_away_dead_orphans(leader);
        let resident_bytes = self.resident_bytes();
        self.peak_bytes = self.peak_bytes.max(resident_bytes);
        Look {
            cpu: self.cpu(),
            resident_bytes,
        }
    }

    /// The largest resident size that a look has seen.
    pub(super) fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// CPU time of all members, living, dead and vanished, as known now.
    pub(super) fn cpu(&self) -> Duration {
        self.reaped + self.members.values().map(Member::cpu).sum::<Duration>()
    }

    /// Enters the exact CPU time of a process that was taken away and of the children that
    /// it had waited for.
    pub(super) fn enter(&mut self, pid: u32, exact: Duration) {
        let seen = self.members.remove(&pid).map(|member| member.cpu());
        self.reaped += exact.max(seen.unwrap_or_default());
    }

    /// Kills every descendant, until none is left, and gives their number.
    pub(super) fn end(&mut self) -> u32 {
        let mut killed = std::collections::BTreeSet::new();
        while sys::has_children() {
            for (pid, member) in descendants() {
                if !member.dead {
                    sys::kill(pid, || start_of(pid) == Some(member.start));
                    killed.insert((pid, member.start));
                }
            }
            for child in children_of_this() {
                if let Some(fate) = sys::reap(child) {
                    self.peak_bytes = self.peak_bytes.max(fate.peak_bytes);
                    self.enter(child, fate.cpu);
                }
            }
        }
        u32::try_from(killed.len()).unwrap_or(u32::MAX)
    }

    /// Moves the time of what is gone to its parent, children before their parents.
    fn account_for_the_vanished(&mut self, seen: &BTreeMap<u32, Member>) {
        let is_seen =
            |pid: &u32, member: &Member| seen.get(pid).is_some_and(|now| now.start == member.start);
        loop {
            let gone = self.members.iter().find_map(|(pid, member)| {
                let is_leaf = !self
                    .members
                    .iter()
                    .any(|(child, other)| other.parent == *pid && !is_seen(child, other));
                (!is_seen(pid, member) && is_leaf).then_some(*pid)
            });
            let Some(member) = gone.and_then(|pid| self.members.remove(&pid)) else {
                return;
            };
            match self.members.get_mut(&member.parent) {
                Some(parent) => parent.lost += member.cpu(),
                None => self.reaped += member.cpu(),
            }
        }
    }

    fn take_away_dead_orphans(&mut self, leader: u32) {
        let this = std::process::id();
        let dead: Vec<u32> = self
            .members
            .iter()
            .filter(|(pid, member)| member.dead && member.parent == this && **pid != leader)
            .map(|(pid, _)| *pid)
            .collect();
        for pid in dead {
            if let Some(fate) = sys::reap(pid) {
                self.peak_bytes = self.peak_bytes.max(fate.peak_bytes);
                self.enter(pid, fate.cpu);
            }
        }
    }

    fn resident_bytes(&self) -> u64 {
        let resident = |member: &Member| member.resident_bytes;
        let sum = self.members.values().map(resident).sum();
        let n_living = self.members.values().filter(|member| !member.dead).count();
        if n_living < 2 || sum <= self.peak_bytes {
            return sum;
        }
        // Pages that two of them share are there once: each counts its proportion.
        self.members
            .iter()
            .map(|(&pid, member)| proportional_bytes(pid).unwrap_or(member.resident_bytes))
            .sum()
    }
}

/// Every living or dead descendant of this process.
fn descendants() -> BTreeMap<u32, Member> {
    let mut found = BTreeMap::new();
    let mut to_visit = children_of_this();
    while let Some(pid) = to_visit.pop() {
        if let Some(member) = member(pid)
            && found.insert(pid, member).is_none()
        {
            to_visit.extend(children_of(pid));
        }
    }
    found
}

/// The children of this process, which has one thread only.
fn children_of_this() -> Vec<u32> {
    let pid = std::process::id();
    children_of_thread(&format!("/proc/{pid}/task/{pid}/children"))
}

/// The children of all threads of a process.
fn children_of(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    threads
        .flatten()
        .filter_map(|thread| Some(thread.path().join("children").to_str()?.to_owned()))
        .flat_map(|path| children_of_thread(&path))
        .collect()
}

fn children_of_thread(path: &str) -> Vec<u32> {
    let children = fs::read_to_string(path).unwrap_or_default();
    children
        .split_ascii_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

fn member(pid: u32) -> Option<Member> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let mut member = parse(&stat)?;
    if !member.dead {
        member.own = sys::cpu_clock(pid).unwrap_or_default();
    } else if let Some(clock) = sys::cpu_clock(pid) {
        // A dead leader whose other threads live on has a clock that runs.
        member.own = member.own.max(clock);
    }
    Some(member)
}

fn start_of(pid: u32) -> Option<u64> {
    parse(&fs::read(format!("/proc/{pid}/stat")).ok()?).map(|member| member.start)
}

/// Reads one line of `/proc/PID/stat` (see proc(5)): the name in parentheses may hold
/// anything, so that the fields are counted from the last one that closes.
fn parse(stat: &[u8]) -> Option<Member> {
    let end = stat.iter().rposition(|&byte| byte == b')')?;
    let fields = str::from_utf8(stat.get(end + 2..)?).ok()?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    // The third field of the manual's table is the first one here.
    let number = |place: usize| fields.get(place - 3)?.parse::<u64>().ok();
    Some(Member {
        start: number(22)?,
        parent: u32::try_from(number(4)?).ok()?,
        dead: matches!(*fields.first()?, "Z" | "X"),
        own: ticks(number(14)? + number(15)?),
        waited: ticks(number(16)? + number(17)?),
        lost: Duration::ZERO,
        resident_bytes: number(24)?.saturating_mul(sys::page_bytes()),
    })
}

/// Clock ticks of `/proc`, of which there are 100 in a second on every Linux.
fn ticks(count: u64) -> Duration {
    Duration::from_millis(count.saturating_mul(10))
}

/// The proportional set size of a process: each page divided by the number of its users.
fn proportional_bytes(pid: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(parent: u32, own_ms: u64, waited_ms: u64) -> Member {
        Member {
            start: 1,
            parent,
            dead: false,
            own: Duration::from_millis(own_ms),
            waited: Duration::from_millis(waited_ms),
            lost: Duration::ZERO,
            resident_bytes: 0,
        }
    }

    fn family(members: &[(u32, Member)]) -> Family {
        Family {
            members: members.iter().copied().collect(),
            ..Family::default()
        }
    }

    #[test]
    fn a_name_with_parentheses_and_blanks_does_not_shift_the_fields() {
        let stat = b"7 (a) R (b) S 5 7 7 0 -1 0 0 0 0 0 3 4 10 20 20 0 1 0 99 4096 2 0";
        let member = parse(stat).unwrap();
        assert_eq!((member.parent, member.start, member.dead), (5, 99, false));
        assert_eq!(member.own, Duration::from_millis(70));
        assert_eq!(member.waited, Duration::from_millis(300));
        assert_eq!(member.resident_bytes, 2 * sys::page_bytes());
        assert!(parse(b"7 (cut").is_none());
        assert!(parse(b"").is_none());
    }

    #[test]
    fn the_time_of_an_ignored_child_is_kept() {
        let mut family = family(&[(10, member(1, 5, 0)), (11, member(10, 300, 0))]);
        family.account_for_the_vanished(&[(10, member(1, 6, 0))].into());
        assert_eq!(family.cpu(), Duration::from_millis(305));
    }

    #[test]
    fn the_time_of_a_child_that_was_waited_for_counts_once() {
        let mut family = family(&[(10, member(1, 5, 0)), (11, member(10, 300, 0))]);
        family.account_for_the_vanished(&[(10, member(1, 5, 310))].into());
        family.members.get_mut(&10).unwrap().waited = Duration::from_millis(310);
        assert_eq!(family.cpu(), Duration::from_millis(315));
    }

    #[test]
    fn a_whole_branch_that_vanished_at_once_is_kept() {
        let mut family = family(&[
            (10, member(1, 1, 0)),
            (11, member(10, 20, 0)),
            (12, member(11, 300, 0)),
        ]);
        family.account_for_the_vanished(&[(10, member(1, 1, 0))].into());
        assert_eq!(family.cpu(), Duration::from_millis(321));
    }

    #[test]
    fn a_number_used_again_is_another_process() {
        let mut family = family(&[(10, member(1, 5, 0)), (11, member(10, 300, 0))]);
        let again = Member {
            start: 2,
            ..member(10, 1, 0)
        };
        family.account_for_the_vanished(&[(10, member(1, 5, 0)), (11, again)].into());
        assert_eq!(family.cpu(), Duration::from_millis(305));
    }
}
