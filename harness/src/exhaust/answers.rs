use super::space::Space;

/// An answer as it is compared: its lines without blanks at their ends, each with a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) text: Vec<u8>,
    /// Whether all of its lines are there.
    pub(super) complete: bool,
}

/// Takes an output apart into answers. Blank lines are no part of any.
pub(super) fn answers(space: &dyn Space, output: &[u8]) -> Vec<Answer> {
    let mut lines = output
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end)
        .filter(|line| !line.is_empty())
        .peekable();
    let mut answers = Vec::new();
    while let Some(first) = lines.next() {
        let wanted = space.answer_lines(first);
        let mut text = with_line_end(first);
        let mut missing = wanted - 1;
        // A word among the rows of presses is the next answer, whatever is missing.
        while missing > 0
            && lines
                .peek()
                .is_some_and(|line| space.answer_lines(line) == wanted)
        {
            text.extend(lines.next().map(with_line_end).unwrap_or_default());
            missing -= 1;
        }
        answers.push(Answer {
            text,
            complete: missing == 0 || lines.peek().is_some(),
        });
    }
    answers
}

fn with_line_end(line: &[u8]) -> Vec<u8> {
    [line, b"\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaust::space::{FlipGame, Fliptile};

    fn texts(space: &dyn Space, output: &str) -> Vec<(String, bool)> {
        answers(space, output.as_bytes())
            .into_iter()
            .map(|answer| (String::from_utf8(answer.text).unwrap(), answer.complete))
            .collect()
    }

    fn told(text: &str, complete: bool) -> (String, bool) {
        (text.to_owned(), complete)
    }

    #[test]
    fn an_answer_of_flip_game_is_a_line() {
        let expected = ["4\n", "Impossible\n", "0\n"].map(|text| told(text, true));
        let space = FlipGame::new(4, 4).unwrap();
        assert_eq!(texts(&space, "4 \r\n\nImpossible\n0"), expected);
        assert_eq!(texts(&space, " \n\n"), []);
    }

    #[test]
    fn an_answer_of_fliptile_is_as_many_lines_as_rows_or_a_word() {
        let space = Fliptile::new(2, 2).unwrap();
        let output = "0 0\n1 1\nIMPOSSIBLE\n0 1\n0 0\n0 0\nImpossible\n1 1";
        let expected = [
            told("0 0\n1 1\n", true),
            told("IMPOSSIBLE\n", true),
            told("0 1\n0 0\n", true),
            told("0 0\n", true),
            told("Impossible\n", true),
            told("1 1\n", false),
        ];
        assert_eq!(texts(&space, output), expected);
    }
}
