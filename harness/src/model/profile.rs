use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::{Compare, Rule};

/// A judge whose rules are taken over: how it compares, which clock its time limit is on, and
/// what it says when a run did several things wrong.
///
/// The manual says for each rule where that judge documents it, and which are choices made
/// here because it documents none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// POJ, as this judge has always been.
    #[default]
    Poj,
    /// Codeforces.
    Codeforces,
    /// Kattis.
    Kattis,
    /// AtCoder.
    AtCoder,
    /// DOMjudge.
    DomJudge,
}

/// What the time limit is measured on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// CPU time of all processes; the wall clock is a guard for programs that wait.
    #[default]
    Cpu,
    /// The wall clock alone: many threads may use more CPU time than the limit.
    Wall,
    /// Each of the two for itself.
    Both,
}

/// What can be wrong with a run before its output counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It took longer than its limit.
    Time,
    /// Its peak of memory was above its limit.
    Memory,
    /// It wrote more than its limit.
    Output,
    /// It ended by a signal or with an exit code other than 0.
    Exit,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 5] = [
        Self::Poj,
        Self::Codeforces,
        Self::Kattis,
        Self::AtCoder,
        Self::DomJudge,
    ];

    /// How `judge.toml` names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Poj => "poj",
            Self::Codeforces => "codeforces",
            Self::Kattis => "kattis",
            Self::AtCoder => "atcoder",
            Self::DomJudge => "domjudge",
        }
    }

    /// How it compares where a problem says nothing else.
    pub const fn compare(self) -> Compare {
        match self {
            Self::Poj => Compare {
                rule: Rule::Lines,
                ignore_case: false,
            },
            Self::Codeforces | Self::AtCoder => Compare {
                rule: Rule::Tokens,
                ignore_case: false,
            },
            Self::Kattis | Self::DomJudge => Compare {
                rule: Rule::Tokens,
                ignore_case: true,
            },
        }
    }

    /// The clock of its time limit.
    pub const fn clock(self) -> Clock {
        match self {
            Self::Poj | Self::Codeforces | Self::Kattis => Clock::Cpu,
            Self::AtCoder => Clock::Wall,
            Self::DomJudge => Clock::Both,
        }
    }

    /// Which of several causes names the verdict: the first that holds.
    pub const fn priority(self) -> [Cause; 4] {
        match self {
            Self::Poj | Self::Codeforces | Self::AtCoder => {
                [Cause::Time, Cause::Memory, Cause::Output, Cause::Exit]
            }
            Self::Kattis | Self::DomJudge => {
                [Cause::Time, Cause::Exit, Cause::Memory, Cause::Output]
            }
        }
    }
}

impl Clock {
    /// All clocks.
    pub const ALL: [Self; 3] = [Self::Cpu, Self::Wall, Self::Both];

    /// How `judge.toml` names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Wall => "wall",
            Self::Both => "both",
        }
    }

    /// When a run is stopped on the wall clock, where nobody says it: for a limit on the wall
    /// clock at the limit itself, else as a guard at twice the limit and a second.
    pub fn wall_guard(self, time: Duration) -> Duration {
        match self {
            Self::Cpu => time.saturating_mul(2) + Duration::from_secs(1),
            Self::Wall | Self::Both => time,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Profile {
    type Err = ();

    /// Reads [`Profile::name`].
    fn from_str(name: &str) -> Result<Self, ()> {
        let mut all = Self::ALL.into_iter();
        all.find(|profile| profile.name() == name).ok_or(())
    }
}

impl FromStr for Clock {
    type Err = ();

    /// Reads [`Clock::name`].
    fn from_str(name: &str) -> Result<Self, ()> {
        let mut all = Self::ALL.into_iter();
        all.find(|clock| clock.name() == name).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_profile_is_what_the_judge_does_of_itself() {
        let profile = Profile::default();
        assert_eq!(profile.compare(), Compare::default());
        assert_eq!(profile.clock(), Clock::default());
        let guard = profile.clock().wall_guard(Duration::from_secs(1));
        assert_eq!(guard, Duration::from_secs(3));
    }

    #[test]
    fn every_profile_orders_every_cause_once_and_time_comes_first() {
        for profile in Profile::ALL {
            let priority = profile.priority();
            assert_eq!(priority[0], Cause::Time, "{profile}");
            for cause in [Cause::Time, Cause::Memory, Cause::Output, Cause::Exit] {
                let times = priority.iter().filter(|one| **one == cause).count();
                assert_eq!(times, 1, "{cause:?} of {profile}");
            }
        }
    }

    #[test]
    fn names_are_read_back() {
        for profile in Profile::ALL {
            assert_eq!(profile.name().parse(), Ok(profile));
        }
        for clock in Clock::ALL {
            assert_eq!(clock.name().parse(), Ok(clock));
        }
        assert_eq!("POJ".parse::<Profile>(), Err(()));
        assert_eq!("".parse::<Clock>(), Err(()));
    }
}
