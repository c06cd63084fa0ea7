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

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

use crate::base::{display, AtomId};
use crate::components::components;
use crate::ground::{atoms, is_certain, sorted, Aggregate, Conjunction, Cost, Head, Instance, Lit, Part};
use crate::ground::{ALWAYS, NEVER};
use crate::instantiate::Grounding;
use crate::normalize::Signature;
use crate::syntax::{Function, Relation};
use crate::value::Value;

/// A literal in aspif: the number of an atom, or its negative.
type Literal = i64;

/// A relation to a value.
type Guard = (Relation, Value);

/// A conjunction without what is known to be true; `None` if it is known to be false.
type Body = Option<Vec<Literal>>;

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
        components: OnceCell::new(),
        instance: None,
    };
    for atom in (0..grounding.base.len()).filter(|&atom| grounding.certain[atom]) {
        writer.derive(&[writer.number(atom as AtomId)], &[]);
    }
    for instance in &grounding.instances {
        writer.instance = Some(instance);
        writer.instance(instance);
    }
    writer.edges();
    writer.externals();
    writer.instance = None;
    writer.objectives();
    for atom in 0..grounding.base.len() as AtomId {
        let signature = &signatures[grounding.base.predicate(atom)];
        let name = display(signature, grounding.base.arguments(atom));
        let open = (!writer.is_certain(atom)).then(|| writer.number(atom));
        writer.line(format!("4 {} {name} {}", name.len(), list(open)));
    }
    writer.line("0".to_owned());
    writer.written
}

/// Returns the components of atoms that depend on each other by positive literals.
fn dependencies(grounding: &Grounding) -> Vec<usize> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); grounding.base.len()];
    for instance in &grounding.instances {
        let mut needed: Vec<AtomId> = instance.body.iter().flat_map(positive).collect();
        if let Head::Conditional(alternatives) = &instance.head {
            needed.extend(alternatives.iter().flat_map(|(condition, _)| atoms(condition)));
        }
        let needed = sorted(needed);
        for head in instance.heads() {
            successors[head as usize].extend(needed.iter().map(|&atom| atom as usize));
        }
    }
    components(&successors)
}

/// The atoms on which a part depends by literals that are not negated.
fn positive(part: &Part) -> Vec<AtomId> {
    match part {
        Part::Literal(literal) => atoms(&[*literal]).collect(),
        Part::Conditional(conditional) => {
            let (condition, alternatives) = &**conditional;
            alternatives.iter().chain([condition]).flat_map(|literals| atoms(literals)).collect()
        }
        Part::Aggregate(aggregate) if aggregate.sign == 0 => {
            aggregate.tuples.values().flatten().flat_map(|condition| atoms(condition)).collect()
        }
        Part::Aggregate(_) => Vec::new(),
    }
}

/// Whether an aggregate with a guard is monotone, the negation of a monotone one, or a conjunction of both.
fn is_convex(aggregate: &Aggregate, (relation, _): &Guard) -> bool {
    let weights = || aggregate.tuples.keys().map(|tuple| aggregate.weight(tuple));
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
    /// The components of atoms that depend on each other, as soon as a construct asks for them.
    components: OnceCell<Vec<usize>>,
    /// The instance that is written.
    instance: Option<&'g Instance>,
}

