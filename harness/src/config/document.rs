//! A TOML file read strictly: a key that is not known is an error, and every error knows its
//! place in the file.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::section::Section;
use super::{Error, Fault};

/// A place in a text file; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    /// The place of the byte at `offset`, which may be the end.
    fn of(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset.min(text.len())];
        let last_line = before.rsplit(|byte| *byte == b'\n').next();
        let last_line = String::from_utf8_lossy(last_line.unwrap_or_default());
        Self {
            line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
            // A byte order mark is not seen by anybody who counts.
            column: 1 + last_line.chars().filter(|c| *c != '\u{feff}').count(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The text of a TOML file.
pub(super) struct Document {
    /// What messages call it.
    name: PathBuf,
    text: String,
}

impl Document {
    /// Reads the file at `path`, which messages call `name`.
    pub(super) fn read(path: &Path, name: &Path) -> Result<Self, Error> {
        let name = name.to_owned();
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(source) if source.kind() == io::ErrorKind::IsADirectory => {
                return Err(Error::Directory { path: name });
            }
            Err(source) => return Err(Error::Read { path: name, source }),
        };
        String::from_utf8(bytes)
            .map(|text| Self {
                name: name.clone(),
                text,
            })
            .map_err(|error| Error::At {
                path: name,
                place: Place::of(error.as_bytes(), error.utf8_error().valid_up_to()),
                fault: Box::new(Fault::NotText),
            })
    }

    /// Its keys and values with their places. A key that stands there twice is an error.
    pub(super) fn parse(&self) -> Result<DeTable<'_>, Error> {
        match DeTable::parse(&self.text) {
            Ok(table) => Ok(table.into_inner()),
            Err(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                let message = error.message().lines().collect::<Vec<_>>().join(", ");
                Err(self.error(offset, Fault::Syntax(message)))
            }
        }
    }

    fn error(&self, offset: usize, fault: impl Into<Fault>) -> Error {
        Error::At {
            path: self.name.clone(),
            place: Place::of(self.text.as_bytes(), offset),
            fault: Box::new(fault.into()),
        }
    }
}

/// A table all keys of which are known.
pub(super) struct Table<'d> {
    document: &'d Document,
    entries: &'d DeTable<'d>,
    /// Where it begins.
    offset: usize,
}

impl<'d> Table<'d> {
    /// The whole document as a table with the keys of `section`.
    pub(super) fn top(
        document: &'d Document,
        entries: &'d DeTable<'d>,
        section: Section,
    ) -> Result<Self, Error> {
        Self::open(document, entries, 0, section)
    }

    fn open(
        document: &'d Document,
        entries: &'d DeTable<'d>,
        offset: usize,
        section: Section,
    ) -> Result<Self, Error> {
        let unknown = entries.keys().find(|key| !section.knows(key.get_ref()));
        match unknown {
            Some(key) => Err(document.error(
                key.span().start,
                Fault::UnknownKey {
                    key: key.get_ref().clone().into_owned(),
                    nearest: section.nearest(key.get_ref()),
                },
            )),
            None => Ok(Self {
                document,
                entries,
                offset,
            }),
        }
    }

    /// The value of a key, if the table has it.
    pub(super) fn get(&self, key: &'static str) -> Option<Value<'d>> {
        let (name, value) = self.entries.get_key_value(key)?;
        Some(Value {
            document: self.document,
            key: name,
            value,
        })
    }

    /// The value of a key that the table must have.
    pub(super) fn require(&self, key: &'static str) -> Result<Value<'d>, Error> {
        self.get(key)
            .ok_or_else(|| self.document.error(self.offset, Fault::Missing(key)))
    }
}

/// A value with its key; within an array, with the key of the array.
#[derive(Clone, Copy)]
pub(super) struct Value<'d> {
    document: &'d Document,
    key: &'d Spanned<Cow<'d, str>>,
    value: &'d Spanned<DeValue<'d>>,
}

impl<'d> Value<'d> {
    pub(super) fn key(&self) -> &'d str {
        self.key.get_ref()
    }

    /// The value is at fault.
    pub(super) fn error(&self, fault: impl Into<Fault>) -> Error {
        self.document.error(self.value.span().start, fault)
    }

    /// The key is at fault.
    pub(super) fn key_error(&self, fault: impl Into<Fault>) -> Error {
        self.document.error(self.key.span().start, fault)
    }

    /// Where the key stands.
    pub(super) fn key_place(&self) -> Place {
        Place::of(self.document.text.as_bytes(), self.key.span().start)
    }

    fn wrong_type(&self, expected: &'static str) -> Error {
        self.error(Fault::WrongType {
            key: self.key().to_owned(),
            expected,
            found: self.value.get_ref().type_str(),
        })
    }

    pub(super) fn text(&self) -> Result<&'d str, Error> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong_type("a string")),
        }
    }

    pub(super) fn flag(&self) -> Result<bool, Error> {
        match self.value.get_ref() {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A number, or the text of a string, as written.
    pub(super) fn as_written(&self, expected: &'static str) -> Result<String, Error> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            _ => self.number(expected),
        }
    }

    /// A number as written, without the underscores that TOML allows between digits.
    pub(super) fn number(&self, expected: &'static str) -> Result<String, Error> {
        match self.value.get_ref() {
            DeValue::Integer(number) => Ok(number.to_string()),
            DeValue::Float(number) => Ok(number.to_string()),
            _ => Err(self.wrong_type(expected)),
        }
    }

    /// A table with the keys of `section`.
    pub(super) fn table(&self, section: Section) -> Result<Table<'d>, Error> {
        match self.value.get_ref() {
            DeValue::Table(entries) => {
                let offset = self.key.span().start;
                Table::open(self.document, entries, offset, section)
            }
            _ => Err(self.wrong_type("a table")),
        }
    }

    /// The entries of a table whose keys are free, in the order of the file.
    pub(super) fn entries(&self) -> Result<Vec<Self>, Error> {
        let entry = |(key, value)| Self {
            document: self.document,
            key,
            value,
        };
        match self.value.get_ref() {
            DeValue::Table(entries) => Ok(entries.iter().map(entry).collect()),
            _ => Err(self.wrong_type("a table")),
        }
    }

    /// The elements of an array.
    pub(super) fn elements(&self) -> Result<Vec<Self>, Error> {
        match self.value.get_ref() {
            DeValue::Array(elements) => {
                let element = |value| Self { value, ..*self };
                Ok(elements.iter().map(element).collect())
            }
            _ => Err(self.wrong_type("an array of strings")),
        }
    }

    pub(super) fn is_table(&self) -> bool {
        self.value.get_ref().is_table()
    }

    pub(super) fn is_array(&self) -> bool {
        self.value.get_ref().is_array()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_characters_from_one() {
        let place = |text: &str, offset| {
            let Place { line, column } = Place::of(text.as_bytes(), offset);
            (line, column)
        };
        assert_eq!(place("", 0), (1, 1));
        assert_eq!(place("ab\ncd", 1), (1, 2));
        assert_eq!(place("ab\ncd", 2), (1, 3));
        assert_eq!(place("ab\ncd", 3), (2, 1));
        assert_eq!(place("ab\ncd", 5), (2, 3));
        assert_eq!(place("ab\ncd", 99), (2, 3));
        assert_eq!(place("é漢x", "é漢".len()), (1, 3));
        assert_eq!(place("\u{feff}a", "\u{feff}".len()), (1, 1));
    }
}
