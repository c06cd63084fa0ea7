//! `#[derive(Fact)]`: the conversions between a Rust type and the atoms of a program. Use it as `groundplan::Fact`, with the feature
//! `derive` of the crate `groundplan`.

#![forbid(unsafe_code)]

mod expand;
mod shape;

use proc_macro::TokenStream;
use syn::{parse_macro_input, DeriveInput};

/// Implements `groundplan::Fact` for a struct or an enum, so that its values become facts and atoms of answer sets become values.
///
/// The predicate of a struct is called as the struct is, in small letters with an underscore between words: `TimeSlot` is
/// `time_slot`. `#[fact(name = "...")]` gives another name, which may begin with `-` for strong negation. The fields are the arguments,
/// in their order. Each variant of an enum is a predicate of its own, with the same rules.
///
/// In an argument of another atom, a value is the term that looks like its atom: `time_slot(mo,9)`, or a constant without fields. The
/// types of the fields need `ToSymbol` and `FromSymbol` of `groundplan::value`.
///
/// ```
/// use groundplan::{Engine, Fact};
///
/// #[derive(Fact, PartialEq, Debug)]
/// struct At { room: String, day: Day }
///
/// #[derive(Fact, PartialEq, Debug)]
/// enum Day { Monday, #[fact(name = "other")] Later(u32) }
///
/// let mut engine = Engine::new();
/// engine.add_all(&[At { room: "hall".into(), day: Day::Later(3) }])?;
/// engine.add_text("rules.lp", "at(R,monday) :- at(R,other(N)), N > 2.")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("no choices");
/// assert_eq!(model.to_string(), "at(\"hall\",other(3)) at(\"hall\",monday)");
/// let atoms: Vec<At> = model.facts().collect::<Result<_, _>>()?;
/// assert_eq!(atoms[1], At { room: "hall".into(), day: Day::Monday });
/// # Ok::<(), groundplan::Error>(())
/// ```
#[proc_macro_derive(Fact, attributes(fact))]
pub fn fact(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::fact(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}
