//! The abstract syntax tree of a program, as it was written.
//!
//! Invariant: every node that a message may point to carries its source position. Nothing here is ground, simplified or
//! checked. The exception are facts without variables, arithmetic, intervals and pools: they make up most of an instance,
//! so they are kept as symbols in [`Facts`], a few bytes each.

use rustc_hash::FxHashMap;

use super::aggregate::AggregateFunction;
use super::theory::{TheoryAtom, TheoryDefinition};
use crate::diagnostic::{SourceId, Span};
pub use crate::signature::Signature;
use crate::symbol::{Name, Symbol};

/// A parsed program: its parts in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The parts. Text before the first `#program` belongs to the part `base`.
    pub parts: Vec<Part>,
}

/// The text under one `#program name(parameters).` directive.
///
/// An `#include` of a file ends it, because the text behind the `#include` may belong to another part.
#[derive(Clone, Debug)]
pub struct Part {
    /// The part's name.
    pub name: Name,
    /// The constants that are replaced by values when the part is grounded.
    pub parameters: Vec<Name>,
    /// The directive; for `base` without a directive, the start of the text; for a part that continues another, the
    /// `#include` before it.
    pub span: Span,
    /// Whether this continues the part before it, behind an `#include`.
    pub goes_on: bool,
    /// The facts that consist of symbols only ([`Term::Symbol`]). All such facts are here and none in `statements`, unless
    /// the program was parsed as written.
    pub facts: Facts,
    /// All other statements.
    pub statements: Vec<Statement>,
}

/// Ground facts in a compact form: twelve bytes each, and four for each argument.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    signatures: Vec<Signature>,
    signature_index: FxHashMap<Signature, u32>,
    entries: Vec<FactEntry>,
    arguments: Vec<Symbol>,
    /// For each run of facts from one text, the index of its first fact and the text.
    sources: Vec<(usize, SourceId)>,
}

/// A fact. Its arguments begin where those of the fact before it end.
#[derive(Clone, Copy, Debug)]
struct FactEntry {
    signature: u32,
    start: u32,
    end: u32,
}

/// A ground fact.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// The predicate.
    pub signature: Signature,
    /// The arguments.
    pub arguments: &'a [Symbol],
    /// The fact with its dot.
    pub span: Span,
}

impl Facts {
    /// Adds a fact.
    ///
    /// # Panics
    ///
    /// If the number of arguments differs from the arity of the signature.
    pub fn push(&mut self, signature: Signature, arguments: &[Symbol], span: Span) {
        assert_eq!(signature.arity as usize, arguments.len());
        let index = self.signature_of(signature);
        if self.sources.last().is_none_or(|&(_, source)| source != span.source) {
            self.sources.push((self.entries.len(), span.source));
        }
        self.entries.push(FactEntry { signature: index, start: span.start, end: span.end });
        self.arguments.extend_from_slice(arguments);
    }

    fn signature_of(&mut self, signature: Signature) -> u32 {
        // Most facts have the predicate of the fact before them.
        if let Some(last) =
            self.entries.last().filter(|last| self.signatures[last.signature as usize] == signature)
        {
            return last.signature;
        }
        *self.signature_index.entry(signature).or_insert_with(|| {
            self.signatures.push(signature);
            u32::try_from(self.signatures.len() - 1).expect("fewer than 2^32 predicates")
        })
    }

