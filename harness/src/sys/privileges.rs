use std::io;

use rustix::process::{DumpableBehavior, Gid, Signal, Uid};
use rustix::thread::{CapabilitySet, CapabilitySets};

use super::Ids;

/// Becomes `ids` for good, in no other group.
///
/// # Errors
/// When these are not this process's own and it may not choose.
pub fn become_user(ids: Ids) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(ids.user), Gid::from_raw(ids.group));
    // An ordinary user cannot leave their groups; as themselves they are in them anyhow.
    let _ = rustix::thread::set_thread_groups(&[]);
    rustix::thread::set_thread_res_gid(group, group, group)?;
    Ok(rustix::thread::set_thread_res_uid(user, user, user)?)
}

/// Gives up every capability, for this process and all that it will start.
///
/// # Errors
/// When the system refuses.
pub fn drop_capabilities() -> io::Result<()> {
    for number in 0..u64::BITS {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        // It fails for numbers that this kernel does not have, and where there is nothing
        // to drop because the process has no capability at all.
        let _ = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    rustix::thread::clear_ambient_capability_set()?;
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    Ok(rustix::thread::set_capabilities(None, none)?)
}

/// From now on no program that is started gains rights by its file.
///
/// # Errors
/// When the system does not know how.
pub fn forbid_new_privileges() -> io::Result<()> {
    Ok(rustix::thread::set_no_new_privs(true)?)
}

/// Keeps other processes of the same user from looking into this one: its memory, its open
/// files, its environment.
pub fn forbid_inspection() {
    // It cannot fail with this value.
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

/// Makes the system kill this process when its parent dies. To be called after the last
/// change of user, which takes it back.
///
/// # Errors
/// When the system does not know how.
pub fn die_with_parent() -> io::Result<()> {
    Ok(rustix::process::set_parent_process_death_signal(Some(
        Signal::KILL,
    ))?)
}
