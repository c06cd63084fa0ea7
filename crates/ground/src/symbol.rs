//! Interned ground terms.
//!
//! Invariant: two symbols of one [`Symbols`] table are equal exactly if their terms are equal, so equality and hashing
//! never look inside a term. Small integers are stored in the symbol itself; every other term is an index into the table.
//!
//! The order of terms is that of the ASP-Core-2 standard (Calimeri et al.: ASP-Core-2 input language format, TPLP 2020, §2)
//! in the form that the common grounders use: `#inf`, integers, constants, strings, functions by sign, arity, name and
//! arguments, `#sup`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use smallvec::{smallvec, SmallVec};

/// The name of a constant, function or predicate, or the text of a string: an index into [`Symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Name(u32);

/// A ground term: an index into [`Symbols`], or a small integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

/// The bit that marks a symbol as an integer; the other 31 bits are its value.
const INLINE: u32 = 1 << 31;
const INLINE_MIN: i64 = -(1 << 30);
const INLINE_MAX: i64 = (1 << 30) - 1;

impl Symbol {
    /// `#inf`, which precedes every other term.
    pub const INF: Symbol = Symbol(0);
    /// `#sup`, which follows every other term.
    pub const SUP: Symbol = Symbol(1);

    fn inline(value: i64) -> Option<Symbol> {
        (INLINE_MIN..=INLINE_MAX).contains(&value).then_some(Symbol(INLINE | (value as u32 & !INLINE)))
    }

    fn inlined(self) -> Option<i64> {
        // Sign-extends the value: the shifts move the sign bit of its 31 bits to the top and back.
        (self.0 & INLINE != 0).then(|| i64::from((self.0 << 1) as i32 >> 1))
    }
}

/// The term that a [`Symbol`] stands for, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolView<'a> {
    /// `#inf`.
    Inf,
    /// An integer.
    Number(i64),
    /// A string, without its quotes and escapes.
    String(&'a str),
    /// A constant (no arguments), a function, or a tuple (`None` for a name), possibly strongly negated.
    Function {
        /// The function's name; a tuple has none.
        name: Option<&'a str>,
        /// The arguments, in order.
        arguments: &'a [Symbol],
        /// Whether it is strongly negated: a `-` stands before it.
        negative: bool,
    },
    /// `#sup`.
    Sup,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SymbolEntry {
    Inf,
    Sup,
    Number(i64),
    String(Name),
    Function { name: Option<Name>, negative: bool, start: u32, arity: u32 },
}

/// The table of all symbols and names of one engine.
#[derive(Clone)]
pub struct Symbols {
    /// All names, concatenated; `name_ends[i]` is where name `i` ends.
    text: String,
    name_ends: Vec<usize>,
    name_index: HashTable<u32>,
    entries: Vec<SymbolEntry>,
    arguments: Vec<Symbol>,
    entry_index: HashTable<u32>,
    hasher: FxBuildHasher,
}

impl fmt::Debug for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symbols")
            .field("names", &self.name_ends.len())
            .field("terms", &self.entries.len())
            .finish()
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols {
            text: String::new(),
            name_ends: Vec::new(),
            name_index: HashTable::new(),
            entries: vec![SymbolEntry::Inf, SymbolEntry::Sup],
            arguments: Vec::new(),
            entry_index: HashTable::new(),
            hasher: FxBuildHasher,
        }
    }
}

impl Symbols {
    /// Returns an empty table.
    #[must_use]
    pub fn new() -> Self {
        Symbols::default()
    }

    /// Returns the name with this text, and adds it to the table if it is new.
    pub fn name(&mut self, text: &str) -> Name {
        let hash = self.hasher.hash_one(text);
        let (names, ends) = (&self.text, &self.name_ends);
        if let Some(&index) = self.name_index.find(hash, |&i| slice(names, ends, i) == text) {
            return Name(index);
        }
        let index = u32::try_from(self.name_ends.len()).expect("fewer than 2^32 names");
        self.text.push_str(text);
        self.name_ends.push(self.text.len());
        let (names, ends, hasher) = (&self.text, &self.name_ends, self.hasher);
        self.name_index.insert_unique(hash, index, |&i| hasher.hash_one(slice(names, ends, i)));
        Name(index)
    }

