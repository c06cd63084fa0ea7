//! Integer ranges that comparisons leave to a variable: `1 <= X <= 3` gives X its values if nothing else does.
//!
//! A linear comparison or an interval bounds a variable if its other variables are bounded on the side that matters. Bounds
//! are propagated until nothing changes, as gringo decides safety. A variable between two bounds is an integer, because in
//! the order of terms only integers lie between integers.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::binding::{self, bind_all};
use super::rule::{Literal, Rule, Term, Variable};
use crate::diagnostic::Span;
use crate::symbol::Symbols;
use crate::syntax::ast::{BinaryOperator, Relation, UnaryOperator};

/// A linear inequality: a weighted sum of variables is at least a bound.
#[derive(Clone, Debug)]
struct RuleInequality {
    weights: Vec<(Variable, i128)>,
    bound: i128,
}

/// A linear expression: a weighted sum of variables, and a number.
#[derive(Default)]
struct Linear {
    weights: FxHashMap<Variable, i128>,
    constant: i128,
}

/// The least and the greatest value of each variable, as far as they are known.
#[derive(Default)]
struct VariableBounds(FxHashMap<Variable, [Option<i128>; 2]>);

const LOWER: usize = 0;
const UPPER: usize = 1;

/// Adds an interval for each variable that has two bounds and no other values.
pub fn add_ranges(rule: &mut Rule, symbols: &mut Symbols) {
    let global = binding::global(rule);
    let mut bound = FixedBitSet::with_capacity(rule.variables.len());
    let mut outer = Vec::new();
    add_inequalities(&rule.body, symbols, &mut outer);
    let spans: Vec<Span> = rule.variables.iter().map(|variable| variable.span).collect();
    let mut ranges = VariableRanges { spans: &spans, global: &global, symbols };
    ranges.add(&mut rule.body, &[], &outer, &mut bound, |variable| global.contains(variable.index()));
    // A variable that is unsafe outside of the conditions cannot become safe by one of them.
    bound.union_with(&global);
    for condition in rule.conditions_mut() {
        let mut inner = Vec::new();
        add_inequalities(condition, ranges.symbols, &mut inner);
        ranges.add(condition, &outer, &inner, &mut bound.clone(), |_| true);
    }
}

/// The data from which intervals are made.
struct VariableRanges<'a> {
    /// The span of the first occurrence of each variable.
    spans: &'a [Span],
    /// The global variables.
    global: &'a FixedBitSet,
    symbols: &'a mut Symbols,
}

impl VariableRanges<'_> {
    /// Adds to literals an interval for each wanted variable that nothing in them gives values to.
    ///
    /// Intervals are added one by one, because an equation with one such variable may give another its values. `outer`
    /// holds the inequalities around the literals.
    fn add(
        &mut self,
        literals: &mut Vec<Literal>,
        outer: &[RuleInequality],
        inner: &[RuleInequality],
        bound: &mut FixedBitSet,
        wanted: impl Fn(Variable) -> bool,
    ) {
        let bounds = VariableBounds::of(outer, inner);
        let mut variables: Vec<Variable> = bounds.0.keys().copied().filter(|&one| wanted(one)).collect();
        variables.sort_unstable();
        bind_all(literals, bound, self.global);
        for variable in variables {
            let (false, &[Some(lower), Some(upper)]) =
                (bound.contains(variable.index()), &bounds.0[&variable])
            else {
                continue;
            };
            let [lower, upper] = match (i64::try_from(lower), i64::try_from(upper)) {
                (Ok(lower), Ok(upper)) => [lower, upper],
                // Bounds are cut to 64 bits, because there are no other integers.
                _ if lower <= i128::from(i64::MAX) && upper >= i128::from(i64::MIN) => {
                    [lower.max(i64::MIN.into()) as i64, upper.min(i64::MAX.into()) as i64]
                }
                _ => [1, 0],
            };
            let [lower, upper] = [lower, upper].map(|value| Term::Symbol(self.symbols.number(value)));
            literals.push(Literal::Range(variable, lower, upper, self.spans[variable.index()]));
            bind_all(literals, bound, self.global);
        }
    }
}

