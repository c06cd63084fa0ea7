//! Texts and lists between C and Rust: strings that live for ever, and buffers of the caller.

use std::borrow::Cow;
use std::ffi::{c_char, CStr, CString};
use std::sync::Mutex;

use groundplan_frontend::lock::lock;
use rustc_hash::FxHashMap;

use crate::door::{door, Failure, Outcome};

/// Returns a string of the caller as text.
///
/// # Errors
///
/// Returns an error for null and for text that is not UTF-8.
///
/// # Safety
///
/// `text` is null, or a string that lives as long as the result.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Outcome<&'a str> {
    // SAFETY: by the contract of this function.
    unsafe { string(text)? }.to_str().map_err(|_| Failure::runtime("a string is not UTF-8"))
}

/// Returns the name of a file, in which bytes that are not UTF-8 are replaced: the caller may give any.
///
/// # Errors
///
/// Returns an error for null.
///
/// # Safety
///
/// `name` is null, or a string that lives as long as the result.
pub(crate) unsafe fn file_name<'a>(name: *const c_char) -> Outcome<Cow<'a, str>> {
    // SAFETY: by the contract of this function.
    Ok(unsafe { string(name)? }.to_string_lossy())
}

/// Returns a string of the caller.
///
/// # Safety
///
/// `text` is null, or a string that lives as long as the result.
unsafe fn string<'a>(text: *const c_char) -> Outcome<&'a CStr> {
    if text.is_null() {
        return Err(Failure::logic("a string is missing: the pointer is null"));
    }
    // SAFETY: by the contract of this function.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// Returns an array of the caller as a slice. A null pointer is the empty array.
///
/// # Safety
///
/// `items` points to `size` items that live as long as the result, or `size` is 0.
pub(crate) unsafe fn list<'a, T>(items: *const T, size: usize) -> &'a [T] {
    if size == 0 {
        return &[];
    }
    // SAFETY: by the contract of this function.
    unsafe { std::slice::from_raw_parts(items, size) }
}

/// Returns an array of strings of the caller as texts.
///
/// # Errors
///
/// Returns an error if one of them is no text.
///
/// # Safety
///
/// See [`list`] and [`text`].
pub(crate) unsafe fn texts<'a>(items: *const *const c_char, size: usize) -> Outcome<Vec<&'a str>> {
    // SAFETY: by the contract of this function.
    unsafe { list(items, size).iter().map(|&item| text(item)).collect() }
}

/// Writes a text with its end into a buffer of the caller.
///
/// # Errors
///
/// Returns an error if the buffer is too small.
///
/// # Safety
///
/// `buffer` points to `size` bytes that may be written.
pub(crate) unsafe fn write_text(content: &str, buffer: *mut c_char, size: usize) -> Outcome {
    if content.len() >= size {
        // As clingo does, which writes texts and lists in different ways.
        return Err(Failure::runtime(NOT_ENOUGH_SPACE));
    }
    // SAFETY: the buffer has more bytes than the text, by the contract of this function.
    unsafe {
        std::ptr::copy_nonoverlapping(content.as_ptr().cast(), buffer, content.len());
        *buffer.add(content.len()) = 0;
    }
    Ok(())
}

/// Writes items into a buffer of the caller.
///
/// # Errors
///
/// Returns an error if the buffer is too small.
///
/// # Safety
///
/// `buffer` points to `size` items that may be written.
pub(crate) unsafe fn write_list<T: Copy>(items: &[T], buffer: *mut T, size: usize) -> Outcome {
    if items.len() > size {
        return Err(Failure::logic(NOT_ENOUGH_SPACE));
    }
    if !items.is_empty() {
        // SAFETY: the buffer has room for all, by the contract of this function.
        unsafe { std::ptr::copy_nonoverlapping(items.as_ptr(), buffer, items.len()) };
    }
    Ok(())
}

const NOT_ENOUGH_SPACE: &str = "not enough space: ask for the size first";

/// Returns a pointer to a string that lives for ever. Equal texts have the same; a text ends at its first NUL character.
pub(crate) fn forever(content: &str) -> *const c_char {
    static KNOWN: Mutex<Option<FxHashMap<&'static str, &'static CStr>>> = Mutex::new(None);
    let content = content.split('\0').next().unwrap_or_default();
    let mut known = lock(&KNOWN);
    let known = known.get_or_insert_with(FxHashMap::default);
    if let Some(string) = known.get(content) {
        return string.as_ptr();
    }
    let string = CString::new(content).expect("there is no NUL before the end");
    let string: &'static CStr = Box::leak(string.into_boxed_c_str());
    known.insert(string.to_str().expect("it was a text"), string);
    string.as_ptr()
}

/// Gives a string a copy that lives for ever.
#[no_mangle]
pub unsafe extern "C" fn clingo_add_string(string: *const c_char, result: *mut *const c_char) -> bool {
    door(|| {
        // SAFETY: the caller gives a string and a place for the result.
        unsafe { *result = forever(text(string)?) };
        Ok(())
    })
}