    /// Returns the name with this text, if the table has it.
    #[must_use]
    pub fn find_name(&self, text: &str) -> Option<Name> {
        let hash = self.hasher.hash_one(text);
        self.name_index.find(hash, |&i| slice(&self.text, &self.name_ends, i) == text).map(|&i| Name(i))
    }

    /// The text of a name.
    #[must_use]
    pub fn text(&self, name: Name) -> &str {
        slice(&self.text, &self.name_ends, name.0)
    }

    /// Returns the symbol of an integer.
    pub fn number(&mut self, value: i64) -> Symbol {
        Symbol::inline(value).unwrap_or_else(|| self.intern(SymbolEntry::Number(value), &[]))
    }

    /// Returns the symbol of a string.
    pub fn string(&mut self, text: &str) -> Symbol {
        let name = self.name(text);
        self.intern(SymbolEntry::String(name), &[])
    }

    /// Returns the symbol of a constant.
    pub fn constant(&mut self, name: Name) -> Symbol {
        self.function(name, &[], false)
    }

    /// Returns the symbol of a function or constant, strongly negated if `negative`.
    pub fn function(&mut self, name: Name, arguments: &[Symbol], negative: bool) -> Symbol {
        self.intern(SymbolEntry::Function { name: Some(name), negative, start: 0, arity: 0 }, arguments)
    }

    /// Returns the symbol of a tuple.
    pub fn tuple(&mut self, arguments: &[Symbol]) -> Symbol {
        self.intern(SymbolEntry::Function { name: None, negative: false, start: 0, arity: 0 }, arguments)
    }

    /// Returns the symbol with the other sign: of a constant, a function or a tuple; `None` for others.
    pub fn opposite(&mut self, symbol: Symbol) -> Option<Symbol> {
        let (name, arguments, negative) = self.as_function(symbol)?;
        let arguments = arguments.to_vec();
        Some(self.intern(SymbolEntry::Function { name, negative: !negative, start: 0, arity: 0 }, &arguments))
    }

