use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The two interfaces of the kernel to control groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupVersion {
    /// A hierarchy of its own for each controller.
    One,
    /// One hierarchy for all.
    Two,
}

impl GroupVersion {
    /// The file with the most bytes of memory.
    pub(super) const fn memory_limit(self) -> &'static str {
        match self {
            Self::One => "memory.limit_in_bytes",
            Self::Two => "memory.max",
        }
    }

    /// The file that counts what that limit has killed. The counts of failures and peaks
    /// beside it hold caches, which give way, and say nothing of a program.
    pub(super) const fn events(self) -> &'static str {
        match self {
            Self::One => "memory.oom_control",
            Self::Two => "memory.events",
        }
    }

    /// The file, and what to write to it, that keeps a group out of the swap.
    pub(super) const fn no_swap(self) -> (&'static str, &'static str) {
        match self {
            Self::One => ("memory.swappiness", "0"),
            Self::Two => ("memory.swap.max", "0"),
        }
    }
}

/// A directory in which a group with controllers can be made, permissions apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Home {
    pub(super) version: GroupVersion,
    pub(super) path: PathBuf,
    /// The group of this process in the same hierarchy.
    pub(super) origin: PathBuf,
    pub(super) memory: bool,
    pub(super) pids: bool,
}

/// Where groups of this process could be.
///
/// # Errors
/// When the system does not say which groups this process is in.
pub(super) fn find() -> io::Result<Vec<Home>> {
    let groups = fs::read_to_string("/proc/self/cgroup")?;
    let mounts = fs::read_to_string("/proc/self/mountinfo")?;
    let handed_down =
        |group: &Path| fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
    Ok(homes(&groups, &mounts, handed_down))
}

/// The homes for a process with these texts in its `/proc/self/cgroup` and `mountinfo`;
/// `handed_down` reads which controllers a group of version 2 hands down.
///
/// Nothing is changed to get one: a group of version 2 that holds processes, as that of this
/// process, cannot be made to hand controllers down. Its parent does, where it has them.
fn homes(groups: &str, mounts: &str, handed_down: impl Fn(&Path) -> String) -> Vec<Home> {
    let mounts: Vec<_> = mounts.lines().filter_map(Mount::parse).collect();
    let mut homes = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else {
            continue;
        };
        let Some(mount) = mounts.iter().find(|mount| mount.holds(controllers)) else {
            continue;
        };
        let Some(origin) = mount.directory_of(group) else {
            continue;
        };
        let home = |path: &Path, version, controllers: &[&str]| Home {
            version,
            path: path.to_owned(),
            origin: origin.clone(),
            memory: controllers.contains(&"memory"),
            pids: controllers.contains(&"pids"),
        };
        if controllers.is_empty() {
            let within = |path: &&Path| path.starts_with(&mount.point);
            for path in origin.ancestors().take(2).filter(within) {
                let text = handed_down(path);
                let controllers: Vec<_> = text.split_ascii_whitespace().collect();
                homes.push(home(path, GroupVersion::Two, &controllers));
            }
        } else {
            let controllers: Vec<_> = controllers.split(',').collect();
            homes.push(home(&origin, GroupVersion::One, &controllers));
        }
    }
    homes.retain(|home| home.memory || home.pids);
    homes
}

/// A hierarchy that can be seen in the file system.
#[derive(Debug)]
struct Mount<'a> {
    /// The group that is seen at its point.
    root: &'a Path,
    point: PathBuf,
    is_version_two: bool,
    /// What was mounted: the controllers among other words.
    options: &'a str,
}

impl<'a> Mount<'a> {
    /// Reads a line of `mountinfo`, see proc(5); `None` when it is no control group.
    fn parse(line: &'a str) -> Option<Self> {
        let (place, kind) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let root = Path::new(place.next()?);
        let point = PathBuf::from(unescaped(place.next()?));
        let mut kind = kind.split(' ');
        let is_version_two = match kind.next()? {
            "cgroup" => false,
            "cgroup2" => true,
            _ => return None,
        };
        Some(Self {
            root,
            point,
            is_version_two,
            options: kind.nth(1)?,
        })
    }

