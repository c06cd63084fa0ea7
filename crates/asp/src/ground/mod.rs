//! Grounding: rules with variables to ground rules, component by component, semi-naively.
//!
//! Follows the architecture of the classic grounders (Kaufmann, Leone, Perri, Schaub: Grounding and Solving in Answer
//! Set Programming, AI Magazine 37(3), 2016): components of the predicate dependency graph in order; within one, rules
//! are instantiated with what the last round derived until nothing new comes.

mod consistency;
mod head;
mod index;
mod instantiate;
mod plan;
mod simplify;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::dependency::{components, Component};
use crate::analysis::global;
use crate::analysis::rule::{Element, Head, Literal, Rule};
use crate::diagnostic::{Diagnostic, Span};
use crate::program::{AtomId, Base, PredicateId, Program, Rules};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Sign;
use consistency::Consistency;
use index::Indexes;
use instantiate::{Instantiator, Window};
use plan::{Access, Planner, Statistics, Step};

/// Why grounding ended early. What was grounded so far is not a program.
#[derive(Clone, Debug)]
pub struct Stop(Box<Diagnostic>);

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Stop(Box::new(diagnostic))
    }
}

impl From<Stop> for Diagnostic {
    fn from(stop: Stop) -> Self {
        *stop.0
    }
}

/// What grounding keeps from one shot to the next.
#[derive(Default, Debug)]
pub struct Grounder {
    indexes: Indexes,
    statistics: Statistics,
    negations: FxHashMap<AtomId, AtomId>,
    consistency: Consistency,
    undefined: FxHashSet<Span>,
}

impl Grounder {
    /// Where arithmetic turned out undefined so far, so that instances were left out.
    pub fn undefined(&self) -> impl Iterator<Item = Span> + '_ {
        self.undefined.iter().copied()
    }

    /// Grounds the rules on top of what is there: atoms are added to the base, rules and facts to the program.
    ///
    /// The rules must be safe.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, or an aggregate counts what is not decided while grounding.
    pub fn ground(
        &mut self,
        rules: Vec<Rule>,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        let (rules, components) = without_recursive_conditions(rules);
        for component in &components {
            self.component(&rules, component, symbols, base, program)?;
        }
        self.consistency.constrain(base, program);
        Ok(())
    }

    fn component(
        &mut self,
        rules: &[Rule],
        component: &Component,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        let growing: FixedBitSet = component.predicates.iter().map(|predicate| predicate.index()).collect();
        component.rules.iter().try_for_each(|&rule| refuse_recursive_aggregates(&rules[rule], &growing))?;
        let compiled: Vec<Compiled> = component
            .rules
            .iter()
            .map(|&rule| {
                let mut planner =
                    Planner { base, indexes: &mut self.indexes, statistics: &mut self.statistics };
                Compiled::new(&rules[rule], &growing, &mut planner)
            })
            .collect();
        let recursive = compiled.iter().any(|rule| rule.uses_growing);
        let mut state = Instantiator::new(
            symbols,
            base,
            program,
            &mut self.indexes,
            &mut self.negations,
            &mut self.undefined,
        );
        if !recursive {
            // Nothing can come late, so nothing is left to simplify.
            state.rules = std::mem::take(&mut state.program.rules);
        }
        state.windows =
            state.base.domains().map(|(_, domain)| Window { start: 0, end: domain.len() }).collect();
        state.growing = growing;
        for rule in &compiled {
            rule.run(&rule.first, &mut state)?;
        }
        loop {
            let mut grown = false;
            for &predicate in &component.predicates {
                let window = &mut state.windows[predicate.index()];
                *window = Window { start: window.end, end: state.base.domain(predicate).len() };
                grown |= window.start < window.end;
            }
            if !grown || !recursive {
                break;
            }
            for rule in &compiled {
                for (predicate, steps) in &rule.later {
                    let window = state.windows[predicate.index()];
                    if window.start < window.end {
                        rule.run(steps, &mut state)?;
                    }
                }
            }
        }
        let rules: Rules = std::mem::take(&mut state.rules);
        if recursive {
            let underived: FxHashSet<AtomId> =
                component.predicates.iter().flat_map(|&predicate| base.forget_underived(predicate)).collect();
            simplify::simplify(&rules, program, |atom| underived.contains(&atom));
        } else {
            program.rules = rules;
        }
        Ok(())
    }
}

/// An aggregate has to know all that it counts before it can be evaluated.
fn refuse_recursive_aggregates(rule: &Rule, growing: &FixedBitSet) -> Result<(), Stop> {
    for literal in &rule.body {
        let Literal::Aggregate(_, aggregate) = literal else { continue };
        for literal in aggregate.elements.iter().flat_map(|element| &element.condition) {
            let Literal::Atom(_, atom) = literal else { continue };
            if growing.contains(atom.predicate.index()) {
                return Err(Stop::from(
                    Diagnostic::error(
                        "this aggregate counts atoms that depend on the aggregate",
                        aggregate.span,
                    )
                    .related(atom.span, "these")
                    .help("count atoms that rules without this aggregate decide"),
                ));
            }
        }
    }
    Ok(())
}

