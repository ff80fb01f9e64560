use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};

use super::error::Error;
use super::interrupt::Interrupt;
use super::out;
use crate::config::Config;
use crate::untrusted;

/// Runs the build commands of the configuration, one after the other, in its directory. What
/// they print goes to standard error as it comes.
///
/// # Errors
/// When one cannot be started, fails or is interrupted; those after it do not run.
pub(super) fn build(config: &Config, interrupt: &Interrupt) -> Result<(), Error> {
    for command in &config.build {
        let words = command.words.iter();
        let words: Vec<String> = words
            .map(|word| untrusted::escape(word.as_encoded_bytes()))
            .collect();
        if out::is_watched() {
            out::say(&format!("   Building: {}", words.join(" ")));
        }
        let status = Command::new(&command.program)
            .args(command.words.iter().skip(1))
            .current_dir(&config.root)
            .stdin(Stdio::null())
            .stdout(std::io::stderr())
            .process_group(0)
            .spawn()
            .and_then(|mut child| interrupt.wait_for(&mut child))
            .map_err(|source| Error::BuildStart {
                command: words.join(" "),
                source,
            })?;
        if let Some(signal) = interrupt.by() {
            return Err(Error::Interrupted(signal));
        }
        if !status.success() {
            return Err(Error::Build {
                command: words.join(" "),
                how: how(status),
            });
        }
    }
    Ok(())
}

fn how(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}
