//! The causes of a conflict by the names that they have in the texts.

use std::sync::Arc;

use groundplan::{AxiomKind, Axioms};
use groundplan_ground::analysis::relax::{BrokenStatements, RelaxedKind, SoftStatement};
use groundplan_ground::analysis::rule::VariableInfo;
use groundplan_ground::diagnostic::{Sources, Span};
use groundplan_ground::program::{AtomId, GroundProgram, Literal};
use indexmap::IndexSet;
use rustc_hash::FxHashSet;

use crate::conflict::{CauseKind, Conflict, ConflictCause, Instance};
use crate::words::Words;

/// Translates assumption literals into causes with names and positions.
pub struct CauseNames<'a> {
    pub axioms: Arc<Axioms>,
    /// The texts and literals of the assumptions of the question.
    pub assumptions: Vec<(String, Literal)>,
    pub sources: Sources,
    pub words: Words,
    /// Whether the instances of statements are wanted, and not only what the author says of them.
    pub with_instances: bool,
    pub ground: GroundProgram<'a>,
}

impl CauseNames<'_> {
    /// The conflict with these causes, restricted to these instances.
    pub fn conflict(&self, causes: &[Literal], instances: &[Literal], is_minimal: bool) -> Conflict {
        Conflict { causes: self.causes(causes, instances), is_minimal, counting: None }
    }

    /// The causes with these literals, restricted to these instances.
    pub fn causes(&self, causes: &[Literal], instances: &[Literal]) -> Vec<ConflictCause> {
        let causes: FxHashSet<Literal> = causes.iter().copied().collect();
        let instances: FxHashSet<Literal> = instances.iter().copied().collect();
        let axioms = self.axioms.list.iter().filter(|axiom| causes.contains(&axiom.literal));
        let axioms = axioms.map(|axiom| match axiom.kind {
            AxiomKind::Statement(SoftStatement { kind, span }) => {
                let taking_part =
                    axiom.instances.iter().filter(|(_, breach)| instances.contains(&breach.negative()));
                let instances: Vec<Instance> =
                    taking_part.map(|&(index, breach)| self.instance(index, breach)).collect();
                let (words, is_heading) = self.words_of(kind, span, &instances);
                let instances = if self.with_instances { instances } else { Vec::new() };
                ConflictCause {
                    instances,
                    words,
                    is_heading,
                    ..ConflictCause::new(CauseKind::Statement(kind), Some(span), axiom.literal)
                }
            }
            AxiomKind::Support(signature) => {
                let sign = if signature.negative { "-" } else { "" };
                let name = self.ground.symbols.text(signature.name);
                let kind = CauseKind::Support(format!("{sign}{name}/{}", signature.arity));
                ConflictCause::new(kind, None, axiom.literal)
            }
        });
        let assumed = self.assumptions.iter().filter(|(_, literal)| causes.contains(literal));
        let assumed = assumed
            .map(|(text, literal)| ConflictCause::new(CauseKind::Assumption(text.clone()), None, *literal));
        let mut causes: Vec<ConflictCause> = axioms.chain(assumed).collect();
        causes.sort_by_key(|cause| (cause.span.is_none(), cause.span));
        causes
    }

    /// What the author says of a statement: of each of these instances, if there are any. Also returns whether that is only
    /// the heading of some facts.
    fn words_of(&self, kind: RelaxedKind, span: Span, instances: &[Instance]) -> (Vec<String>, bool) {
        if kind == RelaxedKind::Fact {
            let text = self.sources.text(span.source)[span.range()].trim_end_matches('.').trim();
            if let Some(sentence) = self.words.of_atom(text) {
                return (vec![sentence], false);
            }
        }
        let any = [Instance::default()];
        let instances = if instances.is_empty() { &any } else { instances };
        let said = instances.iter().filter_map(|instance| self.words.of_statement(span, instance));
        let said = said.collect::<IndexSet<String>>().into_iter().collect();
        (said, kind == RelaxedKind::Fact)
    }

    /// Whether what the author says of one of these causes needs the instances that take part.
    pub fn needs_instances(&self, causes: &[Literal]) -> bool {
        self.axioms.list.iter().any(|axiom| match axiom.kind {
            AxiomKind::Statement(SoftStatement { span, .. }) => {
                causes.contains(&axiom.literal) && self.words.has_variables(span)
            }
            AxiomKind::Support(_) => false,
        })
    }

    /// The instance of a statement that a breach atom stands for.
    fn instance(&self, index: usize, breach: AtomId) -> Instance {
        let variables = match &self.axioms.breaches[index].of {
            BrokenStatements::Rule(_, variables) => variables.as_slice(),
            BrokenStatements::Facts => &[],
        };
        let atom = self.ground.atom(breach).expect("breaches have names");
        let values =
            variables.iter().zip(atom.arguments()).map(|(&VariableInfo { name, span, .. }, &value)| {
                let name = match name {
                    Some(name) => self.ground.symbols.text(name),
                    None => &self.sources.text(span.source)[span.range()],
                };
                (name.to_owned(), self.ground.symbols.display(value).to_string())
            });
        Instance { values: values.collect() }
    }
}
