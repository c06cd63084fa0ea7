//! Warnings about sums and objectives in which equal weights count once, where that may not be meant.
//!
//! The elements of a sum are a set of tuples. If a tuple is the weight alone, two instances of the condition with equal weights
//! are one element. This is right for some programs, so the warning is off unless it is asked for. It is on where the weight of an
//! objective is the same for all instances, and where two elements have one tuple without variables: few programs mean that.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::diagnostic::{Diagnostic, Lint};
use crate::symbol::{Name, Symbols};
use crate::syntax::aggregate::{AggregateFunction, Reduction};
use crate::syntax::ast::{Atom, BodyLiteral, Literal, LiteralKind, Part, Sign, Statement, Term};
use crate::syntax::Print;

/// The number of occurrences of each variable.
type Occurrences = FxHashMap<Name, usize>;

/// Returns the warnings about the sums of a statement.
pub fn merged(statement: &Statement, symbols: &Symbols) -> Vec<Diagnostic> {
    let body: &[BodyLiteral] = match statement {
        Statement::Optimize(optimize) => {
            let plain = optimize.elements.iter().filter(|element| element.tuple.is_empty());
            // What weighs nothing is only there to have its priority.
            let plain = plain.filter(|element| element.weight.display(symbols).to_string() != "0");
            let warnings = plain.filter_map(|element| {
                let literals: Vec<&Literal> = element.condition.iter().filter_map(literal).collect();
                let warning = warning(&element.weight, &literals, |_| true, symbols)?;
                let is_constant = is_constant(&element.weight);
                let message = "this weight counts once, whatever the number of instances of its condition";
                let tuple =
                    || Diagnostic { message: message.to_owned(), ..warning.clone().lint(Lint::Tuple) };
                Some(if is_constant { tuple() } else { warning })
            });
            return warnings.collect();
        }
        Statement::Rule(rule) => &rule.body,
        _ => return Vec::new(),
    };
    let sums = body.iter().filter_map(|literal| match literal {
        BodyLiteral::Aggregate(_, sum)
            if matches!(sum.function, AggregateFunction::Sum | AggregateFunction::SumPlus) =>
        {
            Some(sum)
        }
        _ => None,
    });
    let mut all: Option<Occurrences> = None;
    let mut warnings = Vec::new();
    for (tuple, condition) in sums.flat_map(|sum| &sum.elements) {
        let [weight] = tuple.as_slice() else { continue };
        let all = all.get_or_insert_with(|| {
            let mut all = Occurrences::default();
            statement.variables(&mut |name, _| *all.entry(name).or_default() += 1);
            all
        });
        let mut within = Occurrences::default();
        let mut count = |term: &Term| term.variables(&mut |name, _| *within.entry(name).or_default() += 1);
        count(weight);
        condition.iter().for_each(|literal| terms(literal).into_iter().for_each(&mut count));
        let literals: Vec<&Literal> = condition.iter().collect();
        warnings.extend(warning(weight, &literals, |name| all.get(&name) == within.get(&name), symbols));
    }
    warnings
}

/// An element of an objective, or of a sum or count, whose tuple has no variables.
struct ConstantTuple<'p> {
    /// The weight, to point to.
    weight: &'p Term,
    condition: Vec<&'p Literal>,
}

/// Returns warnings about elements of objectives, and of a sum or count, that have the tuple of an earlier one.
pub fn same_tuples(parts: &[Part], symbols: &Symbols) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut of_objectives: IndexMap<String, Vec<ConstantTuple>, FxBuildHasher> = IndexMap::default();
    for statement in parts.iter().flat_map(|part| &part.statements) {
        match statement {
            Statement::Optimize(optimize) => {
                for element in &optimize.elements {
                    let terms =
                        std::iter::once(&element.weight).chain(&element.priority).chain(&element.tuple);
                    if !terms.clone().all(is_constant) {
                        continue;
                    }
                    let texts: Vec<String> =
                        element.tuple.iter().map(|it| it.display(symbols).to_string()).collect();
                    let priority = element
                        .priority
                        .as_ref()
                        .map_or("0".to_owned(), |it| it.display(symbols).to_string());
                    let key = format!(
                        "{}{}@{priority},{}",
                        if optimize.maximize { "-" } else { "" },
                        element.weight.display(symbols),
                        texts.join(",")
                    );
                    let condition: Option<Vec<&Literal>> = element.condition.iter().map(literal).collect();
                    let Some(condition) = condition else { continue };
                    let tuple = ConstantTuple { weight: &element.weight, condition };
                    of_objectives.entry(key).or_default().push(tuple);
                }
            }
            Statement::Rule(rule) => {
                for literal in &rule.body {
                    let BodyLiteral::Aggregate(_, aggregate) = literal else { continue };
                    let is_additive = aggregate.function.reduction() == Reduction::Sum;
                    let mut tuples: IndexMap<String, Vec<ConstantTuple>, FxBuildHasher> = IndexMap::default();
                    for (tuple, condition) in aggregate.elements.iter().filter(|_| is_additive) {
                        let Some(weight) = tuple.first().filter(|_| tuple.iter().all(is_constant)) else {
                            continue;
                        };
                        let texts: Vec<String> =
                            tuple.iter().map(|it| it.display(symbols).to_string()).collect();
                        // A name that two elements share counts what one or the other has.
                        if !matches!(&texts[..], [number] if number.parse::<i64>().is_ok()) {
                            continue;
                        }
                        let condition = condition.iter().collect();
                        tuples.entry(texts.join(",")).or_default().push(ConstantTuple { weight, condition });
                    }
                    warnings.extend(tuples.values().filter_map(|same| same_tuple(same, symbols)));
                }
            }
            _ => {}
        }
    }
    warnings.extend(of_objectives.values().filter_map(|same| same_tuple(same, symbols)));
    warnings
}

