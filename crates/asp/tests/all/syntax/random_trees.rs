//! Random syntax trees, made from a list of random numbers (so that a failing one shrinks with its list).
//!
//! The trees are those that the parser makes: a term without variables and operators is one symbol, a fact of such
//! terms is among the facts, a pool or disjunction has at least two alternatives.

use groundplan::diagnostic::{SourceId, Span};
use groundplan::symbol::{Name, Symbol, Symbols};
use groundplan::syntax::aggregate::AggregateFunction;
use groundplan::syntax::ast::{
    Atom, BinaryOperator, BodyAggregate, BodyLiteral, ConditionalLiteral, Const, External, Facts, Guards,
    Head, HeadAggregate, Heuristic, Include, Literal, LiteralKind, Optimize, OptimizeElement, Part, Program,
    Relation, Rule, SetAggregate, Show, Sign, Signature, Statement, Term, UnaryOperator,
};
use groundplan::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryDefinition, TheoryElement,
    TheoryOperatorDefinition, TheoryPlace, TheoryTerm, TheoryTermDefinition,
};

const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

pub struct Choices<'a> {
    numbers: std::slice::Iter<'a, u16>,
    symbols: &'a mut Symbols,
}

impl<'a> Choices<'a> {
    pub fn new(numbers: &'a [u16], symbols: &'a mut Symbols) -> Self {
        Choices { numbers: numbers.iter(), symbols }
    }

    /// A number below a bound; 0, which makes the simplest node, when the list is used up.
    fn below(&mut self, bound: usize) -> usize {
        self.numbers.next().map_or(0, |&number| number as usize % bound)
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn list<T>(&mut self, least: usize, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let length = least + self.below(most - least + 1);
        (0..length).map(|_| one(self)).collect()
    }

    fn option<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.yes() {
            Some(one(self))
        } else {
            None
        }
    }

    fn name(&mut self) -> Name {
        let text = self.pick(&["a", "p", "_q", "notable", "base", "default", "x'", "'y"]);
        self.symbols.name(text)
    }

    pub fn program(&mut self) -> Program {
        let first = Part { name: self.symbols.name("base"), parameters: Vec::new(), ..self.part() };
        let mut parts = vec![first];
        let others = self.list(0, 2, Self::part);
        // A base part that only the text implies is not kept when it is empty.
        if !others.is_empty() && parts[0].facts.is_empty() && parts[0].statements.is_empty() {
            parts.clear();
        }
        parts.extend(others);
        Program { parts: parts.into_iter().flat_map(|part| self.split(part)).collect() }
    }

    /// A part, at times with an `#include` of a file at its end, and what stands behind that.
    fn split(&mut self, mut part: Part) -> Vec<Part> {
        if self.below(4) > 0 {
            return vec![part];
        }
        let include = Include { target: "a \"\\b.lp".to_owned(), builtin: false, span: NOWHERE };
        let Part { facts, statements, .. } = self.part();
        let behind = Part { facts, statements, ..part.behind(&include) };
        part.statements.push(Statement::Include(include));
        vec![part, behind]
    }

    fn part(&mut self) -> Part {
        let mut facts = Facts::default();
        for _ in 0..self.below(3) {
            let arguments = self.list(0, 3, Self::symbol);
            let signature =
                Signature { name: self.name(), arity: arguments.len() as u32, negative: self.yes() };
            facts.push(signature, &arguments, NOWHERE);
        }
        let statements = self.list(0, 4, Self::statement);
        Part {
            name: self.name(),
            parameters: self.list(0, 2, Self::name),
            span: NOWHERE,
            goes_on: false,
            facts,
            statements,
        }
    }

    fn symbol(&mut self) -> Symbol {
        match self.below(9) {
            0 => {
                let name = self.name();
                self.symbols.constant(name)
            }
            1 => self.symbols.number(7),
            2 => self.symbols.number(i64::MIN),
            3 => self.symbols.string("a \"\\\n% ä"),
            4 => self.symbols.number(-3),
            5 => self.pick(&[Symbol::INF, Symbol::SUP]),
            6 => {
                let elements = self.list(0, 2, Self::symbol);
                self.symbols.tuple(&elements)
            }
            _ => {
                let (name, arguments) = (self.name(), self.list(0, 2, Self::symbol));
                self.symbols.function(name, &arguments, false)
            }
        }
    }

