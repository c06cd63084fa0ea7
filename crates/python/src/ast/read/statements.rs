//! Conversion of statements in the order of the text, with the comments and scripts between them.

use std::iter::Peekable;

use groundplan::diagnostic::{SourceId, Span};
use groundplan::syntax::ast::{
    Const, External, Head, Heuristic, Include, Optimize, OptimizeElement, Part, Program, Rule, Show,
    Signature, Statement, UnaryOperator,
};
use pyo3::prelude::*;

use super::{number, NodeResult, Reader, Script};
use crate::ast::kind::Kind;
use crate::ast::location::TextRange;
use crate::ast::node::Node;
use crate::ast::value::Value;
use groundplan_clingo::Term as Ground;

/// Comments and scripts, which are not in the engine's tree, with their start offsets.
type CommentsAndScripts = Vec<(u32, Py<Node>)>;

/// The callback for statements.
type OnStatement<'a> = &'a dyn Fn(Py<Node>) -> PyResult<()>;

/// The callback for an included text: its name, whether it is built into the engine, and the location of the `#include`.
/// Returns whether the text was read.
type OnInclude<'a> = &'a dyn Fn(&str, bool, Py<PyAny>) -> PyResult<bool>;

type PendingComments = Peekable<std::vec::IntoIter<(u32, Py<Node>)>>;

