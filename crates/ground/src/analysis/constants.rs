//! Named constants: the values that `#const` gives them.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::evaluate::{self, Failure};
use crate::diagnostic::{Diagnostic, ErrorKind, Severity, Span};
use crate::function::Functions;
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Const, Part, Statement, Term};

/// The values of named constants.
#[derive(Clone, Default, Debug)]
pub struct Constants {
    values: FxHashMap<Name, Symbol>,
}

/// A definition of a constant; one from outside has no place in the texts.
#[derive(Clone, Copy)]
struct Definition<'d> {
    value: &'d Term,
    span: Option<Span>,
}

impl Definition<'_> {
    /// Whether it only says that a constant stands for itself.
    fn is_itself(&self, name: Name, symbols: &Symbols) -> bool {
        let Term::Symbol(symbol, _) = self.value else { return false };
        matches!(symbols.as_function(*symbol), Some((Some(known), [], false)) if known == name)
    }

    /// Returns an error about it, at its place if there is one.
    fn error(&self, message: String, place: impl Fn(&Self) -> Option<Span>) -> Diagnostic {
        match place(self) {
            Some(span) => Diagnostic::error(message, span),
            None => Diagnostic::new(Severity::Error, message),
        }
    }
}

impl Constants {
    /// Returns the constants of a program. `given` are definitions from outside, which take precedence; the last one of a
    /// constant counts. Definitions may mention each other's constants, wherever they stand.
    ///
    /// Reports definitions that contradict each other, refer to themselves or have no value.
    #[must_use]
    pub fn of<'a>(
        parts: impl Iterator<Item = &'a Part>,
        given: &[(Name, Term)],
        symbols: &mut Symbols,
        functions: &mut Functions,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let definitions = written(parts, |definition, first| {
            let message = format!("`{}` is defined twice", symbols.text(definition.name));
            diagnostics.push(
                Diagnostic::error(message, definition.span)
                    .kind(ErrorKind::Definition)
                    .related(first.span, "first defined here")
                    .help("remove one of the two definitions")
                    .as_clingo(definition.span, "error: redefinition of constant:")
                    .as_clingo(first.span, "note: constant also defined here"),
            );
        });
        let written =
            definitions.values().map(|it| (it.name, Definition { value: &it.value, span: Some(it.span) }));
        let mut definitions: FxHashMap<Name, Definition> = written.collect();
        definitions.extend(given.iter().map(|(name, value)| (*name, Definition { value, span: None })));
        let mut constants = Constants::default();
        // In the order of the text, so that messages are in that order too.
        let mut open: Vec<Name> = definitions.keys().copied().collect();
        open.sort_by_key(|name| Reverse((definitions[name].span, *name)));
        // The constants on the path to the current one, and some that already have values.
        let mut entered = FxHashSet::default();
        while let Some(&name) = open.last() {
            let definition = definitions[&name];
            let missing = if constants.values.contains_key(&name) || definition.is_itself(name, symbols) {
                None
            } else {
                first_undefined(definition.value, symbols, &|used| {
                    definitions.contains_key(&used) && !constants.values.contains_key(&used)
                })
            };
            if let Some(used) = missing {
                entered.insert(name);
                if entered.contains(&used) {
                    let message = format!("the value of `{}` depends on itself", symbols.text(used));
                    let error = definitions[&used].error(message, |definition| definition.span);
                    let error = error.kind(ErrorKind::Definition);
                    diagnostics.push(error.help("give one of the constants it uses a value of its own"));
                    constants.values.insert(used, Symbol::INF);
                } else {
                    open.push(used);
                }
                continue;
            }
            open.pop();
            if !constants.values.contains_key(&name) {
                let found = value(definition.value, &constants, symbols, functions);
                let found = found.unwrap_or_else(|failure| {
                    let wrong = |message: &str, help: &str| {
                        let message = format!("the definition of `{}` {message}", symbols.text(name));
                        let place = |it: &Definition| it.span.and(Some(it.value.span()));
                        definition.error(message, place).kind(ErrorKind::Value).help(help)
                    };
                    diagnostics.push(match failure {
                        Failure::Overflow(_) => wrong("overflows 64 bits", "use smaller numbers"),
                        Failure::Undefined(_) => {
                            wrong("has no value", "a constant stands for one ground term")
                        }
                        Failure::Call(diagnostic) => {
                            Diagnostic { span: definition.span.and(diagnostic.span), ..*diagnostic }
                        }
                    });
                    Symbol::INF
                });
                constants.values.insert(name, found);
            }
        }
        constants
    }

    /// Returns these constants, and the parameters of a part. A constant comes before a parameter of its name, and a parameter
    /// may occur in the value of a constant.
    #[must_use]
    pub fn with(&self, parameters: impl IntoIterator<Item = (Name, Symbol)>, symbols: &mut Symbols) -> Self {
        let parameters = Constants { values: parameters.into_iter().collect() };
        let mut values = parameters.values.clone();
        values.extend(self.values.iter().map(|(&name, &value)| (name, parameters.replace(value, symbols))));
        Constants { values }
    }

    /// Returns the value of a constant.
    #[must_use]
    pub fn value(&self, name: Name) -> Option<Symbol> {
        self.values.get(&name).copied()
    }

    /// The names of all constants.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.values.keys().copied()
    }

    /// Returns the symbol with all constants in it replaced.
    pub fn replace(&self, symbol: Symbol, symbols: &mut Symbols) -> Symbol {
        if self.values.is_empty() {
            return symbol;
        }
        // The steps still to do, the next one last, and the replaced terms. A stack replaces recursion, because terms may
        // be arbitrarily deep.
        let mut open = vec![ReplacementStep::Replace(symbol)];
        let mut done: Vec<Symbol> = Vec::new();
        while let Some(step) = open.pop() {
            match step {
                ReplacementStep::Replace(term) => match symbols.as_function(term) {
                    None => done.push(term),
                    Some((name, [], negative)) => {
                        let value = name.and_then(|name| self.value(name));
                        done.push(match value {
                            None => term,
                            Some(value) if negative => evaluate::negate(value, symbols).unwrap_or(term),
                            Some(value) => value,
                        });
                    }
                    Some((_, arguments, _)) => {
                        open.push(ReplacementStep::Build(term));
                        open.extend(
                            arguments.iter().rev().map(|&argument| ReplacementStep::Replace(argument)),
                        );
                    }
                },
                ReplacementStep::Build(term) => {
                    let (name, arguments, negative) = symbols.as_function(term).expect("a function");
                    let first = done.len() - arguments.len();
                    let replaced = if done[first..] == *arguments {
                        term
                    } else {
                        match name {
                            Some(name) => symbols.function(name, &done[first..], negative),
                            None => symbols.tuple(&done[first..]),
                        }
                    };
                    done.truncate(first);
                    done.push(replaced);
                }
            }
        }
        done.pop().expect("the term itself")
    }
}

