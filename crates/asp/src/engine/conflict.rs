//! What conflicts: statements with their places, and how they are shown.

use std::fmt;

use groundplan_ground::analysis::relax::StatementKind;
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, Severity, Sources, Span};
use groundplan_ground::program::Literal;

/// Statements, and what else is soft, that conflict with the rest of the program: read as axioms, they have no model together.
/// Without any causes, the rest of the program has none by itself.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// What conflicts: first the statements, in the order of the texts.
    pub causes: Vec<Cause>,
    /// Whether none of the causes can be left out.
    pub is_minimal: bool,
}

/// One of the things that conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// What it is.
    pub kind: CauseKind,
    /// Where a statement was read.
    pub span: Option<Span>,
    /// The assumption that keeps it in force.
    pub literal: Literal,
    /// The instances of a statement that take part; none unless [`Why::instances`](super::Why::instances) asked for them.
    pub instances: Vec<Instance>,
}

/// What conflicts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CauseKind {
    /// A statement.
    Statement(StatementKind),
    /// That nothing beside its rules derives a predicate, as `name/arity`.
    Support(String),
    /// An assumption of the question.
    Assumption(String),
}

/// An instance of a statement, by the values of its variables. It prints as equations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Variables with their values as text. What has no name, as an interval, is called as it was written.
    pub values: Vec<(String, String)>,
}

impl Cause {
    pub(super) fn new(kind: CauseKind, span: Option<Span>, literal: Literal) -> Self {
        Cause { kind, span, literal, instances: Vec::new() }
    }
}

impl Conflict {
    /// What keeps the causes in force: under these assumptions the [ground program](crate::Engine::ground_program), in which the
    /// soft statements are relaxed, has no answer set.
    pub fn assumptions(&self) -> impl Iterator<Item = Literal> + '_ {
        self.causes.iter().map(|cause| cause.literal)
    }

    /// The causes with their places in the texts of the engine, for people.
    #[must_use]
    pub fn diagnostics(&self, sources: &Sources) -> Diagnostics {
        let mut places: Vec<(Span, String)> = Vec::new();
        let mut others = Vec::new();
        for Cause { kind, span, instances, .. } in &self.causes {
            let said = match kind {
                CauseKind::Statement(StatementKind::Bounds) => "its bounds",
                // What it is can be seen.
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
        let mut places = places.into_iter();
        let all = Diagnostic::new(Severity::Note, self.to_string());
        let all = match places.next() {
            Some((span, label)) => {
                Diagnostic { span: Some(span), related: places.collect(), ..all.label(label) }
            }
            None => all,
        };
        Diagnostics::new(std::iter::once(all).chain(others).collect(), sources.clone())
    }
}

/// A sentence without a dot.
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
