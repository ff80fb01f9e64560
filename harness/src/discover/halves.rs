//! What whole pairs leave over in a folder: halves of cases, the misspelt halves of others, and
//! files that have nothing to do with cases.

use std::collections::BTreeSet;
use std::path::Path;

use super::found::Found;
use super::layout::{PAIRS, SETTINGS, SETTINGS_ENDING};
use super::near_miss::{Bystanders, COMPILED, Meant, meant};
use super::pairs::Pairs;
use crate::untrusted::escape;

/// Files that end like the settings of a case and are something else.
const OTHER_SETTINGS: &[&str] = &[SETTINGS, "judge.toml", "Cargo.toml", "pyproject.toml"];

/// The cases of which one part is there, and then what only seems to be a part, where there
/// are pairs (`beside_pairs`).
pub(super) fn half_made(pairs: &mut Pairs<'_>, beside_pairs: bool) -> Vec<Found> {
    let loose = pairs.loose.clone();
    let bystanders = Bystanders::new(loose.iter().copied());
    let mut cases = halves(pairs, &bystanders);
    if beside_pairs || !cases.is_empty() {
        cases.extend(odd_ones(pairs, &bystanders));
    }
    cases
}

fn halves(pairs: &mut Pairs<'_>, bystanders: &Bystanders<'_>) -> Vec<Found> {
    let mut cases = Vec::new();
    for pair in PAIRS {
        let patterns = pair.answers.iter().chain([&pair.input]);
        for common in BTreeSet::from_iter(pairs.commons(patterns)) {
            let mut case = pairs.case(pair, common);
            if !is_compiled(&case) {
                look_around(&mut case, bystanders);
                pairs.take(&case);
                cases.push(case);
            }
        }
    }
    cases
}

/// Files that look as if they should belong to a case: inputs that are named in another way,
/// and settings of no case.
fn odd_ones(pairs: &mut Pairs<'_>, bystanders: &Bystanders<'_>) -> Vec<Found> {
    let mut cases = Vec::new();
    for name in pairs.loose.clone() {
        let bytes = name.as_encoded_bytes();
        let is_settings = bytes.ends_with(SETTINGS_ENDING.as_bytes())
            && !OTHER_SETTINGS.iter().any(|other| name == *other);
        let (true, Some(stem)) = (
            is_settings || meant(name) == Some(Meant::Input),
            Path::new(name).file_stem(),
        ) else {
            continue;
        };
        let mut case = pairs.case(&PAIRS[0], stem.as_encoded_bytes());
        case.input.missing.near = match is_settings {
            true => bystanders.near(&case, Meant::Input),
            false => vec![escape(bytes)],
        };
        pairs.loose.remove(name);
        pairs.take(&case);
        cases.push(case);
    }
    cases
}

fn look_around(case: &mut Found, bystanders: &Bystanders<'_>) {
    if case.input.there.is_empty() {
        case.input.missing.near = bystanders.near(case, Meant::Input);
    }
    if case.expected.there.is_empty() {
        case.expected.missing.near = bystanders.near(case, Meant::Expected);
    }
}

/// Whether all there is of a case is a compiler's output.
fn is_compiled(case: &Found) -> bool {
    case.input.there.is_empty() && case.paths().all(|path| path.ends_with(COMPILED))
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, faults, folder, ignored, named, names, no_expected, no_input,
    };

    #[test]
    fn half_of_a_pair_is_reported_by_name_with_what_may_have_been_meant() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/2.in", ""),
                ("cases/2.OUT", ""),
                ("cases/big.in", ""),
                ("cases/bgi.ans", ""),
                ("cases/notes.txt", ""),
                ("cases/main.cpp", ""),
                ("cases/a.out", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/1", "p/2", "p/bgi", "p/big"]);
        let ans = |name: &str| [format!("{name}.ans"), format!("{name}.out")];
        let (two, big) = (ans("2"), ans("big"));
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/2",
                    no_expected("cases/2.in", &[&two[0], &two[1]], &["2.OUT"])
                ),
                ("p/bgi", no_input(&["bgi.in"], &["2.in", "big.in"])),
                (
                    "p/big",
                    no_expected("cases/big.in", &[&big[0], &big[1]], &["2.OUT", "bgi.ans"])
                ),
            ])
        );
        assert_eq!(
            ignored(&folder),
            [
                "cases/2.OUT",
                "cases/a.out",
                "cases/main.cpp",
                "cases/notes.txt"
            ]
        );
    }

    #[test]
    fn inputs_of_another_scheme_beside_pairs_are_not_passed_over() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/1.in", ""),
                ("cases/1.ans", ""),
                ("cases/2.inp", ""),
                ("cases/2.sol", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[("p/2", no_input(&["2.in"], &["2.inp"]))])
        );
    }

    #[test]
    fn a_folder_may_be_a_case_and_hold_pairs() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/half/input", ""),
                ("cases/half/1.in", ""),
                ("cases/half/1.ans", ""),
                ("cases/half/2.ans", ""),
                ("cases/whole/input", ""),
                ("cases/whole/expected", ""),
                ("cases/whole/1.in", ""),
            ],
        );
        assert_eq!(
            names(&folder),
            ["p/half", "p/half/1", "p/whole", "p/whole/1"]
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/half",
                    no_expected("cases/half/input", &["expected"], &["1.ans", "2.ans"])
                ),
                (
                    "p/whole/1",
                    no_expected("cases/whole/1.in", &["1.ans", "1.out"], &[])
                ),
            ])
        );
    }
}
