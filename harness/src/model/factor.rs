use std::fmt;
use std::time::Duration;

/// A positive factor, exact to a thousandth: how much a limit is stretched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factor {
    thousandths: u32,
}

impl Factor {
    /// The factor that changes nothing.
    pub const ONE: Self = Self { thousandths: 1000 };

    /// The largest factor: with it, the longest limit of a day becomes three years.
    pub const MOST: Self = Self {
        thousandths: 1_000_000,
    };

    /// The factor of this many thousandths; `None` for none, and beyond [`Factor::MOST`].
    pub const fn of_thousandths(thousandths: u32) -> Option<Self> {
        match thousandths {
            1..=1_000_000 => Some(Self { thousandths }),
            _ => None,
        }
    }

    /// So many times as long, cut to whole nanoseconds.
    pub fn times(self, time: Duration) -> Duration {
        time.saturating_mul(self.thousandths) / 1000
    }

    /// The number itself.
    pub fn value(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_stretches_exactly_and_is_shown_as_it_was_written() {
        let factor = |thousandths| Factor::of_thousandths(thousandths).unwrap();
        let second = Duration::from_secs(1);
        for (thousandths, millis, shown) in [
            (1000, 1000, "1"),
            (3000, 3000, "3"),
            (1500, 1500, "1.5"),
            (1, 1, "0.001"),
            (1_000_000, 1_000_000, "1000"),
        ] {
            let factor = factor(thousandths);
            assert_eq!(factor.times(second), Duration::from_millis(millis));
            assert_eq!(factor.to_string(), shown);
        }
        assert_eq!(factor(1000), Factor::ONE);
        assert_eq!(Factor::of_thousandths(0), None);
        assert_eq!(Factor::of_thousandths(1_000_001), None);
    }
}
