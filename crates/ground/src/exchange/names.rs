//! Reads the names of atoms in numeric formats, which are terms as text.

use crate::analysis::constants::{value, Constants};
use crate::diagnostic::Sources;
use crate::function::Functions;
use crate::program::{AtomId, Base, HIDDEN};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;
use crate::syntax::parse_term;

/// Returns the term with this text, or a constant with the text as its name if the text is not a term.
pub(super) fn symbol(symbols: &mut Symbols, text: &str) -> Symbol {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let term = parse_term(symbols, &sources, source).ok();
    let symbol =
        term.and_then(|term| value(&term, &Constants::default(), symbols, &mut Functions::default()).ok());
    let symbol = symbol.filter(|&symbol| symbols.display(symbol).to_string() == text);
    symbol.unwrap_or_else(|| {
        let name = symbols.name(text);
        symbols.constant(name)
    })
}

/// Gives an atom a term as its name. Returns false if the term cannot be a name, or the atom has one already.
pub(super) fn give(symbols: &Symbols, base: &mut Base, symbol: Symbol, atom: AtomId) -> bool {
    let Some((Some(name), arguments, negative)) = symbols.as_function(symbol) else { return false };
    // Atoms with hidden names are not shown, but an output of the program must be.
    if symbols.text(name).starts_with(HIDDEN) {
        return false;
    }
    let signature = Signature { name, arity: arguments.len() as u32, negative };
    let predicate = base.predicate(signature);
    base.name_atom(predicate, arguments, atom)
}
