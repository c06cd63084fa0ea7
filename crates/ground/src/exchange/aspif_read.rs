//! Reads ground programs in aspif: see [`super::aspif`].

use rustc_hash::FxHashMap;

use super::aspif_theory::TheoryNumbers;
use super::names;
use super::scanner::Scanner;
use crate::diagnostic::{Diagnostic, SourceId, Sources};
use crate::program::{
    AtomId, Base, Body, ExternalValue, HeadKind, Heuristic, Literal, Minimize, Modifier, Program, ShownTerm,
};
use crate::symbol::{Symbol, Symbols};

/// The beginning of the first line of a program in aspif.
const HEADER: &str = "asp ";

/// Returns whether a text is in aspif.
#[must_use]
pub fn is_aspif(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// An edge between two nodes, which is present if a conjunction of literals holds.
pub type Edge = (Symbol, Symbol, Vec<Literal>);

/// A reader of a program in aspif, step by step. The program has one step or, if it is incremental, several.
#[derive(Clone, Debug)]
pub struct AspifSteps {
    source: SourceId,
    /// The offset of the next step in bytes; 0 before the first.
    at: usize,
    /// Whether the program is incremental, so that several steps may follow.
    incremental: bool,
    numbers: AspifNumbers,
}

/// The meaning of the numbers in the text. It is the same in all steps.
#[derive(Clone, Default, Debug)]
pub(super) struct AspifNumbers {
    atoms: FxHashMap<i64, AtomId>,
    /// By priority, the sum of the absolute weights.
    totals: FxHashMap<i64, i128>,
    pub(super) theory: TheoryNumbers,
}

impl AspifSteps {
    /// Returns a reader that has not read any step yet.
    #[must_use]
    pub fn new(source: SourceId) -> Self {
        AspifSteps { source, at: 0, incremental: false, numbers: AspifNumbers::default() }
    }

    /// Reads the next step and adds it to the program. Returns its edges, which are left to the caller, or `None` if
    /// there is no further step.
    ///
    /// The assumptions of the step replace those of the step before.
    ///
    /// # Errors
    ///
    /// A diagnostic at the first place where the text does not follow the format, or uses an unsupported feature.
    pub fn read(
        &mut self,
        sources: &Sources,
        symbols: &mut Symbols,
        base: &mut Base,
        program: &mut Program,
    ) -> Result<Option<Vec<Edge>>, Diagnostic> {
        let text = sources.text(self.source);
        let scanner = Scanner { bytes: text.as_bytes(), at: self.at, start: self.at, source: self.source };
        let numbers = &mut self.numbers;
        let mut reader = AspifReader {
            scanner,
            text,
            symbols,
            base,
            program,
            numbers,
            edges: Vec::new(),
            heuristics: Vec::new(),
        };
        if self.at == 0 {
            self.incremental = reader.header()?;
        } else if reader.scanner.is_over() {
            return Ok(None);
        } else {
            reader.program.assumptions.clear();
        }
        reader.step()?;
        if !self.incremental && !reader.scanner.is_over() {
            reader.scanner.field();
            let message = "nothing follows a program whose first line does not end in `incremental`";
            return Err(reader.scanner.error(message));
        }
        self.at = reader.scanner.at;
        Ok(Some(reader.edges))
    }
}

/// A heuristic whose atoms are still the numbers of the text.
struct Unresolved {
    modifier: Modifier,
    atom: i64,
    bias: i64,
    priority: u64,
    condition: Vec<i64>,
}

pub(super) struct AspifReader<'a> {
    pub(super) scanner: Scanner<'a>,
    text: &'a str,
    pub(super) symbols: &'a mut Symbols,
    base: &'a mut Base,
    pub(super) program: &'a mut Program,
    pub(super) numbers: &'a mut AspifNumbers,
    edges: Vec<Edge>,
    heuristics: Vec<Unresolved>,
}

