//! The translation of a program that grows shot by shot, stage after stage.

use groundplan_sat::unfounded;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::cnf::{ClauseOrigin, Cnf};
use super::costs::{CostBound, Grouping, RecordedDisjunct};
use super::error::TranslationError;
use super::formulas::Formulas;
use super::gates::{Edge, Gate, Gates};
use super::index::Table;
use super::last::LastModel;
use super::loops::{
    self, ComponentId, Guess, Guesses, LoopComponent, LoopPlan, Method, Shifts, Size, StabilityCheck,
};
use super::origins::OriginSets;
use super::pseudo_boolean::AtMost;
use super::shot::{AtomState, LocalAtom, Shot};
use super::sums::Sums;
use super::{clausify, completion, modularity, simplify};
use crate::Tuning;
use groundplan_ground::program::{AtomId, Body, ExternalValue, Literal, Program, RuleCursor, RuleOrigins};
use groundplan_ground::{Pass, Passes, Report, Reports};

/// The state of an atom's definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Unseen,
    External,
    Closed,
    /// False in all further shots. A later rule for it derives nothing and only forbids its body.
    Dropped,
}

/// A literal of the program in terms of the clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownLiteral {
    /// It has this value in every answer set.
    Constant(bool),
    /// Its value is that of this literal of the clauses.
    Literal(Lit),
}

/// The translation of a ground program into clauses, shot after shot.
#[derive(Debug)]
pub struct Translation {
    pub(super) gates: Gates,
    pub(super) cnf: Cnf,
    pub(super) status: Vec<Status>,
    /// The formula of each atom that has one.
    pub(super) edges: Vec<Option<Edge>>,
    pub(super) read: ReadSoFar,
    /// The external atoms that no shot has defined, with their values.
    pub(super) externals: IndexMap<AtomId, ExternalValue, FxBuildHasher>,
    /// The atoms that are variables, with their formulas.
    pub(super) core: Vec<(AtomId, Edge)>,
    pub(super) atom_of_node: FxHashMap<usize, AtomId>,
    pub(super) loops: LoopTranslation,
    pub(super) supports: Supports,
    pub(super) shifts: Shifts,
    /// See [`with_exactly_one_groups`](Translation::with_exactly_one_groups).
    records_sets: bool,
    /// Whether a counting pass runs; see [`with_passes`](Translation::with_passes).
    counts: bool,
    pub(super) last: LastModel,
    /// Whether there is no answer set, even if the program grows.
    is_refuted: bool,
    /// The sets of statements that are origins of clauses.
    origin_sets: OriginSets,
}

/// How far a translation has come in a program that only grows at its end, and those who read the translation in that.
#[derive(Default, Debug)]
pub(super) struct ReadSoFar {
    pub(super) rules: RuleCursor,
    pub(super) facts: usize,
    pub(super) externals: usize,
    pub(super) theory: usize,
    /// The number of variables of which [`Translation::take_defined`] has told whether they are defined.
    pub(super) variables: usize,
}

/// The components of the positive dependency graph, and how each is kept from supporting itself.
#[derive(Debug)]
pub(super) struct LoopTranslation {
    method: Method,
    /// The method that [`Method::Auto`] uses if elimination is impossible or takes too many clauses.
    fallback: Method,
    pub(super) components: Table<ComponentId, LoopComponent>,
    /// The method chosen for each component.
    pub(super) plans: Table<ComponentId, LoopPlan>,
    /// The meanings of guessed variables, by node, with the number of the component.
    pub(super) guesses: FxHashMap<usize, (ComponentId, Guess)>,
    /// The origin of each component, if the program has origins.
    origins: Table<ComponentId, Option<u32>>,
    /// The size of the clauses that support the atoms of components.
    size: Size,
    /// Components for the propagator, until they are taken.
    watched: Vec<unfounded::Component>,
    /// Components that are propagated only once loop formulas have refuted enough models.
    unwatched: Vec<ComponentId>,
    /// The number of models that loop formulas have refuted; `usize::MAX` once loops are propagated.
    unfounded_models: usize,
    /// Stability checks for components with head cycles, until they are taken.
    stability_checks: Vec<(ComponentId, StabilityCheck)>,
    /// The number of loop formulas added because a model was not stable.
    pub(super) formulas: usize,
    /// The number of components that [`Translation::set_step_atoms`] has seen.
    pub(super) placed: usize,
}

