use std::io;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::error::Error;
use crate::launcher::Cancel;
use crate::sys::{self, Interrupts};

/// Stops everything when this process is interrupted, and remembers by which signal.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    cancel: Cancel,
    signal: Arc<AtomicU8>,
    /// The leader of a process group that is to end as well.
    group: Arc<Mutex<Option<u32>>>,
}

impl Interrupt {
    /// Watches for INT and TERM, and for HUP unless it was ignored on entry.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn watch(hangup_ignored: bool) -> Result<Self, Error> {
        let interrupt = Self::default();
        let mut signals = Interrupts::catch(!hangup_ignored).map_err(Error::Signals)?;
        let shared = interrupt.clone();
        thread::Builder::new()
            .name("interrupts".to_owned())
            .spawn(move || {
                while let Some(signal) = signals.wait() {
                    shared.signal.store(signal, Ordering::SeqCst);
                    shared.cancel.cancel();
                    if let Some(leader) = *shared.group() {
                        sys::kill_group(leader);
                    }
                }
            })
            .map_err(Error::Signals)?;
        Ok(interrupt)
    }

    /// What stops the runs.
    pub(super) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Waits for a child that leads a process group, all of which ends when this process is
    /// interrupted.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub(super) fn wait_for(&self, child: &mut Child) -> io::Result<ExitStatus> {
        *self.group() = Some(child.id());
        if self.by().is_some() {
            sys::kill_group(child.id());
        }
        // Until it is reaped nobody else can have its number.
        while sys::is_running(child.id())? {}
        *self.group() = None;
        child.wait()
    }

    fn group(&self) -> MutexGuard<'_, Option<u32>> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the signal that interrupted this process.
    pub(super) fn by(&self) -> Option<u8> {
        match self.signal.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(signal),
        }
    }
}