impl<'a> AspifReader<'a> {
    /// Reads the statements up to the line `0`.
    fn step(&mut self) -> Result<(), Diagnostic> {
        loop {
            if self.scanner.at >= self.scanner.bytes.len() {
                self.scanner.start = self.scanner.at;
                return Err(self.scanner.error("the line `0` that ends the program is missing"));
            }
            match self.scanner.number()? {
                0 => {
                    self.resolve_heuristics();
                    return self.scanner.end_line();
                }
                1 => self.rule()?,
                2 => self.minimize()?,
                4 => self.output()?,
                5 => self.external()?,
                6 => {
                    let literals = self.literals()?;
                    self.program.assumptions.extend(literals);
                }
                8 => self.edge()?,
                3 => {
                    for _ in 0..self.scanner.count()? {
                        let atom = self.atom()?;
                        self.program.projection.insert(atom);
                    }
                }
                7 => self.heuristic()?,
                10 => {
                    self.scanner.skip_line();
                    continue;
                }
                9 => self.theory()?,
                _ => return Err(self.scanner.error("no statement begins with this")),
            }
            self.scanner.end_line()?;
        }
    }

    /// Reads a heuristic without creating its atoms: atoms that no other statement mentions are false.
    fn heuristic(&mut self) -> Result<(), Diagnostic> {
        let number = self.scanner.number()?;
        let Some(&modifier) = usize::try_from(number).ok().and_then(|number| Modifier::ALL.get(number))
        else {
            return Err(self.scanner.error("a modifier is a number from 0 to 5"));
        };
        let atom = self.scanner.number()?;
        let bias = self.scanner.number()?;
        let Ok(priority) = u64::try_from(self.scanner.number()?) else {
            return Err(self.scanner.error("a priority is not negative"));
        };
        let count = self.scanner.count()?;
        let condition = (0..count).map(|_| self.scanner.number()).collect::<Result<_, _>>()?;
        self.heuristics.push(Unresolved { modifier, atom, bias, priority, condition });
        Ok(())
    }

    /// Replaces the numbers in heuristics by atoms after all other statements were read. Heuristics for unknown atoms
    /// are dropped.
    fn resolve_heuristics(&mut self) {
        for Unresolved { modifier, atom, bias, priority, condition } in std::mem::take(&mut self.heuristics) {
            let Some(&atom) = self.numbers.atoms.get(&atom) else { continue };
            let known = condition.iter().filter_map(|number| {
                let atom = self.numbers.atoms.get(&number.saturating_abs())?;
                Some(Literal::new(*atom, *number < 0))
            });
            let known: Vec<Literal> = known.collect();
            let negative = condition
                .iter()
                .filter(|&&number| number < 0 && !self.numbers.atoms.contains_key(&number.saturating_abs()));
            if known.len() + negative.count() == condition.len() {
                let heuristic = Heuristic { atom, modifier, bias, priority, condition: known };
                self.program.heuristics.push(heuristic);
            }
        }
    }

    /// Reads the first line. Returns whether several steps may follow.
    fn header(&mut self) -> Result<bool, Diagnostic> {
        self.scanner.field();
        if self.scanner.number()? != 1 || self.scanner.number()? != 0 {
            return Err(self.scanner.error("only version 1.0 of aspif is supported"));
        }
        self.scanner.number()?;
        match self.scanner.field() {
            b"" => self.scanner.end_line().map(|()| false),
            b"incremental" => self.scanner.end_line().map(|()| true),
            _ => Err(self.scanner.error("this is not known")),
        }
    }

    fn atom(&mut self) -> Result<AtomId, Diagnostic> {
        let number = self.scanner.number()?;
        if !(1..1 << 31).contains(&number) {
            return Err(self.scanner.error("an atom is a number from 1 to 2147483647"));
        }
        Ok(self.atom_of(number))
    }

    pub(super) fn atom_of(&mut self, number: i64) -> AtomId {
        let program = &mut *self.program;
        *self.numbers.atoms.entry(number).or_insert_with(|| program.new_atom())
    }

    fn literal(&mut self) -> Result<Literal, Diagnostic> {
        let number = self.scanner.number()?;
        let atom = number.checked_abs().filter(|atom| (1..1 << 31).contains(atom));
        let Some(atom) = atom else {
            return Err(self.scanner.error("a literal is the number of an atom, negated for `not`"));
        };
        Ok(Literal::new(self.atom_of(atom), number < 0))
    }

    pub(super) fn literals(&mut self) -> Result<Vec<Literal>, Diagnostic> {
        let count = self.scanner.count()?;
        (0..count).map(|_| self.literal()).collect()
    }

