//! Nodes of texts and files.

use std::ffi::{c_char, c_uint, c_void};
use std::io::Read;

use groundplan_clingo::syntax::{Listener, Node, Notice, Reading};

use super::node::{clingo_ast_callback_t, tell};
use crate::control::{clingo_control, clingo_control_t};
use crate::door::{clingo_warning_e as Warning, clingo_warning_t, door, Failure, Outcome};
use crate::symbol::clingo_logger_t;
use crate::text::{text, texts};

/// The functions of the caller that are told what is read.
struct Told<'c> {
    callback: clingo_ast_callback_t,
    callback_data: *mut c_void,
    /// Where ground programs go.
    control: Option<&'c clingo_control>,
    logger: clingo_logger_t,
    logger_data: *mut c_void,
    /// How many messages the logger still gets.
    messages: c_uint,
}

impl Listener for Told<'_> {
    type Error = Failure;

    fn statement(&mut self, node: Node) -> Outcome {
        // SAFETY: the caller gives a callback with its data.
        unsafe { tell(node, self.callback, self.callback_data) }
    }

    fn notice(&mut self, notice: Notice, text: &str) -> Outcome {
        if self.messages == 0 {
            return Ok(());
        }
        self.messages -= 1;
        let code = match notice {
            Notice::Error => Warning::clingo_warning_runtime_error,
            Notice::FileIncluded => Warning::clingo_warning_file_included,
        };
        match self.logger {
            // SAFETY: the caller gives a logger with its data; the message lives as long as the call.
            Some(logger) => unsafe {
                let message = Failure::runtime(text);
                logger(code as clingo_warning_t, message.message(), self.logger_data);
            },
            // The error is returned.
            None if notice == Notice::Error => {}
            None => eprintln!("{text}"),
        }
        Ok(())
    }

    fn ground_program(&mut self, name: &str, text: &str) -> Outcome<bool> {
        if let Some(control) = self.control {
            control.add_text(name, text)?;
        }
        Ok(self.control.is_some())
    }
}

/// Reads the program of a text, and tells a function of its statements. A text that is no program is refused before.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_parse_string(
    program: *const c_char,
    callback: clingo_ast_callback_t,
    callback_data: *mut c_void,
    control: *mut clingo_control_t,
    logger: clingo_logger_t,
    logger_data: *mut c_void,
    message_limit: c_uint,
) -> bool {
    door(|| {
        // SAFETY: the caller gives a string, and a control object or null.
        let (program, control) = unsafe { (text(program)?, control.as_ref()) };
        let told = Told { callback, callback_data, control, logger, logger_data, messages: message_limit };
        Reading::new(told).text("<string>", program)
    })
}

/// Reads the programs of files, the last file first, and tells a function of their statements. `-`, or no file at all, is standard
/// input.
#[no_mangle]
pub unsafe extern "C" fn clingo_ast_parse_files(
    files: *const *const c_char,
    size: usize,
    callback: clingo_ast_callback_t,
    callback_data: *mut c_void,
    control: *mut clingo_control_t,
    logger: clingo_logger_t,
    logger_data: *mut c_void,
    message_limit: c_uint,
) -> bool {
    door(|| {
        // SAFETY: the caller gives strings, and a control object or null.
        let (mut files, control) = unsafe { (texts(files, size)?, control.as_ref()) };
        if files.is_empty() {
            files.push("-");
        }
        let told = Told { callback, callback_data, control, logger, logger_data, messages: message_limit };
        let mut reading = Reading::new(told);
        files.into_iter().rev().try_for_each(|file| match file {
            "-" => reading.text("<stdin>", &standard_input()?),
            file => reading.file(file),
        })
    })
}

fn standard_input() -> Outcome<String> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| Failure::runtime(&format!("<stdin>: file could not be opened: {error}")))?;
    Ok(text)
}
