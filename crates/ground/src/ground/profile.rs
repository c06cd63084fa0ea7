//! The profile of a grounding: what each statement cost, for people who tune encodings.
//!
//! It is kept only on request. Without it, a join counts nothing and reads no clock: the candidates are counted in a second
//! compilation of the join. With it, the clock is read once for each rule and round, not for each candidate.

use std::mem::size_of;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::compile::Compiled;
use super::join::{JoinStep, Tried};
use super::write::Writer;
use crate::analysis::rule::{Head, Rule};
use crate::diagnostic::Span;
use crate::program::{AtomId, Base, PredicateId, RuleCursor, RuleOrigins};
use crate::symbol::Symbol;

/// The profile of the groundings of an engine. Clones share their state, so that other threads can read it.
#[derive(Clone, Default, Debug)]
pub struct GroundingProfile {
    records: Arc<Mutex<ProfileRecords>>,
}

/// What was recorded so far.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct ProfileRecords {
    /// The statements, in the order in which they were first instantiated. [`RuleOrigins`] has their numbers in this list.
    pub statements: Vec<StatementCost>,
    /// The facts that needed no instantiation, such as those that are written without intervals: their number and cost.
    pub facts: Cost,
    numbers: FxHashMap<Span, u32>,
}

/// What it took to instantiate one statement.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatementCost {
    /// The place of the statement.
    pub span: Span,
    /// The rules that the analysis has made of it, each once.
    pub rules: Vec<Rule>,
    /// The cost in total.
    pub cost: Cost,
    /// The candidates that the joins have tried for each literal of the statement, by the place of the literal.
    pub literals: Vec<LiteralCost>,
}

/// The candidates that were tried for one literal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LiteralCost {
    /// The place of the literal, or of the interval.
    pub span: Span,
    /// The predicate; `None` for an interval.
    pub predicate: Option<PredicateId>,
    /// The number of rows of the predicate when the literal was last counted; 0 for an interval.
    pub rows: u32,
    /// The candidates tried.
    pub candidates: u64,
    /// Whether all rows were tried each time, although other literals had given values to variables before.
    pub is_product: bool,
}

/// Counts of instances, candidates, literals and memory, and the time.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Cost {
    /// The ground rules written, facts included; of directives, the instances found.
    pub instances: u64,
    /// The rows, numbers and keys that the joins have tried.
    pub candidates: u64,
    /// The literals of the ground rules written, in heads and bodies.
    pub literals: u64,
    /// The memory of the atoms and the ground rules added, in bytes, without that of indexes.
    pub bytes: u64,
    /// The time that the joins and the writing took.
    pub time: Duration,
}

impl StatementCost {
    /// Whether it is a projection, which stands for a literal.
    #[must_use]
    pub fn is_projection(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule.head, Head::Projection(_)))
    }
}

/// The number of instances and candidates from which on a statement is worth a thought.
const LARGE: u64 = 1000;

impl Cost {
    /// Whether it is worth to make a statement of this cost cheaper: it is not small, and a tenth of the whole at least.
    #[must_use]
    pub fn is_large_part_of(&self, all: &Cost) -> bool {
        self.instances.max(self.candidates) >= LARGE
            && (10 * self.time >= all.time || 10 * self.instances >= all.instances)
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl std::ops::Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            instances: self.instances + other.instances,
            candidates: self.candidates + other.candidates,
            literals: self.literals + other.literals,
            bytes: self.bytes + other.bytes,
            time: self.time + other.time,
        }
    }
}

