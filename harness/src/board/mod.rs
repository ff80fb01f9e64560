//! Arithmetic and text of the two problems: plain data, with no search and no opinion.
//!
//! [`flip_game`] is POJ 1753, a board of 4 × 4 pieces in a `u16`; [`fliptile`] is POJ 3279, a
//! board of up to 15 × 15 tiles in rows of bits.

pub mod flip_game;
pub mod fliptile;

mod error;

pub use error::Error;
