//! `README.md`: every command that it shows is run, and what it names exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use harness::model::Verdict;

use crate::suite::{JUDGE, Suite};

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn readme() -> String {
    fs::read_to_string(repository().join("README.md")).unwrap()
}

/// A command of the README, and the exit code that it says.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    words: Vec<String>,
    code: i32,
}

/// The contents of the blocks that are marked with one of these words.
fn blocks<'t>(text: &'t str, marks: &[&str]) -> Vec<&'t str> {
    let mut blocks = Vec::new();
    let mut parts = text.split("\n```");
    // Outside, inside, outside, …
    while let (Some(_), Some(block)) = (parts.next(), parts.next()) {
        let (mark, block) = block.split_once('\n').unwrap_or((block, ""));
        if marks.contains(&mark) {
            blocks.push(block);
        }
    }
    blocks
}

/// The commands of the blocks for a shell: lines after `$ `, each with the exit code of the
/// next line of the form `# exit N` before the next command, or 0.
fn commands(text: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    for block in blocks(text, &["console", "sh"]) {
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                let words = shell_words::split(command).unwrap();
                commands.push(Shown { words, code: 0 });
            } else if let (Some(code), Some(last)) =
                (line.strip_prefix("# exit "), commands.last_mut())
            {
                last.code = code.parse().unwrap();
            }
        }
    }
    commands
}

/// The built programs of `solver/`, those of the profile in which `judge` was built.
fn programs() -> PathBuf {
    let folder = Path::new(JUDGE).parent().unwrap().to_owned();
    if !folder.join("fliptile").exists() {
        // Whoever tests the harness alone has not built them.
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "solver"]);
        if folder.ends_with("release") {
            build.arg("--release");
        }
        build.arg("--target-dir").arg(folder.parent().unwrap());
        assert!(build.current_dir(repository()).status().unwrap().success());
    }
    folder
}

/// A copy of what `judge` needs of the repository, with the programs built.
fn copy() -> Suite {
    let copy = Suite::empty();
    let configuration = fs::read_to_string(repository().join("judge.toml")).unwrap();
    let lines = configuration
        .lines()
        .map(|line| match line.starts_with("build =") {
            true => "build = []",
            false => line,
        });
    copy.file("judge.toml", lines.collect::<Vec<_>>().join("\n"));
    for entry in walkdir::WalkDir::new(repository().join("cases")) {
        let entry = entry.unwrap();
        let name = entry.path().strip_prefix(repository()).unwrap();
        if entry.file_type().is_file() {
            copy.file(name.to_str().unwrap(), fs::read(entry.path()).unwrap());
        }
    }
    let target = copy.path().join("target/release");
    fs::create_dir_all(&target).unwrap();
    for name in ["flip-game-bitmask", "flip-game-dfs", "fliptile"] {
        std::os::unix::fs::symlink(programs().join(name), target.join(name)).unwrap();
    }
    copy
}

#[test]
fn commands_are_read_with_their_exit_codes() {
    let text = "text\n```console\n$ judge a 'b c'\noutput\n# exit 4\n$ make x\n```\n\
                ```text\n$ no\n```\n";
    let shown = |words: &[&str], code| Shown {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        code,
    };
    let expected = [shown(&["judge", "a", "b c"], 4), shown(&["make", "x"], 0)];
    assert_eq!(commands(text), expected);
}

#[test]
fn every_command_shown_does_what_it_is_shown_for() {
    let commands = commands(&readme());
    assert!(commands.len() > 5, "{commands:?}");
    for Shown { words, code } in commands {
        let (program, arguments) = words.split_first().unwrap();
        let copy = copy();
        let mut command = match program.as_str() {
            "judge" => copy.command(&[]),
            "make" => {
                // This runs within `make test`: that the word is known must be enough.
                let mut make = Command::new("make");
                make.arg("--dry-run").current_dir(repository());
                make.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
                make
            }
            _ => panic!("no test knows how to run {words:?}"),
        };
        let output = command.args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{words:?}: {said}{printed}"
        );
        assert!(!printed.is_empty(), "{words:?}");
    }
}

/// The words of a report line by line, without what was measured: numbers before a unit,
/// which case was the slowest, and what this host can enforce.
fn unmeasured(report: &str) -> Vec<Vec<&str>> {
    let is_figure = |word: &str, next: Option<&&str>| {
        word.parse::<f64>().is_ok()
            && next
                .is_some_and(|unit| ["ms", "s", "MiB", "%"].contains(&unit.trim_end_matches(',')))
    };
    let line = |line| {
        let words: Vec<&str> = str::split_whitespace(line)
            .take_while(|word| !["slowest", "isolation"].contains(word))
            .collect();
        let kept = words
            .iter()
            .enumerate()
            .filter_map(|(at, word)| (!is_figure(word, words.get(at + 1))).then_some(*word));
        // The units of the figures differ as well: `900 ms` and `1.1 s`.
        kept.filter(|word| !["ms", "s"].contains(word)).collect()
    };
    report.lines().map(line).collect()
}

