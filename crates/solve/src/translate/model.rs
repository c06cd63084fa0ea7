//! Conversion of models of the clauses to answer sets.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use rustsat::instances::BasicVarManager;
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::clausify;
use super::cnf::ClauseOrigin;
use super::formulas::Formulas;
use super::gates::{Edge, Gate, Valuation};
use super::index::Table;
use super::loops::{lazy, ComponentId, Member, Method, StepAtom};
use super::translation::{KnownLiteral, Translation};
use groundplan_ground::program::{AtomId, Literal, Program};

impl Translation {
    /// Returns the values of all formulas in a model of the clauses. Unfounded atoms of components with deferred
    /// supports become false.
    pub fn valuation(&mut self, holds: impl Fn(Lit) -> bool) -> Valuation {
        if self.supports.deferred.is_empty() {
            let Translation { gates, cnf, last, .. } = self;
            return last.evaluate(gates, |node| cnf.variable(node).is_some_and(&holds));
        }
        let mut unfounded: FxHashSet<usize> = FxHashSet::default();
        loop {
            let values = self
                .gates
                .evaluate(|node| self.cnf.variable(node).is_some_and(&holds) && !unfounded.contains(&node));
            let known = unfounded.len();
            for &number in &self.supports.deferred {
                let component = &self.loops.components[number];
                let levels = component.levels(&values);
                let truths = component.members().filter(|&atom| levels[atom].is_none());
                let truths = truths.map(|atom| component.truth(atom)).filter(|&truth| values.get(truth));
                unfounded.extend(truths.map(Edge::node));
            }
            // Another component may depend on the atoms that became false, so all are examined again.
            if unfounded.len() == known {
                return values;
            }
        }
    }

    /// Returns the atoms that are true under a valuation.
    #[must_use]
    pub fn atoms(&mut self, program: &Program, values: &Valuation) -> FixedBitSet {
        self.last.atoms(program, &self.edges, values)
    }

    /// Adds loop formulas that refute a valuation if some of its true atoms are unfounded. Returns whether there were
    /// any.
    pub fn refute_unfounded(&mut self, values: &Valuation) -> bool {
        let mut formulas = Formulas::default();
        let mut found = false;
        for (number, component) in self.loops.components.entries() {
            // The valuation has no unfounded atoms of these components.
            if self.supports.deferred.binary_search(&number).is_ok() {
                continue;
            }
            for atoms in lazy::unfounded_loops(component, values) {
                found = true;
                if self.shifts.meet(number, component, &atoms) {
                    lazy::loop_formula(component, &atoms, &mut self.gates, &mut formulas);
                    self.loops.formulas += 1;
                }
            }
        }
        if found {
            self.shift_loops(&mut formulas);
            clausify::assert(&mut self.cnf, &mut self.gates, &formulas);
            self.count_unfounded_model();
        }
        found
    }

    /// Adds loop formulas that refute a valuation in which these atoms of a component are unfounded.
    pub(crate) fn refute(
        &mut self,
        number: ComponentId,
        unfounded: &Table<Member, bool>,
        values: &Valuation,
    ) {
        let mut formulas = Formulas::default();
        let component = &self.loops.components[number];
        for atoms in lazy::terminating_loops(component, values, unfounded) {
            if self.shifts.meet(number, component, &atoms) {
                lazy::loop_formula(component, &atoms, &mut self.gates, &mut formulas);
                self.loops.formulas += 1;
            }
        }
        self.shift_loops(&mut formulas);
        clausify::assert(&mut self.cnf, &mut self.gates, &formulas);
    }

    /// Sets the steps and families of the atoms in the components made since the last call. Atoms of one family at
    /// different steps correspond to each other. The loop formulas known so far are written for the new steps.
    pub(crate) fn set_step_atoms(&mut self, mut step_atom: impl FnMut(AtomId) -> Option<StepAtom>) {
        for number in self.loops.components.numbers().skip(self.loops.placed) {
            if self.loops.plans[number].method == Method::Lazy {
                self.shifts.enter(number, &self.loops.components[number], &mut step_atom);
            }
        }
        self.loops.placed = self.loops.components.len();
        let mut formulas = Formulas::default();
        self.shift_loops(&mut formulas);
        clausify::assert(&mut self.cnf, &mut self.gates, &formulas);
    }

