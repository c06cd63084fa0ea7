//! Warnings about bounds of choices and aggregates: those that can never hold or always hold, and those that count within each
//! instance of a body, where there is one element.
//!
//! Only bounds and weights that are numbers in the text count, so that an encoding for many instances is judged as a whole. A
//! bound that always holds is fine in a head, where people write `0 { a } 1`.

use rustc_hash::FxHashSet;

use super::intervals::integer;
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::symbol::{Name, Symbols};
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{
    BodyLiteral, ConditionalLiteral, Guards, Head, Literal, LiteralKind, Relation, Rule, SetAggregate, Sign,
    Statement, Term,
};
use crate::syntax::Print;

/// Variables with one value in each instance of a rule.
type GlobalVariables = FxHashSet<Name>;

/// The values that an aggregate may have, whatever holds: `None` where there is no limit.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: Option<i64>,
    greatest: Option<i64>,
}

/// A bound of an aggregate: its value stands in a relation to a number.
#[derive(Clone, Copy, Debug)]
struct Bound {
    relation: Relation,
    number: i64,
    span: Span,
}

/// Whether a bound holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Always,
    Never,
    Sometimes,
}

/// Returns the warnings about the bounds of a statement.
pub fn bounds(statement: &Statement, symbols: &Symbols) -> Vec<Diagnostic> {
    let (head, body): (Option<&Head>, &[BodyLiteral]) = match statement {
        Statement::Rule(rule) => (Some(&rule.head), &rule.body),
        Statement::External(external) => (None, &external.body),
        _ => return Vec::new(),
    };
    let global = global_variables(head, body);
    let mut warnings = Vec::new();
    match head {
        Some(Head::Choice(set)) => {
            let range = Range { least: Some(0), greatest: size(set, &global, symbols) };
            let never = never(&set.guards, range, symbols);
            if let (Statement::Rule(rule), None) = (statement, &never) {
                warnings.extend(forced(rule, set, range.greatest, symbols));
            }
            warnings.extend(never.map(|warning| {
                warning.help("no answer set makes the body of this rule true, so it is a constraint")
            }));
        }
        Some(Head::Aggregate(aggregate)) => {
            let tuples = aggregate.elements.iter().map(|(tuple, _)| tuple.as_slice());
            let range = values(aggregate.function, &tuples.collect::<Vec<_>>(), &global, symbols);
            let never = never(&aggregate.guards, range, symbols);
            warnings.extend(never.map(|warning| {
                warning.help("no answer set makes the body of this rule true, so it is a constraint")
            }));
        }
        _ => {}
    }
    for literal in body {
        let (guards, range) = match literal {
            BodyLiteral::Set(_, set) => {
                (&set.guards, Range { least: Some(0), greatest: size(set, &global, symbols) })
            }
            BodyLiteral::Aggregate(_, aggregate) => {
                let tuples = aggregate.elements.iter().map(|(tuple, _)| tuple.as_slice());
                let tuples: Vec<&[Term]> = tuples.collect();
                (&aggregate.guards, values(aggregate.function, &tuples, &global, symbols))
            }
            _ => continue,
        };
        warnings.extend(never(guards, range, symbols).or_else(|| always(guards, range, symbols)));
    }
    warnings
}

/// Returns a warning if one of the bounds never holds, or both together never do.
fn never(guards: &Guards, range: Range, symbols: &Symbols) -> Option<Diagnostic> {
    let bounds = numbers(guards, symbols);
    if let Some(bound) = bounds.iter().find(|bound| bound.holds(range) == Holds::Never) {
        let message = format!("this bound never holds: {}", range.sentence()?);
        return Some(Diagnostic::warning(message, bound.span).lint(Lint::Bounds));
    }
    let [left, right] = bounds.as_slice() else { return None };
    let least = [left, right].into_iter().filter_map(|bound| bound.least()).max()?;
    let greatest = [left, right].into_iter().filter_map(|bound| bound.greatest()).min()?;
    (least > greatest).then(|| {
        Diagnostic::warning("these two bounds never hold together", left.span)
            .lint(Lint::Bounds)
            .label(format!("at least {least}"))
            .related(right.span, format!("at most {greatest}"))
    })
}

