//! Grounding: rules with variables to ground rules, component by component, semi-naively.
//!
//! Follows the architecture of the classic grounders (Kaufmann, Leone, Perri, Schaub: Grounding and Solving in Answer
//! Set Programming, AI Magazine 37(3), 2016): components of the predicate dependency graph in order; within one, rules
//! are instantiated with what the last round derived until nothing new comes.

mod aggregate;
mod bounds;
mod conditional;
mod consistency;
mod directives;
mod disjunction;
mod formula;
mod growth;
mod head;
mod index;
mod instantiate;
mod plan;
mod projection;
mod recursion;
mod simplify;

use fixedbitset::FixedBitSet;
use groundplan_sat::Interrupter;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::dependency::{components, Component};
use crate::analysis::global;
use crate::analysis::rule::{visit_atoms, Element, Head, Literal, Rule};
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Functions;
use crate::program::{AtomId, Base, PredicateId, Program, Rules};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Sign;
use consistency::Consistency;
use directives::Directives;
use formula::Definitions;
use growth::Growth;
pub use growth::{Halt, HaltCause};
use index::Indexes;
use instantiate::{Instantiator, Window};
use plan::{Access, Joins, Planner, Statistics, Step};

/// Why grounding ended early. What was grounded so far is not a program.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The program is wrong.
    Wrong(Box<Diagnostic>),
    /// A limit or an interrupt came first.
    Halted(Box<Halt>),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Stop::Wrong(Box::new(diagnostic))
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halted(Box::new(halt))
    }
}

/// What was left out because a term had no value that could be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ignored {
    /// An instance of a rule: arithmetic is not defined on its terms.
    Instance,
    /// A tuple of an aggregate or objective: its weight, or its priority, is no such number.
    Weight,
}

/// What rules leave behind for others.
#[derive(Default, Debug)]
pub struct Memory {
    definitions: Definitions,
    directives: Directives,
    /// Where something was left out, once each.
    ignored: FxHashSet<(Span, Ignored)>,
    growth: Growth,
    /// How many atoms there were before this shot.
    first_atom: usize,
    /// How many rows each projection has taken in.
    projected: FxHashMap<PredicateId, u32>,
}

/// What grounding keeps from one shot to the next.
#[derive(Default, Debug)]
pub struct Grounder {
    indexes: Indexes,
    statistics: Statistics,
    memory: Memory,
    consistency: Consistency,
    /// The rows of each predicate, as far as the last component that looked at it knows, and the predicates that grow:
    /// kept, because a component may be small and all predicates many.
    windows: Vec<Window>,
    growing: FixedBitSet,
}

impl Grounder {
    /// Where something was left out since the last call.
    pub fn take_ignored(&mut self) -> Vec<(Span, Ignored)> {
        let mut ignored: Vec<_> = self.memory.ignored.drain().collect();
        ignored.sort_unstable();
        ignored
    }

    /// Sets or removes the number of ground rules, facts included, at which grounding ends.
    pub fn set_limit(&mut self, limit: Option<u64>) {
        self.memory.growth.limit = limit;
    }

    /// Sets what ends grounding from another thread.
    pub fn set_interrupter(&mut self, interrupter: Interrupter) {
        self.memory.growth.interrupter = interrupter;
    }

    /// Grounds the rules on top of what is there: atoms are added to the base, rules and facts to the program.
    ///
    /// The rules must be safe.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, something that is not monotone depends on itself, or grounding has to end.
    pub fn ground(
        &mut self,
        rules: Vec<Rule>,
        functions: &mut Functions,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        self.within_limit(program)?;
        self.memory.first_atom = program.atom_count();
        let (rules, components) = without_recursive_conditions(rules);
        for component in &components {
            self.component(&rules, component, functions, symbols, base, program)?;
        }
        self.settle(functions, symbols, base, program)?;
        self.consistency.constrain(base, program);
        self.within_limit(program)
    }

    fn within_limit(&self, program: &Program) -> Result<(), Stop> {
        self.memory.growth.check(program).map_or(Ok(()), |halt| Err(halt.into()))
    }

    /// Adds edges of the graph that must not have a cycle.
    ///
    /// # Errors
    ///
    /// As [`Grounder::ground`].
    pub fn add_edges(
        &mut self,
        edges: Vec<(Symbol, Symbol, Vec<crate::program::Literal>)>,
        functions: &mut Functions,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        for (from, to, condition) in edges {
            self.memory.directives.edge(from, to, condition);
        }
        self.settle(functions, symbols, base, program)
    }

    /// Writes what rules said beside deriving atoms.
    fn settle(
        &mut self,
        functions: &mut Functions,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        let mut state =
            Instantiator::new(symbols, functions, base, program, &mut self.indexes, &mut self.memory);
        state.rules = std::mem::take(&mut state.program.rules);
        let settled = state.settle_directives();
        program.rules = state.rules;
        settled
    }

