//! Cases whose inputs lie in one folder, and their answers by the same names in another.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::found::{Entry, Found, Part, Settings};
use super::layout::{PAIRS, SETTINGS_ENDING, TWINS};
use super::near_miss::{Bystanders, Meant};
use super::walk::{Tree, below};
use super::{directory, pairs};
use crate::untrusted::{self, escape};

/// Two folders beside each other in a directory.
pub(super) struct Twins<'t> {
    root: &'t Path,
    tree: &'t Tree,
    parent: &'t Path,
    inputs: &'static str,
    answers: &'static str,
}

/// The twins in a directory. Folders are none when cases of another layout lie below them.
pub(super) fn in_directory<'t>(
    root: &'t Path,
    tree: &'t Tree,
    parent: &'t Path,
) -> Option<Twins<'t>> {
    let folder = tree.get(parent)?;
    let twins = TWINS.iter().filter(|(inputs, answers)| {
        // Who put inputs into `in` and forgot `out` is told so; a folder that is called
        // `input` by chance says nothing.
        let is_alone = *inputs == "in" && has_files(tree, &parent.join(inputs));
        folder.has_directory(inputs) && (folder.has_directory(answers) || is_alone)
    });
    let mut twins = twins.map(|(inputs, answers)| Twins {
        root,
        tree,
        parent,
        inputs,
        answers,
    });
    twins.find(|twins| !twins.folders().iter().any(|path| has_own_cases(tree, path)))
}

fn has_files(tree: &Tree, directory: &Path) -> bool {
    below(tree, directory).any(|(_, folder)| folder.files().next().is_some())
}

fn has_own_cases(tree: &Tree, path: &Path) -> bool {
    below(tree, path).any(|(_, folder)| directory::is_case(folder) || pairs::has_whole(folder))
}

impl Twins<'_> {
    /// The two folders; all below them belongs to these cases.
    pub(super) fn folders(&self) -> [PathBuf; 2] {
        [self.inputs, self.answers].map(|name| self.parent.join(name))
    }

    /// Their cases, half-made ones included.
    pub(super) fn cases(&self) -> Vec<Found> {
        let groups: BTreeSet<_> = self
            .folders()
            .iter()
            .flat_map(|top| {
                let groups = below(self.tree, top);
                groups.filter_map(move |(path, _)| Some(path.strip_prefix(top).ok()?.to_owned()))
            })
            .collect();
        groups
            .iter()
            .flat_map(|group| self.cases_of(group))
            .collect()
    }

    /// The cases of the same subfolder of both.
    fn cases_of(&self, group: &Path) -> Vec<Found> {
        let nothing = Folder::default();
        let [inputs, answers] = self.folders().map(|top| joined(&top, group));
        let sides = Sides {
            twins: self,
            group,
            input_files: self.tree.get(&inputs).unwrap_or(&nothing),
            answer_files: self.tree.get(&answers).unwrap_or(&nothing),
            inputs,
            answers,
        };
        sides.cases()
    }
}

/// A subfolder of both, which one of them may lack.
struct Sides<'t> {
    twins: &'t Twins<'t>,
    group: &'t Path,
    inputs: PathBuf,
    input_files: &'t Folder,
    answers: PathBuf,
    answer_files: &'t Folder,
}

impl Sides<'_> {
    fn cases(&self) -> Vec<Found> {
        let inputs = self.input_files.files().filter(|name| !is_settings(name));
        let mut cases: Vec<_> = inputs.map(|name| self.of_input(name)).collect();
        let taken: BTreeSet<_> = cases.iter().flat_map(names).collect();
        let left = self.answer_files.files();
        let left: Vec<_> = left.filter(|name| !taken.contains(*name)).collect();
        let bystanders = Bystanders::new(left.iter().copied());
        for case in cases.iter_mut().filter(|case| !case.is_whole()) {
            case.expected.missing.near = bystanders.near(case, Meant::Expected);
        }
        cases.extend(left.into_iter().map(|name| self.of_answer(name)));
        let used: BTreeSet<_> = cases.iter().filter_map(settings).collect();
        let settings = self.input_files.files().filter(|name| is_settings(name));
        let unused = settings.filter(|name| !used.contains(*name));
        cases.extend(unused.map(|name| self.of_settings(name)));
        cases
    }

    fn of_input(&self, name: &OsStr) -> Found {
        let mut case = self.case(&case_name(name));
        let wanted = answers_to(name);
        let there = wanted.iter().filter_map(|name| self.answer(name));
        case.expected.there = there.collect();
        case.expected.missing.wanted = self.shown(self.twins.answers, &wanted);
        case.input.there = Vec::from_iter(self.input(name));
        case
    }

    fn of_answer(&self, name: &OsStr) -> Found {
        let wanted = inputs_of(name);
        let input = wanted.last().map_or(name, |input| input);
        let mut case = self.case(&case_name(input));
        case.input.missing.wanted = self.shown(self.twins.inputs, &wanted);
        case.expected.there = Vec::from_iter(self.answer(name));
        case
    }

    /// Settings without anything that they could be for.
    fn of_settings(&self, name: &OsStr) -> Found {
        let input = Path::new(name).file_stem().unwrap_or(name);
        let mut case = self.case(input);
        case.input.missing.wanted = self.shown(self.twins.inputs, &[input.to_owned()]);
        case
    }

    /// A case of which nothing is found yet but its settings.
    fn case(&self, name: &OsStr) -> Found {
        let mut settings = name.to_owned();
        settings.push(SETTINGS_ENDING);
        let parent = self.twins.parent.strip_prefix(self.twins.root);
        let parent = parent.unwrap_or(self.twins.parent);
        Found {
            name: parent.join(self.group).join(name),
            is_directory: false,
            input: Part::default(),
            expected: Part::default(),
            settings: Settings {
                there: self.input(&settings),
                name: escape(settings.as_encoded_bytes()),
                misnamed: None,
            },
            trouble: None,
        }
    }

    fn input(&self, name: &OsStr) -> Option<Entry> {
        Entry::find_file(&self.inputs, self.input_files, name)
    }

    fn answer(&self, name: &OsStr) -> Option<Entry> {
        Entry::find_file(&self.answers, self.answer_files, name)
    }

    /// The paths of files below one of the twins, from the folder that holds both.
    fn shown(&self, twin: &str, names: &[OsString]) -> Vec<String> {
        let group = Path::new(twin).join(self.group);
        let shown = names.iter().map(|name| untrusted::path(&group.join(name)));
        shown.collect()
    }
}

