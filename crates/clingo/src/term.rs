//! Ground terms that do not depend on an engine: shared trees, since a program may keep them longer than the engine lives.
//!
//! Invariant: the hash of a function covers its name, sign and arguments, so that equal terms from different engines have the
//! same hash. No function here is recursive, since terms may be nested deeply.

use std::cmp::Ordering;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering as Memory};
use std::sync::Arc;

use groundplan::program::{Atom, AtomId, GroundProgram};
use groundplan::symbol::{Symbol, SymbolView, Symbols};
use groundplan::Engine;
use rustc_hash::{FxHashMap, FxHasher};

use crate::error::Result;

/// A ground term.
#[derive(Clone, Debug)]
pub enum Term {
    /// `#inf`.
    Inf,
    /// An integer.
    Number(i64),
    /// A string, without its quotes.
    String(Arc<str>),
    /// A constant, function or tuple (whose name is empty).
    Function(Arc<Function>),
    /// `#sup`.
    Sup,
}

/// A term with a name and arguments.
#[derive(Debug)]
pub struct Function {
    /// The name; empty for a tuple.
    pub name: Arc<str>,
    /// The arguments, in order.
    pub arguments: Vec<Term>,
    /// Whether the term is without classical negation (`-`).
    pub positive: bool,
    hash: u64,
    /// What the host language knows the term by; 0 for nothing yet.
    handle: AtomicU64,
}

impl Function {
    /// Returns what the host language knows the term by, or 0 if it has not said so.
    pub fn handle(&self) -> u64 {
        self.handle.load(Memory::Acquire)
    }

    /// Keeps what the host language knows the term by, so that it finds it again without a search. It must be the same for equal
    /// terms.
    pub fn set_handle(&self, handle: u64) {
        self.handle.store(handle, Memory::Release);
    }
}

impl Term {
    /// Creates a constant, function or tuple.
    pub fn function(name: Arc<str>, arguments: Vec<Term>, positive: bool) -> Term {
        let mut hasher = FxHasher::default();
        (&name, positive, arguments.len()).hash(&mut hasher);
        arguments.iter().for_each(|argument| argument.hash_value().hash(&mut hasher));
        let (hash, handle) = (hasher.finish(), AtomicU64::new(0));
        Term::Function(Arc::new(Function { name, arguments, positive, hash, handle }))
    }

    /// Returns a hash, which is the same for equal terms.
    pub fn hash_value(&self) -> u64 {
        let mut hasher = FxHasher::default();
        match self {
            Term::Inf => 1u8.hash(&mut hasher),
            Term::Sup => 2u8.hash(&mut hasher),
            Term::Number(value) => (3u8, value).hash(&mut hasher),
            Term::String(text) => (4u8, text).hash(&mut hasher),
            Term::Function(function) => return function.hash,
        }
        hasher.finish()
    }

    /// Returns the position of the term's kind in the order of terms.
    fn rank(&self) -> u8 {
        match self {
            Term::Inf => 0,
            Term::Number(_) => 1,
            Term::Function(function) if function.arguments.is_empty() => 2,
            Term::String(_) => 3,
            Term::Function(_) => 4,
            Term::Sup => 5,
        }
    }

    fn is_same(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Number(left), Term::Number(right)) => left == right,
            (Term::Function(left), Term::Function(right)) => Arc::ptr_eq(left, right),
            (Term::String(left), Term::String(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }

    /// Returns the corresponding symbol of an engine.
    pub fn to_symbol(&self, symbols: &mut Symbols) -> Symbol {
        enum TermVisit<'t> {
            Open(&'t Term),
            Close(&'t Function),
        }
        let mut open = vec![TermVisit::Open(self)];
        let mut done: Vec<Symbol> = Vec::new();
        while let Some(piece) = open.pop() {
            match piece {
                TermVisit::Open(Term::Inf) => done.push(Symbol::INF),
                TermVisit::Open(Term::Sup) => done.push(Symbol::SUP),
                TermVisit::Open(Term::Number(value)) => done.push(symbols.number(*value)),
                TermVisit::Open(Term::String(text)) => done.push(symbols.string(text)),
                TermVisit::Open(Term::Function(function)) => {
                    open.push(TermVisit::Close(function));
                    open.extend(function.arguments.iter().rev().map(TermVisit::Open));
                }
                TermVisit::Close(function) => {
                    let arguments = done.split_off(done.len() - function.arguments.len());
                    done.push(if function.name.is_empty() {
                        symbols.tuple(&arguments)
                    } else {
                        let name = symbols.name(&function.name);
                        symbols.function(name, &arguments, !function.positive)
                    });
                }
            }
        }
        done.pop().expect("one term remains")
    }

    /// Returns the term as source text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Appends the term as source text.
    pub fn write(&self, text: &mut String) {
        enum Fragment<'t> {
            Term(&'t Term),
            Text(&'static str),
        }
        let mut open = vec![Fragment::Term(self)];
        while let Some(piece) = open.pop() {
            match piece {
                Fragment::Text(piece) => *text += piece,
                Fragment::Term(Term::Inf) => *text += "#inf",
                Fragment::Term(Term::Sup) => *text += "#sup",
                Fragment::Term(Term::Number(value)) => {
                    let _ = write!(text, "{value}");
                }
                Fragment::Term(Term::String(value)) => quote(value, text),
                Fragment::Term(Term::Function(function)) => {
                    *text += if function.positive { "" } else { "-" };
                    *text += &function.name;
                    let arguments = &function.arguments;
                    if arguments.is_empty() {
                        *text += if function.name.is_empty() { "()" } else { "" };
                        continue;
                    }
                    text.push('(');
                    let only = function.name.is_empty() && arguments.len() == 1;
                    open.push(Fragment::Text(if only { ",)" } else { ")" }));
                    for (index, argument) in arguments.iter().enumerate().rev() {
                        open.push(Fragment::Term(argument));
                        open.push(Fragment::Text(if index == 0 { "" } else { "," }));
                    }
                }
            }
        }
    }
}

/// Appends a string in quotes, with escapes.
fn quote(value: &str, text: &mut String) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => *text += "\\\"",
            '\\' => *text += "\\\\",
            '\n' => *text += "\\n",
            other => text.push(other),
        }
    }
    text.push('"');
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        self.hash_value() == other.hash_value() && self.cmp(other).is_eq()
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_value().hash(state);
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        let mut pairs = vec![(self, other)];
        while let Some((left, right)) = pairs.pop() {
            if left.is_same(right) {
                continue;
            }
            let order = left.rank().cmp(&right.rank()).then_with(|| match (left, right) {
                (Term::Number(left), Term::Number(right)) => left.cmp(right),
                (Term::String(left), Term::String(right)) => left.cmp(right),
                (Term::Function(left), Term::Function(right)) => {
                    let order = (!left.positive)
                        .cmp(&!right.positive)
                        .then(left.arguments.len().cmp(&right.arguments.len()))
                        .then_with(|| left.name.cmp(&right.name));
                    if order.is_eq() {
                        pairs.extend(left.arguments.iter().zip(&right.arguments).rev());
                    }
                    order
                }
                _ => Ordering::Equal,
            });
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        let is_leaf =
            |term: &Term| !matches!(term, Term::Function(function) if !function.arguments.is_empty());
        if self.arguments.iter().all(is_leaf) {
            return;
        }
        let mut open = std::mem::take(&mut self.arguments);
        while let Some(term) = open.pop() {
            if let Term::Function(mut function) = term {
                if let Some(function) = Arc::get_mut(&mut function) {
                    open.append(&mut function.arguments);
                }
            }
        }
    }
}

