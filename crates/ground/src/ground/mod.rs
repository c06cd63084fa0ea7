//! Grounding: instantiates rules with variables into ground rules, component by component, by semi-naive evaluation.
//!
//! Follows the architecture of the classic grounders (Kaufmann, Leone, Perri, Schaub: Grounding and Solving in Answer
//! Set Programming, AI Magazine 37(3), 2016). The components of the predicate dependency graph are grounded in
//! topological order. Within a component, rules are instantiated with the atoms that the last round derived, until a
//! round derives nothing new.

mod aggregate;
mod aggregate_value;
mod assignment;
mod bounds;
mod choice;
mod compile;
mod component;
mod conditional;
mod consistency;
mod declared;
mod directives;
mod disjunction;
mod domains;
mod exact;
mod existential;
mod formula;
mod growth;
mod head;
mod index;
mod join;
mod plan;
mod profile;
mod recursion;
mod satisfied;
mod simplify;
mod split;
mod stop;
mod suggestion;
mod theory;
mod trace;
mod unread;
mod write;

pub use growth::HaltCause;
pub use profile::{Cost, GroundingProfile, LiteralCost, ProfileRecords, StatementCost};
pub use stop::{Ignored, Stop};
pub use suggestion::{Suggestion, Surroundings};
pub use trace::GroundingTrace;
pub use unread::ReadArguments;

use std::borrow::Cow;
use std::time::Instant;

use rustc_hash::FxHashSet;

use crate::analysis::constants::Constants;
use crate::analysis::dependency::Component;
use crate::analysis::projection::Projections;
use crate::analysis::rule::Rule;
use crate::diagnostic::Span;
use crate::function::Functions;
use crate::interrupt::Interrupt;
use crate::program::{use_theory_atoms, AtomId, Base, Literal, Program, RuleCursor, RuleOrigins};
use crate::progress::GroundingProgress;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Facts;
use crate::{Pass, Passes, Report, Reports};
use assignment::{Arguments, Assignment};
use compile::Compiled;
use component::Grounding;
use consistency::Consistency;
use directives::Directives;
use domains::{Domains, Horizon, Removed};
use existential::{Existential, ProjectedRows};
use growth::Growth;
use index::Indexes;
use join::Join;
use plan::{Planner, Statistics};
use profile::Profiler;
use write::{Definitions, Writer};

/// The state of grounding that is kept between shots: indexes, statistics, and what earlier shots wrote.
#[derive(Clone, Default, Debug)]
pub struct Grounder {
    indexes: Indexes,
    statistics: Statistics,
    horizon: Horizon,
    projected_rows: ProjectedRows,
    definitions: Definitions,
    directives: Directives,
    consistency: Consistency,
    growth: Growth,
    /// The rules before this position were searched for theory atoms.
    searched_for_theory_atoms: RuleCursor,
    /// The places where something was left out, each once.
    ignored: FxHashSet<(Span, Ignored)>,
    /// The record of the rules and their join plans; `None` if no trace is wanted.
    pub trace: Option<GroundingTrace>,
    /// The record of what each statement costs; `None` if no profile is wanted.
    pub profile: Option<GroundingProfile>,
    /// The passes that are enabled.
    pub passes: Passes,
    /// The reports of the passes, such as how often each one changed something.
    pub reports: Reports,
}

/// The data structures that grounding reads and extends. They are borrowed from the caller.
pub struct Ground<'a> {
    /// The external functions that are called by terms such as `@f(X)`.
    pub functions: &'a mut Functions,
    /// The table of all terms.
    pub symbols: &'a mut Symbols,
    /// The table of all atoms. Grounding adds the atoms that may be derived.
    pub base: &'a mut Base,
    /// The ground program. Grounding adds rules and facts.
    pub program: &'a mut Program,
}

impl Grounder {
    /// Returns the places where something was left out since the last call, sorted and without duplicates.
    pub fn take_ignored(&mut self) -> Vec<(Span, Ignored)> {
        let mut ignored: Vec<_> = self.ignored.drain().collect();
        ignored.sort_unstable();
        ignored
    }