/// Supports of constraint-only components, which may be written when they are needed.
#[derive(Default, Debug)]
pub(super) struct Supports {
    /// Whether they may be deferred.
    are_on_demand: bool,
    /// Components without supports so far, ascending.
    pub(super) deferred: Vec<ComponentId>,
    /// Constraint-only atoms. Their values must not be asked for until the supports are written.
    pub(super) constraint_only: FxHashSet<AtomId>,
}

impl LoopTranslation {
    fn new(method: Method) -> Self {
        LoopTranslation {
            method,
            fallback: Method::Lazy,
            components: Table::default(),
            plans: Table::default(),
            guesses: FxHashMap::default(),
            origins: Table::default(),
            size: Size::default(),
            watched: Vec::new(),
            unwatched: Vec::new(),
            unfounded_models: 0,
            stability_checks: Vec::new(),
            formulas: 0,
            placed: 0,
        }
    }
}

impl Translation {
    /// Creates a translation of the empty program.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Translation {
            gates: Gates::default(),
            cnf: Cnf::encoding(),
            status: Vec::new(),
            edges: Vec::new(),
            read: ReadSoFar::default(),
            externals: IndexMap::default(),
            core: Vec::new(),
            atom_of_node: FxHashMap::default(),
            loops: LoopTranslation::new(method),
            supports: Supports::default(),
            shifts: Shifts::default(),
            records_sets: false,
            counts: false,
            last: LastModel::default(),
            is_refuted: false,
            origin_sets: OriginSets::default(),
        }
    }

    /// Defers the supports of constraint-only components if the method is [`Method::Auto`]. An answer set is then
    /// obtained from a model only by [`valuation`](Translation::valuation).
    #[must_use]
    pub(crate) fn with_supports_on_demand(mut self) -> Self {
        self.supports.are_on_demand = true;
        self
    }

    /// Whether the supports of constraint-only components are deferred.
    fn defers_supports(&self) -> bool {
        let is_asked = self.supports.are_on_demand && self.loops.method == Method::Auto;
        is_asked && self.cnf.passes.has(Pass::DeferredSupports)
    }

    /// Lets [`Method::Auto`] choose [`Method::Propagate`], and sets which sums are propagated.
    #[must_use]
    pub(crate) fn with_propagator(mut self, sums: Sums) -> Self {
        self.loops.fallback = Method::Propagate;
        self.cnf.sums = sums;
        self.gates.adds = sums == Sums::Encode;
        self
    }

    /// Records the constraints from which exactly-one groups are found, if the program has objectives or weights.
    #[must_use]
    pub(crate) fn with_exactly_one_groups(mut self) -> Self {
        self.records_sets = true;
        self
    }

    /// Sets the passes to run and the numbers that control them. By default, a translation runs neither
    /// [`Pass::Pigeonhole`] nor [`Pass::NoOverlap`].
    #[must_use]
    pub fn with_passes(mut self, passes: Passes, tuning: Tuning) -> Self {
        self.cnf.passes = passes;
        self.cnf.tuning = tuning;
        self.gates.factored_literals = tuning.factored_literals;
        self.gates.factors = passes.has(Pass::Factoring);
        self.counts = passes.has(Pass::Pigeonhole) || passes.has(Pass::NoOverlap);
        if self.counts {
            self.cnf.exclusive.get_or_insert_default();
        }
        self
    }

    /// Whether a new rule has a sum with different weights.
    fn has_weights(&self, program: &Program) -> bool {
        program.rules.after(self.read.rules).any(|rule| match rule.body {
            Body::Sum { elements, .. } => elements.iter().any(|&(_, weight)| weight != elements[0].1),
            Body::Conjunction(_) => false,
        })
    }

    /// Translates everything added to the program since the last call, as one shot.
    ///
    /// # Errors
    ///
    /// See [`TranslationError`]. The translation cannot be used afterwards.
    pub fn extend(&mut self, program: &Program) -> Result<(), TranslationError> {
        if self.records_sets && (!program.minimize.is_empty() || self.has_weights(program)) {
            self.cnf.recorded_sets.get_or_insert_default();
        }
        // External atoms may have other values, or be released.
        self.last = LastModel::default();
        // One program may be asked about often.
        if self.is_current(program) {
            return Ok(());
        }
        self.read.facts = program.fact_count();
        if self.read.rules != program.rules.end() {
            // New rules may need supports that the old ones did not.
            self.support_all();
        }
        self.status.resize(program.atom_count(), Status::Unseen);
        self.edges.resize(program.atom_count(), None);
        if self.is_refuted {
            self.read.rules = program.rules.end();
            self.read.externals = program.externals.len();
            self.read.theory = program.theory.used_count();
            return Ok(());
        }
        self.read_externals(program);
        self.read_theory(program);
        let mut formulas = Formulas::default();
        self.read_facts(program, &mut formulas)?;
        if program.origins.is_some() {
            self.cnf.record_origins();
        }
        let shot = Shot::read(program, self.read.rules, self.cnf.tuning.chained_heads, |atom| {
            self.atom_state(program, atom)
        })?;
        self.read.rules = program.rules.end();
        self.complete(program, shot, formulas)?;
        if self.counts {
            self.cnf.add_counted();
        }
        Ok(())
    }

    pub(super) fn make_variable(&mut self, atom: AtomId) {
        let edge = self.gates.input();
        self.edges[atom.index()] = Some(edge);
        self.enter_core(atom, edge);
    }

    fn enter_core(&mut self, atom: AtomId, edge: Edge) {
        self.core.push((atom, edge));
        self.atom_of_node.insert(edge.node(), atom);
        self.cnf.input_literal(&self.gates, edge);
    }

    /// Reads the facts. They may define externals, but must not redefine anything.
    fn read_facts(&mut self, program: &Program, formulas: &mut Formulas) -> Result<(), TranslationError> {
        for index in 0..self.status.len() {
            let atom = AtomId(index as u32);
            if self.status[index] == Status::Unseen || !program.is_fact(atom) {
                continue;
            }
            let edge = self.edges[index].expect("seen atoms have a formula");
            match self.status[index] {
                Status::External => {
                    formulas.push(&[edge]);
                    self.close(atom, Edge::TRUE);
                }
                Status::Dropped => formulas.push(&[]),
                _ if self.gates.value(edge) != Some(true) => {
                    return Err(TranslationError::Redefined { atom });
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn close(&mut self, atom: AtomId, edge: Edge) {
        self.status[atom.index()] = Status::Closed;
        self.edges[atom.index()] = Some(edge);
        self.externals.swap_remove(&atom);
    }

    fn atom_state(&self, program: &Program, atom: AtomId) -> AtomState {
        match self.status[atom.index()] {
            Status::Unseen if program.is_fact(atom) => AtomState::Constant(true),
            Status::Unseen => AtomState::Unseen,
            Status::External => AtomState::Open { definable: true },
            Status::Dropped => AtomState::Dropped,
            Status::Closed => {
                let value = self.edges[atom.index()].and_then(|edge| self.gates.value(edge));
                value.map_or(AtomState::Open { definable: false }, AtomState::Constant)
            }
        }
    }

    fn complete(
        &mut self,
        program: &Program,
        shot: Shot,
        mut formulas: Formulas,
    ) -> Result<(), TranslationError> {
        let mut has_rules: Table<LocalAtom, bool> = Table::of(false, shot.atoms.len());
        shot.heads.iter().for_each(|&head| has_rules[head] = true);
        let is_new = |local: LocalAtom| {
            shot.atoms[local].is_none_or(|atom| self.status[atom.index()] == Status::Unseen)
        };
        // External atoms without rules, and the atoms of earlier shots, are open.
        let defined: Table<LocalAtom, bool> =
            shot.atoms.numbers().map(|local| has_rules[local] || is_new(local)).collect();
        let open: Table<LocalAtom, bool> = defined.iter().map(|&defined| !defined).collect();
        self.check_shots(program, &shot, &defined)?;
        let Ok(simplified) = simplify::simplify(&shot, &open) else {
            self.is_refuted = true;
            formulas.push(&[]);
            for &atom in shot.atoms.iter().flatten() {
                if self.status[atom.index()] == Status::Unseen {
                    self.close(atom, Edge::FALSE);
                }
            }
            clausify::assert(&mut self.cnf, &mut self.gates, &formulas);
            return Ok(());
        };
        let given = shot.atoms.iter().map(|atom| self.edges[(*atom)?.index()]).collect();
        let defers_supports = self.defers_supports();
        formulas.origin_sets = std::mem::take(&mut self.origin_sets);
        let completion = completion::complete(
            &shot,
            &simplified,
            &mut self.gates,
            given,
            &defined,
            defers_supports,
            &mut formulas,
        );
        self.origin_sets = completion.origin_sets;
        drop(simplified);
        for &local in &completion.core {
            let atom = shot.atoms[local].expect("an auxiliary atom is the formula of its rule");
            if self.edges[atom.index()].is_none() {
                self.enter_core(atom, completion.edges[local]);
            }
        }
        for (local, &atom) in shot.atoms.entries() {
            if let (Some(atom), true) = (atom, defined[local]) {
                self.close(atom, completion.edges[local]);
            }
        }
        let mut supports = Formulas::default();
        let first = self.loops.components.len();
        for (component, is_constraint_only, origin) in completion.components {
            let number = self.loops.components.push(component);
            self.loops.origins.push(origin);
            self.loops.plans.push(LoopPlan { method: Method::Lazy, predicted: None });
            if is_constraint_only {
                self.cnf.reports.add(Pass::DeferredSupports, Report::once());
                self.supports.deferred.push(number);
            } else {
                self.plan(number, &mut supports);
            }
        }
        if !self.supports.deferred.is_empty() {
            self.supports
                .constraint_only
                .extend(completion.constraint_only.iter().filter_map(|&local| shot.atoms[local]));
        }
        // It may be large, and so may the clauses.
        drop(shot);
        clausify::announce(&mut self.cnf, &self.gates, &formulas);
        clausify::announce(&mut self.cnf, &self.gates, &supports);
        clausify::write(&mut self.cnf, &mut self.gates, &formulas);
        self.write_supports(&supports);
        for number in self.loops.components.numbers().skip(first) {
            self.watch(number);
        }
        Ok(())
    }

    /// Writes all deferred supports. No supports are deferred after that, until there are new rules.
    pub(crate) fn support_all(&mut self) {
        self.supports.constraint_only.clear();
        let deferred = std::mem::take(&mut self.supports.deferred);
        let mut supports = Formulas::default();
        for &number in &deferred {
            self.plan(number, &mut supports);
        }
        clausify::announce(&mut self.cnf, &self.gates, &supports);
        self.write_supports(&supports);
        for number in deferred {
            self.watch(number);
        }
    }

    /// Writes the deferred supports if the value of the atom depends on them.
    pub(super) fn support(&mut self, atom: AtomId) {
        if self.supports.constraint_only.contains(&atom) {
            self.support_all();
        }
    }

    fn write_supports(&mut self, supports: &Formulas) {
        let (clauses, variables) = (self.cnf.clause_count, self.cnf.variable_count());
        clausify::write(&mut self.cnf, &mut self.gates, supports);
        self.loops.size += Size {
            clauses: self.cnf.clause_count - clauses,
            variables: self.cnf.variable_count() - variables,
        };
    }

    /// Sets up the search for unfounded sets of a component, according to its method.
    fn watch(&mut self, number: ComponentId) {
        let component = &self.loops.components[number];
        if component.has_head_cycle() {
            self.loops.stability_checks.push((number, StabilityCheck::new(component, &self.gates)));
        }
        if self.loops.plans[number].method == Method::Propagate {
            if self.defers_propagation() {
                self.loops.unwatched.push(number);
            } else {
                self.propagate(number);
            }
        }
    }

    /// Gives a component to the propagator.
    fn propagate(&mut self, number: ComponentId) {
        let literal = |edge| clausify::assumable(&mut self.cnf, &self.gates, edge);
        self.loops.watched.push(loops::watch(&self.loops.components[number], &self.gates, literal));
    }

    /// Whether propagation of loops is deferred, as loop formulas have refuted only few models so far.
    fn defers_propagation(&self) -> bool {
        self.loops.method == Method::Auto
            && self.cnf.passes.has(Pass::DeferredPropagation)
            && self.loops.unfounded_models < self.cnf.tuning.unfounded_models
    }

    /// Counts a model that loop formulas have refuted.
    pub(super) fn count_unfounded_model(&mut self) {
        self.loops.unfounded_models = self.loops.unfounded_models.saturating_add(1);
        if !self.defers_propagation() {
            self.propagate_loops();
        }
    }

    /// Returns the number of conflicts after which loops are propagated; `None` if no propagation is deferred.
    pub(crate) fn propagates_from(&self) -> Option<u64> {
        (!self.loops.unwatched.is_empty()).then_some(self.cnf.tuning.unpropagated_conflicts)
    }

    /// Gives deferred components to the propagator.
    pub(crate) fn propagate_loops(&mut self) {
        self.loops.unfounded_models = usize::MAX;
        if !self.loops.unwatched.is_empty() {
            self.cnf.reports.add(Pass::DeferredPropagation, Report::once());
        }
        for number in std::mem::take(&mut self.loops.unwatched) {
            self.propagate(number);
        }
    }

    /// Checks that no external atom that is defined now closes a positive cycle through an earlier shot.
    fn check_shots(
        &self,
        program: &Program,
        shot: &Shot,
        defined: &Table<LocalAtom, bool>,
    ) -> Result<(), TranslationError> {
        let defined = shot.atoms.entries().filter(|&(local, _)| defined[local]);
        let late: Vec<AtomId> = defined
            .filter_map(|(_, &atom)| atom)
            .filter(|atom| self.status[atom.index()] == Status::External)
            .collect();
        let matters = |atom: AtomId| match self.atom_state(program, atom) {
            // A constraint may have made an atom true that still depends on the external.
            AtomState::Constant(value) => value && !program.is_fact(atom),
            AtomState::Dropped => false,
            AtomState::Unseen | AtomState::Open { .. } => true,
        };
        let closed = |atom: AtomId| self.status[atom.index()] == Status::Closed;
        modularity::check(program, &late, matters, closed)
    }

    /// Chooses the method of a component and encodes its supports.
    fn plan(&mut self, number: ComponentId, supports: &mut Formulas) {
        let component = &self.loops.components[number];
        let mut guesses = Guesses::default();
        self.loops.origins[number].iter().for_each(|&origin| supports.set_origin(origin));
        let plan =
            loops::plan(self.loops.method, self.loops.fallback, component, &self.gates, &self.cnf.tuning);
        loops::encode(plan.method, component, &mut self.gates, &mut guesses, supports);
        self.loops.guesses.extend(guesses.0.iter().map(|&(edge, guess)| (edge.node(), (number, guess))));
        self.loops.plans[number] = plan;
    }

    /// Returns the clauses written since the last call, and removes them.
    pub fn take_clauses(&mut self) -> Clauses {
        self.cnf.take_clauses().0
    }

    /// Returns the clauses written since the last call, and removes them; also the origin of each of them, if the program
    /// has origins.
    pub(crate) fn take_clauses_with_origins(&mut self) -> (Clauses, Option<RuleOrigins>) {
        self.cnf.take_clauses()
    }

    /// Returns the statements of the ground rules that clauses of an origin are there for.
    pub(crate) fn statements_of(&self, origin: u32) -> &[u32] {
        self.origin_sets.statements(origin)
    }

    /// Returns the number of all clauses written so far.
    #[must_use]
    pub fn clause_count(&self) -> usize {
        self.cnf.clause_count
    }

    /// Returns the number of variables made so far.
    #[must_use]
    pub fn variable_count(&self) -> usize {
        self.cnf.variable_count()
    }

    /// Returns the components of the positive dependency graph that have cycles.
    #[must_use]
    pub(crate) fn components(&self) -> &[LoopComponent] {
        self.loops.components.rows()
    }

    /// Returns the loop method chosen for each component, with its prediction.
    #[must_use]
    pub(crate) fn plans(&self) -> &[LoopPlan] {
        self.loops.plans.rows()
    }

    /// Returns the size of the clauses that say that atoms of components with cycles are true only if supported.
    #[must_use]
    pub(crate) fn loop_size(&self) -> Size {
        self.loops.size
    }

    /// Adds clauses for those literals that must hold by energetic reasoning. The literals are to become soft.
    pub(crate) fn count_soft(&mut self, literals: &[Lit]) {
        self.cnf.add_forced(literals);
    }

    /// Returns the reports of the translation's passes.
    #[must_use]
    pub(crate) fn reports(&self) -> Reports {
        let mut reports = self.cnf.reports;
        reports.add(Pass::Factoring, Report { fired: self.gates.factored, ..Report::default() });
        reports
    }

    /// Returns the number of loop formulas added because a model was not stable.
    #[must_use]
    pub(crate) fn loop_formula_count(&self) -> usize {
        self.loops.formulas
    }

    /// Returns the formula of an atom. `None` means that nothing mentions the atom so far, so it is false unless it is
    /// a fact.
    #[must_use]
    pub(crate) fn formula(&self, atom: AtomId) -> Option<Edge> {
        self.edges.get(atom.index()).copied().flatten()
    }

    /// Whether all of the program was read.
    pub(crate) fn is_current(&self, program: &Program) -> bool {
        self.read.rules == program.rules.end()
            && self.read.facts == program.fact_count()
            && self.status.len() == program.atom_count()
            && self.read.externals == program.externals.len()
            && self.read.theory == program.theory.used_count()
    }

    /// Returns the variables of formulas whose value is not known.
    pub(crate) fn open_variables(&self) -> Vec<Var> {
        let nodes =
            (0..self.cnf.literals.len()).filter(|&node| self.gates.value(Edge::of_node(node)).is_none());
        nodes.filter_map(|node| self.cnf.variable(node)).map(Lit::var).collect()
    }

    /// Records values that variables have in every model, and the values of formulas that follow.
    pub(crate) fn learn_fixed(&mut self, fixed: &FxHashMap<Var, bool>) {
        let Translation { gates, cnf, .. } = self;
        gates.fix_all(|node| {
            let literal = cnf.variable(node)?;
            fixed.get(&literal.var()).map(|&value| value != literal.is_neg())
        });
    }

    /// Records that there is no answer set, even if the program grows. Nothing more is read.
    pub(crate) fn set_refuted(&mut self) {
        self.is_refuted = true;
    }

    /// Returns the value that an atom has in every answer set, even if the program grows. Returns `None` if
    /// rules may still define it, or its value is not known.
    pub(crate) fn known_for_good(&self, program: &Program, atom: AtomId) -> Option<bool> {
        match self.status.get(atom.index())? {
            // Rules for an atom without a definition may still be added by its number.
            Status::Unseen => program.is_fact(atom).then_some(true),
            Status::External => None,
            Status::Dropped => Some(false),
            Status::Closed => self.gates.value(self.edges[atom.index()]?),
        }
    }

    /// Whether an atom is false in all further shots, even if rules for it are added.
    pub(crate) fn is_dropped(&self, atom: AtomId) -> bool {
        self.status.get(atom.index()) == Some(&Status::Dropped)
    }

    /// Whether no rule or external read so far mentions an atom. Facts do not count as mentions.
    pub(crate) fn is_undefined(&self, atom: AtomId) -> bool {
        self.status.get(atom.index()) == Some(&Status::Unseen)
    }

    /// Returns the literal to assume for a literal of the program to hold. May write clauses.
    pub fn assumption(&mut self, program: &Program, literal: Literal) -> KnownLiteral {
        let atom = literal.atom();
        self.support(atom);
        match self.formula(atom) {
            None => KnownLiteral::Constant(program.is_fact(atom) != literal.is_negative()),
            Some(edge) => {
                let edge = edge.negate_if(literal.is_negative());
                match (self.gates.value(edge), self.is_open(atom)) {
                    // An external may be given a value that is known already: the caller needs the conflict.
                    (Some(value), false) => KnownLiteral::Constant(value),
                    _ => KnownLiteral::Literal(clausify::assumable(&mut self.cnf, &self.gates, edge)),
                }
            }
        }
    }

    /// Returns the components for the propagator made since the last call.
    pub(crate) fn take_watched(&mut self) -> Vec<unfounded::Component> {
        std::mem::take(&mut self.loops.watched)
    }

    /// Returns the components with head cycles made since the last call, each with its stability check.
    pub(crate) fn take_stability_checks(&mut self) -> Vec<(ComponentId, StabilityCheck)> {
        std::mem::take(&mut self.loops.stability_checks)
    }

    /// Groups literals by their costs; each literal must occur once.
    pub(crate) fn group(&self, inputs: &[(Lit, i64)]) -> Grouping {
        match &self.cnf.recorded_sets {
            Some(recorded_sets) => recorded_sets.group(inputs, |literal| self.disjuncts(literal)),
            None => Grouping::singles(inputs),
        }
    }

    /// Whether there are new sums or loops for a propagator.
    pub(crate) fn has_propagated_news(&self) -> bool {
        !self.loops.watched.is_empty() || !self.cnf.propagated.is_empty()
    }

    /// Returns the sums for the propagator made since the last call. If `with_bounds`, sums about which exactly-one
    /// groups are informative also come as cost bounds.
    pub(crate) fn take_sums(&mut self, with_bounds: bool) -> Vec<(AtMost, Option<CostBound>)> {
        let sums = std::mem::take(&mut self.cnf.propagated);
        let elements: Vec<&[(Lit, i64)]> = sums.iter().map(AtMost::elements).collect();
        let recorded_sets = self.cnf.recorded_sets.as_ref().filter(|_| with_bounds && !sums.is_empty());
        let recorded_sets =
            recorded_sets.map_or_else(Vec::new, |recorded_sets| recorded_sets.about(&elements));
        let mut recorded_sets = recorded_sets.into_iter();
        let bound = |sum: AtMost| {
            let grouping =
                recorded_sets.next().map(|recorded_sets| recorded_sets.group_exclusive(sum.elements()));
            let telling = grouping.filter(|grouping| grouping.is_telling);
            let bound = telling.and_then(|it| CostBound::always(sum.most() - it.spent, it.groups));
            (sum, bound)
        };
        sums.into_iter().map(bound).collect()
    }

    /// Returns the disjuncts of the formula that a literal stands for, if it is a conjunction or a disjunction.
    fn disjuncts(&self, literal: Lit) -> Option<Vec<RecordedDisjunct>> {
        let Some(ClauseOrigin::Node(node)) = self.cnf.origin(literal.var()) else { return None };
        let node = node as usize;
        let Gate::And(edges) = self.gates.gate(node) else { return None };
        if self.cnf.variable(node)? == literal {
            return Some(vec![RecordedDisjunct { literal: Some(literal), pair: self.pair(edges) }]);
        }
        let disjunct = |&edge: &Edge| RecordedDisjunct {
            literal: self.literal(!edge),
            pair: match self.gates.gate(edge.node()) {
                Gate::And(edges) if edge.is_negated() => self.pair(edges),
                _ => None,
            },
        };
        Some(edges.iter().map(disjunct).collect())
    }

    fn pair(&self, edges: &[Edge]) -> Option<[Lit; 2]> {
        let &[a, b] = edges else { return None };
        Some([self.literal(a)?, self.literal(b)?])
    }

    /// Returns the literal that stands for an edge, if there is one.
    fn literal(&self, edge: Edge) -> Option<Lit> {
        let literal = self.cnf.variable(edge.node())?;
        Some(if edge.is_negated() { !literal } else { literal })
    }

    /// Returns a new activation literal, which turns clauses on while it is assumed.
    pub(crate) fn activation_literal(&mut self) -> Lit {
        self.cnf.activation_literal()
    }
}