/// A step in replacing the constants of a symbol.
enum ReplacementStep {
    /// Replaces the constants in a term.
    Replace(Symbol),
    /// Builds a function whose arguments have been replaced.
    Build(Symbol),
}

/// Returns the value of a term of the syntax tree without variables, intervals and pools.
///
/// # Errors
///
/// If an operation in it overflows or is undefined, a function fails, or the term has no single value.
pub fn value(
    term: &Term,
    constants: &Constants,
    symbols: &mut Symbols,
    functions: &mut Functions,
) -> Result<Symbol, Failure> {
    let mut all = |terms: &[Term]| -> Result<Vec<Symbol>, Failure> {
        terms.iter().map(|term| value(term, constants, symbols, functions)).collect()
    };
    match term {
        Term::Symbol(symbol, _) => Ok(constants.replace(*symbol, symbols)),
        Term::Function(name, pools, span) => {
            let [arguments] = pools.as_slice() else { return Err(Failure::Undefined(*span)) };
            let arguments = all(arguments)?;
            Ok(symbols.function(*name, &arguments, false))
        }
        Term::Call(name, pools, span) => {
            let [arguments] = pools.as_slice() else { return Err(Failure::Undefined(*span)) };
            let arguments = all(arguments)?;
            let values = functions.call(*name, &arguments, *span, symbols);
            let values = values.map_err(|wrong| Failure::Call(Box::new(wrong)))?;
            let Some(values) = values else {
                let mut unknown = functions.unknown(*name, *span, symbols);
                unknown.severity = Severity::Error;
                return Err(Failure::Call(Box::new(unknown.kind(ErrorKind::Call))));
            };
            if values.len() == 1 {
                return Ok(functions.value(values.start));
            }
            let message = format!("this has {} values where one is needed", values.len());
            Err(Failure::Call(Box::new(
                Diagnostic::error(message, *span)
                    .kind(ErrorKind::Call)
                    .help("call the function where the value is used"),
            )))
        }
        Term::Tuple(terms, _) => {
            let terms = all(terms)?;
            Ok(symbols.tuple(&terms))
        }
        Term::Unary(operator, operand, span) => {
            let operand = value(operand, constants, symbols, functions)?;
            evaluate::unary(*operator, operand, *span, symbols)
        }
        Term::Operation(first, rest, _) => {
            let mut left = value(first, constants, symbols, functions)?;
            for (index, (operator, right)) in rest.iter().enumerate() {
                let right = value(right, constants, symbols, functions)?;
                left = evaluate::binary(*operator, left, right, term.operation_span(index), symbols)?;
            }
            Ok(left)
        }
        Term::Variable(_, span)
        | Term::Anonymous(span)
        | Term::Pool(_, span)
        | Term::Interval(_, _, span) => Err(Failure::Undefined(*span)),
    }
}