    /// Returns the term that a symbol stands for, one level deep.
    #[must_use]
    pub fn view(&self, symbol: Symbol) -> SymbolView<'_> {
        if let Some(value) = symbol.inlined() {
            return SymbolView::Number(value);
        }
        match self.entries[symbol.0 as usize] {
            SymbolEntry::Inf => SymbolView::Inf,
            SymbolEntry::Sup => SymbolView::Sup,
            SymbolEntry::Number(value) => SymbolView::Number(value),
            SymbolEntry::String(text) => SymbolView::String(self.text(text)),
            SymbolEntry::Function { name, negative, start, arity } => SymbolView::Function {
                name: name.map(|name| self.text(name)),
                arguments: &self.arguments[start as usize..(start + arity) as usize],
                negative,
            },
        }
    }

    /// Returns the value of an integer; `None` for any other term.
    #[must_use]
    pub fn as_number(&self, symbol: Symbol) -> Option<i64> {
        symbol.inlined().or_else(|| match self.entries[symbol.0 as usize] {
            SymbolEntry::Number(value) => Some(value),
            _ => None,
        })
    }

    /// Returns name (`None` for a tuple), arguments and sign of a constant, function or tuple; `None` for any other term.
    #[must_use]
    pub fn as_function(&self, symbol: Symbol) -> Option<(Option<Name>, &[Symbol], bool)> {
        if symbol.inlined().is_some() {
            return None;
        }
        match self.entries[symbol.0 as usize] {
            SymbolEntry::Function { name, negative, start, arity } => {
                Some((name, &self.arguments[start as usize..(start + arity) as usize], negative))
            }
            _ => None,
        }
    }

    /// Compares two terms in the order that the module describes.
    #[must_use]
    pub fn compare(&self, left: Symbol, right: Symbol) -> Ordering {
        if let (Some(left), Some(right)) = (left.inlined(), right.inlined()) {
            return left.cmp(&right);
        }
        // The pairs still to compare, the next one last. A stack replaces recursion, because terms may be arbitrarily deep.
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            if left == right {
                continue;
            }
            let (left, right) = (self.view(left), self.view(right));
            let order = rank(&left).cmp(&rank(&right)).then_with(|| match (left, right) {
                (SymbolView::Number(left), SymbolView::Number(right)) => left.cmp(&right),
                (SymbolView::String(left), SymbolView::String(right)) => left.cmp(right),
                (
                    SymbolView::Function { name: left_name, arguments: left_arguments, negative: left_sign },
                    SymbolView::Function {
                        name: right_name,
                        arguments: right_arguments,
                        negative: right_sign,
                    },
                ) => {
                    let order = left_sign
                        .cmp(&right_sign)
                        .then(left_arguments.len().cmp(&right_arguments.len()))
                        .then_with(|| left_name.unwrap_or("").cmp(right_name.unwrap_or("")));
                    if order.is_eq() {
                        pairs.extend(
                            left_arguments.iter().copied().zip(right_arguments.iter().copied()).rev(),
                        );
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

    /// Displays a symbol as source text. Equal symbols always have the same text.
    #[must_use]
    pub fn display(&self, symbol: Symbol) -> impl fmt::Display + '_ {
        DisplaySymbol { symbols: self, symbol }
    }

    /// Returns the symbol of an integer, if the table has it.
    pub fn find_number(&self, value: i64) -> Option<Symbol> {
        Symbol::inline(value).or_else(|| {
            self.find(self.hash(&SymbolEntry::Number(value), &[]), SymbolEntry::Number(value), &[])
        })
    }

    /// Returns the symbol of a string, if the table has it.
    pub fn find_string(&self, text: &str) -> Option<Symbol> {
        let entry = SymbolEntry::String(self.find_name(text)?);
        self.find(self.hash(&entry, &[]), entry, &[])
    }

    /// Returns the symbol of a function, or of a tuple if there is no name, if the table has it.
    pub fn find_function(&self, name: Option<Name>, arguments: &[Symbol], negative: bool) -> Option<Symbol> {
        let entry = SymbolEntry::Function { name, negative, start: 0, arity: 0 };
        self.find(self.hash(&entry, arguments), entry, arguments)
    }

    fn find(&self, hash: u64, entry: SymbolEntry, arguments: &[Symbol]) -> Option<Symbol> {
        let (entries, all) = (&self.entries, &self.arguments);
        let index = self.entry_index.find(hash, |&i| same(entries[i as usize], all, entry, arguments));
        index.map(|&index| Symbol(index))
    }

    fn intern(&mut self, entry: SymbolEntry, arguments: &[Symbol]) -> Symbol {
        let hash = self.hash(&entry, arguments);
        if let Some(known) = self.find(hash, entry, arguments) {
            return known;
        }
        let index = u32::try_from(self.entries.len()).ok().filter(|i| i & INLINE == 0);
        let index = index.expect("fewer than 2^31 terms");
        let stored = match entry {
            SymbolEntry::Function { name, negative, .. } => SymbolEntry::Function {
                name,
                negative,
                start: u32::try_from(self.arguments.len()).expect("fewer than 2^32 arguments of terms"),
                arity: u32::try_from(arguments.len()).expect("fewer than 2^32 arguments"),
            },
            entry => entry,
        };
        self.arguments.extend_from_slice(arguments);
        self.entries.push(stored);
        let (entries, all, hasher) = (&self.entries, &self.arguments, self.hasher);
        self.entry_index.insert_unique(hash, index, |&i| hash_entry(hasher, &entries[i as usize], all));
        Symbol(index)
    }

    fn hash(&self, entry: &SymbolEntry, arguments: &[Symbol]) -> u64 {
        match *entry {
            SymbolEntry::Function { name, negative, .. } => hash_entry(
                self.hasher,
                &SymbolEntry::Function { name, negative, start: 0, arity: arguments.len() as u32 },
                arguments,
            ),
            _ => hash_entry(self.hasher, entry, &[]),
        }
    }
}

/// Returns the hash of a list of symbols, for the hash tables of hashbrown. These take a position from the low bits, and
/// tell the entries of sixteen neighbouring positions apart by the seven highest bits.
///
/// Lists that differ only in the last four bits of the last symbol hash to neighbouring positions. Successive results of a
/// join mostly differ that little, so look-ups in a table larger than the cache touch only a few of its lines.
#[must_use]
#[inline]
pub(crate) fn hash_symbols(symbols: &[Symbol]) -> u64 {
    // The multiplier of rustc-hash.
    const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
    let Some((last, before)) = symbols.split_last() else { return 0 };
    let mix = |hash: u64, symbol: u32| hash.wrapping_add(u64::from(symbol)).wrapping_mul(FACTOR);
    let hash = mix(before.iter().fold(0, |hash, symbol| mix(hash, symbol.0)), last.0 >> 4);
    let near = u64::from(last.0 & 15);
    (hash ^ hash >> 32) << 4 ^ near ^ near << 57
}

fn slice<'a>(names: &'a str, ends: &[usize], index: u32) -> &'a str {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &names[start..ends[index]]
}

fn hash_entry(hasher: FxBuildHasher, entry: &SymbolEntry, all: &[Symbol]) -> u64 {
    match *entry {
        SymbolEntry::Function { name, negative, start, arity } => {
            hasher.hash_one((3u8, name, negative, &all[start as usize..(start + arity) as usize]))
        }
        SymbolEntry::Number(value) => hasher.hash_one((1u8, value)),
        SymbolEntry::String(name) => hasher.hash_one((2u8, name)),
        SymbolEntry::Inf | SymbolEntry::Sup => 0,
    }
}

/// Whether a stored entry equals the one that is looked for, whose arguments are given separately.
fn same(stored: SymbolEntry, all: &[Symbol], asked: SymbolEntry, arguments: &[Symbol]) -> bool {
    match (stored, asked) {
        (
            SymbolEntry::Function { name, negative, start, arity },
            SymbolEntry::Function { name: asked_name, negative: asked_negative, .. },
        ) => {
            name == asked_name
                && negative == asked_negative
                && all[start as usize..(start + arity) as usize] == *arguments
        }
        (stored, asked) => stored == asked,
    }
}

fn rank(view: &SymbolView) -> u8 {
    match view {
        SymbolView::Inf => 0,
        SymbolView::Number(_) => 1,
        // The empty tuple is a constant with the empty name.
        SymbolView::Function { arguments: [], .. } => 2,
        SymbolView::String(_) => 3,
        SymbolView::Function { .. } => 4,
        SymbolView::Sup => 5,
    }
}

struct DisplaySymbol<'a> {
    symbols: &'a Symbols,
    symbol: Symbol,
}

