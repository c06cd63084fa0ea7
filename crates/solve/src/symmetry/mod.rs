//! Constants of a program that may be exchanged: of the answer sets that differ only by that, one is enough.
//!
//! Which constants that may be is guessed: the arguments that a variable connects are of one [sort](groundplan_ground::analysis::sorts),
//! and constants of a sort whose atoms occur alike are tried two at a time ([`swap`]). What is guessed is verified on the ground
//! program: an exchange that makes of each statement another one maps answer sets to answer sets that cost the same.
//!
//! Of atoms that exchanges map to each other the first ones are made true: an answer set is looked for that no exchange
//! makes lexicographically larger (Crawford, Ginsberg, Luks & Roy: Symmetry-Breaking Predicates for Search Problems, KR 1996).
//! For constants all of which may be exchanged, exchanges of neighbours are enough where atoms form a matrix (Flener et al.:
//! Breaking Row and Column Symmetries in Matrix Models, CP 2002).

mod statements;
mod swap;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use self::statements::{mix, Statements};
use self::swap::Exchange;
use groundplan_ground::analysis::sorts::{Position, Sorts};
use groundplan_ground::program::{AtomId, GroundProgram, PredicateId};
use groundplan_ground::symbol::Symbol;

/// How large a program may be, in words of its statements.
const MOST_WORDS: usize = 2_000_000;

/// How many words may be looked at where exchanges are tried.
const WORK: usize = 10_000_000;

/// How many exchanges may be tried in vain with one constant.
const FAILURES: usize = 3;

/// How far from an atom its looks depend on others.
const ROUNDS: usize = 2;

/// Symmetries that exchange atoms.
#[derive(Clone, Default, Debug)]
pub struct Symmetries {
    /// Of each the pairs of atoms that it exchanges, in one order for all: the answer sets that are wanted have the first of a
    /// pair where they first differ on one.
    pub exchanges: Vec<Vec<(AtomId, AtomId)>>,
}

/// The symmetries of a program that are found by exchanging constants, and that leave some atoms as they are.
pub fn find(ground: GroundProgram, sorts: &Sorts, fixed: &[AtomId]) -> Symmetries {
    // What a theory says of its terms is not seen here.
    if !ground.program.theory.is_empty() {
        return Symmetries::default();
    }
    let sorts: Vec<Sort> = sorts.all().filter_map(|positions| Sort::of(ground, &positions)).collect();
    let statements = if sorts.is_empty() { None } else { Statements::of(ground.program, MOST_WORDS) };
    let Some(mut statements) = statements else { return Symmetries::default() };
    let externals = ground.program.externals.iter().map(|&(atom, _)| atom);
    let fixed: FxHashSet<AtomId> = fixed.iter().copied().chain(externals).collect();
    let colours = colours(ground, &statements, &fixed);
    let mut exchange = Exchange::new(ground, &mut statements, WORK);
    let mut exchanges = Vec::new();
    for sort in &sorts {
        for alike in sort.alike(ground, &colours) {
            // The last of each set of constants that may be exchanged.
            let mut lasts: Vec<Symbol> = Vec::new();
            for constant in alike {
                let tried = lasts.iter_mut().rev().take(FAILURES);
                let found = tried.into_iter().find_map(|last| {
                    let pairs = exchange.symmetry(sort, [*last, constant])?;
                    let is_fixed =
                        |&(atom, image): &(AtomId, AtomId)| fixed.contains(&atom) || fixed.contains(&image);
                    (!pairs.iter().any(is_fixed)).then(|| {
                        *last = constant;
                        pairs
                    })
                });
                match found {
                    Some(pairs) => exchanges.push(pairs),
                    None => lasts.push(constant),
                }
            }
        }
    }
    // The rest follows from what there is a choice about.
    let inputs = inputs(ground, &statements);
    for exchange in &mut exchanges {
        exchange.sort_by_key(|(atom, _)| !inputs.contains(atom.index()));
    }
    Symmetries { exchanges }
}

