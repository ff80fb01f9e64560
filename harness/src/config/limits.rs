use std::time::Duration;

use super::document::{Table, Value};
use super::profile::clock;
use super::section::Section;
use super::{Error, Fault, UnitError, duration, size};
use crate::model::{Clock, Factor};

/// The limits that one place sets: a table of a file, or the command line. `None` leaves a
/// limit to the places below. Sizes are in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The time limit, on the clock that counts.
    pub time: Option<Duration>,
    /// Time on the wall clock.
    pub wall: Option<Duration>,
    /// What `time` is measured on.
    pub clock: Option<Clock>,
    /// How much `time` and `wall` are stretched: the command line alone says that.
    pub time_factor: Option<Factor>,
    /// How far a run may go on beyond them: the command line alone says that.
    pub overrun: Option<Factor>,
    /// Peak resident memory.
    pub memory: Option<u64>,
    /// Standard output.
    pub output: Option<u64>,
    /// Standard error.
    pub stderr: Option<u64>,
    /// The main thread's stack.
    pub stack: Option<u64>,
}

/// Reads the `limits` of a table, if it has them.
pub(super) fn limits_of(parent: &Table<'_>) -> Result<Overrides, Error> {
    let Some(limits) = parent.get("limits") else {
        return Ok(Overrides::default());
    };
    let table = limits.table(Section::Limits)?;
    let time = |key| quantity(table.get(key), duration);
    let bytes = |key| quantity(table.get(key), size);
    let overrides = Overrides {
        time: time("time")?,
        wall: time("wall")?,
        clock: clock(&table)?,
        memory: bytes("memory")?,
        output: bytes("output")?,
        stderr: bytes("stderr")?,
        stack: bytes("stack")?,
        ..Overrides::default()
    };
    match (overrides.time, overrides.wall, table.get("wall")) {
        (Some(time), Some(wall), Some(value)) if wall < time => {
            Err(value.error(Fault::WallBelowTime))
        }
        _ => Ok(overrides),
    }
}

fn quantity<T>(
    value: Option<Value<'_>>,
    read: fn(&str) -> Result<T, UnitError>,
) -> Result<Option<T>, Error> {
    let Some(value) = value else { return Ok(None) };
    // A bare number gets the message about its missing unit, not one about types.
    let written = value.as_written("a string with a unit")?;
    let fault = |source| {
        value.error(Fault::Unit {
            key: value.key().to_owned(),
            source,
        })
    };
    read(&written).map(Some).map_err(fault)
}

#[cfg(test)]
mod tests {
    use crate::config::judge_toml::tests::{MINIMAL, assert_refused, load_text};

    #[test]
    fn a_wall_guard_below_the_time_limit_is_an_error() {
        let help = "raise `wall`, or leave it out; for a limit on the wall clock \
                    write `clock = \"wall\"` and set `time`";
        assert_refused(&[(
            "[limits]\ntime = '2s'\nwall = '1999ms'\n",
            "`judge.toml`, line 3, column 8: `wall` is below `time`: \
             a program would be stopped before it can use its time",
            help,
        )]);
        assert!(
            load_text(&format!(
                "limits = {{ time = '2s', wall = '2s' }}\n{MINIMAL}"
            ))
            .is_ok()
        );
    }

    #[test]
    fn a_limit_without_a_unit_zero_negative_or_absurd_is_an_error() {
        let durations = "write a number and one of the units ms, s and min, \
                         as in `1000ms`, `0.5s` or `2min`";
        for (written, message) in [
            ("500", "`time`: `500` has no unit"),
            ("0.5", "`time`: `0.5` has no unit"),
            ("'500'", "`time`: `500` has no unit"),
            ("0", "`time`: `0` has no unit"),
            ("-1", "`time`: `-1` is negative"),
            ("'1e9s'", "`time`: `1e9s` is not a duration"),
            ("'5 m'", "`time`: `5 m` has white space in it"),
            ("inf", "`time`: `inf` is not a duration"),
            ("''", "`time`: `` is not a duration"),
        ] {
            assert_refused(&[(
                &format!("[limits]\ntime = {written}\n"),
                &format!("`judge.toml`, line 2, column 8: {message}"),
                durations,
            )]);
        }
        assert_refused(&[(
            "[limits]\nmemory = '64mb'\n",
            "`judge.toml`, line 2, column 10: `memory`: `64mb` has the unknown unit `mb`",
            "did you mean `MB`?",
        )]);
    }
}
