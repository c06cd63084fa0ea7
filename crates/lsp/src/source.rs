//! A program as a background thread reads it: its texts as they were when the thread was started.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use groundplan::{Engine, Error, Loader, Part};

use crate::names::normal;
use crate::options::EditorOptions;
use crate::workspace::{Document, Workspace};

/// A program to read.
#[derive(Clone, Debug)]
pub struct Source {
    /// The text that includes the others.
    pub root: PathBuf,
    /// The folder where included files are looked for first.
    folder: PathBuf,
    /// The texts that are open in the editor; others are read from files.
    open: Arc<HashMap<PathBuf, Arc<str>>>,
    /// The parts of the program's texts, with the number of their parameters.
    parts: Vec<(String, usize)>,
    options: EditorOptions,
}

impl Source {
    /// The program with this root; `texts` are all its texts.
    pub fn new(root: &Path, texts: &[Arc<Document>], workspace: &Workspace, options: &EditorOptions) -> Self {
        let open = workspace.open_documents();
        let open = open.map(|document| (document.name.clone(), Arc::clone(&document.text))).collect();
        let mut parts: Vec<(String, usize)> =
            texts.iter().flat_map(|document| document.index().parts.iter().cloned()).collect();
        parts.sort_unstable();
        parts.dedup();
        Source {
            root: root.to_owned(),
            folder: workspace.folder_of(root),
            open: Arc::new(open),
            parts,
            options: options.clone(),
        }
    }

    /// The server's options.
    pub fn options(&self) -> &EditorOptions {
        &self.options
    }

    /// Reads the program into an engine. Returns whether it is solved step by step.
    ///
    /// # Errors
    ///
    /// If a file is missing, or a text has syntax errors.
    pub fn load(&self, engine: &mut Engine) -> Result<bool, Error> {
        let program = &self.options.arguments.program;
        for definition in &program.constants {
            engine.define_text(definition)?;
        }
        let open = Arc::clone(&self.open);
        let mut loader = Loader::reading(move |path| read(&open, path)).in_folder(&self.folder);
        let files = program.files.iter().map(|file| normal(&self.folder.join(file)));
        loader.load_all(engine, std::iter::once(self.root.clone()).chain(files))?;
        Ok(loader.is_incremental())
    }

    /// Returns all parts of the program, to be grounded together; every parameter is 1.
    pub fn parts(&self, engine: &Engine) -> Vec<Part<'_>> {
        // The module `<incmode>` has this one.
        let parts = [("base", 0), ("check", 1)].into_iter();
        let named = self.parts.iter().map(|(name, arity)| (name.as_str(), *arity));
        let mut parts: Vec<(&str, usize)> = parts.chain(named).collect();
        parts.sort_unstable();
        parts.dedup();
        let is_there =
            |&(name, arity): &(&str, usize)| (name, arity) == ("base", 0) || engine.has_part(name, arity);
        parts.into_iter().filter(is_there).map(|(name, arity)| Part::from((name, vec![1; arity]))).collect()
    }
}

/// Reads a text that is open, or else a file.
fn read(open: &HashMap<PathBuf, Arc<str>>, path: &Path) -> io::Result<String> {
    if let Some(text) = open.get(path).or_else(|| open.get(&normal(path))) {
        return Ok(text.to_string());
    }
    if path.is_absolute() {
        std::fs::read_to_string(path)
    } else {
        Err(ErrorKind::NotFound.into())
    }
}
