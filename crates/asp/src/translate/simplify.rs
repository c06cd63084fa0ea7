//! What is true or false in every answer set, found on the rules before a clause is written.
//!
//! Unit propagation over the completion (forwards from literals to bodies to heads, backwards from heads to bodies to
//! literals), and unfounded sets: an atom outside the least model of the rules whose negative literals are all granted
//! has no support without a cycle (Van Gelder, Ross & Schlipf, JACM 1991; as the preprocessing of Gebser, Kaufmann,
//! Neumann & Schaub, ECAI 2008). Both repeat until nothing changes.
//!
//! Invariant: whatever is assigned holds in every answer set of the program so far, under any value of the externals.

use super::shot::{BodyView, Local, Shot, NO_HEAD};
use super::tightness::Graph;

/// No answer set is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// The truth of an atom or a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    Unknown,
    True,
    False,
}

impl Truth {
    fn of(value: bool) -> Self {
        if value {
            Truth::True
        } else {
            Truth::False
        }
    }
}

/// What was found.
#[derive(Debug)]
pub(super) struct Simplified {
    /// The value of each atom.
    pub(super) atoms: Vec<Truth>,
    /// True atoms that follow by rules from nothing: a cycle through one proves nothing.
    pub(super) founded: Vec<bool>,
    /// The value of each body.
    pub(super) bodies: Vec<Truth>,
    /// Bodies that a constraint or a false head forbids.
    pub(super) forbidden: Vec<bool>,
}

impl Simplified {
    /// Whether a body may hold in an answer set, as far as is known.
    pub(super) fn is_possible(&self, body: u32) -> bool {
        self.bodies[body as usize] != Truth::False && !self.forbidden[body as usize]
    }
}

#[derive(Clone, Debug)]
struct BodyState {
    truth: Truth,
    /// What the body has to be, known or not.
    demanded: Truth,
    /// Unassigned literals of a conjunction.
    unknown: u32,
    /// Weight of the true, and of the not yet false, literals of a sum.
    reached: i128,
    reachable: i128,
    /// No unassigned literal of a sum weighs more.
    heaviest: i128,
}

struct Propagation<'a> {
    shot: &'a Shot,
    /// Rules by head, rules by body, and bodies by literal.
    rules_of: Graph,
    uses_of: Graph,
    bodies_with: Graph,
    atoms: Vec<Truth>,
    bodies: Vec<BodyState>,
    /// How many rules can still support each atom.
    supports: Vec<u32>,
    queue: Vec<Local>,
}

/// Rules by head: vertices are atoms, targets are rules.
pub(super) fn rules_by_head(shot: &Shot) -> Graph {
    Graph::new(shot.atoms.len(), |edge| {
        for (number, rule) in shot.rules.iter().enumerate().filter(|(_, rule)| rule.head != NO_HEAD) {
            edge(rule.head, number as u32);
        }
    })
}

/// Finds what is certain. `open` tells the atoms that need no support in this shot.
pub(super) fn simplify(shot: &Shot, open: &[bool]) -> Result<Simplified, Contradiction> {
    let mut propagation = Propagation::new(shot, open);
    for body in 0..shot.bodies.len() as u32 {
        propagation.examine(body)?;
    }
    for (number, rule) in shot.rules.iter().enumerate() {
        if rule.head == NO_HEAD {
            propagation.demand(shot.rules[number].body, false)?;
        }
    }
    for (atom, &is_open) in open.iter().enumerate() {
        if propagation.supports[atom] == 0 && !is_open {
            propagation.assign(Local::new(atom as u32, true))?;
        }
    }
    loop {
        propagation.propagate()?;
        let possible = propagation.derivable(open, false);
        let unfounded: Vec<u32> = (0..shot.atoms.len() as u32)
            .filter(|&atom| !possible[atom as usize] && propagation.atoms[atom as usize] != Truth::False)
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
        forbidden: propagation.bodies.iter().map(|body| body.demanded == Truth::False).collect(),
        bodies: propagation.bodies.into_iter().map(|body| body.truth).collect(),
    })
}

impl<'a> Propagation<'a> {
    fn new(shot: &'a Shot, open: &[bool]) -> Self {
        let rules_of = rules_by_head(shot);
        let uses_of = Graph::new(shot.bodies.len(), |edge| {
            shot.rules.iter().enumerate().for_each(|(number, rule)| edge(rule.body, number as u32));
        });
        let bodies_with = Graph::new(2 * shot.atoms.len(), |edge| {
            for body in 0..shot.bodies.len() as u32 {
                let vertex = |l: &Local| 2 * l.atom() + u32::from(l.is_negative());
                shot.bodies.get(body).literals().iter().for_each(|l| edge(vertex(l), body));
            }
        });
        let bodies = (0..shot.bodies.len() as u32)
            .map(|body| {
                let weights = match shot.bodies.get(body) {
                    BodyView::All(_) => &[],
                    BodyView::Sum(_, _, weights) => weights,
                };
                let weights = weights.iter().map(|&weight| i128::from(weight));
                BodyState {
                    truth: Truth::Unknown,
                    demanded: Truth::Unknown,
                    unknown: shot.bodies.get(body).literals().len() as u32,
                    reached: 0,
                    reachable: weights.clone().sum(),
                    heaviest: weights.max().unwrap_or(0),
                }
            })
            .collect();
        let supports = (0..shot.atoms.len() as u32)
            .map(|atom| if open[atom as usize] { u32::MAX } else { rules_of.successors(atom).len() as u32 })
            .collect();
        let atoms = vec![Truth::Unknown; shot.atoms.len()];
        Propagation { shot, rules_of, uses_of, bodies_with, atoms, bodies, supports, queue: Vec::new() }
    }