    fn signature(&mut self) -> Signature {
        Signature { name: self.name(), arity: self.below(4) as u32, negative: self.yes() }
    }

    fn term(&mut self) -> Term {
        match self.below(13) {
            0 | 1 => {
                let text = self.pick(&["X", "Y'", "_Z"]);
                Term::Variable(self.symbols.name(text), NOWHERE)
            }
            2 => Term::Symbol(self.symbol(), NOWHERE),
            3 => Term::Anonymous(NOWHERE),
            4 => {
                let (name, lists) = (self.name(), self.lists());
                match symbols_of(&lists) {
                    Some(arguments) => Term::Symbol(self.symbols.function(name, &arguments, false), NOWHERE),
                    None => Term::Function(name, lists, NOWHERE),
                }
            }
            5 => {
                let elements = self.list(0, 3, Self::term);
                match symbols_of(std::slice::from_ref(&elements)) {
                    Some(symbols) => Term::Symbol(self.symbols.tuple(&symbols), NOWHERE),
                    None => Term::Tuple(elements, NOWHERE),
                }
            }
            6 => Term::Pool(self.list(2, 3, Self::term), NOWHERE),
            7 => {
                let operator =
                    self.pick(&[UnaryOperator::Minus, UnaryOperator::Complement, UnaryOperator::Absolute]);
                Term::Unary(operator, Box::new(self.term()), NOWHERE)
            }
            12 => Term::Call(self.name(), self.lists(), NOWHERE),
            8 => Term::Interval(Box::new(self.term()), Box::new(self.term()), NOWHERE),
            _ => {
                let operator = self.pick(&[
                    BinaryOperator::Add,
                    BinaryOperator::Subtract,
                    BinaryOperator::Multiply,
                    BinaryOperator::Divide,
                    BinaryOperator::Modulo,
                    BinaryOperator::Power,
                    BinaryOperator::And,
                    BinaryOperator::Or,
                    BinaryOperator::Xor,
                ]);
                operation(self.term(), operator, self.term())
            }
        }
    }

    fn lists(&mut self) -> Vec<Vec<Term>> {
        let lists = if self.below(4) == 3 { 2 } else { 1 };
        (0..lists).map(|_| self.list(0, 3, Self::term)).collect()
    }

    fn constant_term(&mut self) -> Term {
        let symbol = Term::Symbol(self.symbol(), NOWHERE);
        match self.below(3) {
            0 => symbol,
            1 => Term::Unary(UnaryOperator::Minus, Box::new(symbol), NOWHERE),
            _ => operation(symbol, BinaryOperator::Modulo, self.constant_term()),
        }
    }

    fn atom(&mut self) -> Atom {
        Atom { name: self.name(), pools: self.lists(), negative: self.yes(), span: NOWHERE }
    }

    fn relation(&mut self) -> Relation {
        self.pick(&[
            Relation::Equal,
            Relation::NotEqual,
            Relation::Less,
            Relation::LessEqual,
            Relation::Greater,
            Relation::GreaterEqual,
        ])
    }

    fn sign(&mut self) -> Sign {
        self.pick(&[Sign::Positive, Sign::Negative, Sign::DoubleNegative])
    }

    fn literal(&mut self) -> Literal {
        let kind = match self.below(6) {
            4 => LiteralKind::Boolean(self.yes()),
            5 => LiteralKind::Comparison(
                self.term(),
                self.list(1, 2, |choices| (choices.relation(), choices.term())),
            ),
            _ => LiteralKind::Atom(self.atom()),
        };
        Literal { sign: self.sign(), kind, span: NOWHERE }
    }

    fn conditional(&mut self, least: usize) -> ConditionalLiteral {
        ConditionalLiteral {
            literal: self.literal(),
            condition: self.list(least, 2, Self::literal),
            span: NOWHERE,
        }
    }

