//! The texts that the server knows: those open in the editor, and the files of its folders.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use lsp_types::{Location, Position, Uri};

use crate::index::TextIndex;
use crate::lines::LineIndex;
use crate::names;

/// The size in bytes from which a file that is not open is looked at only if another one includes it.
const LARGE_FILE: u64 = 4 << 20;

/// The number of files and folders after which the search for programs in a folder ends.
const MOST_ENTRIES: usize = 20_000;

/// A text at some time. It never changes: an edit makes another one.
#[derive(Debug)]
pub struct Document {
    /// Its name: see [`names`].
    pub name: PathBuf,
    /// Its URI, as the editor writes it.
    pub uri: Uri,
    /// The editor's number of this version, if it is open there.
    pub version: Option<i32>,
    /// The text.
    pub text: Arc<str>,
    /// Its lines.
    pub lines: LineIndex,
    index: OnceLock<TextIndex>,
}

impl Document {
    fn new(name: PathBuf, uri: Uri, version: Option<i32>, text: String) -> Arc<Self> {
        let lines = LineIndex::of(&text);
        Arc::new(Document { name, uri, version, text: text.into(), lines, index: OnceLock::new() })
    }

    /// The index of the text, which is made when it is first needed.
    pub fn index(&self) -> &TextIndex {
        self.index.get_or_init(|| TextIndex::of(&self.text))
    }

    /// Returns the offset of a position in bytes.
    pub fn offset(&self, position: Position) -> usize {
        self.lines.offset(&self.text, position)
    }

    /// Returns the range of the protocol for a range of bytes.
    pub fn range(&self, bytes: &Range<usize>) -> lsp_types::Range {
        self.lines.range(&self.text, bytes)
    }

    /// Returns a range of bytes as a location.
    pub fn location(&self, bytes: &Range<usize>) -> Location {
        Location { uri: self.uri.clone(), range: self.range(bytes) }
    }

    /// Whether the text may include other files.
    pub fn may_include(&self) -> bool {
        self.text.contains("#include")
    }
}

/// A file that was read, with the time and size by which a change is noticed.
#[derive(Debug)]
struct ReadFile {
    modified: Option<SystemTime>,
    size: u64,
    document: Arc<Document>,
}

/// All texts.
#[derive(Debug, Default)]
pub struct Workspace {
    folders: Vec<PathBuf>,
    open: BTreeMap<PathBuf, Arc<Document>>,
    read: RefCell<HashMap<PathBuf, ReadFile>>,
    /// The programs in the folders, until one may have come or gone.
    listed: RefCell<Option<Vec<PathBuf>>>,
}

impl Workspace {
    /// A workspace of these folders, in which nothing is open.
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Workspace { folders, ..Workspace::default() }
    }

    /// Adds or replaces a text that is open in the editor.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) {
        let name = names::name(&uri);
        self.open.insert(name.clone(), Document::new(name, uri, Some(version), text));
        self.forget_list();
    }

    /// Forgets what the editor has of a text; its file counts from now on.
    pub fn close(&mut self, name: &Path) {
        self.open.remove(name);
        self.forget_list();
    }

    /// Looks for files anew when they are next needed, since one may have come or gone.
    pub fn forget_list(&mut self) {
        *self.listed.borrow_mut() = None;
    }

    /// The open texts.
    pub fn open_documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.open.values()
    }

    /// Returns a text that is open, or else a file; `None` if it can be neither.
    pub fn document(&self, name: &Path) -> Option<Arc<Document>> {
        if let Some(open) = self.open.get(name) {
            return Some(Arc::clone(open));
        }
        let about = fs::metadata(name).ok().filter(fs::Metadata::is_file)?;
        let (modified, size) = (about.modified().ok(), about.len());
        if let Some(known) = self.read.borrow().get(name) {
            if modified.is_some() && (known.modified, known.size) == (modified, size) {
                return Some(Arc::clone(&known.document));
            }
        }
        let text = fs::read_to_string(name).ok().filter(|text| u32::try_from(text.len()).is_ok())?;
        let document = Document::new(name.to_owned(), names::uri(name), None, text);
        let read = ReadFile { modified, size, document: Arc::clone(&document) };
        self.read.borrow_mut().insert(name.to_owned(), read);
        Some(document)
    }

    /// Returns the folder in which a program of this name runs: the innermost one of the workspace, or the current one.
    pub fn folder_of(&self, name: &Path) -> PathBuf {
        let around = self.folders.iter().filter(|folder| name.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.components().count());
        innermost
            .or(self.folders.first())
            .cloned()
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// Returns the open texts and the programs in the folders, by name.
    pub fn programs(&self) -> Vec<PathBuf> {
        let mut listed = self.listed.borrow_mut();
        let programs = listed.get_or_insert_with(|| {
            let mut programs = programs_below(&self.folders);
            programs.extend(self.open.keys().cloned());
            programs.sort_unstable();
            programs.dedup();
            programs
        });
        programs.clone()
    }
}

/// Returns the files `*.lp` in these folders and below, except in hidden ones.
fn programs_below(folders: &[PathBuf]) -> Vec<PathBuf> {
    let (mut waiting, mut found, mut left) = (folders.to_vec(), Vec::new(), MOST_ENTRIES);
    while let Some(folder) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Some(less) = left.checked_sub(1) else { return found };
            left = less;
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(kind) = entry.file_type() else { continue };
            let is_hidden = name.to_string_lossy().starts_with('.');
            if kind.is_dir() && !is_hidden {
                waiting.push(path);
            } else if !kind.is_dir()
                && path.extension().is_some_and(|ending| ending == "lp")
                && fs::metadata(&path).is_ok_and(|about| about.is_file() && about.len() < LARGE_FILE)
            {
                found.push(path);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_texts_come_before_files_and_changed_files_are_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("a.lp");
        fs::write(&name, "p.").expect("a file");
        fs::create_dir(folder.path().join(".hidden")).expect("a folder");
        fs::write(folder.path().join(".hidden/b.lp"), "p.").expect("a file");
        let mut workspace = Workspace::new(vec![folder.path().to_owned()]);
        let text =
            |workspace: &Workspace| workspace.document(&name).map(|document| document.text.to_string());
        assert_eq!(workspace.programs(), std::slice::from_ref(&name));
        assert_eq!(text(&workspace).as_deref(), Some("p."));
        fs::write(&name, "q(1).").expect("a file");
        assert_eq!(text(&workspace).as_deref(), Some("q(1)."));
        workspace.open(names::uri(&name), 1, "r.".to_owned());
        assert_eq!(text(&workspace).as_deref(), Some("r."));
        workspace.close(&name);
        assert_eq!(text(&workspace).as_deref(), Some("q(1)."));
        assert!(workspace.document(&folder.path().join("none.lp")).is_none());
        assert_eq!(workspace.folder_of(&name), folder.path());
    }
}
