//! The JSON Schema of `judge.toml`, made from the tables that the strict reading goes by.

use serde_json::{Map, Value, json};

use super::section::{Form, Key, Section};
use crate::model::{BuiltIn, Clock, Profile, Protocol, Verdict};

/// The JSON Schema (draft 7, which editors of TOML know) of `judge.toml`.
///
/// What it refuses, the reading refuses, too. The reading knows more: how a command is quoted,
/// which names go together, what is out of bounds.
pub fn schema() -> Value {
    let mut schema = section(Section::Judge);
    if let Value::Object(fields) = &mut schema {
        let head = [
            ("$schema", "http://json-schema.org/draft-07/schema#"),
            ("title", "judge.toml"),
            (
                "description",
                "Which problems, cases, submissions and limits `judge` works with.",
            ),
        ];
        let head = head.map(|(key, text)| (key.to_owned(), json!(text)));
        fields.extend(head);
    }
    schema
}

/// A table with a fixed set of keys.
fn section(section: Section) -> Value {
    let properties: Map<_, _> = section
        .keys()
        .iter()
        .map(|key| (key.name.to_owned(), described(key)))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": section.required(),
        "additionalProperties": false,
    })
}

fn described(key: &Key) -> Value {
    let mut value = form(key.form);
    if let Value::Object(fields) = &mut value {
        fields.insert("description".to_owned(), json!(key.about));
    }
    value
}

fn form(form: Form) -> Value {
    match form {
        Form::Text => json!({ "type": "string" }),
        Form::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Form::Flag => json!({ "type": "boolean" }),
        Form::Tolerance => {
            json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 })
        }
        Form::Seed => json!({ "type": ["integer", "number", "string"] }),
        Form::Duration => quantity(&["ms", "s", "min"]),
        Form::Size => quantity(&["B", "kB", "MB", "GB", "KiB", "MiB", "GiB"]),
        Form::Command => command(),
        Form::Commands => json!({ "type": "array", "items": command() }),
        Form::Profile => json!({ "enum": Profile::ALL.map(Profile::name) }),
        Form::Clock => json!({ "enum": Clock::ALL.map(Clock::name) }),
        Form::Compare => json!({
            "anyOf": [{ "enum": ["lines", "unordered-lines", "tokens", "exact"] }, section(Section::Compare)],
        }),
        Form::Expect => {
            let groups = json!({
                "type": "object",
                "minProperties": 1,
                "propertyNames": { "minLength": 1 },
                "additionalProperties": verdicts(),
            });
            json!({ "anyOf": [verdicts(), groups] })
        }
        Form::Strings => {
            json!({ "type": "object", "additionalProperties": { "type": "string" } })
        }
        Form::Table(table) => section(table),
        Form::Checker => json!({
            "anyOf": [{ "enum": BuiltIn::ALL.map(BuiltIn::name) }, section(Section::Checker)],
        }),
        Form::Protocol => json!({ "enum": Protocol::ALL.map(Protocol::name) }),
        Form::Problems => named(&section(Section::Problem)),
        Form::NamedCommands => named(&command()),
        Form::Submissions => named(&json!({ "anyOf": [command(), section(Section::Submission)] })),
    }
}

/// A number and its unit.
fn quantity(units: &[&str]) -> Value {
    let units = units.join("|");
    json!({ "type": "string", "pattern": format!("^[0-9]+([.][0-9]+)?({units})$") })
}

fn command() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

/// One verdict that a submission can be meant to get, or several.
fn verdicts() -> Value {
    let all = Verdict::ALL.into_iter();
    let meant = all.filter(|verdict| *verdict != Verdict::JudgeError);
    let one = json!({ "enum": meant.map(Verdict::code).collect::<Vec<_>>() });
    json!({ "anyOf": [one, { "type": "array", "minItems": 1, "items": one }] })
}

