//! Theory atoms of statements, and the constraints over integers that they are in the ground program.

use groundplan_ground::analysis::rule::{Head, Literal, TheoryAtom};
use groundplan_ground::program::integers::{IntegerConstraint, IntegerVariable};
use groundplan_ground::program::{theory_term, AtomId, Connection, Program, Side};
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::syntax::ast::Sign;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::Bound;
use super::instance::RuleInstance;
use super::literal::LiteralWays;
use super::search::Goal;
use super::statements::{HeadPlace, Statement, Statements};
use super::values::VariableValues;
use super::world::World;
use crate::Error;

/// What a theory atom says: its name with arguments, the terms of its elements, its guard, and the side on which it stands.
type Key = (Symbol, Vec<Vec<Symbol>>, Option<(Name, Symbol)>, Side);

/// The theory atoms that are constraints over integers, with their numbers among all of these.
#[derive(Debug, Default)]
pub struct TheoryTable {
    numbers: FxHashMap<Key, usize>,
}

impl TheoryTable {
    /// Returns the table of a program.
    pub fn of(program: &Program) -> Self {
        let said = program.theory.integers.said();
        let by_atom: FxHashMap<AtomId, usize> =
            said.iter().enumerate().map(|(number, (atom, ..))| (*atom, number)).collect();
        let mut numbers = FxHashMap::default();
        for atom in program.theory.used_from(0) {
            let Some(&number) = atom.atom.and_then(|atom| by_atom.get(&atom)) else { continue };
            let elements = atom.elements.iter().map(|&it| program.theory.element(it).tuple.clone());
            let mut elements: Vec<Vec<Symbol>> = elements.collect();
            elements.sort_unstable();
            numbers.insert((atom.name, elements, atom.guard, atom.side), number);
        }
        TheoryTable { numbers }
    }
}

/// What makes a constraint over integers hold, or not hold: the head of an instance, or a literal that an integrity constraint
/// excludes.
#[derive(Debug)]
pub struct Enforcement {
    /// The number of the constraint.
    pub number: usize,
    /// Whether it holds.
    pub holds: bool,
    /// The instance.
    pub instance: RuleInstance,
}

