//! What is wrong with a source text, and where: data only, printed by whoever shows it.

use std::ops::Range;

/// One of the texts of a [`Sources`] list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct SourceId(pub u32);

/// A stretch of a source text, in bytes. The default is the very beginning of the first text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both, which must lie in one text.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        debug_assert_eq!(self.source, end.source);
        Span { source: self.source, start: self.start.min(end.start), end: self.end.max(end.end) }
    }

    /// The bytes it covers.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The texts that a program came from, kept to show where something is wrong.
#[derive(Default, Clone, Debug)]
pub struct Sources {
    texts: Vec<(String, String)>,
}

impl Sources {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Sources::default()
    }

    /// Adds a text under the name that messages call it by.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId(u32::try_from(self.texts.len()).expect("fewer than 2^32 sources"));
        self.texts.push((name.into(), text.into()));
        id
    }

    /// The name of a text.
    #[must_use]
    pub fn name(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].0
    }

    /// A text.
    #[must_use]
    pub fn text(&self, source: SourceId) -> &str {
        &self.texts[source.0 as usize].1
    }

    /// Line and column (both from 1, the column in characters) where a span begins.
    #[must_use]
    pub fn position(&self, span: Span) -> (usize, usize) {
        let before = &self.text(span.source)[..span.start as usize];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.bytes().filter(|&b| b == b'\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but perhaps does not say what was meant.
    Warning,
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
