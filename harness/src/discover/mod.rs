//! Which cases there are, and whether programs can be started: what is looked at before
//! anything runs.
//!
//! Each directory below a problem's `cases` is looked at by itself. It is a case when it has
//! a file of one of the names in [`layout`]; a directory without subdirectories whose files
//! look as if they were meant to be named so is taken for a half-made case. So a case may
//! hold further cases in its subdirectories: all are judged. Symbolic links are followed.
//! Hidden files and directories, and all other files, are left alone.
//!
//! A half-made case is not passed over but kept with its [`CaseFault`](crate::model::CaseFault).

mod case;
mod error;
mod executable;
mod folder;
pub mod layout;
mod program;
mod run_only;
mod suite;
mod walk;

pub use error::Error;
pub use program::{ProgramFault, startable};
pub use run_only::input_alone;
pub use suite::suite;
