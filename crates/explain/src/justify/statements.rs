//! The statements of a program as they were grounded: facts with their places, and rules by the predicates that they derive.
//!
//! A projection that the analysis made of `not p(X,_)` is read as `p(X,_)` again. There `_` is an *existential* variable: the
//! atom stands for any of its instances.

use fixedbitset::FixedBitSet;
use groundplan::KeptStatements;
use groundplan_ground::analysis::global;
use groundplan_ground::analysis::rule::{Atom, Head, Literal, Rule, Term, Variable, VariableInfo};
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::{AtomId, Base, PredicateId};
use groundplan_ground::symbol::{Name, Symbols};
use groundplan_ground::syntax::ast::Sign;
use rustc_hash::FxHashMap;

/// The places of the facts that consist of symbols only, by their atoms. Of equal facts the first counts.
pub fn facts(kept: &KeptStatements, base: &Base, symbols: &mut Symbols) -> FxHashMap<AtomId, Span> {
    let mut places = FxHashMap::default();
    let mut arguments = Vec::new();
    for (facts, constants) in &kept.facts {
        for fact in facts.iter() {
            arguments.clear();
            arguments.extend(fact.arguments.iter().map(|&symbol| constants.replace(symbol, symbols)));
            let domain = base.find_predicate(fact.signature).map(|predicate| base.domain(predicate));
            if let Some((domain, row)) = domain.and_then(|it| Some((it, it.find(&arguments)?))) {
                places.entry(domain.atom(row)).or_insert(fact.span);
            }
        }
    }
    places
}

/// A rule, prepared for evaluation over an answer set.
#[derive(Debug)]
pub struct Statement {
    /// The rule.
    pub rule: Rule,
    /// Its global variables.
    pub global: FixedBitSet,
    /// The variables that stand for any value, under `not`.
    pub existential: FixedBitSet,
}

/// The place of an atom in a head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeadPlace {
    /// The atom with this number of a disjunction without conditions, or the only atom of a rule.
    Disjunct(usize),
    /// The element with this number of a choice or of an aggregate.
    Element(usize),
    /// In a disjunction with conditions: the element with the first number, and its member with the second.
    Member(usize, usize),
    /// The atom of `#external`.
    External,
    /// No atom: the theory atom of a head, or what an integrity constraint excludes.
    Theory,
}

/// The prepared rules.
#[derive(Debug)]
pub struct Statements {
    /// The rules that derive atoms, and those that have theory atoms.
    pub all: Vec<Statement>,
    /// The numbers of the rules with theory atoms in their heads.
    pub theory_heads: Vec<usize>,
    /// The numbers of the integrity constraints with theory atoms.
    pub theory_constraints: Vec<usize>,
    /// The theory atoms that are directives, with the places of their statements.
    pub directives: Vec<(Name, Span)>,
    /// By predicate, the numbers of the rules that derive its atoms, and the places of these in their heads.
    heads: FxHashMap<PredicateId, Vec<(usize, HeadPlace)>>,
}

impl Statements {
    /// Prepares the rules that were kept.
    pub fn of(kept: &KeptStatements) -> Self {
        let mut projections = FxHashMap::default();
        for rule in &kept.rules {
            if let (Head::Projection(atom), [Literal::Atom(Sign::Positive, of)]) =
                (&rule.head, &rule.body[..])
            {
                projections.insert(atom.predicate, (atom.clone(), of.clone()));
            }
        }
        let is_theory = |rule: &Rule| {
            matches!(&rule.head, Head::Theory(atom) if !atom.is_directive)
                || matches!(rule.head, Head::None)
                    && rule.body.iter().any(|literal| matches!(literal, Literal::Theory(..)))
        };
        let deriving = kept.rules.iter().filter(|rule| !matches!(rule.head, Head::Projection(_)));
        let deriving = deriving.filter(|rule| rule.head_atoms().next().is_some() || is_theory(rule));
        let all: Vec<Statement> = deriving.map(|rule| prepared(rule.clone(), &projections)).collect();
        let mut heads: FxHashMap<PredicateId, Vec<(usize, HeadPlace)>> = FxHashMap::default();
        for (number, statement) in all.iter().enumerate() {
            places(&statement.rule.head, &mut |atom, place| {
                heads.entry(atom.predicate).or_default().push((number, place));
            });
        }
        let (mut theory_heads, mut theory_constraints) = (Vec::new(), Vec::new());
        for (number, statement) in all.iter().enumerate() {
            match statement.rule.head {
                Head::Theory(_) => theory_heads.push(number),
                Head::None => theory_constraints.push(number),
                _ => {}
            }
        }
        let directives = kept.rules.iter().filter_map(|rule| match &rule.head {
            Head::Theory(atom) if atom.is_directive => Some((atom.name, rule.span)),
            _ => None,
        });
        Statements { all, theory_heads, theory_constraints, directives: directives.collect(), heads }
    }

