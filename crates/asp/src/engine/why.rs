//! Explanations why there is no answer set: minimal sets of statements that conflict.
//!
//! The statements are read as axioms, as described in [`relax`](groundplan_ground::analysis::relax). A statement that is
//! left out is no longer enforced, but still supports the atoms that it derives. So a minimal conflict does not say that the
//! program has an answer set once one of its statements is deleted.

use std::time::Instant;

use rustc_hash::FxHashSet;

use super::conflict::{Cause, CauseKind, Conflict, Instance};
use super::query::Assumed;
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
    groups: Vec<Group>,
    breaches: Vec<Breaches>,
}

/// An axiom: the instances of one statement, or the support of one predicate, turned on by one assumption.
#[derive(Clone, Debug)]
struct Group {
    reason: Reason,
    /// The assumption that turns it on.
    literal: Literal,
    /// The atoms that say that an instance is broken, each with the index of its predicate in `breaches`.
    instances: Vec<(usize, AtomId)>,
}

#[derive(Clone, Debug)]
enum Reason {
    Statement(SoftStatement),
    Support(Signature),
}

/// A question why there is no answer set, made by [`Engine::why`].
///
/// ```
/// use groundplan::{Engine, Finding, Soft};
///
/// let mut engine = Engine::new();
/// engine.add_text("example.lp", "p(1..2). q(1). s. r(X) :- p(X), q(X). :- r(1).")?;
/// engine.ground_relaxed(["base"], Soft::default())?;
/// let Finding::Conflict(conflict) = engine.why()?.find()? else { panic!("r(1) follows from the facts") };
/// let spans = conflict.causes.iter().filter_map(|cause| cause.span);
/// let causes: Vec<&str> = spans.map(|span| &engine.sources().text(span.source)[span.range()]).collect();
/// assert_eq!(causes, ["p(1..2).", "q(1).", ":- r(1)."]);
/// assert!(conflict.is_minimal);
/// assert!(conflict.diagnostics(engine.sources()).to_string().contains("these 3 statements, read as axioms, conflict"));
/// # Ok::<(), groundplan::Error>(())
/// ```
#[must_use = "a question asks nothing before `find` is called"]
pub struct Why<'e> {
    engine: &'e mut Engine,
    question: WhyQuestion,
    deadline: Option<Instant>,
    on_smaller: Option<ConflictListener<'e>>,
}

/// A callback that receives conflicts.
type ConflictListener<'e> = Box<dyn FnMut(&Conflict) + 'e>;

/// The content of a question.
#[derive(Default)]
struct WhyQuestion {
    /// The assumptions: their texts and literals.
    assumptions: Vec<(String, Literal)>,
    /// Whether conflicting instances are to be found as well.
    instances: bool,
}

