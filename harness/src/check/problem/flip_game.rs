use super::of_set;
use super::tokens::{Token, Tokens};
use crate::board::flip_game::{IMPOSSIBLE, parse};
use crate::figures::count;
use crate::method::flip_game::{line, rounds};

/// What is wrong with the first answer that is.
pub(super) fn explain(input: &[u8], output: &[u8]) -> Option<String> {
    let boards = parse(input).ok()?;
    let mut tokens = Tokens::of(output);
    for (idx, &board) in boards.iter().enumerate() {
        let least = rounds(board);
        let Some(token) = tokens.next() else {
            let answers = count(idx, "answer");
            return Some(format!("ends after {answers} of {}", boards.len()));
        };
        if token.text != line(least).as_bytes() {
            let sentence = wrong(least, token);
            return Some(of_set(idx + 1, boards.len(), &sentence));
        }
    }
    let token = tokens.next()?;
    let (line, shown) = (token.line, token.shown());
    Some(format!(
        "goes on behind the last answer: line {line}: {shown}"
    ))
}

/// An answer other than the right one, which is `least`.
fn wrong(least: Option<u32>, token: Token<'_>) -> String {
    let said = std::str::from_utf8(token.text).ok();
    let number = said.and_then(|said| said.parse::<u32>().ok());
    match (least, number) {
        (Some(least), None) if token.text == IMPOSSIBLE.as_bytes() => {
            let rounds = count(least as usize, "round");
            format!("says {IMPOSSIBLE}, but {rounds} {} enough", are(least))
        }
        (_, None) => format!("line {}: {} is no answer", token.line, token.shown()),
        (None, Some(said)) => {
            format!(
                "says {}, but it is impossible",
                count(said as usize, "round")
            )
        }
        (Some(least), Some(said)) if said > least => format!(
            "says {}, but {least} {} enough",
            count(said as usize, "round"),
            are(least)
        ),
        (Some(least), Some(said)) if said < least => format!(
            "says {}, but {least} {} needed",
            count(said as usize, "round"),
            are(least)
        ),
        // As in `04`.
        (Some(_), Some(_)) => format!("line {}: {} is no answer", token.line, token.shown()),
    }
}

const fn are(n: u32) -> &'static str {
    match n {
        1 => "is",
        _ => "are",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &[u8] = b"bwwb bbwb bwwb bwww";
    const IMPOSSIBLE_ONE: &[u8] = b"bwww wwww wwww wwww";

    fn said(input: &[u8], output: &[u8]) -> Option<String> {
        explain(input, output)
    }

    #[test]
    fn each_wrong_answer_has_its_sentence() {
        for (input, output, sentence) in [
            (FOUR, "5\n", "says 5 rounds, but 4 are enough"),
            (FOUR, "1\n", "says 1 round, but 4 are needed"),
            (
                FOUR,
                "Impossible\n",
                "says Impossible, but 4 rounds are enough",
            ),
            (FOUR, "impossible\n", "line 1: `impossible` is no answer"),
            (FOUR, "\n\n-4\n", "line 3: `-4` is no answer"),
            (FOUR, "04\n", "line 1: `04` is no answer"),
            (FOUR, "", "ends after 0 answers of 1"),
            (
                FOUR,
                "4\n4\n",
                "goes on behind the last answer: line 2: `4`",
            ),
            (IMPOSSIBLE_ONE, "3\n", "says 3 rounds, but it is impossible"),
            (IMPOSSIBLE_ONE, "no\n", "line 1: `no` is no answer"),
        ] {
            assert_eq!(said(input, output.as_bytes()).as_deref(), Some(sentence));
        }
    }

    #[test]
    fn of_many_data_sets_the_first_that_is_wrong_is_named() {
        let input = [FOUR, IMPOSSIBLE_ONE, FOUR].concat();
        assert_eq!(said(&input, b"4 Impossible 4"), None);
        assert_eq!(
            said(&input, b"4\n0\n9\n").as_deref(),
            Some("data set 2 of 3: says 0 rounds, but it is impossible")
        );
        assert_eq!(
            said(&input, b"4\n").as_deref(),
            Some("ends after 1 answer of 3")
        );
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_get_a_sentence_unless_their_tokens_are_right(
            output in proptest::collection::vec(proptest::num::u8::ANY, 0..20),
        ) {
            let tokens: Vec<_> = Tokens::of(&output).map(|token| token.text).collect();
            let sentence = said(FOUR, &output);
            proptest::prop_assert_eq!(sentence.is_none(), tokens == [b"4"]);
            if let Some(sentence) = sentence {
                proptest::prop_assert!(!sentence.chars().any(char::is_control));
            }
        }
    }
}
