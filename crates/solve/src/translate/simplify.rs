//! Search for atoms and bodies with a certain value, before any clause is written.
//!
//! Two methods alternate until nothing changes. One is unit propagation over the completion: forwards from literals to
//! bodies to heads, and backwards from heads to bodies to literals. The other finds unfounded sets: an atom outside
//! the least model of the rules whose negative literals are all granted has no support without a cycle (Van Gelder,
//! Ross & Schlipf, JACM 1991; as the preprocessing of Gebser, Kaufmann, Neumann & Schaub, ECAI 2008).
//!
//! Invariant: everything assigned holds in every answer set of the program so far, under any values of the externals.

use super::index::Table;
use super::shot::{BodyId, BodyView, Local, LocalAtom, RuleId, Shot, SumId};
use super::tightness::Graph;

/// The error that there is no answer set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// The truth value of an atom or a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KnownTruth {
    Unknown,
    True,
    False,
}

impl KnownTruth {
    fn of(value: bool) -> Self {
        if value {
            KnownTruth::True
        } else {
            KnownTruth::False
        }
    }
}

/// The certain values of a shot.
#[derive(Debug)]
pub(super) struct Simplified {
    /// The value of each atom.
    pub(super) atoms: Table<LocalAtom, KnownTruth>,
    /// Whether a true atom is derived by rules with certain bodies, so that cycles through it need no check.
    pub(super) founded: Table<LocalAtom, bool>,
    /// The value of each body.
    pub(super) bodies: Table<BodyId, KnownTruth>,
    /// Whether a constraint or a false head forbids a body.
    pub(super) forbidden: Table<BodyId, bool>,
}

impl Simplified {
    /// Whether a body may hold in an answer set, as far as is known.
    pub(super) fn is_possible(&self, body: BodyId) -> bool {
        self.bodies[body] != KnownTruth::False && !self.forbidden[body]
    }
}

#[derive(Clone, Debug)]
struct BodyState {
    truth: KnownTruth,
    /// The value that the body must have, whether or not it is known to have it.
    demanded: KnownTruth,
    /// The number of unassigned literals of a conjunction.
    unknown: u32,
}

#[derive(Clone, Copy, Debug)]
struct SumState {
    /// The weight of the true literals.
    reached: i128,
    /// The weight of the literals that are not false.
    reachable: i128,
    /// An upper bound on the weights of the unassigned literals.
    heaviest: i128,
}

struct UnitPropagation<'a> {
    shot: &'a Shot,
    /// The rules by head.
    rules_of: Graph<LocalAtom, RuleId>,
    /// The rules by body.
    uses_of: Graph<BodyId, RuleId>,
    /// The rules by body in their form for loops, if there are head cycles.
    loops_of: Option<Graph<BodyId, RuleId>>,
    /// The bodies by literal.
    bodies_with: Graph<Local, BodyId>,
    atoms: Table<LocalAtom, KnownTruth>,
    bodies: Table<BodyId, BodyState>,
    sums: Table<SumId, SumState>,
    /// The number of rules that may still support each atom; `u32::MAX` for open atoms.
    supports: Table<LocalAtom, u32>,
    /// Assigned literals that are still to be propagated.
    queue: Vec<Local>,
}

/// Returns the rules by head: sources are atoms, targets are rules.
pub(super) fn rules_by_head(shot: &Shot) -> Graph<LocalAtom, RuleId> {
    Graph::new(shot.atoms.len(), |edge| {
        for (number, rule) in shot.rules.entries() {
            if let Some(head) = rule.head {
                edge(head, number);
            }
        }
    })
}

