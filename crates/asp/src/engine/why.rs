//! Why there is no answer set: statements that conflict, none of which can be left out.
//!
//! The statements are read as axioms, in the reading of [`relax`](groundplan_ground::analysis::relax): those that are left out are no
//! clauses any more, but still support what they derive. So "leaving one out, the others no longer conflict" does not say that
//! the program without it has an answer set.

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

/// What a program that was grounded by [`Engine::ground_relaxed`] is made of: assumptions that keep its parts in force.
#[derive(Debug)]
pub(super) struct Axioms {
    groups: Vec<Group>,
    breaches: Vec<Breaches>,
}

/// What is left out only as a whole.
#[derive(Debug)]
struct Group {
    reason: Reason,
    /// What keeps it in force.
    literal: Literal,
    /// The breaches of its instances: of which predicate, which atom.
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
    asked: Asked,
    deadline: Option<Instant>,
    on_smaller: Option<Listener<'e>>,
}

/// Who hears of conflicts.
type Listener<'e> = Box<dyn FnMut(&Conflict) + 'e>;

/// What a question is about.
#[derive(Default)]
struct Asked {
    /// The assumptions, and what they come to.
    assumptions: Vec<(String, Literal)>,
    /// Whether instances are looked for.
    instances: bool,
}

/// What came of the question.
#[derive(Clone, Debug)]
pub enum Finding {
    /// There is an answer set.
    AnswerSet,
    /// There is none, for this reason.
    Conflict(Conflict),
    /// The deadline or the interrupter came first.
    Unknown,
}

impl Engine {
    /// Grounds parts of the program, as [`Engine::ground`] does, with the soft statements such that [`Engine::why`] can leave
    /// them out. Other questions are about a program then in which they need not hold.
    ///
    /// # Errors
    ///
    /// As [`Engine::ground`]; [`Error::Solving`] when something is ground already.
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

    /// A question why the program that was grounded by [`Engine::ground_relaxed`] has no answer set.
    ///
    /// # Errors
    ///
    /// [`Error::NotGround`] when there is no such program.
    pub fn why(&mut self) -> Result<Why<'_>, Error> {
        self.state.ground()?;
        if self.axioms.is_none() {
            return Err(Error::NotGround("a program with relaxed statements"));
        }
        Ok(Why { engine: self, asked: Asked::default(), deadline: None, on_smaller: None })
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
        // It is tried first to do without those that come first: constraints conflict with few facts, facts with many
        // constraints. The last statements come before others of their kind.
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

    /// Lets the atoms of each predicate hold without a rule, unless that is assumed not to be so.
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
    /// Why is there no answer set in which this holds: an atom, or `not` and an atom, as text? It is one of the things that may
    /// conflict.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when it is neither.
    pub fn assume_text(mut self, text: &str) -> Result<Self, Error> {
        let literal = match self.engine.read_assumption(text)? {
            Assumed::Literal(literal) => literal,
            // As is an atom that nothing derives.
            Assumed::Constant(false) => self.engine.program.new_atom().positive(),
            Assumed::Constant(true) => return Ok(self),
        };
        let text = text.trim();
        if !self.asked.assumptions.iter().any(|(known, of)| known == text || *of == literal) {
            self.asked.assumptions.push((text.to_owned(), literal));
        }
        Ok(self)
    }

    /// The search ends at this time, with what it has found.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Finds instances of the statements as well that conflict, none of which can be left out of the statements found.
    pub fn instances(mut self) -> Self {
        self.asked.instances = true;
        self
    }

    /// Has each conflict told that is smaller than the one before.
    pub fn on_smaller(mut self, tell: impl FnMut(&Conflict) + 'e) -> Self {
        self.on_smaller = Some(Box::new(tell));
        self
    }

    /// Looks for things that conflict, none of which can be left out. Where there are several such sets, it is one of them.
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn find(self) -> Result<Finding, Error> {
        let Why { engine, asked, deadline, mut on_smaller } = self;
        let axioms = engine.axioms.take().expect("nobody asks without it");
        let found = engine.conflict(&axioms, &asked, deadline, |conflict| {
            if let Some(tell) = &mut on_smaller {
                tell(conflict);
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
        asked: &Asked,
        deadline: Option<Instant>,
        mut tell: impl FnMut(&Conflict),
    ) -> Result<Finding, Error> {
        let sources = self.sources.clone();
        let mut solving = self.solving()?;
        solving.search.set_deadline(deadline);
        let program = solving.ground.program;
        let namer = Namer { axioms, asked, sources, ground: solving.ground };
        let own = axioms.groups.iter().map(|group| group.literal);
        let soft: Vec<Literal> = own.chain(asked.assumptions.iter().map(|(_, literal)| *literal)).collect();
        let found = solving.minimal_core(&program.assumptions, &soft, |literals| {
            tell(&namer.conflict(literals, &[], false));
        });
        let (causes, is_minimal) = match found? {
            (Some(causes), is_minimal) => (causes, is_minimal),
            (None, true) => return Ok(Finding::AnswerSet),
            (None, false) => return Ok(Finding::Unknown),
        };
        if !asked.instances || !is_minimal {
            return Ok(Finding::Conflict(namer.conflict(&causes, &[], is_minimal)));
        }
        // Instances of the statements found, with all else of what was found in force.
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
            tell(&namer.conflict(&causes, literals, false));
        });
        let conflict = match found? {
            (Some(literals), is_minimal) => namer.conflict(&causes, &literals, is_minimal),
            // All instances of these statements conflict, but that was not seen again.
            (None, _) => namer.conflict(&causes, &[], true),
        };
        Ok(Finding::Conflict(conflict))
    }
}

/// Calls assumptions by what they keep in force.
struct Namer<'a> {
    axioms: &'a Axioms,
    asked: &'a Asked,
    sources: Sources,
    ground: GroundProgram<'a>,
}

impl Namer<'_> {
    /// The conflict of these assumptions, with the instances that these others are about.
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
        let assumed = self.asked.assumptions.iter().filter(|(_, literal)| causes.contains(literal));
        let assumed =
            assumed.map(|(text, literal)| Cause::new(CauseKind::Assumption(text.clone()), None, *literal));
        let mut causes: Vec<Cause> = groups.chain(assumed).collect();
        causes.sort_by_key(|cause| (cause.span.is_none(), cause.span));
        Conflict { causes, is_minimal }
    }

    /// The instance that a breach is of.
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
