//! Prints rules as text after the analysis, close to the language.
//!
//! Variables without a name in the program are `_` if they occur once, else `V1`, `V2` and so on. Intervals, calls and
//! arithmetic that were moved out of an atom are equations of their own. A predicate whose name begins with `#` is a
//! projection, see [`super::projection`].

use std::cell::Cell;
use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::rule::{
    Aggregate, AggregateElement, Atom, Call, Conditional, Disjunct, Element, Head, Literal, Rule, Term,
    TheoryAtom, Variable,
};
use crate::program::{is_operator, Base, PredicateId};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Relation, Sign, UnaryOperator};

/// A printer of one rule and of its parts.
pub struct RulePrinter<'a> {
    symbols: &'a Symbols,
    base: &'a Base,
    names: Vec<String>,
    /// The number of times that each variable was printed.
    printed: Vec<Cell<u32>>,
}

impl<'a> RulePrinter<'a> {
    /// Returns a printer for a rule and its variables.
    #[must_use]
    pub fn new(rule: &Rule, symbols: &'a Symbols, base: &'a Base) -> Self {
        let count = rule.variables.len();
        let mut printer = RulePrinter {
            symbols,
            base,
            names: vec![String::new(); count],
            printed: vec![Cell::new(0); count],
        };
        // The first printing counts how often each variable occurs.
        let _ = printer.rule(rule);
        let taken: BTreeSet<&str> =
            rule.variables.iter().filter_map(|one| one.name.map(|name| symbols.text(name))).collect();
        let mut fresh =
            (1..).map(|number| format!("V{number}")).filter(|name| !taken.contains(name.as_str()));
        let global: BTreeSet<Name> =
            rule.variables.iter().filter(|one| !one.is_local).filter_map(|one| one.name).collect();
        let occurrences = printer.printed.iter().map(Cell::get);
        printer.names = rule
            .variables
            .iter()
            .zip(occurrences)
            .map(|(variable, occurrences)| match variable.name {
                // A condition that moved to the body may have brought a variable of this name there.
                Some(name) if variable.is_local && global.contains(&name) => {
                    fresh.next().expect("there is no last number")
                }
                Some(name) => symbols.text(name).to_owned(),
                None if occurrences < 2 => "_".to_owned(),
                None => fresh.next().expect("there is no last number"),
            })
            .collect();
        printer
    }

    /// Returns the rule as text, with its dot.
    #[must_use]
    pub fn rule(&self, rule: &Rule) -> String {
        let head = match &rule.head {
            Head::None => String::new(),
            Head::Disjunction(atoms) => atoms.iter().map(|atom| self.atom(atom)).join("; "),
            Head::Choice(elements, guards) => self.choice(elements, guards),
            Head::Bounds(elements, guards) => format!("bounds of {}", self.choice(elements, guards)),
            Head::Conditional(disjuncts) => {
                disjuncts.iter().map(|disjunct| self.disjunct(disjunct)).join("; ")
            }
            Head::Projection(atom) => self.atom(atom),
            Head::External(atom, value) => {
                let value =
                    value.as_ref().map_or_else(String::new, |value| format!(" [{}]", self.term(value)));
                return format!("#external {}{}.{value}", self.atom(atom), self.condition(" : ", &rule.body));
            }
            Head::Project(atom) => {
                return format!("#project {}{}.", self.atom(atom), self.condition(" : ", &rule.body));
            }
            Head::Minimize(weight, priority, tuple) => {
                let tuple: String = tuple.iter().map(|term| format!(",{}", self.term(term))).collect();
                let (weight, priority) = (self.term(weight), self.term(priority));
                return format!(":~{}. [{weight}@{priority}{tuple}]", self.condition(" ", &rule.body));
            }
            Head::Heuristic(atom, [bias, priority, modifier]) => {
                let (atom, condition) = (self.atom(atom), self.condition(" : ", &rule.body));
                let (bias, priority) = (self.term(bias), self.term(priority));
                return format!("#heuristic {atom}{condition}. [{bias}@{priority},{}]", self.term(modifier));
            }
            Head::Theory(atom) => self.theory(Sign::Positive, atom),
            Head::Show(term) => {
                return format!("#show {}{}.", self.term(term), self.condition(" : ", &rule.body));
            }
            Head::Edge(from, to) => {
                let (from, to) = (self.term(from), self.term(to));
                return format!("#edge ({from},{to}){}.", self.condition(" : ", &rule.body));
            }
        };
        format!("{head}{}.", self.condition(if head.is_empty() { ":- " } else { " :- " }, &rule.body))
    }

