//! The one list of the ways in which a program can be solved; every way must give the same answer sets.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use groundplan::solve::{Decisions, SearchConfig, Threads};
use groundplan::translate::{Method, Sums};
use groundplan::{Pass, Passes, Tuning};
use groundplan_sat::Backend;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// All backends of this build with all loop methods they can take, and with two threads; the other options of CaDiCaL, and
/// all ways to deal with sums and with decisions, where there is a choice. The portfolio gets what is propagated and what
/// is not. The passes are left out all together, and every other one.
pub fn all() -> Vec<SearchConfig> {
    let mut modes = Vec::new();
    for backend in backends() {
        let some = [Method::Auto, Method::Propagate];
        let has_all = backend != Backend::Portfolio;
        for &method in if has_all { Method::ALL } else { &some } {
            if method != Method::Propagate || backend.takes_propagators() {
                modes.push(of(&backend, method));
            }
        }
    }
    let propagates_alone = |backend: &&Backend| matches!(backend, Backend::Cdnl | Backend::Cadical);
    for backend in backends().iter().filter(propagates_alone) {
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
    let mut hearing = SearchConfig::new(Backend::Cdnl, Method::Auto);
    hearing.decisions = Decisions::Domain;
    modes.push(hearing);
    modes.extend(backends().iter().map(|backend| threaded(backend, 2)));
    for left_out in [|_| true, |number| number % 2 == 0, |number| number % 2 == 1] as [fn(usize) -> bool; 3] {
        modes.push(without(of(&Backend::default(), Method::default()), left_out));
    }
    // As shipped, with CaDiCaL and without; in all others small programs reach every pass.
    modes.push(SearchConfig::default());
    if cfg!(feature = "cadical") {
        modes.push(SearchConfig::new(Backend::Cdnl, Method::default()));
    }
    modes
}

/// The same list, made once.
pub fn every() -> &'static [SearchConfig] {
    static ALL: LazyLock<Vec<SearchConfig>> = LazyLock::new(all);
    &ALL
}

/// The modes of one random program: six of all, other ones for each program. Where more programs are drawn than usual, as each
/// night, these are all modes.
pub fn drawn_for_one() -> impl Strategy<Value = Vec<&'static SearchConfig>> {
    let all: Vec<_> = every().iter().collect();
    let is_long_run = std::env::var_os("GROUNDPLAN_RANDOM").is_some();
    let count = if is_long_run { all.len() } else { 6 };
    subsequence(all, count).no_shrink()
}

/// A backend with a loop method; of several solvers each has its turn soon, and so has the search for better answer sets where
/// loops are propagated.
pub fn of(backend: &Backend, method: Method) -> SearchConfig {
    let mut config = SearchConfig::new(backend.clone(), method);
    config.tuning = Tuning::eager();
    if method == Method::Propagate {
        config.tuning.core_conflicts = 3;
    }
    config
}

/// The default backend with the passes of a draw: each is left out by one draw in four. One draw in four has the tuning that is
/// shipped.
pub fn drawn(draw: u64) -> SearchConfig {
    let mut config = of(&Backend::default(), Method::default());
    if draw & 3 == 0 {
        config.tuning = Tuning::default();
    }
    without(config, |number| draw >> (2 * number + 2) & 3 == 0)
}

fn without(mut config: SearchConfig, is_left_out: impl Fn(usize) -> bool) -> SearchConfig {
    let left_out = Pass::ALL.into_iter().enumerate().filter(|&(number, _)| is_left_out(number));
    config.passes = left_out.fold(Passes::ALL, |passes, (_, pass)| passes.without(pass));
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
    let mut backends = vec![Backend::Varisat, Backend::Cdnl];
    if cfg!(feature = "cadical") {
        backends.extend([Backend::Cadical, Backend::Portfolio]);
    }
    backends
}
