//! What random programs have in them: kinds of statements that went wrong once, or easily do.

use std::collections::{BTreeMap, BTreeSet};

use groundplan::diagnostic::{SourceId, Sources, Span};
use groundplan::symbol::{Name, Symbols};
use groundplan::syntax::ast::{
    Atom, BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, Head, Literal, LiteralKind, Rule,
    SetAggregate, Sign, Statement, Term,
};
use groundplan::syntax::parse;
use groundplan::syntax::theory::TheoryAtom;

/// The kinds of which a program has at least one statement.
#[derive(Clone, Copy, Default, Debug)]
pub struct Kinds {
    /// A rule in which a local variable of the head has the name of a local variable of the body.
    pub shared_names: bool,
    /// An element of a head whose condition depends on its atom.
    pub recursive_conditions: bool,
    /// A pool with a variable.
    pub variable_pools: bool,
    /// A constant that is used by another one before it is defined.
    pub early_constants: bool,
}

impl Kinds {
    /// Those of a program that can be read.
    pub fn of(program: &str) -> Self {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let source = sources.add("program.lp", program);
        let read = parse(&mut symbols, &sources, source).program;
        let statements: Vec<&Statement> = read.parts.iter().flat_map(|part| &part.statements).collect();
        let mut uses: BTreeMap<Predicate, BTreeSet<Predicate>> = BTreeMap::new();
        for statement in &statements {
            let (mut derived, mut used) = (Vec::new(), Vec::new());
            statement.atoms(&mut |atom, derives| {
                if derives { &mut derived } else { &mut used }.push(predicate(atom));
            });
            derived.into_iter().for_each(|head| uses.entry(head).or_default().extend(&used));
        }
        let mut kinds = Kinds::default();
        let mut defined: BTreeSet<Name> = BTreeSet::new();
        let names: BTreeMap<String, Name> = statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Const(constant) => Some((symbols.text(constant.name).to_owned(), constant.name)),
                _ => None,
            })
            .collect();
        for statement in statements {
            statement.terms(&mut |term| kinds.variable_pools |= has_variable_pool(term));
            match statement {
                Statement::Const(constant) => {
                    // The constants in it are those whose names its text has as words.
                    let text = &program[constant.value.span().range()];
                    let words = text.split(|character: char| !character.is_alphanumeric());
                    let mut used = words.filter_map(|word| names.get(word));
                    kinds.early_constants |= used.any(|name| !defined.contains(name));
                    defined.insert(constant.name);
                }
                Statement::Rule(rule) => {
                    kinds.shared_names |= shares_names(rule);
                    kinds.recursive_conditions |= elements(&rule.head).iter().any(|element| {
                        let LiteralKind::Atom(head) = &element.literal.kind else { return false };
                        let mut asked = element.condition.iter().filter_map(|literal| match &literal.kind {
                            LiteralKind::Atom(atom) => Some(predicate(atom)),
                            _ => None,
                        });
                        asked.any(|asked| depends(asked, predicate(head), &uses))
                    });
                }
                _ => {}
            }
        }
        kinds
    }
}

/// Name and number of arguments.
type Predicate = (Name, usize);

fn predicate(atom: &Atom) -> Predicate {
    (atom.name, atom.pools[0].len())
}

/// Whether a predicate is another one, or depends on it.
fn depends(from: Predicate, on: Predicate, uses: &BTreeMap<Predicate, BTreeSet<Predicate>>) -> bool {
    let (mut open, mut seen) = (vec![from], BTreeSet::new());
    while let Some(one) = open.pop() {
        if one == on {
            return true;
        }
        if seen.insert(one) {
            open.extend(uses.get(&one).into_iter().flatten());
        }
    }
    false
}

/// The elements of a head that have scopes of their own.
fn elements(head: &Head) -> Vec<&ConditionalLiteral> {
    match head {
        Head::Literal(_) | Head::Theory(_) => Vec::new(),
        Head::Disjunction(elements) => elements.iter().collect(),
        Head::Choice(choice) => choice.elements.iter().collect(),
        Head::Aggregate(aggregate) => aggregate.elements.iter().map(|(_, element)| element).collect(),
    }
}

/// Whether an element of the head and a scope of the body have local variables of the same name.
fn shares_names(rule: &Rule) -> bool {
    !shared(rule).is_empty()
}

/// Where the body has local variables of the names that elements of the head have for theirs.
fn shared(rule: &Rule) -> Vec<Span> {
    let outer: BTreeSet<Name> = rule
        .body
        .iter()
        .cloned()
        .flat_map(|literal| variables(outside(literal)))
        .map(|(name, _)| name)
        .collect();
    let elements = elements(&rule.head).into_iter().cloned().map(BodyLiteral::Conditional);
    let heads: BTreeSet<Name> = elements.flat_map(variables).map(|(name, _)| name).collect();
    let inner = rule.body.iter().cloned().flat_map(|literal| variables(inside(literal)));
    inner.filter(|(name, _)| heads.contains(name) && !outer.contains(name)).map(|(_, span)| span).collect()
}

