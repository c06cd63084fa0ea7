//! Turns derivations into justifications: texts with source positions.

use groundplan_ground::analysis::rule::{Head, Literal, Term, Variable};
use groundplan_ground::diagnostic::{Sources, Span};
use groundplan_ground::program::integers::IntegerVariable;
use groundplan_ground::program::AtomId;
use groundplan_ground::syntax::ast::Sign;
use rustc_hash::FxHashMap;

use super::aggregate::{GroundAggregate, GroundConditional};
use super::bounds::{BoundCause, BoundNode};
use super::derivation::GroundSupport;
use super::explained::{Asked, Explained};
use super::instance::RuleInstance;
use super::justification::{DerivedAtom, Detail, Reason, ReasonElement, Support, SupportKind};
use super::statements::{HeadPlace, Statement, Statements};
use super::values::{VariableValues, Way};
use super::world::{Instances, World};
use crate::{Error, Instance};

/// Writes justifications.
pub struct Reporter<'a> {
    /// The rules.
    pub statements: &'a Statements,
    /// The source texts.
    pub sources: &'a Sources,
    /// How much is told.
    pub detail: Detail,
}

impl Reporter<'_> {
    /// The atoms and bounds of a derivation; what is asked comes first.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn derivation(
        &self,
        world: &mut World,
        asked: Asked,
        explained: &Explained,
    ) -> Result<Vec<DerivedAtom>, Error> {
        let nodes = &explained.nodes[..];
        let mut atoms = Vec::with_capacity(1 + nodes.len() + explained.bounds.len());
        let first = usize::from(matches!(asked, Asked::Value(_)));
        let indexes = nodes.iter().enumerate().map(|(index, node)| (node.atom, first + index)).collect();
        let numbers = explained.bounds.iter().enumerate();
        let bounds = numbers.map(|(index, (number, _))| (*number, first + nodes.len() + index)).collect();
        let derivation = DerivationReport { explained, first, indexes, bounds };
        if let Asked::Value(variable) = asked {
            let body = explained.made(variable).map(|number| Reason::Atom(derivation.bounds[&number]));
            let value = Support { body: body.to_vec(), ..bare(SupportKind::Value, None) };
            atoms.push(sole(world.value_text(variable), value));
        }
        for node in nodes {
            let mut supports = Vec::with_capacity(node.supports.len());
            for support in &node.supports {
                supports.push(match support {
                    GroundSupport::Fact(span) => bare(SupportKind::Fact, Some(*span)),
                    GroundSupport::Given => bare(SupportKind::Given, None),
                    GroundSupport::Rule(instance) => {
                        self.support(world, Derived::Atom(node.atom, node.rank), instance, &derivation)?
                    }
                });
            }
            let (atom, by_cases) = (world.atom_text(node.atom), node.rank.is_none());
            atoms.push(DerivedAtom { atom, words: None, supports, others: node.others, by_cases });
        }
        for (_, bound) in &explained.bounds {
            let support = self.bound(world, bound, &derivation)?;
            atoms.push(sole(world.bound_text(bound.bound), support));
        }
        Ok(atoms)
    }

    /// What makes a bound: first the atoms, then the bounds that it rests on.
    fn bound(
        &self,
        world: &mut World,
        node: &BoundNode,
        derivation: &DerivationReport,
    ) -> Result<Support, Error> {
        let mut support = match node.cause {
            BoundCause::Limit => bare(SupportKind::Limit, None),
            BoundCause::Objective(_) => {
                bare(SupportKind::Objective, self.statements.objective(world.symbols))
            }
            BoundCause::Choice(least, greatest) => bare(SupportKind::Open { least, greatest }, None),
            BoundCause::Constraint(number, _) => {
                let instance = &derivation.explained.demands[&number];
                self.support(world, Derived::Constraint(number), instance, derivation)?
            }
        };
        support.body.extend(node.premises.iter().map(|premise| Reason::Atom(derivation.bounds[premise])));
        Ok(support)
    }

    fn support(
        &self,
        world: &mut World,
        derived: Derived,
        instance: &RuleInstance,
        derivation: &DerivationReport,
    ) -> Result<Support, Error> {
        let statement = &self.statements.all[instance.statement];
        let mut values = instance.values.clone();
        let goal = statement.goal(instance.place, &[]);
        let mut body = Vec::new();
        let mut aggregates = instance.aggregates.iter();
        let rank = match derived {
            Derived::Atom(_, rank) => rank,
            Derived::Constraint(_) => None,
        };
        let before = |atoms: &[AtomId]| derivation.before(atoms, rank);
        for &literal in &goal.literals {
            match literal {
                Literal::Atom(Sign::Positive, premise) => {
                    let premise =
                        world.true_atom(premise, &values).and_then(|atom| derivation.indexes.get(&atom));
                    let reason = Reason::Atom(*premise.expect("the check has found all premises"));
                    if !body.contains(&reason) {
                        body.push(reason);
                    }
                }
                Literal::Aggregate(Sign::Positive, _) => {
                    let ground = aggregates.next().expect("one for each aggregate");
                    let text = world.literal_text(literal, statement, &values);
                    body.push(counted(world, ground, text, &before));
                }
                Literal::Conditional(conditional) => {
                    let instances = world.conditionals(conditional, statement, &mut values)?;
                    let text = world.literal_text(literal, statement, &values);
                    body.push(conditions(world, &instances, text, &before));
                }
                Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) => {}
                Literal::Theory(_, atom) => {
                    let number = world.constraint(atom, statement, &mut values)?;
                    let text = world.literal_text(literal, statement, &values);
                    match number {
                        Some(number) if derived == Derived::Constraint(number) => {}
                        Some(number) => body.push(derivation.constraint(world, number, text)),
                        None => {
                            let reason = "a theory decides it, which is not explained".to_owned();
                            body.push(Reason::Literal { text, reason });
                        }
                    }
                }
                _ => {
                    let text = world.literal_text(literal, statement, &values);
                    let reason = self.holds(world, literal, statement, &mut values)?;
                    body.push(Reason::Literal { text, reason });
                }
            }
        }
        let others = instance.heads.iter().flatten().filter(|_| instance.heads.len() > 1);
        for other in others.filter(|&&other| !matches!(derived, Derived::Atom(atom, _) if atom == other)) {
            let reason = "it holds as well, and together they follow by a distinction of cases".to_owned();
            body.push(Reason::Literal { text: world.atom_text(*other), reason });
        }
        let kind = kind(statement, instance.place);
        let instance = world.instance_of(bound(&values, statement), statement, self.sources);
        Ok(Support { kind, span: Some(statement.rule.span), words: None, instance, body })
    }

    /// Why a literal that is no positive atom holds.
    fn holds(
        &self,
        world: &mut World,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<String, Error> {
        Ok(match literal {
            Literal::Atom(Sign::Negative, atom) => {
                let text = world.literal_text(&positive(literal), statement, values);
                match values.binds_all(&atom.arguments).then(|| values.all(&atom.arguments, world.symbols)) {
                    None => format!("no `{text}` is true"),
                    Some(arguments) => match arguments.and_then(|it| world.find(atom.predicate, &it)) {
                        None => format!("no rule derives `{text}`"),
                        Some(_) => format!("`{text}` is false"),
                    },
                }
            }
            Literal::Atom(..) => self.true_instance(world, literal, statement, values),
            Literal::Aggregate(_, aggregate) => {
                match world.aggregate(aggregate, statement, values)?.and_then(|it| it.value(world.symbols)) {
                    Some(value) => format!("its value is {}", world.symbols.display(value)),
                    None => "it has no value".to_owned(),
                }
            }
            _ => "it holds".to_owned(),
        })
    }

    /// Says which instance of the atom of a literal is true.
    pub fn true_instance(
        &self,
        world: &mut World,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> String {
        let Literal::Atom(_, atom) = literal else { unreachable!("it is an atom") };
        let mark = values.mark();
        if let Instances::Few(ways) = world.instances(atom, values, usize::MAX) {
            values.bind_all(&ways[0]);
        }
        let text = world.literal_text(&positive(literal), statement, values);
        values.undo(mark);
        format!("`{text}` is true")
    }
}

impl VariableValues {
    /// Whether all variables of all terms have values.
    pub fn binds_all(&self, terms: &[Term]) -> bool {
        terms.iter().all(|term| self.binds(term))
    }
}

/// A support without values and a body.
fn bare(kind: SupportKind, span: Option<Span>) -> Support {
    Support { kind, span, words: None, instance: Instance::default(), body: Vec::new() }
}

/// The literal without its negation.
pub fn positive(literal: &Literal) -> Literal {
    match literal {
        Literal::Atom(_, atom) => Literal::Atom(Sign::Positive, atom.clone()),
        _ => literal.clone(),
    }
}

/// An atom or bound with one support.
fn sole(atom: String, support: Support) -> DerivedAtom {
    DerivedAtom { atom, words: None, supports: vec![support], others: 0, by_cases: false }
}

/// What an instance derives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Derived {
    /// An atom, with its rank.
    Atom(AtomId, Option<u32>),
    /// That the constraint with this number holds, or does not.
    Constraint(usize),
}

