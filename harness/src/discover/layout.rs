//! The names of the files in a case directory, and names that were probably meant as such.

use strsim::osa_distance;

/// The input.
pub const INPUT: &str = "input";
/// The expected output.
pub const EXPECTED: &str = "expected";
/// The settings; the only one that may be absent.
pub const SETTINGS: &str = "case.toml";

/// What a file of another name was probably meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meant {
    Input,
    Expected,
    Settings,
}

/// Looks at a file name of other schemes (`1.in`, `x.ans`, `output.txt`) or misspelt
/// (`Input`, `expcted`, `case.tml`); `None` where it is like none of the three names, or is
/// one of them.
pub(super) fn meant(name: &[u8]) -> Option<Meant> {
    let name = String::from_utf8_lossy(name);
    // What editors leave behind was not meant for anybody.
    if [INPUT, EXPECTED, SETTINGS].contains(&&*name) || name.ends_with('~') {
        return None;
    }
    let name = name.to_lowercase();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    if osa_distance(&name, SETTINGS) <= 2 {
        return Some(Meant::Settings);
    }
    // `input.py` is a program and no input.
    let is_plain = ["", "txt", "dat"].contains(&extension);
    let is = |stems: &[&str], extensions: &[&str], known: &str| {
        let is_stem = stems.contains(&stem) || osa_distance(stem, known) <= 1;
        (is_plain && is_stem) || extensions.contains(&extension)
    };
    if is(&["in", "stdin"], &["in", "inp", "input"], INPUT) {
        Some(Meant::Input)
    } else if is(
        &["out", "output", "ans", "answer", "expect", "stdout"],
        &["out", "output", "ans", "answer", "a", "expected", "sol"],
        EXPECTED,
    ) {
        Some(Meant::Expected)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_schemes_and_misspelt_ones_are_seen_through() {
        for name in [
            "test.in",
            "1.IN",
            "in",
            "input.txt",
            "Input",
            "imput",
            "inptu",
            "x.input",
            "stdin",
            "inputs",
        ] {
            assert_eq!(meant(name.as_bytes()), Some(Meant::Input), "{name}");
        }
        for name in [
            "test.ans",
            "1.out",
            "out",
            "output",
            "output.txt",
            "expected.out",
            "EXPECTED",
            "expcted",
            "expect.txt",
            "1.a",
            "x.sol",
            "answer.txt",
            "expected.txt",
        ] {
            assert_eq!(meant(name.as_bytes()), Some(Meant::Expected), "{name}");
        }
        for name in ["Case.toml", "case.tml", "cases.toml"] {
            assert_eq!(meant(name.as_bytes()), Some(Meant::Settings), "{name}");
        }
        for name in [
            "input",
            "expected",
            "case.toml",
            "input~",
            "case.toml~",
            "README.md",
            "notes.txt",
            "",
            ".",
            "index",
            "judge.toml",
            "input.py",
            "a.txt",
            "solution.cpp",
        ] {
            assert_eq!(meant(name.as_bytes()), None, "{name}");
        }
        assert_eq!(meant(b"\xff\xfe"), None);
    }
}