    fn rule(&mut self) -> Result<(), Diagnostic> {
        let kind = match self.scanner.number()? {
            0 => HeadKind::Disjunction,
            1 => HeadKind::Choice,
            _ => return Err(self.scanner.error("a head is 0, a disjunction, or 1, a choice")),
        };
        let count = self.scanner.count()?;
        let heads: Vec<AtomId> = (0..count).map(|_| self.atom()).collect::<Result<_, _>>()?;
        match self.scanner.number()? {
            0 => {
                let literals = self.literals()?;
                if let (HeadKind::Disjunction, [head], []) = (kind, heads.as_slice(), literals.as_slice()) {
                    self.program.add_fact(*head);
                    return Ok(());
                }
                self.program.rules.push(kind, &heads, Body::Conjunction(&literals));
            }
            1 => {
                let bound = self.scanner.number()?;
                let mut elements = self.weighted()?;
                if elements.iter().any(|&(_, weight)| weight < 0) {
                    return Err(self.scanner.error("weights in bodies are not negative"));
                }
                elements.retain(|&(_, weight)| weight > 0);
                self.program.rules.push(kind, &heads, Body::Sum { bound, elements: &elements });
            }
            _ => return Err(self.scanner.error("a body is 0, a conjunction, or 1, a sum of weights")),
        }
        Ok(())
    }

    fn weighted(&mut self) -> Result<Vec<(Literal, i64)>, Diagnostic> {
        let count = self.scanner.count()?;
        (0..count).map(|_| Ok((self.literal()?, self.scanner.number()?))).collect()
    }

    fn minimize(&mut self) -> Result<(), Diagnostic> {
        let priority = self.scanner.number()?;
        let elements = self.weighted()?;
        let total = self.numbers.totals.entry(priority).or_default();
        *total += elements.iter().map(|&(_, weight)| i128::from(weight).abs()).sum::<i128>();
        if i64::try_from(*total).is_err() {
            return Err(self
                .scanner
                .error("the weights of this priority leave the range of 64-bit integers"));
        }
        self.program.minimize.push(Minimize { priority, elements });
        Ok(())
    }

    /// Reads a text after its length in bytes.
    pub(super) fn text(&mut self) -> Result<&'a str, Diagnostic> {
        let length = self.scanner.count()?;
        let start = self.scanner.at + 1;
        let Some(text) = self.text.get(start..start + length) else {
            return Err(self.scanner.error("fewer bytes follow than this length says"));
        };
        self.scanner.at = start + length;
        Ok(text)
    }

    fn output(&mut self) -> Result<(), Diagnostic> {
        let text = self.text()?;
        let condition = self.literals()?;
        let symbol = names::symbol(self.symbols, text);
        match condition.as_slice() {
            [] => {
                let atom = self.program.new_atom();
                self.program.add_fact(atom);
                if !names::give(self.symbols, self.base, symbol, atom) {
                    self.program.shown.push(ShownTerm { term: symbol, condition: None });
                }
            }
            [literal] => {
                if literal.is_negative() || !names::give(self.symbols, self.base, symbol, literal.atom()) {
                    self.program.shown.push(ShownTerm { term: symbol, condition: Some(*literal) });
                }
            }
            literals => {
                let atom = self.program.new_atom();
                self.program.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(literals));
                self.program.shown.push(ShownTerm { term: symbol, condition: Some(atom.positive()) });
            }
        }
        Ok(())
    }

    fn external(&mut self) -> Result<(), Diagnostic> {
        let atom = self.atom()?;
        let value = match self.scanner.number()? {
            0 => ExternalValue::Free,
            1 => ExternalValue::True,
            2 => ExternalValue::False,
            3 => ExternalValue::Released,
            _ => return Err(self.scanner.error("an external's value is a number from 0 to 3")),
        };
        self.program.externals.push((atom, value));
        Ok(())
    }

    fn edge(&mut self) -> Result<(), Diagnostic> {
        let (from, to) = (self.scanner.number()?, self.scanner.number()?);
        let condition = self.literals()?;
        let (from, to) = (self.symbols.number(from), self.symbols.number(to));
        self.edges.push((from, to, condition));
        Ok(())
    }
}
