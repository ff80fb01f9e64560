use std::io;
use std::path::PathBuf;

use crate::model::Exit;
use crate::{config, discover, engine, exhaust, generate, plan, run, stress, untrusted};

/// Everything that keeps a command from doing its work. Only here are the errors of all
/// modules known, and which exit code each means.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    #[error(transparent)]
    Config(#[from] config::Error),
    #[error(transparent)]
    Discover(#[from] discover::Error),
    #[error(transparent)]
    Plan(#[from] plan::Error),
    #[error(transparent)]
    Engine(#[from] engine::Error),
    #[error(transparent)]
    Exhaust(#[from] exhaust::Error),
    #[error(transparent)]
    Generate(#[from] generate::Error),
    #[error(transparent)]
    Stress(#[from] stress::Error),
    #[error(transparent)]
    Run(#[from] run::Error),
    #[error(transparent)]
    Program(discover::ProgramFault),
    #[error(
        "programs would see `{}`, because they are given `{}`",
        untrusted::escape(case.as_os_str().as_encoded_bytes()),
        untrusted::escape(grant.as_os_str().as_encoded_bytes())
    )]
    Covered { grant: PathBuf, case: PathBuf },
    #[error("cannot start the build command `{command}`: {source}")]
    BuildStart { command: String, source: io::Error },
    #[error("the build failed: `{command}` ended with {how}")]
    Build { command: String, how: String },
    #[error("cannot write the report: {0}")]
    Output(io::Error),
    #[error("this host does not enforce: {promises}")]
    NotEnforced { promises: String },
    #[error("cannot tell the current directory: {0}")]
    Here(io::Error),
    /// The signal of this number came before there was anything to report.
    #[error("interrupted")]
    Interrupted(u8),
    #[error("cannot watch for signals: {0}")]
    Signals(io::Error),
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    #[error("the judge itself has failed; the lines above say where")]
    Panicked,
    /// Something that is wrong with the arguments beyond what their form shows.
    #[error("{message}")]
    Usage { message: String, help: String },
}

impl Error {
    /// What to do about it.
    pub(super) fn help(&self) -> Option<String> {
        match self {
            Self::Config(error) => error.help(),
            Self::Discover(error) => error.help(),
            Self::Plan(error) => error.help(),
            Self::Exhaust(error) => error.help(),
            Self::Generate(error) => error.help(),
            Self::Stress(error) => error.help(),
            Self::BuildStart { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                Some("install the program, or correct `build` in the configuration".to_owned())
            }
            Self::Covered { .. } => {
                Some("keep cases out of what programs are given to read".to_owned())
            }
            Self::NotEnforced { .. } => {
                Some("`judge doctor` says why; leave `--strict` out to run all the same".to_owned())
            }
            Self::Build { .. } => Some("nothing was judged; mend what is said above".to_owned()),
            Self::Usage { help, .. } => Some(help.clone()),
            Self::Engine(_) | Self::Thread(_) => Some("run fewer at a time: `--jobs 1`".to_owned()),
            Self::Program(_) => Some("build it, or correct `run` in the configuration".to_owned()),
            Self::Run(_)
            | Self::BuildStart { .. }
            | Self::Output(_)
            | Self::Here(_)
            | Self::Interrupted(_)
            | Self::Signals(_)
            | Self::Panicked => None,
        }
    }

    /// How `judge` ends for it.
    pub(super) const fn exit(&self) -> Exit {
        match self {
            Self::Config(_)
            | Self::Discover(_)
            | Self::Covered { .. }
            | Self::NotEnforced { .. }
            | Self::Usage { .. } => Exit::Usage,
            Self::Plan(plan::Error::Pattern { .. } | plan::Error::IdleExpectation { .. }) => {
                Exit::Usage
            }
            Self::Plan(
                plan::Error::NoCases { .. }
                | plan::Error::NoMatch { .. }
                | plan::Error::NothingLeft { .. },
            ) => Exit::NothingToJudge,
            Self::Exhaust(
                exhaust::Error::Size { .. }
                | exhaust::Error::TooMany { .. }
                | exhaust::Error::Sample { .. },
            ) => Exit::Usage,
            Self::Exhaust(exhaust::Error::None { .. }) => Exit::NothingToJudge,
            Self::Exhaust(exhaust::Error::Run(_) | exhaust::Error::Threads { .. }) => {
                Exit::JudgeError
            }
            Self::Generate(
                generate::Error::NoFamilies { .. }
                | generate::Error::UnknownFamily { .. }
                | generate::Error::TooFew { .. },
            ) => Exit::Usage,
            // Something ran by then, and it is no submission that is on trial.
            Self::Generate(
                generate::Error::Reference { .. }
                | generate::Error::Disagreement { .. }
                | generate::Error::Unconfirmed { .. }
                | generate::Error::Read { .. }
                | generate::Error::Write { .. },
            ) => Exit::JudgeError,
            Self::Stress(error) if error.is_usage() => Exit::Usage,
            Self::Stress(_) => Exit::JudgeError,
            Self::BuildStart { .. } | Self::Build { .. } => Exit::BuildFailed,
            Self::Interrupted(signal) => Exit::Interrupted(*signal),
            Self::Engine(_)
            | Self::Thread(_)
            | Self::Run(_)
            | Self::Program(_)
            | Self::Output(_)
            | Self::Here(_)
            | Self::Signals(_)
            | Self::Panicked => Exit::JudgeError,
        }
    }
}
