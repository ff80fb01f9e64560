use super::Comparison;
use super::cursor::{Mark, content_end};
use super::lockstep::{Cursors, Marks, OtherLines, OtherTokens, Within};
use super::part::{Part, spot};
use crate::check::describe::{Pair, Scene, quotes, tell};
use crate::check::exact;
use crate::check::tokens::{gap_around, tokens_around};
use crate::diff::{Extract, Parting, Unit, is_white_space};
use crate::model::{Difference, Side};

/// What there is to tell of two texts that part somewhere.
pub(super) struct Telling<'a> {
    comparison: &'a Comparison<'a>,
    lines: &'a OtherLines,
    n_lines: (usize, usize),
}

impl<'a> Telling<'a> {
    pub(super) const fn new(comparison: &'a Comparison<'a>, lines: &'a OtherLines) -> Self {
        Self {
            comparison,
            lines,
            n_lines: lines.n_lines,
        }
    }

    /// Of texts that differ in white space alone, from the line starts of the first lines
    /// that do.
    pub(super) fn format(&self, lines: Marks) -> Difference {
        let mut texts = self.cursors_at(lines);
        let ends = (
            content_end(&mut texts.expected),
            content_end(&mut texts.actual),
        );
        texts.go_to(lines);
        let ignore_case = self.comparison.lockstep.compare.ignore_case;
        texts.skip_same(ignore_case, |byte| byte == b'\n');
        let common = [
            texts.expected.mark().at - lines.expected.at,
            ends.0 - lines.expected.at,
            ends.1 - lines.actual.at,
        ];
        let place = lines.forward(common.into_iter().min().unwrap_or(0));
        let part = self.part(place);
        let mut parting = parting(&part, place);
        let at = (parting.expected.at, parting.actual.at);
        parting.expected.what = gap_around(&part.bytes, at.0);
        parting.actual.what = gap_around(self.comparison.output, at.1);
        self.tell(Unit::WhiteSpace, &part, place, &parting)
    }

    /// Of texts of which some lines have other tokens, from the line starts of the first that
    /// do. Where one has ended, the place is its first missing line.
    pub(super) fn content(&self, lines: Marks, missing: Option<Marks>) -> Difference {
        let mut texts = self.cursors_at(lines);
        let lockstep = &self.comparison.lockstep;
        let Some(other) = lockstep.other_tokens(&mut texts, Within::Line) else {
            return self.format(lines);
        };
        let (part, place, parting) = if other.in_expected && other.in_actual {
            self.other_token(other)
        } else {
            self.line_end(lines, other)
        };
        let ended = parting.expected.what.is_none() || parting.actual.what.is_none();
        let is_before = |missing: &Marks| missing.actual.lines_before < lines.actual.lines_before;
        let Some(missing) = missing.filter(|missing| ended && is_before(missing)) else {
            return self.tell(Unit::Line, &part, place, &parting);
        };
        let texts = (&part.bytes[..], self.comparison.output);
        let (expected, actual) = quotes(texts, &parting);
        let part = self.part(missing);
        let parting = self::parting(&part, missing);
        Difference {
            expected,
            actual,
            ..self.tell(Unit::Line, &part, missing, &parting)
        }
    }

    /// Where a line has a token and the other has ended.
    fn line_end(&self, lines: Marks, other: OtherTokens) -> (Part, Marks, Parting) {
        let mut texts = self.cursors_at(lines);
        let mut place = other.at;
        if other.in_actual {
            place.expected = Mark {
                at: content_end(&mut texts.expected),
                ..lines.expected
            };
        } else {
            place.actual = Mark {
                at: content_end(&mut texts.actual),
                ..lines.actual
            };
        }
        let part = self.part(place);
        let mut parting = parting(&part, place);
        for (bytes, spot, is_token) in [
            (&part.bytes[..], &mut parting.expected, other.in_expected),
            (self.comparison.output, &mut parting.actual, other.in_actual),
        ] {
            let rest = &bytes[spot.at..];
            let end = if is_token {
                let end = rest.iter().position(|&byte| is_white_space(byte));
                Some(spot.at..end.map_or(bytes.len(), |length| spot.at + length))
            } else {
                let end = memchr::memchr(b'\n', rest).map(|length| spot.at + length);
                end.map(|end| end..end + 1)
            };
            spot.what = end;
        }
        (part, place, parting)
    }

