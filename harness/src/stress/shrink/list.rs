use super::{Halt, Search};

/// The most combinations of one size that are tried.
const MOST_COMBINATIONS: usize = 5000;

/// How a list of parts is written as an input.
pub(super) type Write<'a, T> = dyn Fn(&[T]) -> Vec<u8> + 'a;

/// Takes elements away, in long runs first and then one by one, until none can go alone;
/// at least `least` stay.
///
/// Source: Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input, IEEE
/// Transactions on Software Engineering 28(2), 2002.
pub(super) fn reduce<T: Clone>(
    search: &mut Search<'_>,
    items: &mut Vec<T>,
    least: usize,
    write: &Write<'_, T>,
) -> Result<(), Halt> {
    let mut length = (items.len() / 2).max(1);
    loop {
        let is_smaller = reduce_by(search, items, least, length, write)?;
        if length == 1 && !is_smaller {
            return Ok(());
        }
        length = (length / 2).max(1);
    }
}

/// Takes runs of this length away; says whether any could go.
fn reduce_by<T: Clone>(
    search: &mut Search<'_>,
    items: &mut Vec<T>,
    least: usize,
    length: usize,
    write: &Write<'_, T>,
) -> Result<bool, Halt> {
    let (mut start, mut is_smaller) = (0, false);
    while start < items.len() {
        let end = items.len().min(start + length);
        let rest = [&items[..start], &items[end..]].concat();
        if rest.len() >= least && search.takes(write(&rest))? {
            *items = rest;
            is_smaller = true;
        } else {
            start = end;
        }
    }
    Ok(is_smaller)
}

/// Takes `size` elements away at a time, wherever they stand, until no such group can go. Where
/// there are too many groups, none is tried.
pub(super) fn reduce_together<T: Clone>(
    search: &mut Search<'_>,
    items: &mut Vec<T>,
    size: usize,
    write: &Write<'_, T>,
) -> Result<bool, Halt> {
    let mut is_smaller = false;
    'smaller: loop {
        if n_combinations(items.len(), size) > MOST_COMBINATIONS {
            return Ok(is_smaller);
        }
        let mut chosen: Vec<usize> = (0..size).collect();
        while chosen.last().is_none_or(|&last| last < items.len()) {
            let rest = without(items, &chosen);
            if search.takes(write(&rest))? {
                *items = rest;
                is_smaller = true;
                continue 'smaller;
            }
            if !advance(&mut chosen, items.len()) {
                break;
            }
        }
        return Ok(is_smaller);
    }
}

fn without<T: Clone>(items: &[T], places: &[usize]) -> Vec<T> {
    let kept = items.iter().enumerate();
    kept.filter(|(place, _)| !places.contains(place))
        .map(|(_, item)| item.clone())
        .collect()
}

/// The next combination of places below `length` in lexicographic order; `false` after the
/// last.
fn advance(chosen: &mut [usize], length: usize) -> bool {
    let size = chosen.len();
    let Some(place) = (0..size)
        .rev()
        .find(|&place| chosen[place] + size - place < length)
    else {
        return false;
    };
    chosen[place] += 1;
    for next in place + 1..size {
        chosen[next] = chosen[next - 1] + 1;
    }
    true
}

fn n_combinations(of: usize, size: usize) -> usize {
    (0..size.min(of)).fold(1, |product: usize, step| {
        product.saturating_mul(of - step) / (step + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_comes_once_in_order() {
        for length in 1..8 {
            for size in 1..=length {
                let mut chosen: Vec<usize> = (0..size).collect();
                let mut all = vec![chosen.clone()];
                while advance(&mut chosen, length) {
                    all.push(chosen.clone());
                }
                assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
                assert_eq!(
                    all.len(),
                    n_combinations(length, size),
                    "{size} of {length}"
                );
                assert!(all.iter().flatten().all(|&place| place < length));
            }
        }
    }
}
