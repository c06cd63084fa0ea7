//! Grounds one component of the predicate dependency graph, in rounds of joins until a round derives nothing new.
//!
//! The component owns its state, and commits it when it is done. Rules that need all atoms of the component are
//! probed in each round for what they may derive, and written after the last round. The sizes of the component's own
//! predicates are known only as they grow, so joins are planned again when these have doubled. A plan may change
//! between two rounds, because all plans of a rule read the same rows in a round, only in a different order.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::compile::{projection, Compiled};
use super::declared::FirstInstances;
use super::directives::Directives;
use super::domains::Domains;
use super::head::{emit, probe};
use super::join::{Join, JoinStep};
use super::plan::{Planner, Statistics};
use super::stop::Stop;
use super::trace::GroundingTrace;
use crate::analysis::rule::Rule;
use crate::program::{AtomId, PredicateId};
use crate::{Pass, Passes, Report, Reports};

/// A component that is being grounded.
pub struct Grounding<'r, 'a> {
    /// The predicates that its rules define.
    pub predicates: &'r [PredicateId],
    /// The compiled rules of the component.
    pub rules: Vec<Compiled<'r>>,
    /// The join, which also holds the domains and the writer.
    pub join: Join<'a>,
    /// The directives collected from the rules.
    pub directives: &'a mut Directives,
    /// The statistics from which plans are made.
    pub statistics: &'a mut Statistics,
    /// The passes that are enabled.
    pub passes: Passes,
    pub reports: &'a mut Reports,
    /// The record of the join plans; `None` if no trace is wanted.
    pub trace: Option<&'a mut GroundingTrace>,
}

impl Grounding<'_, '_> {
    /// Grounds the rules of the component.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if grounding has to end.
    pub fn run(mut self) -> Result<(), Stop> {
        let rounds = self.rounds();
        let base = &*self.join.domains.base;
        for (index, rule) in self.rules.iter().enumerate() {
            self.join.profiler.iter_mut().for_each(|profiler| profiler.collect(index, rule, base));
        }
        match rounds {
            Ok(()) => self.commit(),
            Err(_) => {
                if let Some(profiler) = self.join.profiler.take() {
                    profiler.finish(&self.rules, None);
                }
            }
        }
        rounds
    }

    fn rounds(&mut self) -> Result<(), Stop> {
        self.first_round()?;
        if self.rules.iter().any(|rule| rule.uses_growing) {
            self.later_rounds()?;
        }
        self.last_round()
    }

    fn first_round(&mut self) -> Result<(), Stop> {
        let Grounding { predicates, rules, join, directives, .. } = self;
        predicates.iter().for_each(|&predicate| join.domains.open_window(predicate));
        for rule in &*rules {
            rule.rule.body_atoms(&mut |_, atom| join.domains.open_window(atom.predicate));
        }
        for rule in &*rules {
            if let Some((projection, source)) = projection(rule.rule) {
                join.domains.open_projection(projection, source);
            }
            match &rule.probing {
                Some(probing) => probe_rule(rule, probing, join)?,
                None => write(rule, &rule.first, join, directives)?,
            }
        }
        Ok(())
    }

    /// Instantiates rules with the rows that the round before derived, until a round derives nothing. A round visits
    /// only the rules that use a predicate with new rows. So a long chain of small predicates, which takes as many
    /// rounds as it has links, stays linear.
    fn later_rounds(&mut self) -> Result<(), Stop> {
        // By predicate, the rules and plans that read its new rows.
        let mut readers: FxHashMap<PredicateId, Vec<(usize, usize)>> = FxHashMap::default();
        for (index, rule) in self.rules.iter().enumerate().filter(|(_, rule)| rule.probing.is_none()) {
            for (plan, (predicate, _)) in rule.later.iter().enumerate() {
                readers.entry(*predicate).or_default().push((index, plan));
            }
        }
        let rules = 0..self.rules.len();
        let waiting: Vec<usize> = rules.filter(|&index| self.rules[index].probing.is_some()).collect();
        let mut touched = self.predicates.to_vec();
        for round in 2.. {
            touched.sort_unstable();
            touched.dedup();
            touched.retain(|&predicate| self.join.domains.advance_window(predicate));
            if touched.is_empty() {
                break;
            }
            // Plans in the order of the rules. A rule that waits for all atoms has only one plan.
            let mut agenda: Vec<(usize, usize)> = waiting.iter().map(|&index| (index, 0)).collect();
            agenda.extend(touched.iter().filter_map(|predicate| readers.get(predicate)).flatten());
            agenda.sort_unstable();
            for (index, plan) in agenda {
                self.plan_again(index, round);
                let Grounding { rules, join, directives, .. } = self;
                let rule = &rules[index];
                match &rule.probing {
                    Some(probing) => probe_rule(rule, probing, join)?,
                    None => write(rule, &rule.later[plan].1, join, directives)?,
                }
                touched.extend(rule.rule.head_atoms().map(|atom| atom.predicate));
            }
        }
        Ok(())
    }

