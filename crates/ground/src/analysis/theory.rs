//! Analyses theories: the definitions of theory atoms, and theory terms, whose operators it resolves.
//!
//! Operators are resolved with a stack, as in any operator precedence parser (Floyd: Syntactic analysis and operator
//! precedence, JACM 10, 1963). The last operator is reduced if it binds more strongly than the next one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::binding::literal_variables;
use super::foreign_theories;
use super::normalize::{Normalizer, Scope};
use super::rule::{self, AggregateElement, Literal, Variable};
use super::unpool;
use crate::diagnostic::{Diagnostic, ErrorKind, Sources, Span};
use crate::program::{integers, Side, CALL, DIFFERENCE, LIST, SET};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Part, Statement};
use crate::syntax::theory::{
    Brackets, Fixity, TheoryAtom, TheoryAtomDefinition, TheoryElement, TheoryPlace, TheoryTerm,
    TheoryTermDefinition,
};
use crate::syntax::{parse, MAX_DEPTH};

/// The theory of difference constraints, as in clingo-dl 1.5, for programs that write `&diff` without a definition.
///
/// `&show_assignment`, which earlier versions have, has no effect, because values are always shown.
const DIFFERENCES: &str =
    "#theory dl { term { + : 1, binary, left; - : 1, binary, left; * : 2, binary, left; \
    / : 2, binary, left; - : 3, unary }; &diff/0 : term, { <=, >=, <, >, =, != }, term, any; \
    &show_assignment/0 : term, directive }.";

/// The theory of linear constraints over integers, as in clingcon 5.2, for programs that write such atoms without a definition.
///
/// Added to it are unary `+`, the priority of an objective behind `@`, and arithmetic in the variable of a domain.
fn linear_constraints() -> String {
    let arithmetic =
        "+ : 4, unary; - : 4, unary; ** : 3, binary, right; * : 2, binary, left; / : 2, binary, left; \
        \\ : 2, binary, left; + : 1, binary, left; - : 1, binary, left";
    let relations = "{ <=, >=, <, >, =, != }";
    format!(
        "#theory integers {{ sum {{ {arithmetic} }}; range {{ {arithmetic}; .. : 0, binary, left }}; \
        at {{ {arithmetic}; @ : 0, binary, left }}; &sum/0 : sum, {relations}, sum, any; \
        &nsum/0 : sum, {relations}, sum, any; &dom/0 : range, {{ = }}, sum, head; &distinct/0 : sum, head; \
        &disjoint/0 : at, head; &minimize/0 : at, directive; &maximize/0 : at, directive; &show/0 : sum, directive }}."
    )
}

/// The definitions of the `#theory` directives of a program.
#[derive(Default, Debug)]
pub struct Theories {
    /// The atoms, by name and number of arguments.
    atoms: FxHashMap<(Name, u32), DefinedAtom>,
    /// For each theory, its kinds of terms by name.
    terms: Vec<FxHashMap<Name, Operators>>,
    /// Whether `&diff` is no difference constraint where a program defines it.
    leaves_differences: bool,
}

/// An atom that a theory defines.
#[derive(Debug)]
struct DefinedAtom {
    definition: TheoryAtomDefinition,
    /// The index of the theory.
    theory: usize,
    /// The position of the definition; `None` if it is built in.
    place: Option<Span>,
}

impl DefinedAtom {
    /// Adds the position of the definition to an error.
    fn explain(&self, error: Diagnostic, text: impl Into<String>) -> Diagnostic {
        match self.place {
            Some(place) => error.related(place, text),
            None => error,
        }
    }
}

/// The operators of a kind of terms: priorities of unary ones, priorities and fixities of binary ones.
#[derive(Default, Debug)]
struct Operators {
    unary: FxHashMap<Name, u32>,
    binary: FxHashMap<Name, (u32, Fixity)>,
    /// Whether they are of a theory that is built in. Several of them may then be written without blanks between them.
    built_in: bool,
}

