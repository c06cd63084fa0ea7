//! What one search says: an answer set, or the assumptions that exclude all; the best that is known.

use std::fmt;

use super::model::Model;

/// The answer to a query for one answer set.
#[derive(Debug)]
pub enum Outcome<'e> {
    /// An answer set.
    Satisfiable(Model<'e>),
    /// There is none, and these assumptions are to blame.
    Unsatisfiable(Core),
    /// The deadline or the interrupter came first.
    Interrupted,
}

/// Assumptions that exclude all answer sets, together with the values of the external atoms; none, if there are no answer
/// sets anyway. It prints as they were made, separated by commas.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Core {
    texts: Vec<String>,
    positions: Vec<usize>,
}

/// The best answer set as far as it is known.
#[derive(Debug)]
pub struct Optimum<'e> {
    /// The best one that was found; `None` if none was.
    pub model: Option<Model<'e>>,
    /// Whether it is proven that none is better, or that there is none.
    pub proven: bool,
    /// What no answer set undercuts, by falling priority, as far as that is proven; there may be fewer values than objectives.
    pub lower_bound: Vec<i64>,
}

impl Core {
    /// The assumptions, given as texts, of which `blamed` says so by their positions.
    pub(super) fn of(texts: &[String], blamed: impl Fn(usize) -> bool) -> Self {
        let positions: Vec<usize> = (0..texts.len()).filter(|&position| blamed(position)).collect();
        Core { texts: positions.iter().map(|&position| texts[position].clone()).collect(), positions }
    }

    /// The assumptions, as they were made.
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        self.texts.iter().map(String::as_str)
    }

    /// Which of the assumptions of the query they are, from 0.
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
