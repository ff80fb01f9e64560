use std::fmt;

/// How an output is compared with the expected one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compare {
    /// What counts as a difference.
    pub rule: Rule,
    /// Whether ASCII letters of either case are equal. Never together with [`Rule::Exact`].
    pub ignore_case: bool,
}

/// What counts as a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// POJ's rule: blanks and tabs at the end of a line, blank lines after the last one,
    /// the kind of line end and a missing last newline do not count; what is equal but for
    /// white space otherwise is a presentation error.
    Lines,
    /// As lines, but in any order and each as often as expected; blank lines do not count
    /// wherever they stand. Lines that are equal but for white space are a presentation error.
    UnorderedLines,
    /// White space only separates tokens.
    Tokens,
    /// Byte by byte.
    Exact,
    /// As tokens, and where the expected token is a finite decimal number, an absolute or
    /// relative error up to this one is right.
    Float(f64),
}

impl Default for Compare {
    fn default() -> Self {
        Self {
            rule: Rule::Lines,
            ignore_case: false,
        }
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule {
            Rule::Lines => f.write_str("lines")?,
            Rule::UnorderedLines => f.write_str("unordered-lines")?,
            Rule::Tokens => f.write_str("tokens")?,
            Rule::Exact => f.write_str("exact")?,
            Rule::Float(tolerance) => write!(f, "float={tolerance:e}")?,
        }
        if self.ignore_case {
            f.write_str(", ignoring case")?;
        }
        Ok(())
    }
}
