use crate::figures::count;
use crate::model::{Party, Transcript, Turn};

/// How many lines are shown of the beginning, and of the end.
const FIRST: usize = 4;
const LAST: usize = 8;

/// One line of what was said.
struct Line<'t> {
    by: Party,
    text: &'t [u8],
    /// Whether it ended before the other spoke, or all was over.
    is_whole: bool,
}

/// The conversation as people see it, a line each: `>` is what the submission said, `<` what
/// the interactor did. `shown` makes a line out of bytes that nobody vouches for.
pub(super) fn lines(transcript: &Transcript, shown: impl Fn(&[u8]) -> String) -> Vec<String> {
    let beginning: Vec<Line<'_>> = transcript.beginning.iter().flat_map(parts).collect();
    let end: Vec<Line<'_>> = transcript.end.iter().flat_map(parts).collect();
    let n_lines = beginning.len() + end.len();
    let drawn = |line: &Line<'_>| draw(line, &shown);
    if n_lines <= FIRST + LAST && transcript.left_out == 0 {
        return beginning.iter().chain(&end).map(drawn).collect();
    }
    let first = beginning.iter().take(FIRST);
    let n_first = first.len();
    let all: Vec<&Line<'_>> = beginning.iter().chain(&end).collect();
    let last = &all[n_first.max(all.len().saturating_sub(LAST))..];
    let mut lines: Vec<String> = first.map(drawn).collect();
    lines.extend(left_out(
        n_lines - n_first - last.len(),
        transcript.left_out,
    ));
    lines.extend(last.iter().map(|line| drawn(line)));
    lines
}

/// What stands for what is not shown.
fn left_out(n_lines: usize, bytes: u64) -> Option<String> {
    match (n_lines, usize::try_from(bytes).unwrap_or(usize::MAX)) {
        (0, 0) => None,
        (n_lines, 0) => Some(format!("… {}", count(n_lines, "line"))),
        (_, bytes) => Some(format!("… {} and more", count(bytes, "byte"))),
    }
}

fn parts(turn: &Turn) -> impl Iterator<Item = Line<'_>> {
    let parts = turn.text.split_inclusive(|&byte| byte == b'\n');
    parts.map(|part| Line {
        by: turn.by,
        text: part.strip_suffix(b"\n").unwrap_or(part),
        is_whole: part.ends_with(b"\n"),
    })
}

fn draw(line: &Line<'_>, shown: &impl Fn(&[u8]) -> String) -> String {
    let mark = match line.by {
        Party::Submission => '>',
        Party::Interactor => '<',
    };
    let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
    let end = match line.is_whole {
        true => "",
        false => "  (no line break)",
    };
    format!("{mark} {}{end}", shown(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::untrusted;

    fn drawn(said: &[(Party, &str)]) -> Vec<String> {
        let mut transcript = Transcript::default();
        for (by, text) in said {
            transcript.hear(*by, text.as_bytes());
        }
        lines(&transcript, untrusted::escape)
    }

    #[test]
    fn each_line_says_whose_it_is_and_cannot_steer_a_terminal() {
        let said = [
            (Party::Submission, "500\n1"),
            (Party::Interactor, "\x1b[2J\r\n\n"),
        ];
        let expected = ["> 500", "> 1  (no line break)", "< \\x1b[2J", "< "];
        assert_eq!(drawn(&said), expected);
    }

    #[test]
    fn of_a_long_one_the_beginning_and_the_end_are_shown() {
        let said: Vec<String> = (1..=14).map(|n| format!("{n}\n")).collect();
        let said: Vec<_> = said
            .iter()
            .map(|text| (Party::Interactor, &**text))
            .collect();
        let shown = drawn(&said);
        assert_eq!(shown.len(), 13);
        assert_eq!(shown[3..6], ["< 4", "… 2 lines", "< 7"]);
        assert_eq!(shown[12], "< 14");
        assert_eq!(drawn(&said[..12]).len(), 12);
    }

    #[test]
    fn bytes_that_were_not_kept_are_told() {
        let long = format!("{}\n", "x".repeat(10_000));
        let shown = drawn(&[(Party::Submission, &long), (Party::Interactor, "no\n")]);
        assert_eq!(shown.len(), 4);
        assert!(shown[0].starts_with("> xxx"));
        assert_eq!(shown[1], "… 1812 bytes and more");
        assert_eq!(shown[3], "< no");
    }
}
