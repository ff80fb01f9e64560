use std::io;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W,
    SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO,
};
use libc::{EAFNOSUPPORT, ENOSYS, EPERM, c_int, c_long, sock_filter};

/// What programs may do about the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// The network is their own and leads nowhere: the usual sockets can be made.
    Private,
    /// It is the machine's: no socket can be made.
    Refused,
}

/// What differs from one launcher to another.
#[derive(Clone, Debug)]
pub struct Refusals {
    /// The sockets that are refused.
    pub network: Network,
    /// The process that starts the programs and must stay as it is.
    pub keeper: u32,
    /// Processes that no signal may reach.
    pub out_of_reach: Vec<u32>,
}

/// Has the system refuse calls that no solver needs, for this process and all that it will
/// start: those that change mounts, namespaces and the system, look into other processes, or
/// make things that outlive a run. To be called after [`super::forbid_new_privileges`].
///
/// # Errors
/// When the system has no such filter, or the processor is one that this knows nothing of.
pub fn refuse_calls(refusals: &Refusals) -> io::Result<()> {
    let Some(filter) = filter(&rules(refusals)) else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let program = libc::sock_fprog {
        len: u16::try_from(filter.len()).map_err(io::Error::other)?,
        filter: filter.as_ptr().cast_mut(),
    };
    // SAFETY: `program` points to `len` instructions, which live through the call and which
    // the system only reads.
    let done = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            // Without it some systems slow down everything that runs under a filter.
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
            &raw const program,
        )
    };
    if done == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// A call that is refused.
#[derive(Clone, Debug)]
struct Rule {
    call: c_long,
    when: When,
    /// The error that its caller sees.
    errno: c_int,
}

/// Which of its uses. An argument is one of 0 to 5, and only its lower half counts: the
/// kernel looks at no more of those that are compared here.
#[derive(Clone, Debug)]
enum When {
    Always,
    /// The argument is one of these.
    OneOf(u32, Vec<u32>),
    /// The argument is none of these.
    NoneOf(u32, Vec<u32>),
    /// The argument has any of these bits.
    AnyBit(u32, u32),
}

const NEW_NAMESPACE: c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Calls that change the system, its mounts or namespaces, or look into other processes.
const FORBIDDEN: &[c_long] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
];