/// Returns a warning if the bounds always hold.
fn always(guards: &Guards, range: Range, symbols: &Symbols) -> Option<Diagnostic> {
    let bounds = numbers(guards, symbols);
    let written = usize::from(guards.left.is_some()) + usize::from(guards.right.is_some());
    let all = bounds.iter().all(|bound| bound.holds(range) == Holds::Always);
    let first = bounds.first().filter(|_| all && bounds.len() == written)?;
    let message = format!("this bound always holds: {}", range.sentence()?);
    let warning = Diagnostic::warning(message, first.span).lint(Lint::Bounds);
    Some(warning.help("leave the whole out, or correct the bound"))
}

/// Returns a warning if a choice has to take all its elements in each instance of the body: `1 { q(X) } 1 :- p(X).`
fn forced(rule: &Rule, set: &SetAggregate, size: Option<i64>, symbols: &Symbols) -> Option<Diagnostic> {
    let least =
        numbers(&set.guards, symbols).into_iter().filter_map(|bound| bound.least().zip(Some(bound.span)));
    let (least, span) = least.max_by_key(|(least, _)| *least)?;
    let is_plain = |element: &ConditionalLiteral| {
        element.condition.is_empty() && matches!(element.literal.kind, LiteralKind::Atom(_))
    };
    if least < 1 || size != Some(least) || !set.elements.iter().all(is_plain) {
        return None;
    }
    let mut variables = Vec::new();
    for element in &set.elements {
        literal_variables(&element.literal, &mut |name| variables.push(name));
    }
    if variables.is_empty() || rule.body.is_empty() {
        return None;
    }
    let text = |literal: &Literal| literal.display(symbols).to_string();
    let atoms: Vec<String> =
        set.elements.iter().map(|element| format!("`{}`", text(&element.literal))).collect();
    let message = format!(
        "this bound counts within each instance of the body, where it makes {} true",
        atoms.join(" and ")
    );
    let warning = Diagnostic::warning(message, span).lint(Lint::Instance);
    let help = match set.elements.as_slice() {
        [element] => among_instances(rule, set, element, &variables, symbols),
        _ => None,
    };
    Some(
        warning.help(match help {
            Some(example) => format!("to choose among the instances, move them into the braces: `{example}`"),
            None => {
                "to choose among the instances, move the literal that names them into the braces, behind `:`"
                    .to_owned()
            }
        }),
    )
}

/// Returns the rule with the last atom of the body that has a variable of the element, and what else is about its variables
/// alone, as the condition of the element.
fn among_instances(
    rule: &Rule,
    set: &SetAggregate,
    element: &ConditionalLiteral,
    chosen: &[Name],
    symbols: &Symbols,
) -> Option<String> {
    let literals: Option<Vec<&Literal>> = rule
        .body
        .iter()
        .map(|literal| match literal {
            BodyLiteral::Literal(literal) => Some(literal),
            _ => None,
        })
        .collect();
    let literals = literals?;
    let variables = |literal: &Literal| {
        let mut found = FxHashSet::default();
        literal_variables(literal, &mut |name| {
            found.insert(name);
        });
        found
    };
    let is_atom =
        |literal: &Literal| literal.sign == Sign::Positive && matches!(literal.kind, LiteralKind::Atom(_));
    let moved = literals.iter().rposition(|literal| {
        is_atom(literal) && variables(literal).iter().any(|name| chosen.contains(name))
    })?;
    let mut others: FxHashSet<Name> = FxHashSet::default();
    for (index, literal) in literals.iter().enumerate() {
        if index != moved && is_atom(literal) {
            others.extend(variables(literal));
        }
    }
    let is_moved = |index: usize, literal: &Literal| {
        let found = variables(literal);
        index == moved || !is_atom(literal) && !found.is_empty() && found.is_disjoint(&others)
    };
    let texts = |wanted: bool| {
        let those =
            literals.iter().enumerate().filter(|(index, literal)| is_moved(*index, literal) == wanted);
        those.map(|(_, literal)| literal.display(symbols).to_string()).collect::<Vec<_>>().join(", ")
    };
    // As people write it: `1 { … } 1`, and `=` where it stands in the text.
    let sign = |relation: Relation| match relation {
        Relation::LessEqual => String::new(),
        _ => format!("{} ", relation.text()),
    };
    let text = |term: &Term| term.display(symbols).to_string();
    let left = set.guards.left.as_ref().map(|(term, relation)| format!("{} {}", text(term), sign(*relation)));
    let right =
        set.guards.right.as_ref().map(|(relation, term)| format!(" {}{}", sign(*relation), text(term)));
    let head = format!(
        "{}{{ {} : {} }}{}",
        left.unwrap_or_default(),
        element.literal.display(symbols),
        texts(true),
        right.unwrap_or_default()
    );
    let body = texts(false);
    Some(if body.is_empty() { format!("{head}.") } else { format!("{head} :- {body}.") })
}

