//! Reads theory atoms as constraints over integers, and objectives and shown variables.

use std::cmp::Reverse;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{
    example, Disjoint, Distinct, IntegerConstraint, IntegerDomain, IntegerObjective, IntegerVariable,
    Integers, LinearExpression, Product, ShownVariables,
};
use crate::diagnostic::{Diagnostic, Span};
use crate::program::difference::{self, at};
use crate::program::linear::{
    add, evaluate, operation, LinearSum, Monomial, TermError, NOT_A_VARIABLE, NOT_LINEAR, OVERFLOW,
};
use crate::program::relations::{ConstraintWriter, Inequalities};
use crate::program::{AtomId, Connection, Literal, Program, Relation, TheoryAtom, LIST, SET};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;

/// No sum of absolute values exceeds this.
const MOST: u128 = 1 << 62;

/// Returns whether a program has constraints over integers in use. Difference constraints alone are none, except clingcon's.
pub(in crate::program) fn are_in_use(program: &mut Program, symbols: &Symbols) -> bool {
    let (integers, differences) = (&program.theory.integers, &program.theory.differences);
    let (was, searched) = integers.in_use;
    let is_one = |atom: &TheoryAtom| {
        integers.has(atom, symbols) || integers.are_clingcons && differences.has(atom, symbols)
    };
    let is = was || program.theory.used_from(searched).any(is_one);
    program.theory.integers.in_use = (is, program.theory.used_count());
    is
}

/// Reads the constraints over integers that are new in a program, and adds the rules that they need to it. If there are any, its
/// difference constraints belong to them. To be called after those were [read](difference::read).
///
/// # Errors
///
/// If a theory atom is no valid constraint, or if the numbers become too large.
pub fn read(program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
    if !are_in_use(program, symbols) {
        return Ok(());
    }
    let mut integers = std::mem::take(&mut program.theory.integers);
    let result = integers.read_from(program, symbols);
    program.theory.integers = integers;
    result
}

/// What a theory atom says.
enum Statement {
    Constraint(AtomId, Connection, IntegerConstraint),
    /// Sums to be minimized, with their priorities.
    Objective(Vec<(i64, LinearExpression)>),
    Shown(ShownVariables),
}

impl Integers {
    fn read_from(&mut self, program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
        let first = std::mem::replace(&mut self.read, program.theory.used_count());
        let differences = &program.theory.differences;
        let is_ours = |atom: &&TheoryAtom| self.has(atom, symbols) || differences.has(atom, symbols);
        let mut new: Vec<TheoryAtom> = program.theory.used_from(first).filter(is_ours).cloned().collect();
        if first == 0 {
            self.take_over(program)?;
            // These were read by themselves before there was any other constraint.
            let said = program.theory.differences.said().count();
            let mut left_out = 0;
            new.retain(|atom| {
                let is_read = left_out < said && !self.has(atom, symbols);
                left_out += usize::from(is_read);
                !is_read
            });
        }
        let derived = difference::derived(&new, program);
        let products = self.products.len();
        let mut statements = Vec::with_capacity(new.len());
        for atom in &new {
            let name = self.name(atom, symbols).map(str::to_owned);
            let multiplies = name.as_deref() == Some("nsum");
            let mut reader = Reader { integers: self, program, symbols, place: atom.span, multiplies };
            let connected = |symbols: &Symbols| difference::connection(atom, &derived, program, symbols);
            statements.push(match name.as_deref() {
                None => {
                    let constraint = reader.difference(atom)?;
                    let (ground, connection) = connected(reader.symbols);
                    Statement::Constraint(ground, connection, constraint)
                }
                Some(name) => {
                    let statement = match name {
                        "minimize" => reader.objective(atom, 1).map(Statement::Objective),
                        "maximize" => reader.objective(atom, -1).map(Statement::Objective),
                        "show" => reader.shown(atom).map(Statement::Shown),
                        _ => reader.constraint(name, atom).map(|constraint| {
                            let (ground, connection) = connected(reader.symbols);
                            Statement::Constraint(ground, connection, constraint)
                        }),
                    };
                    statement.map_err(|wrong| self::wrong(name, atom, wrong))?
                }
            });
        }
        // What facts say of the variables is known before the size of any sum is checked.
        for statement in &statements {
            let Statement::Constraint(ground, _, IntegerConstraint::Domain { variable, ranges }) = statement
            else {
                continue;
            };
            if let (true, [(least, _), ..], [.., (_, greatest)]) =
                (program.is_fact(*ground), &ranges[..], &ranges[..])
            {
                let given = &mut self.given[variable.0 as usize];
                *given = (given.0.max(*least), given.1.min(*greatest));
            }
        }
        for product in products..self.products.len() {
            let is_last = |atom: &&TheoryAtom| self.name(atom, symbols) == Some("nsum");
            let last = new.iter().rfind(is_last).expect("it has a product");
            self.bound_product(self.products[product]).ok_or_else(|| too_large(last))?;
        }
        let mut objectives = Vec::new();
        for (atom, statement) in new.iter().zip(statements) {
            match statement {
                Statement::Constraint(ground, connection, constraint) => {
                    self.check(&constraint).ok_or_else(|| too_large(atom))?;
                    self.write(ground, connection, &constraint, program);
                    self.said.push((ground, connection, constraint));
                }
                Statement::Objective(sums) => objectives.extend(sums),
                Statement::Shown(more) => {
                    let shown = self.shown.get_or_insert_default();
                    shown.variables.extend(more.variables);
                    shown.signatures.extend(more.signatures);
                }
            }
        }
        if !objectives.is_empty() {
            let last = new.iter().rfind(|atom| atom.atom.is_none()).expect("it has an objective");
            self.add_objectives(objectives).ok_or_else(|| too_large(last))?;
        }
        Ok(())
    }

