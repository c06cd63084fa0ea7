//! Conflicts by counting: demands that need more than their places take.
//!
//! A solver that resolves clauses takes exponentially long to see that 16 courses do not fit into 15 places (Haken: The
//! intractability of resolution, 1985). Counting sees it at once, and says it as people do. It is sound, but it does not find
//! every conflict: what it looks at is [propagated](propagation) from the assumptions, then atoms of which some have to hold
//! are [demands], sets of which only some may hold are [places], and a [flow](hall) tells whether the first fit into the second.
//! The assumptions that all of this follows from are the conflict.

mod columns;
mod constraints;
mod demands;
mod effort;
mod hall;
mod labels;
mod places;
mod propagation;
mod words;

pub use words::{Column, CountedDemand, CountedPlace, Counting};

use fixedbitset::FixedBitSet;
use groundplan::{AxiomKind, Axioms};
use groundplan_ground::analysis::relax::{RelaxedKind, SoftStatement};
use groundplan_ground::program::{AtomId, GroundProgram, Literal};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use constraints::Constraints;
use demands::{demands, form, Consequences, Demand, Form};
use effort::Effort;
use hall::{violation, Needs};
use labels::Labels;
use places::{families, Because, Occupant, Occupants, Place, Reason};
use propagation::Propagation;

/// The steps for one set of assumptions.
const EFFORT: u64 = 100_000_000;

/// The steps to make a conflict smaller.
const SHRINK_EFFORT: u64 = 200_000_000;

/// The most kinds of demands that are tried one by one.
const MOST_KINDS: usize = 12;

/// Finds conflicts by counting among some assumptions.
#[derive(Debug)]
pub struct Counter<'e> {
    ground: GroundProgram<'e>,
    assumptions: Vec<Literal>,
    /// The constraints of the program that the assumptions turn on.
    constraints: Constraints,
    /// By assumption, the number of the statement that it turns on, facts apart.
    statements: FxHashMap<Literal, u32>,
}

/// A conflict by counting.
#[derive(Debug)]
pub struct Refutation {
    /// The assumptions that conflict.
    pub core: Vec<Literal>,
    /// What needs places: how many of them, and the atoms that could hold there, where they have names.
    demands: Vec<(i64, Vec<Option<AtomId>>)>,
    /// What they need: how many hold at most, and the atoms, where they have names.
    places: Vec<(i64, Vec<Option<AtomId>>)>,
}

impl<'e> Counter<'e> {
    /// Reads the program; `None` if it has too many constraints.
    pub fn new(ground: GroundProgram<'e>, axioms: &Axioms, assumptions: &[Literal]) -> Option<Self> {
        let assumed: FxHashSet<Literal> = assumptions.iter().copied().collect();
        let mut statements = FxHashMap::default();
        let mut off = FixedBitSet::with_capacity(ground.program.atom_count());
        for (number, axiom) in (0..).zip(&axioms.list) {
            let AxiomKind::Statement(SoftStatement { kind, .. }) = axiom.kind else {
                statements.insert(axiom.literal, number);
                continue;
            };
            if kind != RelaxedKind::Fact {
                statements.insert(axiom.literal, number);
            }
            if kind == RelaxedKind::Constraint && !assumed.contains(&axiom.literal) {
                let breaches = axiom.instances.iter().map(|(_, breach)| *breach);
                off.extend(breaches.chain([axiom.literal.atom()]).map(AtomId::index));
            }
        }
        let constraints = Constraints::of(ground.program, &off)?;
        Some(Counter { ground, assumptions: assumptions.to_vec(), constraints, statements })
    }

    /// Looks for a conflict.
    pub fn refutation(&self) -> Option<Refutation> {
        self.among(&self.assumptions, &mut Effort(EFFORT))
    }

