//! Programs: which texts belong together because they include each other.
//!
//! A program is a text that no other one includes, its root, with all that it includes. The files that the options name (see
//! [`crate::options`]) belong to every program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::names::normal;
use crate::predicate::ProgramPredicate;
use crate::workspace::{Document, Workspace};

/// The texts with their connections.
pub struct Programs<'a> {
    workspace: &'a Workspace,
    /// The files that belong to every program.
    shared: Vec<PathBuf>,
    /// For each included text, those that include it.
    includers: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
}

impl<'a> Programs<'a> {
    /// Looks which texts include each other. `shared` names the files that belong to every program, within its folder.
    pub fn of(workspace: &'a Workspace, shared: &[String]) -> Self {
        let mut includers: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
        let mut waiting = workspace.programs();
        let mut seen: BTreeSet<PathBuf> = waiting.iter().cloned().collect();
        while let Some(name) = waiting.pop() {
            let Some(document) = workspace.document(&name) else { continue };
            for (_, included) in includes(workspace, &document) {
                includers.entry(included.clone()).or_default().insert(name.clone());
                if seen.insert(included.clone()) {
                    waiting.push(included);
                }
            }
        }
        let shared = shared_files(workspace, shared);
        Programs { workspace, shared, includers }
    }

    /// Returns the roots of the programs that a text belongs to; the text itself if it is included by nothing, or only in a
    /// circle.
    pub fn roots(&self, name: &Path) -> Vec<PathBuf> {
        let mut waiting = vec![name.to_owned()];
        let mut seen: BTreeSet<PathBuf> = waiting.iter().cloned().collect();
        let mut roots = BTreeSet::new();
        while let Some(name) = waiting.pop() {
            match self.includers.get(&name) {
                None => {
                    roots.insert(name);
                }
                Some(includers) => {
                    waiting.extend(includers.iter().filter(|&name| seen.insert(name.clone())).cloned());
                }
            }
        }
        if roots.is_empty() {
            roots.insert(name.to_owned());
        }
        roots.into_iter().collect()
    }

    /// Returns the texts of a program, in the order in which they are read.
    pub fn texts(&self, root: &Path) -> Vec<Arc<Document>> {
        let (mut texts, mut seen) = (Vec::new(), BTreeSet::new());
        let mut waiting: Vec<PathBuf> = self.shared.iter().rev().cloned().collect();
        waiting.push(root.to_owned());
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            let Some(document) = self.workspace.document(&name) else { continue };
            waiting
                .extend(includes(self.workspace, &document).into_iter().rev().map(|(_, included)| included));
            texts.push(document);
        }
        texts
    }

    /// Returns the texts in which a predicate of a text has the same meaning: those of its programs, and those of every
    /// other program that shares a text with the predicate.
    pub fn with_predicate(&self, name: &Path, predicate: &ProgramPredicate) -> Vec<Arc<Document>> {
        let mut related: BTreeMap<PathBuf, Arc<Document>> = BTreeMap::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            for document in self.programs_of(&name).iter().flat_map(|root| self.texts(root)) {
                let mentions = document.text.contains(&predicate.name)
                    && document.index().of_predicate(predicate).next().is_some();
                if related.insert(document.name.clone(), Arc::clone(&document)).is_none() && mentions {
                    waiting.push(document.name.clone());
                }
            }
        }
        related.into_values().collect()
    }

    /// Returns the roots of all programs that contain a text; all roots if it is one of the shared files.
    fn programs_of(&self, name: &Path) -> Vec<PathBuf> {
        let mut roots = self.roots(name);
        if self.shared.iter().any(|shared| shared == name) {
            roots.extend(
                self.workspace.programs().into_iter().filter(|name| !self.includers.contains_key(name)),
            );
        }
        roots
    }
}

/// Returns the files that a text includes, with the places of the directives. As for the command, a file is in the folder
/// where the program runs, or else beside the text that includes it.
pub fn includes(workspace: &Workspace, document: &Document) -> Vec<(std::ops::Range<usize>, PathBuf)> {
    if !document.may_include() {
        return Vec::new();
    }
    let folder = workspace.folder_of(&document.name);
    let beside = document.name.parent().unwrap_or(Path::new(""));
    let included = document.index().includes.iter().filter_map(|include| {
        let places = [normal(&folder.join(&include.target)), normal(&beside.join(&include.target))];
        let found = places.into_iter().find(|place| workspace.document(place).is_some())?;
        Some((include.range.clone(), found))
    });
    included.collect()
}

/// Returns the paths of the files that belong to every program.
fn shared_files(workspace: &Workspace, files: &[String]) -> Vec<PathBuf> {
    let folder = workspace.folder_of(Path::new(""));
    files.iter().map(|file| normal(&folder.join(file))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A workspace with these open texts, and their folder.
    fn workspace(texts: &[(&str, &str)]) -> (Workspace, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut workspace = Workspace::new(vec![folder.path().to_owned()]);
        for (name, text) in texts {
            workspace.open(crate::names::uri(&folder.path().join(name)), 1, (*text).to_owned());
        }
        (workspace, folder)
    }

    fn short(texts: &[Arc<Document>]) -> Vec<&str> {
        texts.iter().filter_map(|text| text.name.file_name()?.to_str()).collect()
    }

    #[test]
    fn a_program_is_what_its_root_includes() {
        let (workspace, folder) = workspace(&[
            ("main.lp", "#include \"a.lp\". #include \"b.lp\"."),
            ("other.lp", "#include \"b.lp\". own(1)."),
            ("a.lp", "p(1). #include \"b.lp\"."),
            ("b.lp", "q(1). #include \"a.lp\"."),
            ("alone.lp", "q(1)."),
        ]);
        let programs = Programs::of(&workspace, &[]);
        let path = |name: &str| folder.path().join(name);
        assert_eq!(programs.roots(&path("b.lp")), [path("main.lp"), path("other.lp")]);
        assert_eq!(programs.roots(&path("alone.lp")), [path("alone.lp")]);
        assert_eq!(short(&programs.texts(&path("main.lp"))), ["main.lp", "a.lp", "b.lp"]);
        let related = |name: &str, predicate: &str| {
            let predicate = ProgramPredicate { name: predicate.to_owned(), arity: 1 };
            let texts = programs.with_predicate(&path(name), &predicate);
            short(&texts).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(related("main.lp", "q"), ["a.lp", "b.lp", "main.lp", "other.lp"]);
        assert_eq!(related("main.lp", "own"), ["a.lp", "b.lp", "main.lp"]);
        assert_eq!(related("alone.lp", "q"), ["alone.lp"]);
    }

    #[test]
    fn a_circle_has_no_other_root_and_shared_files_belong_to_all() {
        let (workspace, folder) = workspace(&[
            ("a.lp", "#include \"b.lp\"."),
            ("b.lp", "#include \"a.lp\"."),
            ("facts.lp", "p(1)."),
            ("c.lp", "q(X) :- p(X)."),
        ]);
        let path = |name: &str| folder.path().join(name);
        let programs = Programs::of(&workspace, &["facts.lp".to_owned()]);
        assert_eq!(programs.roots(&path("a.lp")), [path("a.lp")]);
        assert_eq!(short(&programs.texts(&path("c.lp"))), ["c.lp", "facts.lp"]);
        let predicate = ProgramPredicate { name: "p".to_owned(), arity: 1 };
        assert_eq!(short(&programs.with_predicate(&path("facts.lp"), &predicate)), ["c.lp", "facts.lp"]);
    }
}
