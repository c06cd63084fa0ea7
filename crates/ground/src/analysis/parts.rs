//! Analyses parts of a program, with values for their parameters, into facts and rules that are ready to be grounded.

use rustc_hash::FxHashSet;

use super::constants::Constants;
use super::declarations;
use super::normalize::Normalizer;
use super::other_parts;
use super::projection::Projections;
use super::relax::Relaxation;
use super::rule::{Head, Rule};
use super::safety;
use super::scopes::Globals;
use super::steps::Steps;
use super::theory::Theories;
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Functions;
use crate::program::Base;
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Facts, Part, Show, Statement, Term};

/// The engine's tables and options that the analysis reads and extends.
pub struct Context<'a> {
    /// All terms.
    pub symbols: &'a mut Symbols,
    /// The atom base, which numbers the predicates.
    pub base: &'a mut Base,
    /// The external functions, which constants may call.
    pub functions: &'a mut Functions,
    /// The arguments of predicates that are a parameter of the parts that mention them.
    pub steps: &'a mut Steps,
    /// Whether `#heuristic` is used; otherwise it is ignored with a warning.
    pub heuristics: bool,
    /// Whether `&diff` is no difference constraint where a program defines it.
    pub leaves_differences: bool,
    /// The parts that were checked before, by their positions.
    pub checked: &'a mut FxHashSet<Span>,
    /// The relaxation of soft statements, if any are to be relaxed.
    pub relaxation: Option<&'a mut Relaxation>,
}

/// The facts and rules of analysed parts.
#[derive(Debug)]
pub struct AnalysedParts {
    /// The facts of each part, and the constants to be replaced in them.
    pub facts: Vec<(Facts, Constants)>,
    /// The rules; they are safe if there are no errors among the diagnostics.
    pub rules: Vec<Rule>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Analyses the wanted parts, which are given by name and by the values of their parameters. Other parts are only checked.
///
/// The facts of parts without parameters are moved out; everything else stays for later calls. `given` are definitions of
/// constants from outside.
pub fn analyse(
    parts: &mut [Part],
    wanted: &[(Name, Vec<Symbol>)],
    given: &[(Name, Term)],
    context: Context,
) -> AnalysedParts {
    let Context { symbols, base, functions, steps, heuristics, leaves_differences, checked, mut relaxation } =
        context;
    let separate_bounds = relaxation.as_ref().is_some_and(|relaxation| relaxation.soft().definitions);
    let mut diagnostics = Vec::new();
    let constants = Constants::of(parts.iter(), given, symbols, functions, &mut diagnostics);
    let theories = Theories::of(parts.iter(), leaves_differences, symbols, &mut diagnostics);
    let mut facts: Vec<(Facts, Constants)> = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    // By rule, the number of the part in the text.
    let mut positions: Vec<usize> = Vec::new();
    let mut projections = Projections::default();
    for (name, arguments) in wanted {
        let is_wanted = |part: &Part| part.name == *name && part.parameters.len() == arguments.len();
        // Parts of one name are one block, which stands where the first of them does.
        let position = parts.iter().position(is_wanted).unwrap_or(0);
        for part in parts.iter_mut().filter(|part| is_wanted(part)) {
            if let (&[parameter], &[argument]) = (&part.parameters[..], &arguments[..]) {
                if symbols.as_number(argument).is_some() && constants.value(parameter).is_none() {
                    steps.add_part(part, symbols.constant(parameter));
                }
            }
            let parameters = part.parameters.iter().copied().zip(arguments.iter().copied());
            let constants = constants.with(parameters, symbols);
            part.facts.signatures().for_each(|signature| {
                base.predicate(signature);
            });
            let mut normalizer = Normalizer {
                symbols,
                base,
                constants: &constants,
                theories: &theories,
                projections: &mut projections,
                diagnostics: &mut diagnostics,
                heuristics,
                separate_bounds,
                globals: Globals::default(),
            };
            for statement in &part.statements {
                let own = normalizer.statement(statement);
                rules.extend(match (statement, &mut relaxation) {
                    (Statement::Rule(rule), Some(relaxation)) => {
                        relaxation.rules(rule, own, normalizer.base, normalizer.symbols)
                    }
                    _ => own,
                });
            }
            positions.resize(rules.len(), position);
            // Without parameters, grounding a fact a second time has no effect.
            let own = if arguments.is_empty() { part.facts.take() } else { part.facts.clone() };
            let own = match &mut relaxation {
                Some(relaxation) => relaxation.facts(own, symbols),
                None => own,
            };
            facts.push((own, constants));
        }
    }
    declarations::order(&mut rules, &positions);
    for part in parts.iter() {
        let is_new = checked.insert(part.span);
        let is_wanted = |(name, arguments): &(Name, Vec<Symbol>)| {
            part.name == *name && part.parameters.len() == arguments.len()
        };
        if is_new && !wanted.iter().any(is_wanted) {
            other_parts::check(part, (&constants, &theories), symbols, &mut diagnostics);
        }
    }
    rules.extend(relaxation.into_iter().flat_map(|relaxation| relaxation.rules_of_facts(base, symbols)));
    rules.extend(projections.into_rules());
    if heuristics {
        // As in gringo: of equal heuristics, the one that is grounded last counts.
        let is_heuristic = |rule: &Rule| matches!(rule.head, Head::Heuristic(..));
        let (said, others): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(is_heuristic);
        rules = others;
        rules.extend(said.into_iter().rev());
    }
    rules.retain_mut(|rule| !safety::check(rule, symbols, &mut diagnostics));
    AnalysedParts { facts, rules, diagnostics }
}

impl Normalizer<'_> {
    /// Returns the rules that a statement stands for.
    pub fn statement(&mut self, statement: &Statement) -> Vec<Rule> {
        self.globals = Globals::of(statement);
        match statement {
            Statement::Rule(rule) => self.rule(rule),
            Statement::External(external) => self.external(external),
            Statement::Show(Show::Term(term, body, span)) => self.shown_term(term, body, *span),
            Statement::Optimize(optimize) => self.optimize(optimize),
            Statement::ProjectAtom(atom, body, span) => self.projected(atom, body, *span),
            Statement::Edge(pairs, body, span) => self.edges(pairs, body, *span),
            Statement::Heuristic(heuristic) if self.heuristics => self.heuristic(heuristic),
            Statement::Heuristic(heuristic) => {
                let ignored = Diagnostic::warning("`#heuristic` is ignored", heuristic.span);
                self.diagnostics.push(
                    ignored.help("answer sets are the same without it, only the search may take longer"),
                );
                Vec::new()
            }
            // These hold for all parts, and were processed when the text was added.
            Statement::Const(_)
            | Statement::Defined(..)
            | Statement::Include(_)
            | Statement::ProjectSignature(..)
            | Statement::Theory(_)
            | Statement::Show(Show::Nothing(_) | Show::Signature(..)) => Vec::new(),
        }
    }
}
