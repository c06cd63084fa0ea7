//! Grounds the components of a program one after the other, over the possible atoms.
//!
//! A component is a set of predicates that depend on each other, by literals of any kind; all heads of a rule belong to one. For
//! each component the atoms are shown to be closed under its rules. Then no other atom is in an answer set: assume that X is an
//! answer set, and leave out of X the atoms of the component that are not possible. The rest is a model of the reduct as well.
//! For if the body of a rule holds in it, then its positive literals are possible and its negated ones hold in X; so the body
//! was found, and the heads are possible. Afterwards atoms are certain that are derived by rules whose bodies are certain, which
//! is a least fixpoint. Higher components simplify by what is known of lower ones.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::base::{display, AtomId, PossibleAtoms};
use crate::components::components;
use crate::error::{Error, Place};
use crate::ground::{
    is_certain, sorted, Conjunction, GroundAlternative, GroundInstance, Head, Lit, Part, ALWAYS, NEVER,
};
use crate::join::{ensure, matters_in, BindingFrame, InstanceJoin};
use crate::normalize::Signature;
use crate::plan::{literals, JoinPlanner, JoinPlans, JoinQuery, Plan};
use crate::rule::{self, Atom, Choice, ComponentMember, Literal, Predicate, Rule, RuleDisjunct};
use crate::term::TermStop;
use crate::value::Value;

/// The most alternatives of an element of a disjunction.
const MOST_ALTERNATIVES: usize = 1 << 16;

/// A ground program over the possible atoms.
pub(crate) struct GroundingRun {
    pub base: PossibleAtoms,
    /// The number of each possible atom, in ascending order.
    pub numbers: Vec<u32>,
    pub certain: Vec<bool>,
    pub instances: Vec<GroundInstance>,
}

/// Grounds rules over the possible atoms of `base`. If `grow` is true, derived atoms are added to them.
///
/// # Errors
///
/// [`Error::Missing`] if the atoms are not closed under the rules; [`Error::Unsupported`] and [`Error::Stopped`].
pub(crate) fn ground(
    rules: &[Rule],
    signatures: &[Signature],
    (base, numbers): (PossibleAtoms, Vec<u32>),
    grow: bool,
    stop: &dyn Fn() -> bool,
) -> Result<GroundingRun, Error> {
    let certain = vec![false; base.len()];
    let grounding = GroundingRun { base, numbers, certain, instances: Vec::new() };
    let mut instantiation = Instantiation { rules, signatures, grounding, grow, stop };
    let (components, order) = order(rules, signatures.len());
    for (component, members) in order.into_iter().enumerate() {
        instantiation.component(&members, &components, component)?;
    }
    instantiation.grounding.check_externals(rules)?;
    Ok(instantiation.grounding)
}

/// Returns the component of each predicate, and the rules of each component, with those that derive nothing at the end.
fn order(rules: &[Rule], predicates: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); predicates];
    for rule in rules {
        let heads = heads(rule);
        for (position, &head) in heads.iter().enumerate() {
            // A cycle through all heads.
            successors[head].push(heads[(position + 1) % heads.len()]);
            successors[head].extend(body(rule));
        }
    }
    let successors: Vec<Vec<usize>> = successors.into_iter().map(sorted).collect();
    let component_of = components(&successors);
    let count = component_of.iter().max().map_or(0, |last| last + 1);
    let mut members = vec![Vec::new(); count + 1];
    for (index, rule) in rules.iter().enumerate() {
        members[heads(rule).first().map_or(count, |&head| component_of[head])].push(index);
    }
    (component_of, members)
}

/// The predicates that a rule derives.
fn heads(rule: &Rule) -> Vec<Predicate> {
    match &rule.head {
        rule::Head::Disjunction(atoms) => atoms.iter().map(|atom| atom.predicate).collect(),
        rule::Head::Choice(choices) => choices.iter().map(|choice| choice.atom.predicate).collect(),
        rule::Head::External(atom, _) => vec![atom.predicate],
        rule::Head::Minimize { .. } | rule::Head::Edge(_) => Vec::new(),
        rule::Head::Conditional(disjuncts) => disjuncts
            .iter()
            .flat_map(|disjunct| &disjunct.members)
            .flat_map(|member| &member.literals)
            .filter_map(|literal| match literal {
                Literal::Atom(0, atom) => Some(atom.predicate),
                _ => None,
            })
            .collect(),
    }
}

