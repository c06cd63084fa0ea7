//! Reads the format of lparse (Syrjänen: Lparse 1.0 user's manual, 2000, appendix A), in which old benchmarks are
//! written, with gringo's additions: disjunctions and external atoms.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::names;
use super::scanner::Scanner;
use crate::diagnostic::{Diagnostic, SourceId, Sources};
use crate::program::{
    AtomId, Base, Body, ExternalValue, HeadKind, Heuristic, Literal, Minimize, Modifier, Program, ShownTerm,
};
use crate::symbol::{Symbol, Symbols};

/// Returns whether a text is in the format of lparse. Its first line then consists of numbers only, and several of
/// them if it is a rule. A logic program cannot begin with several numbers, but with one, such as a bound, it can.
#[must_use]
pub fn is_lparse(text: &str) -> bool {
    let mut lines = text.lines();
    let numbers = |line: &str| line.split_ascii_whitespace().all(|field| field.parse::<i64>().is_ok());
    let Some(first) = lines.next().filter(|line| numbers(line)) else { return false };
    match first.split_ascii_whitespace().count() {
        0 => false,
        // A program without rules: the names follow up to another zero.
        1 => first.trim() == "0" && lines.any(|line| line.trim() == "B+"),
        _ => true,
    }
}

/// Reads a program in the format of lparse, and adds it to the program.
///
/// # Errors
///
/// A diagnostic at the first place where the text does not follow the format.
pub fn read_lparse(
    sources: &Sources,
    source: SourceId,
    symbols: &mut Symbols,
    base: &mut Base,
    program: &mut Program,
) -> Result<(), Diagnostic> {
    let text = sources.text(source);
    let scanner = Scanner { bytes: text.as_bytes(), at: 0, start: 0, source };
    let mut reader = LparseReader {
        scanner,
        text,
        symbols,
        base,
        program,
        atoms: FxHashMap::default(),
        named: IndexMap::default(),
        objectives: 0,
    };
    reader.increment()?;
    reader.rules()?;
    reader.names()?;
    reader.compute("B+", false)?;
    reader.compute("B-", true)?;
    reader.externals()?;
    // The number of wanted answer sets is ignored, because the command line determines it.
    reader.scanner.number()?;
    reader.scanner.end_line()?;
    if !reader.scanner.is_over() {
        reader.scanner.field();
        return Err(reader.scanner.error("nothing follows the number of answer sets: only one step is read"));
    }
    Ok(())
}

/// The name of the atoms by which gringo encodes heuristics.
const HEURISTIC: &str = "_heuristic";

struct LparseReader<'a> {
    scanner: Scanner<'a>,
    text: &'a str,
    symbols: &'a mut Symbols,
    base: &'a mut Base,
    program: &'a mut Program,
    atoms: FxHashMap<i64, AtomId>,
    /// The atoms by their names.
    named: IndexMap<Symbol, AtomId, FxBuildHasher>,
    /// The number of objectives read so far. Each objective has a higher priority than those before it.
    objectives: i64,
}

