//! Symbols as 64-bit values that live for ever, and signatures.
//!
//! The lowest three bits of a value say what it is; a number has its value in the upper half, and all else is the address of a
//! node that is never freed. Equal terms have one node, so that equal values are equal symbols.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use groundplan_clingo::{Function, Term};
use groundplan_frontend::lock::lock;
use rustc_hash::{FxHashMap, FxHasher};

use crate::door::{clingo_warning_t, door, open_door, Failure, Outcome};
use crate::text::{forever, list, text, write_text};

/// A symbol.
pub type clingo_symbol_t = u64;

/// The name of a predicate or function, its number of arguments, and its sign.
pub type clingo_signature_t = u64;

/// The type of a symbol.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_symbol_type_e {
    /// `#inf`.
    clingo_symbol_type_infimum = 0,
    /// A number.
    clingo_symbol_type_number = 1,
    /// A string.
    clingo_symbol_type_string = 4,
    /// A constant, a function or a tuple.
    clingo_symbol_type_function = 5,
    /// `#sup`.
    clingo_symbol_type_supremum = 7,
}

/// A type of `clingo_symbol_type_e`.
pub type clingo_symbol_type_t = c_int;

/// A function of the library that takes symbols, or one of a caller.
pub type clingo_symbol_callback_t = Option<
    unsafe extern "C" fn(symbols: *const clingo_symbol_t, symbols_size: usize, data: *mut c_void) -> bool,
>;

/// A function that is told of a message.
pub type clingo_logger_t =
    Option<unsafe extern "C" fn(code: clingo_warning_t, message: *const c_char, data: *mut c_void)>;

const TAG: u64 = 7;
const INFIMUM: u64 = 0;
const NUMBER: u64 = 1;
const NODE: u64 = 2;
const SUPREMUM: u64 = 3;

/// What a value with the tag `NODE` points to.
#[repr(align(8))]
struct SymbolNode {
    term: Term,
    /// The name of a function, or the text of a string.
    name: *const c_char,
    arguments: Box<[clingo_symbol_t]>,
}

// SAFETY: nodes never change, and `name` points to a string that lives for ever.
unsafe impl Send for SymbolNode {}
// SAFETY: as above.
unsafe impl Sync for SymbolNode {}

/// The nodes, by their terms.
static NODES: Mutex<Option<FxHashMap<Term, &'static SymbolNode>>> = Mutex::new(None);

fn value_of(node: &'static SymbolNode) -> clingo_symbol_t {
    std::ptr::from_ref(node).expose_provenance() as u64 | NODE
}

/// Returns the node of a value.
fn node(symbol: clingo_symbol_t) -> Option<&'static SymbolNode> {
    if symbol & TAG != NODE {
        return None;
    }
    let node: *const SymbolNode = std::ptr::with_exposed_provenance((symbol & !TAG) as usize);
    // SAFETY: a value with this tag was made by `value_of`, as callers promise: symbols come from the library.
    Some(unsafe { &*node })
}

/// Returns the symbol of a term.
pub(crate) fn symbol(term: &Term) -> clingo_symbol_t {
    match term {
        Term::Inf => INFIMUM,
        Term::Sup => SUPREMUM,
        Term::Number(value) => match i32::try_from(*value) {
            Ok(value) => u64::from(value as u32) << 32 | NUMBER,
            Err(_) => known(term).unwrap_or_else(|| new_symbol(term)),
        },
        Term::String(_) => known(term).unwrap_or_else(|| new_symbol(term)),
        Term::Function(function) => match function.handle() {
            0 => {
                let symbol = known(term).unwrap_or_else(|| new_symbol(term));
                function.set_handle(symbol);
                symbol
            }
            handle => handle,
        },
    }
}

/// Returns the symbols of terms.
pub(crate) fn symbols<'t>(terms: impl IntoIterator<Item = &'t Term>) -> Vec<clingo_symbol_t> {
    terms.into_iter().map(symbol).collect()
}

fn known(term: &Term) -> Option<clingo_symbol_t> {
    lock(&NODES).as_ref()?.get(term).copied().map(value_of)
}

