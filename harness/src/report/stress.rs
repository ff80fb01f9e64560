use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use super::case_block;
use crate::figures::{count, duration};
use crate::model::{Counterexample, Found, MethodAnswer, Shrunk, Stress, StressEnd};
use crate::untrusted;

/// How many lines of an answer are shown.
const LINES_SHOWN: usize = 15;

/// How many characters of such a line are shown.
const WIDTH_SHOWN: usize = 100;

/// A counterexample that was just kept, for people; its directory as it is to be called.
pub fn found(found: &Found, directory: &Path) -> String {
    let mut text = format!(
        "input {} of seed {}, made by `{}`: the methods differ\n  kept in  {}\n  replay   {}\n",
        found.iteration,
        found.seed,
        found.from,
        untrusted::path(directory),
        found.replay
    );
    show(&mut text, &found.first);
    text
}

/// What it was made smaller to, for people.
pub fn shrunk(shrunk: &Shrunk, directory: &Path) -> String {
    let directory = untrusted::path(directory);
    let tried = count(usize::try_from(shrunk.tried).unwrap_or(usize::MAX), "try");
    let tried = tried.replace("trys", "tries");
    let so_far = match shrunk.is_finished {
        true => "",
        false => ", when the time for that was up",
    };
    let mut text = String::new();
    // Writing to a `String` cannot fail, here and below.
    let _ = match &shrunk.smallest {
        Some(_) => writeln!(
            text,
            "the smallest with the same difference after {tried}{so_far}\n  kept in  \
             {directory}/smallest"
        ),
        None => writeln!(
            text,
            "nothing smaller has the same difference after {tried}{so_far}"
        ),
    };
    if let Some(smallest) = &shrunk.smallest {
        show(&mut text, smallest);
        if !shrunk.is_vouched_for {
            text.push_str("  whether it is an input of the problem, a `validator` would say\n");
        }
    }
    let _ = writeln!(text, "  make a case of it with  judge promote {directory}");
    text
}

/// What a search came to, in a line at the end, after remarks on the inputs.
pub fn stress(stress: &Stress) -> String {
    let mut text: String = stress
        .remarks
        .iter()
        .map(|remark| format!("warning: {remark}\n"))
        .collect();
    let inputs = count(usize::try_from(stress.tried).unwrap_or(usize::MAX), "input");
    let end = match stress.end {
        StressEnd::Found => "the methods differ",
        StressEnd::Spent => "no difference found",
        StressEnd::UsedUp => "no difference found, and there are no more inputs",
        StressEnd::Interrupted => "interrupted",
    };
    let _ = writeln!(
        text,
        "{end} · {} · {inputs} · {} · seed {}",
        stress.methods.join(", "),
        duration(stress.elapsed),
        stress.seed
    );
    text
}

/// The input, what is right, and what each submission made of it.
fn show(text: &mut String, counterexample: &Counterexample) {
    let is_drawn = !counterexample.drawing.is_empty();
    for (line_idx, line) in counterexample.drawing.iter().enumerate() {
        let label = if line_idx == 0 { "input" } else { "" };
        let _ = writeln!(text, "        {label:<8} {line}");
    }
    for answer in &counterexample.answers {
        let mut judgement = answer.judgement.clone();
        if is_drawn {
            judgement.input.clear();
        }
        match judgement.is_failure() {
            true => text.push_str(&case_block(&judgement)),
            false => _ = writeln!(text, "{}", agrees(answer)),
        }
    }
    if let Some(expected) = &counterexample.expected {
        let _ = writeln!(text, "        {} says", counterexample.reference);
        excerpt(text, expected);
    }
}

fn agrees(answer: &MethodAnswer) -> String {
    let verdict = answer
        .judgement
        .verdict
        .map_or("ran", |verdict| verdict.code());
    let name = untrusted::escape(answer.judgement.submission.as_bytes());
    format!("{verdict:>7} {name}")
}

fn excerpt(text: &mut String, bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    for line in lines.iter().take(LINES_SHOWN) {
        let line = line.trim_ascii_end();
        let start = &line[..line.len().min(WIDTH_SHOWN)];
        let rest = if start.len() < line.len() { "…" } else { "" };
        let _ = writeln!(text, "        {:<8} {}{rest}", "", untrusted::escape(start));
    }
    if lines.len() > LINES_SHOWN {
        let _ = writeln!(text, "        {:<8} …", "");
    }
}

/// The same as [`found`], as an object for machines.
pub fn found_json(found: &Found) -> Value {
    json!({
        "type": "difference",
        "problem": found.problem,
        "seed": found.seed,
        "iteration": found.iteration,
        "from": found.from,
        "command": found.replay,
        "directory": untrusted::path(&found.directory),
        "counterexample": counterexample_json(&found.first),
    })
}

/// The same as [`shrunk`], as an object for machines.
pub fn shrunk_json(shrunk: &Shrunk) -> Value {
    json!({
        "type": "smallest",
        "tried": shrunk.tried,
        "finished": shrunk.is_finished,
        "vouched_for": shrunk.is_vouched_for,
        "counterexample": shrunk.smallest.as_ref().map(counterexample_json),
    })
}

