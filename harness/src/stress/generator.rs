//! Programs that help: those that make inputs and those that say whether one is an input.

use std::collections::HashSet;
use std::ffi::OsString;

use super::Error;
use crate::config::{Layers, Overrides, resolve};
use crate::model::{Command, Ending, Generator, Limits};
use crate::run::{Execution, Input, Request, Runner, classify, stopped};
use crate::untrusted;

/// What stands for the seed in a command.
const PLACE: &str = "{seed}";

/// What generators and validators may use: they are no submissions, whose limits say nothing of
/// them.
pub fn limits() -> Limits {
    resolve(
        &Layers {
            command_line: Overrides {
                time: Some(std::time::Duration::from_secs(10)),
                memory: Some(2 << 30),
                stack: Some(256 << 20),
                ..Overrides::default()
            },
            ..Layers::default()
        },
        0,
    )
}

/// The input that a generator prints for a seed.
///
/// # Errors
/// When it cannot be run, or does not end well.
pub(super) fn generate(
    generator: &Generator,
    seed: u64,
    runner: &mut dyn Runner,
) -> Result<Vec<u8>, Error> {
    let command = with_seed(&generator.command, seed);
    let limits = limits();
    let execution = runner.run(&Request {
        command: &command,
        input: Input::Bytes(b""),
        limits: &limits,
        checker: None,
    })?;
    match classify(&execution, &limits) {
        None => Ok(execution.stdout.to_vec()),
        Some(decision) => Err(Error::Generator {
            command: shown(generator, seed),
            reason: with_remark(decision.reason, &execution),
        }),
    }
}

/// The command with the seed in the place of `{seed}`, or behind all words.
fn with_seed(command: &Command, seed: u64) -> Command {
    let seed = seed.to_string();
    let mut command = command.clone();
    let mut is_placed = false;
    for word in command.words.iter_mut().skip(1) {
        if let Some(text) = word.to_str().filter(|text| text.contains(PLACE)) {
            *word = text.replace(PLACE, &seed).into();
            is_placed = true;
        }
    }
    if !is_placed {
        command.words.push(OsString::from(seed));
    }
    command
}

/// The command of a generator with its seed, in safe text.
pub(super) fn shown(generator: &Generator, seed: u64) -> String {
    let words = with_seed(&generator.command, seed).words;
    let words = words
        .iter()
        .map(|word| untrusted::escape(word.as_encoded_bytes()));
    words.collect::<Vec<_>>().join(" ")
}

/// Runs a generator twice with one seed.
///
/// # Errors
/// When what it printed is not the same both times.
pub(super) fn try_twice(
    generator: &Generator,
    seed: u64,
    runner: &mut dyn Runner,
) -> Result<Vec<u8>, Error> {
    let first = generate(generator, seed, runner)?;
    match first == generate(generator, seed, runner)? {
        true => Ok(first),
        false => Err(Error::Nondeterministic {
            command: shown(generator, seed),
        }),
    }
}

/// Runs a generator twice with each of `count` seeds from `seed` on: gives how many different
/// inputs it printed.
///
/// # Errors
/// When it fails, its output is not the same both times, a validator refuses it, or all seeds
/// give the same.
pub fn check(
    generator: &Generator,
    validator: Option<&Command>,
    seed: u64,
    count: u64,
    runner: &mut dyn Runner,
) -> Result<usize, Error> {
    let mut inputs = HashSet::new();
    for iteration in 1..=count {
        let seed = seed.wrapping_add(iteration - 1);
        let input = try_twice(generator, seed, runner)?;
        if let Some(validator) = validator
            && let Some(reason) = refusal(validator, &input, runner)?
        {
            return Err(Error::Generator {
                command: shown(generator, seed),
                reason: format!("the input is none of the problem: {reason}"),
            });
        }
        inputs.insert(input);
    }
    match inputs.len() {
        1 if count > 1 => Err(Error::IgnoresSeed { count }),
        n_inputs => Ok(n_inputs),
    }
}

/// Why a validator refuses an input, in a line; `None` where it does not.
///
/// 0 and 42 accept: that is how the validators of testlib and those of the ICPC and Kattis
/// packages say yes.
///
/// # Errors
/// When it cannot be run, or does not end by itself within its limits.
pub(super) fn refusal(
    validator: &Command,
    input: &[u8],
    runner: &mut dyn Runner,
) -> Result<Option<String>, Error> {
    let limits = limits();
    let execution = runner.run(&Request {
        command: validator,
        input: Input::Bytes(input),
        limits: &limits,
        checker: None,
    })?;
    let failure = match execution.ending {
        Ending::Exited(_) => stopped(&execution, &limits),
        Ending::Signaled(_) => classify(&execution, &limits),
    };
    match (failure, execution.ending) {
        (Some(decision), _) => Err(Error::Validator {
            reason: with_remark(decision.reason, &execution),
        }),
        (None, Ending::Exited(0 | 42)) => Ok(None),
        (None, ending) => {
            let code = match ending {
                Ending::Exited(code) => format!("the validator ended with {code}"),
                Ending::Signaled(signal) => format!("the validator was ended by {signal}"),
            };
            Ok(Some(with_remark(code, &execution)))
        }
    }
}

/// A reason with the first line of what the program said to it.
fn with_remark(reason: String, execution: &Execution) -> String {
    let said = execution.stderr.trim_ascii();
    match said.split(|&byte| byte == b'\n').next() {
        Some(line) if !line.is_empty() => {
            format!(
                "{reason}, and says: {}",
                untrusted::escape(line.trim_ascii_end())
            )
        }
        _ => reason,
    }
}
