//! Suggestions how a costly statement becomes cheaper, where its form and the numbers of its profile agree.

use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};

use super::profile::{LiteralCost, StatementCost};
use super::unread::{uses, ReadArguments};
use crate::analysis::lint::display;
use crate::analysis::rule::{Atom, Head, Literal, Rule, Term, Variable};
use crate::diagnostic::Span;
use crate::program::{Base, Domain};
use crate::signature::Signature;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{Relation, Sign};

/// A change that makes a statement cheaper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Suggestion {
    /// Each instance comes twice, once with the variables swapped: write `X < Y` for `X != Y`.
    Symmetric {
        /// The names of the two variables.
        variables: [String; 2],
    },
    /// Nothing reads an argument of the predicate in the head: without it, there are fewer atoms and instances.
    Argument {
        /// The predicate, as a program names it.
        predicate: String,
        /// The place of the argument, from 1 on.
        place: usize,
        /// The name of the variable in the head.
        variable: String,
        /// The atoms of the predicate.
        atoms: usize,
        /// Those that differ in the other arguments.
        distinct: usize,
    },
    /// A variable is used only once: with `_` in its place, its values need not be told apart.
    Projection {
        /// The name of the variable.
        variable: String,
        /// The literal that has it.
        literal: Span,
        /// The rows of the literal's predicate.
        rows: usize,
        /// Those rows that differ in the other arguments.
        distinct: usize,
    },
    /// A literal shares no variable with those before it, so that all its rows are combined with all of theirs.
    Product {
        /// The literal.
        literal: Span,
        /// The rows that it has.
        rows: u32,
        /// The candidates tried.
        candidates: u64,
    },
}

/// What a suggestion has to know of the program around a statement.
pub struct Surroundings<'a> {
    /// The atoms.
    pub base: &'a Base,
    /// The terms.
    pub symbols: &'a Symbols,
    /// What the rules read.
    pub read: &'a ReadArguments,
    /// Whether the atoms of a predicate matter to nobody but the rules that were instantiated: they are not shown, for example.
    pub is_hidden: &'a dyn Fn(Signature) -> bool,
}

/// How many times fewer rows a projection has to have.
const FEWER: usize = 2;

/// How often all rows of a literal have to be tried before that is called a product.
const PASSES: u64 = 10;

impl Suggestion {
    /// Returns a change that makes the statement cheaper, if one is known.
    #[must_use]
    pub fn for_statement(statement: &StatementCost, around: &Surroundings) -> Option<Suggestion> {
        let Surroundings { base, symbols, .. } = *around;
        let rules = || statement.rules.iter().filter(|rule| !matches!(rule.head, Head::Projection(_)));
        rules()
            .find_map(|rule| symmetric(rule, symbols))
            .or_else(|| rules().find_map(|rule| argument(rule, around)))
            .or_else(|| rules().find_map(|rule| projection(rule, base, symbols)))
            .or_else(|| product(&statement.literals))
    }
}

/// Finds `X != Y` in a constraint that stays the same if the variables of two atoms are swapped.
fn symmetric(rule: &Rule, symbols: &Symbols) -> Option<Suggestion> {
    let name =
        |variable: Variable| rule.variables[variable.index()].name.map(|name| symbols.text(name).to_owned());
    if !matches!(rule.head, Head::None) {
        return None;
    }
    let unequal = rule.body.iter().find_map(|literal| match literal {
        Literal::Compare(Term::Variable(one), Relation::NotEqual, Term::Variable(other)) => {
            Some([*one, *other])
        }
        _ => None,
    })?;
    let atoms = rule.body.iter().filter_map(|literal| match literal {
        Literal::Atom(Sign::Positive, atom) => Some(atom),
        _ => None,
    });
    let pairs =
        atoms.tuple_combinations().filter(|(one, other): &(&Atom, &Atom)| one.predicate == other.predicate);
    for (one, other) in pairs {
        let Some(swap) = swap(one, other) else { continue };
        let turned = |variable: Variable| swap.get(&variable).copied().unwrap_or(variable);
        if turned(unequal[0]) != unequal[1] {
            continue;
        }
        let written = |turn: &dyn Fn(Variable) -> Variable| -> Option<Vec<String>> {
            rule.body.iter().map(|literal| key(literal, turn)).collect::<Option<Vec<_>>>().map(|mut keys| {
                keys.sort_unstable();
                keys
            })
        };
        if written(&|variable| variable)? == written(&turned)? {
            return Some(Suggestion::Symmetric { variables: [name(unequal[0])?, name(unequal[1])?] });
        }
    }
    None
}

