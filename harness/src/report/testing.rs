//! Judgements, facts and counts for tests that need no judging.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::{Tally, dispatch};
use crate::config::{Layers, resolve};
use crate::event::{Event, RunEnd, Sink};
use crate::model::{
    CaseName, Compare, Ending, Exit, GroupCounts, Judgement, Origin, RunFacts, SubmissionCounts,
    Summary, Usage, Verdict,
};

/// The judgement of the submission `s` of the problem `p` on the case `case-INDEX`: it took
/// 2 ms and 1 MiB.
pub(super) fn judgement(index: usize, verdict: Verdict) -> Judgement {
    let name = format!("case-{index}");
    Judgement {
        index,
        problem: "p".into(),
        submission: "s".into(),
        case: CaseName::new("p", Path::new(&name)),
        verdict: Some(verdict),
        expected_verdict: Verdict::Accepted.into(),
        group: 0,
        as_expected: verdict == Verdict::Accepted,
        reason: match verdict {
            Verdict::Accepted => String::new(),
            _ => format!("the reason of {verdict}"),
        },
        faulty_case: false,
        usage: Some(Usage {
            cpu: Duration::from_millis(2),
            wall: Duration::from_micros(2500),
            memory: Some(1 << 20),
            output: 4,
            stderr: 0,
        }),
        ending: Some(Ending::Exited(0)),
        stopped_by: None,
        limits: resolve(&Layers::default(), 0),
        compare: Some(Compare::default()),
        checker: None,
        remarks: Vec::new(),
        explanation: None,
        compare_origin: Origin::BuiltIn,
        difference: None,
        transcript: None,
        input: Vec::new(),
        output: Vec::new(),
        stderr: Vec::new(),
        left_over: 0,
        attempts: 1,
    }
}

pub(super) fn facts() -> Arc<RunFacts> {
    Arc::new(RunFacts {
        version: "1.2.3",
        cores: 4,
        kernel: "Linux 6.1.0".to_owned(),
        layers: Vec::new(),
        not_enforced: vec!["network"],
        build: Vec::new(),
        programs: Vec::new(),
        jobs: 2,
        items: 3,
        submissions: 1,
        cases: 3,
        limits: Some(resolve(&Layers::default(), 0)),
    })
}

/// A tally of `s` on `planned` cases, which are all of the problem.
pub(super) fn tally(planned: usize, expect: Verdict) -> Tally {
    let group = GroupCounts {
        planned,
        all_cases: true,
        ..GroupCounts::new(None, expect.into())
    };
    let counts = SubmissionCounts::new("p".into(), "s".into(), vec![group]);
    Tally::new(planned, vec![counts], Exit::AsExpected)
}

/// Tells a sink of a whole run: its facts, judgements in this order, its end.
pub(super) fn told(sink: impl Sink, planned: usize, judgements: Vec<Judgement>) -> Summary {
    let (sender, events) = std::sync::mpsc::channel();
    let send = |event| sender.send(event).unwrap();
    send(Event::RunStarted(facts()));
    for judgement in judgements {
        send(Event::CaseStarted(judgement.index));
        send(Event::CaseFinished(Box::new(judgement)));
    }
    send(Event::RunFinished(RunEnd {
        elapsed: Duration::from_millis(250),
        interrupted_by: None,
        failed_fast: false,
    }));
    drop(sender);
    let tally = tally(planned, Verdict::Accepted);
    let (summary, failures) = dispatch(&events, tally, vec![Box::new(sink)]);
    assert!(failures.is_empty(), "{failures:?}");
    summary
}

/// What people see without colours.
pub(super) fn plain(text: impl AsRef<[u8]>) -> String {
    String::from_utf8(anstream::adapter::strip_bytes(text.as_ref()).into_vec()).unwrap()
}
