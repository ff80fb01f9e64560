//! What people and machines see: sinks that consume the one stream of events, and the tally
//! that gives all of them the same counts.

mod exhaustion;
mod json;
mod last;
mod listing;
mod settings;
mod tally;
mod terminal;
#[cfg(test)]
mod testing;

use std::sync::mpsc::Receiver;

use crate::event::{Event, Sink};
use crate::model::Summary;

pub use exhaustion::exhaustion;
pub use json::Json;
pub use last::Last;
pub use listing::listing;
pub use tally::Tally;
pub use terminal::{Terminal, case_block};

/// Hands every event to every sink, in turn, until the run has finished, and then its
/// summary. A sink that fails is left out from then on; what it said comes back beside the
/// summary.
pub fn dispatch(
    events: &Receiver<Event>,
    mut tally: Tally,
    sinks: Vec<Box<dyn Sink + '_>>,
) -> (Summary, Vec<std::io::Error>) {
    let mut failures = Vec::new();
    let mut sinks = sinks;
    for event in events {
        tally.on(&event);
        each(&mut sinks, &mut failures, |sink| sink.on(&event));
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
