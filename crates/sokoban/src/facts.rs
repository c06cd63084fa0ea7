//! Reads a text as ground facts: expands pools and intervals, and rejects rules and directives.

use groundplan::diagnostic::{Diagnostic, Sources, Span};
use groundplan::facts;
use groundplan::symbol::{Name, Symbols};
use groundplan::syntax::ast::{Facts, Head, LiteralKind, Rule, Sign, Statement, Term, UnaryOperator};
use groundplan::syntax::{parse, Parsed};

/// The facts of a text, with its diagnostics.
pub(crate) struct FactText {
    /// The terms of the facts.
    pub(crate) symbols: Symbols,
    /// The facts in the order of the text.
    pub(crate) facts: Facts,
    /// The source text.
    pub(crate) sources: Sources,
    /// The start of the text, for diagnostics about the whole.
    pub(crate) start: Span,
    /// Names and numbers of arguments of facts that expand to no atom, such as `step(1..0)`.
    pub(crate) empty: Vec<(Name, usize)>,
    /// The errors.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads facts. `name` is how messages refer to the text.
pub(crate) fn read(name: &str, text: &str) -> FactText {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let mut symbols = Symbols::new();
    let Parsed { program, mut diagnostics } = parse(&mut symbols, &sources, source);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.help.is_none()) {
        diagnostic.help =
            Some("an instance is facts such as `right(a,b).` or `box(b).`, each with its dot".to_owned());
    }
    let (mut facts, mut empty) = (Facts::default(), Vec::new());
    let mut parts = program.parts.into_iter();
    if let Some(base) = parts.next() {
        facts = base.facts;
        for statement in base.statements {
            add_statement(&statement, &mut facts, &mut empty, &mut symbols, &mut diagnostics);
        }
    }
    diagnostics.extend(parts.map(|part| no_directive(part.span)));
    FactText { symbols, facts, sources, start: Span { source, start: 0, end: 0 }, empty, diagnostics }
}

fn add_statement(
    statement: &Statement,
    facts: &mut Facts,
    empty: &mut Vec<(Name, usize)>,
    symbols: &mut Symbols,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let refused = match statement {
        Statement::Rule(rule) => match fact(rule) {
            Some(atom) => {
                match (atom.pools.iter().flatten().find_map(arithmetic), facts::expand(atom, symbols)) {
                    (Some(span), _) => Diagnostic::error("an instance has no arithmetic", span)
                        .help("write the value in place of the operation"),
                    (None, Ok(expanded)) => {
                        if expanded.is_empty() {
                            empty.extend(atom.pools.iter().map(|arguments| (atom.name, arguments.len())));
                        }
                        for (signature, arguments) in expanded {
                            facts.push(signature, &arguments, rule.span);
                        }
                        return;
                    }
                    (None, Err(error)) => error,
                }
            }
            None => Diagnostic::error("an instance has facts only, and this is a rule", rule.span)
                .help("rules belong in the program given with `--encoding`"),
        },
        other => no_directive(other.span()),
    };
    diagnostics.push(refused);
}

/// The position of the first arithmetic operation in a term. The `-` of a negative number or name does not count.
fn arithmetic(term: &Term) -> Option<Span> {
    match term {
        Term::Symbol(..) | Term::Variable(..) | Term::Anonymous(_) | Term::Call(..) => None,
        Term::Function(_, pools, _) => pools.iter().flatten().find_map(arithmetic),
        Term::Tuple(terms, _) | Term::Pool(terms, _) => terms.iter().find_map(arithmetic),
        Term::Unary(UnaryOperator::Minus, operand, _) => arithmetic(operand),
        Term::Interval(lower, upper, _) => arithmetic(lower).or_else(|| arithmetic(upper)),
        Term::Unary(_, _, span) | Term::Operation(_, _, span) => Some(*span),
    }
}

fn no_directive(span: Span) -> Diagnostic {
    Diagnostic::error("an instance has facts only, and this is a directive", span)
        .help("directives belong in the program given with `--encoding`")
}

/// The atom of a rule that is a fact, else `None`.
fn fact(rule: &Rule) -> Option<&groundplan::syntax::ast::Atom> {
    match &rule.head {
        Head::Literal(literal) if rule.body.is_empty() && literal.sign == Sign::Positive => {
            match &literal.kind {
                LiteralKind::Atom(atom) => Some(atom),
                _ => None,
            }
        }
        _ => None,
    }
}
