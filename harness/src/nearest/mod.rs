//! The known name that was most likely meant by one that is not known. This is the only place
//! that says how like two names must be.

/// The words are alike from here on: they have this share of their letters in common, a common
/// beginning counting more. It forgives a wrong end of a long word.
const ALIKE: f64 = 0.7;

/// The words are alike from here on: this share of their letters stays when the one is edited
/// into the other. It forgives two letters swapped in a short word.
const NEARLY_EQUAL: f64 = 0.6;

/// Of the names that are like `typed`, the one that is most so; of two, the later.
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_alike(names, |name| likeness(typed, name))
}

/// As [`nearest`], for paths: their whole is compared, or their last part alone, since the
/// folders in front of it are often left out. A beginning in common makes no path alike.
pub fn nearest_path<'n>(typed: &str, paths: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    most_alike(paths, |path| {
        let last = path.rsplit('/').next().unwrap_or(path);
        more(equality(typed, path), equality(typed, last))
    })
}

/// How like two names are, up to 1 for the same; `None` where people see no likeness.
pub fn likeness(typed: &str, name: &str) -> Option<f64> {
    let common = Some(strsim::jaro_winkler(typed, name)).filter(|common| *common >= ALIKE);
    more(common, equality(typed, name))
}

fn more(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).max_by(f64::total_cmp)
}

fn equality(typed: &str, name: &str) -> Option<f64> {
    let equal = strsim::normalized_damerau_levenshtein(typed, name);
    Some(equal).filter(|equal| *equal >= NEARLY_EQUAL)
}

fn most_alike<'n>(
    names: impl IntoIterator<Item = &'n str>,
    likeness: impl Fn(&str) -> Option<f64>,
) -> Option<&'n str> {
    names
        .into_iter()
        .filter_map(|name| Some((name, likeness(name)?)))
        .max_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_seen_through_and_an_unlike_one_is_not() {
        let names = ["flip-game-bitmask", "flip-game-dfs", "fliptile", "sum"];
        for (typed, meant) in [
            ("flip-game-bfs", Some("flip-game-dfs")),
            ("flip-game-bit", Some("flip-game-bitmask")),
            ("fliptiles", Some("fliptile")),
            ("usm", Some("sum")),
            ("knapsack", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
    }

    #[test]
    fn a_path_is_known_by_its_last_part_and_not_by_its_first_folder() {
        let paths = ["flip-game/answers/six-1", "flip-game/statement/sample"];
        for (typed, meant) in [
            ("sampel", Some("flip-game/statement/sample")),
            ("flip-game/answer/six-1", Some("flip-game/answers/six-1")),
            ("flip-game/zzz", None),
        ] {
            assert_eq!(nearest_path(typed, paths), meant, "{typed}");
        }
    }
}
