//! The backends: their names, and the solvers that each is made of. No other file knows which solvers there are.
//!
//! Invariant: what [`Display`](fmt::Display) prints, [`FromStr`] reads back as the same backend.

use std::{fmt, str::FromStr};

use crate::{
    batsat::Batsat, cdnl::Cdnl, process::Process, varisat::Varisat, worker::Worker, Config, SatError,
};
#[cfg(feature = "cadical")]
use crate::{cadical::Cadical, portfolio::Portfolio, worker::Engine};

/// A SAT solver to run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// `cdnl`: our own solver ([`groundplan_cdnl`]). Takes all [propagators](crate::Propagator), and asks for reasons only where
    /// conflict analysis needs them.
    Cdnl,
    /// `varisat`: CDCL in pure Rust.
    Varisat,
    /// `batsat`: a descendant of MiniSat in pure Rust; takes [propagators](crate::Propagator) that
    /// only imply literals and check models.
    Batsat,
    /// `cadical`: CaDiCaL, if this crate was built with the feature of that name. Takes all
    /// [propagators](crate::Propagator).
    Cadical,
    /// `cadical+batsat`: a portfolio in one thread. batsat, batsat with positive phases and CaDiCaL search the same clauses in
    /// time slices; a clause may be given to [one of them](Member) alone. batsat solves many small dense problems while CaDiCaL
    /// still simplifies; large or regular ones are often CaDiCaL's. Phase saving misses for minutes models that decisions with
    /// positive phases find at once (placement problems); elsewhere the reverse holds.
    Portfolio,
    /// `process:CMD`: a program that reads DIMACS from the file that is its last argument and prints what SAT
    /// competitions ask for; or `minisat`, which writes its result to a file.
    ///
    /// The command is a program and its arguments, split at white space. Every solve starts it anew with all clauses,
    /// the assumptions as unit clauses; a core is all assumptions. A program that exits without dropping its solvers
    /// leaves their processes running: interrupt first and let the solve return.
    Process(String),
}

/// One of the solvers of a [`Backend`]: clauses and propagators may be given to it alone. What two of them are given may differ
/// in form: a sum as clauses, or as a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    pub(crate) index: usize,
    explains_lazily: bool,
    has_positive_phases: bool,
    takes_all_propagators: bool,
}

impl Member {
    /// One that is alone, and told of nothing in a form of its own.
    pub const PLAIN: Member =
        Member { index: 0, explains_lazily: false, has_positive_phases: false, takes_all_propagators: false };
    /// Propagators imply literals and check models; each reason is asked for when it is needed.
    const LAZY: Member = Member { explains_lazily: true, ..Member::PLAIN };
    /// Propagators may decide and give clauses as well; each reason is stored as a clause.
    const FULL: Member = Member { takes_all_propagators: true, ..Member::PLAIN };
    /// Takes all propagators, and asks for reasons where they are needed.
    const NATIVE: Member = Member { explains_lazily: true, ..Member::FULL };
    /// The solvers of [`Backend::Portfolio`], in the order of their time slices.
    const PORTFOLIO: [Member; 3] = [
        Member::LAZY,
        Member { index: 1, has_positive_phases: true, ..Member::LAZY },
        Member { index: 2, ..Member::FULL },
    ];

    /// Whether a literal that a propagator implies costs it little: it asks for the reason only where conflict analysis needs it,
    /// and stores none.
    #[must_use]
    pub fn explains_lazily(self) -> bool {
        self.explains_lazily
    }

    /// Whether it makes every variable true that it decides on.
    #[must_use]
    pub fn has_positive_phases(self) -> bool {
        self.has_positive_phases
    }

    /// Whether it takes [propagators](crate::Propagator) that decide and give clauses, too.
    #[must_use]
    pub fn takes_all_propagators(self) -> bool {
        self.takes_all_propagators
    }
}

impl Backend {
    /// The backends that take propagators, for messages.
    pub const PROPAGATING: &'static str = "`cdnl`, `cadical` or `batsat`";
    /// The backends whose propagators may decide, for messages.
    pub const DECIDING: &'static str = "`cdnl` or `cadical`";

