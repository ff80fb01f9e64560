use std::sync::Arc;

use super::Plan;
use crate::discover::startable;
use crate::model::{Checker, CheckerProgram};

impl Plan {
    /// Looks at the program of every submission and checker, and notes what keeps it from
    /// being started, so that this is said once and before anything runs.
    pub fn look_at_programs(&mut self) {
        self.look_at_checkers();
        for planned in &self.submissions {
            let Err(fault) = startable(&planned.submission.command) else {
                continue;
            };
            let fault: Arc<str> = fault.to_string().into();
            for item in &mut self.items {
                if Arc::ptr_eq(&item.submission, &planned.submission) {
                    item.submission_fault = Some(Arc::clone(&fault));
                }
            }
        }
    }

    /// Looks at the checkers alone. A submission whose checker cannot be started is not run:
    /// nobody could say what comes of it.
    pub fn look_at_checkers(&mut self) {
        let mut looked: Option<(Arc<Checker>, Option<Arc<str>>)> = None;
        for item in &mut self.items {
            let Some(checker) = &item.checker else {
                continue;
            };
            // The items of a problem stand together, and share their checker.
            if !matches!(&looked, Some((other, _)) if Arc::ptr_eq(other, checker)) {
                looked = Some((Arc::clone(checker), checker_fault(checker)));
            }
            item.submission_fault = looked.as_ref().and_then(|(_, fault)| fault.clone());
        }
    }

    /// The programs that judge, checkers and interactors, each once.
    pub fn checkers(&self) -> impl Iterator<Item = &CheckerProgram> {
        let mut last = None;
        let checkers = self.items.iter().filter_map(|item| item.checker.as_ref());
        let each_once = checkers.filter(move |&checker| {
            let again = last.is_some_and(|last| Arc::ptr_eq(last, checker));
            last = Some(checker);
            !again
        });
        each_once.filter_map(|checker| checker.program())
    }
}

/// Why a checker or an interactor cannot be started, in a line.
fn checker_fault(checker: &Checker) -> Option<Arc<str>> {
    let fault = startable(&checker.program()?.command).err()?;
    Some(format!("the {} cannot be started: {fault}", checker.role()).into())
}
