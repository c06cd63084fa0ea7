//! Nodes as pointers: owning, copying, comparing and printing them, and taking pools out of them.

use std::cmp::Ordering;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use groundplan_clingo::syntax::{Node, NodeContent};
use groundplan_clingo::Error;

use super::kinds::{
    clingo_ast_type_t, clingo_ast_unpool_type_bitset_t, clingo_ast_unpool_type_e as UnpoolType,
};
use crate::door::{called, door, open_door, Failure, Outcome};
use crate::text::{list, write_text};

/// A node of a syntax tree. Its pointers are counted as those of an [`Arc`].
pub type clingo_ast_t = NodeContent;

/// A function that is told of a node. It must acquire the node if it keeps the pointer.
pub type clingo_ast_callback_t =
    Option<unsafe extern "C" fn(ast: *mut clingo_ast_t, data: *mut c_void) -> bool>;

/// Returns a handle to the node that a pointer of the caller belongs to.
///
/// # Errors
///
/// Returns an error for null.
///
/// # Safety
///
/// `ast` is null, or a pointer of [`handed_out`] that is still counted.
pub(super) unsafe fn node(ast: *const clingo_ast_t) -> Outcome<Node> {
    if ast.is_null() {
        return Err(Failure::runtime("a node is missing: the pointer is null"));
    }
    // SAFETY: by the contract of this function; the handle has a count of its own.
    let content = unsafe {
        Arc::increment_strong_count(ast);
        Arc::from_raw(ast)
    };
    Ok(content.into())
}

/// Returns handles to the nodes of an array of the caller.
///
/// # Errors
///
/// Returns an error if one of them is null.
///
/// # Safety
///
/// See [`list`] and [`node`].
pub(super) unsafe fn nodes(asts: *const *const clingo_ast_t, size: usize) -> Outcome<Vec<Node>> {
    // SAFETY: by the contract of this function.
    unsafe { list(asts, size).iter().map(|&ast| node(ast)).collect() }
}

/// Returns a pointer that the caller owns.
pub(super) fn handed_out(node: Node) -> *mut clingo_ast_t {
    Arc::<NodeContent>::into_raw(node.into()).cast_mut()
}

/// Tells a function of a node.
///
/// # Errors
///
/// Returns an error if the function fails.
///
/// # Safety
///
/// `callback` may be called with `data`.
pub(super) unsafe fn tell(node: Node, callback: clingo_ast_callback_t, data: *mut c_void) -> Outcome {
    let callback = callback.ok_or_else(|| Failure::logic("a callback is missing: the pointer is null"))?;
    let content: Arc<NodeContent> = node.into();
    // SAFETY: by the contract of this function; the node lives as long as the call.
    called(unsafe { callback(Arc::as_ptr(&content).cast_mut(), data) })
}

/// Converts an error of a node: clingo tells only of wrong indices that the interface was used in a wrong way.
pub(super) fn failure(error: Error) -> Failure {
    match error {
        Error::Type(message) | Error::Attribute(message) => Failure::runtime(&message),
        error => Failure::from(error),
    }
}

/// Counts one more pointer to a node.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_acquire(ast: *mut clingo_ast_t) {
    if !ast.is_null() {
        // SAFETY: the caller has such a pointer already.
        unsafe { Arc::increment_strong_count(ast) };
    }
}

/// Counts one pointer less to a node, which ends with its last one.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_release(ast: *mut clingo_ast_t) {
    if !ast.is_null() {
        // SAFETY: the caller owns such a pointer, and gives it up.
        open_door((), || drop(unsafe { Arc::from_raw(ast) }));
    }
}

/// Makes a node with the same attributes, which has the same children.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_copy(ast: *mut clingo_ast_t, copy: *mut *mut clingo_ast_t) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the copy.
        unsafe { *copy = handed_out(node(ast)?.copy()) };
        Ok(())
    })
}

/// Makes a node with the same attributes and copies of its children.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_deep_copy(ast: *mut clingo_ast_t, copy: *mut *mut clingo_ast_t) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the copy.
        unsafe { *copy = handed_out(node(ast)?.deep_copy()?) };
        Ok(())
    })
}

/// Compares two nodes. Nodes that nest too deeply have no order.
///
/// # Safety
///
/// See [`node`].
unsafe fn compare(a: *mut clingo_ast_t, b: *mut clingo_ast_t) -> Option<Ordering> {
    // SAFETY: by the contract of this function.
    let (a, b) = unsafe { (node(a), node(b)) };
    a.ok()?.compare(&b.ok()?).ok()
}

/// Whether a node comes before another: by kind, then by attributes, but for locations.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_less_than(a: *mut clingo_ast_t, b: *mut clingo_ast_t) -> bool {
    // SAFETY: the caller gives two nodes.
    open_door(false, || unsafe { compare(a, b) }.is_some_and(Ordering::is_lt))
}

/// Whether two nodes are equal, but for locations.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_equal(a: *mut clingo_ast_t, b: *mut clingo_ast_t) -> bool {
    // SAFETY: the caller gives two nodes.
    open_door(false, || unsafe { compare(a, b) }.is_some_and(Ordering::is_eq))
}

/// Returns a hash, which is the same for equal nodes.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_hash(ast: *mut clingo_ast_t) -> usize {
    open_door(0, || {
        // SAFETY: the caller gives a node.
        let node = unsafe { node(ast) };
        node.ok().and_then(|node| node.hash_value().ok()).unwrap_or_default() as usize
    })
}

/// Returns the size of the buffer that [`clingo_ast_to_string`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_to_string_size(ast: *mut clingo_ast_t, size: *mut usize) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the size.
        unsafe { *size = node(ast)?.text()?.len() + 1 };
        Ok(())
    })
}

/// Writes a node as text into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_to_string(
    ast: *mut clingo_ast_t,
    string: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a node and a buffer of this size.
    door(|| unsafe { write_text(&node(ast)?.text()?, string, size) })
}

/// Returns the kind of a node.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_get_type(ast: *mut clingo_ast_t, r#type: *mut clingo_ast_type_t) -> bool {
    door(|| {
        // SAFETY: the caller gives a node and a place for the kind.
        unsafe { *r#type = node(ast)?.kind() as clingo_ast_type_t };
        Ok(())
    })
}

/// Tells a function of the nodes without pools that a node stands for; of the node itself if it has none.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_unpool(
    ast: *mut clingo_ast_t,
    unpool_type: clingo_ast_unpool_type_bitset_t,
    callback: clingo_ast_callback_t,
    callback_data: *mut c_void,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a node.
        let node = unsafe { node(ast)? };
        let has = |bit: UnpoolType| unpool_type & bit as clingo_ast_unpool_type_bitset_t != 0;
        let other = has(UnpoolType::clingo_ast_unpool_type_other);
        let condition = has(UnpoolType::clingo_ast_unpool_type_condition);
        let mut instances = node.unpool(other, condition)?;
        if let [only] = &mut *instances {
            if only.compare(&node)?.is_eq() {
                *only = node;
            }
        }
        // SAFETY: the caller gives a callback with its data.
        instances.into_iter().try_for_each(|it| unsafe { tell(it, callback, callback_data) })
    })
}
