//! Arguments of predicates whose values no rule reads.
//!
//! A variable that stands nowhere else in its rule, such as `_`, asks only whether there is an atom for the other arguments. If all
//! rules ask no more of an argument of a predicate, the predicate can do without it. Answer sets stay the same but for the
//! predicate's own atoms, and there are as many of them: the predicate is defined by normal rules, so that the rest of an answer
//! set determines its atoms.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::profile::ProfileRecords;
use crate::analysis::rule::{Atom, Disjunct, Head, Rule, Term, Variable};
use crate::analysis::rule_variables;
use crate::program::{Base, PredicateId};
use crate::signature::Signature;

/// Which arguments of predicates rules read.
#[derive(Debug)]
pub struct ReadArguments {
    /// By predicate, the arguments that are read.
    columns: FxHashMap<PredicateId, FixedBitSet>,
    /// The predicates that not only normal rules derive.
    chosen: FxHashSet<PredicateId>,
}

impl ReadArguments {
    /// Returns what the rules that were instantiated read.
    #[must_use]
    pub fn of(records: &ProfileRecords) -> Self {
        let mut read = ReadArguments { columns: FxHashMap::default(), chosen: FxHashSet::default() };
        records.statements.iter().flat_map(|statement| &statement.rules).for_each(|rule| read.note(rule));
        read
    }

    fn note(&mut self, rule: &Rule) {
        let uses = uses(rule);
        rule.body_atoms(&mut |_, atom| self.note_atom(atom, &uses));
        let derived: &[Atom] = match &rule.head {
            Head::Disjunction(atoms) if atoms.len() == 1 => &[],
            Head::Disjunction(atoms) => atoms,
            Head::Project(atom) | Head::Heuristic(atom, _) | Head::External(atom, _) => {
                std::slice::from_ref(atom)
            }
            _ => &[],
        };
        let conditional = rule.disjuncts().iter().flat_map(Disjunct::derived);
        let elements = rule.elements().iter().map(|element| &element.atom);
        self.chosen.extend(derived.iter().chain(conditional).chain(elements).map(|atom| atom.predicate));
    }

    fn note_atom(&mut self, atom: &Atom, uses: &FxHashMap<Variable, usize>) {
        let columns = self.columns.entry(atom.predicate).or_default();
        columns.grow(atom.arguments.len());
        for (column, argument) in atom.arguments.iter().enumerate() {
            if !matches!(argument, Term::Variable(variable) if uses.get(variable) == Some(&1)) {
                columns.insert(column);
            }
        }
    }

    /// Whether nothing reads an argument of a predicate. `is_hidden` tells whether the atoms of a predicate matter to nobody but
    /// the rules.
    fn is_unread(
        &self,
        predicate: PredicateId,
        column: usize,
        base: &Base,
        is_hidden: &dyn Fn(Signature) -> bool,
    ) -> bool {
        let signature = base.domain(predicate).signature();
        // With strong negation, an atom and its negation are compared argument by argument.
        let opposite = Signature { negative: !signature.negative, ..signature };
        !self.columns.get(&predicate).is_some_and(|columns| columns.contains(column))
            && !self.chosen.contains(&predicate)
            && base.find_predicate(opposite).is_none()
            && is_hidden(signature)
    }

    /// Finds an argument of the head of a normal rule that nothing reads, and for which the rule has more instances: its variable
    /// only stands in one literal of the body. Returns the predicate, the place of the argument from 0 on, and the variable.
    pub(super) fn unread_by(
        &self,
        rule: &Rule,
        base: &Base,
        is_hidden: &dyn Fn(Signature) -> bool,
    ) -> Option<(PredicateId, usize, Variable)> {
        let Head::Disjunction(atoms) = &rule.head else { return None };
        let [atom] = &atoms[..] else { return None };
        let uses = uses(rule);
        atom.arguments.iter().enumerate().find_map(|(column, argument)| {
            let Term::Variable(variable) = argument else { return None };
            let is_multiplied = uses.get(variable) == Some(&2);
            (is_multiplied && self.is_unread(atom.predicate, column, base, is_hidden)).then_some((
                atom.predicate,
                column,
                *variable,
            ))
        })
    }
}

/// How often each variable stands in a rule.
pub(super) fn uses(rule: &Rule) -> FxHashMap<Variable, usize> {
    let mut uses = FxHashMap::default();
    rule_variables(rule, &mut |variable| *uses.entry(variable).or_default() += 1);
    uses
}