impl GroundingProfile {
    /// Returns what was recorded so far.
    #[must_use]
    pub fn records(&self) -> ProfileRecords {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, ProfileRecords> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records facts that were added without instantiation.
    pub(super) fn add_facts(&self, added: usize, atoms: usize, arguments: usize, time: Duration) {
        let bytes = (atoms * ATOM_BYTES + arguments * size_of::<Symbol>()) as u64;
        let cost = Cost { instances: added as u64, literals: added as u64, bytes, time, ..Cost::default() };
        self.lock().facts += cost;
    }
}

impl ProfileRecords {
    fn number(&mut self, rule: &Rule) -> u32 {
        let next = self.statements.len() as u32;
        let number = *self.numbers.entry(rule.span).or_insert(next);
        if number == next {
            let cost = Cost::default();
            self.statements.push(StatementCost {
                span: rule.span,
                rules: Vec::new(),
                cost,
                literals: Vec::new(),
            });
        }
        number
    }
}

/// The memory of an atom beside its arguments: its name, its entry in the index, and its part in the sets of facts.
const ATOM_BYTES: usize = size_of::<(PredicateId, u32)>() + 9;

/// The profile of one component while it is grounded.
pub struct Profiler {
    profile: GroundingProfile,
    /// The statement of each rule of the component.
    statements: Vec<u32>,
    /// By rule, what it has written and taken so far.
    costs: Vec<Cost>,
    /// By rule, the candidates of its literals.
    literals: Vec<Vec<LiteralCost>>,
    /// By rule, the facts that it has written.
    facts: Vec<u64>,
    /// The instances found of the rule that is being instantiated, if it is a directive.
    pub found: u64,
    /// The statements of the rules that the writer holds back.
    held: RuleOrigins,
    /// The end of the last evaluation of a rule.
    last: Instant,
}

/// The sizes before a rule is evaluated.
#[derive(Clone, Copy)]
pub struct Before {
    rules: RuleCursor,
    held: RuleCursor,
    facts: usize,
    atoms: usize,
}

impl Before {
    fn of(writer: &Writer) -> Self {
        Before {
            rules: writer.program.rules.end(),
            held: if writer.is_holding_back() { writer.rules().end() } else { RuleCursor::default() },
            facts: writer.program.fact_count(),
            atoms: writer.program.atom_count(),
        }
    }
}

impl Profiler {
    /// Begins a component.
    pub fn new(profile: &GroundingProfile, rules: &[Compiled]) -> Self {
        let mut records = profile.lock();
        let statements: Vec<u32> = rules
            .iter()
            .map(|compiled| {
                let number = records.number(compiled.rule);
                records.statements[number as usize].rules.push(compiled.rule.clone());
                number
            })
            .collect();
        drop(records);
        Profiler {
            profile: profile.clone(),
            costs: vec![Cost::default(); statements.len()],
            literals: vec![Vec::new(); statements.len()],
            facts: vec![0; statements.len()],
            statements,
            found: 0,
            held: RuleOrigins::default(),
            last: Instant::now(),
        }
    }

    /// Begins the evaluation of a rule.
    pub fn begin(&mut self, writer: &Writer) -> Before {
        self.found = 0;
        Before::of(writer)
    }

    /// Ends the evaluation of a rule, whose number in the component is `index`.
    pub fn end(&mut self, index: usize, rule: &Rule, before: Before, writer: &mut Writer) {
        let now = Instant::now();
        let after = Before::of(writer);
        let program = &mut *writer.program;
        let (mut literals, mut bytes) = program.rules.growth(before.rules);
        let facts = after.facts - before.facts;
        literals += facts;
        let mut rules = after.rules.rule() - before.rules.rule() + facts;
        self.facts[index] += facts as u64;
        if let Some(held) = &writer.held {
            let (more, size) = held.growth(before.held);
            (literals, bytes) = (literals + more, bytes + size);
            rules += after.held.rule() - before.held.rule();
            self.held.extend_to(held.len(), self.statements[index]);
        }
        let atoms = after.atoms - before.atoms;
        let arity = rule.head_atoms().map(|atom| atom.arguments.len()).max().unwrap_or(0);
        bytes += atoms * (ATOM_BYTES + arity * size_of::<Symbol>());
        let instances = if is_directive(&rule.head) { self.found } else { rules as u64 };
        self.costs[index] += Cost {
            instances,
            candidates: 0,
            literals: literals as u64,
            bytes: bytes as u64,
            time: now - self.last,
        };
        if let Some(origins) = &mut writer.program.origins {
            let rules = writer.program.rules.len();
            origins.extend_to(rules, self.statements[index]);
        }
        self.last = now;
    }

    /// Collects the candidates that the plans of a rule have counted, before the plans are replaced or dropped.
    pub fn collect(&mut self, index: usize, rule: &Compiled, base: &Base) {
        let literals = &mut self.literals[index];
        rule.each_join(&mut |steps| collect(steps, base, literals));
    }

    /// The statements of the rules that are held back.
    pub fn held(&mut self) -> &mut RuleOrigins {
        &mut self.held
    }

