//! Whether two files say the same.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Whether two files have the same bytes. Neither is ever in memory as a whole.
pub(super) fn same_content(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (a, b) = (one.fill_buf()?, other.fill_buf()?);
        let length = a.len().min(b.len());
        if a[..length] != b[..length] || (length == 0 && a.len() != b.len()) {
            return Ok(false);
        }
        if length == 0 {
            return Ok(true);
        }
        one.consume(length);
        other.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn every_byte_of_two_files_counts_however_long_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let same = |a: &[u8], b: &[u8]| {
            let [one, other] = ["a", "b"].map(|name| folder.path().join(name));
            fs::write(&one, a).unwrap();
            fs::write(&other, b).unwrap();
            same_content(&one, &other).unwrap()
        };
        let long = vec![b'x'; 100_000];
        assert!(same(b"", b""));
        assert!(same(&long, &long));
        assert!(!same(&long, &long[1..]));
        for place in [0, 8191, 8192, 99_999] {
            let mut other = long.clone();
            other[place] = b'y';
            assert!(!same(&long, &other), "{place}");
        }
    }
}
