//! Statements that become part of a control object's program.

use groundplan_frontend::lock::lock;

use super::node::{clingo_ast_t, node};
use crate::control::{clingo_control, clingo_control_t};
use crate::door::{door, Failure, Outcome};

/// What adds statements to the program of a control object: the control object itself, by another name.
#[repr(C)]
#[derive(Debug)]
pub struct clingo_program_builder {
    _opaque: [u8; 0],
}

/// See [`clingo_program_builder`].
pub type clingo_program_builder_t = clingo_program_builder;

/// Returns the control object that a builder is.
///
/// # Safety
///
/// The builder comes from [`clingo_program_builder_init`], and its control object is still there.
unsafe fn control_of<'a>(builder: *mut clingo_program_builder_t) -> &'a clingo_control {
    // SAFETY: by the contract of this function.
    unsafe { &*builder.cast::<clingo_control>() }
}

/// Returns what adds statements to a program. It lives as long as the control object.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_init(
    control: *mut clingo_control_t,
    builder: *mut *mut clingo_program_builder_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *builder = control.cast() };
        Ok(())
    })
}

/// Begins to add statements. What was added without an end stays.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_begin(builder: *mut clingo_program_builder_t) -> bool {
    door(|| {
        // SAFETY: the caller gives a builder.
        lock(&unsafe { control_of(builder) }.statements).get_or_insert_default();
        Ok(())
    })
}

/// Adds a statement, as it is now.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_add(
    builder: *mut clingo_program_builder_t,
    ast: *mut clingo_ast_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a builder and a node.
        let (control, statement) = unsafe { (control_of(builder), node(ast)?) };
        let kind = statement.kind();
        if !kind.is_statement() {
            return Err(Failure::runtime(&format!("a program has statements: {} is none", kind.name())));
        }
        let statement = statement.deep_copy()?;
        let not_begun =
            || Failure::logic("statements are added between clingo_program_builder_begin and its end");
        lock(&control.statements).as_mut().ok_or_else(not_begun)?.push(statement);
        Ok(())
    })
}

/// Makes the statements a part of the program. Without a `#program` before them they belong to `base`.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_end(builder: *mut clingo_program_builder_t) -> bool {
    door(|| -> Outcome {
        // SAFETY: the caller gives a builder.
        let control = unsafe { control_of(builder) };
        let nodes = lock(&control.statements).take().unwrap_or_default();
        control.add_nodes(&nodes)
    })
}
