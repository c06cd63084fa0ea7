//! Observers of the ground program: they hear of it statement by statement, as it would be written in aspif.
//!
//! After each change, the statements of the program are compared with those that an observer was told. Of an objective or a projection
//! only the part is told that is new. What a backend adds is told at once.
//!
//! No lock is held while an observer runs.

use std::fmt::Result as Written;
use std::sync::Arc;

use groundplan::exchange::{write_theory, TheoryFormat};
use groundplan::program::{AtomId, Body, ExternalValue, GroundProgram, HeadKind, Literal, Modifier};

use crate::control::{Control, Told};
use crate::error::{Error, Result};
use crate::literal::number;
use crate::record::ToldStatements;
use crate::term::{Term, TermCache};

/// What an observer is told. Atoms are numbered from 1, and negated literals are negative; so are the terms and elements of
/// theories, from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Statement {
    /// A program begins.
    InitProgram {
        /// Whether it may grow after a search.
        is_incremental: bool,
    },
    /// A step begins: what follows is new in the program.
    BeginStep,
    /// A step ends: a search begins.
    EndStep,
    /// A rule whose body is a conjunction.
    Rule {
        /// Whether any of the head may be true; else one is.
        choice: bool,
        /// The atoms of the head.
        head: Vec<i64>,
        /// The literals of the body.
        body: Vec<i64>,
    },
    /// A rule whose body is a sum with a bound.
    WeightRule {
        /// Whether any of the head may be true; else one is.
        choice: bool,
        /// The atoms of the head.
        head: Vec<i64>,
        /// What the weights of the true literals add up to, or more.
        bound: i64,
        /// The literals of the body, with their weights.
        body: Vec<(i64, i64)>,
    },
    /// A part of the objective at a priority.
    Minimize {
        /// The priority.
        priority: i64,
        /// The literals, with their weights.
        literals: Vec<(i64, i64)>,
    },
    /// Atoms to which answer sets are projected.
    Project {
        /// The atoms.
        atoms: Vec<i64>,
    },
    /// A shown atom.
    OutputAtom {
        /// Its symbol.
        symbol: Term,
        /// Its number; 0 for a fact.
        atom: i64,
    },
    /// A shown term.
    OutputTerm {
        /// The term.
        symbol: Term,
        /// The literals under which it is shown.
        condition: Vec<i64>,
    },
    /// An external atom, or a value of one.
    External {
        /// The atom.
        atom: i64,
        /// The value.
        value: ExternalValue,
    },
    /// Literals that the next search assumes.
    Assume {
        /// All of them.
        literals: Vec<i64>,
    },
    /// A heuristic directive.
    Heuristic {
        /// The atom.
        atom: i64,
        /// What it changes.
        modifier: Modifier,
        /// By how much, or to what.
        bias: i64,
        /// The priority among directives for the atom.
        priority: u64,
        /// The literals under which it holds.
        condition: Vec<i64>,
    },
    /// An edge that must not be on a cycle of those whose condition is true. Only a backend adds such: those of a text are ground to
    /// rules.
    AcycEdge {
        /// The node where it begins.
        from: i64,
        /// The node where it ends.
        to: i64,
        /// The literals of the condition.
        condition: Vec<i64>,
    },
    /// A number in a theory.
    TheoryNumber {
        /// The number of the term.
        term: i64,
        /// Its value.
        number: i64,
    },
    /// A name, an operator or a string in a theory.
    TheoryText {
        /// The number of the term.
        term: i64,
        /// The text.
        text: String,
    },
    /// A function or sequence in a theory.
    TheoryCompound {
        /// The number of the term.
        term: i64,
        /// The number of the term that is its name, or -1 for a tuple, -2 for a set, -3 for a list.
        kind: i64,
        /// The numbers of the arguments.
        arguments: Vec<i64>,
    },
    /// An element of theory atoms.
    TheoryElement {
        /// The number of the element.
        element: i64,
        /// The numbers of its terms.
        terms: Vec<i64>,
        /// The literals of its condition.
        condition: Vec<i64>,
    },
    /// A theory atom.
    TheoryAtom {
        /// Its number among the atoms; 0 for a directive.
        atom: i64,
        /// The number of its name.
        term: i64,
        /// The numbers of its elements.
        elements: Vec<i64>,
        /// The numbers of the operator and of the term behind the elements.
        guard: Option<(i64, i64)>,
    },
}

