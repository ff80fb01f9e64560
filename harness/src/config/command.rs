//! Commands: words without a shell.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::model::Command;
use crate::untrusted::escape;

/// A command that cannot be split into words, or that asks for a shell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no word in it.
    #[error("the command is empty")]
    Empty,
    /// A quotation mark without its other half.
    #[error("a quotation mark is not closed in `{}`", escape(.0.as_bytes()))]
    Unclosed(String),
    /// No argument of a program can hold this byte.
    #[error("there is a NUL in `{}`", escape(.0.as_bytes()))]
    Nul(String),
    /// Something that only a shell could do.
    #[error("`{operator}` in `{}` needs a shell, and commands are run without one", escape(command.as_bytes()))]
    Shell {
        /// The command as written.
        command: String,
        /// The first such character.
        operator: char,
    },
}

impl CommandError {
    /// What to do about it.
    pub fn help(&self) -> String {
        let advice = match self {
            Self::Empty => {
                "write the program and its arguments, as in `target/release/solve --fast`"
            }
            Self::Unclosed(_) => "close it, or write it as `\\'` or `\\\"`",
            Self::Nul(_) => "leave it out",
            Self::Shell { operator, .. } => match operator {
                '<' => "leave it out: the input of the case is on standard input",
                '>' => "leave it out: standard output and standard error are captured",
                '|' => "put the pipe into a script and name the script",
                '#' => "leave the comment out, or quote the word if it is an argument",
                _ => "put the commands into a script and name the script",
            },
        };
        match self {
            Self::Shell { operator, .. } if *operator != '#' => {
                format!("{advice}; an argument that has `{operator}` in it stands in quotes")
            }
            _ => advice.to_owned(),
        }
    }
}

/// Splits a command into words by the shell's rules of quoting and looks its program up.
///
/// `{root}` in a word stands for `root`. A program with a slash in its name is taken from
/// `root`, one without from the directories of `search` (the value of `PATH`); where it is
/// not found there, its file is the bare name, and starting it will fail.
///
/// # Errors
/// When there is no word, a quotation mark is open, or an unquoted character asks for a
/// shell. Such a character is refused wherever it stands: a shell would see it there too.
pub fn command(
    written: &str,
    root: &Path,
    search: Option<&OsStr>,
) -> Result<Command, CommandError> {
    if written.contains('\0') {
        return Err(CommandError::Nul(written.to_owned()));
    }
    let split = shell_words::split(written);
    let split = split.map_err(|_| CommandError::Unclosed(written.to_owned()))?;
    if let Some(operator) = unquoted_operator(written) {
        return Err(CommandError::Shell {
            command: written.to_owned(),
            operator,
        });
    }
    let words: Vec<_> = split.iter().map(|word| with_root(word, root)).collect();
    let program = match words.first() {
        Some(word) if !word.is_empty() => look_up(word, root, search),
        _ => return Err(CommandError::Empty),
    };
    Ok(Command {
        words,
        program,
        read: Vec::new(),
        env: BTreeMap::new(),
    })
}

/// The first character outside quotes that means something to a shell and nothing here.
fn unquoted_operator(written: &str) -> Option<char> {
    let mut quote = None;
    let mut starts_word = true;
    let mut characters = written.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None | Some('"'), '\\') => _ = characters.next(),
            (None, '\'' | '"') => quote = Some(character),
            (None, '<' | '>' | '|' | '&' | ';') => return Some(character),
            (None, '#') if starts_word => return Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        starts_word = quote.is_none() && matches!(character, ' ' | '\t' | '\n');
    }
    None
}

/// Reads one argument, which is not split: `{root}` in it stands for `root`.
///
/// # Errors
/// When there is a NUL in it.
pub(super) fn argument(written: &str, root: &Path) -> Result<OsString, CommandError> {
    match written.contains('\0') {
        true => Err(CommandError::Nul(written.to_owned())),
        false => Ok(with_root(written, root)),
    }
}

fn with_root(word: &str, root: &Path) -> OsString {
    let mut pieces = word.split("{root}");
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        bytes.extend_from_slice(root.as_os_str().as_bytes());
        bytes.extend_from_slice(piece.as_bytes());
    }
    OsString::from_vec(bytes)
}

/// The file of a program: one with a slash in its name is taken from `root`, one without
/// from the directories of `search`; where it is not found there, it is the bare name.
pub fn look_up(word: &OsStr, root: &Path, search: Option<&OsStr>) -> PathBuf {
    if word.as_bytes().contains(&b'/') {
        return root.join(word);
    }
    search
        .into_iter()
        .flat_map(std::env::split_paths)
        // What a relative directory means would depend on where `judge` is typed.
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join(word))
        .find(|file| file.is_file() && is_executable(file))
        .unwrap_or_else(|| PathBuf::from(word))
}

