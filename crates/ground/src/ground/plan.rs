//! Join plans: the order in which the literals of a body are joined, and the access path of each.
//!
//! The order is greedy: literals that only test come first, then literals that compute a value, then the atom with
//! the fewest expected rows. The sizes of domains and the numbers of distinct symbols in their columns are known,
//! because a rule is planned when everything it uses from earlier components is grounded.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::aggregate::AggregateStep;
use super::assignment::{Arguments, Pattern};
use super::conditional::ConditionalStep;
use super::index::{Indexes, Shapes};
use super::join::{Access, JoinStep, Joins, Match, Rows, Tried};
use super::theory::TheoryStep;
use crate::analysis::projection::Shape;
use crate::analysis::rule::{Atom, Literal, Term, Variable};
use crate::analysis::{assigned, bind, equation, is_bound, is_ready, Equation};
use crate::program::{Base, Domain, PredicateId};
use crate::symbol::{hash_symbols, Symbol, Symbols};
use crate::syntax::ast::{Relation, Sign, UnaryOperator};

/// The inputs from which join plans are made.
pub struct Planner<'p> {
    /// The domains.
    pub base: &'p Base,
    /// The indexes; the planner creates those that plans use.
    pub indexes: &'p mut Indexes,
    /// The statistics of domains.
    pub statistics: &'p mut Statistics,
    /// All terms.
    pub symbols: &'p Symbols,
}

/// The length of bodies beyond which planning stops at the first literal with at most one expected row. That keeps
/// planning linear.
const LONG_BODY: usize = 200;

