//! Odd loops: why the definitions of a program have no answer set, although no constraint forbids one.
//!
//! A normal program without an odd loop has an answer set (You & Yuan: A three-valued semantics for deductive databases and
//! logic programs, JCSS 1994; Lin & Zhao: On odd and even cycles in normal logic programs, AAAI 2004). An odd loop is a cycle
//! of dependencies with an odd number of negations. Most odd loops do no harm, so a loop is only named after a proof:
//!
//! - The program is grounded again, with each rule relaxed, and all constraints and bounds of choices are deleted.
//! - If it has no answer set even so, a minimal set of its rules is found that conflict, read as axioms, while the other
//!   rules only support what they derive. By themselves these rules have no answer set either: it would stay one if rules
//!   were added that only support. The facts are not counted among them, because grounding simplifies them away.
//! - The loop is made of these rules, and of rules that the engine added for aggregates and conditions.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use groundplan::{AxiomKind, Axioms, Engine, Error};
use groundplan_ground::analysis::relax::{RelaxedKind, Soft, SoftStatement};
use groundplan_ground::diagnostic::{Diagnostics, Sources, Span};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Rule, Rules};

use crate::conflict::note_at;
use crate::minimal_core::minimal_core;
use crate::odd_cycles::{Dependencies, DependencyEdge};
use crate::why::query;

/// The part that definitions have in a conflict without constraints, found by [`why_definitions`].
#[derive(Clone, Default, Debug)]
pub struct DefinitionConflict {
    /// Odd loops, made of rules that have no answer set beside the facts. Empty if this is not the reason, or was not found
    /// out.
    pub odd_loops: Vec<OddLoop>,
    /// The number of other ground rules that are needed for the conflict of the loops' rules, without facts.
    pub other_rules: usize,
    /// Whether a question with `definitions` among its [`Soft`] statements finds more causes, for a program whose conflict
    /// has none.
    pub has_more: bool,
}

/// A cycle of dependencies among ground atoms with an odd number of negations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddLoop {
    /// The dependencies, each of which begins at the atom at which the one before ends.
    pub steps: Vec<LoopStep>,
}

/// A dependency of an atom on another one, by a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopStep {
    /// The atom in the head of the rule.
    pub atom: String,
    /// The literal on which it depends: the next atom of the loop, with `not` before it if the dependency is negative.
    pub depends_on: String,
    /// The rule.
    pub span: Span,
}

impl DefinitionConflict {
    /// The odd loops as notes that show each rule in its source text.
    #[must_use]
    pub fn diagnostics(&self, sources: &Sources) -> Diagnostics {
        let count = self.odd_loops.len();
        let notes = self.odd_loops.iter().enumerate().map(|(index, OddLoop { steps })| {
            let title = match count {
                1 => "there is no answer set because of an odd loop through negation".to_owned(),
                _ => format!(
                    "there is no answer set because of odd loops through negation: loop {} of {count}",
                    index + 1
                ),
            };
            let places = steps.iter().map(|LoopStep { atom, depends_on, span }| {
                (*span, format!("`{atom}` depends on `{depends_on}`"))
            });
            let note = note_at(title, places);
            if index + 1 < count {
                return note;
            }
            note.help(self.claim())
        });
        Diagnostics::new(notes.collect(), sources.clone())
    }

    /// The proven claim about the rules of the loops, as a sentence without a full stop.
    fn claim(&self) -> String {
        let loops: usize = self.odd_loops.iter().map(|odd| odd.steps.len()).sum();
        let counted = |count: usize| match count {
            1 => "1 ground rule".to_owned(),
            _ => format!("{count} ground rules"),
        };
        let rules = match (loops, self.other_rules) {
            (1, 0) => "this rule has".to_owned(),
            (_, 0) => format!("these {} have", counted(loops)),
            (_, more) => format!("the {} shown and {more} more have", counted(loops)),
        };
        format!("beside the facts, {rules} no answer set, whatever the other rules of the program derive")
    }
}