    /// Looks for a conflict, and leaves out of it what counting does not need.
    pub fn smallest(&self) -> Option<Vec<Literal>> {
        let mut smallest = self.refutation()?.core;
        let mut left = SHRINK_EFFORT;
        // A statement that restricts places is left out before what needs them: what is said then is simpler.
        let (statements, facts): (Vec<Literal>, Vec<Literal>) =
            smallest.iter().copied().partition(|literal| self.statements.contains_key(literal));
        for literal in statements.into_iter().chain(facts) {
            let others: Vec<Literal> = smallest.iter().copied().filter(|other| *other != literal).collect();
            if others.len() == smallest.len() || left == 0 {
                continue;
            }
            let mut effort = Effort(EFFORT.min(left));
            left -= effort.0;
            let found = self.among(&others, &mut effort);
            left += effort.0;
            if let Some(found) = found {
                smallest = found.core;
            }
        }
        Some(smallest)
    }

    fn among(&self, assumptions: &[Literal], effort: &mut Effort) -> Option<Refutation> {
        refute(&self.constraints, self.ground, &self.statements, assumptions, effort)
    }
}

/// Looks for the smallest of the conflicts that each kind of demands, and all of them together, have with each family of places.
fn refute(
    constraints: &Constraints,
    ground: GroundProgram,
    statements: &FxHashMap<Literal, u32>,
    assumptions: &[Literal],
    effort: &mut Effort,
) -> Option<Refutation> {
    let mut propagation = Propagation::under(constraints, assumptions, effort)?;
    let all = demands(&propagation, effort)?;
    if all.is_empty() {
        return None;
    }
    let labels = Labels::of(&propagation, statements, effort)?;
    let mut consequences = Consequences::default();
    for demand in &all {
        consequences.add(&demand.literals, &mut propagation, effort)?;
    }
    let mut search = Search { propagation, ground, labels, consequences, assumptions, smallest: None };
    for kind in search.kinds(&all) {
        // Without effort for the rest, what was found is good enough.
        if search.attempt(&kind, effort).is_none() {
            break;
        }
    }
    search.smallest
}

/// A search for conflicts under certain assumptions.
struct Search<'s, 'e> {
    propagation: Propagation<'s>,
    ground: GroundProgram<'e>,
    labels: Labels,
    consequences: Consequences,
    assumptions: &'s [Literal],
    smallest: Option<Refutation>,
}

/// A demand among places: how much it needs, and the place of each of its literals, with what takes part in it.
struct Placed<'d> {
    demand: &'d Demand,
    literals: Vec<(Literal, usize, Literal)>,
}

