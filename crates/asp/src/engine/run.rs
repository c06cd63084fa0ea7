//! The search of an engine: its configuration, its propagators, and the search itself once it has begun.

use rustc_hash::FxHashSet;

use super::grounding::Grounding;
use super::texts::Texts;
use groundplan_ground::program::{AtomId, Heuristic};
use groundplan_ground::symbol::Symbols;
use groundplan_solve::propagator::Propagator;
use groundplan_solve::solve::{Decisions, DefaultHeuristic, Search, SearchConfig, SolveError};

/// The search, and what it is configured by.
#[derive(Default)]
pub(super) struct SearchState {
    pub config: SearchConfig,
    /// The search, created when it is first needed.
    pub search: Option<Box<Search>>,
    /// Propagators that no search has taken yet.
    pub propagators: Vec<Box<dyn Propagator>>,
    /// Whether a propagator was ever added, which may define the meaning of theory atoms.
    pub has_propagators: bool,
    /// The number of atoms for which default heuristics were added.
    pub default_heuristic_atoms: usize,
}

impl SearchState {
    /// Takes the search out, or creates it, with all propagators.
    pub fn take_search(&mut self) -> Result<Box<Search>, SolveError> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None if self.propagators.is_empty() => Box::new(Search::new(&self.config)?),
            None => Box::new(Search::hosting(&self.config)?),
        };
        self.propagators.drain(..).try_for_each(|propagator| search.add_propagator(propagator))?;
        Ok(search)
    }

    /// Adds the configuration's default heuristics for new atoms, beside those of `#heuristic`.
    pub fn add_default_heuristics(&mut self, ground: &mut Grounding, symbols: &Symbols, texts: &Texts) {
        let (Decisions::Domain, Some(default)) = (self.config.decisions, self.config.default_heuristic)
        else {
            return;
        };
        if self.default_heuristic_atoms == ground.program.atom_count() {
            return;
        }
        let mut picked: FxHashSet<AtomId> = FxHashSet::default();
        if default.is_for_shown {
            let shown = ground.program(symbols, texts).shown_literals();
            picked.extend(shown.iter().map(|literal| literal.atom()));
        }
        if default.is_for_objectives {
            let elements = ground.program.objectives().into_iter().flat_map(|objective| objective.elements);
            picked.extend(elements.map(|(literal, _)| literal.atom()));
        }
        let takes_all = !default.is_for_shown && !default.is_for_objectives;
        let DefaultHeuristic { modifier, bias, .. } = default;
        for atom in (self.default_heuristic_atoms as u32..ground.program.atom_count() as u32).map(AtomId) {
            if takes_all && ground.base.name(atom).is_some() || picked.contains(&atom) {
                let heuristic = Heuristic { atom, modifier, bias, priority: 0, condition: Vec::new() };
                ground.program.heuristics.push(heuristic);
            }
        }
        self.default_heuristic_atoms = ground.program.atom_count();
    }
}
