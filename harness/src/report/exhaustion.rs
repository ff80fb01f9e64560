use std::fmt::Write as _;

use crate::figures::{count, micros};
use crate::model::{Disagreement, Exhaustion, Given, Part, Sample, SubmissionOutcome};
use crate::untrusted;

/// How many disagreements of a submission are drawn.
const DRAWN: usize = 3;

/// What came of all inputs of a finite space, for people: how often the reference gives each
/// answer, how far each method agrees, and the smallest boards on which one does not.
pub fn exhaustion(problem: &str, exhaustion: &Exhaustion) -> String {
    let mut text = format!(
        "{} {}x{}  {} of {}\n",
        untrusted::escape(problem.as_bytes()),
        exhaustion.rows,
        exhaustion.columns,
        exhaustion.done,
        boards(exhaustion.boards),
    );
    show_part(&mut text, exhaustion);
    show_distribution(&mut text, exhaustion);
    let methods = || exhaustion.submissions.iter();
    let names = methods().map(|outcome| outcome.name.chars().count());
    let width = names.max().unwrap_or(0).max(BUILT_IN.len());
    show_built_in(&mut text, exhaustion, width);
    for outcome in methods() {
        show_outcome(&mut text, outcome, exhaustion.done, width);
    }
    for outcome in [&exhaustion.second].into_iter().chain(methods()) {
        show_disagreements(&mut text, outcome);
    }
    text.push_str(&last_line(exhaustion));
    text
}

/// The name before the line of the reference.
const BUILT_IN: &str = "built in";

fn boards(n_boards: u64) -> String {
    count(usize::try_from(n_boards).unwrap_or(usize::MAX), "board")
}

/// Which boards were asked for, where these are not all.
fn show_part(text: &mut String, exhaustion: &Exhaustion) {
    let space = exhaustion.space;
    // Writing to a `String` cannot fail, here and below.
    if let Some(Sample { boards, seed }) = exhaustion.part.sample {
        let _ = writeln!(
            text,
            "  sample of {boards} from {space} boards, seed {seed}"
        );
    }
    match (exhaustion.part.shard, exhaustion.part.sample) {
        (Some(shard), None) => {
            let part = shard.of(space);
            let (first, last) = (part.start, part.end.saturating_sub(1));
            let _ = writeln!(text, "  shard {shard}: boards {first} to {last} of {space}");
        }
        (Some(shard), Some(_)) => {
            let _ = writeln!(text, "  shard {shard} of the sample");
        }
        (None, _) => {}
    }
}

fn show_built_in(text: &mut String, exhaustion: &Exhaustion, width: usize) {
    let Exhaustion { second, done, .. } = exhaustion;
    let name = &second.name;
    let _ = write!(
        text,
        "  {BUILT_IN:<width$}  elimination; {name} agrees on {} of {done}",
        second.agreed
    );
    if second.disagreed > 0 {
        let _ = write!(text, ", differs on {}", second.disagreed);
    }
    text.push('\n');
    if exhaustion.submissions.is_empty() {
        let _ = writeln!(
            text,
            "  {:<width$}  no submission was run: an input cannot say this size",
            ""
        );
    }
}

/// `  answer       0    1 …` above `  boards       2   32 …`.
fn show_distribution(text: &mut String, exhaustion: &Exhaustion) {
    let (mut answers, mut boards) = (String::new(), String::new());
    for (answer, n_boards) in &exhaustion.distribution {
        let answer = answer.map_or("impossible".to_owned(), |answer| answer.to_string());
        let n_boards = n_boards.to_string();
        let width = answer.len().max(n_boards.len()) + 2;
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

fn last_line(exhaustion: &Exhaustion) -> String {
    if exhaustion.done < exhaustion.boards {
        return "not all boards were tried: nothing is proved\n".to_owned();
    }
    if !exhaustion.is_agreement() {
        return "the methods do not agree\n".to_owned();
    }
    let methods = match exhaustion.submissions.is_empty() {
        true => "the built-in methods agree with each other",
        false => "all methods agree with the reference",
    };
    let Part { shard, sample } = exhaustion.part;
    match (shard, sample) {
        (None, None) => format!("{methods} on every board\n"),
        (Some(shard), None) => {
            format!("{methods} on every board of shard {shard}: proved for these, not for others\n")
        }
        (_, Some(_)) => {
            format!("{methods} on every board that was tried: a sample proves nothing\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Shard;
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
            rows: 1,
            columns: 2,
            space: 4,
            part: Part::default(),
            boards: 4,
            done,
            distribution: vec![(Some(0), 1), (Some(12), 2), (None, 1)],
            second: SubmissionOutcome {
                agreed: done,
                ..SubmissionOutcome::new("search")
            },
            submissions,
        }
    }

    #[test]
    fn a_proof_is_called_one_and_nothing_less_is() {
        let text = exhaustion("p", &exhausted(4, vec![outcome("a"), outcome("naïve")]));
        let expected = "p 1x2  4 of 4 boards
  answer    0  12  impossible
  boards    1   2           1
  built in  elimination; search agrees on 4 of 4
  a         agrees on 4 of 4  2.00 µs a board
  naïve     agrees on 4 of 4  2.00 µs a board
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
        let lines = "            2 runs did not end well; boards 0 to 3: exit code 1\nthe methods do not agree\n";
        assert!(text.ends_with(lines), "{text}");
    }

    /// The lines of what came of this part that do not depend on answers.
    fn part_lines(part: Part, submissions: Vec<SubmissionOutcome>) -> Vec<String> {
        let mut found = exhausted(4, submissions);
        (found.part, found.space) = (part, 100);
        let text = exhaustion("p", &found);
        let is_answer = |line: &&str| line.contains("answer") || line.contains("boards  ");
        let lines = text.lines().filter(|line| !is_answer(line));
        lines.map(str::to_owned).collect()
    }

    #[test]
    fn a_part_is_said_to_be_one() {
        let [three, twenty_five] = [3, 25].map(|n| std::num::NonZeroU64::new(n).unwrap());
        let shard = Shard::new(three, twenty_five);
        let sample = Some(Sample { boards: 4, seed: 7 });
        let lines = part_lines(
            Part {
                sample: None,
                shard,
            },
            vec![outcome("a")],
        );
        assert_eq!(lines[1], "  shard 3/25: boards 8 to 11 of 100");
        let last = "all methods agree with the reference on every board of shard 3/25: proved for these, not for others";
        assert_eq!(lines.last().unwrap(), last);
        let lines = part_lines(Part { sample, shard }, vec![outcome("a")]);
        let head = [
            "  sample of 4 from 100 boards, seed 7",
            "  shard 3/25 of the sample",
        ];
        assert_eq!(lines[1..3], head);
        let last = "all methods agree with the reference on every board that was tried: a sample proves nothing";
        assert_eq!(lines.last().unwrap(), last);
    }

    #[test]
    fn without_submissions_it_is_said_who_agrees() {
        let lines = part_lines(Part::default(), Vec::new());
        let expected = [
            "  built in  elimination; search agrees on 4 of 4",
            "            no submission was run: an input cannot say this size",
            "the built-in methods agree with each other on every board",
        ];
        assert_eq!(lines[1..], expected);
        let mut found = exhausted(4, Vec::new());
        (found.second.agreed, found.second.disagreed) = (3, 1);
        let text = exhaustion("p", &found);
        assert!(text.contains("agrees on 3 of 4, differs on 1\n"), "{text}");
        assert!(text.ends_with("\nthe methods do not agree\n"), "{text}");
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
