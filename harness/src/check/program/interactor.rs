use super::{Files, Opinion, icpc, opinion, testlib};
use crate::model::{CheckerProgram, Command, Protocol};
use crate::run::{Error, Interaction, Pair, Runner, Talker};

/// What came of a submission and an interactor that talked to each other.
#[derive(Debug)]
pub struct Talked {
    /// What came of either.
    pub interaction: Interaction,
    /// What the interactor makes of it; which of the two decides is not said here.
    pub opinion: Opinion,
}

/// Has an interactor talk to a submission about a case.
///
/// # Errors
/// When one of them cannot be run at all.
pub fn talk(
    program: &CheckerProgram,
    files: Files<'_>,
    submission: Talker<'_>,
    runner: &mut impl Runner,
) -> Result<Talked, Error> {
    let mut command: Command = program.command.clone();
    let first = u32::try_from(command.words.len()).unwrap_or(u32::MAX);
    let (words, checker, accepts) = match program.protocol {
        Protocol::Icpc => {
            let (words, checker) = icpc::words(files, first);
            (words, checker, icpc::RIGHT)
        }
        Protocol::Testlib => {
            let (words, checker) = testlib::words_of_interactor(files, first);
            (words, checker, testlib::RIGHT)
        }
    };
    command.words.extend(words);
    command.words.extend_from_slice(&program.arguments);
    let interaction = runner.interact(&Pair {
        submission,
        interactor: Talker {
            command: &command,
            limits: &program.limits,
        },
        words: checker,
        accepts,
    })?;
    Ok(Talked {
        opinion: opinion("interactor", program, &interaction.interactor),
        interaction,
    })
}
