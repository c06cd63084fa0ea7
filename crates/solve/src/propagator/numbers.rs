//! The numbers by which embedding programs know the solver's literals.
//!
//! As in clingo, 1 is a literal that is always true, the numbers of variables are 1 to n without holes, and the
//! complement of a literal has the negated number. All propagators of a search share the numbers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustsat::types::{Lit, Var};

/// The numbers of the solver's literals, for all propagators of a search. Clones share them.
///
/// Literals get numbers when a propagator first obtains them. The number of a literal never changes.
#[derive(Clone, Default, Debug)]
pub struct LiteralNumbers(Arc<Mutex<NumberTable>>);

#[derive(Default, Debug)]
struct NumberTable {
    /// The variable with each number, from 1.
    variables: Vec<Var>,
    /// The number of each variable; 0 if it has none.
    numbers: Vec<u32>,
    /// Variables that the solver does not observe yet.
    new: Vec<Var>,
    /// The variables by which answer sets differ although their atoms are the same.
    counted: Vec<Var>,
    /// Such variables until the end of the question.
    counted_now: Vec<Var>,
    /// The literal that is assumed until the end of the question, and false afterwards.
    activation: Option<Lit>,
    /// Whether somebody asked for it.
    is_activation_used: bool,
}

impl LiteralNumbers {
    /// The number of the literal that is always true.
    pub const TRUE: i32 = 1;

    fn table(&self) -> MutexGuard<'_, NumberTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the literal with a number, or `None` if there is none.
    #[must_use]
    pub fn literal(&self, number: i32) -> Option<Lit> {
        let position = usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
        let variable = *self.table().variables.get(position)?;
        Some(variable.lit(number < 0))
    }

    /// Returns the number of a literal, or `None` if no propagator has obtained it.
    #[must_use]
    pub fn number(&self, literal: Lit) -> Option<i32> {
        let number = self.table().number(literal.var())?;
        Some(if literal.is_neg() { -number } else { number })
    }

    /// Returns the positive literals of the variables behind the first `start` ones, in the order of their numbers. Since a number never
    /// changes, they can be kept.
    #[must_use]
    pub fn literals_from(&self, start: usize) -> Vec<Lit> {
        let table = self.table();
        table.variables.iter().skip(start).map(|variable| variable.pos_lit()).collect()
    }

    /// Whether these are the numbers of the same search.
    #[must_use]
    pub fn is_same(&self, other: &LiteralNumbers) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The number of variables that have numbers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table().variables.len()
    }

    /// Whether no literal has a number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The variables with numbers, in the order of the numbers.
    pub(crate) fn variables(&self) -> Vec<Var> {
        self.table().variables.clone()
    }

    /// Gives a variable the next number, unless it has one. Returns whether it is new.
    pub(crate) fn add(&self, variable: Var) -> bool {
        let table = &mut *self.table();
        if table.number(variable).is_some() {
            return false;
        }
        if table.numbers.len() <= variable.idx() {
            table.numbers.resize(variable.idx() + 1, 0);
        }
        table.variables.push(variable);
        table.new.push(variable);
        table.numbers[variable.idx()] = u32::try_from(table.variables.len()).expect("variables fit 32 bits");
        true
    }

    /// Takes the variables that the solver must observe from now on.
    pub(crate) fn take_new(&self) -> Vec<Var> {
        std::mem::take(&mut self.table().new)
    }

    /// Returns those of the literals that have numbers.
    pub(crate) fn known<'l>(&self, literals: &'l [Lit]) -> impl Iterator<Item = Lit> + 'l {
        let table = self.table();
        let known: Vec<bool> = literals.iter().map(|literal| table.number(literal.var()).is_some()).collect();
        literals.iter().zip(known).filter_map(|(&literal, known)| known.then_some(literal))
    }

    /// Counts answer sets that differ in this variable as different, from now on.
    pub(crate) fn count(&self, variable: Var) {
        self.table().counted.push(variable);
    }

    /// Does so until the end of the question.
    pub(crate) fn count_now(&self, variable: Var) {
        self.table().counted_now.push(variable);
    }

    /// Begins a question that assumes this literal. It is false when the question has ended.
    pub(crate) fn begin_question(&self, activation: Lit) {
        let table = &mut *self.table();
        table.activation = Some(activation);
        table.is_activation_used = false;
    }

    /// Returns the literal that is assumed until the end of the question.
    pub(crate) fn activation(&self) -> Option<Lit> {
        let table = &mut *self.table();
        table.is_activation_used = true;
        table.activation
    }

    /// Whether the literal was asked for since the question began, so that there may be clauses with it.
    pub(crate) fn is_activation_used(&self) -> bool {
        self.table().is_activation_used
    }

    /// Ends a question.
    pub(crate) fn end_question(&self) {
        let table = &mut *self.table();
        table.counted_now.clear();
        table.activation = None;
    }

    /// The variables by which answer sets differ although their atoms are the same.
    pub(crate) fn counted(&self) -> Vec<Var> {
        let table = self.table();
        table.counted.iter().chain(&table.counted_now).copied().collect()
    }
}

impl NumberTable {
    fn number(&self, variable: Var) -> Option<i32> {
        let number = self.numbers.get(variable.idx()).copied().filter(|&number| number > 0)?;
        Some(i32::try_from(number).expect("variables fit 31 bits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_holes_and_a_sign() {
        let numbers = LiteralNumbers::default();
        let [truth, other] = [Var::new(7), Var::new(2)];
        assert!(numbers.add(truth) && numbers.add(other) && !numbers.add(truth));
        assert_eq!(numbers.number(truth.pos_lit()), Some(LiteralNumbers::TRUE));
        assert_eq!(numbers.number(other.neg_lit()), Some(-2));
        assert_eq!(numbers.literal(-2), Some(other.neg_lit()));
        assert_eq!([numbers.literal(0), numbers.literal(3), numbers.literal(i32::MIN)], [None; 3]);
        assert_eq!(numbers.len(), 2);
        assert_eq!(numbers.literals_from(1), [other.pos_lit()]);
    }
}