/// Makes the node of a term, and first those of its arguments. Terms may be nested deeply, so that there is no recursion.
fn new_symbol(term: &Term) -> clingo_symbol_t {
    let mut open = vec![term];
    while let Some(&next) = open.last() {
        if let Term::Function(function) = next {
            let depth = open.len();
            open.extend(
                function.arguments.iter().filter(
                    |argument| matches!(argument, Term::Function(function) if function.handle() == 0),
                ),
            );
            if open.len() > depth {
                continue;
            }
        }
        open.pop();
        let symbol = make(next);
        if let Term::Function(function) = next {
            function.set_handle(symbol);
        }
    }
    known(term).expect("it was made")
}

/// Makes the node of a term whose arguments have nodes.
fn make(term: &Term) -> clingo_symbol_t {
    let (name, arguments) = match term {
        Term::String(text) => (forever(text), Vec::new()),
        Term::Function(function) => (forever(&function.name), symbols(&function.arguments)),
        _ => (std::ptr::null(), Vec::new()),
    };
    let mut nodes = lock(&NODES);
    let nodes = nodes.get_or_insert_with(FxHashMap::default);
    if let Some(node) = nodes.get(term) {
        return value_of(node);
    }
    let node = Box::leak(Box::new(SymbolNode { term: term.clone(), name, arguments: arguments.into() }));
    nodes.insert(term.clone(), node);
    value_of(node)
}

/// Returns the term of a symbol.
pub(crate) fn term(symbol: clingo_symbol_t) -> Term {
    match symbol & TAG {
        INFIMUM => Term::Inf,
        NUMBER => Term::Number(i64::from((symbol >> 32) as i32)),
        NODE => node(symbol).map_or(Term::Inf, |node| node.term.clone()),
        _ => Term::Sup,
    }
}

/// Returns the terms of symbols of the caller.
///
/// # Safety
///
/// See [`list`].
pub(crate) unsafe fn terms(symbols: *const clingo_symbol_t, size: usize) -> Vec<Term> {
    // SAFETY: by the contract of this function.
    unsafe { list(symbols, size) }.iter().map(|&it| term(it)).collect()
}

/// Returns the failure for a symbol of another type, in the word of clingo, which programs compare.
fn unexpected() -> Failure {
    Failure::runtime("unexpected")
}

fn function(symbol: clingo_symbol_t) -> Outcome<(&'static SymbolNode, &'static Function)> {
    match node(symbol).map(|node| (node, &node.term)) {
        Some((node, Term::Function(function))) => Ok((node, function)),
        _ => Err(unexpected()),
    }
}

/// Makes the symbol of a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_number(number: c_int, symbol: *mut clingo_symbol_t) {
    // SAFETY: the caller gives a place for the symbol.
    unsafe { *symbol = self::symbol(&Term::Number(number.into())) };
}

/// Makes `#sup`.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_supremum(symbol: *mut clingo_symbol_t) {
    // SAFETY: the caller gives a place for the symbol.
    unsafe { *symbol = SUPREMUM };
}

/// Makes `#inf`.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_infimum(symbol: *mut clingo_symbol_t) {
    // SAFETY: the caller gives a place for the symbol.
    unsafe { *symbol = INFIMUM };
}

/// Makes the symbol of a string.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_string(
    string: *const c_char,
    symbol: *mut clingo_symbol_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string and a place for the symbol.
        unsafe { *symbol = self::symbol(&Term::String(text(string)?.into())) };
        Ok(())
    })
}

/// Makes a constant, with `-` in front unless `positive`.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_id(
    name: *const c_char,
    positive: bool,
    symbol: *mut clingo_symbol_t,
) -> bool {
    // SAFETY: there are no arguments, and the rest is what the caller of this function gives.
    unsafe { clingo_symbol_create_function(name, std::ptr::null(), 0, positive, symbol) }
}

