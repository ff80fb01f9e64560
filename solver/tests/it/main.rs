//! Runs the three programs as a judge does: bytes in, bytes out, exit code.

mod dialogue;
mod faults;
mod flip_game;
mod fliptile;
mod program;
