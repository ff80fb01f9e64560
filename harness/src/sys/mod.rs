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
mod control_groups;
mod files;
mod footprint;
mod group_homes;
mod group_names;
mod host;
mod limits;
mod memory_file;
mod mounts;
mod namespaces;
mod pipe;
mod privileges;
mod process;
mod seccomp;
mod signals;
mod spawn;

pub use channel::{Buffer, Channel, channel};
pub use control_groups::{ControlGroup, Sacrifice, out_of_memory, set_sacrifice};
pub use files::open_ordinary;
pub use footprint::Footprint;
pub use group_homes::GroupVersion;
pub use host::{cores, cores_u32, kernel, page_bytes, stack_ceiling};
pub use limits::{limit_processes, limit_stack, raise_open_files, set_constant_limits};
pub use memory_file::{MemoryFile, Sealed};
pub use mounts::{Lock, Tree};
pub use namespaces::{Ids, Side, is_superuser, map_ids, split_into_namespaces};
pub use pipe::{Pipe, never_wait};
pub use privileges::{
    become_user, die_with_parent, drop_capabilities, forbid_inspection, forbid_new_privileges,
};
pub use process::{
    Fate, Seen, Watch, become_keeper_of_orphans, close_inherited_files, cpu_clock, has_children,
    is_running, leave_terminal, reap, reap_if_dead,
};
pub use seccomp::{Network, Refusals, refuse_calls};
pub use signals::{
    Interrupts, ignore_hangup, kill, kill_all, kill_group, reset_signals, signal,
    survive_failed_writes,
};
pub use spawn::{Program, Spawner, Started};
