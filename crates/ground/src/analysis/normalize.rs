//! Normalizes the syntax tree into rules ([`rule::Rule`]).
//!
//! It numbers variables, replaces constants, and moves intervals, calls and arithmetic out of positive atoms.

use rustc_hash::FxHashMap;

use super::constants::Constants;
use super::projection::{self, Projections};
use super::rule::{self, Aggregate, AggregateElement, Call, Conditional, Literal, Variable, VariableInfo};
use super::scopes::Globals;
use super::theory::{Theories, TheoryAtomPlace};
use super::unpool;
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::program::{Base, PredicateId};
use crate::spelling;
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{
    self, BinaryOperator, BodyLiteral, LiteralKind, Relation, Sign, Signature, Term, UnaryOperator,
};

/// Normalizes statements of the syntax tree into rules for the grounder.
pub struct Normalizer<'a> {
    /// The engine's symbols.
    pub symbols: &'a mut Symbols,
    /// The atom base, which numbers the predicates.
    pub base: &'a mut Base,
    /// The values of constants, including the parameters of a part.
    pub constants: &'a Constants,
    /// The definitions of the program's theories.
    pub theories: &'a Theories,
    /// The projections that negated atoms with `_` need.
    pub projections: &'a mut Projections,
    /// The list to which errors and warnings are added.
    pub diagnostics: &'a mut Vec<Diagnostic>,
    /// Whether `#heuristic` is used; otherwise it is ignored with a warning.
    pub heuristics: bool,
    /// Whether the bounds of a choice become a constraint of their own.
    pub separate_bounds: bool,
    /// The global variables of the current statement.
    pub(crate) globals: Globals,
}

/// The variables of one rule while it is read. Each scope numbers its own, so the same name in two scopes is two variables.
#[derive(Default)]
pub(super) struct Scope {
    /// The global variables.
    numbers: FxHashMap<Name, Variable>,
    /// The local variables, while an element or a conditional literal is read.
    local: Option<FxHashMap<Name, Variable>>,
    pub(super) variables: Vec<VariableInfo>,
}

impl Scope {
    fn fresh(&mut self, span: Span) -> Variable {
        self.add(None, span, self.local.is_some())
    }

    fn add(&mut self, name: Option<Name>, span: Span, is_local: bool) -> Variable {
        self.variables.push(VariableInfo { name, span, is_local });
        Variable(self.variables.len() as u32 - 1)
    }

    /// Reads an element or a conditional literal, whose variables are local unless they are global in the statement.
    pub(super) fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.local.replace(FxHashMap::default());
        debug_assert!(outer.is_none(), "scopes do not nest");
        let found = read(self);
        self.local = None;
        found
    }
}

/// The error that a statement is wrong, so that it yields no rules.
pub(super) struct InvalidStatement;

/// Returns a literal that never holds. It stays in the rule, because the variables beside it have to be safe all the same.
pub(super) fn never() -> Literal {
    let same = rule::Term::Symbol(Symbol::INF);
    Literal::Compare(same.clone(), Relation::NotEqual, same)
}

/// Whether a literal is the one that [`never`] returns.
pub(super) fn is_never(literal: &Literal) -> bool {
    let is_inf = |term: &rule::Term| matches!(term, rule::Term::Symbol(symbol) if *symbol == Symbol::INF);
    matches!(literal, Literal::Compare(left, Relation::NotEqual, right) if is_inf(left) && is_inf(right))
}

