//! Conversion of statements in the order of the text, with the comments and scripts between them.

use std::iter::Peekable;

use groundplan::diagnostic::{SourceId, Span};
use groundplan::syntax::ast::{
    Const, External, Head, Heuristic, Include, Optimize, OptimizeElement, Part, Rule, Show, Signature,
    Statement, UnaryOperator,
};

use super::reading::{Listener, Reading};
use super::{number, Reader};
use crate::error::Result;
use crate::syntax::kind::Kind;
use crate::syntax::location::Location;
use crate::syntax::node::Node;
use crate::syntax::value::Value;
use crate::term::Term as Ground;

/// Comments and scripts, which are not in the engine's tree, with their start offsets.
type Loose = Peekable<std::vec::IntoIter<(u32, Node)>>;

impl Reader<'_> {
    /// Returns comments and scripts, in the order of the text.
    fn loose(&self) -> Loose {
        let mut found = Vec::new();
        for &span in self.tree.places.comments() {
            let comment = &self.tree.source.text()[span.range()];
            let is_block = comment.starts_with("%*");
            found.push((
                span.start,
                self.node(Kind::Comment, span, [Value::Text(comment.into()), number(is_block)]),
            ));
        }
        for script in &self.tree.scripts {
            let span = script.span();
            let texts = [&script.language, &script.code].map(|text| Value::Text(text.as_str().into()));
            found.push((span.start, self.node(Kind::Script, span, texts)));
        }
        found.sort_by_key(|(start, _)| *start);
        found.into_iter().peekable()
    }

    /// Reports all statements of a program. An included text continues the program part of its `#include`; after it, the part
    /// `base` starts.
    pub(super) fn program<L: Listener>(
        &mut self,
        is_included: bool,
        reading: &mut Reading<L>,
    ) -> Result<(), L::Error> {
        let mut loose = self.loose();
        if !is_included {
            reading.statement(self.base())?;
        }
        for part in &self.tree.program.parts {
            if !part.goes_on && part.span.end > 0 {
                report_before(&mut loose, part.span.end, reading)?;
                reading.statement(self.part(part)?)?;
            }
            for statement in &part.statements {
                if let Statement::Optimize(objective) = statement {
                    self.objective(objective, &mut loose, reading)?;
                    continue;
                }
                report_before(&mut loose, span_of(statement).end, reading)?;
                if let Statement::Include(Include { target, builtin, span }) = statement {
                    let location = Location::read(&self.tree.source, *span);
                    if reading.include(target, *builtin, &location)? {
                        reading.statement(self.base())?;
                    }
                    continue;
                }
                for node in self.statement(statement)? {
                    reading.statement(node)?;
                }
            }
        }
        report_before(&mut loose, u32::MAX, reading)
    }

    /// Creates the `#program base.` at the start of the text.
    fn base(&self) -> Node {
        let span = Span { source: SourceId(0), start: 0, end: 0 };
        self.node(Kind::Program, span, [Value::Text("base".into()), Value::Nodes(Vec::new())])
    }

    fn part(&mut self, part: &Part) -> Result<Node> {
        let places = self.tree.places.parameters(part.span);
        let parameters: Vec<_> = part.parameters.iter().zip(places).collect();
        let parameters = self.list(&parameters, |reader, (name, span)| {
            let name = reader.name(**name);
            Ok(reader.node(Kind::Id, **span, [name]))
        })?;
        let name = self.name(part.name);
        Ok(self.node(Kind::Program, part.span, [name, parameters]))
    }

    /// Converts a statement that is neither an objective nor an include. A statement with several edges gives one node for
    /// each.
    fn statement(&mut self, statement: &Statement) -> Result<Vec<Node>> {
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
                let values = [Value::Node(self.atom(atom)?), self.body(body)?];
                self.node(Kind::ProjectAtom, *span, values)
            }
            Statement::Edge(pairs, body, span) => {
                // Each edge has its own body, which may be changed.
                let edge = |(from, to): &(_, _)| {
                    let values = [self.held(from)?, self.held(to)?, self.body(body)?];
                    Ok(self.node(Kind::Edge, *span, values))
                };
                return pairs.iter().map(edge).collect();
            }
            Statement::Heuristic(heuristic) => self.heuristic(heuristic)?,
            Statement::Theory(theory) => self.theory_definition(theory)?,
            Statement::Optimize(_) | Statement::Include(_) => return Ok(Vec::new()),
        }])
    }

    fn rule(&mut self, rule: &Rule) -> Result<Node> {
        let head = match &rule.head {
            Head::Literal(_) if self.begins(rule.span, ":-") => self.truth(false, rule.span)?,
            Head::Literal(head) => self.literal(head)?,
            Head::Disjunction(elements) => {
                let begin = elements.first().map_or(rule.span, |element| element.span);
                let span = elements.last().map_or(begin, |element| begin.to(element.span));
                let elements = self.list(elements, Reader::element)?;
                self.node(Kind::Disjunction, span, [elements])
            }
            Head::Choice(set) => self.set(set, set.span)?,
            Head::Aggregate(aggregate) => self.head_aggregate(aggregate)?,
            Head::Theory(atom) => self.theory_atom(atom)?,
        };
        let body = self.body(&rule.body)?;
        Ok(self.node(Kind::Rule, rule.span, [Value::Node(head), body]))
    }

    /// Reports the elements of an objective. As in clingo, all elements of a `#minimize` are located at the first one, and
    /// each is reported at its end.
    fn objective<L: Listener>(
        &mut self,
        objective: &Optimize,
        loose: &mut Loose,
        reading: &mut Reading<L>,
    ) -> Result<(), L::Error> {
        if self.begins(objective.span, ":~") {
            report_before(loose, objective.span.end, reading)?;
            let only = &objective.elements[0];
            return reading.statement(self.element_of_objective(objective, only, objective.span)?);
        }
        let begin = objective.elements.first().map(|first| self.tree.places.element(&first.weight).weight);
        for element in &objective.elements {
            let place = self.tree.places.element(&element.weight);
            report_before(loose, place.next, reading)?;
            let span = begin.map_or(place.whole, |begin| begin.to(place.whole));
            reading.statement(self.element_of_objective(objective, element, span)?)?;
        }
        Ok(())
    }

    fn element_of_objective(
        &mut self,
        objective: &Optimize,
        element: &OptimizeElement,
        span: Span,
    ) -> Result<Node> {
        let place = self.tree.places.element(&element.weight).weight;
        let mut weight = self.term(&element.weight)?;
        if objective.maximize {
            weight = self.unary(UnaryOperator::Minus, weight, place)?;
        }
        let priority = match &element.priority {
            Some(priority) => self.term(priority)?,
            None => self.ground(Ground::Number(0), place)?,
        };
        let values = [
            Value::Node(weight),
            Value::Node(priority),
            self.terms(&element.tuple)?,
            self.body(&element.condition)?,
        ];
        Ok(self.node(Kind::Minimize, span, values))
    }

    fn show(&mut self, show: &Show) -> Result<Node> {
        match show {
            Show::Nothing(span) => {
                let values = [Value::Text("".into()), number(0), number(true)];
                Ok(self.node(Kind::ShowSignature, *span, values))
            }
            Show::Signature(signature, span) => self.signature(Kind::ShowSignature, *signature, *span),
            Show::Term(term, body, span) => {
                let values = [self.held(term)?, self.body(body)?];
                Ok(self.node(Kind::ShowTerm, *span, values))
            }
        }
    }

    fn signature(&mut self, kind: Kind, signature: Signature, span: Span) -> Result<Node> {
        let values = [self.name(signature.name), number(signature.arity), number(!signature.negative)];
        Ok(self.node(kind, span, values))
    }

    fn constant(&mut self, definition: &Const) -> Result<Node> {
        let values =
            [self.name(definition.name), self.held(&definition.value)?, number(!definition.overrides)];
        Ok(self.node(Kind::Definition, definition.span, values))
    }

    fn external(&mut self, external: &External) -> Result<Node> {
        let value = match &external.value {
            Some(value) => self.term(value)?,
            None => self.ground(Ground::function("false".into(), Vec::new(), true), external.span)?,
        };
        let values =
            [Value::Node(self.atom(&external.atom)?), self.body(&external.body)?, Value::Node(value)];
        Ok(self.node(Kind::External, external.span, values))
    }

    fn heuristic(&mut self, heuristic: &Heuristic) -> Result<Node> {
        let priority = match &heuristic.priority {
            Some(priority) => self.term(priority)?,
            None => self.ground(Ground::Number(0), heuristic.span)?,
        };
        let values = [
            Value::Node(self.atom(&heuristic.atom)?),
            self.body(&heuristic.body)?,
            self.held(&heuristic.weight)?,
            Value::Node(priority),
            self.held(&heuristic.modifier)?,
        ];
        Ok(self.node(Kind::Heuristic, heuristic.span, values))
    }
}

/// Reports the comments and scripts that start before `end`.
fn report_before<L: Listener>(loose: &mut Loose, end: u32, reading: &mut Reading<L>) -> Result<(), L::Error> {
    while let Some((_, node)) = loose.next_if(|(start, _)| *start < end) {
        reading.statement(node)?;
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
