//! What the last runs of the programs have found, as long as their texts are the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use groundplan::diagnostic::Diagnostics;

use crate::run::RunFindings;

/// The findings of the last runs, by the program that was run.
#[derive(Default)]
pub struct LastRuns(BTreeMap<PathBuf, LastRun>);

/// What was found in a program.
struct LastRun {
    /// The digest of the texts that were run.
    digest: u64,
    findings: RunFindings,
}

impl LastRuns {
    /// Takes the findings of a run. What other runs of the same texts have found stays.
    pub fn add(&mut self, root: PathBuf, digest: u64, findings: RunFindings) {
        let last = self.0.entry(root).or_insert_with(|| LastRun { digest, findings: RunFindings::default() });
        if last.digest != digest {
            *last = LastRun { digest, findings: RunFindings::default() };
        }
        let RunFindings { has_answer_set, conflict, costs } = findings;
        last.findings.has_answer_set = has_answer_set.or(last.findings.has_answer_set);
        last.findings.conflict = conflict.or(last.findings.conflict.take());
        last.findings.costs = costs.or(last.findings.costs.take());
    }

    /// Returns what is known of a program whose texts have this digest.
    pub fn of(&self, root: &Path, digest: impl FnOnce() -> u64) -> Option<&RunFindings> {
        self.0.get(root).filter(|last| last.digest == digest()).map(|last| &last.findings)
    }

    /// Returns the conflicts that were found, with the programs and the digests of their texts.
    pub fn conflicts(&self) -> impl Iterator<Item = (&Path, u64, &[Diagnostics])> {
        self.0.iter().filter_map(|(root, last)| {
            let conflict = last.findings.conflict.as_deref()?;
            Some((root.as_path(), last.digest, conflict))
        })
    }

    /// Forgets a program, because its text is closed.
    pub fn forget(&mut self, root: &Path) {
        self.0.remove(root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_count_for_the_texts_that_were_run() {
        let (mut last, root) = (LastRuns::default(), Path::new("/a.lp"));
        let solved = |found| RunFindings { has_answer_set: Some(found), ..RunFindings::default() };
        let profiled = RunFindings { costs: Some(Vec::new()), ..RunFindings::default() };
        last.add(root.to_owned(), 1, solved(false));
        last.add(root.to_owned(), 1, profiled.clone());
        let found = last.of(root, || 1).expect("it was run");
        assert_eq!((found.has_answer_set, found.costs.is_some()), (Some(false), true));
        assert!(last.of(root, || 2).is_none());
        last.add(root.to_owned(), 2, profiled);
        assert_eq!(last.of(root, || 2).expect("it was run").has_answer_set, None);
    }
}
