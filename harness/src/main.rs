//! The program `judge`.

fn main() {}
