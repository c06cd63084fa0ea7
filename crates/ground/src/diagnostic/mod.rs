//! Diagnostics: errors, warnings and notes about source texts, with their positions.
//!
//! Within the engine, a [`Diagnostic`] is data that points into texts. [`Diagnostics`] holds the texts as well, so it can
//! be printed: with file, line and the text underlined.

mod clingo;
#[cfg(not(feature = "render"))]
mod plain;
#[cfg(feature = "render")]
mod render;
mod sources;

pub use crate::spelling::suggestion as did_you_mean;
pub use clingo::Wording;
pub use sources::{SourceId, Sources, Span};

use std::fmt;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but it may not say what was intended.
    Warning,
    /// Nothing is wrong; the message is for information.
    Note,
}

/// A kind of warning that can be turned on or off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lint {
    /// No head derives an atom: its predicate occurs in bodies only, or no head unifies with it.
    Undefined,
    /// A predicate occurs with different numbers of arguments.
    Arity,
    /// A variable occurs only once, so it could be `_`.
    Singleton,
    /// A term has no value for some instances; these are left out.
    Arithmetic,
    /// A variable is spelled like a constant that stands in its place elsewhere, a shown constant like a predicate, or the value
    /// of an external atom is none.
    Spelling,
    /// Equal weights of a sum or an objective count once, and the condition may hold several times.
    Merged,
    /// Elements with the same tuple, or instances of one with a constant tuple, count once.
    Tuple,
    /// The bounds of a choice or an aggregate never hold, or always do.
    Bounds,
    /// The bounds of a choice count within each instance of the body, and make all elements true.
    Instance,
    /// An interval is empty.
    Interval,
    /// A function that is compared is named like an operation.
    Function,
    /// A constant is defined from outside, and the program does not have it.
    Constant,
}

impl Lint {
    /// All kinds, with the names that select them.
    pub const ALL: [(Lint, &'static str); 12] = [
        (Lint::Undefined, "undefined"),
        (Lint::Arity, "arity"),
        (Lint::Singleton, "singleton"),
        (Lint::Arithmetic, "arithmetic"),
        (Lint::Spelling, "spelling"),
        (Lint::Merged, "merged"),
        (Lint::Tuple, "tuple"),
        (Lint::Bounds, "bounds"),
        (Lint::Instance, "instance"),
        (Lint::Interval, "interval"),
        (Lint::Function, "function"),
        (Lint::Constant, "constant"),
    ];
}

/// A kind of error, by which pages and editors name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// The text does not follow the syntax.
    Syntax,
    /// A variable gets no values from the body.
    Unsafe,
    /// A term that needs a value has none, or it leaves the range of numbers.
    Value,
    /// Something is defined twice, or in terms of itself.
    Definition,
    /// A theory atom does not fit the definition of its theory, or has no meaning.
    Theory,
    /// An external function has no value for its arguments.
    Call,
    /// A file cannot be read.
    Include,
    /// Something is too large.
    Size,
    /// What an earlier step has left complete is defined anew.
    Step,
}

impl ErrorKind {
    /// All kinds, with their names.
    pub const ALL: [(ErrorKind, &'static str); 9] = [
        (ErrorKind::Syntax, "syntax"),
        (ErrorKind::Unsafe, "unsafe"),
        (ErrorKind::Value, "value"),
        (ErrorKind::Definition, "definition"),
        (ErrorKind::Theory, "theory"),
        (ErrorKind::Call, "call"),
        (ErrorKind::Include, "include"),
        (ErrorKind::Size, "size"),
        (ErrorKind::Step, "step"),
    ];
}

/// A word, and the words that were probably intended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The word as it was written.
    pub written: String,
    /// The place of the word, if it is not in the underlined text.
    pub span: Option<Span>,
    /// The words to write in place of it, the most probable one first; never empty.
    pub meant: Vec<String>,
}

/// An error, a warning or a note about a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The kind of a warning, if it can be turned on or off.
    pub lint: Option<Lint>,
    /// The kind of an error in a program.
    pub kind: Option<ErrorKind>,
    /// The message to the user, without a full stop at the end.
    pub message: String,
    /// The text to underline; `None` if the message has no position.
    pub span: Option<Span>,
    /// The remark beside the underlined text; may be empty.
    pub label: String,
    /// Other positions that explain the message, each with a remark.
    pub related: Vec<(Span, String)>,
    /// Advice on what to do.
    pub help: Option<String>,
    /// The correction of a word, for editors that apply it. The advice says it in words.
    pub correction: Option<Box<Correction>>,
    /// What clingo says in place of the message, where that is known.
    pub wordings: Vec<Wording>,
}

