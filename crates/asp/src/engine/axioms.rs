//! The axioms of a relaxed program: what its soft statements say, each turned on by one assumption.
//!
//! The statements are read as axioms, as described in [`relax`](groundplan_ground::analysis::relax).

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::again::Ungrounded;
use super::conflict::{Cause, CauseKind, Conflict, Instance};
use super::{Engine, Error, Part};
use groundplan_ground::analysis::relax::{
    Breaches, BrokenStatements, Relaxation, Soft, SoftStatement, StatementKind,
};
use groundplan_ground::analysis::rule::VariableInfo;
use groundplan_ground::diagnostic::Sources;
use groundplan_ground::program::{AtomId, Body, GroundProgram, HeadKind, Literal, HIDDEN};
use groundplan_ground::Signature;

/// The axioms of a program that was grounded by [`Engine::ground_relaxed`], with the assumptions that turn them on.
#[derive(Clone, Debug)]
pub(super) struct Axioms {
    pub soft: Soft,
    pub groups: Vec<Group>,
    breaches: Vec<Breaches>,
    /// The program before it was grounded.
    pub ungrounded: Ungrounded,
}

/// An axiom: the instances of one statement, or the support of one predicate, turned on by one assumption.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub reason: Reason,
    /// The assumption that turns it on.
    pub literal: Literal,
    /// The atoms that say that an instance is broken, each with the index of its predicate in `breaches`.
    pub instances: Vec<(usize, AtomId)>,
}

#[derive(Clone, Debug)]
pub(super) enum Reason {
    Statement(SoftStatement),
    Support(Signature),
}

impl Engine {
    /// Grounds parts of the program like [`Engine::ground`], but so that [`Engine::why`] can leave out the soft statements.
    /// In other queries the soft statements need not hold.
    ///
    /// # Errors
    ///
    /// See [`Engine::ground`]; also [`Error::Ground`] if something is ground already.
    pub fn ground_relaxed<'a, P: Into<Part<'a>>>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        soft: Soft,
    ) -> Result<(), Error> {
        self.state.open()?;
        let parts: Vec<Part<'a>> = parts.into_iter().map(Into::into).collect();
        let ungrounded = self.ungrounded(&parts)?;
        self.relaxation = Some(Relaxation::new(soft));
        let result = self.ground(parts);
        let relaxation = self.relaxation.take().expect("grounding leaves it where it is");
        result?;
        self.axioms = Some(Arc::new(self.axioms_of(relaxation, ungrounded)));
        Ok(())
    }

    fn axioms_of(&mut self, relaxation: Relaxation, ungrounded: Ungrounded) -> Axioms {
        let soft = relaxation.soft();
        let mut groups = if soft.definitions { self.supports() } else { Vec::new() };
        let Relaxation { statements, breaches, .. } = relaxation;
        let mut instances: Vec<Vec<(usize, AtomId)>> = vec![Vec::new(); statements.len()];
        for (index, Breaches { predicate, of }) in breaches.iter().enumerate() {
            let domain = self.base.domain(*predicate);
            for row in 0..domain.len() {
                let statement = match of {
                    BrokenStatements::Rule(statement, _) => *statement,
                    BrokenStatements::Facts => {
                        let number = self.symbols.as_number(domain.row(row)[0]);
                        number.and_then(|number| usize::try_from(number).ok()).expect("it was numbered")
                    }
                };
                instances[statement].push((index, domain.atom(row)));
            }
        }
        for (statement, instances) in statements.into_iter().zip(instances).rev() {
            let literal = match instances[..] {
                [] => continue,
                [(_, breach)] => breach.negative(),
                _ => {
                    let broken = self.program.new_atom();
                    for (_, breach) in &instances {
                        let body = [breach.positive()];
                        self.program.rules.push(HeadKind::Disjunction, &[broken], Body::Conjunction(&body));
                    }
                    broken.negative()
                }
            };
            groups.push(Group { reason: Reason::Statement(statement), literal, instances });
        }
        // The search tries first to do without the first groups: constraints conflict with few facts, facts with many
        // constraints. Within a kind, later statements come first.
        groups.sort_by_key(|group| match &group.reason {
            Reason::Support(_) => 0,
            Reason::Statement(statement) => match statement.kind {
                StatementKind::Fact => 1,
                StatementKind::Constraint => 2,
                StatementKind::Rule | StatementKind::Bounds => 3,
            },
        });
        Axioms { soft, groups, breaches, ungrounded }
    }

    /// Lets the atoms of each predicate hold without a rule, unless an assumption forbids it. Returns one group for each
    /// predicate.
    fn supports(&mut self) -> Vec<Group> {
        let Engine { base, program, symbols, .. } = self;
        let mut groups = Vec::new();
        for (_, domain) in base.domains() {
            let signature = domain.signature();
            let atoms: Vec<AtomId> = domain.atoms().filter(|&atom| !program.is_fact(atom)).collect();
            if atoms.is_empty() || symbols.text(signature.name).starts_with(HIDDEN) {
                continue;
            }
            let free = program.new_atom();
            program.rules.push(HeadKind::Choice, &[free], Body::Conjunction(&[]));
            program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[free.positive()]));
            let (reason, literal) = (Reason::Support(signature), free.negative());
            groups.push(Group { reason, literal, instances: Vec::new() });
        }
        groups
    }
}

