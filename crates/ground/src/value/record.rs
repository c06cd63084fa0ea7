//! Structs as the arguments of atoms.

/// Implements the conversions between a struct and the arguments of an atom, one field per argument. Facts can be
/// made from the struct, and atoms of answer sets read into it. Inside a term the struct is a tuple.
///
/// ```
/// use groundplan::{record, Engine};
///
/// #[derive(PartialEq, Debug)]
/// struct Edge { from: String, to: String, length: u32 }
/// record!(Edge { from, to, length });
///
/// let mut engine = Engine::new();
/// engine.add_fact("edge", Edge { from: "a".into(), to: "b".into(), length: 3 })?;
/// engine.add_text("roads.lp", "road(X,Y,L) :- edge(X,Y,L). road(Y,X,L) :- edge(X,Y,L).")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("no choices");
/// let roads: Vec<Edge> = model.all("road")?;
/// assert_eq!(roads.len(), 2);
/// assert!(roads.contains(&Edge { from: "b".into(), to: "a".into(), length: 3 }));
/// # Ok::<(), groundplan::Error>(())
/// ```
#[macro_export]
macro_rules! record {
    ($type:ident { $($field:ident),+ $(,)? }) => {
        impl $crate::value::ToArguments for $type {
            fn to_arguments(
                &self,
                terms: &mut $crate::value::Interner<'_>,
            ) -> ::std::vec::Vec<$crate::symbol::Symbol> {
                ::std::vec![$($crate::value::ToSymbol::to_symbol(&self.$field, terms)),+]
            }
        }

        impl $crate::value::ToSymbol for $type {
            fn to_symbol(&self, terms: &mut $crate::value::Interner<'_>) -> $crate::symbol::Symbol {
                let arguments = $crate::value::ToArguments::to_arguments(self, terms);
                terms.tuple(&arguments)
            }
        }

        impl $crate::value::FromArguments for $type {
            const ARITY: ::std::option::Option<usize> =
                ::std::option::Option::Some([$(::std::stringify!($field)),+].len());

            fn from_arguments(
                arguments: &[$crate::symbol::Symbol],
                symbols: &$crate::symbol::Symbols,
            ) -> ::std::result::Result<Self, $crate::value::Mismatch> {
                let mut arguments = arguments.iter();
                $(let $field = $crate::value::FromSymbol::from_symbol(
                    *arguments.next().expect("as many arguments as fields"),
                    symbols,
                )?;)+
                ::std::result::Result::Ok($type { $($field),+ })
            }
        }

        impl $crate::value::FromSymbol for $type {
            fn from_symbol(
                symbol: $crate::symbol::Symbol,
                symbols: &$crate::symbol::Symbols,
            ) -> ::std::result::Result<Self, $crate::value::Mismatch> {
                match symbols.view(symbol) {
                    $crate::symbol::SymbolView::Function { name: ::std::option::Option::None, arguments, .. }
                        if ::std::option::Option::Some(arguments.len())
                            == <$type as $crate::value::FromArguments>::ARITY =>
                    {
                        $crate::value::FromArguments::from_arguments(arguments, symbols)
                    }
                    _ => ::std::result::Result::Err($crate::value::Mismatch::new(
                        ::std::concat!("a tuple of the fields of ", ::std::stringify!($type)),
                        symbol,
                        symbols,
                    )),
                }
            }
        }
    };
}