impl Diagnostic {
    /// Returns an error at a position.
    #[must_use]
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Error, message) }
    }

    /// Returns a warning at a position.
    #[must_use]
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Warning, message) }
    }

    /// Returns a diagnostic without a position.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            lint: None,
            kind: None,
            message: message.into(),
            span: None,
            label: String::new(),
            related: Vec::new(),
            help: None,
            correction: None,
            wordings: Vec::new(),
        }
    }

    /// Adds a sentence that clingo says in place of the message, with its severity.
    #[must_use]
    pub fn as_clingo(mut self, span: Span, sentence: impl Into<String>) -> Self {
        self.wordings.push(Wording { span, sentence: sentence.into() });
        self
    }

    /// Sets the kind of warning.
    #[must_use]
    pub fn lint(mut self, lint: Lint) -> Self {
        self.lint = Some(lint);
        self
    }

    /// Sets the kind of error.
    #[must_use]
    pub fn kind(mut self, kind: ErrorKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Sets the remark beside the underlined text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another position with a remark.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }

    /// Sets the advice on what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the words that were probably intended by a word of the underlined text; without any, there is no correction.
    #[must_use]
    pub fn correction(mut self, written: &str, meant: &[&str]) -> Self {
        let meant: Vec<String> = meant.iter().map(|&word| word.to_owned()).collect();
        let written = written.to_owned();
        self.correction = (!meant.is_empty()).then(|| Box::new(Correction { written, span: None, meant }));
        self
    }

    /// Sets the word that was probably intended by a word at another place than the underlined one.
    #[must_use]
    pub fn correction_at(mut self, span: Span, written: &str, meant: &str) -> Self {
        let (written, meant) = (written.to_owned(), vec![meant.to_owned()]);
        self.correction = Some(Box::new(Correction { written, span: Some(span), meant }));
        self
    }
}

/// A list of diagnostics, with the texts that they point into.
///
/// It prints in the style of compilers, each message after its place in the form of clingo's messages:
///
/// ```
/// use groundplan::{Engine, Error};
///
/// let mut engine = Engine::new();
/// engine.add_text("wrong.lp", "a(X) :- not b(X).")?;
/// let Err(Error::Program(wrong)) = engine.ground(["base"]) else { panic!("X is unsafe") };
/// assert_eq!(wrong.iter().count(), 1);
/// let text = wrong.to_string();
/// assert!(text.contains("error: ") && text.contains("wrong.lp:1:3") && text.contains("^"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    sources: Sources,
}

impl Diagnostics {
    /// Returns a list of diagnostics that point into these texts.
    #[must_use]
    pub fn new(list: Vec<Diagnostic>, sources: Sources) -> Self {
        Diagnostics { list, sources }
    }

    /// Iterates over the diagnostics in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The texts that the diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Returns the text that a diagnostic underlines; `None` if it has no position.
    #[must_use]
    pub fn underlined(&self, diagnostic: &Diagnostic) -> Option<&str> {
        diagnostic.span.map(|span| &self.sources.text(span.source)[span.range()])
    }

    /// Keeps the diagnostics for which `keep` returns true.
    #[must_use]
    pub fn filter(mut self, keep: impl FnMut(&Diagnostic) -> bool) -> Self {
        self.list.retain(keep);
        self
    }

    /// Displays the diagnostics for people at a terminal: without the lines that only programs need.
    #[cfg(feature = "render")]
    #[must_use]
    pub fn for_terminal(&self, coloured: bool) -> impl fmt::Display + '_ {
        use annotate_snippets::Renderer;
        let renderer = if coloured { Renderer::styled() } else { Renderer::plain() };
        render::Rendered { diagnostics: self, renderer, opens_as_clingo: false }
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "render")]
        return render::Rendered {
            diagnostics: self,
            renderer: annotate_snippets::Renderer::plain(),
            opens_as_clingo: true,
        }
        .fmt(f);
        #[cfg(not(feature = "render"))]
        plain::write(f, self)
    }
}
