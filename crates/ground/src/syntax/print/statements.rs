//! Prints statements, parts and programs.

use std::fmt::{self, Formatter, Write};

use super::literals::{body, condition};
use super::{separated, Print};
use crate::symbol::Symbols;
use crate::syntax::ast::{
    BinaryOperator, BodyLiteral, Const, External, Fact, Facts, Head, Heuristic, Include, Literal,
    LiteralKind, Optimize, OptimizeElement, Part, Program, Rule, Show, Sign, Signature, Statement, Term,
    UnaryOperator,
};

impl Print for Program {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            let base = symbols.text(part.name) == "base" && part.parameters.is_empty();
            // Text before any directive belongs to `base`. The parser drops an empty implied `base`, so an empty one was
            // written out.
            let empty = part.facts.is_empty() && part.statements.is_empty();
            if !part.goes_on && (i > 0 || !base || (empty && self.parts.len() > 1)) {
                part.print(symbols, f)?;
            } else {
                contents(part, symbols, f)?;
            }
        }
        Ok(())
    }
}

/// Prints the part with its directive, also for `base`.
impl Print for Part {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#program {}", symbols.text(self.name))?;
        for (i, parameter) in self.parameters.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { "," })?;
            f.write_str(symbols.text(*parameter))?;
        }
        f.write_str(if self.parameters.is_empty() { ".\n" } else { ").\n" })?;
        contents(self, symbols, f)
    }
}

fn contents(part: &Part, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    part.facts.print(symbols, f)?;
    for statement in &part.statements {
        statement.print(symbols, f)?;
        f.write_str("\n")?;
    }
    Ok(())
}

/// Prints one fact a line.
impl Print for Facts {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        for fact in self.iter() {
            fact.print(symbols, f)?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl Print for Fact<'_> {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.signature.negative { "-" } else { "" })?;
        f.write_str(symbols.text(self.signature.name))?;
        for (i, &argument) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { "," })?;
            write!(f, "{}", symbols.display(argument))?;
        }
        f.write_str(if self.arguments.is_empty() { "." } else { ")." })
    }
}

impl Print for Signature {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}{}/{}", symbols.text(self.name), self.arity)
    }
}

impl Print for Statement {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Rule(rule) => rule.print(symbols, f),
            Statement::Optimize(optimize) => optimize.print(symbols, f),
            Statement::Show(show) => show.print(symbols, f),
            Statement::Const(definition) => definition.print(symbols, f),
            Statement::External(external) => external.print(symbols, f),
            Statement::Defined(signature, _) => directive("#defined", signature, symbols, f),
            Statement::ProjectSignature(signature, _) => directive("#project", signature, symbols, f),
            Statement::ProjectAtom(atom, literals, _) => {
                f.write_str("#project ")?;
                atom.print(symbols, f)?;
                directive_body(literals, symbols, f)
            }
            Statement::Edge(pairs, literals, _) => {
                f.write_str("#edge ")?;
                for (i, (from, to)) in pairs.iter().enumerate() {
                    f.write_str(if i == 0 { "(" } else { ";" })?;
                    from.print(symbols, f)?;
                    f.write_str(",")?;
                    to.print(symbols, f)?;
                }
                f.write_str(")")?;
                directive_body(literals, symbols, f)
            }
            Statement::Heuristic(heuristic) => heuristic.print(symbols, f),
            Statement::Theory(theory) => theory.print(symbols, f),
            Statement::Include(include) => include.print(symbols, f),
        }
    }
}

fn directive(name: &str, signature: &Signature, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{name} {}.", signature.display(symbols))
}

/// Prints ` : b.`, or the dot alone.
fn directive_body(literals: &[BodyLiteral], symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    if !literals.is_empty() {
        f.write_str(" : ")?;
        body(literals, symbols, f)?;
    }
    f.write_str(".")
}

impl Print for Rule {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        let constraint = matches!(
            &self.head,
            Head::Literal(Literal { sign: Sign::Positive, kind: LiteralKind::Boolean(false), .. })
        );
        if !constraint || self.body.is_empty() {
            self.head.print(symbols, f)?;
        }
        if !self.body.is_empty() {
            f.write_str(if constraint { ":- " } else { " :- " })?;
            body(&self.body, symbols, f)?;
        }
        f.write_str(".")
    }
}

