//! What the first bytes of a file say about running it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A kind of file, by the way in which the system would run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Executable {
    /// Machine code for this machine.
    Native,
    /// Machine code for another machine or system, and which.
    Foreign(String),
    /// Machine code that is not a whole program: its kind, with the article.
    NotLinked(&'static str),
    /// A script with this interpreter.
    Script(PathBuf),
    /// A script whose first line ends with a carriage return.
    ScriptWithCarriageReturn,
    /// A text that names no interpreter.
    Text,
    /// No byte at all.
    Empty,
    /// None of these.
    Unknown,
}

/// The first bytes of a file: enough for every header below.
pub(super) fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(4096).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Executable {
    /// Judges a file by its first bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        if let Some(line) = bytes.strip_prefix(b"#!") {
            return script(line);
        }
        match bytes {
            [] => Self::Empty,
            [0x7f, b'E', b'L', b'F', ..] => match ElfHeader::of(bytes) {
                Some(header) => header.executable(own_header()),
                None => Self::Unknown,
            },
            [b'M', b'Z', ..] => Self::Foreign("Windows".to_owned()),
            [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] if cfg!(target_os = "macos") => Self::Native,
            [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] => Self::Foreign("macOS".to_owned()),
            _ if bytes.contains(&0) => Self::Unknown,
            _ => Self::Text,
        }
    }
}

/// Reads what follows `#!` as the kernel does: the interpreter ends at a blank.
fn script(rest: &[u8]) -> Executable {
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.ends_with(b"\r") {
        return Executable::ScriptWithCarriageReturn;
    }
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t'));
    match words.find(|word| !word.is_empty()) {
        Some(interpreter) => Executable::Script(PathBuf::from(OsStr::from_bytes(interpreter))),
        None => Executable::Text,
    }
}

/// The part of an ELF header that says where a program runs.
///
/// Source: System V ABI, chapter 4, ELF header. Numbers are in the byte order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ElfHeader {
    /// 1 for 32 bits, 2 for 64 bits.
    class: u8,
    /// 1 for the lesser byte first, 2 for the greater.
    order: u8,
    /// 1 an object file, 2 and 3 programs, 4 a core dump.
    kind: u16,
    /// The number of the instruction set.
    machine: u16,
}

const I386: u16 = 3;
const X86_64: u16 = 62;

impl ElfHeader {
    /// `None` where the header is cut short.
    fn of(bytes: &[u8]) -> Option<Self> {
        let order = *bytes.get(5)?;
        let number = |at: usize| {
            let pair = [*bytes.get(at)?, *bytes.get(at + 1)?];
            Some(match order {
                2 => u16::from_be_bytes(pair),
                _ => u16::from_le_bytes(pair),
            })
        };
        Some(Self {
            class: *bytes.get(4)?,
            order,
            kind: number(16)?,
            machine: number(18)?,
        })
    }

    /// What the file is to a machine whose programs have the header `own`; without that one,
    /// it gets the benefit of the doubt.
    fn executable(self, own: Option<Self>) -> Executable {
        match self.kind {
            1 => return Executable::NotLinked("an object file"),
            4 => return Executable::NotLinked("a core dump"),
            _ => {}
        }
        let runs_here = |own: Self| {
            let same =
                (self.class, self.order, self.machine) == (own.class, own.order, own.machine);
            // Linux on x86-64 runs the programs of its predecessor.
            same || (own.machine == X86_64 && self.machine == I386)
        };
        if own.is_none_or(runs_here) {
            Executable::Native
        } else {
            Executable::Foreign(self.machine_name())
        }
    }

    /// Source for the numbers: `EM_…` of the generic ABI's list.
    fn machine_name(self) -> String {
        let bits = if self.class == 1 { 32 } else { 64 };
        let name = match self.machine {
            I386 => "i386",
            8 => "MIPS",
            20 | 21 => "PowerPC",
            22 => "s390",
            40 => "ARM",
            X86_64 => "x86-64",
            183 => "AArch64",
            243 => "RISC-V",
            258 => "LoongArch",
            other => return format!("{bits}-bit machine type {other}"),
        };
        format!("{bits}-bit {name}")
    }
}