impl Planner<'_> {
    /// Returns the steps that join the literals.
    ///
    /// `bound` are the variables that have values; the variables that the join binds are added to it. `global` is as
    /// in [`is_ready`]. `new` is the literal that reads the rows of the last round, and comes first. Literals before
    /// it in the text that are in `recursive` read older rows; those after it read all rows.
    pub fn plan<'a>(
        &mut self,
        literals: &'a [Literal],
        bound: &mut FixedBitSet,
        global: &FixedBitSet,
        new: Option<usize>,
        recursive: &FixedBitSet,
    ) -> Vec<JoinStep<'a>> {
        let mut steps = Vec::with_capacity(literals.len());
        let mut done = FixedBitSet::with_capacity(literals.len());
        let mut first_open = 0;
        while first_open < literals.len() {
            let next = match new {
                Some(new) if steps.is_empty() => new,
                _ => self.cheapest(literals, first_open, &done, bound, global),
            };
            let rows = match new {
                Some(new) if new == next => Rows::New,
                Some(new) if next < new && recursive.contains(next) => Rows::Old,
                _ => Rows::All,
            };
            steps.push(self.step(&literals[next], bound, global, rows));
            bind(&literals[next], bound);
            done.insert(next);
            while first_open < literals.len() && done.contains(first_open) {
                first_open += 1;
            }
        }
        steps
    }

    fn cheapest(
        &mut self,
        literals: &[Literal],
        first_open: usize,
        done: &FixedBitSet,
        bound: &FixedBitSet,
        global: &FixedBitSet,
    ) -> usize {
        let mut best = (f64::INFINITY, first_open);
        for index in first_open..literals.len() {
            if done.contains(index) || !is_ready(&literals[index], bound, global) {
                continue;
            }
            let cost = self.cost(&literals[index], bound);
            if cost < best.0 {
                best = (cost, index);
            }
            if cost <= 0.5 || (literals.len() > LONG_BODY && cost <= 1.0) {
                break;
            }
        }
        best.1
    }

    /// The expected number of instances of a literal; below 1 for literals that only test or compute.
    fn cost(&mut self, literal: &Literal, bound: &FixedBitSet) -> f64 {
        match literal {
            Literal::Compare(left, _, right) if is_bound(left, bound) && is_bound(right, bound) => 0.1,
            Literal::Compare(..) => 0.6,
            Literal::Atom(Sign::Negative | Sign::DoubleNegative, _) => 0.3,
            Literal::Range(variable, ..) if bound.contains(variable.index()) => 0.2,
            Literal::Range(..) => 8.0,
            Literal::Call(variable, _) if bound.contains(variable.index()) => 0.7,
            // Most functions return one value.
            Literal::Call(..) => 1.0,
            Literal::Aggregate(..) | Literal::Conditional(_) => 0.4,
            // A theory atom comes last, so that it is created only for instances that are written.
            Literal::Theory(..) => f64::MAX,
            Literal::Atom(Sign::Positive, atom) => {
                let rows = f64::from(self.base.domain(atom.predicate).len());
                let mut expected = rows;
                let mut all_bound = true;
                for (column, argument) in atom.arguments.iter().enumerate() {
                    let shape = shape(argument, bound);
                    all_bound &= shape == Shape::Kept;
                    let of = (atom.predicate, column);
                    let matches = self.statistics.matches_within(self.base, self.symbols, of, shape);
                    expected *= matches.part / matches.distinct;
                }
                if all_bound {
                    0.7
                } else {
                    expected.max(0.8)
                }
            }
        }
    }

    fn step<'a>(
        &mut self,
        literal: &'a Literal,
        bound: &FixedBitSet,
        global: &FixedBitSet,
        rows: Rows,
    ) -> JoinStep<'a> {
        match literal {
            Literal::Atom(Sign::Positive, atom) => JoinStep::Match(self.positive(atom, bound, rows)),
            Literal::Atom(sign, atom) => JoinStep::Negation(*sign, atom),
            Literal::Compare(left, Relation::Equal, right) => {
                let mut bound = bound.clone();
                match equation(left, right, &bound).expect("a literal is planned when it is ready") {
                    Equation::Test => JoinStep::Compare(left, Relation::Equal, right),
                    Equation::MatchLeft => JoinStep::Assign(pattern(left, &mut bound), right),
                    Equation::MatchRight => JoinStep::Assign(pattern(right, &mut bound), left),
                    Equation::SolveLeft => JoinStep::Solve(left, unknown(left, &bound), right),
                    Equation::SolveRight => JoinStep::Solve(right, unknown(right, &bound), left),
                }
            }
            Literal::Compare(left, relation, right) => JoinStep::Compare(left, *relation, right),
            Literal::Range(variable, lower, upper, span) => {
                let pattern = pattern(&Term::Variable(*variable), &mut bound.clone());
                JoinStep::Range(pattern, lower, upper, Tried::new(*span))
            }
            Literal::Call(variable, call) => {
                JoinStep::Call(pattern(&Term::Variable(*variable), &mut bound.clone()), call)
            }
            Literal::Aggregate(sign, aggregate) => {
                let assigned = if *sign == Sign::Positive { assigned(aggregate, bound) } else { None };
                let none = FixedBitSet::new();
                let elements = aggregate.elements.iter();
                let elements = elements
                    .map(|element| self.plan(&element.condition, &mut bound.clone(), global, None, &none))
                    .collect();
                JoinStep::Compound(Rc::new(AggregateStep { sign: *sign, aggregate, elements, assigned }))
            }
            Literal::Theory(sign, atom) => {
                let none = FixedBitSet::new();
                let elements = atom.elements.iter();
                let elements = elements
                    .map(|element| self.plan(&element.condition, &mut bound.clone(), global, None, &none))
                    .collect();
                JoinStep::Compound(Rc::new(TheoryStep { sign: *sign, atom, elements }))
            }
            Literal::Conditional(conditional) => {
                let consequents = conditional.consequents.iter().map(Vec::as_slice);
                let joins = self.joins(&conditional.condition, consequents, bound, global);
                JoinStep::Compound(Rc::new(ConditionalStep { conditional, joins }))
            }
        }
    }

    /// Plans the joins of a condition and of the consequents that are joined under it.
    pub fn joins<'a>(
        &mut self,
        condition: &'a [Literal],
        consequents: impl Iterator<Item = &'a [Literal]>,
        bound: &FixedBitSet,
        global: &FixedBitSet,
    ) -> Joins<'a> {
        let none = FixedBitSet::new();
        let mut bound = bound.clone();
        let condition = self.plan(condition, &mut bound, global, None, &none);
        let consequents = consequents
            .map(|consequent| self.plan(consequent, &mut bound.clone(), global, None, &none))
            .collect();
        Joins { condition, consequents }
    }

    fn positive(&mut self, atom: &Atom, bound: &FixedBitSet, rows: Rows) -> Match {
        let shapes = atom.arguments.iter().map(|argument| shape(argument, bound)).enumerate();
        let (mut shapes, within): (Shapes, Shapes) = shapes
            .filter(|(_, shape)| *shape != Shape::Dropped)
            .partition(|(_, shape)| *shape == Shape::Kept);
        let known: Vec<usize> = shapes.iter().map(|&(column, _)| column).collect();
        shapes.extend(within);
        let key = || {
            let mut key = Vec::new();
            shapes.iter().for_each(|(column, shape)| key_terms(shape, &atom.arguments[*column], &mut key));
            key
        };
        let access = if known.len() == atom.arguments.len() {
            Access::Find(key())
        } else if rows == Rows::New || shapes.iter().all(|(_, shape)| shape.is_dropped()) {
            Access::Scan
        } else {
            Access::Lookup(self.indexes.of(atom.predicate, shapes.clone()), key())
        };
        let scan = matches!(access, Access::Scan);
        let mut bound = bound.clone();
        let mut patterns = Vec::new();
        for (column, argument) in atom.arguments.iter().enumerate() {
            if scan || !known.contains(&column) {
                patterns.push((column, pattern(argument, &mut bound)));
            }
        }
        if matches!(access, Access::Find(_)) {
            patterns.clear();
        }
        Match { predicate: atom.predicate, rows, access, patterns, tried: Tried::new(atom.span) }
    }
}

