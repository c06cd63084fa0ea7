//! The configuration of a control: a tree of keys, which are numbers.

use std::ffi::{c_char, c_uint};
use std::sync::{Arc, Mutex};

use groundplan_clingo::{ConfigurationKey, ConfigurationTree};
use groundplan_frontend::lock::lock;

use crate::backend::clingo_id_t;
use crate::door::{door, Failure, Outcome};
use crate::text::{forever, text, write_text};

/// The configuration of a control. It is there as long as the control.
pub struct clingo_configuration {
    tree: Arc<Mutex<ConfigurationTree>>,
}

/// See [`clingo_configuration`].
pub type clingo_configuration_t = clingo_configuration;

/// What is behind a key.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum clingo_configuration_type_e {
    /// A value.
    clingo_configuration_type_value = 1,
    /// An array of keys.
    clingo_configuration_type_array = 2,
    /// A map from names to keys.
    clingo_configuration_type_map = 4,
}

/// A set of bits of `clingo_configuration_type_e`.
pub type clingo_configuration_type_bitset_t = c_uint;

impl clingo_configuration {
    pub(crate) fn new(tree: &Arc<Mutex<ConfigurationTree>>) -> Self {
        clingo_configuration { tree: Arc::clone(tree) }
    }

    /// Returns the value of a key; an empty text if it has none.
    fn value(&self, key: clingo_id_t) -> Outcome<String> {
        Ok(lock(&self.tree).get(known(key)?)?.unwrap_or_default())
    }
}

fn known(key: clingo_id_t) -> Outcome<ConfigurationKey> {
    Ok(ConfigurationKey::try_from(key)?)
}

/// Returns the key of the whole configuration.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_root(
    _configuration: *const clingo_configuration_t,
    key: *mut clingo_id_t,
) -> bool {
    // SAFETY: the caller gives a place for the key.
    unsafe { *key = ConfigurationKey::ROOT.into() };
    true
}

/// Returns what is behind a key.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_type(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    r#type: *mut clingo_configuration_type_bitset_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *r#type = known(key)?.kinds() };
        Ok(())
    })
}

/// Returns the description of a key.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_description(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    description: *mut *const c_char,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *description = forever(&known(key)?.description()) };
        Ok(())
    })
}

/// Returns the size of an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_array_size(
    configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a configuration, and a place for the result.
        unsafe { *size = lock(&(*configuration).tree).array_size(known(key)?)? };
        Ok(())
    })
}

/// Returns the key of an element of an array.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_array_at(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    offset: usize,
    subkey: *mut clingo_id_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the key.
        unsafe { *subkey = known(key)?.array_at(offset)?.into() };
        Ok(())
    })
}

/// Returns the number of keys below one.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_map_size(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a place for the result.
        unsafe { *size = known(key)?.subkeys().count() };
        Ok(())
    })
}

/// Whether there is a key of this name, or with this path of names, below one.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_map_has_subkey(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    name: *const c_char,
    result: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string, and a place for the result.
        unsafe { *result = known(key)?.at(text(name)?).is_ok() };
        Ok(())
    })
}

/// Returns the name of a key below one, by its place.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_map_subkey_name(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    offset: usize,
    name: *mut *const c_char,
) -> bool {
    door(|| {
        let subkey = known(key)?.subkeys().nth(offset);
        let subkey = subkey.ok_or_else(|| Failure::logic("the configuration has fewer keys there"))?;
        // SAFETY: the caller gives a place for the name.
        unsafe { *name = forever(&subkey.name()) };
        Ok(())
    })
}

/// Returns the key of this name, or with this path of names, below one.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_map_at(
    _configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    name: *const c_char,
    subkey: *mut clingo_id_t,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string, and a place for the key.
        unsafe { *subkey = known(key)?.at(text(name)?)?.into() };
        Ok(())
    })
}

/// Whether a key has a value.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_value_is_assigned(
    configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    assigned: *mut bool,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a configuration, and a place for the result.
        unsafe { *assigned = lock(&(*configuration).tree).get(known(key)?)?.is_some() };
        Ok(())
    })
}

/// Returns the size of the buffer that [`clingo_configuration_value_get`] needs.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_value_get_size(
    configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    size: *mut usize,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a configuration, and a place for the result.
        unsafe { *size = (*configuration).value(key)?.len() + 1 };
        Ok(())
    })
}

/// Writes the value of a key into a buffer.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_value_get(
    configuration: *const clingo_configuration_t,
    key: clingo_id_t,
    value: *mut c_char,
    size: usize,
) -> bool {
    // SAFETY: the caller gives a configuration, and a buffer of this size.
    door(|| unsafe { write_text(&(*configuration).value(key)?, value, size) })
}

/// Sets the value of a key.
#[no_mangle]
pub unsafe extern "C" fn clingo_configuration_value_set(
    configuration: *mut clingo_configuration_t,
    key: clingo_id_t,
    value: *const c_char,
) -> bool {
    // SAFETY: the caller gives a configuration, and a string.
    door(|| unsafe { Ok(lock(&(*configuration).tree).set(known(key)?, text(value)?)?) })
}