impl Range {
    /// Says which values there are.
    fn sentence(self) -> Option<String> {
        Some(match (self.least, self.greatest) {
            (Some(least), Some(greatest)) if least == greatest => format!("the value is {least}"),
            (Some(least), Some(greatest)) => format!("the value is from {least} to {greatest}"),
            (Some(least), None) => format!("the value is {least} or more"),
            (None, Some(greatest)) => format!("the value is {greatest} or less"),
            (None, None) => return None,
        })
    }
}

impl Bound {
    /// The least value that it allows.
    fn least(self) -> Option<i64> {
        match self.relation {
            Relation::Equal | Relation::GreaterEqual => Some(self.number),
            Relation::Greater => self.number.checked_add(1),
            Relation::NotEqual | Relation::Less | Relation::LessEqual => None,
        }
    }

    /// The greatest value that it allows.
    fn greatest(self) -> Option<i64> {
        match self.relation {
            Relation::Equal | Relation::LessEqual => Some(self.number),
            Relation::Less => self.number.checked_sub(1),
            Relation::NotEqual | Relation::Greater | Relation::GreaterEqual => None,
        }
    }

    fn holds(self, range: Range) -> Holds {
        let is_below = range.greatest.zip(self.least()).is_some_and(|(greatest, least)| greatest < least);
        let is_above = range.least.zip(self.greatest()).is_some_and(|(least, greatest)| least > greatest);
        if is_below || is_above {
            return Holds::Never;
        }
        let from = match self.least() {
            Some(bound) => range.least.is_some_and(|least| least >= bound),
            None => true,
        };
        let to = match self.greatest() {
            Some(bound) => range.greatest.is_some_and(|greatest| greatest <= bound),
            None => true,
        };
        let is_other = range.greatest.is_some_and(|greatest| greatest < self.number)
            || range.least.is_some_and(|least| least > self.number);
        let is_always = if self.relation == Relation::NotEqual { is_other } else { from && to };
        if is_always {
            Holds::Always
        } else {
            Holds::Sometimes
        }
    }
}

/// The bounds that are numbers.
fn numbers(guards: &Guards, symbols: &Symbols) -> Vec<Bound> {
    let left = guards.left.iter().map(|(term, relation)| (term, relation.mirrored()));
    let right = guards.right.iter().map(|(relation, term)| (term, *relation));
    let numbers = left.chain(right).filter_map(|(term, relation)| {
        Some(Bound { relation, number: integer(term, symbols)?, span: term.span() })
    });
    numbers.collect()
}

/// Returns how many atoms a set has at most.
fn size(set: &SetAggregate, global: &GlobalVariables, symbols: &Symbols) -> Option<i64> {
    let sizes = set.elements.iter().map(|element| match &element.literal.kind {
        LiteralKind::Atom(atom) => sum(atom.pools.iter().map(|terms| product(terms, global, symbols))),
        LiteralKind::Boolean(_) => Some(1),
        // Without an atom, the elements are the instances of the condition.
        LiteralKind::Comparison(..) => None,
    });
    sum(sizes)
}