impl Reader<'_> {
    /// Returns comments and scripts, in the order of the text.
    pub(super) fn loose(&self, scripts: &[Script]) -> PyResult<CommentsAndScripts> {
        let mut found = Vec::new();
        for &span in self.places.comments() {
            let comment = &self.text[span.range()];
            let is_block = comment.starts_with("%*");
            let values = vec![Value::Text(comment.into()), number(is_block)];
            found.push((span.start, self.node(Kind::Comment, span, values)?));
        }
        for (start, end, language, code) in scripts {
            let span = Span { source: SourceId(0), start: *start, end: *end };
            let values = vec![Value::Text(language.as_str().into()), Value::Text(code.as_str().into())];
            found.push((span.start, self.node(Kind::Script, span, values)?));
        }
        found.sort_by_key(|(start, _)| *start);
        Ok(found)
    }

    /// Reports all statements of a program. An included text continues the program part of its `#include`; after it, the part
    /// `base` starts.
    pub(super) fn program(
        &mut self,
        program: &Program,
        loose: CommentsAndScripts,
        included: bool,
        told: OnStatement<'_>,
        include: OnInclude<'_>,
    ) -> PyResult<()> {
        let mut loose = loose.into_iter().peekable();
        if !included {
            told(self.base()?)?;
        }
        for part in &program.parts {
            if !part.goes_on && part.span.end > 0 {
                report_before(&mut loose, part.span.end, told)?;
                told(self.part(part)?)?;
            }
            for statement in &part.statements {
                if let Statement::Optimize(objective) = statement {
                    self.objective(objective, &mut loose, told)?;
                    continue;
                }
                report_before(&mut loose, span_of(statement).end, told)?;
                if let Statement::Include(Include { target, builtin, span }) = statement {
                    let place = TextRange::new(&self.source, *span).object(self.py)?;
                    if include(target, *builtin, place)? {
                        told(self.base()?)?;
                    }
                    continue;
                }
                for node in self.statement(statement)? {
                    told(node)?;
                }
            }
        }
        report_before(&mut loose, u32::MAX, told)
    }

    /// Creates the `#program base.` at the start of the text.
    fn base(&self) -> NodeResult {
        let span = Span { source: SourceId(0), start: 0, end: 0 };
        self.node(Kind::Program, span, vec![Value::Text("base".into()), Value::Nodes(Vec::new())])
    }

    fn part(&mut self, part: &Part) -> NodeResult {
        let places = self.places.parameters(part.span);
        let parameters: Vec<_> = part.parameters.iter().zip(places).collect();
        let parameters = self.list(&parameters, |reader, (name, span)| {
            let name = reader.name(**name);
            reader.node(Kind::Id, **span, vec![name])
        })?;
        let name = self.name(part.name);
        self.node(Kind::Program, part.span, vec![name, parameters])
    }

    /// Converts a statement that is neither an objective nor an include. A statement with several edges gives one node for
    /// each.
    fn statement(&mut self, statement: &Statement) -> PyResult<Vec<Py<Node>>> {
        Ok(vec![match statement {
            Statement::Rule(rule) => self.rule(rule)?,
            Statement::Show(show) => self.show(show)?,
            Statement::Const(definition) => self.constant(definition)?,
            Statement::External(external) => self.external(external)?,
            Statement::Defined(signature, span) => self.signature(Kind::Defined, *signature, *span)?,
            Statement::ProjectSignature(signature, span) => {
                self.signature(Kind::ProjectSignature, *signature, *span)?
            }
            Statement::ProjectAtom(atom, body, span) => {
                let values = vec![Value::Node(self.atom(atom)?), self.body(body)?];
                self.node(Kind::ProjectAtom, *span, values)?
            }
            Statement::Edge(pairs, body, span) => {
                let body = self.body(body)?;
                let edge = |(from, to): &(_, _)| {
                    let values = vec![self.held(from)?, self.held(to)?, body.copy(self.py)?];
                    self.node(Kind::Edge, *span, values)
                };
                return pairs.iter().map(edge).collect();
            }
            Statement::Heuristic(heuristic) => self.heuristic(heuristic)?,
            Statement::Theory(theory) => self.theory_definition(theory)?,
            Statement::Optimize(_) | Statement::Include(_) => return Ok(Vec::new()),
        }])
    }

    fn rule(&mut self, rule: &Rule) -> NodeResult {
        let head = match &rule.head {
            Head::Literal(_) if self.begins(rule.span, ":-") => self.truth(false, rule.span)?,
            Head::Literal(head) => self.literal(head)?,
            Head::Disjunction(elements) => {
                let begin = elements.first().map_or(rule.span, |element| element.span);
                let span = elements.last().map_or(begin, |element| begin.to(element.span));
                let elements = self.list(elements, Reader::element)?;
                self.node(Kind::Disjunction, span, vec![elements])?
            }
            Head::Choice(set) => self.set(set, set.span)?,
            Head::Aggregate(aggregate) => self.head_aggregate(aggregate)?,
            Head::Theory(atom) => self.theory_atom(atom)?,
        };
        let body = self.body(&rule.body)?;
        self.node(Kind::Rule, rule.span, vec![Value::Node(head), body])
    }

    /// Reports the elements of an objective. As in clingo, all elements of a `#minimize` are located at the first one, and
    /// each is reported at its end.
    fn objective(
        &mut self,
        objective: &Optimize,
        loose: &mut PendingComments,
        told: OnStatement<'_>,
    ) -> PyResult<()> {
        if self.begins(objective.span, ":~") {
            report_before(loose, objective.span.end, told)?;
            return told(self.element_of_objective(objective, &objective.elements[0], objective.span)?);
        }
        let begin = objective.elements.first().map(|first| self.places.element(&first.weight).weight);
        for element in &objective.elements {
            let place = self.places.element(&element.weight);
            report_before(loose, place.next, told)?;
            let span = begin.map_or(place.whole, |begin| begin.to(place.whole));
            told(self.element_of_objective(objective, element, span)?)?;
        }
        Ok(())
    }

    fn element_of_objective(
        &mut self,
        objective: &Optimize,
        element: &OptimizeElement,
        span: Span,
    ) -> NodeResult {
        let place = self.places.element(&element.weight).weight;
        let mut weight = self.term(&element.weight)?;
        if objective.maximize {
            weight = self.unary(UnaryOperator::Minus, weight, place)?;
        }
        let priority = match &element.priority {
            Some(priority) => self.term(priority)?,
            None => self.ground(Ground::Number(0), place)?,
        };
        let values = vec![
            Value::Node(weight),
            Value::Node(priority),
            self.terms(&element.tuple)?,
            self.body(&element.condition)?,
        ];
        self.node(Kind::Minimize, span, values)
    }

    fn show(&mut self, show: &Show) -> NodeResult {
        match show {
            Show::Nothing(span) => {
                let values = vec![Value::Text("".into()), number(0), number(true)];
                self.node(Kind::ShowSignature, *span, values)
            }
            Show::Signature(signature, span) => self.signature(Kind::ShowSignature, *signature, *span),
            Show::Term(term, body, span) => {
                let values = vec![self.held(term)?, self.body(body)?];
                self.node(Kind::ShowTerm, *span, values)
            }
        }
    }

    fn signature(&mut self, kind: Kind, signature: Signature, span: Span) -> NodeResult {
        let values = vec![self.name(signature.name), number(signature.arity), number(!signature.negative)];
        self.node(kind, span, values)
    }

    fn constant(&mut self, definition: &Const) -> NodeResult {
        let values =
            vec![self.name(definition.name), self.held(&definition.value)?, number(!definition.overrides)];
        self.node(Kind::Definition, definition.span, values)
    }

    fn external(&mut self, external: &External) -> NodeResult {
        let value = match &external.value {
            Some(value) => self.term(value)?,
            None => self.ground(Ground::function("false".into(), Vec::new(), true), external.span)?,
        };
        let values =
            vec![Value::Node(self.atom(&external.atom)?), self.body(&external.body)?, Value::Node(value)];
        self.node(Kind::External, external.span, values)
    }

    fn heuristic(&mut self, heuristic: &Heuristic) -> NodeResult {
        let priority = match &heuristic.priority {
            Some(priority) => self.term(priority)?,
            None => self.ground(Ground::Number(0), heuristic.span)?,
        };
        let values = vec![
            Value::Node(self.atom(&heuristic.atom)?),
            self.body(&heuristic.body)?,
            self.held(&heuristic.weight)?,
            Value::Node(priority),
            self.held(&heuristic.modifier)?,
        ];
        self.node(Kind::Heuristic, heuristic.span, values)
    }
}

/// Reports the comments and scripts that start before `end`.
fn report_before(loose: &mut PendingComments, end: u32, told: OnStatement<'_>) -> PyResult<()> {
    while let Some((_, node)) = loose.next_if(|(start, _)| *start < end) {
        told(node)?;
    }
    Ok(())
}

fn span_of(statement: &Statement) -> Span {
    match statement {
        Statement::Rule(rule) => rule.span,
        Statement::Optimize(objective) => objective.span,
        Statement::Show(show) => show.span(),
        Statement::Const(definition) => definition.span,
        Statement::External(external) => external.span,
        Statement::Defined(_, span)
        | Statement::ProjectSignature(_, span)
        | Statement::ProjectAtom(.., span)
        | Statement::Edge(.., span) => *span,
        Statement::Heuristic(heuristic) => heuristic.span,
        Statement::Theory(theory) => theory.span,
        Statement::Include(include) => include.span,
    }
}