/// Returns a warning about elements with one tuple, unless at most one of them holds at a time.
fn same_tuple(same: &[ConstantTuple], symbols: &Symbols) -> Option<Diagnostic> {
    let [first, second, ..] = same else { return None };
    let excludes = |left: &ConstantTuple, right: &ConstantTuple| {
        left.condition
            .iter()
            .any(|one| right.condition.iter().any(|other| are_complementary(one, other, symbols)))
    };
    let mut pairs =
        same.iter().enumerate().flat_map(|(at, one)| same[at + 1..].iter().map(move |other| (one, other)));
    if pairs.all(|(one, other)| excludes(one, other)) {
        return None;
    }
    // What tells an element from the others is the first atom of its condition.
    let name = second.condition.iter().find_map(|literal| match &literal.kind {
        LiteralKind::Atom(atom) => Some(symbols.text(atom.name)),
        _ => None,
    });
    let text = second.weight.display(symbols).to_string();
    let example = format!("{text},{}", name.unwrap_or("second"));
    Some(
        Diagnostic::warning(
            "an element with the same tuple is before it: both count once together",
            second.weight.span(),
        )
        .lint(Lint::Tuple)
        .related(first.weight.span(), "the same tuple")
        .help(format!("if each is to count, tell them apart behind the weight, as in `{example}`")),
    )
}

/// Whether one literal is the negation of the other.
fn are_complementary(one: &Literal, other: &Literal, symbols: &Symbols) -> bool {
    let (LiteralKind::Atom(left), LiteralKind::Atom(right)) = (&one.kind, &other.kind) else { return false };
    let text = |atom: &Atom| atom.display(symbols).to_string();
    let is_negated = |literal: &Literal| literal.sign == Sign::Negative;
    if left.negative == right.negative {
        return is_negated(one) != is_negated(other) && text(left) == text(right);
    }
    let plain = |atom: &Atom| text(atom).trim_start_matches('-').to_owned();
    !is_negated(one) && !is_negated(other) && plain(left) == plain(right)
}

/// Whether a term has no variables, and one value.
fn is_constant(term: &Term) -> bool {
    let mut is_constant = true;
    term.subterms(&mut |part| {
        is_constant &= !matches!(
            part,
            Term::Variable(..) | Term::Anonymous(_) | Term::Interval(..) | Term::Pool(..) | Term::Call(..)
        );
        is_constant &= !matches!(part, Term::Function(_, pools, _) if pools.len() > 1);
    });
    is_constant
}

/// Returns a warning if a positive atom of the condition has a local variable that the weight does not have.
fn warning(
    weight: &Term,
    condition: &[&Literal],
    is_local: impl Fn(Name) -> bool,
    symbols: &Symbols,
) -> Option<Diagnostic> {
    let mut in_weight = Vec::new();
    weight.variables(&mut |name, _| in_weight.push(name));
    let mut other: Option<Name> = None;
    let mut is_unnamed = false;
    for literal in condition {
        let LiteralKind::Atom(atom) = &literal.kind else { continue };
        if literal.sign != Sign::Positive {
            continue;
        }
        for term in atom.pools.iter().flatten() {
            is_unnamed |= matches!(term, Term::Anonymous(_));
            term.variables(&mut |name, _| {
                if !in_weight.contains(&name) && is_local(name) {
                    other.get_or_insert(name);
                }
            });
        }
    }
    let help = match other {
        Some(name) => {
            let name = symbols.text(name);
            let weight = weight.display(symbols).to_string();
            format!(
                "if each value of `{name}` is to count, write it behind the weight, as in `{weight},{name}`"
            )
        }
        None if is_unnamed => {
            "if each value of `_` is to count, give it a name, and write it behind the weight".to_owned()
        }
        None => return None,
    };
    Some(Diagnostic::warning("equal weights count once here", weight.span()).lint(Lint::Merged).help(help))
}

fn literal(of: &BodyLiteral) -> Option<&Literal> {
    match of {
        BodyLiteral::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The terms of a literal that are not part of another.
fn terms(literal: &Literal) -> Vec<&Term> {
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.pools.iter().flatten().collect(),
        LiteralKind::Comparison(first, rest) => {
            std::iter::once(first).chain(rest.iter().map(|(_, term)| term)).collect()
        }
        LiteralKind::Boolean(_) => Vec::new(),
    }
}
