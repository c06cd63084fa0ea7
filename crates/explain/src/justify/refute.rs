//! Refutations of false atoms: for each rule that could derive the atom, what fails in each of its instances.

use groundplan_ground::program::{AtomId, PredicateId};
use groundplan_ground::symbol::Symbol;

use super::instance::{equations, HeadMeaning};
use super::search::{Goal, SearchStep};
use super::statements::{HeadPlace, Statement, Statements};
use super::values::{VariableValues, Way};
use super::world::World;
use crate::Error;

/// A rule that could derive the atom, with what fails.
#[derive(Debug)]
pub struct RefutedRule {
    /// The number of the rule.
    pub statement: usize,
    /// The place of the atom in its head.
    pub place: HeadPlace,
    /// The number of equations at the start of its goal, by which the head is the atom.
    pub equations: usize,
    /// The literals that fail.
    pub refutation: Refutation,
}

/// The failures in all instances of a goal under some values.
#[derive(Debug)]
pub struct Refutation {
    /// Literals that hold in one way only, one after the other.
    pub steps: Vec<(usize, Way)>,
    /// The failure under the values of these.
    pub end: End,
}

/// The end of a failure: a literal, or cases in each of which something fails.
#[derive(Debug)]
pub enum End {
    /// The literal with this index.
    Literal(usize),
    /// The literal with this index holds in these ways only, and in each of them something fails.
    Cases(usize, Vec<(Way, Refutation)>),
    /// The body holds, but the head does not derive the atom.
    Head(HeadEnd),
}

/// Why a head does not derive the atom although the body holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeadEnd {
    /// The atom of a choice was not chosen.
    NotChosen,
    /// The disjunction is satisfied by other atoms.
    Others(Vec<AtomId>),
    /// It derives nothing: an atom or a weight in it has no value, or it holds in any case.
    Nothing,
    /// The atom is external, and its value is false.
    External,
    /// A theory atom in the body decides, and is not explained.
    Theory,
}

impl Refutation {
    /// Whether all that fails are the equations by which the head would be the atom.
    fn is_about_equations(&self, equations: usize) -> bool {
        match &self.end {
            End::Literal(index) => *index < equations,
            End::Cases(_, cases) => cases.iter().all(|(_, case)| case.is_about_equations(equations)),
            End::Head(_) => false,
        }
    }
}

/// The refutations of a false atom by the rules whose heads unify with it.
///
/// # Errors
///
/// [`Error::Unjustified`] if a rule derives the atom; the errors of [`World::solve`].
pub fn refutations(
    world: &mut World,
    statements: &Statements,
    (predicate, arguments): (PredicateId, &[Symbol]),
) -> Result<Vec<RefutedRule>, Error> {
    let mut found = Vec::new();
    for &(number, place) in statements.deriving(predicate) {
        let statement = &statements.all[number];
        let equations = equations(statement.head_atom(place), arguments);
        let mut values = VariableValues::new(statement.rule.variables.len());
        let goal = statement.goal(place, &equations);
        let refutation = refute(world, goal, place, &mut values)?;
        if !refutation.is_about_equations(equations.len()) {
            found.push(RefutedRule { statement: number, place, equations: equations.len(), refutation });
        }
    }
    Ok(found)
}

/// Finds what fails in all instances of a goal.
fn refute(
    world: &mut World,
    mut goal: Goal,
    place: HeadPlace,
    values: &mut VariableValues,
) -> Result<Refutation, Error> {
    let start = values.mark();
    let mut steps = Vec::new();
    let end = loop {
        match world.step(&mut goal, values)? {
            SearchStep::Fails(index) => break End::Literal(index),
            SearchStep::Solved => break End::Head(head_end(world, goal.statement, place, values)?),
            SearchStep::Cases(index, mut ways) if ways.len() == 1 => {
                let way = ways.remove(0);
                values.bind_all(&way);
                steps.push((index, way));
            }
            SearchStep::Cases(index, ways) => {
                let mut cases = Vec::with_capacity(ways.len());
                for way in ways {
                    let mark = values.mark();
                    values.bind_all(&way);
                    cases.push((way, refute(world, goal.clone(), place, values)?));
                    values.undo(mark);
                }
                break End::Cases(index, cases);
            }
        }
    };
    values.undo(start);
    Ok(Refutation { steps, end })
}

/// Why the head does not derive the atom under values by which the body holds.
///
/// # Errors
///
/// [`Error::Unjustified`] if it derives the atom; the errors of [`World::solve`].
pub fn head_end(
    world: &mut World,
    statement: &Statement,
    place: HeadPlace,
    values: &mut VariableValues,
) -> Result<HeadEnd, Error> {
    let HeadMeaning::Derives(heads, _) = world.head(statement, place, values)? else {
        return Ok(HeadEnd::Nothing);
    };
    Ok(match place {
        HeadPlace::Element(_) => HeadEnd::NotChosen,
        HeadPlace::External => HeadEnd::External,
        _ if !heads.is_empty() => {
            let mut others = heads.concat();
            others.sort_unstable();
            others.dedup();
            HeadEnd::Others(others)
        }
        _ if statement.has_theory() => HeadEnd::Theory,
        _ => return Err(Error::Unjustified("a rule whose body holds does not derive its head".to_owned())),
    })
}
