use super::Execution;
use crate::figures::{bytes, duration};
use crate::model::{Ending, Limits, Stop, Stream, Verdict};

/// A verdict that needs no look at the output, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason in one line.
    pub reason: String,
}

/// Decides what the ending of a run and its usage decide; `None` when it ended well within
/// its limits, so that the output counts.
///
/// What stopped a run names its verdict. Otherwise the usage is compared with the limits, in
/// the order time, memory, output, and only then the exit counts. What was printed plays no
/// part: the right answer does not rescue a run, a wrong one does not rename it.
pub fn classify(execution: &Execution, limits: &Limits) -> Option<Decision> {
    let stop = execution
        .stopped_by
        .or_else(|| limit_exceeded(execution, limits));
    match stop {
        Some(stop) => Some(Decision {
            verdict: verdict_of(stop),
            reason: reason_of(stop, execution, limits),
        }),
        None => ended_badly(execution.ending, limits),
    }
}

/// The first limit that the usage is above, though nothing stopped the run in time.
fn limit_exceeded(execution: &Execution, limits: &Limits) -> Option<Stop> {
    let usage = &execution.usage;
    if usage.cpu > limits.time.value {
        Some(Stop::Time)
    } else if usage.memory.is_some_and(|peak| peak > limits.memory.value) {
        Some(Stop::Memory)
    } else if usage.output > limits.output.value {
        Some(Stop::Output(Stream::Stdout))
    } else if usage.stderr > limits.stderr.value {
        Some(Stop::Output(Stream::Stderr))
    } else {
        None
    }
}

const fn verdict_of(stop: Stop) -> Verdict {
    match stop {
        Stop::Time | Stop::Wall => Verdict::TimeLimitExceeded,
        Stop::Memory => Verdict::MemoryLimitExceeded,
        Stop::Output(_) => Verdict::OutputLimitExceeded,
    }
}

fn reason_of(stop: Stop, execution: &Execution, limits: &Limits) -> String {
    match stop {
        Stop::Time => format!("more than {} of CPU time", duration(limits.time.value)),
        Stop::Wall => format!(
            "{}: stopped by the wall guard after {}, {} of CPU time used",
            if execution.usage.cpu * 10 < limits.time.value {
                "idle"
            } else {
                "waits"
            },
            duration(limits.wall.value),
            duration(execution.usage.cpu),
        ),
        Stop::Memory => format!(
            "more than {} resident (peak memory)",
            bytes(limits.memory.value)
        ),
        Stop::Output(Stream::Stdout) => {
            format!("more than {} of output", bytes(limits.output.value))
        }
        Stop::Output(Stream::Stderr) => {
            format!("more than {} on standard error", bytes(limits.stderr.value))
        }
    }
}

fn ended_badly(ending: Ending, limits: &Limits) -> Option<Decision> {
    let reason = match ending {
        Ending::Exited(0) => return None,
        Ending::Exited(code) => format!("exit code {code}"),
        Ending::Signaled(signal) => match hint(signal.name, limits) {
            Some(hint) => format!("ended by {signal}: {hint}"),
            None => format!("ended by {signal}"),
        },
    };
    Some(Decision {
        verdict: Verdict::RuntimeError,
        reason,
    })
}

fn hint(signal: &str, limits: &Limits) -> Option<String> {
    match signal {
        "SIGKILL" => Some("killed from outside, maybe out of memory".to_owned()),
        "SIGSEGV" | "SIGBUS" => Some(format!(
            "invalid memory access, maybe a stack overflow (stack limit {})",
            bytes(limits.stack.value)
        )),
        "SIGFPE" => Some("a division by zero or an integer overflow".to_owned()),
        "SIGABRT" => Some("a failed assertion or an uncaught exception".to_owned()),
        "SIGXFSZ" => Some("wrote to a file beyond the size that is allowed".to_owned()),
        _ => None,
    }
}
