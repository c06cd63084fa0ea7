//! Splitting of a question into cubes, which are conjunctions of literals. Each answer set is in exactly one cube.
//!
//! The cube with most unassigned variables after unit propagation is split in two until there are enough cubes. This
//! follows M. Heule, O. Kullmann, S. Wieringa and A. Biere, Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads,
//! HVC 2011, except that their cubes end at a bound on the unassigned variables, and these at a number of cubes. A cube
//! is split
//!
//! - by the first open *choice*, if choices are given. A choice is a list of literals exactly one of which is true. It
//!   is halved: each new cube makes all literals of one half false.
//! - otherwise by the atom with the largest product of two gains. The gain of a value is how much it shortens the
//!   clauses (look-ahead).
//!
//! The clauses are those of the completion. Loops and theories are left out, which only weakens propagation. A literal
//! that propagation refutes is false in the rest of the cube, and a refuted cube is dropped. So unit propagation on the
//! program alone proves that the cubes cover all answer sets.

use groundplan_sat::{Interrupter, Lookahead};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use super::{Pause, SolveError, Step};
use crate::translate::{KnownLiteral, Method, Translation};
use groundplan_ground::program::{GroundProgram, Literal, HIDDEN};

/// Number of atoms whose look-ahead is computed before a cube is split by one of them.
const CANDIDATES: usize = 200;

/// A splitting of a program under assumptions into at most a given number of cubes.
///
/// Each answer is the number of cubes after one more split; it grows by at most one. After [`Step::Exhausted`] the
/// wanted number is reached, or no cube can be split.
///
/// Has clauses of its own and uses no [`Search`](super::Search).
pub struct Splitting {
    lookahead: Lookahead,
    /// The named atom of each variable, as a literal; the first if several atoms share a variable.
    atoms: FxHashMap<Var, Literal>,
    /// The variables of named atoms, in the order of the atoms.
    variables: Vec<Var>,
    /// The solver's literals for the literals that choices may contain.
    known: FxHashMap<Literal, KnownLiteral>,
    choices: Vec<Vec<CubeAlternative>>,
    /// The cubes so far, in the order of the tree.
    cubes: Vec<SearchCube>,
    wanted: usize,
    interrupter: Interrupter,
}

/// A literal of a choice, with its literal of the solver.
#[derive(Clone, Copy)]
struct CubeAlternative {
    literal: Literal,
    lit: Lit,
}

/// A cube that may be split further.
#[derive(Clone, Default)]
struct SearchCube {
    literals: Vec<Literal>,
    /// The cube in the solver's literals, with literals known to follow.
    lits: Vec<Lit>,
    /// The number of unassigned variables; 0 if the cube cannot be split.
    open: usize,
}

/// The result of splitting a cube.
enum SplitOutcome {
    /// Propagation refutes the cube: it contains no answer set.
    Refuted,
    /// All named atoms have values.
    Whole,
    Split(Vec<SearchCube>),
}

/// Error value: the interrupter was called.
struct Interrupted;

