//! Grounds the components of a program one after the other, over the possible atoms.
//!
//! A component is a set of predicates that depend on each other, by literals of any kind; all heads of a rule belong to one. For
//! each component the atoms are shown to be closed under its rules. Then no other atom is in an answer set: assume that X is an
//! answer set, and leave out of X the atoms of the component that are not possible. The rest is a model of the reduct as well.
//! For if the body of a rule holds in it, then its positive literals are possible and its negated ones hold in X; so the body
//! was found, and the heads are possible. Afterwards atoms are certain that are derived by rules whose bodies are certain, which
//! is a least fixpoint. Higher components simplify by what is known of lower ones.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::base::{display, AtomId, Base};
use crate::components::components;
use crate::error::{Error, Place};
use crate::ground::{Conjunction, Head, Instance, Lit, Part, ALWAYS, NEVER};
use crate::join::{matters_in, Frame, Join, Stop};
use crate::normalize::Signature;
use crate::plan::{Plan, Planner, Step};
use crate::rule::{self, Goal, Literal, Predicate, Rule};
use crate::term::is_known;
use crate::value::Value;

/// A ground program over the possible atoms.
pub(crate) struct Grounding {
    pub base: Base,
    /// The number of each possible atom, in ascending order.
    pub numbers: Vec<u32>,
    pub certain: Vec<bool>,
    pub instances: Vec<Instance>,
}

/// Grounds rules over the possible atoms of `base`. If `grow` is true, derived atoms are added to them.
///
/// # Errors
///
/// [`Error::Missing`] if the atoms are not closed under the rules; [`Error::Unsupported`] and [`Error::Stopped`].
pub(crate) fn ground(
    rules: &[Rule],
    signatures: &[Signature],
    (base, numbers): (Base, Vec<u32>),
    grow: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Grounding, Error> {
    let certain = vec![false; base.len()];
    let grounding = Grounding { base, numbers, certain, instances: Vec::new() };
    let mut instantiation = Instantiation { rules, signatures, grounding, grow, stop };
    let (component_of, order) = order(rules, signatures.len());
    for (component, members) in order.into_iter().enumerate() {
        let open: Vec<bool> = component_of.iter().map(|&it| it == component).collect();
        instantiation.component(&members, &open)?;
    }
    let headless: Vec<usize> = (0..rules.len()).filter(|&rule| heads(&rules[rule]).is_empty()).collect();
    instantiation.component(&headless, &vec![false; signatures.len()])?;
    instantiation.grounding.check_externals(rules)?;
    Ok(instantiation.grounding)
}

/// Returns the component of each predicate, and the rules of each component.
fn order(rules: &[Rule], predicates: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); predicates];
    for rule in rules {
        let heads = heads(rule);
        for (position, &head) in heads.iter().enumerate() {
            // A cycle through all heads.
            successors[head].push(heads[(position + 1) % heads.len()]);
            body(rule, &mut |predicate| successors[head].push(predicate));
        }
    }
    for list in &mut successors {
        list.sort_unstable();
        list.dedup();
    }
    let component_of = components(&successors);
    let count = component_of.iter().max().map_or(0, |last| last + 1);
    let mut members = vec![Vec::new(); count];
    for (index, rule) in rules.iter().enumerate() {
        if let Some(&head) = heads(rule).first() {
            members[component_of[head]].push(index);
        }
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

/// Calls `visit` for each predicate that a rule depends on.
fn body(rule: &Rule, visit: &mut dyn FnMut(Predicate)) {
    let mut literals: Vec<&Literal> = Vec::new();
    for goal in &rule.body {
        match goal {
            Goal::Literal(literal) => literals.push(literal),
            Goal::Conditional { condition, consequents } => {
                literals.extend(condition);
                literals.extend(consequents.iter().flatten());
            }
            Goal::Aggregate(aggregate) => {
                literals.extend(aggregate.elements.iter().flat_map(|element| &element.condition));
            }
        }
    }
    match &rule.head {
        rule::Head::Choice(choices) => literals.extend(choices.iter().flat_map(|choice| &choice.condition)),
        rule::Head::Conditional(disjuncts) => {
            for disjunct in disjuncts {
                literals.extend(&disjunct.condition);
                literals.extend(disjunct.members.iter().flat_map(|member| &member.literals));
            }
        }
        _ => {}
    }
    for literal in literals {
        if let Literal::Atom(_, atom) = literal {
            visit(atom.predicate);
        }
    }
}

/// The plans of a rule: of its body, and of each element of its head with the members of each.
struct Plans {
    body: Plan,
    elements: Vec<(Plan, Vec<Plan>)>,
}

/// The instances of the rules of a component.
#[derive(Default)]
struct Found {
    instances: Vec<Instance>,
    /// Derived atoms that are not among the possible ones.
    missing: Vec<(Predicate, Vec<Value>, Place)>,
}

impl Found {
    fn clear(&mut self) {
        *self = Found::default();
    }
}

struct Instantiation<'a> {
    rules: &'a [Rule],
    signatures: &'a [Signature],
    grounding: Grounding,
    grow: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Instantiation<'_> {
    /// Grounds the rules of a component, whose predicates are `open`.
    fn component(&mut self, members: &[usize], open: &[bool]) -> Result<(), Error> {
        let mut plans = Vec::with_capacity(members.len());
        for &index in members {
            let unsafe_rule = || Error::Unsupported {
                construct: "a variable without a value".to_owned(),
                place: self.rules[index].place,
            };
            plans.push(self.grounding.base_plans(&self.rules[index]).ok_or_else(unsafe_rule)?);
        }
        let mut found = Found::default();
        loop {
            found.clear();
            for (&index, plans) in members.iter().zip(&plans) {
                let grounding = &self.grounding;
                let join = Join {
                    base: &grounding.base,
                    certain: &grounding.certain,
                    open,
                    stop: self.stop,
                    steps: 0.into(),
                };
                instances(&join, &self.rules[index], index, plans, &mut found).map_err(
                    |stop| match stop {
                        Stop::Asked => Error::Stopped,
                        Stop::Unsupported(construct) => Error::Unsupported {
                            construct: construct.to_owned(),
                            place: self.rules[index].place,
                        },
                    },
                )?;
            }
            match found.missing.first() {
                None => break,
                Some((predicate, arguments, place)) if !self.grow => {
                    let atom = display(&self.signatures[*predicate], arguments);
                    return Err(Error::Missing { atom, place: *place });
                }
                Some(_) => {}
            }
            for (predicate, arguments, _) in found.missing.drain(..) {
                if self.grounding.base.add(predicate, arguments) {
                    let next = self.grounding.numbers.last().map_or(1, |last| last + 1);
                    self.grounding.numbers.push(next);
                    self.grounding.certain.push(false);
                }
            }
        }
        self.grounding.derive(&found.instances);
        self.grounding.instances.append(&mut found.instances);
        Ok(())
    }
}