/// Examines a conflict of the program that was grounded by [`Engine::ground_relaxed`], in which no constraint takes part:
/// grounds the program again with its rules relaxed, and looks for [odd loops](OddLoop).
///
/// Finds nothing if the second grounding becomes much larger than the first one, if the program has theory atoms, or if
/// the deadline passes or the interrupter is called.
///
/// ```
/// use groundplan::{Engine, Soft};
/// use groundplan_explain::{why, why_definitions, Finding};
///
/// let mut engine = Engine::new();
/// engine.add_text("example.lp", "a :- not b. b :- not c. c :- not a.")?;
/// engine.ground_relaxed(["base"], Soft::default())?;
/// let Finding::Conflict(conflict) = why(&mut engine)?.find()? else { panic!("it has no answer set") };
/// assert!(conflict.causes.is_empty());
/// let found = why_definitions(&mut engine, None)?;
/// assert!(found.has_more);
/// let steps: Vec<_> = found.odd_loops[0].steps.iter().map(|step| (&*step.atom, &*step.depends_on)).collect();
/// assert_eq!(steps, [("a", "not b"), ("b", "not c"), ("c", "not a")]);
/// # Ok::<(), groundplan::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NotGround`] if there is no such program; otherwise see [`Query::solve`](groundplan::Query::solve).
pub fn why_definitions(engine: &mut Engine, deadline: Option<Instant>) -> Result<DefinitionConflict, Error> {
    let axioms = engine.axioms()?;
    let had_definitions = axioms.soft.definitions;
    let soft = Soft { constraints: true, facts: false, definitions: true };
    let again = axioms.ungrounded.clone();
    let second = engine.grounded_again(again, |engine, parts| {
        engine.set_ground_deadline(deadline);
        engine.ground_relaxed(parts, soft)
    });
    let Some(mut second) = second else { return Ok(DefinitionConflict::default()) };
    let is_consistent = match query(&mut second, deadline).first() {
        Ok(model) => model.is_some(),
        Err(Error::Interrupted) => return Ok(DefinitionConflict::default()),
        Err(error) => return Err(error),
    };
    let has_theory = second.ground_program().program.theory.used_from(0).any(|atom| atom.atom.is_some());
    let found = if has_theory { DefinitionConflict::default() } else { odd_loops(&mut second, deadline)? };
    Ok(DefinitionConflict { has_more: is_consistent && !had_definitions, ..found })
}

/// Deletes the constraints of a program with relaxed definitions, and looks for odd loops.
fn odd_loops(engine: &mut Engine, deadline: Option<Instant>) -> Result<DefinitionConflict, Error> {
    let axioms = Arc::clone(engine.axioms()?);
    let relaxed = RelaxedRules::of(&axioms);
    engine.replace_rules(relaxed.definitions(&engine.ground_program().program.rules))?;
    let mut questions = query(engine, deadline).questions()?;
    let ground = questions.ground_program();
    let program = ground.program;
    let statements: Vec<Literal> = axioms
        .list
        .iter()
        .filter(|axiom| matches!(axiom.kind, AxiomKind::Statement(SoftStatement { kind, .. }) if is_definition(kind)))
        .map(|axiom| axiom.literal)
        .collect();
    let (Some(statements), true) = minimal_core(&mut questions, &program.assumptions, &statements, |_| {})?
    else {
        return Ok(DefinitionConflict::default());
    };
    let axioms = axioms.list.iter().filter(|axiom| statements.contains(&axiom.literal));
    let instances: Vec<Literal> =
        axioms.flat_map(|axiom| &axiom.instances).map(|(_, breach)| breach.negative()).collect();
    let (Some(needed), true) = minimal_core(&mut questions, &program.assumptions, &instances, |_| {})? else {
        return Ok(DefinitionConflict::default());
    };
    let needed: FxHashSet<AtomId> = needed.iter().map(|literal| literal.atom()).collect();
    let dependencies = relaxed.dependencies(&program.rules, &needed);
    let (odd_loops, in_loops) = dependencies.odd_loops(ground);
    Ok(DefinitionConflict { odd_loops, other_rules: needed.len() - in_loops, has_more: false })
}

