//! External functions: the application that embeds the engine computes the values of `@f(t)` during grounding.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, ErrorKind, Lint, Span};
use crate::spelling;
use crate::symbol::{Name, Symbol, Symbols};

/// An external function: maps arguments to zero or more values, or to an error message.
///
/// It returns `Ok(None)` if there is no such function after all. Within one grounding, equal arguments must have equal
/// values.
pub type Function = Box<dyn FnMut(&mut Symbols, &[Symbol]) -> Result<Option<Vec<Symbol>>, String> + Send>;

/// The external functions that a program may call, with the results of the calls so far.
///
/// Invariant: within one grounding, a function is called only once with the same arguments. Later calls, also in another
/// round, get the same values.
#[derive(Default)]
pub struct Functions {
    by_name: FxHashMap<Name, Function>,
    /// The range in `values` of each call's results.
    calls: FxHashMap<(Name, Box<[Symbol]>), Range<usize>>,
    values: Vec<Symbol>,
}

impl Functions {
    /// Registers a function under a name, in place of the one that had it.
    pub fn set(&mut self, name: Name, function: Function) {
        self.by_name.insert(name, function);
    }

    /// Discards the results of all calls, because another grounding begins.
    pub fn begin(&mut self) {
        self.calls.clear();
        self.values.clear();
    }

    /// Returns the warning for a call, at this position, of a function that does not exist.
    #[must_use]
    pub fn unknown(&self, name: Name, span: Span, symbols: &Symbols) -> Diagnostic {
        let mut known: Vec<String> =
            self.by_name.keys().map(|&name| format!("@{}", symbols.text(name))).collect();
        known.sort_unstable();
        let called = format!("@{}", symbols.text(name));
        let help = if known.is_empty() {
            "functions marked by `@` are given from Rust, through the groundplan library (`Engine::set_function`), or from Python"
                .to_owned()
        } else {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            spelling::suggestion(&called, &known)
                .unwrap_or_else(|| format!("those given by `Engine::set_function` are {}", known.join(", ")))
        };
        Diagnostic::warning(format!("operation undefined: function `{called}` not found"), span)
            .label("undefined")
            .lint(Lint::Arithmetic)
            .help(format!("{help}; instances with this call are left out"))
    }

    /// Calls a function, and returns the range of its distinct values. [`Functions::value`] reads them until the next
    /// grounding begins.
    ///
    /// Returns `None` if there is no such function.
    ///
    /// # Errors
    ///
    /// If the function reports an error.
    pub fn call(
        &mut self,
        name: Name,
        arguments: &[Symbol],
        span: Span,
        symbols: &mut Symbols,
    ) -> Result<Option<Range<usize>>, Diagnostic> {
        let key = (name, Box::from(arguments));
        if let Some(known) = self.calls.get(&key) {
            return Ok(Some(known.clone()));
        }
        let Some(function) = self.by_name.get_mut(&name) else { return Ok(None) };
        let found = function(symbols, arguments).map_err(|message| {
            let given: Vec<String> =
                arguments.iter().map(|&argument| symbols.display(argument).to_string()).collect();
            let call = format!("@{}({})", symbols.text(name), given.join(","));
            Diagnostic::error(format!("`{call}` has no value: {message}"), span)
                .kind(ErrorKind::Call)
                .label("called here")
        })?;
        let Some(found) = found else { return Ok(None) };
        let start = self.values.len();
        let mut seen = rustc_hash::FxHashSet::default();
        self.values.extend(found.into_iter().filter(|&value| seen.insert(value)));
        let values = start..self.values.len();
        self.calls.insert(key, values.clone());
        Ok(Some(values))
    }

    /// Returns one value from the range that [`Functions::call`] returned.
    #[must_use]
    pub fn value(&self, index: usize) -> Symbol {
        self.values[index]
    }
}
