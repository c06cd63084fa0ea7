//! The backends: their names, and the solvers that each runs. No other file depends on which solvers there are.
//!
//! Invariant: [`FromStr`] parses the output of [`Display`](fmt::Display) to the same backend.

use std::{fmt, str::FromStr};

#[cfg(feature = "varisat")]
use crate::varisat::Varisat;
#[cfg(feature = "cadical")]
use crate::{
    backend_solver::BackendSolver,
    cadical::Cadical,
    portfolio::{MakeSolver, Portfolio},
    CdnlOptions,
};
use crate::{cdnl::Cdnl, process::Process, worker::SolverThread, Config, SatError};

/// A SAT solver, or a portfolio of solvers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// `cdnl`: our own solver ([`groundplan_cdnl`]). It takes [propagators](crate::Propagator), and queries reasons only when
    /// conflict analysis needs them.
    Cdnl,
    /// `varisat`: CDCL in pure Rust, if this crate was built with the feature of that name.
    Varisat,
    /// `cadical`: CaDiCaL, if this crate was built with the feature of that name. It takes [propagators](crate::Propagator).
    Cadical,
    /// `cadical+cdnl`: a portfolio in one thread. cdnl, cdnl with positive phases and CaDiCaL search the same clauses in time
    /// slices. A clause may be given to [one of them](PortfolioMember) alone. cdnl solves many small dense problems while CaDiCaL still
    /// simplifies; large or regular ones often suit CaDiCaL. Phase saving misses for minutes models that positive-phase decisions
    /// find at once (placement problems); elsewhere the reverse holds.
    Portfolio,
    /// `process:CMD`: a program that reads DIMACS from the file named by its last argument, and prints its result in the SAT
    /// competition format. `minisat`, which writes its result to a file, is supported too.
    ///
    /// The command is a program and its arguments, split at white space. Every solve starts the program with all clauses, and
    /// with the assumptions as unit clauses; a core consists of all assumptions. If this process exits without dropping its
    /// solvers, the programs keep running: interrupt first and let the solve return.
    Process(String),
}

/// One of the solvers of a [`Backend`]. Clauses and propagators may be given to one member alone. Two members may receive the
/// same constraint in different forms: a sum as clauses or as a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortfolioMember {
    pub(crate) index: usize,
    takes_propagators: bool,
    explains_lazily: bool,
    has_positive_phases: bool,
}

impl PortfolioMember {
    /// A sole member that takes only clauses.
    pub const PLAIN: PortfolioMember = PortfolioMember {
        index: 0,
        takes_propagators: false,
        explains_lazily: false,
        has_positive_phases: false,
    };
    /// CaDiCaL: each reason of a propagator is stored as a clause.
    const CADICAL: PortfolioMember = PortfolioMember { takes_propagators: true, ..PortfolioMember::PLAIN };
    /// cdnl: reasons of a propagator are queried when they are needed.
    const CDNL: PortfolioMember = PortfolioMember { explains_lazily: true, ..PortfolioMember::CADICAL };
    /// The solvers of [`Backend::Portfolio`], in the order of their time slices.
    const PORTFOLIO: [PortfolioMember; 3] = [
        PortfolioMember::CDNL,
        PortfolioMember { index: 1, has_positive_phases: true, ..PortfolioMember::CDNL },
        PortfolioMember { index: 2, ..PortfolioMember::CADICAL },
    ];

    /// Whether it takes [propagators](crate::Propagator).
    #[must_use]
    pub fn takes_propagators(self) -> bool {
        self.takes_propagators
    }

    /// Whether a literal implied by a propagator costs little: the reason is queried only when conflict analysis needs it, and
    /// not stored.
    #[must_use]
    pub fn explains_lazily(self) -> bool {
        self.explains_lazily
    }

    /// Returns whether each decision makes its variable true.
    #[must_use]
    pub fn has_positive_phases(self) -> bool {
        self.has_positive_phases
    }
}

impl Backend {
    /// The backends that take propagators, for messages.
    pub const PROPAGATING: &'static str = "`cdnl` or `cadical`";

