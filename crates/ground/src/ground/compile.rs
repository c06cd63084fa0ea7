//! Compiled rules: rules together with the join plans by which they are instantiated.

use fixedbitset::FixedBitSet;

use super::join::{Join, JoinStep, Joins};
use super::plan::Planner;
use super::stop::Stop;
use crate::analysis::rule::{visit_atoms, Head, Literal, Rule};
use crate::analysis::{global, is_scoped};
use crate::program::{Base, PredicateId};
use crate::syntax::ast::Sign;

/// A rule with its join plans.
pub struct Compiled<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The plan of the first round, which joins all rows; for a projection, the rows that are new since it was last
    /// grounded.
    pub first: Vec<JoinStep<'a>>,
    /// The plans of later rounds: one for each body literal whose predicate is growing, which joins the new rows of
    /// that predicate.
    pub later: Vec<(PredicateId, Vec<JoinStep<'a>>)>,
    /// The joins of the head's elements: of their conditions, and of the members of disjuncts.
    pub elements: Vec<Joins<'a>>,
    /// Whether an atom of the body, of either sign, has a growing predicate.
    pub uses_growing: bool,
    /// The plan that only finds out what the rule may derive. It exists for rules in which an aggregate or a
    /// condition contains atoms that are still growing. The meaning of such a rule changes with each of these atoms,
    /// so the rule is written only after the last round; until then this plan is run in every round.
    pub probing: Option<Vec<JoinStep<'a>>>,
    /// The number of the rule in its component.
    pub index: usize,
    /// The numbers of rows of the growing predicates on which the join order is based: see [`Compiled::is_outgrown`].
    planned_with: Vec<(PredicateId, u32)>,
}

impl<'a> Compiled<'a> {
    /// Plans a rule of a component, whose number there is `index`. `growing` are the predicates whose atoms are not all known yet.
    pub fn new(rule: &'a Rule, index: usize, growing: &FixedBitSet, planner: &mut Planner) -> Self {
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
        // An atom under `not` in the body of an external declaration may still become a fact, and a declaration
        // cannot be taken back.
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
        // With a single recursive literal, the new rows come first anyway, so there is no order to choose again.
        if !waits && planned_with.len() == 1 && recursive.count_ones(..) == 1 {
            planned_with.clear();
        }
        let probing = waits.then(|| probing(rule, &first));
        Compiled { rule, first, later, elements, uses_growing, probing, index, planned_with }
    }

    /// Calls `visit` with each join of the rule.
    pub fn each_join(&self, visit: &mut dyn FnMut(&[JoinStep])) {
        visit(&self.first);
        self.later.iter().for_each(|(_, steps)| visit(steps));
        self.elements.iter().for_each(|joins| joins.each(visit));
        self.probing.iter().for_each(|steps| visit(steps));
    }

    /// Returns whether a predicate has more than twice the rows that the plans were made for, so that new plans are
    /// due.
    pub fn is_outgrown(&self, base: &Base) -> bool {
        self.planned_with.iter().any(|&(predicate, rows)| base.domain(predicate).len() > 2 * rows)
    }

    /// Instantiates the rule by one of its plans and calls `leaf` for each instance.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, if grounding has to end, or if `leaf` fails.
    pub fn run(
        &self,
        steps: &[JoinStep],
        join: &mut Join,
        leaf: &mut dyn FnMut(&mut Join) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let before = join.profiler.as_mut().map(|profiler| profiler.begin(&join.writer));
        let result = self.instantiate(steps, join, leaf);
        if let (Some(profiler), Some(before)) = (&mut join.profiler, before) {
            profiler.end(self.index, self.rule, before, &mut join.writer);
        }
        result
    }

    fn instantiate(
        &self,
        steps: &[JoinStep],
        join: &mut Join,
        leaf: &mut dyn FnMut(&mut Join) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.elements.iter().for_each(|joins| joins.each(&mut |steps| join.update_indexes(steps)));
        join.update_indexes(steps);
        join.assignment.begin(self.rule.variables.len());
        join.growth.begin(self.rule.span, join.writer.written());
        let is_directive = !matches!(
            self.rule.head,
            Head::None | Head::Disjunction(_) | Head::Conditional(_) | Head::Choice(..)
        );
        join.keeps_facts = join.writer.program.preserved.in_bodies && !is_directive;
        if join.profiler.is_some() {
            join.run_body(steps, &mut |join| {
                join.profiler.iter_mut().for_each(|profiler| profiler.found += 1);
                leaf(join)
            })?;
        } else {
            join.run_body(steps, leaf)?;
        }
        join.growth.end(join.writer.written());
        Ok(())
    }
}

/// Returns the plan that only finds out what a rule may derive. Where nothing but conditional literals, which bind no variable, is left
/// to test, an instance whose head is derived has nothing to add.
fn probing<'a>(rule: &'a Rule, first: &[JoinStep<'a>]) -> Vec<JoinStep<'a>> {
    let mut steps: Vec<JoinStep> = first.iter().map(JoinStep::probing).collect();
    let binds = |literal: &Literal| matches!(literal, Literal::Aggregate(..) | Literal::Theory(..));
    let is_possible = |step: &JoinStep| matches!(step, JoinStep::Possible(_));
    let Head::Disjunction(atoms) = &rule.head else { return steps };
    let ([atom], Some(place)) = (&atoms[..], steps.iter().position(is_possible)) else { return steps };
    if steps[place..].iter().all(is_possible) && !rule.body.iter().any(binds) {
        steps.insert(place, JoinStep::Underived(atom));
    }
    steps
}

/// Returns the predicate of the projection that the rule defines, and the predicate that it projects; `None` if the
/// rule does not define a projection.
pub fn projection(rule: &Rule) -> Option<(PredicateId, PredicateId)> {
    match (&rule.head, &rule.body[..]) {
        (Head::Projection(atom), [Literal::Atom(_, projected)]) => {
            Some((atom.predicate, projected.predicate))
        }
        _ => None,
    }
}