/// The program with other names for local variables in bodies, where clingo 5.8.3 confuses them with those of the head: it
/// moves the condition of an only element to the body, unless there are bounds. `d(1..2). e(2). { s(X) : e(X) } :-
/// #count { X : d(X) } = 2.` has two answer sets, as with a `Y` in the aggregate, and clingo finds one.
pub fn apart(program: &str) -> String {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let source = sources.add("program.lp", program);
    let read = parse(&mut symbols, &sources, source).program;
    let rules = read.parts.iter().flat_map(|part| &part.statements).filter_map(|statement| match statement {
        Statement::Rule(rule) => Some(rule),
        _ => None,
    });
    let mut places: Vec<Span> = rules.filter(|rule| has_only_element(&rule.head)).flat_map(shared).collect();
    places.sort_unstable();
    let mut text = program.to_owned();
    for place in places.into_iter().rev() {
        text.insert_str(place.range().end, "Apart");
    }
    text
}

fn has_only_element(head: &Head) -> bool {
    let guards = match head {
        Head::Choice(choice) => &choice.guards,
        Head::Aggregate(aggregate) => &aggregate.guards,
        _ => return false,
    };
    guards.left.is_none() && guards.right.is_none() && elements(head).len() == 1
}

/// What of a literal is in the scope of the rule.
fn outside(literal: BodyLiteral) -> BodyLiteral {
    match literal {
        BodyLiteral::Conditional(element) => BodyLiteral::Conditional(ConditionalLiteral {
            literal: nothing(),
            condition: Vec::new(),
            ..element
        }),
        BodyLiteral::Aggregate(sign, aggregate) => {
            BodyLiteral::Aggregate(sign, BodyAggregate { elements: Vec::new(), ..aggregate })
        }
        BodyLiteral::Set(sign, aggregate) => {
            BodyLiteral::Set(sign, SetAggregate { elements: Vec::new(), ..aggregate })
        }
        BodyLiteral::Theory(sign, atom) => {
            BodyLiteral::Theory(sign, TheoryAtom { elements: Vec::new(), ..atom })
        }
        BodyLiteral::Literal(_) => literal,
    }
}

/// What of a literal is in scopes of its own.
fn inside(literal: BodyLiteral) -> BodyLiteral {
    match literal {
        BodyLiteral::Literal(_) => BodyLiteral::Literal(nothing()),
        BodyLiteral::Aggregate(sign, aggregate) => {
            BodyLiteral::Aggregate(sign, BodyAggregate { guards: Guards::default(), ..aggregate })
        }
        BodyLiteral::Set(sign, aggregate) => {
            BodyLiteral::Set(sign, SetAggregate { guards: Guards::default(), ..aggregate })
        }
        BodyLiteral::Theory(sign, atom) => {
            BodyLiteral::Theory(sign, TheoryAtom { pools: vec![Vec::new()], guard: None, ..atom })
        }
        BodyLiteral::Conditional(_) => literal,
    }
}

const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

fn nothing() -> Literal {
    Literal { sign: Sign::Positive, kind: LiteralKind::Boolean(false), span: NOWHERE }
}

/// Names and places of the variables of a literal.
fn variables(literal: BodyLiteral) -> Vec<(Name, Span)> {
    let rule = Rule { head: Head::Literal(nothing()), body: vec![literal], span: NOWHERE };
    let mut variables = Vec::new();
    Statement::Rule(rule).variables(&mut |name, span| variables.push((name, span)));
    variables
}

fn has_variable_pool(term: &Term) -> bool {
    let has_variable = |term: &Term| {
        let mut found = false;
        term.variables(&mut |_, _| found = true);
        found
    };
    match term {
        Term::Pool(terms, _) => terms.iter().any(has_variable),
        Term::Function(_, lists, _) | Term::Call(_, lists, _) => {
            lists.iter().flatten().any(has_variable_pool)
        }
        Term::Tuple(terms, _) => terms.iter().any(has_variable_pool),
        Term::Unary(_, operand, _) => has_variable_pool(operand),
        Term::Operation(first, rest, _) => {
            has_variable_pool(first) || rest.iter().any(|(_, operand)| has_variable_pool(operand))
        }
        Term::Interval(lower, upper, _) => has_variable_pool(lower) || has_variable_pool(upper),
        Term::Symbol(..) | Term::Variable(..) | Term::Anonymous(_) => false,
    }
}
