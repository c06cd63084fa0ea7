//! Detection of interchangeable constants of a program. Of answer sets that differ only by exchanging them, one is
//! enough.
//!
//! Candidates are guessed. Arguments that a variable connects have one [sort](groundplan_ground::analysis::sorts).
//! Constants of a sort whose atoms occur alike are tried in pairs ([`swap`]). Each guess is verified on the ground
//! program: an exchange that maps each statement to a statement maps answer sets to answer sets of the same cost.
//!
//! Of atoms that exchanges map to each other, the first ones are made true. The search keeps the answer sets that no
//! exchange makes lexicographically larger (Crawford, Ginsberg, Luks & Roy: Symmetry-Breaking Predicates for Search
//! Problems, KR 1996). If all constants of a set are interchangeable, exchanges of neighbours suffice for atoms that
//! form a matrix (Flener et al.: Breaking Row and Column Symmetries in Matrix Models, CP 2002).

mod statements;
mod swap;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use self::statements::{mix, SortedStatements};
use self::swap::AtomSwaps;
use groundplan_ground::analysis::sorts::{Position, Sorts};
use groundplan_ground::program::{AtomId, GroundProgram, PredicateId};
use groundplan_ground::symbol::Symbol;

/// Maximal size of a program, in words of its statements.
const MOST_WORDS: usize = 2_000_000;

/// Maximal number of words that are examined while exchanges are tried.
const WORK: usize = 10_000_000;

/// Maximal number of failed exchanges for one constant.
const FAILURES: usize = 3;

/// Number of rounds of colour refinement: the distance up to which other atoms influence an atom's colour.
const ROUNDS: usize = 2;

/// Symmetries, each of which exchanges pairs of atoms.
#[derive(Clone, Default, Debug)]
pub struct Symmetries {
    /// The pairs of atoms that each symmetry exchanges, ordered alike for all symmetries. Of symmetric answer sets, the
    /// search keeps one in which the first atom of a pair is true at the first pair whose atoms differ.
    pub exchanges: Vec<Vec<(AtomId, AtomId)>>,
}

/// Returns the symmetries of a program that exchange two constants and map each atom in `fixed` to itself.
pub fn find(ground: GroundProgram, sorts: &Sorts, fixed: &[AtomId]) -> Symmetries {
    // The terms of theory atoms are not part of the statements, so exchanges cannot be verified.
    if !ground.program.theory.is_empty() {
        return Symmetries::default();
    }
    let sorts: Vec<Sort> = sorts.all().filter_map(|positions| Sort::of(ground, &positions)).collect();
    let statements = if sorts.is_empty() { None } else { SortedStatements::of(ground.program, MOST_WORDS) };
    let Some(mut statements) = statements else { return Symmetries::default() };
    let externals = ground.program.externals.iter().map(|&(atom, _)| atom);
    let fixed: FxHashSet<AtomId> = fixed.iter().copied().chain(externals).collect();
    let colours = colours(ground, &statements, &fixed);
    let mut exchange = AtomSwaps::new(ground, &mut statements, WORK);
    let mut exchanges = Vec::new();
    for sort in &sorts {
        for alike in sort.alike(ground, &colours) {
            // The last constant of each set of interchangeable constants.
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
    // Compare atoms of choices first; the other atoms follow from these.
    let inputs = inputs(ground, &statements);
    for exchange in &mut exchanges {
        exchange.sort_by_key(|(atom, _)| !inputs.contains(atom.index()));
    }
    Symmetries { exchanges }
}

/// Returns the atoms in heads of choice rules.
fn inputs(ground: GroundProgram, statements: &SortedStatements) -> FixedBitSet {
    let mut inputs = FixedBitSet::with_capacity(ground.program.atom_count());
    for statement in (0..statements.len()).filter(|&statement| statements.is_choice(statement)) {
        statements.head(statement).for_each(|atom| inputs.insert(atom.index()));
    }
    inputs
}

/// Returns a colour for each atom, computed from its statements by colour refinement. Symmetric atoms have equal
/// colours.
fn colours(ground: GroundProgram, statements: &SortedStatements, fixed: &FxHashSet<AtomId>) -> Vec<u64> {
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

/// Argument positions that range over the same constants.
struct Sort {
    /// The argument positions of this sort for each predicate, ascending.
    positions: FxHashMap<PredicateId, Vec<usize>>,
    /// The atoms that are not facts, ascending, for each constant that is an argument of this sort.
    atoms: FxHashMap<Symbol, Vec<AtomId>>,
}

impl Sort {
    /// Returns the sort of these argument positions, or `None` if it has fewer than two constants.
    fn of(ground: GroundProgram, positions: &[Position]) -> Option<Sort> {
        let mut sort = Sort { positions: FxHashMap::default(), atoms: FxHashMap::default() };
        for &(predicate, position) in positions {
            sort.positions.entry(predicate).or_default().push(position);
            let domain = ground.base.domain(predicate);
            for row in 0..domain.len() {
                let atom = domain.atom(row);
                if !ground.program.is_fact(atom) {
                    sort.atoms.entry(domain.row(row)[position]).or_default().push(atom);
                }
            }
        }
        sort.positions.values_mut().for_each(|positions| positions.sort_unstable());
        for atoms in sort.atoms.values_mut() {
            atoms.sort_unstable();
            atoms.dedup();
        }
        (sort.atoms.len() > 1).then_some(sort)
    }

    /// Returns sets of constants whose atoms have the same colours, each set ordered by the constants' first atoms.
    fn alike(&self, ground: GroundProgram, colours: &[u64]) -> Vec<Vec<Symbol>> {
        let mut groups: FxHashMap<u64, Vec<Symbol>> = FxHashMap::default();
        for (&constant, atoms) in &self.atoms {
            let look = |&atom: &AtomId| {
                let positions =
                    ground.base.predicate_of(atom).and_then(|predicate| self.positions.get(&predicate));
                let arguments = ground.base.name(atom).map_or(&[][..], |(_, arguments)| arguments);
                let here =
                    positions.into_iter().flatten().filter(|&&position| arguments[position] == constant);
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
