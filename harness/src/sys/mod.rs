//! What the operating system does for the judge, behind safe functions.
//!
//! This is the only module with `unsafe`: calls that have no safe wrapper in the crates
//! used here (`wait4` for the usage of a child, the CPU clock of another process, mapping a
//! sealed memory file, signal dispositions, closing inherited descriptors). Nothing above
//! it knows a signal number.

#![expect(
    unsafe_code,
    reason = "the one module that may, each block with its reason"
)]

mod channel;
mod host;
mod memory_file;
mod process;
mod signals;

pub use channel::{Channel, channel};
pub use host::{cores, cores_u32, kernel, page_bytes};
pub use memory_file::{MemoryFile, Sealed};
pub use process::{
    Fate, Watch, become_keeper_of_orphans, close_inherited_files, cpu_clock, has_children,
    leave_terminal, limit_file_size, limit_stack, reap, set_constant_limits,
};
pub use signals::{Interrupts, kill, kill_group, reset_signals, signal, survive_closed_pipes};
