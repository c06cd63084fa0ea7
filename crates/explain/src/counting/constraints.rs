//! The linear constraints that a ground program implies: its rules, and that only rules support atoms (Clark: Negation as
//! failure, 1978).
//!
//! A constraint says that the weights of its true literals reach a bound. Each answer set satisfies all of them; loops are left
//! out, so that other sets may satisfy them too. A body of several literals is an atom of its own, with a number behind those of
//! the program.

use fixedbitset::FixedBitSet;
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Program, Rule};

/// The most literals in all constraints together. A program with more is not counted in.
const MOST_LITERALS: usize = 4_000_000;

/// The index of a literal, in tables of both literals of each atom.
pub fn index(literal: Literal) -> usize {
    literal.atom().index() * 2 + usize::from(literal.is_negative())
}

/// A linear constraint, without its elements.
#[derive(Clone, Copy, Debug)]
pub struct Linear {
    first: usize,
    last: usize,
    /// The number of literals, the first ones, that the constraint defines: the heads of a rule, or the one that a support is
    /// about.
    pub defined: usize,
    /// What the weights of the true literals reach.
    pub bound: i64,
    /// The sum of all weights.
    pub total: i64,
    /// The largest weight.
    pub largest: i64,
}

/// Linear constraints, with the places where each literal occurs.
#[derive(Debug)]
pub struct Constraints {
    linear: Vec<Linear>,
    elements: Vec<(Literal, i64)>,
    /// By the index of a literal, where its occurrences begin.
    starts: Vec<usize>,
    occurrences: Vec<(u32, i64)>,
    atoms: usize,
    /// The atoms that choices may choose.
    chosen: FixedBitSet,
    /// Literals that hold in any case.
    pub certain: Vec<Literal>,
}

impl Constraints {
    /// The constraints of a program; `None` if there are too many. Rules that derive only an atom of `off` are left out, and such an
    /// atom may be true or false.
    pub fn of(program: &Program, off: &FixedBitSet) -> Option<Self> {
        let mut reader = Reader::new(program);
        reader.open.union_with(off);
        for rule in program.rules.iter() {
            if !matches!(rule.head, [head] if off.contains(head.index())) {
                reader.read(&rule)?;
            }
        }
        reader.add_supports()?;
        Some(reader.finish())
    }

    /// The number of atoms, with those of bodies.
    pub fn atom_count(&self) -> usize {
        self.atoms
    }

    /// Whether it is an atom that a choice may choose.
    pub fn is_chosen(&self, atom: AtomId) -> bool {
        self.chosen.contains(atom.index())
    }

    /// The number of constraints.
    pub fn len(&self) -> usize {
        self.linear.len()
    }

    /// A constraint by its number.
    pub fn get(&self, number: u32) -> &Linear {
        &self.linear[number as usize]
    }

    /// The literals of a constraint with their weights, which are positive. None occurs twice.
    pub fn elements(&self, number: u32) -> &[(Literal, i64)] {
        let linear = self.get(number);
        &self.elements[linear.first..linear.last]
    }

    /// The constraints that a literal occurs in, with its weights.
    pub fn occurrences(&self, literal: Literal) -> &[(u32, i64)] {
        let index = index(literal);
        &self.occurrences[self.starts[index]..self.starts[index + 1]]
    }
}