    /// Iterates over the facts in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Fact<'_>> + '_ {
        let mut arguments = self.arguments.as_slice();
        let mut sources = self.sources.iter().peekable();
        let mut source = SourceId(0);
        self.entries.iter().enumerate().map(move |(i, entry)| {
            if let Some(&(_, next)) = sources.next_if(|&&(first, _)| first == i) {
                source = next;
            }
            let signature = self.signatures[entry.signature as usize];
            let own;
            (own, arguments) = arguments.split_at(signature.arity as usize);
            Fact { signature, arguments: own, span: Span { source, start: entry.start, end: entry.end } }
        })
    }

    /// The predicates of all facts that were added, each once.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> + '_ {
        self.signatures.iter().copied()
    }

    /// Takes the facts out. Their predicates stay, so that it is known which predicates the text derives.
    #[must_use]
    pub fn take(&mut self) -> Self {
        let Facts { signatures, signature_index, .. } = &*self;
        let rest = Facts {
            signatures: signatures.clone(),
            signature_index: signature_index.clone(),
            ..Facts::default()
        };
        std::mem::replace(self, rest)
    }

    /// The number of facts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// A statement that is not a plain ground fact.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A rule or constraint.
    Rule(Rule),
    /// `#minimize { w@p,t : c }.`, `#maximize` (the analysis negates its weights) or a weak constraint.
    Optimize(Optimize),
    /// `#show.`, `#show p/n.` or `#show t : b.`
    Show(Show),
    /// `#const name = term.`
    Const(Const),
    /// `#external a : b. [value]`
    External(External),
    /// `#defined p/n.`
    Defined(Signature, Span),
    /// `#project p/n.`
    ProjectSignature(Signature, Span),
    /// `#project a : b.`
    ProjectAtom(Atom, Vec<BodyLiteral>, Span),
    /// `#edge (u,v) : b.`
    Edge(Vec<(Term, Term)>, Vec<BodyLiteral>, Span),
    /// `#heuristic a : b. [w@p,m]`
    Heuristic(Heuristic),
    /// `#theory name { … }.`
    Theory(TheoryDefinition),
    /// `#include "file".` or `#include <name>.`, which the caller of the parser resolves.
    Include(Include),
}

/// A rule, fact or constraint.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The head, which the rule derives.
    pub head: Head,
    /// The body: the condition for the head; empty for a fact.
    pub body: Vec<BodyLiteral>,
    /// The rule with its dot.
    pub span: Span,
}

/// The head of a rule.
#[derive(Clone, Debug)]
pub enum Head {
    /// A single literal; `#false` for a constraint without a head.
    Literal(Literal),
    /// `a : c ; b | d`: a disjunction of more than one element, or of conditional ones.
    Disjunction(Vec<ConditionalLiteral>),
    /// `l { a : c ; b } u`
    Choice(SetAggregate),
    /// `#sum { w,t : a : c } = 3`
    Aggregate(HeadAggregate),
    /// `&sum { t : c } <= 3`
    Theory(TheoryAtom),
}

/// A literal of a body.
#[derive(Clone, Debug)]
pub enum BodyLiteral {
    /// An atom, comparison or truth constant, possibly negated.
    Literal(Literal),
    /// `l : c`
    Conditional(ConditionalLiteral),
    /// `l #sum { w,t : c } u`
    Aggregate(Sign, BodyAggregate),
    /// `l { a : c ; b } u`
    Set(Sign, SetAggregate),
    /// `&sum { t : c } <= 3`
    Theory(Sign, TheoryAtom),
}

/// Default negation before a literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// No negation.
    Positive,
    /// `not`
    Negative,
    /// `not not`
    DoubleNegative,
}

/// An atom, comparison or truth constant, possibly negated.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The negation before it.
    pub sign: Sign,
    /// The literal without its negation.
    pub kind: LiteralKind,
    /// The literal with its negation.
    pub span: Span,
}

/// A literal without its negation.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// `#true` or `#false`.
    Boolean(bool),
    /// An atom.
    Atom(Atom),
    /// `t1 < t2 <= t3`: the first term, then at least one relation with the next term.
    Comparison(Term, Vec<(Relation, Term)>),
}

/// An atom: a predicate with its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The predicate's name.
    pub name: Name,
    /// The argument lists, separated by `;` in the text; more than one is a pool. Never empty.
    pub pools: Vec<Vec<Term>>,
    /// Whether it is strongly negated: a `-` stands before it.
    pub negative: bool,
    /// The atom with its sign.
    pub span: Span,
}

/// `l : c, d`: a literal with a condition.
#[derive(Clone, Debug)]
pub struct ConditionalLiteral {
    /// The literal.
    pub literal: Literal,
    /// The condition; may be empty.
    pub condition: Vec<Literal>,
    /// The literal with its condition.
    pub span: Span,
}

