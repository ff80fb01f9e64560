//! Random inputs through two or more methods until they do not agree; then the input is made
//! smaller and kept.
//!
//! [`Source`] makes the inputs, numbered from 1: a seed and a number are all it takes to make
//! one again. `contest` has the reference and the submissions answer one, judged as a case of
//! `judge run` is. A difference is on disk (`keep`) before anybody hears of it; then `shrink`
//! looks for a smaller one. [`promote()`] makes a case of what is kept. Runs go one after the
//! other: the first difference is that of the lowest number.

mod contest;
mod draw;
mod error;
mod generator;
mod keep;
mod promote;
mod recording;
mod shrink;
mod source;
#[cfg(test)]
mod testing;
mod watch;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::config::{Layers, Problem};
use crate::model::{
    BuiltIn, Command, Counterexample, Found, Shrunk, Stress, StressEnd, Submission, Verdict,
};
use crate::run::{self, Runner};

pub use contest::is_meant_to_be_right;
pub use error::Error;
pub use generator::{check, limits as limits_of_helpers};
pub use keep::{Kept, kept};
pub use promote::{Promoted, Promotion, promote};
pub use source::Source;

use contest::{Asked, Contest, Difference};
use source::{Drawn, Inputs};
use watch::Watch;

/// A problem, and what it takes to have an input of it answered.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Where its limits come from.
    pub layers: Layers,
    /// A program that refuses what is no input of the problem.
    pub validator: Option<&'a Command>,
    /// A directory for the files of the input at hand; checkers must be able to read it.
    pub scratch: &'a Path,
}

/// Who is tried, with what, and for how long.
pub struct Means<'a> {
    /// The problem.
    pub setup: Setup<'a>,
    /// The submissions on trial. Where nothing is built in and the problem names no reference,
    /// the first one is what the others are held against.
    pub submissions: &'a [Submission],
    /// What makes the inputs.
    pub source: Source,
    /// Where the random numbers start.
    pub seed: u64,
    /// Which inputs, and for how long.
    pub budget: Budget,
    /// The directory in which counterexamples are kept.
    pub kept: &'a Path,
    /// The command that tries the input of a number again.
    pub replay: &'a dyn Fn(u64) -> String,
}

/// Which inputs of a seed are tried, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The number of the first input, from 1.
    pub first: u64,
    /// How many inputs there are at most.
    pub count: Option<u64>,
    /// How long it goes on at most.
    pub time: Option<Duration>,
    /// How long a counterexample is made smaller at most; zero leaves it as it is.
    pub shrink_time: Duration,
}