impl Statement {
    /// Whether observers hear of it only when a backend ends: an atom gets its name there, and theory atoms their numbers.
    fn is_left_by_backend(&self) -> bool {
        matches!(
            self,
            Statement::OutputAtom { .. }
                | Statement::OutputTerm { .. }
                | Statement::TheoryNumber { .. }
                | Statement::TheoryText { .. }
                | Statement::TheoryCompound { .. }
                | Statement::TheoryElement { .. }
                | Statement::TheoryAtom { .. }
        )
    }
}

/// An observer: a function of the host that hears of a statement.
pub type Observer = Arc<dyn Fn(&Statement) -> Told<()> + Send + Sync>;

/// A record of what was told of a program that grows.
#[derive(Default)]
pub(crate) struct News {
    told: ToldStatements<Arc<Statement>>,
    /// The literals of objectives, with their priority and weights.
    costs: ToldStatements<(i64, (i64, i64))>,
    /// The atoms of projections.
    projected: ToldStatements<i64>,
}

impl News {
    /// Records the statements of a program. Returns those that are new.
    pub(crate) fn of(&mut self, all: &[Arc<Statement>]) -> Vec<Arc<Statement>> {
        self.told.begin();
        self.costs.begin();
        self.projected.begin();
        all.iter().filter_map(|statement| self.new_part(statement)).collect()
    }

    /// Records a statement. Returns what is new in it, if anything is.
    fn new_part(&mut self, statement: &Arc<Statement>) -> Option<Arc<Statement>> {
        let part = match &**statement {
            Statement::Minimize { priority, literals } if !literals.is_empty() => {
                let mut literals = literals.clone();
                literals.retain(|&literal| self.costs.is_new(&(*priority, literal)));
                (!literals.is_empty()).then_some(Statement::Minimize { priority: *priority, literals })
            }
            Statement::Project { atoms } => {
                let mut atoms = atoms.clone();
                atoms.retain(|atom| self.projected.is_new(atom));
                (!atoms.is_empty()).then_some(Statement::Project { atoms })
            }
            _ => return self.told.is_new(statement).then(|| Arc::clone(statement)),
        };
        part.map(Arc::new)
    }
}

/// An observer.
struct Watcher {
    observer: Observer,
    /// What it was told.
    news: News,
    /// Whether it knows that there is a program.
    is_begun: bool,
    /// Whether it knows that there is a step, and not yet that it ended.
    is_open: bool,
    /// Whether it hears at once of what a backend adds: it was there when the backend began.
    hears_backend: bool,
}

impl Watcher {
    /// Returns what to tell before anything else.
    fn opening(&mut self) -> Vec<Arc<Statement>> {
        let mut told = Vec::new();
        if !std::mem::replace(&mut self.is_begun, true) {
            told.push(Arc::new(Statement::InitProgram { is_incremental: true }));
        }
        if !std::mem::replace(&mut self.is_open, true) {
            told.push(Arc::new(Statement::BeginStep));
        }
        told
    }
}

/// The observers of a control.
#[derive(Default)]
pub(crate) struct Observers {
    watchers: Vec<Watcher>,
    /// Whether something was ground, or a backend began.
    is_begun: bool,
    /// Whether the program may have grown since the last search began.
    is_open: bool,
}

impl Observers {
    /// Hears that the program is about to grow.
    pub(crate) fn open(&mut self) {
        self.is_open = true;
    }

    /// Hears that there is a ground program, which later observers do not hear of.
    pub(crate) fn begin(&mut self) {
        self.is_begun = true;
    }

    /// Returns each observer with what to tell it.
    fn each(
        &mut self,
        tell: impl Fn(&mut Watcher) -> Vec<Arc<Statement>>,
    ) -> Vec<(Observer, Vec<Arc<Statement>>)> {
        self.watchers.iter_mut().map(|watcher| (Arc::clone(&watcher.observer), tell(watcher))).collect()
    }
}

