//! Contrasts: what would have to change for a literal to hold that does not hold in an answer set.
//!
//! People who ask why something is so ask why it is not otherwise (Miller: Explanation in artificial intelligence, Artificial
//! Intelligence 267, 2019). Here the other case is assumed. Either there is no answer set then, and the statements that
//! exclude it are a [`Conflict`]. Or there is one: it costs as little as possible, and of those it differs in as few shown
//! atoms as possible.

use fixedbitset::FixedBitSet;
use groundplan::{AnswerSet, Assumed, Engine, Error, Model, Query, Ungrounded};
use groundplan_ground::analysis::relax::Soft;
use groundplan_ground::program::{AtomId, Literal, Minimize};
use groundplan_solve::solve::End;
use indexmap::IndexSet;

use crate::conflict::Conflict;
use crate::cost_items::{CostChange, CostItems};
use crate::justify::{Justification, Verdict};
use crate::why::{why, Finding};
use crate::words::Words;

/// The conflicts of the solver that the search for the fewest changes may take.
const MOST_CONFLICTS: u64 = 20_000;

/// The answer to a question what would change if something else held.
#[derive(Clone, Debug)]
pub enum Contrast {
    /// It holds in the answer set as it is.
    Holds,
    /// It holds in no answer set: these statements and assumptions exclude it.
    Impossible(Conflict),
    /// It holds in no answer set, and which statements exclude it was not found out.
    Excluded,
    /// It holds in another answer set.
    Possible(Difference),
    /// The search was cut short.
    Unknown,
}

/// What one answer set has in place of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The shown atoms that become true, as they print.
    pub added: Vec<String>,
    /// The shown atoms that become false.
    pub removed: Vec<String>,
    /// Whether no other answer set of these costs differs in fewer shown atoms.
    pub is_smallest: bool,
    /// The costs before and after, from the highest priority to the lowest; empty without an objective.
    pub costs: (Vec<i64>, Vec<i64>),
    /// Whether no answer set in which it holds costs less.
    pub is_cheapest: bool,
    /// What the costs differ by, from the highest priority on; empty if that is not known, as without the program's text.
    pub cost_changes: Vec<CostChange>,
}

/// Returns the literal that would hold if an atom that was justified were otherwise, for [`Contrasts::find`]; `None` where it is the
/// same in all answer sets, as far as that is plain, and for the value of an integer variable.
///
/// # Errors
///
/// See [`Engine::read_assumption`].
pub fn otherwise(engine: &mut Engine, justification: &Justification) -> Result<Option<String>, Error> {
    let name = &justification.atom;
    let Ok(assumed) = engine.read_assumption(name) else { return Ok(None) };
    // What grounding has decided is the same whatever is chosen.
    let is_open = match assumed {
        Assumed::Literal(literal) => !engine.ground_program().program.is_fact(literal.atom()),
        Assumed::Constant(_) => false,
    };
    Ok(is_open.then(|| match justification.verdict {
        Verdict::True(_) => format!("not {name}"),
        Verdict::False(_) => name.clone(),
    }))
}

/// Says what would change in the answer sets of an engine that was grounded by [`Engine::ground`].
///
/// ```
/// use groundplan::Engine;
/// use groundplan_explain::{Contrast, Contrasts};
///
/// let mut engine = Engine::new();
/// engine.add_text("duty.lp", "{ on(a; b) } = 1. #minimize { 3 : on(b) }.")?;
/// engine.ground(["base"])?;
/// let best = engine.query().optimum()?.model.expect("there is one").into_answer_set();
/// let Contrast::Possible(difference) = Contrasts::of(&mut engine, None).find(&best, &["on(b)"])? else {
///     panic!("b may be on duty")
/// };
/// assert_eq!((difference.added, difference.removed), (vec!["on(b)".to_owned()], vec!["on(a)".to_owned()]));
/// assert_eq!(difference.costs, (vec![0], vec![3]));
/// # Ok::<(), groundplan::Error>(())
/// ```
pub struct Contrasts<'e> {
    engine: &'e mut Engine,
    ungrounded: Option<Ungrounded>,
    /// The program with relaxed statements, once it is needed.
    relaxed: Option<Box<Engine>>,
}

impl<'e> Contrasts<'e> {
    /// `ungrounded` is the program as it was before it was grounded. Without it, no statements are named where something holds
    /// in no answer set.
    pub fn of(engine: &'e mut Engine, ungrounded: Option<Ungrounded>) -> Self {
        Contrasts { engine, ungrounded, relaxed: None }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        self.engine
    }

