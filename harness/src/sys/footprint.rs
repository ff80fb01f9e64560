use std::fs::{self, File};
use std::io::{self, Write};

/// The way to make this process look as small as it is when it does nothing.
///
/// The peak memory of a program starts at the peak of the process that starts it, and what
/// that once needed to set itself up would stay in there for ever.
#[derive(Debug)]
pub struct Footprint(File);

impl Footprint {
    /// To be opened while `/proc` can still be written.
    ///
    /// # Errors
    /// When the system does not know how.
    pub fn open() -> io::Result<Self> {
        let file = File::options().write(true).open("/proc/self/clear_refs")?;
        Ok(Self(file))
    }

    /// Lets go of the pages of this process's own program, which come back from the file when
    /// they are needed, and of memory that was given back, and has the system count its peak
    /// from here.
    ///
    /// # Errors
    /// When the system refuses; the process is larger than it needs to be then, and no more.
    pub fn shrink(mut self) -> io::Result<()> {
        let maps = fs::read_to_string("/proc/self/smaps")?;
        let program = program_pages(&maps);
        drop(maps);
        give_back();
        for (start, length) in program {
            advise(start, length, libc::MADV_DONTNEED);
            // With a page the system brings its neighbours, but never over the border of a
            // mapping; stretches of different advice are different mappings.
            for border in (0..length).step_by(2 * STRETCH) {
                advise(
                    start + border,
                    STRETCH.min(length - border),
                    libc::MADV_RANDOM,
                );
            }
        }
        // "Reset the peak resident set size": see proc(5).
        self.0.write_all(b"5")
    }
}

/// How much of a program comes back at once, in bytes: a few pages of any size.
const STRETCH: usize = 16 << 10;

/// Says how a mapping that [`program_pages`] has found will be used.
fn advise(start: usize, length: usize, advice: libc::c_int) {
    // SAFETY: the range is a mapping of a file of which no page was ever changed, so that
    // what is read from it is the same before and after, whatever is let go meanwhile.
    unsafe {
        libc::madvise(std::ptr::with_exposed_provenance_mut(start), length, advice);
    }
}

/// Returns to the system what was allocated once and is free now.
fn give_back() {
    #[cfg(target_env = "gnu")]
    // SAFETY: it touches only memory that the allocator knows to be free.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Start and length of each mapping of a file, in the text of `/proc/self/smaps`, that cannot
/// be written and never was: a linker's tables are filled in before they are locked.
fn program_pages(maps: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut last = None;
    for line in maps.lines() {
        if let Some(range) = range(line) {
            last = range;
        } else if line.split_ascii_whitespace().eq(["Anonymous:", "0", "kB"]) {
            found.extend(last.take());
        }
    }
    found
}

/// The range of a mapping, from its first line; `None` within when its pages may not be let
/// go. `None` when it is another line.
fn range(line: &str) -> Option<Option<(usize, usize)>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let start = usize::from_str_radix(start, 16).ok()?;
    let end = usize::from_str_radix(end, 16).ok()?;
    let is_fixed = matches!(fields.next()?, "r--p" | "r-xp");
    let is_of_file = fields.nth(2).is_some_and(|inode| inode != "0");
    Some((is_fixed && is_of_file).then_some((start, end - start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
00251000-00386000 r-xp 00050000 fe:00 1234   /usr/bin/judge
Rss:                 300 kB
Anonymous:             0 kB
0038f000-00392000 r--p 0018c000 fe:00 1234   /usr/bin/judge
Anonymous:             8 kB
00392000-00394000 rw-p 0018f000 fe:00 1234   /usr/bin/judge
Anonymous:             0 kB
7ffe757f1000-7ffe757f3000 r-xp 00000000 00:00 0   [vdso]
Anonymous:             0 kB
";

    #[test]
    fn only_pages_that_are_as_in_their_file_are_let_go() {
        assert_eq!(program_pages(TEXT), [(0x25_1000, 0x13_5000)]);
    }
}