    /// The solvers of this backend, in the order of their time slices.
    #[must_use]
    pub fn members(&self) -> &'static [PortfolioMember] {
        match self {
            Backend::Varisat | Backend::Process(_) => &[PortfolioMember::PLAIN],
            Backend::Cdnl => &[PortfolioMember::CDNL],
            Backend::Cadical => &[PortfolioMember::CADICAL],
            Backend::Portfolio => &PortfolioMember::PORTFOLIO,
        }
    }

    /// Returns the members that search in one of several threads, by its number from 0 up. Each searches in one thread only. Empty for a
    /// thread to which no member is left.
    #[must_use]
    pub fn members_in_thread(&self, number: usize, threads: usize) -> &'static [PortfolioMember] {
        match (number, self.members()) {
            (0, members) if threads == 1 => members,
            (0, members) => &members[..1],
            (1, members) if threads == 2 => &members[1..],
            // The last ones first: the first two are alike.
            (_, members) if number < members.len() => {
                let member = members.len() - number;
                &members[member..=member]
            }
            _ => &[],
        }
    }

    /// The solver that remains if a propagator is connected without naming a member.
    #[must_use]
    pub fn sole_member(&self) -> PortfolioMember {
        self.members()[0]
    }

    /// Whether it takes [propagators](crate::Propagator).
    #[must_use]
    pub fn takes_propagators(&self) -> bool {
        self.sole_member().takes_propagators
    }

    /// Returns whether this crate was built with the backend.
    #[must_use]
    pub fn is_built(&self) -> bool {
        cfg!(feature = "cadical") || !matches!(self, Backend::Cadical | Backend::Portfolio)
    }

    /// Returns whether the backend can log proofs.
    pub(crate) fn logs_proofs(&self) -> bool {
        *self == Backend::Cadical
    }

    /// The names of the solvers, with their versions.
    pub(crate) fn signature(&self) -> &'static str {
        match self {
            Backend::Cdnl => concat!("cdnl ", env!("CARGO_PKG_VERSION")),
            Backend::Varisat => "varisat 0.2",
            Backend::Cadical => "CaDiCaL 3.0",
            Backend::Portfolio => concat!("cdnl ", env!("CARGO_PKG_VERSION"), " and CaDiCaL 3.0"),
            Backend::Process(_) => "external process",
        }
    }

    /// The solver that remains of this backend if decisions are made from outside.
    pub(crate) fn deciding(self) -> Backend {
        match self {
            Backend::Portfolio => Backend::Cdnl,
            other => other,
        }
    }

    /// The solver of this backend that simplifies most.
    pub(crate) fn simplifying(self) -> Backend {
        match self {
            Backend::Portfolio => Backend::Cadical,
            other => other,
        }
    }

    /// Starts the solvers of a configuration, in a new thread or in the caller's.
    pub(crate) fn start(config: &Config) -> Result<SolverThread, SatError> {
        let owned = config.clone();
        match &config.backend {
            Backend::Cdnl => {
                Ok(SolverThread::new(Cdnl::new(owned.cdnl, owned.conflicts, owned.profile.as_ref())))
            }
            #[cfg(feature = "varisat")]
            Backend::Varisat => SolverThread::spawn_bound(Varisat::new),
            #[cfg(not(feature = "varisat"))]
            Backend::Varisat => Err(SatError::NotBuilt { backend: Backend::Varisat, feature: "varisat" }),
            #[cfg(feature = "cadical")]
            Backend::Cadical => {
                Cadical::check(&config.cadical)?;
                Ok(SolverThread::new(Cadical::new(&owned.cadical, owned.conflicts)))
            }
            #[cfg(feature = "cadical")]
            Backend::Portfolio => {
                Cadical::check(&config.cadical)?;
                Ok(SolverThread::new(Backend::portfolio(&owned)))
            }
            #[cfg(not(feature = "cadical"))]
            Backend::Cadical | Backend::Portfolio => {
                Err(SatError::NotBuilt { backend: config.backend.clone(), feature: "cadical" })
            }
            Backend::Process(command) => Ok(SolverThread::new(Process::new(command)?)),
        }
    }

    #[cfg(feature = "cadical")]
    fn portfolio(config: &Config) -> Portfolio {
        let cdnl = |options: CdnlOptions| -> MakeSolver {
            let (conflicts, profile) = (config.conflicts.clone(), config.profile.clone());
            Box::new(move || Box::new(Cdnl::new(options, conflicts, profile.as_ref())))
        };
        let (options, conflicts) = (config.cadical.clone(), config.conflicts.clone());
        let makers = [
            cdnl(config.cdnl),
            cdnl(CdnlOptions::positive()),
            Box::new(move || Box::new(Cadical::new(&options, conflicts)) as Box<dyn BackendSolver + Send>),
        ];
        Portfolio::new(config, PortfolioMember::PORTFOLIO.into_iter().zip(makers))
    }
}

/// The portfolio if CaDiCaL is built in, otherwise cdnl.
impl Default for Backend {
    fn default() -> Self {
        if cfg!(feature = "cadical") {
            Backend::Portfolio
        } else {
            Backend::Cdnl
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Backend::Cdnl => f.write_str("cdnl"),
            Backend::Varisat => f.write_str("varisat"),
            Backend::Cadical => f.write_str("cadical"),
            Backend::Portfolio => f.write_str("cadical+cdnl"),
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
            ("cadical", _) => Ok(Backend::Cadical),
            ("cadical+cdnl", _) => Ok(Backend::Portfolio),
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
        let expected = if cfg!(feature = "cadical") { "cadical+cdnl" } else { "cdnl" };
        assert_eq!(Backend::default().to_string(), expected);
        assert!(crate::Solver::new(Backend::default()).is_ok());
    }

    #[test]
    fn each_member_searches_in_one_thread() {
        let indices = |number, threads| -> Vec<usize> {
            let members = Backend::Portfolio.members_in_thread(number, threads);
            members.iter().map(|member| member.index).collect()
        };
        let of =
            |threads| -> Vec<Vec<usize>> { (0..threads).map(|number| indices(number, threads)).collect() };
        assert_eq!(of(1), [[0, 1, 2]]);
        assert_eq!(of(2), [vec![0], vec![1, 2]]);
        assert_eq!(of(3), [[0], [2], [1]]);
        assert_eq!(of(4), [vec![0], vec![2], vec![1], vec![]]);
        assert_eq!(Backend::Cdnl.members_in_thread(0, 2), Backend::Cdnl.members());
        assert_eq!(Backend::Cdnl.members_in_thread(1, 2), []);
    }

    #[test]
    fn names_round_trip() {
        for name in [
            "cdnl",
            "varisat",
            "cadical",
            "cadical+cdnl",
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
