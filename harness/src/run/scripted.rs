use std::collections::VecDeque;

use super::{Error, Execution, Request, Runner};

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

    /// The same function; a checker's request is known by its command.
    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        (self.script)(request)
    }
}
