//! What an answer set costs, by the elements of the objectives that it pays for, in the words of the program's author.
//!
//! A ground objective has weights and literals, and no names. So the elements are ground once more, each as a rule with its weight,
//! priority and tuple in the head, beside the atoms of the answer set as facts.

use std::cmp::Reverse;

use groundplan::{Engine, Ungrounded};
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::{AtomId, HIDDEN};
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::syntax::ast::{
    Atom, BodyLiteral, Facts, Head, Literal, LiteralKind, Optimize, OptimizeElement, Rule, Sign, Signature,
    Statement, Term,
};
use indexmap::{IndexMap, IndexSet};

use crate::conflict::Instance;
use crate::words::Words;

/// A cost that one answer set has and another one does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostChange {
    /// By how much the cost grows at this priority. It is negative if it becomes less.
    pub change: i64,
    /// The priority.
    pub priority: i64,
    /// Whether it is a gain that grows or becomes less: the objective is maximized, and its costs are negative.
    pub is_gain: bool,
    /// The objective or weak constraint that says so.
    pub span: Span,
    /// The values of its variables.
    pub instance: Instance,
    /// What its author says of it, if each variable in that has a value.
    pub words: Option<String>,
    /// Whether there are words, and they name the values.
    pub is_filled: bool,
}

/// Elements with the same weight, priority and tuple count once.
type Key = (i64, i64, Vec<String>);

/// What an answer set pays for.
#[derive(Debug)]
pub struct CostItems(IndexMap<Key, Item>);

/// An element of an objective, with the values of its variables.
#[derive(Debug)]
struct Item {
    span: Span,
    is_gain: bool,
    instance: Instance,
}

impl CostItems {
    /// What an answer set with these true atoms pays for; `None` if that is not found out.
    pub fn of(engine: &mut Engine, ungrounded: &Ungrounded, atoms: &[AtomId]) -> Option<Self> {
        let mut again = ungrounded.clone();
        let statements = again.parts.iter().flat_map(|part| &part.statements);
        let elements: Vec<Element> = statements.filter_map(Element::of_statement).flatten().collect();
        let span = elements.first()?.span;
        let facts = named(engine, atoms);
        let symbols = engine.symbols_mut();
        let zero = symbols.number(0);
        let predicates: Vec<Signature> = elements
            .iter()
            .enumerate()
            .map(|(number, element)| Signature {
                name: symbols.name(&format!("{HIDDEN}cost{number}")),
                arity: element.arity(),
                negative: false,
            })
            .collect();
        let mut rules =
            elements.iter().zip(&predicates).map(|(element, predicate)| element.rule(*predicate, zero));
        for part in &mut again.parts {
            let statements = std::mem::take(&mut part.statements).into_iter();
            part.statements = statements
                .flat_map(|statement| match Element::of_statement(&statement) {
                    Some(elements) => rules.by_ref().take(elements.len()).map(Statement::Rule).collect(),
                    None if matches!(statement, Statement::Const(_)) => vec![statement],
                    None => Vec::new(),
                })
                .collect();
            part.facts = Facts::default();
            facts.iter().for_each(|(signature, arguments)| part.facts.push(*signature, arguments, span));
        }
        let second = engine.grounded_again(again, |engine, parts| engine.ground(parts))?;
        let ground = second.ground_program();
        let mut found = IndexMap::new();
        for atom in (0..ground.program.atom_count() as u32).map(AtomId) {
            let Some((signature, arguments)) = ground.base.name(atom) else { continue };
            let Some(number) = predicates.iter().position(|predicate| *predicate == signature) else {
                continue;
            };
            if !ground.program.is_fact(atom) {
                return None;
            }
            let element = &elements[number];
            let text = |symbol: &Symbol| ground.symbols.display(*symbol).to_string();
            let ([weight, priority], others) = arguments.split_first_chunk()?;
            let (tuple, values) = others.split_at(element.element.tuple.len());
            let weight = ground.symbols.as_number(*weight)?;
            let cost = if element.is_maximized { weight.checked_neg()? } else { weight };
            let names = element.variables.iter().map(|name| ground.symbols.text(*name).to_owned());
            let values = names.zip(values.iter().map(text)).collect();
            let key = (ground.symbols.as_number(*priority)?, cost, tuple.iter().map(text).collect());
            let item =
                Item { span: element.span, is_gain: element.is_maximized, instance: Instance { values } };
            found.entry(key).or_insert(item);
        }
        Some(CostItems(found))
    }

