//! The rules of one shot in normal form, over the shot's own numbers for atoms.
//!
//! Invariants: every rule has at most one head. Disjunctions are *shifted* to rules with negation, which is complete
//! if no two heads depend on each other (Ben-Eliyahu & Dechter, AMAI 1994). That no other head holds is expressed by
//! one literal for each, or, for many heads, by two [auxiliary atoms](Shot::others). If heads depend on each other, in
//! a *head cycle*, the shifted rules are correct for single atoms only, and [`Shot::unshifted`] has the rules for
//! loops. A body contains no atom that is known from facts or earlier shots, no literal twice, and not both signs of
//! one. Equal bodies are stored once. A sum that is equivalent to a conjunction or a disjunction is stored as such.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use itertools::Itertools as _;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::error::TranslationError;
use super::index::{index, Index as _, Table};
use super::tightness::{cyclic_components, Graph};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Program, RuleCursor, RuleOrigins};

index! {
    /// The number of an atom in a shot.
    pub(super) struct LocalAtom;
    /// A literal over [`LocalAtom`]: twice the number of the atom, plus one if it is negative.
    pub(super) struct Local;
    /// The number of a body in a shot.
    pub(super) struct BodyId;
    /// The number of a sum among the bodies of a shot.
    pub(super) struct SumId;
    /// The number of a rule in a shot.
    pub(super) struct RuleId;
}

impl Local {
    pub(super) fn new(atom: LocalAtom, negative: bool) -> Self {
        Local(atom.0 << 1 | u32::from(negative))
    }

    pub(super) fn atom(self) -> LocalAtom {
        LocalAtom(self.0 >> 1)
    }

    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn complement(self) -> Self {
        Local(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ShotRule {
    /// `None` for a constraint.
    pub(super) head: Option<LocalAtom>,
    pub(super) body: BodyId,
    pub(super) choice: bool,
}

/// The form for loops of a rule that comes from a disjunction with a head cycle.
#[derive(Clone, Debug)]
pub(super) struct Unshifted {
    /// The body of the disjunction.
    pub(super) body: BodyId,
    /// The other heads.
    pub(super) siblings: Vec<LocalAtom>,
}

/// A disjunction that was shifted.
#[derive(Clone, Debug)]
struct Disjunction {
    heads: Vec<LocalAtom>,
    body: DisjunctionBody,
    /// The rules it became.
    rules: Range<usize>,
}

#[derive(Clone, Debug)]
enum DisjunctionBody {
    All(Vec<Local>),
    Sum(i64, Vec<(Local, i64)>),
}

/// A body: the literals of a conjunction, or the bound, literals and weights of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum BodyView<'a> {
    All(&'a [Local]),
    Sum(i64, &'a [Local], &'a [i64]),
}

impl<'a> BodyView<'a> {
    pub(super) fn literals(self) -> &'a [Local] {
        match self {
            BodyView::All(literals) | BodyView::Sum(_, literals, _) => literals,
        }
    }

    /// Iterates over the atoms that occur positively.
    pub(super) fn positive(self) -> impl Iterator<Item = LocalAtom> + 'a {
        self.literals().iter().filter(|l| !l.is_negative()).map(|l| l.atom())
    }
}

/// The place of a body among all literals, and its sum. There may be millions of bodies, so their entries are small.
#[derive(Clone, Copy, Debug)]
struct BodyEntry {
    start: u32,
    length: u32,
    /// The sum, plus one; 0 for a conjunction.
    sum: u32,
}

/// The bound of a sum, and the place of its weights.
#[derive(Clone, Copy, Debug)]
struct SumEntry {
    bound: i64,
    start: u32,
    length: u32,
}

/// The bodies of a shot; equal ones are stored once.
#[derive(Clone, Default, Debug)]
pub(super) struct Bodies {
    entries: Table<BodyId, BodyEntry>,
    literals: Vec<Local>,
    sums: Table<SumId, SumEntry>,
    weights: Vec<i64>,
    /// The bodies by half of their hash, which is kept so that the table grows without reading them.
    index: HashTable<(u32, BodyId)>,
}

impl Bodies {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Iterates over the numbers of the bodies.
    pub(super) fn numbers(&self) -> impl Iterator<Item = BodyId> {
        self.entries.numbers()
    }