impl Splitting {
    /// Prepares the splitting into `wanted` cubes. Choices are split before atoms.
    ///
    /// # Errors
    ///
    /// If the program cannot be translated.
    pub fn new(
        ground: GroundProgram<'_>,
        assumptions: &[Literal],
        choices: &[Vec<Literal>],
        wanted: usize,
        interrupter: &Interrupter,
    ) -> Result<Self, SolveError> {
        let program = ground.program;
        let mut translation = Translation::new(Method::Lazy);
        translation.extend(program)?;
        // Both directions are requested, so that the solver's literal is equivalent to the program's.
        let mut exact = |literal: Literal| {
            translation.assumption(program, literal.complement());
            translation.assumption(program, literal)
        };
        let (mut atoms, mut variables) = (FxHashMap::default(), Vec::new());
        let mut known = FxHashMap::default();
        for index in 0..program.atom_count() as u32 {
            let atom = groundplan_ground::program::AtomId(index);
            if ground.atom(atom).is_none_or(|atom| atom.name().starts_with(HIDDEN)) {
                continue;
            }
            let literal = atom.positive();
            let found = exact(literal);
            known.insert(literal, found);
            if let KnownLiteral::Literal(lit) = found {
                atoms.entry(lit.var()).or_insert_with(|| {
                    variables.push(lit.var());
                    if lit.is_neg() {
                        literal.complement()
                    } else {
                        literal
                    }
                });
            }
        }
        let mut units: Vec<Vec<Lit>> = Vec::new();
        for &literal in assumptions.iter().chain(&program.assumptions) {
            match exact(literal) {
                KnownLiteral::Constant(true) => {}
                KnownLiteral::Constant(false) => units.push(Vec::new()),
                KnownLiteral::Literal(lit) => units.push(vec![lit]),
            }
        }
        let clauses = translation.take_clauses();
        let clauses = clauses.iter().map(AsRef::as_ref).chain(units.iter().map(Vec::as_slice));
        let lookahead = Lookahead::new(translation.variable_count(), clauses);
        let cubes = vec![SearchCube { open: lookahead.open(), ..SearchCube::default() }];
        let mut splitting = Splitting {
            lookahead,
            atoms,
            variables,
            known,
            choices: Vec::new(),
            cubes,
            wanted,
            interrupter: interrupter.clone(),
        };
        splitting.read_choices(choices);
        Ok(splitting)
    }

    /// Splits the cube with most unassigned variables. After a pause, another call continues.
    pub fn next_cube(&mut self) -> Step<usize> {
        while self.cubes.len() < self.wanted && !self.lookahead.is_refuted() {
            let heaviest = (0..self.cubes.len()).rev().max_by_key(|&index| self.cubes[index].open);
            let Some(heaviest) = heaviest.filter(|&heaviest| self.cubes[heaviest].open > 0) else { break };
            let cube = std::mem::take(&mut self.cubes[heaviest]);
            match self.split(&cube) {
                Ok(SplitOutcome::Split(parts)) if !parts.is_empty() => {
                    drop(self.cubes.splice(heaviest..=heaviest, parts));
                    return Step::Answer(self.cubes.len());
                }
                // Keep the last cube: it represents the whole question.
                Ok(SplitOutcome::Refuted | SplitOutcome::Split(_)) if self.cubes.len() > 1 => {
                    self.cubes.remove(heaviest);
                }
                Ok(SplitOutcome::Refuted | SplitOutcome::Split(_) | SplitOutcome::Whole) => {
                    self.cubes[heaviest] = SearchCube { open: 0, ..cube };
                }
                Err(Interrupted) => {
                    self.cubes[heaviest] = cube;
                    return Step::Paused(Pause::Stopped);
                }
            }
        }
        Step::Exhausted
    }

    /// Returns the cubes without the assumptions, in the order of the tree. There is at least one.
    pub fn into_cubes(self) -> Vec<Vec<Literal>> {
        self.cubes.into_iter().map(|cube| cube.literals).collect()
    }

    /// Reads the choices for which propagation proves that exactly one literal is true.
    fn read_choices(&mut self, choices: &[Vec<Literal>]) {
        for choice in choices {
            let known = |literal: &Literal| {
                let positive = if literal.is_negative() { literal.complement() } else { *literal };
                match self.known.get(&positive) {
                    Some(&KnownLiteral::Literal(lit)) => {
                        let lit = if literal.is_negative() { !lit } else { lit };
                        match self.lookahead.value(lit) {
                            Some(value) => KnownLiteral::Constant(value),
                            None => KnownLiteral::Literal(lit),
                        }
                    }
                    Some(&KnownLiteral::Constant(value)) => {
                        KnownLiteral::Constant(value != literal.is_negative())
                    }
                    None => KnownLiteral::Constant(literal.is_negative()),
                }
            };
            let mut alternatives = Vec::new();
            let mut is_made = false;
            for &literal in choice {
                match known(&literal) {
                    KnownLiteral::Constant(value) => is_made |= value,
                    KnownLiteral::Literal(lit) => alternatives.push(CubeAlternative { literal, lit }),
                }
            }
            if !is_made && self.is_exactly_one(&alternatives) {
                self.choices.push(alternatives);
            }
        }
    }

