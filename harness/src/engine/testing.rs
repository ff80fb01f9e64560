//! Items and executions for tests that need no processes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::config::{Layers, resolve};
use crate::model::{
    Case, CaseFiles, CaseName, Checker, CheckerProgram, Command, Ending, Origin, Protocol, Stop,
    Submission, Usage, Verdict,
};
use crate::plan::Item;
use crate::run::Execution;

/// A file with nothing in it.
const EMPTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/empty");

/// An item whose output is compared with nothing.
pub(super) fn item(index: usize) -> Item {
    let name = format!("case-{index}");
    Item {
        index,
        problem: "p".into(),
        submission: Arc::new(Submission {
            name: "s".to_owned(),
            command: Command {
                words: vec!["s".into()],
                program: PathBuf::from("/s"),
                read: Vec::new(),
                env: BTreeMap::new(),
            },
            expect: Verdict::Accepted.into(),
        }),
        case: Arc::new(Case {
            problem: "p".to_owned(),
            name: CaseName::new("p", Path::new(&name)),
            path: PathBuf::from(&name),
            beside: Vec::new(),
            files: Ok(CaseFiles {
                input: PathBuf::from(EMPTY),
                expected: Some(PathBuf::from(EMPTY)),
            }),
            why: None,
            limits: resolve(&Layers::default(), 0),
        }),
        compare: Some(crate::model::Compare::default()),
        checker: None,
        compare_origin: Origin::BuiltIn,
        expected: Verdict::Accepted.into(),
        group: 0,
        submission_fault: None,
    }
}

/// An interactor that speaks the ICPC protocol.
pub(super) fn interactor() -> Checker {
    Checker::Interactor(Box::new(CheckerProgram {
        command: item(0).submission.command.clone(),
        arguments: Vec::new(),
        protocol: Protocol::Icpc,
        limits: resolve(&Layers::default(), 0),
    }))
}

/// An execution that ended well and printed nothing.
pub(super) fn accepted() -> Execution {
    Execution {
        ending: Ending::Exited(0),
        stopped_by: None,
        usage: Usage {
            cpu: Duration::from_millis(1),
            ..Usage::default()
        },
        left_over: 0,
        backstop: false,
        feedback: None,
        stdout: Vec::new().into(),
        stderr: Vec::new(),
    }
}

/// An execution that the judge stopped.
pub(super) fn stopped(by: Stop) -> Execution {
    Execution {
        stopped_by: Some(by),
        usage: Usage {
            cpu: Duration::from_secs(1),
            ..Usage::default()
        },
        ..accepted()
    }
}
