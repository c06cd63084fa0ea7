//! The axioms: pseudo-Boolean constraints that every answer set satisfies, over the atoms and a variable for each body.
//!
//! A variable of a body is defined by two inequalities. Rules that are no choices hold, external atoms and assumptions have their
//! values, and costs and cubes are as in the claim. For a set U of atoms, one inequality says that a true atom of U needs a rule
//! that supports U from outside (N. Leone, P. Rullo, F. Scarcello, "Disjunctive Stable Models: Unfounded Sets, Fixpoint
//! Semantics, and Computation", Information and Computation 135, 1997). Every single atom is such a set; other sets may be added.
//! The axiom of any set is sound: `docs/certificates.md` has the proofs.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::claim::Claim;
use crate::constraint::{normal, Constraint, Lit, NormalForm};
use crate::error::Refusal;
use crate::program::{Atom, Body, External, Program, Rule};

/// The origin of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// One of the two inequalities that define a variable: the first says that the variable implies its condition, the second is
    /// the converse.
    Body {
        /// The variable.
        variable: u32,
    },
    /// The rule of this index, as an implication.
    Rule(usize),
    /// An external atom whose value is true.
    External(Atom),
    /// The assumption of this index.
    Assumption(usize),
    /// The cost bound of the claim for this priority.
    Cost(i64),
    /// The claim's cube of this index: the answer set lies outside of it.
    Cube(usize),
    /// This atom, if it is true, needs a rule that supports it.
    Support(Atom),
    /// If an atom of this set is true, a rule must support the set. Sets are counted in the order in which they were added.
    Set(usize),
}

/// The constraints satisfied by every answer set that the claim excludes. Constraints are only ever added.
#[derive(Debug, Clone)]
pub struct Axioms {
    program: Program,
    constraints: Vec<Constraint>,
    origins: Vec<Origin>,
    variables: u32,
    /// The variables defined for conditions.
    defined: HashMap<Constraint, Lit>,
    /// The value of each rule's body; [`Value::False`] for rules without heads, where it is not used.
    bodies: Vec<Value>,
    /// The rules that have each atom in their heads.
    rules_of: HashMap<Atom, Vec<usize>>,
    sets: usize,
}

/// The value of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The condition is always true.
    True,
    /// The condition is always false.
    False,
    /// The condition is true exactly if the literal is.
    Is(Lit),
}

impl Axioms {
    /// Returns all axioms except those of sets of several atoms.
    ///
    /// # Errors
    ///
    /// If weights add up to more than 2^59, if variables exceed 31 bits, or if the claim has a priority or an atom that the
    /// program does not have.
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
            axioms.add_support_axiom(&BTreeSet::from([atom]), Origin::Support(atom))?;
        }
        Ok(axioms)
    }

    /// Adds the axiom of a set of atoms, after the definitions that it needs. Adds nothing if the program makes the axiom
    /// trivially true. Returns the range of the new constraints.
    ///
    /// # Errors
    ///
    /// If the set is empty, if an atom is not in the program, or if numbers are out of range.
    pub fn add_set(&mut self, atoms: &[Atom]) -> Result<Range<usize>, Refusal> {
        if atoms.is_empty() {
            return Err(Refusal::whole("a set has no atoms"));
        }
        if let Some(atom) = atoms.iter().find(|atom| !self.program.atoms.contains(atom)) {
            return Err(Refusal::whole(format!("the program has no atom {atom}")));
        }
        let before = self.constraints.len();
        self.add_support_axiom(&atoms.iter().copied().collect(), Origin::Set(self.sets))?;
        self.sets += 1;
        Ok(before..self.constraints.len())
    }

    /// The constraints; the first has number 1 in a proof.
    #[must_use]
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Returns the origin of a constraint.
    ///
    /// # Panics
    ///
    /// If there is no constraint of this index.
    #[must_use]
    pub fn origin(&self, index: usize) -> Origin {
        self.origins[index]
    }

    /// The number of variables: the atoms with their numbers in the program, then the defined variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Returns the value of the body of a rule with heads.
    ///
    /// # Panics
    ///
    /// If there is no rule of this index.
    #[must_use]
    pub fn body(&self, rule: usize) -> Value {
        self.bodies[rule]
    }

    /// The program of the axioms.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn into_program(self) -> Program {
        self.program
    }

    /// Adds a rule as an implication. A choice requires nothing, but its body may support its heads.
    fn rule(&mut self, index: usize, rule: &Rule) -> Result<(), Refusal> {
        for &head in &rule.heads {
            self.rules_of.entry(head).or_default().push(index);
        }
        let heads = rule.heads.iter().map(|&head| (1, Lit::positive(head)));
        let origin = Origin::Rule(index);
        let body = without_set(&rule.body, &BTreeSet::new())?;
        if rule.heads.is_empty() {
            self.bodies.push(Value::False);
            return match body {
                _ if rule.choice => Ok(()),
                NormalForm::False => Ok(()),
                NormalForm::True => self.require([], 1, origin),
                NormalForm::Constraint(body) => self.require(body.negated(), negated_bound(&body), origin),
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

    /// Adds the axiom of a set U: a true atom of U needs a rule that supports U. As an inequality: the number of false atoms of
    /// U, plus |U| for each supporting rule, is at least |U|.
    fn add_support_axiom(&mut self, set: &BTreeSet<Atom>, origin: Origin) -> Result<(), Refusal> {
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

    /// Returns the condition under which a rule with a head in U supports U. Its body must be true without the atoms of U, and,
    /// unless it is a choice, its heads outside U must be false.
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
            let body = without_set(&rule.body, set)?;
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

    /// Returns a literal for a condition: the condition itself if it is a literal, otherwise a variable defined by two
    /// inequalities.
    fn define(&mut self, condition: NormalForm) -> Result<Value, Refusal> {
        let condition = match condition {
            NormalForm::True => return Ok(Value::True),
            NormalForm::False => return Ok(Value::False),
            NormalForm::Constraint(condition) => condition,
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
        let left = negated_bound(&condition);
        self.require(condition.negated().chain([(left, variable)]), left, origin)?;
        self.defined.insert(condition, variable);
        Ok(Value::Is(variable))
    }

    /// Adds a constraint, unless it is trivially true.
    fn require(
        &mut self,
        terms: impl IntoIterator<Item = (i128, Lit)>,
        at_least: i128,
        origin: Origin,
    ) -> Result<(), Refusal> {
        let constraint = match normal(terms, at_least)? {
            NormalForm::True => return Ok(()),
            NormalForm::False => Constraint::contradiction(),
            NormalForm::Constraint(constraint) => constraint,
        };
        self.constraints.push(constraint);
        self.origins.push(origin);
        Ok(())
    }
}

/// Returns the condition of a body without the atoms of a set, with the same bound.
fn without_set(body: &Body, set: &BTreeSet<Atom>) -> Result<NormalForm, Refusal> {
    let kept =
        body.terms.iter().filter(|(_, literal)| literal.is_negative() || !set.contains(&literal.variable()));
    let terms = kept.map(|&(weight, literal)| (i128::from(weight), literal));
    normal(terms, i128::from(body.at_least))
}

/// Returns the bound of the negated condition: the weight that the false literals reach if the condition is false.
fn negated_bound(condition: &Constraint) -> i128 {
    i128::from(condition.total()) - i128::from(condition.at_least) + 1
}
