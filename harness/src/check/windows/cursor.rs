use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// A text that may be too large for memory, such as a file.
pub trait Source: Sync {
    /// How many bytes it has.
    fn length(&self) -> usize;

    /// Reads bytes from an offset on, at least one unless the text ends there.
    ///
    /// # Errors
    /// When they cannot be read.
    fn read_at(&self, buffer: &mut [u8], at: usize) -> io::Result<usize>;
}

impl Source for &[u8] {
    fn length(&self) -> usize {
        self.len()
    }

    fn read_at(&self, buffer: &mut [u8], at: usize) -> io::Result<usize> {
        let rest = self.get(at..).unwrap_or_default();
        let n_read = rest.len().min(buffer.len());
        buffer[..n_read].copy_from_slice(&rest[..n_read]);
        Ok(n_read)
    }
}

/// A source, how much of it counts, and what went wrong while it was read.
///
/// Once something has, the text seems to end there: whoever reads it comes to an end as with
/// any other text, and asks for the fault then.
pub(crate) struct Text<'a> {
    source: &'a dyn Source,
    end: usize,
    window_size: usize,
    fault: Rc<RefCell<Option<io::Error>>>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(source: &'a dyn Source, window_size: usize) -> Self {
        Self {
            source,
            end: source.length(),
            window_size,
            fault: Rc::default(),
        }
    }

    /// How many bytes count.
    pub(crate) const fn end(&self) -> usize {
        self.end
    }

    /// The same text without what stands behind an offset.
    pub(crate) fn up_to(&self, end: usize) -> Self {
        Self {
            source: self.source,
            end: end.min(self.end),
            window_size: self.window_size,
            fault: Rc::clone(&self.fault),
        }
    }

    /// Whether something went wrong.
    pub(crate) fn has_failed(&self) -> bool {
        self.fault.borrow().is_some()
    }

    /// What went wrong, if anything has.
    pub(crate) fn fault(&self) -> Option<io::Error> {
        self.fault.take()
    }

    /// The bytes between two offsets, as far as they count and can be read.
    pub(crate) fn read(&self, start: usize, end: usize) -> Vec<u8> {
        let mut bytes = vec![0; end.min(self.end).saturating_sub(start)];
        let mut n_read = 0;
        while n_read < bytes.len() && self.fault.borrow().is_none() {
            match self.source.read_at(&mut bytes[n_read..], start + n_read) {
                Ok(0) => self.fail(io::ErrorKind::UnexpectedEof.into()),
                Ok(n_more) => n_read += n_more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.fail(error),
            }
        }
        bytes.truncate(n_read);
        bytes
    }

    fn fail(&self, error: io::Error) {
        *self.fault.borrow_mut() = Some(error);
    }

    /// How much of the text is left when bytes at its end are dropped for as long as `drops`
    /// says how many of them to drop, given the last two.
    pub(crate) fn without_end(&self, drops: impl Fn(Option<u8>, u8) -> usize) -> usize {
        let mut end = self.end;
        let mut window = Vec::new();
        let mut start = end;
        while end > 0 {
            if end < start + 2 && start > 0 || end == start {
                start = end.saturating_sub(self.window_size.max(2));
                window = self.read(start, end);
                if window.len() < end - start {
                    return 0;
                }
            }
            let last = end - 1 - start;
            let before = last.checked_sub(1).map(|before| window[before]);
            match drops(before, window[last]) {
                0 => return end,
                n_dropped => end -= n_dropped.min(end),
            }
        }
        0
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// How many lines end before it.
    pub(crate) lines_before: usize,
    /// The offset at which its line starts.
    pub(crate) line_start: usize,
    /// Its offset.
    pub(crate) at: usize,
}

