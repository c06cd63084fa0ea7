//! The texts of a control: what is added to its program is kept, so that it can be added again, and waits while a search is open.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use groundplan::{Engine, Loader};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::{just, Control, Raised, Work};
use crate::error::{Error, Result};
use crate::programs::{AddedNodes, AddedTexts, Calls};
use crate::script::Scripts;
use crate::syntax::{Kind, Node, Value};
use crate::term::Term;

/// What a host does when programs are added.
pub trait TextHost: Sync {
    /// What `main` of a script gets.
    type Control: ?Sized + 'static;

    /// Returns the languages of scripts.
    fn scripts(&self) -> &Scripts<Self::Control>;

    /// Returns what evaluates the calls of `@`-functions.
    fn calls(&self) -> &Calls;

    /// Reads standard input.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    fn standard_input(&self) -> io::Result<String> {
        io::read_to_string(io::stdin())
    }

    /// Runs work: see [`Work`].
    fn during(&self, work: Work<'_>) {
        work();
    }
}

/// Where a text is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextOrigin {
    /// The caller.
    Given,
    /// A file that the caller has named.
    File,
    /// A file that another text includes.
    Included,
}

/// A text of a program, without its scripts.
#[derive(Clone, Debug)]
pub struct KeptText {
    /// Its name in messages; for a file, the path.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    /// Where it is from.
    pub origin: TextOrigin,
}

impl KeptText {
    fn is_aspif(&self) -> bool {
        is_aspif(&self.text)
    }
}

/// What waits for the end of a search.
type Waiting = Box<dyn FnOnce(&Arc<Control>) -> Result<()> + Send>;

/// What was added to a control.
#[derive(Default)]
pub(crate) struct Texts {
    /// The definitions of constants.
    constants: Vec<String>,
    texts: Vec<KeptText>,
    /// The files that were read, by their real paths.
    files: FxHashSet<PathBuf>,
    added: Vec<Arc<Added>>,
    waiting: VecDeque<Waiting>,
}

/// What is added to a program at once.
enum Addition {
    /// A text that begins in a part.
    Text { text: KeptText, part: String, parameters: Vec<String> },
    /// The files of a command line.
    Files(Vec<KeptText>),
    /// Statements. They do not change any more.
    Nodes(Vec<Node>),
}

/// What was added, with the texts that it includes: files may change, so that they are not read again.
struct Added {
    addition: Addition,
    included: FxHashMap<PathBuf, Arc<str>>,
}

/// Whether a text is a ground program in aspif.
fn is_aspif(text: &str) -> bool {
    text.starts_with("asp ")
}

impl Addition {
    /// Returns a text that begins in the part `base`.
    fn base(text: KeptText) -> Self {
        Addition::Text { text, part: "base".to_owned(), parameters: Vec::new() }
    }

    fn texts(&self) -> &[KeptText] {
        match self {
            Addition::Text { text, .. } => std::slice::from_ref(text),
            Addition::Files(texts) => texts,
            Addition::Nodes(_) => &[],
        }
    }

    /// Has a loader add the texts.
    fn load(&self, loader: &mut Loader<'_>, engine: &mut Engine) -> Result<(), groundplan::Error> {
        let texts = self.texts();
        for text in texts {
            loader.claim(&text.name);
        }
        match self {
            Addition::Text { text: KeptText { name, text, .. }, part, parameters } => {
                let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
                loader.add_text_to(engine, part, &parameters, name, text)
            }
            Addition::Files(_) => {
                texts.iter().try_for_each(|it| loader.add_named(engine, &it.name, &it.text))?;
                loader.include_in_named(engine)
            }
            Addition::Nodes(_) => Ok(()),
        }
    }
}

impl Added {
    /// Adds the same to a control.
    fn repeat(&self, control: &Arc<Control>, calls: &Calls) -> Result<()> {
        if let Addition::Nodes(nodes) = &self.addition {
            return control.write_nodes(calls, nodes).map(drop);
        }
        let read = |path: &Path| {
            let text = self.included.get(path).map(ToString::to_string);
            text.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
        };
        control.load(calls, read, |loader, engine| self.addition.load(loader, engine), just).map(drop)
    }
}

