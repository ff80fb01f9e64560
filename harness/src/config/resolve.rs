//! Which of several places decides a limit.

use std::time::Duration;

use super::{Config, Overrides, Problem};
use crate::model::{Factor, Limits, Origin, Profile, Setting};

/// The places that may set a limit, the weakest first. All are weaker than none: what nobody
/// sets is built in.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// The judge whose rules fill the gaps.
    pub profile: Setting<Profile>,
    /// `[limits]` of `judge.toml`.
    pub limits: Overrides,
    /// The problem's own table.
    pub problem: Overrides,
    /// `case.toml`.
    pub case: Overrides,
    /// The command line.
    pub command_line: Overrides,
}

const TIME: Duration = Duration::from_millis(1000);
const MEMORY: u64 = 64 << 20;
const OUTPUT: u64 = 64 << 20;
const STDERR: u64 = 64 << 20;

impl Default for Layers {
    /// No place sets anything.
    fn default() -> Self {
        Self {
            profile: Setting {
                value: Profile::default(),
                origin: Origin::BuiltIn,
            },
            limits: Overrides::default(),
            problem: Overrides::default(),
            case: Overrides::default(),
            command_line: Overrides::default(),
        }
    }
}

/// The limits in force for a case whose expected output has `expected_bytes`.
///
/// Built in are 1 s and 64 MiB of memory, as on POJ; for output 64 MiB, or twice the expected
/// output and 1 MiB if that is more; 64 MiB for standard error; for the stack what the memory
/// has. The clock and the guard on the wall clock are those of the profile.
pub fn resolve(layers: &Layers, expected_bytes: u64) -> Limits {
    let rule = layers.profile.rule();
    let built_in = Origin::BuiltIn;
    let time = layers.strongest(|layer| layer.time, TIME, built_in);
    let memory = layers.strongest(|layer| layer.memory, MEMORY, built_in);
    let clock = layers.strongest(|layer| layer.clock, layers.profile.value.clock(), rule);
    let guard = clock.value.wall_guard(time.value);
    let wall = layers.strongest(|layer| layer.wall, guard, rule);
    let output = expected_bytes.saturating_mul(2).saturating_add(1 << 20);
    let time_factor = layers.strongest(|layer| layer.time_factor, Factor::ONE, built_in);
    let stretched = |limit: Setting<Duration>| Setting {
        value: time_factor.value.times(limit.value),
        ..limit
    };
    Limits {
        profile: layers.profile,
        clock,
        time: stretched(time),
        wall: stretched(wall),
        time_factor,
        overrun: layers.strongest(|layer| layer.overrun, Factor::ONE, built_in),
        memory,
        output: layers.strongest(|layer| layer.output, output.max(OUTPUT), built_in),
        stderr: layers.strongest(|layer| layer.stderr, STDERR, built_in),
        stack: layers.strongest(|layer| layer.stack, memory.value, built_in),
    }
}

impl Layers {
    /// What the configuration says of a problem, where no case and no command line speaks.
    pub fn of(config: &Config, problem: &Problem) -> Self {
        Self {
            profile: problem.problem.profile,
            limits: config.limits,
            problem: problem.limits,
            ..Self::default()
        }
    }

