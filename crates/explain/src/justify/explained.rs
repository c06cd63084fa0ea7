//! The derivation of an atom or of a value: atoms, the bounds of integer variables that theory atoms in their rules rest on, and
//! the atoms that these rest on in turn.

use groundplan_ground::analysis::rule::{Head, Literal};
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::integers::{IntegerConstraint, IntegerVariable};
use groundplan_ground::program::{AtomId, Relation};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{BoundCause, BoundNode, Bounds};
use super::derivation::{derivation, DerivationNode, GroundSupport};
use super::entailed::PremiseValues;
use super::instance::RuleInstance;
use super::literal::LiteralWays;
use super::replay::wrong;
use super::statements::Statements;
use super::theory::Enforcement;
use super::world::World;
use super::Detail;
use crate::Error;

/// What is explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// An atom is true.
    Atom(AtomId),
    /// A variable has its value.
    Value(IntegerVariable),
}

/// What a derivation consists of.
#[derive(Debug)]
pub struct Explained {
    /// The atoms. If one is asked for, it is the first.
    pub nodes: Vec<DerivationNode>,
    /// The bounds, each with its number. Premises are such numbers as well, and less than that of what rests on them.
    pub bounds: Vec<(usize, BoundNode)>,
    /// For each variable the numbers of the bounds by which its value is no less, and no greater.
    made: Vec<[usize; 2]>,
    /// The instances that demand that a constraint holds, or does not, by the numbers of the constraints.
    pub demands: FxHashMap<usize, RuleInstance>,
}

impl Explained {
    /// Explains what is asked.
    ///
    /// # Errors
    ///
    /// [`Error::Unjustified`] if no statement derives an atom or demands a constraint; the errors of [`World::solve`].
    pub fn of(
        world: &mut World,
        statements: &Statements,
        facts: &FxHashMap<AtomId, Span>,
        asked: Asked,
        detail: Detail,
    ) -> Result<Self, Error> {
        let mut roots: Vec<AtomId> = match asked {
            Asked::Atom(atom) => vec![atom],
            Asked::Value(_) => Vec::new(),
        };
        let mut explained = Explained {
            nodes: derivation(world, statements, facts, &roots, detail)?,
            bounds: Vec::new(),
            made: Vec::new(),
            demands: FxHashMap::default(),
        };
        let literals = explained.theory_literals(world, statements)?;
        let variables: Vec<IntegerVariable> = match asked {
            Asked::Value(variable) => vec![variable],
            Asked::Atom(_) => literals.iter().flat_map(|&(number, _)| world.variables_of(number)).collect(),
        };
        if literals.is_empty() && variables.is_empty() {
            return Ok(explained);
        }
        let mut excluded = world.excluded(statements)?;
        let demanded = world.demanded(&excluded);
        let all = {
            let world = &*world;
            let integers = &world.program.theory.integers;
            Bounds::of(integers, world.integers, &demanded, &variables, &|| world.poll())?
        };
        let variables = (0..world.integers.len() as u32).map(IntegerVariable);
        explained.made =
            variables.map(|it| [true, false].map(|is_least| all.tightest(it, is_least))).collect();
        loop {
            world.poll()?;
            let mut needed: Vec<usize> = match asked {
                Asked::Value(variable) => explained.made[variable.0 as usize].to_vec(),
                Asked::Atom(_) => Vec::new(),
            };
            for (number, holds) in explained.theory_literals(world, statements)? {
                needed.extend(explained.made_by(world, number, holds).into_iter().flat_map(|(_, made)| made));
            }
            explained.bounds = with_premises(&all.nodes, needed);
            let demands = explained.demands.len();
            explained.find_demands(world, statements, &mut excluded)?;
            let mut known: FxHashSet<AtomId> = explained.nodes.iter().map(|node| node.atom).collect();
            let before = roots.len();
            for instance in explained.demands.values() {
                let mut add = |atom| {
                    if known.insert(atom) {
                        roots.push(atom);
                    }
                };
                instance.premises.iter().for_each(|&premise| add(premise));
                instance.compound_atoms(&mut add);
            }
            if roots.len() > before {
                explained.nodes = derivation(world, statements, facts, &roots, detail)?;
            } else if explained.demands.len() == demands {
                return Ok(explained);
            }
        }
    }

    /// Finds the instances that demand the constraints of the bounds.
    fn find_demands(
        &mut self,
        world: &mut World,
        statements: &Statements,
        excluded: &mut Vec<Enforcement>,
    ) -> Result<(), Error> {
        let constraint = |(_, node): &(usize, BoundNode)| match node.cause {
            BoundCause::Constraint(number, _) => Some(number),
            _ => None,
        };
        let mut open: FxHashSet<usize> = self.bounds.iter().filter_map(constraint).collect();
        open.retain(|number| !self.demands.contains_key(number));
        for enforcement in std::mem::take(excluded) {
            if open.remove(&enforcement.number) {
                self.demands.insert(enforcement.number, enforcement.instance);
            } else {
                excluded.push(enforcement);
            }
        }
        self.demands.extend(world.enforcing(statements, &mut open)?);
        if open.is_empty() {
            return Ok(());
        }
        Err(Error::Unjustified("no statement demands a constraint".to_owned()))
    }

