//! Upper bounds on the costs of answer sets.

use rustsat::types::Lit;

use super::objective::Objective;
use super::search::Assumptions;
use super::{Search, SolveError};
use crate::translate::Translation;
use groundplan_ground::program::{Literal, Minimize, Program};

/// An upper bound on the costs by falling priority. Priorities without a value are unrestricted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Costs are lexicographically at most these.
    NoWorse(Vec<i64>),
    /// The cost at each priority is at most this.
    Within(Vec<i64>),
}

impl Bound {
    fn costs(&self) -> &[i64] {
        match self {
            Bound::NoWorse(costs) | Bound::Within(costs) => costs,
        }
    }

    /// Enforces the bound while the activation literal is true. A lexicographic bound needs, at each priority, a
    /// literal for "better here or before", which disables the bounds at later priorities.
    pub(super) fn meet(
        &self,
        search: &mut Search,
        program: &Program,
        activation: Lit,
    ) -> Result<(), SolveError> {
        if !program.theory.integers.objectives().is_empty() {
            return self.meet_integers(search, program, activation);
        }
        let mut levels = levels(self, &mut search.translation, program);
        let lexicographic = matches!(self, Bound::NoWorse(_));
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let mut better_before: Option<Lit> = None;
        let count = levels.len();
        for (index, BoundedLevel { objective, at_most, better }) in levels.iter_mut().enumerate() {
            let mut impose = |units: Option<usize>, unless: &[Lit], translation: &mut Translation| {
                let mut clause = |last: Option<Lit>| {
                    clauses.push(unless.iter().copied().chain(last).chain([!activation]).collect());
                };
                let total: usize = objective.inputs.iter().map(|&(_, weight)| weight).sum();
                match units {
                    None => clause(None),
                    Some(units) if units >= total => {}
                    Some(units) => {
                        objective.encode(translation, units).into_iter().for_each(|lit| clause(Some(lit)));
                    }
                }
            };
            if !lexicographic || index + 1 == count {
                impose(*at_most, better_before.as_slice(), &mut search.translation);
                continue;
            }
            // Each clause imposes one of the two bounds on its own, because a watchdog counts for one bound at a time.
            let better_here = search.translation.activation_literal();
            let unless: Vec<Lit> = better_before.into_iter().collect();
            impose(*at_most, &[&unless[..], &[better_here]].concat(), &mut search.translation);
            impose(*better, &[&unless[..], &[!better_here]].concat(), &mut search.translation);
            better_before = Some(better_here);
        }
        for clause in clauses {
            search.add_clause(&clause)?;
        }
        search.hand_over()
    }

    /// Does so where integer variables are minimized.
    fn meet_integers(
        &self,
        search: &mut Search,
        program: &Program,
        activation: Lit,
    ) -> Result<(), SolveError> {
        let mut clause = vec![!activation];
        for (mut level, &cost) in search.cost_levels(program)?.into_iter().zip(self.costs()) {
            let at_most = search.bound_costs(&mut level, cost)?;
            search.add_clause(&[&clause[..], &[at_most]].concat())?;
            if let (Bound::NoWorse(_), Some(better)) = (self, cost.checked_sub(1)) {
                level.bound = None;
                clause.push(search.bound_costs(&mut level, better)?);
            }
        }
        search.hand_over()
    }
}

/// The objective at a bounded priority, with the largest numbers of units that are allowed (`at_most`) and that are
/// better. `None` if the constant cost alone is too high.
struct BoundedLevel {
    objective: Objective,
    at_most: Option<usize>,
    better: Option<usize>,
}

fn levels(bound: &Bound, translation: &mut Translation, program: &Program) -> Vec<BoundedLevel> {
    let costs = bound.costs();
    let mut objectives: Vec<Minimize> = program.objectives();
    objectives.truncate(costs.len());
    let objectives = Objective::all(translation, program, &objectives);
    objectives
        .into_iter()
        .zip(costs)
        .map(|(objective, &cost)| {
            let at_most = objective.units_within(cost.into());
            let better = objective.units_within(i128::from(cost) - 1);
            BoundedLevel { objective, at_most, better }
        })
        .collect()
}

/// Returns the solver's assumptions for a question with several answers, and an activation literal among them. While
/// the literal is true, the bound and the clauses of the question apply. Returns `None` if an assumption is always
/// false.
pub(super) fn assumptions_with_activation(
    search: &mut Search,
    program: &Program,
    assumptions: &[Literal],
    bound: Option<&Bound>,
) -> Result<Option<(Vec<Lit>, Lit)>, SolveError> {
    let Assumptions::Literals(mut literals, _) = search.assume(program, assumptions)? else {
        return Ok(None);
    };
    let spare = search.spare_activation.take();
    let activation = spare.unwrap_or_else(|| search.translation.activation_literal());
    search.numbers.begin_question(activation);
    literals.push(activation);
    if let Some(bound) = bound {
        bound.meet(search, program, activation)?;
    }
    Ok(Some((literals, activation)))
}