/// The same as [`stress`], as an object for machines.
pub fn stress_json(stress: &Stress, exit_code: u8) -> Value {
    json!({
        "type": "stress",
        "problem": stress.problem,
        "seed": stress.seed,
        "methods": stress.methods,
        "inputs": stress.tried,
        "elapsed_ms": stress.elapsed.as_secs_f64() * 1000.0,
        "found": stress.end == StressEnd::Found,
        "remarks": stress.remarks,
        "exit_code": exit_code,
    })
}

/// Bytes as escaped text.
fn counterexample_json(counterexample: &Counterexample) -> Value {
    let answer = |answer: &MethodAnswer| {
        json!({
            "submission": answer.judgement.submission.as_ref(),
            "verdict": answer.judgement.verdict.map(|verdict| verdict.code()),
            "reason": answer.judgement.reason,
            "output": untrusted::escape(&answer.output),
        })
    };
    json!({
        "input": untrusted::escape(&counterexample.input),
        "reference": counterexample.reference,
        "expected": counterexample.expected.as_deref().map(untrusted::escape),
        "answers": counterexample.answers.iter().map(answer).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;
    use crate::report::testing::{judgement, plain};
    use std::time::Duration;

    fn counterexample() -> Counterexample {
        let mut wrong = judgement(0, Verdict::WrongAnswer);
        wrong.reason = "it is wrong".to_owned();
        wrong.input = b"2\n".to_vec();
        let mut right = judgement(1, Verdict::Accepted);
        right.submission = "right".into();
        let answer = |judgement| MethodAnswer {
            judgement,
            output: b"1\x1b\n".to_vec(),
        };
        Counterexample {
            input: b"2\n".to_vec(),
            drawing: Vec::new(),
            reference: "r".to_owned(),
            expected: Some(b"4\n\x07\n".to_vec()),
            answers: vec![answer(wrong), answer(right)],
        }
    }

    fn example() -> Found {
        Found {
            problem: "p".to_owned(),
            seed: 7,
            iteration: 3,
            from: "./gen 9".to_owned(),
            replay: "judge stress p --seed 7 --iteration 3".to_owned(),
            directory: "/root/target/judge/stress/p-1".into(),
            first: counterexample(),
        }
    }

    #[test]
    fn a_counterexample_is_shown_with_all_that_replays_it() {
        let text = plain(found(&example(), Path::new("target/judge/stress/p-1")));
        let expected = "input 3 of seed 7, made by `./gen 9`: the methods differ
  kept in  target/judge/stress/p-1
  replay   judge stress p --seed 7 --iteration 3
     WA s  p/case-0  2.0 ms  1.0 MiB
        it is wrong
        input    2
     AC right
        r says
                 4
                 \\x07
";
        assert_eq!(text, expected);
        let object = found_json(&example());
        assert_eq!(object["iteration"], 3);
        assert_eq!(
            object["counterexample"]["answers"][0]["output"],
            "1\\x1b\\x0a"
        );
    }

    #[test]
    fn a_drawn_input_is_shown_once() {
        let mut found_one = example();
        found_one.first.drawing = vec![" b  w".to_owned(), " w  w".to_owned()];
        let text = plain(found(&found_one, Path::new("d")));
        assert!(
            text.contains("        input     b  w\n                  w  w\n     WA s"),
            "{text}"
        );
        assert_eq!(text.matches("input    ").count(), 1, "{text}");
    }

    #[test]
    fn what_is_small_says_how_sure_that_is() {
        let mut ended = Shrunk {
            smallest: Some(counterexample()),
            tried: 1,
            is_finished: false,
            is_vouched_for: false,
        };
        let text = plain(shrunk(&ended, Path::new("d")));
        let start = "the smallest with the same difference after 1 try, when the time for that \
                     was up\n  kept in  d/smallest\n";
        assert!(text.starts_with(start), "{text}");
        assert!(text.contains("a `validator` would say\n"), "{text}");
        assert!(
            text.ends_with("  make a case of it with  judge promote d\n"),
            "{text}"
        );
        (ended.smallest, ended.tried, ended.is_finished) = (None, 2, true);
        let start = "nothing smaller has the same difference after 2 tries\n";
        assert!(shrunk(&ended, Path::new("d")).starts_with(start));
        assert_eq!(shrunk_json(&ended)["counterexample"], Value::Null);
    }

    #[test]
    fn the_last_line_has_the_seed_however_it_ended() {
        for (end, said) in [
            (StressEnd::Found, "the methods differ"),
            (StressEnd::Spent, "no difference found"),
            (
                StressEnd::UsedUp,
                "no difference found, and there are no more inputs",
            ),
            (StressEnd::Interrupted, "interrupted"),
        ] {
            let ended = Stress {
                problem: "p".to_owned(),
                seed: 7,
                methods: vec!["a".to_owned(), "b".to_owned()],
                tried: 1,
                elapsed: Duration::from_millis(2),
                end,
                remarks: vec!["look".to_owned()],
            };
            let expected = format!("warning: look\n{said} · a, b · 1 input · 2.0 ms · seed 7\n");
            assert_eq!(stress(&ended), expected);
            assert_eq!(stress_json(&ended, 0)["found"], end == StressEnd::Found);
        }
    }
}