/// The predicates that a rule depends on.
fn body(rule: &Rule) -> Vec<Predicate> {
    let mut all: Vec<&Literal> = rule.body.iter().flat_map(literals).collect();
    match &rule.head {
        rule::Head::Choice(choices) => all.extend(choices.iter().flat_map(|choice| &choice.condition)),
        rule::Head::Conditional(disjuncts) => {
            for disjunct in disjuncts {
                all.extend(&disjunct.condition);
                all.extend(disjunct.members.iter().flat_map(|member| &member.literals));
            }
        }
        _ => {}
    }
    let atoms = all.into_iter().filter_map(|literal| match literal {
        Literal::Atom(_, atom) => Some(atom.predicate),
        _ => None,
    });
    atoms.collect()
}

/// The instances of the rules of a component.
#[derive(Default)]
struct FoundAtoms {
    instances: Vec<GroundInstance>,
    /// Derived atoms that are not among the possible ones.
    missing: Vec<(Predicate, Vec<Value>, Place)>,
}

impl FoundAtoms {
    /// The atoms that instances of `closed` rules derive without any condition. Such rules use no atom of the component: an
    /// aggregate over these may be decided only as long as some of them are missing.
    fn facts(&self, closed: &HashSet<usize>) -> HashSet<AtomId> {
        let plain = self
            .instances
            .iter()
            .filter(|instance| instance.body.is_empty() && closed.contains(&instance.rule));
        plain
            .filter_map(|instance| match &instance.head {
                Head::Disjunction(heads) => <[AtomId; 1]>::try_from(heads.as_slice()).ok(),
                _ => None,
            })
            .map(|[head]| head)
            .collect()
    }
}

/// Returns the error that ends the evaluation of a rule.
fn error(stop: TermStop, rule: &Rule) -> Error {
    let construct = match stop {
        TermStop::Asked => return Error::Stopped,
        TermStop::NoInstance => "a term without a value",
        TermStop::Unsupported(construct) => construct,
    };
    Error::Unsupported { construct: construct.to_owned(), place: rule.place }
}

struct Instantiation<'a> {
    rules: &'a [Rule],
    signatures: &'a [Signature],
    grounding: GroundingRun,
    grow: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Instantiation<'_> {
    /// Grounds the rules of a component. `components` has that of each predicate.
    fn component(&mut self, members: &[usize], components: &[usize], component: usize) -> Result<(), Error> {
        let mut plans = Vec::with_capacity(members.len());
        for rule in members.iter().map(|&index| &self.rules[index]) {
            let mut planner = JoinPlanner { base: &mut self.grounding.base, globals: rule.globals };
            let is_unsafe = || error(TermStop::Unsupported("a variable without a value"), rule);
            plans.push(JoinPlans::of(rule, &mut planner).ok_or_else(is_unsafe)?);
        }
        // Facts of the component, which satisfy disjunctions: these derive nothing then, even if they would for ever.
        let has_disjunctions = members.iter().any(
            |&index| matches!(&self.rules[index].head, rule::Head::Disjunction(heads) if heads.len() > 1),
        );
        let is_closed =
            |rule: &usize| body(&self.rules[*rule]).iter().all(|&used| components[used] != component);
        let closed: HashSet<usize> =
            members.iter().copied().filter(|rule| has_disjunctions && is_closed(rule)).collect();
        let mut facts: HashSet<AtomId> = HashSet::new();
        loop {
            let mut found = FoundAtoms::default();
            for (&index, plans) in members.iter().zip(&plans) {
                let GroundingRun { base, certain, .. } = &self.grounding;
                let join =
                    &InstanceJoin { base, certain, components, component, stop: self.stop, steps: 0.into() };
                let rule = &self.rules[index];
                let mut frame =
                    BindingFrame { values: vec![Value::Infimum; rule.variables], parts: Vec::new() };
                let mut finder = AtomFinder { join, rule, index, plans, facts: &facts, found: &mut found };
                join.run(&plans.body, &mut frame, &mut |frame| finder.instance(frame))
                    .map_err(|stop| error(stop, rule))?;
            }
            let known = if has_disjunctions { found.facts(&closed) } else { HashSet::new() };
            if known.len() > facts.len() {
                facts = known;
                continue;
            }
            if found.missing.is_empty() {
                self.grounding.derive(&found.instances);
                self.grounding.instances.append(&mut found.instances);
                return Ok(());
            }
            for (predicate, arguments, place) in found.missing {
                if !self.grow {
                    let atom = display(&self.signatures[predicate], &arguments);
                    return Err(Error::Missing { atom, place });
                }
                if self.grounding.base.add(predicate, arguments) {
                    let next = self.grounding.numbers.last().map_or(1, |last| last + 1);
                    self.grounding.numbers.push(next);
                    self.grounding.certain.push(false);
                }
            }
        }
    }
}

