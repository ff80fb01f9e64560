//! Starts programs, shuts them in, measures them, stops them and leaves nothing behind.
//!
//! # Theory of operation
//!
//! Each worker thread of the judge owns one *launcher*: a small, single-threaded process,
//! which lives as long as the worker does and starts every program of that worker. It is the
//! `judge` executable, started again in a hidden mode ([`serve`]), and the two talk over a
//! [`crate::sys::Channel`]: first a `Start`, which says how to shut programs in, and a
//! `Welcome`, which says how far that went; then a [`Request`] with the three open files of a
//! run goes down, and one [`Reply`] comes back. A fourth file may be its leash, a pipe: when the
//! judge lets go of that, the run is ended. A second request may go down while the first
//! runs: the launcher takes it up at once when the first was quick, and else waits for a word
//! of the judge, who may have to set the control group right.
//!
//! ```text
//! judge                      stub                    launcher, process 1 of its namespaces
//!   Start ───────────────►     clone ─────────────►    opens what is granted
//!                              maps the user ─────►    becomes that user, changes the root
//!   Welcome ◄──────────────────────────────────────    locks itself in for good
//!   Request ──────────────────────────────────────►    spawn, watch, kill all, empty scratch
//!   Reply   ◄──────────────────────────────────────
//! ```
//!
//! Why a process of its own:
//! - It locks itself in once: namespaces, a root that holds nothing but what was granted, no
//!   capability, Landlock, a filter on system calls, constant limits, a session without a
//!   terminal. Every program inherits all that at no cost per run: between fork and exec there
//!   is nothing to do but to set its files, so the child can share this memory until then.
//! - As process 1 it is given every orphan of a run, so the whole tree of processes is
//!   measured, and one signal to all of the namespace ends it, daemons included.
//! - A child's peak memory starts at the peak of the process that spawned it, so that one
//!   must be small: the judge may be large, the launcher lets go of all that it needed to
//!   set itself up.
//!
//! Where the judge may, it puts a control group around the launcher before that shuts itself
//! in ([`Backing`]): a backstop for what no other limit sees. The judge asks it after a run
//! whether it had to kill, and removes it when the launcher is gone.
//!
//! A checker runs in the same way, in another launcher: one that may see the cases. Its request
//! says which of its words are files of the case, so that one which cannot be read from in there
//! is no guess of the checker's, and which word is to be its feedback directory: the launcher
//! makes that in the scratch directory, and the beginnings of what is in it come back with the
//! reply ([`Feedback`]).
//!
//! Each [`Layer`] stands or falls by itself. The building of namespaces and root is tried as
//! a whole, by a child: if a step fails, the stub goes on as the launcher, outside. There it
//! is a *subreaper*, looks for descendants in `/proc`, kills one by one, and makes its scratch
//! directory on the host's disk. [`Walls`] says what stands and what follows for the promises
//! to the user.
//!
//! Who owns what: the judge makes the files of a run and reads them after the reply, when
//! nothing that could write to them lives any more. The launcher owns the processes and the
//! scratch directory, which it empties after each run; the system takes it away with the
//! namespace. When the judge goes, by whatever means, the channel closes; the launcher sees
//! that even in the middle of a run, and goes, and with process 1 the system ends the rest.
//! When the stub is killed, the launcher is killed by the system.

mod backstop;
mod client;
mod confine;
mod family;
mod feedback;
mod grants;
mod landlock;
mod layers;
mod members;
mod protocol;
mod root;
mod scratch;
mod server;
mod supervise;

pub use backstop::Backing;
pub use client::{Cancel, Launcher};
pub use feedback::{CheckerWords, Feedback};
pub use grants::{Confinement, Grants};
pub use layers::{Layer, Level, Missing, Walls};
pub use protocol::{Ended, Reply, Request, Status, Stopped};
pub use server::{MODE, serve};
