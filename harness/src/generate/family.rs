use super::{Error, Family, flip_game, fliptile};

/// The families of a problem, in the order in which they are listed; empty where the harness
/// knows nothing of the problem.
pub fn families(problem: &str) -> &'static [Family] {
    match problem {
        "flip-game" => flip_game::FAMILIES,
        "fliptile" => fliptile::FAMILIES,
        _ => &[],
    }
}

/// The family of this name.
///
/// # Errors
/// When the problem has no families, or none of this name.
pub fn family(problem: &str, name: &str) -> Result<&'static Family, Error> {
    let families = families(problem);
    if families.is_empty() {
        return Err(Error::NoFamilies {
            problem: problem.to_owned(),
        });
    }
    families
        .iter()
        .find(|family| family.name == name)
        .ok_or_else(|| Error::UnknownFamily {
            problem: problem.to_owned(),
            name: name.to_owned(),
            families,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_family_is_found_by_its_name_and_says_what_it_is() {
        for problem in ["flip-game", "fliptile"] {
            let mut names = HashSet::new();
            for listed in families(problem) {
                assert_eq!(listed.problem, problem);
                assert!(names.insert(listed.name));
                assert_eq!(family(problem, listed.name).unwrap().name, listed.name);
                assert!(!listed.description.is_empty() && !listed.description.contains('\n'));
            }
        }
    }

    #[test]
    fn a_misspelt_family_is_an_error_that_names_the_nearest() {
        let error = family("flip-game", "anser-6").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the problem `flip-game` has no family `anser-6`"
        );
        let help = error.help().unwrap();
        assert!(help.starts_with("did you mean `answer-6`? "), "{help}");
        let error = family("knapsack", "random").unwrap_err();
        assert_eq!(
            error.to_string(),
            "no families are known for the problem `knapsack`"
        );
    }
}