/// Tells observers statements, one after the other.
fn tell(all: Vec<(Observer, Vec<Arc<Statement>>)>) -> Result<()> {
    for (observer, statements) in all {
        statements.iter().try_for_each(|statement| observer(statement)).map_err(Error::Raised)?;
    }
    Ok(())
}

impl Control {
    /// Has an observer hear of the ground program from now on. It does not hear of what is ground already.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] if something is ground and the control is busy: then the observer is not registered.
    pub fn register_observer(&self, observer: Observer) -> Result<()> {
        let mut watcher = Watcher {
            observer,
            news: News::default(),
            is_begun: false,
            is_open: false,
            hears_backend: false,
        };
        let (is_begun, is_open) = self.with_observers(|observers, _| (observers.is_begun, observers.is_open));
        if is_begun {
            let all = self.statements()?;
            watcher.news.of(&all);
            watcher.is_begun = true;
            watcher.is_open = is_open;
        }
        self.with_observers(|observers, _| observers.watchers.push(watcher));
        Ok(())
    }

    /// Tells the observers what is new in the ground program, after it has grown.
    ///
    /// # Errors
    ///
    /// Returns what an observer raised, or an error if the control is busy.
    pub fn observe(&self) -> Result<()> {
        self.observe_those(|_, _| true)
    }

    /// Tells the observers what is new before a backend adds to the program. They hear at once of most that it adds from then on.
    ///
    /// # Errors
    ///
    /// See [`Control::observe`].
    pub fn begin_adding(&self) -> Result<()> {
        self.observe()?;
        self.with_observers(|observers, _| {
            observers.begin();
            observers.watchers.iter_mut().for_each(|watcher| watcher.hears_backend = true);
        });
        Ok(())
    }

    /// Tells the observers what is new after a backend has added to the program, and was not told at once.
    ///
    /// # Errors
    ///
    /// See [`Control::observe`].
    pub fn end_adding(&self) -> Result<()> {
        self.observe_those(|watcher, statement| !watcher.hears_backend || statement.is_left_by_backend())
    }

    /// Tells the observers that a search begins.
    pub(crate) fn end_step(&self) -> Result<()> {
        tell(self.with_observers(|observers, _| {
            observers.is_open = false;
            observers.each(|watcher| {
                let mut told = watcher.opening();
                told.push(Arc::new(Statement::EndStep));
                watcher.is_open = false;
                told
            })
        }))
    }

    /// Tells the observers the value of an external atom.
    pub(crate) fn observe_value(&self, atom: AtomId, value: ExternalValue) -> Result<()> {
        let statement = Arc::new(Statement::External { atom: number(atom.positive()), value });
        tell(self.with_observers(|observers, _| {
            observers.is_open = true;
            observers.each(|watcher| {
                let mut told = watcher.opening();
                told.push(Arc::clone(&statement));
                told
            })
        }))
    }

    /// Tells the observers what a backend has added.
    pub(crate) fn observe_added(&self, added: impl FnOnce() -> Statement) -> Result<()> {
        let hearing: Vec<Observer> = self.with_observers(|observers, _| {
            let hearing = observers.watchers.iter().filter(|watcher| watcher.hears_backend);
            hearing.map(|watcher| Arc::clone(&watcher.observer)).collect()
        });
        if hearing.is_empty() {
            return Ok(());
        }
        let added = added();
        hearing.iter().try_for_each(|observer| observer(&added)).map_err(Error::Raised)
    }

    /// Tells the observers those new statements that they want to hear of now, and records the others.
    fn observe_those(&self, wants: impl Fn(&Watcher, &Statement) -> bool) -> Result<()> {
        if self.with_observers(|observers, _| observers.watchers.is_empty()) {
            return Ok(());
        }
        let all = self.statements()?;
        tell(self.with_observers(|observers, _| {
            observers.each(|watcher| {
                let mut told = watcher.opening();
                let new = watcher.news.of(&all);
                told.extend(new.into_iter().filter(|statement| wants(watcher, statement)));
                told
            })
        }))
    }

    /// Returns the statements of the ground program.
    fn statements(&self) -> Result<Vec<Arc<Statement>>> {
        self.with(|engine| self.with_observers(|_, terms| statements(engine.ground_program(), terms)))
    }
}

