//! A local online judge: it runs a stdin/stdout program on every case directory, in
//! parallel and under limits, and says what the real judge would say, why, and where the
//! first difference is.
//!
//! `ARCHITECTURE.md` has the flow in one picture. In short, from the bottom up: plain data
//! ([`model`]), the system ([`sys`], [`launcher`]), what to judge ([`config`], [`discover`],
//! [`plan`]), judging ([`run`], [`check`], [`engine`]), what people see ([`report`]) and the
//! command line ([`cli`]).

pub mod config;
pub mod discover;
pub mod event;
pub mod model;
pub mod plan;
pub mod run;
pub mod untrusted;
