//! Reading of texts and files into nodes: what they include, and messages.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::{Reader, Tree};
use crate::error::{Error, Result};
use crate::syntax::location::Location;
use crate::syntax::node::Node;

/// What a message is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The error that ends the reading.
    Error,
    /// A file is not read again.
    FileIncluded,
}

/// Who is told what is read.
pub trait Listener {
    /// What ends the reading.
    type Error: From<Error>;

    /// Takes a statement.
    ///
    /// # Errors
    ///
    /// An error ends the reading.
    fn statement(&mut self, node: Node) -> Result<(), Self::Error>;

    /// Takes a message.
    ///
    /// # Errors
    ///
    /// An error ends the reading.
    fn notice(&mut self, notice: Notice, text: &str) -> Result<(), Self::Error>;

    /// Takes a text that is a ground program in aspif. Returns whether it has a place for one.
    ///
    /// # Errors
    ///
    /// An error ends the reading.
    fn ground_program(&mut self, name: &str, text: &str) -> Result<bool, Self::Error>;

    /// Does long work that calls nothing of the listener, who may let others go on meanwhile.
    fn aside<T: Send>(&mut self, work: impl FnOnce() -> T + Send) -> T {
        work()
    }
}

/// Texts that are read one after the other, with what they include.
#[derive(Debug)]
pub struct Reading<L> {
    listener: L,
    /// The files that were read.
    seen: FxHashSet<PathBuf>,
}

impl<L: Listener> Reading<L> {
    /// Begins to read.
    pub fn new(listener: L) -> Self {
        Reading { listener, seen: FxHashSet::default() }
    }

    /// Reads a text. A text that is no program is refused before any of its statements is told.
    ///
    /// # Errors
    ///
    /// Returns the error of the listener, or that of a text without a syntax tree: [`Error::Engine`] if it is no program, and
    /// [`Error::Missing`] if terms nest too deeply.
    pub fn text(&mut self, name: &str, text: &str) -> Result<(), L::Error> {
        self.read(name, text, false)
    }

    /// Reads a file, unless it was read before.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Reading::text`], and [`Error::Runtime`] for a file that cannot be read.
    pub fn file(&mut self, path: &str) -> Result<(), L::Error> {
        self.open(path, None).map(drop)
    }

    fn read(&mut self, name: &str, text: &str, is_included: bool) -> Result<(), L::Error> {
        if text.starts_with("asp ") {
            return match self.listener.ground_program(name, text)? {
                true => Ok(()),
                false => self.refuse(Error::runtime(format!(
                    "{name}: this is a ground program: name a control object that it can be added to"
                ))),
            };
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self.listener.aside(|| Tree::parse(name, text)) {
            Ok(tree) => Reader::new(&tree).program(is_included, self),
            Err(error @ Error::Missing(_)) => Err(error.into()),
            Err(error) => self.refuse(error),
        }
    }

    /// Reads a file, perhaps one that is included at a place. Returns whether it was not read before.
    fn open(&mut self, path: &str, included_at: Option<&Location>) -> Result<bool, L::Error> {
        let place = included_at.map_or_else(String::new, |location| {
            let (begin, _) = location.positions();
            format!("{}:{}:{}: ", begin.file, begin.line, begin.column)
        });
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        if self.seen.contains(&real) {
            let text = format!("{place}the file `{path}` is read once only");
            self.listener.notice(Notice::FileIncluded, &text)?;
            return Ok(false);
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("{place}file could not be opened: {path}: {error}");
                return self.refuse(Error::runtime(message));
            }
        };
        self.seen.insert(real);
        self.read(path, &text, included_at.is_some())?;
        Ok(true)
    }

    /// Takes a statement.
    pub(super) fn statement(&mut self, node: Node) -> Result<(), L::Error> {
        self.listener.statement(node)
    }

    /// Reads an included text. Returns whether it was read; a module that is built into the engine has no statements.
    pub(super) fn include(
        &mut self,
        target: &str,
        is_builtin: bool,
        location: &Location,
    ) -> Result<bool, L::Error> {
        if is_builtin {
            return Ok(false);
        }
        let (begin, _) = location.positions();
        let beside = Path::new(&*begin.file).parent().unwrap_or(Path::new("")).join(target);
        let beside =
            beside.to_str().filter(|beside| !Path::new(target).exists() && Path::new(beside).exists());
        self.open(beside.unwrap_or(target), Some(location))
    }

    /// Tells of an error, and returns it.
    fn refuse<T>(&mut self, error: Error) -> Result<T, L::Error> {
        self.listener.notice(Notice::Error, &error.to_string())?;
        Err(error.into())
    }
}