/// Makes a function, with `-` in front unless `positive`; a tuple if the name is empty.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_create_function(
    name: *const c_char,
    arguments: *const clingo_symbol_t,
    arguments_size: usize,
    positive: bool,
    symbol: *mut clingo_symbol_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string, an array and a place for the symbol.
        unsafe {
            let term = Term::function(text(name)?.into(), terms(arguments, arguments_size), positive);
            *symbol = self::symbol(&term);
        }
        Ok(())
    })
}

/// Returns the value of a number. It is an error if it has more than 32 bits.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_number(symbol: clingo_symbol_t, number: *mut c_int) -> bool {
    door(|| {
        let Term::Number(value) = term(symbol) else {
            return Err(unexpected());
        };
        let value = c_int::try_from(value)
            .map_err(|_| Failure::runtime(&format!("{value} has more than the 32 bits of a number in C")))?;
        // SAFETY: the caller gives a place for the number.
        unsafe { *number = value };
        Ok(())
    })
}

/// Returns the name of a constant, function or tuple.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_name(symbol: clingo_symbol_t, name: *mut *const c_char) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the name.
        unsafe { *name = function(symbol)?.0.name };
        Ok(())
    })
}

/// Returns the text of a string.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_string(symbol: clingo_symbol_t, string: *mut *const c_char) -> bool {
    door(|| match node(symbol) {
        Some(SymbolNode { term: Term::String(_), name, .. }) => {
            // SAFETY: the caller gives a place for the string.
            unsafe { *string = *name };
            Ok(())
        }
        _ => Err(unexpected()),
    })
}

/// Whether a function is without `-` in front.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_is_positive(symbol: clingo_symbol_t, positive: *mut bool) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *positive = function(symbol)?.1.positive };
        Ok(())
    })
}

/// Whether a function has a `-` in front.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_is_negative(symbol: clingo_symbol_t, negative: *mut bool) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *negative = !function(symbol)?.1.positive };
        Ok(())
    })
}

/// Returns the arguments of a function, which live for ever.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_arguments(
    symbol: clingo_symbol_t,
    arguments: *mut *const clingo_symbol_t,
    arguments_size: *mut usize,
) -> bool {
    door(|| {
        let (node, _) = function(symbol)?;
        // SAFETY: the caller gives places for the array and its size.
        unsafe {
            *arguments = node.arguments.as_ptr();
            *arguments_size = node.arguments.len();
        }
        Ok(())
    })
}

/// Returns the type of a symbol.
#[no_mangle]
pub extern "C" fn clingo_symbol_type(symbol: clingo_symbol_t) -> clingo_symbol_type_t {
    use clingo_symbol_type_e as Type;
    let found = match symbol & TAG {
        INFIMUM => Type::clingo_symbol_type_infimum,
        NUMBER => Type::clingo_symbol_type_number,
        NODE => match node(symbol).map(|node| &node.term) {
            Some(Term::String(_)) => Type::clingo_symbol_type_string,
            Some(Term::Number(_)) => Type::clingo_symbol_type_number,
            _ => Type::clingo_symbol_type_function,
        },
        _ => Type::clingo_symbol_type_supremum,
    };
    found as clingo_symbol_type_t
}

/// Returns the size of the buffer that [`clingo_symbol_to_string`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_to_string_size(symbol: clingo_symbol_t, size: *mut usize) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the size.
        unsafe { *size = term(symbol).text().len() + 1 };
        Ok(())
    })
}

/// Writes a symbol as text into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_symbol_to_string(
    symbol: clingo_symbol_t,
    string: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a buffer of this size.
    door(|| unsafe { write_text(&term(symbol).text(), string, size) })
}

/// Whether two symbols are equal.
#[no_mangle]
pub extern "C" fn clingo_symbol_is_equal_to(a: clingo_symbol_t, b: clingo_symbol_t) -> bool {
    a == b
}

/// Whether a symbol comes before another in the order of terms.
#[no_mangle]
pub extern "C" fn clingo_symbol_is_less_than(a: clingo_symbol_t, b: clingo_symbol_t) -> bool {
    open_door(false, || a != b && term(a) < term(b))
}

