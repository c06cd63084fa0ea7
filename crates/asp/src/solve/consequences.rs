//! What holds in some answer set, or in all of them: each answer set found is followed by the search for one that adds
//! something new (brave) or lacks something (cautious).

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit};

use super::{Assumptions, Enumeration, Found, Search, SolveError};
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

impl Search {
    /// Visits the union or the intersection of the answer sets found so far, each larger or smaller than the one before,
    /// until the last is proven to be that of all answer sets, or the visitor breaks. It is a set of items, an item being
    /// literals of which one has to hold; the visitor hears how many items may still enter or leave it. Without an
    /// answer set nothing is visited.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn consequences(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        reasoning: Reasoning,
        items: &[Vec<Literal>],
        mut visit: impl FnMut(&FixedBitSet, usize) -> ControlFlow<()>,
    ) -> Result<Enumeration, SolveError> {
        let Assumptions::Literals(mut literals, _) = self.assume(program, assumptions)? else {
            return Ok(Enumeration::Exhausted);
        };
        let assumed = literals.len();
        let mut candidates = self.candidates(program, reasoning, items)?;
        let mut known = FixedBitSet::with_capacity(items.len());
        if reasoning == Reasoning::Cautious {
            known.insert_range(..);
        }
        let end = loop {
            let values = match self.find(&literals)? {
                Found::Model(values) => values,
                Found::None => break Enumeration::Exhausted,
                Found::Interrupted => break Enumeration::Interrupted,
            };
            let atoms = self.answer_set(program, &values)?;
            for (index, item) in items.iter().enumerate() {
                let holds = item.iter().any(|l| atoms.contains(l.atom().index()) != l.is_negative());
                if holds == (reasoning == Reasoning::Brave) {
                    known.set(index, holds);
                }
            }
            candidates.retain(|&(index, _)| known[index] == (reasoning == Reasoning::Cautious));
            if visit(&known, candidates.len()).is_break() {
                break Enumeration::Stopped;
            }
            if candidates.is_empty() {
                break Enumeration::Exhausted;
            }
            // Each clause says all that the ones before it did, and these are long: only the last stays on.
            self.switch_off(&mut literals, assumed)?;
            let switch = self.translation.switch();
            literals.push(switch);
            let changes = candidates.iter().flat_map(|(_, literals)| literals).copied();
            let clause: Vec<Lit> = changes.chain([!switch]).collect();
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::Solver)?;
        };
        self.switch_off(&mut literals, assumed)?;
        Ok(end)
    }

    /// Makes the switches among assumed literals false, which come after so many others.
    fn switch_off(&mut self, literals: &mut Vec<Lit>, others: usize) -> Result<(), SolveError> {
        for switch in literals.drain(others..) {
            self.solver.add_clause_ref(Cl::new(&[!switch])).map_err(SolveError::Solver)?;
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
                        self.solver.add_clause_ref(Cl::new(&[!lost, lit])).map_err(SolveError::Solver)?;
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
