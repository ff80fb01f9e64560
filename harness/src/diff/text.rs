use std::ops::Range;

/// The white space of C's `isspace`: blank, tab, line feed, vertical tab, form feed and
/// carriage return. No other byte separates tokens, not even NUL.
pub const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The lines of a text as ranges of its bytes, each with the `\n` that ends it. An empty
/// text has none; the last one may lack its `\n`.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl<'a> Lines<'a> {
    /// The lines from the one that starts at an offset.
    pub const fn starting_at(bytes: &'a [u8], line_start: usize) -> Self {
        Self {
            bytes,
            next: line_start,
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = self
            .bytes
            .get(self.next..)
            .filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = self.next..self.next + length;
        self.next = line.end;
        Some(line)
    }
}

/// Where the line starts that an offset lies in.
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1)
}

/// How many bytes two texts have in common from their beginning.
pub fn common_beginning(left: &[u8], right: &[u8]) -> usize {
    /// Large enough for a fast comparison of memory, small enough to search byte by byte.
    const STEP: usize = 4096;
    let whole_steps = left
        .chunks_exact(STEP)
        .zip(right.chunks_exact(STEP))
        .take_while(|(left, right)| left == right)
        .count();
    let rest = whole_steps * STEP;
    let differ = left[rest..]
        .iter()
        .zip(&right[rest..])
        .take_while(|(left, right)| left == right)
        .count();
    rest + differ
}

/// The offset at which the character starts that `at` lies in, not below `floor`.
pub(super) fn character_start(bytes: &[u8], floor: usize, at: usize) -> usize {
    let lowest = floor.max(at.saturating_sub(3));
    (lowest..=at)
        .rev()
        .find(|&start| !is_continuation(bytes, start))
        .unwrap_or(at)
}

/// The offset at which the character ends that `at` lies in, not above `ceiling`.
pub(super) fn character_end(bytes: &[u8], ceiling: usize, at: usize) -> usize {
    let highest = ceiling.min(at + 3);
    (at..=highest)
        .find(|&end| !is_continuation(bytes, end))
        .unwrap_or(at)
}

/// Whether a byte is one of a UTF-8 character, but not its first.
fn is_continuation(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_what_c_says() {
        let spaces: Vec<u8> = (0..=u8::MAX).filter(|&byte| is_white_space(byte)).collect();
        assert_eq!(spaces, b"\t\n\x0b\x0c\r ");
    }

    #[test]
    fn lines_keep_their_ends_and_nothing_follows_the_last_one() {
        let lines = |text: &'static [u8]| -> Vec<&[u8]> {
            Lines::starting_at(text, 0)
                .map(|line| &text[line])
                .collect()
        };
        assert_eq!(lines(b""), Vec::<&[u8]>::new());
        assert_eq!(lines(b"\n"), [b"\n"]);
        assert_eq!(lines(b"a\n\nb"), [&b"a\n"[..], b"\n", b"b"]);
        assert_eq!(line_start(b"a\n\nb", 4), 3);
        assert_eq!(line_start(b"a\n\nb", 2), 2);
    }

    #[test]
    fn the_common_beginning_ends_at_the_first_byte_that_differs() {
        for length in [0, 1, 4095, 4096, 4097, 9000] {
            let text = vec![b'x'; length];
            assert_eq!(common_beginning(&text, &text), length);
            for at in [0, 1, 4094, 4095, 4096, 8191, 8192, 8999] {
                if at < length {
                    let mut other = text.clone();
                    other[at] = b'y';
                    assert_eq!(common_beginning(&text, &other), at);
                    assert_eq!(common_beginning(&text, &text[..at]), at);
                }
            }
        }
    }

    #[test]
    fn a_place_moves_to_the_border_of_its_character() {
        let text = "aé漢".as_bytes();
        assert_eq!(character_start(text, 0, 2), 1);
        assert_eq!(character_start(text, 2, 2), 2);
        assert_eq!(character_start(text, 0, 5), 3);
        assert_eq!(character_end(text, text.len(), 4), 6);
        assert_eq!(character_end(text, 5, 4), 4);
        assert_eq!(character_start(b"\x80\x80\x80\x80\x80", 0, 4), 4);
    }
}