    fn truth(&self, literal: Local) -> Truth {
        match self.atoms[literal.atom() as usize] {
            Truth::Unknown => Truth::Unknown,
            truth => Truth::of((truth == Truth::True) != literal.is_negative()),
        }
    }

    fn assign(&mut self, literal: Local) -> Result<(), Contradiction> {
        match self.truth(literal) {
            Truth::True => Ok(()),
            Truth::False => Err(Contradiction),
            Truth::Unknown => {
                self.atoms[literal.atom() as usize] = Truth::of(!literal.is_negative());
                self.queue.push(literal);
                Ok(())
            }
        }
    }

    fn propagate(&mut self) -> Result<(), Contradiction> {
        while let Some(literal) = self.queue.pop() {
            for (seen, holds) in [(literal, true), (literal.complement(), false)] {
                let vertex = 2 * seen.atom() + u32::from(seen.is_negative());
                for i in 0..self.bodies_with.successors(vertex).len() {
                    let body = self.bodies_with.successors(vertex)[i];
                    self.notice(body, seen, holds)?;
                }
            }
            let atom = literal.atom();
            if literal.is_negative() {
                for i in 0..self.rules_of.successors(atom).len() {
                    let rule = self.shot.rules[self.rules_of.successors(atom)[i] as usize];
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

    /// A literal of a body was assigned.
    fn notice(&mut self, body: u32, literal: Local, holds: bool) -> Result<(), Contradiction> {
        let shot = self.shot;
        let state = &mut self.bodies[body as usize];
        match shot.bodies.get(body) {
            BodyView::All(_) if holds => {
                state.unknown -= 1;
                if state.unknown > 1 {
                    // What a demand settles was settled when it was made.
                    return Ok(());
                }
            }
            BodyView::All(_) => {
                state.unknown -= 1;
                return self.settle(body, false);
            }
            BodyView::Sum(_, literals, weights) => {
                let position = literals.binary_search(&literal).expect("the body has this literal");
                let weight = i128::from(weights[position]);
                if holds {
                    state.reached += weight;
                } else {
                    state.reachable -= weight;
                }
            }
        }
        self.examine(body)
    }

    /// Whether a body's value is certain, or what it has to be settles the rest of it.
    fn examine(&mut self, body: u32) -> Result<(), Contradiction> {
        let state = &self.bodies[body as usize];
        if state.truth != Truth::Unknown {
            return Ok(());
        }
        let shot = self.shot;
        match shot.bodies.get(body) {
            BodyView::All(literals) => match (state.unknown, state.demanded) {
                (0, _) => self.settle(body, true),
                (1, Truth::False) => {
                    // The last one may be assigned already, and wait in the queue to be noticed.
                    let last = literals.iter().find(|&&l| self.truth(l) == Truth::Unknown);
                    last.map_or(Ok(()), |last| self.assign(last.complement()))
                }
                (_, Truth::True) => literals.iter().try_for_each(|&l| self.assign(l)),
                _ => Ok(()),
            },
            BodyView::Sum(bound, literals, weights) => {
                let (bound, demanded, heaviest) = (i128::from(bound), state.demanded, state.heaviest);
                let (reached, reachable) = (state.reached, state.reachable);
                if reached >= bound {
                    return self.settle(body, true);
                }
                if reachable < bound {
                    return self.settle(body, false);
                }
                let is_settled = |weight: i128| match demanded {
                    Truth::False => reached + weight >= bound,
                    Truth::True => reachable - weight < bound,
                    Truth::Unknown => false,
                };
                if !is_settled(heaviest) {
                    return Ok(());
                }
                let mut left = 0;
                for (&literal, &weight) in literals.iter().zip(weights) {
                    let weight = i128::from(weight);
                    if self.truth(literal) != Truth::Unknown {
                        continue;
                    }
                    if !is_settled(weight) {
                        left = weight.max(left);
                    } else if demanded == Truth::False {
                        self.assign(literal.complement())?;
                    } else {
                        self.assign(literal)?;
                    }
                }
                self.bodies[body as usize].heaviest = left;
                Ok(())
            }
        }
    }

    /// A body's value became certain.
    fn settle(&mut self, body: u32, value: bool) -> Result<(), Contradiction> {
        let state = &mut self.bodies[body as usize];
        if state.truth != Truth::Unknown {
            return Ok(());
        }
        state.truth = Truth::of(value);
        if state.demanded == Truth::of(!value) {
            return Err(Contradiction);
        }
        if !value {
            return if state.demanded == Truth::False { Ok(()) } else { self.withdraw(body) };
        }
        for i in 0..self.uses_of.successors(body).len() {
            let rule = self.shot.rules[self.uses_of.successors(body)[i] as usize];
            if rule.head == NO_HEAD {
                return Err(Contradiction);
            }
            if !rule.choice {
                self.assign(Local::new(rule.head, false))?;
            }
        }
        Ok(())
    }

    /// A body supports its heads no longer.
    fn withdraw(&mut self, body: u32) -> Result<(), Contradiction> {
        for i in 0..self.uses_of.successors(body).len() {
            let head = self.shot.rules[self.uses_of.successors(body)[i] as usize].head;
            if head == NO_HEAD || self.supports[head as usize] == u32::MAX {
                continue;
            }
            self.supports[head as usize] -= 1;
            match (self.supports[head as usize], self.atoms[head as usize]) {
                (0, _) => self.assign(Local::new(head, true))?,
                (_, Truth::True) => self.demand_support(head)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A body must have a value.
    fn demand(&mut self, body: u32, value: bool) -> Result<(), Contradiction> {
        let state = &mut self.bodies[body as usize];
        if state.demanded == Truth::of(value) {
            return Ok(());
        }
        if state.truth == Truth::of(!value) || state.demanded == Truth::of(!value) {
            return Err(Contradiction);
        }
        state.demanded = Truth::of(value);
        if !value && state.truth == Truth::Unknown {
            self.withdraw(body)?;
        }
        self.examine(body)
    }

    /// The last possible support of a true atom must hold.
    fn demand_support(&mut self, atom: u32) -> Result<(), Contradiction> {
        if self.supports[atom as usize] != 1 {
            return Ok(());
        }
        let body =
            self.rules_of.successors(atom).iter().map(|&rule| self.shot.rules[rule as usize].body).find(
                |&body| {
                    let state = &self.bodies[body as usize];
                    state.truth != Truth::False && state.demanded != Truth::False
                },
            );
        // None is left for a moment if a rule occurs twice; its second copy then finds the contradiction.
        body.map_or(Ok(()), |body| self.demand(body, true))
    }

    /// What the rules derive with the negative literals granted that are not false; if `certain`, only what is true
    /// anyway, by bodies that are true anyway. Choice rules derive their heads.
    fn derivable(&self, open: &[bool], certain: bool) -> Vec<bool> {
        let shot = self.shot;
        let accepts = |truth| truth == Truth::True || truth == Truth::Unknown && !certain;
        let usable = |state: &BodyState| accepts(state.truth) && (certain || state.demanded != Truth::False);
        let wanted = |atom: u32| accepts(self.atoms[atom as usize]);
        let mut derived: Vec<bool> = (0..shot.atoms.len()).map(|a| open[a] && wanted(a as u32)).collect();
        // What each body still lacks: positive literals of a conjunction, weight of a sum.
        let mut lacking: Vec<i128> = (0..shot.bodies.len() as u32)
            .map(|body| match shot.bodies.get(body) {
                BodyView::All(literals) => literals.iter().filter(|l| !l.is_negative()).count() as i128,
                BodyView::Sum(bound, literals, weights) => {
                    let granted = |l: Local| l.is_negative() && accepts(self.truth(l));
                    let granted = literals.iter().zip(weights).filter(|(&l, _)| granted(l));
                    i128::from(bound) - granted.map(|(_, &w)| i128::from(w)).sum::<i128>()
                }
            })
            .collect();
        let mut queue: Vec<u32> = (0..shot.atoms.len() as u32).filter(|&a| derived[a as usize]).collect();
        let mut ready: Vec<u32> =
            (0..shot.bodies.len() as u32).filter(|&b| lacking[b as usize] <= 0).collect();
        loop {
            while let Some(body) = ready.pop() {
                if !usable(&self.bodies[body as usize]) {
                    continue;
                }
                for &rule in self.uses_of.successors(body) {
                    let head = shot.rules[rule as usize].head;
                    if head != NO_HEAD && !derived[head as usize] && wanted(head) {
                        derived[head as usize] = true;
                        queue.push(head);
                    }
                }
            }
            let Some(atom) = queue.pop() else { return derived };
            for &body in self.bodies_with.successors(2 * atom) {
                let weight = match shot.bodies.get(body) {
                    BodyView::All(_) => 1,
                    BodyView::Sum(_, literals, weights) => {
                        let found = literals.binary_search(&Local::new(atom, false));
                        i128::from(weights[found.expect("the body has this literal")])
                    }
                };
                let was = lacking[body as usize];
                lacking[body as usize] -= weight;
                if was > 0 && was <= weight {
                    ready.push(body);
                }
            }
        }
    }
}
