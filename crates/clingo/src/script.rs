//! Scripts inside of programs, `#script (LANGUAGE) ... #end.`, in languages that the host registers.
//!
//! As in clingo, a script runs as soon as its text is read. From then on programs call its functions with `@`, where the host has
//! none of that name, and its `main` takes the place of grounding and solving in an application.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use groundplan_frontend::lock::lock;

use crate::control::Told;
use crate::error::Error;
use crate::syntax::{take_scripts, Location};
use crate::term::Term;

/// A language of scripts; `C` is what its `main` gets, a control of the host.
pub trait Script<C: ?Sized>: Send + Sync {
    /// Runs a script, which stands at this place of a text.
    ///
    /// # Errors
    ///
    /// Returns what the script raised.
    fn execute(&self, location: &Location, code: &str) -> Told<()>;

    /// Whether a script has defined a function of this name.
    ///
    /// # Errors
    ///
    /// Returns what the language raised.
    fn callable(&self, name: &str) -> Told<bool>;

    /// Calls a function that a script has defined.
    ///
    /// # Errors
    ///
    /// Returns what the function raised.
    fn call(&self, name: &str, arguments: &[Term]) -> Told<Vec<Term>>;

    /// Runs the function `main` of a script.
    ///
    /// # Errors
    ///
    /// Returns what the function raised.
    fn main(&self, control: &C) -> Told<()>;

    /// Returns the version of the language.
    fn version(&self) -> &str;
}

/// The languages of a host, in the order in which they were registered.
pub struct Scripts<C: ?Sized> {
    known: Mutex<Vec<Language<C>>>,
    /// What is said of a language that is not there, behind the sentence.
    hint: &'static str,
}

struct Language<C: ?Sized> {
    name: String,
    script: Arc<dyn Script<C>>,
    /// Whether a script of the language was run: only then its functions count.
    is_used: bool,
}

/// Returns a place as it stands before messages.
fn place(location: &Location) -> String {
    let (begin, end) = location.positions();
    let end = match begin.line == end.line {
        true => end.column.to_string(),
        false => format!("{}:{}", end.line, end.column),
    };
    format!("{}:{}:{}-{end}", begin.file, begin.line, begin.column)
}

impl<C: ?Sized> Default for Scripts<C> {
    fn default() -> Self {
        Scripts::new()
    }
}

impl<C: ?Sized> Scripts<C> {
    /// Returns a host without languages.
    pub const fn new() -> Self {
        Scripts::hinting("")
    }

    /// Returns a host without languages, which says more of a language that is not there.
    pub const fn hinting(hint: &'static str) -> Self {
        Scripts { known: Mutex::new(Vec::new()), hint }
    }

    /// Adds a language. As in clingo, one that was registered twice runs its scripts twice.
    pub fn register(&self, name: &str, script: Arc<dyn Script<C>>) {
        lock(&self.known).push(Language { name: name.to_owned(), script, is_used: false });
    }

    /// Lets go of all languages.
    pub fn clear(&self) {
        let known = std::mem::take(&mut *lock(&self.known));
        drop(known);
    }

    /// Returns the version of a language, if it is registered.
    pub fn version(&self, name: &str) -> Option<String> {
        let known = lock(&self.known);
        known
            .iter()
            .find(|language| language.name == name)
            .map(|language| language.script.version().to_owned())
    }

    /// Runs the scripts of a text. Returns the text with blanks in their place, so that lines and columns stay where they are.
    ///
    /// # Errors
    ///
    /// Returns what a script raised; an [`Error`] if a language is not registered.
    pub fn run_in<'t>(&self, name: &str, text: &'t str) -> Told<Cow<'t, str>> {
        // What looks like a script in a ground program is none.
        if text.starts_with("asp ") {
            return Ok(text.into());
        }
        let (plain, scripts) = take_scripts(name, text);
        for script in scripts {
            self.run(&script.location, &script.language, &script.code)?;
        }
        Ok(plain)
    }

    /// Runs a script.
    ///
    /// # Errors
    ///
    /// Returns what the script raised; an [`Error`] if the language is not registered.
    pub fn run(&self, location: &Location, language: &str, code: &str) -> Told<()> {
        let mut found = Vec::new();
        for known in lock(&self.known).iter_mut().filter(|known| known.name == language) {
            known.is_used = true;
            found.push(Arc::clone(&known.script));
        }
        if found.is_empty() {
            return Err(Box::new(Error::Runtime(format!(
                "{}: error: {language} support not available{}",
                place(location),
                self.hint
            ))));
        }
        found.iter().try_for_each(|script| script.execute(location, code))
    }

    /// Returns the first language whose scripts have defined a function of this name.
    fn defining(&self, name: &str) -> Told<Option<Arc<dyn Script<C>>>> {
        let used: Vec<_> = {
            let known = lock(&self.known);
            known.iter().filter(|language| language.is_used).map(|it| Arc::clone(&it.script)).collect()
        };
        for script in used {
            if script.callable(name)? {
                return Ok(Some(script));
            }
        }
        Ok(None)
    }

    /// Calls a function; `None` if no script has defined it.
    ///
    /// # Errors
    ///
    /// Returns what the function or its language raised.
    pub fn call(&self, name: &str, arguments: &[Term]) -> Told<Option<Vec<Term>>> {
        self.defining(name)?.map(|script| script.call(name, arguments)).transpose()
    }

    /// Runs `main` with a control, if a script has defined it. Returns whether one has.
    ///
    /// # Errors
    ///
    /// Returns what the function or its language raised.
    pub fn run_main(&self, control: &C) -> Told<bool> {
        match self.defining("main")? {
            Some(script) => script.main(control).map(|()| true),
            None => Ok(false),
        }
    }

    /// Whether a script has defined a function of this name.
    ///
    /// # Errors
    ///
    /// Returns what a language raised.
    pub fn define(&self, name: &str) -> Told<bool> {
        Ok(self.defining(name)?.is_some())
    }
}
