//! Types that stand for whole atoms: for their predicates as well as for their arguments.

use super::{FromSymbol, Interner, Mismatch};
use crate::symbol::{Symbol, SymbolView, Symbols};

/// A type whose values are atoms of a program: a struct those of one predicate, an enum those of one for each variant.
///
/// `#[derive(Fact)]` implements it, and the conversions to and from terms, if the crate `groundplan` has its feature `derive`:
///
/// ```
/// use groundplan::{Engine, Fact};
///
/// #[derive(Fact, PartialEq, Debug)]
/// struct Edge { from: String, to: String, length: u32 }
///
/// let mut engine = Engine::new();
/// engine.add_all(&[Edge { from: "a".into(), to: "b".into(), length: 3 }])?;
/// engine.add_text("roads.lp", "edge(Y,X,L) :- edge(X,Y,L).")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("no choices");
/// let edges: Vec<Edge> = model.facts().collect::<Result<_, _>>()?;
/// assert_eq!(edges[1], Edge { from: "b".into(), to: "a".into(), length: 3 });
/// # Ok::<(), groundplan::Error>(())
/// ```
pub trait Fact: Sized {
    /// The predicates: each has a name, which may begin with `-` for strong negation, and a number of arguments.
    const PREDICATES: &'static [(&'static str, usize)];

    /// Returns the name of the predicate, which is one of [`Fact::PREDICATES`], and the arguments.
    fn to_fact(&self, terms: &mut Interner<'_>) -> (&'static str, Vec<Symbol>);

    /// Reads the arguments of an atom of the predicate at this position of [`Fact::PREDICATES`]. There are as many arguments as are
    /// said there.
    ///
    /// # Errors
    ///
    /// If an argument does not represent a value of its field's type.
    fn from_fact(position: usize, arguments: &[Symbol], symbols: &Symbols) -> Result<Self, FieldMismatch>;
}

/// The error that a term does not have the type of a field.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("field `{field}`: {mismatch}")]
pub struct FieldMismatch {
    /// The name of the field, or its position in a tuple.
    pub field: &'static str,
    /// What was expected and found.
    pub mismatch: Mismatch,
}

/// The error that an atom is no value of a [`Fact`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FactMismatch {
    /// An argument does not have the type of its field.
    #[error("{atom}: {field}")]
    Field {
        /// The text of the atom.
        atom: String,
        /// The field, and what was expected and found.
        field: FieldMismatch,
    },
    /// The program has the predicate only with another number of arguments.
    #[error("expected atoms of {}, found those of {}", .0.expected, .0.found)]
    Arity(Mismatch),
}

impl From<FieldMismatch> for Mismatch {
    fn from(FieldMismatch { field, mismatch }: FieldMismatch) -> Self {
        Mismatch { expected: format!("{} as field `{field}`", mismatch.expected), found: mismatch.found }
    }
}

/// Returns a fact as a term, which looks like its atom.
pub fn fact_term(fact: &impl Fact, terms: &mut Interner<'_>) -> Symbol {
    let (name, arguments) = fact.to_fact(terms);
    match name.strip_prefix('-') {
        Some(name) => terms.named(Some(name), &arguments, true),
        None => terms.function(name, &arguments),
    }
}

/// Reads a fact from a term that looks like its atom.
///
/// # Errors
///
/// If the term is another function, or an argument does not represent a value of its field's type.
pub fn read_fact_term<F: Fact>(symbol: Symbol, symbols: &Symbols) -> Result<F, Mismatch> {
    if let SymbolView::Function { name: Some(name), arguments, negative } = symbols.view(symbol) {
        let is_meant = |&(wanted, arity): &(&str, usize)| {
            let (is_negative, wanted) = wanted.strip_prefix('-').map_or((false, wanted), |it| (true, it));
            wanted == name && arity == arguments.len() && is_negative == negative
        };
        if let Some(position) = F::PREDICATES.iter().position(is_meant) {
            return Ok(F::from_fact(position, arguments, symbols)?);
        }
    }
    let wanted: Vec<String> = F::PREDICATES.iter().map(described).collect();
    Err(Mismatch::new(wanted.join(" or "), symbol, symbols))
}

/// Reads a field from its argument.
///
/// # Errors
///
/// If the argument does not represent a value of the field's type.
pub fn read_field<T: FromSymbol>(
    field: &'static str,
    argument: Symbol,
    symbols: &Symbols,
) -> Result<T, FieldMismatch> {
    T::from_symbol(argument, symbols).map_err(|mismatch| FieldMismatch { field, mismatch })
}

/// Returns a predicate as it is expected in a term: a constant by its name.
fn described(&(name, arity): &(&str, usize)) -> String {
    match arity {
        0 => format!("`{name}`"),
        _ => format!("`{name}/{arity}`"),
    }
}
