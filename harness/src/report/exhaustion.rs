use std::fmt::Write as _;

use crate::figures::{count, micros};
use crate::model::{Disagreement, Exhaustion, Given, SubmissionOutcome};
use crate::untrusted;

/// How many disagreements of a submission are drawn.
const DRAWN: usize = 3;

/// What came of all inputs of a finite space, for people: how often the reference gives each
/// answer, how far each submission agrees, and the smallest boards on which one does not.
pub fn exhaustion(problem: &str, exhaustion: &Exhaustion) -> String {
    let mut text = format!(
        "{}  {} of {}\n",
        untrusted::escape(problem.as_bytes()),
        exhaustion.done,
        count(
            usize::try_from(exhaustion.boards).unwrap_or(usize::MAX),
            "board"
        ),
    );
    show_distribution(&mut text, exhaustion);
    let width = exhaustion
        .submissions
        .iter()
        .map(|outcome| outcome.name.chars().count())
        .max()
        .unwrap_or(0);
    for outcome in &exhaustion.submissions {
        show_outcome(&mut text, outcome, exhaustion.done, width);
    }
    for outcome in &exhaustion.submissions {
        show_disagreements(&mut text, outcome);
    }
    text.push_str(last_line(exhaustion));
    text
}

/// `  answer       0    1 …` above `  boards       2   32 …`.
fn show_distribution(text: &mut String, exhaustion: &Exhaustion) {
    let (mut answers, mut boards) = (String::new(), String::new());
    for (answer, n_boards) in &exhaustion.distribution {
        let answer = answer.map_or("impossible".to_owned(), |answer| answer.to_string());
        let n_boards = n_boards.to_string();
        let width = answer.len().max(n_boards.len()) + 2;
        // Writing to a `String` cannot fail, here and below.
        let _ = write!(answers, "{answer:>width$}");
        let _ = write!(boards, "{n_boards:>width$}");
    }
    let _ = writeln!(text, "  answer  {answers}");
    let _ = writeln!(text, "  boards  {boards}");
}

fn show_outcome(text: &mut String, outcome: &SubmissionOutcome, done: u64, width: usize) {
    let _ = write!(
        text,
        "  {:<width$}  agrees on {} of {done}",
        untrusted::escape(outcome.name.as_bytes()),
        outcome.agreed,
    );
    if outcome.disagreed > 0 {
        let _ = write!(text, ", differs on {}", outcome.disagreed);
    }
    if outcome.unanswered > 0 {
        let _ = write!(text, ", no answer to {}", outcome.unanswered);
    }
    let _ = writeln!(text, "  {} a board", micros(outcome.cpu_per_board()));
    if outcome.given_up {
        let _ = writeln!(
            text,
            "  {:<width$}  failed so often that it was given up",
            ""
        );
    }
    if let Some(failure) = &outcome.failure {
        let runs = count(
            usize::try_from(outcome.failed_runs).unwrap_or(usize::MAX),
            "run",
        );
        let _ = writeln!(text, "  {:<width$}  {runs} did not end well; {failure}", "");
    }
}

fn show_disagreements(text: &mut String, outcome: &SubmissionOutcome) {
    for example in outcome.examples.iter().take(DRAWN) {
        show_disagreement(text, &outcome.name, example);
    }
    let total = outcome.disagreed + outcome.unanswered;
    let rest = total.saturating_sub(outcome.examples.len().min(DRAWN) as u64);
    if rest > 0 {
        let name = untrusted::escape(outcome.name.as_bytes());
        let _ = writeln!(text, "{name}: {rest} more, on larger boards");
    }
}

fn show_disagreement(text: &mut String, name: &str, example: &Disagreement) {
    let name = untrusted::escape(name.as_bytes());
    let expected = one_line(&example.expected);
    let _ = match &example.given {
        Given::Answer(answer) => {
            writeln!(
                text,
                "{name}: board {}: expected `{expected}`, printed `{}`",
                example.number,
                one_line(answer)
            )
        }
        Given::Nothing(why) => {
            writeln!(
                text,
                "{name}: board {}: expected `{expected}`, no answer: {why}",
                example.number
            )
        }
    };
    for line in &example.drawing {
        let _ = writeln!(text, "    {line}");
    }
}

/// An answer of several lines in one, a slash between them.
fn one_line(answer: &[u8]) -> String {
    let lines: Vec<String> = answer
        .trim_ascii_end()
        .split(|&byte| byte == b'\n')
        .map(untrusted::escape)
        .collect();
    lines.join(" / ")
}

fn last_line(exhaustion: &Exhaustion) -> &'static str {
    if exhaustion.is_proof() {
        "all methods agree with the reference on every board\n"
    } else if exhaustion.done < exhaustion.boards {
        "not all boards were tried: nothing is proved\n"
    } else {
        "the methods do not agree\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn outcome(name: &str) -> SubmissionOutcome {
        SubmissionOutcome {
            agreed: 4,
            cpu: Duration::from_micros(8),
            ..SubmissionOutcome::new(name)
        }
    }

    fn exhausted(done: u64, submissions: Vec<SubmissionOutcome>) -> Exhaustion {
        Exhaustion {
            boards: 4,
            done,
            distribution: vec![(Some(0), 1), (Some(12), 2), (None, 1)],
            submissions,
        }
    }

    #[test]
    fn a_proof_is_called_one_and_nothing_less_is() {
        let text = exhaustion("p", &exhausted(4, vec![outcome("a"), outcome("naïve")]));
        let expected = "p  4 of 4 boards
  answer    0  12  impossible
  boards    1   2           1
  a      agrees on 4 of 4  2.00 µs a board
  naïve  agrees on 4 of 4  2.00 µs a board
all methods agree with the reference on every board
";
        assert_eq!(text, expected);
        let text = exhaustion("p", &exhausted(3, vec![outcome("a")]));
        assert!(
            text.ends_with("\nnot all boards were tried: nothing is proved\n"),
            "{text}"
        );
        let mut failed = outcome("a");
        (failed.failed_runs, failed.failure) = (2, Some("boards 0 to 3: exit code 1".to_owned()));
        let text = exhaustion("p", &exhausted(4, vec![failed]));
        let lines =
            "     2 runs did not end well; boards 0 to 3: exit code 1\nthe methods do not agree\n";
        assert!(text.ends_with(lines), "{text}");
    }

    #[test]
    fn the_smallest_disagreements_are_drawn_and_the_rest_counted() {
        let example = |number, given| Disagreement {
            number,
            input: Vec::new(),
            expected: b"0 1\n1 0\n".to_vec(),
            given,
            drawing: vec!["bw".to_owned()],
        };
        let mut wrong = outcome("a");
        (wrong.disagreed, wrong.unanswered) = (3, 2);
        wrong.examples = vec![
            example(1, Given::Answer(b"0\x1b\n".to_vec())),
            example(2, Given::Nothing("exit code 1".to_owned())),
            example(3, Given::Answer(Vec::new())),
            example(4, Given::Answer(Vec::new())),
        ];
        let text = exhaustion("p", &exhausted(4, vec![wrong]));
        let lines = "a: board 1: expected `0 1 / 1 0`, printed `0\\x1b`
    bw
a: board 2: expected `0 1 / 1 0`, no answer: exit code 1
    bw
a: board 3: expected `0 1 / 1 0`, printed ``
    bw
a: 2 more, on larger boards
";
        assert!(text.contains(lines), "{text}");
        assert!(text.contains(", differs on 3, no answer to 2  "), "{text}");
    }
}
