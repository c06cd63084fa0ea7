//! Conversion of statements.

use groundplan::symbol::Name;
use groundplan::syntax::ast::{
    Const, External, Facts, Head, Heuristic, Literal, LiteralKind, Optimize, OptimizeElement, Part, Rule,
    Show, Sign, Signature, Statement,
};
use groundplan::syntax::many_valued;

use super::terms::all_symbols;
use super::{is_identifier, misplaced, NodeWriter};
use crate::error::{Error, Result};
use crate::syntax::kind::Kind;
use crate::syntax::node::Node;
use crate::syntax::value::Value;

impl NodeWriter<'_> {
    /// Converts a statement into the last part, or begins a new part.
    pub(super) fn statement(&mut self, node: &Node, parts: &mut Vec<Part>) -> Result<()> {
        let part = parts.last_mut().expect("the base part, at least");
        match node.kind() {
            Kind::Program => parts.push(self.part(node)?),
            Kind::Rule => {
                if let Some(rule) = self.rule(node, &mut part.facts)? {
                    part.statements.push(Statement::Rule(rule));
                }
            }
            // Scripts are run by the control, and comments say nothing.
            Kind::Script | Kind::Comment => {}
            _ => part.statements.push(self.other(node)?),
        }
        Ok(())
    }

    fn part(&mut self, node: &Node) -> Result<Part> {
        let values = node.values();
        let [Value::Text(name), parameters] = &*values else {
            return Err(misplaced(node.kind(), "a part"));
        };
        let parameters = self.list(parameters, |writer, parameter| match &*parameter.values() {
            [Value::Text(name)] if parameter.kind() == Kind::Id => Ok(writer.name(name)),
            _ => Err(misplaced(parameter.kind(), "the name of a parameter")),
        })?;
        Ok(Part {
            name: self.part_name(name),
            parameters,
            span: self.spans.whole,
            goes_on: false,
            facts: Facts::default(),
            statements: Vec::new(),
        })
    }

    /// Returns the name of a part. Names of any letters are taken, as by `Control.ground`.
    fn part_name(&mut self, name: &str) -> Name {
        if is_identifier(name) {
            return self.name(name);
        }
        self.is_exact = false;
        let letters = name.bytes().fold(String::new(), |letters, byte| format!("{letters}{byte:02x}"));
        self.engine.symbols_mut().name(&format!("part_{letters}"))
    }

    /// Converts a rule. Returns `None` for a fact of symbols, which is added to `facts`.
    fn rule(&mut self, node: &Node, facts: &mut Facts) -> Result<Option<Rule>> {
        let values = node.values();
        let [head, body] = &*values else { return Err(misplaced(node.kind(), "a rule")) };
        let (head, body) = (self.only(head, NodeWriter::head)?, self.body(body)?);
        let span = self.spans.whole;
        if let (Head::Literal(Literal { sign: Sign::Positive, kind: LiteralKind::Atom(atom), .. }), []) =
            (&head, body.as_slice())
        {
            let arguments = match atom.pools.as_slice() {
                [arguments] => all_symbols(arguments),
                _ => None,
            };
            if let Some(arguments) = arguments {
                let signature =
                    Signature { name: atom.name, arity: arguments.len() as u32, negative: atom.negative };
                facts.push(signature, &arguments, span);
                return Ok(None);
            }
        }
        Ok(Some(Rule { head, body, span }))
    }

    fn head(&mut self, node: &Node) -> Result<Head> {
        Ok(match (node.kind(), &*node.values()) {
            (Kind::Literal, _) => Head::Literal(self.literal(node)?),
            (Kind::Disjunction, [elements]) => {
                let mut elements = self.list(elements, NodeWriter::conditional)?;
                match elements.as_slice() {
                    [] => Head::Literal(Literal {
                        sign: Sign::Positive,
                        kind: LiteralKind::Boolean(false),
                        span: self.span(node),
                    }),
                    [only] if only.condition.is_empty() => Head::Literal(elements.swap_remove(0).literal),
                    _ => Head::Disjunction(elements),
                }
            }
            (Kind::Aggregate, _) => Head::Choice(self.set(node)?),
            (Kind::HeadAggregate, _) => Head::Aggregate(self.head_aggregate(node)?),
            (Kind::TheoryAtom, _) => Head::Theory(self.theory_atom(node)?),
            (kind, _) => return Err(misplaced(kind, "head literal")),
        })
    }

    /// Converts a directive.
    fn other(&mut self, node: &Node) -> Result<Statement> {
        use Value::{Number, Text};
        let span = self.spans.whole;
        Ok(match (node.kind(), &*node.values()) {
            (Kind::Definition, [Text(name), value, Number(is_default)]) => {
                let value = self.held(value)?;
                if let Some((what, _)) = many_valued(&value) {
                    let error = format!("the value of a constant cannot contain {what}");
                    return Err(Error::runtime(error));
                }
                Statement::Const(Const { name: self.name(name), value, overrides: *is_default == 0, span })
            }
            (Kind::ShowSignature, [Text(name), ..]) if name.is_empty() => {
                Statement::Show(Show::Nothing(span))
            }
            (Kind::ShowSignature, values) => Statement::Show(Show::Signature(self.signature(values)?, span)),
            (Kind::ProjectSignature, values) => Statement::ProjectSignature(self.signature(values)?, span),
            (Kind::Defined, values) => Statement::Defined(self.signature(values)?, span),
            (Kind::ShowTerm, [term, body]) => {
                Statement::Show(Show::Term(self.held(term)?, self.body(body)?, span))
            }
            (Kind::ProjectAtom, [atom, body]) => {
                Statement::ProjectAtom(self.only(atom, NodeWriter::atom)?, self.body(body)?, span)
            }
            (Kind::Minimize, [weight, priority, terms, body]) => {
                let element = OptimizeElement {
                    weight: self.held(weight)?,
                    priority: Some(self.held(priority)?),
                    tuple: self.terms(terms)?,
                    condition: self.body(body)?,
                };
                Statement::Optimize(Optimize { maximize: false, elements: vec![element], span })
            }
            (Kind::External, [atom, body, value]) => Statement::External(External {
                atom: self.only(atom, NodeWriter::atom)?,
                body: self.body(body)?,
                value: Some(self.held(value)?),
                span,
            }),
            (Kind::Edge, [from, to, body]) => {
                Statement::Edge(vec![(self.held(from)?, self.held(to)?)], self.body(body)?, span)
            }
            (Kind::Heuristic, [atom, body, weight, priority, modifier]) => Statement::Heuristic(Heuristic {
                atom: self.only(atom, NodeWriter::atom)?,
                body: self.body(body)?,
                weight: self.held(weight)?,
                priority: Some(self.held(priority)?),
                modifier: self.held(modifier)?,
                span,
            }),
            (Kind::TheoryDefinition, [Text(name), terms, atoms]) => {
                Statement::Theory(self.theory_definition(name, terms, atoms)?)
            }
            (kind, _) => return Err(misplaced(kind, "a statement")),
        })
    }

    fn signature(&mut self, values: &[Value]) -> Result<Signature> {
        let [Value::Text(name), Value::Number(arity), Value::Number(positive)] = values else {
            return Err(Error::runtime("a signature expected"));
        };
        let arity = u32::try_from(*arity)
            .map_err(|_| Error::runtime(format!("{arity} is no number of arguments")))?;
        Ok(Signature { name: self.name(name), arity, negative: *positive == 0 })
    }
}
