//! What every answer set satisfies, as pseudo-Boolean constraints over the atoms and a variable for each body.
//!
//! Bodies have variables that are defined by two inequalities each; rules that are no choices hold; external atoms and
//! assumptions have their values; costs and cubes are within the claim. For a set U of atoms, one inequality says that a true atom
//! of U needs a rule that supports U from outside (N. Leone, P. Rullo, F. Scarcello, "Disjunctive Stable Models: Unfounded
//! Sets, Fixpoint Semantics, and Computation", Information and Computation 135, 1997). Every single atom is such a set;
//! others are added, and any set is sound: `docs/certificates.md` has the proofs.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::claim::Claim;
use crate::constraint::{normal, Constraint, Lit, Normal};
use crate::error::Refusal;
use crate::program::{Atom, Body, External, Program, Rule};

/// Where a constraint comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// One of the two that define a variable: first that it implies what it stands for, then the converse.
    Body {
        /// The variable.
        variable: u32,
    },
    /// The rule of that index, read as an implication.
    Rule(usize),
    /// An external atom that has the value true.
    External(Atom),
    /// The assumption of that index.
    Assumption(usize),
    /// The claim's bound for a priority.
    Cost(i64),
    /// The cube of that index, outside of which the claim is.
    Cube(usize),
    /// A true atom needs a rule that supports it.
    Support(Atom),
    /// A true atom of a set, counted in the order in which they were added, needs a rule that supports the set.
    Set(usize),
}

/// What every answer set of a program satisfies that costs at most what is claimed to be impossible. It only grows.
#[derive(Debug, Clone)]
pub struct Axioms {
    program: Program,
    constraints: Vec<Constraint>,
    origins: Vec<Origin>,
    variables: u32,
    /// The variables that stand for constraints.
    defined: HashMap<Constraint, Lit>,
    /// What the body of each rule comes to; of rules without heads it is not needed.
    bodies: Vec<Value>,
    /// The rules that have an atom in their heads.
    rules_of: HashMap<Atom, Vec<usize>>,
    sets: usize,
}

/// What a condition comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// It always holds.
    True,
    /// It never holds.
    False,
    /// It holds where the literal does.
    Is(Lit),
}

impl Axioms {
    /// All axioms but those of sets of several atoms.
    ///
    /// # Errors
    ///
    /// Where weights add up to more than 2^59, variables leave the range of 31-bit numbers, or the claim speaks of a priority
    /// or an atom that the program does not have.
    pub fn new(program: Program, claim: &Claim) -> Result<Axioms, Refusal> {
        let mut axioms = Axioms {
            variables: program.atoms.last().copied().unwrap_or(0),
            bodies: Vec::with_capacity(program.rules.len()),
            program: Program::default(),
            constraints: Vec::new(),
            origins: Vec::new(),
            defined: HashMap::new(),
            rules_of: HashMap::new(),
            sets: 0,
        };
        for (index, rule) in program.rules.iter().enumerate() {
            axioms.rule(index, rule).map_err(|refusal| Refusal::at(rule.line, refusal.message))?;
        }
        for (&atom, _) in program.externals.iter().filter(|&(_, &value)| value == External::True) {
            axioms.require([(1, Lit::positive(atom))], 1, Origin::External(atom))?;
        }
        for (index, &literal) in program.assumptions.iter().enumerate() {
            axioms.require([(1, literal)], 1, Origin::Assumption(index))?;
        }
        for &(priority, bound) in &claim.costs {
            let Some(terms) = program.objectives.get(&priority) else {
                return Err(Refusal::whole(format!(
                    "the claim has a bound for priority {priority}, which the program does not have"
                )));
            };
            let overflow = || Refusal::whole(format!("the bound for priority {priority} is out of range"));
            let negated = terms.iter().map(|&(weight, literal)| (-i128::from(weight), literal));
            axioms.require(negated, bound.checked_neg().ok_or_else(overflow)?, Origin::Cost(priority))?;
        }
        for (index, cube) in claim.cubes.iter().enumerate() {
            if let Some(literal) = cube.iter().find(|literal| !program.atoms.contains(&literal.variable())) {
                return Err(Refusal::whole(format!(
                    "the claim has a cube with the atom {}, which the program does not have",
                    literal.variable()
                )));
            }
            axioms.require(cube.iter().map(|&literal| (1, !literal)), 1, Origin::Cube(index))?;
        }
        axioms.program = program;
        for atom in axioms.program.atoms.clone() {
            axioms.supported(&BTreeSet::from([atom]), Origin::Support(atom))?;
        }
        Ok(axioms)
    }

