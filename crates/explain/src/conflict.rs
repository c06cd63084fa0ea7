//! A conflict: statements with their source positions that cannot hold together, and how they are shown.

use std::fmt;

use groundplan_ground::analysis::relax::RelaxedKind;
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, Severity, Sources, Span};
use groundplan_ground::program::Literal;

use crate::counting::Counting;

/// Statements and assumptions that conflict with the rest of the program: read as axioms, they have no model together. If
/// there are no causes, the rest of the program conflicts by itself.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The statements and assumptions that conflict: first the statements, in the order of the texts.
    pub causes: Vec<ConflictCause>,
    /// Whether none of the causes can be left out.
    pub is_minimal: bool,
    /// Why they conflict, where counting tells; `None` while smaller ones are searched for.
    pub counting: Option<Counting>,
}

/// A statement or an assumption that takes part in a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConflictCause {
    /// The kind of the cause, with its text where it is not a statement.
    pub kind: CauseKind,
    /// The source position of a statement; `None` for other causes.
    pub span: Option<Span>,
    /// The assumption literal of the relaxed ground program that turns the cause on.
    pub literal: Literal,
    /// The instances of a statement that take part; empty unless [`Why::instances`](crate::Why::instances) asked for them.
    pub instances: Vec<Instance>,
    /// What the author says of a statement in comments: one sentence or, where it has variables, one for each instance.
    pub words: Vec<String>,
    /// Whether the words are a heading of several facts, and not a sentence about this one.
    pub is_heading: bool,
}

/// The kinds of causes of a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CauseKind {
    /// A statement of the program.
    Statement(RelaxedKind),
    /// The axiom that only the program's rules derive a predicate, given as `name/arity`.
    Support(String),
    /// An assumption of the question, as text.
    Assumption(String),
}

/// An instance of a statement, given by the values of its variables. It prints as equations.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Instance {
    /// Pairs of a variable's name and its value as text. A term without a name, such as an interval, is named by its text.
    pub values: Vec<(String, String)>,
}

impl ConflictCause {
    pub(crate) fn new(kind: CauseKind, span: Option<Span>, literal: Literal) -> Self {
        ConflictCause { kind, span, literal, instances: Vec::new(), words: Vec::new(), is_heading: false }
    }
}

impl Conflict {
    /// The assumption literals of the causes. Under them the [ground program](groundplan::Engine::ground_program), in which the
    /// soft statements are relaxed, has no answer set.
    pub fn assumptions(&self) -> impl Iterator<Item = Literal> + '_ {
        self.causes.iter().map(|cause| cause.literal)
    }

    /// Whether it is minimal and has neither constraints nor bounds or assumptions among its causes. Then
    /// [`why_definitions`](crate::why_definitions) tells more of it.
    #[must_use]
    pub fn is_by_definitions(&self) -> bool {
        self.is_minimal
            && self.causes.iter().all(|cause| match cause.kind {
                CauseKind::Statement(kind) => matches!(kind, RelaxedKind::Fact | RelaxedKind::Rule),
                CauseKind::Support(_) => true,
                CauseKind::Assumption(_) => false,
            })
    }

    /// The conflict as notes that show each cause in its source text.
    #[must_use]
    pub fn diagnostics(&self, sources: &Sources) -> Diagnostics {
        let causes = shown(&self.causes, self.to_string(), sources);
        match &self.counting {
            Some(counting) => {
                let all = std::iter::once(counting.note()).chain(causes.iter().cloned());
                Diagnostics::new(all.collect(), sources.clone())
            }
            None => causes,
        }
    }
}

/// Notes that show each cause in its source text: one under this title, and one for each cause without a position.
pub fn shown(causes: &[ConflictCause], title: String, sources: &Sources) -> Diagnostics {
    let mut places: Vec<(Span, String)> = Vec::new();
    let mut others = Vec::new();
    for ConflictCause { kind, span, instances, .. } in causes {
        let said = match kind {
            CauseKind::Statement(RelaxedKind::Bounds) => "its bounds",
            // The source text shows the kind of statement.
            _ => "",
        };
        match *span {
            Some(span) if instances.iter().all(|instance| instance.values.is_empty()) => {
                places.push((span, said.to_owned()));
            }
            Some(span) => places.extend(instances.iter().map(|instance| {
                let separator = if said.is_empty() { "" } else { ", " };
                (span, format!("{said}{separator}with {instance}"))
            })),
            None => others.push(Diagnostic::new(Severity::Note, kind.to_string())),
        }
    }
    let all = note_at(title, places);
    Diagnostics::new(std::iter::once(all).chain(others).collect(), sources.clone())
}

/// A note at these positions, each with a label.
pub fn note_at(title: String, places: impl IntoIterator<Item = (Span, String)>) -> Diagnostic {
    let note = Diagnostic::new(Severity::Note, title);
    let mut places = places.into_iter();
    match places.next() {
        Some((span, label)) => {
            Diagnostic { span: Some(span), related: places.collect(), ..note.label(label) }
        }
        None => note,
    }
}

/// A sentence without a full stop.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let statements = self.causes.iter().filter(|cause| cause.span.is_some()).count();
        let others = self.causes.len() - statements;
        match statements {
            0 if others == 0 => return f.write_str("what cannot be left out conflicts by itself"),
            0 => return f.write_str("what follows conflicts with the rest of the program"),
            1 => f.write_str("this statement, read as an axiom, conflicts with the rest of the program")?,
            _ => write!(f, "these {statements} statements, read as axioms, conflict")?,
        }
        f.write_str(if others > 0 { ", together with what follows" } else { "" })
    }
}

impl fmt::Display for CauseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CauseKind::Statement(kind) => kind.fmt(f),
            CauseKind::Support(predicate) => write!(f, "nothing but its rules derives `{predicate}`"),
            CauseKind::Assumption(text) => write!(f, "`{text}` is assumed"),
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name} = {value}", if position > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