    /// The theory literals in the instances so far that are constraints over integers: their numbers, and whether they hold.
    fn theory_literals(
        &self,
        world: &mut World,
        statements: &Statements,
    ) -> Result<Vec<(usize, bool)>, Error> {
        let supports = self.nodes.iter().flat_map(|node| &node.supports);
        let instances = supports.filter_map(|support| match support {
            GroundSupport::Rule(instance) => Some((None, instance)),
            GroundSupport::Fact(_) | GroundSupport::Given => None,
        });
        let demands = self.demands.iter().map(|(&number, instance)| (Some(number), instance));
        let mut found = Vec::new();
        // What an integrity constraint excludes is demanded by it, and is no reason in it.
        for (demanded, instance) in instances.chain(demands) {
            let statement = &statements.all[instance.statement];
            let mut values = instance.values.clone();
            for literal in statement.goal(instance.place, &[]).literals {
                let Literal::Theory(_, atom) = literal else { continue };
                let number = world.constraint(atom, statement, &mut values)?;
                if let Some(number) = number.filter(|_| number != demanded) {
                    found.push((number, world.constraint_holds(number)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The variables of a constraint, each with the numbers of the bounds by which the constraint holds or does not.
    pub fn made_by(&self, world: &World, number: usize, holds: bool) -> Vec<(IntegerVariable, Vec<usize>)> {
        let (_, _, constraint) = &world.program.theory.integers.said()[number];
        let made = |variable: IntegerVariable| self.made[variable.0 as usize];
        match constraint {
            IntegerConstraint::Linear { terms, relation: Relation::AtMost, .. } => {
                let term = |&(factor, variable): &(i64, IntegerVariable)| {
                    (variable, vec![made(variable)[usize::from((factor > 0) == holds)]])
                };
                terms.iter().map(term).collect()
            }
            _ => world.variables_of(number).into_iter().map(|it| (it, made(it).to_vec())).collect(),
        }
    }

    /// The numbers of the bounds by which the value of a variable is no less, and no greater.
    pub fn made(&self, variable: IntegerVariable) -> [usize; 2] {
        self.made[variable.0 as usize]
    }

    /// Checks the bounds: they follow from those that they rest on, by constraints that instances demand.
    ///
    /// # Errors
    ///
    /// [`Error::Unjustified`] if one is wrong; the errors of [`World::solve`].
    pub fn check(&self, world: &mut World, statements: &Statements) -> Result<(), Error> {
        let places: FxHashMap<usize, &BoundNode> =
            self.bounds.iter().map(|(number, it)| (*number, it)).collect();
        for (number, node) in &self.bounds {
            world.poll()?;
            let premises: Option<Vec<&BoundNode>> =
                node.premises.iter().map(|it| places.get(it).copied()).collect();
            let premises = premises.ok_or_else(|| wrong("a bound rests on one that is not explained"))?;
            if node.premises.iter().any(|premise| premise >= number) {
                return Err(wrong("a bound rests on a later one"));
            }
            let values = PremiseValues::without(node.bound, premises.iter().map(|premise| premise.bound));
            let integers = &world.program.theory.integers;
            let value = |variable: IntegerVariable| world.integers[variable.0 as usize];
            let own = value(node.bound.variable);
            let follows = match node.cause {
                BoundCause::Limit => {
                    let (least, greatest) = integers.first_limits(node.bound.variable);
                    node.bound.value == if node.bound.is_least { least } else { greatest }
                }
                BoundCause::Constraint(constraint, holds) => {
                    holds == world.constraint_holds(constraint)
                        && values.excludes(&integers.said()[constraint].2, holds)
                }
                BoundCause::Objective(objective) => {
                    let terms = &integers.objectives()[objective].sum.terms;
                    let cost = terms.iter().map(|&(factor, it)| i128::from(factor) * i128::from(value(it)));
                    values.exceeds(terms, cost.sum())
                }
                BoundCause::Choice(least, greatest) => {
                    node.bound.value == own && (least..=greatest).contains(&own) && least < greatest
                }
            };
            let is_kept = if node.bound.is_least { node.bound.value <= own } else { node.bound.value >= own };
            if !follows || !is_kept {
                return Err(wrong("a bound does not follow"));
            }
        }
        for (&number, instance) in &self.demands {
            self.check_demand(world, statements, number, instance)?;
        }
        Ok(())
    }

    /// Checks that an instance demands a constraint.
    fn check_demand(
        &self,
        world: &mut World,
        statements: &Statements,
        number: usize,
        instance: &RuleInstance,
    ) -> Result<(), Error> {
        let statement = &statements.all[instance.statement];
        let mut values = instance.values.clone();
        let mut is_said = false;
        if let Head::Theory(atom) = &statement.rule.head {
            is_said = world.constraint(atom, statement, &mut values)? == Some(number);
        }
        for literal in &statement.rule.body {
            let is_own = match literal {
                Literal::Theory(_, atom) if matches!(statement.rule.head, Head::None) => {
                    world.constraint(atom, statement, &mut values)? == Some(number)
                }
                _ => false,
            };
            let holds = match world.fully(literal, statement, &mut values)? {
                LiteralWays::Holds => true,
                LiteralWays::None => false,
                _ => return Err(wrong("a variable has no value")),
            };
            if holds == is_own {
                return Err(wrong("a constraint is not demanded"));
            }
            is_said |= is_own;
        }
        if is_said {
            return Ok(());
        }
        Err(wrong("a statement is about another constraint"))
    }
}

/// Returns bounds with all that they rest on, by falling numbers.
fn with_premises(nodes: &[BoundNode], mut agenda: Vec<usize>) -> Vec<(usize, BoundNode)> {
    let mut seen = FxHashSet::default();
    let mut bounds = Vec::new();
    while let Some(number) = agenda.pop() {
        if seen.insert(number) {
            agenda.extend(&nodes[number].premises);
            bounds.push((number, nodes[number].clone()));
        }
    }
    bounds.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
    bounds
}

#[cfg(test)]
mod tests {
    use groundplan::Engine;
    use groundplan_ground::program::integers::IntegerVariable;
    use groundplan_ground::program::AtomId;

    use super::super::statements::Statements;
    use super::super::world::World;
    use super::{Asked, Explained};
    use crate::justify::bounds::BoundCause;
    use crate::Detail;

    /// Whether the explanation of `y=5`, changed by `change`, is refused.
    fn is_refused(change: impl FnOnce(&mut Explained)) -> bool {
        let mut engine = Engine::new();
        engine.keep_statements().expect("nothing is ground");
        let text = "&dom { 0..9 } = x. &dom { 0..9 } = y. &sum { x; 2 } <= y :- p. &sum { x } >= 3. p. :- &sum { y } > 5.";
        engine.add_text("program.lp", text).expect("it follows the syntax");
        engine.ground(["base"]).expect("it can be ground");
        let answer_set =
            engine.query().first().expect("it is solved").expect("there is one").into_answer_set();
        let model = engine.model(&answer_set).expect("it is its own");
        let truth = model.true_atoms().map(AtomId::index).collect();
        let values: Vec<i64> = model.integers().into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [3, 5]);
        let interrupter = engine.interrupter();
        let snapshot = engine.snapshot().expect("the statements are kept");
        let statements = Statements::of(snapshot.statements);
        let mut world = World::new(snapshot, &truth, &values, &interrupter);
        let asked = Asked::Value(IntegerVariable(1));
        let facts = Default::default();
        let mut explained =
            Explained::of(&mut world, &statements, &facts, asked, Detail::Brief).expect("it has this value");
        assert!(explained.check(&mut world, &statements).is_ok());
        change(&mut explained);
        explained.check(&mut world, &statements).is_err()
    }

    #[test]
    fn bounds_that_are_changed_are_refused() {
        assert!(!is_refused(|_| {}));
        let of = |explained: &Explained, is_least: bool| {
            let is_own = |bound: &super::BoundNode| {
                bound.bound.variable == IntegerVariable(1) && bound.bound.is_least == is_least
            };
            explained.bounds.iter().position(|(_, bound)| is_own(bound)).expect("there is one")
        };
        assert!(is_refused(|it| {
            let at = of(it, true);
            it.bounds[at].1.bound.value += 1;
        }));
        assert!(is_refused(|it| {
            let at = of(it, false);
            it.bounds[at].1.bound.value -= 1;
        }));
        assert!(is_refused(|it| {
            let at = of(it, true);
            it.bounds[at].1.premises.clear();
        }));
        assert!(is_refused(|it| {
            let at = of(it, true);
            let own = it.bounds[at].0;
            it.bounds[at].1.premises = vec![own];
        }));
        assert!(is_refused(|it| {
            it.bounds.pop();
        }));
        assert!(is_refused(|it| {
            let at = of(it, true);
            it.bounds[at].1.cause = BoundCause::Choice(5, 5);
        }));
        assert!(is_refused(|it| {
            let (&number, instance) = it.demands.iter().next().expect("there is one");
            let (number, instance) = (number, instance.clone());
            it.demands
                .keys()
                .copied()
                .filter(|&other| other != number)
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|other| {
                    it.demands.insert(other, instance.clone());
                });
        }));
    }
}