impl Search<'_, '_> {
    /// The kinds of demands, each with its members; at last all of them, those of choices first. To a kind belongs what has the
    /// same arguments in common, and perhaps more.
    fn kinds<'d>(&self, all: &'d [Demand]) -> Vec<Vec<&'d Demand>> {
        let mut order: Vec<Form> = Vec::new();
        let mut forms: Vec<Form> = Vec::new();
        for demand in all {
            let atoms =
                demand.literals.iter().map(|&literal| words::named(self.ground, &self.consequences, literal));
            let form = match atoms.collect::<Option<Vec<_>>>() {
                Some(atoms) => form(self.ground, atoms),
                None => Form { predicate: None, common: 0 },
            };
            forms.push(form);
            if !order.contains(&form) {
                order.push(form);
            }
        }
        order.truncate(MOST_KINDS);
        let members = |kind: &Form| {
            let has_form = |(form, _): &(&Form, &'d Demand)| {
                form.predicate == kind.predicate && form.common & kind.common == kind.common
            };
            forms.iter().zip(all).filter(has_form).map(|(_, demand)| demand).collect()
        };
        let mut found: Vec<Vec<&Demand>> = order.iter().map(members).collect();
        found.retain(|kind| kind.len() > 1 || kind[0].needed > 1);
        let mut together: Vec<&Demand> = all.iter().collect();
        let is_chosen = |literal: &Literal| self.propagation.constraints.is_chosen(literal.atom());
        together.sort_by_key(|demand| (!demand.literals.iter().all(is_chosen), demand.literals.len()));
        found.push(together);
        found
    }

    /// Looks for conflicts of demands with each family of places. Demands that share literals with earlier ones are left out.
    fn attempt(&mut self, kind: &[&Demand], effort: &mut Effort) -> Option<()> {
        let chosen = self.disjoint(kind, effort)?;
        let occupants = self.occupants(&chosen, effort)?;
        self.consequences.add(&occupants.order, &mut self.propagation, effort)?;
        let families = families(
            &self.propagation,
            &self.consequences,
            self.ground,
            &mut self.labels,
            &occupants,
            effort,
        )?;
        let place_of: Vec<FxHashMap<Literal, usize>> = families
            .iter()
            .map(|places| {
                let mut place_of = FxHashMap::default();
                for (number, place) in places.iter().enumerate() {
                    for &member in &place.members {
                        place_of.entry(member).or_insert(number);
                    }
                }
                place_of
            })
            .collect();
        for first in 0..families.len() {
            // What is in none of its places may be in one of another family.
            let order: Vec<usize> =
                std::iter::once(first).chain((0..families.len()).filter(|&family| family != first)).collect();
            let mut places: Vec<&Place> = Vec::new();
            let mut numbers: FxHashMap<(usize, usize), usize> = FxHashMap::default();
            let mut placed = Vec::new();
            for demand in &chosen {
                let mut literals = Vec::new();
                for &literal in &demand.literals {
                    let consequences = self.consequences.of(literal);
                    effort.spend(consequences.len())?;
                    let found = order.iter().find_map(|&family| {
                        let is_in = |&(member, _): &(Literal, u32)| {
                            place_of[family].get(&member).map(|&place| (family, place, member))
                        };
                        consequences.iter().find_map(is_in)
                    });
                    if let Some((family, place, member)) = found {
                        let number = *numbers.entry((family, place)).or_insert_with(|| {
                            places.push(&families[family][place]);
                            places.len() - 1
                        });
                        literals.push((literal, number, member));
                    }
                }
                placed.push(Placed { demand, literals });
            }
            self.fit(&placed, &places, effort)?;
        }
        Some(())
    }

    /// Looks for demands that need more than their places take.
    fn fit(&mut self, placed: &[Placed], places: &[&Place], effort: &mut Effort) -> Option<()> {
        let needs: Vec<Needs> = placed.iter().map(Placed::needs).collect();
        let capacities: Vec<i64> = places.iter().map(|place| place.capacity).collect();
        let Some(found) = violation(&needs, &capacities, effort)? else { return Some(()) };
        let violated: FxHashSet<usize> = found.places.iter().copied().collect();
        let mut falsified: Vec<Literal> = Vec::new();
        let mut members: FxHashMap<usize, Vec<(Literal, Option<AtomId>)>> = FxHashMap::default();
        let mut demands = Vec::new();
        for &(number, needed) in &found.demands {
            let Placed { demand, literals } = &placed[number];
            falsified.extend(self.propagation.false_literals(demand.constraint));
            let mut inside = Vec::new();
            for &(literal, place, member) in literals {
                if !violated.contains(&place) {
                    continue;
                }
                let consequences = self.consequences.of(literal);
                let named = words::named(self.ground, &self.consequences, literal);
                let own = words::named(self.ground, &Consequences::default(), member);
                inside.push(named);
                members.entry(place).or_default().push((member, own.or(named)));
                let end = consequences.iter().position(|(it, _)| *it == member).expect("it is one of them");
                falsified.extend(self.propagation.used(&consequences[..=end]));
            }
            demands.push((needed, inside));
        }
        let mut taken = Vec::new();
        for &number in &found.places {
            let place = places[number];
            let mut members = members.remove(&number).unwrap_or_default();
            // A member without a name of its own is named by all that imply it.
            let atoms = members.iter().map(|(_, atom)| *atom).collect();
            members.sort_unstable();
            members.dedup_by_key(|(member, _)| *member);
            match &place.because {
                Because::Bound(reason) => {
                    for (member, _) in &members {
                        falsified.extend(self.falsified(*reason, &[*member]));
                    }
                }
                Because::Pairs(pairs) => {
                    for (position, &(one, _)) in members.iter().enumerate() {
                        for &(other, _) in &members[position + 1..] {
                            effort.spend(1)?;
                            if let Some(&reason) = pairs.get(&(one, other)) {
                                falsified.extend(self.falsified(reason, &[one, other]));
                            }
                        }
                    }
                }
            }
            taken.push((place.capacity, atoms));
        }
        let blamed = self.propagation.blamed(falsified);
        let is_smaller = |known: &Refutation| blamed.len() < known.core.len();
        if self.smallest.as_ref().is_none_or(is_smaller) {
            let core = self.assumptions.iter().copied().filter(|literal| blamed.contains(literal)).collect();
            self.smallest = Some(Refutation { core, demands, places: taken });
        }
        Some(())
    }

    /// The false literals by which a constraint restricts these literals, together with those by which they imply what else is in
    /// it.
    fn falsified(&self, Reason { constraint, guard }: Reason, members: &[Literal]) -> Vec<Literal> {
        let mut falsified = Vec::new();
        for number in std::iter::once(constraint).chain(guard) {
            falsified.extend(self.propagation.false_literals(number));
            for (literal, _) in self.propagation.unknown(number) {
                let implied = literal.complement();
                for member in members.iter().filter(|member| **member != implied) {
                    let consequences = self.consequences.of(*member);
                    if let Some(end) = consequences.iter().position(|(it, _)| *it == implied) {
                        falsified.extend(self.propagation.used(&consequences[..=end]));
                        break;
                    }
                }
            }
        }
        falsified
    }

    /// Demands of which none follows from another one: no literal of one is a consequence of a literal of another.
    fn disjoint<'d>(&self, kind: &[&'d Demand], effort: &mut Effort) -> Option<Vec<&'d Demand>> {
        let mut own: FxHashSet<Literal> = FxHashSet::default();
        let mut implied: FxHashSet<Literal> = FxHashSet::default();
        let mut chosen = Vec::new();
        for &demand in kind {
            let consequences =
                || demand.literals.iter().flat_map(|&literal| self.consequences.of(literal)).map(|it| it.0);
            effort.spend(consequences().count())?;
            let is_other = demand.literals.iter().all(|literal| !implied.contains(literal))
                && consequences().all(|literal| !own.contains(&literal));
            if is_other {
                own.extend(&demand.literals);
                implied.extend(consequences());
                chosen.push(demand);
            }
        }
        Some(chosen)
    }

    /// The literals that only one demand implies. Of a demand of several, a literal counts that one of its literals implies.
    fn occupants(&self, chosen: &[&Demand], effort: &mut Effort) -> Option<Occupants> {
        let mut of: FxHashMap<Literal, Occupant> = FxHashMap::default();
        let mut order = Vec::new();
        let mut shared: FxHashSet<Literal> = FxHashSet::default();
        let mut implied_by: IndexMap<Literal, Vec<Literal>, FxBuildHasher> = IndexMap::default();
        for (demand, of_demand) in chosen.iter().enumerate() {
            let is_single = of_demand.needed == 1;
            for &literal in &of_demand.literals {
                let consequences = self.consequences.of(literal);
                effort.spend(consequences.len())?;
                for &(implied, _) in consequences {
                    implied_by.entry(implied).or_default().push(literal);
                    match of.get(&implied) {
                        Some(known) if known.demand != demand || !is_single => {
                            shared.insert(implied);
                        }
                        Some(_) => {}
                        None => {
                            order.push(implied);
                            of.insert(implied, Occupant { demand, is_single });
                        }
                    }
                }
            }
        }
        order.retain(|literal| !shared.contains(literal));
        of.retain(|literal, _| !shared.contains(literal));
        Some(Occupants { of, order, implied_by })
    }
}

impl Placed<'_> {
    /// What the demand needs of these places: what its other literals cannot satisfy.
    fn needs(&self) -> Needs {
        let Placed { demand, literals } = self;
        let elsewhere = (demand.literals.len() - literals.len()) as i64;
        let needed = (demand.needed - elsewhere).max(0);
        let mut places: Vec<(usize, i64)> = Vec::new();
        if needed > 0 {
            let mut numbers: Vec<usize> = literals.iter().map(|&(_, place, _)| place).collect();
            numbers.sort_unstable();
            for of_place in numbers.chunk_by(|one, other| one == other) {
                let most = if demand.needed == 1 { 1 } else { of_place.len() as i64 };
                places.push((of_place[0], most));
            }
        }
        Needs { needed, places }
    }
}
