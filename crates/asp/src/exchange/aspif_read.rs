//! Reads aspif: see [`super::aspif`].

use rustc_hash::FxHashMap;

use super::aspif_theory::TheoryNumbers;
use crate::analysis::constants::{value, Constants};
use crate::diagnostic::{Diagnostic, SourceId, Sources, Span};
use crate::function::Functions;
use crate::program::{
    AtomId, Base, Body, ExternalValue, HeadKind, Heuristic, Literal, Minimize, Modifier, Program, ShownTerm,
    HIDDEN,
};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;
use crate::syntax::parse_term;

/// What the first line of a program in aspif begins with.
const HEADER: &str = "asp ";

/// Whether a text is in aspif.
#[must_use]
pub fn is_aspif(text: &str) -> bool {
    text.starts_with(HEADER)
}

/// An edge between two nodes, there where a conjunction holds.
pub type Edge = (Symbol, Symbol, Vec<Literal>);

/// Reads a program in aspif on top of what is there; edges are left to the caller.
///
/// # Errors
///
/// The first place where the text does not follow the format, or needs what is not supported.
pub fn read_aspif(
    sources: &Sources,
    source: SourceId,
    symbols: &mut Symbols,
    base: &mut Base,
    program: &mut Program,
) -> Result<Vec<Edge>, Diagnostic> {
    let text = sources.text(source);
    let scanner = Scanner { bytes: text.as_bytes(), at: 0, start: 0, source };
    let mut reader = Reader {
        scanner,
        text,
        symbols,
        base,
        program,
        atoms: FxHashMap::default(),
        totals: FxHashMap::default(),
        edges: Vec::new(),
        heuristics: Vec::new(),
        theory: TheoryNumbers::default(),
    };
    reader.read()?;
    Ok(reader.edges)
}

pub(super) struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
    /// Where the last field began.
    start: usize,
    source: SourceId,
}

impl Scanner<'_> {
    pub(super) fn error(&self, message: &str) -> Diagnostic {
        let end = self.at.max(self.start);
        Diagnostic::error(message, Span { source: self.source, start: self.start as u32, end: end as u32 })
    }

    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| byte == b' ' || byte == b'\t' || byte == b'\r') {
            self.at += 1;
        }
    }

    /// The next field of the line; empty at its end.
    fn field(&mut self) -> &[u8] {
        self.skip_blanks();
        self.start = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        &self.bytes[self.start..self.at]
    }

    pub(super) fn number(&mut self) -> Result<i64, Diagnostic> {
        let field = self.field();
        let number = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        let empty = field.is_empty();
        number.ok_or_else(|| {
            self.error(if empty { "a number is missing here" } else { "this is not an integer of 64 bits" })
        })
    }

    pub(super) fn count(&mut self) -> Result<usize, Diagnostic> {
        let count = self.number()?;
        // Each of them takes two bytes at least, so a larger number is a mistake that must not be made room for.
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.bytes.len() - self.at)
            .ok_or_else(|| self.error("this number of fields does not follow"))
    }

    fn end_line(&mut self) -> Result<(), Diagnostic> {
        if !self.field().is_empty() {
            return Err(self.error("nothing more is expected in this line"));
        }
        match self.bytes.get(self.at) {
            None => Ok(()),
            Some(_) => {
                self.at += 1;
                Ok(())
            }
        }
    }

    fn skip_line(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
            self.at += 1;
        }
        self.at = (self.at + 1).min(self.bytes.len());
    }
}

/// A heuristic with the numbers of the text.
struct Unresolved {
    modifier: Modifier,
    atom: i64,
    bias: i64,
    priority: u64,
    condition: Vec<i64>,
}