    /// The directive that states what is minimized, if it is the only one.
    pub fn objective(&self, symbols: &Symbols) -> Option<Span> {
        let is_objective = |name: Name| ["minimize", "maximize"].contains(&symbols.text(name));
        let mut stated = self.directives.iter().filter(|(name, _)| is_objective(*name));
        match (stated.next(), stated.next()) {
            (Some((_, span)), None) => Some(*span),
            _ => None,
        }
    }

    /// The rules that derive atoms of a predicate, with the places of these in their heads, in the order of the program.
    pub fn deriving(&self, predicate: PredicateId) -> &[(usize, HeadPlace)] {
        self.heads.get(&predicate).map_or(&[], Vec::as_slice)
    }
}

impl Statement {
    /// The atom at a place of the head.
    pub fn head_atom(&self, place: HeadPlace) -> &Atom {
        let mut found = None;
        places(&self.rule.head, &mut |atom, other| {
            if other == place {
                found = Some(atom);
            }
        });
        found.expect("the place is one of this head")
    }
}

/// Calls `visit` with the atoms that a head derives, and their places.
fn places<'r>(head: &'r Head, visit: &mut dyn FnMut(&'r Atom, HeadPlace)) {
    match head {
        Head::Disjunction(atoms) => {
            atoms.iter().enumerate().for_each(|(index, atom)| visit(atom, HeadPlace::Disjunct(index)));
        }
        Head::Choice(elements, _) => {
            let elements = elements.iter().enumerate();
            elements.for_each(|(index, element)| visit(&element.atom, HeadPlace::Element(index)));
        }
        Head::Conditional(disjuncts) => {
            for (index, disjunct) in disjuncts.iter().enumerate() {
                for (position, member) in disjunct.members.iter().enumerate() {
                    if let Literal::Atom(Sign::Positive, atom) = &member.literal {
                        visit(atom, HeadPlace::Member(index, position));
                    }
                }
            }
        }
        Head::External(atom, _) => visit(atom, HeadPlace::External),
        _ => {}
    }
}

fn prepared(mut rule: Rule, projections: &FxHashMap<PredicateId, (Atom, Atom)>) -> Statement {
    let mut variables = std::mem::take(&mut rule.variables);
    let mut existential = FixedBitSet::new();
    let mut inline = |literal: &mut Literal| {
        let Literal::Atom(_, atom) = literal else { return };
        let Some((projection, of)) = projections.get(&atom.predicate) else { return };
        let mut values: FxHashMap<Variable, Term> = FxHashMap::default();
        for (kept, given) in projection.arguments.iter().zip(&atom.arguments) {
            let Term::Variable(kept) = kept else { unreachable!("a projection keeps variables") };
            values.insert(*kept, given.clone());
        }
        let span = atom.span;
        let arguments = of.arguments.iter().map(|term| {
            renamed(term, &mut |variable| {
                values.get(&variable).cloned().unwrap_or_else(|| {
                    let fresh = Variable(variables.len() as u32);
                    variables.push(VariableInfo { name: None, span, is_local: true });
                    existential.grow_and_insert(fresh.index());
                    Term::Variable(fresh)
                })
            })
        });
        *atom = Atom { predicate: of.predicate, arguments: arguments.collect(), span };
    };
    each_literal(&mut rule, &mut inline);
    existential.grow(variables.len());
    rule.variables = variables;
    Statement { global: global(&rule), existential, rule }
}

/// A term of a projection's rule, with other terms in place of its variables.
fn renamed(term: &Term, replace: &mut dyn FnMut(Variable) -> Term) -> Term {
    match term {
        Term::Variable(variable) => replace(*variable),
        Term::Function(name, arguments) => {
            Term::Function(*name, arguments.iter().map(|argument| renamed(argument, replace)).collect())
        }
        Term::Symbol(_) | Term::Unary(..) | Term::Binary(..) => term.clone(),
    }
}

/// Calls `visit` with every literal of a rule that is no head atom, inner ones included.
fn each_literal(rule: &mut Rule, visit: &mut dyn FnMut(&mut Literal)) {
    each(&mut rule.body, visit);
    match &mut rule.head {
        Head::Choice(elements, _) => elements.iter_mut().for_each(|it| each(&mut it.condition, visit)),
        Head::Conditional(disjuncts) => {
            for disjunct in disjuncts {
                each(&mut disjunct.condition, visit);
                for member in &mut disjunct.members {
                    each(&mut member.instances, visit);
                    visit(&mut member.literal);
                }
            }
        }
        _ => {}
    }
}

fn each(literals: &mut [Literal], visit: &mut dyn FnMut(&mut Literal)) {
    for literal in literals {
        match literal {
            Literal::Aggregate(_, aggregate) => {
                aggregate.elements.iter_mut().for_each(|element| each(&mut element.condition, visit));
            }
            Literal::Conditional(conditional) => {
                each(&mut conditional.condition, visit);
                conditional.consequents.iter_mut().for_each(|literals| each(literals, visit));
            }
            Literal::Theory(_, atom) => {
                atom.elements.iter_mut().for_each(|element| each(&mut element.condition, visit));
            }
            _ => visit(literal),
        }
    }
}