    /// Its solvers, in the order of their time slices.
    #[must_use]
    pub fn members(&self) -> &'static [Member] {
        match self {
            Backend::Varisat | Backend::Process(_) => &[Member::PLAIN],
            Backend::Cdnl => &[Member::NATIVE],
            Backend::Batsat => &[Member::LAZY],
            Backend::Cadical => &[Member::FULL],
            Backend::Portfolio => &Member::PORTFOLIO,
        }
    }

    /// The solver that is left where a propagator is there once: one that takes all propagators, if there is one.
    #[must_use]
    pub fn sole_member(&self) -> Member {
        let members = self.members();
        members.iter().copied().find(|member| member.takes_all_propagators).unwrap_or(members[0])
    }

    /// Whether it takes [propagators](crate::Propagator).
    #[must_use]
    pub fn takes_propagators(&self) -> bool {
        self.members().iter().any(|member| member.explains_lazily || member.takes_all_propagators)
    }

    /// Whether it takes all propagators, also those that decide or give clauses.
    #[must_use]
    pub fn takes_all_propagators(&self) -> bool {
        self.sole_member().takes_all_propagators
    }

    /// Whether it was built in.
    #[must_use]
    pub fn is_built(&self) -> bool {
        cfg!(feature = "cadical") || !matches!(self, Backend::Cadical | Backend::Portfolio)
    }

    /// Whether it logs proofs.
    pub(crate) fn logs_proofs(&self) -> bool {
        *self == Backend::Cadical
    }

    /// Its solvers, with their versions.
    pub(crate) fn signature(&self) -> &'static str {
        match self {
            Backend::Cdnl => concat!("cdnl ", env!("CARGO_PKG_VERSION")),
            Backend::Varisat => "varisat 0.2",
            Backend::Batsat => "batsat 0.6",
            Backend::Cadical => "CaDiCaL 3.0",
            Backend::Portfolio => "batsat 0.6 and CaDiCaL 3.0",
            Backend::Process(_) => "external process",
        }
    }

    /// The one of these solvers that takes all propagators, alone.
    pub(crate) fn with_all_propagators(self) -> Backend {
        match self {
            Backend::Portfolio => Backend::Cadical,
            other => other,
        }
    }

    /// Starts the solvers of a configuration in a thread.
    pub(crate) fn start(config: &Config) -> Result<Worker, SatError> {
        let owned = config.clone();
        match &config.backend {
            Backend::Cdnl => Worker::spawn(move || Cdnl::new(owned.cdnl, owned.conflicts)),
            Backend::Varisat => Worker::spawn(Varisat::new),
            Backend::Batsat => Worker::spawn(move || Batsat::new(&owned.tuning, owned.conflicts)),
            #[cfg(feature = "cadical")]
            Backend::Cadical => {
                Cadical::check(&config.cadical)?;
                Worker::spawn(move || Cadical::new(&owned.cadical, owned.conflicts))
            }
            #[cfg(feature = "cadical")]
            Backend::Portfolio => {
                Cadical::check(&config.cadical)?;
                Worker::spawn(move || Backend::portfolio(&owned))
            }
            #[cfg(not(feature = "cadical"))]
            Backend::Cadical | Backend::Portfolio => {
                Err(SatError::NotBuilt { backend: config.backend.clone() })
            }
            Backend::Process(command) => {
                let process = Process::new(command)?;
                Worker::spawn(move || process)
            }
        }
    }

    #[cfg(feature = "cadical")]
    fn portfolio(config: &Config) -> Portfolio {
        let Config { tuning, conflicts, .. } = config;
        let engines: [Box<dyn Engine>; 3] = [
            Box::new(Batsat::new(tuning, conflicts.clone())),
            Box::new(Batsat::with_positive_phases(tuning, conflicts.clone())),
            Box::new(Cadical::new(&config.cadical, conflicts.clone())),
        ];
        Portfolio::new(config, Member::PORTFOLIO.into_iter().zip(engines))
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
            Backend::Cdnl => f.write_str("cdnl"),
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
            ("cdnl", _) => Ok(Backend::Cdnl),
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
            "cdnl",
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
