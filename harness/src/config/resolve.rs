//! Which of several places decides a limit.

use std::time::Duration;

use super::{Config, Overrides, Problem};
use crate::model::{Limits, Origin, Setting};

/// The places that may set a limit, the weakest first. All are weaker than none: what nobody
/// sets is built in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layers {
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

/// The limits in force for a case whose expected output has `expected_bytes`.
///
/// Built in are 1 s of CPU time and 64 MiB of memory, as on POJ; for the wall clock twice
/// the time plus one second; for output 64 MiB, or twice the expected output and 1 MiB if
/// that is more; 64 MiB for standard error; for the stack what the memory has.
pub fn resolve(layers: &Layers, expected_bytes: u64) -> Limits {
    let time = layers.strongest(|layer| layer.time, TIME);
    let memory = layers.strongest(|layer| layer.memory, MEMORY);
    let wall = time.value.saturating_mul(2) + Duration::from_secs(1);
    let output = expected_bytes.saturating_mul(2).saturating_add(1 << 20);
    Limits {
        time,
        wall: layers.strongest(|layer| layer.wall, wall),
        memory,
        output: layers.strongest(|layer| layer.output, output.max(OUTPUT)),
        stderr: layers.strongest(|layer| layer.stderr, STDERR),
        stack: layers.strongest(|layer| layer.stack, memory.value),
    }
}

impl Layers {
    /// What the configuration says of a problem, where no case and no command line speaks.
    pub fn of(config: &Config, problem: &Problem) -> Self {
        Self {
            limits: config.limits,
            problem: problem.limits,
            ..Self::default()
        }
    }

    fn strongest<T>(&self, limit: impl Fn(&Overrides) -> Option<T>, built_in: T) -> Setting<T> {
        [
            (Origin::CommandLine, &self.command_line),
            (Origin::Case, &self.case),
            (Origin::Problem, &self.problem),
            (Origin::Limits, &self.limits),
        ]
        .into_iter()
        .find_map(|(origin, layer)| limit(layer).map(|value| Setting { value, origin }))
        .unwrap_or(Setting {
            value: built_in,
            origin: Origin::BuiltIn,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    /// Sets all limits to values that tell of their place.
    fn all(mark: u64) -> Overrides {
        Overrides {
            time: Some(Duration::from_millis(mark)),
            wall: Some(Duration::from_secs(mark)),
            memory: Some(mark),
            output: Some(mark + 1),
            stderr: Some(mark + 2),
            stack: Some(mark + 3),
        }
    }

    fn origins(limits: &Limits) -> [Origin; 6] {
        [
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
            };
            let limits = resolve(&layers, 0);
            let origin = match set {
                0 => Origin::BuiltIn,
                1 => Origin::Limits,
                2..4 => Origin::Problem,
                4..8 => Origin::Case,
                _ => Origin::CommandLine,
            };
            assert_eq!(origins(&limits), [origin; 6], "{set:04b}");
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
}