fn is_executable(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn words(written: &str) -> Vec<String> {
        let command = command(written, Path::new("/my root"), None).unwrap();
        let text = |word: &OsString| word.to_str().unwrap().to_owned();
        command.words.iter().map(text).collect()
    }

    fn refusal(written: &str) -> (String, String) {
        let error = command(written, Path::new("/"), None).unwrap_err();
        (error.to_string(), error.help())
    }

    #[test]
    fn words_are_split_by_the_rules_of_quoting() {
        assert_eq!(
            words("a/b  c\t'd e' \"f g\" h\\ i ''"),
            ["a/b", "c", "d e", "f g", "h i", ""]
        );
        assert_eq!(
            words("p $HOME `x` * ~ a=b"),
            ["p", "$HOME", "`x`", "*", "~", "a=b"]
        );
    }

    #[test]
    fn the_root_may_have_blanks_in_it() {
        assert_eq!(
            words("{root}/p --dir={root}:{root} '{root}'"),
            ["/my root/p", "--dir=/my root:/my root", "/my root"]
        );
    }

    #[test]
    fn what_only_a_shell_can_do_is_refused_with_the_reason() {
        for (written, operator) in [
            ("p < in", '<'),
            ("p > out", '>'),
            ("p 2>/dev/null", '>'),
            ("p 2>&1", '>'),
            ("p | q", '|'),
            ("p & ", '&'),
            ("p&&q", '&'),
            ("cd x; p", ';'),
            ("p \"a\" >b", '>'),
            ("p 'a\\' | q", '|'),
            ("p # fast", '#'),
            ("# p", '#'),
        ] {
            assert_eq!(
                refusal(written).0,
                format!(
                    "`{operator}` in `{}` needs a shell, and commands are run without one",
                    escape(written.as_bytes())
                )
            );
        }
        assert_eq!(
            refusal("p < in").1,
            "leave it out: the input of the case is on standard input; \
             an argument that has `<` in it stands in quotes"
        );
        assert_eq!(
            refusal("p | q").1,
            "put the pipe into a script and name the script; \
             an argument that has `|` in it stands in quotes"
        );
    }

    #[test]
    fn a_quoted_operator_is_an_ordinary_argument() {
        assert_eq!(
            words(r#"p '<' ">" \| 'a;b' "\"&" a#b '#'"#),
            ["p", "<", ">", "|", "a;b", "\"&", "a#b", "#"]
        );
    }

    #[test]
    fn a_command_without_a_program_is_an_error() {
        for written in ["", "  \t\n", "'' x"] {
            assert_eq!(refusal(written).0, "the command is empty");
        }
        assert_eq!(
            refusal("p 'x").0,
            "a quotation mark is not closed in `p 'x`"
        );
        assert_eq!(refusal("p \0").0, "there is a NUL in `p \\x00`");
    }

    #[test]
    fn a_program_with_a_slash_is_taken_from_the_root() {
        let program = |written| {
            command(written, Path::new("/root dir"), Some(OsStr::new("/bin")))
                .unwrap()
                .program
        };
        assert_eq!(program("target/p x"), Path::new("/root dir/target/p"));
        assert_eq!(program("./p"), Path::new("/root dir/./p"));
        assert_eq!(program("/abs/p"), Path::new("/abs/p"));
    }

    #[test]
    fn a_program_without_a_slash_is_looked_up_in_path() {
        let folder = tempfile::tempdir().unwrap();
        let directory = |name: &str| folder.path().join(name);
        for name in ["plain", "executable", "later"] {
            fs::create_dir(directory(name)).unwrap();
            fs::write(directory(name).join("p"), "").unwrap();
        }
        for name in ["executable", "later"] {
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(directory(name).join("p"), mode).unwrap();
        }
        let search = std::env::join_paths([
            PathBuf::from("relative"),
            directory("missing"),
            directory("plain"),
            directory("executable"),
            directory("later"),
        ])
        .unwrap();
        let program = |written| {
            command(written, Path::new("/"), Some(&search))
                .unwrap()
                .program
        };
        assert_eq!(program("p x"), directory("executable").join("p"));
        assert_eq!(program("q"), Path::new("q"));
    }

    #[test]
    fn a_relative_directory_in_path_is_not_searched() {
        let search = "../.cargo";
        assert!(Path::new(search).join("rustc-static").is_file());
        let found = command("rustc-static", Path::new("/"), Some(OsStr::new(search))).unwrap();
        assert_eq!(found.program, Path::new("rustc-static"));
    }
}