impl fmt::Display for DisplaySymbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Unprinted {
            Symbol(Symbol),
            Text(&'static str),
        }
        // The text and terms still to print, the next one last. A stack replaces recursion, because terms may be
        // arbitrarily deep.
        let mut unprinted: SmallVec<[Unprinted; 8]> = smallvec![Unprinted::Symbol(self.symbol)];
        while let Some(next) = unprinted.pop() {
            let symbol = match next {
                Unprinted::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                Unprinted::Symbol(symbol) => symbol,
            };
            match self.symbols.view(symbol) {
                SymbolView::Inf => f.write_str("#inf")?,
                SymbolView::Sup => f.write_str("#sup")?,
                SymbolView::Number(value) => write!(f, "{value}")?,
                SymbolView::String(text) => write_string(f, text)?,
                SymbolView::Function { name, arguments, negative } => {
                    if negative {
                        f.write_str("-")?;
                    }
                    f.write_str(name.unwrap_or(""))?;
                    if arguments.is_empty() && name.is_some() {
                        continue;
                    }
                    f.write_str("(")?;
                    // A comma tells a tuple of one element from a term in parentheses.
                    unprinted.push(Unprinted::Text(if arguments.len() == 1 && name.is_none() {
                        ",)"
                    } else {
                        ")"
                    }));
                    for (i, &argument) in arguments.iter().enumerate().rev() {
                        unprinted.push(Unprinted::Symbol(argument));
                        if i > 0 {
                            unprinted.push(Unprinted::Text(","));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Writes a string as a quoted literal of the language.
fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for piece in text.split_inclusive(['"', '\\', '\n']) {
        match piece.char_indices().next_back() {
            Some((i, '"')) => write!(f, "{}\\\"", &piece[..i])?,
            Some((i, '\\')) => write!(f, "{}\\\\", &piece[..i])?,
            Some((i, '\n')) => write!(f, "{}\\n", &piece[..i])?,
            _ => f.write_str(piece)?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_size_keep_their_value() {
        let mut symbols = Symbols::new();
        for value in [0, 1, -1, INLINE_MIN, INLINE_MAX, INLINE_MIN - 1, INLINE_MAX + 1, i64::MIN, i64::MAX] {
            let symbol = symbols.number(value);
            assert_eq!(symbols.as_number(symbol), Some(value));
            assert_eq!(symbols.number(value), symbol);
        }
    }

    #[test]
    fn terms_are_ordered_as_the_standard_says() {
        let mut symbols = Symbols::new();
        let (a, b, f) = (symbols.name("a"), symbols.name("b"), symbols.name("f"));
        let one = symbols.number(1);
        let ordered = [
            Symbol::INF,
            symbols.number(i64::MIN),
            symbols.number(-3),
            one,
            symbols.number(1 << 40),
            symbols.constant(a),
            symbols.constant(b),
            symbols.string("a"),
            symbols.function(b, &[one], false),
            symbols.function(f, &[Symbol::INF], false),
            symbols.function(f, &[one], false),
            symbols.function(a, &[one, one], false),
            Symbol::SUP,
        ];
        for (i, &left) in ordered.iter().enumerate() {
            for (j, &right) in ordered.iter().enumerate() {
                assert_eq!(symbols.compare(left, right), i.cmp(&j), "{i} and {j}");
            }
        }
    }

    #[test]
    fn deep_terms_print_and_compare_without_recursion() {
        let mut symbols = Symbols::new();
        let f = symbols.name("f");
        let mut deep = symbols.number(1);
        let mut deeper = symbols.number(2);
        for _ in 0..200_000 {
            deep = symbols.function(f, &[deep], false);
            deeper = symbols.function(f, &[deeper], false);
        }
        assert_eq!(symbols.compare(deep, deeper), Ordering::Less);
        assert_eq!(symbols.display(deep).to_string().len(), 3 * 200_000 + 1);
    }

    #[test]
    fn printing_tells_tuples_strings_and_signs_apart() {
        let mut symbols = Symbols::new();
        let one = symbols.number(1);
        let a = symbols.name("a");
        let quoted = symbols.string("x\"\\\n");
        let cases = [
            (symbols.tuple(&[]), "()"),
            (symbols.tuple(&[one]), "(1,)"),
            (symbols.tuple(&[one, quoted]), "(1,\"x\\\"\\\\\\n\")"),
            (symbols.function(a, &[one], true), "-a(1)"),
            (symbols.constant(a), "a"),
        ];
        for (symbol, text) in cases {
            assert_eq!(symbols.display(symbol).to_string(), text);
        }
    }
}
