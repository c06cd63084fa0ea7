//! The bars of a schedule that an answer set shows by `bar(TASK,START,LENGTH)` or `bar(ROW,TASK,START,LENGTH)`, with a fifth
//! argument for the colour. A start or length is an integer, or an integer variable, whose value counts.

use std::collections::HashMap;

use groundplan::symbol::{Symbol, SymbolView, Symbols};
use groundplan_frontend::run::FoundAnswer;

use super::answer::NamedAnswer;

/// A bar; its texts are terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DrawnBar {
    pub row: String,
    pub task: String,
    pub start: i64,
    /// At least 0.
    pub length: i64,
    /// What gives it its colour, instead of the row.
    pub value: Option<String>,
}

impl DrawnBar {
    /// The number of characters that it takes on a page, beside its numbers.
    pub fn size(&self) -> usize {
        self.row.len() + self.task.len() + self.value.as_ref().map_or(0, String::len)
    }
}

/// Returns the bars of an answer, of which these are the atoms and terms. What has no integer start and length is left out.
pub fn bars(shown: &[NamedAnswer<'_>], found: &FoundAnswer<'_>) -> Vec<DrawnBar> {
    let atoms: Vec<&NamedAnswer<'_>> = shown.iter().filter(|atom| atom.name == "bar").collect();
    if atoms.is_empty() {
        return Vec::new();
    }
    let symbols = found.ground_program().symbols;
    let values = VariableValues::of(found);
    atoms.into_iter().filter_map(|atom| bar(atom.arguments, &values, symbols)).collect()
}

fn bar(arguments: &[Symbol], values: &VariableValues<'_>, symbols: &Symbols) -> Option<DrawnBar> {
    let (row, task, start, length, value) = match *arguments {
        [task, start, length] => (task, task, start, length, None),
        [row, task, start, length] => (row, task, start, length, None),
        [row, task, start, length, value] => (row, task, start, length, Some(value)),
        _ => return None,
    };
    let text = |term| symbols.display(term).to_string();
    let (start, length) = (values.integer(start, symbols)?, values.integer(length, symbols)?);
    (length >= 0).then(|| DrawnBar {
        row: text(row),
        task: text(task),
        start,
        length,
        value: value.map(text),
    })
}

/// The values of variables in an answer, whether or not they are shown.
struct VariableValues<'f> {
    found: &'f FoundAnswer<'f>,
    /// Those of difference constraints.
    differences: HashMap<Symbol, i64>,
}

impl<'f> VariableValues<'f> {
    fn of(found: &'f FoundAnswer<'_>) -> Self {
        let differences = match found {
            FoundAnswer::Model(model) => model.values().into_iter().collect(),
            FoundAnswer::Consequences(..) => HashMap::new(),
        };
        VariableValues { found, differences }
    }

    /// Returns an integer, or the value of a variable.
    fn integer(&self, term: Symbol, symbols: &Symbols) -> Option<i64> {
        match (symbols.view(term), self.found) {
            (SymbolView::Number(number), _) => Some(number),
            (_, FoundAnswer::Model(model)) => {
                model.integer(term).or_else(|| self.differences.get(&term).copied())
            }
            (_, FoundAnswer::Consequences(..)) => None,
        }
    }
}
