//! `make bench`: how long things take, as ratios against a stated reference that runs in
//! turns with them. Nothing here passes or fails by a speed.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark talks to a terminal, and stops where it stands when it cannot go on"
)]

mod bars;
mod boards;
mod case_cost;
mod exhaustion;
mod measure;

fn main() {
    boards::report();
    exhaustion::report();
    case_cost::report();
    bars::report();
}
