mod transcript;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::settings::{
    Field, LimitFields, SettingFields, limits, millis, set_in, settings, words_of,
};
use crate::event::{Event, Sink};
use crate::model::{
    Command, Difference, Ending, Judgement, Origin, Remark, RunFacts, Setting, Submission, Summary,
    Verdict,
};
use crate::untrusted;
use transcript::TranscriptFields;

/// Writes JSON Lines as things happen: one `run`, one `case` for each item in order of
/// completion, one `summary`. Each line is written whole, in one go, so that a run that is
/// killed leaves whole lines where what it writes to does not hold them back.
#[derive(Debug)]
pub struct Json<W>(W);

/// The version of the fields.
pub(super) const SCHEMA: u32 = 1;

impl<W: Write> Json<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self(out)
    }

    /// Writes the line of one judgement alone.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn case(&mut self, judgement: &Judgement) -> io::Result<()> {
        self.line(&Line::Case(case(judgement)))
    }

    /// Gives back what it wrote to.
    pub fn into_inner(self) -> W {
        self.0
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.0.write_all(&bytes)
    }
}

impl<W: Write> Sink for Json<W> {
    fn on(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(facts) => self.line(&Line::Run(run(facts))),
            Event::CaseFinished(judgement) => self.case(judgement),
            Event::Warning(_) | Event::CaseStarted(_) | Event::RunFinished(_) => Ok(()),
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.line(&Line::Summary(self::summary(summary)))
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(
    clippy::large_enum_variant,
    reason = "one lives at a time, and not for long"
)]
enum Line<'a> {
    Run(RunLine<'a>),
    Case(CaseLine<'a>),
    Summary(SummaryLine),
}

#[derive(Serialize)]
struct RunLine<'a> {
    schema: u32,
    version: &'a str,
    host: HostFields<'a>,
    isolation: &'a [&'static str],
    not_enforced: &'a [&'static str],
    build: Field<Vec<Vec<String>>>,
    submissions: Vec<ProgramFields<'a>>,
    jobs: usize,
    shard: Option<String>,
    seed: Option<u64>,
}

/// How a submission is started, and what it is given.
#[derive(Serialize)]
struct ProgramFields<'a> {
    problem: &'a str,
    submission: &'a str,
    words: Vec<String>,
    read: Field<Vec<String>>,
    env: Field<&'a BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct HostFields<'a> {
    cores: usize,
    kernel: &'a str,
}

fn run(facts: &RunFacts) -> RunLine<'_> {
    RunLine {
        schema: SCHEMA,
        version: facts.version,
        host: HostFields {
            cores: facts.cores,
            kernel: &facts.kernel,
        },
        isolation: &facts.layers,
        not_enforced: &facts.not_enforced,
        build: set_in(
            Origin::JudgeToml,
            facts.build.iter().map(words_of).collect(),
        ),
        submissions: facts
            .programs
            .iter()
            .map(|(problem, submission)| program(problem, submission))
            .collect(),
        jobs: facts.jobs,
        shard: None,
        seed: None,
    }
}

fn program<'a>(problem: &'a str, submission: &'a Submission) -> ProgramFields<'a> {
    let Command { read, env, .. } = &submission.command;
    let read = read.iter().map(|path| untrusted::path(path)).collect();
    ProgramFields {
        problem,
        submission: &submission.name,
        words: words_of(&submission.command),
        read: set_in(Origin::Submission, read),
        env: set_in(Origin::Submission, env),
    }
}