impl Theories {
    /// Returns the theories of a program, and those that are built in if such atoms may occur and no theory defines them.
    ///
    /// Reports names that are defined twice.
    #[must_use]
    pub fn of<'a>(
        parts: impl Iterator<Item = &'a Part>,
        leaves_differences: bool,
        symbols: &mut Symbols,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut theories = Theories { leaves_differences, ..Theories::default() };
        let mut names: FxHashMap<Name, Span> = FxHashMap::default();
        let mut twice = |what: &str, text: &str, span: Span, first: Span| {
            diagnostics.push(
                Diagnostic::error(format!("{what} `{text}` is defined twice"), span)
                    .kind(ErrorKind::Definition)
                    .related(first, "first defined here")
                    .help("remove one of the two definitions, or call it something else"),
            );
        };
        for statement in parts.flat_map(|part| &part.statements) {
            let Statement::Theory(definition) = statement else { continue };
            if let Some(first) = names.insert(definition.name, definition.span) {
                twice("the theory", symbols.text(definition.name), definition.span, first);
            }
            let mut kinds: FxHashMap<Name, Span> = FxHashMap::default();
            let mut terms = FxHashMap::default();
            for term in &definition.terms {
                if let Some(first) = kinds.insert(term.name, term.span) {
                    twice("the kind of terms", symbols.text(term.name), term.span, first);
                }
                terms.insert(term.name, operators(term, symbols, &mut twice));
            }
            for atom in &definition.atoms {
                let theory = theories.terms.len();
                let defined = DefinedAtom { definition: atom.clone(), theory, place: Some(atom.span) };
                if let Some(first) = theories.atoms.insert((atom.name, atom.arity), defined) {
                    let text = format!("&{}/{}", symbols.text(atom.name), atom.arity);
                    twice("the atom", &text, atom.span, first.definition.span);
                }
            }
            theories.terms.push(terms);
        }
        let lacks = |theories: &Theories, name: &str, symbols: &Symbols| {
            symbols.find_name(name).is_some_and(|name| theories.atom(name, 0).is_none())
        };
        if lacks(&theories, DIFFERENCE, symbols) {
            theories.add_built_in(DIFFERENCES, symbols);
        }
        if integers::NAMES.iter().any(|name| lacks(&theories, name, symbols)) {
            theories.add_built_in(&linear_constraints(), symbols);
        }
        theories
    }

    fn add_built_in(&mut self, text: &str, symbols: &mut Symbols) {
        let mut sources = Sources::new();
        let source = sources.add("a theory", text);
        let read = parse(symbols, &sources, source);
        debug_assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        for statement in read.program.parts.iter().flat_map(|part| &part.statements) {
            let Statement::Theory(definition) = statement else { continue };
            for atom in &definition.atoms {
                let defined = DefinedAtom { definition: atom.clone(), theory: self.terms.len(), place: None };
                self.atoms.entry((atom.name, atom.arity)).or_insert(defined);
            }
            let kinds = definition.terms.iter().map(|term| {
                (term.name, Operators { built_in: true, ..operators(term, symbols, &mut |_, _, _, _| {}) })
            });
            self.terms.push(kinds.collect());
        }
    }

    fn atom(&self, name: Name, arity: u32) -> Option<&DefinedAtom> {
        self.atoms.get(&(name, arity))
    }
}

fn operators(
    term: &TheoryTermDefinition,
    symbols: &Symbols,
    twice: &mut impl FnMut(&str, &str, Span, Span),
) -> Operators {
    let mut operators = Operators::default();
    let mut known: FxHashMap<(Name, bool), Span> = FxHashMap::default();
    for definition in &term.operators {
        let unary = definition.fixity == Fixity::Unary;
        if let Some(first) = known.insert((definition.operator, unary), definition.span) {
            twice("the operator", symbols.text(definition.operator), definition.span, first);
        }
        if unary {
            operators.unary.insert(definition.operator, definition.priority);
        } else {
            operators.binary.insert(definition.operator, (definition.priority, definition.fixity));
        }
    }
    operators
}

/// The place where a theory atom occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TheoryAtomPlace {
    Body,
    Head {
        /// Whether the rule has a body.
        body: bool,
    },
}

