//! The predicates of a type: one of a struct, one of each variant of an enum.

use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result};

/// A struct, or a variant of an enum.
pub struct Predicate<'a> {
    /// The variant; `None` for a struct.
    pub variant: Option<&'a Ident>,
    /// The name of the predicate, perhaps with `-` before it.
    pub name: String,
    pub fields: &'a Fields,
}

/// Returns the predicates of a type.
///
/// # Errors
///
/// Returns an error if the type has none, or one without a name that a program can write, or two that are the same.
pub fn predicates(input: &DeriveInput) -> Result<Vec<Predicate<'_>>> {
    let found = match &input.data {
        Data::Struct(data) => vec![predicate(None, &input.ident, &input.attrs, &data.fields)?],
        Data::Enum(data) => {
            if let Some(attribute) = input.attrs.iter().find(|it| it.path().is_ident("fact")) {
                let message = "each variant is a predicate of its own: write this before a variant";
                return Err(Error::new_spanned(attribute, message));
            }
            let variants = data.variants.iter();
            variants
                .map(|it| predicate(Some(&it.ident), &it.ident, &it.attrs, &it.fields))
                .collect::<Result<_>>()?
        }
        Data::Union(data) => {
            return Err(Error::new(
                data.union_token.span,
                "a union is no fact: derive `Fact` for a struct or an enum",
            ))
        }
    };
    if found.is_empty() {
        return Err(Error::new_spanned(&input.ident, "an enum without variants is no fact"));
    }
    for (index, one) in found.iter().enumerate() {
        let is_same =
            |other: &&Predicate<'_>| other.name == one.name && other.fields.len() == one.fields.len();
        if found[..index].iter().any(|other| is_same(&other)) {
            let message = format!("another variant is `{}/{}`, too", one.name, one.fields.len());
            return Err(Error::new_spanned(one.variant, message));
        }
    }
    Ok(found)
}

fn predicate<'a>(
    variant: Option<&'a Ident>,
    ident: &Ident,
    attributes: &[Attribute],
    fields: &'a Fields,
) -> Result<Predicate<'a>> {
    for field in fields {
        if let Some(attribute) = field.attrs.iter().find(|it| it.path().is_ident("fact")) {
            return Err(Error::new_spanned(attribute, "a field has no name in a program, only its position"));
        }
    }
    let name = match given_name(attributes)? {
        Some(given) => {
            let name = given.value();
            if !is_name(name.strip_prefix('-').unwrap_or(&name)) {
                let message = format!("`{name}` is no name of a predicate: that begins with a small letter");
                return Err(Error::new(given.span(), message));
            }
            name
        }
        None => {
            let name = snake_case(&ident.unraw().to_string());
            if !is_name(&name) {
                let message = "no predicate can be called so: give a name, as in `#[fact(name = \"at\")]`";
                return Err(Error::new_spanned(ident, message));
            }
            name
        }
    };
    Ok(Predicate { variant, name, fields })
}

/// Returns the name that `#[fact(name = "...")]` gives.
fn given_name(attributes: &[Attribute]) -> Result<Option<LitStr>> {
    let mut name = None;
    for attribute in attributes.iter().filter(|it| it.path().is_ident("fact")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("name") {
                return Err(meta.error("only a name can be given, as in `name = \"at\"`"));
            }
            if name.replace(meta.value()?.parse::<LitStr>()?).is_some() {
                return Err(meta.error("this is a second name"));
            }
            Ok(())
        })?;
    }
    Ok(name)
}

/// Whether a program can write this as a name: `_*[a-z][A-Za-z0-9_']*`, with `'` like `_`.
fn is_name(name: &str) -> bool {
    let rest = name.trim_start_matches(['_', '\'']);
    rest.starts_with(|first: char| first.is_ascii_lowercase())
        && rest.chars().all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '\'')
        && name != "not"
}

/// Returns the name of a type in small letters, with an underscore between words: `HTTPServer` is `http_server`.
fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (index, &char) in chars.iter().enumerate() {
        if char.is_uppercase() && index > 0 {
            let before = chars[index - 1];
            let ends_word = before.is_lowercase() || before.is_numeric();
            let begins_word =
                before.is_uppercase() && chars.get(index + 1).is_some_and(|next| next.is_lowercase());
            if ends_word || begins_word {
                text.push('_');
            }
        }
        text.extend(char.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn words_are_separated() {
        let names = [
            ("At", "at"),
            ("TimeSlot", "time_slot"),
            ("HTTPServer", "http_server"),
            ("ServerHTTP", "server_http"),
            ("Room2Go", "room2_go"),
            ("A", "a"),
            ("_Hidden", "_hidden"),
            ("On_Off", "on_off"),
        ];
        for (name, snake) in names {
            assert_eq!(snake_case(name), snake);
        }
    }

    /// Returns why no fact can be derived.
    fn refusal(input: &DeriveInput) -> String {
        predicates(input).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_no_fact_is_refused() {
        let refused: [(DeriveInput, &str); 11] = [
            (parse_quote!(union U { a: u8 }), "a union is no fact"),
            (
                parse_quote!(
                    enum Never {}
                ),
                "an enum without variants",
            ),
            (
                parse_quote!(
                    #[fact(name = "At")]
                    struct At;
                ),
                "`At` is no name",
            ),
            (
                parse_quote!(
                    #[fact(name = "not")]
                    struct At;
                ),
                "`not` is no name",
            ),
            (
                parse_quote!(
                    #[fact(name = "")]
                    struct At;
                ),
                "`` is no name",
            ),
            (
                parse_quote!(
                    #[fact(name = "a", name = "b")]
                    struct At;
                ),
                "a second name",
            ),
            (
                parse_quote!(
                    #[fact(rename = "a")]
                    struct At;
                ),
                "only a name can be given",
            ),
            (
                parse_quote!(
                    struct At {
                        #[fact(name = "a")]
                        room: u8,
                    }
                ),
                "a field has no name",
            ),
            (
                parse_quote!(
                    struct Größe;
                ),
                "no predicate can be called so",
            ),
            (
                parse_quote!(
                    #[fact(name = "a")]
                    enum Light {
                        On,
                    }
                ),
                "each variant is a predicate of its own",
            ),
            (
                parse_quote!(
                    enum Both {
                        A(u8),
                        #[fact(name = "a")]
                        B {
                            x: u8,
                        },
                    }
                ),
                "another variant is `a/1`, too",
            ),
        ];
        for (input, message) in refused {
            let refusal = refusal(&input);
            assert!(refusal.contains(message), "{refusal:?} does not say {message:?}");
        }
        let same: DeriveInput = parse_quote!(
            enum Arities {
                A(u8),
                #[fact(name = "a")]
                B,
                #[fact(name = "-a")]
                C,
            }
        );
        assert_eq!(refusal(&same), "");
    }
}
