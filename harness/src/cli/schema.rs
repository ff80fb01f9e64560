use super::error::Error;
use super::out;
use crate::config;
use crate::model::Exit;

/// `judge schema`.
pub(super) fn schema() -> Result<Exit, Error> {
    out::write(format!("{:#}\n", config::schema()).as_bytes())?;
    Ok(Exit::AsExpected)
}