pub(super) struct Reader<'a> {
    pub(super) scanner: Scanner<'a>,
    text: &'a str,
    pub(super) symbols: &'a mut Symbols,
    base: &'a mut Base,
    pub(super) program: &'a mut Program,
    atoms: FxHashMap<i64, AtomId>,
    /// The sum of all weights of a priority, whatever their signs.
    totals: FxHashMap<i64, i128>,
    edges: Vec<Edge>,
    heuristics: Vec<Unresolved>,
    pub(super) theory: TheoryNumbers,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), Diagnostic> {
        self.header()?;
        loop {
            if self.scanner.at >= self.scanner.bytes.len() {
                self.scanner.start = self.scanner.at;
                return Err(self.scanner.error("the line `0` that ends the program is missing"));
            }
            match self.scanner.number()? {
                0 => {
                    self.scanner.end_line()?;
                    let rest = &self.scanner.bytes[self.scanner.at..];
                    if rest.iter().any(|byte| !byte.is_ascii_whitespace()) {
                        self.scanner.field();
                        return Err(self
                            .scanner
                            .error("programs of several steps are not supported in aspif"));
                    }
                    self.resolve_heuristics();
                    return Ok(());
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

    /// It makes no atoms: what nothing else mentions is false.
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

    /// Finds the atoms that heuristics are about, when all others are read.
    fn resolve_heuristics(&mut self) {
        for Unresolved { modifier, atom, bias, priority, condition } in std::mem::take(&mut self.heuristics) {
            let Some(&atom) = self.atoms.get(&atom) else { continue };
            let known = condition.iter().filter_map(|number| {
                let atom = self.atoms.get(&number.saturating_abs())?;
                Some(Literal::new(*atom, *number < 0))
            });
            let known: Vec<Literal> = known.collect();
            let negative = condition
                .iter()
                .filter(|&&number| number < 0 && !self.atoms.contains_key(&number.saturating_abs()));
            if known.len() + negative.count() == condition.len() {
                let heuristic = Heuristic { atom, modifier, bias, priority, condition: known };
                self.program.heuristics.push(heuristic);
            }
        }
    }

    fn header(&mut self) -> Result<(), Diagnostic> {
        self.scanner.field();
        if self.scanner.number()? != 1 || self.scanner.number()? != 0 {
            return Err(self.scanner.error("only version 1.0 of aspif is supported"));
        }
        self.scanner.number()?;
        match self.scanner.field() {
            b"" => self.scanner.end_line(),
            b"incremental" => Err(self.scanner.error("programs of several steps are not supported in aspif")),
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
        *self.atoms.entry(number).or_insert_with(|| program.new_atom())
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
        let total = self.totals.entry(priority).or_default();
        *total += elements.iter().map(|&(_, weight)| i128::from(weight).abs()).sum::<i128>();
        if i64::try_from(*total).is_err() {
            return Err(self
                .scanner
                .error("the weights of this priority leave the range of 64-bit integers"));
        }
        self.program.minimize.push(Minimize { priority, elements });
        Ok(())
    }

    /// A text behind the number of its bytes.
    pub(super) fn text(&mut self) -> Result<&'a str, Diagnostic> {
        let length = self.scanner.count()?;
        let start = self.scanner.at + 1;
        let Some(text) = self.text.get(start..start + length) else {
            return Err(self.scanner.error("a text of so many bytes does not follow"));
        };
        self.scanner.at = start + length;
        Ok(text)
    }

    fn output(&mut self) -> Result<(), Diagnostic> {
        let text = self.text()?;
        let condition = self.literals()?;
        let symbol = self.symbol(text);
        match condition.as_slice() {
            [] => {
                let atom = self.program.new_atom();
                self.program.add_fact(atom);
                if !self.name(symbol, atom) {
                    self.program.shown.push(ShownTerm { term: symbol, condition: None });
                }
            }
            [literal] => {
                if literal.is_negative() || !self.name(symbol, literal.atom()) {
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

    /// The term with this text; what is none is taken as a name.
    fn symbol(&mut self, text: &str) -> Symbol {
        let mut sources = Sources::new();
        let source = sources.add("", text);
        let term = parse_term(self.symbols, &sources, source).ok();
        let symbol = term.and_then(|term| {
            value(&term, &Constants::default(), self.symbols, &mut Functions::default()).ok()
        });
        let symbol = symbol.filter(|&symbol| self.symbols.display(symbol).to_string() == text);
        symbol.unwrap_or_else(|| {
            let name = self.symbols.name(text);
            self.symbols.constant(name)
        })
    }

    /// Takes a term as the name of an atom, if it can be one.
    fn name(&mut self, symbol: Symbol, atom: AtomId) -> bool {
        let Some((Some(name), arguments, negative)) = self.symbols.as_function(symbol) else { return false };
        // Atoms called so are kept out of sight, but what the program outputs is to be seen.
        if self.symbols.text(name).starts_with(HIDDEN) {
            return false;
        }
        let signature = Signature { name, arity: arguments.len() as u32, negative };
        let predicate = self.base.predicate(signature);
        self.base.name_atom(predicate, arguments, atom)
    }

    fn external(&mut self) -> Result<(), Diagnostic> {
        let atom = self.atom()?;
        let value = match self.scanner.number()? {
            0 => ExternalValue::Free,
            1 => ExternalValue::True,
            2 | 3 => ExternalValue::False,
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
