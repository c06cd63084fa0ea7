//! Reads the instance a command is about.

use groundplan::diagnostic::Sources;
use groundplan_sokoban::Instance;

use crate::exit::Failure;
use crate::input::Text;
use crate::report;

/// Reads an instance, says what is odd about it, and leaves its text to the caller.
///
/// # Errors
///
/// When it is no instance, which has been said.
pub fn read(text: &Text, quiet: bool) -> Result<Instance, Failure> {
    let mut instance = Instance::read(&text.name, &text.text).map_err(|error| {
        report::diagnostics(&error.diagnostics, &error.sources);
        Failure::Reported
    })?;
    if !quiet {
        report::diagnostics(&instance.warnings, &instance.sources);
        let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
        if boxes < storages {
            let boxes = quantity(boxes, "box", "boxes");
            let storages = quantity(storages, "storage location", "storage locations");
            report::note(&format!("there is no plan of any length: {boxes} for {storages}"));
        }
    }
    // A large text is held once only.
    instance.sources = Sources::new();
    Ok(instance)
}

fn quantity(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
