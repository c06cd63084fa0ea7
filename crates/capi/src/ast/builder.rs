//! Statements that become part of a control object's program.

use std::sync::Mutex;

use groundplan_clingo::syntax::Node;
use groundplan_frontend::lock::lock;
use rustc_hash::FxHashMap;

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

/// The statements that wait for the end, by the address of their control object.
static WAITING: Mutex<Option<FxHashMap<usize, Vec<Node>>>> = Mutex::new(None);

/// Begins a list of statements, or ends it. Returns what the last one had.
fn replace(builder: *mut clingo_program_builder_t, list: Option<Vec<Node>>) -> Vec<Node> {
    let mut waiting = lock(&WAITING);
    let waiting = waiting.get_or_insert_with(FxHashMap::default);
    let before = match list {
        Some(list) => waiting.insert(builder.addr(), list),
        None => waiting.remove(&builder.addr()),
    };
    before.unwrap_or_default()
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

/// Begins to add statements.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_begin(builder: *mut clingo_program_builder_t) -> bool {
    door(|| {
        drop(replace(builder, Some(Vec::new())));
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
        // SAFETY: the caller gives a node.
        let statement = unsafe { node(ast)? };
        let kind = statement.kind();
        if !kind.is_statement() {
            return Err(Failure::runtime(&format!("a program has statements: {} is none", kind.name())));
        }
        let statement = statement.deep_copy()?;
        let mut waiting = lock(&WAITING);
        let waiting = waiting.get_or_insert_with(FxHashMap::default);
        let not_begun =
            || Failure::logic("statements are added between clingo_program_builder_begin and its end");
        waiting.get_mut(&builder.addr()).ok_or_else(not_begun)?.push(statement);
        Ok(())
    })
}

/// Makes the statements a part of the program. Without a `#program` before them they belong to `base`.
#[no_mangle]
pub unsafe extern "C" fn clingo_program_builder_end(builder: *mut clingo_program_builder_t) -> bool {
    door(|| -> Outcome {
        let nodes = replace(builder, None);
        // SAFETY: a builder is a control object.
        let control = unsafe { &*builder.cast::<clingo_control>() };
        control.add_nodes(&nodes)
    })
}
