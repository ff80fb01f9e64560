//! Paths as filters see them: escaped, and without `.` and `..`.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

use super::Error;
use crate::model::Case;
use crate::untrusted::escape;

/// The two directories that a path in a filter may start from, escaped.
pub(super) struct Here {
    root: String,
    directory: String,
}

/// Where a case is.
pub(super) struct CasePaths<'a> {
    name: &'a str,
    without_problem: &'a str,
    places: Vec<Place>,
}

/// A path by which a case may be named.
struct Place {
    absolute: String,
    /// Where what is below the root begins.
    root: Option<usize>,
    /// Where what is below the current directory begins.
    directory: Option<usize>,
}

impl Place {
    fn relative(&self) -> impl Iterator<Item = &str> {
        let starts = [self.root, self.directory].into_iter().flatten();
        starts.filter_map(|start| self.absolute.get(start..))
    }
}

impl Here {
    /// Of the root of the configuration and the current directory, both absolute.
    pub(super) fn new(root: &Path, directory: &Path) -> Self {
        Self {
            root: absolute(root),
            directory: absolute(directory),
        }
    }

    /// The absolute form of the path in a filter. With `as_pattern`, nothing of the current
    /// directory is taken for a pattern.
    pub(super) fn absolute(&self, path: &str, as_pattern: bool) -> String {
        let base = match (path.starts_with('/'), as_pattern) {
            (true, _) => String::new(),
            (false, false) => self.directory.clone(),
            (false, true) => globset::escape(&self.directory),
        };
        joined(base, path.split('/'))
    }

    pub(super) fn paths<'a>(&self, case: &'a Case) -> CasePaths<'a> {
        let places = [&case.path].into_iter().chain(&case.beside);
        CasePaths {
            name: case.name.as_str(),
            without_problem: case.name.below_problem(),
            places: places.map(|path| self.place(path)).collect(),
        }
    }

    fn place(&self, path: &Path) -> Place {
        let absolute = absolute(path);
        let start = |base: &str| {
            let rest = absolute.strip_prefix(base)?.strip_prefix('/')?;
            Some(absolute.len() - rest.len())
        };
        Place {
            root: start(&self.root),
            directory: start(&self.directory),
            absolute,
        }
    }
}

impl CasePaths<'_> {
    /// The absolute paths of its directory or its files.
    pub(super) fn absolute(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| place.absolute.as_str())
    }

    /// What it is called where no directory to start from is said.
    pub(super) fn relative(&self) -> impl Iterator<Item = &str> {
        let places = self.places.iter().flat_map(Place::relative);
        [self.name, self.without_problem].into_iter().chain(places)
    }

    /// The names that a filter may have meant: those of the case and of the folders above.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        [self.name, self.without_problem]
            .into_iter()
            .flat_map(|name| {
                let slashes = name.match_indices('/').map(|(end, _)| &name[..end]);
                slashes.chain([name])
            })
    }
}

fn absolute(path: &Path) -> String {
    let escaped = path.iter().map(|part| escape(part.as_bytes()));
    let parts: Vec<_> = escaped.collect();
    joined(String::new(), parts.iter().map(String::as_str))
}

/// Adds parts to an absolute path. That `..` takes the last part off is not what the system
/// makes of it behind a symbolic link, but what people see.
fn joined<'a>(mut path: String, parts: impl Iterator<Item = &'a str>) -> String {
    for part in parts {
        match part {
            "" | "." | "/" => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            _ => {
                path.push('/');
                path.push_str(part);
            }
        }
    }
    path
}

/// Whether a path is a folder, or something in it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a text has a character that means something in a pattern.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// Compiles a pattern; errors name the filter as typed. A backslash is an ordinary character,
/// since names have it where they are escaped.
pub(super) fn matcher(pattern: &str, typed: &str) -> Result<GlobMatcher, Error> {
    GlobBuilder::new(pattern)
        .literal_separator(true)
        .backslash_escape(false)
        .build()
        .map(|glob| glob.compile_matcher())
        .map_err(|error| Error::Pattern {
            filter: typed.to_owned(),
            reason: error.kind().to_string(),
        })
}
