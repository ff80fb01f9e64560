use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::model::Judgement;

/// A bar on standard error while the run lasts; nothing where nobody watches.
pub(super) struct Progress {
    bar: ProgressBar,
    n_failures: usize,
}

impl Progress {
    pub(super) fn new(wanted: bool) -> Self {
        let bar = if wanted {
            ProgressBar::no_length()
        } else {
            ProgressBar::hidden()
        };
        Self { bar, n_failures: 0 }
    }

    pub(super) fn start(&mut self, n_items: usize) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar
            .set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        self.bar.set_length(n_items as u64);
        let template = "   {bar:30} {pos} of {len} · {elapsed}{msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }

    pub(super) fn step(&mut self, judgement: &Judgement) {
        if !judgement.as_expected {
            self.n_failures += 1;
            self.bar
                .set_message(format!(" · {} not as expected", self.n_failures));
        }
        self.bar.inc(1);
    }

    /// Does something with the bar out of the way.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    pub(super) fn finish(&mut self) {
        self.bar.finish_and_clear();
        // Nothing that is shown from here on may bring it back.
        self.bar = ProgressBar::hidden();
    }
}
