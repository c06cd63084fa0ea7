//! The ground program of an engine, and what a grounding leaves for the next one.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::axioms::Axioms;
use super::snapshot::KeptStatements;
use super::terms::Terms;
use super::texts::Texts;
use super::Error;
use groundplan_ground::analysis::appearance::appearances;
use groundplan_ground::analysis::evaluate;
use groundplan_ground::analysis::parts::{analyse, AnalysedParts, Context};
use groundplan_ground::analysis::relax::Relaxation;
use groundplan_ground::analysis::sorts::Sorts;
use groundplan_ground::analysis::steps::Steps;
use groundplan_ground::analysis::underived::inhabited;
use groundplan_ground::diagnostic::{Diagnostic, Lint, Span};
use groundplan_ground::ground::{Ground, Grounder, Ignored};
use groundplan_ground::program::{AtomId, Base, GroundProgram, Program};
use groundplan_ground::symbol::{Name, Symbol, Symbols};
use groundplan_ground::syntax::ast::{self, Signature};
use groundplan_solve::solve::{Search, SolveError};
use groundplan_solve::translate::StepAtom;

/// The ground program, and what is known of it.
#[derive(Clone, Default)]
pub(super) struct Grounding {
    pub base: Base,
    pub program: Program,
    pub grounder: Grounder,
    /// Whether facts were added since the last grounding, so that no rule has seen them yet.
    pub facts_added: bool,
    /// The predicates that had atoms before the last grounding; `None` if there was none.
    pub inhabited_before: Option<FxHashSet<Signature>>,
    pub steps: Steps,
    pub sorts: Sorts,
    /// The axioms of a relaxed program, with the assumptions that turn them on.
    pub axioms: Option<Arc<Axioms>>,
    /// The statements of all groundings, if they are kept.
    pub kept: Option<KeptStatements>,
    /// The time that analysis and grounding took.
    pub time: Duration,
}

impl Grounding {
    /// The ground program with the names of its atoms, and what the texts show of it.
    pub fn program<'e>(&'e self, symbols: &'e Symbols, texts: &'e Texts) -> GroundProgram<'e> {
        let Grounding { base, program, .. } = self;
        let Texts { shown, hides_auxiliary, .. } = texts;
        GroundProgram { symbols, base, program, shown: shown.as_ref(), hides_auxiliary: *hides_auxiliary }
    }

    /// The number of an atom, which is created if it does not exist.
    pub fn atom(&mut self, signature: Signature, arguments: &[Symbol]) -> AtomId {
        let predicate = self.base.predicate(signature);
        self.base.derive(predicate, arguments, &mut self.program).0
    }

    /// Adds a fact, which no rule has seen yet.
    pub fn add_fact(&mut self, signature: Signature, arguments: &[Symbol]) {
        let atom = self.atom(signature, arguments);
        self.program.add_fact(atom);
        self.facts_added = true;
    }

    /// Grounds parts, each with values for its parameters.
    pub fn ground(
        &mut self,
        wanted: &[(Name, Vec<Symbol>)],
        terms: &mut Terms,
        texts: &mut Texts,
        heuristics: bool,
        relaxation: Option<&mut Relaxation>,
    ) -> Result<(), Error> {
        let Terms { symbols, functions } = terms;
        functions.begin();
        self.inhabited_before = Some(inhabited(&self.base, symbols).collect());
        let Grounding { base, program, grounder, steps, .. } = self;
        let Texts { parts, constants, checked, .. } = texts;
        let leaves_differences = program.theory.differences.leaves_defined;
        let context =
            Context { symbols, base, functions, steps, heuristics, leaves_differences, checked, relaxation };
        let AnalysedParts { facts, rules, diagnostics } = analyse(parts, wanted, constants, context);
        texts.check_diagnostics(diagnostics)?;
        let is_wanted = |part: &&ast::Part| {
            let same = |(name, arguments): &(Name, Vec<Symbol>)| {
                part.name == *name && part.parameters.len() == arguments.len()
            };
            wanted.iter().any(same)
        };
        appearances(texts.parts.iter().filter(is_wanted), &mut |signature| base.appear(signature));
        rules.iter().for_each(|rule| self.sorts.add_rule(rule));
        if let Some(kept) = &mut self.kept {
            kept.add(&facts, &rules);
        }
        let grounded = grounder.ground(facts, rules, &mut Ground { functions, symbols, base, program });
        for (span, ignored) in grounder.take_ignored() {
            texts.warn(left_out(span, ignored, terms));
        }
        for predicate in texts.projected.iter().filter_map(|&signature| base.find_predicate(signature)) {
            program.projection.extend(base.domain(predicate).atoms());
        }
        grounded.map_err(|stop| texts.stopped(stop))
    }

    /// Translates all that is ground and not yet translated.
    pub fn translate(&mut self, search: &mut Search, symbols: &Symbols) -> Result<(), SolveError> {
        // A new question ends the previous one, and with it the symmetry breaking for it.
        search.forget_symmetries()?;
        search.add(&self.program)?;
        self.program.theory.begin_step();
        let Grounding { base, steps, .. } = self;
        search.set_step_atoms(|atom| {
            let (step, family) = steps.of(base.name(atom)?, symbols)?;
            Some(StepAtom { step, family })
        })
    }
}

/// The warning that an instance or an element was left out.
fn left_out(span: Span, ignored: Ignored, terms: &Terms) -> Diagnostic {
    match ignored {
        Ignored::Call(function) => terms.functions.unknown(function, span, &terms.symbols),
        Ignored::Instance => evaluate::undefined(span),
        Ignored::Weight => Diagnostic::warning("this has no integer weight for some instances", span)
            .lint(Lint::Arithmetic)
            .help("such elements are left out"),
        Ignored::External => {
            Diagnostic::warning("this is not the value of an external atom for some instances", span)
                .lint(Lint::Spelling)
                .help("there are `true`, `false`, `free` and `release`; other instances are left out")
        }
        Ignored::Heuristic => Diagnostic::warning("this directive has no meaning for some instances", span)
            .lint(Lint::Arithmetic)
            .help("in brackets: an integer, after `@` an integer of at least 0, and `level`, `sign`, `true`, `false`, \
                `init` or `factor`; such instances are left out"),
    }
}
