//! What people and machines see: sinks that consume the one stream of events, and the tally
//! that gives all of them the same counts.

mod exhaustion;
mod json;
mod last;
mod listing;
mod settings;
mod stress;
mod tally;
mod terminal;
#[cfg(test)]
mod testing;

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use crate::event::{Event, Sink};
use crate::model::Summary;

pub use exhaustion::exhaustion;
pub use json::Json;
pub use last::Last;
pub use listing::listing;
pub use stress::{found, found_json, shrunk, shrunk_json, stress, stress_json};
pub use tally::Tally;
pub use terminal::{Terminal, case_block};

/// How long events may wait to be shown together: to be woken for each of them would cost the
/// cores that judge a good part of what a small program takes.
const TOGETHER: Duration = Duration::from_millis(10);

/// Hands every event to every sink, in turn, until the run has finished, and then its
/// summary. A sink that fails is left out from then on; what it said comes back beside the
/// summary. Between events it may sleep for a moment; whoever has told the last one may
/// unpark this thread.
pub fn dispatch(
    events: &Receiver<Event>,
    mut tally: Tally,
    sinks: Vec<Box<dyn Sink + '_>>,
) -> (Summary, Vec<std::io::Error>) {
    let mut failures = Vec::new();
    let mut sinks = sinks;
    let mut take = |event: &Event| {
        tally.on(event);
        each(&mut sinks, &mut failures, |sink| sink.on(event));
    };
    while let Ok(event) = events.recv() {
        take(&event);
        thread::park_timeout(TOGETHER);
        events.try_iter().for_each(|event| take(&event));
    }
    let summary = tally.summary();
    each(&mut sinks, &mut failures, |sink| sink.finish(&summary));
    (summary, failures)
}

fn each<'a>(
    sinks: &mut Vec<Box<dyn Sink + 'a>>,
    failures: &mut Vec<std::io::Error>,
    mut tell: impl FnMut(&mut dyn Sink) -> std::io::Result<()>,
) {
    sinks.retain_mut(|sink| match tell(sink.as_mut()) {
        Ok(()) => true,
        Err(error) => {
            failures.push(error);
            false
        }
    });
}
