//! What random programs have in them: kinds of statements that went wrong once, or easily do.

use std::collections::{BTreeMap, BTreeSet};

use groundplan::diagnostic::{SourceId, Sources, Span};
use groundplan::symbol::{Name, Symbols};
use groundplan::syntax::ast::{
    Atom, BodyAggregate, BodyLiteral, ConditionalLiteral, Guards, Head, Literal, LiteralKind, Rule, Sign,
    Statement, Term,
};
use groundplan::syntax::parse;

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
    let (mut outer, mut inner) = (BTreeSet::new(), BTreeSet::new());
    for literal in &rule.body {
        let names = names(literal.clone());
        match literal {
            BodyLiteral::Literal(_) => outer.extend(names),
            _ => inner.extend(names),
        }
    }
    let heads = elements(&rule.head).into_iter().flat_map(|element| {
        let conditional = BodyLiteral::Conditional(element.clone());
        names(conditional)
    });
    heads.into_iter().any(|name| inner.contains(&name) && !outer.contains(&name))
}

/// The names of the variables of a literal; those of the bounds of an aggregate are left out.
fn names(literal: BodyLiteral) -> BTreeSet<Name> {
    let literal = match literal {
        BodyLiteral::Aggregate(sign, aggregate) => {
            BodyLiteral::Aggregate(sign, BodyAggregate { guards: Guards::default(), ..aggregate })
        }
        other => other,
    };
    let span = Span { source: SourceId(0), start: 0, end: 0 };
    let nothing = Literal { sign: Sign::Positive, kind: LiteralKind::Boolean(false), span };
    let rule = Statement::Rule(Rule { head: Head::Literal(nothing), body: vec![literal], span });
    let mut names = BTreeSet::new();
    rule.variables(&mut |name, _| {
        names.insert(name);
    });
    names
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