/// The atoms about which there is a choice.
fn inputs(ground: GroundProgram, statements: &Statements) -> FixedBitSet {
    let mut inputs = FixedBitSet::with_capacity(ground.program.atom_count());
    for statement in (0..statements.len()).filter(|&statement| statements.is_choice(statement)) {
        statements.head(statement).for_each(|atom| inputs.insert(atom.index()));
    }
    inputs
}

/// What atoms look like from what is said of them: those that a symmetry exchanges look alike.
fn colours(ground: GroundProgram, statements: &Statements, fixed: &FxHashSet<AtomId>) -> Vec<u64> {
    let start = |atom: AtomId| match ground.base.predicate_of(atom) {
        _ if fixed.contains(&atom) => u64::from(atom.0) << 32,
        Some(predicate) => u64::from(predicate.0) + 1,
        None => 0,
    };
    let mut colours: Vec<u64> =
        (0..ground.program.atom_count() as u32).map(|atom| start(AtomId(atom))).collect();
    for _ in 0..ROUNDS {
        let mut next: Vec<u64> = colours.iter().map(|&colour| mix(0, colour)).collect();
        for statement in 0..statements.len() {
            let note = |atom: AtomId, look| next[atom.index()] = next[atom.index()].wrapping_add(look);
            statements.looks(statement, &colours, note);
        }
        colours = next;
    }
    colours
}

/// Arguments that range over the same things.
struct Sort {
    /// Which arguments of a predicate are of this sort, in order.
    places: FxHashMap<PredicateId, Vec<usize>>,
    /// The atoms that are no facts by the constants that are arguments of this sort, in their order.
    atoms: FxHashMap<Symbol, Vec<AtomId>>,
}

impl Sort {
    /// `None` where there are no two constants.
    fn of(ground: GroundProgram, positions: &[Position]) -> Option<Sort> {
        let mut sort = Sort { places: FxHashMap::default(), atoms: FxHashMap::default() };
        for &(predicate, place) in positions {
            sort.places.entry(predicate).or_default().push(place);
            let domain = ground.base.domain(predicate);
            for row in 0..domain.len() {
                let atom = domain.atom(row);
                if !ground.program.is_fact(atom) {
                    sort.atoms.entry(domain.row(row)[place]).or_default().push(atom);
                }
            }
        }
        sort.places.values_mut().for_each(|places| places.sort_unstable());
        for atoms in sort.atoms.values_mut() {
            atoms.sort_unstable();
            atoms.dedup();
        }
        (sort.atoms.len() > 1).then_some(sort)
    }

    /// Sets of constants whose atoms look alike, each in the order of the first atoms.
    fn alike(&self, ground: GroundProgram, colours: &[u64]) -> Vec<Vec<Symbol>> {
        let mut groups: FxHashMap<u64, Vec<Symbol>> = FxHashMap::default();
        for (&constant, atoms) in &self.atoms {
            let look = |&atom: &AtomId| {
                let places = ground.base.predicate_of(atom).and_then(|predicate| self.places.get(&predicate));
                let arguments = ground.base.name(atom).map_or(&[][..], |(_, arguments)| arguments);
                let here = places.into_iter().flatten().filter(|&&place| arguments[place] == constant);
                mix(here.count() as u64, colours[atom.index()])
            };
            let look = atoms.iter().map(look).fold(0, u64::wrapping_add);
            groups.entry(look).or_default().push(constant);
        }
        let first = |constant: &Symbol| self.atoms[constant][0];
        let mut groups: Vec<Vec<Symbol>> = groups.into_values().filter(|group| group.len() > 1).collect();
        groups.iter_mut().for_each(|group| group.sort_unstable_by_key(first));
        groups.sort_unstable_by_key(|group| first(&group[0]));
        groups
    }
}
