/// How `judge` ends: the table of exit codes.
///
/// Of several, the first that holds in the order of `Exit::rank` counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All as expected.
    AsExpected,
    /// At least one case not as expected.
    NotAsExpected,
    /// Wrong usage or configuration; nothing ran.
    Usage,
    /// The build failed; nothing ran.
    BuildFailed,
    /// There was nothing to judge.
    NothingToJudge,
    /// The judge could not do its work for at least one case, or failed itself.
    JudgeError,
    /// Interrupted by the signal of this number.
    Interrupted(u8),
}

impl Exit {
    /// The code that the process ends with.
    pub const fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::NotAsExpected => 1,
            Self::Usage => 2,
            Self::BuildFailed => 3,
            Self::NothingToJudge => 4,
            Self::JudgeError => 5,
            Self::Interrupted(signal) => 128u8.saturating_add(signal),
        }
    }

    /// Precedence where several hold: the lowest rank wins.
    const fn rank(self) -> u8 {
        match self {
            Self::Interrupted(_) => 0,
            Self::Usage => 1,
            Self::BuildFailed => 2,
            Self::NothingToJudge => 3,
            Self::JudgeError => 4,
            Self::NotAsExpected => 5,
            Self::AsExpected => 6,
        }
    }

    /// Of two that hold, the one that counts.
    pub const fn or(self, other: Self) -> Self {
        if other.rank() < self.rank() {
            other
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn of_several_the_first_in_the_documented_order_counts() {
        let order = [
            Exit::Interrupted(2),
            Exit::Usage,
            Exit::BuildFailed,
            Exit::NothingToJudge,
            Exit::JudgeError,
            Exit::NotAsExpected,
            Exit::AsExpected,
        ];
        for (place, strong) in order.into_iter().enumerate() {
            for weak in order.into_iter().skip(place) {
                assert_eq!(strong.or(weak), strong);
                assert_eq!(weak.or(strong), strong);
            }
        }
        assert_eq!(order.map(Exit::code), [130, 2, 3, 4, 5, 1, 0]);
    }
}