/// The shape by which an index can look up an argument when these variables are bound.
fn shape(term: &Term, bound: &FixedBitSet) -> Shape {
    match term {
        _ if is_bound(term, bound) => Shape::Kept,
        Term::Function(name, arguments) => {
            Shape::Function(*name, arguments.iter().map(|argument| shape(argument, bound)).collect())
        }
        _ => Shape::Dropped,
    }
}

/// Collects the terms of an argument that belong to the key.
fn key_terms(shape: &Shape, term: &Term, key: &mut Vec<Term>) {
    match (shape, term) {
        (Shape::Kept, _) => key.push(term.clone()),
        (Shape::Function(_, shapes), Term::Function(_, arguments)) => {
            shapes.iter().zip(arguments).for_each(|(shape, argument)| key_terms(shape, argument, key));
        }
        _ => {}
    }
}

/// Returns the pattern of a term, and marks its variables as bound.
fn pattern(term: &Term, bound: &mut FixedBitSet) -> Pattern {
    match term {
        Term::Symbol(symbol) => Pattern::Symbol(*symbol),
        Term::Variable(variable) if bound.contains(variable.index()) => Pattern::Check(*variable),
        Term::Variable(variable) => {
            bound.insert(variable.index());
            Pattern::Bind(*variable)
        }
        Term::Function(name, arguments) => {
            Pattern::Function(*name, arguments.iter().map(|argument| pattern(argument, bound)).collect())
        }
        Term::Unary(UnaryOperator::Minus, operand, _) => Pattern::Opposite(Box::new(pattern(operand, bound))),
        Term::Unary(..) | Term::Binary(..) => Pattern::Value(term.clone()),
    }
}

/// Returns the unbound variable of a term that has one.
fn unknown(term: &Term, bound: &FixedBitSet) -> Variable {
    let mut unknown = None;
    term.variables(&mut |variable| {
        if !bound.contains(variable.index()) {
            unknown = Some(variable);
        }
    });
    unknown.expect("the term has a variable without a value")
}

/// Statistics of domains: estimated numbers of distinct symbols and of matching rows. They are counted when a plan
/// first needs them, and again when the domain has more than doubled.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    distinct: FxHashMap<(PredicateId, usize), (u32, f64)>,
    matches: FxHashMap<(PredicateId, Vec<Shape>), (u32, Matches)>,
    within: FxHashMap<(PredicateId, usize, Shape), (u32, Matches)>,
}

/// The result of selecting rows by shapes.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// The fraction of the rows that match the shapes.
    pub part: f64,
    /// The number of distinct keys among the matching rows.
    pub distinct: f64,
}

/// The approximate number of rows that are sampled to count the symbols of a column.
const SAMPLE: u32 = 20_000;

impl Statistics {
    /// Returns how the rows match these shapes, one shape for each column. It is counted exactly, and again whenever
    /// the number of rows has changed.
    pub fn matches(
        &mut self,
        base: &Base,
        symbols: &Symbols,
        predicate: PredicateId,
        shapes: &[Shape],
    ) -> Matches {
        let domain = base.domain(predicate);
        let rows = domain.len();
        let key = (predicate, shapes.to_vec());
        match self.matches.get(&key) {
            Some(&(before, matches)) if before == rows => matches,
            _ => {
                let matches = count(domain, &shapes.iter().enumerate(), symbols, 0..rows);
                self.matches.insert(key, (rows, matches));
                matches
            }
        }
    }

    /// Returns how the rows match this shape in a column.
    pub fn matches_within(
        &mut self,
        base: &Base,
        symbols: &Symbols,
        (predicate, column): (PredicateId, usize),
        shape: Shape,
    ) -> Matches {
        match shape {
            Shape::Dropped => Matches { part: 1.0, distinct: 1.0 },
            Shape::Kept => Matches { part: 1.0, distinct: self.distinct(base, predicate, column) },
            Shape::Function(..) => {
                let domain = base.domain(predicate);
                let rows = domain.len();
                let key = (predicate, column, shape);
                match self.within.get(&key) {
                    Some(&(before, matches)) if rows <= 2 * before => matches,
                    _ => {
                        let shape = std::iter::once((column, &key.2));
                        let matches = count(domain, &shape, symbols, sample(rows));
                        self.within.insert(key, (rows, matches));
                        matches
                    }
                }
            }
        }
    }