impl World<'_> {
    /// The number of the constraint over integers that a theory atom is under some values, if it is one.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn constraint(
        &mut self,
        atom: &TheoryAtom,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Option<usize>, Error> {
        if self.theory.numbers.is_empty() {
            return Ok(None);
        }
        let Some(arguments) = values.all(&atom.arguments, self.symbols) else { return Ok(None) };
        let mut guard = None;
        if let Some((operator, term)) = &atom.guard {
            let Some(value) = values.value(term, self.symbols) else { return Ok(None) };
            guard = Some((*operator, theory_term(value, self.symbols)));
        }
        let mut elements: Vec<(Vec<Symbol>, Option<Symbol>)> = Vec::new();
        for element in &atom.elements {
            self.each_solution(&element.condition, statement, values, &mut |world, values| {
                let Some(mut tuple) = values.all(&element.tuple, world.symbols) else { return Ok(()) };
                let tag = if atom.tagged { tuple.pop() } else { None };
                let tuple = tuple.into_iter().map(|value| theory_term(value, world.symbols)).collect();
                elements.push((tuple, tag));
                Ok(())
            })?;
        }
        elements.sort_unstable();
        elements.dedup();
        let elements = elements.into_iter().map(|(tuple, _)| tuple).collect();
        let name = self.symbols.function(atom.name, &arguments, false);
        Ok(self.theory.numbers.get(&(name, elements, guard, atom.side)).copied())
    }

    /// Whether a constraint over integers holds, by its number.
    pub fn constraint_holds(&self, number: usize) -> bool {
        self.holds(self.program.theory.integers.said()[number].0)
    }

    /// Whether a theory literal holds; `None` if it is no constraint over integers.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn theory_literal(
        &mut self,
        (sign, atom): (Sign, &TheoryAtom),
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Option<bool>, Error> {
        let number = self.constraint(atom, statement, values)?;
        Ok(number.map(|number| self.constraint_holds(number) == (sign != Sign::Negative)))
    }

    /// The constraints of theory literals that integrity constraints exclude: all other literals of an instance hold, so that this
    /// one must not.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn excluded(&mut self, statements: &Statements) -> Result<Vec<Enforcement>, Error> {
        let mut found = Vec::new();
        if self.theory.numbers.is_empty() {
            return Ok(found);
        }
        for &number in &statements.theory_constraints {
            let statement = &statements.all[number];
            let (theory, other): (Vec<&Literal>, Vec<&Literal>) =
                statement.rule.body.iter().partition(|literal| matches!(literal, Literal::Theory(..)));
            let mut values = VariableValues::new(statement.rule.variables.len());
            self.solve(Goal::new(statement, other.clone()), &mut values, &mut |world, values| {
                let mut failed = Vec::new();
                for literal in &theory {
                    let Literal::Theory(_, atom) = literal else { unreachable!("they are theory literals") };
                    if matches!(world.fully(literal, statement, values)?, LiteralWays::None) {
                        failed.push(world.constraint(atom, statement, values)?);
                    }
                }
                if let [Some(constraint)] = failed[..] {
                    let instance = world.body(statement, (number, HeadPlace::Theory), &other, values)?;
                    let holds = world.constraint_holds(constraint);
                    found.push(Enforcement { number: constraint, holds, instance });
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The instances that have constraints in their heads; of several for one, the first. What is found is no longer `wanted`.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn enforcing(
        &mut self,
        statements: &Statements,
        wanted: &mut FxHashSet<usize>,
    ) -> Result<FxHashMap<usize, RuleInstance>, Error> {
        let mut found: FxHashMap<usize, RuleInstance> = FxHashMap::default();
        for &number in &statements.theory_heads {
            if wanted.is_empty() {
                break;
            }
            let statement = &statements.all[number];
            let Head::Theory(atom) = &statement.rule.head else { continue };
            let body: Vec<&Literal> = statement.rule.body.iter().collect();
            let mut values = VariableValues::new(statement.rule.variables.len());
            self.solve(Goal::new(statement, body.clone()), &mut values, &mut |world, values| {
                let constraint = world.constraint(atom, statement, values)?;
                if let Some(constraint) = constraint.filter(|it| wanted.remove(it)) {
                    let instance = world.body(statement, (number, HeadPlace::Theory), &body, values)?;
                    found.insert(constraint, instance);
                }
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The constraints that demand something of values: those of true heads, and those that integrity constraints exclude.
    pub fn demanded(&self, excluded: &[Enforcement]) -> Vec<(usize, bool)> {
        let said = self.program.theory.integers.said().iter().enumerate();
        let heads =
            said.filter(|(_, (atom, connection, _))| *connection == Connection::Implies && self.holds(*atom));
        let mut demanded: Vec<(usize, bool)> = heads.map(|(number, _)| (number, true)).collect();
        demanded.extend(excluded.iter().map(|it| (it.number, it.holds)));
        demanded
    }

    /// The variables of a constraint over integers, each once.
    pub fn variables_of(&self, number: usize) -> Vec<IntegerVariable> {
        let terms = |terms: &[(i64, IntegerVariable)]| -> Vec<IntegerVariable> {
            terms.iter().map(|&(_, variable)| variable).collect()
        };
        let mut variables = match &self.program.theory.integers.said()[number].2 {
            IntegerConstraint::Linear { terms: all, .. } => terms(all),
            IntegerConstraint::Domain { variable, .. } => vec![*variable],
            IntegerConstraint::Distinct(sums) => sums.iter().flat_map(|sum| terms(&sum.terms)).collect(),
            IntegerConstraint::Disjoint(intervals) => intervals.iter().map(|&(start, _)| start).collect(),
        };
        let mut seen = FxHashSet::default();
        variables.retain(|&variable| seen.insert(variable));
        variables
    }

    /// The values of the variables of a constraint over integers.
    pub fn values_text(&self, number: usize) -> String {
        /// As many are told.
        const TOLD: usize = 8;
        let variables = self.variables_of(number);
        let text = |&variable: &IntegerVariable| format!("`{}`", self.value_text(variable));
        let mut texts: Vec<String> = variables.iter().take(TOLD).map(text).collect();
        if variables.len() > TOLD {
            texts.push(format!("{} more", variables.len() - TOLD));
        }
        match texts.split_last() {
            None => "the numbers in it".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }

    /// The value of an integer variable, as `x=3`.
    pub fn value_text(&self, variable: IntegerVariable) -> String {
        format!("{}={}", self.variable_text(variable), self.integers[variable.0 as usize])
    }

    /// A bound, as `x >= 3`.
    pub fn bound_text(&self, Bound { variable, is_least, value }: Bound) -> String {
        format!("{} {} {value}", self.variable_text(variable), if is_least { ">=" } else { "<=" })
    }

    /// The name of an integer variable.
    pub fn variable_text(&self, variable: IntegerVariable) -> String {
        let name = self.program.theory.integers.variables().nth(variable.0 as usize);
        name.map_or_else(String::new, |name| self.symbols.display(name).to_string())
    }
}