/// A relation between terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Relation {
    /// Whether the relation holds between two terms that compare in this order.
    #[must_use]
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::LessEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterEqual => order.is_ge(),
        }
    }

    /// The relation with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Equal | Relation::NotEqual => self,
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
        }
    }
}

/// The bounds of an aggregate, each with its relation: `t1 < #sum { … } <= t2`.
#[derive(Clone, Debug, Default)]
pub struct Guards {
    /// `term relation` on the left; the relation is `<=` if the text leaves it out.
    pub left: Option<(Term, Relation)>,
    /// `relation term` on the right; the relation is `<=` if the text leaves it out.
    pub right: Option<(Relation, Term)>,
}

/// `l { a : c ; b } u`, in a head (a choice) or a body (a count).
#[derive(Clone, Debug)]
pub struct SetAggregate {
    /// The bounds.
    pub guards: Guards,
    /// The elements.
    pub elements: Vec<ConditionalLiteral>,
    /// The whole aggregate.
    pub span: Span,
}

/// `l #sum { w,t : c } u` in a body.
#[derive(Clone, Debug)]
pub struct BodyAggregate {
    /// The aggregate function.
    pub function: AggregateFunction,
    /// The bounds.
    pub guards: Guards,
    /// Tuple and condition of each element.
    pub elements: Vec<(Vec<Term>, Vec<Literal>)>,
    /// The whole aggregate.
    pub span: Span,
}

/// `l #sum { w,t : a : c } u` in a head.
#[derive(Clone, Debug)]
pub struct HeadAggregate {
    /// The aggregate function.
    pub function: AggregateFunction,
    /// The bounds.
    pub guards: Guards,
    /// The tuple, and the atom with its condition, of each element.
    pub elements: Vec<(Vec<Term>, ConditionalLiteral)>,
    /// The whole aggregate.
    pub span: Span,
}

/// An objective: weighted elements to minimize or maximize.
#[derive(Clone, Debug)]
pub struct Optimize {
    /// Whether the weights are maximized.
    pub maximize: bool,
    /// The elements; a weak constraint has one.
    pub elements: Vec<OptimizeElement>,
    /// The whole statement.
    pub span: Span,
}

/// `w@p,t : c`
#[derive(Clone, Debug)]
pub struct OptimizeElement {
    /// The weight.
    pub weight: Term,
    /// The priority; `None` stands for 0.
    pub priority: Option<Term>,
    /// The rest of the tuple.
    pub tuple: Vec<Term>,
    /// The condition: literals of a `#minimize`, or the body of a weak constraint.
    pub condition: Vec<BodyLiteral>,
}

/// A `#show` directive.
#[derive(Clone, Debug)]
pub enum Show {
    /// `#show.`: shows only what other directives name.
    Nothing(Span),
    /// `#show p/n.`
    Signature(Signature, Span),
    /// `#show t : b.`
    Term(Term, Vec<BodyLiteral>, Span),
}

impl Show {
    /// The source position.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Show::Nothing(span) | Show::Signature(_, span) | Show::Term(.., span) => *span,
        }
    }
}

/// `#const name = term.`
#[derive(Clone, Debug)]
pub struct Const {
    /// The constant's name.
    pub name: Name,
    /// Its value.
    pub value: Term,
    /// Whether it overrides other definitions (`[override]`).
    pub overrides: bool,
    /// The whole statement.
    pub span: Span,
}

/// `#external a : b. [value]`
#[derive(Clone, Debug)]
pub struct External {
    /// The atom.
    pub atom: Atom,
    /// The body: the atom is external for each of its instances.
    pub body: Vec<BodyLiteral>,
    /// The initial value: a term `true`, `false`, `free` or `release`; `None` stands for `false`.
    pub value: Option<Term>,
    /// The whole statement.
    pub span: Span,
}