/// The header of the program that runs this: surely made for this machine.
fn own_header() -> Option<ElfHeader> {
    let own = std::env::current_exe().ok()?;
    ElfHeader::of(&beginning(&own).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(class: u8, order: u8, kind: u16, machine: u16) -> Vec<u8> {
        let pair = |number: u16| {
            if order == 2 {
                number.to_be_bytes()
            } else {
                number.to_le_bytes()
            }
        };
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', class, order]);
        bytes[16..18].copy_from_slice(&pair(kind));
        bytes[18..20].copy_from_slice(&pair(machine));
        bytes
    }

    /// What the file is to a machine of 64-bit x86.
    fn on_x86_64(bytes: &[u8]) -> Executable {
        let own = ElfHeader::of(&elf(2, 1, 3, X86_64));
        ElfHeader::of(bytes).unwrap().executable(own)
    }

    fn foreign(machine: &str) -> Executable {
        Executable::Foreign(machine.to_owned())
    }

    #[test]
    fn a_program_for_another_machine_is_told_by_its_header() {
        assert_eq!(on_x86_64(&elf(2, 1, 2, X86_64)), Executable::Native);
        assert_eq!(on_x86_64(&elf(2, 1, 3, X86_64)), Executable::Native);
        assert_eq!(on_x86_64(&elf(1, 1, 2, I386)), Executable::Native);
        assert_eq!(on_x86_64(&elf(2, 1, 3, 183)), foreign("64-bit AArch64"));
        assert_eq!(on_x86_64(&elf(1, 1, 3, 40)), foreign("32-bit ARM"));
        assert_eq!(on_x86_64(&elf(1, 2, 2, 8)), foreign("32-bit MIPS"));
        assert_eq!(on_x86_64(&elf(2, 2, 2, 22)), foreign("64-bit s390"));
        assert_eq!(
            on_x86_64(&elf(2, 1, 2, 999)),
            foreign("64-bit machine type 999")
        );
    }

    #[test]
    fn machine_code_that_is_no_program_is_told_too() {
        let object = Executable::NotLinked("an object file");
        assert_eq!(on_x86_64(&elf(2, 1, 1, X86_64)), object);
        let core = Executable::NotLinked("a core dump");
        assert_eq!(on_x86_64(&elf(2, 1, 4, X86_64)), core);
    }

    #[test]
    fn a_header_cut_short_is_no_program() {
        let whole = elf(2, 1, 2, X86_64);
        for length in 4..20 {
            assert_eq!(Executable::of(&whole[..length]), Executable::Unknown);
        }
    }

    #[test]
    fn the_interpreter_of_a_script_is_read_as_the_kernel_does() {
        let script = |path: &str| Executable::Script(PathBuf::from(path));
        assert_eq!(Executable::of(b"#!/bin/sh"), script("/bin/sh"));
        assert_eq!(Executable::of(b"#! \t/bin/sh -e\nx\r\n"), script("/bin/sh"));
        assert_eq!(
            Executable::of(b"#!/bin/sh -e\r\n"),
            Executable::ScriptWithCarriageReturn
        );
        assert_eq!(Executable::of(b"#!  \n/bin/sh"), Executable::Text);
        assert_eq!(Executable::of(b"#"), Executable::Text);
        assert_eq!(Executable::of(b""), Executable::Empty);
    }

    #[test]
    fn programs_of_other_systems_are_known_by_their_first_bytes() {
        assert_eq!(Executable::of(b"MZ\x90\0"), foreign("Windows"));
        if cfg!(target_os = "linux") {
            assert_eq!(Executable::of(b"\xcf\xfa\xed\xfe\0"), foreign("macOS"));
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..80)) {
            let _ = Executable::of(&bytes);
        }
    }
}
