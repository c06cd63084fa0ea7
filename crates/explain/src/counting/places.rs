//! Places: sets of literals of which at most a number holds.
//!
//! A place is a constraint with an upper bound, or a clique of literals each two of which exclude each other. The places that one
//! statement gives are a family, because a sentence about them has one reason. All of them together are another family.

use groundplan_ground::program::{GroundProgram, Literal};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::demands::{form, Consequences, Form};
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
    Bound(Reason),
    /// The reasons by pairs of literals, the smaller one first.
    Pairs(FxHashMap<(Literal, Literal), Reason>),
}

/// A constraint that restricts literals.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    pub constraint: u32,
    /// A clause that excludes what the constraint defines, if it defines anything. Like the constraint, it may have other literals
    /// whose values are not known: those that the restricted ones imply are false.
    pub guard: Option<u32>,
}

/// Literals that demands imply, each with the demand that it belongs to.
pub struct Occupants {
    /// By literal, its demand, and whether no more than one of those of its demand have to be regarded.
    pub of: FxHashMap<Literal, Occupant>,
    /// The literals, in the order in which they were found.
    pub order: Vec<Literal>,
    /// By what is implied, also by several demands, the literals of demands that imply it.
    pub implied_by: IndexMap<Literal, Vec<Literal>, FxBuildHasher>,
}

impl Occupants {
    /// Whether several demands imply something.
    fn share(&self) -> bool {
        self.implied_by.len() > self.order.len()
    }
}

/// The demand that a literal belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Occupant {
    pub demand: usize,
    /// Whether one literal of the demand is enough, so that no two of them have to be regarded together.
    pub is_single: bool,
}

/// Two literals that exclude each other, with the reason.
type Edge = (Literal, Literal, Reason);

/// The most literals of a clause that are not known, if it is more than a pair.
const MOST_UNKNOWN: usize = 6;

/// The families of places that these literals are in.
pub fn families(
    propagation: &Propagation,
    consequences: &Consequences,
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
            if !seen.insert(number) {
                continue;
            }
            effort.spend(propagation.constraints.elements(number).len())?;
            let reader = Reader { propagation, consequences, occupants };
            let Some((restriction, reason)) = reader.read(number, effort)? else { continue };
            let label = labels.of_constraint(propagation, reason.guard.unwrap_or(number));
            let (places, edges) = found.entry(label).or_insert_with(|| {
                order.push(label);
                Default::default()
            });
            match restriction {
                Restriction::Pair(one, other) => edges.push((one.min(other), one.max(other), reason)),
                Restriction::Place(place) => places.push(place),
            }
        }
    }
    let mut families = Vec::new();
    let (mut all_places, mut all_edges) = (Vec::new(), Vec::new());
    let is_single = order.len() == 1;
    for label in order {
        let (places, edges) = found.remove(&label).unwrap_or_default();
        all_places.extend(places.iter().cloned());
        all_edges.extend(&edges);
        families.extend(of_statement(ground, places, edges, occupants, effort)?);
    }
    // Several statements together may exclude what none of them does alone.
    if !is_single && !all_edges.is_empty() {
        families.extend(of_statement(ground, all_places, all_edges, occupants, effort)?);
    }
    if occupants.share() {
        let edges = lifted(propagation, occupants, effort)?;
        families.extend(of_statement(ground, Vec::new(), edges, occupants, effort)?);
    }
    Some(families)
}

/// The literals of demands that exclude each other by what they imply. Here it does not matter if several demands imply it, as two
/// lessons of a class imply that the class is somewhere.
fn lifted(propagation: &Propagation, occupants: &Occupants, effort: &mut Effort) -> Option<Vec<Edge>> {
    let mut edges = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    for &implied in occupants.implied_by.keys() {
        let constraints = propagation.constraints.occurrences(implied.complement());
        effort.spend(constraints.len())?;
        for &(number, _) in constraints {
            if !seen.insert(number) || propagation.unknown_defined(number).is_some() {
                continue;
            }
            effort.spend(propagation.constraints.elements(number).len())?;
            let unknown: Vec<Literal> =
                propagation.unknown(number).take(3).map(|(literal, _)| literal.complement()).collect();
            let ([one, other], 1) = (&unknown[..], propagation.open_bound(number)) else { continue };
            let implying = |literal| occupants.implied_by.get(literal).map_or(&[][..], Vec::as_slice);
            let (ones, others) = (implying(one), implying(other));
            effort.spend(ones.len() * others.len())?;
            for &one in ones {
                for &other in others {
                    let (Some(own), Some(of_other)) = (occupants.of.get(&one), occupants.of.get(&other))
                    else {
                        continue;
                    };
                    let is_one_place = own.is_single && own.demand == of_other.demand;
                    if one != other && !is_one_place {
                        let reason = Reason { constraint: number, guard: None };
                        edges.push((one.min(other), one.max(other), reason));
                    }
                }
            }
        }
    }
    Some(edges)
}