    /// Ends the component. `kept` counts what is left of the rules that were held back; `None` if none were held back, or if
    /// grounding ended before they were all known.
    pub fn finish(self, rules: &[Compiled], kept: Option<&KeptRules>) {
        let mut records = self.profile.lock();
        for (index, (mut cost, literals)) in self.costs.into_iter().zip(self.literals).enumerate() {
            let of = &mut records.statements[self.statements[index] as usize];
            cost.candidates = literals.iter().map(|literal| literal.candidates).sum();
            if kept.is_some() && !is_directive(&rules[index].rule.head) {
                (cost.instances, cost.literals) = (self.facts[index], self.facts[index]);
            }
            of.cost += cost;
            literals.iter().for_each(|literal| add_literal(&mut of.literals, literal));
        }
        for (&statement, &(instances, literals)) in kept.iter().flat_map(|kept| &kept.counts) {
            if let Some(of) = records.statements.get_mut(statement as usize) {
                of.cost += Cost { instances, literals, ..Cost::default() };
            }
        }
    }
}

/// Counts what simplification leaves of the rules that were held back.
pub struct KeptRules {
    held: RuleOrigins,
    /// The facts before simplification.
    facts: FixedBitSet,
    /// By statement, the rules and facts that are left, and their literals.
    counts: FxHashMap<u32, (u64, u64)>,
}

impl KeptRules {
    /// Begins to count. `held` has the statements of the rules that are to be simplified.
    pub fn new(held: RuleOrigins, facts: &FixedBitSet) -> Self {
        KeptRules { held, facts: facts.clone(), counts: FxHashMap::default() }
    }

    /// Counts a rule that is left, with the length that it has then, or a fact that it has become.
    pub fn count(&mut self, rule: usize, literals: usize) -> u32 {
        let statement = self.held.statement(rule);
        let (instances, all) = self.counts.entry(statement).or_default();
        *instances += 1;
        *all += literals as u64;
        statement
    }

    /// Whether simplification has made this atom a fact, and no rule was counted for it so far.
    pub fn is_new_fact(&mut self, atom: AtomId) -> bool {
        !self.facts.contains(atom.index()) && {
            self.facts.grow_and_insert(atom.index());
            true
        }
    }
}

/// Whether a head writes a directive, not rules.
fn is_directive(head: &Head) -> bool {
    match head {
        Head::None
        | Head::Disjunction(_)
        | Head::Choice(..)
        | Head::Bounds(..)
        | Head::Conditional(_)
        | Head::Projection(_) => false,
        Head::External(..)
        | Head::Project(_)
        | Head::Minimize(..)
        | Head::Show(_)
        | Head::Edge(..)
        | Head::Heuristic(..)
        | Head::Theory(_) => true,
    }
}

fn add_literal(literals: &mut Vec<LiteralCost>, more: &LiteralCost) {
    let same = |known: &&mut LiteralCost| known.span == more.span && known.predicate == more.predicate;
    match literals.iter_mut().find(same) {
        Some(known) => {
            known.candidates += more.candidates;
            known.rows = known.rows.max(more.rows);
            known.is_product |= more.is_product;
        }
        None => literals.push(more.clone()),
    }
}

/// Takes the counts of the steps.
fn collect(steps: &[JoinStep], base: &Base, literals: &mut Vec<LiteralCost>) {
    let mut is_first = true;
    for step in steps {
        match step {
            JoinStep::Match(wanted) => {
                let domain = base.domain(wanted.predicate);
                let Tried { span, count } = &wanted.tried;
                add_literal(
                    literals,
                    &LiteralCost {
                        span: *span,
                        predicate: Some(wanted.predicate),
                        rows: domain.len(),
                        candidates: count.take(),
                        is_product: !is_first && wanted.is_scan(),
                    },
                );
                is_first &= wanted.is_test();
            }
            JoinStep::Range(.., tried) => {
                let Tried { span, count } = tried;
                let candidates = count.take();
                let known =
                    LiteralCost { span: *span, predicate: None, rows: 0, candidates, is_product: false };
                add_literal(literals, &known);
                is_first = false;
            }
            JoinStep::Compound(compound) | JoinStep::Possible(compound) => {
                compound.joins(&mut |steps| collect(steps, base, literals));
            }
            _ => {}
        }
    }
}
