//! Which cases there are, and whether programs can be started: what is looked at before
//! anything runs.
//!
//! Cases lie in different ways, told apart by looking: [`layout`] has the names. Each folder
//! below a problem's `cases` is looked at by itself, so that layouts may mix. The stages:
//!
//! 1. `walk` takes stock of the tree. Symbolic links are followed; hidden files and
//!    directories, and what editors leave behind, are left alone.
//! 2. `find` goes through it and lets each layout take what is its own: `directory` (a
//!    directory with files of fixed names), `pairs` (files beside each other), `twins` (two
//!    folders). What no layout takes is ignored, and known as such.
//! 3. `naming` sees to it that no two cases have the same name.
//! 4. `case` reads settings, resolves limits and looks whether the files can be used.
//!
//! A half-made case is not passed over but kept with its [`CaseFault`](crate::model::CaseFault).

mod case;
mod content;
mod directory;
mod error;
mod executable;
mod find;
mod folder;
mod found;
mod halves;
pub mod layout;
mod naming;
mod near_miss;
mod package;
mod pairs;
mod program;
mod suite;
#[cfg(test)]
mod testing;
mod twins;
mod walk;

pub use error::Error;
pub use find::inputs;
pub use program::{ProgramFault, startable};
pub use suite::suite;
