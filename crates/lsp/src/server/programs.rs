//! The checks of the programs that are open, and the diagnostics that the editor shows of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_server::Notification;
use lsp_types::{Notification as _, PublishDiagnosticsNotification, PublishDiagnosticsParams, Uri};

use super::Server;
use crate::checker::{digest, Due};
use crate::diagnostics::{by_document, Found};
use crate::names;
use crate::program::Programs;
use crate::source::Source;

impl Server<'_> {
    /// Checks the programs of all open texts.
    pub(super) fn check(&mut self) {
        let programs = Programs::of(&self.workspace, self.options.files());
        let mut roots: Vec<PathBuf> =
            self.workspace.open_documents().flat_map(|document| programs.roots(&document.name)).collect();
        roots.sort_unstable();
        roots.dedup();
        let due = roots.iter().map(|root| {
            let texts = programs.texts(root);
            let source = Source::new(root, &texts, &self.workspace, &self.options);
            Due { source, digest: digest(&texts) }
        });
        let due = due.collect();
        self.checker.start(due, self.events.clone());
    }

    /// Sends the diagnostics of all programs: those of open texts, and others that have changed.
    pub(super) fn publish(&mut self) {
        let uri = |name: &Path| match self.workspace.document(name) {
            Some(document) => document.uri.clone(),
            None => names::uri(name),
        };
        let new = self.found(uri);
        let open = self.workspace.open_documents().map(|document| document.name.clone());
        let mut names: Vec<PathBuf> = open.collect();
        let changed = self
            .published
            .keys()
            .chain(new.keys())
            .filter(|name| self.published.get(*name) != new.get(*name));
        names.extend(changed.cloned());
        names.sort_unstable();
        names.dedup();
        for name in &names {
            let found = new.get(name).map_or(&[][..], Vec::as_slice);
            let parameters = PublishDiagnosticsParams {
                uri: uri(name),
                version: self.workspace.document(name).and_then(|document| document.version),
                diagnostics: found.iter().map(|found| found.shown.clone()).collect(),
            };
            let method = PublishDiagnosticsNotification::METHOD.as_str().to_owned();
            self.send(Notification::new(method, parameters));
        }
        self.published = new;
    }

    /// Returns the conflicts that the last runs of open texts have found, by document, as long as the texts are the same.
    fn conflicts(&self, uri: impl Fn(&Path) -> Uri) -> Vec<(PathBuf, Vec<Found>)> {
        let mut found = Vec::new();
        let mut conflicts = self.last_runs.conflicts().peekable();
        if conflicts.peek().is_none() {
            return found;
        }
        let programs = Programs::of(&self.workspace, self.options.files());
        for (root, known, conflict) in conflicts {
            let is_open = self.workspace.open_documents().any(|document| document.name == root);
            if is_open && digest(&programs.texts(root)) == known {
                found.extend(by_document(root, conflict, &uri));
            }
        }
        found
    }

    /// Collects what the last checks and runs found by document, each once. `uri` returns the URI of a document.
    fn found(&self, uri: impl Fn(&Path) -> Uri) -> BTreeMap<PathBuf, Vec<Found>> {
        let mut all: BTreeMap<PathBuf, Vec<Found>> = BTreeMap::new();
        let checked =
            self.checker.checked().flat_map(|checked| by_document(&checked.root, &checked.found, &uri));
        for (name, found) in checked.chain(self.conflicts(&uri)) {
            let entry = all.entry(name).or_default();
            for one in found {
                if !entry.contains(&one) {
                    entry.push(one);
                }
            }
        }
        all
    }
}
