use super::Rng;

/// A named kind of inputs of one problem, from which a seed draws.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The problem that it makes inputs for.
    pub problem: &'static str,
    /// What it is called, as in `near-miss`.
    pub name: &'static str,
    /// What its inputs have in common, in one line.
    pub description: &'static str,
    pub(super) drafts: fn(Rng) -> Drafts,
}

impl Family {
    /// The inputs that a seed draws, always the same: without end, or all that there are, once
    /// each.
    pub fn inputs(&self, seed: u64) -> impl Iterator<Item = Vec<u8>> + 'static {
        (self.drafts)(Rng::new(seed)).map(|draft| draft.input.into_bytes())
    }
}

/// The inputs that a seed draws from a family: without end, or all that there are, once each.
pub(super) type Drafts = Box<dyn Iterator<Item = Draft>>;

/// An input and what is special about it.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) input: String,
    pub(super) why: String,
}