impl Normalizer<'_> {
    /// Normalizes a theory atom without pools in its arguments. If it does not fit its definition, reports that and returns
    /// `None`.
    pub(super) fn theory_atom(
        &mut self,
        atom: &TheoryAtom,
        occurrence: TheoryAtomPlace,
        scope: &mut Scope,
        body: &mut Vec<Literal>,
    ) -> Option<rule::TheoryAtom> {
        let theories = self.theories;
        let name = self.symbols.text(atom.name).to_owned();
        let arity = atom.pools[0].len() as u32;
        let Some(defined) = theories.atom(atom.name, arity) else {
            let message = format!("no definition found for theory atom: {name}/{arity}");
            let error = Diagnostic::error(message, atom.span).kind(ErrorKind::Theory);
            let help = match foreign_theories::advice(&name) {
                Some(advice) => advice.to_owned(),
                None if name == DIFFERENCE => {
                    "difference constraints are written `&diff { u - v } <= k`".to_owned()
                }
                None if integers::NAMES.contains(&&*name) => {
                    format!("constraints over integers have no arguments: `{}`", integers::example(&name))
                }
                None => format!(
                    "define it by `#theory t {{ … &{name}/{arity} : … }}.`, in this text or another one"
                ),
            };
            let sentence = format!("error: no definition found for theory atom:\n  {name}/{arity}");
            self.diagnostics.push(error.help(help).as_clingo(atom.span, sentence));
            return None;
        };
        let definition = &defined.definition;
        if let Some(message) = misplaced(definition.place, occurrence) {
            let error = Diagnostic::error(format!("`&{name}` {message}"), atom.span).kind(ErrorKind::Theory);
            self.diagnostics.push(defined.explain(error, "as it is defined here"));
            return None;
        }
        let terms = &theories.terms[defined.theory];
        let elements = self.kind(definition.elements, definition, terms, atom.span)?;
        let guard = match &atom.guard {
            None => None,
            Some(guard) => Some(self.guard(guard, atom, defined, terms, scope)?),
        };
        let arguments = atom.pools[0].iter().map(|term| self.evaluated(term, scope, body)).collect();
        // In a head, such an atom demands its constraint; in a body, it says whether the constraint holds.
        let is_difference = name == DIFFERENCE && (defined.place.is_none() || !theories.leaves_differences);
        let is_integer = defined.place.is_none() && integers::NAMES.contains(&&*name);
        let split = definition.place == TheoryPlace::Any && is_difference || is_integer;
        let tagged = is_integer && integers::counts_repeated(&name);
        let elements = self.theory_elements(atom, elements, tagged, scope)?;
        Some(rule::TheoryAtom {
            name: atom.name,
            arguments,
            elements,
            guard,
            side: match occurrence {
                TheoryAtomPlace::Head { .. } if split => Side::Head,
                TheoryAtomPlace::Body if split => Side::Body,
                _ => Side::Any,
            },
            is_directive: definition.place == TheoryPlace::Directive,
            tagged,
            span: atom.span,
        })
    }

    /// Normalizes the operator and term behind the elements.
    fn guard(
        &mut self,
        (operator, term): &(Name, TheoryTerm),
        atom: &TheoryAtom,
        defined: &DefinedAtom,
        terms: &FxHashMap<Name, Operators>,
        scope: &mut Scope,
    ) -> Option<(Name, rule::Term)> {
        let definition = &defined.definition;
        let parted = match &definition.guard {
            Some((allowed, _)) if defined.place.is_none() && !allowed.contains(operator) => {
                self.without_signs(*operator, term, allowed)
            }
            _ => None,
        };
        let (operator, term) = parted.as_ref().map_or((operator, term), |(operator, term)| (operator, term));
        let name = self.symbols.text(atom.name);
        let Some((allowed, kind)) = &definition.guard else {
            let error =
                Diagnostic::error(format!("`&{name}` takes no guard"), term.span()).kind(ErrorKind::Theory);
            self.diagnostics.push(defined.explain(error, "as it is defined here"));
            return None;
        };
        if !allowed.contains(operator) {
            let operators: Vec<String> =
                allowed.iter().map(|&name| format!("`{}`", self.symbols.text(name))).collect();
            let operators = operators.join(", ");
            let text = self.symbols.text(*operator);
            let message = format!("`{text}` cannot stand behind the elements of `&{name}`");
            let error = Diagnostic::error(message, atom.span).kind(ErrorKind::Theory);
            let error = defined.explain(error, format!("only {operators} can"));
            let help = match defined.place {
                Some(_) if name == DIFFERENCE => {
                    "without a definition of its own a program has that of clingo-dl, with all six relations"
                        .to_owned()
                }
                Some(_) => run_together(text),
                None => format!("only {operators} can"),
            };
            self.diagnostics.push(error.help(help));
            return None;
        }
        let operators = self.kind(*kind, definition, terms, atom.span)?;
        Some((*operator, self.theory_term(term, operators, scope)?))
    }

    fn kind<'t>(
        &mut self,
        name: Name,
        definition: &TheoryAtomDefinition,
        terms: &'t FxHashMap<Name, Operators>,
        span: Span,
    ) -> Option<&'t Operators> {
        let operators = terms.get(&name);
        if operators.is_none() {
            let text = self.symbols.text(name);
            let error =
                Diagnostic::error(format!("the theory defines no kind of terms `{text}`"), definition.span)
                    .kind(ErrorKind::Theory)
                    .related(span, "which an atom needs here")
                    .help(format!("write `{text} {{ }};`, with the operators of such terms, before it"));
            self.diagnostics.push(error);
        }
        operators
    }

    /// Normalizes the elements. Where equal ones count as often as they occur, each gets one more term, its tag: the number of
    /// the element in the text, and the variables that only its condition has.
    fn theory_elements(
        &mut self,
        atom: &TheoryAtom,
        operators: &Operators,
        tagged: bool,
        scope: &mut Scope,
    ) -> Option<Vec<AggregateElement>> {
        let parted = if operators.built_in { self.parted_elements(&atom.elements) } else { None };
        let mut elements = Vec::new();
        for element in parted.as_ref().unwrap_or(&atom.elements) {
            for literals in unpool::literals(&element.condition) {
                let number = elements.len();
                scope.within(|scope| {
                    let mut tuple = Vec::with_capacity(element.tuple.len());
                    for term in &element.tuple {
                        tuple.push(self.theory_term(term, operators, scope)?);
                    }
                    let mut condition = Vec::new();
                    self.condition(&literals, scope, &mut condition);
                    if tagged {
                        self.tag(number, &mut tuple, &condition, scope);
                    }
                    elements.push(AggregateElement { tuple, condition, span: atom.span });
                    Some(())
                })?;
            }
        }
        Some(elements)
    }

    /// Adds the tag of an element to its tuple.
    fn tag(&mut self, number: usize, tuple: &mut Vec<rule::Term>, condition: &[Literal], scope: &Scope) {
        let mut known: FxHashSet<Variable> = FxHashSet::default();
        tuple.iter().for_each(|term| {
            term.variables(&mut |variable| {
                known.insert(variable);
            });
        });
        let mut tag = vec![rule::Term::Symbol(self.symbols.number(number as i64))];
        for literal in condition {
            literal_variables(literal, &mut |variable| {
                // Each `_` and each interval has a variable without a name.
                if scope.variables[variable.index()].name.is_some() && known.insert(variable) {
                    tag.push(rule::Term::Variable(variable));
                }
            });
        }
        tuple.push(self.folded(rule::Term::Function(None, tag)));
    }

    /// Returns the elements one by one if a `;` between two of them was read as a part of the operator behind it: `x;-y` is the term
    /// `x ;- y` at first.
    fn parted_elements(&mut self, elements: &[TheoryElement]) -> Option<Vec<TheoryElement>> {
        let begins_element = |name: Name, symbols: &Symbols| symbols.text(name).starts_with(';');
        let mut terms = elements.iter().flat_map(|element| &element.tuple);
        let is_run_together = |term: &TheoryTerm| match term {
            TheoryTerm::Operation(operands, _) => {
                let mut operators = operands[1..].iter().filter_map(|(before, _)| before.first());
                operators.any(|&name| begins_element(name, self.symbols))
            }
            _ => false,
        };
        if !terms.any(is_run_together) {
            return None;
        }
        let mut parted = Vec::new();
        for element in elements {
            let mut tuple = Vec::new();
            for term in &element.tuple {
                let TheoryTerm::Operation(operands, span) = term else {
                    tuple.push(term.clone());
                    continue;
                };
                let mut rest: Vec<(Vec<Name>, TheoryTerm)> = Vec::new();
                for operand in operands {
                    let (mut before, operand) = operand.clone();
                    let is_first = rest.is_empty();
                    if !is_first && before.first().is_some_and(|&name| begins_element(name, self.symbols)) {
                        tuple.push(TheoryTerm::Operation(std::mem::take(&mut rest), *span));
                        parted
                            .push(TheoryElement { tuple: std::mem::take(&mut tuple), condition: Vec::new() });
                        let signs = self.symbols.text(before[0])[1..].to_owned();
                        before[0] = self.symbols.name(&signs);
                    }
                    rest.push((before, operand));
                }
                tuple.push(TheoryTerm::Operation(rest, *span));
            }
            parted.push(TheoryElement { tuple, condition: element.condition.clone() });
        }
        Some(parted)
    }

    /// Returns the operator behind the elements, and the term with the signs that were read as a part of it, if there are any:
    /// `=-3` has the operator `=-` at first.
    fn without_signs(
        &mut self,
        operator: Name,
        term: &TheoryTerm,
        allowed: &[Name],
    ) -> Option<(Name, TheoryTerm)> {
        let text = self.symbols.text(operator).to_owned();
        let relation = text.trim_end_matches(['-', '+']);
        let relation = self.symbols.find_name(relation).filter(|name| allowed.contains(name))?;
        let signs = self.symbols.name(&text[self.symbols.text(relation).len()..]);
        let (span, mut operands) = match term {
            TheoryTerm::Operation(operands, span) => (*span, operands.clone()),
            term => (term.span(), vec![(Vec::new(), term.clone())]),
        };
        operands[0].0.insert(0, signs);
        Some((relation, TheoryTerm::Operation(operands, span)))
    }

    /// Returns the operators before an operand one by one: `*-` is `*` and `-`. Those that are defined stay as they are, and those
    /// that do not consist of such.
    fn parted_operators(&mut self, before: &[Name], is_binary: bool, operators: &Operators) -> Vec<Name> {
        let mut parted = Vec::new();
        for &name in before {
            let is_binary = is_binary && parted.is_empty();
            let is_known = if is_binary {
                operators.binary.contains_key(&name)
            } else {
                operators.unary.contains_key(&name)
            };
            let text = self.symbols.text(name);
            let signs = text.len() - text.trim_end_matches(['-', '+']).len();
            // A binary operator may be a sign itself.
            let (binary, unary) = text.split_at(if is_binary { (text.len() - signs).max(1) } else { 0 });
            let parts = [binary].into_iter().chain(unary.split("")).filter(|part| !part.is_empty());
            let parts: Option<Vec<Name>> = parts.map(|part| self.symbols.find_name(part)).collect();
            match parts {
                Some(parts) if !is_known && text.len() > 1 => parted.extend(parts),
                _ => parted.push(name),
            }
        }
        parted
    }

    /// Normalizes a term. Its operators become functions.
    fn theory_term(
        &mut self,
        term: &TheoryTerm,
        operators: &Operators,
        scope: &mut Scope,
    ) -> Option<rule::Term> {
        let (name, terms) = match term {
            TheoryTerm::Symbol(symbol, _) => {
                return Some(rule::Term::Symbol(self.constants.replace(*symbol, self.symbols)));
            }
            TheoryTerm::Variable(name, span) => {
                return Some(rule::Term::Variable(self.variable(*name, *span, scope)));
            }
            TheoryTerm::Operation(operands, span) => {
                return self.operation(operands, *span, operators, scope);
            }
            TheoryTerm::Function(name, terms, _) if terms.is_empty() => {
                let call = format!("{}{CALL}", self.symbols.text(*name));
                (Some(self.symbols.name(&call)), terms)
            }
            TheoryTerm::Function(name, terms, _) => (Some(*name), terms),
            TheoryTerm::Collection(Brackets::Tuple, terms, _) => (None, terms),
            TheoryTerm::Collection(Brackets::Set, terms, _) => (Some(self.symbols.name(SET)), terms),
            TheoryTerm::Collection(Brackets::List, terms, _) => (Some(self.symbols.name(LIST)), terms),
        };
        let mut arguments = Vec::with_capacity(terms.len());
        for term in terms {
            arguments.push(self.theory_term(term, operators, scope)?);
        }
        Some(self.folded(rule::Term::Function(name, arguments)))
    }

    fn operation(
        &mut self,
        operands: &[(Vec<Name>, TheoryTerm)],
        span: Span,
        operators: &Operators,
        scope: &mut Scope,
    ) -> Option<rule::Term> {
        let mut stack = OperatorStack::default();
        for (position, (before, operand)) in operands.iter().enumerate() {
            let parted;
            let before = if operators.built_in {
                parted = self.parted_operators(before, position > 0, operators);
                &parted
            } else {
                before
            };
            for (index, &operator) in before.iter().enumerate() {
                let is_binary = position > 0 && index == 0;
                let known = if is_binary {
                    operators.binary.get(&operator).copied()
                } else {
                    operators.unary.get(&operator).map(|&priority| (priority, Fixity::Unary))
                };
                let Some((priority, fixity)) = known else {
                    let text = self.symbols.text(operator);
                    let operands = if is_binary { "two operands" } else { "one operand" };
                    let error = Diagnostic::error(
                        format!("the theory has no operator `{text}` of {operands} for such terms"),
                        span,
                    );
                    self.diagnostics.push(error.kind(ErrorKind::Theory).help(run_together(text)));
                    return None;
                };
                while is_binary && stack.binds_before(priority, fixity) {
                    stack.reduce(self);
                }
                stack.operators.push((operator, priority, fixity));
            }
            let operand = self.theory_term(operand, operators, scope)?;
            let height = height(&operand);
            stack.operands.push((operand, height));
        }
        while !stack.operators.is_empty() {
            stack.reduce(self);
        }
        let (term, height) = stack.operands.pop().expect("an operation has an operand");
        if height > MAX_DEPTH {
            let error = Diagnostic::error(format!("terms nest more than {MAX_DEPTH} deep here"), span);
            self.diagnostics.push(error.kind(ErrorKind::Size).help("write several elements instead"));
            return None;
        }
        Some(term)
    }
}

