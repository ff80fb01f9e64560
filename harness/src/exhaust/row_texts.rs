/// The text of every row that boards of a size can have, made once: 1 MiB for 15 columns.
pub(super) struct RowTexts {
    /// Selects the bits of a row.
    in_use: u64,
    /// Bytes of one row.
    length: usize,
    text: Vec<u8>,
}

impl RowTexts {
    /// Rows of at most 15 cells with `between` between them, and a line end. `cell` is told
    /// the bits of a row and a column.
    pub(super) fn new(columns: usize, between: &[u8], cell: impl Fn(u64, usize) -> u8) -> Self {
        let mut text = Vec::new();
        for row in 0..1 << columns {
            for column in 0..columns {
                if column > 0 {
                    text.extend_from_slice(between);
                }
                text.push(cell(row, column));
            }
            text.push(b'\n');
        }
        Self {
            in_use: (1 << columns) - 1,
            length: text.len() >> columns,
            text,
        }
    }

    /// Adds the row that the lowest bits are.
    pub(super) fn write(&self, bits: u64, text: &mut Vec<u8>) {
        let row = (bits & self.in_use & 0x7fff) as usize;
        text.extend_from_slice(&self.text[row * self.length..][..self.length]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_its_lowest_bits_with_a_line_end() {
        let bit = |row: u64, column| b'0' + u8::from(row >> column & 1 == 1);
        let rows = RowTexts::new(3, b", ", bit);
        let mut text = Vec::new();
        rows.write(0b110_001, &mut text);
        rows.write(0b110, &mut text);
        assert_eq!(text, b"1, 0, 0\n0, 1, 1\n");
    }
}