impl Grounding {
    fn base_plans(&mut self, rule: &Rule) -> Option<Plans> {
        let mut planner = Planner { base: &mut self.base, globals: rule.globals };
        let mut bound = vec![false; rule.variables];
        let body = planner.goals(&rule.body, &mut bound)?;
        if matches!(body.first(), Some(Step::Never)) {
            return Some(Plans { body, elements: Vec::new() });
        }
        let mut elements = Vec::new();
        let all_bound = |terms: &[rule::Term], bound: &[bool]| terms.iter().all(|term| is_known(term, bound));
        match &rule.head {
            rule::Head::Disjunction(atoms) => {
                atoms.iter().all(|atom| all_bound(&atom.arguments, &bound)).then_some(())?;
            }
            rule::Head::External(atom, value) => {
                (all_bound(&atom.arguments, &bound) && is_known(value, &bound)).then_some(())?;
            }
            rule::Head::Edge(edge) => is_known(edge, &bound).then_some(())?,
            rule::Head::Minimize { weight, priority, tuple } => {
                let mut terms = [weight, priority].into_iter().chain(tuple);
                terms.all(|term| is_known(term, &bound)).then_some(())?;
            }
            rule::Head::Choice(choices) => {
                for choice in choices {
                    let mut bound = bound.clone();
                    elements.push((planner.literals(&choice.condition, &mut bound)?, Vec::new()));
                    let tuple = choice.weighed.as_ref().map_or(&[][..], |(_, tuple)| tuple);
                    (all_bound(&choice.atom.arguments, &bound) && all_bound(tuple, &bound)).then_some(())?;
                }
            }
            rule::Head::Conditional(disjuncts) => {
                for disjunct in disjuncts {
                    let mut bound = bound.clone();
                    let condition = planner.literals(&disjunct.condition, &mut bound)?;
                    let members = disjunct.members.iter();
                    let members =
                        members.map(|member| planner.literals(&member.instances, &mut bound.clone()));
                    elements.push((condition, members.collect::<Option<_>>()?));
                }
            }
        }
        Some(Plans { body, elements })
    }

