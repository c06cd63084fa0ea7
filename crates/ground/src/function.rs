//! External functions: the values of `@f(t)` are computed by whoever embeds the engine, while it grounds.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::spelling;
use crate::symbol::{Name, Symbol, Symbols};

/// A function: from its arguments to its values, none, one or several, or to what is wrong with the arguments; `None` where
/// there is no such function after all. What it makes of the same arguments must be the same, as far as one grounding can tell.
pub type Function = Box<dyn FnMut(&mut Symbols, &[Symbol]) -> Result<Option<Vec<Symbol>>, String> + Send>;

/// The functions that a program may call, with what they gave so far.
///
/// Invariant: within one grounding a function is called once with the same arguments, so that whoever asks again, and be
/// it in another round, gets the same values.
#[derive(Default)]
pub struct Functions {
    by_name: FxHashMap<Name, Function>,
    /// Which of the values a call gave.
    calls: FxHashMap<(Name, Box<[Symbol]>), Range<usize>>,
    values: Vec<Symbol>,
}

impl Functions {
    /// Gives a name to a function, in place of the one that had it.
    pub fn set(&mut self, name: Name, function: Function) {
        self.by_name.insert(name, function);
    }

    /// Forgets what was called: another grounding begins.
    pub fn begin(&mut self) {
        self.calls.clear();
        self.values.clear();
    }

    /// The warning of a call at this place where there is no function of this name.
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
            spelling::meant(&called, &known)
                .unwrap_or_else(|| format!("those given by `Engine::set_function` are {}", known.join(", ")))
        };
        Diagnostic::warning(format!("operation undefined: function `{called}` not found"), span)
            .label("undefined")
            .lint(Lint::Arithmetic)
            .help(format!("{help}; instances with this call are left out"))
    }

    /// The values of a function, to be read by [`Functions::value`] until the next grounding begins; each once. `None` where
    /// there is no such function.
    ///
    /// # Errors
    ///
    /// When it says that something is wrong.
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
            Diagnostic::error(format!("`{call}` has no value: {message}"), span).label("called here")
        })?;
        let Some(found) = found else { return Ok(None) };
        let start = self.values.len();
        let mut seen = rustc_hash::FxHashSet::default();
        self.values.extend(found.into_iter().filter(|&value| seen.insert(value)));
        let values = start..self.values.len();
        self.calls.insert(key, values.clone());
        Ok(Some(values))
    }

    /// One of the values of a call.
    #[must_use]
    pub fn value(&self, index: usize) -> Symbol {
        self.values[index]
    }
}