/// Adds the inequalities that comparisons and intervals among the literals stand for.
fn add_inequalities(literals: &[Literal], symbols: &Symbols, inequalities: &mut Vec<RuleInequality>) {
    for literal in literals {
        match literal {
            Literal::Compare(left, relation, right) => {
                let (greater, less, least) = match relation {
                    Relation::GreaterEqual | Relation::Equal => (left, right, 0),
                    Relation::Greater => (left, right, 1),
                    Relation::LessEqual => (right, left, 0),
                    Relation::Less => (right, left, 1),
                    Relation::NotEqual => continue,
                };
                inequalities.extend(difference(greater, less, least, symbols));
                if *relation == Relation::Equal {
                    inequalities.extend(difference(less, greater, least, symbols));
                }
            }
            Literal::Range(variable, lower, upper, _) => {
                let variable = Term::Variable(*variable);
                inequalities.extend(difference(&variable, lower, 0, symbols));
                inequalities.extend(difference(upper, &variable, 0, symbols));
            }
            _ => {}
        }
    }
}

/// Returns the inequality `greater - less >= least`; `None` if a term is not linear or a number overflows.
fn difference(greater: &Term, less: &Term, least: i128, symbols: &Symbols) -> Option<RuleInequality> {
    let mut linear = Linear::default();
    linear.add(greater, 1, symbols)?;
    linear.add(less, -1, symbols)?;
    let bound = least.checked_sub(linear.constant)?;
    let mut weights: Vec<_> = linear.weights.into_iter().filter(|&(_, weight)| weight != 0).collect();
    weights.sort_unstable();
    Some(RuleInequality { weights, bound })
}

impl Linear {
    /// Adds a multiple of a term; `None` if the term is not linear or a number overflows.
    fn add(&mut self, term: &Term, factor: i128, symbols: &Symbols) -> Option<()> {
        match term {
            Term::Symbol(symbol) => {
                let value = factor.checked_mul(symbols.as_number(*symbol)?.into())?;
                self.constant = self.constant.checked_add(value)?;
            }
            Term::Variable(variable) => {
                let weight = self.weights.entry(*variable).or_default();
                *weight = weight.checked_add(factor)?;
            }
            Term::Unary(UnaryOperator::Minus, operand, _) => {
                self.add(operand, factor.checked_neg()?, symbols)?;
            }
            Term::Binary(BinaryOperator::Add, left, right, _) => {
                self.add(left, factor, symbols)?;
                self.add(right, factor, symbols)?;
            }
            Term::Binary(BinaryOperator::Subtract, left, right, _) => {
                self.add(left, factor, symbols)?;
                self.add(right, factor.checked_neg()?, symbols)?;
            }
            Term::Binary(BinaryOperator::Multiply, left, right, _) => {
                let ((Term::Symbol(number), other) | (other, Term::Symbol(number))) = (&**left, &**right)
                else {
                    return None;
                };
                self.add(other, factor.checked_mul(symbols.as_number(*number)?.into())?, symbols)?;
            }
            Term::Function(..) | Term::Unary(..) | Term::Binary(..) => return None,
        }
        Some(())
    }
}

impl VariableBounds {
    /// Returns the bounds of each variable by the inequalities of a condition and those around it.
    fn of(outer: &[RuleInequality], inner: &[RuleInequality]) -> Self {
        let mut bounds = VariableBounds::default();
        let is_empty_around = bounds.tighten(outer);
        let around = bounds.0.clone();
        let all: Vec<RuleInequality> = outer.iter().chain(inner).cloned().collect();
        let is_empty = bounds.tighten(&all) && !is_empty_around;
        // If they cannot hold together, there are no values. As in gringo, this is ignored if the outer ones alone cannot.
        let never = |inequality: &RuleInequality| inequality.weights.is_empty() && inequality.bound > 0;
        let none = |(variable, ends): (&Variable, &[Option<i128>; 2])| {
            around.get(variable) != Some(ends)
                && ends[LOWER].zip(ends[UPPER]).is_some_and(|(lower, upper)| lower > upper)
        };
        if is_empty || inner.iter().any(never) || bounds.0.iter().any(none) {
            bounds.0.values_mut().for_each(|one| *one = [Some(1), Some(0)]);
        }
        bounds
    }

