//! The shown part of an answer, as rows of tables: a table for each predicate, a column for each argument. Values of integer
//! variables have tables of their own, with the value in the last column.

use groundplan::exchange::Formula;
use groundplan::program::Atom;
use groundplan::symbol::{Symbol, SymbolView, Symbols};
use groundplan_frontend::run::FoundAnswer;
use indexmap::IndexSet;
use serde_json::{json, Value};

/// A shown atom or term, or an integer variable with its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AnswerRow {
    /// The name of the predicate or function, with `-` before it for strong negation. It is empty for other terms: numbers,
    /// strings and tuples.
    pub predicate: String,
    /// The arguments, or the other term itself; behind them the value, if there is one.
    pub arguments: Vec<String>,
    /// Whether it is an integer variable with its value.
    pub has_value: bool,
}

/// The characters that a row takes beside its texts.
const FRAME: usize = 16;

impl AnswerRow {
    /// The number of characters that it takes on a page.
    pub fn size(&self) -> usize {
        FRAME + self.predicate.len() + self.arguments.iter().map(String::len).sum::<usize>()
    }
}

/// An atom, or a shown term with a name, as symbols; not strongly negated.
#[derive(Clone, Copy, Debug)]
pub struct NamedAnswer<'e> {
    /// The name of the predicate or function.
    pub name: &'e str,
    /// The arguments.
    pub arguments: &'e [Symbol],
}

/// Returns the rows of an answer; `None` if they have more than `most` characters.
pub fn rows(found: &FoundAnswer<'_>, formula: Option<&Formula>, most: usize) -> Option<Vec<AnswerRow>> {
    let mut size = 0;
    let mut rows = Vec::new();
    let mut add = |row: AnswerRow| {
        size += row.size();
        rows.push(row);
        size <= most
    };
    let symbols = found.ground_program().symbols;
    if let (Some(formula), FoundAnswer::Model(model)) = (formula, found) {
        let mut numbers = formula.numbers(|atom| model.holds(atom));
        let is_whole = numbers.all(|number| add(other_row(number.to_string())));
        return is_whole.then_some(rows);
    }
    let is_whole = match found {
        FoundAnswer::Model(model) => {
            model.atoms().all(|atom| add(atom_row(&atom, symbols)))
                && model.terms().all(|term| add(term_row(term, symbols)))
                && model.values().into_iter().all(|(variable, value)| {
                    let arguments = vec![symbols.display(variable).to_string(), value.to_string()];
                    add(AnswerRow { predicate: "dl".to_owned(), arguments, has_value: false })
                })
                && model
                    .integers()
                    .into_iter()
                    .all(|(variable, value)| add(value_row(variable, value, symbols)))
        }
        FoundAnswer::Consequences(_, common) => {
            common.atoms().all(|atom| add(atom_row(&atom, symbols)))
                && common.terms().iter().all(|&term| add(term_row(term, symbols)))
        }
    };
    is_whole.then_some(rows)
}

/// Returns the predicates of rows, as triples of name, arity and whether there is a value, and each row as the number of its
/// predicate and its arguments.
pub fn by_predicate<'r>(rows: impl Iterator<Item = &'r AnswerRow>) -> (Vec<Value>, Vec<Value>) {
    let mut predicates: IndexSet<(&str, usize, bool)> = IndexSet::new();
    let atoms = rows.map(|row| {
        let predicate = predicates.insert_full((&row.predicate, row.arguments.len(), row.has_value)).0;
        json!([predicate, row.arguments])
    });
    let atoms = atoms.collect();
    (predicates.iter().map(|predicate| json!(predicate)).collect(), atoms)
}

/// Returns the atoms and terms that a drawing can be made of, in the order in which they are printed.
pub fn named<'e>(found: &FoundAnswer<'e>) -> Vec<NamedAnswer<'e>> {
    let symbols = found.ground_program().symbols;
    let of_atom = |atom: Atom<'e>| {
        (!atom.is_negative()).then(|| NamedAnswer { name: atom.name(), arguments: atom.arguments() })
    };
    let of_term = |term: Symbol| match symbols.view(term) {
        SymbolView::Function { name: Some(name), arguments, negative: false } => {
            Some(NamedAnswer { name, arguments })
        }
        _ => None,
    };
    match found {
        FoundAnswer::Model(model) => {
            model.atoms().filter_map(of_atom).chain(model.terms().filter_map(of_term)).collect()
        }
        FoundAnswer::Consequences(_, common) => {
            let terms = common.terms().iter().copied();
            common.atoms().filter_map(of_atom).chain(terms.filter_map(of_term)).collect()
        }
    }
}

fn atom_row(atom: &Atom<'_>, symbols: &Symbols) -> AnswerRow {
    named_row(atom.name(), atom.is_negative(), atom.arguments(), symbols)
}

fn term_row(term: Symbol, symbols: &Symbols) -> AnswerRow {
    match symbols.view(term) {
        SymbolView::Function { name: Some(name), arguments, negative } => {
            named_row(name, negative, arguments, symbols)
        }
        _ => other_row(symbols.display(term).to_string()),
    }
}

fn other_row(text: String) -> AnswerRow {
    AnswerRow { predicate: String::new(), arguments: vec![text], has_value: false }
}

fn value_row(variable: Symbol, value: i64, symbols: &Symbols) -> AnswerRow {
    let mut row = term_row(variable, symbols);
    // A variable without arguments is in a table with the others.
    if row.arguments.is_empty() {
        row = other_row(row.predicate);
    }
    row.arguments.push(value.to_string());
    AnswerRow { has_value: true, ..row }
}

fn named_row(name: &str, negative: bool, arguments: &[Symbol], symbols: &Symbols) -> AnswerRow {
    let sign = if negative { "-" } else { "" };
    AnswerRow {
        predicate: format!("{sign}{name}"),
        arguments: arguments.iter().map(|&argument| symbols.display(argument).to_string()).collect(),
        has_value: false,
    }
}