/// A table whose keys are names of problems or submissions.
fn named(entry: &Value) -> Value {
    json!({
        "type": "object",
        "minProperties": 1,
        "propertyNames": { "pattern": "^[^/\\\\]+$" },
        "additionalProperties": entry,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::judge_toml::tests::load_text;
    use std::collections::BTreeSet;

    fn is_valid(text: &str) -> bool {
        let table: toml::Table = toml::from_str(text).unwrap();
        jsonschema::is_valid(&schema(), &serde_json::to_value(table).unwrap())
    }

    /// The object schemas with fixed keys in a schema: their keys.
    fn tables(schema: &Value, found: &mut BTreeSet<Vec<String>>) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            found.insert(properties.keys().cloned().collect());
        }
        match schema {
            Value::Object(fields) => fields.values().for_each(|value| tables(value, found)),
            Value::Array(values) => values.iter().for_each(|value| tables(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_key_that_is_read_is_in_the_schema_and_no_other() {
        let mut found = BTreeSet::new();
        tables(&schema(), &mut found);
        let known = Section::ALL.into_iter().filter(|section| {
            // These two stand in `case.toml`.
            !matches!(section, Section::Case | Section::Generated)
        });
        let known: BTreeSet<Vec<String>> = known
            .map(|section| {
                let keys = section.keys().iter().map(|key| key.name.to_owned());
                // An object of `serde_json` has its keys in order.
                keys.collect::<BTreeSet<_>>().into_iter().collect()
            })
            .collect();
        assert_eq!(found, known);
    }

    /// Files, and whether they are as they must be.
    const FILES: [(&str, bool); 30] = [
        ("problem.p = { cases = 'c', submission.s = 's' }", true),
        (
            "profile = 'kattis'\nbuild = ['make']\n[limits]\ntime = '1.5s'\nwall = '2min'\n\
             memory = '64MiB'\nclock = 'both'\n[problem.'p q']\ncases = 'c'\nprofile = 'poj'\n\
             compare = { float = 1e-6 }\nignore_case = true\nreference = 's'\n\
             limits.stack = '1GB'\n[problem.'p q'.submission]\ns = 's'\n\
             t = { run = 't', expect = ['AC', 'TLE'], read = ['d'], env = { A = 'b' } }\n\
             u = { run = 'u', expect = { 'large/*' = 'TLE', default = ['AC'] } }",
            true,
        ),
        ("", false),
        ("problem = {}", false),
        ("problem.p = { cases = 'c' }", false),
        ("problem.p = { submission.s = 's' }", false),
        ("problem.p = { cases = 'c', submission = {} }", false),
        ("problem.'a/b' = { cases = 'c', submission.s = 's' }", false),
        (
            "time = '1s'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.time = 1\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.time = '1'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.time = '1 s'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.time = '-1s'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.time = '1h'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.memory = '64mb'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits.clock = 'x'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "limits = 1\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "profile = 'POJ'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "build = 'make'\nproblem.p = { cases = 'c', submission.s = 's' }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = 's', compare = 'line' }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = 's', compare = { float = 1.0 } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = 's', compare = {} }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = 's', ignore_case = 'no' }",
            false,
        ),
        ("problem.p = { cases = 'c', submission.s = '' }", false),
        (
            "problem.p = { cases = 'c', submission.s = { expect = 'AC' } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = { run = 's', expect = 'JE' } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = { run = 's', expect = [] } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = { run = 's', expect = {} } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = { run = 's', env = { A = 1 } } }",
            false,
        ),
        (
            "problem.p = { cases = 'c', submission.s = { run = 's', read = 'd' } }",
            false,
        ),
    ];

    #[test]
    fn the_schema_and_the_reading_agree() {
        for (text, fine) in FILES {
            assert_eq!(is_valid(text), fine, "by the schema: {text}");
            assert_eq!(load_text(text).is_ok(), fine, "by the reading: {text}");
        }
    }

    #[test]
    fn every_way_to_compare_is_in_it() {
        for rule in ["lines", "tokens", "exact", "unordered", "zzz"] {
            let text =
                format!("problem.p = {{ cases = 'c', submission.s = 's', compare = '{rule}' }}");
            assert_eq!(is_valid(&text), load_text(&text).is_ok(), "{rule}");
        }
    }

    #[test]
    fn it_is_a_schema_and_each_key_has_a_description() {
        assert!(jsonschema::draft7::meta::is_valid(&schema()));
        for section in Section::ALL {
            for key in section.keys() {
                assert!(key.about.ends_with('.'), "{}", key.name);
            }
        }
    }
}