    /// Whether it is the hierarchy of these controllers, as `/proc/self/cgroup` has them:
    /// none for version 2.
    fn holds(&self, controllers: &str) -> bool {
        let has = |one| self.options.split(',').any(|option| option == one);
        if self.is_version_two {
            controllers.is_empty()
        } else {
            !controllers.is_empty() && controllers.split(',').all(has)
        }
    }

    /// Where a group is seen, if it is.
    fn directory_of(&self, group: &str) -> Option<PathBuf> {
        let below = Path::new(group).strip_prefix(self.root).ok()?;
        // Without a word below, joining would leave a `/` at the end.
        Some(self.point.join(below).components().collect())
    }
}

/// A path as `mountinfo` has it, in which blanks and backslashes are octal numbers.
fn unescaped(path: &str) -> String {
    path.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(homes: &[Home]) -> Vec<(&str, bool, bool)> {
        let row = |home: &'_ Home| (home.memory, home.pids);
        homes
            .iter()
            .map(|home| (home.path.to_str().unwrap(), row(home).0, row(home).1))
            .collect()
    }

    #[test]
    fn version_1_has_a_home_for_each_controller_below_the_own_group() {
        let groups = "9:name=systemd:/\n5:pids:/\n4:memory:/some/group\n2:cpu,cpuacct:/\n0::/\n";
        let mounts = "\
            31 23 0:28 / /sys/fs/cgroup rw shared:1 - tmpfs tmpfs rw,mode=755\n\
            35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
            39 31 0:36 / /sys/fs/cgroup/pids rw shared:2 master:3 - cgroup cgroup rw,pids\n\
            41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let homes = homes(groups, mounts, |_| String::new());
        let expected = [
            ("/sys/fs/cgroup/pids", false, true),
            ("/sys/fs/cgroup/memory/some/group", true, false),
        ];
        assert_eq!(paths(&homes), expected);
        assert!(homes.iter().all(|home| home.version == GroupVersion::One));
    }

    #[test]
    fn version_1_may_have_both_controllers_in_one_place_seen_from_within() {
        let groups = "4:memory,pids:/docker/1\n";
        let mounts = "35 31 0:32 /docker/1 /groups rw - cgroup cgroup rw,memory,pids\n";
        let found = homes(groups, mounts, |_| String::new());
        assert_eq!(paths(&found), [("/groups", true, true)]);
        let elsewhere = "35 31 0:32 /docker/2 /groups rw - cgroup cgroup rw,memory,pids\n";
        assert_eq!(homes(groups, elsewhere, |_| String::new()), []);
    }

    #[test]
    fn version_2_has_a_home_where_controllers_are_handed_down() {
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n";
        let groups = "0::/user.slice/app.slice/run-1.scope\n";
        let found = homes(groups, mounts, |group| {
            let hands_down = group.ends_with("app.slice");
            if hands_down { "cpu memory pids\n" } else { "" }.to_owned()
        });
        let expected = [("/sys/fs/cgroup/user.slice/app.slice", true, true)];
        assert_eq!(paths(&found), expected);
        let own = Path::new("/sys/fs/cgroup/user.slice/app.slice/run-1.scope");
        assert_eq!(found[0].origin, own);
    }

    #[test]
    fn the_root_of_version_2_may_hold_groups_and_nothing_is_sought_above_it() {
        let mounts = "30 23 0:26 / /sys/fs/my\\040cgroup rw - cgroup2 cgroup2 rw\n";
        let found = homes("0::/\n", mounts, |_| "pids\n".to_owned());
        assert_eq!(paths(&found), [("/sys/fs/my cgroup", false, true)]);
    }

    #[test]
    fn a_process_outside_of_what_is_mounted_has_no_home() {
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(homes("0::/../elsewhere\n", "", |_| "memory".to_owned()), []);
        assert_eq!(
            homes("nonsense\n1:2\n", mounts, |_| "memory".to_owned()),
            []
        );
    }
}
