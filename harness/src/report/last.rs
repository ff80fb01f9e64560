use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Json;
use crate::event::{Event, Sink};
use crate::model::Summary;

/// Keeps the results of the last run in a file, in the form of [`Json`]: written aside, and
/// renamed when they are complete, so that there is always a whole one.
#[derive(Debug)]
pub struct Last {
    path: PathBuf,
    json: Option<Json<BufWriter<NamedTempFile>>>,
}

impl Last {
    /// Where they are kept, below the directory of `judge.toml`.
    const PATH: &str = "target/judge/last.jsonl";

    /// Keeps them below `root`, the directory of `judge.toml`.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(root: &Path) -> io::Result<Self> {
        let path = root.join(Self::PATH);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)?;
        // What the user's mask leaves of it: results are no secret.
        let aside = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o666))
            .tempfile_in(folder)?;
        Ok(Self {
            path,
            json: Some(Json::new(BufWriter::new(aside))),
        })
    }
}

impl Sink for Last {
    fn on(&mut self, event: &Event) -> io::Result<()> {
        self.json.as_mut().map_or(Ok(()), |json| json.on(event))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let Some(mut json) = self.json.take() else {
            return Ok(());
        };
        json.finish(summary)?;
        let aside = json
            .into_inner()
            .into_inner()
            .map_err(|error| error.into_error())?;
        let _: File = aside.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}
