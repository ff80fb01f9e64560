//! Standard output and standard error of the judge itself.

use std::io::{self, IsTerminal, Write};

use anstream::AutoStream;

use super::error::Error;

/// Standard output; colours are taken out where they are not wanted.
pub(super) fn stdout() -> AutoStream<io::Stdout> {
    AutoStream::auto(io::stdout())
}

/// Writes data to standard output.
///
/// # Errors
/// When it cannot be written, as on a full disk. A reader that has closed its end has seen
/// enough, which is no error.
pub(super) fn write(bytes: &[u8]) -> Result<(), Error> {
    let mut out = stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    forgive_closed_pipe(written).map_err(Error::Output)
}

/// A reader that has closed its end has seen enough.
pub(super) fn forgive_closed_pipe(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Says something beside the data: on standard error.
pub(super) fn say(text: &str) {
    // There is nowhere else to say that it failed.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{text}");
}

/// Whether somebody may be watching a progress bar.
pub(super) fn is_watched() -> bool {
    io::stderr().is_terminal()
}
