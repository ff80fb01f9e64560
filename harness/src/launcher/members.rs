use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use crate::sys;

/// Who belongs to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kin {
    /// Everybody in the namespace of which this process is the first.
    Namespace,
    /// All descendants of this process, which is given every orphan among them.
    Descendants,
}

/// One process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// When it started: together with its number it is unique.
    pub(super) start: u64,
    pub(super) parent: u32,
    /// Dead, and not taken away by its parent.
    pub(super) dead: bool,
    /// Its own clock.
    pub(super) own: Duration,
    /// Of children that it has waited for.
    pub(super) waited: Duration,
    /// Of children that vanished, as last seen.
    pub(super) lost: Duration,
    /// Pages that are in memory, shared ones included.
    pub(super) resident_bytes: u64,
    /// The size of its address space.
    pub(super) virtual_bytes: u64,
    /// Waits in the kernel and cannot be disturbed, as one does whose child by `vfork` has
    /// not yet become another program.
    pub(super) waits: bool,
}

impl Member {
    /// What it and those whom it stands for have used.
    pub(super) fn cpu(&self) -> Duration {
        self.own + self.waited.max(self.lost)
    }
}

/// Every process of the run, living or dead, by its number.
pub(super) fn all(kin: Kin) -> BTreeMap<u32, Member> {
    match kin {
        Kin::Namespace => everybody(),
        Kin::Descendants => descendants(),
    }
}

/// Every process of this namespace but this one.
fn everybody() -> BTreeMap<u32, Member> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return BTreeMap::new();
    };
    let numbers = entries.flatten().filter_map(|entry| {
        let name = entry.file_name();
        name.to_str()?.parse().ok()
    });
    numbers
        .filter(|&pid| pid != std::process::id())
        .filter_map(|pid| Some((pid, member(pid)?)))
        .collect()
}

/// Every descendant of this process.
fn descendants() -> BTreeMap<u32, Member> {
    let mut found = BTreeMap::new();
    let mut to_visit = children_by_list();
    while let Some(pid) = to_visit.pop() {
        if let Some(member) = member(pid)
            && found.insert(pid, member).is_none()
        {
            to_visit.extend(children_of(pid));
        }
    }
    found
}

/// The children of this process.
pub(super) fn children_of_this(kin: Kin) -> Vec<u32> {
    let this = std::process::id();
    match kin {
        Kin::Namespace => {
            let everybody = everybody().into_iter();
            let children = everybody.filter(|(_, member)| member.parent == this);
            children.map(|(pid, _)| pid).collect()
        }
        Kin::Descendants => children_by_list(),
    }
}

/// The children of this process, which has one thread only.
fn children_by_list() -> Vec<u32> {
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
        member.resident_bytes = resident_bytes_of_threads(pid);
    }
    Some(member)
}

/// What a process holds now, shared pages included.
pub(super) fn resident_bytes(pid: u32) -> Option<u64> {
    member(pid).map(|member| member.resident_bytes)
}

/// What the threads of a process hold, for one whose first thread is dead: the system tells
/// nothing of the memory of that one.
fn resident_bytes_of_threads(pid: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let pages = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| {
            let sizes = fs::read_to_string(thread.path().join("statm")).ok()?;
            sizes.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
        });
    pages
        .max()
        .unwrap_or_default()
        .saturating_mul(sys::page_bytes())
}

/// When the process that has this number now has started.
pub(super) fn start_of(pid: u32) -> Option<u64> {
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
        virtual_bytes: number(23)?,
        waits: *fields.first()? == "D",
    })
}

/// Clock ticks of `/proc`, of which there are 100 in a second on every Linux.
fn ticks(count: u64) -> Duration {
    Duration::from_millis(count.saturating_mul(10))
}

/// The proportional set size of a process: each page divided by the number of its users.
pub(super) fn proportional_bytes(pid: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
