//! Warnings about functions that look like operations: `abs(X) > 0` compares a term, and no value is computed.
//!
//! A program may use such a name for data of its own. So a function counts only if no atom of the program has it.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{LiteralKind, Part, Term};
use crate::syntax::Print;

/// A function that is compared or calculated with.
struct Compared {
    name: Name,
    arguments: Vec<String>,
    span: Span,
}

/// Returns the warnings about functions that a program compares, and that are named like operations.
pub fn operator_names(parts: &[Part], symbols: &Symbols) -> Vec<Diagnostic> {
    let statements = || parts.iter().flat_map(|part| &part.statements);
    let mut compared = Vec::new();
    for statement in statements() {
        statement.literals(&mut |literal| {
            if let LiteralKind::Comparison(first, rest) = &literal.kind {
                let sides = std::iter::once(first).chain(rest.iter().map(|(_, term)| term));
                sides.for_each(|side| compared.extend(function(side, symbols)));
            }
        });
        statement.terms(&mut |term| {
            term.subterms(&mut |part| {
                if let Term::Operation(first, rest, _) = part {
                    let operands = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                    operands.for_each(|operand| compared.extend(function(operand, symbols)));
                }
            });
        });
    }
    compared.retain(|it| written(it, symbols).is_some());
    if compared.is_empty() {
        return Vec::new();
    }
    let mut data: FxHashSet<Name> = FxHashSet::default();
    for statement in statements() {
        statement.atoms(&mut |atom, _| {
            for term in atom.pools.iter().flatten() {
                term.subterms(&mut |part| match part {
                    Term::Function(name, ..) => {
                        data.insert(*name);
                    }
                    Term::Symbol(symbol, _) => names(*symbol, symbols, &mut data),
                    _ => {}
                });
            }
        });
    }
    for symbol in parts.iter().flat_map(|part| part.facts.iter()).flat_map(|fact| fact.arguments) {
        names(*symbol, symbols, &mut data);
    }
    compared.retain(|it| !data.contains(&it.name));
    let warnings = compared.iter().filter_map(|it| {
        let function = format!("{}({})", symbols.text(it.name), it.arguments.join(","));
        let message = format!("`{function}` is a term as it stands: no value is computed");
        Some(Diagnostic::warning(message, it.span).lint(Lint::Function).help(written(it, symbols)?))
    });
    warnings.collect()
}

/// Returns how the operation that a function is named like is written; `None` if it is named like none.
fn written(function: &Compared, symbols: &Symbols) -> Option<String> {
    let texts = &function.arguments;
    let infix = |operator: &str| match texts.as_slice() {
        [left, right] => Some(format!("{} {operator} {}", operand(left), operand(right))),
        _ => None,
    };
    Some(match (symbols.text(function.name), texts.as_slice()) {
        ("abs" | "absolute", [argument]) => format!("the absolute value is written `|{argument}|`"),
        ("mod" | "modulo" | "rem", _) => format!("the remainder is written `{}`", infix("\\")?),
        ("div" | "quotient", _) => format!("integers are divided by `{}`", infix("/")?),
        ("pow" | "power", _) => format!("a power is written `{}`", infix("**")?),
        ("plus" | "add", _) => format!("a sum is written `{}`", infix("+")?),
        ("minus" | "subtract", _) => format!("a difference is written `{}`", infix("-")?),
        ("times" | "mult" | "multiply", _) => format!("a product is written `{}`", infix("*")?),
        (name @ ("min" | "max"), [_, _, ..]) => {
            format!("the extreme of some values is `M = #{name} {{ {} }}`", texts.join("; "))
        }
        ("succ", [argument]) => format!("the next integer is written `{}+1`", operand(argument)),
        ("sqrt" | "root", [argument]) => {
            format!("there are no roots: compare squares, as in `Y*Y <= {argument}, {argument} < (Y+1)*(Y+1)`")
        }
        ("floor" | "ceil" | "round" | "exp" | "log" | "ln" | "sin" | "cos" | "tan" | "factorial", [_]) => {
            "integers have `+`, `-`, `*`, `/`, `\\`, `**` and `|X|`; other values are facts, or come from `@f(X)`, which a \
             script or a host program defines"
                .to_owned()
        }
        _ => return None,
    })
}

/// Returns a term as a function with arguments.
fn function(term: &Term, symbols: &Symbols) -> Option<Compared> {
    let (name, arguments): (Name, Vec<String>) = match term {
        Term::Function(name, pools, _) => match pools.as_slice() {
            [terms] => (*name, terms.iter().map(|term| term.display(symbols).to_string()).collect()),
            _ => return None,
        },
        Term::Symbol(symbol, _) => match symbols.as_function(*symbol)? {
            (Some(name), arguments, false) => {
                (name, arguments.iter().map(|it| symbols.display(*it).to_string()).collect())
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(Compared { name, arguments, span: term.span() })
}

/// Returns a term as an operand: with parentheses, unless it is a name or a number.
fn operand(text: &str) -> String {
    let is_simple = text.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '\''));
    if is_simple || text.starts_with('(') || text.starts_with('|') {
        text.to_owned()
    } else {
        format!("({text})")
    }
}

/// Adds the names of the functions in a symbol.
fn names(symbol: Symbol, symbols: &Symbols, found: &mut FxHashSet<Name>) {
    let mut open = vec![symbol];
    while let Some(symbol) = open.pop() {
        let Some((name, arguments, _)) = symbols.as_function(symbol) else { continue };
        if !arguments.is_empty() {
            found.extend(name);
            open.extend(arguments);
        }
    }
}