fn is_definition(kind: RelaxedKind) -> bool {
    matches!(kind, RelaxedKind::Fact | RelaxedKind::Rule)
}

/// The atoms by which relaxed rules are recognized.
struct RelaxedRules {
    /// By breach, the statement that it is a breach of.
    breaches: FxHashMap<AtomId, SoftStatement>,
    /// The atoms of the assumptions: a rule that mentions one of them stands for no rule of the program.
    controls: FxHashSet<AtomId>,
}

impl RelaxedRules {
    fn of(axioms: &Axioms) -> Self {
        let mut relaxed = RelaxedRules { breaches: FxHashMap::default(), controls: FxHashSet::default() };
        for axiom in &axioms.list {
            match axiom.kind {
                AxiomKind::Statement(statement) => {
                    relaxed.breaches.extend(axiom.instances.iter().map(|&(_, breach)| (breach, statement)));
                    if axiom.instances.len() > 1 {
                        relaxed.controls.insert(axiom.literal.atom());
                    }
                }
                AxiomKind::Support(_) => {
                    relaxed.controls.insert(axiom.literal.atom());
                }
            }
        }
        relaxed
    }

    /// The breach in the head of a rule, with its statement.
    fn breach(&self, rule: Rule<'_>) -> Option<(AtomId, SoftStatement)> {
        rule.head.iter().find_map(|&atom| self.breaches.get(&atom).map(|&statement| (atom, statement)))
    }

    /// The heads of a rule without its breach.
    fn heads<'r>(&'r self, rule: Rule<'r>) -> impl Iterator<Item = AtomId> + 'r {
        rule.head.iter().copied().filter(|atom| !self.breaches.contains_key(atom))
    }

    /// The rules without constraints, without bounds of choices, and without the free choices that relax supports.
    fn definitions(&self, rules: &Rules) -> Rules {
        let supports_freely = |rule: &Rule<'_>| {
            let mut mentioned = rule.head.iter().copied().chain(literals(rule.body).map(Literal::atom));
            rule.kind == HeadKind::Choice && mentioned.any(|atom| self.controls.contains(&atom))
        };
        let mut definitions = Rules::default();
        for rule in rules.iter() {
            let is_kept = match self.breach(rule) {
                Some((_, SoftStatement { kind, .. })) => is_definition(kind),
                None => !supports_freely(&rule),
            };
            if is_kept && self.heads(rule).next().is_some() {
                definitions.push(rule.kind, rule.head, rule.body);
            }
        }
        definitions
    }

    /// The dependencies by rules with these breaches, and by rules that the engine added. Choices force nothing, so they are
    /// left out.
    fn dependencies(&self, rules: &Rules, needed: &FxHashSet<AtomId>) -> Dependencies {
        let mut dependencies = Dependencies::default();
        for rule in rules.iter().filter(|rule| rule.kind == HeadKind::Disjunction) {
            let instance = match self.breach(rule) {
                Some((breach, _)) if !needed.contains(&breach) => continue,
                found => found.map(|(breach, statement)| (breach, statement.span)),
            };
            for head in self.heads(rule).filter(|head| !self.controls.contains(head)) {
                if instance.is_some() {
                    dependencies.starts.push(head);
                }
                let edges = dependencies.edges.entry(head).or_default();
                edges.extend(literals(rule.body).map(|to| DependencyEdge { from: head, to, instance }));
            }
        }
        dependencies
    }
}

fn literals(body: Body<'_>) -> impl Iterator<Item = Literal> + '_ {
    let (conjunction, elements) = match body {
        Body::Conjunction(literals) => (literals, &[][..]),
        Body::Sum { elements, .. } => (&[][..], elements),
    };
    conjunction.iter().copied().chain(elements.iter().map(|&(literal, _)| literal))
}