    /// Says what would change in an answer set if these literals held, given as texts: atoms, or `not` and an atom.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if a text is no literal; see also [`Query::solve`](groundplan::Query::solve).
    pub fn find(&mut self, answer_set: &AnswerSet, wanted: &[&str]) -> Result<Contrast, Error> {
        let before = Before::of(self.engine, answer_set)?;
        if before.holds(self.engine, wanted)? {
            return Ok(Contrast::Holds);
        }
        let has_objective = self.engine.has_objective();
        let Found { best, is_proven } = self.cheapest(&before, wanted)?;
        let Some((costs, changes)) = best else {
            return if is_proven { self.excluded(wanted) } else { Ok(Contrast::Unknown) };
        };
        let fewest = self.fewest_changes(&before, wanted, &costs)?;
        let (changes, is_smallest) = match fewest {
            Some((fewest, is_smallest)) if fewest.count() <= changes.count() => (fewest, is_smallest),
            _ => (changes, false),
        };
        let Changes { added, removed, true_atoms } = changes;
        let costs = if has_objective { (before.costs(self.engine)?, costs) } else { Default::default() };
        let cost_changes = match costs.0 == costs.1 {
            true => Vec::new(),
            false => self.cost_changes(&before, &true_atoms, &costs)?.unwrap_or_default(),
        };
        let is_cheapest = is_proven;
        Ok(Contrast::Possible(Difference { added, removed, is_smallest, costs, is_cheapest, cost_changes }))
    }

    /// Names what the costs before and those of an answer set with these true atoms differ by.
    fn cost_changes(
        &mut self,
        before: &Before,
        true_atoms: &[AtomId],
        (costs_before, costs): &(Vec<i64>, Vec<i64>),
    ) -> Result<Option<Vec<CostChange>>, Error> {
        let Some(ungrounded) = &self.ungrounded else { return Ok(None) };
        let objectives = self.engine.ground_program().program.objectives();
        if objectives.len() != costs.len() {
            return Ok(None);
        }
        let atoms_before: Vec<AtomId> = self.engine.model(&before.answer_set)?.true_atoms().collect();
        let Some(before) = CostItems::of(self.engine, ungrounded, &atoms_before) else { return Ok(None) };
        let Some(after) = CostItems::of(self.engine, ungrounded, true_atoms) else { return Ok(None) };
        let priorities = objectives.iter().map(|objective| objective.priority);
        let costs = priorities.zip(costs_before.iter().zip(costs));
        let costs: Vec<_> = costs.map(|(priority, (before, after))| (priority, *before, *after)).collect();
        Ok(before.changes(&after, &Words::of(self.engine.sources()), &costs))
    }

    /// Searches for a cheapest answer set with these literals.
    fn cheapest(&mut self, before: &Before, wanted: &[&str]) -> Result<Found, Error> {
        let mut models = assuming(self.engine.query(), wanted)?.improving()?;
        let mut best = None;
        for model in models.by_ref() {
            let model = model?;
            best = Some((model.costs().to_vec(), Changes::of(before, &model)));
        }
        Ok(Found { best, is_proven: models.end() == Some(End::Exhausted) })
    }

    /// Searches, among the answer sets of these costs, for one with the fewest changes, and says whether that is proven; `None`
    /// if none was found within a limit of conflicts.
    fn fewest_changes(
        &mut self,
        before: &Before,
        wanted: &[&str],
        costs: &[i64],
    ) -> Result<Option<(Changes, bool)>, Error> {
        let program = self.engine.program_mut()?;
        let objectives = program.minimize.clone();
        // Integer variables with an objective of their own are not compared.
        if program.objectives().len() != costs.len() {
            return Ok(None);
        }
        let least = objectives.iter().map(|objective| objective.priority).min().unwrap_or(0);
        let Some(priority) = least.checked_sub(1) else { return Ok(None) };
        let changed =
            |&(literal, held): &(Literal, bool)| (if held { literal.complement() } else { literal }, 1);
        let elements = before.shown.iter().map(changed).collect();
        program.minimize.push(Minimize { priority, elements });
        let found = self.closest(before, wanted, costs);
        self.engine.program_mut()?.minimize = objectives;
        found
    }

    fn closest(
        &mut self,
        before: &Before,
        wanted: &[&str],
        costs: &[i64],
    ) -> Result<Option<(Changes, bool)>, Error> {
        let query = self.engine.query().no_worse_than(costs).conflict_limit(MOST_CONFLICTS);
        let mut models = assuming(query, wanted)?.improving()?;
        let mut found = None;
        for model in models.by_ref() {
            found = Some(Changes::of(before, &model?));
        }
        let is_smallest = before.is_plain && models.end() == Some(End::Exhausted);
        Ok(found.map(|changes| (changes, is_smallest)))
    }

