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
        .map(|outcome| outcome.name.len())
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