    fn component(
        &mut self,
        rules: &[Rule],
        component: &Component,
        functions: &mut Functions,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        let mut growing = std::mem::take(&mut self.growing);
        for predicate in &component.predicates {
            growing.grow_and_insert(predicate.index());
        }
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
        let mut state =
            Instantiator::new(symbols, functions, base, program, &mut self.indexes, &mut self.memory);
        if !recursive {
            // Nothing can come late, so nothing is left to simplify.
            state.rules = std::mem::take(&mut state.program.rules);
        }
        state.windows = std::mem::take(&mut self.windows);
        component.predicates.iter().for_each(|&predicate| state.open_window(predicate));
        for &rule in &component.rules {
            rules[rule].body_atoms(&mut |_, atom| state.open_window(atom.predicate));
        }
        state.growing = growing;
        state.ceiling = state.memory.growth.ceiling(state.program);
        for rule in &compiled {
            if let Some((projection, source)) = projection::projection(rule.rule) {
                let done = state.memory.projected.get(&projection);
                state.windows[source.index()].start = done.copied().unwrap_or_default();
            }
            rule.run(&rule.first, &mut state, rule.waits)?;
        }
        if recursive {
            later_rounds(&compiled, &component.predicates, &mut state)?;
        }
        for (projection, source) in compiled.iter().filter_map(|rule| projection::projection(rule.rule)) {
            state.memory.projected.insert(projection, state.base.domain(source).len());
        }
        state.probed = 0;
        for rule in compiled.iter().filter(|rule| rule.waits) {
            rule.run(&rule.first, &mut state, false)?;
        }
        recursion::refuse(&state.rules, &state.suspects, &state.shifted)?;
        let rules: Rules = std::mem::take(&mut state.rules);
        self.windows = std::mem::take(&mut state.windows);
        self.growing = std::mem::take(&mut state.growing);
        component.predicates.iter().for_each(|predicate| self.growing.remove(predicate.index()));
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

/// Instantiates rules with what the round before derived, until a round derives nothing. A round costs no more than the
/// rules that look at what is new: a long chain of small predicates takes as many rounds as it has links.
fn later_rounds(
    compiled: &[Compiled],
    predicates: &[PredicateId],
    state: &mut Instantiator,
) -> Result<(), Stop> {
    // Who looks at a predicate: rules and their plans.
    let mut readers: FxHashMap<PredicateId, Vec<(usize, usize)>> = FxHashMap::default();
    for (index, rule) in compiled.iter().enumerate().filter(|(_, rule)| !rule.waits) {
        for (plan, (predicate, _)) in rule.later.iter().enumerate() {
            readers.entry(*predicate).or_default().push((index, plan));
        }
    }
    let waiting: Vec<usize> = (0..compiled.len()).filter(|&index| compiled[index].waits).collect();
    let mut touched = predicates.to_vec();
    loop {
        touched.sort_unstable();
        touched.dedup();
        touched.retain(|&predicate| state.advance_window(predicate));
        if touched.is_empty() {
            return Ok(());
        }
        // Plans in the order of the rules; a rule that waits has but one.
        let mut agenda: Vec<(usize, usize)> = waiting.iter().map(|&index| (index, 0)).collect();
        agenda.extend(touched.iter().filter_map(|predicate| readers.get(predicate)).flatten());
        agenda.sort_unstable();
        for (index, plan) in agenda {
            let rule = &compiled[index];
            let steps = if rule.waits { &rule.first } else { &rule.later[plan].1 };
            rule.run(steps, state, rule.waits)?;
            touched.extend(rule.rule.head_atoms().map(|atom| atom.predicate));
        }
    }
}

/// A rule with the plans it is instantiated by.
struct Compiled<'a> {
    rule: &'a Rule,
    /// The first time: all there is; of a projection, what is new since it was grounded last.
    first: Vec<Step<'a>>,
    /// Later: for each literal whose predicate is still growing, what that has new.
    later: Vec<(PredicateId, Vec<Step<'a>>)>,
    /// The joins of the head's elements: conditions, and members of disjuncts.
    elements: Vec<Joins<'a>>,
    /// Whether an atom of the body, of either sign, is still growing.
    uses_growing: bool,
    /// Whether an aggregate or a condition looks at atoms that are still growing. What it says changes with each of them,
    /// so the rule is only written at the end; until then it is asked, round after round, what it may derive.
    waits: bool,
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
        let since = projection::projection(rule).map(|_| 0);
        let first = planner.plan(&rule.body, &mut bound, &global, since, &recursive);
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
        let choices = rule.elements().iter().map(|element| (element.condition.as_slice(), &[][..]));
        let disjuncts = rule.disjuncts().iter();
        let disjuncts =
            disjuncts.map(|disjunct| (disjunct.condition.as_slice(), disjunct.members.as_slice()));
        let elements = choices
            .chain(disjuncts)
            .map(|(condition, members)| {
                let members = members.iter().map(|member| member.instances.as_slice());
                planner.joins(condition, members, &bound, &global)
            })
            .collect();
        let mut waits = false;
        let mut late = |sign: Sign, predicate: PredicateId| {
            waits |= sign == Sign::Positive && growing.contains(predicate.index());
        };
        for literal in &rule.body {
            if matches!(literal, Literal::Aggregate(..) | Literal::Conditional(_)) {
                visit_atoms(std::slice::from_ref(literal), &mut |sign, atom| late(sign, atom.predicate));
            }
        }
        for disjunct in rule.disjuncts() {
            visit_atoms(&disjunct.condition, &mut |sign, atom| late(sign, atom.predicate));
        }
        let mut uses_growing = false;
        rule.body_atoms(&mut |_, atom| uses_growing |= growing.contains(atom.predicate.index()));
        Compiled { rule, first, later, elements, uses_growing, waits }
    }

    fn run(&self, steps: &[Step], state: &mut Instantiator, probing: bool) -> Result<(), Stop> {
        state.probing = probing;
        self.elements.iter().for_each(|joins| joins.each(&mut |steps| update_indexes(steps, state)));
        update_indexes(steps, state);
        state.assignment.clear();
        state.assignment.resize(self.rule.variables.len(), Symbol::INF);
        state.begin(self.rule.span);
        state.join(steps, &mut |state| state.emit(self.rule, &self.elements))?;
        state.end();
        Ok(())
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
            Step::Conditional(_, joins) => joins.each(&mut |steps| update_indexes(steps, state)),
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
            let head = Head::Choice(vec![Element { condition: Vec::new(), ..element.clone() }], Vec::new());
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
