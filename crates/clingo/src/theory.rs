//! Theory atoms as copies, which outlive the program, and the numbers of their conditions.

use groundplan::program::{GroundProgram, CALL, LIST, SET};
use rustc_hash::FxHashMap;

use crate::literal::number;
use crate::term::{Term, TermCache};

/// A theory atom.
#[derive(Clone, PartialEq, PartialOrd, Hash, Debug)]
pub struct TheoryAtom {
    /// The name with its arguments.
    pub term: Term,
    /// The elements, in order.
    pub elements: Vec<Element>,
    /// The operator and the term behind the elements.
    pub guard: Option<(String, Term)>,
    /// The number of the atom; 0 for a directive.
    pub literal: i64,
}

/// An element of a theory atom.
#[derive(Clone, PartialEq, PartialOrd, Hash, Debug)]
pub struct Element {
    /// The terms of its tuple.
    pub terms: Vec<Term>,
    /// The literals of its condition, by their numbers.
    pub condition: Vec<i64>,
    /// The number of the condition among [`Conditions`].
    pub condition_id: i64,
    /// The literals of the condition as texts.
    condition_texts: Vec<String>,
}

/// The numbers of conjunctions are above this. They fit into the 32 bits that a literal has in C, and no program has so many atoms.
const CONJUNCTIONS: i64 = 1 << 30;

/// The numbers of conjunctions of literals, above all numbers of literals.
#[derive(Default, Debug)]
pub struct Conditions {
    all: Vec<Vec<i64>>,
    numbers: FxHashMap<Vec<i64>, i64>,
}

impl Conditions {
    /// Returns the number of a conjunction; for a single literal, the literal itself, and for none, as in clingo, 0.
    fn number(&mut self, condition: &[i64]) -> i64 {
        match condition {
            [] => 0,
            &[only] => only,
            several => *self.numbers.entry(several.to_vec()).or_insert_with(|| {
                self.all.push(several.to_vec());
                CONJUNCTIONS + self.all.len() as i64
            }),
        }
    }

    /// Returns the conjunction with this number.
    pub fn get(&self, number: i64) -> Option<&[i64]> {
        let index = usize::try_from(number.checked_sub(CONJUNCTIONS + 1)?).ok()?;
        self.all.get(index).map(Vec::as_slice)
    }
}

/// Returns the theory atoms of a program that are in use, without the first `start`.
pub fn theory_atoms(
    ground: GroundProgram<'_>,
    start: usize,
    terms: &mut TermCache,
    conditions: &mut Conditions,
) -> Vec<TheoryAtom> {
    let (symbols, theory) = (ground.symbols, &ground.program.theory);
    let mut term = |symbol| terms.of(symbol, symbols);
    let mut atoms = Vec::new();
    for atom in theory.used_from(start) {
        let elements = atom.elements.iter().map(|&number_of| {
            let element = theory.element(number_of);
            let text = |literal: &groundplan::program::Literal| {
                let name = ground.atom(literal.atom()).map(|atom| atom.to_string());
                let name = name.unwrap_or_else(|| format!("#aux({})", literal.atom().0 + 1));
                if literal.is_negative() {
                    format!("not {name}")
                } else {
                    name
                }
            };
            let condition: Vec<i64> = element.condition.iter().map(|&literal| number(literal)).collect();
            Element {
                terms: element.tuple.iter().map(|&it| term(it)).collect(),
                condition_id: conditions.number(&condition),
                condition,
                condition_texts: element.condition.iter().map(text).collect(),
            }
        });
        let elements = elements.collect();
        let guard = atom.guard.map(|(operator, right)| (symbols.text(operator).to_owned(), term(right)));
        let literal = atom.atom.map_or(0, |atom| number(atom.positive()));
        atoms.push(TheoryAtom { term: term(atom.name), elements, guard, literal });
    }
    atoms
}

fn is_operator(name: &str) -> bool {
    name == "not" || !name.is_empty() && name.bytes().all(|byte| b"/!<=>+-*\\?&@|:;~^.".contains(&byte))
}

/// Returns a theory term as text: with operators between their operands, and in the brackets of a set or a list.
pub fn text_of(term: &Term) -> String {
    let function = match term {
        Term::Function(function) => function,
        // A text has an operation there; only a backend makes such a number.
        Term::Number(number) if *number < 0 => return format!("({number})"),
        _ => return term.text(),
    };
    let name = function.name.strip_suffix(CALL).unwrap_or(&function.name);
    let arguments: Vec<String> = function.arguments.iter().map(text_of).collect();
    match arguments.as_slice() {
        [only] if is_operator(name) => format!("({name}{}{only})", if name == "not" { " " } else { "" }),
        [left, right] if name == "not" => format!("({left} not {right})"),
        [left, right] if is_operator(name) => format!("({left}{name}{right})"),
        _ if name == SET => format!("{{{}}}", arguments.join(",")),
        _ if name == LIST => format!("[{}]", arguments.join(",")),
        [only] if name.is_empty() => format!("({only},)"),
        [] if !name.is_empty() => name.to_owned() + if function.name.len() > name.len() { "()" } else { "" },
        _ => format!("{name}({})", arguments.join(",")),
    }
}

impl TheoryAtom {
    /// Returns the atom as text, with `&` in front.
    pub fn text(&self) -> String {
        let elements: Vec<String> = self.elements.iter().map(Element::text).collect();
        let guard = self.guard.as_ref().map(|(operator, right)| format!("{operator}{}", text_of(right)));
        format!("&{}{{{}}}{}", text_of(&self.term), elements.join(";"), guard.unwrap_or_default())
    }
}

impl Element {
    /// Returns the element as text: its terms, and behind a colon its condition.
    pub fn text(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(text_of).collect();
        let terms = terms.join(",");
        if self.condition.is_empty() && !self.terms.is_empty() {
            return terms;
        }
        format!("{terms}: {}", self.condition_texts.join(","))
    }
}