    pub(super) fn get(&self, body: BodyId) -> BodyView<'_> {
        let BodyEntry { start, length, .. } = self.entries[body];
        let literals = &self.literals[start as usize..][..length as usize];
        match self.sum(body) {
            None => BodyView::All(literals),
            Some(sum) => BodyView::Sum(self.sums[sum].bound, literals, self.weights_of(self.sums[sum])),
        }
    }

    /// Returns the number of a sum; `None` for a conjunction.
    pub(super) fn sum(&self, body: BodyId) -> Option<SumId> {
        self.entries[body].sum.checked_sub(1).map(|sum| SumId::at(sum as usize))
    }

    /// Returns the weight of a literal of a sum.
    pub(super) fn weight(&self, sum: BodyId, literal: Local) -> i128 {
        let BodyView::Sum(_, literals, weights) = self.get(sum) else { unreachable!("it is a sum") };
        let place = literals.binary_search(&literal).expect("the body has this literal");
        i128::from(weights[place])
    }

    /// Returns the weights of each sum.
    pub(super) fn sum_weights(&self) -> impl Iterator<Item = &[i64]> {
        self.sums.iter().map(|&sum| self.weights_of(sum))
    }

    fn weights_of(&self, sum: SumEntry) -> &[i64] {
        &self.weights[sum.start as usize..][..sum.length as usize]
    }

    fn add(&mut self, body: BodyView) -> BodyId {
        let hash = FxBuildHasher.hash_one(body) as u32;
        let is_same = |&(other, number): &(u32, BodyId)| other == hash && self.get(number) == body;
        if let Some(&(_, found)) = self.index.find(spread(hash), is_same) {
            return found;
        }
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(body.literals());
        let sum = match body {
            BodyView::All(_) => 0,
            BodyView::Sum(bound, _, weights) => {
                let (start, length) = (self.weights.len() as u32, weights.len() as u32);
                self.sums.push(SumEntry { bound, start, length });
                self.weights.extend_from_slice(weights);
                self.sums.len() as u32
            }
        };
        let number = self.entries.push(BodyEntry { start, length: body.literals().len() as u32, sum });
        self.index.insert_unique(spread(hash), (hash, number), |&(hash, _)| spread(hash));
        number
    }
}

/// Returns a hash of 64 bits from half of one. The table reads its lowest and its highest bits, so these must depend on all of them.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The state of an atom before a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AtomState {
    /// No rule defined it, and none mentioned it.
    Unseen,
    /// It is external, or an earlier shot defined it; its value is not known.
    Open {
        /// Whether this shot may define it.
        definable: bool,
    },
    /// It has the same value in every answer set.
    Constant(bool),
    /// It is false in every answer set, and rules for it do not change that.
    Dropped,
}

impl AtomState {
    /// Returns the value in every answer set, if it is known.
    fn value(self) -> Option<bool> {
        match self {
            AtomState::Unseen | AtomState::Open { .. } => None,
            AtomState::Constant(value) => Some(value),
            AtomState::Dropped => Some(false),
        }
    }
}

/// The rules of a shot, with their atoms and bodies.
#[derive(Clone, Default, Debug)]
pub(super) struct Shot {
    /// The program's atom of each number; `None` for auxiliary atoms, each of which is defined by one rule.
    pub(super) atoms: Table<LocalAtom, Option<AtomId>>,
    pub(super) bodies: Bodies,
    pub(super) rules: Table<RuleId, ShotRule>,
    /// The atoms that the shot defines: heads of rules, even of rules that never apply.
    pub(super) heads: Vec<LocalAtom>,
    /// The heads of disjunctions for which there are auxiliary atoms.
    pub(super) chained: Vec<LocalAtom>,
    /// The number of each atom of the program.
    numbers: Vec<Option<LocalAtom>>,
    disjunctions: Vec<Disjunction>,
    /// The form for loops of the rules that come from disjunctions with head cycles.
    unshifted: FxHashMap<RuleId, Unshifted>,
    /// The statement of each rule; `None` if the program has no origins.
    pub(super) origins: Option<Table<RuleId, u32>>,
}