    /// Makes the difference constraints that were read by themselves constraints over integers as well.
    fn take_over(&mut self, program: &Program) -> Result<(), Diagnostic> {
        let differences = &program.theory.differences;
        let pair = |integers: &mut Integers, left: Option<Symbol>, right: Option<Symbol>| {
            let mut terms = Vec::new();
            terms.extend(left.map(|left| (1, integers.number(left, None))));
            terms.extend(right.map(|right| (-1, integers.number(right, None))));
            terms
        };
        for &(atom, connection, ref constraint) in differences.said() {
            let terms = pair(self, constraint.left, constraint.right);
            let constraint =
                IntegerConstraint::Linear { terms, relation: constraint.relation, number: constraint.number };
            if self.check(&constraint).is_none() {
                let atom = program.theory.used_from(0).find(|said| said.atom == Some(atom));
                return Err(too_large(atom.expect("it is in use")));
            }
            self.said.push((atom, connection, constraint));
        }
        for difference in differences.all() {
            let terms = pair(self, difference.left, difference.right);
            Inequalities::add(self, difference.literal, terms, i128::from(difference.most));
        }
        Ok(())
    }

    /// Returns the number of a variable, which is new if it occurs for the first time.
    fn number(&mut self, variable: Symbol, place: Option<Span>) -> IntegerVariable {
        if let Some(known) = self.variable(variable) {
            return known;
        }
        self.given.push((i64::MIN, i64::MAX));
        IntegerVariable(self.variables.insert_full(variable, place).0 as u32)
    }

    /// Returns the number of the product of two variables, which is new if it occurs for the first time.
    fn product(
        &mut self,
        factors: [Symbol; 2],
        symbols: &mut Symbols,
        place: Option<Span>,
    ) -> IntegerVariable {
        let operator = symbols.name("*");
        let name = symbols.function(operator, &factors, false);
        if let Some(known) = self.variable(name) {
            return known;
        }
        let factors = factors.map(|factor| self.number(factor, place));
        let result = self.number(name, place);
        self.products.push(Product { result, factors });
        result
    }

    /// Lets a product have the values that its factors leave. Returns `None` if they are too large.
    fn bound_product(&mut self, product: Product) -> Option<()> {
        let [left, right] = product.factors.map(|factor| self.limits(factor));
        // If a factor has no value, there is no answer set anyway.
        let pairs = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
        let corners = pairs.map(|(left, right)| i128::from(left) * i128::from(right));
        let fits = corners.iter().all(|corner| corner.unsigned_abs() < MOST);
        let [least, greatest] =
            [corners.iter().min(), corners.iter().max()].map(|end| *end.expect("there are four") as i64);
        self.given[product.result.0 as usize] = (least, greatest);
        fits.then_some(())
    }

    /// Returns the greatest absolute value that a sum may have.
    fn magnitude(&self, terms: &[(i64, IntegerVariable)], constant: i64) -> u128 {
        let of_term = |&(coefficient, variable): &(i64, IntegerVariable)| {
            let (least, greatest) = self.limits(variable);
            let most = least.unsigned_abs().max(greatest.unsigned_abs());
            u128::from(coefficient.unsigned_abs()) * u128::from(most)
        };
        let constant = u128::from(constant.unsigned_abs());
        terms.iter().map(of_term).fold(constant, u128::saturating_add)
    }

