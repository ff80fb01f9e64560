//! Starts programs, measures them, stops them and leaves nothing behind.
//!
//! # Theory of operation
//!
//! Each worker thread of the judge owns one *launcher*: a small, single-threaded process,
//! which lives as long as the worker does and starts every program of that worker. It is the
//! `judge` executable, started again in a hidden mode ([`serve`]), and the two talk over a
//! [`crate::sys::Channel`]: a [`Request`] with the three open files of a run goes down, one
//! [`Reply`] comes back.
//!
//! Why a process of its own:
//! - A child's peak memory starts at the size of the process that spawned it, so that one
//!   must be small: the judge may be large, the launcher never is.
//! - It is the parent of every orphan of a run (a *subreaper*), so the whole tree of
//!   processes is measured, and killed at the end, daemons included.
//! - What it sets for itself (signals, a session without a terminal, limits, an empty
//!   environment) every program inherits, at no cost per run. No code runs between fork and
//!   exec, so the fast, `vfork`-like path of the system serves.
//!
//! Who owns what: the judge makes the files of a run and reads them after the reply, when
//! nothing that could write to them lives any more. The launcher owns the processes and the
//! scratch directory, which it empties after each run and removes in the end. When the judge
//! goes, by whatever means, the channel closes; the launcher sees that even in the middle of
//! a run, ends everything and goes too.

mod client;
mod confine;
mod family;
mod grants;
mod landlock;
mod layers;
mod members;
mod protocol;
mod root;
mod scratch;
mod server;
mod supervise;

pub use client::{Cancel, Launcher};
pub use grants::{Confinement, Grants};
pub use layers::{Layer, Level, Missing, Walls};
pub use protocol::{Ended, Reply, Request, Status, Stopped};
pub use server::{MODE, serve};
