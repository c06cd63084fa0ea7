//! Programs from files, including the files that they `#include`.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use rustc_hash::FxHashSet;

use super::{Engine, Error};
use groundplan_ground::diagnostic::{self, Diagnostic, Diagnostics, Severity};
use groundplan_ground::exchange::{formula_format, is_aspif, is_lparse};
use groundplan_ground::syntax::ast::Include;

/// The name of the module that asks for incremental solving, step by step.
const INCREMENTAL: &str = "incmode";
/// The text of that module: every incremental program may use `query(t)` for its last step.
const INCREMENTAL_TEXT: &str = "#program check(t). #external query(t).";

/// A function that reads a file.
type ReadFile<'r> = Box<dyn FnMut(&Path) -> io::Result<String> + Send + 'r>;

/// Reads programs from files, including the files that they `#include`, and adds them to an [`Engine`].
///
/// As in clingo, an `#include` names a file in the current folder, or else beside the file that includes it. A loader reads
/// each file once, even if it is named by several paths: where it is [named](Loader::load_all), or else where it is included.
/// The included text takes the place of the directive, in the same part: see [`Engine::add_included`]. A file may also be in
/// aspif, in the format of lparse, or a formula in DIMACS or OPB.
///
/// ```
/// use groundplan::{Engine, Loader};
///
/// let folder = std::env::temp_dir().join(format!("groundplan-loader-{}", std::process::id()));
/// std::fs::create_dir_all(folder.join("parts"))?;
/// std::fs::write(folder.join("main.lp"), "#include \"parts/graph.lp\". node(X) :- edge(X,_).")?;
/// std::fs::write(folder.join("parts/graph.lp"), "edge(1,2). edge(2,3).")?;
///
/// let mut engine = Engine::new();
/// Loader::new().load(&mut engine, folder.join("main.lp"))?;
/// engine.ground(["base"])?;
/// assert_eq!(engine.query().first()?.expect("facts").count("node"), 2);
///
/// std::fs::remove_file(folder.join("parts/graph.lp"))?;
/// let error = Loader::new().load(&mut Engine::new(), folder.join("main.lp")).expect_err("it is gone");
/// assert!(error.to_string().contains("main.lp:1:1"), "{error}");
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Loader<'r> {
    read: ReadFile<'r>,
    /// The folder in which an included file is looked for first; empty for the process's current one.
    folder: PathBuf,
    /// The files that were read, by [`canonical_path`].
    seen: FxHashSet<PathBuf>,
    /// What each of the named texts includes, as long as that was not read.
    named: Vec<Vec<Include>>,
    /// The directives that were skipped.
    repeated: Vec<Include>,
    is_incremental: bool,
}

impl Default for Loader<'_> {
    fn default() -> Self {
        Loader::new()
    }
}

impl fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loader { folder, seen, is_incremental, .. } = self;
        f.debug_struct("Loader")
            .field("folder", folder)
            .field("seen", seen)
            .field("is_incremental", is_incremental)
            .finish_non_exhaustive()
    }
}

impl<'r> Loader<'r> {
    /// A loader that reads from the file system.
    #[must_use]
    pub fn new() -> Self {
        Loader::reading(|path| std::fs::read_to_string(path))
    }