    /// Returns `None` if the numbers of a constraint are too large together.
    fn check(&self, constraint: &IntegerConstraint) -> Option<()> {
        let fits = match constraint {
            // A strict inequality subtracts 1 more.
            IntegerConstraint::Linear { terms, number, .. } => {
                terms.is_empty() || self.magnitude(terms, *number) < MOST
            }
            IntegerConstraint::Domain { .. } => true,
            // A difference of two of them fits as well.
            IntegerConstraint::Distinct(sums) => {
                sums.iter().all(|sum| self.magnitude(&sum.terms, sum.constant) < MOST / 2)
            }
            IntegerConstraint::Disjoint(intervals) => {
                intervals.iter().all(|&(start, length)| self.magnitude(&[(1, start)], length) < MOST / 2)
            }
        };
        fits.then_some(())
    }

    fn write(
        &mut self,
        atom: AtomId,
        connection: Connection,
        constraint: &IntegerConstraint,
        program: &mut Program,
    ) {
        let literal = atom.positive();
        let mut decide = |integers: &mut Integers, holds: bool| {
            ConstraintWriter { program, inequalities: integers }.decide(atom, connection, holds);
        };
        match constraint {
            IntegerConstraint::Linear { terms, relation, number } if terms.is_empty() => {
                decide(self, relation.holds(0, i128::from(*number)));
            }
            IntegerConstraint::Linear { terms, relation, number } => {
                ConstraintWriter { program, inequalities: self }
                    .write(atom, connection, terms, *relation, *number);
            }
            IntegerConstraint::Domain { ranges, .. } if ranges.is_empty() => decide(self, false),
            IntegerConstraint::Domain { variable, ranges } => {
                self.domains.push(IntegerDomain { literal, variable: *variable, ranges: ranges.clone() });
            }
            IntegerConstraint::Distinct(sums) => {
                let mut alike: Vec<LinearExpression> = sums.clone();
                alike.iter_mut().for_each(|sum| sum.terms.sort_unstable_by_key(|&(_, variable)| variable));
                alike.sort_unstable_by(|one, other| {
                    (&one.terms, one.constant).cmp(&(&other.terms, other.constant))
                });
                if alike.windows(2).any(|pair| pair[0] == pair[1]) {
                    decide(self, false);
                } else if sums.len() > 1 && sums.iter().any(|sum| !sum.terms.is_empty()) {
                    self.distinct.push(Distinct { literal, sums: sums.clone() });
                }
            }
            IntegerConstraint::Disjoint(intervals) => {
                let mut starts: Vec<IntegerVariable> = intervals.iter().map(|&(start, _)| start).collect();
                starts.sort_unstable();
                if starts.windows(2).any(|pair| pair[0] == pair[1]) {
                    decide(self, false);
                } else if intervals.len() > 1 {
                    self.disjoint.push(Disjoint { literal, intervals: intervals.clone() });
                }
            }
        }
    }

    /// Adds to the objectives. Returns `None` if their numbers become too large.
    fn add_objectives(&mut self, more: Vec<(i64, LinearExpression)>) -> Option<()> {
        let mut sums: IndexMap<i64, SumBuilder, FxBuildHasher> = IndexMap::default();
        let known = self.objectives.drain(..).map(|objective| (objective.priority, objective.sum));
        for (priority, sum) in known.chain(more) {
            let total = sums.entry(priority).or_default();
            for (coefficient, variable) in sum.terms {
                total.add(coefficient, Some(variable)).ok()?;
            }
            total.add(sum.constant, None).ok()?;
        }
        sums.sort_unstable_by_key(|&priority, _| Reverse(priority));
        for (priority, sum) in sums {
            let sum = sum.finish();
            (self.magnitude(&sum.terms, sum.constant) < MOST).then_some(())?;
            self.objectives.push(IntegerObjective { priority, sum });
        }
        Some(())
    }
}

/// The error that a theory atom is wrong.
fn wrong(name: &str, atom: &TheoryAtom, wrong: TermError) -> Diagnostic {
    let what = if atom.atom.is_some() { "constraint" } else { "directive" };
    let error = at(atom, format!("this is no `&{name}` {what}: {wrong}"));
    if wrong == OVERFLOW {
        return error.help("count in a larger unit");
    }
    if (name, wrong) == ("sum", NOT_LINEAR) {
        return error.help("`&nsum` has products of two variables");
    }
    error.help(format!("an example is `{}`", example(name)))
}

