//! Search for the brave or cautious consequences of a program.
//!
//! After each answer set, the next one must contain an item that no answer set before it had (brave), or lack an item
//! that all before it had (cautious).

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::search::Assumptions;
use super::{Bound, End, Question, Search, SolveError, Step};
use crate::translate::KnownLiteral;
use groundplan_ground::program::{Literal, Program};

/// The kind of consequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reasoning {
    /// Brave: what is true in at least one answer set; the union of all.
    Brave,
    /// Cautious: what is true in every answer set; the intersection of all.
    Cautious,
}

/// An undecided item: its index, and literals one of which changes its status.
type UndecidedItem = (usize, Vec<Lit>);

/// A question for the union or intersection of all answer sets that satisfy the assumptions.
///
/// The result is a set of items. An item is a list of literals, and holds if at least one of them does. After each
/// answer the set is known more precisely.
#[derive(Debug)]
pub struct Deduction {
    reasoning: Reasoning,
    items: Vec<Vec<Literal>>,
    /// The assumptions (the first `assumed` literals), and then the activation literal of the last clause.
    literals: Vec<Lit>,
    assumed: usize,
    candidates: Vec<UndecidedItem>,
    known: FixedBitSet,
    begun: bool,
    end: Option<End>,
}

impl Deduction {
    /// Creates the question. With a bound, only answer sets that meet it count.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        reasoning: Reasoning,
        items: Vec<Vec<Literal>>,
        bound: Option<&Bound>,
    ) -> Result<Self, SolveError> {
        let (mut literals, end) = match search.assume(program, assumptions)? {
            Assumptions::Literals(literals, _) => (literals, None),
            Assumptions::Refuted(_) => (Vec::new(), Some(End::Exhausted)),
        };
        if bound.is_some() || !search.hosts.is_empty() {
            let activation = search.translation.activation_literal();
            search.numbers.begin_question(activation);
            if let Some(bound) = bound {
                bound.meet(search, program, activation)?;
            }
            literals.push(activation);
        }
        let candidates = candidates(search, program, reasoning, &items)?;
        let mut known = FixedBitSet::with_capacity(items.len());
        if reasoning == Reasoning::Cautious {
            known.insert_range(..);
        }
        let assumed = literals.len();
        Ok(Deduction { reasoning, items, literals, assumed, candidates, known, begun: false, end })
    }

    /// Whether an item is in the union or intersection of the answer sets found so far.
    pub fn knows(&self, item: usize) -> bool {
        self.known[item]
    }

    /// Returns the number of items that may still be added or removed.
    pub fn open(&self) -> usize {
        self.candidates.len()
    }

    /// Permanently disables the last clause, if there is one.
    fn disable_clause(&mut self, search: &mut Search) -> Result<(), SolveError> {
        self.literals.drain(self.assumed..).try_for_each(|activation| search.add_clause(&[!activation]))
    }
}

impl Question for Deduction {
    /// An answer set that changed the known items.
    type Answer = ();

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<()>, SolveError> {
        if self.end.is_some() || self.begun && self.candidates.is_empty() {
            return self.conclude(search, End::Exhausted);
        }
        if self.begun {
            // Each clause implies the earlier ones, and they are long, so only the last one stays active.
            self.disable_clause(search)?;
            let activation = search.translation.activation_literal();
            self.literals.push(activation);
            let changes = self.candidates.iter().flat_map(|(_, literals)| literals).copied();
            let clause: Vec<Lit> = changes.chain([!activation]).collect();
            search.add_clause(&clause)?;
        }
        self.begun = true;
        let values = match search.find(&self.literals)? {
            Step::Answer(values) => values,
            Step::Exhausted => return self.conclude(search, End::Exhausted),
            Step::Paused(_) => return self.conclude(search, End::Interrupted),
        };
        let atoms = search.answer_set(program, &values)?;
        let Deduction { reasoning, items, candidates, known, .. } = self;
        for (index, item) in items.iter().enumerate() {
            let holds = item.iter().any(|l| atoms.contains(l.atom().index()) != l.is_negative());
            if holds == (*reasoning == Reasoning::Brave) {
                known.set(index, holds);
            }
        }
        candidates.retain(|&(index, _)| known[index] == (*reasoning == Reasoning::Cautious));
        Ok(Step::Answer(()))
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        if self.end.is_none() {
            self.end = Some(end);
            self.disable_clause(search)?;
        }
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}

/// Returns the items that may differ between answer sets, as far as is known.
fn candidates(
    search: &mut Search,
    program: &Program,
    reasoning: Reasoning,
    items: &[Vec<Literal>],
) -> Result<Vec<UndecidedItem>, SolveError> {
    let mut candidates = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let literal = |literal: &Literal| match reasoning {
            Reasoning::Brave => *literal,
            Reasoning::Cautious => literal.complement(),
        };
        let changes: Vec<KnownLiteral> =
            item.iter().map(|it| search.translation.assumption(program, literal(it))).collect();
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
            // An item is removed only if all of its literals are false.
            (Reasoning::Cautious, _) => {
                let lost = search.translation.activation_literal();
                for lit in open {
                    search.add_clause(&[!lost, lit])?;
                }
                vec![lost]
            }
        };
        candidates.push((index, changes));
    }
    search.hand_over()?;
    Ok(candidates)
}
