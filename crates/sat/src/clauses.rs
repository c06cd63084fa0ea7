//! A list of clauses in one flat vector, as it is sent to the backends.
//!
//! Invariant: the vector is a sequence of clauses, each terminated by a zero. Every other number is a DIMACS literal (variable 0
//! is 1, negation is minus).

use rustsat::types::{Assignment, Lit, TernaryVal, Var};

/// Returns the literals of these variables that are false in a model.
pub(crate) fn differing(vars: &[Var], model: &Assignment) -> Vec<Lit> {
    let is_true = |lit: Lit| model.lit_value(lit) == TernaryVal::True;
    vars.iter().map(|var| var.lit(is_true(var.pos_lit()))).collect()
}

/// Clauses as zero-terminated DIMACS numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatClauses {
    numbers: Vec<i32>,
    /// The tags of clauses, each with the position of the first number for which it holds. None at first.
    tags: Vec<(usize, Option<u32>)>,
}

impl FlatClauses {
    /// Returns a list of one clause.
    #[cfg_attr(not(feature = "cadical"), allow(dead_code, reason = "the portfolio alone uses it"))]
    pub fn of(clause: &[Lit]) -> Self {
        let mut clauses = FlatClauses::default();
        clauses.push(clause);
        clauses
    }

    /// Adds a clause.
    pub fn push(&mut self, clause: &[Lit]) {
        self.numbers.extend(clause.iter().map(|lit| lit.to_ipasir()));
        self.numbers.push(0);
    }

    /// Sets the tag of the clauses that are added from now on.
    pub fn set_tag(&mut self, tag: Option<u32>) {
        if self.tags.last().map_or(tag.is_some(), |&(_, last)| last != tag) {
            self.tags.push((self.numbers.len(), tag));
        }
    }

    /// Whether a tag was set.
    pub fn has_tags(&self) -> bool {
        !self.tags.is_empty()
    }

    /// Returns an empty list whose clauses get the tag that was set last.
    pub fn continued(&self) -> Self {
        let tag = self.tags.last().map(|&(_, tag)| (0, tag));
        FlatClauses { numbers: Vec::new(), tags: tag.into_iter().collect() }
    }

    /// Iterates over the runs of clauses with the same tag: the tag, and the clauses.
    pub fn runs(&self) -> impl Iterator<Item = (Option<u32>, impl Iterator<Item = &[i32]>)> {
        let starts = std::iter::once((0, None)).chain(self.tags.iter().copied());
        let ends = self.tags.iter().map(|&(start, _)| start).chain([self.numbers.len()]);
        starts.zip(ends).map(|((start, tag), end)| (tag, clauses(&self.numbers[start..end])))
    }

    /// Appends a number: a literal of the current clause, or its terminating zero.
    pub fn write(&mut self, number: i32) {
        self.numbers.push(number);
    }

    /// The number of stored numbers, including zeros.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Iterates over the clauses, without their zeros.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        clauses(&self.numbers)
    }
}

/// Iterates over the clauses of zero-terminated numbers, without their zeros.
fn clauses(numbers: &[i32]) -> impl Iterator<Item = &[i32]> {
    numbers.split_inclusive(|&number| number == 0).map(|clause| &clause[..clause.len() - 1])
}

impl FromIterator<Vec<Lit>> for FlatClauses {
    fn from_iter<I: IntoIterator<Item = Vec<Lit>>>(clauses: I) -> Self {
        let mut flat = FlatClauses::default();
        clauses.into_iter().for_each(|clause| flat.push(&clause));
        flat
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustsat::lit;

    #[test]
    fn what_goes_in_comes_out() {
        let mut clauses = FlatClauses::default();
        assert_eq!(clauses.iter().count(), 0);
        clauses.push(&[lit![0], !lit![2]]);
        clauses.push(&[]);
        clauses.push(&[lit![1]]);
        let back: Vec<&[i32]> = clauses.iter().collect();
        assert_eq!(back, [&[1, -3][..], &[], &[2]]);
    }

    #[test]
    fn clauses_keep_their_tags() {
        let mut clauses = FlatClauses::default();
        for (tag, number) in [(None, 1), (Some(7), 2), (Some(7), 3), (Some(4), 4), (None, 5)] {
            clauses.set_tag(tag);
            clauses.push(&[Lit::from_ipasir(number).unwrap()]);
        }
        let with_tags = |clauses: &FlatClauses| -> Vec<(Option<u32>, i32)> {
            clauses.runs().flat_map(|(tag, run)| run.map(move |clause| (tag, clause[0]))).collect()
        };
        assert_eq!(with_tags(&clauses), [(None, 1), (Some(7), 2), (Some(7), 3), (Some(4), 4), (None, 5)]);
        clauses.set_tag(Some(9));
        let mut more = clauses.continued();
        more.push(&[lit![0]]);
        assert_eq!(with_tags(&more), [(Some(9), 1)]);
    }
}
