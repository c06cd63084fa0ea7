//! Reading and changing attributes of nodes that are lists of strings or nodes.

use std::ffi::c_char;

use groundplan_clingo::syntax::{Sequence, Value};

use super::attributes::name;
use super::kinds::clingo_ast_attribute_t;
use super::node::{clingo_ast_t, failure, handed_out, node};
use crate::door::{door, Failure, Outcome};
use crate::text::{forever, text};

/// Whose list an attribute is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Texts,
    Nodes,
}

/// Returns the list that an attribute of a node of the caller holds.
///
/// # Errors
///
/// Returns an error if the node has no such attribute, or it is of another type.
///
/// # Safety
///
/// See [`node`].
unsafe fn sequence(ast: *mut clingo_ast_t, attribute: clingo_ast_attribute_t, of: Of) -> Outcome<Sequence> {
    // SAFETY: by the contract of this function.
    let node = unsafe { node(ast)? };
    let name = name(attribute)?;
    let sequence = node.sequence(name).map_err(failure)?;
    if sequence.has_texts() != (of == Of::Texts) {
        let kind = node.kind().name();
        let what = if sequence.has_texts() { "strings, not of nodes" } else { "nodes, not of strings" };
        return Err(Failure::runtime(&format!("{kind}.{name} is a list of {what}")));
    }
    Ok(sequence)
}

/// Returns a string of a list, which lives for ever.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_string_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *mut *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Text(text) = unsafe { sequence(ast, attribute, Of::Texts)? }.get(index)? {
            // SAFETY: the caller gives a place for the string.
            unsafe { *value = forever(&text) };
        }
        Ok(())
    })
}

/// Replaces a string of a list.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_string_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a string.
        let (list, text) = unsafe { (sequence(ast, attribute, Of::Texts)?, text(value)?) };
        list.set(index, Value::Text(text.into())).map_err(failure)
    })
}

/// Removes a string from a list.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_delete_string_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
) -> bool {
    // SAFETY: the caller gives a node.
    door(|| unsafe { sequence(ast, attribute, Of::Texts)? }.remove(index).map_err(failure))
}

/// Returns the size of a list of strings.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_size_string_array(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the size.
        unsafe { *size = sequence(ast, attribute, Of::Texts)?.len() };
        Ok(())
    })
}

/// Puts a string before the one with this index, or behind the last one.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_insert_string_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a string.
        let (list, text) = unsafe { (sequence(ast, attribute, Of::Texts)?, text(value)?) };
        list.insert(index, Value::Text(text.into())).map_err(failure)
    })
}

/// Returns a node of a list, which the caller then owns.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_get_ast_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *mut *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        if let Value::Node(node) = unsafe { sequence(ast, attribute, Of::Nodes)? }.get(index)? {
            // SAFETY: the caller gives a place for the node.
            unsafe { *value = handed_out(node) };
        }
        Ok(())
    })
}

/// Replaces a node of a list.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_set_ast_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives two nodes.
        let (list, node) = unsafe { (sequence(ast, attribute, Of::Nodes)?, node(value)?) };
        list.set(index, Value::Node(node)).map_err(failure)
    })
}

/// Removes a node from a list.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_delete_ast_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
) -> bool {
    // SAFETY: the caller gives a node.
    door(|| unsafe { sequence(ast, attribute, Of::Nodes)? }.remove(index).map_err(failure))
}

/// Returns the size of a list of nodes.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_size_ast_array(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the size.
        unsafe { *size = sequence(ast, attribute, Of::Nodes)?.len() };
        Ok(())
    })
}

/// Puts a node before the one with this index, or behind the last one.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_attribute_insert_ast_at(
    ast: *mut clingo_ast_t,
    attribute: clingo_ast_attribute_t,
    index: usize,
    value: *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives two nodes.
        let (list, node) = unsafe { (sequence(ast, attribute, Of::Nodes)?, node(value)?) };
        list.insert(index, Value::Node(node)).map_err(failure)
    })
}
