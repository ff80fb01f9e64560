use std::path::Path;

use super::document::{Document, Table, Value};
use super::limits::limits_of;
use super::section::Section;
use super::{Error, Overrides};

/// What the `case.toml` of a case says. Where the case came from (`[generated]`) plays no
/// part in judging; that it is well written is checked all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseSettings {
    /// Why the case is there.
    pub why: Option<String>,
    /// `[limits]`: for this case alone.
    pub limits: Overrides,
}

impl CaseSettings {
    /// Reads the `case.toml` at `path`; messages call it `name`.
    ///
    /// # Errors
    /// When it cannot be read, or anything in it is not as it must be.
    pub fn load(path: &Path, name: &Path) -> Result<Self, Error> {
        let document = Document::read(path, name)?;
        let entries = document.parse()?;
        let top = Table::top(&document, &entries, Section::Case)?;
        if let Some(generated) = top.get("generated") {
            check_generated(generated)?;
        }
        let why = top.get("why").map(|value| value.text()).transpose()?;
        Ok(Self {
            why: why.map(str::to_owned),
            limits: limits_of(&top)?,
        })
    }
}

fn check_generated(value: Value<'_>) -> Result<(), Error> {
    let generated = value.table(Section::Generated)?;
    for key in ["family", "command", "version"] {
        generated.get(key).map(|value| value.text()).transpose()?;
    }
    for key in ["seed", "iteration"] {
        if let Some(number) = generated.get(key) {
            number.as_written("a number or a string")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::time::Duration;

    fn load(text: &str) -> Result<CaseSettings, (String, Option<String>)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("case.toml");
        fs::write(&path, text).unwrap();
        CaseSettings::load(&path, Path::new("p/x/case.toml"))
            .map_err(|error| (error.to_string(), error.help()))
    }

    #[test]
    fn a_case_may_say_why_it_is_there_and_set_limits_of_its_own() {
        let settings = load(
            "why = 'the largest board'\n[limits]\ntime = '2s'\nmemory = '1MiB'\n[generated]\n\
             family = 'dense'\nseed = 18446744073709551615\ncommand = 'judge generate'\nversion = '0.1'\n",
        )
        .unwrap();
        assert_eq!(settings.why.as_deref(), Some("the largest board"));
        assert_eq!(settings.limits.time, Some(Duration::from_secs(2)));
        assert_eq!(settings.limits.memory, Some(1 << 20));
        assert_eq!(settings.limits.output, None);
        assert_eq!(load(""), Ok(CaseSettings::default()));
    }

    #[test]
    fn it_is_as_strict_as_judge_toml() {
        for (text, message, help) in [
            (
                "\n[limits]\ntme = '1s'\n",
                "`p/x/case.toml`, line 3, column 1: unknown key `tme`",
                Some("did you mean `time`?"),
            ),
            (
                "[generated]\nsede = 1\n",
                "`p/x/case.toml`, line 2, column 1: unknown key `sede`",
                Some("did you mean `seed`?"),
            ),
            (
                "[generated]\nseed = [1]\n",
                "`p/x/case.toml`, line 2, column 8: \
                 `seed` must be a number or a string, not a value of type array",
                None,
            ),
            (
                "[generated]\nfamily = 1\n",
                "`p/x/case.toml`, line 2, column 10: \
                 `family` must be a string, not a value of type integer",
                None,
            ),
            (
                "why = 1\n",
                "`p/x/case.toml`, line 1, column 7: \
                 `why` must be a string, not a value of type integer",
                None,
            ),
        ] {
            let refused = (message.to_owned(), help.map(str::to_owned));
            assert_eq!(load(text), Err(refused));
        }
    }
}
