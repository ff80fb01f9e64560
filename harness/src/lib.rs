//! A local online judge: it runs a stdin/stdout program on every case, in
//! parallel and under limits, and says what the real judge would say, why, and where the
//! first difference is.
//!
//! `ARCHITECTURE.md` has the flow in one picture. In short, from the bottom up: plain data
//! ([`model`]), the system ([`sys`], [`launcher`]), what to judge ([`config`], [`discover`],
//! [`plan`]), judging ([`run`], [`check`], [`engine`]), what people see ([`report`]) and the
//! command line ([`cli`]).

pub mod board;
pub mod check;
pub mod cli;
pub mod config;
pub mod diff;
pub mod discover;
pub mod engine;
pub mod event;
pub mod exhaust;
pub mod figures;
pub mod generate;
pub mod launcher;
pub mod method;
pub mod model;
pub mod nearest;
pub mod plan;
pub mod report;
pub mod run;
pub mod stress;
pub mod sys;
pub mod untrusted;