    /// Adds the axiom of a set of atoms, behind the definitions that it needs and that are not there; none where the
    /// program makes it true. The range is that of the new constraints.
    ///
    /// # Errors
    ///
    /// Where the set is empty or one of the atoms is none of the program, or numbers leave their range.
    pub fn add_set(&mut self, atoms: &[Atom]) -> Result<Range<usize>, Refusal> {
        if atoms.is_empty() {
            return Err(Refusal::whole("a set has no atoms"));
        }
        if let Some(atom) = atoms.iter().find(|atom| !self.program.atoms.contains(atom)) {
            return Err(Refusal::whole(format!("the program has no atom {atom}")));
        }
        let before = self.constraints.len();
        self.supported(&atoms.iter().copied().collect(), Origin::Set(self.sets))?;
        self.sets += 1;
        Ok(before..self.constraints.len())
    }

    /// All constraints; the first is number 1 in a proof.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Where a constraint comes from.
    ///
    /// # Panics
    ///
    /// Where there is no constraint of that index.
    #[must_use]
    pub fn origin(&self, index: usize) -> Origin {
        self.origins[index]
    }

    /// How many variables there are: the atoms, numbered as in the program, and behind them those that are defined.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// What the body of a rule with heads comes to.
    ///
    /// # Panics
    ///
    /// Where there is no rule of that index.
    #[must_use]
    pub fn body(&self, rule: usize) -> Value {
        self.bodies[rule]
    }

