//! Checks that the atoms of a ground program are closed under the rules of its sources.
//!
//! Every rule without aggregates is evaluated once, by nested loops over the derivable atoms of the ground program;
//! each atom derived must be one of them. This uses the parser of the engine, but not its grounder, and no recursion.
//! If the grounder omitted an atom, some rule whose body atoms are present derives it. The check cannot detect a
//! missing rule whose head is derived otherwise. Rules that cannot be evaluated are listed.

mod evaluate;
mod terms;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use groundplan::diagnostic::{Sources, Span};
use groundplan::symbol::{Name, Symbol, Symbols};
use groundplan::syntax::ast::{self, BodyLiteral, Head, LiteralKind, Sign, Statement};
use groundplan::syntax::{parse, parse_definition};
use groundplan::{Interrupter, Signature};
use groundplan_certificate::{printable, Program};
use groundplan_terminal::input::Text;
use serde_json::{json, Value};

/// The result of the check.
#[derive(Clone, Default)]
pub struct Closure {
    /// The number of rules evaluated, without facts and constraints.
    pub rules: usize,
    /// The positions of the rules that were not evaluated.
    pub unchecked: Vec<String>,
    /// A missing atom, and the position of the rule that derives it.
    pub missing: Option<(String, String)>,
}

/// The reason why a term or literal has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fail {
    /// A variable is not bound yet.
    Unbound,
    /// The term is undefined.
    Undefined,
    /// The construct is not supported here.
    Unsupported,
}

/// The derivable atoms of a predicate.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<Symbol>>,
    all: HashSet<Vec<Symbol>>,
    /// The indices of the rows with a value in a column.
    index: HashMap<(usize, Symbol), Vec<usize>>,
    /// The rows that are facts.
    certain: HashSet<Vec<Symbol>>,
}

/// The state of the evaluation.
struct Evaluator {
    symbols: Symbols,
    constants: HashMap<Name, Symbol>,
    tables: HashMap<Signature, Table>,
    interrupter: Interrupter,
    /// The number of rows that may still be visited for the current rule.
    rows_left: u64,
}

/// The limit on the rows visited for one rule; a rule that exceeds it is not evaluated.
const MOST_ROWS: u64 = 20_000_000;

/// Evaluates all rules. Returns `None` if the names of the atoms or the sources cannot be parsed.
pub fn close(
    program: &Program,
    atoms: &str,
    texts: &[Text],
    constants: &[String],
    interrupter: &Interrupter,
) -> Option<Closure> {
    let mut closed = Evaluator {
        symbols: Symbols::new(),
        constants: HashMap::new(),
        tables: HashMap::new(),
        interrupter: interrupter.clone(),
        rows_left: 0,
    };
    closed.read_atoms(program, atoms)?;
    let mut sources = Sources::new();
    let mut programs = Vec::new();
    for text in texts {
        let source = sources.add(&text.name, &text.text);
        programs.push(parse(&mut closed.symbols, &sources, source).program);
    }
    let statements = || programs.iter().flat_map(|program| &program.parts).flat_map(|part| &part.statements);
    for statement in statements() {
        if let Statement::Const(constant) = statement {
            let value = closed.value(&constant.value, &[]).ok()?;
            closed.constants.insert(constant.name, value);
        }
    }
    for definition in constants {
        let source = sources.add("-c", definition);
        let (name, term) = parse_definition(&mut closed.symbols, &sources, source).ok()?;
        let value = closed.value(&term, &[]).ok()?;
        closed.constants.insert(name, value);
    }
    let mut closure = Closure::default();
    let base = closed.symbols.name("base");
    for part in programs.iter().flat_map(|program| &program.parts).filter(|part| part.name == base) {
        for fact in part.facts.iter() {
            let arguments: Vec<Symbol> =
                fact.arguments.iter().map(|&argument| closed.constant(argument)).collect();
            closed.derive(&mut closure, &sources, fact.span, fact.signature, &arguments);
        }
        for statement in &part.statements {
            match statement {
                Statement::Rule(rule) => closed.rule(&mut closure, &sources, rule),
                Statement::Include(include) => closure.unchecked.push(place(&sources, include.span)),
                _ => {}
            }
        }
    }
    Some(closure)
}

fn place(sources: &Sources, span: Span) -> String {
    let text = sources.text(span.source);
    let line = 1 + text.bytes().take(span.start as usize).filter(|&byte| byte == b'\n').count();
    format!("{}:{line}", sources.name(span.source))
}