    /// Refuses external atoms whose meaning depends on the order in which a grounder finds things.
    fn check_externals(&self, rules: &[Rule]) -> Result<(), Error> {
        let heads: HashSet<AtomId> = self.instances.iter().flat_map(Instance::heads).collect();
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
            let place = rules[instance.rule].place;
            return Err(Error::Unsupported { construct: construct.to_owned(), place });
        }
        Ok(())
    }

    /// Finds the atoms that are certain by these instances: the least set that is closed under the rules with one head whose
    /// bodies need nothing else.
    fn derive(&mut self, instances: &[Instance]) {
        let mut waiting: HashMap<AtomId, Vec<usize>> = HashMap::new();
        let mut missing = vec![0_usize; instances.len()];
        let mut ready = Vec::new();
        for (index, instance) in instances.iter().enumerate() {
            let Head::Disjunction(heads) = &instance.head else { continue };
            let [_] = heads[..] else { continue };
            let mut positive = Vec::new();
            let is_plain = instance.body.iter().all(|part| match part {
                Part::Literal(ALWAYS) => true,
                Part::Literal(Lit { sign: 0, atom }) => {
                    positive.push(*atom);
                    true
                }
                _ => false,
            });
            if is_plain {
                missing[index] = positive.len();
                positive.iter().for_each(|&atom| waiting.entry(atom).or_default().push(index));
                if positive.is_empty() {
                    ready.push(index);
                }
            }
        }
        while let Some(index) = ready.pop() {
            let Head::Disjunction(heads) = &instances[index].head else { continue };
            let head = heads[0];
            if std::mem::replace(&mut self.certain[head as usize], true) {
                continue;
            }
            for &index in waiting.get(&head).into_iter().flatten() {
                missing[index] -= 1;
                if missing[index] == 0 {
                    ready.push(index);
                }
            }
        }
    }
}

/// Adds the instances of a rule.
fn instances(join: &Join, rule: &Rule, index: usize, plans: &Plans, found: &mut Found) -> Result<(), Stop> {
    let values = vec![Value::Infimum; rule.variables];
    let mut frame = Frame { values, parts: Vec::new() };
    join.run(&plans.body, &mut frame, &mut |frame| instance(join, rule, index, plans, frame, found))
}

/// Adds an instance of a rule, for the values and the body of the frame.
fn instance(
    join: &Join,
    rule: &Rule,
    index: usize,
    plans: &Plans,
    frame: &mut Frame,
    found: &mut Found,
) -> Result<(), Stop> {
    let mut push = |head, body: Vec<Part>| found.instances.push(Instance { head, body, rule: index });
    match &rule.head {
        rule::Head::Disjunction(atoms) => {
            let mut heads = Vec::with_capacity(atoms.len());
            for atom in atoms {
                let Some(arguments) = join.tuple(&atom.arguments, frame)? else { return Ok(()) };
                match join.base.find(atom.predicate, &arguments) {
                    Some(atom) => heads.push(atom),
                    None => found.missing.push((atom.predicate, arguments, rule.place)),
                }
            }
            if heads.len() == atoms.len() {
                heads.sort_unstable();
                heads.dedup();
                push(Head::Disjunction(heads), frame.parts.clone());
            }
        }
        rule::Head::Choice(choices) => {
            let mut heads: BTreeMap<Conjunction, Vec<AtomId>> = BTreeMap::new();
            for (choice, (condition, _)) in choices.iter().zip(&plans.elements) {
                join.conjunctions(condition, &frame.values, &mut |inner, conjunction| {
                    if let Some((function, tuple)) = &choice.weighed {
                        match join.tuple(tuple, inner)? {
                            Some(tuple) if matters_in(*function, &tuple) => {}
                            _ => return Ok(()),
                        }
                    }
                    let Some(arguments) = join.tuple(&choice.atom.arguments, inner)? else { return Ok(()) };
                    match join.base.find(choice.atom.predicate, &arguments) {
                        Some(atom) => heads.entry(conjunction).or_default().push(atom),
                        None => found.missing.push((choice.atom.predicate, arguments, rule.place)),
                    }
                    Ok(())
                })?;
            }
            for (condition, mut heads) in heads {
                heads.sort_unstable();
                heads.dedup();
                let condition = condition.into_iter().map(Part::Literal);
                push(Head::Choice(heads), frame.parts.iter().cloned().chain(condition).collect());
            }
        }
        rule::Head::Conditional(disjuncts) => {
            let mut alternatives = Vec::new();
            for (disjunct, (condition, members)) in disjuncts.iter().zip(&plans.elements) {
                join.conjunctions(condition, &frame.values, &mut |inner, conjunction| {
                    let literals = self::members(join, rule, disjunct, members, inner, &mut found.missing)?;
                    alternatives.extend(literals.into_iter().map(|literals| (conjunction.clone(), literals)));
                    Ok(())
                })?;
            }
            if !alternatives.iter().any(|(condition, literals)| condition.is_empty() && literals.is_empty()) {
                push(Head::Conditional(alternatives), frame.parts.clone());
            }
        }
        rule::Head::External(atom, value) => {
            // Whether it is declared would depend on what else a grounder finds to be possible.
            if !frame.parts.is_empty() {
                return Err(Stop::Unsupported("an external atom with a condition that is not decided"));
            }
            let (arguments, value) = (join.tuple(&atom.arguments, frame)?, join.value(value, frame)?);
            let (Some(arguments), Some(value)) = (arguments, value) else { return Ok(()) };
            match join.base.find(atom.predicate, &arguments) {
                Some(atom) => push(Head::External(atom, value), Vec::new()),
                None => found.missing.push((atom.predicate, arguments, rule.place)),
            }
        }
        rule::Head::Edge(edge) => {
            if let Some(edge) = join.value(edge, frame)? {
                push(Head::Edge(edge), frame.parts.clone());
            }
        }
        rule::Head::Minimize { weight, priority, tuple } => {
            let number =
                |term| -> Result<_, Stop> { Ok(join.value(term, frame)?.and_then(|value| value.number())) };
            let (weight, priority) = (number(weight)?, number(priority)?);
            if let (Some(weight), Some(priority), Some(tuple)) = (weight, priority, join.tuple(tuple, frame)?)
            {
                push(Head::Minimize((priority, weight, tuple)), frame.parts.clone());
            }
        }
    }
    Ok(())
}

