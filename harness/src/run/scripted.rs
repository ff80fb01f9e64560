use super::{Error, Execution, Request, Runner};

/// A runner that starts nothing: a function says what came of each request. For tests.
pub struct Scripted<F>(pub F);

impl<F> Runner for Scripted<F>
where
    F: FnMut(&Request<'_>) -> Result<Execution, Error>,
{
    fn run(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        (self.0)(request)
    }

    /// The same function; a checker's request is known by its command.
    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        (self.0)(request)
    }
}
