//! Projections of predicates to some of their arguments.
//!
//! `not p(X,_)` says that no atom `p(X,…)` holds. So it is read as `not` before an atom of a separate predicate, which
//! every `p(X,…)` derives. In a rule with other atoms, a positive `p(X,_)` has the same effect for each `p(X,…)`, so it may
//! be read as an atom of that predicate as well. The grounder decides where that pays.

use rustc_hash::FxHashMap;

use super::rule::{Atom, Head, Literal, Rule, Term, Variable, VariableInfo};
use crate::diagnostic::Span;
use crate::program::{Base, PredicateId, HIDDEN};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{self, Sign, Signature};

/// The treatment of an argument by a projection, or by the key of an index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// The argument is kept: it is an argument of the projection, or part of the key.
    Kept,
    /// The argument is left out, as `_` is.
    Dropped,
    /// The argument is a function, or a tuple if there is no name, some of whose arguments are left out.
    Function(Option<Name>, Vec<Shape>),
}

impl Shape {
    /// Returns the shape of an argument, and appends the terms that it keeps to `kept`.
    fn of<'a>(term: &'a ast::Term, kept: &mut Vec<&'a ast::Term>) -> Shape {
        let (name, arguments) = match term {
            ast::Term::Anonymous(_) => return Shape::Dropped,
            ast::Term::Function(name, pools, _) => (Some(*name), &pools[0]),
            ast::Term::Tuple(arguments, _) => (None, arguments),
            _ => {
                kept.push(term);
                return Shape::Kept;
            }
        };
        let before = kept.len();
        let shapes: Vec<Shape> = arguments.iter().map(|argument| Shape::of(argument, kept)).collect();
        if shapes.iter().all(|shape| *shape == Shape::Kept) {
            kept.truncate(before);
            kept.push(term);
            return Shape::Kept;
        }
        Shape::Function(name, shapes)
    }

    /// Returns the shape of an argument without the variables for which `dropped` holds, and appends the terms that it
    /// keeps to `kept`.
    fn without<'a>(term: &'a Term, dropped: &dyn Fn(Variable) -> bool, kept: &mut Vec<&'a Term>) -> Shape {
        let before = kept.len();
        match term {
            Term::Variable(variable) if dropped(*variable) => return Shape::Dropped,
            Term::Function(name, arguments) => {
                let shapes: Vec<Shape> =
                    arguments.iter().map(|argument| Shape::without(argument, dropped, kept)).collect();
                if shapes.iter().any(|shape| *shape != Shape::Kept) {
                    return Shape::Function(*name, shapes);
                }
                kept.truncate(before);
            }
            _ => {}
        }
        kept.push(term);
        Shape::Kept
    }

    /// Returns a term of this shape over new variables, and appends the variables that are kept to `kept`.
    fn term(&self, variables: &mut u32, kept: &mut Vec<Term>) -> Term {
        match self {
            Shape::Function(name, shapes) => {
                Term::Function(*name, shapes.iter().map(|shape| shape.term(variables, kept)).collect())
            }
            Shape::Kept | Shape::Dropped => {
                let variable = Term::Variable(Variable(*variables));
                *variables += 1;
                if *self == Shape::Kept {
                    kept.push(variable.clone());
                }
                variable
            }
        }
    }

    /// Whether the shape keeps nothing.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        match self {
            Shape::Kept => false,
            Shape::Dropped => true,
            Shape::Function(_, shapes) => shapes.iter().all(Shape::is_dropped),
        }
    }

    /// Calls `keep` with what the shape keeps of a symbol. Returns false if the symbol is not of this shape.
    pub fn take(&self, symbol: Symbol, symbols: &Symbols, keep: &mut impl FnMut(Symbol)) -> bool {
        match self {
            Shape::Kept => {
                keep(symbol);
                true
            }
            Shape::Dropped => true,
            Shape::Function(name, shapes) => match symbols.as_function(symbol) {
                Some((found, arguments, false)) if found == *name && arguments.len() == shapes.len() => {
                    arguments.iter().zip(shapes).all(|(&argument, shape)| shape.take(argument, symbols, keep))
                }
                _ => false,
            },
        }
    }

    fn write(&self, text: &mut String, symbols: &Symbols) {
        match self {
            Shape::Kept => text.push('*'),
            Shape::Dropped => text.push('_'),
            Shape::Function(name, shapes) => {
                text.push_str(name.map_or("", |name| symbols.text(name)));
                write_all(shapes, text, symbols);
            }
        }
    }
}

fn write_all(shapes: &[Shape], text: &mut String, symbols: &Symbols) {
    text.push('(');
    for (i, shape) in shapes.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        shape.write(text, symbols);
    }
    text.push(')');
}

/// Returns the shapes of an atom's arguments and the terms that they keep; `None` if nothing is left out.
#[must_use]
pub fn shapes(arguments: &[ast::Term]) -> Option<(Vec<Shape>, Vec<&ast::Term>)> {
    let mut kept = Vec::new();
    let shapes: Vec<Shape> = arguments.iter().map(|argument| Shape::of(argument, &mut kept)).collect();
    shapes.iter().any(|shape| *shape != Shape::Kept).then_some((shapes, kept))
}

/// Returns the shapes of an atom's arguments without the variables for which `dropped` holds, and the terms that they keep;
/// `None` if nothing is left out.
pub fn shapes_without<'a>(
    arguments: &'a [Term],
    dropped: &dyn Fn(Variable) -> bool,
) -> Option<(Vec<Shape>, Vec<&'a Term>)> {
    let mut kept = Vec::new();
    let shapes: Vec<Shape> =
        arguments.iter().map(|argument| Shape::without(argument, dropped, &mut kept)).collect();
    shapes.iter().any(|shape| *shape != Shape::Kept).then_some((shapes, kept))
}

/// The projections that rules use.
#[derive(Default, Debug)]
pub struct Projections {
    known: FxHashMap<(PredicateId, Vec<Shape>), PredicateId>,
    rules: Vec<Rule>,
}

impl Projections {
    /// Returns the rules that define the projections used so far.
    pub fn into_rules(self) -> Vec<Rule> {
        self.rules
    }

    /// Returns the predicate of a projection, which it defines if it is new. Its arguments are those that the shapes keep,
    /// in order.
    pub fn projection(
        &mut self,
        predicate: PredicateId,
        span: Span,
        shapes: Vec<Shape>,
        base: &mut Base,
        symbols: &mut Symbols,
    ) -> PredicateId {
        let key = (predicate, shapes);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let shapes = &key.1;
        let signature = base.domain(predicate).signature();
        let sign = if signature.negative { "-" } else { "" };
        let mut text = format!("{HIDDEN}{sign}{}", symbols.text(signature.name));
        write_all(shapes, &mut text, symbols);
        let (mut variables, mut kept) = (0, Vec::new());
        let arguments = shapes.iter().map(|shape| shape.term(&mut variables, &mut kept)).collect();
        let name = symbols.name(&text);
        let projected = base.predicate(Signature { name, arity: kept.len() as u32, negative: false });
        self.rules.push(Rule {
            head: Head::Projection(Atom { predicate: projected, arguments: kept, span }),
            body: vec![Literal::Atom(Sign::Positive, Atom { predicate, arguments, span })],
            variables: (0..variables).map(|_| VariableInfo::unnamed(span)).collect(),
            span,
        });
        self.known.insert(key, projected);
        projected
    }
}
