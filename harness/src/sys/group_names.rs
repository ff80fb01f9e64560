use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// How the names of all groups of this program begin.
const PREFIX: &str = "judge-";

/// A name that no other group has: number and start of this process, and a count.
pub(super) fn unique_name() -> String {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let pid = std::process::id();
    let start = start_of(pid).unwrap_or(0);
    let count = MADE.fetch_add(1, Ordering::Relaxed);
    format!("{PREFIX}{pid}-{start}-{count}")
}

/// Removes the groups of judges that were killed before they could do so. One with a process
/// in it cannot be removed, and stays.
pub(super) fn remove_stale(home: &Path) {
    let Ok(entries) = fs::read_dir(home) else {
        return;
    };
    let mut starts = BTreeMap::new();
    for entry in entries.flatten() {
        let Some((pid, start)) = maker(&entry.file_name()) else {
            continue;
        };
        let alive = *starts.entry(pid).or_insert_with(|| start_of(pid));
        if alive != Some(start) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Number and start of the process that made the group of this name.
fn maker(name: &OsStr) -> Option<(u32, u64)> {
    let name = str::from_utf8(name.as_bytes()).ok()?;
    let mut numbers = name.strip_prefix(PREFIX)?.split('-');
    let maker = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    numbers.next()?.parse::<u32>().ok()?;
    numbers.next().is_none().then_some(maker)
}

/// When a process started, in ticks since the system did; `None` when there is none.
fn start_of(pid: u32) -> Option<u64> {
    start_in(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The 22nd field of `/proc/PID/stat`. The second, a name in parentheses, may hold anything.
fn start_in(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_who_made_the_group() {
        let pid = std::process::id();
        let start = start_of(pid).unwrap();
        let name = unique_name();
        assert_eq!(maker(OsStr::new(&name)), Some((pid, start)));
        assert_ne!(name, unique_name());
        for strange in [
            "judge-1",
            "judge-1-2",
            "judge-1-2-3-4",
            "judge-a-2-3",
            "x-1-2-3",
        ] {
            assert_eq!(maker(OsStr::new(strange)), None, "{strange}");
        }
    }

    #[test]
    fn the_start_of_a_process_is_found_behind_any_name() {
        let fields = (3..=52).map(|number| number.to_string());
        let stat = format!("7 (a) b) {}", fields.collect::<Vec<_>>().join(" "));
        assert_eq!(start_in(&stat), Some(22));
        assert_eq!(start_in("7 (a"), None);
    }

    #[test]
    fn groups_of_dead_judges_are_removed_and_no_others() {
        let home = tempfile::tempdir().unwrap();
        let pid = std::process::id();
        let start = start_of(pid).unwrap();
        let alive = format!("judge-{pid}-{start}-0");
        let reused = format!("judge-{pid}-{}-0", start + 1);
        // No process has this number: it is above the most that Linux gives.
        for name in [
            &*alive,
            &*reused,
            "judge-4194305-1-0",
            "judge-mine",
            "other",
        ] {
            fs::create_dir(home.path().join(name)).unwrap();
        }
        remove_stale(home.path());
        let mut left: Vec<_> = fs::read_dir(home.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let mut expected = [&*alive, "judge-mine", "other"];
        expected.sort_unstable();
        assert_eq!(left, expected);
    }
}