fn numbers(literals: &[Literal]) -> Vec<i64> {
    literals.iter().map(|&literal| number(literal)).collect()
}

fn weighted(elements: &[(Literal, i64)]) -> Vec<(i64, i64)> {
    elements.iter().map(|&(literal, weight)| (number(literal), weight)).collect()
}

fn atoms<'a>(atoms: impl IntoIterator<Item = &'a AtomId>) -> Vec<i64> {
    atoms.into_iter().map(|atom| number(atom.positive())).collect()
}

/// Returns the statements of a program, in the order of aspif.
pub(crate) fn statements(ground: GroundProgram<'_>, terms: &mut TermCache) -> Vec<Arc<Statement>> {
    let GroundProgram { symbols, program, .. } = ground;
    let mut all = Statements::default();
    let every_atom = || (0..program.atom_count()).map(|index| AtomId(index as u32));
    for fact in every_atom().filter(|&atom| program.is_stated(atom)) {
        all.add(Statement::Rule { choice: false, head: atoms([&fact]), body: Vec::new() });
    }
    for rule in program.rules.iter() {
        let (choice, head) = (rule.kind == HeadKind::Choice, atoms(rule.head));
        all.add(match rule.body {
            Body::Conjunction(literals) => Statement::Rule { choice, head, body: numbers(literals) },
            Body::Sum { bound, elements } => {
                Statement::WeightRule { choice, head, bound, body: weighted(elements) }
            }
        });
    }
    write_theory(ground, &mut all).expect("a list grows");
    for objective in program.objectives() {
        let literals = weighted(&objective.elements);
        all.add(Statement::Minimize { priority: objective.priority, literals });
    }
    if !program.projection.is_empty() {
        all.add(Statement::Project { atoms: atoms(&program.projection) });
    }
    for id in every_atom() {
        if let Some(symbol) = ground.shown_atom(id).and_then(|_| terms.of_atom(id, ground)) {
            let atom = if program.is_shown_always(id) { 0 } else { number(id.positive()) };
            all.add(Statement::OutputAtom { symbol, atom });
        }
    }
    for shown in &program.shown {
        let condition = numbers(shown.condition.as_slice());
        all.add(Statement::OutputTerm { symbol: terms.of(shown.term, symbols), condition });
    }
    for &(atom, value) in &program.externals {
        all.add(Statement::External { atom: number(atom.positive()), value });
    }
    if !program.assumptions.is_empty() {
        all.add(Statement::Assume { literals: numbers(&program.assumptions) });
    }
    for it in &program.heuristics {
        all.add(Statement::Heuristic {
            atom: number(it.atom.positive()),
            modifier: it.modifier,
            bias: it.bias,
            priority: it.priority,
            condition: numbers(&it.condition),
        });
    }
    all.0
}

/// Statements in order.
#[derive(Default)]
struct Statements(Vec<Arc<Statement>>);

impl Statements {
    fn add(&mut self, statement: Statement) {
        self.0.push(Arc::new(statement));
    }
}

impl TheoryFormat for Statements {
    fn write_number(&mut self, term: i64, number: i64) -> Written {
        self.add(Statement::TheoryNumber { term, number });
        Ok(())
    }

    fn write_text(&mut self, term: i64, text: &str) -> Written {
        self.add(Statement::TheoryText { term, text: text.to_owned() });
        Ok(())
    }

    fn write_compound(&mut self, term: i64, kind: i64, arguments: &[i64]) -> Written {
        self.add(Statement::TheoryCompound { term, kind, arguments: arguments.to_vec() });
        Ok(())
    }

    fn write_element(&mut self, element: i64, terms: &[i64], condition: &[Literal]) -> Written {
        self.add(Statement::TheoryElement { element, terms: terms.to_vec(), condition: numbers(condition) });
        Ok(())
    }

    fn write_atom(&mut self, atom: i64, term: i64, elements: &[i64], guard: Option<(i64, i64)>) -> Written {
        self.add(Statement::TheoryAtom { atom, term, elements: elements.to_vec(), guard });
        Ok(())
    }
}