    /// Of texts whose tokens part.
    pub(super) fn token(&self, other: OtherTokens) -> Difference {
        if other.in_expected && other.in_actual {
            let (part, place, parting) = self.other_token(other);
            return self.tell(Unit::Token, &part, place, &parting);
        }
        let OtherTokens { mut at, .. } = other;
        let starts_line = |text, token: Mark| {
            let mut cursor = super::Cursor::new(text);
            cursor.go_to(Mark {
                at: token.line_start,
                ..token
            });
            cursor.skip_while(is_white_space);
            cursor.mark().at == token.at
        };
        if other.in_expected {
            let starts_line = starts_line(self.comparison.expected, at.expected);
            at.actual = behind_end(at.actual, starts_line);
        } else {
            let starts_line = starts_line(self.comparison.actual, at.actual);
            at.expected = behind_end(at.expected, starts_line);
        }
        let part = self.part(at);
        let mut parting = parting(&part, at);
        for (bytes, spot, is_token) in [
            (&part.bytes[..], &mut parting.expected, other.in_expected),
            (self.comparison.output, &mut parting.actual, other.in_actual),
        ] {
            spot.what = is_token.then(|| token_from(bytes, spot.at));
        }
        self.tell(Unit::Token, &part, at, &parting)
    }

    /// Where two tokens part that both texts have.
    fn other_token(&self, other: OtherTokens) -> (Part, Marks, Parting) {
        let mut texts = self.cursors_at(other.at);
        let ignore_case = self.comparison.lockstep.compare.ignore_case;
        texts.skip_same(ignore_case, is_white_space);
        let common = texts.expected.mark().at - other.at.expected.at;
        let mut place = other.at.forward(common);
        let part = self.part(place);
        let mut parting = parting(&part, place);
        let (old, new, behind) = tokens_around(
            (&part.bytes, parting.expected.at),
            (self.comparison.output, parting.actual.at),
        );
        for (spot, what) in [(&mut parting.expected, old), (&mut parting.actual, new)] {
            spot.at -= behind;
            spot.what = Some(what);
        }
        place.expected.at -= behind;
        place.actual.at -= behind;
        (part, place, parting)
    }

    /// Of texts whose bytes part.
    pub(super) fn byte(&self, place: Marks, only_white_space: bool) -> Difference {
        let part = self.part(place);
        let Parting { expected, actual } = parting(&part, place);
        let pair = Pair {
            expected: &part.bytes,
            actual: self.comparison.output,
        };
        let parting = exact::parting_at(&pair, expected, actual);
        let unit = if only_white_space {
            Unit::WhiteSpace
        } else {
            Unit::Line
        };
        self.tell(unit, &part, place, &parting)
    }

    fn cursors_at(&self, marks: Marks) -> Cursors<'a> {
        let Comparison {
            expected, actual, ..
        } = self.comparison;
        let mut texts = Cursors::new(expected, actual);
        texts.go_to(marks);
        texts
    }

    fn part(&self, place: Marks) -> Part {
        Part::around(self.comparison.expected, place.expected)
    }

    fn tell(&self, unit: Unit, part: &Part, place: Marks, parting: &Parting) -> Difference {
        if self.comparison.expected.has_failed() {
            // Nothing fits together, and nobody will see it.
            return Difference::default();
        }
        let scene = Scene {
            reading: self.comparison.lockstep.reading,
            unit,
            expected: part.extract(self.n_lines.0),
            actual: Extract {
                bytes: self.comparison.output,
                n_lines: self.n_lines.1,
                goes_on: false,
            },
            differing_lines: self.lines.n_differing,
        };
        let mut difference = tell(&scene, parting);
        let number = place.expected.lines_before + 1;
        let is_shown = difference
            .rows
            .iter()
            .any(|row| row.side == Side::Expected && row.line == number);
        if is_shown && let Some(cut) = &mut difference.cut {
            cut.bytes += part.left_out;
        }
        difference
    }
}

/// A place in the part that is at hand of the expected output, and in the submission's.
fn parting(part: &Part, place: Marks) -> Parting {
    Parting {
        expected: part.spot(place.expected),
        actual: spot(place.actual),
    }
}

fn token_from(bytes: &[u8], start: usize) -> std::ops::Range<usize> {
    let end = bytes[start..].iter().position(|&byte| is_white_space(byte));
    start..end.map_or(bytes.len(), |length| start + length)
}

/// The end of a text that has no more tokens: a new line where the other text has its token
/// on a new line.
fn behind_end(end: Mark, starts_line: bool) -> Mark {
    if !starts_line || end.at == 0 {
        return end;
    }
    Mark {
        lines_before: end.lines_before + 1,
        line_start: end.at,
        at: end.at,
    }
}
