use super::cursor::{Cursor, Mark, Text};
use crate::diff::{Extract, Spot};

/// How many bytes before and behind a place are at hand; in tests few, so that there are more.
const AROUND: usize = if cfg!(test) { 4096 } else { 64 * 1024 };

/// What is at hand of a text around a place: whole lines as far as there is room, and the
/// line of the place without what lies too far off.
pub(super) struct Part {
    pub(super) bytes: Vec<u8>,
    /// The offset at which it starts.
    start: usize,
    /// The line of the place, as far as it is left out.
    pub(super) left_out: usize,
    goes_on: bool,
}

impl Part {
    pub(super) fn around(text: &Text<'_>, place: Mark) -> Self {
        let start = place.at.saturating_sub(AROUND);
        let mut bytes = text.read(start, place.at.saturating_add(AROUND));
        let before = place.line_start.saturating_sub(start);
        // Of the first line there may be only the end.
        let dropped = match memchr::memchr(b'\n', &bytes[..before.min(bytes.len())]) {
            Some(end) if start > 0 => end + 1,
            _ => 0,
        };
        let goes_on = start + bytes.len() < text.end();
        let mut left_out = start.saturating_sub(place.line_start);
        if goes_on {
            let at = place.at - start;
            match memchr::memrchr(b'\n', bytes.get(at..).unwrap_or_default()) {
                Some(end) => bytes.truncate(at + end + 1),
                None => left_out += rest_of_line(text, start + bytes.len()),
            }
        }
        bytes.drain(..dropped);
        Self {
            bytes,
            start: start + dropped,
            left_out,
            goes_on,
        }
    }

    pub(super) fn extract(&self, n_lines: usize) -> Extract<'_> {
        Extract {
            bytes: &self.bytes,
            n_lines,
            goes_on: self.goes_on,
        }
    }

    /// An offset of the text as one of these bytes.
    pub(super) fn offset(&self, at: usize) -> usize {
        at.saturating_sub(self.start).min(self.bytes.len())
    }

    /// A place as one in these bytes.
    pub(super) fn spot(&self, place: Mark) -> Spot {
        Spot {
            line_start: self.offset(place.line_start),
            at: self.offset(place.at),
            ..spot(place)
        }
    }
}

/// A place, without what stands there.
pub(super) const fn spot(place: Mark) -> Spot {
    Spot {
        line: place.lines_before + 1,
        line_start: place.line_start,
        at: place.at,
        what: None,
    }
}

fn rest_of_line(text: &Text<'_>, from: usize) -> usize {
    let mut cursor = Cursor::new(text);
    cursor.go_to(Mark {
        at: from,
        ..Mark::default()
    });
    cursor.skip_to_line_end();
    cursor.mark().at - from
}
