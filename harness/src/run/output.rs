use std::ops::Deref;

use crate::sys::Sealed;

/// The bytes that a program printed. They change no more.
#[derive(Debug)]
pub struct Output(Kept);

#[derive(Debug)]
enum Kept {
    Copied(Vec<u8>),
    Mapped(Sealed),
}

impl From<Vec<u8>> for Output {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Kept::Copied(bytes))
    }
}

impl From<Sealed> for Output {
    fn from(sealed: Sealed) -> Self {
        Self(Kept::Mapped(sealed))
    }
}

impl Deref for Output {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kept::Copied(bytes) => bytes,
            Kept::Mapped(sealed) => sealed,
        }
    }
}