/// A rule with the plans it is instantiated by.
struct Compiled<'a> {
    rule: &'a Rule,
    /// The first time: all there is.
    first: Vec<Step<'a>>,
    /// Later: for each literal whose predicate is still growing, what that has new.
    later: Vec<(PredicateId, Vec<Step<'a>>)>,
    /// The conditions of a choice's elements.
    conditions: Vec<Vec<Step<'a>>>,
    /// Whether an atom of the body, of either sign, is still growing.
    uses_growing: bool,
}

impl<'a> Compiled<'a> {
    fn new(rule: &'a Rule, growing: &FixedBitSet, planner: &mut Planner) -> Self {
        let global = global(rule);
        let unbound = || FixedBitSet::with_capacity(rule.variables.len());
        let recursive: FixedBitSet = rule
            .body
            .iter()
            .enumerate()
            .filter(|(_, literal)| {
                matches!(literal, Literal::Atom(Sign::Positive, atom) if growing.contains(atom.predicate.index()))
            })
            .map(|(index, _)| index)
            .collect();
        let mut bound = unbound();
        let first = planner.plan(&rule.body, &mut bound, &global, None, &recursive);
        let later = recursive
            .ones()
            .map(|index| {
                let Literal::Atom(_, atom) = &rule.body[index] else {
                    unreachable!("recursive literals are atoms")
                };
                let steps = planner.plan(&rule.body, &mut unbound(), &global, Some(index), &recursive);
                (atom.predicate, steps)
            })
            .collect();
        let none = FixedBitSet::new();
        let conditions = match &rule.head {
            Head::Choice(elements, _) | Head::Bounds(elements, _) => elements
                .iter()
                .map(|element| planner.plan(&element.condition, &mut bound.clone(), &global, None, &none))
                .collect(),
            _ => Vec::new(),
        };
        let mut uses_growing = false;
        rule.body_atoms(&mut |_, atom| uses_growing |= growing.contains(atom.predicate.index()));
        Compiled { rule, first, later, conditions, uses_growing }
    }

    fn run(&self, steps: &[Step], state: &mut Instantiator) -> Result<(), Stop> {
        self.conditions
            .iter()
            .map(Vec::as_slice)
            .chain([steps])
            .for_each(|steps| update_indexes(steps, state));
        state.assignment.clear();
        state.assignment.resize(self.rule.variables.len(), Symbol::INF);
        state.join(steps, &mut |state| state.emit(&self.rule.head, &self.conditions))
    }
}

/// Brings the indexes that the steps use up to date.
fn update_indexes(steps: &[Step], state: &mut Instantiator) {
    for step in steps {
        match step {
            Step::Match(wanted) => {
                if let Access::Lookup(index, _) = wanted.access {
                    state.indexes.update(index, state.base);
                }
            }
            Step::Aggregate(_, _, elements, _) => {
                elements.iter().for_each(|steps| update_indexes(steps, state));
            }
            _ => {}
        }
    }
}

/// Splits choices whose conditions use what the rule itself helps to derive: such a condition may come to hold late, so
/// each element becomes a rule of its own, and the bounds are put on at the end, when all is known.
fn without_recursive_conditions(rules: Vec<Rule>) -> (Vec<Rule>, Vec<Component>) {
    let first = components(&rules);
    let mut component_of: FxHashMap<PredicateId, usize> = FxHashMap::default();
    for (index, component) in first.iter().enumerate() {
        component_of.extend(component.predicates.iter().map(|&predicate| (predicate, index)));
    }
    let mut split = Vec::with_capacity(rules.len());
    let mut changed = false;
    for rule in rules {
        let Head::Choice(elements, guards) = &rule.head else {
            split.push(rule);
            continue;
        };
        let recursive = elements.iter().any(|element| {
            let own = component_of.get(&element.atom.predicate);
            element.condition.iter().any(|literal| {
                matches!(literal, Literal::Atom(Sign::Positive, atom) if component_of.get(&atom.predicate) == own)
            })
        });
        if !recursive {
            split.push(rule);
            continue;
        }
        changed = true;
        for element in elements {
            let body = rule.body.iter().chain(&element.condition).cloned().collect();
            let head =
                Head::Choice(vec![Element { atom: element.atom.clone(), condition: Vec::new() }], Vec::new());
            split.push(Rule { head, body, variables: rule.variables.clone(), span: rule.span });
        }
        if !guards.is_empty() {
            let head = Head::Bounds(elements.clone(), guards.clone());
            split.push(Rule { head, ..rule });
        }
    }
    let components = if changed { components(&split) } else { first };
    (split, components)
}