/// Reads a term without variables, and evaluates its arithmetic.
///
/// # Errors
///
/// Returns an error if the text is no such term.
pub fn parse_term(text: &str) -> Result<Term> {
    let mut engine = Engine::new();
    let symbol = engine.read_term("<string>", text)?;
    Ok(TermCache::default().of(symbol, engine.symbols()))
}

/// A cache that converts an engine's symbols into terms, each of them once.
#[derive(Default, Debug)]
pub struct TermCache {
    known: FxHashMap<Symbol, Term>,
    names: FxHashMap<Box<str>, Arc<str>>,
    /// The terms of atoms, by atom number.
    atoms: Vec<Option<Term>>,
}

impl TermCache {
    /// Returns the shared copy of a name.
    pub fn name(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.names.get(text) {
            return Arc::clone(known);
        }
        let name: Arc<str> = text.into();
        self.names.insert(text.into(), Arc::clone(&name));
        name
    }

    /// Returns the term of an atom; `None` if it has no name or is not derivable.
    pub fn of_atom(&mut self, id: AtomId, ground: GroundProgram<'_>) -> Option<Term> {
        if let Some(known) = self.atoms.get(id.index()).and_then(Option::as_ref) {
            return Some(known.clone());
        }
        if self.atoms.len() <= id.index() {
            self.atoms.resize(ground.program.atom_count().max(id.index() + 1), None);
        }
        let term = self.atom(ground.atom(id)?, ground);
        self.atoms[id.index()] = Some(term.clone());
        Some(term)
    }

    /// Converts an atom into a term.
    pub fn atom(&mut self, atom: Atom<'_>, ground: GroundProgram<'_>) -> Term {
        let arguments = atom.arguments().iter().map(|&argument| self.of(argument, ground.symbols)).collect();
        Term::function(self.name(atom.name()), arguments, !atom.is_negative())
    }

    /// Returns the term of a symbol.
    pub fn of(&mut self, symbol: Symbol, symbols: &Symbols) -> Term {
        match symbols.view(symbol) {
            SymbolView::Inf => return Term::Inf,
            SymbolView::Sup => return Term::Sup,
            SymbolView::Number(value) => return Term::Number(value),
            _ => {}
        }
        if let Some(known) = self.known.get(&symbol) {
            return known.clone();
        }
        let mut open = vec![symbol];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            let term = match symbols.view(next) {
                SymbolView::Inf => Term::Inf,
                SymbolView::Sup => Term::Sup,
                SymbolView::Number(value) => Term::Number(value),
                SymbolView::String(text) => Term::String(self.name(text)),
                SymbolView::Function { name, arguments, negative } => {
                    let depth = open.len();
                    let is_number = |argument: &Symbol| symbols.as_number(*argument).is_some();
                    let known = &self.known;
                    open.extend(arguments.iter().filter(|it| !is_number(it) && !known.contains_key(it)));
                    if open.len() > depth {
                        continue;
                    }
                    let term = |argument: &Symbol| match symbols.as_number(*argument) {
                        Some(value) => Term::Number(value),
                        None => known[argument].clone(),
                    };
                    let arguments = arguments.iter().map(term).collect();
                    Term::function(self.name(name.unwrap_or("")), arguments, !negative)
                }
            };
            open.pop();
            self.known.insert(next, term);
        }
        self.known[&symbol].clone()
    }
}
