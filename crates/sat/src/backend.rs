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
    /// `batsat`: a descendant of MiniSat in pure Rust; takes [propagators](crate::Propagator) that
    /// only imply literals and check models.
    Batsat,
    /// `cadical`: CaDiCaL, if this crate was built with the feature of that name. Takes all
    /// [propagators](crate::Propagator).
    Cadical,
    /// `cadical+batsat`: a portfolio in one thread. batsat, batsat with positive phases and CaDiCaL search the same clauses in
    /// time slices; a clause may be given to [one of them](Part) alone.
    Portfolio,
    /// `process:CMD`: a program that reads DIMACS from the file that is its last argument and prints what SAT
    /// competitions ask for; or `minisat`, which writes its result to a file.
    ///
    /// The command is a program and its arguments, split at white space. Every solve starts it anew with all clauses,
    /// the assumptions as unit clauses; a core is all assumptions. A program that exits without dropping its solvers
    /// leaves their processes running: interrupt first and let the solve return.
    Process(String),
}

/// A solver of [`Backend::Portfolio`]. What two of them are given may differ in form: a sum as clauses, or as a propagator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// batsat with saved phases. A literal that a propagator implies costs it little.
    Batsat,
    /// batsat with positive phases: every decision makes a variable true.
    Positive,
    /// CaDiCaL.
    Cadical,
}

impl Part {
    /// All of them, in the order of their time slices.
    pub const ALL: [Part; 3] = [Part::Batsat, Part::Positive, Part::Cadical];
}

impl Backend {
    /// Whether it takes [propagators](crate::Propagator).
    #[must_use]
    pub fn takes_propagators(&self) -> bool {
        matches!(self, Backend::Batsat) || self.has_cadical()
    }

    /// Whether CaDiCaL is in it: it takes all propagators, those that decide included.
    #[must_use]
    pub fn has_cadical(&self) -> bool {
        matches!(self, Backend::Cadical | Backend::Portfolio)
    }
}

/// The portfolio where CaDiCaL is built in, else batsat: it is at least as fast as varisat on all that was tried, and takes
/// propagators.
impl Default for Backend {
    fn default() -> Self {
        if cfg!(feature = "cadical") {
            Backend::Portfolio
        } else {
            Backend::Batsat
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Varisat => f.write_str("varisat"),
            Backend::Batsat => f.write_str("batsat"),
            Backend::Cadical => f.write_str("cadical"),
            Backend::Portfolio => f.write_str("cadical+batsat"),
            Backend::Process(command) => write!(f, "process:{command}"),
        }
    }
}

impl FromStr for Backend {
    type Err = SatError;

    fn from_str(name: &str) -> Result<Self, SatError> {
        match (name, name.strip_prefix("process:").map(str::trim)) {
            ("varisat", _) => Ok(Backend::Varisat),
            ("batsat", _) => Ok(Backend::Batsat),
            ("cadical", _) => Ok(Backend::Cadical),
            ("cadical+batsat", _) => Ok(Backend::Portfolio),
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
        let expected = if cfg!(feature = "cadical") { "cadical+batsat" } else { "batsat" };
        assert_eq!(Backend::default().to_string(), expected);
        assert!(crate::Solver::new(Backend::default()).is_ok());
    }

    #[test]
    fn names_round_trip() {
        for name in [
            "varisat",
            "batsat",
            "cadical",
            "cadical+batsat",
            "process:kissat",
            "process:/opt/my-solver --quiet -n 3",
        ] {
            let backend: Backend = name.parse().unwrap();
            assert_eq!(backend.to_string(), name);
        }
        for name in ["minisat", "", "process", "process: "] {
            let message = name.parse::<Backend>().unwrap_err().to_string();
            assert!(message.contains(&format!("`{name}`")) && message.contains("process:CMD"), "{message}");
        }
    }
}