/// Reads the rules one by one.
struct Reader<'p> {
    program: &'p Program,
    linear: Vec<Linear>,
    elements: Vec<(Literal, i64)>,
    atoms: u32,
    certain: Vec<Literal>,
    /// The number of rules with each atom in their heads, up to 2.
    heads: Vec<u8>,
    /// The atoms that may hold without a rule.
    open: FixedBitSet,
    /// Atoms with literals one of which holds if the atom does.
    supports: Vec<(AtomId, Literal)>,
    /// By the index of a literal, the constraint that it was seen in last, from 1 on, and the position of its element.
    seen: Vec<(usize, usize)>,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program) -> Self {
        let count = program.atom_count();
        let mut heads = vec![0_u8; count];
        for atom in program.rules.iter().flat_map(|rule| rule.head) {
            heads[atom.index()] = (heads[atom.index()] + 1).min(2);
        }
        let mut open = FixedBitSet::with_capacity(count);
        open.extend(program.externals.iter().map(|(atom, _)| atom.index()));
        open.extend(program.theory.atoms().iter().filter_map(|atom| atom.atom).map(AtomId::index));
        let certain = (0..count as u32).map(AtomId).filter(|&atom| program.is_fact(atom));
        let certain: Vec<Literal> = certain.map(AtomId::positive).collect();
        open.extend(certain.iter().map(|literal| literal.atom().index()));
        Reader {
            program,
            linear: Vec::new(),
            elements: Vec::new(),
            atoms: count as u32,
            certain,
            heads,
            open,
            supports: Vec::new(),
            seen: vec![(0, 0); count * 2],
        }
    }

    fn new_atom(&mut self) -> AtomId {
        self.atoms += 1;
        self.seen.extend([(0, 0); 2]);
        AtomId(self.atoms - 1)
    }

    /// Adds a constraint. The first `defined` literals are those that it defines.
    fn push(
        &mut self,
        defined: usize,
        elements: impl Iterator<Item = (Literal, i64)>,
        bound: i64,
    ) -> Option<()> {
        if bound <= 0 {
            return Some(());
        }
        let (number, first) = (self.linear.len() + 1, self.elements.len());
        let mut merged = 0;
        for (position, (literal, weight)) in elements.enumerate() {
            let weight = weight.min(bound);
            let (seen_in, at) = self.seen[index(literal)];
            if seen_in == number {
                let known = &mut self.elements[at].1;
                *known = known.saturating_add(weight).min(bound);
                merged += usize::from(position < defined);
            } else {
                self.seen[index(literal)] = (number, self.elements.len());
                self.elements.push((literal, weight));
            }
        }
        let weights = || self.elements[first..].iter().map(|(_, weight)| *weight);
        let total = weights().try_fold(0_i64, i64::checked_add)?;
        let (largest, last) = (weights().max().unwrap_or(0), self.elements.len());
        self.linear.push(Linear { first, last, defined: defined - merged, bound, total, largest });
        (last <= MOST_LITERALS).then_some(())
    }

    /// Says that a literal holds if and only if the weights of true literals reach a bound.
    fn define(&mut self, literal: Literal, elements: &[(Literal, i64)], bound: i64) -> Option<()> {
        let total = elements.iter().try_fold(0_i64, |total, (_, weight)| total.checked_add(*weight))?;
        let given = elements.iter().copied();
        self.push(1, std::iter::once((literal.complement(), bound)).chain(given.clone()), bound)?;
        let needed = total.checked_sub(bound)?.checked_add(1)?;
        let broken = given.map(|(literal, weight)| (literal.complement(), weight));
        self.push(1, std::iter::once((literal, needed)).chain(broken), needed)
    }

    /// Says that these literals cannot reach a bound.
    fn forbid(&mut self, elements: &[(Literal, i64)], bound: i64) -> Option<()> {
        let total = elements.iter().try_fold(0_i64, |total, (_, weight)| total.checked_add(*weight))?;
        let needed = total.checked_sub(bound)?.checked_add(1)?;
        self.push(0, elements.iter().map(|&(literal, weight)| (literal.complement(), weight)), needed)
    }

    fn read(&mut self, rule: &Rule) -> Option<()> {
        let (elements, bound): (Vec<(Literal, i64)>, i64) = match rule.body {
            Body::Conjunction(literals) => {
                (literals.iter().map(|&literal| (literal, 1)).collect(), literals.len() as i64)
            }
            Body::Sum { bound, elements } => (elements.to_vec(), bound),
        };
        if rule.head.is_empty() {
            return match rule.kind {
                HeadKind::Disjunction => self.forbid(&elements, bound),
                HeadKind::Choice => Some(()),
            };
        }
        if let ([head], HeadKind::Disjunction) = (rule.head, rule.kind) {
            if self.heads[head.index()] == 1 && !self.open.contains(head.index()) && bound > 0 {
                self.open.insert(head.index());
                return self.define(head.positive(), &elements, bound);
            }
        }
        let body = match elements[..] {
            _ if bound <= 0 => None,
            [(literal, weight)] if weight >= bound => Some(literal),
            _ => {
                let body = self.new_atom().positive();
                self.define(body, &elements, bound)?;
                Some(body)
            }
        };
        match body {
            None => self.open.extend(rule.head.iter().map(|atom| atom.index())),
            Some(body) => self.supports.extend(rule.head.iter().map(|&atom| (atom, body))),
        }
        if rule.kind == HeadKind::Choice {
            return Some(());
        }
        let heads = rule.head.iter().map(|atom| (atom.positive(), 1));
        let body = body.map(|body| (body.complement(), 1));
        self.push(rule.head.len(), heads.chain(body), 1)
    }

    /// Says of each atom that one of its supports holds if it does.
    fn add_supports(&mut self) -> Option<()> {
        let mut supports = std::mem::take(&mut self.supports);
        supports.retain(|(atom, _)| !self.open.contains(atom.index()));
        supports.sort_unstable();
        for of_atom in supports.chunk_by(|one, next| one.0 == next.0) {
            let atom = of_atom[0].0;
            let bodies = of_atom.iter().map(|&(_, body)| (body, 1));
            self.push(1, std::iter::once((atom.negative(), 1)).chain(bodies), 1)?;
        }
        for atom in (0..self.program.atom_count() as u32).map(AtomId) {
            if self.heads[atom.index()] == 0 && !self.open.contains(atom.index()) {
                self.certain.push(atom.negative());
            }
        }
        Some(())
    }

    fn finish(self) -> Constraints {
        let Reader { program, linear, elements, atoms, certain, .. } = self;
        let choices = program.rules.iter().filter(|rule| rule.kind == HeadKind::Choice);
        let mut chosen = FixedBitSet::with_capacity(atoms as usize);
        chosen.extend(choices.flat_map(|rule| rule.head).map(|atom| atom.index()));
        let mut starts = vec![0_usize; atoms as usize * 2 + 1];
        for (literal, _) in &elements {
            starts[index(*literal) + 1] += 1;
        }
        for position in 1..starts.len() {
            starts[position] += starts[position - 1];
        }
        let mut free = starts.clone();
        let mut occurrences = vec![(0, 0); elements.len()];
        for (number, linear) in linear.iter().enumerate() {
            for &(literal, weight) in &elements[linear.first..linear.last] {
                let place = &mut free[index(literal)];
                occurrences[*place] = (number as u32, weight);
                *place += 1;
            }
        }
        Constraints { linear, elements, starts, occurrences, atoms: atoms as usize, chosen, certain }
    }
}