/// The stack of an operator precedence parser: operators that wait for operands, and operands with their heights.
#[derive(Default)]
struct OperatorStack {
    operators: Vec<(Name, u32, Fixity)>,
    operands: Vec<(rule::Term, u32)>,
}

impl OperatorStack {
    /// Whether the last operator binds more strongly than the binary operator that comes next.
    fn binds_before(&self, priority: u32, fixity: Fixity) -> bool {
        self.operators
            .last()
            .is_some_and(|&(_, last, _)| last > priority || last == priority && fixity == Fixity::Left)
    }

    /// Applies the last operator to its operands.
    fn reduce(&mut self, normalizer: &mut Normalizer) {
        let (operator, _, fixity) = self.operators.pop().expect("there is one");
        let count = if fixity == Fixity::Unary { 1 } else { 2 };
        let operands = self.operands.split_off(self.operands.len() - count);
        let height = 1 + operands.iter().map(|&(_, height)| height).max().unwrap_or_default();
        let operands: Vec<rule::Term> = operands.into_iter().map(|(term, _)| term).collect();
        // A term that is too deep is refused. Until then its height is enough: to drop such a term could overflow the stack.
        let term = match height > MAX_DEPTH {
            true => rule::Term::Symbol(Symbol::INF),
            false => normalizer.folded(rule::Term::Function(Some(operator), operands)),
        };
        self.operands.push((term, height));
    }
}

fn height(term: &rule::Term) -> u32 {
    match term {
        rule::Term::Function(_, arguments) => 1 + arguments.iter().map(height).max().unwrap_or_default(),
        _ => 0,
    }
}

/// Returns the message that an atom cannot occur at this place, if that is so.
fn misplaced(place: TheoryPlace, occurrence: TheoryAtomPlace) -> Option<&'static str> {
    match (place, occurrence) {
        (TheoryPlace::Head, TheoryAtomPlace::Body) => Some("stands in heads only"),
        (TheoryPlace::Body, TheoryAtomPlace::Head { .. }) => Some("stands in bodies only"),
        (TheoryPlace::Directive, TheoryAtomPlace::Body | TheoryAtomPlace::Head { body: true }) => {
            Some("is a directive, which has no body")
        }
        _ => None,
    }
}

/// Returns advice for an operator that is not defined.
fn run_together(operator: &str) -> String {
    if operator.len() > 1 {
        format!("define it, or put blanks between its parts if `{operator}` is several")
    } else {
        "define it in `#theory`, or write it as it is defined there".to_owned()
    }
}