/// Returns the definitions in a program that count: of one constant, the first one that overrides others, or else the first.
/// `twice` is told of a definition that contradicts an earlier one, and of that.
pub fn written<'p>(
    parts: impl Iterator<Item = &'p Part>,
    mut twice: impl FnMut(&Const, &Const),
) -> FxHashMap<Name, &'p Const> {
    let mut definitions: FxHashMap<Name, &Const> = FxHashMap::default();
    for statement in parts.flat_map(|part| &part.statements) {
        let Statement::Const(definition) = statement else { continue };
        match definitions.get(&definition.name) {
            Some(first) if first.overrides == definition.overrides => twice(definition, first),
            Some(first) if first.overrides => {}
            _ => {
                definitions.insert(definition.name, definition);
            }
        }
    }
    definitions
}

/// Whether a term mentions a named constant, which a definition may give a value.
#[must_use]
pub fn mentions_constants(term: &Term, symbols: &Symbols) -> bool {
    first_undefined(term, symbols, &|_| true).is_some()
}

/// Returns the first constant in the term for which `undefined` holds.
fn first_undefined(term: &Term, symbols: &Symbols, undefined: &impl Fn(Name) -> bool) -> Option<Name> {
    let in_all = |terms: &[Term]| terms.iter().find_map(|term| first_undefined(term, symbols, undefined));
    match term {
        Term::Symbol(symbol, _) => {
            let mut open = vec![*symbol];
            while let Some(symbol) = open.pop() {
                match symbols.as_function(symbol) {
                    Some((Some(name), [], _)) if undefined(name) => return Some(name),
                    Some((_, arguments, _)) => open.extend(arguments.iter().rev()),
                    None => {}
                }
            }
            None
        }
        Term::Variable(..) | Term::Anonymous(_) => None,
        Term::Function(_, pools, _) | Term::Call(_, pools, _) => {
            pools.iter().find_map(|arguments| in_all(arguments))
        }
        Term::Tuple(terms, _) | Term::Pool(terms, _) => in_all(terms),
        Term::Unary(_, term, _) => first_undefined(term, symbols, undefined),
        Term::Operation(first, rest, _) => {
            let in_rest = || rest.iter().find_map(|(_, term)| first_undefined(term, symbols, undefined));
            first_undefined(first, symbols, undefined).or_else(in_rest)
        }
        Term::Interval(left, right, _) => {
            first_undefined(left, symbols, undefined).or_else(|| first_undefined(right, symbols, undefined))
        }
    }
}
