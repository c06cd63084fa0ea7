use super::*;
use proptest::prelude::*;

/// Atoms of the first component, of both, and these with literals that need no support.
const FIRST: u32 = 4;
const ATOMS: u32 = 8;
const VARIABLES: u32 = 12;

fn weighted<T: Strategy>(what: T, most: usize) -> impl Strategy<Value = Vec<(T::Value, i64)>> {
    prop::collection::vec((what, 1..4_i64), 0..=most)
}

fn component(atoms: std::ops::Range<u32>) -> impl Strategy<Value = Component> {
    let member = || (0..atoms.len()).prop_map(Member::at);
    let outside = || (ATOMS..VARIABLES, any::<bool>()).prop_map(|(v, n)| Lit::new(v, n));
    let sum = (weighted(outside(), 3), 1..7_i64).prop_map(|(external, bound)| Sum { external, bound });
    let conditions = prop::collection::vec(outside(), 0..=3);
    let rule = (member(), conditions, weighted(member(), 3), prop::option::of(sum));
    let rule = rule.prop_map(|(head, conditions, internal, sum)| Rule { head, conditions, internal, sum });
    let atoms: Vec<Lit> = atoms.map(Lit::positive).collect();
    prop::collection::vec(rule, 4..14).prop_map(move |rules| Component { atoms: atoms.clone(), rules })
}

/// Whether a rule supports its head through literals that may be true, and atoms that are available.
fn supports(rule: &Rule, may_be_true: impl Fn(Lit) -> bool, is_available: impl Fn(Member) -> bool) -> bool {
    let atoms = rule.internal.iter().map(|&(atom, weight)| (is_available(atom), weight));
    let conditions = rule.conditions.iter().all(|&literal| may_be_true(literal));
    conditions
        && match &rule.sum {
            None => atoms.clone().all(|(is_available, _)| is_available),
            Some(Sum { external, bound }) => {
                let external = external.iter().map(|&(literal, weight)| (may_be_true(literal), weight));
                external.chain(atoms).filter(|element| element.0).map(|element| element.1).sum::<i64>()
                    >= *bound
            }
        }
}

/// Returns the atoms that can be derived without the false literals.
fn founded(component: &Component, is_false: impl Fn(Lit) -> bool) -> Vec<Lit> {
    let literal = |atom: Member| component.atoms[atom.index()];
    let mut founded: Vec<Lit> = Vec::new();
    loop {
        let derives = |rule: &&Rule| {
            let head = literal(rule.head);
            let is_new = !is_false(head) && !founded.contains(&head);
            is_new && supports(rule, |literal| !is_false(literal), |atom| founded.contains(&literal(atom)))
        };
        match component.rules.iter().find(derives) {
            Some(rule) => founded.push(literal(rule.head)),
            None => return founded,
        }
    }
}

/// Checks that no rule supports the set from outside if the literals that should support it are false.
fn check(set: &UnfoundedSet, component: &Component) {
    let literal = |atom: Member| component.atoms[atom.index()];
    let may_be_true = |literal: Lit| !set.supports.contains(&literal);
    let is_available = |atom: Member| may_be_true(literal(atom)) && !set.atoms.contains(&literal(atom));
    for rule in component.rules.iter().filter(|rule| set.atoms.contains(&literal(rule.head))) {
        assert!(!supports(rule, may_be_true, is_available), "{rule:?} supports {set:?}");
    }
}

/// A solver that makes the decisions it is given.
#[derive(Default)]
struct Run {
    components: Vec<Component>,
    sets: UnfoundedSets,
    trail: Vec<Lit>,
    levels: Vec<usize>,
}

impl Run {
    fn add(&mut self, component: &Component) {
        self.components.push(component.clone());
        self.sets.add(component.clone());
    }

    fn assign(&mut self, literal: Lit) {
        self.trail.push(literal);
        self.sets.assign(&[literal]);
    }

    fn decide(&mut self, literal: Lit) {
        if !self.trail.contains(&literal) && !self.trail.contains(&!literal) {
            self.levels.push(self.trail.len());
            self.sets.new_level();
            self.assign(literal);
        }
    }

    fn backtrack(&mut self, level: usize) {
        if level < self.levels.len() {
            self.trail.truncate(self.levels[level]);
            self.levels.truncate(level);
        }
        self.sets.backtrack(level);
    }

    /// Adds implied literals until there are no more; returns false for a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(literal) = self.sets.propagate() {
            let mut clause = Vec::new();
            self.sets.reason(literal, &mut clause);
            let set = self.sets.set_of(literal);
            assert_eq!(clause, set.clause(literal));
            assert!(set.atoms.contains(&!literal), "{literal} does not deny an atom of {set:?}");
            assert!(set.supports.iter().all(|&l| self.trail.contains(&!l)), "{set:?} has another support");
            let component = self.components.iter().find(|c| c.atoms.contains(&!literal));
            let component = component.expect("an atom is denied");
            check(set, component);
            if self.trail.contains(&!literal) {
                return false;
            }
            self.assign(literal);
        }
        for component in &self.components {
            let founded = founded(component, |l| self.trail.contains(&!l));
            let open = component.atoms.iter().filter(|&&atom| !self.trail.contains(&!atom));
            open.for_each(|atom| assert!(founded.contains(atom), "{atom} is unfounded"));
        }
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that implied literals are unfounded because of their reasons, and that no unfounded atom is left.
    #[test]
    fn unfounded_atoms_become_false(
        first in component(0..FIRST),
        second in component(FIRST..ATOMS),
        before in 0..4_usize,
        decisions in prop::collection::vec((0..VARIABLES, any::<bool>(), 0..6_usize), 1..30),
    ) {
        let mut run = Run::default();
        run.add(&first);
        for (number, &(variable, negative, level)) in decisions.iter().enumerate() {
            if number == before {
                run.add(&second);
            }
            if level < 2 {
                run.backtrack(run.levels.len() / 2 + level);
            }
            let literal = Lit::new(variable, negative);
            run.decide(literal);
            while !run.propagate() {
                let Some(level) = run.levels.len().checked_sub(1) else { return Ok(()) };
                run.backtrack(level);
            }
        }
    }
}

#[test]
fn the_literal_that_is_false_longest_is_the_reason() {
    let [atom, a, b] = [0, 1, 2].map(Lit::positive);
    let rule = Rule { head: Member::at(0), conditions: vec![a, b], internal: vec![], sum: None };
    let mut run = Run::default();
    run.add(&Component { atoms: vec![atom], rules: vec![rule] });
    run.decide(!b);
    run.decide(!a);
    assert!(run.propagate());
    assert_eq!(run.trail, [!b, !a, !atom]);
    let mut clause = Vec::new();
    run.sets.reason(!atom, &mut clause);
    assert_eq!(clause, [!atom, b]);
}
