//! Files that the ground program of a control is written to.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use groundplan::exchange::ReifyOptions;
use groundplan::program::{ExternalValue, GroundProgram};
use groundplan_frontend::arguments::Output;

use super::GroundOutput;
use crate::control::Control;
use crate::error::{Error, Result};

/// The files that the ground program of a control is written to, step by step.
#[derive(Default)]
pub(crate) struct GroundFiles(Vec<(GroundOutput, File)>);

impl GroundFiles {
    /// Hears that an external atom has a value from the next step on.
    pub(crate) fn assign(&mut self, atom: i64, value: ExternalValue) {
        self.0.iter_mut().for_each(|(output, _)| output.assign(atom, value));
    }

    /// Writes what is new in the ground program.
    pub(crate) fn write_step(&mut self, ground: GroundProgram<'_>) -> Result<()> {
        for (output, file) in &mut self.0 {
            let step = output.step(ground, true).map_err(|error| Error::Runtime(error.to_string()))?;
            let written = file.write_all(step.as_bytes());
            written.map_err(|error| Error::Runtime(format!("the ground program is not written: {error}")))?;
        }
        Ok(())
    }
}

impl Control {
    /// Has the ground program written to a file, step by step: what is new is written when a search begins. The kinds of files have
    /// clingo's numbers: 0 are facts, 4 is aspif, 5 the format of smodels; of facts, 1 stands for components, too, and 2 for the
    /// numbers of steps.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such kind, or the file cannot be opened.
    pub fn write_ground(&self, path: &Path, kind: u32) -> Result<()> {
        let format = match kind {
            0..=3 => Output::Reify,
            4 => Output::Aspif,
            5 => Output::Smodels,
            _ => return Err(Error::runtime("there is no such kind of backend")),
        };
        let file = File::create(path).map_err(|error| {
            Error::Runtime(format!("file could not be opened: {}: {error}", path.display()))
        })?;
        let reify = ReifyOptions { components: kind & 1 != 0, steps: kind & 2 != 0 };
        self.with_ground_files(|files| files.0.push((GroundOutput::new(format, reify), file)));
        Ok(())
    }
}
