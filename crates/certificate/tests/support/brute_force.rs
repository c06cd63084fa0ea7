//! Answer sets by definition: the least models of their reducts, among all sets of atoms.

use std::collections::BTreeMap;

use groundplan_certificate::{Body, Claim, External, Lit, Program};

/// A set of atoms: bit `i` is the atom `i` of [`Oracle::atoms`].
pub type Set = u32;

/// A program whose atoms are numbered from 0.
pub struct Oracle<'a> {
    program: &'a Program,
    /// The atoms.
    pub atoms: Vec<u32>,
    place: BTreeMap<u32, usize>,
}

impl<'a> Oracle<'a> {
    /// A program of few atoms.
    pub fn new(program: &'a Program) -> Self {
        let atoms: Vec<u32> = program.atoms.iter().copied().collect();
        assert!(atoms.len() <= 12, "{} atoms are too many", atoms.len());
        let place = atoms.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        Oracle { program, atoms, place }
    }

    /// All sets of atoms.
    pub fn sets(&self) -> std::ops::Range<Set> {
        0..1 << self.atoms.len()
    }

    /// The set as a list.
    pub fn list(&self, set: Set) -> Vec<u32> {
        let places = (0..self.atoms.len()).filter(|place| set >> place & 1 == 1);
        places.map(|place| self.atoms[place]).collect()
    }

    /// Whether an atom is in a set.
    pub fn has(&self, set: Set, atom: u32) -> bool {
        set >> self.place[&atom] & 1 == 1
    }

    /// Whether a literal is true in a set.
    pub fn holds(&self, set: Set, literal: Lit) -> bool {
        self.has(set, literal.variable()) != literal.is_negative()
    }

    /// Whether a body holds in the reduct by one set for another.
    fn body(&self, body: &Body, by: Set, set: Set) -> bool {
        let holds = |literal: Lit| self.holds(if literal.is_negative() { by } else { set }, literal);
        let sum: i128 = body
            .terms
            .iter()
            .filter(|(_, literal)| holds(*literal))
            .map(|&(weight, _)| i128::from(weight))
            .sum();
        sum >= i128::from(body.at_least)
    }

    /// Whether a set is a model of the reduct by another.
    fn is_model(&self, by: Set, set: Set) -> bool {
        let rules = self.program.rules.iter().all(|rule| {
            !self.body(&rule.body, by, set)
                || if rule.choice {
                    rule.heads.iter().all(|&head| !self.has(by, head) || self.has(set, head))
                } else {
                    rule.heads.iter().any(|&head| self.has(set, head))
                }
        });
        let externals = self.program.externals.iter().all(|(&atom, value)| match value {
            External::Free => !self.has(by, atom) || self.has(set, atom),
            External::True => self.has(set, atom),
            External::False => true,
        });
        rules && externals
    }

    /// Whether a set is an answer set; assumptions apart.
    pub fn is_answer_set(&self, set: Set) -> bool {
        self.is_model(set, set)
            && self
                .sets()
                .filter(|part| part & !set == 0 && *part != set)
                .all(|part| !self.is_model(set, part))
    }

    /// Whether a set of atoms is supported from outside in another: by an external atom in it, or by a rule with a head in
    /// it whose body holds without it and, if it is no choice, none of whose other heads is true.
    pub fn is_supported(&self, atoms: Set, by: Set) -> bool {
        let rules = self.program.rules.iter().any(|rule| {
            let others = rule.heads.iter().filter(|&&head| !self.has(atoms, head));
            others.clone().count() < rule.heads.len()
                && self.body(&rule.body, by, by & !atoms)
                && (rule.choice || others.clone().all(|&head| !self.has(by, head)))
        });
        let mut externals = self.program.externals.iter();
        rules || externals.any(|(&atom, &value)| value != External::False && self.has(atoms, atom))
    }

    /// Whether what is assumed holds.
    pub fn is_assumed(&self, set: Set) -> bool {
        self.program.assumptions.iter().all(|&literal| self.holds(set, literal))
    }

    /// Whether the costs are within the bounds of a claim.
    pub fn is_cheap(&self, set: Set, claim: &Claim) -> bool {
        claim.costs.iter().all(|&(priority, bound)| self.cost(set, priority) <= bound)
    }

    /// The cost of a set.
    pub fn cost(&self, set: Set, priority: i64) -> i128 {
        let terms = self.program.objectives.get(&priority).into_iter().flatten();
        terms.filter(|(_, literal)| self.holds(set, *literal)).map(|&(weight, _)| i128::from(weight)).sum()
    }

    /// Whether no answer set is as claimed.
    pub fn is_true(&self, claim: &Claim) -> bool {
        !self.sets().any(|set| self.is_assumed(set) && self.is_cheap(set, claim) && self.is_answer_set(set))
    }
}