    /// What the strongest place says; `otherwise`, which came from `origin`, where none does.
    fn strongest<T>(
        &self,
        limit: impl Fn(&Overrides) -> Option<T>,
        otherwise: T,
        origin: Origin,
    ) -> Setting<T> {
        [
            (Origin::CommandLine, &self.command_line),
            (Origin::Case, &self.case),
            (Origin::Problem, &self.problem),
            (Origin::Limits, &self.limits),
        ]
        .into_iter()
        .find_map(|(origin, layer)| limit(layer).map(|value| Setting { value, origin }))
        .unwrap_or(Setting {
            value: otherwise,
            origin,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Clock;

    const MIB: u64 = 1 << 20;

    /// Sets all limits to values that tell of their place.
    fn all(mark: u64) -> Overrides {
        Overrides {
            time: Some(Duration::from_millis(mark)),
            wall: Some(Duration::from_secs(mark)),
            clock: Some(Clock::ALL[usize::try_from(mark % 3).unwrap()]),
            time_factor: None,
            overrun: None,
            memory: Some(mark),
            output: Some(mark + 1),
            stderr: Some(mark + 2),
            stack: Some(mark + 3),
        }
    }

    fn origins(limits: &Limits) -> [Origin; 7] {
        [
            limits.clock.origin,
            limits.time.origin,
            limits.wall.origin,
            limits.memory.origin,
            limits.output.origin,
            limits.stderr.origin,
            limits.stack.origin,
        ]
    }

    #[test]
    fn the_strongest_of_any_set_of_places_decides_every_limit() {
        for set in 0_u32..16 {
            let layer = |place: u32| {
                if set & (1 << place) == 0 {
                    Overrides::default()
                } else {
                    all(100 + u64::from(place))
                }
            };
            let layers = Layers {
                limits: layer(0),
                problem: layer(1),
                case: layer(2),
                command_line: layer(3),
                ..Layers::default()
            };
            let limits = resolve(&layers, 0);
            let origin = match set {
                0 => Origin::BuiltIn,
                1 => Origin::Limits,
                2..4 => Origin::Problem,
                4..8 => Origin::Case,
                _ => Origin::CommandLine,
            };
            assert_eq!(origins(&limits), [origin; 7], "{set:04b}");
            if let Some(place) = set.checked_ilog2() {
                let mark = 100 + u64::from(place);
                assert_eq!(limits.time.value, Duration::from_millis(mark));
                assert_eq!(limits.wall.value, Duration::from_secs(mark));
                let sizes = [limits.memory, limits.output, limits.stderr, limits.stack];
                assert_eq!(
                    sizes.map(|setting| setting.value),
                    [mark, mark + 1, mark + 2, mark + 3]
                );
            }
        }
    }

    #[test]
    fn limits_of_one_place_leave_the_others_to_the_places_below() {
        let layers = Layers {
            limits: all(100),
            case: Overrides {
                memory: Some(5 * MIB),
                ..Overrides::default()
            },
            ..Layers::default()
        };
        let limits = resolve(&layers, 0);
        assert_eq!(limits.memory.value, 5 * MIB);
        assert_eq!(limits.memory.origin, Origin::Case);
        assert_eq!(limits.time.origin, Origin::Limits);
    }

    #[test]
    fn what_nobody_sets_is_as_on_poj() {
        let limits = resolve(&Layers::default(), 0);
        assert_eq!(limits.time.value, Duration::from_secs(1));
        assert_eq!(limits.wall.value, Duration::from_secs(3));
        let sizes = [limits.memory, limits.output, limits.stderr, limits.stack];
        assert_eq!(sizes.map(|setting| setting.value), [64 * MIB; 4]);
    }

    #[test]
    fn wall_and_stack_follow_the_time_and_memory_in_force() {
        let layers = Layers {
            limits: all(100),
            command_line: Overrides {
                time: Some(Duration::from_millis(250)),
                memory: Some(256 * MIB),
                ..Overrides::default()
            },
            ..Layers::default()
        };
        let given = resolve(&layers, 0);
        assert_eq!(given.wall.value, Duration::from_secs(100));
        let bare = Layers {
            limits: Overrides::default(),
            ..layers
        };
        let followed = resolve(&bare, 0);
        assert_eq!(followed.wall.value, Duration::from_millis(1500));
        assert_eq!(followed.wall.origin, Origin::BuiltIn);
        assert_eq!(followed.stack.value, 256 * MIB);
        assert_eq!(followed.stack.origin, Origin::BuiltIn);
    }

    #[test]
    fn an_honest_large_answer_is_within_the_output_limit() {
        let output = |expected| resolve(&Layers::default(), expected).output.value;
        assert_eq!(output(0), 64 * MIB);
        assert_eq!(output(31 * MIB), 64 * MIB);
        assert_eq!(output(32 * MIB), 65 * MIB);
        assert_eq!(output(80 * MIB), 161 * MIB);
        assert_eq!(output(u64::MAX), u64::MAX);
    }

    fn profile(value: Profile) -> Setting<Profile> {
        let origin = Origin::Problem;
        Setting { value, origin }
    }

    #[test]
    fn a_profile_sets_clock_and_guard_and_gives_way_to_any_place() {
        let second = Duration::from_secs(1);
        for one in Profile::ALL {
            let mut layers = Layers {
                profile: profile(one),
                ..Layers::default()
            };
            let limits = resolve(&layers, 0);
            assert_eq!(limits.clock.value, one.clock());
            assert_eq!(limits.wall.value, one.clock().wall_guard(second));
            let rule = Origin::Profile(one);
            assert_eq!((limits.clock.origin, limits.wall.origin), (rule, rule));
            assert_eq!(limits.time.origin, Origin::BuiltIn);
            layers.limits.clock = Some(Clock::Cpu);
            layers.limits.wall = Some(7 * second);
            let limits = resolve(&layers, 0);
            assert_eq!(limits.clock.value, Clock::Cpu);
            assert_eq!(limits.wall.value, 7 * second);
            let set = (limits.clock.origin, limits.wall.origin);
            assert_eq!(set, (Origin::Limits, Origin::Limits));
        }
    }

    #[test]
    fn a_profile_that_nobody_asked_for_is_built_in() {
        let limits = resolve(&Layers::default(), 0);
        assert_eq!(limits.clock.origin, Origin::BuiltIn);
        assert_eq!(limits.wall.origin, Origin::BuiltIn);
    }

    #[test]
    fn a_factor_stretches_the_limits_on_time_and_no_other() {
        for wall in [None, Some(Duration::from_secs(4))] {
            let mut layers = Layers {
                limits: Overrides {
                    wall,
                    ..Overrides::default()
                },
                ..Layers::default()
            };
            let plain = resolve(&layers, 0);
            layers.command_line.time_factor = Factor::of_thousandths(3000);
            let stretched = resolve(&layers, 0);
            assert_eq!(stretched.time.value, plain.time.value * 3);
            assert_eq!(stretched.wall.value, plain.wall.value * 3);
            assert_eq!(stretched.time.origin, plain.time.origin);
            assert_eq!(stretched.memory, plain.memory);
            assert_eq!(stretched.time_factor.origin, Origin::CommandLine);
        }
    }
}
