//! Instances of rules whose bodies hold in an answer set, and which of its atoms they derive.

use groundplan_ground::analysis::rule::{Atom, Disjunct, Head, Literal, Member, Term, Variable};
use groundplan_ground::program::{AtomId, PredicateId};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::{Relation, Sign};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::aggregate::{all, positive_atoms, GroundAggregate, GroundConditional, Truth};
use super::literal::LiteralWays;
use super::search::Goal;
use super::statements::{HeadPlace, Statement, Statements};
use super::values::VariableValues;
use super::world::World;
use crate::Error;

/// An instance of a rule whose body holds in the answer set.
///
/// In each subset of the answer set in which its body holds in the reduct, all atoms of one of the heads have to hold.
#[derive(Clone, Debug)]
pub struct RuleInstance {
    /// The number of the rule.
    pub statement: usize,
    /// The place of the atom for which it was sought.
    pub place: HeadPlace,
    /// The values of the variables.
    pub values: VariableValues,
    /// The atoms of its positive literals.
    pub premises: Vec<AtomId>,
    /// Its aggregates that are not negated.
    pub aggregates: Vec<GroundAggregate>,
    /// Its conditional literals, and the conditions of the conjunctions in its head.
    pub conditionals: Vec<GroundConditional>,
    /// The conjunctions of atoms, one of which it derives, as far as they hold in the answer set. More than one only for a
    /// disjunction.
    pub heads: Vec<Vec<AtomId>>,
}

/// The meaning of the head of an instance.
#[derive(Debug)]
pub enum HeadMeaning {
    /// One of these conjunctions of true atoms has to hold, wherever the conditions in the head do.
    Derives(Vec<Vec<AtomId>>, Vec<GroundConditional>),
    /// Nothing: it holds in any case, or an atom or a weight in it has no value.
    Nothing,
}

impl RuleInstance {
    /// Whether the body holds in the reduct when these atoms do.
    pub fn body(&self, world: &mut World, truth: &dyn Fn(AtomId) -> Truth) -> Truth {
        let mut whole = all(&self.premises, truth);
        for conditional in &self.conditionals {
            whole = whole.and(conditional.truth(truth));
        }
        for aggregate in &self.aggregates {
            if whole == Truth::False {
                break;
            }
            whole = whole.and(aggregate.truth(truth, world.symbols));
        }
        whole
    }

    /// Calls `visit` with the atoms on which aggregates and conditional literals depend.
    pub fn compound_atoms(&self, visit: &mut dyn FnMut(AtomId)) {
        let tuples = self.aggregates.iter().flat_map(|aggregate| &aggregate.tuples);
        tuples.flat_map(|tuple| &tuple.conditions).flatten().for_each(|&atom| visit(atom));
        for conditional in &self.conditionals {
            let consequents = conditional.consequents.iter().flatten();
            conditional.condition.iter().chain(consequents).for_each(|&atom| visit(atom));
        }
    }
}

/// The equations by which an atom of a head is this atom.
pub fn equations(atom: &Atom, arguments: &[Symbol]) -> Vec<Literal> {
    let pairs = atom.arguments.iter().zip(arguments);
    pairs
        .map(|(term, &symbol)| Literal::Compare(term.clone(), Relation::Equal, Term::Symbol(symbol)))
        .collect()
}

impl Statement {
    /// The goal that the body holds, with the condition of the atom at a place of the head. The literals begin with
    /// `equations`.
    pub fn goal<'s>(&'s self, place: HeadPlace, equations: &'s [Literal]) -> Goal<'s> {
        let mut literals: Vec<&Literal> = equations.iter().chain(&self.rule.body).collect();
        match place {
            HeadPlace::Element(index) => literals.extend(&self.rule.elements()[index].condition),
            HeadPlace::Member(index, position) => {
                let disjunct = &self.rule.disjuncts()[index];
                literals.extend(disjunct.condition.iter().chain(&disjunct.members[position].instances));
            }
            HeadPlace::Disjunct(_) | HeadPlace::External | HeadPlace::Theory => {}
        }
        Goal::new(self, literals)
    }

