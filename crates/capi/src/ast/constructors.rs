//! Tables of the attributes of all kinds, from which other languages can make their bindings, and [`clingo_ast_build`] knows its
//! arguments.
//!
//! [`clingo_ast_build`]: super::clingo_ast_build

use std::ffi::{c_char, c_int, CStr};

use groundplan_clingo::syntax::{FieldType, Kind};

use super::kinds::{
    clingo_ast_attribute_t, clingo_ast_attribute_type_e, clingo_ast_attribute_type_t, ATTRIBUTE_NAMES,
    KIND_NAMES,
};

/// The names of attributes, in the order of their numbers.
#[repr(C)]
#[derive(Debug)]
pub struct clingo_ast_attribute_names {
    /// The names.
    pub names: *const *const c_char,
    /// How many there are.
    pub size: usize,
}

/// See [`clingo_ast_attribute_names`].
pub type clingo_ast_attribute_names_t = clingo_ast_attribute_names;

/// An attribute and its type.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_ast_argument {
    /// The attribute.
    pub attribute: clingo_ast_attribute_t,
    /// Its type.
    pub r#type: clingo_ast_attribute_type_t,
}

/// See [`clingo_ast_argument`].
pub type clingo_ast_argument_t = clingo_ast_argument;

/// A kind of nodes and its attributes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct clingo_ast_constructor {
    /// The name of the kind.
    pub name: *const c_char,
    /// The attributes.
    pub arguments: *const clingo_ast_argument_t,
    /// How many there are.
    pub size: usize,
}

/// See [`clingo_ast_constructor`].
pub type clingo_ast_constructor_t = clingo_ast_constructor;

/// The kinds of nodes, in the order of their numbers.
#[repr(C)]
#[derive(Debug)]
pub struct clingo_ast_constructors {
    /// The kinds.
    pub constructors: *const clingo_ast_constructor_t,
    /// How many there are.
    pub size: usize,
}

/// See [`clingo_ast_constructors`].
pub type clingo_ast_constructors_t = clingo_ast_constructors;

/// The names of all attributes.
#[no_mangle]
pub static g_clingo_ast_attribute_names: clingo_ast_attribute_names_t =
    clingo_ast_attribute_names { names: NAMES.0.as_ptr(), size: NAMES.0.len() };

/// All kinds of nodes.
#[no_mangle]
pub static g_clingo_ast_constructors: clingo_ast_constructors_t =
    clingo_ast_constructors { constructors: CONSTRUCTORS.0.as_ptr(), size: CONSTRUCTORS.0.len() };

/// The number of kinds.
const KINDS: usize = KIND_NAMES.len();

/// The number of attributes of the kind that has most, as in `ast_build.c`.
const MOST_ATTRIBUTES: usize = 6;

/// A table with pointers.
struct FixedTable<T, const N: usize>([T; N]);

// SAFETY: the tables never change, and point to what lives for ever.
unsafe impl<T, const N: usize> Sync for FixedTable<T, N> {}
// SAFETY: as above.
unsafe impl Sync for clingo_ast_attribute_names {}
// SAFETY: as above.
unsafe impl Sync for clingo_ast_constructors {}

static NAMES: FixedTable<*const c_char, { ATTRIBUTE_NAMES.len() }> = FixedTable({
    let mut names = [std::ptr::null(); ATTRIBUTE_NAMES.len()];
    let mut number = 0;
    while number < names.len() {
        names[number] = ATTRIBUTE_NAMES[number].as_ptr();
        number += 1;
    }
    names
});

static ARGUMENTS: [[clingo_ast_argument; MOST_ATTRIBUTES]; KINDS] = {
    let mut all = [[clingo_ast_argument { attribute: 0, r#type: 0 }; MOST_ATTRIBUTES]; KINDS];
    let mut number = 0;
    while number < KINDS {
        let fields = kind(number).fields();
        let mut index = 0;
        while index < fields.len() {
            let (name, what) = fields[index];
            all[number][index] =
                clingo_ast_argument { attribute: attribute(name), r#type: type_number(what) };
            index += 1;
        }
        number += 1;
    }
    all
};

static CONSTRUCTORS: FixedTable<clingo_ast_constructor, KINDS> = FixedTable({
    let none = clingo_ast_constructor { name: std::ptr::null(), arguments: std::ptr::null(), size: 0 };
    let mut all = [none; KINDS];
    let mut number = 0;
    while number < KINDS {
        all[number] = clingo_ast_constructor {
            name: KIND_NAMES[number].as_ptr(),
            arguments: ARGUMENTS[number].as_ptr(),
            size: kind(number).fields().len(),
        };
        number += 1;
    }
    all
});

const fn kind(number: usize) -> Kind {
    match Kind::of_number(number) {
        Some(kind) => kind,
        None => panic!("there is a kind for each name"),
    }
}

/// Returns the number of the attribute with a name.
const fn attribute(name: &str) -> clingo_ast_attribute_t {
    let mut number = 0;
    while !is_named(ATTRIBUTE_NAMES[number], name) {
        number += 1;
    }
    number as clingo_ast_attribute_t
}

const fn is_named(known: &CStr, name: &str) -> bool {
    let (known, name) = (known.to_bytes(), name.as_bytes());
    if known.len() != name.len() {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        if known[index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Returns the number of a type.
pub(super) const fn type_number(what: FieldType) -> clingo_ast_attribute_type_t {
    use clingo_ast_attribute_type_e as Type;
    let found = match what {
        FieldType::Number => Type::clingo_ast_attribute_type_number,
        FieldType::Symbol => Type::clingo_ast_attribute_type_symbol,
        FieldType::Location => Type::clingo_ast_attribute_type_location,
        FieldType::Text => Type::clingo_ast_attribute_type_string,
        FieldType::Node => Type::clingo_ast_attribute_type_ast,
        FieldType::Optional => Type::clingo_ast_attribute_type_optional_ast,
        FieldType::Texts => Type::clingo_ast_attribute_type_string_array,
        FieldType::Nodes => Type::clingo_ast_attribute_type_ast_array,
    };
    found as c_int
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_name() {
        assert_eq!(Kind::all().count(), KINDS);
        for (kind, name) in Kind::all().zip(KIND_NAMES) {
            assert_eq!(kind.name().to_lowercase(), name.to_str().expect("it is a text").replace('_', ""));
        }
    }
}
