//! The kinds of nodes and attributes, with their names, and what the numbers in attributes stand for.

use std::ffi::{c_int, CStr};

macro_rules! named {
    ($(#[$doc:meta])* $kinds:ident, $names:ident, $before:literal: $($kind:ident)*) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "their names are those of the language")]
        pub enum $kinds { $($kind),* }

        /// The names of the kinds, in the order of their numbers.
        pub(super) const $names: &[&CStr] = &[$(name_behind($before, concat!(stringify!($kind), "\0"))),*];
    };
}

/// Returns what is behind the part that all names have.
const fn name_behind(before: &str, text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes().split_at(before.len()).1) {
        Ok(name) => name,
        Err(_) => panic!("the text ends with NUL"),
    }
}

named! {
    /// The kind of a node.
    clingo_ast_type_e, KIND_NAMES, "clingo_ast_type_":
    clingo_ast_type_id
    clingo_ast_type_variable
    clingo_ast_type_symbolic_term
    clingo_ast_type_unary_operation
    clingo_ast_type_binary_operation
    clingo_ast_type_interval
    clingo_ast_type_function
    clingo_ast_type_pool
    clingo_ast_type_boolean_constant
    clingo_ast_type_symbolic_atom
    clingo_ast_type_comparison
    clingo_ast_type_guard
    clingo_ast_type_conditional_literal
    clingo_ast_type_aggregate
    clingo_ast_type_body_aggregate_element
    clingo_ast_type_body_aggregate
    clingo_ast_type_head_aggregate_element
    clingo_ast_type_head_aggregate
    clingo_ast_type_disjunction
    clingo_ast_type_theory_sequence
    clingo_ast_type_theory_function
    clingo_ast_type_theory_unparsed_term_element
    clingo_ast_type_theory_unparsed_term
    clingo_ast_type_theory_guard
    clingo_ast_type_theory_atom_element
    clingo_ast_type_theory_atom
    clingo_ast_type_literal
    clingo_ast_type_theory_operator_definition
    clingo_ast_type_theory_term_definition
    clingo_ast_type_theory_guard_definition
    clingo_ast_type_theory_atom_definition
    clingo_ast_type_rule
    clingo_ast_type_definition
    clingo_ast_type_show_signature
    clingo_ast_type_show_term
    clingo_ast_type_minimize
    clingo_ast_type_script
    clingo_ast_type_program
    clingo_ast_type_external
    clingo_ast_type_edge
    clingo_ast_type_heuristic
    clingo_ast_type_project_atom
    clingo_ast_type_project_signature
    clingo_ast_type_defined
    clingo_ast_type_theory_definition
    clingo_ast_type_comment
}

/// A kind of `clingo_ast_type_e`.
pub type clingo_ast_type_t = c_int;

named! {
    /// An attribute of nodes.
    clingo_ast_attribute_e, ATTRIBUTE_NAMES, "clingo_ast_attribute_":
    clingo_ast_attribute_argument
    clingo_ast_attribute_arguments
    clingo_ast_attribute_arity
    clingo_ast_attribute_atom
    clingo_ast_attribute_atoms
    clingo_ast_attribute_atom_type
    clingo_ast_attribute_bias
    clingo_ast_attribute_body
    clingo_ast_attribute_code
    clingo_ast_attribute_coefficient
    clingo_ast_attribute_comparison
    clingo_ast_attribute_condition
    clingo_ast_attribute_elements
    clingo_ast_attribute_external
    clingo_ast_attribute_external_type
    clingo_ast_attribute_function
    clingo_ast_attribute_guard
    clingo_ast_attribute_guards
    clingo_ast_attribute_head
    clingo_ast_attribute_is_default
    clingo_ast_attribute_left
    clingo_ast_attribute_left_guard
    clingo_ast_attribute_literal
    clingo_ast_attribute_location
    clingo_ast_attribute_modifier
    clingo_ast_attribute_name
    clingo_ast_attribute_node_u
    clingo_ast_attribute_node_v
    clingo_ast_attribute_operator_name
    clingo_ast_attribute_operator_type
    clingo_ast_attribute_operators
    clingo_ast_attribute_parameters
    clingo_ast_attribute_positive
    clingo_ast_attribute_priority
    clingo_ast_attribute_right
    clingo_ast_attribute_right_guard
    clingo_ast_attribute_sequence_type
    clingo_ast_attribute_sign
    clingo_ast_attribute_symbol
    clingo_ast_attribute_term
    clingo_ast_attribute_terms
    clingo_ast_attribute_value
    clingo_ast_attribute_variable
    clingo_ast_attribute_weight
    clingo_ast_attribute_comment_type
}

/// An attribute of `clingo_ast_attribute_e`.
pub type clingo_ast_attribute_t = c_int;

/// The type of an attribute.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_attribute_type_e {
    /// A number.
    clingo_ast_attribute_type_number = 0,
    /// A symbol.
    clingo_ast_attribute_type_symbol = 1,
    /// A location.
    clingo_ast_attribute_type_location = 2,
    /// A string.
    clingo_ast_attribute_type_string = 3,
    /// A node.
    clingo_ast_attribute_type_ast = 4,
    /// A node or null.
    clingo_ast_attribute_type_optional_ast = 5,
    /// A list of strings.
    clingo_ast_attribute_type_string_array = 6,
    /// A list of nodes.
    clingo_ast_attribute_type_ast_array = 7,
}