/// Returns the text of a file, or standard input for `-`, as it is to be kept.
fn read_file(host: &impl TextHost, path: &str) -> Result<(String, TextOrigin)> {
    let (text, origin) = match path {
        "-" => (host.standard_input(), TextOrigin::Given),
        path => (fs::read_to_string(path), TextOrigin::File),
    };
    match text {
        Ok(text) => Ok((text, origin)),
        Err(error) => Err(Error::Runtime(format!("file could not be opened: {path}: {error}"))),
    }
}

impl Control {
    /// Defines a constant: `n=8`.
    ///
    /// # Errors
    ///
    /// Returns an error if the definition is wrong, or the control is busy.
    pub fn define(&self, definition: &str) -> Result<()> {
        self.try_with(|engine| engine.define_text(definition))?;
        self.with_texts(|texts| texts.constants.push(definition.to_owned()));
        Ok(())
    }

    /// Adds a program to a part. While a search is open, it is looked at, and added when that is over.
    ///
    /// # Errors
    ///
    /// Returns an error if the program is wrong, or a second one in aspif; [`Error::Raised`] with what a script raised.
    pub fn add(
        self: &Arc<Self>,
        host: &impl TextHost,
        part: &str,
        parameters: &[&str],
        program: &str,
    ) -> Result<AddedTexts> {
        if part == "base" && parameters.is_empty() {
            return self.add_text(host, "<block>", program);
        }
        let program = host.scripts().run_in("<block>", program).map_err(Error::Raised)?;
        let listed = match parameters.is_empty() {
            true => String::new(),
            false => format!("({})", parameters.join(",")),
        };
        let program = format!("#program {part}{listed}. {program}");
        let text = KeptText { name: "<block>".to_owned(), text: program.into(), origin: TextOrigin::Given };
        let parameters = parameters.iter().map(|&it| it.to_owned()).collect();
        self.add_texts(host, Addition::Text { text, part: part.to_owned(), parameters })
    }

    /// Adds a text with a name to the part `base`: see [`Control::add`].
    ///
    /// # Errors
    ///
    /// See [`Control::add`].
    pub fn add_text(self: &Arc<Self>, host: &impl TextHost, name: &str, text: &str) -> Result<AddedTexts> {
        let text = self.plain(host, name, text, TextOrigin::Given, false)?;
        self.add_texts(host, Addition::base(text))
    }

    /// Adds a file, or standard input for `-`, and what it includes: see [`Control::add`].
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read; see [`Control::add`].
    pub fn add_file(self: &Arc<Self>, host: &impl TextHost, path: &str) -> Result<AddedTexts> {
        let (text, origin) = read_file(host, path)?;
        let text = self.plain(host, path, &text, origin, false)?;
        self.add_texts(host, Addition::base(text))
    }

    /// Adds a file in aspif, beside others: see [`Control::add_file`].
    ///
    /// # Errors
    ///
    /// See [`Control::add_file`].
    pub fn add_aspif(self: &Arc<Self>, host: &impl TextHost, path: &str) -> Result<AddedTexts> {
        let (text, origin) = read_file(host, path)?;
        if !is_aspif(&text) {
            return Err(Error::Runtime(format!("{path}: this is no program in aspif")));
        }
        let text = self.plain(host, path, &text, origin, true)?;
        self.add_texts(host, Addition::base(text))
    }

    /// Adds the files of a command line, each of them once: see [`Control::add_file`].
    ///
    /// # Errors
    ///
    /// See [`Control::add_file`].
    pub fn add_files(self: &Arc<Self>, host: &impl TextHost, paths: &[String]) -> Result<AddedTexts> {
        let (mut named, mut texts, mut warnings) = (FxHashSet::default(), Vec::new(), Vec::new());
        for path in paths {
            if !named.insert(real_path(Path::new(path))) {
                warnings.push(format!("the file `{path}` is read once only"));
                continue;
            }
            let (text, origin) = read_file(host, path)?;
            texts.push(self.plain(host, path, &text, origin, false)?);
        }
        let mut added = self.add_texts(host, Addition::Files(texts))?;
        warnings.append(&mut added.warnings);
        Ok(AddedTexts { warnings, ..added })
    }

