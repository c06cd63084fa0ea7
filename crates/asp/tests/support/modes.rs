//! The one list of the ways in which a program can be solved; every way must give the same answer sets.

use std::num::NonZeroUsize;

use groundplan::solve::{Decisions, SearchConfig, Threads};
use groundplan::translate::{Method, Sums};
use groundplan_sat::Backend;

/// All backends of this build with all loop methods they can take, and with two threads; the other options of CaDiCaL, and
/// all ways to deal with sums, where there is a choice.
pub fn all() -> Vec<SearchConfig> {
    let mut modes = Vec::new();
    for backend in backends() {
        for &method in Method::ALL {
            if method != Method::Propagate || backend == Backend::Cadical {
                modes.push(SearchConfig::new(backend.clone(), method));
            }
        }
    }
    if cfg!(feature = "cadical") {
        modes.push(SearchConfig::new(Backend::Cadical, Method::Auto).refuting());
        for &sums in Sums::ALL.iter().filter(|&&sums| sums != Sums::Auto) {
            for method in [Method::Auto, Method::Propagate] {
                let mut config = SearchConfig::new(Backend::Cadical, method);
                config.sums = sums;
                modes.push(config);
            }
        }
    }
    if cfg!(feature = "cadical") {
        let mut config = SearchConfig::new(Backend::Cadical, Method::Auto);
        config.decisions = Decisions::Domain;
        modes.push(config);
    }
    modes.extend(backends().into_iter().map(|backend| threaded(backend, 2)));
    modes
}

/// Several threads from the start.
pub fn threaded(backend: Backend, threads: usize) -> SearchConfig {
    let mut config = SearchConfig::new(backend, Method::default());
    config.threads = Threads::Number(NonZeroUsize::new(threads).expect("some"));
    config
}

/// All backends of this build.
pub fn backends() -> Vec<Backend> {
    let mut backends = vec![Backend::Varisat];
    if cfg!(feature = "cadical") {
        backends.push(Backend::Cadical);
    }
    backends
}
