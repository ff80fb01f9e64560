use std::time::Duration;

use super::{Clock, Factor, Profile, Usage};

/// A value and the place that set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<T> {
    /// The value in force.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a setting came from; later ones win over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The program's own default.
    BuiltIn,
    /// The rules of a judge that `profile` asks for.
    Profile(Profile),
    /// The top of `judge.toml`.
    JudgeToml,
    /// `[limits]` of `judge.toml`.
    Limits,
    /// The problem's own table in `judge.toml`.
    Problem,
    /// The submission's own table in `judge.toml`.
    Submission,
    /// `case.toml` of the case.
    Case,
    /// The command line.
    CommandLine,
}

impl Setting<Profile> {
    /// Where what follows from this profile came from.
    pub const fn rule(self) -> Origin {
        match self.origin {
            Origin::BuiltIn => Origin::BuiltIn,
            _ => Origin::Profile(self.value),
        }
    }
}

impl Origin {
    /// How reports name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Profile(Profile::Poj) => "profile poj",
            Self::Profile(Profile::Codeforces) => "profile codeforces",
            Self::Profile(Profile::Kattis) => "profile kattis",
            Self::Profile(Profile::AtCoder) => "profile atcoder",
            Self::Profile(Profile::DomJudge) => "profile domjudge",
            Self::JudgeToml => "judge.toml",
            Self::Limits => "[limits]",
            Self::Problem => "problem",
            Self::Submission => "submission",
            Self::Case => "case.toml",
            Self::CommandLine => "command line",
        }
    }
}

/// The ceilings under which one run happens, and how they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The judge whose order of verdicts counts.
    pub profile: Setting<Profile>,
    /// What `time` is measured on.
    pub clock: Setting<Clock>,
    /// The time limit in force: what was set, `time_factor` times.
    pub time: Setting<Duration>,
    /// Time on the wall clock, `time_factor` times: a guard for programs that wait.
    pub wall: Setting<Duration>,
    /// How much `time` and `wall` were stretched, for a slower machine.
    pub time_factor: Setting<Factor>,
    /// How far beyond its limits on time a run may go on, so that its real time is known. It
    /// is over them all the same.
    pub overrun: Setting<Factor>,
    /// Peak resident memory, in bytes.
    pub memory: Setting<u64>,
    /// Bytes on standard output.
    pub output: Setting<u64>,
    /// Bytes on standard error.
    pub stderr: Setting<u64>,
    /// Bytes of the main thread's stack.
    pub stack: Setting<u64>,
}

/// When a run is stopped for its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeStops {
    /// CPU time of all processes.
    pub cpu: Duration,
    /// Time on the wall clock.
    pub wall: Duration,
}

/// As good as no limit on CPU time, where only the wall clock counts.
const UNLIMITED: Duration = Duration::from_secs(3600 * 24 * 365);

impl Limits {
    /// The most time on the wall clock with which a run is within its limits.
    pub fn wall_limit(&self) -> Duration {
        match self.clock.value {
            Clock::Cpu => self.wall.value,
            Clock::Wall | Clock::Both => self.wall.value.min(self.time.value),
        }
    }

    /// When a run is stopped.
    pub fn time_stops(&self) -> TimeStops {
        let overrun = self.overrun.value;
        TimeStops {
            cpu: match self.clock.value {
                Clock::Cpu | Clock::Both => overrun.times(self.time.value),
                Clock::Wall => UNLIMITED,
            },
            wall: overrun.times(self.wall_limit()),
        }
    }

    /// How much of the time limit a run has used, on the clock that counts.
    pub fn time_used(&self, usage: &Usage) -> Duration {
        match self.clock.value {
            Clock::Cpu => usage.cpu,
            Clock::Wall => usage.wall,
            Clock::Both => usage.cpu.max(usage.wall),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn limits(clock: Clock, overrun: u32) -> Limits {
        fn set<T>(value: T) -> Setting<T> {
            Setting {
                value,
                origin: Origin::BuiltIn,
            }
        }
        Limits {
            profile: set(Profile::Poj),
            clock: set(clock),
            time: set(SECOND),
            wall: set(clock.wall_guard(SECOND)),
            time_factor: set(Factor::ONE),
            overrun: set(Factor::of_thousandths(overrun).unwrap()),
            memory: set(1),
            output: set(1),
            stderr: set(1),
            stack: set(1),
        }
    }

    #[test]
    fn a_run_is_stopped_on_the_clock_that_counts() {
        for (clock, cpu, wall) in [
            (Clock::Cpu, SECOND, 3 * SECOND),
            (Clock::Wall, UNLIMITED, SECOND),
            (Clock::Both, SECOND, SECOND),
        ] {
            let stops = limits(clock, 1000).time_stops();
            assert_eq!((stops.cpu, stops.wall), (cpu, wall), "{clock}");
        }
    }

    #[test]
    fn an_overrun_moves_the_stops_and_not_the_limits() {
        for clock in Clock::ALL {
            let (plain, long) = (limits(clock, 1000), limits(clock, 2500));
            assert_eq!(long.time_stops().wall, plain.time_stops().wall * 5 / 2);
            assert_eq!(long.wall_limit(), plain.wall_limit(), "{clock}");
        }
        assert_eq!(limits(Clock::Cpu, 2500).time_stops().cpu, SECOND * 5 / 2);
    }

    #[test]
    fn the_time_used_is_that_of_the_clock_that_counts() {
        let usage = Usage {
            cpu: Duration::from_millis(300),
            wall: Duration::from_millis(200),
            ..Usage::default()
        };
        let used = |clock| limits(clock, 1000).time_used(&usage).as_millis();
        assert_eq!(Clock::ALL.map(used), [300, 200, 300]);
    }
}
