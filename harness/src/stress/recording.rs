use crate::run::{Error, Execution, Interaction, Pair, Request, Runner};

/// A runner that remembers what the last program printed: judging shows no more of it than
/// people would read.
pub(super) struct Recording<'r> {
    runner: &'r mut dyn Runner,
    /// What the last program printed.
    pub(super) output: Vec<u8>,
}

impl<'r> Recording<'r> {
    pub(super) const fn new(runner: &'r mut dyn Runner) -> Self {
        Self {
            runner,
            output: Vec::new(),
        }
    }
}

impl Runner for Recording<'_> {
    fn ask(&mut self, request: &Request<'_>) -> Result<(), Error> {
        self.runner.ask(request)
    }

    fn wait(&mut self) -> Result<Execution, Error> {
        let execution = self.runner.wait()?;
        self.output = execution.stdout.to_vec();
        Ok(execution)
    }

    fn check(&mut self, request: &Request<'_>) -> Result<Execution, Error> {
        self.runner.check(request)
    }

    fn interact(&mut self, pair: &Pair<'_>) -> Result<Interaction, Error> {
        self.runner.interact(pair)
    }
}
