//! A list of propagators combined into one.

use rustsat::types::{Lit, Var};

use crate::Propagator;

/// Several propagators combined into one. Each receives all assignments; earlier ones propagate first. Reasons are forgettable if
/// one of the propagators says so.
pub struct Propagators {
    parts: Vec<Box<dyn Propagator>>,
    /// The indices of the propagators that give clauses.
    giving: Vec<usize>,
    /// The index of the propagator that implied each literal last, indexed by literal.
    implied_by: Vec<usize>,
}

impl Propagators {
    /// Combines these propagators, in this order.
    #[must_use]
    pub fn new(parts: Vec<Box<dyn Propagator>>) -> Self {
        let giving = (0..parts.len()).filter(|&number| parts[number].gives_clauses()).collect();
        Propagators { parts, giving, implied_by: Vec::new() }
    }

    /// Notes which propagator implied literals.
    fn note(&mut self, lits: &[Lit], number: usize) {
        for lit in lits {
            if self.implied_by.len() <= lit.lidx() {
                self.implied_by.resize(lit.lidx() + 1, 0);
            }
            self.implied_by[lit.lidx()] = number;
        }
    }
}

impl Propagator for Propagators {
    fn assign(&mut self, lits: &[Lit]) {
        self.parts.iter_mut().for_each(|part| part.assign(lits));
    }

    fn new_level(&mut self) {
        self.parts.iter_mut().for_each(|part| part.new_level());
    }

    fn backtrack(&mut self, level: usize) {
        self.parts.iter_mut().for_each(|part| part.backtrack(level));
    }

    fn propagate(&mut self) -> Option<Lit> {
        let mut parts = self.parts.iter_mut().enumerate();
        let (number, lit) = parts.find_map(|(number, part)| Some((number, part.propagate()?)))?;
        self.note(&[lit], number);
        Some(lit)
    }

    fn propagate_many(&mut self, implied: &mut Vec<Lit>) -> bool {
        let before = implied.len();
        for number in 0..self.parts.len() {
            let leaves_turn = self.parts[number].propagate_many(implied);
            if implied.len() > before {
                self.note(&implied[before..], number);
                return leaves_turn;
            }
            if self.parts[number].is_paused() {
                break;
            }
        }
        false
    }

    fn is_paused(&self) -> bool {
        self.parts.iter().any(|part| part.is_paused())
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        self.parts[self.implied_by[lit.lidx()]].reason(lit, clause);
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        self.giving.iter().find_map(|&number| self.parts[number].clause())
    }

    fn gives_clauses(&self) -> bool {
        !self.giving.is_empty()
    }

    fn decided(&mut self, lit: Lit) {
        self.giving.iter().for_each(|&number| self.parts[number].decided(lit));
    }

    fn take_observed(&mut self) -> Vec<Var> {
        self.giving.iter().flat_map(|&number| self.parts[number].take_observed()).collect()
    }

    fn take_temporary(&mut self) -> Vec<Var> {
        self.giving.iter().flat_map(|&number| self.parts[number].take_temporary()).collect()
    }

    fn keep(&mut self, var: Var) {
        self.giving.iter().for_each(|&number| self.parts[number].keep(var));
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        self.parts.iter_mut().flat_map(|part| part.check_model(model)).collect()
    }

    fn checks_models(&self) -> bool {
        self.parts.iter().any(|part| part.checks_models())
    }

    fn decide(&mut self) -> Option<Lit> {
        self.parts.iter_mut().filter(|part| part.decides()).find_map(|part| part.decide())
    }

    fn decides(&self) -> bool {
        self.parts.iter().any(|part| part.decides())
    }

    fn complete(&mut self) -> Option<Lit> {
        self.giving.iter().find_map(|&number| self.parts[number].complete())
    }

    fn forgettable_reasons(&self) -> bool {
        self.parts.iter().any(|part| part.forgettable_reasons())
    }
}
