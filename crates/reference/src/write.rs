//! Writes a ground program in aspif, with auxiliary atoms for what aspif does not have.
//!
//! Literals are left out that are known to be true, and instances that are known to hold. An auxiliary atom is defined by rules
//! of its own. Three definitions are exact only if a construct does not depend, by positive literals, on a head of its rule:
//! an aggregate that is not monotone, a conditional literal, and a disjunction with conditions. Where they do, rules are added:
//!
//! - For an aggregate x, the absence of a tuple t is an atom f with `f :- not t.`, `f :- x.` and `f ; t :- not not x.` (M.
//!   Alviano, W. Faber and M. Gebser, Rewriting recursive aggregates in answer set programming: back to monotonicity, TPLP 15,
//!   2015).
//! - For an implication x, "l where c", there is `x ; c :- not not l.` besides `x :- l.` and `x :- not c.` (P. Cabalar, D.
//!   Pearce and A. Valverde, Reducing propositional theories in equilibrium logic to logic programs, EPIA 2005).
//!
//! The semantics of aggregates is that of P. Ferraris (Logic programs with propositional connectives and aggregates, TOCL 12,
//! 2011), as in gringo.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::base::{display, AtomId};
use crate::components::components;
use crate::ground::{atoms, Aggregate, Conjunction, Cost, Head, Instance, Lit, Part, ALWAYS, NEVER};
use crate::instantiate::Grounding;
use crate::normalize::Signature;
use crate::syntax::{Function, Relation};
use crate::value::Value;

/// A literal in aspif: the number of an atom, or its negative.
type Literal = i64;

/// A conjunction that is not known to be true or false; `Err` has its value otherwise.
type Body = Result<Vec<Literal>, bool>;

/// A program in aspif.
pub(crate) struct Written {
    /// The lines.
    pub lines: Vec<String>,
    /// For each line, the index of the rule that it comes from.
    pub rules: Vec<Option<usize>>,
}

/// Writes a ground program.
pub(crate) fn write(grounding: &Grounding, signatures: &[Signature]) -> Written {
    let mut writer = Writer {
        grounding,
        written: Written { lines: vec!["asp 1 0 0".to_owned()], rules: vec![None] },
        next: grounding.numbers.last().map_or(0, |&last| Literal::from(last)),
        conjunctions: HashMap::new(),
        components: dependencies(grounding),
        rule: None,
        fact: None,
    };
    for atom in (0..grounding.base.len()).filter(|&atom| grounding.certain[atom]) {
        writer.derive(&[writer.number(atom as AtomId)], &[]);
    }
    for instance in &grounding.instances {
        writer.rule = Some(instance.rule);
        writer.instance(instance);
    }
    writer.edges();
    writer.externals();
    writer.objectives();
    writer.rule = None;
    for atom in 0..grounding.base.len() as AtomId {
        let signature = &signatures[grounding.base.predicate(atom)];
        let name = display(signature, grounding.base.arguments(atom));
        let condition = if grounding.certain[atom as usize] {
            "0".to_owned()
        } else {
            format!("1 {}", writer.number(atom))
        };
        writer.line(&format!("4 {} {name} {condition}", name.len()));
    }
    writer.line("0");
    writer.written
}

/// Returns the components of atoms that depend on each other by positive literals, if a construct asks for them.
fn dependencies(grounding: &Grounding) -> Option<Vec<usize>> {
    let asks = |part: &Part| match part {
        Part::Literal(_) => false,
        Part::Conditional(conditional) => !conditional.0.is_empty(),
        Part::Aggregate(aggregate) => {
            aggregate.sign == 0 && aggregate.guards.iter().any(|it| !is_convex(aggregate, it))
        }
    };
    let asked = grounding
        .instances
        .iter()
        .any(|instance| matches!(instance.head, Head::Conditional(_)) || instance.body.iter().any(asks));
    asked.then(|| {
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); grounding.base.len()];
        for instance in &grounding.instances {
            let mut needed = Vec::new();
            instance.body.iter().for_each(|part| positive(part, &mut needed));
            if let Head::Conditional(alternatives) = &instance.head {
                alternatives.iter().for_each(|(condition, _)| needed.extend(atoms(condition)));
            }
            needed.sort_unstable();
            needed.dedup();
            for head in instance.heads() {
                successors[head as usize].extend(needed.iter().map(|&atom| atom as usize));
            }
        }
        components(&successors)
    })
}

