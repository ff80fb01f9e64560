use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use super::members::{self, Kin, Member};
use crate::sys;

/// All processes of a run, and what they have used.
///
/// CPU time is hard to add up, because a process that ends takes its clock with it. Where it
/// was waited for, its time is in its parent's "children" clock; where its parent ignores
/// SIGCHLD, it is nowhere. So the last value seen of every process that vanished is kept
/// ([`Member::lost`]), and of the two the larger counts. That never counts anything twice:
/// what was seen of a vanished child is at most what its parent waited for.
#[derive(Debug)]
pub(super) struct Family {
    kin: Kin,
    members: BTreeMap<u32, Member>,
    /// Of orphans that were taken away here: exact.
    reaped: Duration,
    /// The largest resident size seen, of all members together.
    peak_bytes: u64,
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
    /// One that nobody has looked at yet.
    pub(super) fn new(kin: Kin) -> Self {
        Self {
            kin,
            members: BTreeMap::new(),
            reaped: Duration::ZERO,
            peak_bytes: 0,
        }
    }

    /// Looks at every descendant once, and takes away dead orphans. `leader`, the first
    /// process of the run, is left to whoever watches it.
    pub(super) fn look(&mut self, leader: u32) -> Look {
        let mut look = self.look_once(leader);
        if look.resident_bytes > self.peak_bytes && self.members.len() > 1 {
            // A child by `vfork` that began between the readings of its parent and of itself
            // shows the memory of both twice. What one look alone has seen does not count.
            let again = self.look_once(leader);
            let resident_bytes = look.resident_bytes.min(again.resident_bytes);
            look = Look {
                resident_bytes,
                ..again
            };
        }
        self.peak_bytes = self.peak_bytes.max(look.resident_bytes);
        look
    }

    fn look_once(&mut self, leader: u32) -> Look {
        let seen = members::all(self.kin);
        self.account_for_the_vanished(&seen);
        for (pid, now) in seen {
            let lost = self
                .members
                .get(&pid)
                .map_or(Duration::ZERO, |was| was.lost);
            self.members.insert(pid, Member { lost, ..now });
        }
        self.take_away_dead_orphans(leader);
        Look {
            cpu: self.cpu(),
            resident_bytes: self.resident_bytes(),
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

    /// How long the living have been ready to run without a core, all threads together.
    pub(super) fn run_delay(&self) -> Duration {
        let living = self.members.iter().filter(|(_, member)| !member.dead);
        living.map(|(&pid, _)| members::run_delay(pid)).sum()
    }

    /// Enters the exact CPU time of a process that was taken away and of the children that
    /// it had waited for.
    pub(super) fn enter(&mut self, pid: u32, exact: Duration) {
        let seen = self.members.remove(&pid).map(|member| member.cpu());
        self.reaped += exact.max(seen.unwrap_or_default());
    }

    /// Moves the time of what has gone since the last look to whoever waited for it. To be done
    /// before a process is taken away, whose exact account has that time already.
    pub(super) fn settle(&mut self) {
        // A run that was over before the first look has nothing to settle.
        if !self.members.is_empty() {
            self.account_for_the_vanished(&members::all(self.kin));
        }
    }

    /// Kills every process that is left, until none is, and gives their number.
    pub(super) fn end(&mut self) -> u32 {
        let mut killed = BTreeSet::new();
        while sys::has_children() {
            let seen = members::all(self.kin);
            self.account_for_the_vanished(&seen);
            for (pid, member) in seen {
                if !member.dead {
                    killed.insert((pid, member.start));
                    if self.kin == Kin::Descendants {
                        sys::kill(pid, || members::start_of(pid) == Some(member.start));
                    }
                }
            }
            if self.kin == Kin::Namespace {
                // Nobody can fork away from this: the system looks at all at once.
                sys::kill_all();
            }
            if !self.take_away_children() {
                // What was killed takes a moment to die.
                thread::sleep(Duration::from_micros(100));
            }
        }
        u32::try_from(killed.len()).unwrap_or(u32::MAX)
    }

    /// Takes away every child that is dead, and so of every process that has become one by
    /// the death of its parent; says whether there was any. It waits for none: one that became
    /// a child after the last look was not killed yet.
    fn take_away_children(&mut self) -> bool {
        let mut any = false;
        for child in members::children_of_this(self.kin) {
            if let Some(fate) = sys::reap_if_dead(child) {
                any = true;
                self.peak_bytes = self.peak_bytes.max(fate.peak_bytes);
                self.enter(child, fate.cpu);
            }
        }
        any
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
        let guests = self.guests();
        let hosts = || {
            let members = self.members.iter();
            members.filter(|(pid, _)| !guests.contains(pid))
        };
        let sum = hosts().map(|(_, member)| member.resident_bytes).sum();
        let n_living = hosts().filter(|(_, member)| !member.dead).count();
        if n_living < 2 || sum <= self.peak_bytes {
            return sum;
        }
        // Pages that two of them share are there once: each counts its proportion.
        // One that has gone since the look counts nothing: its pages are others' now.
        hosts()
            .filter_map(|(&pid, _)| {
                members::proportional_bytes(pid).or_else(|| members::resident_bytes(pid))
            })
            .sum()
    }

    /// Those who live in the very memory of their parent, until they become another program:
    /// every start of a program looks so for a moment. The parent waits meanwhile, so it has
    /// one of these at most.
    fn guests(&self) -> BTreeSet<u32> {
        let mut hosts = BTreeSet::new();
        let members = self.members.iter();
        members
            .filter(|(_, member)| {
                self.members.get(&member.parent).is_some_and(|parent| {
                    parent.waits
                        && parent.virtual_bytes == member.virtual_bytes
                        && parent.resident_bytes == member.resident_bytes
                        && hosts.insert(member.parent)
                })
            })
            .map(|(&pid, _)| pid)
            .collect()
    }
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
            virtual_bytes: 0,
            waits: false,
        }
    }

    fn family(members: &[(u32, Member)]) -> Family {
        Family {
            members: members.iter().copied().collect(),
            ..Family::new(Kin::Descendants)
        }
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
    fn a_child_that_ended_after_the_last_look_is_in_the_account_of_its_parent() {
        let mut family = family(&[(10, member(1, 5, 0)), (11, member(10, 598, 0))]);
        family.account_for_the_vanished(&[(10, member(1, 6, 0))].into());
        family.enter(10, Duration::from_millis(606));
        assert_eq!(family.cpu(), Duration::from_millis(606));
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
