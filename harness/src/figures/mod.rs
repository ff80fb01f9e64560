//! How quantities are shown to people. This is the only place that rounds them.

use std::time::Duration;

use crate::model::Factor;

/// A time as people read it: `0.6 ms`, `14 ms`, `1.000 s`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 0.9995 {
        format!("{seconds:.3} s")
    } else if seconds >= 0.009_95 {
        format!("{:.0} ms", seconds * 1e3)
    } else {
        format!("{:.1} ms", seconds * 1e3)
    }
}

/// A limit on time as people read it; with its factor where it was stretched: `1.000 s × 3`.
pub fn stretched(limit: Duration, factor: Factor) -> String {
    match factor == Factor::ONE {
        true => duration(limit),
        false => format!("{} × {factor}", duration(limit.div_f64(factor.value()))),
    }
}

/// A short time as people read it: `0.12 µs`.
pub fn micros(time: Duration) -> String {
    format!("{:.2} µs", time.as_secs_f64() * 1e6)
}

/// A size as people read it: `1.1 MiB`.
#[expect(
    clippy::cast_precision_loss,
    reason = "a figure for people, to a tenth"
)]
pub fn bytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

/// A number of things, `noun` being one of them: `1 case`, `2 cases`, `2 processes`.
pub fn count(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{n} {noun}es"),
        _ => format!("{n} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_with_the_digits_that_mean_something() {
        let shown = |micros| duration(Duration::from_micros(micros));
        assert_eq!(shown(640), "0.6 ms");
        assert_eq!(shown(9_940), "9.9 ms");
        assert_eq!(shown(14_200), "14 ms");
        assert_eq!(shown(999_400), "999 ms");
        assert_eq!(shown(999_600), "1.000 s");
        assert_eq!(shown(61_000_000), "61.000 s");
    }

    #[test]
    fn sizes_are_in_mebibytes() {
        assert_eq!(bytes(64 << 20), "64.0 MiB");
        assert_eq!(bytes(652 << 10), "0.6 MiB");
    }
}