    /// Adds statements, whose scripts are run: see [`Control::add`]. Returns whether the text that they print as reads as them.
    ///
    /// # Errors
    ///
    /// Returns an error if a statement is wrong; [`Error::Raised`] with what a script raised.
    pub fn add_nodes(self: &Arc<Self>, host: &impl TextHost, nodes: &[Node]) -> Result<bool> {
        let mut has_script = false;
        for node in nodes.iter().filter(|node| node.kind() == Kind::Script) {
            has_script = true;
            if let (Some(location), Value::Text(language), Value::Text(code)) =
                (node.location(), node.get("name")?, node.get("code")?)
            {
                host.scripts().run(&location, &language, &code).map_err(Error::Raised)?;
            }
        }
        let is_idle = self.settle()?;
        let AddedNodes { text, is_exact } = self.reader(is_idle).write_nodes(host.calls(), nodes)?;
        let text = KeptText { name: "<ast>".to_owned(), text: text.into(), origin: TextOrigin::Given };
        self.with_texts(|texts| texts.texts.push(text.clone()));
        // Their text has the scripts, which are not run again.
        let addition = match is_exact && is_idle && !has_script {
            true => Addition::base(text),
            false => Addition::Nodes(nodes.iter().map(Node::deep_copy).collect::<Result<_>>()?),
        };
        self.keep_added(Added { addition, included: FxHashMap::default() }, is_idle, host.calls());
        Ok(is_exact)
    }

    /// Returns a text as it is kept: without its scripts, which are run. Only a text that is `beside` others may be a second program
    /// in aspif.
    fn plain(
        &self,
        host: &impl TextHost,
        name: &str,
        text: &str,
        origin: TextOrigin,
        beside: bool,
    ) -> Result<KeptText> {
        if is_aspif(text) {
            let has_steps = text.lines().filter(|&line| line == "0").count() > 1;
            if has_steps && text.lines().next().is_some_and(|line| line.contains("incremental")) {
                return Err(Error::Runtime(format!(
                    "{name}: a program in aspif with several steps is not read here: `groundplan solve` solves its steps"
                )));
            }
            if !beside && self.with_texts(|texts| texts.texts.iter().any(KeptText::is_aspif)) {
                return Err(Error::Runtime(format!(
                    "{name}: there is a program in aspif already, and a second one has atoms of its own: `load_aspif` takes \
                     several files"
                )));
            }
        }
        let text = host.scripts().run_in(name, text).map_err(Error::Raised)?;
        Ok(KeptText { name: name.to_owned(), text: text.into(), origin })
    }

    /// Returns the control that reads what is added: this one or, while it is at work, one that finds out what is wrong.
    fn reader(self: &Arc<Self>, is_idle: bool) -> Arc<Control> {
        if is_idle {
            Arc::clone(self)
        } else {
            Control::new(Engine::new())
        }
    }