    /// Tightens the bounds by inequalities until nothing changes or a limit of rounds is reached. Returns whether further
    /// rounds would make the bounds of a variable cross each other.
    fn tighten(&mut self, inequalities: &[RuleInequality]) -> bool {
        for (variable, _) in inequalities.iter().flat_map(|inequality| &inequality.weights) {
            self.0.entry(*variable).or_default();
        }
        // Each round but the last ones finds a first bound of some variable. After that, bounds may approach each other in
        // small steps. It is correct to stop early, with bounds that are further apart.
        const LAST_ROUNDS: usize = 10;
        let mut changed = true;
        for _ in 0..2 * self.0.len() + LAST_ROUNDS {
            changed = false;
            inequalities.iter().for_each(|inequality| changed |= self.propagate(inequality).unwrap_or(false));
            if !changed {
                break;
            }
        }
        changed && self.bounds_would_cross(inequalities)
    }

    /// Whether further rounds would make the bounds of some variable cross each other, as with `X < Y, Y < X`.
    ///
    /// Here each variable is greater than the other: a cycle of differences with a positive sum (Bellman: On a routing
    /// problem, Quarterly of Applied Mathematics, 1958).
    fn bounds_would_cross(&self, inequalities: &[RuleInequality]) -> bool {
        let differences: Vec<_> =
            inequalities.iter().flat_map(|inequality| self.differences(inequality)).collect();
        let mut longest: FxHashMap<Variable, i128> = FxHashMap::default();
        // A path without a cycle is no longer than the number of variables.
        for _ in 0..=self.0.len() {
            let mut changed = false;
            for &(greater, less, least) in &differences {
                let length = longest.get(&less).copied().unwrap_or(0).saturating_add(least);
                let known = longest.entry(greater).or_default();
                changed |= length > *known;
                *known = length.max(*known);
            }
            if !changed {
                return false;
            }
        }
        true
    }

    /// Returns triples of a greater variable, a less one, and their least difference, for variables that have two bounds
    /// each.
    fn differences(&self, inequality: &RuleInequality) -> Vec<(Variable, Variable, i128)> {
        let RuleInequality { weights, bound } = inequality;
        let with = |wanted: i128| {
            let is_bounded = |variable: &Variable| matches!(self.0[variable], [Some(_), Some(_)]);
            let these = weights.iter().filter(move |&&(_, weight)| weight == wanted);
            these.map(|&(variable, _)| variable).filter(is_bounded)
        };
        let difference = |greater: Variable, less: Variable| {
            let mut least = *bound;
            for &(other, weight) in weights.iter().filter(|&&(other, _)| other != greater && other != less) {
                let most = self.0[&other][if weight > 0 { UPPER } else { LOWER }]?;
                least = least.checked_sub(weight.checked_mul(most)?)?;
            }
            Some((greater, less, least))
        };
        with(1).flat_map(|greater| with(-1).filter_map(move |less| difference(greater, less))).collect()
    }

    /// Tightens the bounds by an inequality. Returns whether any bound changed; `None` if a number overflows.
    fn propagate(&mut self, inequality: &RuleInequality) -> Option<bool> {
        let mut changed = false;
        for &(variable, weight) in &inequality.weights {
            // The bound that the other variables leave to this one.
            let mut rest = inequality.bound;
            let mut others = inequality.weights.iter().filter(|&&(other, _)| other != variable);
            let known = others.try_for_each(|&(other, weight)| {
                let most = self.0[&other][if weight > 0 { UPPER } else { LOWER }]?;
                rest = rest.checked_sub(weight.checked_mul(most)?)?;
                Some(())
            });
            if known.is_none() {
                continue;
            }
            // The quotient, rounded towards the feasible side.
            let rounds = rest % weight != 0;
            let exact = rest.checked_div(weight)?;
            let side = if weight > 0 { LOWER } else { UPPER };
            let inward =
                if weight > 0 { i128::from(rounds && rest > 0) } else { -i128::from(rounds && rest > 0) };
            let value = exact.checked_add(inward)?;
            let known = &mut self.0.get_mut(&variable)?[side];
            let tighter = known.is_none_or(|known| if side == LOWER { value > known } else { value < known });
            if tighter {
                *known = Some(value);
                changed = true;
            }
        }
        Some(changed)
    }
}
