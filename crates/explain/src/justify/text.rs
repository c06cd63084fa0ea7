//! Texts of literals and values of an instance.

use groundplan_ground::analysis::print::RulePrinter;
use groundplan_ground::analysis::rule::{
    Aggregate, AggregateElement, Atom, Conditional, Literal, Term, TheoryAtom, Variable,
};
use groundplan_ground::diagnostic::Sources;
use groundplan_ground::program::AtomId;
use groundplan_ground::symbol::{Symbol, Symbols};

use super::statements::Statement;
use super::values::VariableValues;
use super::world::World;
use crate::Instance;

impl World<'_> {
    /// An atom of the ground program as it prints.
    pub fn atom_text(&self, atom: AtomId) -> String {
        let Some((signature, arguments)) = self.base.name(atom) else { return format!("atom {}", atom.0) };
        let sign = if signature.negative { "-" } else { "" };
        let name = self.symbols.text(signature.name);
        match arguments {
            [] => format!("{sign}{name}"),
            _ => format!("{sign}{name}({})", self.tuple_text(arguments)),
        }
    }

    /// Terms, separated by commas.
    pub fn tuple_text(&self, symbols: &[Symbol]) -> String {
        let texts: Vec<String> = symbols.iter().map(|&it| self.symbols.display(it).to_string()).collect();
        texts.join(",")
    }

    /// A literal with the values of its variables in their place.
    pub fn literal_text(
        &mut self,
        literal: &Literal,
        statement: &Statement,
        values: &VariableValues,
    ) -> String {
        let literal = substitute(literal, values, self.symbols);
        RulePrinter::new(&statement.rule, self.symbols, self.base).literal(&literal)
    }

    /// The values among these that a reader knows the variables of. A term without a name, such as an interval, is named by
    /// its text.
    pub fn instance_of(
        &self,
        values: impl IntoIterator<Item = (Variable, Symbol)>,
        statement: &Statement,
        sources: &Sources,
    ) -> Instance {
        let mut known: Vec<(Variable, Symbol)> = values.into_iter().collect();
        known.sort_unstable_by_key(|&(variable, _)| variable);
        let named = known.into_iter().filter_map(|(variable, value)| {
            let info = statement.rule.variables[variable.index()];
            let name = match info.name {
                Some(name) => self.symbols.text(name),
                None => &sources.text(info.span.source)[info.span.range()],
            };
            (name != "_").then(|| (name.to_owned(), self.symbols.display(value).to_string()))
        });
        let mut values: Vec<(String, String)> = named.collect();
        // A term that occurs twice stands for two variables.
        let mut seen = rustc_hash::FxHashSet::default();
        values.retain(|value| seen.insert(value.clone()));
        Instance { values }
    }
}

fn term(of: &Term, values: &VariableValues, symbols: &mut Symbols) -> Term {
    if values.binds(of) {
        if let Some(value) = values.value(of, symbols) {
            return Term::Symbol(value);
        }
    }
    match of {
        Term::Symbol(_) => of.clone(),
        Term::Variable(variable) => values.get(*variable).map_or_else(|| of.clone(), Term::Symbol),
        Term::Function(name, arguments) => Term::Function(*name, terms(arguments, values, symbols)),
        Term::Unary(operator, operand, span) => {
            Term::Unary(*operator, Box::new(term(operand, values, symbols)), *span)
        }
        Term::Binary(operator, left, right, span) => {
            let [left, right] = [left, right].map(|side| Box::new(term(side, values, symbols)));
            Term::Binary(*operator, left, right, *span)
        }
    }
}

fn terms(of: &[Term], values: &VariableValues, symbols: &mut Symbols) -> Vec<Term> {
    of.iter().map(|one| term(one, values, symbols)).collect()
}

fn literals(of: &[Literal], values: &VariableValues, symbols: &mut Symbols) -> Vec<Literal> {
    of.iter().map(|literal| substitute(literal, values, symbols)).collect()
}

fn elements(
    of: &[AggregateElement],
    values: &VariableValues,
    symbols: &mut Symbols,
) -> Vec<AggregateElement> {
    let elements = of.iter().map(|element| AggregateElement {
        tuple: terms(&element.tuple, values, symbols),
        condition: literals(&element.condition, values, symbols),
        span: element.span,
    });
    elements.collect()
}

/// A literal with values in place of variables, and of terms that have one.
fn substitute(literal: &Literal, values: &VariableValues, symbols: &mut Symbols) -> Literal {
    match literal {
        Literal::Atom(sign, atom) => {
            let arguments = terms(&atom.arguments, values, symbols);
            Literal::Atom(*sign, Atom { arguments, ..atom.clone() })
        }
        Literal::Compare(left, relation, right) => {
            Literal::Compare(term(left, values, symbols), *relation, term(right, values, symbols))
        }
        Literal::Aggregate(sign, aggregate) => {
            let guards = aggregate.guards.iter();
            let guards = guards.map(|(relation, guard)| (*relation, term(guard, values, symbols))).collect();
            let elements = elements(&aggregate.elements, values, symbols);
            Literal::Aggregate(*sign, Aggregate { guards, elements, ..aggregate.clone() })
        }
        Literal::Conditional(conditional) => {
            let consequents = conditional.consequents.iter();
            Literal::Conditional(Conditional {
                condition: literals(&conditional.condition, values, symbols),
                consequents: consequents.map(|all| literals(all, values, symbols)).collect(),
            })
        }
        Literal::Theory(sign, atom) => {
            let arguments = terms(&atom.arguments, values, symbols);
            let elements = elements(&atom.elements, values, symbols);
            let guard = atom.guard.as_ref();
            let guard = guard.map(|(operator, guard)| (*operator, term(guard, values, symbols)));
            Literal::Theory(*sign, TheoryAtom { arguments, elements, guard, ..atom.clone() })
        }
        Literal::Range(variable, lower, upper, span) => {
            let [lower, upper] = [lower, upper].map(|bound| term(bound, values, symbols));
            Literal::Range(*variable, lower, upper, *span)
        }
        Literal::Call(variable, call) => {
            let mut call = call.clone();
            call.arguments = terms(&call.arguments, values, symbols);
            Literal::Call(*variable, call)
        }
    }
}