impl LparseReader<'_> {
    /// Reads the line `90 0` before a step, which clingo writes even if there is only one step.
    fn increment(&mut self) -> Result<(), Diagnostic> {
        if self.scanner.field() != b"90" {
            self.scanner.at = 0;
            return Ok(());
        }
        if self.scanner.number()? != 0 {
            return Err(self.scanner.error("`90 0` begins a step"));
        }
        self.scanner.end_line()
    }

    /// Reads the rules up to the line `0`.
    fn rules(&mut self) -> Result<(), Diagnostic> {
        loop {
            match self.scanner.number()? {
                0 => return self.scanner.end_line(),
                1 => {
                    let head = self.atom()?;
                    let body = self.body()?;
                    self.conjunction(HeadKind::Disjunction, &[head], &body);
                }
                2 => {
                    let head = self.atom()?;
                    let (count, negative) = (self.scanner.count()?, self.scanner.count()?);
                    let bound = self.scanner.number()?;
                    let elements: Vec<_> =
                        self.literals(count, negative)?.into_iter().map(|literal| (literal, 1)).collect();
                    self.program.rules.push(
                        HeadKind::Disjunction,
                        &[head],
                        Body::Sum { bound, elements: &elements },
                    );
                }
                kind @ (3 | 8) => {
                    let heads = self.heads()?;
                    let body = self.body()?;
                    let kind = if kind == 3 { HeadKind::Choice } else { HeadKind::Disjunction };
                    self.conjunction(kind, &heads, &body);
                }
                5 => {
                    let head = self.atom()?;
                    let bound = self.scanner.number()?;
                    let mut elements = self.weighed()?;
                    if elements.iter().any(|&(_, weight)| weight < 0) {
                        return Err(self.scanner.error("weights in bodies are not negative"));
                    }
                    elements.retain(|&(_, weight)| weight > 0);
                    self.program.rules.push(
                        HeadKind::Disjunction,
                        &[head],
                        Body::Sum { bound, elements: &elements },
                    );
                }
                6 => self.minimize()?,
                // gringo's additions for external atoms: 91 sets the value of one, 92 releases one.
                91 => {
                    let atom = self.atom()?;
                    let value = match self.scanner.number()? {
                        0 => ExternalValue::False,
                        1 => ExternalValue::True,
                        2 => ExternalValue::Free,
                        _ => return Err(self.scanner.error("an external's value is a number from 0 to 2")),
                    };
                    self.program.externals.push((atom, value));
                }
                92 => {
                    let atom = self.atom()?;
                    self.program.externals.push((atom, ExternalValue::Released));
                }
                _ => return Err(self.scanner.error("no rule begins with this")),
            }
            self.scanner.end_line()?;
        }
    }

    fn conjunction(&mut self, kind: HeadKind, heads: &[AtomId], body: &[Literal]) {
        match (kind, heads, body) {
            (HeadKind::Disjunction, [head], []) => self.program.add_fact(*head),
            _ => self.program.rules.push(kind, heads, Body::Conjunction(body)),
        }
    }

    fn minimize(&mut self) -> Result<(), Diagnostic> {
        if self.scanner.number()? != 0 {
            return Err(self.scanner.error("a 0 stands here in every objective"));
        }
        let elements = self.weighed()?;
        if elements
            .iter()
            .try_fold(0i64, |sum, &(_, weight)| sum.checked_add(weight.checked_abs()?))
            .is_none()
        {
            return Err(self.scanner.error("the weights leave the range of 64-bit integers"));
        }
        self.program.minimize.push(Minimize { priority: self.objectives, elements });
        self.objectives += 1;
        Ok(())
    }

    fn atom(&mut self) -> Result<AtomId, Diagnostic> {
        let number = self.scanner.number()?;
        if !(1..1 << 31).contains(&number) {
            return Err(self.scanner.error("an atom is a number from 1 to 2147483647"));
        }
        let program = &mut *self.program;
        Ok(*self.atoms.entry(number).or_insert_with(|| program.new_atom()))
    }

    fn heads(&mut self) -> Result<Vec<AtomId>, Diagnostic> {
        let count = self.scanner.count()?;
        (0..count).map(|_| self.atom()).collect()
    }

    fn body(&mut self) -> Result<Vec<Literal>, Diagnostic> {
        let (count, negative) = (self.scanner.count()?, self.scanner.count()?);
        self.literals(count, negative)
    }

    /// Reads the atoms of `count` literals, of which the first `negative` are negated.
    fn literals(&mut self, count: usize, negative: usize) -> Result<Vec<Literal>, Diagnostic> {
        if negative > count {
            return Err(self.scanner.error("no more literals can be negative than there are"));
        }
        (0..count).map(|place| Ok(Literal::new(self.atom()?, place < negative))).collect()
    }

    fn weighed(&mut self) -> Result<Vec<(Literal, i64)>, Diagnostic> {
        let literals = self.body()?;
        literals.into_iter().map(|literal| Ok((literal, self.scanner.number()?))).collect()
    }

    /// Reads the names of atoms up to the line `0`.
    fn names(&mut self) -> Result<(), Diagnostic> {
        loop {
            let number = self.scanner.number()?;
            if number == 0 {
                self.heuristics();
                return self.scanner.end_line();
            }
            self.scanner.at = self.scanner.start;
            let atom = self.atom()?;
            let start = self.scanner.at;
            self.scanner.skip_line();
            let name = self.text[start..self.scanner.at].trim();
            if name.is_empty() {
                return Err(self.scanner.error("the name of an atom is missing"));
            }
            let symbol = names::symbol(self.symbols, name);
            self.named.insert(symbol, atom);
            if !names::give(self.symbols, self.base, symbol, atom) {
                self.program.shown.push(ShownTerm { term: symbol, condition: Some(atom.positive()) });
            }
        }
    }

    /// Reads heuristics from atoms named `_heuristic(ATOM,MODIFIER,BIAS,PRIORITY)`, which are in force while such an
    /// atom holds. A missing priority is the absolute value of the bias, and heuristics for atoms without a name are
    /// ignored, as in clasp.
    fn heuristics(&mut self) {
        for (&name, &condition) in &self.named {
            let Some((Some(function), arguments, false)) = self.symbols.as_function(name) else { continue };
            if self.symbols.text(function) != HEURISTIC {
                continue;
            }
            let (atom, modifier, bias, priority) = match *arguments {
                [atom, modifier, bias] => (atom, modifier, bias, None),
                [atom, modifier, bias, priority] => (atom, modifier, bias, Some(priority)),
                _ => continue,
            };
            let modifier = self.symbols.as_function(modifier).and_then(|(name, arguments, negative)| {
                let name =
                    name.filter(|_| arguments.is_empty() && !negative).map(|name| self.symbols.text(name))?;
                Modifier::ALL.into_iter().find(|modifier| modifier.name() == name)
            });
            let bias = self.symbols.as_number(bias);
            let priority = match priority {
                Some(priority) => {
                    self.symbols.as_number(priority).and_then(|priority| u64::try_from(priority).ok())
                }
                None => bias.map(i64::unsigned_abs),
            };
            if let (Some(&atom), Some(modifier), Some(bias), Some(priority)) =
                (self.named.get(&atom), modifier, bias, priority)
            {
                let condition = vec![condition.positive()];
                self.program.heuristics.push(Heuristic { atom, modifier, bias, priority, condition });
            }
        }
    }

    /// Reads the atoms that must be true, or that must be false, up to the line `0`.
    fn compute(&mut self, keyword: &str, forbidden: bool) -> Result<(), Diagnostic> {
        if self.scanner.field() != keyword.as_bytes() {
            return Err(self.scanner.error(&format!("`{keyword}` is expected here")));
        }
        self.scanner.end_line()?;
        while let Some(atom) = self.listed()? {
            let literal = Literal::new(atom, !forbidden);
            self.program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[literal]));
        }
        Ok(())
    }

    /// Reads the optional section `E`: the atoms that no rule needs to support, up to the line `0`.
    fn externals(&mut self) -> Result<(), Diagnostic> {
        let before = self.scanner.at;
        if self.scanner.field() != b"E" {
            self.scanner.at = before;
            return Ok(());
        }
        self.scanner.end_line()?;
        while let Some(atom) = self.listed()? {
            self.program.externals.push((atom, ExternalValue::Free));
        }
        Ok(())
    }

    /// Reads an atom on a line of its own; `None` for the zero after the last one.
    fn listed(&mut self) -> Result<Option<AtomId>, Diagnostic> {
        let before = self.scanner.at;
        let atom = if self.scanner.number()? == 0 {
            None
        } else {
            self.scanner.at = before;
            Some(self.atom()?)
        };
        self.scanner.end_line()?;
        Ok(atom)
    }
}
