//! The layers of the library: what each module may use, and what stays out of all but one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules by rank; each uses what is below it.
const RANKS: &[&[&str]] = &[
    &["model", "board", "diff", "figures", "nearest", "untrusted"],
    &["config", "event", "sys", "launcher", "method"],
    &["discover", "run"],
    &["check", "generate"],
    &["plan"],
    &["engine"],
    &["exhaust", "report", "stress"],
    &["cli"],
];

/// What modules of one rank use of each other.
const WITHIN: &[(&str, &str)] = &[
    ("model", "untrusted"),
    ("board", "untrusted"),
    ("diff", "model"),
    ("diff", "untrusted"),
    ("figures", "model"),
    ("launcher", "sys"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of the library: their paths below `src`, and their code without comments.
fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(source()) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(source()).unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().map(|line| match line.split_once("//") {
                Some((code, _)) if !code.contains('"') => code,
                _ => line,
            });
            files.push((name.to_owned(), code.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(files.len() > 80, "{}", files.len());
    files
}

/// The module that a file belongs to; `None` for `main.rs` and `lib.rs`.
fn module(file: &str) -> Option<&str> {
    file.split_once('/').map(|(module, _)| module)
}

/// The modules that a text names by `crate::`.
fn used(code: &str) -> BTreeSet<String> {
    let name = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let mut used = BTreeSet::new();
    for (at, found) in code.match_indices("crate::") {
        let rest = code[at + found.len()..].trim_start();
        match rest.strip_prefix('{') {
            None => {
                used.insert(name(rest));
            }
            Some(group) => used.extend(first_names(group).iter().map(|text| name(text))),
        }
    }
    used
}

/// The items of a group of imports, up to its closing brace.
fn first_names(group: &str) -> Vec<&str> {
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(group[start..at].trim());
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(group[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn rank(module: &str) -> usize {
    let rank = RANKS.iter().position(|rank| rank.contains(&module));
    rank.unwrap_or_else(|| panic!("`{module}` has no rank"))
}

/// Whether a module may use another.
fn may_use(module: &str, other: &str) -> bool {
    module == other || rank(other) < rank(module) || WITHIN.contains(&(module, other))
}

#[test]
fn groups_of_imports_are_read_to_their_end() {
    let code = "use crate::{config, model::{Case, Exit}, plan::{self, Item}};\ncrate::sys::f()";
    let expected = ["config", "model", "plan", "sys"].map(str::to_owned);
    assert_eq!(used(code), BTreeSet::from(expected));
    assert!(!may_use("config", "plan") && !may_use("exhaust", "report"));
    assert!(!may_use("sys", "launcher") && may_use("cli", "report"));
}

#[test]
fn imports_go_down_only() {
    let mut up = Vec::new();
    let mut n_imports = 0;
    for (file, code) in files() {
        let Some(module) = module(&file) else {
            continue;
        };
        for other in used(&code) {
            n_imports += 1;
            if !may_use(module, &other) {
                up.push(format!("{file} uses `{other}`"));
            }
        }
    }
    assert_eq!(up, [""; 0]);
    assert!(n_imports > 100, "{n_imports}");
}

#[test]
fn every_module_of_the_library_has_its_rank() {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let declared: BTreeSet<_> = declared.collect();
    let files = files();
    let folders = files.iter().filter_map(|(file, _)| module(file));
    assert_eq!(declared, folders.collect());
    for module in declared {
        rank(module);
    }
}

#[test]
fn the_table_for_readers_tells_the_same_ranks() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md");
    let text = fs::read_to_string(path).unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let rank: usize = cells.next()?.parse().ok()?;
        Some((cells.next()?.trim_matches('`').to_owned(), rank))
    };
    let told: BTreeSet<_> = text.lines().filter_map(row).collect();
    let held = RANKS.iter().enumerate();
    let held =
        held.flat_map(|(rank, names)| names.iter().map(move |name| (name.to_string(), rank)));
    assert_eq!(told, held.collect());
}

#[test]
fn nothing_but_sys_is_unsafe_or_knows_the_numbers_of_signals() {
    let mut found = Vec::new();
    for (file, code) in files() {
        if module(&file) == Some("sys") {
            continue;
        }
        // What stands in quotes is a name to show, not a number.
        let code = code.split('"').step_by(2).collect::<String>();
        for word in ["unsafe", "libc", "SIG"] {
            let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|found| found == word || word == "SIG" && is_signal(found)) {
                found.push(format!("{file}: {word}"));
            }
        }
    }
    assert_eq!(found, [""; 0]);
}

fn is_signal(word: &str) -> bool {
    let rest = word.strip_prefix("SIG").unwrap_or("");
    !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_uppercase())
}

#[test]
fn a_file_holds_one_idea() {
    for (file, code) in files() {
        let lines = code.split("#[cfg(test)]\n").next().unwrap().lines().count();
        assert!(lines <= 400, "{file} has {lines} lines without its tests");
    }
}
