//! How bytes that nobody vouches for are shown: what a solver printed, what a file is
//! called. This is the only place that turns such bytes into text.

use std::fmt::Write as _;
use std::path::Path;

/// The escaped form of `bytes`: printable characters as they are, a backslash doubled, every
/// other byte as `\xNN`.
///
/// What it gives holds no control, formatting, bidirectional or invisible character and no
/// line end, so that no terminal, log or CI host can obey it. It is one to one: two
/// different byte strings never look alike.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            push(&mut text, character);
        }
        push_bytes(&mut text, chunk.invalid());
    }
    text
}

/// The escaped form of a path.
pub fn path(path: &Path) -> String {
    escape(path.as_os_str().as_encoded_bytes())
}

fn push(text: &mut String, character: char) {
    if character == '\\' {
        text.push_str("\\\\");
    } else if is_printable(character) {
        text.push(character);
    } else {
        push_bytes(text, character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn push_bytes(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "\\x{byte:02x}");
    }
}

/// Whether a character has a shape of its own. The standard library knows: what `Debug`
/// leaves alone has. Combining marks and every blank but U+0020 have not.
fn is_printable(character: char) -> bool {
    match character {
        ' '..='~' => true,
        _ => character.escape_debug().len() == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_shown_safely_and_differently() {
        let mut seen = std::collections::HashSet::new();
        for byte in 0..=u8::MAX {
            let shown = escape(&[byte]);
            assert!(shown.chars().all(|c| (' '..='~').contains(&c)), "{shown}");
            assert!(seen.insert(shown));
        }
    }

    #[test]
    fn no_character_that_steers_a_terminal_gets_through() {
        for code in 0..=0x10_ffff_u32 {
            let Some(character) = char::from_u32(code) else {
                continue;
            };
            let shown = escape(character.to_string().as_bytes());
            assert!(!shown.chars().any(char::is_control), "{code:x}");
        }
        for steering in [
            "\u{202e}",
            "\u{2066}",
            "\u{200b}",
            "\u{feff}",
            "\u{2028}",
            "\u{85}",
            "\u{ad}",
            "\u{e0041}",
        ] {
            assert!(
                escape(steering.as_bytes()).starts_with("\\x"),
                "{steering:?}"
            );
        }
    }

    #[test]
    fn a_path_of_any_bytes_is_shown() {
        use std::os::unix::ffi::OsStrExt as _;
        let name = std::ffi::OsStr::from_bytes(b"/caf\xc3\xa9/\xff\n\\");
        assert_eq!(path(Path::new(name)), "/café/\\xff\\x0a\\\\");
    }

    #[test]
    fn ordinary_text_stays_readable() {
        assert_eq!(
            escape("naïve 漢字 \"quoted\"".as_bytes()),
            "naïve 漢字 \"quoted\""
        );
        assert_eq!(escape(b"a\\b\n\xff"), "a\\\\b\\x0a\\xff");
    }
}
