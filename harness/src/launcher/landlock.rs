use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope,
};

use super::grants::{ETC, Grants, SYSTEM};
use super::root::{DEVICES, matches};

/// The newest version of the rules that is used here; on older kernels what they lack is left
/// out.
const NEWEST: ABI = ABI::V6;

/// The first version that keeps signals and abstract sockets inside.
const SCOPES: ABI = ABI::V6;

/// Which files programs may use, as Landlock is told.
pub(super) enum Files<'a> {
    /// They have a root of their own: all that is there may be read.
    OwnRoot,
    /// They have the root of the host, of which this may be read.
    Granted(&'a Grants),
}

/// Restricts this process, and all that it will start, to reading `files` and writing to
/// `scratch`, without network. Whether the kernel also keeps signals and abstract sockets
/// inside is the answer.
///
/// # Errors
/// When the kernel does not have it, in words.
pub(super) fn restrict(files: &Files<'_>, scratch: &Path) -> Result<bool, String> {
    let status = rules(files, scratch)
        .and_then(RulesetCreated::restrict_self)
        .map_err(|error| error.to_string())?;
    match status {
        RestrictionStatus {
            ruleset: RulesetStatus::NotEnforced,
            landlock,
            ..
        } => Err(match landlock {
            LandlockStatus::NotEnabled => "switched off in this kernel".to_owned(),
            _ => "not in this kernel".to_owned(),
        }),
        RestrictionStatus {
            landlock: LandlockStatus::Available { effective_abi, .. },
            ..
        } => Ok(effective_abi >= SCOPES),
        _ => Ok(false),
    }
}

fn rules(files: &Files<'_>, scratch: &Path) -> Result<RulesetCreated, RulesetError> {
    let everything = AccessFs::from_all(NEWEST);
    let mut rules = Ruleset::default()
        .handle_access(everything)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    for path in readable(files) {
        rules = allow(rules, &path, AccessFs::from_read(NEWEST))?;
    }
    for device in DEVICES {
        let access = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
        rules = allow(rules, &Path::new("/dev").join(device), access)?;
    }
    allow(rules, scratch, everything)
}

fn readable(files: &Files<'_>) -> Vec<PathBuf> {
    match files {
        Files::OwnRoot => vec![PathBuf::from("/")],
        Files::Granted(grants) => ["/proc", "/lib32", "/lib64", "/libx32"]
            .iter()
            .chain(SYSTEM)
            .map(PathBuf::from)
            .chain(ETC.iter().flat_map(|pattern| matches(pattern)))
            .chain(grants.paths())
            .collect(),
    }
}

/// A path that is not there needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(file) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = if path.is_dir() {
        access
    } else {
        access & AccessFs::from_file(NEWEST)
    };
    rules.add_rule(PathBeneath::new(file, access))
}
