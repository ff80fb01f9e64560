use std::sync::LazyLock;
use std::thread;

/// Asking takes a walk through files of the system, so it is asked once.
static CORES: LazyLock<usize> = LazyLock::new(count_cores);

/// How many cores this process may use: its affinity mask and control group, and fewer when
/// a batch system granted fewer (`SLURM_CPUS_PER_TASK`, `SLURM_CPUS_ON_NODE`).
pub fn cores() -> usize {
    *CORES
}

fn count_cores() -> usize {
    let allowed = thread::available_parallelism().map_or(1, usize::from);
    let granted = ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"]
        .iter()
        .find_map(|name| std::env::var(name).ok()?.parse().ok());
    match granted {
        Some(granted) if granted > 0 => allowed.min(granted),
        _ => allowed,
    }
}

/// Name and release of the kernel, as in `Linux 6.1.0`.
pub fn kernel() -> String {
    let name = rustix::system::uname();
    format!(
        "{} {}",
        name.sysname().to_string_lossy(),
        name.release().to_string_lossy()
    )
}

/// [`cores`], never 0, for dividing a duration.
pub fn cores_u32() -> u32 {
    u32::try_from(cores()).unwrap_or(u32::MAX)
}

/// The largest stack that a program can be given here; `None` where it is not limited.
pub fn stack_ceiling() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Stack).maximum
}

/// The size of a memory page in bytes.
pub fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}
