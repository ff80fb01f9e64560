use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::out;

/// A bar on standard error for boards, with rate and time left; nothing where nobody watches.
pub(super) struct BoardBar(ProgressBar);

impl BoardBar {
    pub(super) fn new() -> Self {
        if !out::is_watched() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::no_length();
        let template = "   {bar:30} {pos} of {len} boards · {rate} · {elapsed} · {left}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("rate", rate).with_key("left", left));
        }
        // The clock goes on while a run of many boards lasts.
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// So many boards of all are done; may be said from any thread and late.
    pub(super) fn set(&self, done: u64, all: u64) {
        self.0.set_length(all);
        self.0.set_position(done.max(self.0.position()));
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn rate(state: &ProgressState, text: &mut dyn Write) {
    // Where the bar is drawn, nobody hears of a failure to write; here and below.
    let _ = write!(text, "{:.0} a second", state.per_sec());
}

/// Before the first board there is nothing to tell it from.
fn left(state: &ProgressState, text: &mut dyn Write) {
    let _ = match state.pos() {
        0 => write!(text, "time left unknown"),
        _ => write!(text, "{:#} left", HumanDuration(state.eta())),
    };
}
