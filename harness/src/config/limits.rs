use std::time::Duration;

use super::document::{Table, Value};
use super::section::Section;
use super::{Error, Fault, UnitError, duration, size};

/// The limits that one place sets: a table of a file, or the command line. `None` leaves a
/// limit to the places below. Sizes are in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// CPU time.
    pub time: Option<Duration>,
    /// Time on the wall clock.
    pub wall: Option<Duration>,
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
    Ok(Overrides {
        time: time("time")?,
        wall: time("wall")?,
        memory: bytes("memory")?,
        output: bytes("output")?,
        stderr: bytes("stderr")?,
        stack: bytes("stack")?,
    })
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