    /// What changes from these costs to others, from the highest priority on, the dearest first; `None` if it does not add up to the
    /// difference of the costs, which are those of the program's objectives by their priorities.
    pub fn changes(&self, after: &Self, words: &Words, costs: &[(i64, i64, i64)]) -> Option<Vec<CostChange>> {
        let only = |one: &Self, other: &Self, sign: i64| {
            let items = one.0.iter().filter(|(key, _)| key.1 != 0 && !other.0.contains_key(*key));
            let changes = items.map(|((priority, cost, _), Item { span, is_gain, instance })| {
                let said = words.of_instance(*span, instance);
                CostChange {
                    change: sign * cost,
                    priority: *priority,
                    is_gain: *is_gain,
                    span: *span,
                    instance: instance.clone(),
                    is_filled: said.is_some() && words.has_variables(*span),
                    words: said,
                }
            });
            changes.collect::<Vec<_>>()
        };
        let mut changes = [only(after, self, 1), only(self, after, -1)].concat();
        changes.sort_by_key(|it| (Reverse(it.priority), it.change < 0, Reverse(it.change.unsigned_abs())));
        let adds_up = costs.iter().all(|&(priority, before, after)| {
            let own = changes.iter().filter(|change| change.priority == priority);
            own.map(|change| i128::from(change.change)).sum::<i128>()
                == i128::from(after) - i128::from(before)
        });
        adds_up.then_some(changes)
    }
}

/// An element of an objective.
struct Element {
    element: OptimizeElement,
    is_maximized: bool,
    span: Span,
    /// The variables whose values are the instance.
    variables: Vec<Name>,
}

impl Element {
    /// The elements of an objective; `None` if a statement is none.
    fn of_statement(statement: &Statement) -> Option<Vec<Self>> {
        let Statement::Optimize(Optimize { maximize, elements, span }) = statement else { return None };
        let element = |element: &OptimizeElement| Element {
            element: element.clone(),
            is_maximized: *maximize,
            span: *span,
            variables: variables(&element.condition),
        };
        Some(elements.iter().map(element).collect())
    }

    /// The number of arguments of the rule's head.
    fn arity(&self) -> u32 {
        (2 + self.element.tuple.len() + self.variables.len()) as u32
    }

    /// A rule that derives weight, priority, tuple and the values of the variables.
    fn rule(&self, predicate: Signature, zero: Symbol) -> Rule {
        let Element { element, span, variables, .. } = self;
        let priority = element.priority.clone().unwrap_or(Term::Symbol(zero, *span));
        let arguments = [element.weight.clone(), priority].into_iter().chain(element.tuple.iter().cloned());
        let values = variables.iter().map(|name| Term::Variable(*name, *span));
        let arguments = arguments.chain(values).collect();
        let atom = Atom { name: predicate.name, pools: vec![arguments], negative: false, span: *span };
        let head = Literal { sign: Sign::Positive, kind: LiteralKind::Atom(atom), span: *span };
        Rule { head: Head::Literal(head), body: element.condition.clone(), span: *span }
    }
}

/// The named variables of the literals of a condition. What is local to an aggregate is not among them.
fn variables(condition: &[BodyLiteral]) -> Vec<Name> {
    let mut found = IndexSet::new();
    for literal in condition {
        let BodyLiteral::Literal(literal) = literal else { continue };
        let add = |term: &Term| {
            term.variables(&mut |name, _| {
                found.insert(name);
            });
        };
        match &literal.kind {
            LiteralKind::Atom(atom) => atom.pools.iter().flatten().for_each(add),
            LiteralKind::Comparison(first, others) => {
                std::iter::once(first).chain(others.iter().map(|(_, term)| term)).for_each(add);
            }
            LiteralKind::Boolean(_) => {}
        }
    }
    found.into_iter().collect()
}

/// The names and arguments of these atoms, without those that have no name in the texts.
fn named(engine: &Engine, atoms: &[AtomId]) -> Vec<(Signature, Vec<Symbol>)> {
    let ground = engine.ground_program();
    let names = atoms.iter().filter_map(|&atom| ground.base.name(atom));
    let names = names.filter(|(signature, _)| !ground.symbols.text(signature.name).starts_with(HIDDEN));
    names.map(|(signature, arguments)| (signature, arguments.to_vec())).collect()
}
