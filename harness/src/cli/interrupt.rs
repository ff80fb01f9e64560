use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use super::error::Error;
use crate::launcher::Cancel;
use crate::sys::Interrupts;

/// Stops everything when this process is interrupted, and remembers by which signal.
#[derive(Clone, Debug, Default)]
pub(super) struct Interrupt {
    cancel: Cancel,
    signal: Arc<AtomicU8>,
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
                }
            })
            .map_err(Error::Signals)?;
        Ok(interrupt)
    }

    /// What stops the runs.
    pub(super) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The number of the signal that interrupted this process.
    pub(super) fn by(&self) -> Option<u8> {
        match self.signal.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(signal),
        }
    }
}
