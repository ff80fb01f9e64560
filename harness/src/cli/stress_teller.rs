use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Format;
use super::error::Error;
use super::out;
use super::stress_args::Stress;
use crate::report;
use crate::stress::Event;

/// Shows what happens meanwhile.
pub(super) struct Teller {
    pub(super) bar: ProgressBar,
    format: Format,
    /// Where the counterexample at hand is kept.
    directory: PathBuf,
    /// The first thing that could not be written.
    pub(super) failed: Option<Error>,
}

impl Teller {
    pub(super) fn new(args: &Stress, seed: u64, count: Option<u64>) -> Self {
        // Whatever becomes of this process, whoever saw it start can start it again.
        out::say(&format!("seed {seed}"));
        Self {
            bar: bar(count),
            format: args.format,
            directory: PathBuf::new(),
            failed: None,
        }
    }

    pub(super) fn tell(&mut self, event: Event<'_>) {
        let told = match event {
            Event::Tried(n_tried) => {
                self.bar.set_position(n_tried);
                Ok(())
            }
            Event::Shrinking(n_tried) => {
                self.bar.set_message(format!("· {n_tried} smaller"));
                Ok(())
            }
            Event::Found(found) => {
                self.directory = from_here(&found.directory);
                self.write(&|| report::found(found, &self.directory), &|| {
                    report::found_json(found)
                })
            }
            Event::Shrunk(shrunk) => self
                .write(&|| report::shrunk(shrunk, &self.directory), &|| {
                    report::shrunk_json(shrunk)
                }),
        };
        self.failed = self.failed.take().or(told.err());
    }

    fn write(
        &self,
        human: &dyn Fn() -> String,
        json: &dyn Fn() -> serde_json::Value,
    ) -> Result<(), Error> {
        self.bar.suspend(|| match self.format {
            Format::Human => out::write(human().as_bytes()),
            Format::Json => write_line(&json()),
        })
    }
}

/// A path as it can be typed here.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}

fn bar(count: Option<u64>) -> ProgressBar {
    if !out::is_watched() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match count {
        Some(count) => (
            ProgressBar::new(count),
            "   {bar:30} {pos} of {len} inputs · {elapsed} · {eta} left {msg}",
        ),
        None => (
            ProgressBar::no_length(),
            "   {spinner} {pos} inputs · {elapsed} {msg}",
        ),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Writes an object for machines in a line.
pub(super) fn write_line(value: &serde_json::Value) -> Result<(), Error> {
    out::write(format!("{value}\n").as_bytes())
}
