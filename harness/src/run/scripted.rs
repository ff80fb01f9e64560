use std::collections::VecDeque;

use super::{Error, Execution, Input, Interaction, Pair, Request, Runner, Talker};
use crate::model::{Party, Transcript};

/// A runner that starts nothing: a function says what came of each request. For tests.
pub struct Scripted<F> {
    script: F,
    results: VecDeque<Result<Execution, Error>>,
}

impl<F> Scripted<F>
where
    F: FnMut(&Request<'_>) -> Result<Execution, Error>,
{
    /// One that asks `script` for what comes of each request.
    pub fn new(script: F) -> Self {
        Self {
            script,
            results: VecDeque::new(),
        }
    }
}

impl<F> Runner for Scripted<F>
where
    F: FnMut(&Request<'_>) -> Result<Execution, Error>,
{
    fn ask(&mut self, request: &Request<'_>) -> Result<(), Error> {
        self.results.push_back((self.script)(request));
        Ok(())
    }

    fn wait(&mut self) -> Result<Execution, Error> {
        self.results.pop_front().unwrap_or(Err(Error::Nothing))
    }

    /// The same function for both; they say nothing, and the interactor ends first.
    fn interact(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error> {
        let mut run = |talker: Talker<'_>, checker| {
            (self.script)(&Request {
                command: talker.command,
                input: Input::Bytes(&[]),
                limits: talker.limits,
                checker,
            })
        };
        Ok(Interaction {
            interactor: run(pair.interactor, Some(pair.words))?,
            submission: run(pair.submission, None)?,
            first: Party::Interactor,
            unread: 0,
            transcript: Transcript::default(),
        })
    }

    /// The same function; a checker's request is known by its command.
    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        (self.script)(request)
    }
}