fn too_large(atom: &TheoryAtom) -> Diagnostic {
    let what = if atom.atom.is_some() { "this constraint" } else { "the objective" };
    at(atom, format!("the numbers of {what} are too large together"))
        .help("give the variables smaller domains by `--min-int` and `--max-int`, or count in a larger unit")
}

/// A sum while it is read.
#[derive(Default)]
struct SumBuilder {
    coefficients: IndexMap<IntegerVariable, i64, FxBuildHasher>,
    constant: i64,
}

impl SumBuilder {
    fn add(&mut self, coefficient: i64, variable: Option<IntegerVariable>) -> Result<(), TermError> {
        let total = match variable {
            None => &mut self.constant,
            Some(variable) => self.coefficients.entry(variable).or_default(),
        };
        *total = total.checked_add(coefficient).ok_or(OVERFLOW)?;
        // The sum with the opposite sign is needed as well.
        total.checked_neg().ok_or(OVERFLOW).map(drop)
    }

    fn finish(self) -> LinearExpression {
        let terms = self.coefficients.into_iter().filter(|&(_, coefficient)| coefficient != 0);
        let terms = terms.map(|(variable, coefficient)| (coefficient, variable)).collect();
        LinearExpression { terms, constant: self.constant }
    }
}

/// A reader of one theory atom.
struct Reader<'p> {
    integers: &'p mut Integers,
    program: &'p Program,
    symbols: &'p mut Symbols,
    /// The place of the atom.
    place: Option<Span>,
    /// Whether it may multiply variables.
    multiplies: bool,
}