    /// Sets the maximum number of ground rules, facts included; `None` removes the limit. Grounding ends beyond it.
    pub fn set_limit(&mut self, limit: Option<u64>) {
        self.growth.limit = limit;
    }

    /// Sets the time at which grounding ends; `None` removes it.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.growth.deadline = deadline;
    }

    /// Sets the interrupt by which another thread can end grounding.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.growth.interrupt = interrupt;
    }

    /// Sets the receiver of progress reports; `None` removes it.
    pub fn set_progress(&mut self, progress: Option<GroundingProgress>) {
        self.growth.progress = progress;
    }

    /// Forgets the costs that earlier shots wrote. To be called when the costs are removed from the program.
    pub fn forget_costs(&mut self) {
        self.directives.forget_costs();
    }

    /// Removes atoms, given in ascending order, from their domains, so that rules may define new atoms of the same
    /// names. The removed atoms must be false in every answer set, whatever is added to the program.
    pub fn remove(&mut self, atoms: &[AtomId], base: &mut Base, symbols: &Symbols) {
        let removed = Removed::new(base.remove(atoms, symbols));
        self.indexes.forget(|predicate| removed.has(predicate));
        self.horizon.remove(&removed);
        self.consistency.remove(&removed, base);
    }

    /// Grounds facts and rules, in addition to the program that is already there. Each list of facts comes with the
    /// constants that are still to be replaced in it.
    ///
    /// The rules must be safe.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if a limit, the deadline or the interrupt ends grounding.
    pub fn ground(
        &mut self,
        facts: Vec<(Facts, Constants)>,
        rules: Vec<Rule>,
        ground: &mut Ground,
    ) -> Result<(), Stop> {
        self.add_facts(facts, ground);
        self.within_limit(ground.program)?;
        self.horizon.begin_shot(ground.program.atom_count());
        let (rules, components) = split::without_recursive_conditions(rules);
        if let Some(trace) = &mut self.trace {
            trace.note_rules(&rules, ground.symbols, ground.base);
        }
        for (number, component) in (1..).zip(&components) {
            if let (Some(progress), Some(&predicate)) = (&self.growth.progress, component.predicates.first())
            {
                let signature = ground.base.domain(predicate).signature();
                let name = ground.symbols.text(signature.name);
                progress.set_component(Some(format!(
                    "{name}/{}, component {number} of {}",
                    signature.arity,
                    components.len()
                )));
            }
            self.component(&rules, component, (number, components.len()), ground)?;
            tracing::debug!(
                component = number,
                components = components.len(),
                predicates = component.predicates.len(),
                rules = component.rules.len(),
                ground_rules = ground.program.rules.len(),
                facts = ground.program.fact_count(),
                "component grounded"
            );
        }
        if let Some(progress) = &self.growth.progress {
            progress.set_component(None);
        }
        self.write_directives(ground.base, ground.program)?;
        self.consistency.constrain(ground.base, ground.program);
        if let Some(origins) = &mut ground.program.origins {
            origins.extend_to(ground.program.rules.len(), RuleOrigins::NONE);
        }
        self.within_limit(ground.program)
    }

    fn add_facts(&self, facts: Vec<(Facts, Constants)>, ground: &mut Ground) {
        let start = self.profile.as_ref().map(|_| Instant::now());
        let (known, atoms) = (ground.program.fact_count(), ground.program.atom_count());
        let arguments: usize = if start.is_some() {
            facts.iter().flat_map(|(facts, _)| facts.iter()).map(|fact| fact.arguments.len()).sum()
        } else {
            0
        };
        facts.into_iter().for_each(|(facts, constants)| add_facts(&facts, &constants, ground));
        if let (Some(profile), Some(start)) = (&self.profile, start) {
            let (added, atoms) = (ground.program.fact_count() - known, ground.program.atom_count() - atoms);
            profile.add_facts(added, atoms, arguments, start.elapsed());
        }
    }

    fn within_limit(&self, program: &Program) -> Result<(), Stop> {
        self.growth.check(program).map_or(Ok(()), |halt| Err(halt.into()))
    }

    /// Adds edges with their conditions to the graph that must be acyclic.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`Grounder::ground`].
    pub fn add_edges(
        &mut self,
        edges: Vec<(Symbol, Symbol, Vec<Literal>)>,
        base: &Base,
        program: &mut Program,
    ) -> Result<(), Stop> {
        for (from, to, condition) in edges {
            self.directives.edge(from, to, condition);
        }
        self.write_directives(base, program)
    }

    /// Writes the collected directives, such as costs and edges, to the program.
    fn write_directives(&mut self, base: &Base, program: &mut Program) -> Result<(), Stop> {
        self.directives.write(base, &mut Writer::direct(program, &mut self.definitions))?;
        use_theory_atoms(program, &mut self.searched_for_theory_atoms);
        Ok(())
    }

    fn component(
        &mut self,
        rules: &[Rule],
        component: &Component,
        number: (usize, usize),
        ground: &mut Ground,
    ) -> Result<(), Stop> {
        let rules = self.projected(rules, component, number, ground)?;
        let Grounder {
            indexes,
            statistics,
            horizon,
            definitions,
            directives,
            growth,
            ignored,
            trace,
            profile,
            passes,
            reports,
            ..
        } = self;
        let Ground { functions, symbols, base, program } = ground;
        let growing = horizon.grow(&component.predicates);
        let mut planner = Planner { base, indexes, statistics, symbols };
        let rules: Vec<Compiled> = (0..)
            .zip(&rules)
            .map(|(index, rule)| Compiled::new(rule, index, growing, &mut planner))
            .collect();
        if let Some(trace) = trace {
            trace.begin_component(number, component, &rules, symbols, base);
        }
        let writer = if rules.iter().any(|rule| rule.uses_growing) {
            Writer::holding_back(program, definitions)
        } else {
            Writer::direct(program, definitions)
        };
        let assignment = Assignment::new(symbols, functions, ignored);
        let mut join = Join::new(assignment, Domains { base, indexes, horizon }, writer, growth);
        join.profiler = profile.as_ref().map(|profile| Box::new(Profiler::new(profile, &rules)));
        let predicates = &component.predicates;
        let grounding = Grounding {
            predicates,
            rules,
            join,
            directives,
            statistics,
            trace: trace.as_mut(),
            passes: *passes,
            reports,
        }
        .run();
        if let Some(trace) = trace {
            trace.end_component();
        }
        grounding
    }

    /// Returns the rules of a component, with projections in place of body atoms where that pays. The projections
    /// themselves are grounded first.
    fn projected<'r>(
        &mut self,
        rules: &'r [Rule],
        component: &Component,
        number: (usize, usize),
        ground: &mut Ground,
    ) -> Result<Vec<Cow<'r, Rule>>, Stop> {
        if !self.passes.has(Pass::Projection) {
            return Ok(component.rules.iter().map(|&rule| Cow::Borrowed(&rules[rule])).collect());
        }
        let mut existential = Existential {
            component,
            base: &mut *ground.base,
            symbols: &mut *ground.symbols,
            statistics: &mut self.statistics,
            projected_rows: &mut self.projected_rows,
            program: &*ground.program,
            projections: Projections::default(),
        };
        let rules = component.rules.iter().map(|&rule| existential.rule(&rules[rule])).collect();
        for rule in existential.projections.into_rules() {
            self.reports.add(Pass::Projection, Report::once());
            let predicates = rule.head_atoms().map(|atom| atom.predicate).collect();
            let component = Component { rules: vec![0], predicates };
            self.component(&[rule], &component, number, ground)?;
        }
        Ok(rules)
    }
}

fn add_facts(facts: &Facts, constants: &Constants, ground: &mut Ground) {
    for fact in facts.iter() {
        let predicate = ground.base.predicate(fact.signature);
        let arguments: Arguments =
            fact.arguments.iter().map(|&symbol| constants.replace(symbol, ground.symbols)).collect();
        let (atom, _) = ground.base.derive(predicate, &arguments, ground.program);
        ground.program.add_fact(atom);
    }
}