/// Translates assumption literals into causes with names and positions.
pub(super) struct CauseNames<'a> {
    pub axioms: Arc<Axioms>,
    /// The texts and literals of the assumptions of the question.
    pub assumptions: Vec<(String, Literal)>,
    pub sources: Sources,
    pub ground: GroundProgram<'a>,
}

impl CauseNames<'_> {
    /// All assumptions that may be left out: those that turn axioms on, and those of the question.
    pub fn soft(&self) -> Vec<Literal> {
        let own = self.axioms.groups.iter().map(|group| group.literal);
        own.chain(self.assumptions.iter().map(|(_, literal)| *literal)).collect()
    }

    /// The conflict with these causes, restricted to these instances.
    pub fn conflict(&self, causes: &[Literal], instances: &[Literal], is_minimal: bool) -> Conflict {
        Conflict { causes: self.causes(causes, instances), is_minimal }
    }

    /// The causes with these literals, restricted to these instances.
    pub fn causes(&self, causes: &[Literal], instances: &[Literal]) -> Vec<Cause> {
        let causes: FxHashSet<Literal> = causes.iter().copied().collect();
        let instances: FxHashSet<Literal> = instances.iter().copied().collect();
        let groups = self.axioms.groups.iter().filter(|group| causes.contains(&group.literal));
        let groups = groups.map(|group| match group.reason {
            Reason::Statement(SoftStatement { kind, span }) => {
                let taking_part =
                    group.instances.iter().filter(|(_, breach)| instances.contains(&breach.negative()));
                let instances: Vec<Instance> =
                    taking_part.map(|&(index, breach)| self.instance(index, breach)).collect();
                Cause { instances, ..Cause::new(CauseKind::Statement(kind), Some(span), group.literal) }
            }
            Reason::Support(signature) => {
                let sign = if signature.negative { "-" } else { "" };
                let name = self.ground.symbols.text(signature.name);
                let kind = CauseKind::Support(format!("{sign}{name}/{}", signature.arity));
                Cause::new(kind, None, group.literal)
            }
        });
        let assumed = self.assumptions.iter().filter(|(_, literal)| causes.contains(literal));
        let assumed =
            assumed.map(|(text, literal)| Cause::new(CauseKind::Assumption(text.clone()), None, *literal));
        let mut causes: Vec<Cause> = groups.chain(assumed).collect();
        causes.sort_by_key(|cause| (cause.span.is_none(), cause.span));
        causes
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
