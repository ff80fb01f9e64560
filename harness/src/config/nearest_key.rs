/// The known key that an unknown one is most like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// A key of the same table.
    Here(&'static str),
    /// A key of another table, and how that table is written.
    Elsewhere(&'static str, &'static str),
    /// None is like it: these are the keys of the table.
    Unlike(Vec<&'static str>),
}

impl Nearest {
    /// The line of help for it.
    pub(super) fn help(&self) -> String {
        match self {
            Self::Here(known) => format!("did you mean `{known}`?"),
            Self::Elsewhere(known, table) => format!("did you mean `{known}` in {table}?"),
            Self::Unlike(keys) => format!("known here: `{}`", keys.join("`, `")),
        }
    }
}