/// A derivation, with the indexes of its atoms and bounds.
struct DerivationReport<'n> {
    explained: &'n Explained,
    /// The index of the first atom.
    first: usize,
    indexes: FxHashMap<AtomId, usize>,
    /// The indexes by the numbers of the bounds.
    bounds: FxHashMap<usize, usize>,
}

impl DerivationReport<'_> {
    /// The indexes of atoms, if all of them are derived before an atom of this rank.
    fn before(&self, atoms: &[AtomId], rank: Option<u32>) -> Option<Vec<usize>> {
        let is_before = |&index: &usize| {
            let node = &self.explained.nodes[index - self.first];
            rank.is_none_or(|rank| node.rank.is_some_and(|other| other < rank))
        };
        atoms.iter().map(|atom| self.indexes.get(atom).copied().filter(is_before)).collect()
    }

    /// Says by which values a constraint holds or does not.
    fn constraint(&self, world: &World, number: usize, text: String) -> Reason {
        let made = self.explained.made_by(world, number, world.constraint_holds(number));
        let element = |(variable, numbers): (IntegerVariable, Vec<usize>)| ReasonElement {
            text: world.value_text(variable),
            atoms: numbers.iter().map(|number| self.bounds[number]).collect(),
        };
        let reason = "it holds by these values".to_owned();
        Reason::Compound { text, reason, elements: made.into_iter().map(element).collect() }
    }
}