impl Writer<'_> {
    fn line(&mut self, line: String) {
        self.written.lines.push(line);
        self.written.rules.push(self.instance.map(|instance| instance.rule));
    }

    fn is_certain(&self, atom: AtomId) -> bool {
        self.grounding.certain[atom as usize]
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
        self.line(format!("1 0 {} 0 {}", list(heads), list(body)));
    }

    /// Returns a literal that says that a conjunction holds.
    fn all(&mut self, literals: Vec<Literal>) -> Literal {
        match sorted(literals) {
            literals if literals.len() == 1 => literals[0],
            literals => self.defined(literals),
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

    /// Returns a literal that says that one of the literals holds.
    fn any(&mut self, literals: Vec<Literal>) -> Literal {
        let literals = sorted(literals);
        if let [only] = literals[..] {
            return only;
        }
        let atom = self.fresh();
        for literal in literals {
            self.derive(&[atom], &[literal]);
        }
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

    fn literal(&mut self, literal: Lit) -> Body {
        match literal {
            ALWAYS => Some(Vec::new()),
            NEVER => None,
            Lit { sign, atom } if self.is_certain(atom) => (sign != 1).then(Vec::new),
            Lit { sign: 0, atom } => Some(vec![self.number(atom)]),
            Lit { sign: 1, atom } => Some(vec![-self.number(atom)]),
            Lit { atom, .. } => Some(vec![self.twice_not(self.number(atom))]),
        }
    }

    fn conjunction(&mut self, literals: &[Lit]) -> Body {
        let mut all = Vec::new();
        for &literal in literals {
            all.extend(self.literal(literal)?);
        }
        Some(sorted(all))
    }

    /// Returns the body of an instance. Literals come first.
    fn body(&mut self, parts: &[Part]) -> Body {
        let (literals, others): (Vec<&Part>, Vec<&Part>) =
            parts.iter().partition(|part| matches!(part, Part::Literal(_)));
        let mut all = Vec::new();
        for part in literals.into_iter().chain(others) {
            all.extend(match part {
                Part::Literal(literal) => self.literal(*literal)?,
                Part::Conditional(conditional) => self.conditional(&conditional.0, &conditional.1)?,
                Part::Aggregate(aggregate) => self.aggregate(aggregate)?,
            });
        }
        Some(sorted(all))
    }

    /// Writes a rule, unless it is known to hold.
    fn instance(&mut self, instance: &Instance) {
        let heads = instance.heads();
        let open = heads.iter().filter(|&&atom| !self.is_certain(atom)).map(|&atom| self.number(atom));
        let open: Vec<Literal> = open.collect();
        let is_open = match &instance.head {
            Head::Disjunction(_) => open.len() == heads.len(),
            Head::Choice(_) => !open.is_empty(),
            Head::Conditional(_) => true,
            Head::External(..) | Head::Edge(_) | Head::Minimize(_) => false,
        };
        if !is_open {
            return;
        }
        let Some(body) = self.body(&instance.body) else { return };
        match &instance.head {
            Head::Conditional(alternatives) => self.disjunction(alternatives, &body),
            Head::Choice(_) => self.line(format!("1 1 {} 0 {}", list(open), list(body))),
            _ => self.derive(&open, &body),
        }
    }

    /// The literals of a conjunction whose atoms depend on a head of the instance by positive literals, and a head on them.
    fn recursive(&self, literals: &[Lit]) -> Vec<Literal> {
        let heads = self.instance.map(Instance::heads).unwrap_or_default();
        let components = || self.components.get_or_init(|| dependencies(self.grounding));
        let depends = |atom: AtomId, head: AtomId| components()[atom as usize] == components()[head as usize];
        let open = atoms(literals).filter(|&atom| !self.is_certain(atom));
        let open = open.filter(|&atom| heads.iter().any(|&head| depends(atom, head)));
        open.map(|atom| self.number(atom)).collect()
    }

    /// Returns a literal for "one of the alternatives where the condition holds".
    fn conditional(&mut self, condition: &[Lit], alternatives: &[Conjunction]) -> Body {
        let mut consequents = Vec::new();
        for alternative in alternatives {
            match self.conjunction(alternative) {
                Some(literals) if literals.is_empty() => return Some(literals),
                Some(literals) => consequents.push(self.all(literals)),
                None => {}
            }
        }
        let Some(given) = self.conjunction(condition) else { return Some(Vec::new()) };
        if given.is_empty() {
            return (!consequents.is_empty()).then(|| vec![self.any(consequents)]);
        }
        let given = self.all(given);
        if consequents.is_empty() {
            return Some(vec![self.not(given)]);
        }
        let consequent = self.any(consequents);
        let holds = self.fresh();
        self.derive(&[holds], &[consequent]);
        let fails = self.not(given);
        self.derive(&[holds], &[fails]);
        for atom in self.recursive(condition) {
            let twice = self.twice_not(consequent);
            self.derive(&[holds, atom], &[twice]);
        }
        Some(vec![holds])
    }

    /// Writes a disjunction of conjunctions with conditions. An auxiliary atom d stands for each: `not not c`, and "m where c"
    /// for its members m.
    fn disjunction(&mut self, alternatives: &[(Conjunction, Vec<Lit>)], body: &[Literal]) {
        let mut open = Vec::new();
        for (condition, members) in alternatives {
            let (given, members) = (self.conjunction(condition), self.conjunction(members));
            let Some((given, members)) = given.zip(members) else { continue };
            if given.is_empty() && members.is_empty() {
                return;
            }
            open.push((condition, given, members));
        }
        let plain = open.iter().map(|(_, given, members)| match members[..] {
            [only] if given.is_empty() && only > 0 => Some(only),
            _ => None,
        });
        if let Some(plain) = plain.collect::<Option<Vec<Literal>>>() {
            return self.derive(&sorted(plain), body);
        }
        let chosen: Vec<Literal> = open.iter().map(|_| self.fresh()).collect();
        self.derive(&chosen, body);
        for (holds, (condition, given, members)) in chosen.into_iter().zip(open) {
            self.disjunct(holds, condition, given, members);
        }
    }

    /// Defines the auxiliary atom of one conjunction with a condition. The literals of the condition are given.
    fn disjunct(&mut self, holds: Literal, condition: &[Lit], given: Vec<Literal>, members: Vec<Literal>) {
        for &member in &members {
            let mut premises = given.clone();
            premises.push(holds);
            if member > 0 {
                self.derive(&[member], &premises);
            } else {
                premises.push(self.not(member));
                self.derive(&[], &premises);
            }
        }
        let mut premises = members.clone();
        if !given.is_empty() {
            let all = self.all(given);
            let fails = self.not(all);
            self.derive(&[], &[holds, fails]);
            let twice = self.not(fails);
            premises.push(twice);
            let mut there = vec![twice];
            there.extend(members.into_iter().map(|member| self.twice_not(member)));
            for atom in self.recursive(condition) {
                self.derive(&[holds, atom], &there);
            }
        }
        self.derive(&[holds], &premises);
    }

    /// Returns a literal for each guard of an aggregate that is not known to hold.
    fn aggregate(&mut self, aggregate: &Aggregate) -> Body {
        // With all that is known now.
        let mut known = Aggregate { tuples: BTreeMap::new(), ..aggregate.clone() };
        let mut open = Vec::new();
        for (tuple, conditions) in &aggregate.tuples {
            let found = conditions.iter().filter_map(|it| Some((it.clone(), self.conjunction(it)?)));
            let (conditions, bodies): (Vec<_>, Vec<_>) = found.unzip();
            if bodies.iter().any(Vec::is_empty) {
                known.tuples.insert(tuple.clone(), vec![Vec::new()]);
            } else if !bodies.is_empty() {
                known.tuples.insert(tuple.clone(), conditions);
                open.push((tuple, bodies));
            }
        }
        let (possible, certain) = known.verdict();
        if !possible || certain {
            return possible.then(Vec::new);
        }
        let open = open.into_iter().map(|(tuple, bodies)| {
            let bodies = bodies.into_iter().map(|body| self.all(body)).collect();
            (&tuple[..], self.any(bodies))
        });
        let open: Vec<(&[Value], Literal)> = open.collect();
        let mut all = Vec::new();
        for guard in &known.guards {
            // A guard that cannot hold has decided the whole.
            if !known.guard_verdict(guard.0, &guard.1).1 {
                all.push(self.guard(&known, guard, &open));
            }
        }
        if aggregate.sign == 0 {
            return Some(all);
        }
        let all = self.all(all);
        Some(vec![if aggregate.sign == 1 { self.not(all) } else { self.twice_not(all) }])
    }

    /// Returns a literal for a guard that is open. `present` has a literal for each open tuple.
    fn guard(&mut self, aggregate: &Aggregate, guard: &Guard, present: &[(&[Value], Literal)]) -> Literal {
        let depends = |it: &Self, tuple: &[Value]| {
            aggregate.tuples[tuple].iter().any(|condition| !it.recursive(condition).is_empty())
        };
        let is_exact = aggregate.sign > 0
            || is_convex(aggregate, guard)
            || !present.iter().any(|(tuple, _)| depends(self, tuple));
        let holds = (!is_exact).then(|| self.fresh());
        let tuples = present.iter().map(|&(tuple, present)| {
            let absent = match holds {
                Some(holds) if depends(self, tuple) => self.absence(holds, present, &aggregate.tuples[tuple]),
                _ => self.not(present),
            };
            Tuple { tuple, present, absent }
        });
        let test = Test { aggregate, tuples: tuples.collect(), is_exact };
        let (relation, bound) = guard;
        let inequalities = match relation {
            Relation::Equal => vec![Relation::GreaterEqual, Relation::LessEqual],
            Relation::NotEqual => vec![Relation::Greater, Relation::Less],
            _ => vec![*relation],
        };
        let open = inequalities.into_iter().filter_map(|relation| self.inequality(&test, relation, bound));
        let open: Vec<Literal> = open.collect();
        let ways = if *relation == Relation::Equal { vec![self.all(open)] } else { open };
        let Some(holds) = holds else { return self.any(ways) };
        ways.into_iter().for_each(|way| self.derive(&[holds], &[way]));
        holds
    }

    /// Returns a literal that says that a tuple is absent, under the assumption that the aggregate holds.
    fn absence(&mut self, holds: Literal, present: Literal, conditions: &[Conjunction]) -> Literal {
        let absent = self.fresh();
        let not = self.not(present);
        self.derive(&[absent], &[not]);
        self.derive(&[absent], &[holds]);
        let twice = self.twice_not(holds);
        let (mut alternatives, mut body) = (vec![absent], vec![twice]);
        for condition in conditions {
            let Some(literals) = self.conjunction(condition) else { continue };
            let recursive = self.recursive(condition);
            if recursive.is_empty() {
                let all = self.all(literals);
                body.push(self.not(all));
            } else {
                alternatives.push(self.equivalent(literals, &recursive));
            }
        }
        self.derive(&alternatives, &body);
        absent
    }

    /// Returns an atom that means a conjunction in the reduct, too, where some of its literals are recursive.
    fn equivalent(&mut self, literals: Vec<Literal>, recursive: &[Literal]) -> Literal {
        if let [only] = literals[..] {
            return only;
        }
        let all = self.fresh();
        self.derive(&[all], &literals);
        for literal in literals {
            if recursive.contains(&literal) {
                self.derive(&[literal], &[all]);
            } else {
                let not = self.not(literal);
                self.derive(&[], &[all, not]);
            }
        }
        all
    }

    /// Returns a literal for an inequality of a guard that is open; nothing if it is known. Then it holds if the guard is an
    /// equation, and fails if the guard is the negation of one, so that the other inequality decides.
    fn inequality(&mut self, test: &Test, relation: Relation, bound: &Value) -> Option<Literal> {
        let (possible, certain) = test.aggregate.guard_verdict(relation, bound);
        if certain {
            // A fact stands for it, although no rule needs one.
            self.all(Vec::new());
        }
        if certain || !possible {
            return None;
        }
        if matches!(test.aggregate.function, Function::Min | Function::Max) {
            return Some(self.extremum(test, relation, bound));
        }
        // Another term than a number has been decided.
        let bound = i128::from(bound.number().unwrap_or(0));
        // The weights, multiplied by the sign, add up to at least this.
        let (sign, least) = match relation {
            Relation::GreaterEqual => (1, bound),
            Relation::Greater => (1, bound + 1),
            Relation::LessEqual => (-1, -bound),
            _ => (-1, 1 - bound),
        };
        // "At least" is monotone if the weights are positive, and "at most" if they are negative. The other one is the negation
        // of what is monotone.
        let falls = test.tuples.iter().all(|it| test.aggregate.weight(it.tuple) < 0);
        let is_negation = test.is_exact && falls == (sign == 1);
        Some(if is_negation { -self.sum(test, 1 - least, -sign) } else { self.sum(test, least, sign) })
    }

    /// Returns an atom that says that the weights, multiplied by `sign`, add up to at least the bound.
    fn sum(&mut self, test: &Test, bound: i128, sign: i128) -> Literal {
        let weight = |tuple: &[Value]| sign * test.aggregate.weight(tuple);
        let certain = test.aggregate.tuples.iter().filter(|(_, conditions)| is_certain(conditions));
        let mut rest = bound - certain.map(|(tuple, _)| weight(tuple)).sum::<i128>();
        let mut terms = Vec::new();
        for it in &test.tuples {
            let weight = weight(it.tuple);
            if weight > 0 {
                terms.push(format!("{} {weight}", it.present));
            } else {
                terms.push(format!("{} {}", it.absent, -weight));
                rest -= weight;
            }
        }
        let atom = self.fresh();
        self.line(format!("1 0 1 {atom} 1 {rest} {}", list(terms)));
        atom
    }

    /// Returns a literal for an inequality about a minimum or maximum.
    fn extremum(&mut self, test: &Test, relation: Relation, bound: &Value) -> Literal {
        // "At most" says of a minimum that there is such a tuple, and of a maximum that there is no tuple above.
        let is_min = test.aggregate.function == Function::Min;
        let is_below = matches!(relation, Relation::Less | Relation::LessEqual);
        let exists = is_min == is_below;
        let wanted = if exists { relation } else { relation.negated() };
        let open = test.tuples.iter().filter(|it| wanted.holds(&it.tuple[0], bound));
        if !exists && !test.is_exact {
            return self.all(open.map(|it| it.absent).collect());
        }
        let any = self.any(open.map(|it| it.present).collect());
        if exists {
            any
        } else {
            self.not(any)
        }
    }

    /// Writes that the edges have no cycle. A node is free if each edge to it is absent or comes from a free node; this is a least
    /// fixpoint, which leaves out exactly what lies on a cycle or behind one. All nodes are free.
    fn edges(&mut self) {
        let mut nodes: BTreeMap<&Value, usize> = BTreeMap::new();
        let mut edges: BTreeMap<(usize, usize), Vec<Literal>> = BTreeMap::new();
        for instance in &self.grounding.instances {
            let Head::Edge(Value::Function(pair)) = &instance.head else { continue };
            self.instance = Some(instance);
            let ([from, to], Some(body)) = (&pair.arguments[..], self.body(&instance.body)) else {
                continue;
            };
            let literal = self.all(body);
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
        let mut bodies = vec![Vec::new(); nodes.len()];
        for ((to, from), literals) in edges {
            let present = self.any(literals);
            let absent = self.not(present);
            let harmless = self.fresh();
            self.derive(&[harmless], &[absent]);
            self.derive(&[harmless], &[free[from]]);
            bodies[to].push(harmless);
        }
        for (free, body) in free.into_iter().zip(bodies) {
            self.derive(&[free], &body);
            self.derive(&[], &[-free]);
        }
    }

    /// Writes the external atoms, which no rule derives.
    fn externals(&mut self) {
        for instance in &self.grounding.instances {
            let Head::External(atom, value) = &instance.head else { continue };
            let values = ["free", "true", "false", "release"];
            let Some(value) = values.iter().position(|known| *known == value.to_string()) else { continue };
            self.instance = Some(instance);
            self.line(format!("5 {} {value}", self.number(*atom)));
        }
    }

    /// Writes the objectives. A tuple counts once, by whichever condition.
    fn objectives(&mut self) {
        let mut tuples: BTreeMap<&Cost, Vec<&[Part]>> = BTreeMap::new();
        for instance in &self.grounding.instances {
            if let Head::Minimize(cost) = &instance.head {
                tuples.entry(cost).or_default().push(&instance.body);
            }
        }
        let mut objectives: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for ((priority, weight, _), bodies) in tuples {
            let mut literals = Vec::new();
            for body in bodies {
                let body = self.body(body);
                literals.extend(body.map(|body| self.all(body)));
            }
            let objective = objectives.entry(*priority).or_default();
            if !literals.is_empty() && *weight != 0 {
                objective.push(format!("{} {weight}", self.any(literals)));
            }
        }
        for (priority, terms) in objectives {
            self.line(format!("2 {priority} {}", list(terms)));
        }
    }
}

/// An aggregate that is written.
struct Test<'t> {
    aggregate: &'t Aggregate,
    tuples: Vec<Tuple<'t>>,
    /// Whether `not` is enough to say that a tuple is absent.
    is_exact: bool,
}

/// An open tuple with literals for its presence and absence.
struct Tuple<'t> {
    tuple: &'t [Value],
    present: Literal,
    absent: Literal,
}

/// The number of items and the items.
fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| format!(" {item}")).collect();
    format!("{}{}", words.len(), words.concat())
}
