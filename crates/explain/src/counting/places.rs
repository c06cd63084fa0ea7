//! Places: sets of literals of which at most a number holds.
//!
//! A place is a constraint with an upper bound, or a clique of literals each two of which exclude each other. The places that one
//! statement gives are a family, because a sentence about them has one reason.

use groundplan_ground::program::{GroundProgram, Literal};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::demands::{form, Form};
use super::effort::Effort;
use super::labels::{Label, Labels};
use super::propagation::Propagation;

/// At most a number of these literals hold.
#[derive(Clone, Debug)]
pub struct Place {
    pub capacity: i64,
    /// The literals, each with what it belongs to.
    pub members: Vec<Literal>,
    /// The constraint that says so, or those that exclude pairs.
    pub because: Because,
}

/// What makes literals a place.
#[derive(Clone, Debug)]
pub enum Because {
    Bound(u32),
    /// The constraints by pairs of literals, the smaller one first.
    Pairs(FxHashMap<(Literal, Literal), u32>),
}

/// Literals that demands imply, each with the demand that it belongs to.
pub struct Occupants {
    /// By literal, its demand, and whether no more than one of those of its demand have to be regarded.
    pub of: FxHashMap<Literal, Occupant>,
    /// The literals, in the order in which they were found.
    pub order: Vec<Literal>,
}

/// The demand that a literal belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Occupant {
    pub demand: usize,
    /// Whether one literal of the demand is enough, so that no two of them have to be regarded together.
    pub is_single: bool,
}

/// Two literals that exclude each other, with the constraint that says so.
type Edge = (Literal, Literal, u32);

/// The families of places that these literals are in.
pub fn families(
    propagation: &Propagation,
    ground: GroundProgram,
    labels: &mut Labels,
    occupants: &Occupants,
    effort: &mut Effort,
) -> Option<Vec<Vec<Place>>> {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut order: Vec<Label> = Vec::new();
    let mut found: FxHashMap<Label, (Vec<Place>, Vec<Edge>)> = FxHashMap::default();
    for &literal in &occupants.order {
        let constraints = propagation.constraints.occurrences(literal.complement());
        effort.spend(constraints.len())?;
        for &(number, _) in constraints {
            if !seen.insert(number) || propagation.is_definition(number) {
                continue;
            }
            effort.spend(propagation.constraints.elements(number).len())?;
            let is_edge = propagation.unknown(number).take(3).count() == 2;
            let place = bound(propagation, number, occupants, is_edge);
            let Some(place) = place else { continue };
            let label = labels.of_constraint(propagation, number);
            let (places, edges) = found.entry(label).or_insert_with(|| {
                order.push(label);
                Default::default()
            });
            match (is_edge, &place.members[..]) {
                (true, &[one, other]) => edges.push((one.min(other), one.max(other), number)),
                (true, _) => {}
                _ => places.push(place),
            }
        }
    }
    let mut families = Vec::new();
    for label in order {
        let (places, edges) = found.remove(&label).unwrap_or_default();
        families.extend(of_statement(ground, places, edges, occupants, effort)?);
    }
    Some(families)
}

/// The place that a constraint is, if it restricts literals of several demands, or more than one of a demand.
fn bound(propagation: &Propagation, number: u32, occupants: &Occupants, is_edge: bool) -> Option<Place> {
    let mut most = -propagation.open_bound(number);
    let mut weights = Vec::new();
    let mut members = Vec::new();
    let mut single: FxHashSet<usize> = FxHashSet::default();
    let mut several = 0;
    for (literal, weight) in propagation.unknown(number) {
        most += weight;
        let member = literal.complement();
        if let Some(occupant) = occupants.of.get(&member) {
            weights.push(weight);
            members.push(member);
            match occupant.is_single {
                true => drop(single.insert(occupant.demand)),
                false => several += 1,
            }
        }
    }
    weights.sort_unstable();
    let fits = |weight: &i64| {
        most -= weight;
        most >= 0
    };
    let capacity = weights.into_iter().take_while(fits).count();
    let is_full = single.len() + several > capacity;
    (is_full && (!is_edge || members.len() == 2)).then_some(Place {
        capacity: capacity as i64,
        members,
        because: Because::Bound(number),
    })
}

