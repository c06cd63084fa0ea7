//! Parts of a program, with values for their parameters: facts, and rules that are ready to be grounded.

use super::constants::Constants;
use super::normalize::Normalizer;
use super::projection::Projections;
use super::relax::Relaxation;
use super::rule::{Head, Rule};
use super::safety;
use super::scopes::Globals;
use super::steps::Steps;
use super::theory::Theories;
use crate::diagnostic::Diagnostic;
use crate::function::Functions;
use crate::program::Base;
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Facts, Part, Show, Statement};

/// What analysis adds to, which others own.
pub struct Context<'a> {
    /// All terms.
    pub symbols: &'a mut Symbols,
    /// Where predicates get their numbers.
    pub base: &'a mut Base,
    /// What `@f(X)` stands for; constants may call it.
    pub functions: &'a mut Functions,
    /// Which arguments are the parameter of the parts that mention them.
    pub steps: &'a mut Steps,
    /// Whether `#heuristic` is heard.
    pub heuristics: bool,
    /// What is relaxed, if anything is to be.
    pub relaxation: Option<&'a mut Relaxation>,
}

/// What parts come to.
#[derive(Debug)]
pub struct Analysed {
    /// The facts of each part, and the constants to be replaced in them.
    pub facts: Vec<(Facts, Constants)>,
    /// The rules, safe if there are no errors among the diagnostics.
    pub rules: Vec<Rule>,
    /// What is wrong or odd.
    pub diagnostics: Vec<Diagnostic>,
}

/// Analyses the wanted parts, by name and values of the parameters. The texts' parts keep what is needed another time: the
/// facts of those without parameters go. `given` are constants from outside.
pub fn analyse(
    parts: &mut [Part],
    wanted: &[(Name, Vec<Symbol>)],
    given: &[(Name, Symbol)],
    context: Context,
) -> Analysed {
    let Context { symbols, base, functions, steps, heuristics, mut relaxation } = context;
    let bounds_apart = relaxation.as_ref().is_some_and(|relaxation| relaxation.soft().definitions);
    let mut diagnostics = Vec::new();
    let constants = Constants::of(parts.iter(), given, symbols, functions, &mut diagnostics);
    let theories = Theories::of(parts.iter(), symbols, &mut diagnostics);
    let mut facts: Vec<(Facts, Constants)> = Vec::new();
    let mut rules: Vec<Rule> = Vec::new();
    let mut projections = Projections::default();
    for (name, arguments) in wanted {
        let is_wanted = |part: &&mut Part| part.name == *name && part.parameters.len() == arguments.len();
        for part in parts.iter_mut().filter(is_wanted) {
            if let (&[parameter], &[argument]) = (&part.parameters[..], &arguments[..]) {
                if symbols.as_number(argument).is_some() {
                    steps.learn(part, symbols.constant(parameter));
                }
            }
            let constants = constants.with(part.parameters.iter().copied().zip(arguments.iter().copied()));
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
                bounds_apart,
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
            // Without parameters there is nothing left to ground a fact for a second time.
            let own = if arguments.is_empty() { part.facts.take() } else { part.facts.clone() };
            let own = match &mut relaxation {
                Some(relaxation) => relaxation.facts(own, symbols),
                None => own,
            };
            facts.push((own, constants));
        }
    }
    rules.extend(relaxation.into_iter().flat_map(|relaxation| relaxation.rules_of_facts(base, symbols)));
    rules.extend(projections.into_rules());
    if heuristics {
        // gringo's order: of equals, the one that is grounded last counts.
        let is_heuristic = |rule: &Rule| matches!(rule.head, Head::Heuristic(..));
        let (said, others): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(is_heuristic);
        rules = others;
        rules.extend(said.into_iter().rev());
    }
    rules.retain_mut(|rule| !safety::check(rule, symbols, &mut diagnostics));
    Analysed { facts, rules, diagnostics }
}

impl Normalizer<'_> {
    /// The rules that a statement stands for.
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
            // What these say holds for all parts, and was heard when the text was added.
            Statement::Const(_)
            | Statement::Defined(..)
            | Statement::Include(_)
            | Statement::ProjectSignature(..)
            | Statement::Theory(_)
            | Statement::Show(Show::Nothing(_) | Show::Signature(..)) => Vec::new(),
        }
    }
}
