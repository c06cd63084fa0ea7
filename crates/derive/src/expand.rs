//! The code that is derived.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{parse_quote, DeriveInput, Fields, Ident, Index, Member, Result};

use crate::shape::{predicates, Predicate};

/// Returns the implementations of `Fact` and of the conversions to and from terms and arguments.
///
/// # Errors
///
/// Returns an error if the type is no fact; see [`predicates`].
pub fn fact(input: &DeriveInput) -> Result<TokenStream> {
    let predicates = predicates(input)?;
    let mut generics = input.generics.clone();
    let parameters: Vec<Ident> = generics.type_params().map(|it| it.ident.clone()).collect();
    for parameter in parameters {
        let bounds =
            parse_quote!(#parameter: ::groundplan::value::ToSymbol + ::groundplan::value::FromSymbol);
        generics.make_where_clause().predicates.push(bounds);
    }
    let (implemented, arguments, bounds) = generics.split_for_impl();
    let ident = &input.ident;
    let names = predicates.iter().map(|it| &it.name);
    let arities = predicates.iter().map(|it| it.fields.len());
    let written = predicates.iter().map(written);
    let read = predicates.iter().enumerate().map(|(position, it)| read(position, it));
    let on_arguments = match predicates[0].variant {
        None => struct_arguments(predicates[0].fields.len()),
        Some(_) => enum_arguments(),
    };
    let (to_arguments, arity, from_arguments) = on_arguments;
    Ok(quote! {
        #[automatically_derived]
        impl #implemented ::groundplan::value::Fact for #ident #arguments #bounds {
            const PREDICATES: &'static [(&'static str, usize)] = &[#((#names, #arities)),*];

            #[allow(unused_variables, reason = "there may be no fields")]
            fn to_fact(
                &self,
                terms: &mut ::groundplan::value::Interner<'_>,
            ) -> (&'static str, ::std::vec::Vec<::groundplan::symbol::Symbol>) {
                match self { #(#written)* }
            }

            #[allow(unused_variables, reason = "there may be no fields")]
            fn from_fact(
                position: usize,
                arguments: &[::groundplan::symbol::Symbol],
                symbols: &::groundplan::symbol::Symbols,
            ) -> ::std::result::Result<Self, ::groundplan::value::FieldMismatch> {
                match position {
                    #(#read)*
                    _ => ::std::unreachable!("there is a predicate at each position"),
                }
            }
        }

        #[automatically_derived]
        impl #implemented ::groundplan::value::ToSymbol for #ident #arguments #bounds {
            fn to_symbol(&self, terms: &mut ::groundplan::value::Interner<'_>) -> ::groundplan::symbol::Symbol {
                ::groundplan::value::fact_term(self, terms)
            }
        }

        #[automatically_derived]
        impl #implemented ::groundplan::value::FromSymbol for #ident #arguments #bounds {
            fn from_symbol(
                symbol: ::groundplan::symbol::Symbol,
                symbols: &::groundplan::symbol::Symbols,
            ) -> ::std::result::Result<Self, ::groundplan::value::Mismatch> {
                ::groundplan::value::read_fact_term(symbol, symbols)
            }
        }

        #[automatically_derived]
        impl #implemented ::groundplan::value::ToArguments for #ident #arguments #bounds {
            fn to_arguments(
                &self,
                terms: &mut ::groundplan::value::Interner<'_>,
            ) -> ::std::vec::Vec<::groundplan::symbol::Symbol> {
                #to_arguments
            }
        }

        #[automatically_derived]
        impl #implemented ::groundplan::value::FromArguments for #ident #arguments #bounds {
            const ARITY: ::std::option::Option<usize> = ::std::option::Option::Some(#arity);

            fn from_arguments(
                arguments: &[::groundplan::symbol::Symbol],
                symbols: &::groundplan::symbol::Symbols,
            ) -> ::std::result::Result<Self, ::groundplan::value::Mismatch> {
                #from_arguments
            }
        }
    })
}

/// Of a struct, the arguments are its fields: how they are written, how many there are, how they are read.
fn struct_arguments(arity: usize) -> (TokenStream, usize, TokenStream) {
    let write = quote!(::groundplan::value::Fact::to_fact(self, terms).1);
    let read =
        quote!(::std::result::Result::Ok(::groundplan::value::Fact::from_fact(0, arguments, symbols)?));
    (write, arity, read)
}

/// An enum is one argument, because its variants may have different numbers of fields.
fn enum_arguments() -> (TokenStream, usize, TokenStream) {
    let write = quote!(::std::vec![::groundplan::value::ToSymbol::to_symbol(self, terms)]);
    let read = quote!(::groundplan::value::FromSymbol::from_symbol(arguments[0], symbols));
    (write, 1, read)
}

/// Returns the arm that writes a struct or variant.
fn written(predicate: &Predicate<'_>) -> TokenStream {
    let Predicate { variant, name, fields } = predicate;
    let (members, values) = (members(fields), values(fields));
    let path = path(*variant);
    quote! {
        #path { #(#members: #values),* } => (
            #name,
            ::std::vec![#(::groundplan::value::ToSymbol::to_symbol(#values, terms)),*],
        ),
    }
}

/// Returns the arm that reads a struct or variant.
fn read(position: usize, predicate: &Predicate<'_>) -> TokenStream {
    let members = members(predicate.fields);
    let path = path(predicate.variant);
    let fields = members.iter().map(|member| match member {
        Member::Named(name) => name.to_string().trim_start_matches("r#").to_owned(),
        Member::Unnamed(index) => index.index.to_string(),
    });
    let positions = 0..members.len();
    quote! {
        #position => ::std::result::Result::Ok(#path {
            #(#members: ::groundplan::value::read_field(#fields, arguments[#positions], symbols)?),*
        }),
    }
}

fn path(variant: Option<&Ident>) -> TokenStream {
    match variant {
        None => quote!(Self),
        Some(variant) => quote!(Self::#variant),
    }
}

/// The names of the fields or, in a tuple, their positions.
fn members(fields: &Fields) -> Vec<Member> {
    let member = |(position, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(position)),
    };
    fields.iter().enumerate().map(member).collect()
}

/// The names by which the values of the fields are bound.
fn values(fields: &Fields) -> Vec<Ident> {
    (0..fields.len()).map(|position| format_ident!("value_{position}")).collect()
}