/// Returns a hash, which is the same as long as the process lives.
#[no_mangle]
pub extern "C" fn clingo_symbol_hash(symbol: clingo_symbol_t) -> usize {
    open_door(0, || term(symbol).hash_value() as usize)
}

/// Reads a term without variables, evaluates it, and returns its symbol. What is wrong with a text is told by the error, not by the
/// logger.
#[no_mangle]
pub unsafe extern "C" fn clingo_parse_term(
    string: *const c_char,
    logger: clingo_logger_t,
    logger_data: *mut c_void,
    message_limit: c_uint,
    symbol: *mut clingo_symbol_t,
) -> bool {
    let _ = (logger, logger_data, message_limit);
    door(|| {
        // SAFETY: the caller gives a string, and a place for the symbol.
        unsafe { *symbol = self::symbol(&groundplan_clingo::parse_term(text(string)?)?) };
        Ok(())
    })
}

/// What a signature's value points to.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Clone)]
struct Signature {
    // In the order in which clingo compares them.
    negative: bool,
    arity: u32,
    name: Arc<str>,
}

/// Returns a signature as a value.
pub(crate) fn signature(name: &str, arity: u32, positive: bool) -> clingo_signature_t {
    static KNOWN: Mutex<Option<FxHashMap<Signature, clingo_signature_t>>> = Mutex::new(None);
    let signature = Signature { negative: !positive, arity, name: name.into() };
    let mut known = lock(&KNOWN);
    let known = known.get_or_insert_with(FxHashMap::default);
    *known.entry(signature.clone()).or_insert_with(|| {
        std::ptr::from_ref(Box::leak(Box::new(signature))).expose_provenance() as clingo_signature_t
    })
}

fn of_signature(signature: clingo_signature_t) -> &'static Signature {
    let signature: *const Signature = std::ptr::with_exposed_provenance(signature as usize);
    // SAFETY: signatures come from `signature`, as callers promise.
    unsafe { &*signature }
}

/// Returns the name, the number of arguments and whether there is no `-` in front.
pub(crate) fn parts_of_signature(signature: clingo_signature_t) -> (&'static str, u32, bool) {
    let signature = of_signature(signature);
    (&signature.name, signature.arity, !signature.negative)
}

/// Makes a signature.
#[no_mangle]
pub unsafe extern "C" fn clingo_signature_create(
    name: *const c_char,
    arity: u32,
    positive: bool,
    signature: *mut clingo_signature_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string and a place for the signature.
        unsafe { *signature = self::signature(text(name)?, arity, positive) };
        Ok(())
    })
}

/// Returns the name of a signature.
#[no_mangle]
pub extern "C" fn clingo_signature_name(signature: clingo_signature_t) -> *const c_char {
    open_door(std::ptr::null(), || forever(&of_signature(signature).name))
}

/// Returns the number of arguments of a signature.
#[no_mangle]
pub extern "C" fn clingo_signature_arity(signature: clingo_signature_t) -> u32 {
    of_signature(signature).arity
}

/// Whether a signature is without `-` in front.
#[no_mangle]
pub extern "C" fn clingo_signature_is_positive(signature: clingo_signature_t) -> bool {
    !of_signature(signature).negative
}

/// Whether a signature has a `-` in front.
#[no_mangle]
pub extern "C" fn clingo_signature_is_negative(signature: clingo_signature_t) -> bool {
    of_signature(signature).negative
}

/// Whether two signatures are equal.
#[no_mangle]
pub extern "C" fn clingo_signature_is_equal_to(a: clingo_signature_t, b: clingo_signature_t) -> bool {
    a == b
}

/// Whether a signature comes before another: by sign, number of arguments and name.
#[no_mangle]
pub extern "C" fn clingo_signature_is_less_than(a: clingo_signature_t, b: clingo_signature_t) -> bool {
    of_signature(a) < of_signature(b)
}

/// Returns a hash of a signature, which is the same as long as the process lives.
#[no_mangle]
pub extern "C" fn clingo_signature_hash(signature: clingo_signature_t) -> usize {
    let mut hasher = FxHasher::default();
    of_signature(signature).hash(&mut hasher);
    hasher.finish() as usize
}