    /// Whether the body has a theory atom, whose truth is not explained.
    pub fn has_theory(&self) -> bool {
        self.rule.body.iter().any(|literal| matches!(literal, Literal::Theory(..)))
    }
}

impl World<'_> {
    /// The instances of rules that derive a true atom.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn supports(
        &mut self,
        statements: &Statements,
        (predicate, arguments): (PredicateId, &[Symbol]),
        external: bool,
    ) -> Result<Vec<RuleInstance>, Error> {
        let mut found = Vec::new();
        for &(number, place) in statements.deriving(predicate) {
            if (place == HeadPlace::External) != external {
                continue;
            }
            let statement = &statements.all[number];
            let equations = equations(statement.head_atom(place), arguments);
            let goal = statement.goal(place, &equations);
            let literals = goal.literals.clone();
            let mut values = VariableValues::new(statement.rule.variables.len());
            self.solve(goal, &mut values, &mut |world, values| {
                found.extend(world.instance(statement, (number, place), &literals, values)?);
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The instance with these values, under which all literals hold; `None` if it derives nothing.
    fn instance(
        &mut self,
        statement: &Statement,
        (number, place): (usize, HeadPlace),
        literals: &[&Literal],
        values: &mut VariableValues,
    ) -> Result<Option<RuleInstance>, Error> {
        let HeadMeaning::Derives(heads, conditionals) = self.head(statement, place, values)? else {
            return Ok(None);
        };
        let mut instance = self.body(statement, (number, place), literals, values)?;
        instance.heads = heads;
        instance.conditionals.splice(..0, conditionals);
        Ok(Some(instance))
    }

    /// The instance with these values, under which all literals hold, without its head.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn body(
        &mut self,
        statement: &Statement,
        (number, place): (usize, HeadPlace),
        literals: &[&Literal],
        values: &mut VariableValues,
    ) -> Result<RuleInstance, Error> {
        let mut premises = positive_atoms(self, literals.iter().copied(), values);
        premises.sort_unstable();
        premises.dedup();
        let (mut aggregates, mut conditionals) = (Vec::new(), Vec::new());
        for literal in literals {
            match literal {
                Literal::Aggregate(Sign::Positive, aggregate) => {
                    aggregates.extend(self.aggregate(aggregate, statement, values)?);
                }
                Literal::Conditional(conditional) => {
                    conditionals.extend(self.conditionals(conditional, statement, values)?);
                }
                _ => {}
            }
        }
        let (values, heads) = (values.clone(), Vec::new());
        Ok(RuleInstance { statement: number, place, values, premises, aggregates, conditionals, heads })
    }

    /// The meaning of the head for the answer set, under values by which the body and the condition at the place hold.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn head(
        &mut self,
        statement: &Statement,
        place: HeadPlace,
        values: &mut VariableValues,
    ) -> Result<HeadMeaning, Error> {
        let single = |world: &mut Self, values: &VariableValues| {
            let atom = world.true_atom(statement.head_atom(place), values);
            HeadMeaning::Derives(atom.map(|atom| vec![atom]).into_iter().collect(), Vec::new())
        };
        Ok(match &statement.rule.head {
            Head::Disjunction(atoms) => {
                let mut heads = Vec::new();
                for atom in atoms {
                    if values.all(&atom.arguments, self.symbols).is_none() {
                        return Ok(HeadMeaning::Nothing);
                    }
                    heads.extend(self.true_atom(atom, values).map(|atom| vec![atom]));
                }
                heads.sort_unstable();
                heads.dedup();
                HeadMeaning::Derives(heads, Vec::new())
            }
            Head::Conditional(disjuncts) => self.alternatives(statement, disjuncts, place, values)?,
            Head::Choice(elements, _) => {
                let HeadPlace::Element(index) = place else { unreachable!("the place is one of this head") };
                if let Some((function, tuple)) = &elements[index].weighed {
                    let tuple = values.all(tuple, self.symbols);
                    if tuple.is_none_or(|tuple| function.in_head().ignores(&tuple, self.symbols)) {
                        return Ok(HeadMeaning::Nothing);
                    }
                }
                single(self, values)
            }
            _ => single(self, values),
        })
    }

    /// The conjunctions of a disjunction with conditions that hold, and the conditions of those at other places.
    fn alternatives(
        &mut self,
        statement: &Statement,
        disjuncts: &[Disjunct],
        place: HeadPlace,
        values: &VariableValues,
    ) -> Result<HeadMeaning, Error> {
        // The variables of the other elements are open.
        let mut outer = VariableValues::new(statement.rule.variables.len());
        for index in statement.global.ones() {
            let variable = Variable(index as u32);
            if let Some(value) = values.get(variable) {
                outer.bind(variable, value);
            }
        }
        let (mut heads, mut conditions) = (Vec::new(), Vec::new());
        for (index, disjunct) in disjuncts.iter().enumerate() {
            let shared = disjunct.shared_variables();
            let key = |values: &VariableValues| -> Vec<Option<Symbol>> {
                shared.iter().map(|&variable| values.get(variable)).collect()
            };
            let mut ways: IndexMap<_, (Vec<AtomId>, Vec<Vec<AtomId>>), FxBuildHasher> = IndexMap::default();
            self.each_solution(&disjunct.condition, statement, &mut outer, &mut |world, values| {
                if let Some(atoms) = world.members(disjunct, statement, values)? {
                    let condition = positive_atoms(world, &disjunct.condition, values);
                    ways.entry(key(values)).or_insert((atoms, Vec::new())).1.push(condition);
                }
                Ok(())
            })?;
            // The condition at the place itself is among the literals of the instance.
            let is_own = |found: &Vec<Option<Symbol>>| {
                matches!(place, HeadPlace::Member(own, _) if own == index) && *found == key(values)
            };
            for (found, (atoms, consequents)) in ways {
                if !is_own(&found) {
                    conditions.push(GroundConditional { condition: Vec::new(), consequents });
                }
                heads.push(atoms);
            }
        }
        if heads.iter().any(Vec::is_empty) {
            return Ok(HeadMeaning::Nothing);
        }
        heads.sort_unstable();
        heads.dedup();
        Ok(HeadMeaning::Derives(heads, conditions))
    }

    /// The atoms that the members of a disjunct derive; `None` if a member does not hold.
    fn members(
        &mut self,
        disjunct: &Disjunct,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Option<Vec<AtomId>>, Error> {
        let mut atoms = Vec::new();
        let mut holds = true;
        for member in &disjunct.members {
            self.each_solution(&member.instances, statement, values, &mut |world, values| {
                holds &= world.member(member, statement, values, &mut atoms)?;
                Ok(())
            })?;
        }
        atoms.sort_unstable();
        atoms.dedup();
        Ok(holds.then_some(atoms))
    }

    /// Whether an instance of a member holds; adds the atom that it derives. An undefined member holds.
    fn member(
        &mut self,
        member: &Member,
        statement: &Statement,
        values: &mut VariableValues,
        atoms: &mut Vec<AtomId>,
    ) -> Result<bool, Error> {
        Ok(match &member.literal {
            Literal::Atom(Sign::Positive, atom) => match values.all(&atom.arguments, self.symbols) {
                Some(arguments) => {
                    let found = self.find(atom.predicate, &arguments).filter(|&atom| self.holds(atom));
                    atoms.extend(found);
                    found.is_some()
                }
                None => true,
            },
            Literal::Atom(_, atom) => {
                let is_defined = atom
                    .arguments
                    .iter()
                    .all(|term| !values.binds(term) || values.value(term, self.symbols).is_some());
                !is_defined || !matches!(self.quick(&member.literal, statement, values)?, LiteralWays::None)
            }
            Literal::Compare(left, relation, right) => {
                match (values.value(left, self.symbols), values.value(right, self.symbols)) {
                    (Some(left), Some(right)) => relation.holds(self.symbols.compare(left, right)),
                    _ => true,
                }
            }
            _ => true,
        })
    }
}