impl Reader<'_> {
    fn difference(&mut self, atom: &TheoryAtom) -> Result<IntegerConstraint, Diagnostic> {
        let constraint = difference::constraint(atom, &self.program.theory, self.symbols)?;
        let mut terms = Vec::new();
        for (coefficient, variable) in [(1, constraint.left), (-1, constraint.right)] {
            let Some(variable) = variable else { continue };
            let variable = self.variable(variable).map_err(|wrong| self::wrong("sum", atom, wrong))?;
            terms.push((coefficient, variable));
        }
        Ok(IntegerConstraint::Linear { terms, relation: constraint.relation, number: constraint.number })
    }

    fn constraint(&mut self, name: &str, atom: &TheoryAtom) -> Result<IntegerConstraint, TermError> {
        Ok(match name {
            "dom" => {
                let Some((_, variable)) = atom.guard else { return Err("`=` and a variable are missing") };
                let variable = evaluate(variable, self.symbols, 0)?;
                let variable = self.variable(variable)?;
                let mut ranges = Vec::with_capacity(atom.elements.len());
                for term in self.terms(atom)? {
                    ranges.push(self.range(term)?);
                }
                IntegerConstraint::Domain { variable, ranges: united(ranges) }
            }
            "distinct" => {
                let mut sums = Vec::with_capacity(atom.elements.len());
                for term in self.terms(atom)? {
                    let mut sum = SumBuilder::default();
                    self.add(term, 1, &mut sum)?;
                    sums.push(sum.finish());
                }
                IntegerConstraint::Distinct(sums)
            }
            "disjoint" => {
                let mut intervals = Vec::with_capacity(atom.elements.len());
                for term in self.terms(atom)? {
                    let Some([start, length]) = self.operands(term, "@") else {
                        return Err("each element is a variable, `@` and a length");
                    };
                    let start = evaluate(start, self.symbols, 0)?;
                    let start = self.variable(start)?;
                    let length = self.number(length)?;
                    // An interval without length overlaps with none.
                    intervals.extend((length > 0).then_some((start, length)));
                }
                IntegerConstraint::Disjoint(intervals)
            }
            _ => {
                let Some((operator, bound)) = atom.guard else {
                    return Err("a relation to a number or a sum is missing");
                };
                let mut sum = SumBuilder::default();
                for term in self.terms(atom)? {
                    self.add(term, 1, &mut sum)?;
                }
                self.add(bound, -1, &mut sum)?;
                let sum = sum.finish();
                let number = sum.constant.checked_neg().ok_or(OVERFLOW)?;
                let relation = Relation::of(self.symbols.text(operator), number);
                let relation = relation.ok_or("it has no such relation")?;
                let (relation, number, is_opposite) = relation.ok_or(OVERFLOW)?;
                let terms = if is_opposite { Integers::opposite(&sum.terms) } else { sum.terms };
                IntegerConstraint::Linear { terms, relation, number }
            }
        })
    }

    fn objective(&mut self, atom: &TheoryAtom, sign: i64) -> Result<Vec<(i64, LinearExpression)>, TermError> {
        let mut sums: IndexMap<i64, SumBuilder, FxBuildHasher> = IndexMap::default();
        for term in self.terms(atom)? {
            let (term, priority) = match self.operands(term, "@") {
                Some([term, priority]) => (term, self.number(priority)?),
                None => (term, 0),
            };
            let mut sum = sums.swap_remove(&priority).unwrap_or_default();
            self.add(term, sign, &mut sum)?;
            sums.insert(priority, sum);
        }
        Ok(sums.into_iter().map(|(priority, sum)| (priority, sum.finish())).collect())
    }

    fn shown(&mut self, atom: &TheoryAtom) -> Result<ShownVariables, TermError> {
        let mut shown = ShownVariables::default();
        for term in self.terms(atom)? {
            let signature = self.operands(term, "/").and_then(|[name, arity]| {
                let name = evaluate(name, self.symbols, 0).ok()?;
                let (Some(name), [], negative) = self.symbols.as_function(name)? else { return None };
                let arity = u32::try_from(self.symbols.as_number(arity)?).ok()?;
                Some(Signature { name, arity, negative })
            });
            if let Some(signature) = signature {
                shown.signatures.insert(signature);
                continue;
            }
            let variable = evaluate(term, self.symbols, 0)?;
            self.variable(variable)?;
            shown.variables.insert(variable);
        }
        Ok(shown)
    }

    /// Returns the terms of the elements, each of which has one.
    fn terms(&self, atom: &TheoryAtom) -> Result<Vec<Symbol>, TermError> {
        let terms = atom.elements.iter().map(|&element| {
            let element = self.program.theory.element(element);
            let is_decided =
                |literal: &Literal| !literal.is_negative() && self.program.is_fact(literal.atom());
            if !element.condition.iter().all(is_decided) {
                return Err("whether it has an element is only decided by solving");
            }
            let &[term] = &element.tuple[..] else { return Err("each element has one term") };
            Ok(term)
        });
        terms.collect()
    }

    /// Adds `factor` times a term to a sum.
    fn add(&mut self, term: Symbol, factor: i64, sum: &mut SumBuilder) -> Result<(), TermError> {
        let mut linear = LinearSum::new();
        add(term, factor, &mut linear, self.symbols, 0)?;
        for (coefficient, multiplied) in linear {
            let variable = match multiplied {
                Monomial::One => None,
                Monomial::Variable(variable) => Some(self.variable(variable)?),
                Monomial::Product(_) if !self.multiplies => return Err(NOT_LINEAR),
                Monomial::Product(factors) => {
                    factors.iter().try_for_each(|&factor| self.variable(factor).map(drop))?;
                    Some(self.integers.product(factors, self.symbols, self.place))
                }
            };
            sum.add(coefficient, variable)?;
        }
        Ok(())
    }

    fn variable(&mut self, variable: Symbol) -> Result<IntegerVariable, TermError> {
        if self.symbols.as_number(variable).is_some() {
            return Err("a number stands in place of a variable");
        }
        let name = match self.symbols.as_function(variable) {
            Some((Some(name), ..)) => self.symbols.text(name),
            _ => "",
        };
        if [SET, LIST].contains(&name) {
            return Err(NOT_A_VARIABLE);
        }
        Ok(self.integers.number(variable, self.place))
    }

    fn range(&mut self, term: Symbol) -> Result<(i64, i64), TermError> {
        match self.operands(term, "..") {
            Some([least, greatest]) => Ok((self.number(least)?, self.number(greatest)?)),
            None => self.number(term).map(|number| (number, number)),
        }
    }

    /// Returns the value of a term that has to be a number.
    fn number(&mut self, term: Symbol) -> Result<i64, TermError> {
        let value = evaluate(term, self.symbols, 0)?;
        self.symbols.as_number(value).ok_or("something in it is no number")
    }

    /// Returns the operands of a term with this binary operator.
    fn operands(&self, term: Symbol, operator: &str) -> Option<[Symbol; 2]> {
        let (name, operands) = operation(term, self.symbols)?;
        (name == operator).then(|| operands.try_into().ok())?
    }
}

/// Returns the values of ranges, some of which may be empty or overlap, as ranges with gaps between them.
fn united(mut ranges: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    ranges.retain(|(least, greatest)| least <= greatest);
    ranges.sort_unstable();
    let mut united: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
    for (least, greatest) in ranges {
        match united.last_mut() {
            Some((_, last)) if least <= last.saturating_add(1) => *last = greatest.max(*last),
            _ => united.push((least, greatest)),
        }
    }
    united
}
