//! The program `judge` from outside: a suite in a temporary folder, one run, and what came
//! of it. This list is the table of contents.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops where it stands"
)]

mod suite;

mod checkers;
mod comparison;
mod control_groups;
mod exhaust;
mod exit_codes;
mod generate;
mod help;
mod interactive;
mod interruption;
mod isolation;
mod json;
mod layouts;
mod modules;
mod once;
mod order;
mod output;
mod processes;
mod profiles;
mod readme;
mod robustness;
mod selecting;
mod self_check;
mod settings;
mod stress;
mod verdicts;