/// Calls that look as if the system did not have them, so that a runtime does without: ways
/// around the other rules, and what outlives a run or is charged to nobody.
const MISSING: &[c_long] = &[
    // Its flags lie in memory, where no filter can look; `clone` is tried next.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmdt,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// Calls of one kind of processor only.
#[cfg(target_arch = "x86_64")]
const FORBIDDEN_HERE: &[c_long] = &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const FORBIDDEN_HERE: &[c_long] = &[];

fn rules(refusals: &Refusals) -> Vec<Rule> {
    let always = |errno| {
        move |&call: &c_long| Rule {
            call,
            when: When::Always,
            errno,
        }
    };
    let forbidden = FORBIDDEN.iter().chain(FORBIDDEN_HERE).map(always(EPERM));
    let missing = MISSING.iter().map(always(ENOSYS));
    forbidden
        .chain(missing)
        .chain(rules_on_arguments(refusals))
        .chain(rules_on_signals(&refusals.out_of_reach))
        .collect()
}

fn rules_on_arguments(refusals: &Refusals) -> Vec<Rule> {
    let rule = |call, errno, when| Rule { call, when, errno };
    let keeper = || vec![refusals.keeper];
    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
    let sockets = match refusals.network {
        Network::Private => (
            EAFNOSUPPORT,
            When::NoneOf(0, families.map(c_int::cast_unsigned).to_vec()),
        ),
        Network::Refused => (EPERM, When::Always),
    };
    vec![
        rule(libc::SYS_socket, sockets.0, sockets.1),
        rule(
            libc::SYS_clone,
            EPERM,
            When::AnyBit(0, NEW_NAMESPACE.cast_unsigned()),
        ),
        // To ask for it, or for the usual one, is harmless.
        rule(
            libc::SYS_personality,
            EPERM,
            When::NoneOf(0, vec![0, u32::MAX]),
        ),
        // They type for whoever sits at the terminal: TIOCSTI and TIOCLINUX.
        rule(libc::SYS_ioctl, EPERM, When::OneOf(1, vec![0x5412, 0x541c])),
        // What is left is to disturb the process that starts and stops all others.
        rule(libc::SYS_prlimit64, EPERM, When::OneOf(0, keeper())),
        rule(libc::SYS_sched_setaffinity, EPERM, When::OneOf(0, keeper())),
        rule(
            libc::SYS_sched_setscheduler,
            EPERM,
            When::OneOf(0, keeper()),
        ),
        rule(libc::SYS_sched_setparam, EPERM, When::OneOf(0, keeper())),
        rule(libc::SYS_sched_setattr, EPERM, When::OneOf(0, keeper())),
        // These two can name a whole user at once.
        rule(libc::SYS_setpriority, EPERM, When::Always),
        rule(libc::SYS_ioprio_set, EPERM, When::Always),
    ]
}

/// Where processes share their user with the judge, signals must be kept from it.
fn rules_on_signals(out_of_reach: &[u32]) -> Vec<Rule> {
    if out_of_reach.is_empty() {
        return Vec::new();
    }
    // A process, its group, and all processes at once.
    let targets: Vec<u32> = out_of_reach
        .iter()
        .flat_map(|&pid| [pid, pid.wrapping_neg()])
        .chain([u32::MAX])
        .collect();
    [
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_tgkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
    ]
    .into_iter()
    .map(|call| Rule {
        call,
        when: When::OneOf(0, targets.clone()),
        errno: EPERM,
    })
    .collect()
}

/// AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 of linux/audit.h: the processor, 64 bits, little
/// end first.
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else {
    None
};

/// Calls of the x32 kind have this bit in their number; no processor has so many others.
const OTHER_KIND: u32 = 0x4000_0000;

/// Where the fields of `struct seccomp_data` begin.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The rules as a program of the kernel's packet filter. Calls of another kind (32 bits,
/// x32), whose numbers mean something else, look missing.
fn filter(rules: &[Rule]) -> Option<Vec<sock_filter>> {
    let mut filter = vec![
        load(ARCH),
        jump(BPF_JEQ, ARCHITECTURE?, 1, 0),
        refuse(ENOSYS),
        load(NUMBER),
        jump(BPF_JGE, OTHER_KIND, 0, 1),
        refuse(ENOSYS),
    ];
    for rule in rules {
        let body = body(rule);
        let number = u32::try_from(rule.call).ok()?;
        filter.push(jump(BPF_JEQ, number, 0, u8::try_from(body.len()).ok()?));
        filter.extend(body);
    }
    filter.push(give(SECCOMP_RET_ALLOW));
    Some(filter)
}

/// What to do with the call of a rule: always ends, since a call has one rule.
fn body(rule: &Rule) -> Vec<sock_filter> {
    let allow = || give(SECCOMP_RET_ALLOW);
    let argument = |index| load(ARGUMENTS + 8 * index);
    // Each value that is met jumps over the next instruction to the last one.
    let compare = |index, values: &[u32], otherwise, met| {
        let mut body = vec![argument(index)];
        for (&value, left) in values.iter().zip((1..=values.len()).rev()) {
            let over = u8::try_from(left).unwrap_or(u8::MAX);
            body.push(jump(BPF_JEQ, value, over, 0));
        }
        body.extend([otherwise, met]);
        body
    };
    match &rule.when {
        When::Always => vec![refuse(rule.errno)],
        When::OneOf(index, values) => compare(*index, values, allow(), refuse(rule.errno)),
        When::NoneOf(index, values) => compare(*index, values, refuse(rule.errno), allow()),
        When::AnyBit(index, bits) => vec![
            argument(*index),
            instruction(BPF_ALU | BPF_AND | BPF_K, *bits, 0, 0),
            jump(BPF_JEQ, 0, 1, 0),
            refuse(rule.errno),
            allow(),
        ],
    }
}

const fn load(offset: u32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
}

const fn jump(kind: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    instruction(BPF_JMP | kind | BPF_K, value, if_so, if_not)
}

const fn refuse(errno: c_int) -> sock_filter {
    give(SECCOMP_RET_ERRNO | errno.cast_unsigned())
}

const fn give(value: u32) -> sock_filter {
    instruction(BPF_RET | BPF_K, value, 0, 0)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the codes of the filter language have 16 bits"
)]
const fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARCH_HERE: u32 = match ARCHITECTURE {
        Some(architecture) => architecture,
        None => 0,
    };

    /// Runs the filter on one call, as the kernel would.
    fn answer(filter: &[sock_filter], arch: u32, call: u32, arguments: [u32; 6]) -> u32 {
        let mut place = 0;
        let mut loaded = 0;
        loop {
            let at = filter[place];
            let (code, value) = (u32::from(at.code), at.k);
            place += 1;
            let branch = |met| usize::from(if met { at.jt } else { at.jf });
            if code == BPF_RET | BPF_K {
                return value;
            } else if code == BPF_LD | BPF_W | BPF_ABS {
                loaded = match value {
                    NUMBER => call,
                    ARCH => arch,
                    other => arguments[((other - ARGUMENTS) / 8) as usize],
                };
            } else if code == BPF_ALU | BPF_AND | BPF_K {
                loaded &= value;
            } else if code == BPF_JMP | BPF_JEQ | BPF_K {
                place += branch(loaded == value);
            } else if code == BPF_JMP | BPF_JGE | BPF_K {
                place += branch(loaded >= value);
            } else {
                panic!("instruction {code:#x}");
            }
        }
    }

    fn asked(call: c_long, arguments: [u32; 6]) -> u32 {
        let refusals = Refusals {
            network: Network::Private,
            keeper: 1,
            out_of_reach: vec![40, 41],
        };
        let filter = filter(&rules(&refusals)).unwrap();
        answer(&filter, ARCH_HERE, u32::try_from(call).unwrap(), arguments)
    }

    fn refused(errno: c_int) -> u32 {
        SECCOMP_RET_ERRNO | errno.cast_unsigned()
    }

    #[test]
    fn every_listed_call_is_refused_and_others_are_not() {
        for &call in FORBIDDEN.iter().chain(FORBIDDEN_HERE) {
            assert_eq!(asked(call, [0; 6]), refused(EPERM), "{call}");
        }
        for &call in MISSING {
            assert_eq!(asked(call, [0; 6]), refused(ENOSYS), "{call}");
        }
        for call in [libc::SYS_read, libc::SYS_execve, libc::SYS_openat] {
            assert_eq!(asked(call, [0; 6]), SECCOMP_RET_ALLOW);
        }
    }

    #[test]
    fn a_call_of_another_kind_looks_missing() {
        let filter = filter(&[]).unwrap();
        assert_eq!(answer(&filter, ARCH_HERE, 0, [0; 6]), SECCOMP_RET_ALLOW);
        assert_eq!(answer(&filter, 0x4000_0003, 0, [0; 6]), refused(ENOSYS));
        let x32 = answer(&filter, ARCH_HERE, OTHER_KIND | 1, [0; 6]);
        assert_eq!(x32, refused(ENOSYS));
    }

    #[test]
    fn threads_start_but_namespaces_do_not() {
        let thread = (libc::CLONE_VM | libc::CLONE_THREAD).cast_unsigned();
        let user = libc::CLONE_NEWUSER.cast_unsigned();
        let clone = |flags| asked(libc::SYS_clone, [flags, 0, 0, 0, 0, 0]);
        assert_eq!(clone(thread), SECCOMP_RET_ALLOW);
        assert_eq!(clone(thread | user), refused(EPERM));
    }

    #[test]
    fn sockets_of_other_families_are_refused() {
        let socket = |family: c_int| asked(libc::SYS_socket, [family.cast_unsigned(); 6]);
        for family in [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] {
            assert_eq!(socket(family), SECCOMP_RET_ALLOW);
        }
        for family in [libc::AF_PACKET, libc::AF_VSOCK, libc::AF_ALG] {
            assert_eq!(socket(family), refused(EAFNOSUPPORT));
        }
    }

    #[test]
    fn signals_reach_everybody_but_the_judge() {
        let kill = |target: i32| asked(libc::SYS_kill, [target.cast_unsigned(); 6]);
        for target in [40, -40, 41, -41, -1] {
            assert_eq!(kill(target), refused(EPERM), "{target}");
        }
        for target in [0, 42, -42] {
            assert_eq!(kill(target), SECCOMP_RET_ALLOW, "{target}");
        }
    }

    #[test]
    fn the_keeper_of_all_cannot_be_slowed_down() {
        assert_eq!(asked(libc::SYS_prlimit64, [1; 6]), refused(EPERM));
        assert_eq!(asked(libc::SYS_prlimit64, [0; 6]), SECCOMP_RET_ALLOW);
        assert_eq!(asked(libc::SYS_setpriority, [0; 6]), refused(EPERM));
    }
}