    /// Returns the estimated number of distinct symbols in a column, which is at least 1.
    pub fn distinct(&mut self, base: &Base, predicate: PredicateId, column: usize) -> f64 {
        let domain = base.domain(predicate);
        let rows = domain.len();
        let entry = self.distinct.entry((predicate, column)).or_insert((0, 1.0));
        if rows > 2 * entry.0 {
            let seen: FxHashSet<Symbol> = sample(rows).map(|row| domain.row(row)[column]).collect();
            let sampled = sample(rows).len() as f64;
            let count = seen.len() as f64;
            // A column that hardly repeats in the sample is assumed not to repeat in the rest either.
            let count = if count > 0.9 * sampled { count * f64::from(rows) / sampled } else { count };
            *entry = (rows, count.max(1.0));
        }
        entry.1
    }
}

/// Counts the rows that match shapes in some columns, and their distinct keys.
fn count<'s>(
    domain: &Domain,
    shapes: &(impl Iterator<Item = (usize, &'s Shape)> + Clone),
    symbols: &Symbols,
    rows: impl Iterator<Item = u32>,
) -> Matches {
    let (mut counted, mut matching) = (0u32, 0u32);
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut kept = Arguments::new();
    for row in rows {
        counted += 1;
        kept.clear();
        let mut shapes = shapes.clone();
        let row = domain.row(row);
        if shapes.all(|(column, shape)| shape.take(row[column], symbols, &mut |symbol| kept.push(symbol))) {
            matching += 1;
            seen.insert(hash_symbols(&kept));
        }
    }
    // If the sample contains no matching row, one is assumed.
    let part = f64::from(matching.max(1)) / f64::from(counted.max(1));
    Matches { part, distinct: seen.len().max(1) as f64 }
}

/// The numbers of the sampled rows. Rows are in the order of derivation, so the sample is spread evenly over all of
/// them.
fn sample(rows: u32) -> std::iter::StepBy<std::ops::Range<u32>> {
    (0..rows).step_by(rows.div_ceil(SAMPLE).max(1) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::constants::Constants;
    use crate::analysis::global;
    use crate::analysis::normalize::Normalizer;
    use crate::analysis::projection::Projections;
    use crate::analysis::theory::Theories;
    use crate::diagnostic::Sources;
    use crate::program::Program;
    use crate::syntax::ast::Signature;
    use crate::syntax::{parse, Parsed};

    /// Describes how the body of the only rule is joined, given the facts.
    fn order(text: &str) -> String {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let source = sources.add("program.lp", text);
        let Parsed { program: read, mut diagnostics } = parse(&mut symbols, &sources, source);
        let (mut base, mut program) = (Base::new(), Program::new());
        for fact in read.parts.iter().flat_map(|part| part.facts.iter()) {
            let predicate = base.predicate(fact.signature);
            base.derive(predicate, fact.arguments, &mut program);
        }
        let mut normalizer = Normalizer {
            symbols: &mut symbols,
            base: &mut base,
            constants: &Constants::default(),
            theories: &Theories::default(),
            projections: &mut Projections::default(),
            diagnostics: &mut diagnostics,
            heuristics: false,
            separate_bounds: false,
            globals: Default::default(),
        };
        let statements = read.parts.iter().flat_map(|part| &part.statements);
        let mut rules = statements.map(|statement| normalizer.statement(statement));
        let rule = rules.next().expect("a rule").pop().expect("a rule");
        let (mut indexes, mut statistics) = (Indexes::default(), Statistics::default());
        let mut planner =
            Planner { base: &base, indexes: &mut indexes, statistics: &mut statistics, symbols: &symbols };
        let none = FixedBitSet::new();
        let mut bound = FixedBitSet::with_capacity(rule.variables.len());
        let steps = planner.plan(&rule.body, &mut bound, &global(&rule), None, &none);
        let name = |predicate: PredicateId| symbols.text(base.domain(predicate).signature().name);
        let names: Vec<String> = steps
            .iter()
            .map(|step| match step {
                JoinStep::Match(wanted) => match wanted.access {
                    Access::Scan => format!("all {}", name(wanted.predicate)),
                    Access::Find(_) => format!("the {}", name(wanted.predicate)),
                    Access::Lookup(..) => format!("some {}", name(wanted.predicate)),
                },
                JoinStep::Negation(_, atom) => format!("not {}", name(atom.predicate)),
                JoinStep::Compare(..) => "test".to_owned(),
                JoinStep::Assign(..) => "assign".to_owned(),
                JoinStep::Solve(..) => "solve".to_owned(),
                JoinStep::Range(..) => "range".to_owned(),
                JoinStep::Call(..) => "call".to_owned(),
                JoinStep::Underived(atom) => format!("new {}", name(atom.predicate)),
                JoinStep::Compound(compound) | JoinStep::Possible(compound) => {
                    let kind = format!("{compound:?}");
                    kind.split("Step").next().expect("a name").to_lowercase()
                }
            })
            .collect();
        names.join(", ")
    }

    /// Facts of a predicate with two arguments, of which the second is one of ten numbers.
    fn facts(name: &str, count: usize) -> String {
        (0..count).map(|i| format!("{name}({i},{}). ", i % 10)).collect()
    }

    #[test]
    fn what_has_fewest_instances_comes_first() {
        let known = [facts("few", 3), facts("some", 60), facts("many", 90)].concat();
        let expected = [
            ("a :- many(X,Y), some(X,Y), few(X,Y).", "all few, the many, the some"),
            ("a :- many(X,Y), few(Z,Y), X < Y.", "all few, some many, test"),
            ("a :- some(X,Y), many(Y,Z), few(Z,V).", "all few, some many, some some"),
            ("a :- X < Y, some(X,Z), few(Y,V), Z = V.", "all few, assign, some some, test"),
            ("a :- some(X,Y), not few(X,Y), many(X,Z).", "all some, not few, some many"),
            ("a :- X = 1..Y, few(Y,Z), some(X,V).", "all few, range, some some"),
            ("a :- X = 1..9, few(X,Y).", "all few, range"),
            ("a :- X = 1..9, some(X,Y).", "range, some some"),
            ("a :- many(X,1), some(X,2).", "some some, the many"),
            ("a :- many(1,X), few(Y,X).", "some many, some few"),
            ("a :- few(X,Y), #count { Z : some(Z,X) } > 1, many(X,Y).", "all few, aggregate, the many"),
            ("a :- few(X,Y), some(Z,V) : many(Z,X); some(X,Y).", "all few, conditional, the some"),
        ];
        let found = expected.map(|(rule, _)| (rule, order(&format!("{known}{rule}"))));
        assert_eq!(found, expected.map(|(rule, order)| (rule, order.to_owned())));
    }

    #[test]
    fn long_bodies_keep_their_order() {
        let known = [facts("few", 3), facts("one", 1), facts("single", 1)].concat();
        let order = |length: usize| {
            let rest: String = (3..length).map(|i| format!(", few(X{i},Y{i})")).collect();
            order(&format!("{known}a :- one(X,Y), single(Z,V), few(X,Y){rest}."))
        };
        assert!(order(LONG_BODY).starts_with("all one, the few, all single, all few"));
        assert!(order(LONG_BODY + 1).starts_with("all one, all single, the few, all few"));
    }

    /// The distinct symbols counted in the two columns each time the domain has grown to a size. Column `i` has
    /// `repeats[i]` distinct numbers.
    fn counts(sizes: &[u32], repeats: [u32; 2]) -> Vec<[f64; 2]> {
        let (mut symbols, mut base, mut program) = (Symbols::new(), Base::new(), Program::new());
        let name = symbols.name("p");
        let predicate = base.predicate(Signature { name, arity: 2, negative: false });
        let mut statistics = Statistics::default();
        let mut counts = Vec::new();
        for &size in sizes {
            for row in base.domain(predicate).len()..size {
                let row = repeats.map(|repeat| symbols.number(i64::from(row % repeat)));
                base.derive(predicate, &row, &mut program);
            }
            counts.push([0, 1].map(|column| statistics.distinct(&base, predicate, column)));
        }
        counts
    }

    #[test]
    fn columns_are_counted_again_when_their_domain_has_doubled() {
        assert_eq!(
            counts(&[0, 10, 19, 20, 21], [3, 1000])[..],
            [[1.0, 1.0], [3.0, 10.0], [3.0, 10.0], [3.0, 10.0], [3.0, 21.0]]
        );
    }

    #[test]
    fn long_columns_are_sampled() {
        let rows = 2 * SAMPLE + 1;
        assert_eq!(counts(&[rows], [7, rows]), [[7.0, f64::from(rows)]]);
    }
}
