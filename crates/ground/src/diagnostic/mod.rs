//! What is wrong with a source text, and where.
//!
//! Within the engine a [`Diagnostic`] is data that points into texts; [`Diagnostics`] holds the texts as well, so that
//! whoever gets it can show it: it prints with file, line and the text underlined.

#[cfg(not(feature = "render"))]
mod plain;
#[cfg(feature = "render")]
mod render;
mod sources;

pub use crate::spelling::meant as did_you_mean;
pub use sources::{SourceId, Sources, Span};

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but perhaps does not say what was meant.
    Warning,
    /// Nothing is wrong; it is worth knowing.
    Note,
}

/// A kind of warning that can be asked for, or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lint {
    /// A predicate occurs in bodies only, so nothing ever derives it.
    Undefined,
    /// A predicate occurs with different numbers of arguments.
    Arity,
    /// A variable occurs once, so it might as well be `_`.
    Singleton,
    /// A term has no value for some instances, which are left out.
    Arithmetic,
}

impl Lint {
    /// All kinds, with the names by which they are asked for.
    pub const ALL: [(Lint, &'static str); 4] = [
        (Lint::Undefined, "undefined"),
        (Lint::Arity, "arity"),
        (Lint::Singleton, "singleton"),
        (Lint::Arithmetic, "arithmetic"),
    ];
}

/// One thing that is wrong with a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of a warning, if it is one that can be asked for.
    pub lint: Option<Lint>,
    /// What is wrong, in the reader's words, without a dot at the end.
    pub message: String,
    /// The text to underline; none where no place can be named.
    pub span: Option<Span>,
    /// What to say beside the underlined text; may be empty.
    pub label: String,
    /// Other places that explain it, each with what to say there.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Error, message) }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(message: impl Into<String>, span: Span) -> Self {
        Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Warning, message) }
    }

    /// A diagnostic without a place.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Diagnostic {
            severity,
            lint: None,
            message: message.into(),
            span: None,
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// Says of which kind it is.
    #[must_use]
    pub fn lint(mut self, lint: Lint) -> Self {
        self.lint = Some(lint);
        self
    }

    /// Says something beside the underlined text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Points to another place.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((span, text.into()));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Things that are wrong with texts, and the texts.
///
/// It prints as compilers print such things:
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
    /// Diagnostics that point into these texts.
    #[must_use]
    pub fn new(list: Vec<Diagnostic>, sources: Sources) -> Self {
        Diagnostics { list, sources }
    }

    /// One after the other.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The texts that they point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The text that a diagnostic underlines; `None` for one without a place.
    #[must_use]
    pub fn underlined(&self, diagnostic: &Diagnostic) -> Option<&str> {
        diagnostic.span.map(|span| &self.sources.text(span.source)[span.range()])
    }

    /// Keeps those of which `keep` says so.
    #[must_use]
    pub fn filter(mut self, keep: impl FnMut(&Diagnostic) -> bool) -> Self {
        self.list.retain(keep);
        self
    }

    /// The same with colours, for a terminal.
    #[cfg(feature = "render")]
    #[must_use]
    pub fn styled(&self) -> impl fmt::Display + '_ {
        render::Rendered { diagnostics: self, renderer: annotate_snippets::Renderer::styled() }
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
        return render::Rendered { diagnostics: self, renderer: annotate_snippets::Renderer::plain() }.fmt(f);
        #[cfg(not(feature = "render"))]
        plain::write(f, self)
    }
}
