//! How bytes that nobody vouches for are shown: what a solver printed, what a file is
//! called. This is the only place that turns such bytes into text.

use std::fmt::Write as _;
use std::path::Path;

/// The escaped form of `bytes`: printable characters as they are, a backslash doubled, every
/// other byte as `\xNN`.
///
/// What it gives holds no control, formatting, bidirectional or invisible character and no
/// line end, and is [`disarm`]ed, so that no terminal, log or CI host can obey it. It is one
/// to one: two different byte strings never look alike.
pub fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            push(&mut text, character);
        }
        push_bytes(&mut text, chunk.invalid());
    }
    disarm(text)
}

/// A line of escaped text, perhaps put together of several, in which no CI host finds a
/// command: one colon or hash of such a beginning is escaped.
///
/// GitHub obeys a line that begins with `::`, blanks before it left out, and `##[` anywhere
/// in a line; Azure Pipelines obeys `##vso[`, TeamCity `##teamcity[`.
pub fn disarm(mut line: String) -> String {
    if line.trim_start().starts_with("::") {
        let start = line.len() - line.trim_start().len();
        line.replace_range(start..=start, "\\x3a");
    }
    let mut from = 0;
    while let Some(found) = line[from..].find("##") {
        let at = from + found;
        let word = line[at + 2..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        from = at + 1;
        if word.starts_with('[') {
            line.replace_range(at..=at, "\\x23");
            from = at + "\\x23#".len();
        }
    }
    line
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
    use proptest::collection::vec;
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::select;

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
    fn no_command_of_a_ci_host_gets_through() {
        for (command, shown) in [
            ("::error file=a::b", "\\x3a:error file=a::b"),
            ("  ::set-env name=A::b", "  \\x3a:set-env name=A::b"),
            ("##[error]x", "\\x23#[error]x"),
            ("a ###[command]", "a #\\x23#[command]"),
            ("##vso[task.setvariable]", "\\x23#vso[task.setvariable]"),
            (
                "##teamcity[testFailed]##[x]",
                "\\x23#teamcity[testFailed]\\x23#[x]",
            ),
        ] {
            assert_eq!(escape(command.as_bytes()), shown);
            assert_eq!(disarm(shown.to_owned()), shown);
        }
        for plain in ["a::b", ":", "####", "## [x]", "#[x]", "##1[x]"] {
            assert_eq!(escape(plain.as_bytes()), plain);
        }
    }

    /// A text out of pieces that steer something.
    fn steering() -> impl Strategy<Value = Vec<u8>> {
        let pieces: Vec<&[u8]> = vec![
            b"::",
            b":",
            b"#",
            b"##",
            b"[",
            b"vso[",
            b" ",
            b"\t",
            b"\n",
            b"\r",
            b"\\",
            b"x23",
            b"\x1b]0;t\x07",
            b"\x1b[2J",
            b"\x1b]8;;http://a\x1b\\",
            b"\xc2\x9b31m",
            b"\xe2\x80\xae",
            b"\xe2\x81\xa6",
            b"\xe2\x80\x8b",
            b"\xe2\x80\xa8",
            b"\xed\xa0\x80",
            b"\xf4\x90\x80\x80",
            b"\xff",
            b"\0",
            b"]]>",
            b"&",
            b"<",
            b"\"",
        ];
        vec(select(pieces), 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn whatever_it_is_made_of_it_is_safe_and_can_be_told_from_others(
            one in steering(),
            other in steering(),
        ) {
            let shown = escape(&one);
            prop_assert_eq!(one == other, shown == escape(&other));
            prop_assert!(!shown.trim_start().starts_with("::"), "{}", shown);
            prop_assert!(!shown.contains("##[") && !shown.contains("##vso["), "{}", shown);
            let obeyed = |c: char| c.is_control() || !is_printable(c);
            prop_assert!(!shown.contains(obeyed), "{}", shown);
            let json = serde_json::to_string(&shown).unwrap();
            prop_assert!(json.is_ascii() || !json.contains(obeyed), "{}", json);
        }

        #[test]
        fn escaped_text_tells_its_bytes(bytes in vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(unescaped(&escape(&bytes)), bytes);
        }
    }

    /// What `escape` made a text of.
    fn unescaped(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = text.as_bytes();
        while let [first, tail @ ..] = rest {
            (bytes, rest) = match (first, tail) {
                (b'\\', [b'\\', tail @ ..]) => ([&bytes[..], b"\\"].concat(), tail),
                (b'\\', [b'x', high, low, tail @ ..]) => {
                    let digits = [*high, *low];
                    let digits = std::str::from_utf8(&digits).unwrap();
                    let byte = u8::from_str_radix(digits, 16).unwrap();
                    ([&bytes[..], &[byte]].concat(), tail)
                }
                _ => ([&bytes[..], &[*first]].concat(), tail),
            };
        }
        bytes
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