impl Shot {
    /// Reads the rules after `cursor`. Disjunctions with at least `chained_heads` heads get auxiliary atoms.
    pub(super) fn read(
        program: &Program,
        cursor: RuleCursor,
        chained_heads: usize,
        known: impl Fn(AtomId) -> AtomState,
    ) -> Result<Self, TranslationError> {
        let mut shot = Shot { numbers: vec![None; program.atom_count()], ..Shot::default() };
        let mut heads: Vec<LocalAtom> = Vec::new();
        let mut conjunction: Vec<Local> = Vec::new();
        let mut statements = program.origins.as_ref().map(|origins| origins.statements_from(cursor.rule()));
        shot.origins = statements.as_ref().map(|_| Table::default());
        let mut statement = RuleOrigins::NONE;
        for rule in program.rules.after(cursor) {
            if let Some(statements) = &mut statements {
                let next = statements.next().unwrap_or(RuleOrigins::NONE);
                if next != statement {
                    shot.note_origins(statement);
                    statement = next;
                }
            }
            let choice = rule.kind == HeadKind::Choice;
            heads.clear();
            let mut satisfied = false;
            for &atom in rule.head {
                match known(atom) {
                    // The rule adds nothing for this atom; a disjunction is satisfied by it.
                    AtomState::Constant(true) => satisfied |= !choice,
                    AtomState::Constant(false) | AtomState::Open { definable: false } => {
                        return Err(TranslationError::Redefined { atom });
                    }
                    AtomState::Dropped => {}
                    AtomState::Unseen | AtomState::Open { definable: true } => {
                        let head = shot.number(atom);
                        shot.heads.push(head);
                        heads.push(head);
                    }
                }
            }
            let simplified;
            let (mut bodies, mut sum): (&[Vec<Local>], _) = (&[], None);
            match rule.body {
                Body::Conjunction(literals) => {
                    if shot.conjunction(literals, &known, &mut conjunction) {
                        bodies = std::slice::from_ref(&conjunction);
                    }
                }
                Body::Sum { bound, elements } => {
                    simplified = shot.sum(bound, elements, &known);
                    match &simplified {
                        NormalizedSum::Bodies(found) => bodies = found,
                        NormalizedSum::Sum(bound, elements) => sum = Some((*bound, elements)),
                    }
                }
            }
            if bodies.is_empty() && sum.is_none() {
                continue;
            }
            heads.sort_unstable();
            heads.dedup();
            if satisfied || choice && heads.is_empty() {
                continue;
            }
            let is_shifted = !choice && heads.len() > 1;
            let others = if is_shifted { shot.others(&heads, chained_heads) } else { Vec::new() };
            for body in bodies {
                let first = shot.rules.len();
                shot.add_conjunction(&heads, choice, body, &others);
                if !choice && heads.len() > 1 {
                    shot.note_disjunction(&heads, DisjunctionBody::All(body.clone()), first);
                }
            }
            if let Some((bound, elements)) = sum {
                let first = shot.rules.len();
                shot.add_sum(&heads, choice, bound, elements.clone(), &others);
                if !choice && heads.len() > 1 {
                    shot.note_disjunction(&heads, DisjunctionBody::Sum(bound, elements.clone()), first);
                }
            }
        }
        shot.note_origins(statement);
        shot.find_head_cycles();
        Ok(shot)
    }

    /// Records the statement of the rules that have none yet.
    fn note_origins(&mut self, statement: u32) {
        if let Some(origins) = &mut self.origins {
            (origins.len()..self.rules.len()).for_each(|_| {
                origins.push(statement);
            });
        }
    }

    /// Returns the form for loops of a rule that comes from a disjunction with a head cycle.
    pub(super) fn unshifted(&self, rule: RuleId) -> Option<&Unshifted> {
        self.unshifted.get(&rule)
    }

    /// Whether there is a disjunction with a head cycle.
    pub(super) fn has_head_cycles(&self) -> bool {
        !self.unshifted.is_empty()
    }

    /// Returns the body of a rule in its form for loops.
    pub(super) fn loop_body(&self, rule: RuleId) -> BodyId {
        self.unshifted(rule).map_or_else(|| self.rules[rule].body, |unshifted| unshifted.body)
    }

    fn note_disjunction(&mut self, heads: &[LocalAtom], body: DisjunctionBody, first: usize) {
        self.disjunctions.push(Disjunction { heads: heads.to_vec(), body, rules: first..self.rules.len() });
    }

