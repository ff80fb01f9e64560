use std::time::Duration;

use super::*;
use crate::config::{Layers, resolve};
use crate::launcher::Feedback;
use crate::model::{Command, Signal, Stop, Stream, Usage};
use crate::run::Scripted;

fn program(protocol: Protocol) -> CheckerProgram {
    CheckerProgram {
        command: Command {
            words: vec!["python3".into(), "/a b/check.py".into()],
            program: "/usr/bin/python3".into(),
            read: Vec::new(),
            env: Default::default(),
        },
        arguments: vec!["--strict".into()],
        protocol,
        limits: resolve(&Layers::default(), 0),
    }
}

fn execution(ending: Ending) -> Execution {
    Execution {
        ending,
        stopped_by: None,
        usage: Usage::default(),
        left_over: 0,
        backstop: false,
        feedback: None,
        stdout: Vec::new().into(),
        stderr: Vec::new(),
    }
}

fn asked(protocol: Protocol, execution: Execution) -> Opinion {
    let files = Files {
        input: Path::new("/no such/in put"),
        answer: Path::new("/no such/answer"),
    };
    let mut execution = Some(execution);
    let mut runner = Scripted::new(|_: &Request<'_>| Ok(execution.take().unwrap()));
    ask(&program(protocol), files, b"", &mut runner).unwrap()
}

/// The ruling and the reason for an exit code of a checker that says nothing.
fn exits(protocol: Protocol, code: i32) -> (Ruling, String) {
    let opinion = asked(protocol, execution(Ending::Exited(code)));
    (opinion.ruling, opinion.reason)
}

#[test]
fn of_a_validator_two_exit_codes_decide_and_no_other_does() {
    let silent = "the checker does not say why";
    for code in 0..=255 {
        let (ruling, reason) = match code {
            42 => (Ruling::Right, String::new()),
            43 => (Ruling::Wrong, silent.to_owned()),
            _ => (
                Ruling::Failed,
                format!(
                    "the checker failed: exit code {code}, \
                     which is neither 42 (right) nor 43 (wrong)"
                ),
            ),
        };
        assert_eq!(exits(Protocol::Icpc, code), (ruling, reason));
    }
}

#[test]
fn of_a_testlib_checker_each_exit_code_means_what_testlib_says() {
    for code in 0..=255 {
        let (ruling, part) = match code {
            0 => (Ruling::Right, ""),
            1 => (Ruling::Wrong, "does not say why"),
            2 | 4 | 8 => (Ruling::Format, "does not say why"),
            3 => (Ruling::Failed, "the fault is in the case or in itself"),
            7 => (Ruling::Failed, "it gives points"),
            _ => (Ruling::Failed, "which is none of testlib's"),
        };
        let (seen, reason) = exits(Protocol::Testlib, code);
        assert_eq!(seen, ruling, "{code}");
        assert!(reason.contains(part), "{code}: {reason}");
    }
}

#[test]
fn a_checker_that_was_stopped_or_killed_rules_nothing_whatever_its_exit_code() {
    let segfault = Ending::Signaled(Signal {
        number: 11,
        name: "SIGSEGV",
    });
    let stops = [
        (Stop::Time, "more than 1.000 s of CPU time"),
        (Stop::Wall, "stopped by the wall guard"),
        (Stop::Memory, "more than 64.0 MiB resident"),
        (Stop::Output(Stream::Stdout), "64.0 MiB of output"),
        (Stop::Output(Stream::Stderr), "64.0 MiB on standard error"),
    ];
    for protocol in Protocol::ALL {
        for ending in [0, 1, 42, 43].map(Ending::Exited) {
            for (stop, part) in stops {
                let stopped_by = Some(stop);
                let opinion = asked(
                    protocol,
                    Execution {
                        stopped_by,
                        ..execution(ending)
                    },
                );
                assert_eq!(opinion.ruling, Ruling::Failed);
                assert!(opinion.reason.contains(part), "{}", opinion.reason);
            }
            let mut slow = execution(ending);
            slow.usage.cpu = Duration::from_secs(2);
            assert_eq!(asked(protocol, slow).ruling, Ruling::Failed);
            let mut backed = execution(ending);
            backed.backstop = true;
            assert_eq!(asked(protocol, backed).ruling, Ruling::Failed);
        }
        let crashed = asked(protocol, execution(segfault));
        assert_eq!(crashed.ruling, Ruling::Failed);
        let begins = "the checker failed: ended by SIGSEGV";
        assert!(crashed.reason.starts_with(begins), "{}", crashed.reason);
    }
}

#[test]
fn its_words_are_kept_and_the_first_line_of_what_matters_most_is_the_reason() {
    let mut wrong = execution(Ending::Exited(43));
    wrong.stderr = b"debugging".to_vec();
    wrong.feedback = Some(Feedback {
        judge_message: b"\nline 3: \x1b[31m17 is no prime\r\nsecond line".to_vec(),
        judge_error: b" \n".to_vec(),
        team_message: b"think again".to_vec(),
    });
    let opinion = asked(Protocol::Icpc, wrong);
    let reason = "the checker says: line 3: \\x1b[31m17 is no prime";
    assert_eq!(opinion.reason, reason);
    let from: Vec<_> = opinion.remarks.iter().map(|remark| remark.from).collect();
    assert_eq!(from, ["judgemessage.txt", "teammessage.txt", "stderr"]);
}

#[test]
fn a_long_line_is_cut_in_the_reason() {
    let mut failed = execution(Ending::Exited(3));
    failed.stderr = "é".repeat(300).into();
    let reason = asked(Protocol::Testlib, failed).reason;
    let said = reason.split(", and says: ").nth(1).unwrap();
    assert_eq!(said, format!("{}…", "é".repeat(200)));
}

#[test]
fn what_is_right_needs_no_reason() {
    let mut right = execution(Ending::Exited(0));
    right.stderr = b"ok 3 numbers".to_vec();
    let opinion = asked(Protocol::Testlib, right);
    assert_eq!((opinion.reason.as_str(), opinion.remarks), ("", Vec::new()));
}

#[test]
fn each_protocol_has_its_own_order_of_arguments() {
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let path = place.path().canonicalize().unwrap().join(name);
        std::fs::write(&path, "").unwrap();
        path
    };
    let (input, answer) = (file("in put"), file("an'swer"));
    let files = Files {
        input: &input,
        answer: &answer,
    };
    let words = |protocol| {
        let mut seen = Vec::new();
        let mut runner = Scripted::new(|request: &Request<'_>| {
            seen = request.command.words.clone();
            let words = request.checker.unwrap();
            let named = words.files.map(|word| Path::new(&seen[word as usize]));
            assert_eq!(named, [&*input, &*answer]);
            let feedback = words.feedback.map(|word| seen[word as usize].clone());
            assert_eq!(feedback, (protocol == Protocol::Icpc).then(OsString::new));
            Ok(execution(Ending::Exited(0)))
        });
        ask(&program(protocol), files, b"", &mut runner).unwrap();
        seen.split_off(2)
    };
    let (input, answer) = (input.as_os_str(), answer.as_os_str());
    let (output, none) = ("/dev/stdin".as_ref(), "".as_ref());
    let flag = "--strict".as_ref();
    assert_eq!(words(Protocol::Icpc), [input, answer, none, flag]);
    assert_eq!(words(Protocol::Testlib), [input, output, answer, flag]);
}