    /// Plans the joins of a rule again if its plans are outgrown.
    fn plan_again(&mut self, index: usize, round: usize) {
        let Domains { base, indexes, horizon } = &mut self.join.domains;
        let rule = &mut self.rules[index];
        if !self.passes.has(Pass::JoinReplanning) || !rule.is_outgrown(base) {
            return;
        }
        self.reports.add(Pass::JoinReplanning, Report::once());
        self.join.profiler.iter_mut().for_each(|profiler| profiler.collect(index, rule, base));
        let mut planner =
            Planner { base, indexes, statistics: self.statistics, symbols: self.join.assignment.symbols };
        *rule = Compiled::new(rule.rule, index, horizon.growing(), &mut planner);
        if let Some(trace) = &mut self.trace {
            trace.note_plans(index, rule, round, self.join.assignment.symbols, base);
        }
    }

    /// Writes the rules that waited for all atoms of the component.
    fn last_round(&mut self) -> Result<(), Stop> {
        let Grounding { rules, join, directives, .. } = self;
        join.growth.reset_probed();
        for rule in rules.iter().filter(|rule| rule.probing.is_some()) {
            write(rule, &rule.first, join, directives)?;
        }
        Ok(())
    }

    /// Closes the predicates of the component, and moves the rules held back to the program.
    fn commit(self) {
        let Grounding { predicates, rules, join, .. } = self;
        let Join { mut domains, writer, mut profiler, .. } = join;
        for (projection, source) in rules.iter().filter_map(|rule| projection(rule.rule)) {
            domains.close_projection(projection, source);
        }
        domains.horizon.close(predicates);
        let base = domains.base;
        let kept = if rules.iter().any(|rule| rule.uses_growing) {
            let mut underived = Vec::new();
            predicates.iter().for_each(|&predicate| underived.extend(base.forget_underived(predicate)));
            // The atoms of one component have mostly adjacent numbers, so the set is stored relative to the least.
            let first = underived.iter().min().map_or(0, |atom: &AtomId| atom.index());
            let mut bits = FixedBitSet::new();
            underived.iter().for_each(|atom| bits.grow_and_insert(atom.index() - first));
            let is_underived =
                |atom: AtomId| atom.index().checked_sub(first).is_some_and(|bit| bits.contains(bit));
            writer.commit(is_underived, profiler.as_deref_mut())
        } else {
            writer.commit(|_| false, profiler.as_deref_mut())
        };
        if let Some(profiler) = profiler {
            profiler.finish(&rules, kept.as_ref());
        }
    }
}

/// Derives the atoms that the instances of a rule may derive, without writing the instances.
fn probe_rule(rule: &Compiled, probing: &[JoinStep], join: &mut Join) -> Result<(), Stop> {
    let Rule { head, .. } = rule.rule;
    rule.run(probing, join, &mut |join| probe(join, head, &rule.elements))
}

/// Writes the instances of a rule that one of its plans finds.
fn write(
    rule: &Compiled,
    steps: &[JoinStep],
    join: &mut Join,
    directives: &mut Directives,
) -> Result<(), Stop> {
    let Some(mut first) = FirstInstances::of(rule.rule) else {
        return rule.run(steps, join, &mut |join| emit(join, rule.rule, &rule.elements, directives));
    };
    rule.run(steps, join, &mut |join| {
        if first.is_new(join) {
            emit(join, rule.rule, &rule.elements, directives)?;
        }
        Ok(())
    })
}