    /// Returns the number of an atom, made if needed.
    fn number(&mut self, atom: AtomId) -> LocalAtom {
        *self.numbers[atom.index()].get_or_insert_with(|| self.atoms.push(Some(atom)))
    }

    /// Reads a conjunction's literals into `body`. Returns false if it never holds.
    fn conjunction(
        &mut self,
        literals: &[Literal],
        known: &impl Fn(AtomId) -> AtomState,
        body: &mut Vec<Local>,
    ) -> bool {
        body.clear();
        for &literal in literals {
            match known(literal.atom()).value() {
                Some(value) if value == literal.is_negative() => return false,
                Some(_) => {}
                None => body.push(Local::new(self.number(literal.atom()), literal.is_negative())),
            }
        }
        body.sort_unstable();
        body.dedup();
        !body.windows(2).any(|pair| pair[0] == pair[1].complement())
    }

    fn sum(
        &mut self,
        bound: i64,
        elements: &[(Literal, i64)],
        known: &impl Fn(AtomId) -> AtomState,
    ) -> NormalizedSum {
        let mut bound = i128::from(bound);
        let mut weights: Vec<(Local, i128)> = Vec::with_capacity(elements.len());
        for &(literal, weight) in elements {
            match known(literal.atom()).value() {
                Some(value) if value == literal.is_negative() => {}
                Some(_) => bound -= i128::from(weight),
                None => {
                    let local = Local::new(self.number(literal.atom()), literal.is_negative());
                    weights.push((local, i128::from(weight)));
                }
            }
        }
        weights.sort_unstable();
        weights.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        if bound <= 0 {
            return NormalizedSum::Bodies(vec![Vec::new()]);
        }
        let total: i128 = weights.iter().map(|&(_, w)| w).sum();
        if total < bound {
            return NormalizedSum::Bodies(Vec::new());
        }
        let lightest =
            weights.iter().map(|&(_, w)| w).min().expect("a sum that reaches its bound is not empty");
        if lightest >= bound {
            return NormalizedSum::Bodies(weights.iter().map(|&(l, _)| vec![l]).collect());
        }
        if total - lightest < bound {
            let all: Vec<Local> = weights.iter().map(|&(l, _)| l).collect();
            let never = all.windows(2).any(|pair| pair[0] == pair[1].complement());
            return NormalizedSum::Bodies(if never { Vec::new() } else { vec![all] });
        }
        let clip = |w: i128| i64::try_from(w.min(bound)).expect("at most the bound, which was an i64");
        let elements = weights.iter().map(|&(l, w)| (l, clip(w))).collect();
        NormalizedSum::Sum(clip(bound), elements)
    }

    /// Returns, for each head of a disjunction, literals that say that none of the other heads holds.
    ///
    /// For many heads these are two literals: none of the heads before it holds, and none of those after it. Their
    /// auxiliary atoms are each defined by the next one and a head. So the size is linear in the number of heads, and
    /// not quadratic.
    fn others(&mut self, heads: &[LocalAtom], chained_heads: usize) -> Vec<Vec<Local>> {
        let negated: Vec<Local> = heads.iter().map(|&head| Local::new(head, true)).collect();
        if heads.len() < chained_heads.max(3) {
            let others = |i: usize| [&negated[..i], &negated[i + 1..]].concat();
            return (0..heads.len()).map(others).collect();
        }
        self.chained.extend_from_slice(heads);
        let mut others = vec![Vec::with_capacity(2); heads.len()];
        for is_behind in [false, true] {
            let mut none: Option<Local> = None;
            for i in 0..heads.len() {
                let i = if is_behind { heads.len() - 1 - i } else { i };
                others[i].extend(none);
                none = Some(none.map_or(negated[i], |none| self.auxiliary([none, negated[i]])));
            }
        }
        others
    }

    /// Returns a new atom that is true if both literals are.
    fn auxiliary(&mut self, mut body: [Local; 2]) -> Local {
        let atom = self.atoms.push(None);
        body.sort_unstable();
        self.push(Some(atom), false, BodyView::All(&body));
        Local::new(atom, false)
    }

