//! What may be left out of a program: by the kinds of statements that were relaxed, and by the predicates of facts.

use std::collections::BTreeSet;

use groundplan::{Axiom, AxiomKind, Axioms};
use groundplan_ground::analysis::relax::RelaxedKind;
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::Literal;
use groundplan_ground::symbol::Symbols;
use groundplan_ground::syntax::ast::{Head, LiteralKind, Part, Rule, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

/// A predicate whose facts may be left out, at a price.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Negotiable {
    /// The predicate as `name/arity`, after a `-` if it is strongly negated.
    pub predicate: String,
    /// What it costs a repair to leave one of its facts out, compared with 1 for any other statement.
    pub weight: u32,
}

/// The axioms of a program, sorted by what a question may do without.
pub struct Negotiation<'a> {
    /// Those that may be left out, each with its weight.
    pub soft: Vec<(&'a Axiom, i64)>,
    /// The assumptions that turn the others on.
    pub hard: Vec<Literal>,
}

impl<'a> Negotiation<'a> {
    /// Sorts the axioms. Of the facts, only those of these predicates may be left out if `is_closed`.
    pub fn of(axioms: &'a Axioms, negotiable: &[Negotiable], is_closed: bool, symbols: &Symbols) -> Self {
        let mut sorted = Negotiation { soft: Vec::new(), hard: Vec::new() };
        if negotiable.is_empty() {
            sorted.soft.extend(axioms.list.iter().map(|axiom| (axiom, 1)));
            return sorted;
        }
        let predicates = FactPredicates::of(&axioms.ungrounded.parts, symbols);
        for axiom in &axioms.list {
            let weight = match axiom.kind {
                AxiomKind::Statement(statement) if statement.kind == RelaxedKind::Fact => {
                    let of = predicates.names.get(&statement.span);
                    let named = negotiable.iter().find(|it| of == Some(&it.predicate));
                    named.map(|it| i64::from(it.weight)).or((!is_closed).then_some(1))
                }
                AxiomKind::Statement(_) | AxiomKind::Support(_) => Some(1),
            };
            match weight {
                Some(weight) => sorted.soft.push((axiom, weight)),
                None => sorted.hard.push(axiom.literal),
            }
        }
        sorted
    }
}

/// The predicates of the facts of a program.
pub struct FactPredicates {
    /// For the position of each fact, its predicate as `name/arity`.
    pub names: FxHashMap<Span, String>,
    /// All predicates that the program mentions.
    mentioned: FxHashSet<String>,
    /// The predicates that constraints alone use: their facts say what is forbidden, and not which things there are.
    of_constraints: FxHashSet<String>,
}

impl FactPredicates {
    /// Reads the parts of a program.
    pub fn of(parts: &[Part], symbols: &Symbols) -> Self {
        let name = |name, arity: usize, negative| {
            let sign = if negative { "-" } else { "" };
            format!("{sign}{}/{arity}", symbols.text(name))
        };
        let (mut names, mut of_rules) = (FxHashMap::default(), FxHashSet::default());
        let mut mentioned = FxHashSet::default();
        for part in parts {
            mentioned.extend(part.facts.signatures().map(|it| name(it.name, it.arity as usize, it.negative)));
            for fact in part.facts.iter() {
                let signature = fact.signature;
                names.insert(fact.span, name(signature.name, signature.arity as usize, signature.negative));
            }
            for statement in &part.statements {
                if let Statement::Defined(it, _) = statement {
                    mentioned.insert(name(it.name, it.arity as usize, it.negative));
                }
                let Statement::Rule(rule) = statement else { continue };
                let (is_constraint, is_fact) = (is_constraint(rule), is_fact(rule));
                statement.atoms(&mut |atom, is_head| {
                    for arguments in &atom.pools {
                        let named = name(atom.name, arguments.len(), atom.negative);
                        mentioned.insert(named.clone());
                        if is_head && is_fact {
                            names.entry(rule.span).or_insert_with(|| named.clone());
                        } else if !is_head && !is_constraint {
                            of_rules.insert(named);
                        }
                    }
                });
            }
        }
        let of_constraints = names.values().filter(|name| !of_rules.contains(*name)).cloned().collect();
        FactPredicates { names, mentioned, of_constraints }
    }

    /// The predicates of all facts, each once and in order.
    pub fn all(&self) -> BTreeSet<&str> {
        self.names.values().map(String::as_str).collect()
    }

    /// Whether the program has or mentions a predicate.
    pub fn mentions(&self, predicate: &str) -> bool {
        self.mentioned.contains(predicate)
    }

    /// Whether nothing but constraints asks for the fact at this position.
    pub fn is_condition(&self, span: Span) -> bool {
        self.names.get(&span).is_some_and(|name| self.of_constraints.contains(name))
    }
}

fn is_fact(rule: &Rule) -> bool {
    let is_atom =
        matches!(&rule.head, Head::Literal(literal) if matches!(literal.kind, LiteralKind::Atom(_)));
    is_atom && rule.body.is_empty()
}

fn is_constraint(rule: &Rule) -> bool {
    matches!(&rule.head, Head::Literal(literal) if !matches!(literal.kind, LiteralKind::Atom(_)))
}