/// Returns the alternatives that an element of a disjunction stands for: the literals of each that are not known to be true. A
/// member that is not defined counts as true.
fn members(
    join: &Join,
    rule: &Rule,
    disjunct: &rule::Disjunct,
    plans: &[Plan],
    frame: &Frame,
    missing: &mut Vec<(Predicate, Vec<Value>, Place)>,
) -> Result<Vec<Vec<Lit>>, Stop> {
    let mut alternatives = vec![Vec::new()];
    for (member, plan) in disjunct.members.iter().zip(plans) {
        join.conjunctions(plan, &frame.values, &mut |inner, _| {
            let [Literal::Atom(sign, atom)] = &member.literals[..] else {
                let mut holds = false;
                for literal in &member.literals {
                    let Literal::Compare(left, relation, right) = literal else { continue };
                    // A comparison that is not defined counts as true.
                    let sides = join.value(left, inner)?.zip(join.value(right, inner)?);
                    holds |= sides.is_none_or(|(left, right)| relation.holds(&left, &right));
                }
                if !holds {
                    alternatives.clear();
                }
                return Ok(());
            };
            let sign = *sign;
            let Some(found) = join.matching(atom, inner)? else { return Ok(()) };
            let is_open = join.open[atom.predicate];
            match sign {
                0 if found.is_empty() => {
                    let arguments = join.tuple(&atom.arguments, inner)?.unwrap_or_default();
                    missing.push((atom.predicate, arguments, rule.place));
                }
                0 if join.certain[found[0] as usize] => {}
                0 => alternatives.iter_mut().for_each(|literals| literals.push(Lit { sign, atom: found[0] })),
                // `not p(_)` says that no atom matches.
                1 if found.iter().any(|&atom| join.certain[atom as usize]) => alternatives.clear(),
                1 => {
                    let always = is_open.then_some(ALWAYS);
                    let all = found.into_iter().map(|atom| Lit { sign, atom }).chain(always);
                    let all: Vec<Lit> = all.collect();
                    alternatives.iter_mut().for_each(|literals| literals.extend(&all));
                }
                // `not not p(_)` is an alternative for each atom that matches.
                _ if found.iter().any(|&atom| join.certain[atom as usize]) => {}
                _ => {
                    let never = (found.is_empty() && is_open).then_some(NEVER);
                    let all: Vec<Lit> =
                        found.into_iter().map(|atom| Lit { sign, atom }).chain(never).collect();
                    let with = |literals: &Vec<Lit>| {
                        all.iter()
                            .map(|&one| literals.iter().copied().chain([one]).collect())
                            .collect::<Vec<_>>()
                    };
                    alternatives = alternatives.iter().flat_map(with).collect();
                }
            }
            Ok(())
        })?;
    }
    for literals in &mut alternatives {
        literals.sort_unstable();
        literals.dedup();
    }
    Ok(alternatives)
}