/// The names of a case's answers.
fn names(case: &Found) -> impl Iterator<Item = OsString> {
    let answers = case.expected.there.iter();
    answers.filter_map(|entry| Some(entry.path.file_name()?.to_owned()))
}

/// The name of a case's settings.
fn settings(case: &Found) -> Option<OsString> {
    let entry = case.settings.there.as_ref()?;
    Some(entry.path.file_name()?.to_owned())
}

fn joined(top: &Path, group: &Path) -> PathBuf {
    // Joining nothing would add a slash.
    top.iter().chain(group).collect()
}

fn is_settings(name: &OsStr) -> bool {
    name.as_encoded_bytes()
        .ends_with(SETTINGS_ENDING.as_bytes())
}

/// What the answer to an input may be called: the same, or as in a pair.
fn answers_to(input: &OsStr) -> Vec<OsString> {
    let mut names = vec![input.to_owned()];
    for pair in PAIRS {
        if let Some(common) = pair.input.common(input) {
            names.extend(pair.answers.iter().map(|answer| answer.name(common)));
        }
    }
    names
}

/// What the input of an answer may be called.
fn inputs_of(answer: &OsStr) -> Vec<OsString> {
    let mut names = vec![answer.to_owned()];
    for pair in PAIRS {
        let commons = pair
            .answers
            .iter()
            .filter_map(|pattern| pattern.common(answer));
        names.extend(commons.map(|common| pair.input.name(common)));
    }
    names
}

/// What the case of an input is called: as in a pair, or like the file.
fn case_name(input: &OsStr) -> OsString {
    let mut names = PAIRS
        .iter()
        .filter_map(|pair| Some(pair.case_name(pair.input.common(input)?)));
    names.next().unwrap_or_else(|| input.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::discover::testing::{
        ONE_PROBLEM, cases, faults, folder, named, names, no_expected, no_input,
    };

    #[test]
    fn the_same_path_in_two_folders_is_a_case() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/abc/A/in/00_sample_00.txt", ""),
                ("cases/abc/A/out/00_sample_00.txt", ""),
                ("cases/abc/A/in/00_sample_00.txt.toml", "why = 'w'"),
                ("cases/old/in/sub/a01", ""),
                ("cases/old/out/sub/a01", ""),
                ("cases/ext/in/1.in", ""),
                ("cases/ext/out/1.out", ""),
                ("cases/zip/input/input00.txt", ""),
                ("cases/zip/output/output00.txt", ""),
            ],
        );
        assert_eq!(faults(&folder), []);
        assert_eq!(
            names(&folder),
            [
                "p/abc/A/00_sample_00.txt",
                "p/ext/1",
                "p/old/sub/a01",
                "p/zip/input00",
            ]
        );
        let case = &cases(&folder)[0];
        let at = |name: &str| folder.path().join("cases/abc/A").join(name);
        assert_eq!(case.path, at("00_sample_00.txt"));
        let files = case.files.clone().unwrap();
        assert_eq!(files.input, at("in/00_sample_00.txt"));
        assert_eq!(files.expected, Some(at("out/00_sample_00.txt")));
        assert_eq!(case.why.as_deref(), Some("w"));
    }

    #[test]
    fn one_without_its_twin_is_reported_by_name() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/in/a01", ""),
                ("cases/in/a02", ""),
                ("cases/out/a01", ""),
                ("cases/out/a02.txt", ""),
                ("cases/out/g/b.out", ""),
                ("cases/lone/in/x", ""),
                ("cases/lone/in/y.toml", ""),
            ],
        );
        assert_eq!(
            faults(&folder),
            named(&[
                (
                    "p/a02",
                    no_expected("cases/in/a02", &["out/a02"], &["a02.txt"])
                ),
                ("p/a02.txt", no_input(&["in/a02.txt"], &[])),
                ("p/g/b", no_input(&["in/g/b.out", "in/g/b.in"], &[])),
                ("p/lone/x", no_expected("cases/lone/in/x", &["out/x"], &[])),
                ("p/lone/y", no_input(&["in/y"], &[])),
            ])
        );
    }

    #[test]
    fn folders_with_cases_of_their_own_are_no_twins() {
        let folder = folder(
            ONE_PROBLEM,
            &[
                ("cases/in/x/input", ""),
                ("cases/in/x/expected", ""),
                ("cases/out/x/input", ""),
                ("cases/out/x/expected", ""),
                ("cases/pairs/in/1.in", ""),
                ("cases/pairs/in/1.out", ""),
                ("cases/pairs/out/program", ""),
            ],
        );
        assert_eq!(names(&folder), ["p/in/x", "p/out/x", "p/pairs/in/1"]);
        assert_eq!(faults(&folder), []);
    }
}