/// Finds the certain values of a shot. The `open` atoms need no support in this shot.
pub(super) fn simplify(shot: &Shot, open: &Table<LocalAtom, bool>) -> Result<Simplified, Contradiction> {
    let mut propagation = UnitPropagation::new(shot, open);
    for body in shot.bodies.numbers() {
        propagation.examine(body)?;
    }
    for rule in shot.rules.iter().filter(|rule| rule.head.is_none()) {
        propagation.demand(rule.body, false)?;
    }
    for (atom, &is_open) in open.entries() {
        if propagation.supports[atom] == 0 && !is_open {
            propagation.assign(Local::new(atom, true))?;
        }
    }
    loop {
        propagation.propagate()?;
        let possible = propagation.derivable(open, false);
        let unfounded: Vec<LocalAtom> = (shot.atoms.numbers())
            .filter(|&atom| !possible[atom] && propagation.atoms[atom] != KnownTruth::False)
            .collect();
        if unfounded.is_empty() {
            break;
        }
        for atom in unfounded {
            propagation.assign(Local::new(atom, true))?;
        }
    }
    let founded = propagation.derivable(open, true);
    Ok(Simplified {
        atoms: propagation.atoms,
        founded,
        forbidden: propagation.bodies.iter().map(|body| body.demanded == KnownTruth::False).collect(),
        bodies: propagation.bodies.into_iter().map(|body| body.truth).collect(),
    })
}

impl<'a> UnitPropagation<'a> {
    fn new(shot: &'a Shot, open: &Table<LocalAtom, bool>) -> Self {
        let rules_of = rules_by_head(shot);
        let uses_of = Graph::new(shot.bodies.len(), |edge| {
            shot.rules.entries().for_each(|(number, rule)| edge(rule.body, number));
        });
        let loops_of = shot.has_head_cycles().then(|| {
            Graph::new(shot.bodies.len(), |edge| {
                shot.rules.numbers().for_each(|rule| edge(shot.loop_body(rule), rule));
            })
        });
        let bodies_with = Graph::new(2 * shot.atoms.len(), |edge| {
            for body in shot.bodies.numbers() {
                shot.bodies.get(body).literals().iter().for_each(|&literal| edge(literal, body));
            }
        });
        let bodies = shot
            .bodies
            .numbers()
            .map(|body| BodyState {
                truth: KnownTruth::Unknown,
                demanded: KnownTruth::Unknown,
                unknown: shot.bodies.get(body).literals().len() as u32,
            })
            .collect();
        let sums = shot.bodies.sum_weights().map(|weights| {
            let weights = weights.iter().map(|&weight| i128::from(weight));
            SumState { reached: 0, reachable: weights.clone().sum(), heaviest: weights.max().unwrap_or(0) }
        });
        let sums = sums.collect();
        let supports = (shot.atoms.numbers())
            .map(|atom| if open[atom] { u32::MAX } else { rules_of.successors(atom).len() as u32 })
            .collect();
        let atoms = Table::of(KnownTruth::Unknown, shot.atoms.len());
        UnitPropagation {
            shot,
            rules_of,
            uses_of,
            loops_of,
            bodies_with,
            atoms,
            bodies,
            sums,
            supports,
            queue: Vec::new(),
        }
    }

    fn truth(&self, literal: Local) -> KnownTruth {
        match self.atoms[literal.atom()] {
            KnownTruth::Unknown => KnownTruth::Unknown,
            truth => KnownTruth::of((truth == KnownTruth::True) != literal.is_negative()),
        }
    }

    fn assign(&mut self, literal: Local) -> Result<(), Contradiction> {
        match self.truth(literal) {
            KnownTruth::True => Ok(()),
            KnownTruth::False => Err(Contradiction),
            KnownTruth::Unknown => {
                self.atoms[literal.atom()] = KnownTruth::of(!literal.is_negative());
                self.queue.push(literal);
                Ok(())
            }
        }
    }

    fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some(literal) = self.queue.pop() {
            for (seen, holds) in [(literal, true), (literal.complement(), false)] {
                for i in 0..self.bodies_with.successors(seen).len() {
                    let body = self.bodies_with.successors(seen)[i];
                    self.notice(body, seen, holds)?;
                }
            }
            let atom = literal.atom();
            if literal.is_negative() {
                for i in 0..self.rules_of.successors(atom).len() {
                    let rule = self.shot.rules[self.rules_of.successors(atom)[i]];
                    if !rule.choice {
                        self.demand(rule.body, false)?;
                    }
                }
            } else {
                self.demand_support(atom)?;
            }
        }
        Ok(())
    }

    /// Updates a body after one of its literals was assigned.
    fn notice(&mut self, body: BodyId, literal: Local, holds: bool) -> Result<(), Contradiction> {
        let shot = self.shot;
        match shot.bodies.sum(body) {
            None => {
                let state = &mut self.bodies[body];
                state.unknown -= 1;
                if !holds {
                    return self.set_truth(body, false);
                }
                if state.unknown > 1 {
                    // The demand was applied when it was made.
                    return Ok(());
                }
            }
            Some(sum) => {
                let weight = shot.bodies.weight(body, literal);
                let state = &mut self.sums[sum];
                if holds {
                    state.reached += weight;
                } else {
                    state.reachable -= weight;
                }
            }
        }
        self.examine(body)
    }

    /// Checks if a body's value is certain, and propagates a demanded value to its literals.
    fn examine(&mut self, body: BodyId) -> Result<(), Contradiction> {
        let state = &self.bodies[body];
        if state.truth != KnownTruth::Unknown {
            return Ok(());
        }
        let shot = self.shot;
        match shot.bodies.get(body) {
            BodyView::All(literals) => match (state.unknown, state.demanded) {
                (0, _) => self.set_truth(body, true),
                (1, KnownTruth::False) => {
                    // The last literal may be assigned already, but still be in the queue.
                    let last = literals.iter().find(|&&l| self.truth(l) == KnownTruth::Unknown);
                    last.map_or(Ok(()), |last| self.assign(last.complement()))
                }
                (_, KnownTruth::True) => literals.iter().try_for_each(|&l| self.assign(l)),
                _ => Ok(()),
            },
            BodyView::Sum(bound, literals, weights) => {
                let (bound, demanded) = (i128::from(bound), state.demanded);
                let sum = shot.bodies.sum(body).expect("it is a sum");
                let SumState { reached, reachable, heaviest } = self.sums[sum];
                if reached >= bound {
                    return self.set_truth(body, true);
                }
                if reachable < bound {
                    return self.set_truth(body, false);
                }
                let is_forced = |weight: i128| match demanded {
                    KnownTruth::False => reached + weight >= bound,
                    KnownTruth::True => reachable - weight < bound,
                    KnownTruth::Unknown => false,
                };
                if !is_forced(heaviest) {
                    return Ok(());
                }
                let mut left = 0;
                for (&literal, &weight) in literals.iter().zip(weights) {
                    let weight = i128::from(weight);
                    if self.truth(literal) != KnownTruth::Unknown {
                        continue;
                    }
                    if !is_forced(weight) {
                        left = weight.max(left);
                    } else if demanded == KnownTruth::False {
                        self.assign(literal.complement())?;
                    } else {
                        self.assign(literal)?;
                    }
                }
                self.sums[sum].heaviest = left;
                Ok(())
            }
        }
    }

    /// Records that a body's value is certain.
    fn set_truth(&mut self, body: BodyId, value: bool) -> Result<(), Contradiction> {
        let state = &mut self.bodies[body];
        if state.truth != KnownTruth::Unknown {
            return Ok(());
        }
        state.truth = KnownTruth::of(value);
        if state.demanded == KnownTruth::of(!value) {
            return Err(Contradiction);
        }
        if !value {
            return if state.demanded == KnownTruth::False { Ok(()) } else { self.withdraw(body) };
        }
        for i in 0..self.uses_of.successors(body).len() {
            let rule = self.shot.rules[self.uses_of.successors(body)[i]];
            let Some(head) = rule.head else { return Err(Contradiction) };
            if !rule.choice {
                self.assign(Local::new(head, false))?;
            }
        }
        Ok(())
    }

    /// Removes the support of a body from its heads.
    fn withdraw(&mut self, body: BodyId) -> Result<(), Contradiction> {
        for i in 0..self.uses_of.successors(body).len() {
            let head = self.shot.rules[self.uses_of.successors(body)[i]].head;
            let Some(head) = head.filter(|&head| self.supports[head] != u32::MAX) else { continue };
            self.supports[head] -= 1;
            match (self.supports[head], self.atoms[head]) {
                (0, _) => self.assign(Local::new(head, true))?,
                (_, KnownTruth::True) => self.demand_support(head)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Demands a value of a body.
    fn demand(&mut self, body: BodyId, value: bool) -> Result<(), Contradiction> {
        let state = &mut self.bodies[body];
        if state.demanded == KnownTruth::of(value) {
            return Ok(());
        }
        if state.truth == KnownTruth::of(!value) || state.demanded == KnownTruth::of(!value) {
            return Err(Contradiction);
        }
        state.demanded = KnownTruth::of(value);
        if !value && state.truth == KnownTruth::Unknown {
            self.withdraw(body)?;
        }
        self.examine(body)
    }

    /// Demands the last possible support of a true atom.
    fn demand_support(&mut self, atom: LocalAtom) -> Result<(), Contradiction> {
        if self.supports[atom] != 1 {
            return Ok(());
        }
        let body =
            self.rules_of.successors(atom).iter().map(|&rule| self.shot.rules[rule].body).find(|&body| {
                let state = &self.bodies[body];
                state.truth != KnownTruth::False && state.demanded != KnownTruth::False
            });
        // No support may be left temporarily if a rule occurs twice; the second copy then finds the contradiction.
        body.map_or(Ok(()), |body| self.demand(body, true))
    }

    /// Returns the atoms that the rules derive if all negative literals that are not false are granted. If `certain`,
    /// only true atoms are derived, and only by true bodies. Choice rules derive their heads. So do disjunctions with
    /// a head cycle unless `certain`: the other heads may follow from any of them.
    fn derivable(&self, open: &Table<LocalAtom, bool>, certain: bool) -> Table<LocalAtom, bool> {
        let shot = self.shot;
        let accepts = |truth| truth == KnownTruth::True || truth == KnownTruth::Unknown && !certain;
        let usable =
            |state: &BodyState| accepts(state.truth) && (certain || state.demanded != KnownTruth::False);
        let wanted = |atom: LocalAtom| accepts(self.atoms[atom]);
        let mut derived: Table<LocalAtom, bool> =
            open.entries().map(|(atom, &open)| open && wanted(atom)).collect();
        // What each body lacks: the number of positive literals of a conjunction, the weight of a sum, of which the number is 1 then.
        let mut lacking_weight: Table<SumId, i128> = Table::default();
        let mut lacking: Table<BodyId, u32> = Table::default();
        for body in shot.bodies.numbers() {
            lacking.push(match shot.bodies.get(body) {
                BodyView::All(literals) => literals.iter().filter(|l| !l.is_negative()).count() as u32,
                BodyView::Sum(bound, literals, weights) => {
                    let granted = |l: Local| l.is_negative() && accepts(self.truth(l));
                    let granted = literals.iter().zip(weights).filter(|(&l, _)| granted(l));
                    let lacking = i128::from(bound) - granted.map(|(_, &w)| i128::from(w)).sum::<i128>();
                    lacking_weight.push(lacking);
                    u32::from(lacking > 0)
                }
            });
        }
        let uses_of = self.loops_of.as_ref().filter(|_| !certain).unwrap_or(&self.uses_of);
        let mut queue: Vec<LocalAtom> = shot.atoms.numbers().filter(|&atom| derived[atom]).collect();
        let mut ready: Vec<BodyId> = shot.bodies.numbers().filter(|&body| lacking[body] == 0).collect();
        loop {
            while let Some(body) = ready.pop() {
                if !usable(&self.bodies[body]) {
                    continue;
                }
                for &rule in uses_of.successors(body) {
                    let Some(head) = shot.rules[rule].head else { continue };
                    if !derived[head] && wanted(head) {
                        derived[head] = true;
                        queue.push(head);
                    }
                }
            }
            let Some(atom) = queue.pop() else { return derived };
            for &body in self.bodies_with.successors(Local::new(atom, false)) {
                if lacking[body] == 0 {
                    continue;
                }
                if let Some(sum) = shot.bodies.sum(body) {
                    lacking_weight[sum] -= shot.bodies.weight(body, Local::new(atom, false));
                    if lacking_weight[sum] > 0 {
                        continue;
                    }
                }
                lacking[body] -= 1;
                if lacking[body] == 0 {
                    ready.push(body);
                }
            }
        }
    }
}
