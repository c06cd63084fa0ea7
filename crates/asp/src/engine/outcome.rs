//! The results of queries for one answer set or an optimum.

use std::fmt;

use super::model::Model;

/// The result of a query for one answer set.
#[derive(Debug)]
pub enum Outcome<'e> {
    /// An answer set.
    Satisfiable(Model<'e>),
    /// There is no answer set; the core names the assumptions that exclude them.
    Unsatisfiable(Core),
    /// The deadline passed or the interrupter was called before the answer was found.
    Interrupted,
}

/// Assumptions that, together with the values of the external atoms, exclude all answer sets. It is empty if there are no
/// answer sets without assumptions either. It prints the assumptions as they were made, separated by commas.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Core {
    texts: Vec<String>,
    positions: Vec<usize>,
}

/// The best answer set found, and how far it is proven to be the best.
#[derive(Debug)]
pub struct Optimum<'e> {
    /// The best answer set that was found; `None` if none was found.
    pub model: Option<Model<'e>>,
    /// Whether it is proven that no answer set is better or, without a model, that there is none.
    pub proven: bool,
    /// Proven lower bounds of the costs, from the highest priority to the lowest; there may be fewer values than objectives.
    pub lower_bound: Vec<i64>,
}

impl Core {
    /// The core of those assumptions, given as texts, whose positions `blamed` accepts.
    pub(super) fn of(texts: &[String], blamed: impl Fn(usize) -> bool) -> Self {
        let positions: Vec<usize> = (0..texts.len()).filter(|&position| blamed(position)).collect();
        Core { texts: positions.iter().map(|&position| texts[position].clone()).collect(), positions }
    }

    /// The texts of the assumptions, as they were made.
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        self.texts.iter().map(String::as_str)
    }

    /// The positions of the assumptions in the query, counted from 0.
    #[must_use]
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }
}

impl fmt::Display for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts.join(", "))
    }
}