impl GroundingRun {
    /// Refuses external atoms whose meaning depends on the order in which a grounder finds things.
    fn check_externals(&self, rules: &[Rule]) -> Result<(), Error> {
        let heads: HashSet<AtomId> = self.instances.iter().flat_map(GroundInstance::heads).collect();
        let mut values: HashMap<AtomId, &Value> = HashMap::new();
        for instance in &self.instances {
            let Head::External(atom, value) = &instance.head else { continue };
            let construct = if *values.entry(*atom).or_insert(value) != value {
                "an external atom with two values"
            } else if heads.contains(atom) {
                "an external atom with rules"
            } else {
                continue;
            };
            return Err(error(TermStop::Unsupported(construct), &rules[instance.rule]));
        }
        Ok(())
    }

    /// Finds the atoms that are certain by these instances: the least set that is closed under the rules with one head whose
    /// bodies need nothing else.
    fn derive(&mut self, instances: &[GroundInstance]) {
        // Rules, each with its head and the number of atoms in its body that are not known to be certain.
        let mut rules: Vec<(AtomId, usize)> = Vec::new();
        let mut waiting: HashMap<AtomId, Vec<usize>> = HashMap::new();
        let mut derived = Vec::new();
        for instance in instances {
            let Head::Disjunction(heads) = &instance.head else { continue };
            let [head] = heads[..] else { continue };
            let parts = instance.body.iter().filter(|part| !matches!(part, Part::Literal(ALWAYS)));
            let needed = parts.map(|part| match part {
                Part::Literal(Lit { sign: 0, atom }) => Some(*atom),
                _ => None,
            });
            let Some(needed) = needed.collect::<Option<Vec<AtomId>>>() else { continue };
            if needed.is_empty() {
                derived.push(head);
            }
            needed.iter().for_each(|&atom| waiting.entry(atom).or_default().push(rules.len()));
            rules.push((head, needed.len()));
        }
        while let Some(atom) = derived.pop() {
            if std::mem::replace(&mut self.certain[atom as usize], true) {
                continue;
            }
            for &rule in waiting.get(&atom).into_iter().flatten() {
                let (head, missing) = &mut rules[rule];
                *missing -= 1;
                if *missing == 0 {
                    derived.push(*head);
                }
            }
        }
    }
}

/// Finds the instances of one rule.
struct AtomFinder<'a> {
    join: &'a InstanceJoin<'a>,
    rule: &'a Rule,
    index: usize,
    plans: &'a JoinPlans,
    /// The facts of the component that are known.
    facts: &'a HashSet<AtomId>,
    found: &'a mut FoundAtoms,
}

