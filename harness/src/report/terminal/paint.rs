//! Colours. They repeat what the words say already, and are taken out where the output is no
//! terminal or the user wants none.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

use crate::model::Verdict;

/// `text` in a style.
pub(super) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of a verdict.
pub(super) const fn of(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Accepted => AnsiColor::Green,
        Verdict::WrongAnswer | Verdict::PresentationError => AnsiColor::Red,
        Verdict::RuntimeError => AnsiColor::Magenta,
        Verdict::TimeLimitExceeded
        | Verdict::MemoryLimitExceeded
        | Verdict::OutputLimitExceeded => AnsiColor::Yellow,
        Verdict::JudgeError => AnsiColor::Cyan,
    };
    color.on_default().bold()
}

/// The style of what is expected.
pub(super) const EXPECTED: Style = AnsiColor::Green.on_default();

/// The style of what was printed and is wrong.
pub(super) const ACTUAL: Style = AnsiColor::Red.on_default();

/// The style of what is said aside.
pub(super) const ASIDE: Style = Style::new().dimmed();

/// The style of names.
pub(super) const NAME: Style = Style::new().bold();
