use super::Execution;
use crate::figures::{bytes, duration, stretched};
use crate::model::{Cause, Clock, Ending, Factor, Limits, Stop, Stream, Verdict};

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
/// What stopped a run names its verdict. Otherwise the usage is compared with the limits, and
/// the exit looked at, in the order of the profile: for POJ time, memory, output, exit. Whether
/// the backstop killed any of its processes counts just before the exit. What was printed
/// plays no part: the right answer does not rescue a run, a wrong one does not rename it.
pub fn classify(execution: &Execution, limits: &Limits) -> Option<Decision> {
    by_cause(execution, limits, ended_badly(execution.ending, limits))
}

/// What [`classify()`] decides but for the exit: for programs whose exit code is an answer.
pub fn stopped(execution: &Execution, limits: &Limits) -> Option<Decision> {
    by_cause(execution, limits, None)
}

/// What decides; `exit` is what the exit comes to by itself.
fn by_cause(execution: &Execution, limits: &Limits, exit: Option<Decision>) -> Option<Decision> {
    if let Some(stop) = execution.stopped_by {
        return Some(by_limit(stop, execution, limits));
    }
    let order = limits.profile.value.priority();
    order.into_iter().find_map(|cause| match cause {
        Cause::Exit if execution.backstop => {
            Some(stopped_by_backstop(execution.usage.memory, limits))
        }
        Cause::Exit => exit.clone(),
        Cause::Time | Cause::Memory | Cause::Output => {
            let stop = exceeded(cause, execution, limits)?;
            Some(by_limit(stop, execution, limits))
        }
    })
}

fn by_limit(stop: Stop, execution: &Execution, limits: &Limits) -> Decision {
    Decision {
        verdict: verdict_of(stop),
        reason: reason_of(stop, execution, limits),
    }
}

/// The control group is wider than the memory limit and counts files in memory and caches
/// too, so a kill by it is the memory limit's only where the peak says so: a program that
/// grows too fast to be seen above the limit is seen near it.
fn stopped_by_backstop(peak: Option<u64>, limits: &Limits) -> Decision {
    let limit = limits.memory.value;
    if peak.is_some_and(|peak| peak > limit / 5 * 4) {
        return Decision {
            verdict: Verdict::MemoryLimitExceeded,
            reason: format!(
                "stopped by the backstop near {} resident (peak memory)",
                bytes(limit)
            ),
        };
    }
    Decision {
        verdict: Verdict::RuntimeError,
        reason: "stopped by the backstop: it holds more in files in memory, shared memory or \
                 the system than its limits add up to"
            .to_owned(),
    }
}

/// The limit that the usage is above, though nothing stopped the run in time.
fn exceeded(cause: Cause, execution: &Execution, limits: &Limits) -> Option<Stop> {
    let usage = &execution.usage;
    let on_cpu = limits.clock.value != Clock::Wall && usage.cpu > limits.time.value;
    let on_the_wall = wall_counts(limits) && usage.wall > limits.wall_limit();
    let in_memory = usage.memory.is_some_and(|peak| peak > limits.memory.value);
    match cause {
        Cause::Time if on_cpu => Some(Stop::Time),
        Cause::Time if on_the_wall => Some(Stop::Wall),
        Cause::Memory if in_memory => Some(Stop::Memory),
        Cause::Output if usage.output > limits.output.value => Some(Stop::Output(Stream::Stdout)),
        Cause::Output if usage.stderr > limits.stderr.value => Some(Stop::Output(Stream::Stderr)),
        Cause::Time | Cause::Memory | Cause::Output | Cause::Exit => None,
    }
}

