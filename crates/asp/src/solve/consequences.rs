//! What holds in some answer set, or in all of them: each answer set found is followed by the search for one that adds
//! something new (brave) or lacks something (cautious).

use fixedbitset::FixedBitSet;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit};

use super::{Assumptions, Bound, End, Found, Search, SolveError};
use crate::program::{Literal, Program};
use crate::translate::KnownLiteral;

/// Which consequences of a program are meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reasoning {
    /// What holds in some answer set: their union.
    Brave,
    /// What holds in every answer set: their intersection.
    Cautious,
}

/// What the next answer set may change: the index of an item, and literals one of which changes it.
type Candidate = (usize, Vec<Lit>);

/// A search for consequences under way: see [`Search::deduction`].
#[derive(Debug)]
pub struct Deduction {
    reasoning: Reasoning,
    items: Vec<Vec<Literal>>,
    /// The assumptions, `assumed` of them, and a switch behind them.
    literals: Vec<Lit>,
    assumed: usize,
    candidates: Vec<Candidate>,
    known: FixedBitSet,
    begun: bool,
    end: Option<End>,
}

impl Deduction {
    /// Whether an item is in the union, or the intersection, of the answer sets found so far.
    pub fn knows(&self, item: usize) -> bool {
        self.known[item]
    }

    /// How many items may still enter or leave it.
    pub fn open(&self) -> usize {
        self.candidates.len()
    }

    /// How it ended; `None` while it may go on. After [`End::Exhausted`] what is known holds for all answer sets.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Search {
    /// Begins a search for the union or the intersection of all answer sets in which the assumptions hold: a set of items,
    /// an item being literals of which one has to hold. With a bound, of those that meet it.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn deduction(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        reasoning: Reasoning,
        items: Vec<Vec<Literal>>,
        bound: Option<&Bound>,
    ) -> Result<Deduction, SolveError> {
        let (mut literals, end) = match self.assume(program, assumptions)? {
            Assumptions::Literals(literals, _) => (literals, None),
            Assumptions::Refuted(_) => (Vec::new(), Some(End::Exhausted)),
        };
        if let Some(bound) = bound {
            let switch = self.translation.switch();
            self.meet(program, bound, switch)?;
            literals.push(switch);
        }
        let candidates = self.candidates(program, reasoning, &items)?;
        let mut known = FixedBitSet::with_capacity(items.len());
        if reasoning == Reasoning::Cautious {
            known.insert_range(..);
        }
        let assumed = literals.len();
        Ok(Deduction { reasoning, items, literals, assumed, candidates, known, begun: false, end })
    }

    /// Looks for an answer set that changes what is known of a deduction, and says whether there is one; the deduction has
    /// ended if not. The program must not have grown since it began.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn deduce(&mut self, program: &Program, deduction: &mut Deduction) -> Result<bool, SolveError> {
        if deduction.end.is_some() {
            return Ok(false);
        }
        if deduction.begun {
            if deduction.candidates.is_empty() {
                return self.end_deduction(deduction, End::Exhausted).map(|()| false);
            }
            // Each clause says all that the ones before it did, and these are long: only the last stays on.
            self.switch_off(&mut deduction.literals, deduction.assumed)?;
            let switch = self.translation.switch();
            deduction.literals.push(switch);
            let changes = deduction.candidates.iter().flat_map(|(_, literals)| literals).copied();
            let clause: Vec<Lit> = changes.chain([!switch]).collect();
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        deduction.begun = true;
        let values = match self.find(&deduction.literals)? {
            Found::Model(values) => values,
            Found::None => return self.end_deduction(deduction, End::Exhausted).map(|()| false),
            Found::Interrupted => return self.end_deduction(deduction, End::Interrupted).map(|()| false),
        };
        let atoms = self.answer_set(program, &values)?;
        let Deduction { reasoning, items, candidates, known, .. } = deduction;
        for (index, item) in items.iter().enumerate() {
            let holds = item.iter().any(|l| atoms.contains(l.atom().index()) != l.is_negative());
            if holds == (*reasoning == Reasoning::Brave) {
                known.set(index, holds);
            }
        }
        candidates.retain(|&(index, _)| known[index] == (*reasoning == Reasoning::Cautious));
        Ok(true)
    }

    /// Ends a deduction: later searches are not bound by it. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn end_deduction(&mut self, deduction: &mut Deduction, end: End) -> Result<(), SolveError> {
        if deduction.end.is_none() {
            deduction.end = Some(end);
            self.switch_off(&mut deduction.literals, deduction.assumed)?;
        }
        Ok(())
    }

    /// Makes the switches among assumed literals false, which come after so many others.
    fn switch_off(&mut self, literals: &mut Vec<Lit>, others: usize) -> Result<(), SolveError> {
        for switch in literals.drain(others..) {
            self.solver.add_clause_ref(Cl::new(&[!switch])).map_err(SolveError::solver)?;
        }
        Ok(())
    }

    /// The items that hold in some answer sets and not in others, as far as that is not decided yet.
    fn candidates(
        &mut self,
        program: &Program,
        reasoning: Reasoning,
        items: &[Vec<Literal>],
    ) -> Result<Vec<Candidate>, SolveError> {
        let mut candidates = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let literal = |literal: &Literal| match reasoning {
                Reasoning::Brave => *literal,
                Reasoning::Cautious => literal.complement(),
            };
            let changes: Vec<KnownLiteral> =
                item.iter().map(|it| self.translation.assumption(program, literal(it))).collect();
            let open = changes.iter().filter_map(|change| match change {
                KnownLiteral::Literal(lit) => Some(*lit),
                KnownLiteral::Constant(_) => None,
            });
            let open: Vec<Lit> = open.collect();
            let decided = match reasoning {
                Reasoning::Brave => KnownLiteral::Constant(true),
                Reasoning::Cautious => KnownLiteral::Constant(false),
            };
            if open.is_empty() || changes.contains(&decided) {
                continue;
            }
            let changes = match (reasoning, open.len()) {
                (Reasoning::Brave, _) | (Reasoning::Cautious, 1) => open,
                // The item is lost only where all of its literals are.
                (Reasoning::Cautious, _) => {
                    let lost = self.translation.switch();
                    for lit in open {
                        self.solver.add_clause_ref(Cl::new(&[!lost, lit])).map_err(SolveError::solver)?;
                    }
                    vec![lost]
                }
            };
            candidates.push((index, changes));
        }
        self.hand_over()?;
        Ok(candidates)
    }
}