    fn is_exactly_one(&mut self, alternatives: &[CubeAlternative]) -> bool {
        let mark = self.lookahead.mark();
        let none: Vec<Lit> = alternatives.iter().map(|alternative| !alternative.lit).collect();
        let mut is_one = !self.lookahead.assume(&none);
        self.lookahead.undo(mark);
        for &CubeAlternative { lit, .. } in alternatives {
            if self.lookahead.assume(&[lit]) {
                let is_false = |other: &CubeAlternative| self.lookahead.value(other.lit) == Some(false);
                is_one &= alternatives.iter().filter(|other| other.lit != lit).all(is_false);
            }
            self.lookahead.undo(mark);
        }
        // A literal that occurs twice would be two literals that are true together.
        let distinct: FxHashSet<Lit> = alternatives.iter().map(|alternative| alternative.lit).collect();
        is_one && distinct.len() == alternatives.len()
    }

    fn split(&mut self, cube: &SearchCube) -> Result<SplitOutcome, Interrupted> {
        let base = self.lookahead.mark();
        let parts = if self.lookahead.assume(&cube.lits) {
            self.split_assumed(cube)
        } else {
            Ok(SplitOutcome::Refuted)
        };
        self.lookahead.undo(base);
        parts
    }

    /// Splits a cube whose literals are assumed.
    fn split_assumed(&mut self, cube: &SearchCube) -> Result<SplitOutcome, Interrupted> {
        let mut cube = cube.clone();
        for choice in 0..self.choices.len() {
            let mut open = Vec::new();
            for &alternative in &self.choices[choice].clone() {
                if self.lookahead.value(alternative.lit).is_none() {
                    match self.look_ahead(alternative.lit)? {
                        Some((left, _)) => open.push((alternative, left)),
                        None if self.add_refuted(&mut cube, alternative.lit) => {
                            return Ok(SplitOutcome::Refuted)
                        }
                        None => {}
                    }
                }
            }
            // Literals refuted later may have implied values of literals that were open before.
            open.retain(|(alternative, _)| self.lookahead.value(alternative.lit).is_none());
            if open.len() > 1 {
                return Ok(SplitOutcome::Split(self.halve(&cube, choice, &open)));
            }
        }
        self.branch(cube)
    }

    /// Returns the number of unassigned variables if a literal is true, and the gain (how much it shortens clauses).
    /// Returns `None` if propagation refutes the literal.
    fn look_ahead(&mut self, lit: Lit) -> Result<Option<(usize, u64)>, Interrupted> {
        if self.interrupter.is_interrupted() {
            return Err(Interrupted);
        }
        let mark = self.lookahead.mark();
        let holds = self.lookahead.assume(&[lit]);
        let found = holds.then(|| (self.lookahead.open(), self.lookahead.gain(mark)));
        self.lookahead.undo(mark);
        Ok(found)
    }

    /// Adds the negation of a refuted literal to the cube. Returns whether that refutes the cube.
    fn add_refuted(&mut self, cube: &mut SearchCube, lit: Lit) -> bool {
        cube.lits.push(!lit);
        !self.lookahead.assume(&[!lit])
    }