/// What happens meanwhile.
pub enum Event<'a> {
    /// So many inputs were tried.
    Tried(u64),
    /// There is a counterexample, and it is on disk.
    Found(&'a Found),
    /// So many smaller inputs were tried.
    Shrinking(u64),
    /// It has been made as small as it gets in the time, and that is on disk.
    Shrunk(&'a Shrunk),
}

/// Goes on until methods differ, or the inputs or the time are used up. When a run is
/// cancelled, what is known by then is given.
///
/// # Errors
/// When the generator, the validator, the reference or the checker is at fault, or something
/// cannot be started, watched or kept: none of it is a submission's fault.
pub fn stress(
    means: &Means<'_>,
    runner: &mut dyn Runner,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<Stress, Error> {
    let mut search = Search::new(means, runner)?;
    let end = match search.go(tell) {
        Err(Error::Run(run::Error::Cancelled)) => StressEnd::Interrupted,
        end => end?,
    };
    search.remarks.extend(search.watch.remarks());
    Ok(Stress {
        problem: means.setup.problem.problem.name.clone(),
        seed: means.seed,
        methods: search.contest.methods(),
        tried: search.tried,
        elapsed: search.started.elapsed(),
        end,
        remarks: search.remarks,
    })
}

struct Search<'a, 'r> {
    means: &'a Means<'a>,
    runner: &'r mut dyn Runner,
    contest: Contest<'a>,
    inputs: Inputs<'a>,
    watch: Watch,
    tried: u64,
    started: Instant,
    remarks: Vec<String>,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(means: &'a Means<'a>, runner: &'r mut dyn Runner) -> Result<Self, Error> {
        Ok(Self {
            means,
            runner,
            contest: Contest::of_rivals(means.setup, means.submissions)?,
            inputs: Inputs::new(&means.source, means.seed, means.budget.first),
            watch: Watch::of(&means.source),
            tried: 0,
            started: Instant::now(),
            remarks: Vec::new(),
        })
    }

    fn go(&mut self, tell: &mut dyn FnMut(Event<'_>)) -> Result<StressEnd, Error> {
        if let Source::Program(generator) = &self.means.source {
            generator::try_twice(generator, self.inputs.next_seed(), self.runner)?;
        }
        while !self.is_spent() {
            let Some(drawn) = self.inputs.next(self.runner)? else {
                return Ok(StressEnd::UsedUp);
            };
            let asked = self.ask(&drawn);
            self.tried += 1;
            tell(Event::Tried(self.tried));
            if let Some((counterexample, difference)) = asked? {
                self.found(&drawn, counterexample, &difference, tell)?;
                return Ok(StressEnd::Found);
            }
        }
        Ok(StressEnd::Spent)
    }

    fn is_spent(&self) -> bool {
        let Budget { count, time, .. } = self.means.budget;
        count.is_some_and(|count| self.tried >= count)
            || time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// The counterexample that an input is, if it is one.
    fn ask(&mut self, drawn: &Drawn) -> Result<Option<(Counterexample, Difference)>, Error> {
        let answered = match self.contest.ask(&drawn.input, self.runner) {
            Ok(Asked::Answered(answered)) => answered,
            Ok(Asked::Refused(reason)) => return Err(self.at_fault(drawn, Fault::Input(reason))),
            Err(Error::Reference { name, reason, .. }) => {
                return Err(self.at_fault(drawn, Fault::Reference { name, reason }));
            }
            Err(error) => return Err(error),
        };
        let Some(difference) = Difference::of(&answered) else {
            let expected = answered.expected.as_deref().unwrap_or_default();
            self.watch.see(drawn, expected)?;
            return Ok(None);
        };
        if difference.verdict == Verdict::TimeLimitExceeded && !self.is_again(drawn, &difference)? {
            self.remarks.push(format!(
                "`{}` was stopped for its time on input {}, but not when it ran again",
                difference.shown(),
                drawn.iteration
            ));
            return Ok(None);
        }
        Ok(Some((answered, difference)))
    }

    /// Whether a difference comes a second time: another process may have been in the way.
    fn is_again(&mut self, drawn: &Drawn, difference: &Difference) -> Result<bool, Error> {
        let again = self.contest.ask(&drawn.input, self.runner)?;
        Ok(again.difference().as_ref() == Some(difference))
    }

    /// Keeps an input that shows a fault of the judge's own data, and says so.
    fn at_fault(&self, drawn: &Drawn, fault: Fault) -> Error {
        let kept = keep::input_alone(self.means, drawn);
        match (kept, fault) {
            (Err(error), _) => error,
            (Ok(kept), Fault::Input(reason)) => Error::Input {
                from: drawn.from.clone(),
                iteration: drawn.iteration,
                reason,
                kept,
            },
            (Ok(kept), Fault::Reference { name, reason }) => Error::Reference {
                name,
                reason,
                at: Some((drawn.iteration, kept)),
            },
        }
    }

    fn found(
        &mut self,
        drawn: &Drawn,
        first: Counterexample,
        difference: &Difference,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), Error> {
        let means = self.means;
        let found = Found {
            problem: means.setup.problem.problem.name.clone(),
            seed: means.seed,
            iteration: drawn.iteration,
            from: drawn.from.clone(),
            replay: (means.replay)(drawn.iteration),
            directory: keep::first(means, drawn, &first, difference)?,
            first,
        };
        tell(Event::Found(&found));
        if means.budget.shrink_time.is_zero() {
            return Ok(());
        }
        let (shrunk, is_cancelled) = self.shrink(&drawn.input, difference, tell)?;
        if let Some(smallest) = &shrunk.smallest {
            keep::smallest(&found.directory, smallest)?;
        }
        tell(Event::Shrunk(&shrunk));
        match is_cancelled {
            true => Err(run::Error::Cancelled.into()),
            false => Ok(()),
        }
    }

    /// What is smallest when it ends, and whether it ended because it was cancelled.
    fn shrink(
        &mut self,
        first: &[u8],
        difference: &Difference,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Shrunk, bool), Error> {
        let started = Instant::now();
        let problem = BuiltIn::of_name(&self.means.setup.problem.problem.name);
        let (mut smallest, mut n_tried) = (None, 0);
        let is_cancelled = std::cell::Cell::new(false);
        let mut keeps = |input: &[u8]| {
            n_tried += 1;
            tell(Event::Shrinking(n_tried));
            match self.contest.ask(input, self.runner) {
                Ok(Asked::Answered(answered)) => {
                    let is_same = Difference::of(&answered).as_ref() == Some(difference);
                    if is_same {
                        smallest = Some(answered);
                    }
                    Ok(is_same)
                }
                // It is no input of the problem, or so odd that nobody can say.
                Ok(Asked::Refused(_))
                | Err(Error::Reference { .. } | Error::Judge { .. } | Error::Validator { .. }) => {
                    Ok(false)
                }
                Err(Error::Run(run::Error::Cancelled)) => {
                    is_cancelled.set(true);
                    Ok(false)
                }
                Err(error) => Err(error),
            }
        };
        let mut is_over =
            || is_cancelled.get() || started.elapsed() >= self.means.budget.shrink_time;
        let ended = shrink::shrink(problem, first, &mut keeps, &mut is_over)?;
        let shrunk = Shrunk {
            smallest,
            tried: ended.tried,
            is_finished: ended.is_finished,
            is_vouched_for: self.means.setup.validator.is_some() || problem.is_some(),
        };
        Ok((shrunk, is_cancelled.get()))
    }
}

/// What an input shows that no submission is to blame for.
enum Fault {
    /// It is none of the problem.
    Input(String),
    /// The reference has no answer to it.
    Reference { name: String, reason: String },
}

#[cfg(test)]
mod tests {
    use super::testing::{generator, number, printed, problem, seed};
    use super::*;
    use crate::model::Stop;
    use crate::run::{Execution, Request, Scripted};

    /// What comes of 9 inputs, the numbers from 1 to 9, when `right` says the number itself and
    /// `wrong` what the function says; `tell` hears what happens.
    fn searched(
        wrong: impl FnMut(u64) -> Result<Execution, run::Error>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Stress {
        let mut wrong = wrong;
        let folder = tempfile::tempdir().unwrap();
        let problem = problem(&["right", "wrong"]);
        let means = Means {
            setup: Setup {
                problem: &problem,
                layers: Layers::default(),
                validator: None,
                scratch: folder.path(),
            },
            submissions: &problem.problem.submissions,
            source: Source::Program(generator("gen")),
            seed: 1,
            budget: Budget {
                first: 1,
                count: Some(9),
                time: None,
                shrink_time: Duration::from_secs(1000),
            },
            kept: &folder.path().join("kept"),
            replay: &|iteration| format!("again {iteration}"),
        };
        let mut runner = Scripted::new(|request: &Request<'_>| {
            match request.command.words[0].to_str().unwrap() {
                "gen" => Ok(printed(&seed(request), None)),
                "right" => Ok(printed(&number(request).to_string(), None)),
                _ => wrong(number(request)),
            }
        });
        stress(&means, &mut runner, tell).unwrap()
    }

    #[test]
    fn a_difference_is_on_disk_before_anybody_hears_of_it() {
        let wrong = |number: u64| Ok(printed(&number.min(2).to_string(), None));
        let (mut n_found, mut smallest) = (0, None);
        let ended = searched(wrong, &mut |event| match event {
            Event::Found(found) => {
                n_found += 1;
                assert_eq!((found.iteration, found.replay.as_str()), (3, "again 3"));
                let kept = kept(&found.directory).unwrap();
                assert_eq!(kept.input, b"3");
                assert_eq!(kept.problem(), Some("p"));
            }
            Event::Shrunk(shrunk) => {
                assert!(shrunk.is_finished && !shrunk.is_vouched_for);
                smallest = shrunk.smallest.clone();
            }
            Event::Tried(_) | Event::Shrinking(_) => {}
        });
        assert_eq!((ended.end, ended.tried, n_found), (StressEnd::Found, 3, 1));
        assert!(smallest.is_none(), "nothing below 3 differs");
    }

    #[test]
    fn a_run_that_was_stopped_for_its_time_counts_when_it_is_so_again() {
        for (times, end) in [(1, StressEnd::Spent), (2, StressEnd::Found)] {
            let mut n_stopped = 0;
            let wrong = |number: u64| {
                let is_slow = number == 4 && n_stopped < times;
                n_stopped += u64::from(is_slow);
                Ok(printed(&number.to_string(), is_slow.then_some(Stop::Time)))
            };
            let ended = searched(wrong, &mut |_| {});
            assert_eq!(ended.end, end);
            assert_eq!(ended.remarks.len(), usize::from(times == 1), "{ended:?}");
        }
    }

    #[test]
    fn what_is_known_when_it_is_cancelled_is_given() {
        let wrong = |number: u64| match number {
            5 => Err(run::Error::Cancelled),
            _ => Ok(printed(&number.to_string(), None)),
        };
        let ended = searched(wrong, &mut |_| {});
        assert_eq!((ended.end, ended.tried), (StressEnd::Interrupted, 5));
        assert_eq!(ended.methods, ["right", "wrong"]);
    }
}
