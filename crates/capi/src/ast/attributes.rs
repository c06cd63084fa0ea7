//! Reading and changing attributes of nodes.

use std::ffi::{c_char, c_int};

use groundplan_clingo::syntax::{FieldType, Node, Value};

use super::constructors::type_number;
use super::kinds::{clingo_ast_attribute_t, clingo_ast_attribute_type_t, ATTRIBUTE_NAMES};
use super::location::{location_of, place_of};
use super::node::{clingo_ast_t, failure, handed_out, node};
use crate::control::clingo_location_t;
use crate::door::{door, Failure, Outcome};
use crate::symbol::{clingo_symbol_t, symbol, term};
use crate::text::{forever, text};

/// Returns the name of an attribute.
///
/// # Errors
///
/// Returns an error for a number that stands for none.
pub(super) fn name(attribute: clingo_ast_attribute_t) -> Outcome<&'static str> {
    let name = usize::try_from(attribute).ok().and_then(|number| ATTRIBUTE_NAMES.get(number));
    name.and_then(|name| name.to_str().ok())
        .ok_or_else(|| Failure::runtime(&format!("{attribute} stands for no attribute")))
}

/// Returns a node of the caller with the index of an attribute.
///
/// # Errors
///
/// Returns an error if the node has no such attribute, or it is of another type.
///
/// # Safety
///
/// See [`node`].
unsafe fn find(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    wanted: FieldType,
) -> Outcome<(Node, usize)> {
    // SAFETY: by the contract of this function.
    let node = unsafe { node(ast)? };
    let name = name(attribute)?;
    let (index, what) = node.kind().field(name).map_err(failure)?;
    if what != wanted {
        let (kind, what, wanted) = (node.kind().name(), what.wanted(), wanted.wanted());
        return Err(Failure::runtime(&format!("{kind}.{name} is {what}, not {wanted}")));
    }
    Ok((node, index))
}

/// Returns the value of an attribute. Its errors are those of [`find`].
///
/// # Safety
///
/// See [`node`].
unsafe fn get(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    wanted: FieldType,
) -> Outcome<Value> {
    // SAFETY: by the contract of this function.
    let (node, index) = unsafe { find(ast, attribute, wanted)? };
    Ok(node.get_at(index))
}

/// Changes the value of an attribute. Its errors are those of [`find`].
///
/// # Safety
///
/// See [`node`].
unsafe fn set(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    wanted: FieldType,
    value: Value,
) -> Outcome {
    // SAFETY: by the contract of this function.
    let (node, index) = unsafe { find(ast, attribute, wanted)? };
    node.set_at(index, value).map_err(failure)
}

/// Whether a node has an attribute.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_has_attribute(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    has_attribute: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        let kind = unsafe { node(ast)? }.kind();
        let has = name(attribute).is_ok_and(|name| kind.field(name).is_ok());
        // SAFETY: the caller gives a place for the result.
        unsafe { *has_attribute = has };
        Ok(())
    })
}

/// Returns the type of an attribute.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_type(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    r#type: *mut clingo_ast_attribute_type_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        let kind = unsafe { node(ast)? }.kind();
        let (_, what) = kind.field(name(attribute)?).map_err(failure)?;
        // SAFETY: the caller gives a place for the type.
        unsafe { *r#type = type_number(what) };
        Ok(())
    })
}

/// Returns an attribute that is a number. It is an error if it has more than 32 bits.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_number(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut c_int,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Number(number) = unsafe { get(ast, attribute, FieldType::Number)? } {
            let number = c_int::try_from(number).map_err(|_| {
                Failure::runtime(&format!("{number} has more than the 32 bits of a number in C"))
            })?;
            // SAFETY: the caller gives a place for the number.
            unsafe { *value = number };
        }
        Ok(())
    })
}

/// Changes an attribute that is a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_number(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: c_int,
) -> bool {
    // SAFETY: the caller gives a node.
    door(|| unsafe { set(ast, attribute, FieldType::Number, Value::Number(value.into())) })
}

/// Returns an attribute that is a symbol.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_symbol(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut clingo_symbol_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Symbol(term) = unsafe { get(ast, attribute, FieldType::Symbol)? } {
            // SAFETY: the caller gives a place for the symbol.
            unsafe { *value = symbol(&term) };
        }
        Ok(())
    })
}

/// Changes an attribute that is a symbol.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_symbol(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: clingo_symbol_t,
) -> bool {
    // SAFETY: the caller gives a node.
    door(|| unsafe { set(ast, attribute, FieldType::Symbol, Value::Symbol(term(value))) })
}

/// Returns an attribute that is a location.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_location(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut clingo_location_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Location(location) = unsafe { get(ast, attribute, FieldType::Location)? } {
            // SAFETY: the caller gives a place for the location.
            unsafe { *value = place_of(&location) };
        }
        Ok(())
    })
}

/// Changes an attribute that is a location.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_location(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *const clingo_location_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a location, whose names are strings.
        let location = unsafe { location_of(&*value)? };
        // SAFETY: the caller gives a node.
        unsafe { set(ast, attribute, FieldType::Location, Value::Location(location)) }
    })
}

/// Returns an attribute that is a string, which lives for ever.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_string(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Text(text) = unsafe { get(ast, attribute, FieldType::Text)? } {
            // SAFETY: the caller gives a place for the string.
            unsafe { *value = forever(&text) };
        }
        Ok(())
    })
}

/// Changes an attribute that is a string.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_string(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string.
        let text = unsafe { text(value)? };
        // SAFETY: the caller gives a node.
        unsafe { set(ast, attribute, FieldType::Text, Value::Text(text.into())) }
    })
}

/// Returns an attribute that is a node, which the caller then owns.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_ast(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Node(node) = unsafe { get(ast, attribute, FieldType::Node)? } {
            // SAFETY: the caller gives a place for the node.
            unsafe { *value = handed_out(node) };
        }
        Ok(())
    })
}

/// Changes an attribute that is a node.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_ast(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut clingo_ast_t,
) -> bool {
    // SAFETY: the caller gives two nodes.
    door(|| unsafe { set(ast, attribute, FieldType::Node, Value::Node(node(value)?)) })
}

/// Returns an attribute that is a node, which the caller then owns, or null.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_optional_ast(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        let found = match unsafe { get(ast, attribute, FieldType::Optional)? } {
            Value::Node(node) => handed_out(node),
            _ => std::ptr::null_mut(),
        };
        // SAFETY: the caller gives a place for the node.
        unsafe { *value = found };
        Ok(())
    })
}

/// Changes an attribute that is a node or null.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_optional_ast(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    value: *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node or null.
        let value = unsafe { optional(value)? };
        // SAFETY: the caller gives a node.
        unsafe { set(ast, attribute, FieldType::Optional, value) }
    })
}

/// Returns the value for a node of the caller, or null.
///
/// # Safety
///
/// See [`node`].
pub(super) unsafe fn optional(ast: *const clingo_ast_t) -> Outcome<Value> {
    if ast.is_null() {
        return Ok(Value::Missing);
    }
    // SAFETY: by the contract of this function.
    Ok(Value::Node(unsafe { node(ast)? }))
}