impl Normalizer<'_> {
    pub(super) fn body(
        &mut self,
        literals: &[BodyLiteral],
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Result<(), InvalidStatement> {
        for literal in literals {
            match literal {
                BodyLiteral::Literal(literal) => self.literal(literal, scope, body),
                BodyLiteral::Conditional(literal) => self.conditional(literal, scope, body),
                BodyLiteral::Theory(sign, atom) => {
                    let atom =
                        self.theory_atom(atom, TheoryAtomPlace::Body, scope, body).ok_or(InvalidStatement)?;
                    body.push(Literal::Theory(*sign, atom));
                }
                BodyLiteral::Set(sign, aggregate) => {
                    let mut guards = self.guards(&aggregate.guards, scope, body);
                    if *sign == Sign::Positive {
                        assign_once(&mut guards, body);
                    }
                    let mut elements = Vec::new();
                    for (position, element) in aggregate.elements.iter().enumerate() {
                        elements.push(scope.within(|scope| self.counted(position, element, scope)));
                    }
                    let function = AggregateFunction::Count;
                    let aggregate = Aggregate { function, guards, elements, span: aggregate.span };
                    body.push(Literal::Aggregate(*sign, aggregate));
                }
                BodyLiteral::Aggregate(sign, aggregate) => {
                    let mut guards = self.guards(&aggregate.guards, scope, body);
                    if *sign == Sign::Positive {
                        assign_once(&mut guards, body);
                    }
                    let mut elements = Vec::new();
                    for (terms, literals) in &aggregate.elements {
                        scope.within(|scope| {
                            let mut condition = Vec::new();
                            let tuple = terms
                                .iter()
                                .map(|term| self.evaluated(term, scope, &mut condition))
                                .collect();
                            self.condition(literals, scope, &mut condition);
                            let span = span_of(terms, aggregate.span);
                            elements.push(AggregateElement { tuple, condition, span });
                        });
                    }
                    let function = aggregate.function;
                    let aggregate = Aggregate { function, guards, elements, span: aggregate.span };
                    body.push(Literal::Aggregate(*sign, aggregate));
                }
            }
        }
        Ok(())
    }

    /// Reads an element of a counted set. Its tuple stands for its literal, so that equal literals count once.
    pub(super) fn counted(
        &mut self,
        position: usize,
        element: &ast::ConditionalLiteral,
        scope: &mut Scope,
    ) -> AggregateElement {
        let mut condition = Vec::new();
        let mut tuple = Vec::new();
        match &element.literal.kind {
            LiteralKind::Atom(atom) => {
                self.literal(&element.literal, scope, &mut condition);
                let sign = element.literal.sign as i64;
                tuple.push(rule::Term::Symbol(self.symbols.number(sign)));
                let said = condition.iter().find_map(|literal| match literal {
                    Literal::Atom(_, said) => Some(said.arguments.clone()),
                    _ => None,
                });
                let said = rule::Term::Function(Some(atom.name), said.unwrap_or_default());
                let said = self.folded(said);
                tuple.push(if atom.negative {
                    self.folded(rule::Term::Unary(UnaryOperator::Minus, Box::new(said), atom.span))
                } else {
                    said
                });
            }
            kind => {
                tuple.push(rule::Term::Symbol(self.symbols.number(3 + position as i64)));
                if let LiteralKind::Comparison(first, rest) = kind {
                    tuple.append(&mut self.chain(first, rest, scope, &mut condition));
                } else {
                    self.literal(&element.literal, scope, &mut condition);
                }
            }
        }
        self.condition(&element.condition, scope, &mut condition);
        AggregateElement { tuple, condition, span: element.span }
    }

    /// Reads `l : c`. Each alternative of the condition makes a separate conditional literal; the alternatives of `l` stay
    /// together.
    fn conditional(&mut self, literal: &ast::ConditionalLiteral, scope: &mut Scope, body: &mut Vec<Literal>) {
        for alternative in unpool::literals(&literal.condition) {
            scope.within(|scope| {
                let mut condition = Vec::new();
                self.condition(&alternative, scope, &mut condition);
                let mut consequents = Vec::new();
                for single in unpool::literal(&literal.literal) {
                    let mut consequent = Vec::new();
                    self.literal(&single, scope, &mut consequent);
                    consequents.push(consequent);
                }
                body.push(Literal::Conditional(Conditional { condition, consequents }));
            });
        }
    }

    pub(super) fn condition(
        &mut self,
        literals: &[ast::Literal],
        scope: &mut Scope,
        condition: &mut Vec<Literal>,
    ) {
        literals.iter().for_each(|literal| self.literal(literal, scope, condition));
    }

    pub(super) fn literal(&mut self, literal: &ast::Literal, scope: &mut Scope, body: &mut Vec<Literal>) {
        match &literal.kind {
            LiteralKind::Boolean(value) => {
                if *value != (literal.sign != Sign::Negative) {
                    body.push(never());
                }
            }
            LiteralKind::Atom(atom) if literal.sign == Sign::Positive => {
                let atom = self.matched_atom(atom, scope, body);
                body.push(Literal::Atom(Sign::Positive, atom));
            }
            LiteralKind::Atom(atom) => {
                let atom = self.projected_atom(atom, scope, body);
                body.push(Literal::Atom(literal.sign, atom));
            }
            LiteralKind::Comparison(first, rest) => {
                self.chain(first, rest, scope, body);
            }
        }
    }

    /// Reads a chain of comparisons; returns its sides. Each side is read once: an interval, a call or `_` has one value in all
    /// comparisons of the chain.
    fn chain(
        &mut self,
        first: &Term,
        rest: &[(Relation, Term)],
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Vec<rule::Term> {
        let terms: Vec<&Term> = std::iter::once(first).chain(rest.iter().map(|(_, term)| term)).collect();
        let is_equal =
            |index: usize| rest.get(index).is_some_and(|(relation, _)| *relation == Relation::Equal);
        let is_set = |term: &Term| matches!(term, Term::Interval(..) | Term::Call(..));
        let mut sides: Vec<rule::Term> = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let before = index.checked_sub(1).filter(|&before| is_equal(before)).map(|before| terms[before]);
            let equal = [before, is_equal(index).then(|| terms[index + 1])];
            let side = self.side(term, equal, scope, body);
            if let Some(before) = index.checked_sub(1) {
                let left = sides[before].clone();
                // `X = 1..n` is the interval itself.
                let is_same = is_equal(before)
                    && (is_set(term) || is_set(terms[before]))
                    && matches!((&left, &side), (rule::Term::Variable(left), rule::Term::Variable(right)) if left == right);
                if !is_same {
                    body.push(Literal::Compare(left, rest[before].0, side.clone()));
                }
            }
            sides.push(side);
        }
        sides
    }

    /// Reads a side of a comparison. `equal` are the sides before and behind it that are equal to it.
    fn side(
        &mut self,
        side: &Term,
        equal: [Option<&Term>; 2],
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Term {
        let named = equal.into_iter().flatten().find_map(|term| match term {
            Term::Variable(name, span) => Some((*name, *span)),
            _ => None,
        });
        match (side, named) {
            // `X = 1..n` ranges over X itself; any other interval gets a variable of its own.
            (Term::Interval(lower, upper, span), Some((name, place))) => {
                let variable = self.variable(name, place, scope);
                self.range(variable, (lower, upper), *span, scope, body);
                rule::Term::Variable(variable)
            }
            // The same holds for `X = @f(Y)`.
            (Term::Call(..), Some((name, place))) => {
                let variable = self.variable(name, place, scope);
                self.call(variable, side, scope, body);
                rule::Term::Variable(variable)
            }
            // This side is matched: arithmetic in it becomes an equation of its own.
            (Term::Function(..) | Term::Tuple(..) | Term::Unary(UnaryOperator::Minus, ..), _)
                if equal.iter().any(Option::is_some) =>
            {
                self.matched(side, scope, body)
            }
            _ => self.evaluated(side, scope, body),
        }
    }

    pub(super) fn guards(
        &mut self,
        guards: &ast::Guards,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Vec<(Relation, rule::Term)> {
        let left = guards.left.as_ref().map(|(term, relation)| (relation.mirrored(), term));
        let right = guards.right.as_ref().map(|(relation, term)| (*relation, term));
        left.into_iter()
            .chain(right)
            .map(|(relation, term)| (relation, self.bound(term, scope, body)))
            .collect()
    }

    /// Reads a bound of an aggregate.
    ///
    /// A computed bound becomes an equation in the body. So if the bound has no value, there is no aggregate, and in a head
    /// there are no atoms either. An aggregate that assigns the bound also gives values to the variables in it.
    fn bound(&mut self, term: &Term, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Term {
        let bound = match term {
            Term::Function(..) | Term::Tuple(..) => self.matched(term, scope, body),
            _ => self.evaluated(term, scope, body),
        };
        if matches!(bound, rule::Term::Symbol(_) | rule::Term::Variable(_)) {
            return bound;
        }
        let variable = rule::Term::Variable(scope.fresh(term.span()));
        body.push(Literal::Compare(variable.clone(), Relation::Equal, bound));
        variable
    }

    /// Returns an atom whose arguments are matched against symbols.
    pub(super) fn matched_atom(
        &mut self,
        atom: &ast::Atom,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Atom {
        let arguments = atom.pools[0].iter().map(|term| self.matched(term, scope, body)).collect();
        rule::Atom { predicate: self.predicate(atom), arguments, span: atom.span }
    }

    /// Returns an atom whose arguments are computed once all variables have values.
    pub(super) fn evaluated_atom(
        &mut self,
        atom: &ast::Atom,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Atom {
        let arguments = atom.pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
        rule::Atom { predicate: self.predicate(atom), arguments, span: atom.span }
    }

    /// Adds a literal by which the variable takes each value of a call.
    fn call(&mut self, variable: Variable, call: &Term, scope: &mut Scope, body: &mut Vec<Literal>) {
        let Term::Call(function, pools, span) = call else { unreachable!("only calls are called") };
        let arguments = pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
        body.push(Literal::Call(variable, Call { function: *function, arguments, span: *span }));
    }

    /// Returns an atom under `not`.
    ///
    /// If it has `_` among its arguments, it is an atom of the projection to the other arguments, because `not p(X,_)` says
    /// that there is no such atom at all. With `-` before it, `_` is unsafe, as in gringo.
    pub(super) fn projected_atom(
        &mut self,
        atom: &ast::Atom,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Atom {
        let shapes = if atom.negative { None } else { projection::shapes(&atom.pools[0]) };
        let Some((shapes, kept)) = shapes else {
            return self.evaluated_atom(atom, scope, body);
        };
        let predicate = self.predicate(atom);
        let predicate = self.projections.projection(predicate, atom.span, shapes, self.base, self.symbols);
        let arguments = kept.into_iter().map(|term| self.evaluated(term, scope, body)).collect();
        rule::Atom { predicate, arguments, span: atom.span }
    }

    fn predicate(&mut self, atom: &ast::Atom) -> PredicateId {
        let arity = atom.pools[0].len() as u32;
        self.base.predicate(Signature { name: atom.name, arity, negative: atom.negative })
    }

    fn matched(&mut self, term: &Term, scope: &mut Scope, body: &mut Vec<Literal>) -> rule::Term {
        match term {
            Term::Unary(UnaryOperator::Minus, operand, span) => {
                let operand = self.matched(operand, scope, body);
                self.folded(rule::Term::Unary(UnaryOperator::Minus, Box::new(operand), *span))
            }
            Term::Unary(.., span) | Term::Operation(.., span) => {
                let value = self.evaluated(term, scope, body);
                if matches!(value, rule::Term::Symbol(_)) {
                    return value;
                }
                let variable = rule::Term::Variable(scope.fresh(*span));
                body.push(Literal::Compare(variable.clone(), Relation::Equal, value));
                variable
            }
            Term::Function(name, pools, _) => {
                let arguments = pools[0].iter().map(|term| self.matched(term, scope, body)).collect();
                self.folded(rule::Term::Function(Some(*name), arguments))
            }
            Term::Tuple(terms, _) => {
                let terms = terms.iter().map(|term| self.matched(term, scope, body)).collect();
                self.folded(rule::Term::Function(None, terms))
            }
            _ => self.evaluated(term, scope, body),
        }
    }

    pub(super) fn evaluated(
        &mut self,
        term: &Term,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Term {
        match term {
            Term::Symbol(symbol, _) => rule::Term::Symbol(self.constants.replace(*symbol, self.symbols)),
            Term::Variable(name, span) => rule::Term::Variable(self.variable(*name, *span, scope)),
            Term::Anonymous(span) => rule::Term::Variable(scope.fresh(*span)),
            Term::Function(name, pools, _) => {
                let arguments = pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
                self.folded(rule::Term::Function(Some(*name), arguments))
            }
            Term::Tuple(terms, _) => {
                let terms = terms.iter().map(|term| self.evaluated(term, scope, body)).collect();
                self.folded(rule::Term::Function(None, terms))
            }
            Term::Unary(operator, operand, span) => {
                if *operator != UnaryOperator::Minus {
                    self.warn_if_undefined(operand);
                }
                let operand = self.evaluated(operand, scope, body);
                self.folded(rule::Term::Unary(*operator, Box::new(operand), *span))
            }
            Term::Operation(first, rest, _) => self.operators(term, first, rest, scope, body),
            Term::Interval(lower, upper, span) => {
                let variable = scope.fresh(*span);
                self.range(variable, (lower, upper), *span, scope, body);
                rule::Term::Variable(variable)
            }
            Term::Call(_, _, span) => {
                let variable = scope.fresh(*span);
                self.call(variable, term, scope, body);
                rule::Term::Variable(variable)
            }
            Term::Pool(..) => unreachable!("pools are expanded before"),
        }
    }

    /// Reads operators that are applied from the left. In a long chain, variables stand for the values between, so that no
    /// term is too deep.
    fn operators(
        &mut self,
        whole: &Term,
        first: &Term,
        rest: &[(BinaryOperator, Term)],
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> rule::Term {
        /// The longest chain within one term: far below what recursion can take, and longer than what people write.
        const LONGEST: usize = 50;
        let hyphenated = self.hyphenated(first, rest);
        match &hyphenated {
            Some(parts) => self.warn_of_hyphen(parts, whole.span(), first.span()),
            None => self.warn_if_undefined(first),
        }
        let mut left = self.evaluated(first, scope, body);
        let mut length = 0;
        for (index, (operator, right)) in rest.iter().enumerate() {
            if hyphenated.is_none() {
                self.warn_if_undefined(right);
            }
            let right = self.evaluated(right, scope, body);
            if length == LONGEST {
                let variable = rule::Term::Variable(scope.fresh(whole.operation_span(index - 1)));
                body.push(Literal::Compare(variable.clone(), Relation::Equal, left));
                (left, length) = (variable, 0);
            }
            let span = whole.operation_span(index);
            left = self.folded(rule::Term::Binary(*operator, Box::new(left), Box::new(right), span));
            length = if matches!(left, rule::Term::Symbol(_)) { 0 } else { length + 1 };
        }
        left
    }

    /// Adds a literal by which a variable takes each integer of an interval.
    fn range(
        &mut self,
        variable: Variable,
        (lower, upper): (&Term, &Term),
        span: Span,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) {
        self.warn_if_undefined(lower);
        self.warn_if_undefined(upper);
        let lower = self.evaluated(lower, scope, body);
        let upper = self.evaluated(upper, scope, body);
        body.push(Literal::Range(variable, lower, upper, span));
    }

    /// Returns the parts of a name with hyphens, which reads as a subtraction of constants without definitions: `dark-red`.
    fn hyphenated(&self, first: &Term, rest: &[(BinaryOperator, Term)]) -> Option<Vec<String>> {
        let mut parts = vec![self.undefined_constant(first)?.to_owned()];
        let mut end = first.span().end;
        for (operator, right) in rest {
            if *operator != BinaryOperator::Subtract || right.span().start != end + 1 {
                return None;
            }
            end = right.span().end;
            parts.push(self.undefined_constant(right)?.to_owned());
        }
        Some(parts)
    }

    /// Returns the name of a constant without a definition.
    fn undefined_constant(&self, term: &Term) -> Option<&str> {
        let Term::Symbol(symbol, _) = term else { return None };
        let (Some(name), [], false) = self.symbols.as_function(*symbol)? else { return None };
        self.constants.value(name).is_none().then(|| self.symbols.text(name))
    }

    fn warn_of_hyphen(&mut self, parts: &[String], whole: Span, first: Span) {
        let (name, meant) = (&parts[0], parts.join("_"));
        let message = format!("nothing defines the constant `{name}`, which has to be a number here");
        self.diagnostics.push(
            Diagnostic::warning(message, first)
                .label("undefined")
                .lint(Lint::Arithmetic)
                .help(format!("a name has no `-`, which subtracts: did you mean `{meant}`?"))
                .correction_at(whole, &parts.join("-"), &meant),
        );
    }

    /// Warns if a number is needed and the term is a constant without a definition.
    fn warn_if_undefined(&mut self, term: &Term) {
        let Term::Symbol(symbol, span) = term else { return };
        let Some((Some(name), [], _)) = self.symbols.as_function(*symbol) else { return };
        if self.constants.value(name).is_none() {
            let name = self.symbols.text(name);
            let known = self.constants.names().map(|known| self.symbols.text(known));
            let nearest = spelling::nearest(name, known);
            let meant = nearest.map(|known| format!("did you mean `{known}`? "));
            self.diagnostics.push(
                Diagnostic::warning(
                    format!("nothing defines the constant `{name}`, which has to be a number here"),
                    *span,
                )
                .label("undefined")
                .lint(Lint::Arithmetic)
                .help(format!(
                    "{}give it a value: `-c {name}=…` on the command line, or `#const {name}=….`",
                    meant.unwrap_or_default()
                ))
                .correction(name, nearest.as_slice()),
            );
        }
    }

    /// Returns the value of a function or operation of symbols. One without a value is returned unchanged, for the grounder
    /// to report.
    pub(super) fn folded(&mut self, term: rule::Term) -> rule::Term {
        let is_symbol = |term: &rule::Term| matches!(term, rule::Term::Symbol(_));
        let ground = match &term {
            rule::Term::Function(_, arguments) => arguments.iter().all(is_symbol),
            rule::Term::Unary(_, operand, _) => is_symbol(operand),
            rule::Term::Binary(_, left, right, _) => is_symbol(left) && is_symbol(right),
            rule::Term::Symbol(_) | rule::Term::Variable(_) => false,
        };
        if !ground {
            return term;
        }
        super::evaluate::term(&term, &[], self.symbols).map_or(term, rule::Term::Symbol)
    }

    pub(super) fn variable(&mut self, name: Name, span: Span, scope: &mut Scope) -> Variable {
        let is_local = scope.local.is_some() && !self.globals.contains(name);
        let numbers = scope.local.as_mut().filter(|_| is_local).unwrap_or(&mut scope.numbers);
        if let Some(&known) = numbers.get(&name) {
            return known;
        }
        numbers.insert(name, Variable(scope.variables.len() as u32));
        scope.add(Some(name), span, is_local)
    }
}

/// Returns the span of a list of terms, or `otherwise` if it is empty.
pub(super) fn span_of(terms: &[Term], otherwise: Span) -> Span {
    match terms {
        [] => otherwise,
        [first, .., last] => first.span().to(last.span()),
        [only] => only.span(),
    }
}

/// Simplifies the guards of an aggregate that equals a variable: a second guard that is a variable becomes a comparison
/// with the first one.
///
/// If both are equations, the second variable then gets its value from the first, or the first from the second.
fn assign_once(guards: &mut Vec<(Relation, rule::Term)>, body: &mut Vec<Literal>) {
    let [(first, rule::Term::Variable(_)), (second, rule::Term::Variable(_))] = &guards[..] else { return };
    let other = match (first, second) {
        (Relation::Equal, _) => 1,
        (_, Relation::Equal) => 0,
        _ => return,
    };
    let (relation, bound) = guards.remove(other);
    body.push(Literal::Compare(guards[0].1.clone(), relation, bound));
}
