//! The terms of an engine: their symbols, the external functions in them, and texts that are read as terms.

use super::Error;
use groundplan_ground::analysis::constants::{mentions_constants, value, Constants};
use groundplan_ground::analysis::evaluate::Failure;
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, ErrorKind, SourceId, Sources, Span};
use groundplan_ground::function::Functions;
use groundplan_ground::symbol::{Name, Symbol, Symbols};
use groundplan_ground::syntax::ast::{Signature, Term};
use groundplan_ground::syntax::{parse_definition, parse_term};
use groundplan_ground::value::{Interner, ToArguments, ToSymbol};

/// The place of what no text of the program says. No message names it.
const NOWHERE: Span = Span { source: SourceId(0), start: 0, end: 0 };

/// All symbols, and the functions that programs call in terms.
#[derive(Default)]
pub(super) struct Terms {
    pub symbols: Symbols,
    pub functions: Functions,
}

impl Terms {
    /// The arguments as symbols.
    pub fn arguments(&mut self, arguments: &(impl ToArguments + ?Sized)) -> Vec<Symbol> {
        arguments.to_arguments(&mut Interner::new(&mut self.symbols))
    }

    /// The predicate and arguments of an atom, whose name may begin with `-`.
    pub fn atom(
        &mut self,
        predicate: &str,
        arguments: &(impl ToArguments + ?Sized),
    ) -> (Signature, Vec<Symbol>) {
        let arguments = self.arguments(arguments);
        let (negative, name) = without_sign(predicate);
        let name = self.symbols.name(name);
        (Signature { name, arity: arguments.len() as u32, negative }, arguments)
    }

    /// A definition of a constant by its value.
    pub fn definition(&mut self, name: &str, value: &impl ToSymbol) -> (Name, Term) {
        let value = value.to_symbol(&mut Interner::new(&mut self.symbols));
        (self.symbols.name(name), Term::Symbol(value, NOWHERE))
    }

    /// Reads a definition of a constant; evaluates it, unless it mentions other constants.
    pub fn read_definition(&mut self, definition: &str) -> Result<(Name, Term), Error> {
        let mut sources = Sources::new();
        let source = sources.add("definition", definition);
        let read = parse_definition(&mut self.symbols, &sources, source);
        read.and_then(|(name, term)| {
            if mentions_constants(&term, &self.symbols) {
                return Ok((name, term));
            }
            let value = self.evaluate(&term, &Constants::default()).map_err(|error| vec![error])?;
            Ok((name, Term::Symbol(value, NOWHERE)))
        })
        .map_err(|errors| Error::Program(Diagnostics::new(errors, sources)))
    }

    /// Reads and evaluates a ground term in which constants stand for these values. `name` names the text in messages.
    pub fn read_term(&mut self, name: &str, text: &str, constants: &Constants) -> Result<Symbol, Error> {
        self.read(name, text, |_, _| constants)
    }

    /// Reads a ground atom in which constants stand for these values: its predicate and arguments. `name` names the text in
    /// messages.
    pub fn read_atom(
        &mut self,
        name: &str,
        text: &str,
        constants: &Constants,
    ) -> Result<(Signature, Vec<Symbol>), Error> {
        // The name of a predicate is no constant.
        let none = Constants::default();
        let of_arguments =
            |term: &Term, symbols: &Symbols| if is_name(term, symbols) { &none } else { constants };
        let symbol = self.read(name, text, of_arguments)?;
        match self.symbols.as_function(symbol) {
            Some((Some(name), arguments, negative)) => {
                let signature = Signature { name, arity: arguments.len() as u32, negative };
                Ok((signature, arguments.to_vec()))
            }
            _ => Err(not_an_atom(name, text)),
        }
    }

    /// Reads a ground term, and evaluates it with the constants that are chosen for it.
    fn read<'c>(
        &mut self,
        name: &str,
        text: &str,
        constants: impl FnOnce(&Term, &Symbols) -> &'c Constants,
    ) -> Result<Symbol, Error> {
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let term = parse_term(&mut self.symbols, &sources, source);
        let value = term.and_then(|term| {
            let constants = constants(&term, &self.symbols);
            self.evaluate(&term, constants).map_err(|error| vec![error])
        });
        value.map_err(|errors| Error::Program(Diagnostics::new(errors, sources)))
    }

    fn evaluate(&mut self, term: &Term, constants: &Constants) -> Result<Symbol, Diagnostic> {
        let value = value(term, constants, &mut self.symbols, &mut self.functions);
        let wrong = |message: &str, span| Diagnostic::error(message, span).kind(ErrorKind::Value);
        value.map_err(|failure| match failure {
            Failure::Overflow(span) => wrong("this leaves the range of 64-bit integers", span),
            Failure::Undefined(span) => wrong("this has no value", span),
            Failure::Call(diagnostic) => *diagnostic,
        })
    }
}

/// Whether the name of a predicate has `-` before it, and the name without.
pub(super) fn without_sign(predicate: &str) -> (bool, &str) {
    match predicate.strip_prefix('-') {
        Some(name) => (true, name),
        None => (false, predicate),
    }
}

/// Whether a term is a name without arguments, perhaps with `-` before it.
fn is_name(term: &Term, symbols: &Symbols) -> bool {
    match term {
        Term::Symbol(symbol, _) => matches!(symbols.as_function(*symbol), Some((_, [], _))),
        Term::Unary(_, operand, _) => is_name(operand, symbols),
        _ => false,
    }
}

/// The error for a text that is a term, but not an atom.
fn not_an_atom(name: &str, text: &str) -> Error {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let span = sources.whole(source);
    let error = Diagnostic::error("this is no atom", span)
        .kind(ErrorKind::Syntax)
        .help("an atom is a name, perhaps with arguments: `p(1)`");
    Error::Program(Diagnostics::new(vec![error], sources))
}