/// Returns the values of an aggregate with these tuples.
fn values(
    function: AggregateFunction,
    tuples: &[&[Term]],
    global: &GlobalVariables,
    symbols: &Symbols,
) -> Range {
    let unknown = Range { least: None, greatest: None };
    let sizes = || tuples.iter().map(|tuple| product(tuple, global, symbols));
    let weights: Option<Vec<i64>> = tuples.iter().map(|tuple| integer(tuple.first()?, symbols)).collect();
    match (function, weights) {
        (AggregateFunction::Count, _) => Range { least: Some(0), greatest: sum(sizes()) },
        (AggregateFunction::Sum | AggregateFunction::SumPlus, Some(weights)) => {
            let part = |is_wanted: fn(i64) -> bool| {
                let those = weights.iter().zip(sizes()).filter(|(weight, _)| is_wanted(**weight));
                sum(those.map(|(weight, size)| size?.checked_mul(*weight)))
            };
            let negative =
                if function == AggregateFunction::Sum { part(|weight| weight < 0) } else { Some(0) };
            Range { least: negative, greatest: part(|weight| weight > 0) }
        }
        (AggregateFunction::SumPlus, None) => Range { least: Some(0), greatest: None },
        (AggregateFunction::Sum | AggregateFunction::Min | AggregateFunction::Max, _) => unknown,
    }
}

/// Returns how many values a list of terms has at most; `None` if nobody knows.
fn product(terms: &[Term], global: &GlobalVariables, symbols: &Symbols) -> Option<i64> {
    terms.iter().try_fold(1i64, |all, term| all.checked_mul(number_of_values(term, global, symbols)?))
}

fn sum(mut numbers: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    numbers.try_fold(0i64, |all, number| all.checked_add(number?))
}

/// Returns how many values a term has at most in an instance of the rule; `None` if nobody knows.
fn number_of_values(term: &Term, global: &GlobalVariables, symbols: &Symbols) -> Option<i64> {
    let of = |term: &Term| number_of_values(term, global, symbols);
    match term {
        Term::Symbol(..) => Some(1),
        Term::Variable(name, _) => global.contains(name).then_some(1),
        Term::Anonymous(_) | Term::Call(..) => None,
        Term::Function(_, pools, _) => sum(pools.iter().map(|terms| product(terms, global, symbols))),
        Term::Tuple(terms, _) => product(terms, global, symbols),
        Term::Pool(terms, _) => sum(terms.iter().map(of)),
        Term::Unary(_, operand, _) => of(operand),
        Term::Operation(first, rest, _) => {
            rest.iter().try_fold(of(first)?, |all, (_, operand)| all.checked_mul(of(operand)?))
        }
        Term::Interval(lower, upper, _) => {
            let (lower, upper) = (integer(lower, symbols)?, integer(upper, symbols)?);
            upper.checked_sub(lower)?.checked_add(1).map(|size| size.max(0))
        }
    }
}

/// Returns the variables that occur outside of aggregates and conditions.
fn global_variables(head: Option<&Head>, body: &[BodyLiteral]) -> GlobalVariables {
    let mut global = GlobalVariables::default();
    let mut add = |name: Name| {
        global.insert(name);
    };
    if let Some(Head::Literal(literal)) = head {
        literal_variables(literal, &mut add);
    }
    for literal in body {
        let guards = match literal {
            BodyLiteral::Literal(literal) => {
                literal_variables(literal, &mut add);
                continue;
            }
            BodyLiteral::Aggregate(_, aggregate) => &aggregate.guards,
            BodyLiteral::Set(_, set) => &set.guards,
            BodyLiteral::Conditional(_) | BodyLiteral::Theory(..) => continue,
        };
        let terms = guards.left.iter().map(|(term, _)| term).chain(guards.right.iter().map(|(_, term)| term));
        terms.for_each(|term| term.variables(&mut |name, _| add(name)));
    }
    global
}

/// Calls `visit` with the variables of a literal.
fn literal_variables(literal: &Literal, visit: &mut dyn FnMut(Name)) {
    let mut of = |term: &Term| term.variables(&mut |name, _| visit(name));
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.pools.iter().flatten().for_each(of),
        LiteralKind::Comparison(first, rest) => {
            of(first);
            rest.iter().for_each(|(_, term)| of(term));
        }
        LiteralKind::Boolean(_) => {}
    }
}
