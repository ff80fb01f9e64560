/// What a checker found out about an output. It never blames the submission for bad data of
/// the judge.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// The output answers the input.
    Right,
    /// The same but for white space or line breaks.
    Format(Difference),
    /// Anything else.
    Wrong(Difference),
}

/// Where an output first differs from the expected one, and a drawing of that place.
///
/// Lines and columns count from 1; a column counts bytes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// The line of the output at which the two part.
    pub line: usize,
    /// The column, in bytes, of the first difference in that line.
    pub column: usize,
    /// What stands there in the expected output: a token, or white space where that is all
    /// that differs. `None` where the expected output has ended. At most 80 bytes are kept.
    pub expected: Option<Vec<u8>>,
    /// What the submission printed there; `None` where its output has ended.
    pub actual: Option<Vec<u8>>,
    /// How many lines differ, compared line by line from the top; where their order does not
    /// count, how many lines of either output have no partner in the other.
    pub differing_lines: usize,
    /// What may explain it.
    pub hints: Vec<Hint>,
    /// The lines around the first difference, those of the expected output first.
    pub rows: Vec<Row>,
    /// What was left out of `rows`.
    pub cut: Option<Cut>,
    /// The input that the difference is about, drawn; `None` where nothing knows how.
    pub drawing: Option<Drawing>,
}

/// An input drawn for people, as of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// What it shows, in a few words.
    pub title: String,
    /// Its lines: printable ASCII.
    pub lines: Vec<String>,
    /// Whether it shows all of the input.
    pub is_whole: bool,
}

/// A likely explanation of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Nothing but the case of ASCII letters differs.
    OnlyLetterCase,
    /// Nothing but white space differs.
    OnlyWhiteSpace,
    /// The output is empty.
    EmptyOutput,
    /// The output is a proper beginning of the expected one.
    EndsEarly,
    /// The expected output is a proper beginning of the output.
    GoesOn,
    /// This many lines are missing, wherever they should stand.
    MissingLines(usize),
    /// This many lines are not expected anywhere, or not that often.
    ExtraLines(usize),
    /// The numbers are equal within 1e-6: a comparison with a tolerance exists.
    NumbersAreClose,
}

/// One line of a drawn difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Whose line it is.
    pub side: Side,
    /// Its number in that file, from 1.
    pub line: usize,
    /// Its text in pieces, escaped and safe to print; blanks are made visible where they
    /// are marked.
    pub spans: Vec<Span>,
}

/// Whose line a [`Row`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The same in both.
    Both,
    /// Of the expected output only.
    Expected,
    /// Of the submission's output only.
    Actual,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Escaped text.
    pub text: String,
    /// Whether it is part of what differs.
    pub marked: bool,
}

/// What a drawing leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Lines of the two files that are not shown, together.
    pub lines: usize,
    /// Bytes of the shown lines that are not shown.
    pub bytes: usize,
    /// Whether the time for drawing ran out, so that fewer lines were aligned.
    pub deadline: bool,
}