    /// Returns literals as text behind `before`; the empty text if there are none.
    fn condition(&self, before: &str, literals: &[Literal]) -> String {
        if literals.is_empty() {
            return String::new();
        }
        // Behind the `:` of a condition, a `,` would continue it.
        let separator =
            if literals.iter().any(|l| matches!(l, Literal::Conditional(_))) { "; " } else { ", " };
        format!("{before}{}", literals.iter().map(|literal| self.literal(literal)).join(separator))
    }

    /// Returns a literal as text.
    #[must_use]
    pub fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Atom(sign, atom) => self.negation(*sign, atom),
            Literal::Compare(left, relation, right) => self.compare(left, *relation, right),
            Literal::Range(variable, lower, upper, _) => {
                format!("{} = {}..{}", self.variable(*variable), self.operand(lower), self.operand(upper))
            }
            Literal::Call(variable, call) => format!("{} = {}", self.variable(*variable), self.call(call)),
            Literal::Aggregate(sign, aggregate) => self.aggregate(*sign, aggregate),
            Literal::Conditional(conditional) => self.conditional(conditional),
            Literal::Theory(sign, atom) => self.theory(*sign, atom),
        }
    }

    /// Returns an atom with its sign as text.
    #[must_use]
    pub fn negation(&self, sign: Sign, atom: &Atom) -> String {
        format!("{}{}", not(sign), self.atom(atom))
    }

    /// Returns a comparison as text.
    #[must_use]
    pub fn compare(&self, left: &Term, relation: Relation, right: &Term) -> String {
        format!("{} {} {}", self.term(left), relation.text(), self.term(right))
    }

    /// Returns a call of an external function as text.
    #[must_use]
    pub fn call(&self, call: &Call) -> String {
        format!("@{}({})", self.symbols.text(call.function), self.terms(&call.arguments))
    }

    /// Returns an aggregate with its sign as text.
    #[must_use]
    pub fn aggregate(&self, sign: Sign, aggregate: &Aggregate) -> String {
        let function = aggregate.function.text();
        let element = |element: &AggregateElement| {
            format!("{} : {}", self.terms(&element.tuple), self.condition("", &element.condition))
                .trim_end_matches([' ', ':'])
                .to_owned()
        };
        let elements = aggregate.elements.iter().map(element).join("; ");
        format!("{}{function} {{ {elements} }}{}", not(sign), self.guards(&aggregate.guards))
    }

    /// Returns a theory atom with its sign as text.
    #[must_use]
    pub fn theory(&self, sign: Sign, atom: &TheoryAtom) -> String {
        let element = |element: &AggregateElement| {
            let tuple = &element.tuple[..element.tuple.len() - usize::from(atom.tagged)];
            format!("{}{}", self.terms(tuple), self.condition(" : ", &element.condition))
        };
        let elements = atom.elements.iter().map(element).join("; ");
        let name = self.symbols.text(atom.name);
        let arguments = match atom.arguments.as_slice() {
            [] => String::new(),
            arguments => format!("({})", self.terms(arguments)),
        };
        let guard = match &atom.guard {
            Some((operator, term)) => format!(" {} {}", self.symbols.text(*operator), self.term(term)),
            None => String::new(),
        };
        format!("{}&{name}{arguments} {{ {elements} }}{guard}", not(sign))
    }

    /// Returns a conditional literal as text. Several consequents, or one of several literals, are in parentheses.
    #[must_use]
    pub fn conditional(&self, conditional: &Conditional) -> String {
        let consequents =
            conditional.consequents.iter().map(|literals| self.condition("", literals)).join(" | ");
        let consequents = match conditional.consequents.as_slice() {
            [literals] if literals.len() == 1 => consequents,
            [] => "#false".to_owned(),
            _ => format!("({consequents})"),
        };
        format!("{consequents} : {}", self.condition("", &conditional.condition))
    }

    fn choice(&self, elements: &[Element], guards: &[(Relation, Term)]) -> String {
        let element = |element: &Element| {
            let tuple = element.weighed.as_ref().map(|(_, tuple)| format!("{} : ", self.terms(tuple)));
            let condition = self.condition(" : ", &element.condition);
            format!("{}{}{condition}", tuple.unwrap_or_default(), self.atom(&element.atom))
        };
        format!("{{ {} }}{}", elements.iter().map(element).join("; "), self.guards(guards))
    }

    fn disjunct(&self, disjunct: &Disjunct) -> String {
        let member = |member: &super::rule::Member| {
            let literal = self.literal(&member.literal);
            format!("{literal}{}", self.condition(", ", &member.instances))
        };
        let members = disjunct.members.iter().map(member).join(" & ");
        format!("{members}{}", self.condition(" : ", &disjunct.condition))
    }

    fn guards(&self, guards: &[(Relation, Term)]) -> String {
        guards.iter().map(|(relation, term)| format!(" {} {}", relation.text(), self.term(term))).collect()
    }

    /// Returns an atom as text.
    #[must_use]
    pub fn atom(&self, atom: &Atom) -> String {
        let arguments: Vec<String> = atom.arguments.iter().map(|term| self.term(term)).collect();
        self.predicate(atom.predicate, &arguments)
    }

    /// Returns an atom as text, given its arguments as text.
    #[must_use]
    pub fn predicate(&self, predicate: PredicateId, arguments: &[String]) -> String {
        let signature = self.base.domain(predicate).signature();
        let sign = if signature.negative { "-" } else { "" };
        let name = self.symbols.text(signature.name);
        if arguments.is_empty() {
            return format!("{sign}{name}");
        }
        format!("{sign}{name}({})", arguments.join(","))
    }

    /// Returns a variable's name, and counts that it was printed.
    #[must_use]
    pub fn variable(&self, variable: Variable) -> &str {
        let printed = &self.printed[variable.index()];
        printed.set(printed.get() + 1);
        &self.names[variable.index()]
    }

    fn terms(&self, terms: &[Term]) -> String {
        terms.iter().map(|term| self.term(term)).join(",")
    }

    /// Returns a term as text.
    #[must_use]
    pub fn term(&self, term: &Term) -> String {
        match term {
            Term::Symbol(symbol) => self.symbol(*symbol),
            Term::Variable(variable) => self.variable(*variable).to_owned(),
            Term::Function(Some(name), arguments) if self.is_operation(*name, arguments.len()) => {
                self.operation(*name, arguments.iter().map(|argument| self.operand(argument)))
            }
            Term::Function(None, arguments) if arguments.len() == 1 => {
                format!("({},)", self.terms(arguments))
            }
            Term::Function(name, arguments) => self.function(*name, &self.terms(arguments)),
            Term::Unary(UnaryOperator::Absolute, operand, _) => format!("|{}|", self.term(operand)),
            Term::Unary(UnaryOperator::Minus, operand, _) => format!("-{}", self.operand(operand)),
            Term::Unary(UnaryOperator::Complement, operand, _) => format!("~{}", self.operand(operand)),
            Term::Binary(operator, left, right, _) => {
                format!("{}{}{}", self.operand(left), operator.text(), self.operand(right))
            }
        }
    }

    /// Returns a function, or a tuple if there is no name, as text, given its arguments as text.
    #[must_use]
    pub fn function(&self, name: Option<Name>, arguments: &str) -> String {
        format!("{}({arguments})", name.map_or("", |name| self.symbols.text(name)))
    }

    /// Returns a term as text for an operand: an operation is in parentheses.
    fn operand(&self, term: &Term) -> String {
        let is_operation = match term {
            Term::Binary(..) => true,
            Term::Function(Some(name), arguments) => {
                arguments.len() == 2 && self.is_operation(*name, arguments.len())
            }
            Term::Symbol(symbol) => return self.symbol_operand(*symbol),
            _ => false,
        };
        if is_operation {
            format!("({})", self.term(term))
        } else {
            self.term(term)
        }
    }

    /// Returns a value as text; in a theory atom, it may be an operation.
    fn symbol(&self, symbol: Symbol) -> String {
        match self.symbols.as_function(symbol) {
            Some((Some(name), arguments, false)) if self.is_operation(name, arguments.len()) => {
                self.operation(name, arguments.iter().map(|&argument| self.symbol_operand(argument)))
            }
            _ => self.symbols.display(symbol).to_string(),
        }
    }

    fn symbol_operand(&self, symbol: Symbol) -> String {
        let text = self.symbol(symbol);
        match self.symbols.as_function(symbol) {
            Some((Some(name), [_, _], false)) if self.is_operation(name, 2) => format!("({text})"),
            _ => text,
        }
    }

    /// Whether a function of a theory term stands for an operation, with its operator as name.
    fn is_operation(&self, name: Name, arity: usize) -> bool {
        (1..=2).contains(&arity) && is_operator(self.symbols.text(name))
    }

    fn operation(&self, operator: Name, operands: impl Iterator<Item = String>) -> String {
        let operator = self.symbols.text(operator);
        match &operands.collect::<Vec<_>>()[..] {
            [left, right] => format!("{left}{operator}{right}"),
            operands => format!("{operator}{}", operands.concat()),
        }
    }
}

fn not(sign: Sign) -> &'static str {
    match sign {
        Sign::Positive => "",
        Sign::Negative => "not ",
        Sign::DoubleNegative => "not not ",
    }
}
