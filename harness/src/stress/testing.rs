//! What the tests of this module share.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::config::{Overrides, Problem};
use crate::model::{
    self, Command, Compare, Ending, Generator, Origin, Profile, Setting, Stop, Submission, Usage,
    Verdict,
};
use crate::run::{Execution, Input, Request};

/// A command of one word.
pub(super) fn command(word: &str) -> Command {
    Command {
        words: vec![word.into()],
        program: PathBuf::from(word),
        read: Vec::new(),
        env: BTreeMap::new(),
    }
}

/// A generator whose program is called like it.
pub(super) fn generator(name: &str) -> Generator {
    Generator {
        name: name.to_owned(),
        command: command(name),
    }
}

/// The problem `p` with these submissions, the first of which is the reference.
pub(super) fn problem(submissions: &[&str]) -> Problem {
    let submission = |name: &&str| Submission {
        name: (*name).to_owned(),
        command: command(name),
        expect: Verdict::Accepted.into(),
    };
    let problem = model::Problem {
        name: "p".to_owned(),
        cases: PathBuf::from("cases"),
        profile: built_in(Profile::default()),
        compare: built_in(Compare::default()),
        checker: None,
        reference: submissions.first().map(|name| (*name).to_owned()),
        generators: Vec::new(),
        validator: None,
        submissions: submissions.iter().map(submission).collect(),
    };
    Problem {
        problem,
        limits: Overrides::default(),
    }
}

const fn built_in<T>(value: T) -> Setting<T> {
    Setting {
        value,
        origin: Origin::BuiltIn,
    }
}

/// The number that a run finds on standard input.
pub(super) fn number(request: &Request<'_>) -> u64 {
    let text = match request.input {
        Input::Bytes(bytes) => bytes.to_vec(),
        Input::File(path) => std::fs::read(path).unwrap(),
    };
    String::from_utf8(text).unwrap().trim().parse().unwrap_or(0)
}

/// The seed that a generator is given.
pub(super) fn seed(request: &Request<'_>) -> String {
    let last = request.command.words.last().unwrap();
    last.to_str().unwrap().to_owned()
}

/// A run that printed this and ended well, unless it was stopped.
pub(super) fn printed(text: &str, stopped_by: Option<Stop>) -> Execution {
    Execution {
        ending: Ending::Exited(0),
        stopped_by,
        usage: Usage {
            cpu: Duration::from_millis(1),
            output: text.len() as u64,
            ..Usage::default()
        },
        left_over: 0,
        backstop: false,
        feedback: None,
        stdout: text.as_bytes().to_vec().into(),
        stderr: Vec::new(),
    }
}
