//! The solver before the search.

use groundplan::propagator::{LiteralNumbers, Setup};

use super::assignment::{Assignment, TrueLiterals};
use super::objective::Minimized;
use super::state::PropagatorState;
use super::sum::WeightedSum;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::literal::literal as program_literal;

/// The solver before the search: what [`super::HostPropagator::init`] is given.
pub struct Init<'s, 'a> {
    setup: &'s mut Setup<'a>,
    state: &'s mut PropagatorState,
    control: &'s Control,
}

impl<'s, 'a> Init<'s, 'a> {
    pub(super) fn new(
        setup: &'s mut Setup<'a>,
        state: &'s mut PropagatorState,
        control: &'s Control,
    ) -> Self {
        Init { setup, state, control }
    }

    /// Returns the solver literal of a program literal, or of the condition of a theory element. As in clingo, an atom that the
    /// program does not have is false, and 0 is true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    pub fn solver_literal(&mut self, literal: i64) -> Result<i32> {
        let found = match self.control.condition(literal.abs()) {
            Some(literals) => self.conjunction(literal.abs(), &literals)?,
            None => self.known(literal.abs())?,
        };
        Ok(if literal < 0 { -found } else { found })
    }

    fn known(&mut self, literal: i64) -> Result<i32> {
        if literal == 0 {
            return Ok(LiteralNumbers::TRUE);
        }
        let given = program_literal(literal)?;
        if given.atom().index() >= self.setup.program().atom_count() {
            return Ok(-LiteralNumbers::TRUE);
        }
        let found = self.setup.literal(given);
        let number = self.state.report(self.setup, found);
        let positive = if number < 0 { given.complement() } else { given };
        self.state.of_program.entry(number.abs()).or_insert(positive);
        Ok(number)
    }

    /// Returns the solver literal that is equivalent to a conjunction of program literals.
    fn conjunction(&mut self, number: i64, literals: &[i64]) -> Result<i32> {
        if let Some(&known) = self.state.conjunctions.get(&number) {
            return Ok(known);
        }
        let all = self.setup.new_literal();
        let found = self.state.report(self.setup, all);
        let mut some_is_false = vec![all];
        for &literal in literals {
            let each = self.known(literal.abs())?;
            let each = self.state.literal(if literal < 0 { -each } else { each })?;
            self.setup.add_clause(&[!all, each]);
            some_is_false.push(!each);
        }
        self.setup.add_clause(&some_is_false);
        self.state.conjunctions.insert(number, found);
        Ok(found)
    }

    /// Makes the host hear when a solver literal becomes true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    pub fn add_watch(&mut self, literal: i32) -> Result<()> {
        let solver = self.state.literal(literal)?;
        self.state.watched.insert(literal);
        self.state.report(self.setup, solver);
        Ok(())
    }

    /// Ends the watch on a solver literal.
    pub fn remove_watch(&mut self, literal: i32) {
        self.state.watched.remove(&literal);
    }

    /// Keeps a literal from being simplified away, which none is.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if no literal has this number.
    pub fn freeze_literal(&mut self, literal: i32) -> Result<()> {
        self.state.literal(literal).map(drop)
    }

    /// Adds a new solver literal that does not occur in the program. Answer sets that differ in it are different ones.
    pub fn add_literal(&mut self) -> i32 {
        let literal = self.setup.new_literal();
        self.setup.count(literal);
        self.state.report(self.setup, literal)
    }

    /// Adds a clause. Returns false if the problem is known to be unsatisfiable.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if a number is that of no literal.
    pub fn add_clause(&mut self, clause: &[i32]) -> Result<bool> {
        let clause = self.state.clause(clause)?;
        self.setup.add_clause(&clause);
        Ok(self.state.fix(self.setup, &clause))
    }

    /// Finds out what the clauses added so far fix together, but not what the program's rules do. Returns false if the problem is
    /// known to be unsatisfiable.
    pub fn propagate(&mut self) -> bool {
        self.state.propagate(self.setup)
    }

    /// Makes a literal equivalent to a bound on a sum: the weights of the true literals sum up to at least `bound` or, with
    /// `is_equal`, to exactly `bound`. A positive `kind` states only that the literal implies the bound, a negative one only the
    /// converse. Returns false if the problem is known to be unsatisfiable.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if a number is that of no literal, or the sum takes too many values.
    pub fn add_weight_constraint(
        &mut self,
        literal: i32,
        weights: &[(i32, i64)],
        bound: i64,
        kind: i32,
        is_equal: bool,
    ) -> Result<bool> {
        let holds = self.state.literal(literal)?;
        let weights = weights.iter().map(|&(it, weight)| Ok((self.state.literal(it)?, weight)));
        let mut sum = WeightedSum::new(self.setup, weights.collect::<Result<_>>()?);
        let mut sides = vec![sum.at_least(bound.into())?];
        if is_equal {
            // As in clingo, equality is the conjunction of both bounds, and the literal is related to each bound separately.
            sides.push(!sum.at_least(i128::from(bound) + 1)?);
        }
        let mut clauses = Vec::new();
        for side in sides {
            if kind >= 0 {
                clauses.push([!holds, side]);
            }
            if kind <= 0 {
                clauses.push([holds, !side]);
            }
        }
        let mut is_open = true;
        for clause in clauses {
            self.setup.add_clause(&clause);
            is_open &= self.state.fix(self.setup, &clause);
        }
        Ok(is_open)
    }

    /// Adds a literal to what is minimized, in this search and in later ones: if it is true, it costs its weight at the priority.
    ///
    /// # Errors
    ///
    /// Returns an error if no literal has this number, or the sum of the weights leaves the range of 64-bit integers.
    pub fn add_minimize(&mut self, literal: i32, weight: i64, priority: i64) -> Result<()> {
        let solver = self.state.literal(literal)?;
        let minimized = match self.state.of_program.get(&literal.abs()) {
            Some(&known) => Minimized::Program(if literal < 0 { known.complement() } else { known }),
            None => Minimized::Solver(solver),
        };
        self.control.with_added_objective(|added| added.add(minimized, weight, priority))
    }

    /// Returns when `check` is called: see [`Init::set_check_mode`].
    pub fn check_mode(&self) -> u8 {
        self.state.check_mode
    }

    /// Sets when `check` is called, by clingo's numbers: 0 never, 1 on total assignments, 2 after propagation, 3 both.
    pub fn set_check_mode(&mut self, mode: u8) {
        self.state.check_mode = mode;
    }

    /// Whether `undo` is called also for levels on which only `check` was called, not `propagate`.
    pub fn always_undoes(&self) -> bool {
        self.state.always_undoes
    }

    /// Sets whether it is.
    pub fn set_always_undoes(&mut self, always: bool) {
        self.state.always_undoes = always;
    }
}

impl Assignment for Init<'_, '_> {
    fn len(&mut self) -> usize {
        self.state.numbers.len()
    }

    /// Only literals fixed by unit clauses, or found by [`Init::propagate`], have a value.
    fn value(&mut self, literal: i32) -> Result<Option<bool>> {
        let known = self.state.literal(literal)?;
        Ok(if self.state.is_fixed(self.setup, known) {
            Some(true)
        } else {
            self.state.is_fixed(self.setup, !known).then_some(false)
        })
    }

    fn level(&mut self, literal: i32) -> Result<Option<usize>> {
        Ok(self.value(literal)?.map(|_| 0))
    }

    fn trail(&mut self) -> TrueLiterals {
        TrueLiterals { literals: self.state.trail_before_search(self.setup), starts: Vec::new() }
    }

    fn decision(&mut self, level: usize) -> Result<i32> {
        if level == 0 {
            return Ok(LiteralNumbers::TRUE);
        }
        Err(Error::Runtime(format!("invalid decision level: there is no level {level}")))
    }

    fn is_total(&mut self) -> bool {
        false
    }
}