    fn guards(&mut self) -> Guards {
        Guards {
            left: self.option(|choices| (choices.term(), choices.relation())),
            right: self.option(|choices| (choices.relation(), choices.term())),
        }
    }

    fn set(&mut self) -> SetAggregate {
        let elements = self.list(0, 3, |choices| choices.conditional(0));
        SetAggregate { guards: self.guards(), elements, span: NOWHERE }
    }

    fn function(&mut self) -> AggregateFunction {
        self.pick(&AggregateFunction::ALL)
    }

    fn operator(&mut self) -> Name {
        let text = self.pick(&["+", "-", "<=", "..", "|-", "not", "&", ":;"]);
        self.symbols.name(text)
    }

    fn theory_term(&mut self) -> TheoryTerm {
        match self.below(7) {
            1 => TheoryTerm::Variable(self.symbols.name("X"), NOWHERE),
            2 => TheoryTerm::Function(self.name(), self.list(0, 2, Self::theory_term), NOWHERE),
            3 => {
                let brackets = self.pick(&[Brackets::Tuple, Brackets::Set, Brackets::List]);
                TheoryTerm::Collection(brackets, self.list(0, 2, Self::theory_term), NOWHERE)
            }
            4 | 5 => {
                let mut operands = vec![(self.list(0, 2, Self::operator), self.theory_term())];
                let least = usize::from(operands[0].0.is_empty());
                operands.extend(
                    self.list(least, 2, |choices| {
                        (choices.list(1, 2, Self::operator), choices.theory_term())
                    }),
                );
                TheoryTerm::Operation(operands, NOWHERE)
            }
            _ => {
                let name = self.name();
                let symbols = [self.symbols.number(7), self.symbols.constant(name), Symbol::SUP];
                TheoryTerm::Symbol(self.pick(&symbols), NOWHERE)
            }
        }
    }

    fn theory_atom(&mut self) -> TheoryAtom {
        let elements = self.list(0, 2, |choices| TheoryElement {
            tuple: choices.list(0, 2, Self::theory_term),
            condition: choices.list(0, 2, Self::literal),
        });
        let guard = self.option(|choices| (choices.operator(), choices.theory_term()));
        TheoryAtom { name: self.name(), pools: self.lists(), elements, guard, span: NOWHERE }
    }

    fn theory_definition(&mut self) -> TheoryDefinition {
        let terms = self.list(0, 2, |choices| TheoryTermDefinition {
            name: choices.name(),
            operators: choices.list(0, 2, |choices| TheoryOperatorDefinition {
                operator: choices.operator(),
                priority: choices.below(4) as u32,
                fixity: choices.pick(&[Fixity::Unary, Fixity::Left, Fixity::Right]),
                span: NOWHERE,
            }),
            span: NOWHERE,
        });
        let atoms = self.list(0, 2, |choices| TheoryAtomDefinition {
            name: choices.name(),
            arity: choices.below(3) as u32,
            elements: choices.name(),
            guard: choices.option(|choices| (choices.list(0, 2, Self::operator), choices.name())),
            place: choices.pick(&[
                TheoryPlace::Head,
                TheoryPlace::Body,
                TheoryPlace::Any,
                TheoryPlace::Directive,
            ]),
            span: NOWHERE,
        });
        TheoryDefinition { name: self.name(), terms, atoms, span: NOWHERE }
    }

    fn body(&mut self) -> Vec<BodyLiteral> {
        self.list(0, 3, |choices| match choices.below(7) {
            6 => BodyLiteral::Theory(choices.sign(), choices.theory_atom()),
            3 => BodyLiteral::Conditional(choices.conditional(0)),
            4 => {
                let elements = choices.list(0, 2, |choices| {
                    (choices.list(0, 2, Self::term), choices.list(0, 2, Self::literal))
                });
                let aggregate = BodyAggregate {
                    function: choices.function(),
                    guards: choices.guards(),
                    elements,
                    span: NOWHERE,
                };
                BodyLiteral::Aggregate(choices.sign(), aggregate)
            }
            5 => BodyLiteral::Set(choices.sign(), choices.set()),
            _ => BodyLiteral::Literal(choices.literal()),
        })
    }