    /// Adds texts, and what they include.
    fn add_texts(self: &Arc<Self>, host: &impl TextHost, addition: Addition) -> Result<AddedTexts> {
        let known = self.with_texts(|texts| texts.texts.len());
        let mut repeats = false;
        addition.texts().iter().for_each(|text| repeats |= self.keep_text(text.clone()));
        let is_idle = self.settle()?;
        let (mut included, mut failed): (FxHashMap<_, _>, Option<Raised>) = (FxHashMap::default(), None);
        let read = |path: &Path| {
            let (name, text) = (path.to_string_lossy(), fs::read_to_string(path)?);
            let text: Arc<str> = match host.scripts().run_in(&name, &text) {
                Ok(text) => text.into(),
                Err(raised) => {
                    failed.get_or_insert(raised);
                    return Err(io::Error::other("a script has failed"));
                }
            };
            let kept =
                KeptText { name: name.into_owned(), text: Arc::clone(&text), origin: TextOrigin::Included };
            repeats |= self.keep_text(kept);
            included.insert(path.to_owned(), Arc::clone(&text));
            Ok(text.to_string())
        };
        let add = |loader: &mut Loader<'_>, engine: &mut Engine| addition.load(loader, engine);
        let added = self.reader(is_idle).load(host.calls(), read, add, |work| host.during(work));
        match added {
            Ok(added) => {
                self.keep_added(Added { addition, included }, is_idle, host.calls());
                Ok(AddedTexts { repeats, ..added })
            }
            Err(error) => {
                self.with_texts(|texts| texts.texts.truncate(known));
                Err(failed.map_or(error, Error::Raised))
            }
        }
    }

    /// Keeps a text. Returns whether it is that of a file that was read before.
    fn keep_text(&self, text: KeptText) -> bool {
        let file = (text.origin != TextOrigin::Given).then(|| real_path(Path::new(&text.name)));
        self.with_texts(|texts| {
            texts.texts.push(text);
            file.is_some_and(|file| !texts.files.insert(file))
        })
    }

    /// Keeps what was added, to be added again: to the engine itself when the search is over that it is at work on.
    fn keep_added(&self, added: Added, is_idle: bool, calls: &Calls) {
        let (added, calls) = (Arc::new(added), Arc::clone(calls));
        self.with_texts(|texts| {
            texts.added.push(Arc::clone(&added));
            if !is_idle {
                texts.waiting.push_back(Box::new(move |control| added.repeat(control, &calls)));
            }
        });
    }

    /// Does what had to wait for the end of a search, unless the control is still at work. Returns whether it is not.
    ///
    /// # Errors
    ///
    /// Returns what fails of it.
    pub fn settle(self: &Arc<Self>) -> Result<bool> {
        if self.with(|_| ()).is_err() {
            return Ok(false);
        }
        while let Some(act) = self.with_texts(|texts| texts.waiting.pop_front()) {
            act(self)?;
        }
        Ok(true)
    }

    /// Does something when no search is open: now, or later.
    ///
    /// # Errors
    ///
    /// Returns an error if it fails now.
    pub fn when_idle(
        self: &Arc<Self>,
        act: impl FnOnce(&Arc<Control>) -> Result<()> + Send + 'static,
    ) -> Result<()> {
        if self.settle()? {
            return act(self);
        }
        self.with_texts(|texts| texts.waiting.push_back(Box::new(act)));
        Ok(())
    }

    /// Adds to another control what was added to this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the other one is busy.
    pub fn repeat_in(&self, other: &Arc<Control>, calls: &Calls) -> Result<()> {
        let (constants, added) = self.with_texts(|texts| (texts.constants.clone(), texts.added.clone()));
        constants.iter().try_for_each(|definition| other.define(definition))?;
        if self.reads_as_clingcon() {
            other.read_as_clingcon()?;
        }
        added.iter().try_for_each(|added| added.repeat(other, calls))
    }

    /// Returns the value of a constant, if the program or an option defines it.
    ///
    /// # Errors
    ///
    /// Returns an error if what had to wait for the end of a search fails.
    pub fn constant(self: &Arc<Self>, name: &str) -> Result<Option<Term>> {
        let is_idle = self.settle()?;
        let reader = self.reader(is_idle);
        if !is_idle {
            let calls: Calls = Arc::new(|_: &str, _: &[Term]| Ok(None));
            self.repeat_in(&reader, &calls)?;
        }
        reader.with(|engine| {
            // Its value may be that of a function, whose call looks up terms itself.
            let value = engine.constant(name)?;
            Some(reader.with_terms(|terms| terms.of(value, engine.symbols())))
        })
    }

    /// Returns the texts of the program.
    pub fn texts(&self) -> Vec<KeptText> {
        self.with_texts(|texts| texts.texts.clone())
    }
}

/// Returns the real path of a file.
fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
