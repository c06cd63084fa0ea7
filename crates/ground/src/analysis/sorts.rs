//! Sorts: sets of arguments of predicates that range over the same objects, inferred from the variables that rules share.

use itertools::Itertools as _;
use rustc_hash::FxHashMap;

use super::rule::{Atom, Literal, Rule, Term, Variable};
use crate::program::PredicateId;
use crate::syntax::ast::Relation;

/// An argument of a predicate, given by its index.
pub type Position = (PredicateId, usize);

/// The sorts of a program: sets of arguments that variables connect.
#[derive(Clone, Default, Debug)]
pub struct Sorts {
    numbers: FxHashMap<Position, usize>,
    /// A union-find forest: for each number, another number of the same sort, or itself.
    parents: Vec<usize>,
}

impl Sorts {
    /// Connects the arguments that share a variable in a rule.
    pub fn add_rule(&mut self, rule: &Rule) {
        let mut firsts: Vec<Option<usize>> = vec![None; rule.variables.len()];
        let mut atom = |atom: &Atom| {
            for (place, argument) in atom.arguments.iter().enumerate() {
                let number = self.number((atom.predicate, place));
                if let Term::Variable(variable) = argument {
                    let first = *firsts[variable.index()].get_or_insert(number);
                    self.connect(first, number);
                }
            }
        };
        rule.head_atoms().for_each(&mut atom);
        rule.elements().iter().for_each(|element| atom(&element.atom));
        rule.body_atoms(&mut |_, it| atom(it));
        for literal in &rule.body {
            let Literal::Compare(Term::Variable(left), Relation::Equal, Term::Variable(right)) = literal
            else {
                continue;
            };
            let first = |variable: &Variable| firsts[variable.index()];
            if let (Some(left), Some(right)) = (first(left), first(right)) {
                self.connect(left, right);
            }
        }
    }

    /// Iterates over the sorts, each with its arguments in the order in which they were first seen.
    pub fn all(&self) -> impl Iterator<Item = Vec<Position>> {
        let positions = self.numbers.iter().sorted_unstable_by_key(|&(_, &number)| number);
        let mut sorts: Vec<Vec<Position>> = vec![Vec::new(); self.parents.len()];
        positions.for_each(|(&position, &number)| sorts[self.root(number)].push(position));
        sorts.into_iter().filter(|sort| !sort.is_empty())
    }

    fn number(&mut self, position: Position) -> usize {
        let next = self.parents.len();
        let number = *self.numbers.entry(position).or_insert(next);
        if number == next {
            self.parents.push(next);
        }
        number
    }

    fn root(&self, mut number: usize) -> usize {
        while self.parents[number] != number {
            number = self.parents[number];
        }
        number
    }

    fn connect(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        self.parents[left.max(right)] = left.min(right);
    }
}