    /// Names the statements that exclude what is wanted.
    fn excluded(&mut self, wanted: &[&str]) -> Result<Contrast, Error> {
        // A second grounding has no propagators, and may have answer sets that they exclude.
        if self.relaxed.is_none() && !self.engine.has_propagators() {
            let relaxed = self.ungrounded.clone().and_then(|ungrounded| {
                self.engine
                    .grounded_again(ungrounded, |engine, parts| engine.ground_relaxed(parts, Soft::default()))
            });
            self.relaxed = relaxed.map(Box::new);
        }
        let Some(relaxed) = &mut self.relaxed else { return Ok(Contrast::Excluded) };
        let mut question = why(relaxed)?.instances();
        for text in wanted {
            question = question.assume_text(text)?;
        }
        Ok(match question.find()? {
            Finding::Conflict(conflict) => Contrast::Impossible(conflict),
            Finding::AnswerSet | Finding::Unknown => Contrast::Excluded,
        })
    }
}

fn assuming<'e>(query: Query<'e>, wanted: &[&str]) -> Result<Query<'e>, Error> {
    wanted.iter().try_fold(query, |query, text| query.assume_text(text))
}

/// The best answer set found, with its costs.
struct Found {
    best: Option<(Vec<i64>, Changes)>,
    is_proven: bool,
}

/// The answer set that others are compared with.
struct Before {
    /// The literals that show an atom or a term, and whether they hold.
    shown: Vec<(Literal, bool)>,
    /// The atoms and terms that are shown, as they print.
    texts: IndexSet<String>,
    /// Whether each of them is shown by one literal alone.
    is_plain: bool,
    answer_set: AnswerSet,
}

impl Before {
    fn of(engine: &Engine, answer_set: &AnswerSet) -> Result<Self, Error> {
        let model = engine.model(answer_set)?;
        let ground = model.ground_program();
        let atoms = (0..ground.program.atom_count() as u32).map(AtomId);
        let atoms = atoms.filter(|&atom| ground.shown_atom(atom).is_some()).map(AtomId::positive);
        let terms = ground.shown_terms().filter_map(|shown| shown.condition);
        let holds = |literal: Literal| model.holds(literal.atom()) != literal.is_negative();
        let shown: IndexSet<Literal> = atoms.chain(terms).collect();
        Ok(Before {
            shown: shown.into_iter().map(|literal| (literal, holds(literal))).collect(),
            texts: texts(&model),
            is_plain: ground.shown_terms().next().is_none(),
            answer_set: answer_set.clone(),
        })
    }

    /// The costs, from the highest priority to the lowest.
    fn costs(&self, engine: &Engine) -> Result<Vec<i64>, Error> {
        // An answer set that was not found by its costs does not have them.
        if !self.answer_set.costs().is_empty() {
            return Ok(self.answer_set.costs().to_vec());
        }
        let model = engine.model(&self.answer_set)?;
        let truth: FixedBitSet = model.true_atoms().map(AtomId::index).collect();
        let objectives = model.ground_program().program.objectives();
        Ok(objectives.iter().map(|objective| objective.cost(&truth)).collect())
    }

    /// Whether these literals hold.
    fn holds(&self, engine: &mut Engine, wanted: &[&str]) -> Result<bool, Error> {
        for text in wanted {
            let literal = engine.read_assumption(text)?;
            let model = engine.model(&self.answer_set)?;
            let holds = match literal {
                Assumed::Literal(literal) => model.holds(literal.atom()) != literal.is_negative(),
                Assumed::Constant(holds) => holds,
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The shown atoms that change.
#[derive(Default)]
struct Changes {
    added: Vec<String>,
    removed: Vec<String>,
    /// The true atoms after the change.
    true_atoms: Vec<AtomId>,
}

impl Changes {
    fn of(before: &Before, model: &Model<'_>) -> Self {
        let after = texts(model);
        Changes {
            added: after.difference(&before.texts).cloned().collect(),
            removed: before.texts.difference(&after).cloned().collect(),
            true_atoms: model.true_atoms().collect(),
        }
    }

    fn count(&self) -> usize {
        self.added.len() + self.removed.len()
    }
}

/// The atoms and terms that a model shows, as they print.
fn texts(model: &Model<'_>) -> IndexSet<String> {
    let terms = model.terms().map(|term| model.symbols().display(term).to_string());
    model.atoms().map(|atom| atom.to_string()).chain(terms).collect()
}