    /// Halves the open literals of a choice without changing their order, so that both halves have about the same
    /// weight.
    fn halve(
        &mut self,
        cube: &SearchCube,
        choice: usize,
        open: &[(CubeAlternative, usize)],
    ) -> Vec<SearchCube> {
        let total: usize = open.iter().map(|(_, left)| left + 1).sum();
        let mut sum = 0;
        let middle = open.iter().take_while(|(_, left)| {
            sum += left + 1;
            2 * sum <= total
        });
        let middle = middle.count().clamp(1, open.len() - 1);
        let (first, second) = open.split_at(middle);
        [(first, second), (second, first)]
            .into_iter()
            .filter_map(|(kept, left_out)| {
                let of_choice: FxHashSet<Literal> =
                    self.choices[choice].iter().map(|alternative| alternative.literal.complement()).collect();
                let mut literals = cube.literals.clone();
                if let [(one, _)] = kept {
                    // The one true literal is shorter than the negations of all others.
                    literals.retain(|literal| !of_choice.contains(literal));
                    literals.push(one.literal);
                } else {
                    literals.extend(left_out.iter().map(|(other, _)| other.literal.complement()));
                }
                let mut lits = cube.lits.clone();
                lits.extend(left_out.iter().map(|(other, _)| !other.lit));
                self.cube(literals, lits)
            })
            .collect()
    }

    /// Splits the cube by an atom.
    fn branch(&mut self, mut cube: SearchCube) -> Result<SplitOutcome, Interrupted> {
        let mut candidates: Vec<(u128, usize)> = Vec::new();
        for (position, &variable) in self.variables.iter().enumerate() {
            let lit = variable.pos_lit();
            if self.lookahead.value(lit).is_none() {
                candidates
                    .push((product(self.lookahead.promise(lit), self.lookahead.promise(!lit)), position));
            }
        }
        candidates.sort_unstable_by_key(|&(promise, position)| (std::cmp::Reverse(promise), position));
        candidates.truncate(CANDIDATES);
        let mut best: Option<(u128, Var)> = None;
        for (_, position) in candidates {
            let variable = self.variables[position];
            let lit = variable.pos_lit();
            if self.lookahead.value(lit).is_some() {
                continue;
            }
            let gains = match (self.look_ahead(lit)?, self.look_ahead(!lit)?) {
                (Some((_, gain)), Some((_, other))) => product(gain, other),
                (None, _) if self.add_refuted(&mut cube, lit) => return Ok(SplitOutcome::Refuted),
                (_, None) if self.add_refuted(&mut cube, !lit) => return Ok(SplitOutcome::Refuted),
                _ => continue,
            };
            if best.is_none_or(|(most, _)| gains > most) {
                best = Some((gains, variable));
            }
        }
        // Literals refuted later may have implied a value of the best one.
        let Some((_, variable)) = best.filter(|(_, best)| self.lookahead.value(best.pos_lit()).is_none())
        else {
            return match self.variables.iter().any(|it| self.lookahead.value(it.pos_lit()).is_none()) {
                true => self.branch(cube),
                false => Ok(SplitOutcome::Whole),
            };
        };
        let literal = self.atoms[&variable];
        let sides = [(literal, variable.pos_lit()), (literal.complement(), variable.neg_lit())];
        let cubes = sides.into_iter().filter_map(|(literal, lit)| {
            let with = |literals: &[Literal]| [literals, &[literal]].concat();
            self.cube(with(&cube.literals), [&cube.lits[..], &[lit]].concat())
        });
        Ok(SplitOutcome::Split(cubes.collect()))
    }

    /// Returns a cube that is part of the assumed one, unless propagation refutes it.
    fn cube(&mut self, literals: Vec<Literal>, lits: Vec<Lit>) -> Option<SearchCube> {
        let mark = self.lookahead.mark();
        let cube =
            self.lookahead.assume(&lits).then(|| SearchCube { literals, lits, open: self.lookahead.open() });
        self.lookahead.undo(mark);
        cube
    }
}

/// Returns the score of a split from the gains of its two sides.
fn product(one: u64, other: u64) -> u128 {
    // The sum keeps a side without gain from making the other one worthless.
    u128::from(one) * u128::from(other) + u128::from(one) + u128::from(other)
}