/// The values of all variables that have one.
pub fn bound(values: &VariableValues, statement: &Statement) -> Way {
    let variables = (0..statement.rule.variables.len() as u32).map(Variable);
    variables.filter_map(|variable| Some((variable, values.get(variable)?))).collect()
}

fn kind(statement: &Statement, place: HeadPlace) -> SupportKind {
    let is_condition =
        |literal: &Literal| !matches!(literal, Literal::Range(..) | Literal::Compare(..) | Literal::Call(..));
    match (&statement.rule.head, place) {
        (_, HeadPlace::Theory) => SupportKind::Constraint,
        (_, HeadPlace::External) => SupportKind::External,
        (Head::Choice(..), _) => SupportKind::Choice,
        (Head::Disjunction(atoms), _) if atoms.len() > 1 => SupportKind::Disjunction,
        (Head::Conditional(_), _) => SupportKind::Disjunction,
        _ if statement.rule.body.iter().any(is_condition) => SupportKind::Rule,
        _ => SupportKind::Fact,
    }
}

/// Describes the value of an aggregate, and the elements that hold.
fn counted(
    world: &mut World,
    ground: &GroundAggregate,
    text: String,
    before: &dyn Fn(&[AtomId]) -> Option<Vec<usize>>,
) -> Reason {
    let reason = match ground.value(world.symbols) {
        Some(value) => format!("its value is {}", world.symbols.display(value)),
        None => "it has no value".to_owned(),
    };
    let elements = ground.tuples.iter().map(|tuple| {
        // Of several conditions, the first one that is derived in time suffices.
        let mut derived = tuple.conditions.iter().filter_map(|condition| before(condition));
        let atoms = derived.next().unwrap_or_default();
        ReasonElement { text: world.tuple_text(&tuple.symbols), atoms }
    });
    Reason::Compound { text, reason, elements: elements.collect() }
}

/// Describes the instances of a conditional literal.
fn conditions(
    world: &mut World,
    instances: &[GroundConditional],
    text: String,
    before: &dyn Fn(&[AtomId]) -> Option<Vec<usize>>,
) -> Reason {
    let reason = match instances.len() {
        0 => "its condition holds nowhere".to_owned(),
        1 => "its condition holds in one instance".to_owned(),
        count => format!("its condition holds in {count} instances"),
    };
    let elements = instances.iter().map(|instance| {
        let consequent = instance.consequents.iter().find_map(|atoms| before(atoms));
        let texts = instance.consequents.first().into_iter().flatten().map(|&atom| world.atom_text(atom));
        let texts: Vec<String> = texts.collect();
        ReasonElement { text: texts.join(", "), atoms: consequent.unwrap_or_default() }
    });
    Reason::Compound { text, reason, elements: elements.collect() }
}
