//! Reads propositional formulas into programs. Each variable is a choice `x(n)`, each constraint of the formula an
//! integrity constraint, and its costs are an objective. The answer sets are the models of the formula.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::names;
use super::scanner::Scanner;
use super::{cnf_read, opb_read};
use crate::diagnostic::{Diagnostic, SourceId, Sources};
use crate::program::{AtomId, Base, Body, HeadKind, Literal, Minimize, Program};
use crate::symbol::Symbols;

/// The maximum number of variables; a larger number is considered an error in the text.
const MOST_VARIABLES: usize = 1 << 26;

/// The maximum width of a line of values, in characters, as in clasp.
const WIDTH: usize = 70;

/// A format of propositional formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormulaFormat {
    /// Clauses in DIMACS: `p cnf`, `p wcnf`, or weighted clauses without a header as in the MaxSAT Evaluations since
    /// 2022.
    Clauses,
    /// Linear constraints over 0-1 variables, in OPB.
    Linear,
}

/// A formula that was read into a program: its format, and the atoms of its variables.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The format of the text.
    pub format: FormulaFormat,
    /// The atoms of the variables, in the order of their numbers, which start at 1.
    pub variables: Vec<AtomId>,
}

impl Formula {
    /// Returns the values of all variables as solvers of the format print them, in lines that begin with `v`.
    #[must_use]
    pub fn values(&self, holds: impl Fn(AtomId) -> bool) -> String {
        let mut lines = ValueLines { text: "v".to_owned(), width: 1 };
        let mut field = String::new();
        for number in self.numbers(holds) {
            field.clear();
            let written = match self.format {
                FormulaFormat::Clauses => write!(field, "{number}"),
                FormulaFormat::Linear if number < 0 => write!(field, "-x{}", -number),
                FormulaFormat::Linear => write!(field, "x{number}"),
            };
            written.expect("strings grow");
            lines.add(&field);
        }
        if self.format == FormulaFormat::Clauses {
            lines.add("0");
        }
        lines.text
    }

    /// Returns the numbers of all variables, negated for the variables that are false.
    pub fn numbers<'f>(&'f self, holds: impl Fn(AtomId) -> bool + 'f) -> impl Iterator<Item = i64> + 'f {
        (1..).zip(&self.variables).map(move |(number, &atom)| if holds(atom) { number } else { -number })
    }
}

/// Lines of values, which are broken at the maximum width.
struct ValueLines {
    text: String,
    width: usize,
}

impl ValueLines {
    fn add(&mut self, field: &str) {
        if self.width + 1 + field.len() > WIDTH {
            self.text += "\nv";
            self.width = 1;
        }
        self.text.push(' ');
        self.text += field;
        self.width += 1 + field.len();
    }
}

/// Returns the format of a formula; `None` if the text is not in one. No logic program begins like these formats.
#[must_use]
pub fn formula_format(text: &str) -> Option<FormulaFormat> {
    if cnf_read::is_clauses(text) {
        Some(FormulaFormat::Clauses)
    } else if opb_read::is_linear(text) {
        Some(FormulaFormat::Linear)
    } else {
        None
    }
}

/// Reads a formula into a program.
///
/// # Errors
///
/// A diagnostic at the first place where the text does not follow the format.
pub fn read_formula(
    format: FormulaFormat,
    sources: &Sources,
    source: SourceId,
    symbols: &mut Symbols,
    base: &mut Base,
    program: &mut Program,
) -> Result<Formula, Diagnostic> {
    let scanner = Scanner { bytes: sources.text(source).as_bytes(), at: 0, start: 0, source };
    let mut builder =
        Builder { scanner, symbols, base, program, variables: Vec::new(), costs: Vec::new(), total: 0 };
    match format {
        FormulaFormat::Clauses => cnf_read::read(&mut builder)?,
        FormulaFormat::Linear => opb_read::read(&mut builder)?,
    }
    Ok(Formula { format, variables: builder.finish() })
}

/// The program that a formula is read into.
pub(super) struct Builder<'a> {
    pub scanner: Scanner<'a>,
    symbols: &'a mut Symbols,
    base: &'a mut Base,
    program: &'a mut Program,
    variables: Vec<AtomId>,
    costs: Vec<(Literal, i64)>,
    /// The sum of the absolute weights of the costs.
    total: i64,
}

