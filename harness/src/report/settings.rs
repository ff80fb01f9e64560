//! Limits and other settings as the JSON report has them, each with its origin.

use std::time::Duration;

use serde::Serialize;

use crate::model::{Clock, Command, Compare, Factor, Limits, Origin, Profile, Setting};
use crate::untrusted;

#[derive(Serialize)]
pub(super) struct LimitFields {
    time_ms: Field<f64>,
    wall_ms: Field<f64>,
    memory_kib: Field<u64>,
    output_bytes: Field<u64>,
    stderr_bytes: Field<u64>,
    stack_bytes: Field<u64>,
}

/// What is no ceiling, but decides with them.
#[derive(Serialize)]
pub(super) struct SettingFields {
    profile: Field<&'static str>,
    clock: Field<&'static str>,
    time_factor: Field<f64>,
    overrun: Field<f64>,
    compare: Option<Field<String>>,
}

#[derive(Serialize)]
pub(super) struct Field<T> {
    value: T,
    origin: &'static str,
}

pub(super) fn limits(limits: &Limits) -> LimitFields {
    LimitFields {
        time_ms: field(limits.time, millis),
        wall_ms: field(limits.wall, millis),
        memory_kib: field(limits.memory, |bytes| bytes >> 10),
        output_bytes: field(limits.output, |bytes| bytes),
        stderr_bytes: field(limits.stderr, |bytes| bytes),
        stack_bytes: field(limits.stack, |bytes| bytes),
    }
}

/// The settings that decide with the limits; `compare` is `None` for no comparison at all.
pub(super) fn settings(limits: &Limits, compare: Option<Setting<Compare>>) -> SettingFields {
    SettingFields {
        profile: field(limits.profile, Profile::name),
        clock: field(limits.clock, Clock::name),
        time_factor: field(limits.time_factor, Factor::value),
        overrun: field(limits.overrun, Factor::value),
        compare: compare.map(|compare| field(compare, |compare| compare.to_string())),
    }
}

pub(super) fn field<T, U>(setting: Setting<T>, convert: impl Fn(T) -> U) -> Field<U> {
    Field {
        value: convert(setting.value),
        origin: setting.origin.name(),
    }
}

/// A value that only one place can set.
pub(super) fn set_in<T>(origin: Origin, value: T) -> Field<T> {
    Field {
        value,
        origin: origin.name(),
    }
}

/// Milliseconds with three decimals: what the system's clocks are good for.
pub(super) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A command as it was split into words, escaped.
pub(super) fn words_of(command: &Command) -> Vec<String> {
    let words = command.words.iter();
    words
        .map(|word| untrusted::escape(word.as_encoded_bytes()))
        .collect()
}
