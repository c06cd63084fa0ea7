//! Statistics: a tree of values, arrays and maps, whose keys are numbers.

use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex};

use groundplan_clingo::{StatisticKey, StatisticKind, Statistics};
use groundplan_frontend::lock::lock;

use crate::door::{door, Failure, Outcome};
use crate::text::{forever, text};

/// Statistics: those of a control live until they are asked for again, those that a callback gets until it returns.
pub struct clingo_statistic {
    tree: Arc<Mutex<Statistics>>,
}

/// See [`clingo_statistic`].
pub type clingo_statistics_t = clingo_statistic;

/// What is behind a key.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_statistics_type_e {
    /// Nothing.
    clingo_statistics_type_empty = 0,
    /// A number.
    clingo_statistics_type_value = 1,
    /// An array of statistics.
    clingo_statistics_type_array = 2,
    /// A map from names to statistics.
    clingo_statistics_type_map = 3,
}

/// A type of `clingo_statistics_type_e`.
pub type clingo_statistics_type_t = c_int;

impl clingo_statistic {
    pub(crate) fn new(tree: Arc<Mutex<Statistics>>) -> Self {
        clingo_statistic { tree }
    }
}

fn kind(r#type: clingo_statistics_type_t) -> Outcome<StatisticKind> {
    match r#type {
        1 => Ok(StatisticKind::Value),
        2 => Ok(StatisticKind::Array),
        3 => Ok(StatisticKind::Map),
        _ => Err(Failure::logic("there is no such type of statistics")),
    }
}

/// Runs a function of the interface with the statistics behind a pointer, and with a key.
///
/// # Safety
///
/// The pointer comes from the library, and the statistics are still there.
unsafe fn with(
    statistics: *const clingo_statistics_t,
    key: u64,
    act: impl FnOnce(&mut Statistics, StatisticKey) -> Outcome,
) -> bool {
    // SAFETY: by the contract of this function.
    door(|| act(&mut lock(unsafe { &(*statistics).tree }), StatisticKey::from(key)))
}

/// Returns the key of the map of all statistics.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_root(
    statistics: *const clingo_statistics_t,
    key: *mut u64,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the key.
    unsafe {
        with(statistics, 0, |tree, _| {
            *key = tree.root().into();
            Ok(())
        })
    }
}

/// Returns what is behind a key.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_type(
    statistics: *const clingo_statistics_t,
    key: u64,
    r#type: *mut clingo_statistics_type_t,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the result.
    unsafe {
        with(statistics, key, |tree, key| {
            *r#type = tree.kind(key)? as clingo_statistics_type_t;
            Ok(())
        })
    }
}

/// Returns the size of an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_array_size(
    statistics: *const clingo_statistics_t,
    key: u64,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the result.
    unsafe {
        with(statistics, key, |tree, key| {
            *size = tree.array_size(key)?;
            Ok(())
        })
    }
}

/// Returns the key of an element of an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_array_at(
    statistics: *const clingo_statistics_t,
    key: u64,
    offset: usize,
    subkey: *mut u64,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the key.
    unsafe {
        with(statistics, key, |tree, key| {
            *subkey = tree.array_at(key, offset)?.into();
            Ok(())
        })
    }
}

/// Adds an element at the end of an array, and returns its key.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_array_push(
    statistics: *mut clingo_statistics_t,
    key: u64,
    r#type: clingo_statistics_type_t,
    subkey: *mut u64,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the key.
    unsafe {
        with(statistics, key, |tree, key| {
            *subkey = tree.push(key, kind(r#type)?)?.into();
            Ok(())
        })
    }
}

/// Returns the number of names in a map.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_map_size(
    statistics: *const clingo_statistics_t,
    key: u64,
    size: *mut usize,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the result.
    unsafe {
        with(statistics, key, |tree, key| {
            *size = tree.map_size(key)?;
            Ok(())
        })
    }
}

/// Whether a map has a name, or a path of names.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_map_has_subkey(
    statistics: *const clingo_statistics_t,
    key: u64,
    name: *const c_char,
    result: *mut bool,
) -> bool {
    // SAFETY: the caller gives statistics, a string, and a place for the result.
    unsafe {
        with(statistics, key, |tree, key| {
            *result = tree.find(key, text(name)?)?.is_some();
            Ok(())
        })
    }
}

/// Returns a name in a map, by its place.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_map_subkey_name(
    statistics: *const clingo_statistics_t,
    key: u64,
    offset: usize,
    name: *mut *const c_char,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the name.
    unsafe {
        with(statistics, key, |tree, key| {
            *name = forever(tree.subkey_name(key, offset)?);
            Ok(())
        })
    }
}

/// Returns the key behind a name, or a path of names.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_map_at(
    statistics: *const clingo_statistics_t,
    key: u64,
    name: *const c_char,
    subkey: *mut u64,
) -> bool {
    // SAFETY: the caller gives statistics, a string, and a place for the key.
    unsafe {
        with(statistics, key, |tree, key| {
            *subkey = tree.map_at(key, text(name)?)?.into();
            Ok(())
        })
    }
}

/// Adds a name to a map, unless it has it with this type, and returns its key.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_map_add_subkey(
    statistics: *mut clingo_statistics_t,
    key: u64,
    name: *const c_char,
    r#type: clingo_statistics_type_t,
    subkey: *mut u64,
) -> bool {
    // SAFETY: the caller gives statistics, a string, and a place for the key.
    unsafe {
        with(statistics, key, |tree, key| {
            *subkey = tree.add_subkey(key, text(name)?, kind(r#type)?)?.into();
            Ok(())
        })
    }
}

/// Returns a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_value_get(
    statistics: *const clingo_statistics_t,
    key: u64,
    value: *mut f64,
) -> bool {
    // SAFETY: the caller gives statistics, and a place for the number.
    unsafe {
        with(statistics, key, |tree, key| {
            *value = tree.value(key)?;
            Ok(())
        })
    }
}

/// Sets a number.
#[no_mangle]
pub unsafe extern "C" fn clingo_statistics_value_set(
    statistics: *mut clingo_statistics_t,
    key: u64,
    value: f64,
) -> bool {
    // SAFETY: the caller gives statistics.
    unsafe { with(statistics, key, |tree, key| Ok(tree.set_value(key, value)?)) }
}