impl Builder<'_> {
    /// Creates variables until there are at least `count`.
    pub fn declare(&mut self, count: usize) -> Result<(), Diagnostic> {
        if count > MOST_VARIABLES {
            return Err(self.scanner.error("too many variables: at most 67108864 are supported"));
        }
        let name = self.symbols.name("x");
        while self.variables.len() < count {
            let atom = self.program.new_atom();
            self.variables.push(atom);
            let number = self.symbols.number(self.variables.len() as i64);
            let symbol = self.symbols.function(name, &[number], false);
            names::give(self.symbols, self.base, symbol, atom);
        }
        Ok(())
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// Returns a literal of an existing variable.
    pub fn literal(&self, variable: usize, negative: bool) -> Literal {
        Literal::new(self.variables[variable - 1], negative)
    }

    /// Adds the constraint that at least one of the literals holds.
    pub fn clause(&mut self, literals: &[Literal]) {
        if holds_always(literals) {
            return;
        }
        self.program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&negated(literals)));
    }

    /// Adds a cost of `weight` that is paid unless one of the literals holds.
    pub fn soft_clause(&mut self, weight: i64, literals: &[Literal]) -> Result<(), Diagnostic> {
        if holds_always(literals) {
            return Ok(());
        }
        let broken = match literals {
            [only] => only.complement(),
            _ => {
                let broken = self.program.new_atom();
                match literals {
                    [] => self.program.add_fact(broken),
                    _ => self.program.rules.push(
                        HeadKind::Disjunction,
                        &[broken],
                        Body::Conjunction(&negated(literals)),
                    ),
                }
                broken.positive()
            }
        };
        self.cost(broken, weight)
    }

    /// Adds a cost of `weight` that is paid if the literal holds.
    pub fn cost(&mut self, literal: Literal, weight: i64) -> Result<(), Diagnostic> {
        let total = weight.checked_abs().and_then(|weight| self.total.checked_add(weight));
        self.total =
            total.ok_or_else(|| self.scanner.error("the weights leave the range of 64-bit integers"))?;
        self.costs.push((literal, weight));
        Ok(())
    }

    /// Adds the constraint that the weights of the literals that hold sum to at least `bound`. It is written as an
    /// upper bound on the weights of the literals that do not hold.
    pub fn at_least(&mut self, elements: &[(Literal, i64)], bound: i64) -> Result<(), Diagnostic> {
        let mut missing: Vec<(Literal, i64)> = Vec::with_capacity(elements.len());
        let (mut most, mut bound) = (0_i128, i128::from(bound));
        for &(literal, weight) in elements.iter().filter(|(_, weight)| *weight != 0) {
            let size = i128::from(weight).abs();
            // A negative weight is replaced by a positive one of the complement, which raises the bound.
            bound += if weight < 0 { size } else { 0 };
            most += size;
            let Ok(size) = i64::try_from(size) else { return Err(self.too_large()) };
            missing.push((if weight < 0 { literal } else { literal.complement() }, size));
        }
        if bound <= 0 {
            return Ok(());
        }
        let too_much = most - bound + 1;
        if too_much <= 0 {
            self.clause(&[]);
            return Ok(());
        }
        let (Ok(bound), Ok(_)) = (i64::try_from(too_much), i64::try_from(most)) else {
            return Err(self.too_large());
        };
        self.program.rules.push(HeadKind::Disjunction, &[], Body::Sum { bound, elements: &missing });
        Ok(())
    }

    fn too_large(&self) -> Diagnostic {
        self.scanner.error("the coefficients leave the range of 64-bit integers")
    }

    /// Writes the choice of the variables and the objective. Returns the variables.
    fn finish(self) -> Vec<AtomId> {
        if !self.variables.is_empty() {
            self.program.rules.push(HeadKind::Choice, &self.variables, Body::Conjunction(&[]));
        }
        if !self.costs.is_empty() {
            self.program.minimize.push(Minimize { priority: 0, elements: self.costs });
        }
        self.variables
    }
}

fn holds_always(literals: &[Literal]) -> bool {
    let positive: FxHashSet<AtomId> =
        literals.iter().filter(|literal| !literal.is_negative()).map(|literal| literal.atom()).collect();
    literals.iter().any(|literal| literal.is_negative() && positive.contains(&literal.atom()))
}

fn negated(literals: &[Literal]) -> Vec<Literal> {
    let mut body: Vec<Literal> = literals.iter().map(|literal| literal.complement()).collect();
    body.sort_unstable();
    body.dedup();
    body
}