/// `#heuristic a : b. [w@p,m]`
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// The atom.
    pub atom: Atom,
    /// The body: the heuristic applies to each of its instances.
    pub body: Vec<BodyLiteral>,
    /// The value given to the modifier.
    pub weight: Term,
    /// The priority; `None` stands for 0.
    pub priority: Option<Term>,
    /// The modifier: a term `sign`, `level`, `true`, `false`, `init` or `factor`.
    pub modifier: Term,
    /// The whole statement.
    pub span: Span,
}

/// An `#include` directive, which names a file or module to read.
#[derive(Clone, Debug)]
pub struct Include {
    /// The name of the file or module.
    pub target: String,
    /// Whether the name is in angle brackets: a module that is built into the engine, not a file.
    pub builtin: bool,
    /// The whole statement.
    pub span: Span,
}

/// A term as it was written.
#[derive(Clone, Debug)]
pub enum Term {
    /// A term without variables, arithmetic, intervals or pools, read as one symbol. Constants that `#const` defines are
    /// not replaced in it yet. A `-` before a constant or function may turn out to be arithmetic, so it is an operator,
    /// never a sign within the symbol.
    Symbol(Symbol, Span),
    /// A variable.
    Variable(Name, Span),
    /// `_`
    Anonymous(Span),
    /// `f(t,u)`: the name and the argument lists. Lists are separated by `;`, and more than one is a pool. Never empty.
    Function(Name, Vec<Vec<Term>>, Span),
    /// `@f(t,u)`: the values of an external function, with argument lists like those of a function. Never empty.
    Call(Name, Vec<Vec<Term>>, Span),
    /// `(t,u)`, `(t,)` or `()`.
    Tuple(Vec<Term>, Span),
    /// `(t;u)`
    Pool(Vec<Term>, Span),
    /// `-t`, `~t` or `|t|`
    Unary(UnaryOperator, Box<Term>, Span),
    /// `t + u * v` and the like: a first operand, then at least one operator with its right operand, applied from the left.
    ///
    /// An operator that binds more strongly than the one before it is part of that one's right operand: `1+2*3` has the
    /// operand `2*3`, and `(1+2)*3` has two operators. A chain of any length is as deep as its deepest operand.
    Operation(Box<Term>, Vec<(BinaryOperator, Term)>, Span),
    /// `t..u`
    Interval(Box<Term>, Box<Term>, Span),
}

impl Term {
    /// The source position.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Term::Symbol(_, span)
            | Term::Variable(_, span)
            | Term::Anonymous(span)
            | Term::Function(_, _, span)
            | Term::Call(_, _, span)
            | Term::Tuple(_, span)
            | Term::Pool(_, span)
            | Term::Unary(_, _, span)
            | Term::Operation(_, _, span)
            | Term::Interval(_, _, span) => *span,
        }
    }
}

impl Term {
    /// Returns the position of the operation up to the operator with this index; for any other term, its whole position.
    #[must_use]
    pub fn operation_span(&self, index: usize) -> Span {
        match self {
            Term::Operation(first, rest, _) if index + 1 < rest.len() => {
                first.span().to(rest[index].1.span())
            }
            _ => self.span(),
        }
    }
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `~`, every bit flipped
    Complement,
    /// `|t|`
    Absolute,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, towards zero
    Divide,
    /// `\`
    Modulo,
    /// `**`
    Power,
    /// `&`
    And,
    /// `?`
    Or,
    /// `^`
    Xor,
}

impl Part {
    /// Returns an empty part `base` at the start of a text.
    #[must_use]
    pub fn base(name: Name, source: SourceId) -> Self {
        Part {
            name,
            parameters: Vec::new(),
            span: Span { source, start: 0, end: 0 },
            goes_on: false,
            facts: Facts::default(),
            statements: Vec::new(),
        }
    }

    /// Returns an empty part that continues this one behind an `#include`.
    #[must_use]
    pub fn behind(&self, include: &Include) -> Self {
        Part {
            name: self.name,
            parameters: self.parameters.clone(),
            span: include.span,
            goes_on: true,
            facts: Facts::default(),
            statements: Vec::new(),
        }
    }
}