/// What a constraint says of occupants.
enum Restriction {
    /// Two of them exclude each other.
    Pair(Literal, Literal),
    Place(Place),
}

/// Reads the constraints that restrict occupants.
struct Reader<'r, 'c> {
    propagation: &'r Propagation<'c>,
    consequences: &'r Consequences,
    occupants: &'r Occupants,
}

impl Reader<'_, '_> {
    /// What a constraint says, if it restricts literals of several demands, or more than one of a demand.
    fn read(&self, number: u32, effort: &mut Effort) -> Option<Option<(Restriction, Reason)>> {
        let propagation = self.propagation;
        let defined = propagation.unknown_defined(number);
        let guard = match defined {
            Some(defined) => match self.guard(number, defined, effort)? {
                Some(guard) => Some(guard),
                None => return Some(None),
            },
            None => None,
        };
        let reason = Reason { constraint: number, guard };
        let unknown: Vec<(Literal, i64)> =
            propagation.unknown(number).filter(|(literal, _)| Some(*literal) != defined).collect();
        if let (2..=MOST_UNKNOWN, 1) = (unknown.len(), propagation.open_bound(number)) {
            return Some(self.pair(&unknown).map(|(one, other)| (Restriction::Pair(one, other), reason)));
        }
        let place = self.place(&unknown, reason);
        Some(place.map(|place| (Restriction::Place(place), reason)))
    }

    /// Two occupants of different demands that imply what else is in a clause: it excludes both together.
    fn pair(&self, unknown: &[(Literal, i64)]) -> Option<(Literal, Literal)> {
        let members: Vec<Literal> = unknown.iter().map(|(literal, _)| literal.complement()).collect();
        let occupants = || members.iter().copied().filter(|member| self.occupants.of.contains_key(member));
        for one in occupants() {
            for other in occupants().filter(|&other| other > one) {
                let (own, of_other) = (self.occupants.of[&one], self.occupants.of[&other]);
                let is_implied = |member: &Literal| {
                    self.consequences.implies(one, *member) || self.consequences.implies(other, *member)
                };
                let is_one_place = own.is_single && own.demand == of_other.demand;
                if !is_one_place && members.iter().all(is_implied) {
                    return Some((one, other));
                }
            }
        }
        None
    }

    /// The place that a constraint with these unknown literals is.
    fn place(&self, unknown: &[(Literal, i64)], reason: Reason) -> Option<Place> {
        let mut most = -self.propagation.open_bound(reason.constraint);
        let mut weights = Vec::new();
        let mut members = Vec::new();
        let mut single: FxHashSet<usize> = FxHashSet::default();
        let mut several = 0;
        for (literal, weight) in unknown {
            most += weight;
            let member = literal.complement();
            if let Some(occupant) = self.occupants.of.get(&member) {
                weights.push(*weight);
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
        is_full.then_some(Place { capacity: capacity as i64, members, because: Because::Bound(reason) })
    }

    /// A clause that excludes what a constraint defines, once one of the occupants in the constraint holds.
    fn guard(&self, number: u32, defined: Literal, effort: &mut Effort) -> Option<Option<u32>> {
        let propagation = self.propagation;
        let members: Vec<Literal> =
            propagation.unknown(number).map(|(literal, _)| literal.complement()).collect();
        let members: Vec<Literal> =
            members.into_iter().filter(|member| self.occupants.of.contains_key(member)).collect();
        if members.is_empty() {
            return Some(None);
        }
        for &(clause, _) in propagation.constraints.occurrences(defined.complement()) {
            effort.spend(members.len())?;
            let others = propagation.unknown(clause).filter(|(literal, _)| *literal != defined.complement());
            let others: Vec<Literal> =
                others.take(MOST_UNKNOWN).map(|(literal, _)| literal.complement()).collect();
            let is_excluded = clause != number
                && others.len() < MOST_UNKNOWN
                && propagation.open_bound(clause) == 1
                && others.iter().all(|other| members.iter().all(|it| self.consequences.implies(*it, *other)));
            if is_excluded {
                return Some(Some(clause));
            }
        }
        Some(None)
    }
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
    let mut neighbours: FxHashMap<Literal, FxHashMap<Literal, Reason>> = FxHashMap::default();
    let mut order = Vec::new();
    for &(one, other, reason) in edges {
        for (literal, other) in [(one, other), (other, one)] {
            let of_literal = neighbours.entry(literal).or_insert_with(|| {
                order.push(literal);
                FxHashMap::default()
            });
            of_literal.entry(other).or_insert(reason);
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

fn clique_place(clique: Vec<Literal>, neighbours: &FxHashMap<Literal, FxHashMap<Literal, Reason>>) -> Place {
    let mut pairs = FxHashMap::default();
    for (position, &one) in clique.iter().enumerate() {
        for &other in &clique[position + 1..] {
            if let Some(&reason) = neighbours[&one].get(&other) {
                pairs.insert((one.min(other), one.max(other)), reason);
            }
        }
    }
    Place { capacity: 1, members: clique, because: Because::Pairs(pairs) }
}