    fn shift_loops(&mut self, formulas: &mut Formulas) {
        for (number, atoms) in self.shifts.missing() {
            lazy::loop_formula(&self.loops.components[number], &atoms, &mut self.gates, formulas);
            self.loops.formulas += 1;
        }
    }

    /// Iterates over the core atoms on which answer sets differ, with the literals that have their values.
    pub(crate) fn differences(&self) -> impl Iterator<Item = (AtomId, Lit)> + '_ {
        // Constraint-only atoms follow from the others.
        let others = self.core.iter().filter(|(atom, _)| !self.supports.constraint_only.contains(atom));
        let free = others.filter(|&&(_, edge)| self.gates.value(edge).is_none());
        let literal = |edge: Edge| self.cnf.variable(edge.node()).expect("core atoms have variables");
        free.map(move |&(atom, edge)| (atom, literal(edge)))
    }

    /// Returns the variables made since the last call that are defined by others: whatever values the others have that satisfy the
    /// clauses, these have values that fit. The assignment of the inputs alone makes an answer set.
    pub(crate) fn take_defined(&mut self) -> Vec<Var> {
        let is_defined = |origin: &ClauseOrigin| match *origin {
            ClauseOrigin::Node(node) => !matches!(self.gates.gate(node as usize), Gate::Input),
            ClauseOrigin::Counter(_) => true,
            ClauseOrigin::Activation | ClauseOrigin::Objective => false,
        };
        let (first, origins) = (self.read.variables, self.cnf.origins());
        let defined = (first..origins.len()).filter(|&index| is_defined(&origins[index]));
        let defined = defined.map(|index| Var::new(index as u32)).collect();
        self.read.variables = origins.len();
        defined
    }

    /// Returns a clause that excludes this answer set. It has the literals of the core atoms that are false in it.
    #[must_use]
    pub(crate) fn blocking_clause(&self, values: &Valuation) -> Vec<Lit> {
        let holds = |atom: AtomId| self.formula(atom).is_some_and(|edge| values.get(edge));
        self.differences().map(|(atom, lit)| if holds(atom) { !lit } else { lit }).collect()
    }

    /// Returns a clause that excludes all answer sets with the same values of the projection's literals.
    pub(crate) fn projected_blocking_clause(
        &mut self,
        values: &Valuation,
        projection: &[Literal],
    ) -> Vec<Lit> {
        let mut clause = Vec::with_capacity(projection.len());
        for literal in projection {
            self.support(literal.atom());
            let Some(edge) = self.formula(literal.atom()) else { continue };
            if self.gates.value(edge).is_none() {
                // A variable may be defined in one direction only, so the literal is that of the other value.
                clause.push(clausify::assumable(
                    &mut self.cnf,
                    &self.gates,
                    edge.negate_if(values.get(edge)),
                ));
            }
        }
        clause
    }

    /// Returns a literal that is true wherever the program's literal is. May write clauses.
    pub(crate) fn implied(&mut self, program: &Program, literal: Literal) -> KnownLiteral {
        match self.assumption(program, literal.complement()) {
            KnownLiteral::Constant(value) => KnownLiteral::Constant(!value),
            KnownLiteral::Literal(lit) => KnownLiteral::Literal(!lit),
        }
    }

    /// Returns a literal that is true wherever a formula is. May write clauses.
    pub(crate) fn implied_by(&mut self, edge: Edge) -> KnownLiteral {
        match self.gates.value(edge) {
            Some(value) => KnownLiteral::Constant(value),
            None => KnownLiteral::Literal(!clausify::assumable(&mut self.cnf, &self.gates, !edge)),
        }
    }

    /// Lets the encoder of an objective write clauses and make variables.
    pub(crate) fn encode_objective(&mut self, encode: impl FnOnce(&mut Clauses, &mut BasicVarManager)) {
        self.cnf.encode_objective(encode);
    }
}
