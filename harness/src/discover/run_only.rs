use super::layout::INPUT;
use crate::model::{Case, CaseFault, CaseFiles};

/// The files of a case that lacks nothing but its expected output, for runs that compare
/// nothing.
pub fn input_alone(case: &Case) -> Option<CaseFiles> {
    match &case.files {
        Err(CaseFault::NoExpected(_)) => Some(CaseFiles {
            input: case.directory.join(INPUT),
            expected: None,
        }),
        Ok(_) | Err(CaseFault::NoInput(_) | CaseFault::Unusable(_)) => None,
    }
}