/// The families of the places and pairs of one statement: one if no literal is in two of its places, otherwise one for each form.
fn of_statement(
    ground: GroundProgram,
    places: Vec<Place>,
    edges: Vec<Edge>,
    occupants: &Occupants,
    effort: &mut Effort,
) -> Option<Vec<Vec<Place>>> {
    let (cliques, is_exact) = cliques(&edges, occupants, effort)?;
    let mut seen = FxHashSet::default();
    let mut members = places.iter().chain(&cliques).flat_map(|place| &place.members);
    if is_exact && members.all(|member| seen.insert(*member)) {
        let all: Vec<Place> = places.into_iter().chain(cliques).collect();
        return Some(if all.is_empty() { Vec::new() } else { vec![all] });
    }
    let mut by_form: IndexMap<Form, (Vec<Place>, Vec<Edge>), FxBuildHasher> = IndexMap::default();
    for place in places {
        let form = form(ground, place.members.iter().map(|literal| literal.atom()));
        by_form.entry(form).or_default().0.push(place);
    }
    for edge in edges {
        let form = form(ground, [edge.0.atom(), edge.1.atom()]);
        by_form.entry(form).or_default().1.push(edge);
    }
    let mut families = Vec::new();
    for (_, (mut places, edges)) in by_form {
        places.extend(self::cliques(&edges, occupants, effort)?.0);
        families.push(places);
    }
    Some(families)
}

/// Divides literals into cliques, and says whether each connected component is one. Literals of a demand of which one is enough
/// count as if they excluded each other.
fn cliques(edges: &[Edge], occupants: &Occupants, effort: &mut Effort) -> Option<(Vec<Place>, bool)> {
    let mut neighbours: FxHashMap<Literal, FxHashMap<Literal, u32>> = FxHashMap::default();
    let mut order = Vec::new();
    for &(one, other, constraint) in edges {
        for (literal, other) in [(one, other), (other, one)] {
            let of_literal = neighbours.entry(literal).or_insert_with(|| {
                order.push(literal);
                FxHashMap::default()
            });
            of_literal.entry(other).or_insert(constraint);
        }
    }
    let fits = |one: Literal, other: Literal| {
        let (own, of_other) = (occupants.of[&one], occupants.of[&other]);
        neighbours[&one].contains_key(&other) || own.is_single && own.demand == of_other.demand
    };
    let mut places = Vec::new();
    let mut is_exact = true;
    let mut is_done: FxHashSet<Literal> = FxHashSet::default();
    for &first in &order {
        if is_done.contains(&first) {
            continue;
        }
        let mut component = vec![first];
        let mut reached = FxHashSet::from_iter([first]);
        let mut head = 0;
        while let Some(&literal) = component.get(head) {
            head += 1;
            effort.spend(neighbours[&literal].len())?;
            let mut next: Vec<Literal> = neighbours[&literal].keys().copied().collect();
            next.retain(|&other| reached.insert(other));
            next.sort_unstable();
            component.extend(next);
        }
        is_done.extend(&component);
        component.sort_by_key(|literal| (usize::MAX - neighbours[literal].len(), *literal));
        let mut rest = component;
        let mut is_whole = true;
        while let Some(&first) = rest.first() {
            let mut clique = vec![first];
            let mut others = Vec::new();
            for &literal in &rest[1..] {
                effort.spend(clique.len())?;
                match clique.iter().all(|&member| fits(member, literal)) {
                    true => clique.push(literal),
                    false => others.push(literal),
                }
            }
            is_whole &= others.is_empty();
            rest = others;
            if clique.len() > 1 {
                places.push(clique_place(clique, &neighbours));
            }
        }
        is_exact &= is_whole;
    }
    Some((places, is_exact))
}

fn clique_place(clique: Vec<Literal>, neighbours: &FxHashMap<Literal, FxHashMap<Literal, u32>>) -> Place {
    let mut pairs = FxHashMap::default();
    for (position, &one) in clique.iter().enumerate() {
        for &other in &clique[position + 1..] {
            if let Some(&constraint) = neighbours[&one].get(&other) {
                pairs.insert((one.min(other), one.max(other)), constraint);
            }
        }
    }
    Place { capacity: 1, members: clique, because: Because::Pairs(pairs) }
}
