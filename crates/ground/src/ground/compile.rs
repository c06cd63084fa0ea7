//! Rules with the plans they are instantiated by.

use fixedbitset::FixedBitSet;

use super::join::{Join, Joins, Step};
use super::plan::Planner;
use super::stop::Stop;
use crate::analysis::rule::{visit_atoms, Head, Literal, Rule};
use crate::analysis::{global, is_scoped};
use crate::program::{Base, PredicateId};
use crate::syntax::ast::Sign;

/// A rule with its plans.
pub struct Compiled<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The first time: all there is; of a projection, what is new since it was grounded last.
    pub first: Vec<Step<'a>>,
    /// Later: for each literal whose predicate is still growing, what that has new.
    pub later: Vec<(PredicateId, Vec<Step<'a>>)>,
    /// The joins of the head's elements: conditions, and members of disjuncts.
    pub elements: Vec<Joins<'a>>,
    /// Whether an atom of the body, of either sign, is still growing.
    pub uses_growing: bool,
    /// Of a rule in which an aggregate or a condition looks at atoms that are still growing, the plan that asks what it may
    /// derive. What it says changes with each of these atoms, so the rule is only written at the end; until then it is
    /// asked, round after round.
    pub asking: Option<Vec<Step<'a>>>,
    /// How many rows the growing predicates had that the order of a join rests on: see [`Compiled::is_outgrown`].
    planned_with: Vec<(PredicateId, u32)>,
}

impl<'a> Compiled<'a> {
    /// Plans a rule of a component whose predicates are `growing`.
    pub fn new(rule: &'a Rule, growing: &FixedBitSet, planner: &mut Planner) -> Self {
        debug_assert!(is_scoped(rule), "a variable was captured: {rule:?}");
        let global = global(rule);
        let unbound = || FixedBitSet::with_capacity(rule.variables.len());
        let is_growing = |predicate: PredicateId| growing.contains(predicate.index());
        let recursive: FixedBitSet = rule
            .body
            .iter()
            .enumerate()
            .filter(|(_, literal)| {
                matches!(literal, Literal::Atom(Sign::Positive, atom) if is_growing(atom.predicate))
            })
            .map(|(index, _)| index)
            .collect();
        let mut bound = unbound();
        let since = projection(rule).map(|_| 0);
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
            .chain(rule.theory_elements().iter().map(|element| (element.condition.as_slice(), &[][..])))
            .map(|(condition, members)| {
                let members = members.iter().map(|member| member.instances.as_slice());
                planner.joins(condition, members, &bound, &global)
            })
            .collect();
        let mut waits = false;
        let mut late = |sign: Sign, predicate: PredicateId| {
            waits |= sign == Sign::Positive && is_growing(predicate);
        };
        for literal in &rule.body {
            if matches!(literal, Literal::Aggregate(..) | Literal::Conditional(_) | Literal::Theory(..)) {
                visit_atoms(std::slice::from_ref(literal), &mut |sign, atom| late(sign, atom.predicate));
            }
        }
        for disjunct in rule.disjuncts() {
            visit_atoms(&disjunct.condition, &mut |sign, atom| late(sign, atom.predicate));
        }
        // What an external declaration forbids may still become a fact, and a declaration is not taken back.
        if matches!(rule.head, Head::External(..)) {
            rule.body_atoms(&mut |sign, atom| waits |= sign != Sign::Positive && is_growing(atom.predicate));
        }
        let mut uses_growing = false;
        let mut planned_with = Vec::new();
        rule.body_atoms(&mut |sign, atom| {
            uses_growing |= is_growing(atom.predicate);
            if sign == Sign::Positive && is_growing(atom.predicate) {
                planned_with.push((atom.predicate, planner.base.domain(atom.predicate).len()));
            }
        });
        // What is new comes first anyway.
        if !waits && planned_with.len() == 1 && recursive.count_ones(..) == 1 {
            planned_with.clear();
        }
        let asking = waits.then(|| first.iter().map(Step::asking).collect());
        Compiled { rule, first, later, elements, uses_growing, asking, planned_with }
    }

    /// Whether a predicate has more than twice the rows that the plans were made for: it is time for new ones.
    pub fn is_outgrown(&self, base: &Base) -> bool {
        self.planned_with.iter().any(|&(predicate, rows)| base.domain(predicate).len() > 2 * rows)
    }

    /// Instantiates the rule by one of its plans; `leaf` sees each instance.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, grounding has to end, or `leaf` says so.
    pub fn run(
        &self,
        steps: &[Step],
        join: &mut Join,
        leaf: &mut dyn FnMut(&mut Join) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.elements.iter().for_each(|joins| joins.each(&mut |steps| join.update_indexes(steps)));
        join.update_indexes(steps);
        join.assignment.begin(self.rule.variables.len());
        join.growth.begin(self.rule.span, join.writer.written());
        join.run(steps, leaf)?;
        join.growth.end(join.writer.written());
        Ok(())
    }
}

/// The predicate of a projection and that of the atoms it projects, if the rule defines one.
pub fn projection(rule: &Rule) -> Option<(PredicateId, PredicateId)> {
    match (&rule.head, &rule.body[..]) {
        (Head::Projection(atom), [Literal::Atom(_, projected)]) => {
            Some((atom.predicate, projected.predicate))
        }
        _ => None,
    }
}
