//! Programs of a control: texts with what they include, syntax trees, the `@`-functions that they call, and warnings about them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use groundplan::diagnostic::{Diagnostic, Diagnostics, Lint};
use groundplan::{Engine, Loader};
use groundplan_frontend::warnings::WantedWarnings;

use crate::control::{Control, Told, Work};
use crate::error::Result;
use crate::syntax::{self, Node};
use crate::term::Term;

/// Evaluates the call of an `@`-function by its name; `None` if there is no such function.
pub type Calls = Arc<dyn Fn(&str, &[Term]) -> Told<Option<Vec<Term>>> + Send + Sync>;

/// What a message is about, in clingo's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageCode {
    /// An operation is undefined, so that an instance was left out.
    OperationUndefined,
    /// An error.
    RuntimeError,
    /// An atom occurs in no head.
    AtomUndefined,
    /// A file is not read again.
    FileIncluded,
    /// A variable has no bounds.
    VariableUnbounded,
    /// A variable of an element is also a global one.
    GlobalVariable,
    /// Something else.
    Other,
}

/// What was found while texts were added.
#[derive(Clone, Default, Debug)]
pub struct AddedTexts {
    /// Whether they include `<incmode>`.
    pub is_incremental: bool,
    /// A warning for each file that they include again.
    pub warnings: Vec<String>,
    /// Whether one of them is that of a file that was read before.
    pub repeats: bool,
}

/// Syntax trees that were added.
#[derive(Clone, Debug)]
pub(crate) struct AddedNodes {
    /// The text that they print as.
    pub text: String,
    /// Whether it reads as them.
    pub is_exact: bool,
}

/// Returns the names after an `@` in a text. Names from priorities and comments may be among them; they are harmless.
fn called_names(text: &str) -> impl Iterator<Item = &str> {
    text.split('@').skip(1).filter_map(|rest| {
        let rest = rest.trim_start();
        let end =
            rest.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '\'')).unwrap_or(rest.len());
        Some(&rest[..end]).filter(|name| name.starts_with(|it: char| it.is_lowercase() || it == '_'))
    })
}

impl Control {
    /// Adds texts by a loader, to which `read` gives the texts of files. Calls of `@`-functions go to `calls`.
    ///
    /// # Errors
    ///
    /// Returns an error if a text is wrong, a file cannot be read or the control is busy.
    pub(crate) fn load(
        self: &Arc<Self>,
        calls: &Calls,
        read: impl FnMut(&Path) -> io::Result<String> + Send,
        add: impl FnOnce(&mut Loader<'_>, &mut Engine) -> std::result::Result<(), groundplan::Error> + Send,
        during: impl FnOnce(Work<'_>),
    ) -> Result<AddedTexts> {
        let added = self.work(during, |engine| {
            let known = engine.sources().len();
            let mut loader = Loader::reading(read);
            let added = add(&mut loader, engine).map(|()| {
                let sources = engine.sources();
                let warned = loader.repeated().iter().map(|it| {
                    let message = format!("the file `{}` is read once only", it.target);
                    let warning = Diagnostic::warning(message, it.span);
                    Diagnostics::new(vec![warning], sources.clone()).to_string()
                });
                let warnings = warned.collect();
                AddedTexts { is_incremental: loader.is_incremental(), warnings, repeats: false }
            });
            drop(loader);
            let called = self.new_calls(engine.sources().iter_from(known).map(|(_, text)| text));
            called.iter().for_each(|name| self.register_function(engine, name, calls));
            added
        })?;
        self.outdate();
        Ok(added?)
    }

    /// Adds statements. Calls of `@`-functions go to `calls`.
    ///
    /// # Errors
    ///
    /// Returns an error if a statement is wrong or the control is busy.
    pub(crate) fn write_nodes(self: &Arc<Self>, calls: &Calls, nodes: &[Node]) -> Result<AddedNodes> {
        let mut engine = self.take()?;
        let added =
            syntax::write(&mut engine, nodes).and_then(|syntax::Written { parts, text, is_exact }| {
                let called = self.new_calls(std::iter::once(text.as_str()));
                called.iter().for_each(|name| self.register_function(&mut engine, name, calls));
                Ok(engine.add_parts(parts).map(|()| AddedNodes { text, is_exact })?)
            });
        self.put(engine);
        self.outdate();
        added
    }

    /// Returns the names that these texts may call and that no function is registered for yet.
    fn new_calls<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Vec<String> {
        self.with_called(|called| {
            let names = texts.flat_map(called_names);
            names.filter(|&name| called.insert(name.to_owned())).map(str::to_owned).collect()
        })
    }

    /// Registers an engine function that evaluates calls of this name.
    fn register_function(self: &Arc<Self>, engine: &mut Engine, name: &str, calls: &Calls) {
        let (calls, control, function) = (Arc::clone(calls), Arc::downgrade(self), name.to_owned());
        engine.set_raw_function(
            name,
            Box::new(move |table, arguments| {
                let Some(control) = control.upgrade() else { return Err("its control is gone".to_owned()) };
                let arguments: Vec<Term> = control.with_terms(|terms| {
                    arguments.iter().map(|&argument| terms.of(argument, table)).collect()
                });
                match calls(&function, &arguments) {
                    Ok(values) => {
                        Ok(values.map(|values| values.iter().map(|value| value.to_symbol(table)).collect()))
                    }
                    Err(raised) => {
                        control.keep(raised);
                        Err("the function has failed".to_owned())
                    }
                }
            }),
        );
    }

    /// Returns the wanted warnings since the last call, each as a rendered text. With `lint`, these include checks of the source
    /// texts; without it, checks of the assumptions `assumed` of a command line.
    ///
    /// # Errors
    ///
    /// Returns [`crate::Error::Runtime`] if the control is busy.
    pub fn warnings(
        &self,
        wanted: &WantedWarnings,
        assumed: &[String],
        lint: bool,
    ) -> Result<Vec<(MessageCode, String)>> {
        self.with(|engine| {
            let rendered = |all: Diagnostics| {
                let sources = all.sources().clone();
                let code = |it: &Diagnostic| match it.lint {
                    Some(Lint::Undefined) => MessageCode::AtomUndefined,
                    Some(Lint::Arithmetic) => MessageCode::OperationUndefined,
                    Some(_) | None => MessageCode::Other,
                };
                let told = wanted.filter(&all);
                let told = told
                    .iter()
                    .map(|it| (code(it), Diagnostics::new(vec![it.clone()], sources.clone()).to_string()));
                told.collect::<Vec<_>>()
            };
            let mut found = rendered(engine.take_warnings());
            if lint && wanted.about_texts() {
                // The program around it may read a constant that no text has.
                let texts = engine.lint().filter(|warning| warning.lint != Some(Lint::Constant));
                found.extend(rendered(texts));
            }
            if !lint {
                // An assumption that cannot be parsed is reported when it is used.
                let lints = assumed.iter().filter_map(|text| engine.lint_assumption(text).ok());
                found.extend(lints.collect::<Vec<_>>().into_iter().flat_map(rendered));
            }
            found
        })
    }
}