/// A reader of a text, which holds one window of it.
pub(crate) struct Cursor<'a> {
    text: &'a Text<'a>,
    window: Vec<u8>,
    window_start: usize,
    mark: Mark,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a Text<'a>) -> Self {
        Self {
            text,
            window: Vec::new(),
            window_start: 0,
            mark: Mark {
                lines_before: 0,
                line_start: 0,
                at: 0,
            },
        }
    }

    pub(crate) const fn mark(&self) -> Mark {
        self.mark
    }

    pub(crate) const fn go_to(&mut self, mark: Mark) {
        self.mark = mark;
    }

    /// The bytes from here to the end of the window; none where the text has ended.
    pub(crate) fn rest(&mut self) -> &[u8] {
        if self.in_window().is_empty() {
            self.open_here();
        }
        self.in_window()
    }

    fn in_window(&self) -> &[u8] {
        let from = self.mark.at.checked_sub(self.window_start);
        from.and_then(|from| self.window.get(from..))
            .unwrap_or_default()
    }

    fn open_here(&mut self) {
        let at = self.mark.at;
        self.window = self.text.read(at, at + self.text.window_size);
        self.window_start = at;
    }

    /// The next byte.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Goes over bytes of the window.
    pub(crate) fn skip(&mut self, n_bytes: usize) {
        let skipped = &self.in_window()[..n_bytes];
        let n_ends = memchr::memchr_iter(b'\n', skipped).count();
        if let Some(last) = memchr::memrchr(b'\n', skipped) {
            self.mark.line_start = self.mark.at + last + 1;
        }
        self.mark.lines_before += n_ends;
        self.mark.at += n_bytes;
    }

    /// Goes over the bytes that `is_skipped` holds of.
    pub(crate) fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        loop {
            let rest = self.rest();
            let n_skipped = rest.iter().position(|&byte| !is_skipped(byte));
            let n_bytes = n_skipped.unwrap_or(rest.len());
            let is_over = n_skipped.is_some() || n_bytes == 0;
            self.skip(n_bytes);
            if is_over {
                return;
            }
        }
    }

    /// Goes to the next line end, or to the end of the text.
    pub(crate) fn skip_to_line_end(&mut self) {
        loop {
            let rest = self.rest();
            let end = memchr::memchr(b'\n', rest);
            let n_bytes = end.unwrap_or(rest.len());
            let is_over = end.is_some() || n_bytes == 0;
            self.skip(n_bytes);
            if is_over {
                return;
            }
        }
    }

    /// Goes behind the end of the line.
    pub(crate) fn skip_line(&mut self) {
        self.skip_to_line_end();
        if self.peek().is_some() {
            self.skip(1);
        }
    }

    /// The bytes up to and with the first that `is_end` holds of, or to the end of the text;
    /// `None` where they do not fit into a window.
    pub(crate) fn piece(&mut self, end: impl Fn(&[u8]) -> Option<usize>) -> Option<&[u8]> {
        if end(self.rest()).is_none() && self.window_start < self.mark.at {
            self.open_here();
        }
        let ends_here = self.window_start + self.window.len() >= self.text.end;
        let piece = self.in_window();
        match end(piece) {
            Some(length) => Some(&piece[..length]),
            None => ends_here.then_some(piece),
        }
    }
}

/// The length of a line with its end.
pub(crate) fn line_end(bytes: &[u8]) -> Option<usize> {
    memchr::memchr(b'\n', bytes).map(|end| end + 1)
}

/// Where what counts of a line ends under POJ's rule. Goes to the end of the line.
pub(crate) fn content_end(text: &mut Cursor<'_>) -> usize {
    let mut end = text.mark().at;
    let mut end_before_return = end;
    let mut last = None;
    while let Some(byte) = text.peek().filter(|&byte| byte != b'\n') {
        text.skip(1);
        if !matches!(byte, b' ' | b'\t') {
            end_before_return = end;
            end = text.mark().at;
        }
        last = Some(byte);
    }
    match (last, text.peek()) {
        (Some(b'\r'), Some(_)) => end_before_return,
        _ => end,
    }
}
