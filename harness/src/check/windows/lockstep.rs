use super::cursor::{Cursor, Mark, Text, line_end};
use crate::check::same_text;
use crate::diff::{Reading, common_beginning, is_white_space};
use crate::model::{Compare, Rule};

/// How much of a token is kept where it does not fit into a window: more than a number has.
const LONGEST_KEPT: usize = 4096;

/// Reads two texts in step under a rule.
pub(super) struct Lockstep<'a> {
    pub(super) compare: Compare,
    pub(super) reading: &'a dyn Reading,
}

/// A reader of the expected output and one of the submission's.
pub(super) struct Cursors<'a> {
    pub(super) expected: Cursor<'a>,
    pub(super) actual: Cursor<'a>,
}

/// A place in each text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    pub(super) expected: Mark,
    pub(super) actual: Mark,
}

/// The first tokens that are not the same, or the ends of texts that have no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherTokens {
    pub(super) at: Marks,
    pub(super) in_expected: bool,
    pub(super) in_actual: bool,
}

/// How far tokens are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Line,
    Text,
}

/// What two texts come to that are compared line by line.
#[derive(Debug, Default)]
pub(super) struct OtherLines {
    /// The first lines that differ.
    pub(super) first: Option<Marks>,
    /// The first of them whose tokens differ; a missing line has none.
    pub(super) content: Option<Marks>,
    /// The first line that one of the texts does not have.
    pub(super) missing: Option<Marks>,
    pub(super) n_differing: usize,
    /// How many lines the expected output has, and the submission's.
    pub(super) n_lines: (usize, usize),
}

impl Marks {
    /// The place a number of bytes further on in both lines.
    pub(super) const fn forward(mut self, n_bytes: usize) -> Self {
        self.expected.at += n_bytes;
        self.actual.at += n_bytes;
        self
    }
}

impl<'a> Cursors<'a> {
    pub(super) const fn new(expected: &'a Text<'a>, actual: &'a Text<'a>) -> Self {
        Self {
            expected: Cursor::new(expected),
            actual: Cursor::new(actual),
        }
    }

    /// Goes to a place up to which the texts are the same.
    pub(super) const fn go_to_common(&mut self, mark: Mark) {
        self.expected.go_to(mark);
        self.actual.go_to(mark);
    }
    pub(super) const fn marks(&self) -> Marks {
        Marks {
            expected: self.expected.mark(),
            actual: self.actual.mark(),
        }
    }

    pub(super) const fn go_to(&mut self, marks: Marks) {
        self.expected.go_to(marks.expected);
        self.actual.go_to(marks.actual);
    }

    /// Goes over what the texts have in common byte by byte.
    pub(super) fn skip_common(&mut self) {
        loop {
            let (left, right) = (self.expected.rest(), self.actual.rest());
            let most = left.len().min(right.len());
            let common = common_beginning(left, right);
            self.expected.skip(common);
            self.actual.skip(common);
            if common < most || most == 0 {
                return;
            }
        }
    }

    pub(super) fn peek(&mut self) -> (Option<u8>, Option<u8>) {
        (self.expected.peek(), self.actual.peek())
    }

    /// Goes over bytes that are the same, up to one that `is_end` holds of.
    pub(super) fn skip_same(&mut self, ignore_case: bool, is_end: impl Fn(u8) -> bool) {
        while let (Some(left), Some(right)) = self.peek() {
            if is_end(left) || is_end(right) || !same_text(ignore_case, &[left], &[right]) {
                return;
            }
            self.expected.skip(1);
            self.actual.skip(1);
        }
    }

    pub(super) fn is_at_both_ends(&mut self) -> bool {
        self.peek() == (None, None)
    }
}