/// A type of `clingo_ast_attribute_type_e`.
pub type clingo_ast_attribute_type_t = c_int;

/// What is around the elements of a list in a theory term.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_theory_sequence_type_e {
    /// `(t, u)`.
    clingo_ast_theory_sequence_type_tuple = 0,
    /// `{t, u}`.
    clingo_ast_theory_sequence_type_set = 1,
    /// `[t, u]`.
    clingo_ast_theory_sequence_type_list = 2,
}

/// A number of `clingo_ast_theory_sequence_type_e`.
pub type clingo_ast_theory_sequence_type_t = c_int;

/// The relation of a comparison.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_comparison_operator_e {
    /// `>`.
    clingo_ast_comparison_operator_greater_than = 0,
    /// `<`.
    clingo_ast_comparison_operator_less_than = 1,
    /// `<=`.
    clingo_ast_comparison_operator_less_equal = 2,
    /// `>=`.
    clingo_ast_comparison_operator_greater_equal = 3,
    /// `!=`.
    clingo_ast_comparison_operator_not_equal = 4,
    /// `=`.
    clingo_ast_comparison_operator_equal = 5,
}

/// A number of `clingo_ast_comparison_operator_e`.
pub type clingo_ast_comparison_operator_t = c_int;

/// The sign of a literal.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_sign_e {
    /// `a`.
    clingo_ast_sign_no_sign = 0,
    /// `not a`.
    clingo_ast_sign_negation = 1,
    /// `not not a`.
    clingo_ast_sign_double_negation = 2,
}

/// A number of `clingo_ast_sign_e`.
pub type clingo_ast_sign_t = c_int;

/// An operator with one argument.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_unary_operator_e {
    /// `-t`.
    clingo_ast_unary_operator_minus = 0,
    /// `~t`.
    clingo_ast_unary_operator_negation = 1,
    /// `|t|`.
    clingo_ast_unary_operator_absolute = 2,
}

/// A number of `clingo_ast_unary_operator_e`.
pub type clingo_ast_unary_operator_t = c_int;

/// An operator with two arguments.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_binary_operator_e {
    /// `^`.
    clingo_ast_binary_operator_xor = 0,
    /// `?`.
    clingo_ast_binary_operator_or = 1,
    /// `&`.
    clingo_ast_binary_operator_and = 2,
    /// `+`.
    clingo_ast_binary_operator_plus = 3,
    /// `-`.
    clingo_ast_binary_operator_minus = 4,
    /// `*`.
    clingo_ast_binary_operator_multiplication = 5,
    /// `/`.
    clingo_ast_binary_operator_division = 6,
    /// `\`.
    clingo_ast_binary_operator_modulo = 7,
    /// `**`.
    clingo_ast_binary_operator_power = 8,
}

/// A number of `clingo_ast_binary_operator_e`.
pub type clingo_ast_binary_operator_t = c_int;

/// The function of an aggregate.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_aggregate_function_e {
    /// `#count`.
    clingo_ast_aggregate_function_count = 0,
    /// `#sum`.
    clingo_ast_aggregate_function_sum = 1,
    /// `#sum+`.
    clingo_ast_aggregate_function_sump = 2,
    /// `#min`.
    clingo_ast_aggregate_function_min = 3,
    /// `#max`.
    clingo_ast_aggregate_function_max = 4,
}

/// A number of `clingo_ast_aggregate_function_e`.
pub type clingo_ast_aggregate_function_t = c_int;

/// How an operator of theory terms takes its arguments.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_theory_operator_type_e {
    /// One argument.
    clingo_ast_theory_operator_type_unary = 0,
    /// Two arguments; the first ones of several belong together.
    clingo_ast_theory_operator_type_binary_left = 1,
    /// Two arguments; the last ones of several belong together.
    clingo_ast_theory_operator_type_binary_right = 2,
}

/// A number of `clingo_ast_theory_operator_type_e`.
pub type clingo_ast_theory_operator_type_t = c_int;

/// Where a theory atom may stand.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_theory_atom_definition_type_e {
    /// In heads.
    clingo_ast_theory_atom_definition_type_head = 0,
    /// In bodies.
    clingo_ast_theory_atom_definition_type_body = 1,
    /// In heads and bodies.
    clingo_ast_theory_atom_definition_type_any = 2,
    /// In heads of rules without a body.
    clingo_ast_theory_atom_definition_type_directive = 3,
}

/// A number of `clingo_ast_theory_atom_definition_type_e`.
pub type clingo_ast_theory_atom_definition_type_t = c_int;

/// Which pools are taken out of a node; the numbers are added up.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_ast_unpool_type_e {
    /// Those in conditions of conditional literals.
    clingo_ast_unpool_type_condition = 1,
    /// All others.
    clingo_ast_unpool_type_other = 2,
    /// All.
    clingo_ast_unpool_type_all = 3,
}

/// A sum of `clingo_ast_unpool_type_e`.
pub type clingo_ast_unpool_type_bitset_t = c_int;

/// The kind of a comment.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_comment_type_e {
    /// From `%` to the end of the line.
    clingo_comment_type_line = 0,
    /// From `%*` to `*%`.
    clingo_comment_type_block = 1,
}

/// A kind of `clingo_comment_type_e`.
pub type clingo_comment_type_t = c_int;