impl Evaluator {
    /// Parses the names of atoms, and keeps those that the program can derive.
    fn read_atoms(&mut self, program: &Program, atoms: &str) -> Option<()> {
        let mut numbers = Vec::new();
        let mut text = String::new();
        for line in atoms.lines() {
            let (number, name) = line.split_once(' ')?;
            numbers.push(number.parse::<u32>().ok()?);
            text += name;
            text += ".\n";
        }
        let mut sources = Sources::new();
        let source = sources.add("atoms.txt", &text);
        let parsed = parse(&mut self.symbols, &sources, source);
        let [part] = parsed.program.parts.as_slice() else { return None };
        if part.facts.len() != numbers.len() || !part.statements.is_empty() {
            return None;
        }
        let mut derived: HashSet<u32> = program.externals.keys().copied().collect();
        derived.extend(program.rules.iter().flat_map(|rule| &rule.heads));
        let is_fact = |rule: &&groundplan_certificate::Rule| !rule.choice && rule.body.terms.is_empty();
        let facts = program.rules.iter().filter(is_fact).filter(|rule| rule.body.at_least <= 0);
        let facts: HashSet<u32> =
            facts.filter_map(|rule| <[u32; 1]>::try_from(&rule.heads[..]).ok()).map(|[head]| head).collect();
        for (number, fact) in numbers.into_iter().zip(part.facts.iter()) {
            if derived.contains(&number) {
                let table = self.tables.entry(fact.signature).or_default();
                let row = fact.arguments.to_vec();
                for (column, &value) in row.iter().enumerate() {
                    table.index.entry((column, value)).or_default().push(table.rows.len());
                }
                if facts.contains(&number) {
                    table.certain.insert(row.clone());
                }
                table.all.insert(row.clone());
                table.rows.push(row);
            }
        }
        Some(())
    }

    /// Evaluates a rule, and checks that each derived atom exists.
    fn rule(&mut self, closure: &mut Closure, sources: &Sources, rule: &ast::Rule) {
        let mut derives: Vec<(&ast::Atom, Vec<&ast::Literal>)> = Vec::new();
        let supported = match &rule.head {
            Head::Literal(literal) => match (&literal.kind, literal.sign) {
                (LiteralKind::Atom(atom), Sign::Positive) => {
                    derives.push((atom, Vec::new()));
                    true
                }
                _ => return,
            },
            Head::Choice(choice) => choice.elements.iter().all(|element| match &element.literal.kind {
                LiteralKind::Atom(atom) if element.literal.sign == Sign::Positive => {
                    derives.push((atom, element.condition.iter().collect()));
                    true
                }
                _ => false,
            }),
            _ => false,
        };
        let body = rule.body.iter().map(|literal| match literal {
            BodyLiteral::Literal(literal) => Some(literal),
            _ => None,
        });
        let body: Option<Vec<&ast::Literal>> = body.collect();
        let (true, Some(body)) = (supported, body) else {
            return closure.unchecked.push(place(sources, rule.span));
        };
        self.rows_left = MOST_ROWS;
        for (atom, condition) in derives {
            let literals = [body.clone(), condition].concat();
            let mut found = Vec::new();
            if self.instances(&literals, &mut Vec::new(), atom, &mut found).is_err() {
                return closure.unchecked.push(place(sources, rule.span));
            }
            for (signature, arguments) in found {
                self.derive(closure, sources, rule.span, signature, &arguments);
            }
        }
        closure.rules += 1;
    }

    /// Records a derived atom that is missing.
    fn derive(
        &self,
        closure: &mut Closure,
        sources: &Sources,
        span: Span,
        signature: Signature,
        arguments: &[Symbol],
    ) {
        let there = self.tables.get(&signature).is_some_and(|table| table.all.contains(arguments));
        if !there && closure.missing.is_none() {
            let sign = if signature.negative { "-" } else { "" };
            let words: Vec<String> =
                arguments.iter().map(|&argument| self.symbols.display(argument).to_string()).collect();
            let words = if words.is_empty() { String::new() } else { format!("({})", words.join(",")) };
            let atom = format!("{sign}{}{words}", self.symbols.text(signature.name));
            closure.missing = Some((atom, place(sources, span)));
        }
    }
}

impl Closure {
    /// Returns the result as JSON.
    pub fn json(&self) -> Value {
        let missing = self.missing.as_ref().map(|(atom, place)| json!({ "atom": atom, "rule": place }));
        json!({ "rules": self.rules, "unchecked": self.unchecked, "missing": missing })
    }
}

impl std::fmt::Display for Closure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "compared, not proven: what {} rules derive from the atoms is among them", self.rules)?;
        match self.unchecked.as_slice() {
            [] => Ok(()),
            places => write!(f, "; not evaluated: {}", printable(&places.join(", "))),
        }
    }
}
