//! The names of profiles and clocks.

use std::str::FromStr;

use super::document::{Table, Value};
use super::{Error, Fault};
use crate::model::{Clock, Origin, Profile, Setting};
use crate::nearest::nearest;

/// Reads `profile` of a table; `origin` is that table.
pub(super) fn profile(
    table: &Table<'_>,
    origin: Origin,
) -> Result<Option<Setting<Profile>>, Error> {
    let value = table.get("profile");
    let names = Profile::ALL.map(Profile::name);
    let profile = value.map(|value| named(&value, &names)).transpose()?;
    Ok(profile.map(|value| Setting { value, origin }))
}

/// Reads `clock` of a table.
pub(super) fn clock(table: &Table<'_>) -> Result<Option<Clock>, Error> {
    let value = table.get("clock");
    let names = Clock::ALL.map(Clock::name);
    value.map(|value| named(&value, &names)).transpose()
}

/// A string that is one of a few names.
fn named<T: FromStr>(value: &Value<'_>, known: &[&'static str]) -> Result<T, Error> {
    let name = value.text()?;
    name.parse().map_err(|_| {
        value.error(Fault::UnknownName {
            key: value.key().to_owned(),
            name: name.to_owned(),
            nearest: nearest(&name.to_lowercase(), known.iter().copied()).map(str::to_owned),
            known: known.to_vec(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::judge_toml::tests::{MINIMAL, assert_refused, load_text};

    #[test]
    fn the_profile_of_a_problem_goes_before_that_of_the_file() {
        let profile = |top: &str, own: &str| {
            let config = load_text(&format!("{top}\n{MINIMAL}{own}\n")).unwrap();
            let Setting { value, origin } = config.problems[0].problem.profile;
            (value, origin)
        };
        let kattis = "profile = 'kattis'";
        assert_eq!(profile("", ""), (Profile::Poj, Origin::BuiltIn));
        assert_eq!(profile(kattis, ""), (Profile::Kattis, Origin::JudgeToml));
        assert_eq!(profile("", kattis), (Profile::Kattis, Origin::Problem));
        let poj = (Profile::Poj, Origin::Problem);
        assert_eq!(profile(kattis, "profile = 'poj'"), poj);
    }

    #[test]
    fn every_name_is_read() {
        for one in Profile::ALL {
            let config = load_text(&format!("profile = '{one}'\n{MINIMAL}")).unwrap();
            assert_eq!(config.problems[0].problem.profile.value, one);
        }
        for one in Clock::ALL {
            let config = load_text(&format!("limits.clock = '{one}'\n{MINIMAL}")).unwrap();
            assert_eq!(config.limits.clock, Some(one));
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_that_names_the_nearest() {
        assert_refused(&[
            (
                "profile = 'katis'\n",
                "`judge.toml`, line 1, column 11: `profile`: there is no `katis`",
                "did you mean `kattis`?",
            ),
            (
                "profile = 'POJ'\n",
                "`judge.toml`, line 1, column 11: `profile`: there is no `POJ`",
                "did you mean `poj`?",
            ),
            (
                "profile = 'zzz'\n",
                "`judge.toml`, line 1, column 11: `profile`: there is no `zzz`",
                "write one of `poj`, `codeforces`, `kattis`, `atcoder`, `domjudge`",
            ),
            (
                "profile = 1\n",
                "`judge.toml`, line 1, column 11: \
                 `profile` must be a string, not a value of type integer",
                "",
            ),
            (
                "[limits]\nclock = 'x'\n",
                "`judge.toml`, line 2, column 9: `clock`: there is no `x`",
                "write one of `cpu`, `wall`, `both`",
            ),
        ]);
    }
}
