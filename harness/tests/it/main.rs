//! The program `judge` from outside: a suite in a temporary folder, one run, and what came
//! of it. This list is the table of contents.

mod suite;

mod verdicts;