    /// Adds the rules of a conjunction. For a disjunction, `others` says for each head that none of the other heads
    /// holds.
    fn add_conjunction(&mut self, heads: &[LocalAtom], choice: bool, body: &[Local], others: &[Vec<Local>]) {
        if heads.is_empty() {
            self.push(None, false, BodyView::All(body));
        }
        let is_in_body = |head: &LocalAtom| body.binary_search(&Local::new(*head, false)).is_ok();
        if !choice && heads.iter().any(is_in_body) {
            // The rule is satisfied by its own body. It supports that head only in a cycle, and no other head.
            return;
        }
        for (index, &head) in heads.iter().enumerate() {
            if is_in_body(&head) {
                // The rule supports the head only in a cycle.
                continue;
            }
            let shifted: Vec<Local>;
            let body = match others.get(index) {
                Some(others) if !choice => {
                    shifted = body.iter().chain(others).copied().sorted_unstable().dedup().collect();
                    &shifted
                }
                _ => body,
            };
            if body.binary_search(&Local::new(head, true)).is_ok() {
                // A rule that refutes its own body only forbids the body.
                if !choice {
                    self.push(None, false, BodyView::All(body));
                }
                continue;
            }
            self.push(Some(head), choice, BodyView::All(body));
        }
    }

    /// As [`Shot::add_conjunction`], for a sum.
    fn add_sum(
        &mut self,
        heads: &[LocalAtom],
        choice: bool,
        bound: i64,
        elements: Vec<(Local, i64)>,
        others: &[Vec<Local>],
    ) {
        if heads.len() < 2 || choice {
            let (literals, weights): (Vec<Local>, Vec<i64>) = elements.into_iter().unzip();
            let body = BodyView::Sum(bound, &literals, &weights);
            if heads.is_empty() {
                self.push(None, false, body);
            }
            for &head in heads {
                self.push(Some(head), choice, body);
            }
            return;
        }
        // The negations of the other heads are heavy enough that the bound needs each of them.
        let total: i64 = elements.iter().fold(0, |sum: i64, &(_, w)| sum.saturating_add(w));
        for (&head, others) in heads.iter().zip(others) {
            let bound = bound.saturating_add(total.saturating_mul(others.len() as i64));
            let mut shifted = elements.clone();
            shifted.extend(others.iter().map(|&other| (other, total)));
            shifted.sort_unstable();
            shifted.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            self.add_sum(&[head], false, bound, shifted, &[]);
        }
    }

    fn push(&mut self, head: Option<LocalAtom>, choice: bool, body: BodyView) {
        let body = self.bodies.add(body);
        self.rules.push(ShotRule { head, body, choice });
    }

    /// Records the form for loops of the rules that come from disjunctions with head cycles.
    fn find_head_cycles(&mut self) {
        let disjunctions = std::mem::take(&mut self.disjunctions);
        if disjunctions.is_empty() {
            return;
        }
        let graph = Graph::new(self.atoms.len(), |edge| {
            for rule in &self.rules {
                let Some(head) = rule.head else { continue };
                self.bodies.get(rule.body).positive().for_each(|atom| edge(head, atom));
            }
        });
        let mut component: Table<LocalAtom, Option<usize>> = Table::of(None, self.atoms.len());
        for (number, atoms) in cyclic_components(&graph).iter().enumerate() {
            atoms.iter().for_each(|&atom| component[atom] = Some(number));
        }
        for Disjunction { heads, body, rules } in disjunctions {
            let mut cyclic: Vec<usize> = heads.iter().filter_map(|&head| component[head]).collect();
            cyclic.sort_unstable();
            if cyclic.windows(2).all(|pair| pair[0] != pair[1]) {
                continue;
            }
            let body = match body {
                DisjunctionBody::All(literals) => self.bodies.add(BodyView::All(&literals)),
                DisjunctionBody::Sum(bound, elements) => {
                    let (literals, weights): (Vec<Local>, Vec<i64>) = elements.into_iter().unzip();
                    self.bodies.add(BodyView::Sum(bound, &literals, &weights))
                }
            };
            for rule in rules.map(RuleId::at) {
                // A rule that only forbids its body supports nothing.
                let Some(head) = self.rules[rule].head else { continue };
                let siblings = heads.iter().copied().filter(|&other| other != head).collect();
                self.unshifted.insert(rule, Unshifted { body, siblings });
            }
        }
    }
}

enum NormalizedSum {
    /// The sum is the disjunction of these conjunctions.
    Bodies(Vec<Vec<Local>>),
    Sum(i64, Vec<(Local, i64)>),
}
