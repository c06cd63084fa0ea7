//! Writes a ground program in aspif, with auxiliary atoms for what aspif does not have.
//!
//! Literals are left out that are known to be true, and instances that are known to hold. An auxiliary atom is defined by rules
//! of its own. Two definitions are exact only if a construct does not depend, by positive literals, on a head of its rule:
//! an aggregate that is not monotone, and a conditional literal. Where they do, rules are added:
//!
//! - For an aggregate: see `aggregate`.
//! - For an implication x, "l where c", there is `x ; c :- not not l.` besides `x :- l.` and `x :- not c.` (P. Cabalar, D.
//!   Pearce and A. Valverde, Reducing propositional theories in equilibrium logic to logic programs, EPIA 2005).

mod aggregate;

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

use crate::base::{display, AtomId};
use crate::components::components;
use crate::ground::{
    atoms, sorted, Conjunction, Cost, GroundAlternative, GroundInstance, Head, Lit, Part, ALWAYS, NEVER,
};
use crate::instantiate::GroundingRun;
use crate::normalize::Signature;
use crate::value::Value;

/// A literal in aspif: the number of an atom, or its negative.
type Literal = i64;

/// A conjunction without what is known to be true; `None` if it is known to be false.
type Body = Option<Vec<Literal>>;

/// A program in aspif.
pub(crate) struct WrittenAtoms {
    /// The lines.
    pub lines: Vec<String>,
    /// For each line, the index of the rule that it comes from.
    pub rules: Vec<Option<usize>>,
}

/// Writes a ground program.
pub(crate) fn write(grounding: &GroundingRun, signatures: &[Signature]) -> WrittenAtoms {
    let mut writer = AspifWriter {
        grounding,
        written: WrittenAtoms { lines: vec!["asp 1 0 0".to_owned()], rules: vec![None] },
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
fn dependencies(grounding: &GroundingRun) -> Vec<usize> {
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); grounding.base.len()];
    for instance in &grounding.instances {
        let mut needed: Vec<AtomId> = instance.body.iter().flat_map(positive).collect();
        if let Head::Conditional(alternatives) = &instance.head {
            let conditions = alternatives.iter().flat_map(|alternative| &alternative.conditions);
            needed.extend(conditions.flat_map(|condition| atoms(condition)));
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

struct AspifWriter<'g> {
    grounding: &'g GroundingRun,
    written: WrittenAtoms,
    /// The number of the last atom.
    next: Literal,
    /// The auxiliary atoms for conjunctions.
    conjunctions: HashMap<Vec<Literal>, Literal>,
    /// The components of atoms that depend on each other, as soon as a construct asks for them.
    components: OnceCell<Vec<usize>>,
    /// The instance that is written.
    instance: Option<&'g GroundInstance>,
}

impl AspifWriter<'_> {
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
    fn instance(&mut self, instance: &GroundInstance) {
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
        let heads = self.instance.map(GroundInstance::heads).unwrap_or_default();
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

    /// Writes a disjunction of conjunctions with conditions. An auxiliary atom d stands for each: for `not not c`, where c is "one
    /// of the conditions", and "m where c" for its members m.
    fn disjunction(&mut self, alternatives: &[GroundAlternative], body: &[Literal]) {
        let mut open = Vec::new();
        for alternative in alternatives {
            let conditions = alternative.conditions.iter();
            let conditions: Vec<_> = conditions.filter_map(|condition| self.conjunction(condition)).collect();
            let Some(members) = self.conjunction(&alternative.literals) else { continue };
            let is_certain = conditions.iter().any(Vec::is_empty);
            if is_certain && members.is_empty() {
                return;
            }
            if !conditions.is_empty() {
                open.push((if is_certain { vec![Vec::new()] } else { conditions }, members));
            }
        }
        let plain = open.iter().map(|(conditions, members)| match members[..] {
            [only] if conditions[0].is_empty() && only > 0 => Some(only),
            _ => None,
        });
        if let Some(plain) = plain.collect::<Option<Vec<Literal>>>() {
            return self.derive(&sorted(plain), body);
        }
        let chosen: Vec<Literal> = open.iter().map(|_| self.fresh()).collect();
        self.derive(&chosen, body);
        for (holds, (conditions, members)) in chosen.into_iter().zip(open) {
            self.disjunct(holds, &conditions, &members);
        }
    }

    /// Defines the auxiliary atom d of one conjunction: its members hold where d and one of the conditions do, and d fails where all
    /// conditions fail. Where members and a condition hold in an answer set, d does. In a smaller set it needs no support,
    /// as it occurs in no body but those that make the members hold.
    fn disjunct(&mut self, holds: Literal, conditions: &[Vec<Literal>], members: &[Literal]) {
        for (condition, &member) in
            conditions.iter().flat_map(|it| members.iter().map(move |member| (it, member)))
        {
            let mut premises = condition.clone();
            premises.push(holds);
            if member > 0 {
                self.derive(&[member], &premises);
            } else {
                premises.push(self.not(member));
                self.derive(&[], &premises);
            }
        }
        let mut premises = members.to_vec();
        if !conditions[0].is_empty() {
            let cases = conditions.iter().map(|condition| self.all(condition.clone())).collect();
            let one = self.any(cases);
            let fails = self.not(one);
            self.derive(&[], &[holds, fails]);
            premises.push(self.not(fails));
        }
        self.derive(&[holds], &premises);
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

/// The number of items and the items.
fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| format!(" {item}")).collect();
    format!("{}{}", words.len(), words.concat())
}