    fn head(&mut self) -> Head {
        match self.below(7) {
            6 => Head::Theory(self.theory_atom()),
            2 => Head::Choice(self.set()),
            3 => Head::Aggregate(HeadAggregate {
                function: self.function(),
                guards: self.guards(),
                elements: self.list(0, 2, |choices| (choices.list(0, 2, Self::term), choices.conditional(0))),
                span: NOWHERE,
            }),
            4 => Head::Disjunction(self.list(2, 3, |choices| choices.conditional(0))),
            5 => Head::Disjunction(vec![self.conditional(1)]),
            _ => Head::Literal(self.literal()),
        }
    }

    fn rule(&mut self) -> Rule {
        let (head, mut body) = (self.head(), self.body());
        if let (Head::Literal(Literal { sign: Sign::Positive, kind: LiteralKind::Atom(atom), .. }), true) =
            (&head, body.is_empty())
        {
            if symbols_of(&atom.pools).is_some() {
                body.push(BodyLiteral::Literal(self.literal()));
            }
        }
        Rule { head, body, span: NOWHERE }
    }

    fn optimize(&mut self) -> Optimize {
        let plain =
            |choices: &mut Self| choices.list(0, 2, |choices| BodyLiteral::Literal(choices.literal()));
        let weak = self.yes();
        let elements = if weak {
            let condition = self.body();
            vec![self.optimize_element(condition)]
        } else {
            self.list(0, 2, |choices| {
                let condition = plain(choices);
                choices.optimize_element(condition)
            })
        };
        Optimize { maximize: !weak && self.yes(), elements, span: NOWHERE }
    }

    fn optimize_element(&mut self, condition: Vec<BodyLiteral>) -> OptimizeElement {
        OptimizeElement {
            weight: self.term(),
            priority: self.option(Self::term),
            tuple: self.list(0, 2, Self::term),
            condition,
        }
    }

    fn statement(&mut self) -> Statement {
        match self.below(25) {
            24 => Statement::Theory(self.theory_definition()),
            10 => Statement::Show(Show::Nothing(NOWHERE)),
            11 => Statement::Show(Show::Signature(self.signature(), NOWHERE)),
            12 => Statement::Show(Show::Term(self.term(), self.body(), NOWHERE)),
            13 => Statement::Const(Const {
                name: self.name(),
                value: self.constant_term(),
                overrides: self.yes(),
                span: NOWHERE,
            }),
            14 => Statement::External(External {
                atom: self.atom(),
                body: self.body(),
                value: self.option(Self::term),
                span: NOWHERE,
            }),
            15 => Statement::Defined(self.signature(), NOWHERE),
            16 => Statement::ProjectSignature(self.signature(), NOWHERE),
            17 => Statement::ProjectAtom(self.atom(), self.body(), NOWHERE),
            18 => {
                let pairs = self.list(1, 2, |choices| (choices.term(), choices.term()));
                Statement::Edge(pairs, self.body(), NOWHERE)
            }
            19 => Statement::Heuristic(Heuristic {
                atom: self.atom(),
                body: self.body(),
                weight: self.term(),
                priority: self.option(Self::term),
                modifier: self.term(),
                span: NOWHERE,
            }),
            20 | 21 => {
                Statement::Include(Include { target: "incmode".to_owned(), builtin: true, span: NOWHERE })
            }
            22 | 23 => Statement::Optimize(self.optimize()),
            _ => Statement::Rule(self.rule()),
        }
    }
}

/// The symbols of a single list that holds nothing else.
fn symbols_of(lists: &[Vec<Term>]) -> Option<Vec<Symbol>> {
    let [list] = lists else { return None };
    list.iter()
        .map(|term| match term {
            Term::Symbol(symbol, _) => Some(*symbol),
            _ => None,
        })
        .collect()
}

/// An operator behind a term, as the parser puts them together.
fn operation(left: Term, operator: BinaryOperator, right: Term) -> Term {
    let (first, mut rest) = match left {
        Term::Operation(first, rest, _) => (first, rest),
        left => (Box::new(left), Vec::new()),
    };
    rest.push((operator, right));
    Term::Operation(first, rest, NOWHERE)
}
