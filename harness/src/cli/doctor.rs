use std::fmt::Write as _;

use super::args::Doctor;
use super::error::Error;
use super::interrupt::Interrupt;
use super::{isolation, out};
use crate::launcher::{Layer, Walls};
use crate::model::Exit;
use crate::sys;
use crate::untrusted;

/// `judge doctor`.
pub(super) fn doctor(args: &Doctor, hangup_ignored: bool) -> Result<Exit, Error> {
    let interrupt = Interrupt::watch(hangup_ignored)?;
    let walls = isolation::probe(&args.isolation, &interrupt)?;
    out::write(report(&walls).as_bytes())?;
    isolation::demand(&args.isolation, &interrupt)?;
    Ok(Exit::AsExpected)
}

fn report(walls: &Walls) -> String {
    let mut text = format!("{}, {} cores to use\n\n", sys::kernel(), sys::cores());
    for layer in Layer::ALL {
        // Writing to a `String` cannot fail, here and below.
        let _ = writeln!(text, "  {:<11} {}", layer.name(), state(walls, layer));
    }
    text.push('\n');
    for (what, how) in MEASURES {
        let _ = writeln!(text, "  {what:<11} {how}");
    }
    text.push('\n');
    match walls.not_enforced().as_slice() {
        [] => text.push_str("every promise is kept\n"),
        promises => {
            let _ = writeln!(text, "not enforced: {}", promises.join(", "));
        }
    }
    text
}

/// How each limit is measured and enforced, whatever the layers.
const MEASURES: [(&str, &str); 5] = [
    (
        "time",
        "CPU clocks of all processes while they run, the kernel's accounts at the end",
    ),
    (
        "wall",
        "a monotonic clock, without the time that a run waits for a core",
    ),
    (
        "memory",
        "resident size every 5 ms, the kernel's peak at the end",
    ),
    ("output", "memory files with a cap for each stream"),
    ("stack", "a resource limit"),
];

/// Whether a layer stands, and why not.
fn state(walls: &Walls, layer: Layer) -> String {
    if walls.has(layer) {
        return match walls.backing {
            Some(backing) if layer == Layer::ControlGroup => {
                format!("in force: {}", backing.name())
            }
            _ => "in force".to_owned(),
        };
    }
    let missing = walls.missing.iter().find(|missing| missing.layer == layer);
    match missing {
        Some(missing) => format!("missing: {}", untrusted::escape(missing.reason.as_bytes())),
        None => "missing".to_owned(),
    }
}