/// The exchange of variables that makes two atoms of one predicate each other.
fn swap(one: &Atom, other: &Atom) -> Option<FxHashMap<Variable, Variable>> {
    let mut swap = FxHashMap::default();
    for pair in one.arguments.iter().zip(&other.arguments) {
        match pair {
            (Term::Variable(one), Term::Variable(other)) => {
                let known = (*swap.entry(*one).or_insert(*other), *swap.entry(*other).or_insert(*one));
                if known != (*other, *one) {
                    return None;
                }
            }
            (Term::Symbol(one), Term::Symbol(other)) if one == other => {}
            _ => return None,
        }
    }
    Some(swap)
}

/// The text of a literal with other variables, in which equal literals are equal; `None` if it is no atom or comparison.
fn key(literal: &Literal, turn: &dyn Fn(Variable) -> Variable) -> Option<String> {
    let key = |term: &Term| term_key(term, turn);
    Some(match literal {
        Literal::Atom(sign, atom) => {
            let arguments = atom.arguments.iter().map(key).collect::<Option<Vec<_>>>()?;
            format!("{sign:?} {:?} {arguments:?}", atom.predicate)
        }
        Literal::Compare(left, relation, right) => {
            let mut sides = [key(left)?, key(right)?];
            if matches!(relation, Relation::Equal | Relation::NotEqual) {
                sides.sort_unstable();
            }
            format!("{relation:?} {sides:?}")
        }
        _ => return None,
    })
}

fn term_key(term: &Term, turn: &dyn Fn(Variable) -> Variable) -> Option<String> {
    Some(match term {
        Term::Symbol(symbol) => format!("{symbol:?}"),
        Term::Variable(variable) => format!("{:?}", turn(*variable)),
        Term::Function(name, arguments) => {
            let arguments = arguments.iter().map(|term| term_key(term, turn)).collect::<Option<Vec<_>>>()?;
            format!("{name:?}{arguments:?}")
        }
        Term::Unary(operator, term, _) => format!("{operator:?}({})", term_key(term, turn)?),
        Term::Binary(operator, left, right, _) => {
            format!("{operator:?}({}, {})", term_key(left, turn)?, term_key(right, turn)?)
        }
    })
}

/// Finds an argument of the head that nothing reads, without which the predicate has far fewer atoms.
fn argument(rule: &Rule, around: &Surroundings) -> Option<Suggestion> {
    let Surroundings { base, symbols, read, is_hidden } = *around;
    let (predicate, column, variable) = read.unread_by(rule, base, is_hidden)?;
    let name = rule.variables[variable.index()].name?;
    let domain = base.domain(predicate);
    let (atoms, distinct) = (domain.len() as usize, distinct_without(domain, column));
    (atoms >= FEWER * distinct.max(1)).then(|| Suggestion::Argument {
        predicate: display(domain.signature(), symbols),
        place: column + 1,
        variable: symbols.text(name).to_owned(),
        atoms,
        distinct,
    })
}

/// Finds a named variable that occurs once, in an atom whose predicate has far fewer rows without it.
fn projection(rule: &Rule, base: &Base, symbols: &Symbols) -> Option<Suggestion> {
    let uses = uses(rule);
    // A body of one atom is instantiated once for each of its rows anyway, if it derives an atom.
    if rule.body.len() < 2 {
        return None;
    }
    rule.body.iter().find_map(|literal| {
        let Literal::Atom(Sign::Positive, atom) = literal else { return None };
        atom.arguments.iter().enumerate().find_map(|(column, argument)| {
            let Term::Variable(variable) = argument else { return None };
            let name = rule.variables[variable.index()].name.filter(|_| uses.get(variable) == Some(&1))?;
            let domain = base.domain(atom.predicate);
            let (rows, distinct) = (domain.len() as usize, distinct_without(domain, column));
            (rows >= FEWER * distinct.max(1)).then(|| Suggestion::Projection {
                variable: symbols.text(name).to_owned(),
                literal: atom.span,
                rows,
                distinct,
            })
        })
    })
}

/// The number of rows that differ in the other columns.
fn distinct_without(domain: &Domain, column: usize) -> usize {
    let others = |row: u32| -> Vec<Symbol> {
        let row = domain.row(row);
        row[..column].iter().chain(&row[column + 1..]).copied().collect()
    };
    (0..domain.len()).map(others).collect::<FxHashSet<_>>().len()
}

/// Finds the literal with most candidates whose rows were all tried again and again.
fn product(literals: &[LiteralCost]) -> Option<Suggestion> {
    let products = literals.iter().filter(|literal| {
        literal.is_product && literal.rows > 1 && literal.candidates >= PASSES * u64::from(literal.rows)
    });
    let most = products.max_by_key(|literal| literal.candidates)?;
    Some(Suggestion::Product { literal: most.span, rows: most.rows, candidates: most.candidates })
}