/// The answer to a question why there is no answer set.
#[derive(Clone, Debug)]
pub enum Finding {
    /// There is an answer set.
    AnswerSet,
    /// There is no answer set, and these statements and assumptions conflict.
    Conflict(Conflict),
    /// The deadline passed or the interrupter was called before the answer was found.
    Unknown,
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
        self.relaxation = Some(Relaxation::new(soft));
        let result = self.ground(parts);
        let relaxation = self.relaxation.take().expect("grounding leaves it where it is");
        result?;
        self.axioms = Some(self.axioms_of(relaxation));
        Ok(())
    }

    /// Starts a question why the program that was grounded by [`Engine::ground_relaxed`] has no answer set.
    ///
    /// # Errors
    ///
    /// [`Error::NotGround`] if there is no such program.
    pub fn why(&mut self) -> Result<Why<'_>, Error> {
        self.state.ground()?;
        if self.axioms.is_none() {
            return Err(Error::NotGround("a program with relaxed statements"));
        }
        Ok(Why { engine: self, question: WhyQuestion::default(), deadline: None, on_smaller: None })
    }

    fn axioms_of(&mut self, relaxation: Relaxation) -> Axioms {
        let mut groups = if relaxation.soft().definitions { self.supports() } else { Vec::new() };
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
        Axioms { groups, breaches }
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

impl<'e> Why<'e> {
    /// Adds an assumption to the question, given as text: an atom, or `not` and an atom. It is one of the possible causes of
    /// the conflict.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a literal.
    pub fn assume_text(mut self, text: &str) -> Result<Self, Error> {
        let literal = match self.engine.read_assumption(text)? {
            Assumed::Literal(literal) => literal,
            // A new atom without a rule is false, like an atom that nothing derives.
            Assumed::Constant(false) => self.engine.program.new_atom().positive(),
            Assumed::Constant(true) => return Ok(self),
        };
        let text = text.trim();
        if !self.question.assumptions.iter().any(|(known, of)| known == text || *of == literal) {
            self.question.assumptions.push((text.to_owned(), literal));
        }
        Ok(self)
    }

    /// Ends the search at this time, with what it has found by then.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Also finds a minimal set of instances of the conflicting statements that conflict.
    pub fn instances(mut self) -> Self {
        self.question.instances = true;
        self
    }

    /// Calls `on_conflict` with each conflict that is smaller than the one before.
    pub fn on_smaller(mut self, on_conflict: impl FnMut(&Conflict) + 'e) -> Self {
        self.on_smaller = Some(Box::new(on_conflict));
        self
    }

    /// Searches for a minimal conflict: statements and assumptions none of which can be left out. If there are several such
    /// sets, one of them is returned.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](super::Query::solve).
    pub fn find(self) -> Result<Finding, Error> {
        let Why { engine, question, deadline, mut on_smaller } = self;
        let axioms = engine.axioms.take().expect("nobody asks without it");
        let found = engine.conflict(&axioms, &question, deadline, |conflict| {
            if let Some(on_conflict) = &mut on_smaller {
                on_conflict(conflict);
            }
        });
        engine.axioms = Some(axioms);
        found
    }
}

impl Engine {
    fn conflict(
        &mut self,
        axioms: &Axioms,
        question: &WhyQuestion,
        deadline: Option<Instant>,
        mut on_conflict: impl FnMut(&Conflict),
    ) -> Result<Finding, Error> {
        let sources = self.sources.clone();
        let mut solving = self.solving()?;
        solving.search.set_deadline(deadline);
        let program = solving.ground.program;
        let names = CauseNames { axioms, question, sources, ground: solving.ground };
        let own = axioms.groups.iter().map(|group| group.literal);
        let soft: Vec<Literal> =
            own.chain(question.assumptions.iter().map(|(_, literal)| *literal)).collect();
        let found = solving.minimal_core(&program.assumptions, &soft, |literals| {
            on_conflict(&names.conflict(literals, &[], false));
        });
        let (causes, is_minimal) = match found? {
            (Some(causes), is_minimal) => (causes, is_minimal),
            (None, true) => return Ok(Finding::AnswerSet),
            (None, false) => return Ok(Finding::Unknown),
        };
        if !question.instances || !is_minimal {
            return Ok(Finding::Conflict(names.conflict(&causes, &[], is_minimal)));
        }
        // Instances of the statements found, with all other causes turned on.
        let is_statement = |literal: &Literal| {
            axioms.groups.iter().any(|group| group.literal == *literal && !group.instances.is_empty())
        };
        let (statements, others): (Vec<Literal>, Vec<Literal>) =
            causes.iter().partition(|it| is_statement(it));
        let hard: Vec<Literal> = program.assumptions.iter().chain(&others).copied().collect();
        let groups = axioms.groups.iter().filter(|group| statements.contains(&group.literal));
        let soft: Vec<Literal> =
            groups.flat_map(|group| &group.instances).map(|(_, breach)| breach.negative()).collect();
        let found = solving.minimal_core(&hard, &soft, |literals| {
            on_conflict(&names.conflict(&causes, literals, false));
        });
        let conflict = match found? {
            (Some(literals), is_minimal) => names.conflict(&causes, &literals, is_minimal),
            // All instances of these statements conflict, but the second search did not show it again.
            (None, _) => names.conflict(&causes, &[], true),
        };
        Ok(Finding::Conflict(conflict))
    }
}

/// Translates assumption literals into causes with names and positions.
struct CauseNames<'a> {
    axioms: &'a Axioms,
    question: &'a WhyQuestion,
    sources: Sources,
    ground: GroundProgram<'a>,
}

impl CauseNames<'_> {
    /// The conflict with these causes, restricted to these instances.
    fn conflict(&self, causes: &[Literal], instances: &[Literal], is_minimal: bool) -> Conflict {
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
        let assumed = self.question.assumptions.iter().filter(|(_, literal)| causes.contains(literal));
        let assumed =
            assumed.map(|(text, literal)| Cause::new(CauseKind::Assumption(text.clone()), None, *literal));
        let mut causes: Vec<Cause> = groups.chain(assumed).collect();
        causes.sort_by_key(|cause| (cause.span.is_none(), cause.span));
        Conflict { causes, is_minimal }
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