/// Whether the wall clock counts when a run was not stopped. A mere guard stops a run, or it
/// has said nothing: it does not count waiting for a core, which the time at the end does.
fn wall_counts(limits: &Limits) -> bool {
    limits.clock.value != Clock::Cpu || limits.overrun.value != Factor::ONE
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
        Stop::Time => too_much_cpu(execution, limits),
        Stop::Wall => too_long_on_the_wall(execution, limits),
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

fn too_much_cpu(execution: &Execution, limits: &Limits) -> String {
    let limit = stretched(limits.time.value, limits.time_factor.value);
    if limits.overrun.value == Factor::ONE {
        return format!("more than {limit} of CPU time");
    }
    let time = match execution.stopped_by {
        Some(_) => format!("more than {}", duration(limits.time_stops().cpu)),
        None => duration(execution.usage.cpu),
    };
    format!("{time} of CPU time, where {limit} is the limit")
}

fn too_long_on_the_wall(execution: &Execution, limits: &Limits) -> String {
    let (usage, clock) = (&execution.usage, limits.clock.value);
    let is_plain = limits.overrun.value == Factor::ONE;
    let limit = stretched(limits.wall_limit(), limits.time_factor.value);
    let long = match execution.stopped_by {
        Some(_) if is_plain && clock == Clock::Cpu => {
            format!("stopped by the wall guard after {limit}")
        }
        Some(_) if is_plain => format!("more than {limit} on the wall clock"),
        stopped => {
            let time = match stopped {
                Some(_) => format!("more than {}", duration(limits.time_stops().wall)),
                None => duration(usage.wall),
            };
            let ceiling = match clock {
                Clock::Cpu => "guard",
                Clock::Wall | Clock::Both => "limit",
            };
            format!("{time} on the wall clock, where {limit} is the {ceiling}")
        }
    };
    // A program that is hardly ever on a core does nothing but wait.
    let idle = match usage.cpu * 10 < limits.wall_limit() {
        true => "idle: ",
        false => "",
    };
    format!("{idle}{long}, {} of CPU time used", duration(usage.cpu))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, resolve};
    use crate::model::{Profile, Signal, Usage};
    use std::time::Duration;

    fn execution(stopped_by: Option<Stop>, cpu_ms: u64, ending: Ending) -> Execution {
        Execution {
            ending,
            stopped_by,
            usage: Usage {
                cpu: Duration::from_millis(cpu_ms),
                ..Usage::default()
            },
            left_over: 0,
            backstop: false,
            feedback: None,
            stdout: b"right".to_vec().into(),
            stderr: Vec::new(),
        }
    }

    fn decided(stopped_by: Option<Stop>, cpu_ms: u64, ending: Ending) -> Option<(Verdict, String)> {
        let limits = resolve(&Layers::default(), 0);
        let decision = classify(&execution(stopped_by, cpu_ms, ending), &limits)?;
        Some((decision.verdict, decision.reason))
    }

    #[test]
    fn each_stop_has_its_verdict_and_names_the_limit() {
        use Verdict::{MemoryLimitExceeded, OutputLimitExceeded, TimeLimitExceeded};
        let idle = "idle: stopped by the wall guard after 3.000 s, 20 ms of CPU time used";
        let waits = "stopped by the wall guard after 3.000 s, 500 ms of CPU time used";
        for (stop, cpu_ms, verdict, reason) in [
            (
                Stop::Time,
                1000,
                TimeLimitExceeded,
                "more than 1.000 s of CPU time",
            ),
            (Stop::Wall, 20, TimeLimitExceeded, idle),
            (Stop::Wall, 500, TimeLimitExceeded, waits),
            (
                Stop::Memory,
                1,
                MemoryLimitExceeded,
                "more than 64.0 MiB resident (peak memory)",
            ),
            (
                Stop::Output(Stream::Stdout),
                1,
                OutputLimitExceeded,
                "more than 64.0 MiB of output",
            ),
            (
                Stop::Output(Stream::Stderr),
                1,
                OutputLimitExceeded,
                "more than 64.0 MiB on standard error",
            ),
        ] {
            // What it exited with after it was stopped plays no part.
            for ending in [Ending::Exited(0), Ending::Exited(1)] {
                let expected = Some((verdict, reason.to_owned()));
                assert_eq!(decided(Some(stop), cpu_ms, ending), expected);
            }
        }
    }

    #[test]
    fn a_run_at_its_limit_is_within_it_and_one_above_it_is_not() {
        assert_eq!(decided(None, 1000, Ending::Exited(0)), None);
        let above = decided(None, 1001, Ending::Exited(3)).unwrap();
        assert_eq!(above.0, Verdict::TimeLimitExceeded);
    }

    #[test]
    fn a_bad_end_within_the_limits_is_told_with_what_may_explain_it() {
        for (name, reason) in [
            (
                "SIGSEGV",
                "ended by SIGSEGV: invalid memory access, maybe a stack overflow (stack limit 64.0 MiB)",
            ),
            ("SIGUSR1", "ended by SIGUSR1"),
        ] {
            let ending = Ending::Signaled(Signal { number: 0, name });
            let expected = Some((Verdict::RuntimeError, reason.to_owned()));
            assert_eq!(decided(None, 1, ending), expected);
        }
        let expected = Some((Verdict::RuntimeError, "exit code 201".to_owned()));
        assert_eq!(decided(None, 1, Ending::Exited(201)), expected);
    }

    const KILLED: Ending = Ending::Signaled(Signal {
        number: 9,
        name: "SIGKILL",
    });

    /// An execution in which the backstop killed a process.
    fn backed(ending: Ending, memory: Option<u64>, stopped_by: Option<Stop>) -> Execution {
        let mut execution = execution(stopped_by, 1, ending);
        execution.usage.memory = memory;
        execution.backstop = true;
        execution
    }

    #[test]
    fn the_backstop_is_the_memory_limit_only_near_it() {
        let limits = resolve(&Layers::default(), 0);
        let near = limits.memory.value / 5 * 4;
        for ending in [KILLED, Ending::Exited(0), Ending::Exited(1)] {
            for (peak, verdict) in [
                (Some(near + 1), Verdict::MemoryLimitExceeded),
                (Some(near), Verdict::RuntimeError),
                (None, Verdict::RuntimeError),
            ] {
                let decision = classify(&backed(ending, peak, None), &limits).unwrap();
                assert_eq!(decision.verdict, verdict, "{ending:?} {peak:?}");
                assert!(decision.reason.starts_with("stopped by the backstop"));
            }
        }
    }

    #[test]
    fn what_the_judge_stopped_is_not_the_backstops() {
        let limits = resolve(&Layers::default(), 0);
        let stopped = backed(KILLED, Some(0), Some(Stop::Time));
        let decision = classify(&stopped, &limits).unwrap();
        assert_eq!(decision.verdict, Verdict::TimeLimitExceeded);
    }

    /// The limits of a profile with nothing else set: 1 s, 64 MiB of everything.
    fn limits_of(profile: Profile, overrun: u32) -> Limits {
        let mut layers = Layers::default();
        layers.profile.value = profile;
        layers.command_line.overrun = Factor::of_thousandths(overrun);
        resolve(&layers, 0)
    }

    /// What is wrong with a run, one bit for each; the verdict that each names alone.
    const WRONGS: [(&str, Cause, Verdict); 4] = [
        ("slow", Cause::Time, Verdict::TimeLimitExceeded),
        ("large", Cause::Memory, Verdict::MemoryLimitExceeded),
        ("talkative", Cause::Output, Verdict::OutputLimitExceeded),
        ("crashed", Cause::Exit, Verdict::RuntimeError),
    ];

    /// A run at its limits, and beyond those whose bit is set in `wrongs`.
    fn run_with(wrongs: usize, limits: &Limits, stopped_by: Option<Stop>) -> Execution {
        let above = |place: usize| u64::try_from(wrongs >> place & 1).unwrap();
        let late = Duration::from_nanos(above(0));
        Execution {
            ending: Ending::Exited(i32::from(above(3) == 1)),
            stopped_by,
            usage: Usage {
                cpu: limits.time.value + late,
                wall: limits.wall_limit() + late,
                memory: Some(limits.memory.value + above(1)),
                output: limits.output.value + above(2),
                stderr: 0,
            },
            left_over: 0,
            backstop: false,
            feedback: None,
            stdout: Vec::new().into(),
            stderr: Vec::new(),
        }
    }

    /// Of several wrongs, the order in which each profile names one, as the manual has it.
    const ORDERS: [(Profile, [&str; 4]); 5] = [
        (Profile::Poj, ["slow", "large", "talkative", "crashed"]),
        (
            Profile::Codeforces,
            ["slow", "large", "talkative", "crashed"],
        ),
        (Profile::Kattis, ["slow", "crashed", "large", "talkative"]),
        (Profile::AtCoder, ["slow", "large", "talkative", "crashed"]),
        (Profile::DomJudge, ["slow", "crashed", "large", "talkative"]),
    ];

    #[test]
    fn for_each_profile_the_first_wrong_in_its_order_names_the_verdict() {
        assert_eq!(ORDERS.map(|(profile, _)| profile), Profile::ALL);
        for (profile, order) in ORDERS {
            let limits = limits_of(profile, 1000);
            for wrongs in 0..1 << WRONGS.len() {
                let has = |name: &str| {
                    let place = WRONGS.iter().position(|wrong| wrong.0 == name).unwrap();
                    wrongs >> place & 1 == 1
                };
                let first = order.into_iter().find(|name| has(name));
                let expected = first.map(|first| {
                    let wrong = WRONGS.iter().find(|wrong| wrong.0 == first).unwrap();
                    wrong.2
                });
                let decision = classify(&run_with(wrongs, &limits, None), &limits);
                let verdict = decision.map(|decision| decision.verdict);
                assert_eq!(verdict, expected, "{profile}: {wrongs:04b}");
            }
        }
    }

    #[test]
    fn in_every_profile_what_stopped_a_run_names_its_verdict() {
        let stops = [
            (Stop::Time, Verdict::TimeLimitExceeded),
            (Stop::Wall, Verdict::TimeLimitExceeded),
            (Stop::Memory, Verdict::MemoryLimitExceeded),
            (Stop::Output(Stream::Stdout), Verdict::OutputLimitExceeded),
            (Stop::Output(Stream::Stderr), Verdict::OutputLimitExceeded),
        ];
        for profile in Profile::ALL {
            let limits = limits_of(profile, 1000);
            for (stop, verdict) in stops {
                for wrongs in 0..1 << WRONGS.len() {
                    let run = run_with(wrongs, &limits, Some(stop));
                    let decision = classify(&run, &limits).unwrap();
                    assert_eq!(
                        decision.verdict, verdict,
                        "{profile}: {stop:?} {wrongs:04b}"
                    );
                }
            }
        }
    }

    /// A run that took so many milliseconds, of the CPU and on the wall clock.
    fn timed(cpu: u64, wall: u64, stopped_by: Option<Stop>) -> Execution {
        let mut run = execution(stopped_by, cpu, Ending::Exited(0));
        run.usage.wall = Duration::from_millis(wall);
        run
    }

    #[test]
    fn only_the_clock_of_the_profile_counts_and_it_is_named() {
        for (profile, cpu, wall, reason) in [
            (Profile::Poj, 900, 2900, None),
            (Profile::Poj, 900, 3100, None),
            (
                Profile::Poj,
                1100,
                1100,
                Some("more than 1.000 s of CPU time"),
            ),
            (Profile::AtCoder, 3900, 990, None),
            (
                Profile::AtCoder,
                300,
                1100,
                Some(
                    "1.100 s on the wall clock, where 1.000 s is the limit, 300 ms of CPU time used",
                ),
            ),
            (Profile::DomJudge, 900, 900, None),
            (
                Profile::DomJudge,
                1100,
                900,
                Some("more than 1.000 s of CPU time"),
            ),
            (
                Profile::DomJudge,
                20,
                1100,
                Some(
                    "idle: 1.100 s on the wall clock, where 1.000 s is the limit, 20 ms of CPU time used",
                ),
            ),
        ] {
            let limits = limits_of(profile, 1000);
            let decision = classify(&timed(cpu, wall, None), &limits);
            let said = decision.as_ref().map(|decision| decision.reason.as_str());
            assert_eq!(said, reason, "{profile}: {cpu} {wall}");
        }
        let limits = limits_of(Profile::AtCoder, 1000);
        let stopped = classify(&timed(400, 1001, Some(Stop::Wall)), &limits).unwrap();
        let reason = "more than 1.000 s on the wall clock, 400 ms of CPU time used";
        assert_eq!(stopped.reason, reason);
    }

    #[test]
    fn a_run_that_was_let_go_on_is_late_all_the_same_and_its_time_is_known() {
        let limits = limits_of(Profile::Poj, 2000);
        for (cpu, wall, stop, reason) in [
            (900, 950, None, None),
            (
                1500,
                1600,
                None,
                Some("1.500 s of CPU time, where 1.000 s is the limit"),
            ),
            (
                2000,
                2100,
                Some(Stop::Time),
                Some("more than 2.000 s of CPU time, where 1.000 s is the limit"),
            ),
            (
                100,
                4000,
                None,
                Some(
                    "idle: 4.000 s on the wall clock, where 3.000 s is the guard, 100 ms of CPU time used",
                ),
            ),
            (
                500,
                6000,
                Some(Stop::Wall),
                Some(
                    "more than 6.000 s on the wall clock, where 3.000 s is the guard, 500 ms of CPU time used",
                ),
            ),
        ] {
            let decision = classify(&timed(cpu, wall, stop), &limits);
            if let Some(decision) = &decision {
                assert_eq!(decision.verdict, Verdict::TimeLimitExceeded);
            }
            let said = decision.as_ref().map(|decision| decision.reason.as_str());
            assert_eq!(said, reason, "{cpu} {wall} {stop:?}");
        }
    }

    #[test]
    fn a_stretched_limit_is_told_with_its_factor() {
        let mut layers = Layers::default();
        layers.command_line.time_factor = Factor::of_thousandths(3000);
        let limits = resolve(&layers, 0);
        assert_eq!(classify(&timed(2900, 3000, None), &limits), None);
        let decision = classify(&timed(3100, 3100, Some(Stop::Time)), &limits).unwrap();
        assert_eq!(decision.reason, "more than 1.000 s × 3 of CPU time");
    }
}
