//! The one list of the ways in which a program can be solved; every way must give the same answer sets.

use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan_sat::Backend;

/// All backends with all loop methods.
pub fn all() -> Vec<SearchConfig> {
    let mut modes = Vec::new();
    for backend in [Backend::Varisat] {
        for &method in Method::ALL {
            modes.push(SearchConfig::new(backend.clone(), method));
        }
    }
    modes
}