/// Adds the atoms on which a part depends by literals that are not negated.
fn positive(part: &Part, needed: &mut Vec<AtomId>) {
    match part {
        Part::Literal(literal) => needed.extend(atoms(&[*literal])),
        Part::Conditional(conditional) => {
            needed.extend(atoms(&conditional.0));
            conditional.1.iter().for_each(|alternative| needed.extend(atoms(alternative)));
        }
        Part::Aggregate(aggregate) if aggregate.sign == 0 => {
            aggregate.tuples.values().flatten().for_each(|condition| needed.extend(atoms(condition)));
        }
        Part::Aggregate(_) => {}
    }
}

/// Whether a guard is monotone, the negation of a monotone one, or a conjunction of both.
fn is_convex(aggregate: &Aggregate, (relation, _): &(Relation, Value)) -> bool {
    let weights = || aggregate.tuples.keys().filter_map(|tuple| aggregate.weight(tuple));
    let is_sum = matches!(aggregate.function, Function::Sum);
    let is_mixed = is_sum && weights().any(|weight| weight < 0) && weights().any(|weight| weight > 0);
    *relation != Relation::NotEqual && !is_mixed
}

struct Writer<'g> {
    grounding: &'g Grounding,
    written: Written,
    /// The number of the last atom.
    next: Literal,
    /// The auxiliary atoms for conjunctions.
    conjunctions: HashMap<Vec<Literal>, Literal>,
    /// The components of atoms that depend on each other.
    components: Option<Vec<usize>>,
    /// The rule whose instance is written.
    rule: Option<usize>,
    /// An auxiliary atom that is true.
    fact: Option<Literal>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.written.lines.push(line.to_owned());
        self.written.rules.push(self.rule);
    }

    /// The number of a possible atom.
    fn number(&self, atom: AtomId) -> Literal {
        Literal::from(self.grounding.numbers[atom as usize])
    }

    fn fresh(&mut self) -> Literal {
        self.next += 1;
        self.next
    }

    /// Writes a disjunctive rule.
    fn derive(&mut self, heads: &[Literal], body: &[Literal]) {
        self.line(&format!("1 0 {} 0 {}", list(heads), list(body)));
    }

    fn choose(&mut self, heads: &[Literal], body: &[Literal]) {
        self.line(&format!("1 1 {} 0 {}", list(heads), list(body)));
    }

    /// Returns a literal that says that a conjunction holds.
    fn all(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        match literals[..] {
            [only] => only,
            _ => self.defined(literals),
        }
    }

    /// Returns an auxiliary atom that says that a conjunction holds.
    fn defined(&mut self, literals: Vec<Literal>) -> Literal {
        if let Some(&known) = self.conjunctions.get(&literals) {
            return known;
        }
        let atom = self.fresh();
        self.derive(&[atom], &literals);
        self.conjunctions.insert(literals, atom);
        atom
    }

    /// Returns a literal for the negation of a literal.
    fn not(&mut self, literal: Literal) -> Literal {
        if literal > 0 {
            return -literal;
        }
        -self.defined(vec![literal])
    }

    /// Returns a literal for the double negation of a literal.
    fn twice_not(&mut self, literal: Literal) -> Literal {
        let negation = self.not(literal);
        self.not(negation)
    }

    /// Returns a literal that says that one of the literals holds.
    fn any(&mut self, mut literals: Vec<Literal>) -> Literal {
        literals.sort_unstable();
        literals.dedup();
        if let [only] = literals[..] {
            return only;
        }
        let atom = self.fresh();
        for literal in literals {
            self.derive(&[atom], &[literal]);
        }
        atom
    }

    fn literal(&mut self, literal: Lit) -> Result<Literal, bool> {
        match literal {
            ALWAYS => return Err(true),
            NEVER => return Err(false),
            Lit { sign, atom } if self.grounding.certain[atom as usize] => return Err(sign != 1),
            _ => {}
        }
        let atom = self.number(literal.atom);
        Ok(match literal.sign {
            0 => atom,
            1 => -atom,
            _ => self.twice_not(atom),
        })
    }

    fn conjunction(&mut self, literals: &[Lit]) -> Body {
        let mut all = Vec::new();
        for &literal in literals {
            match self.literal(literal) {
                Ok(literal) => all.push(literal),
                Err(true) => {}
                Err(false) => return Err(false),
            }
        }
        if all.is_empty() {
            return Err(true);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Returns a body as a conjunction, which is empty if it is true; `None` if it is false.
    fn body(&mut self, parts: &[Part], heads: &[AtomId]) -> Option<Vec<Literal>> {
        let mut all = Vec::new();
        let mut later = Vec::new();
        for part in parts {
            let found = match part {
                Part::Literal(literal) => self.literal(*literal).map(|literal| vec![literal]),
                _ => {
                    later.push(part);
                    continue;
                }
            };
            match found {
                Ok(literals) => all.extend(literals),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        for part in later {
            let found = match part {
                Part::Conditional(conditional) => self.conditional(&conditional.0, &conditional.1, heads),
                Part::Aggregate(aggregate) => self.aggregate(aggregate, heads),
                Part::Literal(_) => continue,
            };
            match found {
                Ok(literals) => all.extend(literals),
                Err(true) => {}
                Err(false) => return None,
            }
        }
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    fn instance(&mut self, instance: &Instance) {
        let heads = instance.heads();
        let certain = |atom: &AtomId| self.grounding.certain[*atom as usize];
        match &instance.head {
            Head::Disjunction(heads) if heads.iter().any(certain) => {}
            Head::Disjunction(heads) => {
                if let Some(body) = self.body(&instance.body, heads) {
                    let heads: Vec<Literal> = heads.iter().map(|&atom| self.number(atom)).collect();
                    self.derive(&heads, &body);
                }
            }
            Head::Choice(heads) => {
                let open: Vec<AtomId> = heads.iter().copied().filter(|atom| !certain(atom)).collect();
                if open.is_empty() {
                    return;
                }
                if let Some(body) = self.body(&instance.body, heads) {
                    let open: Vec<Literal> = open.into_iter().map(|atom| self.number(atom)).collect();
                    self.choose(&open, &body);
                }
            }
            Head::Conditional(alternatives) => {
                if let Some(body) = self.body(&instance.body, &heads) {
                    self.disjunction(alternatives, &heads, &body);
                }
            }
        }
    }

    /// Whether an atom depends on one of the heads by positive literals, and a head on the atom.
    fn is_recursive(&self, atom: AtomId, heads: &[AtomId]) -> bool {
        let Some(components) = &self.components else { return false };
        heads.iter().any(|&head| components[head as usize] == components[atom as usize])
    }

    /// The literals of a conjunction whose atoms depend on the heads.
    fn recursive(&self, literals: &[Lit], heads: &[AtomId]) -> Vec<Literal> {
        let open = atoms(literals).filter(|&atom| !self.grounding.certain[atom as usize]);
        open.filter(|&atom| self.is_recursive(atom, heads)).map(|atom| self.number(atom)).collect()
    }

    /// Returns a literal for "one of the alternatives where the condition holds".
    fn conditional(&mut self, condition: &[Lit], alternatives: &[Conjunction], heads: &[AtomId]) -> Body {
        let mut consequents = Vec::new();
        for alternative in alternatives {
            match self.conjunction(alternative) {
                Ok(literals) => consequents.push(self.all(literals)),
                Err(true) => return Err(true),
                Err(false) => {}
            }
        }
        let given = match self.conjunction(condition) {
            Ok(literals) => self.all(literals),
            Err(false) => return Err(true),
            Err(true) if consequents.is_empty() => return Err(false),
            Err(true) => return Ok(vec![self.any(consequents)]),
        };
        if consequents.is_empty() {
            return Ok(vec![self.not(given)]);
        }
        let consequent = self.any(consequents);
        let holds = self.fresh();
        self.derive(&[holds], &[consequent]);
        let fails = self.not(given);
        self.derive(&[holds], &[fails]);
        for atom in self.recursive(condition, heads) {
            let twice = self.twice_not(consequent);
            self.derive(&[holds, atom], &[twice]);
        }
        Ok(vec![holds])
    }

    /// Writes a disjunction of conjunctions with conditions. An auxiliary atom d stands for each: `not not c`, and "m where c"
    /// for its members m.
    fn disjunction(&mut self, alternatives: &[(Conjunction, Vec<Lit>)], heads: &[AtomId], body: &[Literal]) {
        let mut open = Vec::new();
        for (condition, members) in alternatives {
            match (self.conjunction(condition), self.conjunction(members)) {
                (Err(false), _) | (_, Err(false)) => {}
                (Err(true), Err(true)) => return,
                (given, literals) => {
                    open.push((given.unwrap_or_default(), literals.unwrap_or_default(), condition));
                }
            }
        }
        let plain: Option<Vec<Literal>> = open
            .iter()
            .map(|(given, literals, _)| match literals[..] {
                [only] if given.is_empty() && only > 0 => Some(only),
                _ => None,
            })
            .collect();
        if let Some(mut plain) = plain {
            plain.sort_unstable();
            plain.dedup();
            self.derive(&plain, body);
            return;
        }
        let chosen: Vec<Literal> = open.iter().map(|_| self.fresh()).collect();
        self.derive(&chosen, body);
        for (&holds, (given, literals, condition)) in chosen.iter().zip(open) {
            for &literal in &literals {
                let mut premises = given.clone();
                premises.push(holds);
                if literal > 0 {
                    self.derive(&[literal], &premises);
                } else {
                    let refuted = self.not(literal);
                    premises.push(refuted);
                    self.derive(&[], &premises);
                }
            }
            let mut premises = literals.clone();
            if !given.is_empty() {
                let all = self.all(given);
                let fails = self.not(all);
                self.derive(&[], &[holds, fails]);
                let twice = self.not(fails);
                premises.push(twice);
                let mut there = vec![twice];
                for &literal in &literals {
                    let literal = self.twice_not(literal);
                    there.push(literal);
                }
                for atom in self.recursive(condition, heads) {
                    self.derive(&[holds, atom], &there);
                }
            }
            self.derive(&[holds], &premises);
        }
    }

    /// Returns a literal for each guard of an aggregate that is not known to hold.
    fn aggregate(&mut self, aggregate: &Aggregate, heads: &[AtomId]) -> Body {
        // With all that is known now.
        let mut known = Aggregate { tuples: BTreeMap::new(), ..aggregate.clone() };
        let mut literals = BTreeMap::new();
        for (tuple, conditions) in &aggregate.tuples {
            let mut open = Vec::new();
            let mut is_true = false;
            for condition in conditions {
                match self.conjunction(condition) {
                    Ok(conjunction) => open.push((conjunction, condition.clone())),
                    Err(value) => is_true |= value,
                }
            }
            if is_true {
                known.tuples.insert(tuple.clone(), vec![Vec::new()]);
            } else if !open.is_empty() {
                known
                    .tuples
                    .insert(tuple.clone(), open.iter().map(|(_, condition)| condition.clone()).collect());
                literals.insert(
                    tuple.clone(),
                    open.into_iter().map(|(conjunction, _)| conjunction).collect::<Vec<_>>(),
                );
            }
        }
        match known.verdict() {
            (false, _) => return Err(false),
            (_, true) => return Err(true),
            _ => {}
        }
        let mut tuples = Vec::new();
        for (tuple, conjunctions) in literals {
            let conjunctions: Vec<Literal> =
                conjunctions.into_iter().map(|literals| self.all(literals)).collect();
            let literal = self.any(conjunctions);
            tuples.push((tuple, literal));
        }
        let heads = if aggregate.sign == 0 { heads } else { &[] };
        let mut all = Vec::new();
        for guard in &known.guards {
            let single = Aggregate { sign: 0, guards: vec![guard.clone()], ..known.clone() };
            // A guard that cannot hold has decided the whole.
            if !single.verdict().1 {
                all.push(self.guard(&single, &tuples, heads));
            }
        }
        if aggregate.sign == 0 {
            return Ok(all);
        }
        let all = self.all(all);
        let not = self.not(all);
        Ok(vec![if aggregate.sign == 1 { not } else { self.not(not) }])
    }

    /// Returns a literal for an aggregate with one guard that is open.
    fn guard(
        &mut self,
        aggregate: &Aggregate,
        tuples: &[(Vec<Value>, Literal)],
        heads: &[AtomId],
    ) -> Literal {
        let (relation, bound) = aggregate.guards[0].clone();
        let depends = |tuple: &Vec<Value>| {
            aggregate.tuples[tuple].iter().any(|condition| !self.recursive(condition, heads).is_empty())
        };
        let recursive: HashSet<Vec<Value>> =
            tuples.iter().map(|(tuple, _)| tuple).filter(|tuple| depends(tuple)).cloned().collect();
        let is_exact = recursive.is_empty() || is_convex(aggregate, &aggregate.guards[0]);
        let holds = if is_exact { None } else { Some(self.fresh()) };
        // The literals for the absence of tuples.
        let mut absent = BTreeMap::new();
        for (tuple, literal) in tuples {
            let absence = match holds {
                Some(holds) if recursive.contains(tuple) => {
                    self.absence(holds, *literal, &aggregate.tuples[tuple], heads)
                }
                _ => self.not(*literal),
            };
            absent.insert(tuple.clone(), absence);
        }
        let test = Test { aggregate, tuples, absent: &absent, is_exact };
        let (above, below) = (Relation::GreaterEqual, Relation::LessEqual);
        let ways = match relation {
            Relation::Equal => {
                let both = [self.half(&test, above, &bound), self.half(&test, below, &bound)];
                let open: Vec<Literal> = both.into_iter().flatten().collect();
                vec![self.all(open)]
            }
            Relation::NotEqual => {
                let both =
                    [self.half(&test, Relation::Greater, &bound), self.half(&test, Relation::Less, &bound)];
                both.into_iter().flatten().collect()
            }
            relation => self.half(&test, relation, &bound).into_iter().collect(),
        };
        match holds {
            None => self.any(ways),
            Some(holds) => {
                for way in ways {
                    self.derive(&[holds], &[way]);
                }
                holds
            }
        }
    }

    /// Returns a literal that says that a tuple is absent, under the assumption that the aggregate holds.
    fn absence(
        &mut self,
        holds: Literal,
        literal: Literal,
        conditions: &[Conjunction],
        heads: &[AtomId],
    ) -> Literal {
        let absent = self.fresh();
        let not = self.not(literal);
        self.derive(&[absent], &[not]);
        self.derive(&[absent], &[holds]);
        let twice = self.twice_not(holds);
        let (mut alternatives, mut body) = (vec![absent], vec![twice]);
        for condition in conditions {
            let Ok(literals) = self.conjunction(condition) else { continue };
            let recursive = self.recursive(condition, heads);
            match literals[..] {
                [only] if recursive.contains(&only) => alternatives.push(only),
                _ if recursive.is_empty() => {
                    let all = self.all(literals);
                    let not = self.not(all);
                    body.push(not);
                }
                _ => {
                    // The atom means the conjunction in the reduct, too.
                    let all = self.fresh();
                    self.derive(&[all], &literals);
                    for &literal in &literals {
                        if recursive.contains(&literal) {
                            self.derive(&[literal], &[all]);
                        } else {
                            let not = self.not(literal);
                            self.derive(&[], &[all, not]);
                        }
                    }
                    alternatives.push(all);
                }
            }
        }
        self.derive(&alternatives, &body);
        absent
    }

    /// Returns a literal for an inequality, or nothing if it is known to hold in the one way that matters.
    fn half(&mut self, test: &Test, relation: Relation, bound: &Value) -> Option<Literal> {
        let one = Aggregate { sign: 0, guards: vec![(relation, bound.clone())], ..test.aggregate.clone() };
        match one.verdict() {
            (_, true) => {
                return Some(self.truth()).filter(|_| test.aggregate.guards[0].0 == Relation::NotEqual)
            }
            (false, _) if test.aggregate.guards[0].0 == Relation::NotEqual => return None,
            (false, _) => {
                let truth = self.truth();
                return Some(-truth);
            }
            _ => {}
        }
        Some(match test.aggregate.function {
            Function::Min | Function::Max => self.extremum(test, relation, bound),
            _ => {
                // Another term than a number has been decided.
                let bound = i128::from(bound.number().unwrap_or(0));
                let weight = |(tuple, _): &(Vec<Value>, Literal)| test.aggregate.weight(tuple).unwrap_or(0);
                let falls = test.tuples.iter().all(|tuple| weight(tuple) < 0);
                // "At least" is monotone if the weights are positive, and "at most" if they are negative. The other one is the
                // negation of what is monotone.
                match relation {
                    Relation::GreaterEqual if test.is_exact && falls => -self.sum(test, 1 - bound, -1),
                    Relation::Greater if test.is_exact && falls => -self.sum(test, -bound, -1),
                    Relation::GreaterEqual => self.sum(test, bound, 1),
                    Relation::Greater => self.sum(test, bound + 1, 1),
                    Relation::LessEqual if test.is_exact && !falls => -self.sum(test, bound + 1, 1),
                    Relation::Less if test.is_exact && !falls => -self.sum(test, bound, 1),
                    Relation::LessEqual => self.sum(test, -bound, -1),
                    _ => self.sum(test, 1 - bound, -1),
                }
            }
        })
    }

    /// Returns an atom that says that the weights, multiplied by `sign`, add up to at least the bound.
    fn sum(&mut self, test: &Test, bound: i128, sign: i128) -> Literal {
        let mut rest = bound;
        for (tuple, conditions) in &test.aggregate.tuples {
            if crate::ground::is_certain(conditions) {
                rest -= sign * i128::from(test.aggregate.weight(tuple).unwrap_or(0));
            }
        }
        let mut weighted = Vec::new();
        for (tuple, literal) in test.tuples {
            let weight = sign * i128::from(test.aggregate.weight(tuple).unwrap_or(0));
            if weight > 0 {
                weighted.push((*literal, weight));
            } else {
                weighted.push((test.absent[tuple], -weight));
                rest -= weight;
            }
        }
        let atom = self.fresh();
        let terms: Vec<String> =
            weighted.iter().map(|(literal, weight)| format!(" {literal} {weight}")).collect();
        self.line(&format!("1 0 1 {atom} 1 {rest} {}{}", terms.len(), terms.concat()));
        atom
    }

    /// Returns a literal for an inequality about a minimum or maximum.
    fn extremum(&mut self, test: &Test, relation: Relation, bound: &Value) -> Literal {
        // "At most" says of a minimum that there is such a tuple, and of a maximum that there is no tuple above.
        let is_min = test.aggregate.function == Function::Min;
        let is_below = matches!(relation, Relation::Less | Relation::LessEqual);
        let exists = is_min == is_below;
        let wanted = if exists { relation } else { relation.negated() };
        let open: Vec<&(Vec<Value>, Literal)> =
            test.tuples.iter().filter(|(tuple, _)| wanted.holds(&tuple[0], bound)).collect();
        if exists || test.is_exact {
            let literals = open.iter().map(|(_, literal)| *literal).collect();
            let any = self.any(literals);
            return if exists { any } else { self.not(any) };
        }
        let literals = open.iter().map(|(tuple, _)| test.absent[tuple]).collect();
        self.all(literals)
    }

    /// Returns an atom that is true.
    fn truth(&mut self) -> Literal {
        if let Some(known) = self.fact {
            return known;
        }
        let atom = self.fresh();
        self.derive(&[atom], &[]);
        self.fact = Some(atom);
        atom
    }

    /// Writes that the edges have no cycle. A node is free if each edge to it is absent or comes from a free node; this is a least
    /// fixpoint, which leaves out exactly what lies on a cycle or behind one. All nodes are free.
    fn edges(&mut self) {
        let mut nodes: BTreeMap<&Value, usize> = BTreeMap::new();
        let mut edges: BTreeMap<(usize, usize), Vec<Literal>> = BTreeMap::new();
        for (edge, body, rule) in &self.grounding.edges {
            self.rule = Some(*rule);
            let Value::Function(pair) = edge else { continue };
            let ([from, to], Some(body)) = (&pair.arguments[..], self.body(body, &[])) else { continue };
            let literal = if body.is_empty() { self.truth() } else { self.all(body) };
            let mut number = |node| {
                let next = nodes.len();
                *nodes.entry(node).or_insert(next)
            };
            let (from, to) = (number(from), number(to));
            edges.entry((to, from)).or_default().push(literal);
        }
        let mut successors = vec![Vec::new(); nodes.len()];
        edges.keys().for_each(|&(to, from)| successors[from].push(to));
        let component = components(&successors);
        edges.retain(|(to, from), _| component[*to] == component[*from]);
        let free: Vec<Literal> = successors.iter().map(|_| self.fresh()).collect();
        let mut bodies: BTreeMap<usize, Vec<Literal>> = BTreeMap::new();
        for ((to, from), literals) in edges {
            let present = self.any(literals);
            let absent = self.not(present);
            let harmless = self.fresh();
            self.derive(&[harmless], &[absent]);
            self.derive(&[harmless], &[free[from]]);
            bodies.entry(to).or_default().push(harmless);
        }
        for (node, &free) in free.iter().enumerate() {
            self.derive(&[free], &bodies.remove(&node).unwrap_or_default());
            self.derive(&[], &[-free]);
        }
    }

    /// Writes the external atoms, which no rule derives.
    fn externals(&mut self) {
        for (atom, value, rule) in &self.grounding.externals {
            let value = match value.to_string().as_str() {
                "free" => 0,
                "true" => 1,
                "false" => 2,
                "release" => 3,
                _ => continue,
            };
            self.rule = Some(*rule);
            self.line(&format!("5 {} {value}", self.number(*atom)));
        }
    }

    /// Writes the objectives. A tuple counts once, by whichever condition.
    fn objectives(&mut self) {
        let mut tuples: BTreeMap<&Cost, Vec<&[Part]>> = BTreeMap::new();
        for (cost, body, _) in &self.grounding.costs {
            tuples.entry(cost).or_default().push(body);
        }
        self.rule = None;
        let mut objectives: BTreeMap<i64, Vec<(Literal, i64)>> = BTreeMap::new();
        for ((priority, weight, _), bodies) in tuples {
            let objective = objectives.entry(*priority).or_default();
            let mut literals = Vec::new();
            for body in bodies {
                match self.body(body, &[]) {
                    None => {}
                    Some(body) if body.is_empty() => literals.push(self.truth()),
                    Some(body) => literals.push(self.all(body)),
                }
            }
            if !literals.is_empty() && *weight != 0 {
                objective.push((self.any(literals), *weight));
            }
        }
        for (priority, terms) in objectives {
            let count = terms.len();
            let terms: Vec<String> =
                terms.iter().map(|(literal, weight)| format!(" {literal} {weight}")).collect();
            self.line(&format!("2 {priority} {count}{}", terms.concat()));
        }
    }
}

/// An aggregate that is written.
struct Test<'t> {
    aggregate: &'t Aggregate,
    /// The open tuples with their literals.
    tuples: &'t [(Vec<Value>, Literal)],
    /// The literals for the absence of the open tuples.
    absent: &'t BTreeMap<Vec<Value>, Literal>,
    /// Whether `not` is enough to say that a tuple is absent.
    is_exact: bool,
}

/// The number of literals and the literals.
fn list(literals: &[Literal]) -> String {
    let words: Vec<String> = literals.iter().map(|literal| format!(" {literal}")).collect();
    format!("{}{}", literals.len(), words.concat())
}