    /// The program that the axioms are of.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn into_program(self) -> Program {
        self.program
    }

    /// A rule, read as an implication; a choice says nothing, but its body may support its heads.
    fn rule(&mut self, index: usize, rule: &Rule) -> Result<(), Refusal> {
        for &head in &rule.heads {
            self.rules_of.entry(head).or_default().push(index);
        }
        let heads = rule.heads.iter().map(|&head| (1, Lit::positive(head)));
        let origin = Origin::Rule(index);
        let body = reduced(&rule.body, &BTreeSet::new())?;
        if rule.heads.is_empty() {
            self.bodies.push(Value::False);
            return match body {
                _ if rule.choice => Ok(()),
                Normal::False => Ok(()),
                Normal::True => self.require([], 1, origin),
                Normal::Constraint(body) => self.require(body.negated(), left(&body), origin),
            };
        }
        let body = self.define(body)?;
        self.bodies.push(body);
        match body {
            _ if rule.choice => Ok(()),
            Value::False => Ok(()),
            Value::True => self.require(heads, 1, origin),
            Value::Is(body) => self.require(heads.chain([(1, !body)]), 1, origin),
        }
    }

    /// A true atom of U needs a rule that supports U: the false atoms of U, and as often as U has atoms each rule that
    /// supports U, are at least as many as U has atoms.
    fn supported(&mut self, set: &BTreeSet<Atom>, origin: Origin) -> Result<(), Refusal> {
        let externals = &self.program.externals;
        if set.iter().any(|atom| externals.get(atom).is_some_and(|&value| value != External::False)) {
            return Ok(());
        }
        let rules: BTreeSet<usize> =
            set.iter().filter_map(|atom| self.rules_of.get(atom)).flatten().copied().collect();
        let mut supports = BTreeSet::new();
        for index in rules {
            match self.support(index, set)? {
                Value::True => return Ok(()),
                Value::False => {}
                Value::Is(literal) => {
                    supports.insert(literal);
                }
            }
        }
        let size = set.len() as i128;
        let false_atoms = set.iter().map(|&atom| (1, !Lit::positive(atom)));
        let supports = supports.into_iter().map(|literal| (size, literal));
        self.require(false_atoms.chain(supports).collect::<Vec<_>>(), size, origin)
    }

    /// When a rule with a head in U supports it: where its body holds without the atoms of U, and, if it is no choice,
    /// none of its heads outside U.
    fn support(&mut self, index: usize, set: &BTreeSet<Atom>) -> Result<Value, Refusal> {
        let rule = &self.program.rules[index];
        let through =
            |&(_, literal): &(i64, Lit)| !literal.is_negative() && set.contains(&literal.variable());
        let others: Vec<Lit> = if rule.choice {
            Vec::new()
        } else {
            let outside = rule.heads.iter().filter(|head| !set.contains(head));
            outside.map(|&head| !Lit::positive(head)).collect()
        };
        let body = if rule.body.terms.iter().any(through) {
            let body = reduced(&rule.body, set)?;
            self.define(body)?
        } else {
            self.bodies[index]
        };
        let Value::Is(literal) = body else {
            return if body == Value::True { self.conjunction(&others) } else { Ok(Value::False) };
        };
        self.conjunction(&[others, vec![literal]].concat())
    }

    fn conjunction(&mut self, literals: &[Lit]) -> Result<Value, Refusal> {
        let terms = literals.iter().map(|&literal| (1, literal));
        self.define(normal(terms, literals.len() as i128)?)
    }

    /// A literal that stands for a condition: itself, if it is one; else a variable defined by two inequalities.
    fn define(&mut self, condition: Normal) -> Result<Value, Refusal> {
        let condition = match condition {
            Normal::True => return Ok(Value::True),
            Normal::False => return Ok(Value::False),
            Normal::Constraint(condition) => condition,
        };
        if let [(_, literal)] = condition.terms[..] {
            return Ok(Value::Is(literal));
        }
        if let Some(&literal) = self.defined.get(&condition) {
            return Ok(Value::Is(literal));
        }
        if self.variables >= i32::MAX.unsigned_abs() {
            return Err(Refusal::whole("there are more variables than 2147483647"));
        }
        self.variables += 1;
        let origin = Origin::Body { variable: self.variables };
        let variable = Lit::positive(self.variables);
        let bound = i128::from(condition.at_least);
        let terms = condition.terms.iter().map(|&(weight, literal)| (i128::from(weight), literal));
        self.require(terms.chain([(bound, !variable)]), bound, origin)?;
        let left = left(&condition);
        self.require(condition.negated().chain([(left, variable)]), left, origin)?;
        self.defined.insert(condition, variable);
        Ok(Value::Is(variable))
    }

    /// Adds a constraint, unless it always holds.
    fn require(
        &mut self,
        terms: impl IntoIterator<Item = (i128, Lit)>,
        at_least: i128,
        origin: Origin,
    ) -> Result<(), Refusal> {
        let constraint = match normal(terms, at_least)? {
            Normal::True => return Ok(()),
            Normal::False => Constraint::contradiction(),
            Normal::Constraint(constraint) => constraint,
        };
        self.constraints.push(constraint);
        self.origins.push(origin);
        Ok(())
    }
}

/// A body without the atoms of a set: what is left must reach the same bound.
fn reduced(body: &Body, set: &BTreeSet<Atom>) -> Result<Normal, Refusal> {
    let kept =
        body.terms.iter().filter(|(_, literal)| literal.is_negative() || !set.contains(&literal.variable()));
    let terms = kept.map(|&(weight, literal)| (i128::from(weight), literal));
    normal(terms, i128::from(body.at_least))
}

/// What the weights of the false literals reach where a condition does not hold.
fn left(condition: &Constraint) -> i128 {
    i128::from(condition.total()) - i128::from(condition.at_least) + 1
}
