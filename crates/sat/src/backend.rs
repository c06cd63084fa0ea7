//! The names of the backends.
//!
//! Invariant: what [`Display`](fmt::Display) prints, [`FromStr`] reads back as the same backend.

use std::{fmt, str::FromStr};

use crate::SatError;

/// A SAT solver to run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// `varisat`: CDCL in pure Rust.
    Varisat,
    /// `cadical`: CaDiCaL, if this crate was built with the feature of that name. The only one that takes
    /// [propagators](crate::Propagator).
    Cadical,
    /// `process:CMD`: a program that reads DIMACS from the file that is its last argument and prints what SAT
    /// competitions ask for; or `minisat`, which writes its result to a file.
    ///
    /// The command is a program and its arguments, split at white space. Every solve starts it anew with all clauses,
    /// the assumptions as unit clauses; a core is all assumptions. A program that exits without dropping its solvers
    /// leaves their processes running: interrupt first and let the solve return.
    Process(String),
}

/// The fastest that is built in: on all but the smallest formulas that is CaDiCaL.
impl Default for Backend {
    fn default() -> Self {
        if cfg!(feature = "cadical") {
            Backend::Cadical
        } else {
            Backend::Varisat
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Varisat => f.write_str("varisat"),
            Backend::Cadical => f.write_str("cadical"),
            Backend::Process(command) => write!(f, "process:{command}"),
        }
    }
}

impl FromStr for Backend {
    type Err = SatError;

    fn from_str(name: &str) -> Result<Self, SatError> {
        match (name, name.strip_prefix("process:").map(str::trim)) {
            ("varisat", _) => Ok(Backend::Varisat),
            ("cadical", _) => Ok(Backend::Cadical),
            (_, Some(command)) if !command.is_empty() => Ok(Backend::Process(command.to_owned())),
            _ => Err(SatError::UnknownBackend { name: name.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_built_in() {
        let expected = if cfg!(feature = "cadical") { "cadical" } else { "varisat" };
        assert_eq!(Backend::default().to_string(), expected);
        assert!(crate::Solver::new(Backend::default()).is_ok());
    }

    #[test]
    fn names_round_trip() {
        for name in ["varisat", "cadical", "process:kissat", "process:/opt/my-solver --quiet -n 3"] {
            let backend: Backend = name.parse().unwrap();
            assert_eq!(backend.to_string(), name);
        }
        for name in ["minisat", "", "process", "process: "] {
            let message = name.parse::<Backend>().unwrap_err().to_string();
            assert!(message.contains(&format!("`{name}`")) && message.contains("process:CMD"), "{message}");
        }
    }
}
