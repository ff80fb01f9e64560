use crate::diff::is_white_space;
use crate::untrusted;

/// The tokens of an output, each with its line.
pub(super) struct Tokens<'o> {
    rest: &'o [u8],
    line: usize,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'o> {
    /// The line in the output, from 1.
    pub(super) line: usize,
    /// Its bytes, at least one.
    pub(super) text: &'o [u8],
}

impl<'o> Tokens<'o> {
    pub(super) fn of(output: &'o [u8]) -> Self {
        Self {
            rest: output,
            line: 1,
        }
    }
}

impl<'o> Iterator for Tokens<'o> {
    type Item = Token<'o>;

    fn next(&mut self) -> Option<Token<'o>> {
        let start = self.rest.iter().position(|&byte| !is_white_space(byte))?;
        let (blank, rest) = self.rest.split_at(start);
        self.line += blank.iter().filter(|&&byte| byte == b'\n').count();
        let end = rest.iter().position(|&byte| is_white_space(byte));
        let (text, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        Some(Token {
            line: self.line,
            text,
        })
    }
}

/// How many bytes of a token are shown.
const SHOWN: usize = 40;

impl Token<'_> {
    /// Its beginning for people to see, in backticks.
    pub(super) fn shown(&self) -> String {
        let kept = &self.text[..self.text.len().min(SHOWN)];
        let more = if kept.len() < self.text.len() {
            "…"
        } else {
            ""
        };
        format!("`{}{more}`", untrusted::escape(kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_know_their_lines() {
        let tokens: Vec<_> = Tokens::of(b" a\r\n\n\tbc d")
            .map(|token| (token.line, token.text))
            .collect();
        assert_eq!(tokens, [(1, &b"a"[..]), (3, b"bc"), (3, b"d")]);
        assert_eq!(Tokens::of(b" \n").next(), None);
    }

    #[test]
    fn a_token_of_any_length_and_bytes_is_shown_in_a_line() {
        let shown = |text| Token { line: 1, text }.shown();
        assert_eq!(shown(b"\x1b"), "`\\x1b`");
        assert_eq!(shown(&[b'x'; 41]), format!("`{}…`", "x".repeat(40)));
    }
}