#[derive(Serialize)]
struct CaseLine<'a> {
    index: usize,
    problem: &'a str,
    submission: &'a str,
    case: &'a str,
    /// `null` where nothing was compared and nothing else decided.
    verdict: Option<&'static str>,
    /// Of several, with `|` between them.
    expected_verdict: String,
    as_expected: bool,
    reason: &'a str,
    cpu_ms: Option<f64>,
    wall_ms: Option<f64>,
    lower_bound: bool,
    memory_kib: Option<u64>,
    output_bytes: Option<u64>,
    exit: Option<ExitFields>,
    stopped_by: Option<&'static str>,
    limits: LimitFields,
    settings: SettingFields,
    compare: Option<String>,
    difference: Option<DifferenceFields>,
    stderr: String,
    left_over: u32,
    attempts: u32,
    /// What a wrong output comes to, where the harness knows the problem.
    explanation: Option<&'a str>,
    /// What the checker said of an output that it did not accept.
    remarks: Vec<Value>,
    /// What submission and interactor said to each other.
    transcript: Option<TranscriptFields>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExitFields {
    Code { code: i32 },
    Signal { signal: i32, name: &'static str },
}

#[derive(Serialize)]
struct DifferenceFields {
    line: usize,
    column: usize,
    expected: Option<String>,
    actual: Option<String>,
    differing_lines: usize,
}

fn case(judgement: &Judgement) -> CaseLine<'_> {
    let usage = judgement.usage.as_ref();
    CaseLine {
        index: judgement.index,
        problem: &judgement.problem,
        submission: &judgement.submission,
        case: judgement.case.as_str(),
        verdict: judgement.verdict.map(Verdict::code),
        expected_verdict: judgement.expected_verdict.joined("|"),
        as_expected: judgement.as_expected,
        reason: &judgement.reason,
        cpu_ms: usage.map(|usage| millis(usage.cpu)),
        wall_ms: usage.map(|usage| millis(usage.wall)),
        lower_bound: judgement.stopped_by.is_some(),
        memory_kib: usage
            .and_then(|usage| usage.memory)
            .map(|bytes| bytes >> 10),
        output_bytes: usage.map(|usage| usage.output),
        exit: judgement.ending.map(exit),
        stopped_by: judgement.stopped_by.map(|stop| stop.name()),
        limits: limits(&judgement.limits),
        settings: settings(
            &judgement.limits,
            judgement
                .compare
                .filter(|_| judgement.checker.is_none())
                .map(|value| Setting {
                    value,
                    origin: judgement.compare_origin,
                }),
        ),
        compare: judgement.decided_by(),
        difference: judgement.difference.as_ref().map(difference),
        stderr: untrusted::escape(&judgement.stderr),
        left_over: judgement.left_over,
        attempts: judgement.attempts,
        explanation: judgement.explanation.as_deref(),
        remarks: judgement.remarks.iter().map(remark).collect(),
        transcript: judgement.transcript.as_ref().map(TranscriptFields::of),
    }
}

fn remark(remark: &Remark) -> Value {
    json!({ "from": remark.from, "text": untrusted::escape(&remark.text) })
}

const fn exit(ending: Ending) -> ExitFields {
    match ending {
        Ending::Exited(code) => ExitFields::Code { code },
        Ending::Signaled(signal) => ExitFields::Signal {
            signal: signal.number,
            name: signal.name,
        },
    }
}

fn difference(difference: &Difference) -> DifferenceFields {
    let text = |bytes: &Option<Vec<u8>>| bytes.as_deref().map(untrusted::escape);
    DifferenceFields {
        line: difference.line,
        column: difference.column,
        expected: text(&difference.expected),
        actual: text(&difference.actual),
        differing_lines: difference.differing_lines,
    }
}

#[derive(Serialize)]
struct SummaryLine {
    #[serde(flatten)]
    verdicts: BTreeMap<&'static str, usize>,
    as_expected: usize,
    /// Submissions that are wrong on purpose and failed as told on no case.
    /// Each as `problem/submission`.
    never_failed_as_told: Vec<String>,
    /// Cases that ended well and were compared with nothing: never AC.
    not_compared: usize,
    /// Whether the rest was left out after a failure.
    failed_fast: bool,
    cases: usize,
    elapsed_ms: f64,
    exit_code: u8,
}