impl Print for Head {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Head::Literal(literal) => literal.print(symbols, f),
            Head::Disjunction(elements) => separated(elements, "; ", symbols, f),
            Head::Choice(choice) => choice.print(symbols, f),
            Head::Aggregate(aggregate) => aggregate.print(symbols, f),
            Head::Theory(atom) => atom.print(symbols, f),
        }
    }
}

/// Prints a directive if that can express the conditions, a weak constraint otherwise.
impl Print for Optimize {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        if let [OptimizeElement { condition: literals, .. }] = self.elements.as_slice() {
            if !literals.iter().all(|literal| matches!(literal, BodyLiteral::Literal(_))) {
                f.write_str(":~ ")?;
                body(literals, symbols, f)?;
                f.write_str(". [")?;
                weight(&self.elements[0], symbols, f)?;
                return f.write_str("]");
            }
        }
        f.write_str(if self.maximize { "#maximize {" } else { "#minimize {" })?;
        if !self.elements.is_empty() {
            f.write_str(" ")?;
            separated(&self.elements, "; ", symbols, f)?;
            f.write_str(" ")?;
        }
        f.write_str("}.")
    }
}

impl Print for OptimizeElement {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        weight(self, symbols, f)?;
        condition(&self.condition, symbols, f)
    }
}

/// Prints `w@p,t`.
fn weight(element: &OptimizeElement, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
    element.weight.print(symbols, f)?;
    if let Some(priority) = &element.priority {
        f.write_str("@")?;
        priority.print(symbols, f)?;
    }
    for term in &element.tuple {
        f.write_str(",")?;
        term.print(symbols, f)?;
    }
    Ok(())
}

impl Print for Show {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Show::Nothing(_) => f.write_str("#show."),
            Show::Signature(signature, _) => directive("#show", signature, symbols, f),
            Show::Term(term, literals, _) => {
                if literals.is_empty() && looks_like_signature(term, symbols) {
                    return write!(f, "#show ({}).", term.display(symbols));
                }
                f.write_str("#show ")?;
                term.print(symbols, f)?;
                directive_body(literals, symbols, f)
            }
        }
    }
}

/// Whether a term is a division that `#show` would read as name and arity of a predicate.
fn looks_like_signature(term: &Term, symbols: &Symbols) -> bool {
    let Term::Operation(left, rest, _) = term else { return false };
    let [(BinaryOperator::Divide, right)] = rest.as_slice() else { return false };
    let constant = |term: &Term| match term {
        Term::Symbol(symbol, _) => {
            symbols.as_function(*symbol).is_some_and(|(_, arguments, _)| arguments.is_empty())
        }
        _ => false,
    };
    let name = match left.as_ref() {
        Term::Unary(UnaryOperator::Minus, inner, _) => constant(inner),
        left => constant(left),
    };
    name && matches!(*right, Term::Symbol(symbol, _) if symbols.as_number(symbol).is_some_and(|number| number >= 0))
}

impl Print for Const {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "#const {} = {}.", symbols.text(self.name), self.value.display(symbols))?;
        f.write_str(if self.overrides { " [override]" } else { "" })
    }
}

impl Print for External {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("#external ")?;
        self.atom.print(symbols, f)?;
        directive_body(&self.body, symbols, f)?;
        match &self.value {
            Some(value) => write!(f, " [{}]", value.display(symbols)),
            None => Ok(()),
        }
    }
}

impl Print for Heuristic {
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("#heuristic ")?;
        self.atom.print(symbols, f)?;
        directive_body(&self.body, symbols, f)?;
        write!(f, " [{}", self.weight.display(symbols))?;
        if let Some(priority) = &self.priority {
            write!(f, "@{}", priority.display(symbols))?;
        }
        write!(f, ",{}]", self.modifier.display(symbols))
    }
}

impl Print for Include {
    fn print(&self, _: &Symbols, f: &mut Formatter<'_>) -> fmt::Result {
        if self.builtin {
            return write!(f, "#include <{}>.", self.target);
        }
        f.write_str("#include \"")?;
        for character in self.target.chars() {
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                character => f.write_char(character)?,
            }
        }
        f.write_str("\".")
    }
}
