//! New nodes of the values of their attributes.
//!
//! Only C can take arguments whose number and types depend on the kind: `ast_build.c` collects them by the table of
//! constructors. But only functions of Rust are exported from a shared library, so that the one with clingo's name jumps there and
//! leaves all arguments as they are.

use std::arch::naked_asm;
use std::ffi::{c_char, c_int, c_void};

use groundplan_clingo::syntax::{FieldType, Kind, Node, Value};

use super::attributes::optional;
use super::kinds::clingo_ast_type_t;
use super::location::location_of;
use super::node::{clingo_ast_t, handed_out, node, nodes};
use crate::control::clingo_location_t;
use crate::door::{door, Failure, Outcome};
use crate::symbol::{clingo_symbol_t, term};
use crate::text::{text, texts};

extern "C" {
    fn groundplan_ast_build_collected(kind: c_int, ast: *mut *mut c_void, ...) -> bool;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! jump {
    () => {
        "jmp {}"
    };
}

#[cfg(any(target_arch = "arm", target_arch = "aarch64"))]
macro_rules! jump {
    () => {
        "b {}"
    };
}

#[cfg(any(target_arch = "riscv32", target_arch = "riscv64"))]
macro_rules! jump {
    () => {
        "tail {}"
    };
}

/// Makes a node of the values of its attributes, in the order of the constructor's arguments.
///
/// A number is an `int`, a symbol a `clingo_symbol_t`, a location, string or node a pointer, and a list a pointer to the first
/// item and a `size_t`.
#[no_mangle]
#[unsafe(naked)]
pub unsafe extern "C" fn clingo_ast_build(kind: clingo_ast_type_t, ast: *mut *mut clingo_ast_t) -> bool {
    naked_asm!(jump!(), sym groundplan_ast_build_collected)
}

/// The value of an attribute, as `ast_build.c` collects it.
#[repr(C)]
#[derive(Debug)]
pub struct groundplan_ast_value {
    number: c_int,
    symbol: clingo_symbol_t,
    /// A location, string or node, or the first item of a list.
    pointer: *const c_void,
    /// How many items a list has.
    size: usize,
}

/// Makes a node of as many values as its kind has attributes. For [`clingo_ast_build`] only.
#[no_mangle]
pub unsafe extern "C" fn groundplan_ast_build(
    kind: clingo_ast_type_t,
    values: *const groundplan_ast_value,
    ast: *mut *mut clingo_ast_t,
) -> bool {
    door(|| {
        let known = usize::try_from(kind).ok().and_then(Kind::of_number);
        let kind = known.ok_or_else(|| Failure::runtime(&format!("{kind} stands for no kind of nodes")))?;
        // SAFETY: there is a value of this type for each attribute.
        let value = |(index, &(_, what))| unsafe { value_of(&*values.add(index), what) };
        let values = kind.fields().iter().enumerate().map(value).collect::<Outcome<_>>()?;
        // SAFETY: the caller gives a place for the node.
        unsafe { *ast = handed_out(Node::new(kind, values)?) };
        Ok(())
    })
}

/// Converts the value of an attribute of this type.
///
/// # Errors
///
/// Returns an error for null where it stands for nothing, and for what is no text.
///
/// # Safety
///
/// The value is of this type, and its pointers are those of a caller.
unsafe fn value_of(value: &groundplan_ast_value, what: FieldType) -> Outcome<Value> {
    let pointer = value.pointer;
    // SAFETY: by the contract of this function.
    Ok(unsafe {
        match what {
            FieldType::Number => Value::Number(value.number.into()),
            FieldType::Symbol => Value::Symbol(term(value.symbol)),
            FieldType::Location => {
                let place = pointer.cast::<clingo_location_t>().as_ref();
                Value::Location(location_of(place.ok_or_else(|| Failure::runtime("a location is missing"))?)?)
            }
            FieldType::Text => Value::Text(text(pointer.cast::<c_char>())?.into()),
            FieldType::Node => Value::Node(node(pointer.cast())?),
            FieldType::Optional => optional(pointer.cast())?,
            FieldType::Nodes => Value::Nodes(nodes(pointer.cast(), value.size)?),
            FieldType::Texts => {
                Value::Texts(texts(pointer.cast(), value.size)?.into_iter().map(Into::into).collect())
            }
        }
    })
}
