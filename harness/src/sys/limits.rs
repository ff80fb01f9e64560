use std::io;

use rustix::process::{Resource, Rlimit};

/// Sets the limits that are the same for every run: no core files, 1,024 open files, a little
/// locked memory, no message queues.
pub fn set_constant_limits() {
    let limits = [
        (Resource::Core, 0),
        (Resource::Nofile, 1024),
        (Resource::Memlock, 8 << 20),
        (Resource::Msgqueue, 0),
        (Resource::Rtprio, 0),
        (Resource::Nice, 0),
    ];
    for (resource, most) in limits {
        lower(resource, most);
    }
}

/// Sets how many processes and threads there may be of this user, where "this user" is one
/// in a user namespace of its own; elsewhere others of the same user would count too.
pub fn limit_processes(most: u64) {
    lower(Resource::Nproc, most);
}

/// A limit that is lower already stays as it is.
fn lower(resource: Resource, most: u64) {
    let maximum = rustix::process::getrlimit(resource).maximum;
    let most = maximum.map_or(most, |maximum| maximum.min(most));
    // Lowering is always allowed.
    let _ = rustix::process::setrlimit(resource, both(most));
}

/// Lets this process have as many open files as it may. Files that a program sends to itself
/// and never takes are charged to its user, and this limit is what they are held against when
/// the judge of the same user sends some.
pub fn raise_open_files() {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    // With the limit as it was, all works that worked before.
    let _ = rustix::process::setrlimit(Resource::Nofile, raised);
}

/// Sets the stack of the programs that this process starts from now on.
///
/// # Errors
/// When the hard limit is lower.
pub fn limit_stack(bytes: u64) -> io::Result<()> {
    let maximum = rustix::process::getrlimit(Resource::Stack).maximum;
    let limit = Rlimit {
        current: Some(bytes),
        maximum,
    };
    Ok(rustix::process::setrlimit(Resource::Stack, limit)?)
}

const fn both(value: u64) -> Rlimit {
    Rlimit {
        current: Some(value),
        maximum: Some(value),
    }
}