impl AtomFinder<'_> {
    /// Adds what follows from the values and the body of the frame.
    fn instance(&mut self, frame: &mut BindingFrame) -> Result<(), TermStop> {
        let head = match &self.rule.head {
            rule::Head::Disjunction(atoms) => {
                // All atoms have to be defined before one of them is derived.
                let mut tuples = Vec::with_capacity(atoms.len());
                for atom in atoms {
                    tuples.push(frame.tuple(&atom.arguments)?);
                }
                if self.is_satisfied(atoms, &tuples) {
                    return Ok(());
                }
                let found = atoms.iter().zip(tuples);
                let heads = found.filter_map(|(atom, arguments)| self.find(atom.predicate, arguments));
                let heads: Vec<AtomId> = heads.collect();
                ensure(heads.len() == atoms.len())?;
                Head::Disjunction(sorted(heads))
            }
            rule::Head::Choice(choices) => return self.choice(choices, frame),
            rule::Head::Conditional(disjuncts) => Head::Conditional(self.alternatives(disjuncts, frame)?),
            rule::Head::External(atom, value) => {
                // Whether it is declared would depend on what else a grounder finds to be possible.
                if !frame.parts.is_empty() {
                    return Err(TermStop::Unsupported(
                        "an external atom with a condition that is not decided",
                    ));
                }
                let value = frame.value(value)?;
                Head::External(self.atom(atom, frame)?.ok_or(TermStop::NoInstance)?, value)
            }
            rule::Head::Edge(edge) => Head::Edge(frame.value(edge)?),
            rule::Head::Minimize { weight, priority, tuple } => {
                let number = |term| frame.number(term);
                Head::Minimize((number(priority)?, number(weight)?, frame.tuple(tuple)?))
            }
        };
        self.push(head, frame.parts.clone());
        Ok(())
    }

    fn push(&mut self, head: Head, body: Vec<Part>) {
        self.found.instances.push(GroundInstance { head, body, rule: self.index });
    }

    /// Whether some atom of a disjunction is known to be true, so that the rule derives nothing. A rule with one atom, however
    /// often it is there, may be what the atom is known by.
    fn is_satisfied(&self, atoms: &[Atom], tuples: &[Vec<Value>]) -> bool {
        let mut others = atoms.iter().zip(tuples).skip(1);
        if others.all(|(atom, tuple)| atom.predicate == atoms[0].predicate && *tuple == tuples[0]) {
            return false;
        }
        let mut found =
            atoms.iter().zip(tuples).filter_map(|(it, tuple)| self.join.base.find(it.predicate, tuple));
        found.any(|atom| self.join.certain[atom as usize] || self.facts.contains(&atom))
    }

    /// Returns an atom of the head if it is possible. Otherwise it is missing.
    fn find(&mut self, predicate: Predicate, arguments: Vec<Value>) -> Option<AtomId> {
        let found = self.join.base.find(predicate, &arguments);
        if found.is_none() {
            self.found.missing.push((predicate, arguments, self.rule.place));
        }
        found
    }

    fn atom(&mut self, atom: &Atom, frame: &BindingFrame) -> Result<Option<AtomId>, TermStop> {
        Ok(self.find(atom.predicate, frame.tuple(&atom.arguments)?))
    }

    /// Adds a choice for each condition that is not decided.
    fn choice(&mut self, choices: &[Choice], frame: &BindingFrame) -> Result<(), TermStop> {
        let (join, plans) = (self.join, self.plans);
        let mut heads: BTreeMap<Conjunction, Vec<AtomId>> = BTreeMap::new();
        for (choice, (condition, _)) in choices.iter().zip(&plans.elements) {
            join.conjunctions(condition, &frame.values, &mut |inner, conjunction| {
                if let Some((function, tuple)) = &choice.weighed {
                    let matters = matters_in(*function, &inner.tuple(tuple)?);
                    // Without guards, it depends on the other elements in gringo whether the atom may be chosen.
                    if !matters && !choice.has_guards {
                        return Err(TermStop::Unsupported("a tuple without a weight in a head"));
                    }
                    ensure(matters)?;
                }
                let atom = self.atom(&choice.atom, inner)?;
                heads.entry(conjunction).or_default().extend(atom);
                Ok(())
            })?;
        }
        for (condition, heads) in heads {
            let condition = condition.into_iter().map(Part::Literal);
            self.push(Head::Choice(sorted(heads)), frame.parts.iter().cloned().chain(condition).collect());
        }
        Ok(())
    }

    /// Returns the alternatives of a disjunction with conditions, unless one is known to be true.
    ///
    /// An element has one alternative for all instances of its condition that agree in the variables of the members. If one of
    /// them is true, no atom of the others is derived, so that none is missing: some would be derived for ever.
    fn alternatives(
        &mut self,
        disjuncts: &[RuleDisjunct],
        frame: &BindingFrame,
    ) -> Result<Vec<GroundAlternative>, TermStop> {
        let (join, plans) = (self.join, self.plans);
        let missing = self.found.missing.len();
        let mut alternatives = Vec::new();
        for (disjunct, (condition, members)) in disjuncts.iter().zip(&plans.elements) {
            let shared = disjunct.shared();
            let mut instances: BTreeMap<Vec<Value>, (Vec<Conjunction>, Vec<Conjunction>)> = BTreeMap::new();
            join.conjunctions(condition, &frame.values, &mut |inner, condition| {
                let values = shared.iter().map(|&variable| inner.values[variable].clone()).collect();
                if let Some((conditions, _)) = instances.get_mut(&values) {
                    conditions.push(condition);
                    return Ok(());
                }
                instances.insert(values, (vec![condition], self.members(&disjunct.members, members, inner)?));
                Ok(())
            })?;
            for (conditions, ways) in instances.into_values() {
                let conditions = sorted(conditions);
                let ways = ways.into_iter().map(|literals| GroundAlternative {
                    conditions: conditions.clone(),
                    literals: sorted(literals),
                });
                alternatives.extend(ways);
            }
        }
        let is_true = |one: &GroundAlternative| is_certain(&one.conditions) && one.literals.is_empty();
        if alternatives.iter().any(is_true) {
            self.found.missing.truncate(missing);
            return Err(TermStop::NoInstance);
        }
        Ok(alternatives)
    }

    /// Returns the ways in which all members of a disjunct may hold.
    fn members(
        &mut self,
        members: &[ComponentMember],
        plans: &[(Plan, Option<JoinQuery>)],
        frame: &BindingFrame,
    ) -> Result<Vec<Conjunction>, TermStop> {
        let join = self.join;
        let mut all = vec![Vec::new()];
        for (member, (instances, query)) in members.iter().zip(plans) {
            join.conjunctions(instances, &frame.values, &mut |inner, _| {
                let ways = self.member(&member.literals, query.as_ref(), inner)?;
                // One that is true makes the other ones superfluous.
                if !ways.iter().any(Vec::is_empty) {
                    all = product(std::mem::take(&mut all), &ways)?;
                }
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// Returns the ways in which a member of a disjunction may hold: the literals of each that are not known to be true. A member
    /// that is not defined is left out, so that it counts as true.
    fn member(
        &mut self,
        literals: &[Literal],
        query: Option<&JoinQuery>,
        frame: &mut BindingFrame,
    ) -> Result<Vec<Conjunction>, TermStop> {
        match (literals, query) {
            ([Literal::Atom(sign, _)], Some(query)) => self.join.negated(*sign, query, frame),
            ([Literal::Atom(sign, atom)], None) => {
                // An atom that is missing is not true, so that no other one is left out for it.
                let Some(atom) = self.atom(atom, frame)? else { return Ok(vec![vec![NEVER]]) };
                let is_open = !self.join.certain[atom as usize];
                Ok(vec![is_open.then_some(Lit { sign: *sign, atom }).into_iter().collect()])
            }
            _ => {
                let mut holds = false;
                for literal in literals {
                    let Literal::Compare(left, relation, right) = literal else { continue };
                    holds |= frame.holds(left, *relation, right)?;
                }
                Ok(if holds { vec![Vec::new()] } else { Vec::new() })
            }
        }
    }
}

/// Each of the first conjunctions together with each of the second ones.
fn product(mut first: Vec<Conjunction>, second: &[Conjunction]) -> Result<Vec<Conjunction>, TermStop> {
    if let [only] = second {
        first.iter_mut().for_each(|literals| literals.extend(only));
        return Ok(first);
    }
    if first.len() * second.len() > MOST_ALTERNATIVES {
        return Err(TermStop::Unsupported("a disjunction of too many alternatives"));
    }
    Ok(first.iter().flat_map(|left| second.iter().map(|right| [&left[..], right].concat())).collect())
}