    /// A loader that calls `read` for the text of each file. `read` returns [`ErrorKind::NotFound`] if there is no such
    /// file, and may refuse files with other errors.
    ///
    /// ```
    /// use std::io::ErrorKind;
    /// use groundplan::{Engine, Loader};
    ///
    /// let mut engine = Engine::new();
    /// let mut loader = Loader::reading(|path| match path.to_str() {
    ///     Some("graph.lp") => Ok("edge(1,2).".to_owned()),
    ///     Some("secret.lp") => Err(ErrorKind::PermissionDenied.into()),
    ///     _ => Err(ErrorKind::NotFound.into()),
    /// });
    /// loader.add_text(&mut engine, "main.lp", "#include \"graph.lp\". node(X) :- edge(X,_).")?;
    /// engine.ground(["base"])?;
    /// assert_eq!(engine.query().first()?.expect("facts").to_string(), "edge(1,2) node(1)");
    /// let refused = loader.add_text(&mut engine, "more.lp", "#include \"secret.lp\".").expect_err("it is secret");
    /// assert!(refused.to_string().contains("cannot read `secret.lp`"));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn reading(read: impl FnMut(&Path) -> io::Result<String> + Send + 'r) -> Self {
        Loader {
            read: Box::new(read),
            folder: PathBuf::new(),
            seen: FxHashSet::default(),
            named: Vec::new(),
            repeated: Vec::new(),
            is_incremental: false,
        }
    }

    /// Looks for included files in this folder, in place of the process's current one, before it looks beside the file that
    /// includes them.
    ///
    /// ```
    /// use std::io::ErrorKind;
    /// use groundplan::{Engine, Loader};
    ///
    /// let mut engine = Engine::new();
    /// let read = |path: &std::path::Path| match path.ends_with("plans/graph.lp") {
    ///     true => Ok("edge(1,2).".to_owned()),
    ///     false => Err(ErrorKind::NotFound.into()),
    /// };
    /// Loader::reading(read).in_folder("plans").add_text(&mut engine, "main.lp", "#include \"graph.lp\".")?;
    /// engine.ground(["base"])?;
    /// assert_eq!(engine.query().first()?.expect("a fact").to_string(), "edge(1,2)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    #[must_use]
    pub fn in_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = folder.into();
        self
    }

    /// Whether a program has included the module `<incmode>`, which asks for incremental solving. The caller carries that
    /// out.
    #[must_use]
    pub fn is_incremental(&self) -> bool {
        self.is_incremental
    }

    /// The `#include` directives that were skipped because what they name was read before.
    #[must_use]
    pub fn repeated(&self) -> &[Include] {
        &self.repeated
    }

    /// Adds a file and all that it includes. Does nothing if this loader has already read the file.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if a file cannot be read, at the position of its `#include`, or has syntax errors. Texts that were
    /// added before the error stay in the engine.
    pub fn load(&mut self, engine: &mut Engine, path: impl AsRef<Path>) -> Result<(), Error> {
        self.load_all(engine, [path])
    }

    /// Adds several files and all that they include. Each file counts where it is named: if another one includes it, that
    /// `#include` is skipped. As in clingo's command, a file that several of them include counts where the last of them
    /// includes it.
    ///
    /// ```
    /// use groundplan::{Engine, Loader};
    ///
    /// let read = |path: &std::path::Path| match path.to_str() {
    ///     Some("main.lp") => Ok("reached(X) :- edge(1,X). #program more. #include \"graph.lp\".".to_owned()),
    ///     _ => Ok("edge(1,2).".to_owned()),
    /// };
    /// let mut engine = Engine::new();
    /// Loader::reading(read).load_all(&mut engine, ["main.lp", "graph.lp"])?;
    /// engine.ground(["base"])?;
    /// assert_eq!(engine.query().first()?.expect("facts").to_string(), "edge(1,2) reached(2)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn load_all<P: AsRef<Path>>(
        &mut self,
        engine: &mut Engine,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<(), Error> {
        let paths: Vec<P> = paths.into_iter().filter(|path| self.claim(path)).collect();
        for path in &paths {
            let path = path.as_ref();
            let text = self.text(path).map_err(|failure| {
                let error = Diagnostic::new(Severity::Error, failure.to_string())
                    .kind(diagnostic::ErrorKind::Include);
                Error::Program(Diagnostics::new(vec![error], engine.sources().clone()))
            })?;
            self.add_named(engine, &path.to_string_lossy(), &text)?;
        }
        self.include_in_named(engine)
    }

    /// Adds one of several texts that are named side by side, without what it includes; [`Loader::include_in_named`] adds
    /// that for all of them. The caller [claims](Loader::claim) the files first, so that a file that is named is not included
    /// as well.
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn add_named(&mut self, engine: &mut Engine, name: &str, text: &str) -> Result<(), Error> {
        add_alone(engine, "base", &[], name, text)?;
        self.named.push(engine.take_includes());
        Ok(())
    }

    /// Adds what the [named](Loader::add_named) texts include. Like gringo, it begins with the last of them: of several that
    /// include a file, the last one counts.
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn include_in_named(&mut self, engine: &mut Engine) -> Result<(), Error> {
        while let Some(includes) = self.named.pop() {
            engine.texts.give_back_includes(includes.into_iter());
            self.read_includes(engine)?;
        }
        Ok(())
    }

    /// Records that the caller reads this file. Returns false if the file was recorded or read before.
    pub fn claim(&mut self, path: impl AsRef<Path>) -> bool {
        self.seen.insert(canonical_path(path.as_ref()))
    }

    /// Adds a text in any supported format, and all that it includes. If `name` is a path, included files are also looked
    /// for beside it.
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn add_text(&mut self, engine: &mut Engine, name: &str, text: &str) -> Result<(), Error> {
        self.add_text_to(engine, "base", &[], name, text)
    }

    /// Like [`Loader::add_text`], for a text that begins in another part than `base`: see [`Engine::add_text_to`].
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn add_text_to(
        &mut self,
        engine: &mut Engine,
        part: &str,
        parameters: &[&str],
        name: &str,
        text: &str,
    ) -> Result<(), Error> {
        add_alone(engine, part, parameters, name, text)?;
        self.read_includes(engine)
    }

    /// Reads and adds the files that the texts added last include.
    ///
    /// # Errors
    ///
    /// See [`Loader::load`].
    pub fn read_includes(&mut self, engine: &mut Engine) -> Result<(), Error> {
        let mut waiting = engine.take_includes();
        waiting.reverse();
        while let Some(include) = waiting.pop() {
            if let Err(error) = self.include(engine, &include) {
                waiting.push(include);
                engine.texts.give_back_includes(waiting.into_iter().rev());
                return Err(error);
            }
            // Depth first, in the order of the text: if a file is included twice, the first `#include` counts.
            waiting.extend(engine.take_includes().into_iter().rev());
        }
        Ok(())
    }

    fn include(&mut self, engine: &mut Engine, include: &Include) -> Result<(), Error> {
        let Include { target, builtin, span } = include;
        let refuse = |engine: &Engine, message: String, help: &str| {
            let error = Diagnostic::error(message, *span).kind(diagnostic::ErrorKind::Include).help(help);
            Error::Program(Diagnostics::new(vec![error], engine.sources().clone()))
        };
        if *builtin {
            if target != INCREMENTAL {
                return Err(refuse(
                    engine,
                    format!("there is no module `{target}`"),
                    "the only one is `<incmode>`",
                ));
            }
            if std::mem::replace(&mut self.is_incremental, true) {
                self.repeated.push(include.clone());
                return Ok(());
            }
            return engine.add_text("<incmode>", INCREMENTAL_TEXT);
        }
        let includer = Path::new(engine.sources().name(span.source));
        let beside = includer.parent().unwrap_or(Path::new("")).join(target);
        for path in [self.folder.join(target), beside] {
            if !self.claim(&path) {
                self.repeated.push(include.clone());
                return Ok(());
            }
            let name = path.to_string_lossy();
            let added = match self.text(&path) {
                Ok(text) if is_ground(&text) => self.add_text(engine, &name, &text),
                Ok(text) => engine.add_included(include, &name, &text),
                Err(ReadFailure::Missing(_)) => {
                    self.seen.remove(&canonical_path(&path));
                    continue;
                }
                Err(failure) => {
                    Err(refuse(engine, failure.to_string(), "a program is a text file that may be read"))
                }
            };
            if added.is_err() {
                self.seen.remove(&canonical_path(&path));
            }
            return added;
        }
        let message = format!("there is no file `{target}`");
        let help = "files are looked for in the current folder, then beside the one that includes them";
        Err(refuse(engine, message, help))
    }

    /// Reads the text of a file.
    fn text(&mut self, path: &Path) -> Result<String, ReadFailure> {
        let message = |error| format!("cannot read `{}`: {error}", path.display());
        match (self.read)(path) {
            Ok(text) if text.len() >= u32::MAX as usize => {
                Err(ReadFailure::Refused(format!("`{}` is larger than 4 GiB", path.display())))
            }
            Ok(text) => Ok(text),
            Err(error) if ABSENT_KINDS.contains(&error.kind()) => Err(ReadFailure::Missing(message(error))),
            Err(error) => Err(ReadFailure::Refused(message(error))),
        }
    }
}

