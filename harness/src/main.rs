//! The program `judge`: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    harness::cli::main()
}
