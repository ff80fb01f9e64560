//! Durations and sizes as people write them, on the command line and in TOML files.

use std::time::Duration;

use crate::untrusted::escape;

/// A quantity that cannot be used as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` {reason}", escape(written.as_bytes()))]
pub struct UnitError {
    written: String,
    reason: Reason,
    kind: &'static Kind,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Reason {
    #[error("has no unit")]
    NoUnit,
    #[error("has the unknown unit `{}`", escape(.0.as_bytes()))]
    UnknownUnit(String),
    #[error("has white space in it")]
    Blank,
    #[error("is negative")]
    Negative,
    #[error("is not {}", .0.name)]
    NotANumber(&'static Kind),
    #[error("is less than {}", .0.least.1)]
    TooSmall(&'static Kind),
    #[error("is more than {}", .0.most.1)]
    TooLarge(&'static Kind),
    #[error("is not a whole number of {}", .0.grain)]
    TooFine(&'static Kind),
}

impl UnitError {
    /// What to write instead.
    pub fn help(&self) -> String {
        if let Reason::UnknownUnit(unit) = &self.reason
            && let Some((right, _)) = self
                .kind
                .units
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(unit))
        {
            return format!("did you mean `{right}`?");
        }
        self.kind.help.to_owned()
    }
}

/// A kind of quantity: its units, and its bounds with their names.
#[derive(Debug, PartialEq, Eq)]
struct Kind {
    name: &'static str,
    /// What quantities are counted in.
    grain: &'static str,
    units: &'static [(&'static str, u128)],
    least: (u128, &'static str),
    most: (u128, &'static str),
    help: &'static str,
}

/// Counted in nanoseconds.
const DURATION: Kind = Kind {
    name: "a duration",
    grain: "nanoseconds",
    units: &[
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
        ("min", 60_000_000_000),
    ],
    least: (1_000_000, "1 ms"),
    most: (24 * 3600 * 1_000_000_000, "24 hours"),
    help: "write a number and one of the units ms, s and min, as in `1000ms`, `0.5s` or `2min`",
};

/// Counted in bytes.
const SIZE: Kind = Kind {
    name: "a size",
    grain: "bytes",
    units: &[
        ("B", 1),
        ("kB", 1000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
    ],
    least: (1, "1 B"),
    most: (1 << 40, "1 TiB"),
    help: "write a number and one of the units B, kB, MB, GB, KiB, MiB and GiB, as in `64MiB`",
};

/// Reads a duration such as `1000ms`, `0.5s` or `2min`: from 1 ms to 24 hours, exact to the
/// nanosecond.
///
/// # Errors
/// For everything else. A number without a unit is refused, since people mean seconds and
/// milliseconds alike; nothing stands for "unlimited".
pub fn duration(written: &str) -> Result<Duration, UnitError> {
    let nanoseconds = quantity(written, &DURATION)?;
    Ok(Duration::from_nanos(nanoseconds))
}

/// Reads a size such as `64MiB`, `1.5GB` or `100B` in bytes: from 1 byte to 1 TiB.
///
/// # Errors
/// For everything else: see [`duration`].
pub fn size(written: &str) -> Result<u64, UnitError> {
    quantity(written, &SIZE)
}

fn quantity(written: &str, kind: &'static Kind) -> Result<u64, UnitError> {
    parse(written, kind).map_err(|reason| UnitError {
        written: written.to_owned(),
        reason,
        kind,
    })
}

/// The quantity in grains. Whole numbers all the way: a limit of `0.3s` is 300 ms and not
/// what a binary fraction makes of it.
fn parse(written: &str, kind: &'static Kind) -> Result<u64, Reason> {
    if written.contains(char::is_whitespace) {
        return Err(Reason::Blank);
    }
    let (whole, fraction, unit) = parts(written).ok_or(if is_negative(written) {
        Reason::Negative
    } else {
        Reason::NotANumber(kind)
    })?;
    if unit.is_empty() {
        return Err(Reason::NoUnit);
    }
    let (_, grains_per_unit) = kind
        .units
        .iter()
        .find(|(name, _)| *name == unit)
        .ok_or_else(|| Reason::UnknownUnit(unit.to_owned()))?;
    let grains = exact(whole, fraction, *grains_per_unit, kind)?;
    if grains < kind.least.0 {
        return Err(Reason::TooSmall(kind));
    }
    u64::try_from(grains)
        .ok()
        .filter(|_| grains <= kind.most.0)
        .ok_or(Reason::TooLarge(kind))
}

/// The digits before the point, those after it, and the unit; `None` where that is not the
/// form of it.
fn parts(written: &str) -> Option<(&str, &str, &str)> {
    let (whole, rest) = digits(written);
    let (fraction, unit) = match rest.strip_prefix('.') {
        Some(rest) => match digits(rest) {
            ("", _) => return None,
            parts => parts,
        },
        None => ("", rest),
    };
    let is_word = unit.chars().all(char::is_alphabetic);
    (!whole.is_empty() && is_word).then_some((whole, fraction, unit))
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

fn is_negative(written: &str) -> bool {
    written
        .strip_prefix('-')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn exact(
    whole: &str,
    fraction: &str,
    grains_per_unit: u128,
    kind: &'static Kind,
) -> Result<u128, Reason> {
    // More digits than these are beyond every bound, or finer than every grain: with them
    // the products below stay within 128 bits.
    const DIGITS: usize = 18;
    let (whole, fraction) = (
        whole.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    if whole.len() > DIGITS {
        return Err(Reason::TooLarge(kind));
    }
    if fraction.len() > DIGITS {
        return Err(Reason::TooFine(kind));
    }
    let number = |digits: &str| {
        digits.bytes().fold(0, |number: u128, digit| {
            number * 10 + u128::from(digit - b'0')
        })
    };
    let scale = fraction.bytes().fold(1, |scale: u128, _| scale * 10);
    let parts = number(fraction) * grains_per_unit;
    if !parts.is_multiple_of(scale) {
        return Err(Reason::TooFine(kind));
    }
    Ok(number(whole) * grains_per_unit + parts / scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal(error: UnitError) -> (String, String) {
        (error.to_string(), error.help())
    }

    #[test]
    fn half_a_second_and_500_milliseconds_are_the_same_limit() {
        for written in ["500ms", "0.5s", "0.50s", "00500ms", "500.000ms"] {
            assert_eq!(
                duration(written),
                Ok(Duration::from_millis(500)),
                "{written}"
            );
        }
        assert_eq!(duration("2min"), duration("120s"));
        assert_eq!(duration("1.5ms"), Ok(Duration::from_micros(1500)));
        assert_eq!(duration("0.3s"), Ok(Duration::from_millis(300)));
        assert_eq!(duration("1ms"), Ok(Duration::from_millis(1)));
        assert_eq!(duration("1440min"), Ok(Duration::from_secs(86_400)));
    }

    #[test]
    fn sizes_know_thousands_from_powers_of_two() {
        for (written, bytes) in [
            ("1B", 1),
            ("64kB", 64_000),
            ("64KiB", 65_536),
            ("1MB", 1_000_000),
            ("64MiB", 67_108_864),
            ("1.5GB", 1_500_000_000),
            ("1.5GiB", 1_610_612_736),
            ("1024GiB", 1 << 40),
        ] {
            assert_eq!(size(written), Ok(bytes), "{written}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused_with_its_reason() {
        for (written, message) in [
            ("500", "`500` has no unit"),
            ("0.5", "`0.5` has no unit"),
            ("0", "`0` has no unit"),
            ("0s", "`0s` is less than 1 ms"),
            ("0.999ms", "`0.999ms` is less than 1 ms"),
            ("-1", "`-1` is negative"),
            ("-1s", "`-1s` is negative"),
            ("1e9s", "`1e9s` is not a duration"),
            ("5 m", "`5 m` has white space in it"),
            (" 5s", "` 5s` has white space in it"),
            ("5s\n", "`5s\\x0a` has white space in it"),
            ("5m", "`5m` has the unknown unit `m`"),
            ("5MiB", "`5MiB` has the unknown unit `MiB`"),
            ("", "`` is not a duration"),
            ("s", "`s` is not a duration"),
            ("-", "`-` is not a duration"),
            (".5s", "`.5s` is not a duration"),
            ("5.s", "`5.s` is not a duration"),
            ("+5s", "`+5s` is not a duration"),
            ("1,5s", "`1,5s` is not a duration"),
            ("1_000ms", "`1_000ms` is not a duration"),
            ("\u{665}s", "`\u{665}s` is not a duration"),
            ("inf", "`inf` is not a duration"),
            ("86400.001s", "`86400.001s` is more than 24 hours"),
            ("1000000000s", "`1000000000s` is more than 24 hours"),
            (
                "0.0000000001s",
                "`0.0000000001s` is not a whole number of nanoseconds",
            ),
        ] {
            assert_eq!(
                duration(written).map_err(|error| refusal(error).0),
                Err(message.to_owned())
            );
        }
    }

    #[test]
    fn what_is_no_size_is_refused_with_its_reason() {
        for (written, message) in [
            ("64", "`64` has no unit"),
            ("0MiB", "`0MiB` is less than 1 B"),
            ("-64MiB", "`-64MiB` is negative"),
            ("1025GiB", "`1025GiB` is more than 1 TiB"),
            ("0.5B", "`0.5B` is not a whole number of bytes"),
            ("64M", "`64M` has the unknown unit `M`"),
            ("1TiB", "`1TiB` has the unknown unit `TiB`"),
            ("64 MiB", "`64 MiB` has white space in it"),
            ("unlimited", "`unlimited` is not a size"),
        ] {
            assert_eq!(
                size(written).map_err(|error| refusal(error).0),
                Err(message.to_owned())
            );
        }
    }

    #[test]
    fn help_shows_the_right_form() {
        let help = |error: Option<UnitError>| error.map(|error| error.help());
        assert_eq!(
            help(duration("5 m").err()).as_deref(),
            Some(
                "write a number and one of the units ms, s and min, as in `1000ms`, `0.5s` or `2min`"
            )
        );
        assert_eq!(
            help(size("64").err()).as_deref(),
            Some(
                "write a number and one of the units B, kB, MB, GB, KiB, MiB and GiB, as in `64MiB`"
            )
        );
        assert_eq!(
            help(size("64mib").err()).as_deref(),
            Some("did you mean `MiB`?")
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_breaks_the_bounds(text in "[-+0-9.]{0,45}[a-zA-Z ]{0,3}|\\PC*") {
            if let Ok(time) = duration(&text) {
                prop_assert!(time >= Duration::from_millis(1));
                prop_assert!(time <= Duration::from_secs(86_400));
            }
            if let Ok(bytes) = size(&text) {
                prop_assert!((1..=1 << 40).contains(&bytes));
            }
        }

        #[test]
        fn milliseconds_are_the_same_as_decimals_of_a_second(milliseconds in 1_u64..=86_400_000) {
            let expected = Ok(Duration::from_millis(milliseconds));
            prop_assert_eq!(duration(&format!("{milliseconds}ms")), expected.clone());
            let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
            prop_assert_eq!(duration(&format!("{seconds}.{rest:03}s")), expected);
        }
    }
}