impl Lockstep<'_> {
    /// Compares line by line, from line starts on.
    pub(super) fn other_lines(&self, texts: &mut Cursors<'_>) -> OtherLines {
        let mut found = OtherLines::default();
        loop {
            let here = texts.marks();
            let same = match texts.peek() {
                (None, None) => break,
                (Some(_), Some(_)) => self.same_line(texts),
                (old, _) => {
                    let marks = missing(here, old.is_none());
                    found.missing.get_or_insert(marks);
                    self.only_line(texts, marks, &mut found);
                    continue;
                }
            };
            if !same {
                found.n_differing += 1;
                found.first.get_or_insert(here);
                if found.content.is_none() {
                    let behind = texts.marks();
                    texts.go_to(here);
                    let other = self.other_tokens(texts, Within::Line);
                    found.content = other.map(|_| here);
                    texts.go_to(behind);
                }
            }
        }
        found.n_lines = (n_lines(&texts.expected), n_lines(&texts.actual));
        found
    }

    /// Goes over a line that one text alone has.
    fn only_line(&self, texts: &mut Cursors<'_>, marks: Marks, found: &mut OtherLines) {
        found.n_differing += 1;
        found.first.get_or_insert(marks);
        if found.content.is_none() && self.other_tokens(texts, Within::Line).is_some() {
            found.content = Some(marks);
        }
        texts.expected.skip_line();
        texts.actual.skip_line();
    }

    /// Whether all lines are the same, from line starts on.
    pub(super) fn same_lines(&self, texts: &mut Cursors<'_>) -> bool {
        loop {
            match texts.peek() {
                (None, None) => return true,
                (Some(_), Some(_)) if self.same_line(texts) => {}
                _ => return false,
            }
        }
    }

    /// Whether two lines do not differ. Goes behind both.
    fn same_line(&self, texts: &mut Cursors<'_>) -> bool {
        let Cursors { expected, actual } = texts;
        if let (Some(old), Some(new)) = (expected.piece(line_end), actual.piece(line_end)) {
            let same = self.reading.same_line(old, new);
            let lengths = (old.len(), new.len());
            expected.skip(lengths.0);
            actual.skip(lengths.1);
            return same;
        }
        let same = match self.compare.rule {
            Rule::Lines | Rule::UnorderedLines => self.same_long_content(texts),
            Rule::Exact => {
                texts.skip_same(self.compare.ignore_case, |byte| byte == b'\n');
                let (old, new) = texts.peek();
                old == new
            }
            Rule::Tokens | Rule::Float(_) => self.other_tokens(texts, Within::Line).is_none(),
        };
        texts.expected.skip_line();
        texts.actual.skip_line();
        same
    }

    /// Whether what counts of two lines is the same under POJ's rule.
    fn same_long_content(&self, texts: &mut Cursors<'_>) -> bool {
        let is_end = |byte| matches!(byte, b'\n' | b'\r');
        loop {
            texts.skip_same(self.compare.ignore_case, is_end);
            let (old, new) = texts.peek();
            if (old, new) != (Some(b'\r'), Some(b'\r')) {
                return old == new || is_over(&mut texts.expected) && is_over(&mut texts.actual);
            }
            texts.expected.skip(1);
            texts.actual.skip(1);
            // A line feed takes the carriage return before it along.
            let (old, new) = texts.peek();
            if (old == Some(b'\n')) != (new == Some(b'\n')) {
                return false;
            }
        }
    }

    /// The first tokens that are not the same; `None` where there are none up to the end of
    /// the lines, or of the texts.
    pub(super) fn other_tokens(
        &self,
        texts: &mut Cursors<'_>,
        within: Within,
    ) -> Option<OtherTokens> {
        let is_gap = |byte| is_white_space(byte) && (within == Within::Text || byte != b'\n');
        loop {
            texts.expected.skip_while(is_gap);
            texts.actual.skip_while(is_gap);
            let at = texts.marks();
            let (old, new) = texts.peek();
            let is_token = |byte: Option<u8>| byte.is_some_and(|byte| byte != b'\n');
            let (in_expected, in_actual) = (is_token(old), is_token(new));
            if !in_expected && !in_actual {
                return None;
            }
            if !(in_expected && in_actual && self.same_token(texts)) {
                return Some(OtherTokens {
                    at,
                    in_expected,
                    in_actual,
                });
            }
        }
    }

    /// Whether two tokens do not differ. Goes behind both.
    fn same_token(&self, texts: &mut Cursors<'_>) -> bool {
        let Cursors { expected, actual } = texts;
        if let (Some(old), Some(new)) = (expected.piece(token_end), actual.piece(token_end)) {
            let same = self.reading.same_token(old, new);
            let lengths = (old.len(), new.len());
            expected.skip(lengths.0);
            actual.skip(lengths.1);
            return same;
        }
        let mut same = true;
        let mut kept = (Vec::new(), Vec::new());
        loop {
            match (token_byte(expected), token_byte(actual)) {
                (None, None) => break,
                (old, new) => {
                    let pair = old.zip(new);
                    let ignore_case = self.compare.ignore_case;
                    same &= pair.is_some_and(|(old, new)| same_text(ignore_case, &[old], &[new]));
                    keep(&mut kept.0, old);
                    keep(&mut kept.1, new);
                }
            }
        }
        let is_whole = |token: &Vec<u8>| token.len() <= LONGEST_KEPT;
        let both = is_whole(&kept.0) && is_whole(&kept.1);
        same || both && self.reading.same_token(&kept.0, &kept.1)
    }

    /// Whether the texts are the same when all white space is left out.
    pub(super) fn only_white_space(&self, texts: &mut Cursors<'_>) -> bool {
        loop {
            texts.skip_same(self.compare.ignore_case, is_white_space);
            let before = texts.marks();
            texts.expected.skip_while(is_white_space);
            texts.actual.skip_while(is_white_space);
            if texts.marks() == before {
                return texts.is_at_both_ends();
            }
        }
    }
}

/// Where a line is missing in one of the texts.
fn missing(here: Marks, in_expected: bool) -> Marks {
    let ended = |mark: Mark, other: Mark| Mark {
        lines_before: other.lines_before,
        line_start: mark.at,
        at: mark.at,
    };
    if in_expected {
        Marks {
            expected: ended(here.expected, here.actual),
            ..here
        }
    } else {
        Marks {
            actual: ended(here.actual, here.expected),
            ..here
        }
    }
}

/// Whether nothing that counts is left of a line under POJ's rule.
fn is_over(text: &mut Cursor<'_>) -> bool {
    text.skip_while(|byte| matches!(byte, b' ' | b'\t'));
    if text.peek() != Some(b'\r') {
        return matches!(text.peek(), None | Some(b'\n'));
    }
    text.skip(1);
    text.peek() == Some(b'\n')
}

fn n_lines(text: &Cursor<'_>) -> usize {
    let end = text.mark();
    end.lines_before + usize::from(end.at > end.line_start)
}

fn token_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| is_white_space(byte))
}

fn token_byte(text: &mut Cursor<'_>) -> Option<u8> {
    let byte = text.peek().filter(|&byte| !is_white_space(byte))?;
    text.skip(1);
    Some(byte)
}

fn keep(token: &mut Vec<u8>, byte: Option<u8>) {
    if token.len() <= LONGEST_KEPT {
        token.extend(byte);
    }
}
