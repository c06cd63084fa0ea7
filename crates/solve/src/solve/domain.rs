//! `#heuristic`: statements about atoms become modifications of the solver's decision order (Gebser, Kaufmann, Otero, Romero,
//! Schaub & Wanko: Domain-Specific Heuristics in Answer Set Programming, AAAI 2013).

use groundplan_sat::{Aspect, Modification};
use rustc_hash::FxHashMap;
use rustsat::types::Lit;

use crate::translate::{KnownLiteral, Translation};
use groundplan_ground::program::{AtomId, Heuristic, Literal, Modifier, Program};

/// The heuristics of a program, as far as they were read.
#[derive(Default, Debug)]
pub(super) struct DomainHeuristic {
    /// The number of heuristics that were read.
    read: usize,
    /// The atoms with heuristics, in the order in which they were met.
    atoms: Vec<DomainSubject>,
    /// The number of each of these atoms.
    numbers: FxHashMap<AtomId, usize>,
}

/// An atom with heuristics.
#[derive(Debug)]
struct DomainSubject {
    literal: Lit,
    /// The level that always holds, with its priority: that of the highest priority.
    level: Option<(u64, i64)>,
}

impl DomainHeuristic {
    /// Reads the heuristics that were added to the program since the last call. Returns the modifications that they make. May write
    /// clauses.
    pub fn read(&mut self, program: &Program, translation: &mut Translation) -> Vec<Modification> {
        let new = &program.heuristics[self.read..];
        self.read = program.heuristics.len();
        let mut modifications: Vec<Modification> = Vec::new();
        let mut scores: FxHashMap<usize, (u64, i64)> = FxHashMap::default();
        for heuristic in new {
            let Some(lit) = equivalent(heuristic.atom.positive(), program, translation).open() else {
                continue;
            };
            let Some(condition) = equivalent_all(&heuristic.condition, program, translation) else {
                continue;
            };
            let Heuristic { modifier, bias, priority, .. } = *heuristic;
            let atom = self.number(heuristic.atom, lit);
            let is_conditional = !condition.is_empty();
            let mut push = |aspect, bias| {
                let condition = condition.clone();
                modifications.push(Modification { lit, atom, aspect, bias, priority, condition });
            };
            match modifier {
                Modifier::Level => push(Aspect::Level, bias),
                Modifier::Sign => push(Aspect::Sign, bias),
                Modifier::Factor => push(Aspect::Factor, bias),
                Modifier::True | Modifier::False => {
                    push(Aspect::Level, bias);
                    push(Aspect::Sign, if modifier == Modifier::True { 1 } else { -1 });
                }
                Modifier::Init => {
                    // A condition cannot delay an initial score.
                    if !is_conditional && scores.get(&atom).is_none_or(|known| known.0 <= priority) {
                        scores.insert(atom, (priority, bias));
                    }
                }
            }
            if !is_conditional && matches!(modifier, Modifier::Level | Modifier::True | Modifier::False) {
                let known = &mut self.atoms[atom].level;
                if known.is_none_or(|(known, _)| known <= priority) {
                    *known = Some((priority, bias));
                }
            }
        }
        modifications.extend(scores.into_iter().map(|(atom, (priority, bias))| {
            let lit = self.atoms[atom].literal;
            Modification { lit, atom, aspect: Aspect::Score, bias, priority, condition: Vec::new() }
        }));
        modifications
    }

    fn number(&mut self, atom: AtomId, literal: Lit) -> usize {
        let DomainHeuristic { atoms, numbers, .. } = self;
        *numbers.entry(atom).or_insert_with(|| {
            atoms.push(DomainSubject { literal, level: None });
            atoms.len() - 1
        })
    }

    /// Returns the atoms on which models are recorded, by number and literal: those whose level is always above 0. As in clasp, the
    /// unconditional level of the highest priority decides.
    pub fn recorded(&self) -> impl Iterator<Item = (usize, Lit)> + '_ {
        let atoms = self.atoms.iter().enumerate();
        let recorded = atoms.filter(|(_, atom)| atom.level.is_some_and(|(_, level)| level > 0));
        recorded.map(|(number, atom)| (number, atom.literal))
    }
}

/// Returns the solver's literal that is equivalent to a literal of the program.
fn equivalent(literal: Literal, program: &Program, translation: &mut Translation) -> KnownLiteral {
    translation.assumption(program, literal.complement());
    translation.assumption(program, literal)
}

/// Returns the solver's literals of a conjunction, or `None` if it never holds.
fn equivalent_all(
    conjunction: &[Literal],
    program: &Program,
    translation: &mut Translation,
) -> Option<Vec<Lit>> {
    let mut literals = Vec::with_capacity(conjunction.len());
    for &literal in conjunction {
        match equivalent(literal, program, translation) {
            KnownLiteral::Constant(true) => {}
            KnownLiteral::Constant(false) => return None,
            KnownLiteral::Literal(literal) => literals.push(literal),
        }
    }
    Some(literals)
}

impl KnownLiteral {
    fn open(self) -> Option<Lit> {
        match self {
            KnownLiteral::Literal(literal) => Some(literal),
            KnownLiteral::Constant(_) => None,
        }
    }
}