fn summary(summary: &Summary) -> SummaryLine {
    SummaryLine {
        verdicts: Verdict::ALL
            .iter()
            .map(|&verdict| (verdict.code(), summary.count(verdict)))
            .collect(),
        as_expected: summary.as_expected,
        never_failed_as_told: summary
            .submissions
            .iter()
            .filter(|counts| counts.never_failed_as_told())
            .map(|counts| format!("{}/{}", counts.problem, counts.submission))
            .collect(),
        not_compared: summary.not_compared,
        failed_fast: summary.failed_fast,
        cases: summary.judged,
        elapsed_ms: millis(summary.elapsed),
        exit_code: summary.exit.code(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Signal, Stop, Stream};
    use crate::report::testing::{judgement, told};
    use serde_json::{Value, json};

    fn line_of(judgement: &Judgement) -> Value {
        let mut json = Json::new(Vec::new());
        json.case(judgement).unwrap();
        let bytes = json.into_inner();
        assert_eq!(bytes.iter().filter(|&&byte| byte == b'\n').count(), 1);
        assert_eq!(bytes.last(), Some(&b'\n'));
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn a_run_is_a_line_for_its_facts_one_for_each_case_and_a_summary() {
        let mut out = Vec::new();
        let verdicts = [(2, Verdict::WrongAnswer), (0, Verdict::Accepted)];
        let judgements = verdicts.map(|(index, verdict)| judgement(index, verdict));
        told(Json::new(&mut out), 3, judgements.into());
        let lines: Vec<Value> = String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let run = json!({
            "type": "run", "schema": 1, "version": "1.2.3",
            "host": {"cores": 4, "kernel": "Linux 6.1.0"}, "isolation": [],
            "not_enforced": ["network"], "build": {"value": [], "origin": "judge.toml"},
            "submissions": [], "jobs": 2, "shard": null, "seed": null,
        });
        assert_eq!(lines[0], run);
        assert_eq!(
            (&lines[1]["index"], &lines[2]["index"]),
            (&json!(2), &json!(0))
        );
        let summary = json!({
            "type": "summary", "AC": 1, "PE": 0, "WA": 1, "RE": 0, "TLE": 0, "MLE": 0, "OLE": 0,
            "JE": 0, "as_expected": 1, "never_failed_as_told": [], "not_compared": 0,
            "failed_fast": false, "cases": 2, "elapsed_ms": 250.0, "exit_code": 5,
        });
        assert_eq!(lines[3], summary);
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn what_was_not_measured_is_null_and_never_zero() {
        let unmeasured = Judgement {
            usage: None,
            ending: None,
            compare: None,
            verdict: None,
            ..judgement(0, Verdict::Accepted)
        };
        let line = line_of(&unmeasured);
        let nulls = [
            "verdict",
            "cpu_ms",
            "wall_ms",
            "memory_kib",
            "output_bytes",
            "exit",
            "stopped_by",
            "compare",
            "difference",
        ];
        for field in nulls {
            assert_eq!(line.get(field), Some(&Value::Null), "{field}");
        }
    }

    #[test]
    fn figures_are_in_the_units_of_their_names() {
        let mut stopped = judgement(7, Verdict::OutputLimitExceeded);
        stopped.stopped_by = Some(Stop::Output(Stream::Stdout));
        stopped.ending = Some(Ending::Signaled(Signal {
            number: 9,
            name: "SIGKILL",
        }));
        let line = line_of(&stopped);
        for (field, value) in [
            ("cpu_ms", json!(2.0)),
            ("wall_ms", json!(2.5)),
            ("memory_kib", json!(1024)),
            ("output_bytes", json!(4)),
            ("lower_bound", json!(true)),
            ("stopped_by", json!("output")),
            ("exit", json!({"signal": 9, "name": "SIGKILL"})),
            ("compare", json!("lines")),
        ] {
            assert_eq!(line[field], value, "{field}");
        }
        let limit = |value: Value| json!({"value": value, "origin": "built-in"});
        assert_eq!(line["limits"]["time_ms"], limit(json!(1000.0)));
        assert_eq!(line["limits"]["memory_kib"], limit(json!(65_536)));
        assert_eq!(line["limits"]["output_bytes"], limit(json!(64 << 20)));
    }

    #[test]
    fn what_a_program_printed_is_escaped() {
        let mut hostile = judgement(0, Verdict::WrongAnswer);
        hostile.stderr = b"\x1b[2J\xff".to_vec();
        hostile.difference = Some(Difference {
            line: 1,
            column: 2,
            expected: None,
            actual: Some(b"\x1b".to_vec()),
            ..Difference::default()
        });
        let line = line_of(&hostile);
        assert_eq!(line["stderr"], r"\x1b[2J\xff");
        assert_eq!(line["difference"]["actual"], r"\x1b");
        assert_eq!(line["difference"]["expected"], Value::Null);
    }
}