#[test]
fn the_reports_shown_are_what_is_printed() {
    let readme = readme();
    let [right, wrong] = blocks(&readme, &["text"])[..] else {
        panic!("the README has other samples now");
    };
    let copy = copy();
    let printed = copy.judge(&["run", "--jobs", "2"]).stdout;
    assert_eq!(unmeasured(&printed), unmeasured(right));
    fs::remove_file(copy.path().join("target/release/flip-game-dfs")).unwrap();
    copy.script("target/release/flip-game-dfs", "echo impossible");
    let printed = copy.judge(&["run", "flip-game/impossible"]).stdout;
    let (printed, wrong) = (unmeasured(&printed), unmeasured(wrong));
    let mut places = printed.windows(wrong.len());
    assert!(places.any(|lines| lines == wrong), "{printed:#?}");
}

/// The cells of the rows of the table with this head, up to its end.
fn table(text: &str, head: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip_while(|line| *line != head);
    let rows = lines.skip(2).take_while(|line| line.starts_with("| "));
    let rows: Vec<_> = rows
        .map(|row| {
            // A bar within a cell is escaped.
            let row = row.replace("\\|", "\u{1}");
            let cells = row.trim_matches('|').split('|');
            cells
                .map(|cell| cell.trim().replace('\u{1}', "|"))
                .collect()
        })
        .collect();
    assert!(!rows.is_empty(), "no table `{head}`");
    rows
}

fn first_cells(text: &str, head: &str) -> Vec<String> {
    let rows = table(text, head).into_iter();
    rows.map(|row| row[0].clone()).collect()
}

/// The words in backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn it_names_the_verdicts_that_there_are() {
    let named = first_cells(&readme(), "| verdict | when |");
    assert_eq!(named, Verdict::ALL.map(Verdict::code));
}

#[test]
fn it_names_the_exit_codes_that_there_are() {
    let named = first_cells(&readme(), "| exit code | means |");
    assert_eq!(named, ["0", "1", "2", "3", "4", "5", "128+N"]);
}

#[test]
fn it_names_the_commands_that_there_are() {
    let named = first_cells(&readme(), "| command | does |");
    let named: BTreeSet<_> = named
        .iter()
        .filter_map(|cell| cell.rsplit_once("`judge ").map(|(_, rest)| rest))
        .filter_map(|rest| rest.split([' ', '`']).next())
        .collect();
    let help = Suite::empty().judge(&["--help"]).stdout;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let listed: BTreeSet<_> = listed
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(named, listed);
}

#[test]
fn its_configuration_is_accepted_and_shows_every_key() {
    let readme = readme();
    let configuration = blocks(&readme, &["toml"]).into_iter();
    let mut whole = configuration.filter(|block| block.starts_with("build = "));
    let shown = whole.next().expect("a whole `judge.toml`");
    let copy = copy();
    copy.file("judge.toml", shown);
    let done = copy.judge(&["list"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{done:?}");
    let words: BTreeSet<_> = shown
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    // What is unknown is refused with what is known.
    for table in [
        "zzzz = 1",
        "[limits]\nzzzz = 1",
        "[problem.p]\nzzzz = 1",
        "[problem.p]\ncases = 'cases'\n[problem.p.submission]\ns = { zzzz = 1 }",
        "[problem.p]\ncases = 'cases'\ncompare = { zzzz = 1 }\n[problem.p.submission]\ns = 'x'",
    ] {
        copy.file("judge.toml", table);
        let done = copy.judge(&["list"]);
        let (_, known) = done
            .stderr
            .split_once("help: known here: ")
            .expect(&done.stderr);
        for key in quoted(known) {
            assert!(words.contains(key.as_str()), "`{key}` of {table}");
        }
    }
}

#[test]
fn it_names_the_fields_of_the_json_report() {
    let readme = readme();
    let suite = Suite::of_scripts(&[("s", "echo 5")]);
    suite.case("one", "x\n", "4\n");
    let lines = suite.judge(&["run", "--format", "json"]).json();
    for row in table(&readme, "| `type` | fields |") {
        let kind = row[0].trim_matches('`');
        let line = lines.iter().find(|line| line["type"] == kind).unwrap();
        let named = quoted(&row[1]);
        let verdicts = Verdict::ALL.map(Verdict::code);
        for field in line.as_object().unwrap().keys() {
            let told = named.contains(field) || field == "type" || verdicts.contains(&&**field);
            assert!(told, "`{field}` of `{kind}` is not in the README");
        }
        // Before each bracket that explains a value stands the name of its field.
        let outside = without_brackets(&row[1]);
        for name in quoted(&outside) {
            assert!(line.get(&name).is_some(), "`{kind}` has no `{name}`");
        }
    }
}

/// A text without what stands in its round brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let kept = text.chars().filter(|c| {
        depth += u32::from(*c == '(');
        let outside = depth == 0;
        depth -= u32::from(*c == ')');
        outside
    });
    kept.collect()
}
