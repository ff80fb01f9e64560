use std::hash::{BuildHasher, Hasher, RandomState};

use super::windows::{Cursor, Text, content_end, line_end};
use crate::diff::is_white_space;

/// What counts of a line where the order of lines does not.
///
/// A line is known by a hash of 128 bits with keys that are new each time, so that texts of
/// any size are compared without being held: that two different lines have the same is less
/// likely than a fault of the machine.
pub(super) struct LineForm {
    keys: [RandomState; 2],
    ignore_case: bool,
    /// Whether white space is left out within lines, too.
    squeezed: bool,
}

/// A line that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountedLine {
    pub(super) hash: u128,
    /// From 1.
    pub(super) number: usize,
    /// The offset at which it starts.
    pub(super) at: usize,
    /// How many bytes of it count.
    pub(super) length: usize,
}

impl LineForm {
    pub(super) fn new(ignore_case: bool, squeezed: bool) -> Self {
        Self {
            keys: [RandomState::new(), RandomState::new()],
            ignore_case,
            squeezed,
        }
    }

    /// How many lines count, and the sum of their hashes: the same for the same lines in any
    /// order, and different for others.
    pub(super) fn sum(&self, text: &Text<'_>) -> (usize, u128) {
        let mut sum = (0, 0_u128);
        self.each_line(text, |line| {
            sum = (sum.0 + 1, sum.1.wrapping_add(line.hash));
        });
        sum
    }

    /// Calls `visit` with the lines that count.
    pub(super) fn each_line(&self, text: &Text<'_>, mut visit: impl FnMut(CountedLine)) {
        let mut cursor = Cursor::new(text);
        let mut kept = Vec::new();
        let mut number = 0;
        while cursor.peek().is_some() {
            number += 1;
            let at = cursor.mark().at;
            let (length, hash) = self.line(&mut cursor, &mut kept);
            if let Some(hash) = hash {
                visit(CountedLine {
                    hash,
                    number,
                    at,
                    length,
                });
            }
        }
    }

    /// The length of what counts of a line and its hash; `None` for a blank one. Goes behind
    /// it.
    fn line(&self, cursor: &mut Cursor<'_>, kept: &mut Vec<u8>) -> (usize, Option<u128>) {
        let mut hashers = self.keys.each_ref().map(BuildHasher::build_hasher);
        let mut n_hashed = 0;
        let mut add = |part: &[u8]| {
            let part = self.counted(part, kept);
            n_hashed += part.len();
            for hasher in &mut hashers {
                hasher.write(part);
            }
        };
        let whole = cursor.piece(line_end).map(|line| {
            let content = super::lines::content(line);
            add(content);
            (line.len(), content.len())
        });
        let length = if let Some((n_bytes, length)) = whole {
            cursor.skip(n_bytes);
            length
        } else {
            let start = cursor.mark();
            let end = content_end(cursor);
            cursor.go_to(start);
            while cursor.mark().at < end {
                let at = cursor.mark().at;
                let rest = cursor.rest();
                let n_bytes = rest.len().min(end - at);
                if n_bytes == 0 {
                    break;
                }
                add(&rest[..n_bytes]);
                cursor.skip(n_bytes);
            }
            cursor.skip_line();
            end - start.at
        };
        let [high, low] = hashers.map(|hasher| u128::from(hasher.finish()));
        (length, (n_hashed > 0).then_some(high << 64 | low))
    }

    /// What counts of a part of a line.
    fn counted<'a>(&self, part: &'a [u8], kept: &'a mut Vec<u8>) -> &'a [u8] {
        if !self.ignore_case && !self.squeezed {
            return part;
        }
        kept.clear();
        let bytes = part.iter().copied();
        let bytes = bytes.filter(|&byte| !(self.squeezed && is_white_space(byte)));
        kept.extend(bytes.map(|byte| match self.ignore_case {
            true => byte.to_ascii_lowercase(),
            false => byte,
        }));
        kept
    }
}
