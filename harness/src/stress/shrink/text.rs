use super::list::reduce;
use super::{Halt, Search};

/// Takes away lines, then words, then makes numbers smaller, again and again until nothing of
/// it keeps the difference.
pub(super) fn shrink(search: &mut Search<'_>) -> Result<(), Halt> {
    loop {
        let before = search.best.clone();
        take_away(search, lines)?;
        take_away(search, words)?;
        take_away_counted(search, lines)?;
        take_away_counted(search, words)?;
        lower_numbers(search)?;
        if search.best == before {
            return Ok(());
        }
    }
}

/// The lines, each with its end.
fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// The words, each with the white space behind it; that before the first word is one by itself.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let mut was_blank = true;
    for &byte in text {
        let is_blank = byte.is_ascii_whitespace();
        match words.last_mut() {
            Some(word) if is_blank || !was_blank => word.push(byte),
            _ => words.push(vec![byte]),
        }
        was_blank = is_blank;
    }
    words
}

type Split = fn(&[u8]) -> Vec<Vec<u8>>;

fn take_away(search: &mut Search<'_>, split: Split) -> Result<(), Halt> {
    let mut parts = split(&search.best);
    reduce(search, &mut parts, 0, &|parts| parts.concat())
}

/// Takes parts away together with their count: many inputs say how many there are of what
/// follows.
fn take_away_counted(search: &mut Search<'_>, split: Split) -> Result<(), Halt> {
    let mut place = 0;
    while let Some(count) = number_at(&search.best, place) {
        let mut length = count.value / 2;
        while length > 0 {
            while take_away_of(search, split, place, length)? {}
            length /= 2;
        }
        if count.value > 0 {
            while take_away_of(search, split, place, 1)? {}
        }
        place += 1;
    }
    Ok(())
}

/// Lowers the number of this place by `length`, and takes as many parts behind it away.
fn take_away_of(
    search: &mut Search<'_>,
    split: Split,
    place: usize,
    length: i64,
) -> Result<bool, Halt> {
    let Some(count) = number_at(&search.best, place).filter(|count| count.value >= length) else {
        return Ok(false);
    };
    let behind = &search.best[count.end..];
    let line_end = behind
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace())
        .count();
    let (gap, rest) = behind.split_at(line_end);
    let parts = split(rest);
    let Some(n_parts) = usize::try_from(length)
        .ok()
        .filter(|&n_parts| n_parts <= parts.len())
    else {
        return Ok(false);
    };
    let head = [
        &search.best[..count.start],
        (count.value - length).to_string().as_bytes(),
        gap,
    ]
    .concat();
    for start in 0..=parts.len() - n_parts {
        let (before, after) = (parts[..start].concat(), parts[start + n_parts..].concat());
        if search.takes([&head[..], &before, &after].concat())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A whole number in a text.
struct Number {
    start: usize,
    end: usize,
    value: i64,
}

/// The number of this place among the whole numbers of a text, from 0.
fn number_at(text: &[u8], place: usize) -> Option<Number> {
    let mut end = 0;
    let numbers = words(text).into_iter().filter_map(|word| {
        let start = end;
        end += word.len();
        let digits = word.trim_ascii_end();
        let value = std::str::from_utf8(digits).ok()?.parse().ok()?;
        Some(Number {
            start,
            end: start + digits.len(),
            value,
        })
    });
    { numbers }.nth(place)
}

/// Brings each whole number as near to 0 as it can be.
fn lower_numbers(search: &mut Search<'_>) -> Result<(), Halt> {
    let mut place = 0;
    while let Some(number) = number_at(&search.best, place) {
        lower(search, place, number.value)?;
        place += 1;
    }
    Ok(())
}

/// Tries 0, then the same without its sign, then steps towards 0, each half as long as the one
/// before, then fewer digits: an input may ask for round numbers.
fn lower(search: &mut Search<'_>, place: usize, first: i64) -> Result<(), Halt> {
    let mut value = first;
    if value == 0 || becomes(search, place, 0)? {
        return Ok(());
    }
    if let Some(positive) = value.checked_neg().filter(|&positive| positive > 0)
        && becomes(search, place, positive)?
    {
        value = positive;
    }
    let mut step = value / 2;
    while step != 0 {
        while (value - step).signum() == value.signum() && becomes(search, place, value - step)? {
            value -= step;
        }
        step /= 2;
    }
    while let Some(shorter) = fewer_digits(search, place, value)? {
        value = shorter;
    }
    Ok(())
}

/// The first number that keeps the difference of those with a digit less, at the end or at the
/// front, or with zeros behind its first digit.
fn fewer_digits(search: &mut Search<'_>, place: usize, value: i64) -> Result<Option<i64>, Halt> {
    let mut front = 1;
    while value / front / 10 != 0 {
        front *= 10;
    }
    for shorter in [value / 10, value % front, value - value % front] {
        if shorter != value && becomes(search, place, shorter)? {
            return Ok(Some(shorter));
        }
    }
    Ok(None)
}

/// Puts another value in the place of a number.
fn becomes(search: &mut Search<'_>, place: usize, value: i64) -> Result<bool, Halt> {
    let Some(number) = number_at(&search.best, place) else {
        return Ok(false);
    };
    let (before, after) = (&search.best[..number.start], &search.best[number.end..]);
    let changed = [before, value.to_string().as_bytes(), after].concat();
    search.takes(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_its_parts_put_together() {
        for text in ["", " ", " a", "a  b\n\nc", "\n1 2\n", "x"] {
            assert_eq!(words(text.as_bytes()).concat(), text.as_bytes());
            assert_eq!(lines(text.as_bytes()).concat(), text.as_bytes());
        }
        assert_eq!(words(b"a  b\n\nc"), [&b"a  "[..], b"b\n\n", b"c"]);
    }

    #[test]
    fn numbers_are_found_where_they_stand() {
        let number = number_at(b"a 12\n-7 1.5 +3", 1).unwrap();
        assert_eq!((number.start, number.end, number.value), (5, 7, -7));
        assert!(number_at(b"a 12", 1).is_none());
    }
}
