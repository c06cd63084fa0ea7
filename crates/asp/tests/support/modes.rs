//! The one list of the ways in which a program can be solved; every way must give the same answer sets.

use std::num::NonZeroUsize;

use groundplan::solve::{Decisions, SearchConfig, Threads};
use groundplan::translate::{Method, Sums};
use groundplan_sat::Backend;

/// All backends of this build with all loop methods they can take, and with two threads; the other options of CaDiCaL, and
/// all ways to deal with sums, where there is a choice. Two solvers in turns get what is propagated and what is not.
pub fn all() -> Vec<SearchConfig> {
    let mut modes = Vec::new();
    for backend in backends() {
        let in_turns = [Method::Auto, Method::Propagate];
        for &method in if backend == Backend::Turns { &in_turns } else { Method::ALL } {
            if method != Method::Propagate || backend.takes_propagators() {
                modes.push(of(&backend, method));
            }
        }
    }
    let takes_sums = |backend: &&Backend| backend.takes_propagators() && **backend != Backend::Turns;
    for backend in backends().iter().filter(takes_sums) {
        for &sums in Sums::ALL.iter().filter(|&&sums| sums != Sums::Auto) {
            for method in [Method::Auto, Method::Propagate] {
                let mut config = of(backend, method);
                config.sums = sums;
                modes.push(config);
            }
        }
    }
    if cfg!(feature = "cadical") {
        modes.push(SearchConfig::new(Backend::Cadical, Method::Auto).refuting());
    }
    if cfg!(feature = "cadical") {
        let mut config = SearchConfig::new(Backend::Cadical, Method::Auto);
        config.decisions = Decisions::Domain;
        modes.push(config);
    }
    modes.extend(backends().iter().map(|backend| threaded(backend, 2)));
    modes
}

/// A backend with a loop method; of several solvers each has its turn soon, and so has the search for better answer sets where
/// loops are propagated.
pub fn of(backend: &Backend, method: Method) -> SearchConfig {
    let mut config = SearchConfig::new(backend.clone(), method);
    config.solver.first_turn = 2;
    if method == Method::Propagate {
        config.core_conflicts = 3;
    }
    config
}

/// Several threads from the start.
pub fn threaded(backend: &Backend, threads: usize) -> SearchConfig {
    let mut config = of(backend, Method::default());
    config.threads = Threads::Number(NonZeroUsize::new(threads).expect("some"));
    config
}

/// All backends of this build.
pub fn backends() -> Vec<Backend> {
    let mut backends = vec![Backend::Varisat, Backend::Batsat];
    if cfg!(feature = "cadical") {
        backends.extend([Backend::Cadical, Backend::Turns]);
    }
    backends
}
