//! Reading of texts and files into nodes, which Python functions are told of.

use groundplan_clingo::syntax::{Listener, Node, Notice, Reading};
use groundplan_clingo::Error;
use pyo3::prelude::*;

use super::node::PyNode;
use crate::error::raise;

/// The Python functions that are told what is read.
struct NodeFunctions<'a, 'py> {
    statement: &'a Bound<'py, PyAny>,
    notice: &'a Bound<'py, PyAny>,
    ground_program: &'a Bound<'py, PyAny>,
}

/// The exception that ends the reading.
struct Raised(PyErr);

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        Raised(raise(error))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Raised(error)
    }
}

impl Listener for NodeFunctions<'_, '_> {
    type Error = Raised;

    fn statement(&mut self, node: Node) -> Result<(), Raised> {
        self.statement.call1((PyNode(node),))?;
        Ok(())
    }

    fn notice(&mut self, notice: Notice, text: &str) -> Result<(), Raised> {
        let code = match notice {
            Notice::Error => "RuntimeError",
            Notice::FileIncluded => "FileIncluded",
        };
        self.notice.call1((code, text))?;
        Ok(())
    }

    fn ground_program(&mut self, name: &str, text: &str) -> Result<bool, Raised> {
        Ok(self.ground_program.call1((name, text))?.is_truthy()?)
    }

    fn aside<T: Send>(&mut self, work: impl FnOnce() -> T + Send) -> T {
        self.statement.py().detach(work)
    }
}

/// Reads programs one after the other: a name with its text, or the path of a file. Calls `statement` with each node, `notice`
/// with the code and the text of messages, and `ground_program` with the name and the text of a program in aspif; its result
/// says whether there is a place for one.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
pub fn read_trees(
    programs: Vec<(String, Option<String>)>,
    statement: &Bound<'_, PyAny>,
    notice: &Bound<'_, PyAny>,
    ground_program: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut reading = Reading::new(NodeFunctions { statement, notice, ground_program });
    let mut read = |(name, text): &(String, Option<String>)| match text {
        Some(text) => reading.text(name, text),
        None => reading.file(name),
    };
    programs.iter().try_for_each(&mut read).map_err(|Raised(error)| error)
}
