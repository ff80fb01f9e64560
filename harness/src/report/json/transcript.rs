use serde::Serialize;

use crate::model::{Transcript, Turn};
use crate::untrusted;

/// What two programs said to each other.
#[derive(Serialize)]
pub(super) struct TranscriptFields {
    beginning: Vec<TurnFields>,
    left_out_bytes: u64,
    end: Vec<TurnFields>,
}

#[derive(Serialize)]
struct TurnFields {
    by: &'static str,
    text: String,
}

impl TranscriptFields {
    /// The fields of `transcript`.
    pub(super) fn of(transcript: &Transcript) -> Self {
        Self {
            beginning: transcript.beginning.iter().map(turn).collect(),
            left_out_bytes: transcript.left_out,
            end: transcript.end.iter().map(turn).collect(),
        }
    }
}

fn turn(turn: &Turn) -> TurnFields {
    TurnFields {
        by: turn.by.name(),
        text: untrusted::escape(&turn.text),
    }
}