/// Adds a text in any supported format, without what it includes.
fn add_alone(
    engine: &mut Engine,
    part: &str,
    parameters: &[&str],
    name: &str,
    text: &str,
) -> Result<(), Error> {
    if is_aspif(text) {
        engine.add_aspif(name, text)
    } else if let Some(format) = formula_format(text) {
        engine.add_formula(format, name, text)
    } else if is_lparse(text) {
        engine.add_lparse(name, text)
    } else {
        engine.add_text_to(part, parameters, name, text)
    }
}

/// Whether a text is a ground program or a formula.
fn is_ground(text: &str) -> bool {
    is_aspif(text) || formula_format(text).is_some() || is_lparse(text)
}

/// The kinds of errors that mean that there is no file at a path.
const ABSENT_KINDS: [ErrorKind; 3] = [ErrorKind::NotFound, ErrorKind::NotADirectory, ErrorKind::IsADirectory];

/// A file whose text could not be read, with a message.
#[derive(Debug)]
enum ReadFailure {
    /// There is no such file.
    Missing(String),
    /// There is a file, but it cannot be used.
    Refused(String),
}

impl fmt::Display for ReadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ReadFailure::Missing(message) | ReadFailure::Refused(message)) = self;
        f.write_str(message)
    }
}

/// The canonical form of a path: equal for different spellings of the same file.
fn canonical_path(path: &Path) -> PathBuf {
    let without_dots = || path.components().filter(|part| *part != Component::CurDir).collect();
    path.canonicalize().unwrap_or_else(|_| without_dots())
}
